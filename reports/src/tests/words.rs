//! The words of documents, on studies in which each reading of a word gives a different number.

use gjk_records::{CORPUS, ContinuityTally, Ruling, Terms, Timing};

use super::leagues::{ALL_RIGHT, study};
use super::{points, timing};
use crate::docs::fill;
use crate::league::league_table;
use crate::{Markup, Study, Survey};

/// The text that the words of a place stand for.
fn said(study: &Study, words: &str) -> Result<String, String> {
    let filled = fill(study, &format!("<!-- gjk {words} --><!-- /gjk -->"), Markup::Markdown)?;
    let (text, _) = filled.expect("it has a place");
    Ok(text.split_once("-->").unwrap().1.strip_suffix("<!-- /gjk -->").unwrap().to_owned())
}

fn of(study: &Study, words: &str) -> String {
    said(study, words).unwrap_or_else(|message| panic!("{words}: {message}"))
}

/// The cells of the row with this first cell, in the table that the words stand for.
fn row(study: &Study, words: &str, first: &str) -> Vec<String> {
    let text = of(study, words);
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    text.lines().map(cells).find(|cells| cells[0] == first).unwrap_or_else(|| panic!("{first}: {text}"))
}

/// In one of three families of 60 cases, each ruling occurs a different number of times: 1 missed, 2 phantom, 5 without an
/// answer, 7 off, 11 inaccurate, 13 in contact.
///
/// One variant gives distances, and one gives verdicts.
fn mixed() -> Study {
    let counts = [('m', 1), ('p', 2), ('g', 5), ('o', 7), ('i', 11), ('c', 13), ('.', 21)];
    let mixed: String = counts.iter().flat_map(|&(letter, count)| std::iter::repeat_n(letter, count)).collect();
    let right = ".".repeat(60);
    study(&[("near", [&mixed, &right, &right]), ("verdict", [&mixed, &right, &right])])
}

#[test]
fn a_rate_counts_its_own_ruling_alone() {
    let study = mixed();
    let percent = |count: f64| format!("{:.2} %", 100.0 * count / 180.0);
    for (column, count) in [
        ("missed", 1.0),
        ("phantom", 2.0),
        ("gave_up", 5.0),
        ("off", 7.0),
        ("inaccurate", 11.0),
        ("contact", 13.0),
        ("right", 141.0),
        // A failure is off, wrong or without an answer.
        ("failure", 15.0),
        ("undecided", 0.0),
    ] {
        let expected = if count == 0.0 { "0 %".to_owned() } else { percent(count) };
        assert_eq!(of(&study, &format!("rate f64 near {column}")), expected, "{column}");
        assert_eq!(of(&study, &format!("rate f64 verdict {column}")), expected, "{column}");
    }
    assert_eq!(of(&study, "failures-in one f64 near"), "15 of 60");
    // Families, cases, without a wrong verdict, without a failure, wrong verdicts, failures.
    assert_eq!(row(&study, "clean f64", "near")[1..], ["3", "180", "2", "2", "3", "15"]);
}

#[test]
fn off_and_inaccurate_hold_no_missing_answer_and_a_right_verdict_may_have_any_length() {
    let study = mixed();
    let rates = |variant: &str, columns: &[&str]| -> Vec<String> {
        columns.iter().map(|column| of(&study, &format!("league-rate f64 {variant} {column}"))).collect()
    };
    let all = ["wrong", "no-answer", "off", "inaccurate", "contact", "right"];
    // The counts are 3, 5, 7, 11, 13 and 141 of 180.
    assert_eq!(rates("near", &all), ["1.7 %", "2.8 %", "3.9 %", "6.1 %", "7.2 %", "78.3 %"]);
    // A verdict is right even if a length is inaccurate or off: 159.
    assert_eq!(rates("verdict", &["wrong", "no-answer", "contact", "right"]), ["1.7 %", "2.8 %", "7.2 %", "88.3 %"]);
    for column in ["off", "inaccurate"] {
        assert!(said(&study, &format!("league-rate f64 verdict {column}")).is_err(), "a verdict has no length");
    }
    // Wrong contacts, no answer, inaccurate or off (18), contact, right.
    assert_eq!(row(&study, "short f64 near verdict", "near")[1..6], ["1.7 (< 4.3)", "2.8", "10.0", "7.2", "78.3"]);
    assert_eq!(row(&study, "short f64 near verdict", "verdict")[1..6], ["1.7 (< 4.3)", "2.8", "–", "7.2", "88.3"]);
    // Missed, phantom, no answer; inaccurate, off.
    assert_eq!(row(&study, "questions f64 near verdict", "near")[1..6], ["0.6", "1.1", "2.8", "6.1", "3.9"]);
    assert_eq!(row(&study, "questions f64 near verdict", "verdict")[1..6], ["0.6", "1.1", "2.8", "–", "–"]);
    assert_eq!([of(&study, "wrong f64 near"), of(&study, "bound f64 near")], ["1.7 (< 4.3) %", "4.3 %"]);
}

