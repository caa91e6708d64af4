//! The ledger of claims: assertions of the sources, each decided by running something.
//!
//! A claim is decided by *checks*. A check poses many cases, counts those on which a statement is broken, and shrinks the
//! simplest of them. The [`Role`] of a check is its relation to its claim: the claim itself in its literal reading, the claim
//! under a condition, the repaired variant on which the same search must find nothing, or a measurement. The verdict is a
//! function of the counts alone, so a claim that becomes true, or a search that no longer finds anything, changes the ledger.
//! Each check runs in one arithmetic. Besides the verdict over all checks, there is one over those in exact arithmetic and one
//! over those in floats, so that neither hides the other. A claim that has only one of the two states so.
//!
//! The checks run the variants of the roster, with other values of their parameters if a claim requires them. Observers watch
//! the runs, and the oracle supplies the truth.

#![forbid(unsafe_code)]

mod boolean;
mod budget;
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
mod voronoi;
mod worked_example;

pub use census::census;
pub use check::{Check, Role};
pub use finding::{Finding, Verdict};
pub use ledger::{CLAIMS, Claim, claim, counterexamples, pinned};
pub use search::Search;
