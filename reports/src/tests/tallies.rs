//! Figures from tallies, compared with the rows.

use gjk_records::{CORPUS, Record, Ruling};

use super::{notes, of_sheets, points, synthetic, tallied};
use crate::Study;

/// An invented study with changed rows, and these rows.
fn of_rows(change: impl FnOnce(&mut Vec<Record>)) -> (Study, Vec<Record>) {
    let (study, mut rows) = synthetic::with_rows(6, 120);
    change(&mut rows);
    (Study { answers: tallied(&rows, study.facts.tolerance), ..study }, rows)
}

#[test]
fn the_tail_of_errors_is_an_upper_bound_at_most_an_eighth_to_the_right() {
    let (study, rows) = of_rows(|rows| {
        for (i, row) in rows.iter_mut().enumerate().filter(|(_, row)| row.ruling == Ruling::Inaccurate) {
            match i % 3 {
                // Half of the digits are lost, or there are no digits.
                0 => (row.ruling, row.error_units) = (Ruling::Off, row.error_units.map(|error| error * 1e3)),
                1 => (row.ruling, row.error_units) = (Ruling::Off, None),
                _ => {}
            }
        }
    });
    let drawn = points(&study, "error-tail");
    assert!(drawn.len() > 300);
    let verdict_is_right = |row: &&Record| matches!(row.ruling, Ruling::Right | Ruling::Inaccurate | Ruling::Off);
    for point in &drawn {
        let [error, beyond] = [3, 4].map(|i| point[i].parse::<f64>().unwrap());
        let share = 1.0 - beyond;
        let mine = |row: &&Record| row.scalar == point[0] && row.variant == point[1] && row.family != CORPUS;
        // Every family has the same number of cases, but not all of them can be posed to each variant.
        let all: Vec<&Record> = rows.iter().filter(mine).filter(|row| row.ruling != Ruling::NotApplicable).collect();
        assert_eq!(point[2], all.len().to_string());
        let up_to = |error: f64| {
            let within = all.iter().copied().filter(verdict_is_right).filter(|row| row.error_units.is_some_and(|e| e <= error));
            within.count() as f64 / all.len() as f64
        };
        assert!(share <= up_to(error) + 1e-9, "{point:?}: more than {}", up_to(error));
        assert!(share >= up_to(error / 1.125) - 1e-9, "{point:?}: less than {}", up_to(error / 1.125));
    }
    // The share beyond the axis is printed as a number: answers that are wrong, missing, or without a digit.
    assert!(said_of_errors(&study).contains("Beyond 10000 u·D in f64, in %: "));
}

/// The text of the figure of errors.
fn said_of_errors(study: &Study) -> String {
    of_sheets(study, "error-tail", |sheet| vec![sheet.text]).join("\n")
}

#[test]
fn exactly_the_right_answers_lie_within_the_tolerance() {
    // The tolerance lies within a cell of the tallies, so right and inaccurate answers share a cell.
    const TOLERANCE: f64 = 61.5;
    let (mut study, mut rows) = synthetic::with_rows(6, 120);
    study.facts.tolerance = TOLERANCE;
    let has_error = |row: &Record| row.error_units.is_some() && row.scalar != "exact";
    for (i, row) in rows.iter_mut().enumerate().filter(|(_, row)| has_error(row)) {
        row.length_error_units = match row.ruling {
            Ruling::Right => Some([0.0, 0.4, 59.0, 61.0, TOLERANCE][i % 5]),
            Ruling::Inaccurate => Some([61.6, 63.0, 200.0, 1e9][i % 4]),
            _ => row.error_units,
        };
        // The cost of rounding the witness points far from the origin.
        row.error_units = row.length_error_units.map(|error| error + [0.0, 3.0, 1e6][i % 3]);
    }
    study.answers = tallied(&rows, TOLERANCE);
    let (drawn, mut seen) = (points(&study, "error-tail"), 0);
    for scalar in ["f32", "f64"] {
        for variant in super::distance_variants(&study) {
            let mine = |row: &&Record| row.scalar == scalar && row.variant == variant && row.family != CORPUS;
            let all: Vec<&Record> = rows.iter().filter(mine).filter(|row| row.ruling != Ruling::NotApplicable).collect();
            let right = all.iter().filter(|row| row.ruling == Ruling::Right).count() as f64 / all.len() as f64;
            let curve = drawn.iter().filter(|point| point[0] == scalar && point[1] == variant);
            let within = curve.filter(|point| point[3].parse::<f64>().unwrap() <= TOLERANCE);
            let share = 1.0 - within.map(|point| point[4].parse::<f64>().unwrap()).fold(1.0, f64::min);
            assert!((share - right).abs() < 1e-9, "{scalar} {variant}: {share} stand up to the tolerance, {right} are right");
            seen += 1;
        }
    }
    assert_eq!(seen, 6);
    assert!(said_of_errors(&study).contains("The ruling uses it, so right answers end at the tolerance."));
}

#[test]
fn errors_of_earlier_records_are_called_so() {
    let (study, mut rows) = of_rows(|_| ());
    let said = said_of_errors(&study);
    assert!(said.contains("These records do not have the error that the ruling uses."), "{said}");
    for row in rows.iter_mut().filter(|row| row.variant != "johnson") {
        row.length_error_units = row.error_units;
    }
    let said = said_of_errors(&Study { answers: tallied(&rows, study.facts.tolerance), ..study });
    assert!(said.contains("Some records of johnson do not have it:"), "{said}");
}

