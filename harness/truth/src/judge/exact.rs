//! Answers in exact arithmetic: the tolerance is zero.

use dashu_int::IBig;
use dashu_ratio::RBig;
use gjk_numbers::Big;
use gjk_records::Ruling;

use super::{Judgement, verdict_is_right};
use crate::answer::{Answered, Numbers, Says};
use crate::certificate;
use crate::depth::depth;
use crate::double::Scaled;
use crate::oracle::{Proof, enlarged};
use crate::truth::Known;
use crate::whole::{Vector, Whole, dot, scaled};
use gjk_cases::case::{Case, Point};

pub(super) fn judge<I: Whole>(case: &Case, known: &Known<I>, answer: &Answered, numbers: &Numbers<RBig>) -> Judgement {
    let right = verdict_is_right(answer, known.class());
    let truth = known.core_distance_squared();
    let mut error: Option<f64> = None;
    let mut exact = true;
    let mut compare = |squared: &RBig| {
        exact &= *squared == truth;
        // In units of D. Exactly right has to be exactly zero.
        let core = known.distance.over(known.size).to_f64();
        let off = if *squared == truth { 0.0 } else { relative(known, squared) - core };
        error = Some(error.map_or(off.abs(), |error: f64| error.max(off.abs())));
    };
    if let Some(squared) = &numbers.distance {
        compare(squared);
    }
    let mut feasible = true;
    if let Some([on_a, on_b]) = &numbers.witnesses {
        let squared = (0..3).fold(RBig::ZERO, |sum, i| {
            let difference = &on_a[i] - &on_b[i];
            sum + &difference * &difference
        });
        compare(&squared);
        feasible = is_combination(on_a, answer.simplex.iter().map(|pair| &case.a.points()[pair.a]), &numbers.weights)
            && is_combination(on_b, answer.simplex.iter().map(|pair| &case.b.points()[pair.b]), &numbers.weights);
    }
    let certified = match answer.says {
        Says::Intersecting => known.meets_radii(&answer.simplex, case.a.radius(), case.b.radius()),
        Says::Apart => numbers.axis.as_ref().is_some_and(|axis| separates(case, known, axis)),
    };
    let margin = match (right, answer.says) {
        (true, _) => None,
        (false, Says::Intersecting) => Some(known.relative_distance()),
        (false, Says::Apart) => Some(match &known.proof {
            Proof::Overlapping { points } => {
                let close = |bracket: crate::depth::Depth| {
                    bracket.high.to_double().minus(bracket.low.to_double()).to_f64() <= 1e-6 * bracket.high.to_f64()
                };
                let core = depth(&enlarged(&known.lattice), points, close).high;
                core.plus(known.radii).over(known.size).to_f64()
            }
            _ => known.radii.minus(known.distance).over(known.size).to_f64(),
        }),
    };
    Judgement {
        ruling: match (right, exact && feasible) {
            (true, true) => Ruling::Right,
            (true, false) => Ruling::Inaccurate,
            (false, _) => Ruling::Wrong,
        },
        certified: Some(certified),
        error,
        infeasibility: None,
        margin,
        axis_overlap: None,
        witness_error: None,
    }
}

/// Whether the axis proves that the bodies are apart: the cores by more than the radii are long, compared by squares.
fn separates<I: Whole>(case: &Case, known: &Known<I>, axis: &[RBig; 3]) -> bool {
    let (axis, lattice) = (integers(axis), enlarged(&known.lattice));
    if known.radii.is_zero() {
        return certificate::separates(&lattice, &axis);
    }
    let lowest = crate::oracle::nearest::Scan::new(&lattice).lowest(&axis);
    let reach = RBig::from(dot(&axis, &lattice.difference(lowest)).to_big());
    let unit = RBig::from(IBig::ONE << known.lattice.exponent.unsigned_abs() as usize);
    let reach = if known.lattice.exponent >= 0 { reach * unit } else { reach / unit };
    let radius = |body: &gjk_cases::case::Body| RBig::try_from(body.radius()).unwrap_or(RBig::ZERO);
    let radii = radius(&case.a) + radius(&case.b);
    let squared = RBig::from(dot(&axis, &axis).to_big());
    reach > RBig::ZERO && &reach * &reach > &radii * &radii * squared
}

/// The square root of a squared length in coordinates, in units of D.
fn relative<I: Whole>(known: &Known<I>, squared: &RBig) -> f64 {
    let numerator = scaled(squared.numerator());
    let denominator = scaled(&IBig::from(squared.denominator().clone()));
    let length: Scaled = numerator.over(denominator).root();
    length.shifted(-known.lattice.exponent).over(known.size).to_f64()
}

/// Whether a point is the combination of these points with weights that are not negative and sum to one: then it lies in their
/// hull.
fn is_combination<'a>(point: &[RBig; 3], points: impl Iterator<Item = &'a Point>, weights: &[RBig]) -> bool {
    let mut sum = [RBig::ZERO, RBig::ZERO, RBig::ZERO];
    let mut total = RBig::ZERO;
    for (corner, weight) in points.zip(weights) {
        if *weight < RBig::ZERO {
            return false;
        }
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
