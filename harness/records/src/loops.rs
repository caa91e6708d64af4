//! How often each loop around a distance subalgorithm hangs, is wrong, is inaccurate: the lines of `loops.csv`.

use serde::{Deserialize, Serialize};

use crate::Tally;

/// The rulings of one subalgorithm in one of the eight loops, on the cases of one family in one scalar.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopTally {
    /// Version of the schema.
    pub schema: u32,
    /// Name of the family.
    pub family: String,
    /// `f32` or `f64`.
    pub scalar: String,
    /// Name of the subalgorithm, as of the variant that has it in the common loop.
    pub subalgorithm: String,
    /// `relative` (the duality gap against a multiple of u) or `absolute` (1e-12 on a squared length).
    pub stop: String,
    /// `guarded` (a repeated support point, no progress and a full simplex end the run) or `bare` (an iteration limit alone).
    pub safeguards: String,
    /// How v is formed: from the `simplex` of the difference, or as the difference of the two `witnesses`.
    pub nearest: String,
    /// Applicable cases.
    pub cases: u64,
    /// What the answers are found to be.
    pub rulings: Tally,
}

impl LoopTally {
    /// The loop's three choices in one name, `relative-guarded-simplex` for the common loop.
    pub fn choices(&self) -> String {
        format!("{}-{}-{}", self.stop, self.safeguards, self.nearest)
    }
}
