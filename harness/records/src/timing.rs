//! How long one variant takes over one case, as a line of `times.csv`.

use serde::{Deserialize, Serialize};

use crate::Ruling;

/// The time of one query. Every variant is timed over every timed case, right or wrong; the ruling stands beside the time, so
/// that a reader of records decides which cases a comparison is over.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// Version of the schema.
    pub schema: u32,
    /// Name of the family.
    pub family: String,
    /// The case, `FAMILY:SEED:INDEX`.
    #[serde(rename = "case_id")]
    pub case: String,
    /// Points of each body (the greater of the two).
    pub points: usize,
    /// `f32` or `f64`.
    pub scalar: String,
    /// Name of the variant.
    pub variant: String,
    /// What the answer to this case is found to be.
    pub ruling: Ruling,
    /// Iterations of the query.
    pub iterations: usize,
    /// The machine that took the time: the model of its processor. Times of different machines are not to be compared.
    pub machine: String,
    /// Nanoseconds a query: the median over interleaved rounds.
    pub nanoseconds: f64,
}
