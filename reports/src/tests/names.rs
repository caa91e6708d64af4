//! One name has one value: right, solved, wrong, no answer, inaccurate, failure, time ratio, families and cases of a small
//! study are the same in a document, in the words that define them, on the terminal, in the files, in the macros for papers and
//! in the captions of figures.

use gjk_records::{Kinds, Timing};

use super::leagues::study;
use super::{notes, points, timing};
use crate::paper::numbers::macros;
use crate::tables::summary_table;
use crate::{Study, Survey, summary_text};

const WORDS: &str = include_str!("../../../docs/words.md");

/// A study of three families of 20 cases.
///
/// `near` has 6 wrong answers, 3 missing, 3 inaccurate, 3 off, 6 contact and 39 right. `other` is always right and takes half
/// of the time.
fn small() -> Study {
    let near = ["mm....g....i....o.cc", "mm....g....i....o.cc", "mm....g....i....o.cc"];
    let right = "....................";
    let mut study = study(&[("near", near), ("other", [right; 3])]);
    study.facts.kinds = Kinds::default();
    let mut timings: Vec<Timing> = Vec::new();
    for family in ["one", "two", "three"] {
        for (case, letter) in near[0].chars().enumerate() {
            let ruling = match letter {
                '.' => gjk_records::Ruling::Right,
                'c' => gjk_records::Ruling::Contact,
                _ => gjk_records::Ruling::Wrong,
            };
            timings.push(timing(family, case, "near", 300.0, ruling));
            timings.push(timing(family, case, "other", 150.0, gjk_records::Ruling::Right));
        }
    }
    study.with(timings)
}

/// Shares in percent of 60 cases.
const RIGHT: &str = "65";
const WRONG: &str = "10";
const NO_ANSWER: &str = "5";
const INACCURATE: &str = "5";
const OFF: &str = "5";
const FAILURE: &str = "20";
const CONTACT: &str = "10";
const SOLVED: f64 = 0.75;

/// The cells of a row of a Markdown table, by the heads of its columns.
///
/// The row is the one whose first cell is `row`.
fn cells(text: &str, row: &str) -> Vec<(String, String)> {
    let split = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let lines: Vec<&str> = text.lines().collect();
    let head = lines.iter().position(|line| line.starts_with("| variant")).expect("a table");
    let row = lines.iter().find(|line| split(line)[0] == row).expect("a row");
    split(lines[head]).into_iter().zip(split(row)).collect()
}

fn filled(study: &Study, words: &str) -> String {
    let text = format!("<!-- gjk {words} -->\n<!-- /gjk -->\n");
    let (text, _) =
        crate::fill(study, &text, crate::Markup::Markdown).unwrap_or_else(|e| panic!("{words}: {e}")).expect("a place");
    text
}

fn number(study: &Study, words: &str) -> String {
    let text = format!("<!-- gjk {words} -->x<!-- /gjk -->\n");
    let (text, _) =
        crate::fill(study, &text, crate::Markup::Markdown).unwrap_or_else(|e| panic!("{words}: {e}")).expect("a place");
    text.split("-->").nth(1).and_then(|rest| rest.split("<!--").next()).expect("a number").trim_end_matches(" %").to_owned()
}

/// A rate without its bound and without trailing zeros, since the number of printed digits depends on its uncertainty.
fn rate(text: &str) -> String {
    let text = text.split(" (").next().unwrap_or(text);
    text.parse::<f64>().map_or_else(|_| text.to_owned(), |rate| rate.to_string())
}

fn cell(cells: &[(String, String)], head: &str) -> String {
    let found = cells.iter().find(|(name, _)| name == head).unwrap_or_else(|| panic!("{head}: {cells:?}"));
    rate(&found.1)
}

