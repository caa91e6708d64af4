//! The counts of answers, compared with counts by hand, and tests that adding tallies loses nothing.

mod errors;
mod sums;

use super::*;
use crate::{Column, FAULTS, Measure, Quantity, SCHEMA};
use gjk_numbers::SplitMix64;

fn record(case: u64, variant: &str, ruling: Ruling) -> Record {
    let name = |text: &str| text.to_owned();
    Record {
        schema: SCHEMA,
        family: name("gap"),
        case: format!("gap:1:{case}"),
        scalar: name("f64"),
        variant: name(variant),
        points_a: 8,
        points_b: 4,
        ruling,
        ..Record::default()
    }
}

/// The tally of records, in which those of a case are consecutive.
fn tally(records: &[Record]) -> Answers {
    let mut tally = Answers::new("gap", "f64");
    records.chunk_by(|x, y| x.case == y.case).for_each(|case| tally.count(case, 64.0));
    tally
}

/// A change to a record.
type Change = fn(&mut Record);

/// The answers of one variant to these cases.
fn of(change: &[(Ruling, Change)]) -> VariantAnswers {
    let records = change.iter().zip(0..).map(|(&(ruling, change), case)| {
        let mut record = record(case, "x", ruling);
        change(&mut record);
        record
    });
    tally(&records.collect::<Vec<_>>()).variants.remove(0)
}

fn nothing(_: &mut Record) {}

#[test]
fn every_ruling_is_counted_once_and_failures_are_off_wrong_and_gave_up() {
    let says_meet: Change = |record| record.verdict = Some("intersecting".to_owned());
    let mut changes: Vec<(Ruling, Change)> = Ruling::ALL.into_iter().map(|ruling| (ruling, nothing as Change)).collect();
    changes.push((Ruling::Wrong, says_meet));
    let counts = of(&changes).counts;
    assert!(Column::ALL.into_iter().all(|column| counts.rulings[column] == 1));
    // Right, contact, inaccurate, undecided, off, missed, phantom, gave-up; and a refused body.
    assert_eq!((counts.applicable(), counts.offered(), counts.wrong()), (8, 9, 2));
    assert_eq!(counts.failures(), 4, "off, missed, phantom, gave-up");
    assert_eq!(counts.faults, [0, 0, 0, 4], "no fault was said");
    for (ruling, is_failure) in
        [(Ruling::Off, 1), (Ruling::Inaccurate, 0), (Ruling::Contact, 0), (Ruling::Undecided, 0), (Ruling::Refused, 0)]
    {
        assert_eq!(of(&[(ruling, nothing)]).counts.failures(), is_failure, "{ruling:?}");
    }
}

#[test]
fn a_failure_counts_for_the_one_whose_fault_it_is() {
    let faults: [Change; 4] = [
        |record| record.fault = Some("algorithm".to_owned()),
        |record| record.fault = Some("rounding".to_owned()),
        |record| record.fault = Some("range".to_owned()),
        |record| record.fault = Some("somebody".to_owned()),
    ];
    for (i, fault) in faults.into_iter().enumerate() {
        let mut expected = [0; FAULTS.len()];
        expected[i] = 1;
        assert_eq!(of(&[(Ruling::Off, fault), (Ruling::Right, fault)]).counts.faults, expected);
    }
}

