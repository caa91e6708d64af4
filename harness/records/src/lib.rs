//! What a run of the harness leaves behind, as flat records.
//!
//! A run writes six files: [`Record`]s (`records.csv`, one line for a case, scalar and variant), [`Timing`]s (`times.csv`,
//! likewise, for the cases that were timed), [`LoopTally`]s (`loops.csv`, the loops around the distance subalgorithms),
//! [`CensusTally`]s (`census.csv`, where the origin lies when DoSimplex is entered), [`TraceTally`]s (`traces.csv`, queries about
//! moving pairs by where they start) and the [`Facts`] of the run (`study.json`).
//! Every line begins with the version of the schema. Beside these are the [`Duel`]s (`duel.jsonl`, variants and peers timed in
//! turns), lines of JSON without a version. A reader ignores columns that it does not know and names the ones that it
//! misses. All of them together are a [`Study`]. A [`Run`] is one run of a variant for a picture; it is not stored.
//!
//! To add a kind of data: a type of its lines in a file of its own, its [`Line`], and a field of [`Study`].

mod census;
mod columns;
mod duel;
mod error;
mod facts;
mod loops;
mod record;
mod ruling;
mod run;
mod store;
mod study;
mod timing;
mod trace;

pub use census::CensusTally;
pub use duel::Duel;
pub use error::Error;
pub use facts::{Facts, FamilyFact};
pub use loops::LoopTally;
pub use record::{Record, SCALARS, is_flat_missed};
pub use ruling::{Column, Ruling, Tally};
pub use run::{Run, RunStep, Site};
pub use store::{Line, read_lines, write_lines, write_whole};
pub use study::Study;
pub use timing::Timing;
pub use trace::TraceTally;

/// The version of the schema that this crate writes, and the only one that it reads.
pub const SCHEMA: u32 = 3;