#[test]
fn a_joined_row_has_for_each_question_the_first_name_that_participates() {
    let study = study(&[
        ("near", ["mooo................", ALL_RIGHT, ALL_RIGHT]),
        ("verdict", ["mm..................", ALL_RIGHT, ALL_RIGHT]),
        ("far", ["mmmoooooo...........", ALL_RIGHT, ALL_RIGHT]),
    ]);
    // Missed and off of 60: 1 and 3 for `near`, 2 missed for `verdict`, 3 and 6 for `far`.
    let found = |names: &str| {
        let cells = row(&study, &format!("questions f64 {names}"), &names.replace('+', " + "));
        [cells[1].clone(), cells[5].clone()]
    };
    assert_eq!(found("near"), ["1.7", "5.0"]);
    assert_eq!(found("verdict"), ["3.3", "–"]);
    assert_eq!(found("far"), ["5.0", "10.0"]);
    assert_eq!([found("near+far"), found("near+verdict"), found("near+verdict+far")], [["1.7", "5.0"]; 3]);
    assert_eq!([found("far+near"), found("far+verdict+near")], [["5.0", "10.0"]; 2]);
    // The first name is compared only in the question about the verdict.
    assert_eq!([found("verdict+near"), found("verdict+near+far")], [["3.3", "5.0"]; 2]);
    assert_eq!(found("verdict+far"), ["3.3", "10.0"]);
}

#[test]
fn beyond_are_the_wrong_verdicts_whose_margin_is_greater_than_the_stated_slack() {
    let mut study = mixed();
    let terms = Terms { version: "Near 1".to_owned(), slack: Some("1e-6".to_owned()) };
    study.facts.terms.insert("near".to_owned(), terms);
    assert_eq!(of(&study, "beyond f64 near"), "0 %");
    // One of the three wrong verdicts is beyond, of 180 cases.
    study.answers[0].variants[0].counts.beyond_slack = 1;
    assert_eq!(of(&study, "beyond f64 near"), "0.6 %");
    let league = league_table(&Survey::new(&study));
    let cell = |row: &[String], column: &str| row[league.columns.iter().position(|name| name == column).unwrap()].clone();
    let beyond: Vec<[String; 2]> = league.rows.iter().map(|row| [cell(row, "variant"), cell(row, "beyond_slack")]).collect();
    // In the leagues of distances and of verdicts.
    let share = (1.0_f64 / 180.0).to_string();
    assert_eq!(beyond.iter().filter(|[name, beyond]| name == "near" && *beyond == share).count(), 2);
    assert!(beyond.iter().all(|[name, beyond]| name == "near" || beyond.is_empty()), "{beyond:?}");
    assert_eq!(said(&study, "beyond f64 verdict").unwrap_err(), "1: `beyond f64 verdict`: verdict states no slack");
}

/// Timings of two variants on cases of a family: their times, and the rulings.
fn timed(family: &str, cases: &[[(f64, Ruling); 2]]) -> Vec<Timing> {
    let case = |number: usize, of: [(f64, Ruling); 2]| {
        let [near, far] = of;
        let time = |variant: &str, (time, ruling): (f64, Ruling)| timing(family, number, variant, time, ruling);
        [time("near", near), time("far", far)]
    };
    cases.iter().enumerate().flat_map(|(number, of)| case(number, *of)).collect()
}

#[test]
fn a_time_ratio_is_the_median_of_a_family_and_the_geometric_mean_over_families() {
    use Ruling::{Contact, Inaccurate, Right, Wrong};
    let mut study = study(&[("near", [ALL_RIGHT; 3]), ("far", [ALL_RIGHT, ALL_RIGHT, "nnnnnnnnnnnnnnnnnnnn"])]);
    let right = |near: f64, far: f64| [(near, Right), (far, Right)];
    // Ratios of 1, 2 and 18: the median is 2, the mean 7. Cases that one does not get right are not compared.
    let one = [
        right(10.0, 10.0),
        right(600.0, 300.0),
        right(18.0, 1.0),
        [(900.0, Inaccurate), (1.0, Right)],
        [(900.0, Right), (1.0, Contact)],
        [(900.0, Wrong), (1.0, Wrong)],
    ];
    // A ratio of 8 on one case weighs as much as the three above: √(2 · 8) = 4, while the arithmetic mean is 5.
    let all = [timed("one", &one), timed("two", &[right(80.0, 10.0)])];
    // Neither a family outside the leagues of one of them nor the corpus counts.
    let others = [timed("three", &[right(1e6, 1.0)]), timed(CORPUS, &[right(1e6, 1.0)])];
    study = study.with(all.concat()).with(others.concat());
    assert_eq!([of(&study, "time-ratio f64 near far"), of(&study, "time-ratio f64 far near")], ["4.00", "0.25"]);
    assert_eq!(of(&study, "time-ratio f64 near near"), "1.00");
}