#[test]
fn an_answer_is_certified_beyond_the_slack_or_missed_in_a_plane_only_where_its_row_says_so() {
    let counted = |change: Change| {
        let Counts { certified, beyond_slack, flat_missed, depth, .. } = of(&[(Ruling::Wrong, change)]).counts;
        // The rows of a refused body and of a case that is not applicable add no counts.
        let untaken = of(&[(Ruling::Refused, change), (Ruling::NotApplicable, change)]).counts;
        let Counts { certified: a, beyond_slack: b, flat_missed: c, depth: d, .. } = untaken;
        assert_eq!([a, b, c, d.certified], [0; 4]);
        [certified, beyond_slack, flat_missed, depth.certified]
    };
    assert_eq!(counted(nothing), [0; 4]);
    assert_eq!(counted(|row| row.certified = Some(true)), [1, 0, 0, 0]);
    assert_eq!(counted(|row| row.beyond_slack = Some(true)), [0, 1, 0, 0]);
    assert_eq!(counted(|row| row.flat_depth_units = Some(64.5)), [0, 0, 1, 0]);
    assert_eq!(counted(|row| row.depth_certified = Some(true)), [0, 0, 0, 1]);
    let otherwise: Change = |row| {
        (row.certified, row.beyond_slack, row.depth_certified) = (Some(false), Some(false), Some(false));
        // Within the tolerance of 64 units.
        row.flat_depth_units = Some(64.0);
    };
    assert_eq!(counted(otherwise), [0; 4]);
}

#[test]
fn errors_are_of_right_verdicts_alone() {
    let error: Change = |record| record.error_units = Some(3.0);
    let wrong_margin: Change = |record| (record.error_units, record.margin_units) = (Some(3.0), Some(1.0));
    let lost: Change = |record| record.error_units = Some(1e9);
    let endless: Change = |record| record.error_units = Some(f64::INFINITY);
    let no_number: Change = |record| record.error_units = Some(f64::NAN);
    let found = of(&[
        // Three of them count with their error, and one right verdict without a number counts as zero, ...
        (Ruling::Right, error),
        (Ruling::Inaccurate, error),
        (Ruling::Off, lost),
        (Ruling::Right, nothing),
        // ... three have no finite error (one of them is off because it lacks the number that it promised), ...
        (Ruling::Off, nothing),
        (Ruling::Off, endless),
        (Ruling::Off, no_number),
        // ... and these have no right verdict.
        (Ruling::Contact, error),
        (Ruling::Undecided, error),
        (Ruling::Wrong, error),
        (Ruling::Inaccurate, wrong_margin),
        (Ruling::GaveUp, nothing),
        (Ruling::NotApplicable, error),
        (Ruling::Refused, error),
    ]);
    let counted: Vec<(Cell, u64)> = found.errors.iter().collect();
    assert_eq!(counted, [0.0, 3.0, 1e9].map(|error| Cell::of(error).unwrap()).into_iter().zip([1, 2, 1]).collect::<Vec<_>>());
    assert_eq!(found.endless_errors, 3);
    assert!(found.distance);
    assert!(!of(&[(Ruling::Right, nothing)]).distance);
    assert!(of(&[(Ruling::Right, |record| record.distance = Some(1.0))]).distance);
}

#[test]
fn iterations_are_counted_by_the_larger_body_down_to_a_power_of_two() {
    let sizes: Change = |record| (record.points_a, record.points_b, record.iterations) = (3, 33, 7);
    let found =
        of(&[(Ruling::Right, sizes), (Ruling::GaveUp, sizes), (Ruling::NotApplicable, sizes), (Ruling::Refused, sizes)]);
    assert_eq!(found.iterations.iter().collect::<Vec<_>>(), [((32, 7), 2)]);
    assert_eq!([0, 1, 2, 3, 4, 63, 64].map(octave), [1, 1, 2, 2, 4, 32, 64]);
}

#[test]
fn knobs_are_counted_by_cells_and_those_without_one_apart() {
    let knob = |case, knob: Option<f64>, ruling| Record { knob, ..record(case, "x", ruling) };
    let found = tally(&[
        knob(0, Some(1.0), Ruling::Right),
        knob(1, Some(1.01), Ruling::Off),
        knob(2, Some(0.5), Ruling::GaveUp),
        knob(3, Some(0.0), Ruling::Inaccurate),
        knob(4, None, Ruling::Right),
        knob(5, Some(f64::NAN), Ruling::Off),
        knob(6, Some(1.0), Ruling::NotApplicable),
        knob(7, Some(1.0), Ruling::Refused),
    ]);
    let cells: Vec<(f64, [u64; 2])> = found.knobs.iter().map(|cell| (cell.least, cell.of(0))).collect();
    assert_eq!(cells, [(0.0, [1, 0]), (0.5, [1, 1]), (1.0, [2, 1])]);
    assert_eq!((found.variants[0].without_knob, found.applicable()), (2, 6));
    // The least knob of a cell represents it, in any order.
    let other = tally(&[knob(8, Some(1.02), Ruling::Right), knob(9, Some(1.005), Ruling::Right)]);
    assert_eq!(other.knobs[0].least, 1.005);
}

