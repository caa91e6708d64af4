//! The effect of adding on each field of a tally.

use serde_json::{json, to_value};

use super::super::*;
use crate::sums::{primes, summed};
use crate::{Column, NOT_ASKED, Quantity};

/// Cells, with the count of each.
fn histogram<K: Ord + Copy>(counts: &[(K, u64)]) -> Histogram<K> {
    Histogram::from(counts.to_vec())
}

fn cell(number: f64) -> Cell {
    Cell::of(number).expect("it is finite")
}

fn worst(quantity: Quantity, in_range: bool, value: f64, case: &str) -> Worst {
    Worst { quantity, in_range, value, case: case.to_owned(), truth_class: "separated".to_owned(), verdict: "apart".to_owned() }
}

/// Two tallies of a variant with a different prime for each count; each histogram has a cell of its own and a common one.
fn variants() -> [VariantAnswers; 2] {
    let mut count = primes();
    let largest = [
        [worst(Quantity::Length, false, 9.0, "one"), worst(Quantity::Margin, true, 2.0, "one")],
        [worst(Quantity::Length, false, 8.0, "other"), worst(Quantity::Margin, true, 3.0, "other")],
    ];
    let mut counts = |own: f64, worst: &[Worst]| VariantAnswers {
        variant: "x".to_owned(),
        distance: own > 1.0,
        counts: Counts {
            rulings: Column::ALL.map(|column| (column, count())).into_iter().collect(),
            depth: crate::claim::tests::of(|name| if name == "answers" { count() } else { 0 }),
            ..Counts::default()
        },
        errors: histogram(&[(cell(own), count()), (cell(64.0), count())]),
        judged_errors: count(),
        endless_errors: count(),
        iterations: histogram(&[((8, own as usize), count()), ((8, 9), count())]),
        without_knob: count(),
        worst: worst.to_vec(),
        unanswered: Some(worst[0].case.clone()),
        residuals: histogram(&[(cell(own), count()), (cell(64.0), count())]),
        endless_residuals: count(),
        farther: histogram(&[(cell(own), count()), (cell(64.0), count())]),
        endless_farther: count(),
        late: histogram(&[(cell(own), count()), (cell(64.0), count())]),
        early: histogram(&[(cell(own), count()), (cell(64.0), count())]),
        held_units: Some(Endless(own)),
    };
    [counts(1.0, &largest[0]), counts(2.0, &largest[1])]
}

/// The sum of two histograms: the counts of common values are added.
fn both<K: Ord + Copy>(one: &Histogram<K>, other: &Histogram<K>) -> Vec<(K, u64)> {
    let mut all: BTreeMap<K, u64> = one.iter().collect();
    other.iter().for_each(|(value, count)| *all.entry(value).or_insert(0) += count);
    all.into_iter().collect()
}

#[test]
fn every_count_of_a_variant_is_added_and_each_largest_error_stays() {
    let [one, other] = variants();
    for [ours, theirs] in [[&one, &other], [&other, &one]] {
        let mut sum = ours.clone();
        sum.add(theirs);
        assert!(sum.iterations.iter().count() == 3 && sum.errors.iter().count() == 3, "each has a cell of its own");
        let mut counts = ours.counts;
        counts += &theirs.counts;
        let stated = json!({
            "distance": true,
            "counts": counts,
            "errors": both(&ours.errors, &theirs.errors),
            "iterations": both(&ours.iterations, &theirs.iterations),
            "residuals": both(&ours.residuals, &theirs.residuals),
            "farther": both(&ours.farther, &theirs.farther),
            "late": both(&ours.late, &theirs.late),
            "early": both(&ours.early, &theirs.early),
            "worst": [one.worst[0], other.worst[1]],
            "unanswered": "one",
            "held_units": 2.0,
        });
        assert_eq!(to_value(&sum).unwrap(), summed(ours, theirs, stated));
    }
    // True if any answer gives a distance; here neither does.
    let mut none = one.clone();
    none.add(&one);
    assert!(!none.distance);
}

#[test]
fn the_first_case_without_an_answer_is_kept() {
    let mut of = VariantAnswers::default();
    for (case, ruling) in [("a:1:1", crate::Ruling::Right), ("a:1:10", crate::Ruling::GaveUp), ("a:1:9", crate::Ruling::GaveUp)]
    {
        of.count(&Record { case: case.to_owned(), ruling, ..Record::default() }, 64.0);
    }
    assert_eq!(of.unanswered.as_deref(), Some("a:1:9"));
    let mut sum = VariantAnswers::default();
    sum.add(&VariantAnswers::default());
    sum.add(&of);
    sum.add(&VariantAnswers { unanswered: Some("a:1:11".to_owned()), ..VariantAnswers::default() });
    assert_eq!(sum.unanswered.as_deref(), Some("a:1:9"));
}

