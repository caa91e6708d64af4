//! Answers about bodies of which one is curved, against the bracket of their distance.
//!
//! An answer is off by as much as it is off every number of the bracket: what the bracket leaves open is no error. Where it does
//! not decide how the bodies lie, either verdict is right.

use gjk_records::Ruling;

use super::Judgement;
use crate::answer::{Answered, Figures, Measure, Numbers, Says};
use crate::curved::{self, Bracket};
use crate::double::{Double, Scaled};
use gjk_cases::case::{Body, Case, Class, Point};

/// By how much a length is off a bracket.
fn off(length: Scaled, (low, high): (Scaled, Scaled)) -> Scaled {
    let (below, above) = (low.minus(length), length.minus(high));
    let positive = |x: Scaled| x.compare(Scaled::ZERO).is_gt();
    if positive(below) {
        below
    } else if positive(above) {
        above
    } else {
        Scaled::ZERO
    }
}

fn greatest(lengths: impl IntoIterator<Item = Scaled>) -> Option<Scaled> {
    lengths.into_iter().reduce(|x, y| if y.compare(x).is_gt() { y } else { x })
}

/// A length; beyond all bounds where it is not a number.
fn number(x: f64) -> Scaled {
    Scaled::from_f64(if x.is_finite() { x } else { f64::MAX })
}

pub(super) fn judge(case: &Case, bracket: &Bracket, answer: &Answered, unit: f64, tolerance: f64) -> Judgement {
    let none = Numbers { distance: None, witnesses: None, axis: None, weights: Vec::new() };
    let numbers = match &answer.figures {
        Figures::Rounded(numbers) => numbers,
        // No variant runs on curved bodies in exact arithmetic.
        Figures::Exact(_) => &none,
    };
    let units = |length: Scaled| length.over(bracket.size).to_f64() / unit;
    let exceeds = |length: f64| length > tolerance || length.is_nan();
    let on_cores = answer.measure != Measure::Bodies;
    let bounds = if on_cores { (bracket.low, bracket.high) } else { bracket.gap() };

    let of_distance = numbers.distance.map(|distance| off(number(distance), bounds));
    let of_witnesses = numbers.witnesses.map(|[p, q]| off(distance(&p, &q), bounds));
    let error = greatest(of_distance.into_iter().chain(of_witnesses)).map(units);
    let infeasibility = numbers.witnesses.map(|[on_a, on_b]| {
        let off_body = |witness: &Point, body: &Body| {
            let from_core = curved::distance_from(case.dimension, witness, body);
            let radius = if on_cores { Scaled::ZERO } else { Scaled::from_f64(body.radius()) };
            off(from_core, (Scaled::ZERO, radius))
        };
        let (off_a, off_b) = (units(off_body(&on_a, &case.a)), units(off_body(&on_b, &case.b)));
        off_a.max(off_b)
    });
    let is_off = error.is_some_and(exceeds) || infeasibility.is_some_and(exceeds);

    let says_apart = answer.says == Says::Apart;
    let right = bracket.class.is_none_or(|class| (class == Class::Separated) == says_apart);
    let reach = numbers.axis.as_ref().and_then(|axis| curved::reach_beyond(case.dimension, &case.a, &case.b, axis));
    let mut judgement = Judgement {
        ruling: if is_off { Ruling::Inaccurate } else { Ruling::Right },
        // A simplex of a curved body names no points, so that there is nothing to check.
        certified: says_apart.then(|| reach.is_some_and(|reach| reach.compare(Scaled::ZERO).is_gt())),
        error,
        infeasibility,
        margin: None,
        axis_overlap: None,
        witness_error: None,
    };
    if !right {
        let margin = units(if says_apart { bracket.depth } else { bracket.gap().1 });
        judgement.margin = Some(margin);
        judgement.axis_overlap = reach.filter(|_| says_apart).map(|reach| units(reach.negated()));
        let by_translation = !exceeds(margin) && tolerance > 0.0 && !error.is_some_and(exceeds);
        judgement.ruling = if by_translation { Ruling::Contact } else { Ruling::Wrong };
    }
    judgement
}

fn distance(p: &Point, q: &Point) -> Scaled {
    if !p.iter().chain(q).all(|x| x.is_finite()) {
        return number(f64::INFINITY);
    }
    let squared = (0..3).fold(Scaled::ZERO, |sum, i| {
        // Halves first: a difference of two numbers near the end of the range is beyond it.
        let difference = Scaled::of_double(Double::difference(0.5 * p[i], 0.5 * q[i]));
        sum.plus(difference.times(difference))
    });
    squared.root().shifted(1)
}
