//! The ledger of claims: what the sources assert, decided by running something.
//!
//! A claim is decided by *checks*. A check poses many cases, counts those on which a statement is broken, and shrinks the simplest
//! of them. What a check is to its claim is its [`Role`]: the claim itself in its literal reading, the claim under a condition,
//! the repaired variant on which the same search must find nothing, a measurement. The verdict is a function of the counts
//! alone, so that a claim that becomes true, or a search that no longer finds anything, changes the ledger. Each check runs in one
//! arithmetic; beside the verdict of all of them there is one of those in exact arithmetic and one of those in floats, so that
//! neither hides behind the other. A claim that has only one of the two says so.
//!
//! What runs are the variants of the roster, with other values of their parameters where a claim asks for them. They are watched
//! through their observers, and the oracle says what is true.

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