#[test]
fn the_greatest_deviation_of_held_bodies_is_kept_and_none_is_below_all_others() {
    let of = |units: Option<f64>| VariantAnswers { held_units: units.map(Endless), ..VariantAnswers::default() };
    for (ours, theirs, kept) in [
        (None, None, None),
        (None, Some(0.0), Some(0.0)),
        (Some(3.0), None, Some(3.0)),
        (Some(3.0), Some(2.0), Some(3.0)),
        (Some(2.0), Some(f64::INFINITY), Some(f64::INFINITY)),
    ] {
        let mut sum = of(ours);
        sum.add(&of(theirs));
        assert_eq!(sum.held_units, kept.map(Endless));
        // As stated in the row, whatever the ruling, and read back from a file.
        let mut counted = of(ours);
        counted.count(&Record { held_units: theirs, ruling: crate::Ruling::Refused, ..Record::default() }, 64.0);
        assert_eq!(counted.held_units, kept.map(Endless));
        let text = serde_json::to_string(&sum).unwrap();
        assert_eq!(serde_json::from_str::<VariantAnswers>(&text).unwrap(), sum, "{text}");
    }
}

#[test]
fn the_first_of_equally_large_errors_is_kept_and_nan_is_the_largest() {
    let kept = |ours: f64, theirs: f64| {
        let of = |value, case| VariantAnswers {
            worst: vec![worst(Quantity::Margin, false, value, case)],
            ..VariantAnswers::default()
        };
        let mut sum = of(ours, "one");
        sum.add(&of(theirs, "other"));
        assert_eq!(sum.worst.len(), 1);
        sum.worst.remove(0).case
    };
    assert_eq!([kept(2.0, 2.0), kept(3.0, 2.0), kept(f64::NAN, f64::INFINITY)], ["one"; 3]);
    assert_eq!([kept(2.0, 3.0), kept(f64::INFINITY, f64::NAN)], ["other"; 2]);
    // One error of each kind is kept.
    let mut sum = VariantAnswers::default();
    for (quantity, in_range) in [(Quantity::Margin, true), (Quantity::Length, true), (Quantity::Margin, false)] {
        sum.add(&VariantAnswers { worst: vec![worst(quantity, in_range, 1.0, "")], ..VariantAnswers::default() });
    }
    let kinds: Vec<_> = sum.worst.iter().map(Worst::key).collect();
    assert_eq!(kinds, [(Quantity::Length, true), (Quantity::Margin, false), (Quantity::Margin, true)]);
}

/// A tally of these variants, each with one count, and of a cell of knobs with these numbers of answers and failures.
fn tally(variants: &[(&str, u64)], knobs: &[(f64, &[[u64; 2]])], signatures: [&str; 2]) -> Answers {
    let variant = |&(name, without_knob): &(&str, u64)| VariantAnswers {
        variant: name.to_owned(),
        without_knob,
        ..VariantAnswers::default()
    };
    let knob = |&(least, counts): &(f64, &[[u64; 2]])| KnobCell {
        cell: cell(least),
        least,
        counts: counts.iter().copied().enumerate().collect(),
    };
    let [signatures, depth_signatures] = signatures.map(|text| serde_json::from_str(text).unwrap());
    Answers {
        variants: variants.iter().map(variant).collect(),
        knobs: knobs.iter().map(knob).collect(),
        signatures,
        depth_signatures,
        ..Answers::new("gap", "f64")
    }
}

