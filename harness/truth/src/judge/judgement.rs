//! What the judge says of an answer, in the units that records have.

use gjk_records::{OffBy, Ruling};

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
    /// Of an answer that the bodies meet which says how deep.
    pub depth: Option<DepthJudgement>,
}

/// What a claim about the depth of bodies that meet is found to be. Lengths named so are in units of u·D; of D in exact arithmetic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthJudgement {
    /// |v|, in the units of the coordinates, as all that follows of the cores of bodies with radii.
    pub claimed: f64,
    /// The depth, in the units of the coordinates; minus their distance of bodies that are apart, the middle of its bracket where it is not
    /// known exactly.
    pub truth: f64,
    /// The width of its bracket, in units.
    pub truth_width: f64,
    /// The depth that is left after A is moved by −v, in units. Where it is within the tolerance, an upper bound.
    pub residual: f64,
    /// How much longer v is than the depth, in units.
    pub excess: f64,
    /// How much farther than the depth one has to go along the claimed normal, in units; infinite for one that is no direction.
    pub normal_reach: Option<f64>,
    /// Whether |v| is the depth within the affine hull of M, where that is not the whole space.
    pub is_flat_depth: bool,
    /// Whether the answer's own evidence proves that no shorter translation takes the bodies apart.
    pub is_proved: bool,
    /// Whether the least translation was promised, so that the excess is ruled on as well.
    pub promises_least: bool,
    /// Which fault an answer that is off has.
    pub off_by: Option<OffBy>,
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
            depth: None,
        }
    }
}
