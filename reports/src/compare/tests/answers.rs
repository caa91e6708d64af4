use Column::{Contact, GaveUp, Inaccurate, Missed, NotApplicable, Off, Phantom, Refused, Right, Undecided};

use super::*;
use crate::summary::mean;

/// These answers, followed by right ones up to a total of `all`.
fn and_right(mut columns: Vec<Column>, all: usize) -> Vec<Column> {
    columns.resize(all, Right);
    columns
}

#[test]
fn a_case_is_worse_if_its_grade_is() {
    // Old, new, then the counts: verdict, failure, right and refused, each with worse or lost first.
    for (old, new, verdict, failure, right, refused, kind) in [
        (Right, Missed, [1, 0], [1, 0], [1, 0], [0, 0], "worse"),
        (Phantom, Right, [0, 1], [0, 1], [0, 1], [0, 0], "better"),
        (Contact, GaveUp, [1, 0], [1, 0], [0, 0], [0, 0], "worse"),
        (Right, Off, [0, 0], [1, 0], [1, 0], [0, 0], "worse"),
        (Off, Missed, [1, 0], [0, 0], [0, 0], [0, 0], "worse"),
        (GaveUp, Off, [0, 1], [0, 0], [0, 0], [0, 0], "better"),
        // Within a grade nothing is worse, and answers that are no longer right are counted.
        (Right, Inaccurate, [0, 0], [0, 0], [1, 0], [0, 0], "other"),
        (Undecided, Contact, [0, 0], [0, 0], [0, 0], [0, 0], "other"),
        (Missed, GaveUp, [0, 0], [0, 0], [0, 0], [0, 0], "other"),
        (Missed, Phantom, [0, 0], [0, 0], [0, 0], [0, 0], "other"),
        // A refused case has no grade.
        (Right, Refused, [0, 0], [0, 0], [0, 0], [1, 0], "no longer taken"),
        (Missed, Refused, [0, 0], [0, 0], [0, 0], [1, 0], "no longer taken"),
        (Refused, Missed, [0, 0], [0, 0], [0, 0], [0, 1], "now taken"),
        (NotApplicable, Right, [0, 0], [0, 0], [0, 0], [0, 0], "now taken"),
    ] {
        // A second case that is right, so that the variant accepts half of them.
        let found = of_x(vec![old, Right], vec![new, Right]);
        let pairs = found.rows[0].pairs.unwrap();
        assert_eq!(
            (pairs.verdict, pairs.failure, pairs.right, pairs.refused),
            (verdict, failure, right, refused),
            "{old:?} {new:?}"
        );
        assert_eq!(pairs.cases, if kind.ends_with("taken") { 1 } else { 2 });
        let [changed] = &found.changed[..] else { panic!("{:?}", found.changed) };
        assert_eq!((changed.kind(), &changed.case[..]), (kind, "gap:1:0"), "{old:?} {new:?}");
    }
}

#[test]
fn six_cases_against_none_decide_and_five_do_not() {
    let right = times_of(20, Right);
    let finding = |old: &[Column], new: &[Column]| of_x(old.to_vec(), new.to_vec()).rows[0].finding;
    let (five, six) = (and_right(times_of(5, Off), 20), and_right(times_of(6, Off), 20));
    assert_eq!([finding(&right, &five), finding(&right, &six)], [Finding::Open, Finding::Worse]);
    assert_eq!([finding(&five, &right), finding(&six, &right)], [Finding::Open, Finding::Better]);
    assert_eq!(finding(&six, &six), Finding::Unchanged);
    // Failures before and after: six verdicts are lost, and that decides.
    assert_eq!(finding(&six, &and_right(times_of(6, Missed), 20)), Finding::Worse);
    // 7 worse and 1 better do not decide: 2 (1 + 8) / 256 = 0.07.
    let old = and_right([times_of(1, Off), times_of(7, Right)].concat(), 20);
    let new = and_right([times_of(1, Right), times_of(7, Off)].concat(), 20);
    assert_eq!(finding(&old, &new), Finding::Open);
    // The counts of families are added up.
    let two = |family: Vec<Column>| Invented::new().family("gap", &[("x", family.clone())]).family("flat", &[("x", family)]);
    let three = and_right(times_of(3, Off), 20);
    assert_eq!(compared(two(right), two(three)).rows[0].finding, Finding::Worse);
}

