//! Searching for inputs on which a variant fails.
//!
//! A [`Proposer`] makes cases, each a pure function of a seed and a number: small lattices, the cases of the families, or
//! mutations of given cases. Boolean variants in exact arithmetic run on machine integers ([`IntegerRoster`]), millions per
//! second; all other runs go through a [`gjk_solvers::PosedCase`].

mod candidate;
mod failure_mode;
mod integer_roster;
mod machine_integer;
mod proposer;
pub mod sample;
mod watched;

pub use candidate::{Candidate, Size, cost};
pub use failure_mode::{FailureMode, Wanted};
pub use integer_roster::{IntegerHull, IntegerOutcome, IntegerRoster, Number, vector};
pub use machine_integer::{MachineInteger, RANGE, Site};
pub use proposer::{Lattices, Mutations, Proposer};
pub use sample::{Sample, Samples};
pub use watched::{SimplexSeen, holds_origin, nearest_face};
