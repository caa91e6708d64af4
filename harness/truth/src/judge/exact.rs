//! Answers in exact arithmetic: the tolerance is zero.

use dashu_int::IBig;
use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Body, Case, Point};
use gjk_numbers::vector::Vector;
use gjk_numbers::{Big, Ring, Scalar};

use super::{Extent, Judgement, Verdict, is_proven, is_right};
use crate::answer::{Answered, Says, Values};
use crate::exact::{Integral, Scaled};
use crate::lattice::Pair;
use crate::oracle::depth::Depth;
use crate::oracle::nearest::rounded;
use crate::truth::HullTruth;

pub(super) fn judge(case: &Case, truth: &HullTruth, answer: &Answered, values: &Values<RBig>) -> Judgement {
    let squared = truth.core_distance_squared();
    let of_witnesses = values.witnesses.as_ref().map(|[on_a, on_b]| {
        (0..3).fold(RBig::ZERO, |sum, i| {
            let difference = &on_a[i] - &on_b[i];
            sum + &difference * &difference
        })
    });
    // In units of D. Exactly right has to be exactly zero.
    let core = truth.core_distance.over(truth.size).to_f64();
    let off = |length: &RBig| if *length == squared { 0.0 } else { (root(length).over(truth.size).to_f64() - core).abs() };
    let lengths = || values.distance.iter().chain(&of_witnesses);
    let off_body = |witness: &[RBig; 3], body: &Body, index: fn(&Pair) -> usize| {
        let points = body.points();
        if is_combination(witness, answer.simplex.iter().map(|pair| points.get(index(pair))), &values.weights) {
            return 0.0;
        }
        // Its distance from the body is good to the digits of a double, and beyond the tolerance of zero in any case.
        let witness = [0, 1, 2].map(|i| witness[i].to_f64_fast());
        if !witness.iter().all(|x| x.is_finite()) {
            return f64::INFINITY;
        }
        let off = HullTruth::of_points(usize::from(case.dimension), &[witness], points).core_distance;
        off.over(truth.size).to_f64().max(f64::MIN_POSITIVE)
    };
    let infeasibility = values
        .witnesses
        .as_ref()
        .map(|[on_a, on_b]| off_body(on_a, &case.a, |pair| pair.a).max(off_body(on_b, &case.b, |pair| pair.b)));
    let axis = values.axis.as_ref().map(integers).map(|axis| (rounded(&axis), || axis));
    let close = |bracket: Depth| {
        bracket.high.to_double_double().minus(&bracket.low.to_double_double()).to_f64() <= 1e-6 * bracket.high.to_f64()
    };
    let margin = match (is_right(answer, Some(truth.class())), answer.says) {
        (true, _) => None,
        (false, Says::Intersecting) => Some(truth.gap()),
        (false, Says::Apart) => {
            let core = truth.core_depth(close).map_or(Scaled::ZERO.minus(truth.core_distance), |depth| depth.high);
            Some(core.plus(truth.radii))
        }
    };
    let flat_depth = (margin.is_some() && answer.says == Says::Apart).then(|| truth.flat_depth()).flatten();
    // An error is zero only where the length is exactly right.
    let of_length = |length: &RBig| if *length == squared { 0.0 } else { off(length).max(f64::MIN_POSITIVE) };
    let extent = lengths().map(of_length).chain(infeasibility).map(|error| Extent::of(error, 0.0, Arithmetic::Exact)).max();
    let length_error = lengths().map(off).chain(infeasibility).reduce(f64::max);
    Judgement {
        certified: Some(is_proven(truth, answer, axis)),
        length_error,
        error: lengths().map(off).reduce(f64::max),
        infeasibility,
        margin: margin.map(|margin| margin.over(truth.size).to_f64()),
        flat_depth: flat_depth.map(|depth| depth.over(truth.size).to_f64()),
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