#[test]
fn a_study_compared_with_itself_has_no_changed_case() {
    let study = || Invented::new().family("gap", &[("x", and_right(vec![Missed, Off, Refused], 9)), ("y", times_of(9, Right))]);
    let found = compared(study(), study());
    assert!(found.changed.is_empty() && found.rows.iter().all(|row| row.finding == Finding::Unchanged));
    assert!(found.differences.is_empty() && found.notes.is_empty(), "{:?}", found.notes);
    let text = found.text();
    assert!(text.contains("\nNo case changed: 2 variants and scalars, 17 answers compared case by case.\n"), "{text}");
}

#[test]
fn cases_are_paired_by_their_names() {
    // Case 0 changed; only the new study asked the cases from 4 on.
    let found = of_x(vec![Right, Off, Right, Right], vec![Off, Off, Right, Right, Missed, Missed, Missed, Missed]);
    let pairs = found.rows[0].pairs.unwrap();
    assert_eq!((pairs.cases, pairs.failure), (4, [1, 0]));
    assert_eq!(found.changed.len(), 1);
    // Each study has its own rate: 1 of 4, and 6 of 8.
    let rates = found.rows[0].rates.unwrap();
    assert_eq!([rates.failure[0].rate, rates.failure[1].rate], [0.25, 0.75]);
}

#[test]
fn cases_of_another_seed_are_other_cases() {
    let study = |seed, column| Invented::new().seed(seed).family("gap", &[("x", and_right(times_of(20, column), 60))]);
    // Computed by hand: 0 of 60 is at most 1 - 0.05^(1/60) = 4.9 %, 20 of 60 is at least 23 %.
    for (old, new, finding) in [
        (study(1, Right), study(2, Off), Finding::Worse),
        (study(1, Off), study(2, Right), Finding::Better),
        (study(1, Off), study(2, Off), Finding::Open),
        // Both off and wrong are failures; the verdicts decide.
        (study(1, Off), study(2, Missed), Finding::Worse),
    ] {
        let found = compared(old, new);
        let row = &found.rows[0];
        assert_eq!((row.finding, row.pairs, row.unpaired.is_some(), found.is_paired()), (finding, None, true, false));
        assert!(found.changed.is_empty());
        assert!(found.notes.iter().any(|note| note.contains("The seeds differ")) && found.differences == ["seed: 1 → 2"]);
    }
}

#[test]
fn bounds_that_overlap_decide_nothing() {
    let study = |seed, count| Invented::new().seed(seed).family("gap", &[("x", and_right(times_of(count, Off), 60))]);
    // 0 of 60: at most 4.87 %. 6 of 60: at least 4.44 %; 7 of 60: at least 5.60 % (Clopper and Pearson, one-sided).
    assert_eq!(compared(study(1, 0), study(2, 6)).rows[0].finding, Finding::Open);
    assert_eq!(compared(study(1, 0), study(2, 7)).rows[0].finding, Finding::Worse);
    assert_eq!(compared(study(1, 7), study(2, 0)).rows[0].finding, Finding::Better);
}

#[test]
fn studies_without_rows_are_compared_by_their_rates() {
    let study = |rows, count| Invented::new().rows(rows).family("gap", &[("x", and_right(times_of(count, Off), 60))]);
    let found = compared(study("none", 0), study("all", 6));
    assert_eq!((found.rows[0].finding, found.rows[0].pairs), (Finding::Open, None));
    assert!(found.notes.iter().any(|note| note.starts_with("OLD has tallies but no rows")), "{:?}", found.notes);
    let both = compared(study("none", 0), study("none", 7));
    assert_eq!(both.rows[0].finding, Finding::Worse);
    assert!(both.notes.iter().any(|note| note.starts_with("OLD and NEW have tallies but no rows")), "{:?}", both.notes);
}

