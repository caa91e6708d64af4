//! The ledger of claims: what the sources assert, decided by running something.
//!
//! A claim is decided by *parts*. A part poses many cases, counts those on which a statement is broken, and shrinks the simplest
//! of them. What a part is to its claim is its [`Role`]: the claim itself in its literal reading, the claim under a condition,
//! the repaired variant on which the same search must find nothing, a measurement. The verdict is a function of the counts
//! alone, so that a claim that becomes true, or a search that no longer finds anything, changes the ledger.

mod boolean;
mod census;
mod centroid;
mod distance;
mod divide;
mod dyn4j;
mod facts;
mod ledger;
mod nascimento;
mod part;
mod regions;
mod rounded;
mod simplex;
mod two;

pub use census::census;
pub use ledger::{CLAIMS, Claim, Finding, Verdict, claim, counterexamples, pinned};
pub use part::{Effort, Part, Role};
