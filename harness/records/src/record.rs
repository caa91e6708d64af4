//! One judged answer, as a row of `records/*.csv.gz`.

use serde::{Deserialize, Serialize};

use crate::{Column, Ruling};

/// The names of the scalars in the order in which tables and figures show them.
pub const SCALARS: [&str; 3] = ["f32", "f64", "exact"];

/// One judged answer. Lengths named `_units` are in units of u·D (u the unit roundoff of the scalar, D the size of the
/// difference of the two bodies); in exact arithmetic they are in units of D.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Version of the schema.
    pub schema: u32,
    /// Name of the family, `corpus`, or the name of a file of hulls.
    pub family: String,
    /// The case: `FAMILY:SEED:INDEX`, or its id in the corpus. It is what `gjk replay` takes.
    pub case: String,
    /// 2 or 3.
    pub dimension: u8,
    /// Number of points of body A, duplicates and interior points included.
    pub points_a: usize,
    /// Number of points of body B.
    pub points_b: usize,
    /// `f32`, `f64` or `exact`.
    pub scalar: String,
    /// Name of the variant.
    pub variant: String,
    /// The family's knob as it was asked for; empty for cases without a family.
    pub knob_asked: Option<f64>,
    /// The knob's exactly achieved value, which is what plots use.
    pub knob: Option<f64>,
    /// What the answer is found to be.
    pub ruling: Ruling,
    /// Whether the answer's own evidence proves its verdict in exact arithmetic; empty without an answer.
    pub certified: Option<bool>,
    /// `apart` or `intersecting`; empty without an answer.
    pub verdict: Option<String>,
    /// The reported distance, in the units of the coordinates; empty for boolean answers.
    pub distance: Option<f64>,
    /// The greater error of the reported distance and of the distance of the two witness points, in units.
    pub error_units: Option<f64>,
    /// The least translation that would make a wrong verdict true, in units; empty for right verdicts.
    pub margin_units: Option<f64>,
    /// Of a false `apart` of bodies whose difference is flat, and so without an interior and with a margin of zero: how deep they
    /// lie in each other within its affine hull, in units; empty elsewhere.
    pub flat_depth_units: Option<f64>,
    /// How far the bodies overlap along the axis of a false `apart`, in units.
    pub axis_overlap_units: Option<f64>,
    /// Distance of the witness points to the exact set of nearest points, in units (recorded, not ruled on).
    pub witness_error_units: Option<f64>,
    /// What rounding the witness points to the scalar may cost, in units: their distance is allowed as much beside the tolerance.
    pub witness_allowance_units: Option<f64>,
    /// The end of the run: `converged`, `repeated`, `stalled`, `no-region`, `cycled`, `exhausted`, `not-a-number`, `range`.
    pub stop: String,
    /// Iterations.
    pub iterations: usize,
    /// Evaluations of the support mapping of the difference.
    pub supports: usize,
    /// Whose fault a failure is: `algorithm` (it fails in exact arithmetic too), `range` (the same case scaled by a power of
    /// two to size one is no failure), `rounding` (the rest); empty where there is no failure.
    pub fault: Option<String>,
    /// `separated`, `touching` or `overlapping`; empty where a bracket does not decide it.
    pub truth_class: String,
    /// The true distance, rounded to the nearest double, in the units of the coordinates; the middle of its bracket where it is
    /// not known exactly.
    pub truth_distance: f64,
    /// The width of the bracket of the true distance, in units; zero where it is known exactly.
    pub truth_width_units: f64,
}

impl Record {
    /// What a file of rows holds.
    pub(crate) const HOLDS: &str = "records";

    /// Where the answer is counted.
    pub fn column(&self) -> Column {
        Column::of(self.ruling, self.verdict.as_deref() == Some("intersecting"))
    }

    /// Whether the bodies were called apart though they overlap by more than the tolerance within a common plane or line. In
    /// exact arithmetic there is no tolerance.
    pub fn is_flat_missed(&self, tolerance: f64) -> bool {
        is_flat_missed(self.flat_depth_units, self.scalar == "exact", tolerance)
    }
}

/// Whether a flat depth in units is beyond the tolerance in units, which is zero in exact arithmetic. It has no say in the ruling:
/// in the space the bodies touch, and a false `apart` of theirs is at best `contact`.
pub fn is_flat_missed(flat_depth: Option<f64>, is_exact: bool, tolerance: f64) -> bool {
    flat_depth.is_some_and(|depth| depth > if is_exact { 0.0 } else { tolerance })
}
