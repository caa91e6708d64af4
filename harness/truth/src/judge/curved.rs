//! Answers about bodies of which one is curved, against the bracket of their distance.
//!
//! An answer is off by as much as it is off every number of the bracket: what the bracket leaves open is no error. Where it does
//! not decide how the bodies lie, either verdict is right.

use gjk_cases::case::{Arithmetic, Body, Case, Point};

use super::{Extent, Judgement, is_right, ruling};
use crate::answer::{Answered, Measure, Numbers, Says, Values};
use crate::exact::{DoubleDouble, Scaled};
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
    let of_witnesses = values.witnesses.map(|[p, q]| off(distance(&p, &q), bounds));
    let error = of_distance.max(of_witnesses).map(units);
    let infeasibility = values.witnesses.map(|[on_a, on_b]| {
        let off_body = |witness: &Point, body: &Body| {
            let radius = if on_cores { Scaled::ZERO } else { Scaled::from_f64(body.radius()) };
            units(off(distance_from(case.dimension, witness, body), (Scaled::ZERO, radius)))
        };
        off_body(&on_a, &case.a).max(off_body(&on_b, &case.b))
    });

    let lengths = error.into_iter().chain(infeasibility);
    let says_apart = answer.says == Says::Apart;
    let reach = values.axis.as_ref().and_then(|axis| reach_beyond(case.dimension, &case.a, &case.b, axis));
    let wrong = !is_right(answer, bracket.class);
    let margin = wrong.then(|| units(if says_apart { bracket.depth().high } else { bracket.gap().1 }));
    let beyond = margin.map(|margin| margin > tolerance || margin.is_nan() || tolerance <= 0.0);
    Judgement {
        // A simplex of a curved body names no points, so that there is nothing to check.
        certified: says_apart.then(|| reach.is_some_and(|reach| reach > Scaled::ZERO)),
        error,
        infeasibility,
        margin,
        axis_overlap: reach.filter(|_| wrong && says_apart).map(|reach| units(reach.negated())),
        ..Judgement::of(ruling(lengths.map(|length| Extent::of(length, tolerance, arithmetic)).max(), beyond))
    }
}

fn distance(p: &Point, q: &Point) -> Scaled {
    if !p.iter().chain(q).all(|x| x.is_finite()) {
        return number(f64::INFINITY);
    }
    let squared = (0..3).fold(Scaled::ZERO, |sum, i| {
        // Halves first: a difference of two numbers near the end of the range is beyond it.
        let difference = Scaled::of_double_double(DoubleDouble::difference(0.5 * p[i], 0.5 * q[i]));
        sum.plus(difference.times(difference))
    });
    squared.root().shifted(1)
}
