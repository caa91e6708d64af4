//! The judge: compares one answer with the truth of its case.
//!
//! Each kind of body has its own comparison, which states the errors of the answer; the ruling (`comparison.rs`) is common to
//! all. The measures of a claim are computed in one file per claim, such as `depth.rs` for the penetration depth, and the same
//! three thresholds apply to all of them (`measured.rs`). Lengths are numbers of 106 bits, so a ruling is the same as in exact
//! arithmetic unless an error agrees with the tolerance to 30 digits. Exact answers are compared in rationals, with a tolerance
//! of zero. Bodies with radii are judged on their cores, and comparisons with the radii are made on squares. Unions are judged
//! by their pairs of parts.

mod cast;
mod comparison;
mod curved;
mod depth;
mod exact;
mod halfspace;
mod hulls;
mod integers;
mod judgement;
mod lengths;
mod limits;
mod measured;
mod union;

use gjk_cases::case::{Arithmetic, Case};

use crate::answer::Answered;
use crate::truth::{CastTruth, Truth};
use comparison::Comparison;
pub use judgement::Judgement;
pub use limits::Limits;
use measured::Measured;

/// The default tolerance, in units of u·D.
pub const TOLERANCE: f64 = 64.0;

/// Judges an answer to a case that is posed in the answer's arithmetic.
///
/// The tolerance is in units of u·D. In floating point, a tolerance that is not zero is raised to at least the least positive
/// number; exact arithmetic has no tolerance.
///
/// A cast whose bodies overlap at the start is not ruled: implementations differ on purpose in what they answer there. Only the
/// time of the answer is then measured.
pub fn judge(case: &Case, truth: &Truth, answer: Option<&Answered>, arithmetic: Arithmetic, tolerance: f64) -> Judgement {
    if truth.cast().is_some_and(CastTruth::starts_in_overlap) {
        return Judgement { measures: answer.map(cast::time_alone).unwrap_or_default(), ..Judgement::not_ruled() };
    }
    let Some(answer) = answer else { return Judgement::gave_up() };
    gjk_mode::ours(|| {
        let limits = Limits::new(truth.size(), arithmetic, tolerance);
        compare(&limits, case, truth, answer).judgement(&limits, answer.lacks_what_it_promises())
    })
}

/// The measures of the claim of an answer, computed by the file of that claim; `None` if it has no claim that can be measured.
fn measured(limits: &Limits, case: &Case, truth: &Truth, answer: &Answered) -> Option<Measured> {
    depth::measured(limits, case, truth, answer)
}

/// Compares the answer with the truth.
///
/// The limits may be those of larger bodies, of which the bodies of the case are parts.
fn compare(limits: &Limits, case: &Case, truth: &Truth, answer: &Answered) -> Comparison {
    let measured = measured(limits, case, truth, answer);
    match truth {
        Truth::Hulls(truth) => hulls::compare(limits, case, truth, answer, measured),
        Truth::Curved(truth) => curved::compare(limits, case, truth, answer, measured),
        Truth::Halfspace(truth) => halfspace::compare(limits, case, truth, answer, measured),
        Truth::Union(truth) => union::compare(limits, truth, answer, compare),
        Truth::Cast(truth) => cast::compare(limits, case, truth, answer),
    }
}
