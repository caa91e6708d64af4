//! The benefit of a start from the last answer on bodies that move: the lines of `traces.csv`.

use serde::{Deserialize, Serialize};

use crate::{Line, Subject, Tally};

/// The queries of one variant about the frames of traces of one step, each begun in one way.
///
/// The first frame of a trace, which has no earlier answer, is not counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TraceTally {
    /// Version of the schema.
    pub schema: u32,
    /// Name of the family of traces.
    pub family: String,
    /// The step from frame to frame: the family's knob.
    pub step: f64,
    /// `f32` or `f64`.
    pub scalar: String,
    /// Name of the variant.
    pub variant: String,
    /// `cold` (the variant's own start), `direction` (along the last answer's axis) or `vertices` (of its simplex).
    pub start: String,
    /// Frames.
    pub frames: u64,
    /// Frames that began with an earlier answer: not after a run without one, nor, for `direction`, after bodies that meet.
    pub warm: u64,
    /// Rulings on the answers.
    pub rulings: Tally,
    /// Frames that the variant gets right from every start; the costs are over these frames.
    pub shared: u64,
    /// Mean number of iterations per query; `None` without shared frames.
    pub iterations: Option<f64>,
    /// Mean number of support points of M per query.
    pub supports: Option<f64>,
    /// Shared frames that were timed.
    pub timed: u64,
    /// The machine that took the times; empty if nothing was timed.
    pub machine: String,
    /// Nanoseconds per query: the median over timed frames of the median over interleaved rounds.
    pub nanoseconds: Option<f64>,
    /// The geometric mean over timed frames of the time divided by the cold time of the same frame.
    pub time_ratio: Option<f64>,
}

impl Line for TraceTally {
    const FILE: &'static str = "traces.csv";
    const HOLDS: &'static str = "tallies of traces";

    fn subject(&self) -> Subject<'_> {
        Subject::new(&self.variant, &self.family, &self.scalar)
    }
}
