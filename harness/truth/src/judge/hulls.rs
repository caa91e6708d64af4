//! Answers about two hulls of points, which may have radii: the truth is exact.

use gjk_cases::case::{Case, Point};
use gjk_cases::format::Side;
use gjk_numbers::float::{exponent_of, ldexp};
use gjk_numbers::vector::{Vector, length, plus, scaled};
use gjk_numbers::{Big, Ring, Scalar};

use super::comparison::{Comparison, Verdict};
use super::lengths::LengthErrors;
use super::limits::Limits;
use super::measured::Measured;
use super::{exact, integers};
use crate::answer::{Answered, Numbers, Says, Scope};
use crate::exact::{Bracket, DoubleDouble, Scaled};
use crate::oracle::nearest::rounded;
use crate::truth::HullTruth;

pub(super) fn compare(
    limits: &Limits,
    case: &Case,
    truth: &HullTruth,
    answer: &Answered,
    measured: Option<Measured>,
) -> Comparison {
    match &answer.numbers {
        Numbers::Rounded(values) => {
            let distance = if answer.scope == Scope::Bodies { truth.gap() } else { truth.core_distance };
            let off_core = |side: Side, witness: &Point, allowance: Scaled| {
                off_core(limits, case, (answer, &values.weights), (side, witness), allowance)
            };
            let scoped = (answer.scope, values);
            let lengths = LengthErrors::of_rounded(limits, case, scoped, Bracket::exactly(distance), off_core);
            let axis = values.axis.as_ref().and_then(|axis| Some((of_size_one(axis)?, || integers::of_doubles(axis))));
            let found = compare_by(truth, answer, lengths, measured, axis);
            // The nearest points are known for the cores only.
            let of_cores = answer.scope != Scope::Bodies || !truth.has_radii();
            let is_nearest = values.translation.is_none() && of_cores && !found.verdict.is_wrong();
            let witnesses = values.witnesses.filter(|_| is_nearest);
            Comparison { witness_error: witnesses.and_then(|pair| truth.witness_error(&pair)), ..found }
        }
        Numbers::Exact(values) => {
            let lengths = exact::lengths(limits, case, truth, answer, values);
            let axis = values.axis.as_ref().map(integers::of_rationals).map(|axis| (rounded(&axis), move || axis.clone()));
            // The overlap along the axis is recorded for rounded answers only.
            Comparison { axis_overlap: None, ..compare_by(truth, answer, lengths, measured, axis) }
        }
    }
}

/// The part of the comparison that is the same in every arithmetic. The axis has the form that [`HullTruth::proves_separation`]
/// expects.
fn compare_by(
    truth: &HullTruth,
    answer: &Answered,
    lengths: LengthErrors,
    measured: Option<Measured>,
    axis: Option<(Point, impl Fn() -> Vector<Big>)>,
) -> Comparison {
    let lengths = measured.map_or(lengths, |measured| measured.ruled(lengths));
    let gap = Bracket::exactly(truth.gap());
    let verdict = Verdict::of(answer.says, Some(truth.class()), gap, || Bracket::exactly(truth.depth()));
    let is_false_apart = verdict.is_wrong() && answer.says == Says::Apart;
    let false_axis = axis.as_ref().filter(|_| is_false_apart);
    Comparison {
        verdict,
        lengths,
        axis_overlap: false_axis.map(|(_, axis)| truth.distance_along(&axis()).negated()),
        certified: Some(match answer.says {
            // A proof of the depth is a proof of the verdict as well.
            Says::Intersecting => {
                measured.is_some_and(|measured| measured.is_proved)
                    || truth.shell_surrounds_origin(&answer.shell)
                    || truth.proves_contact(&answer.simplex)
            }
            Says::Apart => {
                axis.is_some_and(|(rounded, axis)| truth.proves_separation(&rounded, axis))
                    || answer.names_face && truth.face_separates(&answer.simplex)
            }
        }),
        flat_depth: is_false_apart.then(|| truth.flat_depth()).flatten(),
        witness_error: None,
        measured,
    }
}

/// The distance of a witness point from the core of its body.
///
/// Its distance from the combination of the core's points with the answer's own weights, which lies in the core, is an upper
/// bound; if that is too far by more than an allowance, the distance is computed exactly.
fn off_core(
    limits: &Limits,
    case: &Case,
    (answer, weights): (&Answered, &[f64]),
    (side, witness): (Side, &Point),
    allowance: Scaled,
) -> Scaled {
    let points = [&case.a, &case.b][side as usize].points();
    // Relative to a power of two near D, or near the least positive number if D is less.
    let shift = -(limits.size.max(limits.least).exponent() + 1);
    let combine = |(sum, total): (Vector<DoubleDouble>, DoubleDouble), (vertex, &weight): (Option<&Point>, &f64)| {
        let vertex = vertex.filter(|_| weight >= 0.0)?;
        let weight = DoubleDouble::from_f64(weight);
        let difference = std::array::from_fn(|i| DoubleDouble::difference(witness[i], vertex[i]).shifted(shift));
        Some((plus(&sum, &scaled(&difference, &weight)), total.plus(&weight)))
    };
    let vertices = answer.simplex.iter().map(|pair| points.get([pair.a, pair.b][side as usize]));
    let zero = DoubleDouble::ZERO;
    if let Some((sum, total)) = vertices.zip(weights).try_fold(([zero; 3], zero), combine)
        && total.hi > 0.0
    {
        let bound = length(&sum).over(&total);
        if bound.is_finite() {
            let bound = Scaled::of_double_double(bound).shifted(-shift);
            if bound.minus(allowance) <= limits.tolerance {
                return bound;
            }
        }
    }
    HullTruth::of_points(usize::from(case.dimension), &[*witness], points).core_distance
}

/// A vector of doubles scaled by a power of two to coordinates of at most one; `None` if it is zero or not finite.
pub(super) fn of_size_one(axis: &Point) -> Option<Point> {
    let greatest = axis.iter().fold(0.0, |greatest: f64, x| greatest.max(x.abs()));
    if !axis.iter().all(|x| x.is_finite()) || greatest == 0.0 {
        return None;
    }
    let shift = i64::from(exponent_of(greatest)) + 1;
    Some(axis.map(|x| ldexp(x, -shift)))
}
