//! The ledger of claims: assertions of published sources, each decided by a computation.
//!
//! A claim is decided by *checks*. A check poses many cases, counts those that break a statement, and shrinks the simplest of
//! them. The verdict is a function of the counts alone, so a claim that becomes true, or a search that no longer finds
//! anything, changes the ledger. The [`Role`] of a check is its relation to its claim:
//!
//! - the claim itself, in its literal reading;
//! - the claim under its condition;
//! - a failure that the claim asserts, which the search must find;
//! - the repaired variant, on which the same search must find nothing;
//! - a measurement.
//!
//! Each check runs in one arithmetic. A claim has a verdict over all its checks, one over the checks in exact arithmetic, and
//! one over the checks in floats, so that neither arithmetic hides the other. A claim that is decided in only one of the two
//! states why.
//!
//! The checks run the variants of the roster, with other values of their parameters if a claim requires them. Observers watch
//! the runs, and the oracle supplies the truth.

#![forbid(unsafe_code)]

mod boolean;
mod budget;
mod cast_run;
mod casts;
mod census;
mod centroid;
mod check;
mod depth;
mod distance;
mod divide;
mod dyn4j;
mod entered;
mod facts;
mod finding;
mod fraction;
mod keep_three;
mod ledger;
mod lemmas;
mod nascimento;
mod observed;
mod pair;
mod posed;
mod rounded;
mod search;
mod verdicts;
mod voronoi;
mod worked_example;

pub use census::census;
pub use check::{Check, Role};
pub use finding::{Finding, Verdict};
pub use ledger::{CLAIMS, Claim, claim, counterexamples, pinned};
pub use search::Search;
pub use verdicts::{Ruled, VERDICTS};