#[test]
fn a_query_of_a_profile_is_one_that_all_variants_of_the_profile_were_timed_on() {
    use Ruling::{Contact, Inaccurate, Right, Wrong};
    let mut study = study(&[("near", [ALL_RIGHT; 3]), ("far", [ALL_RIGHT; 3]), ("third", [ALL_RIGHT; 3])]);
    let one = [
        [(1.0, Right), (2.0, Right)],
        [(4.0, Right), (1.0, Right)],
        [(1.0, Wrong), (3.0, Right)],
        [(1.0, Inaccurate), (2.0, Right)],
    ];
    study = study.with(timed("one", &one)).with(timed("two", &[[(5.0, Right), (5.0, Contact)]]));
    // Only `near` is timed on one more case, and `third` in only one of two families.
    study = study.with(vec![
        timing("one", 4, "near", 1.0, Right),
        timing("two", 1, "far", 1.0, Right),
        timing("one", 0, "third", 0.5, Right),
    ]);
    let drawn = points(&study, "profile");
    let shares = |question: &str, variant: &str| -> Vec<String> {
        let rows = drawn.iter().filter(|row| row[0] == question && row[2] == variant);
        // The shares at the factors 1, 2 and 5, and the share that is solved at all, over two families and five queries.
        let wanted = rows.filter(|row| ["1", "2", "5", "inf"].contains(&&row[5][..]));
        wanted.map(|row| format!("{} of {} in {}", row[6], row[4], row[3])).collect()
    };
    let expected = |shares: [f64; 4]| shares.map(|share| format!("{share} of 5 in 2"));
    // A query of the first family weighs 1/8, the query of the second 1/2.
    assert_eq!(shares("distances", "near"), expected([0.625, 0.625, 0.75, 0.75]));
    assert_eq!(shares("distances", "far"), expected([0.875, 1.0, 1.0, 1.0]));
    // An inaccurate distance comes with a right verdict.
    assert_eq!(shares("verdicts", "near"), expected([0.75, 0.75, 0.875, 0.875]));
    assert_eq!(shares("verdicts", "far"), expected([0.75, 1.0, 1.0, 1.0]));
    assert!(drawn.iter().all(|row| row[2] != "third"), "it was not timed in every family");
}

#[test]
fn the_interval_of_failures_has_two_ends_of_which_each_is_passed_with_a_probability_of_five_percent() {
    // The upper end for 0 of 60 is 1 − 0.05^(1/60) = 4.87 %, the lower end for 60 of 60 is 0.05^(1/60).
    let all = study(&[("none", [ALL_RIGHT; 3]), ("all", ["gggggggggggggggggggg"; 3])]);
    assert_eq!([of(&all, "interval f64 none"), of(&all, "interval f64 all")], ["0–4.87 %", "95.13–100 %"]);
    // One of two: 1 − √0.95 and √0.95.
    let half = study(&[("half", ["o.", "", ""])]);
    assert_eq!(of(&half, "interval f64 half"), "2.53–97.47 %");
    // Families with different numbers of cases count as if each had the fewest: 0 of twice two, 1 − 0.05^(1/4).
    let few = study(&[("few", ["..", ALL_RIGHT, ""])]);
    assert_eq!(of(&few, "interval f64 few"), "0–52.71 %");
}

#[test]
fn breaks_of_continuity_are_shares_of_the_pairs_with_two_answers() {
    let tally = |family: &str, [pairs, no_answer, before, after]: [u64; 4]| ContinuityTally {
        family: family.to_owned(),
        scalar: "f64".to_owned(),
        variant: "near".to_owned(),
        step: "root".to_owned(),
        pairs,
        no_answer,
        before,
        after,
        // A pair that jumps and flips breaks once.
        jumps: before + after,
        flips: before,
        ..ContinuityTally::default()
    };
    let mut study = study(&[("near", [ALL_RIGHT; 3])]);
    // 30 of 100 and 10 of 400 with two answers: a mean of 16.25 %. Over all pairs it would be 8.3 %, over both families
    // together 8 %.
    study = study.with(vec![tally("one", [200, 100, 20, 10]), tally("two", [500, 100, 4, 6]), tally(CORPUS, [9, 0, 9, 0])]);
    assert_eq!(row(&study, "continuity f64", "near")[1], "16.2");
    assert_eq!(row(&study, "questions f64 near", "near")[8], "16");
    assert!(of(&study, "questions f64 near").contains("continuity: 2 families, 500 pairs of answers per row"));
    // No share is printed for the corpus, even if there is nothing else.
    CORPUS.clone_into(&mut study.answers[0].family);
    study.answers.truncate(1);
    assert_eq!(row(&study, "questions f64 near", "near")[8], "–");
}
