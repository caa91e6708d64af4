//! Flat records of a run of the harness.
//!
//! The folder of a campaign holds:
//!
//! - `journal.jsonl`, its [journal](Campaign): what the campaign is, and a [tally](Answers) for each finished unit of its work;
//! - `records/*.csv.gz`, the rows ([`Record`]s), one per case, scalar and variant;
//! - `times.csv`, the [`Timing`]s: one per case, scalar and variant, for the cases that were timed;
//! - `loops.csv`, the [`LoopTally`]s: the loops around the distance subalgorithms;
//! - `census.csv`, the [`CensusTally`]s: where the origin lies when DoSimplex is entered;
//! - `traces.csv`, the [`TraceTally`]s: queries about moving pairs by their start;
//! - `continuity.csv`, the [`ContinuityTally`]s: answers that jump;
//! - `certify.jsonl`, the [`CertifyTally`]s: proven answers compared with exact arithmetic;
//! - `endure.jsonl`, the [`EndureTally`]s: how runs end;
//! - `duel.jsonl`, the [`Duel`]s: variants and peers timed in turns;
//! - `study.json`, the [`Facts`] of the run.
//!
//! Every line of a file of commas begins with the version of the schema; lines of JSON have none. A reader ignores unknown
//! columns and names missing ones. All files together, with tallies in place of rows, are a [`Study`]. A [`Folder`] is the
//! folder of a campaign while it runs. A [`Run`] is one run of a variant for a picture, and a [`Map`] the rulings on a case and
//! its neighbours; they are not stored.
//!
//! To add a kind of lines, add three things: a file with its type and its implementation of [`Line`], an entry in the list of
//! `line.rs`, and the meaning of its columns in `columns/lines.md`.

#![forbid(unsafe_code)]

mod answers;
mod archived;
mod cell;
mod census;
mod certified;
mod claim;
mod columns;
mod continuity;
mod counts;
mod duel;
mod endure;
mod error;
mod facts;
mod files;
mod folder;
mod journal;
mod kinds;
mod line;
mod lines;
mod loops;
mod map;
mod parts;
pub mod pasted;
mod plain;
mod question;
mod record;
mod room;
mod rows;
mod ruled;
mod ruling;
mod run;
#[cfg(test)]
mod scratch;
mod seal;
mod signatures;
mod store;
mod study;
#[cfg(test)]
mod sums;
mod timing;
mod trace;
mod worst;

pub use answers::{Answers, Endless, Histogram, KnobCell, VariantAnswers, octave};
pub use archived::JOURNAL;
pub use cell::Cell;
pub use census::CensusTally;
pub use certified::CertifyTally;
pub use claim::ClaimCounts;
pub use columns::{COLUMNS, MEANINGS};
pub use continuity::ContinuityTally;
pub use counts::{Counts, FAULTS, NOT_ASKED, StartOverlap};
pub use duel::Duel;
pub use endure::EndureTally;
pub use error::Error;
pub use facts::{Facts, FamilyFact, Terms};
pub use folder::{Folder, own};
pub use journal::{Campaign, Done, UnitResult, UnitRows};
pub use kinds::{Dash, FamilyKind, Kinds, Mark, Role, Style, VariantKind};
pub use line::{Line, Lines, Subject, parse_lines, write_lines};
pub use lines::Journal;
pub use loops::LoopTally;
pub use map::{Map, MapPanel, TrueClass};
pub use parts::{ROWS, StoredRows};
pub use pasted::Pasted;
pub use plain::{as_name, is_seen, name, shown};
pub use question::{CLAIMS, Claim, Measure, Measures, Question, Unit};
pub use record::{Record, SCALARS, is_flat_missed};
pub use room::Room;
pub use rows::Rows;
pub use ruled::{Ruled, RuledCases, each_ruled};
pub use ruling::{Column, Ruling, Tally};
pub use run::{Contact, Run, RunCast, RunStep, Site};
pub use seal::sealed_journal;
pub use signatures::{Part, Signatures};
pub use store::{parse_facts, write_whole};
pub use study::{CORPUS, Study, shard_of};
pub use timing::{Form, Timing};
pub use trace::TraceTally;
pub use worst::{Quantity, Worst};

/// The version of the schema that this crate writes, and the only one that it reads.
pub const SCHEMA: u32 = 4;

/// The version of the schema of the [`Facts`] that this crate writes, and the only one that it reads.
pub const FACTS_SCHEMA: u32 = 5;

/// The advice for results in a form that no release wrote.
pub(crate) const OLDER: &str =
    "(Commit f5ed12fe is the last that reads folders without seals or without columns that came later.)";