#[test]
fn one_name_has_one_value_wherever_it_is_printed() {
    let study = small();
    let survey = Survey::new(&study);
    // The front page.
    let short = cells(&filled(&study, "short f64 near other"), "near");
    for (head, value) in [
        ("right / %", RIGHT),
        ("wrong contacts / %", WRONG),
        ("no answer / %", NO_ANSWER),
        ("inaccurate or off / %", "10"),
        ("contact / %", CONTACT),
    ] {
        assert_eq!(cell(&short, head), value, "{head}");
    }
    assert_eq!(rate(&number(&study, "wrong f64 near")), WRONG);
    for (name, value) in
        [("no-answer", NO_ANSWER), ("inaccurate", INACCURATE), ("off", OFF), ("right", RIGHT), ("contact", CONTACT)]
    {
        assert_eq!(rate(&number(&study, &format!("league-rate f64 near {name}"))), value, "{name}");
    }
    let questions = filled(&study, "questions f64 near other");
    let of_questions = cells(&questions, "near");
    assert_eq!(cell(&of_questions, "distance: inaccurate / %"), INACCURATE);
    assert!(questions.contains("3 families, 60 cases per row"), "{questions}");

    // The file.
    let summary = summary_table(&survey);
    let row = summary.rows.iter().find(|row| row[1] == "near").expect("a row");
    let of = |name: &str| &row[summary.columns.iter().position(|column| column == name).expect(name)];
    let share = |name: &str| format!("{:.0}", 100.0 * of(name).parse::<f64>().expect(name));
    for (name, value) in [
        ("right", RIGHT),
        ("missed", WRONG),
        ("phantom", "0"),
        ("gave_up", NO_ANSWER),
        ("inaccurate", INACCURATE),
        ("off", OFF),
        ("failure", FAILURE),
        ("contact", CONTACT),
    ] {
        assert_eq!(share(name), value, "{name}");
    }
    assert_eq!((&of("families")[..], &of("cases")[..]), ("3", "60"));

    // The terminal.
    let text = summary_text(&study);
    let lines: Vec<Vec<&str>> =
        text.lines().map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect::<Vec<_>>()).collect();
    let head = lines.iter().find(|line| line.first() == Some(&"variant")).expect("a head");
    let near = lines.iter().find(|line| line.first() == Some(&"near")).expect("a row");
    let on_terminal =
        |name: &str| near[head.iter().position(|column| *column == name).expect(name)].parse::<f64>().expect(name);
    assert_eq!(on_terminal("wrong f64").to_string(), WRONG);
    assert_eq!(on_terminal("failure f64").to_string(), FAILURE);
    assert!(text.contains("Variants that promise distances: 3 families"), "{text}");

    // The macros for papers.
    let text = macros(&survey, &[]);
    for (name, value) in [
        ("right", RIGHT),
        ("league-right", RIGHT),
        ("wrong", WRONG),
        ("league-wrong", WRONG),
        ("gave-up", NO_ANSWER),
        ("league-no-answer", NO_ANSWER),
        ("inaccurate", INACCURATE),
        ("league-inaccurate", INACCURATE),
        ("league-off", OFF),
        ("failure", FAILURE),
        ("families", "3"),
        ("league-families", "3"),
        ("cases", "60"),
        ("league-cases", "60"),
    ] {
        let begin = format!("\\gjk@put{{near}}{{{name}}}{{f64}}{{");
        let found =
            text.lines().find_map(|line| line.strip_prefix(&begin)?.strip_suffix("}%")).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(rate(found), value, "{name}");
    }

    // Captions and the numbers next to them: a profile counts `solved`, not `right`.
    let profile = points(&study, "profile");
    let end = profile.iter().find(|row| row[0] == "distances" && row[2] == "near" && row[5] == "inf").expect("an end");
    assert!((end[6].parse::<f64>().unwrap() - SOLVED).abs() < 1e-12, "{end:?}");
    assert_eq!((&end[3][..], &end[4][..]), ("3", "60"));
    let caption = notes(&study, "profile");
    assert!(caption.contains("near 2.00"), "{caption}");
    assert_eq!(number(&study, "time-ratio f64 near other"), "2.00");
    let pair = points(&study, "pairwise").into_iter().find(|row| row[0] == "f64").expect("a pair");
    assert!(["2", "0.5"].contains(&&pair[6][..]), "{pair:?}");
    assert_eq!(pair[4], "3");

    // The words themselves.
    for word in [
        "right",
        "solved",
        "wrong: missed, phantom",
        "no answer, gave up",
        "inaccurate",
        "failure",
        "time ratio",
        "families, cases",
    ] {
        assert!(WORDS.contains(&format!("\n| {word} | ")), "{word}");
    }
}