#[test]
fn a_case_missing_from_the_rows_of_failures_is_not_a_failure() {
    let old = vec![Right, Off, Missed, Inaccurate, Right, Off];
    // The last case was not asked in the new study.
    let new = vec![GaveUp, Right, Off, Right, Contact];
    for (rows, listed) in
        [(["failures", "failures"], 3), (["all", "failures"], 3), (["failures", "all"], 3), (["all", "all"], 5)]
    {
        let study = |rows, columns: &Vec<Column>| Invented::new().rows(rows).family("gap", &[("x", columns.clone())]);
        let found = compared(study(rows[0], &old), study(rows[1], &new));
        let pairs = found.rows[0].pairs.unwrap();
        assert_eq!((pairs.cases, pairs.verdict, pairs.failure), (5, [1, 1], [1, 1]), "{rows:?}");
        assert_eq!(found.changed.len(), listed, "{rows:?}");
        if rows == ["failures"; 2] {
            let names: Vec<[&str; 2]> = found.changed.iter().map(|changed| [changed.old.name(), changed.new.name()]).collect();
            assert_eq!(names, [["no failure", "gave-up"], ["off", "no failure"], ["missed", "off"]]);
            assert_eq!(pairs.right, [0, 0], "what is right is not known");
        }
    }
}

#[test]
fn refusals_are_known_only_where_both_studies_have_the_row() {
    let study = |rows, columns: [Column; 3]| Invented::new().rows(rows).family("gap", &[("x", columns.to_vec())]);
    let (was, is) = ([Right, Refused, Off], [Refused, Refused, Refused]);
    for (rows, refused, listed) in [("all", [2, 0], 2), ("failures", [1, 0], 1)] {
        let found = compared(study(rows, was), study("all", is));
        let pairs = found.rows[0].pairs.unwrap();
        assert_eq!((pairs.refused, pairs.failure, found.changed.len()), (refused, [0, 0], listed), "{rows}");
        assert_eq!(found.rows[0].finding, Finding::Open);
        assert!(found.text().contains(&format!(" Newly refused: {} case", refused[0])));
    }
    // A failure that is now refused and has no row looks fixed: a note says so.
    let found = compared(study("failures", was), study("failures", is));
    assert_eq!(found.rows[0].pairs.unwrap().failure, [0, 1]);
    let note = "Refused cases have no row either (1 in OLD, 3 in NEW): a failure that is now refused looks fixed.";
    assert!(found.notes.iter().any(|found| found == note), "{:?}", found.notes);
}

#[test]
fn the_corpus_is_tested_apart() {
    let study = |family: usize, corpus: usize| {
        let columns = |count| vec![("x", and_right(times_of(count, Missed), 20))];
        Invented::new().family("gap", &columns(family)).family(CORPUS, &columns(corpus))
    };
    let found = compared(study(0, 0), study(4, 4));
    let row = &found.rows[0];
    assert_eq!((row.pairs.unwrap().verdict, row.corpus.unwrap().verdict), ([4, 0], [4, 0]));
    assert_eq!((row.finding, row.rates.unwrap().families), (Finding::Open, 1));
    assert_eq!(row.rates.unwrap().wrong[1].rate, 0.2);
    assert_eq!(compared(study(0, 0), study(0, 6)).rows[0].finding, Finding::Worse);
    // On its own the corpus is a family like any other.
    let alone = Selection { families: vec![CORPUS.to_owned()], ..Selection::default() };
    let found = Comparison::new(&study(0, 0).side(), &study(0, 6).side(), &alone);
    assert_eq!((found.rows[0].pairs.unwrap().verdict, found.rows[0].corpus), ([6, 0], None));
    assert_eq!(found.changed[0].command(Some(64.0), None), "gjk check corpus#pinned-0 --variant x --scalar f64");
    assert_eq!(found.changed[0].command(Some(2.5), None), "gjk check corpus#pinned-0 --variant x --scalar f64 --tolerance 2.5");
}

#[test]
fn rows_of_failures_of_different_corpora_are_not_compared() {
    let study =
        |rows, corpus, column| Invented { corpus, ..Invented::new().rows(rows).family(CORPUS, &[("x", vec![column; 3])]) };
    let found = compared(study("failures", 3, Right), study("failures", 4, Off));
    assert_eq!((found.rows[0].pairs, found.rows[0].unpaired.is_some()), (None, true));
    assert!(found.notes.iter().any(|note| note.starts_with("The corpora have different numbers of cases")));
    let found = compared(study("all", 3, Right), study("all", 4, Off));
    assert_eq!(found.rows[0].pairs.unwrap().failure, [3, 0]);
}

