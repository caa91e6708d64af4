//! Answers about bodies of which one is curved, against the bracket of their distance.
//!
//! An answer is off by as much as it is off every number of the bracket: what the bracket leaves open is no error. Where it does
//! not decide how the bodies lie, a verdict is right if it would at most be wrong by a margin within the tolerance, else
//! undecided; and a length within a bracket that is wider than the tolerance is undecided.

use gjk_cases::case::{Body, Case, Point};

use super::{Extent, Judgement, Limits, Verdict, distance, is_right};
use crate::answer::{Answered, Measure, Numbers, Says, Values};
use crate::exact::Scaled;
use crate::truth::{Bracket, distance_from, reach_beyond};

/// By how much a length is off a bracket.
fn off(length: Scaled, (low, high): (Scaled, Scaled)) -> Scaled {
    low.minus(length).max(length.minus(high)).max(Scaled::ZERO)
}

/// A length; beyond all bounds where it is not a number.
fn number(x: f64) -> Scaled {
    if x.is_finite() { Scaled::from_f64(x) } else { Scaled::BEYOND }
}

pub(super) fn judge(limits: &Limits, case: &Case, bracket: &Bracket, answer: &Answered) -> Judgement {
    let values = match &answer.numbers {
        Numbers::Rounded(values) => values,
        // No variant runs on curved bodies in exact arithmetic.
        Numbers::Exact(_) => &Values::none(),
    };
    let units = |length: Scaled| limits.units(length);
    let on_cores = answer.measure != Measure::Bodies;
    let bounds = if on_cores { (bracket.low, bracket.high) } else { bracket.gap() };

    let of_distance = values.distance.map(|distance| {
        // What the bracket leaves open is no error: it may hold a distance that rounds to infinity.
        if limits.is_infinite(distance, bounds.1) { Scaled::ZERO } else { off(number(distance), bounds) }
    });
    let of_witnesses = values.witnesses.map(|[p, q]| off(distance(&p, &q).unwrap_or(Scaled::BEYOND), bounds));
    let error = of_distance.max(of_witnesses);
    let off_bodies = values.witnesses.map(|[on_a, on_b]| {
        let off_body = |witness: &Point, body: &Body| {
            let radius = if on_cores { Scaled::ZERO } else { Scaled::from_f64(body.radius()) };
            off(distance_from(case.dimension, witness, body), (Scaled::ZERO, radius))
        };
        [off_body(&on_a, &case.a), off_body(&on_b, &case.b)]
    });
    // The lengths less what rounding the witness points may cost, which the ruling goes by. To a point that is not finite nothing is allowed.
    let rounding = |point: Point| limits.rounding(&point, case.dimension).unwrap_or(Scaled::ZERO);
    let allowances = values.witnesses.map(|points| points.map(rounding));
    let of_pair = of_witnesses.zip(allowances).map(|(length, [of_a, of_b])| length.minus(of_a).minus(of_b));
    let of_each = off_bodies.zip(allowances).map(|(off, of)| [off[0].minus(of[0]), off[1].minus(of[1])]);
    let lengths = of_distance.into_iter().chain(of_pair).chain(of_each.into_iter().flatten());
    let length_error = lengths.max().map(|length_error| length_error.max(Scaled::ZERO));
    let says_apart = answer.says == Says::Apart;
    let reach = values.axis.as_ref().and_then(|axis| reach_beyond(case.dimension, &case.a, &case.b, axis));
    let wrong = !is_right(answer, bracket.class);
    let bounds_of_margin = (wrong || bracket.class.is_none()).then(|| {
        let (low, high) = if says_apart { (bracket.depth().low, bracket.depth().high) } else { bracket.gap() };
        [low, high]
    });
    let of_bracket = |bounds| Verdict::of_bracket(limits, answer, bracket.class, bounds);
    let verdict = bounds_of_margin.map_or(Verdict::Right, of_bracket);
    let margin = bounds_of_margin.filter(|_| verdict != Verdict::Right);
    let extent = length_error.map(|length| limits.extent(length));
    let is_open = extent == Some(Extent::Within) && error.is_some() && bounds.1.minus(bounds.0) > limits.tolerance;
    let verdict = if is_open && verdict != Verdict::Wrong { Verdict::Undecided } else { verdict };
    Judgement {
        // A simplex of a curved body names no points, so that there is nothing to check.
        certified: says_apart.then(|| reach.is_some_and(|reach| reach > Scaled::ZERO)),
        error: error.map(units),
        infeasibility: off_bodies.map(|[off_a, off_b]| units(off_a.max(off_b))),
        judged_length: length_error,
        margin_bounds: margin,
        margin: margin.map(|[_, high]| units(high)),
        margin_low: margin.map(|[low, _]| units(low)),
        witness_allowance: allowances.map(|[of_a, of_b]| units(of_a.plus(of_b))),
        axis_overlap: reach.filter(|_| wrong && says_apart).map(|reach| units(reach.negated())),
        ..Judgement::of(verdict.ruling(extent))
    }
}
