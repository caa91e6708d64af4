//! Answers about pairs with a curved body: the truth is a bracket of their distance and one of their depth.

use gjk_cases::case::{Case, Point};
use gjk_cases::format::Side;

use super::comparison::{Comparison, Verdict};
use super::lengths::LengthErrors;
use super::limits::Limits;
use super::measured::Measured;
use crate::answer::{Answered, Numbers, Says, Scope};
use crate::exact::Scaled;
use crate::truth::{CurvedTruth, distance_from, reach_beyond};

pub(super) fn compare(
    limits: &Limits,
    case: &Case,
    truth: &CurvedTruth,
    answer: &Answered,
    measured: Option<Measured>,
) -> Comparison {
    let verdict = Verdict::of(answer.says, truth.class, truth.gap(), || truth.depth());
    let says_apart = answer.says == Says::Apart;
    let (mut lengths, mut reach) = (LengthErrors::NONE, None);
    // No variant runs on curved bodies in exact arithmetic.
    if let Numbers::Rounded(values) = &answer.numbers {
        let distance = if answer.scope == Scope::Bodies { truth.gap() } else { truth.core_distance };
        let off_core =
            |side: Side, witness: &Point, _| distance_from(case.dimension, witness, [&case.a, &case.b][side as usize]);
        lengths = LengthErrors::of_rounded(limits, case, (answer.scope, values), distance, off_core);
        reach = values.axis.as_ref().and_then(|axis| reach_beyond(case.dimension, &case.a, &case.b, axis));
    }
    let lengths = measured.map_or(lengths, |measured| measured.ruled(lengths));
    Comparison {
        verdict,
        lengths,
        // A simplex of a curved body names no points, so there is nothing to check.
        certified: says_apart.then(|| reach.is_some_and(|reach| reach > Scaled::ZERO)),
        axis_overlap: reach.filter(|_| verdict.is_wrong() && says_apart).map(Scaled::negated),
        flat_depth: None,
        witness_error: None,
        measured,
    }
}
