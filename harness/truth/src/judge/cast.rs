//! Answers about a cast: the verdict, by the space that A sweeps, and the time, by the state of the cast then.
//!
//! # Rules
//! A verdict states whether B meets the space that A sweeps, so its margin is a distance or a depth of these two. A time is
//! wrong by a length: A has come too near or not near enough. Before the first contact the length is the distance of the
//! bodies, and the time is *early*. After it the length is the greater of the distance and of the path's depth in B, and the time
//! is *late*; the depth counts that A went through B, even if the bodies are apart again. So a time after a contact that was
//! grazed is not late by the way since then, but by how far the bodies are apart.
//!
//! A time outside [0, 1], or that is not a number, has lost all its digits. The witness points are those at the time that is
//! stated, and have to lie in the bodies then.
//!
//! # Evidence
//! The simplex of an answer, with its normal, may determine the exact time of the first contact, and prove it. The answer is
//! certified if the time that it states differs from this by at most u.

use dashu_ratio::RBig;
use gjk_cases::case::{Body, Case, Point};
use gjk_numbers::Big;
use gjk_numbers::vector::Vector;
use gjk_records::{Measure, Measures, Question};

use super::comparison::{Comparison, Verdict};
use super::hulls::of_size_one;
use super::integers;
use super::lengths::{LengthErrors, WitnessErrors};
use super::limits::Limits;
use super::measured::Measured;
use crate::answer::{Answered, Numbers, Says, Values};
use crate::exact::{Bracket, Scaled};
use crate::oracle::nearest::rounded;
use crate::truth::{CastTruth, HullTruth, Passage, Time};

pub(super) fn compare(limits: &Limits, case: &Case, truth: &CastTruth, answer: &Answered) -> Comparison {
    let swept = &truth.swept;
    let verdict = Verdict::of(answer.says, swept.decided(), swept.gap(), || truth.path());
    let measured = measured(limits, case, truth, answer);
    let witnesses = case.cast.as_ref().and_then(|motion| witnesses(limits, case, motion, answer));
    let lengths = LengthErrors { witnesses, ..LengthErrors::NONE };
    Comparison {
        verdict,
        lengths: measured.map_or(lengths, |measured| measured.ruled(lengths)),
        certified: certified(truth, answer),
        flat_depth: None,
        axis_overlap: None,
        witness_error: None,
        measured,
    }
}

/// The time of an answer that the bodies meet; `None` if it states none.
fn time(answer: &Answered) -> Option<Time<'_>> {
    if answer.says != Says::Intersecting {
        return None;
    }
    match &answer.numbers {
        Numbers::Rounded(values) => values.time.map(Time::Rounded),
        Numbers::Exact(values) => values.time.as_ref().map(Time::Exact),
    }
}

/// The time of an answer that is not ruled.
pub(super) fn time_alone(answer: &Answered) -> Measures {
    let mut measures = Measures::default();
    measures[Measure::Time] = time(answer).map(in_doubles);
    measures
}

fn in_doubles(time: Time) -> f64 {
    match time {
        Time::Rounded(time) => time,
        Time::Exact(time) => time.to_f64_fast(),
    }
}

/// Whether a time is in [0, 1].
fn is_valid(time: Time) -> bool {
    match time {
        Time::Rounded(time) => (0.0..=1.0).contains(&time),
        Time::Exact(time) => *time >= RBig::ZERO && *time <= RBig::ONE,
    }
}

/// The normal of an answer as integers.
fn normal_of(answer: &Answered) -> Option<Vector<Big>> {
    match &answer.numbers {
        Numbers::Rounded(values) => {
            values.normal.as_ref().filter(|normal| normal.iter().all(|x| x.is_finite())).map(integers::of_doubles)
        }
        Numbers::Exact(values) => values.normal.as_ref().map(integers::of_rationals),
    }
}

/// The normal of an answer, in doubles.
fn normal(answer: &Answered) -> Option<Point> {
    match &answer.numbers {
        Numbers::Rounded(values) => values.normal,
        Numbers::Exact(values) => values.normal.as_ref().map(integers::of_rationals).map(|normal| rounded(&normal)),
    }
}

