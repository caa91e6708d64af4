//! The choice of the error that is counted for an answer.

use std::path::Path;

use super::super::*;
use crate::columns::csv_writer;
use crate::{SCHEMA, Study};

/// An answer with a distance in doubles: its ruling, its raw error, and the error that the ruling is based on.
fn answer(case: usize, ruling: Ruling, error: Option<f64>, judged: Option<f64>) -> Record {
    Record {
        schema: SCHEMA,
        family: "offset".to_owned(),
        case: format!("offset:1:{case}"),
        scalar: "f64".to_owned(),
        variant: "near".to_owned(),
        ruling,
        distance: error,
        error_units: error,
        length_error_units: judged,
        ..Record::default()
    }
}

fn tally(records: &[Record]) -> VariantAnswers {
    let mut answers = Answers::new("offset", "f64");
    records.iter().for_each(|record| answers.count(std::slice::from_ref(record), 64.0));
    answers.variants.remove(0)
}

fn cells(errors: &[f64]) -> Histogram<Cell> {
    let mut cells = Histogram::default();
    errors.iter().for_each(|error| cells.count(Cell::of(*error).unwrap(), 1));
    cells
}

#[test]
fn errors_are_counted_as_rulings_go_by_them() {
    let rows = [
        // Far from the origin, rounding the witness points costs much more than the counted error.
        answer(0, Ruling::Right, Some(1000.0), Some(3.0)),
        // A witness point is away from its body, but the distances are right.
        answer(1, Ruling::Inaccurate, Some(1.0), Some(500.0)),
        answer(2, Ruling::Off, Some(1e15), Some(1e15)),
        answer(3, Ruling::Off, Some(f64::NAN), Some(f64::NAN)),
    ];
    let all = tally(&rows);
    assert_eq!((&all.errors, all.endless_errors), (&cells(&[3.0, 500.0, 1e15]), 1));
    assert!(all.has_judged_errors());
    // An answer that is off without an error beyond the tolerance lacks a promised number, however good its witness points are.
    let lacking = tally(&[answer(0, Ruling::Off, None, None), answer(1, Ruling::Off, Some(2.0), Some(2.0))]);
    assert_eq!((&lacking.errors, lacking.endless_errors, lacking.has_judged_errors()), (&cells(&[]), 2, true));
    // An answer without a number has none that could be off.
    let boolean = tally(&[answer(0, Ruling::Right, None, None)]);
    assert_eq!((&boolean.errors, boolean.has_judged_errors()), (&cells(&[0.0]), true));
}

#[test]
fn rows_without_the_errors_that_the_rulings_go_by_are_known_as_such() {
    let rows = [answer(0, Ruling::Right, Some(1000.0), Some(3.0)), answer(1, Ruling::Right, Some(2.0), Some(2.0))];
    let mut writer = csv_writer::<Record, _>(Vec::new()).unwrap();
    rows.iter().for_each(|row| writer.serialize(row).unwrap());
    let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
    let place = text.lines().next().unwrap().split(',').position(|name| name == "length_error_units").unwrap();
    let without = |line: &str| {
        let cells = line.split(',').enumerate().map(|(cell, value)| if cell == place { "" } else { value });
        cells.collect::<Vec<_>>().join(",") + "\n"
    };
    let head = text.lines().next().unwrap().to_owned() + "\n";
    let without: String = head + &text.lines().skip(1).map(without).collect::<String>();
    let read = |text: &str| {
        let study = Study::parse_rows(text.as_bytes(), Path::new("rows.csv"), 64.0).unwrap();
        study.answers[0].variants[0].clone()
    };
    let (now, before) = (read(&text), read(&without));
    assert_eq!((&now.errors, now.has_judged_errors()), (&cells(&[3.0, 2.0]), true));
    assert_eq!((&before.errors, before.has_judged_errors()), (&cells(&[1000.0, 2.0]), false));
    // Together, not all errors are those that the rulings are based on.
    let mut both = now.clone();
    both.add(&before);
    assert_eq!((both.judged_errors, both.has_judged_errors()), (2, false));
    // Every column must be present.
    let error = Study::parse_rows(text.replace("margin_units", "margin").as_bytes(), Path::new("rows.csv"), 64.0).unwrap_err();
    assert!(error.to_string().contains("column `margin_units` is missing"), "{error}");
}
