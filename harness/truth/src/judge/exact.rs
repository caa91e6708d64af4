//! The lengths of answers in exact arithmetic: the error is zero exactly if the answer is exactly right.

use dashu_ratio::RBig;
use gjk_cases::case::{Body, Case, Point};

use super::lengths::{LengthErrors, WitnessErrors};
use super::limits::Limits;
use crate::answer::{Answered, Values};
use crate::exact::Scaled;
use crate::lattice::Pair;
use crate::truth::HullTruth;

/// The errors of the lengths of an answer, which is about the cores.
pub(super) fn lengths(
    limits: &Limits,
    case: &Case,
    truth: &HullTruth,
    answer: &Answered,
    values: &Values<RBig>,
) -> LengthErrors {
    let squared = truth.core_distance_squared();
    let off = |length: &RBig| {
        let excess = root(length).minus(truth.core_distance);
        // Numbers of 106 bits may not distinguish the roots.
        if *length == squared { Scaled::ZERO } else { excess.max(excess.negated()).max(limits.size.shifted(-200)) }
    };
    let off_body = |witness: &[RBig; 3], body: &Body, index: fn(&Pair) -> usize| {
        let points = body.points();
        if is_combination(witness, answer.simplex.iter().map(|pair| points.get(index(pair))), &values.weights) {
            return Scaled::ZERO;
        }
        HullTruth::of_rational(usize::from(case.dimension), witness, points)
    };
    let of_witnesses = |[on_a, on_b]: &[[RBig; 3]; 2]| {
        let length = (0..3).fold(RBig::ZERO, |sum, i| {
            let difference = &on_a[i] - &on_b[i];
            sum + &difference * &difference
        });
        WitnessErrors {
            distance: match &values.translation {
                Some(v) => {
                    let squared = (0..3).fold(RBig::ZERO, |sum, i| {
                        let difference = &on_a[i] - &on_b[i] - &v[i];
                        sum + &difference * &difference
                    });
                    root(&squared)
                }
                None => off(&length),
            },
            off_bodies: [off_body(on_a, &case.a, |pair| pair.a), off_body(on_b, &case.b, |pair| pair.b)],
            allowances: None,
        }
    };
    LengthErrors {
        distance: values.distance.as_ref().map(off),
        witnesses: values.witnesses.as_ref().map(of_witnesses),
        ..LengthErrors::NONE
    }
}

/// The square root of a number that is not negative.
pub(super) fn root(x: &RBig) -> Scaled {
    Scaled::of_rational(x).root()
}

/// Whether a point is the combination of these points with non-negative weights that sum to one, so that it lies in their hull.
/// A name of a vertex that does not exist proves nothing.
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