/// The measures of an answer that the bodies meet, if it states a time.
fn measured(limits: &Limits, case: &Case, truth: &CastTruth, answer: &Answered) -> Option<Measured> {
    let time = time(answer)?;
    let mut measured = Measured::of(Question::Cast, answer.promise).ratio(Measure::Time, in_doubles(time));
    if !is_valid(time) {
        measured.is_lost = true;
        return Some(measured);
    }
    let normal = normal(answer);
    let found = truth.at(case, time, normal.as_ref(), limits.tolerance);
    let (Passage { gap, path, .. }, zero) = (found, Bracket::ZERO);
    let passed = Bracket { low: gap.low.max(path.low), high: gap.high.max(path.high) };
    let (early, late) = match found.is_before {
        Some(true) => (gap, zero),
        // The moved points are rounded, by less than the tolerance, and the time itself is not.
        Some(false) if passed.high <= limits.tolerance && truth.is_not_after(case, time) == Some(true) => (gap, zero),
        Some(false) => (zero, passed),
        // The gap is then at most the width of the bracket.
        None => (zero, passed),
    };
    measured = measured.length(Measure::Late, late.low).length(Measure::Early, early.low);
    let evidence = normal_of(answer);
    if let Some(is_proven) = truth.proves_contact(time, limits.unit_of_time(), &answer.simplex, evidence.as_ref()) {
        measured = measured.fact(Measure::TimeCertified, is_proven);
    }
    measured = match normal.map(|_| found.reach.map(|reach| reach.max(Scaled::ZERO))) {
        Some(Some(reach)) => measured.length(Measure::NormalReach, reach),
        _ => measured,
    };
    measured.open = [early.width().max(late.width()), Scaled::ZERO];
    Some(measured)
}

/// How far the witness points of a hit are from the bodies at the time that it states.
fn witnesses(limits: &Limits, case: &Case, motion: &Point, answer: &Answered) -> Option<WitnessErrors> {
    let time = time(answer).filter(|time| is_valid(*time))?;
    let off = |a: &Body, b: &Body, time: Time| {
        let pair = Case::of_bodies("witness", case.dimension, a.clone(), b.clone());
        CastTruth::gap_at(&pair, motion, time).low
    };
    match &answer.numbers {
        Numbers::Rounded(Values { witnesses: Some(points), .. }) => {
            let allowances = points.each_ref().map(|point| limits.rounding(point, case.dimension).unwrap_or(Scaled::ZERO));
            let [of_a, of_b] = points.map(|point| point.iter().all(|x| x.is_finite()).then(|| Body::Points(vec![point])));
            let of_a = of_a.map_or(Scaled::BEYOND, |point| off(&case.a, &point, time));
            // B rests.
            let of_b = of_b.map_or(Scaled::BEYOND, |point| off(&point, &case.b, Time::Rounded(0.0)));
            Some(WitnessErrors { distance: Scaled::ZERO, off_bodies: [of_a, of_b], allowances: Some(allowances) })
        }
        Numbers::Exact(values) => {
            let ([on_a, on_b], Time::Exact(time)) = (values.witnesses.as_ref()?, time) else { return None };
            let v = motion.map(|x| RBig::try_from(x).unwrap_or(RBig::ZERO) * time);
            let start: [RBig; 3] = std::array::from_fn(|i| &on_a[i] - &v[i]);
            let off = |point: &[RBig; 3], body: &Body| HullTruth::of_rational(case.dimension.into(), point, body.points());
            let off_bodies = [off(&start, &case.a), off(on_b, &case.b)];
            Some(WitnessErrors { distance: Scaled::ZERO, off_bodies, allowances: None })
        }
        Numbers::Rounded(_) => None,
    }
}

/// Whether the answer's own evidence proves its verdict: of `never`, an axis along which the swept space is apart from B.
fn certified(truth: &CastTruth, answer: &Answered) -> Option<bool> {
    if answer.says != Says::Apart {
        return None;
    }
    let hulls = truth.swept.hulls()?;
    let axis = match &answer.numbers {
        Numbers::Rounded(values) => {
            values.axis.as_ref().and_then(|axis| Some((of_size_one(axis)?, integers::of_doubles(axis))))
        }
        Numbers::Exact(values) => values.axis.as_ref().map(integers::of_rationals).map(|axis| (rounded(&axis), axis)),
    };
    Some(axis.is_some_and(|(rounded, axis)| hulls.proves_separation(&rounded, || axis)))
}
