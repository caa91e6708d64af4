//! How long one variant takes over one case, as a line of `times.csv`.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::{Line, Ruling, Subject};

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

impl Line for Timing {
    const FILE: &'static str = "times.csv";
    const HOLDS: &'static str = "timings";

    fn subject(&self) -> Subject<'_> {
        Subject::new(&self.variant, &self.family, &self.scalar)
    }

    /// Times of two machines stand side by side; of the same query on the same machine ours stays.
    fn join(ours: &mut Vec<Timing>, mut theirs: Vec<Timing>) {
        let known: HashSet<[&str; 5]> = ours.iter().map(Timing::query).collect();
        theirs.retain(|timing| !known.contains(&timing.query()));
        ours.append(&mut theirs);
    }
}

impl Timing {
    /// What was timed, and where.
    fn query(&self) -> [&str; 5] {
        [&self.machine, &self.family, &self.case, &self.scalar, &self.variant]
    }
}