#[test]
fn answers_of_a_variant_are_added_to_those_of_the_same_name_wherever_they_are_listed() {
    let one = tally(
        &[("a", 2), ("b", 3)],
        &[(1.0, &[[5, 1], [7, 2]]), (4.0, &[[11, 3], [13, 4]])],
        [r#"{"x.":17,"..":19}"#, r#"{".x":23}"#],
    );
    // The first two variants are listed in the reverse order, with a third one between them; 1.01 is in the cell of 1.
    let other = tally(
        &[("b", 29), ("c", 31), ("a", 37)],
        &[(0.5, &[[41, 5], [43, 6], [47, 7]]), (1.01, &[[53, 8], [59, 9], [61, 10]])],
        [r#"{"x.":67,".-x":71}"#, r#"{".x-":73}"#],
    );
    let mut sum = one.clone();
    sum.add(&other);
    let expected = tally(
        &[("a", 2 + 37), ("b", 3 + 29), ("c", 31)],
        &[
            (0.5, &[[47, 7], [41, 5], [43, 6]]),
            (1.0, &[[5 + 61, 1 + 10], [7 + 53, 2 + 8], [59, 9]]),
            (4.0, &[[11, 3], [13, 4]]),
        ],
        // b and c are wrong and sound; b is sound and a is wrong; for the depth, c is wrong and b is sound.
        [r#"{"x.":88,"..":19,"-x.":67}"#, r#"{".x":23,"-.x":73}"#],
    );
    assert_eq!(sum, expected);
    // The least knob of a cell represents it, in any order.
    let mut reversed = other.clone();
    reversed.add(&one);
    assert_eq!(reversed.knobs[1].least, 1.0);
    assert_eq!(reversed.applicable(), sum.applicable());
    reversed.sort(|name| name.bytes().next().map(usize::from));
    assert_eq!(reversed, expected);
}

#[test]
fn a_tally_of_some_variants_keeps_their_answers_by_knob_and_their_outcomes() {
    let all = tally(
        &[("a", 2), ("b", 3), ("c", 5)],
        &[(1.0, &[[5, 1], [7, 2], [11, 3]])],
        [r#"{"x.x":17,"..":19}"#, r#"{".x.":23,"-x":29}"#],
    );
    let expected = tally(&[("a", 2), ("c", 5)], &[(1.0, &[[5, 1], [11, 3]])], [r#"{"xx":17,".":19}"#, r#"{"..":23}"#]);
    assert_eq!(all.only(|name| name != "b"), expected);
}

#[test]
fn sums_end_at_the_greatest_number() {
    let full = VariantAnswers {
        judged_errors: u64::MAX,
        endless_errors: u64::MAX,
        without_knob: u64::MAX,
        endless_residuals: u64::MAX,
        endless_farther: u64::MAX,
        errors: histogram(&[(cell(1.0), u64::MAX)]),
        ..VariantAnswers::default()
    };
    let [one, _] = variants();
    let mut sum = full.clone();
    sum.add(&VariantAnswers { errors: histogram(&[(cell(1.0), 2)]), ..one });
    let ends =
        |of: &VariantAnswers| [of.judged_errors, of.endless_errors, of.without_knob, of.endless_residuals, of.endless_farther];
    assert_eq!((ends(&sum), sum.errors), (ends(&full), full.errors));
}

#[test]
fn only_a_failure_that_was_not_asked_and_is_larger_than_every_one_in_range_may_be_the_largest_in_range() {
    let record = |variant: &str, margin: f64, fault: &str| Record {
        variant: variant.to_owned(),
        ruling: Ruling::Wrong,
        margin_units: Some(margin),
        fault: Some(fault.to_owned()),
        ..Record::default()
    };
    let mut answers = Answers::new("gap", "f64");
    answers.count(&[record("a", 50.0, "rounding"), record("b", 90.0, "range")], 64.0);
    let may_be = |near, variant, margin, fault| answers.may_be_worst_in_range(near, &record(variant, margin, fault));
    // Whichever place is searched first.
    for near in 0..3 {
        assert!(may_be(near, "a", 51.0, NOT_ASKED) && !may_be(near, "a", 50.0, NOT_ASKED), "{near}");
        assert!(may_be(near, "a", f64::NAN, NOT_ASKED) && !may_be(near, "a", 49.0, NOT_ASKED), "{near}");
        // For b no error in range is known, for c no error at all.
        assert!(may_be(near, "b", 1.0, NOT_ASKED) && may_be(near, "c", 1.0, NOT_ASKED), "{near}");
        assert!(!may_be(near, "a", 51.0, "range") && !may_be(near, "a", 51.0, "rounding"), "{near}");
    }
    let largest = |answers: &Answers, place: usize| {
        answers.variants[place].worst.iter().map(|worst| (worst.in_range, worst.value)).collect::<Vec<_>>()
    };
    answers.keep_in_range(0, &record("b", 7.0, NOT_ASKED));
    assert_eq!([0, 1].map(|place| largest(&answers, place)), [[(false, 50.0), (true, 50.0)], [(false, 90.0), (true, 7.0)]]);
}
