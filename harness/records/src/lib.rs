//! What a run of the harness leaves behind, as flat records.
//!
//! A run writes six files: [`Record`]s (`records.csv`, one line for a case, scalar and variant), [`Timing`]s (`times.csv`,
//! likewise, for the cases that were timed), [`LoopTally`]s (`loops.csv`, the loops around the distance subalgorithms),
//! [`CensusTally`]s (`census.csv`, where the origin lies when DoSimplex is entered), [`TraceTally`]s (`traces.csv`, queries about
//! moving pairs by where they start) and the [`Facts`] of the run (`study.json`).
//! Every line begins with the version of the schema. Beside these are the [`Duel`]s (`duel.jsonl`, variants and peers timed in
//! turns), lines of JSON without a version. A reader ignores columns that it does not know and names the ones that it
//! misses. A [`Trace`] is one run for a picture; it is not stored.

mod census;
mod duel;
mod facts;
mod loops;
mod record;
mod store;
mod timing;
mod trace;
mod warm;

pub use census::CensusTally;
pub use duel::Duel;
pub use facts::{Facts, FamilyFact};
pub use loops::LoopTally;
pub use record::{Record, Ruling, SCALARS};
pub use store::{
    Failure, read_census, read_duels, read_facts, read_loops, read_records, read_timings, read_traces, write_census,
    write_duels, write_facts, write_loops, write_records, write_timings, write_traces,
};
pub use timing::Timing;
pub use trace::{Site, Trace, TraceStep};
pub use warm::TraceTally;

/// The version of the schema that this crate writes, and the only one that it reads.
pub const SCHEMA: u32 = 1;
