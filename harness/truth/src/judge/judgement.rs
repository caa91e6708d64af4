//! What the judge says of an answer, in the units that records have.

use gjk_records::{Measure, Measures, Ruling};

/// What an answer is found to be. Lengths are in units of u·D; of D in exact arithmetic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The ruling.
    pub ruling: Ruling,
    /// Whether the answer's own evidence proves its verdict.
    pub certified: Option<bool>,
    /// The greater error of the reported distance and of the witness points' distance.
    pub error: Option<f64>,
    /// The greater distance of a witness point from its body. Where it is within the tolerance, an upper bound from the
    /// answer's own weights.
    pub infeasibility: Option<f64>,
    /// What the ruling goes by: the greatest length error, less what rounding the witness points to the scalar may cost.
    pub length_error: Option<f64>,
    /// The least translation that would make a wrong verdict true; where a bracket of the truth leaves that open, an upper
    /// bound. None for right verdicts.
    pub margin: Option<f64>,
    /// A lower bound of the margin.
    pub margin_low: Option<f64>,
    /// How deep bodies that are called apart lie in each other within the affine hull of their difference, where that is not
    /// the whole space: then the margin is zero.
    pub flat_depth: Option<f64>,
    /// How far the bodies overlap along the axis of a false `apart`.
    pub axis_overlap: Option<f64>,
    /// The greater distance of a witness point from the set of points of its body that are nearest to the other body.
    pub witness_error: Option<f64>,
    /// What rounding the witness points to the scalar may cost: as much is allowed to their distance beside the tolerance, and to
    /// each point's distance from its body its share. u (|on_a| + |on_b|), as u |x| is the most that rounding a coordinate x costs; with
    /// a tolerance that is not zero, coordinates below the least normal number count as that.
    pub witness_allowance: Option<f64>,
    /// What was measured of the claim that it makes, such as how deep bodies lie in each other. Lengths named so are in units of u·D; of D in
    /// exact arithmetic. Those of the cores of bodies with radii, where the answer is about these. Where a residual is within the tolerance, an
    /// upper bound.
    pub measures: Measures,
    /// By which measure an answer is off that is off by its claim.
    pub off_by: Option<Measure>,
}

impl Judgement {
    /// Of no answer.
    pub(super) fn gave_up() -> Judgement {
        Judgement {
            ruling: Ruling::GaveUp,
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