#[test]
fn the_largest_errors_are_kept_and_those_in_range_apart() {
    let margin = |case, margin, fault: &str| Record {
        margin_units: Some(margin),
        fault: Some(fault.to_owned()),
        verdict: Some("apart".to_owned()),
        ..record(case, "x", Ruling::Wrong)
    };
    let found = tally(&[
        margin(0, 70.0, "rounding"),
        margin(1, 90.0, "range"),
        margin(2, 80.0, "rounding"),
        margin(3, 80.0, "rounding"),
    ]);
    let kept: Vec<_> = found.variants[0].worst.iter().map(|w| (w.quantity, w.in_range, w.value, &w.case[..])).collect();
    // The first of equal errors is kept.
    assert_eq!(kept, [(Quantity::Margin, false, 90.0, "gap:1:1"), (Quantity::Margin, true, 80.0, "gap:1:2")]);
    let length = |case, error, ruling| Record { error_units: Some(error), ..record(case, "x", ruling) };
    let found = tally(&[
        length(0, 500.0, Ruling::Right),
        length(1, 100.0, Ruling::Inaccurate),
        length(2, f64::NAN, Ruling::Off),
        length(3, 1e9, Ruling::Off),
    ]);
    let kept: Vec<_> = found.variants[0].worst.iter().map(|w| (w.quantity, w.in_range, &w.case[..])).collect();
    assert_eq!(kept, [(Quantity::Length, false, "gap:1:2"), (Quantity::Length, true, "gap:1:2")]);
}