#[test]
fn families_have_equal_weights_and_the_rates_are_those_of_the_summary() {
    let study = |off: usize| {
        let (few, many) = (and_right(times_of(off, Off), 10), times_of(40, Right));
        Invented::new().family("gap", &[("x", few)]).family("flat", &[("x", many)]).side()
    };
    let (old, new) = (study(1), study(5));
    let found = Comparison::new(&old, &new, &Selection::default());
    let failure = found.rows[0].rates.unwrap().failure;
    // (1/10 + 0/40) / 2, and (5/10 + 0/40) / 2.
    assert_eq!([failure[0].rate, failure[1].rate], [0.05, 0.25]);
    assert_eq!(Some(failure[0]), mean([(1, 10, 1), (0, 40, 1)]));
    for (side, mean) in [&old, &new].into_iter().zip(failure) {
        let table = crate::tables::summary_table(&Survey::new(&side.study));
        let column = |name: &str| table.columns.iter().position(|column| column == name).unwrap();
        let cells = ["failure", "failure_low", "failure_high"].map(|name| table.rows[0][column(name)].clone());
        let rate = mean.rate();
        assert_eq!(cells, [rate.rate, rate.low, rate.high].map(|value| value.to_string()));
    }
    // Rates are over the families that both studies have: with a single one, its own rate.
    let one = Comparison::new(&old, &new, &Selection { families: vec!["gap".to_owned()], ..Selection::default() });
    assert_eq!(one.rows[0].rates.unwrap().failure[1].rate, 0.5);
}

#[test]
fn a_family_that_was_changed_is_compared_by_its_rates() {
    let study = |knob, column| {
        let columns = and_right(times_of(20, column), 60);
        Invented { knob, ..Invented::new() }.family("gap", &[("x", columns)])
    };
    let found = compared(study(0.5, Right), study(0.25, Off));
    let row = &found.rows[0];
    assert_eq!((row.pairs, row.finding, found.is_paired(), found.changed.len()), (None, Finding::Worse, false, 0));
    let [note] = &found.notes[..] else { panic!("{:?}", found.notes) };
    assert!(note.starts_with("Cases with the same name have different points or knobs") && note.ends_with("(gap)."), "{note}");
    // A program that holds bodies other than those it is given may be the only one with a row, with the knob of its own bodies.
    let failures =
        |asked, knob| Invented { asked, knob, ..Invented::new().rows("failures") }.family("gap", &[("x", vec![Off; 3])]);
    assert!(compared(failures(0.5, 0.5), failures(0.5, 0.25)).is_paired());
    assert!(!compared(failures(0.5, 0.5), failures(0.25, 0.5)).is_paired());
}

#[test]
fn cases_of_the_corpus_that_were_changed_are_left_out() {
    let study = |knob, column| Invented { knob, ..Invented::new() }.family(CORPUS, &[("x", times_of(3, column))]);
    let found = compared(study(0.5, Right), study(0.25, Off));
    assert_eq!((found.changed.len(), found.rows[0].pairs.unwrap().cases), (0, 0));
    assert_eq!(found.notes, ["The corpus was changed: 3 cases are left out."]);
}

#[test]
fn the_worst_changes_come_first_and_new_failures_are_listed() {
    let old = vec![Right, Off, Right, Right, Missed, Right, Right, Missed];
    let new = vec![Off, Missed, Missed, Inaccurate, Right, Refused, GaveUp, Refused];
    let found = of_x(old, new);
    let cases: Vec<&str> = found.changed.iter().map(|changed| &changed.case[6..]).collect();
    assert_eq!(cases, ["2", "6", "0", "1", "5", "7", "3", "4"]);
    // A failure that was one before is not new, and neither is one that is now refused.
    let new_failures: Vec<&str> = found.new_failures().iter().map(|changed| &changed.case[6..]).collect();
    assert_eq!(new_failures, ["2", "6", "0", "5"]);
}

#[test]
fn variants_of_only_one_study_are_reported_and_not_compared() {
    let old = Invented::new().family("gap", &[("x", times_of(4, Right)), ("gone", times_of(4, Right))]);
    let mut new = Invented::new().family("gap", &[("x", times_of(4, Right)), ("come", times_of(4, Off))]);
    new.facts.compiler = "another".to_owned();
    new.facts.tolerance = 2.0;
    let found = compared(old, new);
    assert_eq!(found.rows.len(), 1);
    assert_eq!(found.differences, ["compiler:  → another", "tolerance: 64 u·D → 2 u·D"]);
    assert_eq!(found.tolerance, None);
    for note in ["Variants only in OLD: gone.", "Variants only in NEW: come.", "The tolerances differ"] {
        assert!(found.notes.iter().any(|found| found.starts_with(note)), "{note}: {:?}", found.notes);
    }
    let nothing =
        compared(Invented::new().family("gap", &[("x", vec![Right])]), Invented::new().family("gap", &[("y", vec![Right])]));
    assert!(nothing.rows.is_empty() && nothing.text().contains("The studies have no answers of the same variant"));
}

