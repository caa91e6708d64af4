//! Times of several machines: only one machine's are shown, the ratios have all machines side by side, and they are never
//! mixed.

use gjk_records::{Form, Ruling, Timing, TraceTally};

use super::{notes, points, small, synthetic, timing};
use crate::tables::{ratio_table, summary_text};
use crate::{Study, Survey};

/// The small study, with `cases` cases that another machine timed.
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
        assert!(text.contains(&format!("ns: median per query on {machine}.")), "{text}");
        assert!(text.ends_with("Times on 1 other machine are only in pairs.csv."), "{text}");
        assert_eq!(notes(&study, "frontier"), format!("Times on {machine}; those on 1 other machine are left out."));
    }
    assert!(!summary_text(&small()).contains("other machine"));
    assert_eq!(notes(&small(), "frontier"), "");
    // Timings that cannot be used are not counted.
    let mut study = on_two_machines(4);
    study
        .of_mut::<Timing>()
        .iter_mut()
        .filter(|timing| timing.machine == "another")
        .take(4)
        .for_each(|timing| timing.nanoseconds = 0.0);
    assert_eq!(Survey::new(&study).times.machine, "a processor");
}

/// The small study with two more timed queries in `flat`, both answered right: `near` takes ten times as long as `sign`.
///
/// The queries of these families have the erased form.
fn erased(families: &[&str]) -> Study {
    let mut study = small();
    for (variant, nanoseconds) in [("near", 30_000.0), ("sign", 3_000.0)] {
        study.of_mut::<Timing>().push(timing("flat", 1, variant, nanoseconds, Ruling::Right));
    }
    let timings = study.of_mut::<Timing>().iter_mut().filter(|timing| families.contains(&timing.family.as_str()));
    timings.for_each(|timing| timing.form = Some(Form::Erased));
    study
}

#[test]
fn a_mean_is_of_times_of_one_form() {
    // The median of `near` in `gap` is over 300, 500 and 10; the median of the ratios 3 and 2 is √6.
    let (typed, both) = ((300.0, 1), (3_000.0, 2));
    let (typed_ratio, both_ratio) = (6.0_f64.sqrt(), (6.0_f64.sqrt() * 10.0).sqrt());
    for (families, mean, ratio) in
        [(&[][..], both, both_ratio), (&["flat"], typed, typed_ratio), (&["gap", "flat"], both, both_ratio)]
    {
        let study = erased(families);
        let survey = Survey::new(&study);
        assert_eq!((&survey.families[0].name[..], &survey.families[1].name[..]), ("gap", "flat"));
        let scalar = survey.scalars.iter().position(|scalar| scalar == "f64").expect("it was timed");
        let (nanoseconds, over, _) = survey.times.pooled(&[0, 1], 0, scalar).expect("it was timed");
        assert!((nanoseconds / mean.0 - 1.0).abs() < 1e-9 && over == mean.1, "{families:?}: {nanoseconds} {over}");
        let found = survey.times.ratio(&[0, 1], scalar, [0, 1]).expect("both were timed");
        assert!((found / ratio - 1.0).abs() < 1e-9, "{families:?}: {found}");
        // A single family has its times in either form.
        assert_eq!(survey.times.pooled(&[1], 0, scalar).map(|time| time.0.round()), Some(30_000.0));
    }
}

#[test]
fn a_text_with_times_says_which_are_of_the_erased_form() {
    let said = |study: &Study, families: &[usize]| {
        let survey = Survey::new(study);
        let scalar = survey.scalars.iter().position(|scalar| scalar == "f64").expect("it was timed");
        survey.times.erased_note(families, scalar).unwrap_or_default()
    };
    let all = "Times are of queries in the erased form, compiled once for all kinds of bodies, which takes longer.";
    let left_out = "Times leave out 1 of the 2 families: their queries have the erased form.";
    assert_eq!([&[0][..], &[1], &[0, 1]].map(|families| said(&erased(&[]), families)), ["", "", ""]);
    assert_eq!([&[0][..], &[1], &[0, 1]].map(|families| said(&erased(&["flat"]), families)), ["", all, left_out]);
    assert_eq!(said(&erased(&["gap", "flat"]), &[0, 1]), all);
    let study = erased(&["flat"]);
    assert_eq!(notes(&study, "frontier"), left_out);
    let text = summary_text(&study).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("per query on a processor, without families of the erased form."), "{text}");
    let text = summary_text(&erased(&["gap", "flat"])).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("per query on a processor, in the erased form."), "{text}");
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