#[test]
fn a_variant_without_answers_in_a_scalar_has_no_curve_there() {
    let without = |row: &mut Record| {
        if row.variant == "johnson" && row.scalar == "f32" {
            row.ruling = Ruling::NotApplicable;
        }
    };
    let (study, _) = of_rows(|rows| rows.iter_mut().for_each(without));
    let scalars = points(&study, "error-tail").into_iter().filter(|point| point[1] == "johnson");
    let scalars: std::collections::BTreeSet<String> = scalars.map(|point| point[0].clone()).collect();
    assert_eq!(scalars.into_iter().collect::<Vec<_>>(), ["f64"]);
    let said = of_sheets(&study, "error-tail", |sheet| vec![sheet.text]).join("");
    assert!(said.contains("These records do not have"), "{said}");
}

#[test]
fn strips_of_iterations_are_those_of_the_rows() {
    let (study, rows) = of_rows(|_| ());
    let strips = points(&study, "iterations");
    assert_eq!(strips.len(), 18);
    for point in &strips {
        let is_mine = |row: &&Record| row.family != CORPUS && row.scalar == point[0] && row.variant == point[1];
        let mut all: Vec<usize> =
            rows.iter().filter(is_mine).filter(|row| row.ruling != Ruling::NotApplicable).map(|row| row.iterations).collect();
        all.sort_unstable();
        assert_eq!(point[2], all.len().to_string());
        let middle = point[5].parse::<f64>().unwrap();
        assert!(all[(all.len() - 1) / 2] as f64 <= middle && middle <= all[all.len() / 2] as f64, "{point:?}");
        assert_eq!(point[8], all.last().unwrap().to_string());
    }
}

#[test]
fn bins_of_a_knob_hold_every_case_with_a_place_on_the_axis_and_the_others_are_counted() {
    let (study, rows) = of_rows(|rows| {
        // All of these few families are drawn, in one scalar.
        rows.retain(|row| ["sliver", "lower-dimensional"].contains(&&row.family[..]) && row.scalar == "f32");
        for (i, row) in
            rows.iter_mut().enumerate().filter(|(_, row)| row.family == "sliver" && row.ruling != Ruling::NotApplicable)
        {
            row.knob = match i % 10 {
                0 => None,
                1 => Some(f64::NAN),
                2 => row.knob.map(|knob| -knob),
                3 => Some(0.0),
                _ => row.knob,
            };
        }
    });
    let has_place = |row: &Record| row.knob.is_some_and(|knob| knob >= 0.0);
    let drawn = points(&study, "failure-knob");
    let is_bin_of =
        |point: &&Vec<String>, row: &Record| [&point[0], &point[1], &point[2]] == [&row.family, &row.scalar, &row.variant];
    let first = |row: &&Record| row.family == "sliver" && row.scalar == "f32" && row.variant == "johnson";
    let mine: Vec<&Record> = rows.iter().filter(first).collect();
    let bins: Vec<&Vec<String>> = drawn.iter().filter(|point| is_bin_of(point, mine[0])).collect();
    let sum = |column: usize| bins.iter().map(|bin| bin[column].parse::<usize>().unwrap()).sum::<usize>();
    let on_axis = || mine.iter().filter(|row| has_place(row));
    assert_eq!((sum(4), sum(5)), (on_axis().count(), on_axis().filter(|row| row.ruling.is_failure()).count()));
    // Zero is a bin of its own.
    assert_eq!((&bins[0][3][..], &bins[0][4]), ("0", &on_axis().filter(|row| row.knob == Some(0.0)).count().to_string()));
    // Only answers of drawn variants are counted.
    let is_drawn = |row: &Record| drawn.iter().any(|point| point[2] == row.variant);
    let is_beyond = |row: &&Record| row.family == "sliver" && is_drawn(row) && !has_place(row);
    let beyond = rows.iter().filter(is_beyond).count();
    let note = format!("sliver: {beyond} answers without a knob that has a place on the axis are not drawn.");
    assert!(notes(&study, "failure-knob").contains(&note), "{note}");
    // If few different knobs occur, each knob is a bin of its own as well.
    let sizes = drawn.iter().filter(|point| point[0] == "lower-dimensional" && point[1] == "f32" && point[2] == "johnson");
    assert_eq!(sizes.map(|point| &point[3][..]).collect::<Vec<_>>(), ["0", "1", "2", "3", "4", "5"]);
    // The breaking point covers the same cases.
    let breaking = points(&study, "breaking");
    let found = breaking.iter().find(|point| [&point[1][..], &point[0], &point[2]] == ["sliver", "f32", "johnson"]).unwrap();
    assert_eq!(found[4], on_axis().count().to_string());
}

#[test]
fn every_archive_that_is_committed_is_read() {
    let results = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/results");
    let mut archives = 0;
    for folder in std::fs::read_dir(results).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        let study = crate::Study::read(&folder).unwrap();
        assert!(!study.facts.variants.is_empty(), "{}", folder.display());
        archives += 1;
    }
    assert!(archives >= 3);
}
