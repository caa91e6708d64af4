//! Answers about bodies of which one is curved, against the bracket of their distance.
//!
//! An answer is off by as much as it is off every number of the bracket: what the bracket leaves open is no error. Where it does
//! not decide how the bodies lie, a verdict is right if it would at most be wrong by a margin within the tolerance, else
//! undecided; and a length within a bracket that is wider than the tolerance is undecided.

use gjk_cases::case::{Arithmetic, Body, Case, Point};

use super::{Extent, Judgement, Verdict, distance, is_right};
use crate::answer::{Answered, Measure, Numbers, Says, Values};
use crate::exact::Scaled;
use crate::truth::{Bracket, distance_from, reach_beyond};

/// By how much a length is off a bracket.
fn off(length: Scaled, (low, high): (Scaled, Scaled)) -> Scaled {
    low.minus(length).max(length.minus(high)).max(Scaled::ZERO)
}

/// A length; beyond all bounds where it is not a number.
fn number(x: f64) -> Scaled {
    Scaled::from_f64(if x.is_finite() { x } else { f64::MAX })
}

pub(super) fn judge(case: &Case, bracket: &Bracket, answer: &Answered, arithmetic: Arithmetic, tolerance: f64) -> Judgement {
    let values = match &answer.numbers {
        Numbers::Rounded(values) => values,
        // No variant runs on curved bodies in exact arithmetic.
        Numbers::Exact(_) => &Values::none(),
    };
    let units = |length: Scaled| length.over(bracket.size).to_f64() / arithmetic.unit();
    let on_cores = answer.measure != Measure::Bodies;
    let bounds = if on_cores { (bracket.low, bracket.high) } else { bracket.gap() };

    let of_distance = values.distance.map(|distance| off(number(distance), bounds));
    let of_witnesses = values.witnesses.map(|[p, q]| off(distance(&p, &q).unwrap_or(number(f64::NAN)), bounds));
    let error = of_distance.max(of_witnesses).map(units);
    let off_bodies = values.witnesses.map(|[on_a, on_b]| {
        let off_body = |witness: &Point, body: &Body| {
            let radius = if on_cores { Scaled::ZERO } else { Scaled::from_f64(body.radius()) };
            units(off(distance_from(case.dimension, witness, body), (Scaled::ZERO, radius)))
        };
        [off_body(&on_a, &case.a), off_body(&on_b, &case.b)]
    });
    // What rounding a witness point may cost, u |p|; and the lengths less that, which the ruling goes by.
    let rounding = |p: Point| units(distance(&p, &[0.0; 3]).unwrap_or(number(f64::NAN))) * arithmetic.unit();
    let allowances = values.witnesses.map(|points| points.map(rounding));
    let of_pair = of_witnesses.zip(allowances).map(|(length, [of_a, of_b])| units(length) - of_a - of_b);
    let of_each = off_bodies.zip(allowances).map(|(off, of)| [off[0] - of[0], off[1] - of[1]]);
    let lengths = of_distance.map(units).into_iter().chain(of_pair).chain(of_each.into_iter().flatten());
    // A NaN wins.
    let length_error = lengths
        .reduce(|x, y| if x > y || x.is_nan() { x } else { y })
        .map(|length_error| if length_error < 0.0 { 0.0 } else { length_error });
    let says_apart = answer.says == Says::Apart;
    let reach = values.axis.as_ref().and_then(|axis| reach_beyond(case.dimension, &case.a, &case.b, axis));
    let wrong = !is_right(answer, bracket.class);
    let bounds_of_margin = (wrong || bracket.class.is_none()).then(|| {
        let (low, high) = if says_apart { (bracket.depth().low, bracket.depth().high) } else { bracket.gap() };
        [low, high].map(units)
    });
    let of_bracket = |bounds| Verdict::of_bracket(answer, bracket.class, bounds, tolerance);
    let verdict = bounds_of_margin.map_or(Verdict::Right, of_bracket);
    let margin = bounds_of_margin.filter(|_| verdict != Verdict::Right);
    let extent = length_error.map(|length| Extent::of(length, tolerance, arithmetic));
    let is_open = extent == Some(Extent::Within) && error.is_some() && units(bounds.1.minus(bounds.0)) > tolerance;
    let verdict = if is_open && verdict != Verdict::Wrong { Verdict::Undecided } else { verdict };
    Judgement {
        // A simplex of a curved body names no points, so that there is nothing to check.
        certified: says_apart.then(|| reach.is_some_and(|reach| reach > Scaled::ZERO)),
        error,
        infeasibility: off_bodies.map(|[off_a, off_b]| off_a.max(off_b)),
        length_error,
        margin: margin.map(|[_, high]| high),
        margin_low: margin.map(|[low, _]| low),
        witness_allowance: allowances.map(|[of_a, of_b]| of_a + of_b),
        axis_overlap: reach.filter(|_| wrong && says_apart).map(|reach| units(reach.negated())),
        ..Judgement::of(verdict.ruling(extent))
    }
}