#[test]
fn a_terminal_shows_a_few_changed_cases_of_each_family() {
    let names: Vec<String> = (0..12).map(|number| format!("family-{number}")).collect();
    let study = |column: Column| {
        let of = |study: Invented, (family, number): (&String, usize)| study.family(family, &[("x", times_of(number, column))]);
        names.iter().zip(1..).fold(Invented::new(), of)
    };
    let text = compared(study(Right), study(Missed)).text();
    // 1 + 2 + … + 12 cases changed, and 20 are shown: 1 + 2 + 3 · 5 of the first families, and 2 more.
    assert!(text.contains("78 cases changed their rulings, the worst first:") && text.contains("… and 58 more in"), "{text}");
    let shown = |family: &str| text.lines().filter(|line| line.starts_with(&format!("{family}:1:"))).count();
    assert!(names.iter().all(|name| shown(name) <= 3), "{text}");
    let families = "78 cases became worse, by family: family-11 12, family-10 11, family-9 10,";
    assert!(text.contains(families) && text.contains("family-4 5, …."), "{text}");
}

#[test]
fn every_line_of_a_terminal_has_at_most_110_columns() {
    let long = "a-variant-whose-name-is-longer-than-anybody-would-like-to-read-it";
    let family = "a-family-whose-name-is-as-long-as-that-of-the-variant-above-or-longer";
    let study = |column| {
        let columns = and_right(times_of(137, column), 10_007);
        let mut study = Invented::new().family(family, &[(long, columns)]);
        study.facts.compiler = "a compiler ".repeat(30);
        study
    };
    let found = compared(study(Right), study(Missed));
    let text = found.text();
    assert!(text.lines().all(|line| line.starts_with("to repeat: ") || line.chars().count() <= 110), "{text}");
    assert!(text.lines().count() < 60 && text.contains("137 cases changed their rulings, the worst first:"), "{text}");
    assert!(
        text.contains("… and 134 more in changed.csv of --out DIR\n") && text.contains("137 cases became worse, by family: "),
        "{text}"
    );
    assert!(text.replace('\n', " ").contains("2 tests had the six changes"), "{text}");
}

#[test]
fn rates_are_those_of_the_summary_and_overlaps_have_a_row_of_their_own() {
    use Column::{Missed, Off, Right};
    // Two of ten cases fail in one family and none in another; all ten cases made for the depth fail.
    let invented = || {
        let x = |columns: Vec<Column>| [("x", columns)];
        let mut all = Invented::new()
            .family("gap", &x([times_of(2, Missed), times_of(8, Right)].concat()))
            .family("flat", &x(times_of(10, Right)))
            .family("plates", &x(times_of(10, Off)));
        all.facts.variants = vec!["x".to_owned()];
        all.facts.kinds = crate::tests::of_depths(&["plates"]);
        all
    };
    let found = compared(invented(), invented());
    let summary = crate::tables::summary_table(&crate::Survey::new(&invented().side().study));
    let column = |name: &str| summary.columns.iter().position(|column| column == name).unwrap();
    let of = |name: &str| summary.rows[0][column(name)].parse::<f64>().unwrap();
    let [row, overlaps] = &found.rows[..] else { panic!("{:?}", found.rows) };
    let rates = row.rates.unwrap();
    assert_eq!((rates.failure[1].rate, rates.families as f64), (of("failure"), of("families")));
    assert_eq!((rates.wrong[0].rate, rates.right[0].rate), (of("missed") + of("phantom"), of("right")));
    assert_eq!((row.is_of_overlaps, row.pairs.unwrap().cases as f64), (false, of("cases")));
    assert_eq!((overlaps.is_of_overlaps, overlaps.rates.unwrap().failure[1].rate), (true, 1.0));
    assert_eq!(overlaps.name(), "x in f64, overlaps for the depth");
}