#[test]
fn the_signature_of_a_case_shows_the_variants_without_a_right_verdict() {
    let case = |number, rulings: &[Ruling]| {
        let names = ["a", "b", "c"].into_iter();
        names.zip(rulings).map(|(name, &ruling)| record(number, name, ruling)).collect::<Vec<_>>()
    };
    use Ruling::*;
    let cases = [
        case(0, &[Right, Wrong, GaveUp]),
        case(1, &[Off, Inaccurate, Contact]),
        case(2, &[Undecided, Right, Right]),
        case(3, &[Right, NotApplicable, Refused]),
        case(4, &[Refused, GaveUp, NotApplicable]),
    ];
    let found = tally(&cases.concat());
    assert_eq!(serde_json::to_string(&found.signatures).unwrap(), r#"{"-x":1,".":1,"...":2,".xx":1}"#);
    // If a case has only some of the answers, the other variants count as not having accepted it.
    assert_eq!(serde_json::to_string(&found.only(|name| name != "a").signatures).unwrap(), r#"{"..":2,"x":1,"xx":1}"#);
}

#[test]
fn how_much_farther_translations_go_is_kept_in_cells_of_the_ratio_less_one() {
    let ratio = |case, ruling, off_by, excess_ratio: f64| Record {
        residual_units: Some(0.0),
        excess_ratio: Some(excess_ratio),
        off_by,
        ..record(case, "x", ruling)
    };
    let found = tally(&[
        ratio(0, Ruling::Right, None, 1.0),
        ratio(1, Ruling::Right, None, 1.013),
        ratio(2, Ruling::Right, None, 1.0132),
        ratio(3, Ruling::Off, Some(Measure::Excess), 2e10),
        ratio(4, Ruling::Right, None, f64::INFINITY),
        // The length of an answer that leaves overlap, or is wrong, does not count.
        ratio(5, Ruling::Off, Some(Measure::Residual), 3.0),
        ratio(6, Ruling::Wrong, None, 3.0),
        ratio(7, Ruling::NotApplicable, None, 3.0),
        // A translation that is slightly too short.
        ratio(8, Ruling::Right, None, 1.0 - 1e-12),
        Record { excess_ratio: None, ..ratio(9, Ruling::Right, None, 1.0) },
    ]);
    let kept: Vec<(f64, u64)> = found.variants[0].farther.iter().map(|(cell, count)| (cell.end(), count)).collect();
    assert_eq!(kept.iter().map(|(_, count)| *count).collect::<Vec<_>>(), [1, 1, 2, 1]);
    // No cell is wider than an eighth of its numbers, which are the ratios minus one.
    for ((end, _), value) in kept.iter().zip([-1e-12, 0.0, 0.013, 2e10]) {
        assert!(*end >= value && *end <= value + 0.125 * value.abs(), "{end} {value}");
    }
    assert_eq!(found.variants[0].endless_farther, 1);
}

/// Records of any kind: for each case, one for some of the variants, in any order.
fn any_records(cases: u64) -> Vec<Vec<Record>> {
    let mut dice = SplitMix64(7);
    let mut case = |case| {
        let mut names = vec!["a", "b", "c", "d"];
        names.rotate_left(dice.below(4) as usize);
        names.truncate(1 + dice.below(4) as usize);
        let mut of_variant = |name| {
            let numbers = [None, Some(0.0), Some(1.0), Some(77.0), Some(1e9), Some(f64::INFINITY), Some(f64::NAN), Some(-3.0)];
            let ruling = Ruling::ALL[dice.below(9) as usize];
            let mut number = || numbers[dice.below(8) as usize];
            let (knob, error_units, flat_depth_units, distance) = (number(), number(), number(), number());
            let (residual_units, excess_units, excess_ratio) = (number(), number(), number());
            let margin_units = number().filter(|_| ruling != Ruling::Right);
            let off_by = [None, Some(Measure::Residual), Some(Measure::Excess)][dice.below(3) as usize];
            let promises_least = [None, Some(false), Some(true)][dice.below(3) as usize];
            let fault = ["algorithm", "rounding", "range", "?"][dice.below(4) as usize].to_owned();
            let verdict = ["apart", "intersecting"][dice.below(2) as usize].to_owned();
            Record {
                points_a: dice.below(70) as usize,
                iterations: dice.below(9) as usize,
                certified: Some(dice.below(2) == 0),
                beyond_slack: Some(dice.below(2) == 0),
                fault: Some(fault),
                verdict: Some(verdict),
                knob,
                error_units,
                flat_depth_units,
                distance,
                margin_units,
                residual_units,
                excess_units,
                excess_ratio,
                off_by,
                promises_least,
                ..record(case, name, ruling)
            }
        };
        names.into_iter().map(&mut of_variant).collect()
    };
    (0..cases).map(&mut case).collect()
}

/// Answers with the variants in the order of their names, as text, since a NaN is not equal to itself.
fn text(mut answers: Answers) -> String {
    answers.sort(|name| name.bytes().next().map(usize::from));
    serde_json::to_string(&answers).unwrap()
}

#[test]
fn adding_tallies_loses_nothing_and_its_order_does_not_matter() {
    let cases = any_records(600);
    let all = tally(&cases.concat());
    let parts: Vec<Answers> = cases.chunks(150).map(|part| tally(&part.concat())).collect();
    let sum = |order: &[usize]| {
        let mut sum = Answers::new("gap", "f64");
        order.iter().for_each(|&part| sum.add(&parts[part]));
        sum
    };
    assert_eq!(text(sum(&[0, 1, 2, 3])), text(all.clone()));
    // In pairs, and then the sums of the pairs.
    let mut pairs = sum(&[0, 1]);
    pairs.add(&sum(&[2, 3]));
    assert_eq!(text(pairs), text(all.clone()));
    // In another order, only the case of equally large errors may differ.
    let but_cases = |mut answers: Answers| {
        answers.variants.iter_mut().flat_map(|variant| &mut variant.worst).for_each(|worst| {
            worst.case.clear();
            worst.truth_class.clear();
            worst.verdict.clear();
        });
        text(answers)
    };
    assert_eq!(but_cases(sum(&[3, 1, 0, 2])), but_cases(all.clone()));
    // Every answer is counted by ruling, by knob, by iterations and by error.
    let taken = cases.concat().iter().filter(|record| record.ruling.is_taken()).count() as u64;
    assert_eq!(all.applicable(), taken);
    let variants = 0..all.variants.len();
    let by_knob: u64 = all.knobs.iter().flat_map(|cell| variants.clone().map(move |place| cell.of(place)[0])).sum();
    assert_eq!(by_knob + all.variants.iter().map(|variant| variant.without_knob).sum::<u64>(), taken);
    let iterations = all.variants.iter().flat_map(|variant| variant.iterations.iter());
    assert_eq!(iterations.map(|(_, count)| count).sum::<u64>(), taken);
    for (place, variant) in all.variants.iter().enumerate() {
        assert_eq!(all.signatures.taken(place), variant.counts.applicable(), "{}", variant.variant);
        let by_fault: u64 = variant.counts.faults.iter().sum();
        assert_eq!(by_fault, variant.counts.failures(), "{}", variant.variant);
        let of_it = || cases.iter().flatten().filter(|record| record.variant == variant.variant && record.ruling.is_taken());
        let residuals = variant.residuals.iter().map(|(_, count)| count).sum::<u64>() + variant.endless_residuals;
        assert_eq!(residuals, of_it().filter(|record| record.residual_units.is_some()).count() as u64, "{}", variant.variant);
        let farther = variant.farther.iter().map(|(_, count)| count).sum::<u64>() + variant.endless_farther;
        let has_ratio = |record: &&Record| record.excess_ratio.is_some() && record.part(Question::Depth) == Part::Sound;
        assert_eq!(farther, of_it().filter(has_ratio).count() as u64, "{}", variant.variant);
        let depth = variant.counts.depth;
        assert!(farther > 9 && depth.right(Question::Depth) > 0 && depth.beyond(Measure::Excess) > 0, "{}", variant.variant);
    }
}

#[test]
fn the_order_of_the_variants_changes_no_number() {
    let cases = any_records(200);
    let backwards: Vec<Record> = cases.iter().flat_map(|case| case.iter().rev().cloned()).collect();
    assert_eq!(text(tally(&cases.concat())), text(tally(&backwards)));
}

#[test]
fn a_tally_of_some_variants_is_that_of_their_records() {
    let cases = any_records(200);
    let wanted = |name: &str| matches!(name, "a" | "d");
    let mine: Vec<Record> = cases.concat().into_iter().filter(|record| wanted(&record.variant)).collect();
    let (mut only, mine) = (tally(&cases.concat()).only(wanted), tally(&mine));
    // A cell without an answer of these variants is kept, but empty.
    only.knobs.retain(|cell| cell.of(0)[0] + cell.of(1)[0] > 0);
    let without_least = |mut answers: Answers| {
        answers.knobs.iter_mut().for_each(|cell| cell.least = 0.0);
        // A case is kept in the signatures of the depth if any of the variants got it right.
        answers.depth_signatures = Signatures::default();
        text(answers)
    };
    assert_eq!(without_least(only), without_least(mine));
}

#[test]
fn a_tally_is_read_as_it_was_written() {
    let all = tally(&any_records(300).concat());
    let read: Answers = serde_json::from_str(&serde_json::to_string(&all).unwrap()).unwrap();
    assert_eq!(text(read), text(all));
}
