//! The judgement of an answer, in the units of the records.

use gjk_records::{Measure, Measures, Ruling};

/// The judgement of an answer. Lengths are in units of u·D; of D in exact arithmetic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The ruling.
    pub ruling: Ruling,
    /// Whether the answer's own evidence proves its verdict.
    pub certified: Option<bool>,
    /// The greater error of the reported distance and of the witness points' distance.
    pub error: Option<f64>,
    /// The greater distance of a witness point from its body. If it is within the tolerance, an upper bound computed from the
    /// answer's own weights.
    pub infeasibility: Option<f64>,
    /// The length that decides the ruling: the greatest length error, less the allowance for rounding the witness points to the
    /// scalar.
    pub length_error: Option<f64>,
    /// The least translation that would make a wrong verdict true; an upper bound if a bracket of the truth leaves it open.
    /// `None` for right verdicts.
    pub margin: Option<f64>,
    /// A lower bound of the margin.
    pub margin_low: Option<f64>,
    /// The depth, within the affine hull of their difference, of bodies that are called apart, if that hull is not the whole
    /// space: then the margin is zero.
    pub flat_depth: Option<f64>,
    /// The overlap of the bodies along the axis of a false `apart`.
    pub axis_overlap: Option<f64>,
    /// The greater distance of a witness point from the set of points of its body that are nearest to the other body.
    pub witness_error: Option<f64>,
    /// The most that rounding the witness points to the scalar may cost.
    ///
    /// Their distance may be off by this in addition to the tolerance, and each point's distance from its body by its share.
    /// It is u (|on_a| + |on_b|), as rounding a coordinate x costs at most u |x|; with a tolerance that is not zero,
    /// coordinates below the least normal number count as that number.
    pub witness_allowance: Option<f64>,
    /// The measures of the claim of the answer, such as the depth of bodies in each other. Measures that are lengths are in
    /// units of u·D; of D in exact arithmetic. For bodies with radii they are those of the cores if the answer is about the
    /// cores. A residual within the tolerance is an upper bound.
    pub measures: Measures,
    /// The measure by which an answer is off, if its claim makes it off.
    pub off_by: Option<Measure>,
}

impl Judgement {
    /// The judgement of a missing answer.
    pub(super) fn gave_up() -> Judgement {
        Judgement::without_numbers(Ruling::GaveUp)
    }

    /// The judgement of an answer to a question without one right answer.
    pub(super) fn not_ruled() -> Judgement {
        Judgement::without_numbers(Ruling::NotApplicable)
    }

    fn without_numbers(ruling: Ruling) -> Judgement {
        Judgement {
            ruling,
            certified: None,
            error: None,
            infeasibility: None,
            length_error: None,
            margin: None,
            margin_low: None,
            flat_depth: None,
            axis_overlap: None,
            witness_error: None,
            witness_allowance: None,
            measures: Measures::default(),
            off_by: None,
        }
    }
}
