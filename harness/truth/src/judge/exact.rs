//! Answers in exact arithmetic: the tolerance is zero.

use dashu_int::IBig;
use dashu_ratio::RBig;
use gjk_cases::case::{Body, Case, Point};
use gjk_numbers::Big;
use gjk_numbers::vector::Vector;

use super::{Judgement, Limits, Verdict, is_proven, is_right};
use crate::answer::{Answered, Says, Values};
use crate::exact::{Integral, Scaled};
use crate::lattice::Pair;
use crate::oracle::depth::Depth;
use crate::oracle::nearest::rounded;
use crate::truth::HullTruth;

pub(super) fn judge(limits: &Limits, case: &Case, truth: &HullTruth, answer: &Answered, values: &Values<RBig>) -> Judgement {
    let squared = truth.core_distance_squared();
    let of_witnesses = values.witnesses.as_ref().map(|[on_a, on_b]| {
        (0..3).fold(RBig::ZERO, |sum, i| {
            let difference = &on_a[i] - &on_b[i];
            sum + &difference * &difference
        })
    });
    // Exactly right has to be exactly zero, and nothing else, though numbers of 106 bits may not tell the roots apart.
    let off = |length: &RBig| {
        let excess = root(length).minus(truth.core_distance);
        if *length == squared { Scaled::ZERO } else { excess.max(excess.negated()).max(limits.size.shifted(-200)) }
    };
    let lengths = || values.distance.iter().chain(&of_witnesses);
    let off_body = |witness: &[RBig; 3], body: &Body, index: fn(&Pair) -> usize| {
        let points = body.points();
        if is_combination(witness, answer.simplex.iter().map(|pair| points.get(index(pair))), &values.weights) {
            return Scaled::ZERO;
        }
        HullTruth::of_rational(usize::from(case.dimension), witness, points)
    };
    let infeasibility = values
        .witnesses
        .as_ref()
        .map(|[on_a, on_b]| off_body(on_a, &case.a, |pair| pair.a).max(off_body(on_b, &case.b, |pair| pair.b)));
    let axis = values.axis.as_ref().map(integers).map(|axis| (rounded(&axis), || axis));
    let close = |bracket: Depth| bracket.high.minus(bracket.low) <= bracket.high.times(Scaled::from_f64(1e-6));
    let margin = match (is_right(answer, Some(truth.class())), answer.says) {
        (true, _) => None,
        (false, Says::Intersecting) => Some(truth.gap()),
        (false, Says::Apart) => {
            let core = truth.core_depth(close).map_or(Scaled::ZERO.minus(truth.core_distance), |depth| depth.high);
            Some(core.plus(truth.radii))
        }
    };
    let flat_depth = (margin.is_some() && answer.says == Says::Apart).then(|| truth.flat_depth()).flatten();
    let error = lengths().map(off).max();
    let length_error = error.max(infeasibility);
    let extent = length_error.map(|length_error| limits.extent(length_error));
    let units = |length: Scaled| limits.units(length);
    Judgement {
        certified: Some(is_proven(truth, answer, axis)),
        judged_length: length_error,
        error: error.map(units),
        infeasibility: infeasibility.map(units),
        margin: margin.map(units),
        margin_bounds: margin.map(|margin| [margin; 2]),
        flat_depth: flat_depth.map(units),
        ..Judgement::of(if margin.is_some() { Verdict::Wrong } else { Verdict::Right }.ruling(extent))
    }
}

/// The square root of a number that is not negative.
fn root(x: &RBig) -> Scaled {
    let divisor = Big(IBig::from(x.denominator().clone()));
    Big(x.numerator().clone()).scaled().over(divisor.scaled()).root()
}

/// Whether a point is the combination of these points with weights that are not negative and sum to one: then it lies in their
/// hull. A vertex that there is not proves nothing.
fn is_combination<'a>(point: &[RBig; 3], points: impl Iterator<Item = Option<&'a Point>>, weights: &[RBig]) -> bool {
    let mut sum = [RBig::ZERO, RBig::ZERO, RBig::ZERO];
    let mut total = RBig::ZERO;
    for (corner, weight) in points.zip(weights) {
        let Some(corner) = corner.filter(|_| *weight >= RBig::ZERO) else { return false };
        total += weight;
        for (coordinate, x) in sum.iter_mut().zip(corner) {
            let Ok(x) = RBig::try_from(*x) else { return false };
            *coordinate += weight * x;
        }
    }
    total == RBig::ONE && sum == *point
}

/// A vector of rationals times a positive number that makes it one of integers.
fn integers(axis: &[RBig; 3]) -> Vector<Big> {
    let product = axis.iter().fold(IBig::ONE, |product, x| product * IBig::from(x.denominator().clone()));
    std::array::from_fn(|i| Big(axis[i].numerator() * (&product / IBig::from(axis[i].denominator().clone()))))
}
