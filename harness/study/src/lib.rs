//! Questions about cases: experiments, each in a file of its own, and the one runner that does their work.
//!
//! An [`Experiment`](experiment::Experiment) is a question. A [`Context`] says which variants are asked, about what and how
//! often. The [`runner`] does the work in units, on all cores, in a journal or in memory. Failure maps ([`map`]) are made on
//! demand, and are not part of a study.

#![forbid(unsafe_code)]

pub mod answers;
pub mod benchmarks;
pub mod census;
pub mod certify;
pub mod context;
pub mod continuity;
pub mod criterion_options;
pub mod drawn;
pub mod duel;
pub mod endure;
pub mod experiment;
pub mod forecast;
pub mod loops;
pub mod map;
pub mod markdown;
mod on_all_cores;
pub mod programs;
pub mod runner;
pub mod times;
pub mod traces;
pub mod worst;

pub use context::{Context, Judging, KeptRows, Size};
