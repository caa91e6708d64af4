//! Times of several machines: shown of one, side by side in the ratios, never mixed.

use gjk_records::{Form, Ruling, Timing, TraceTally};

use super::{notes, points, small, synthetic, timing};
use crate::tables::{ratio_table, summary_text};
use crate::{Study, Survey};

/// The small study, of which another machine timed so many cases.
fn on_two_machines(cases: usize) -> Study {
    let mut study = small();
    for case in 1..=cases {
        for (variant, nanoseconds) in [("near", 150.0), ("sign", 100.0)] {
            let machine = "another".to_owned();
            study.of_mut::<Timing>().push(Timing { machine, ..timing("gap", case, variant, nanoseconds, Ruling::Right) });
        }
    }
    study
}

#[test]
fn the_machine_with_most_timed_queries_is_shown_and_of_two_the_first() {
    for (cases, machine, near) in [(2, "a processor", 300.0), (3, "a processor", 300.0), (4, "another", 150.0)] {
        let study = on_two_machines(cases);
        let survey = Survey::new(&study);
        assert_eq!((&survey.times.machine[..], survey.other_times.len()), (machine, 1));
        let mean = survey.times.pooled(&[0], 0, 0).map(|time| time.0.round());
        assert_eq!(mean, Some(near));
        let text = summary_text(&study).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&format!("ns: median a query on {machine}.")), "{text}");
        assert!(text.ends_with("Times on 1 other machine stand in pairs.csv alone."), "{text}");
        assert_eq!(notes(&study, "frontier"), format!("Times on {machine}; those on 1 other machine are left out."));
    }
    assert!(!summary_text(&small()).contains("other machine"));
    assert_eq!(notes(&small(), "frontier"), "");
    // What cannot be used is not counted.
    let mut study = on_two_machines(4);
    study
        .of_mut::<Timing>()
        .iter_mut()
        .filter(|timing| timing.machine == "another")
        .take(4)
        .for_each(|timing| timing.nanoseconds = 0.0);
    assert_eq!(Survey::new(&study).times.machine, "a processor");
}

#[test]
fn times_of_the_erased_form_are_said_to_be_such_by_family() {
    let erase = |family: &str| {
        let mut study = small();
        let timings = study.of_mut::<Timing>().iter_mut().filter(|timing| timing.family == family);
        timings.for_each(|timing| timing.form = Some(Form::Erased));
        study
    };
    let said = |study: &Study, scalar: usize| Survey::new(study).times.erased_note(&[0, 1], scalar);
    let form = "are those of queries in the erased form, compiled once for all kinds of bodies, which takes longer.";
    assert_eq!(said(&small(), 0), None);
    let study = erase("gap");
    let scalar = Survey::new(&study).scalars.iter().position(|scalar| scalar == "f64").expect("it was timed");
    assert_eq!(said(&study, scalar), Some(format!("The times of one of the 2 families {form}")));
    assert_eq!(said(&study, 1 - scalar), None);
    assert_eq!(Survey::new(&study).times.erased_note(&[1], scalar), None);
    assert_eq!(Survey::new(&study).times.erased_note(&[0], scalar), Some(format!("Times {form}")));
    assert_eq!(notes(&study, "frontier"), format!("The times of one of the 2 families {form}"));
    let text = summary_text(&study).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(form), "{text}");
}

#[test]
fn ratios_are_of_times_on_the_same_machine() {
    let study = on_two_machines(1);
    let pairs = ratio_table(&Survey::new(&study));
    let texts: Vec<String> = pairs.rows.iter().map(|row| row[..7].join(" ")).collect();
    assert_eq!(
        texts,
        [
            "a processor f64 gap 8 near sign 2",
            "a processor f64 gap 8 sign near 2",
            "another f64 gap 8 near sign 1",
            "another f64 gap 8 sign near 1"
        ]
    );
    assert!((pairs.rows[2][7].parse::<f64>().unwrap() - 1.5).abs() < 1e-12);
}

#[test]
fn warm_starts_are_timed_on_one_machine() {
    let study = synthetic::study(4, 4);
    let all = points(&study, "warm-start");
    let times = |row: &&Vec<String>| !row[row.len() - 1].is_empty() && !row[row.len() - 2].is_empty();
    assert!(all.iter().all(|row| times(&row)) && notes(&study, "warm-start").is_empty());
    let mut mixed = study.clone();
    mixed
        .of_mut::<TraceTally>()
        .iter_mut()
        .filter(|tally| tally.step == 1.0)
        .for_each(|tally| tally.machine = "another".to_owned());
    let shown = points(&mixed, "warm-start");
    // Iterations and rulings do not depend on the machine.
    assert_eq!(shown.len(), all.len());
    for (row, before) in shown.iter().zip(&all) {
        let is_elsewhere = row[4] == "1";
        assert_eq!(times(&row), !is_elsewhere, "{row:?}");
        let kept = row.len() - 3;
        assert_eq!(row[..kept], before[..kept]);
    }
    assert!(notes(&mixed, "warm-start").contains("The times of 24 tallies are left out"), "{}", notes(&mixed, "warm-start"));
}
