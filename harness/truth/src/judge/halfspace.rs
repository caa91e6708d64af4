//! Answers about a convex body and a half-space: the truth is exact.
//!
//! Answers are about the bodies, not about cores: no variant of this project accepts a half-space.

use gjk_cases::case::{Body, Case, Point};
use gjk_cases::format::Side;

use super::comparison::{Comparison, Verdict};
use super::lengths::LengthErrors;
use super::limits::Limits;
use super::measured::Measured;
use crate::answer::{Answered, Numbers};
use crate::exact::{Bracket, Scaled};
use crate::truth::{HalfspaceTruth, HullTruth, distance_from, height_of};

pub(super) fn compare(
    limits: &Limits,
    case: &Case,
    truth: &HalfspaceTruth,
    answer: &Answered,
    measured: Option<Measured>,
) -> Comparison {
    let gap = Bracket::exactly(truth.gap());
    let verdict = Verdict::of(answer.says, Some(truth.class), gap, || Bracket::exactly(truth.depth()));
    let mut lengths = LengthErrors::NONE;
    if let Numbers::Rounded(values) = &answer.numbers {
        let off = |side: Side, witness: &Point, _| off_body(case, side, witness);
        lengths = LengthErrors::of_rounded(limits, case, (answer.scope, values), gap, off);
    }
    let lengths = measured.map_or(lengths, |measured| measured.ruled(lengths));
    Comparison {
        verdict,
        lengths,
        // Only one axis separates, so a rounded one proves nothing; and there is no simplex.
        certified: None,
        flat_depth: None,
        axis_overlap: None,
        witness_error: None,
        measured,
    }
}

/// The distance of a witness point from its body, or from the core of A.
fn off_body(case: &Case, side: Side, witness: &Point) -> Scaled {
    match (side, &case.a, &case.b) {
        (Side::B, _, Body::Halfspace { normal, offset }) => height_of(witness, normal, *offset),
        (Side::A, Body::Points(points) | Body::Rounded { points, .. }, _) => {
            HullTruth::of_points(usize::from(case.dimension), &[*witness], points).core_distance
        }
        (_, body, _) => distance_from(case.dimension, witness, body),
    }
}
