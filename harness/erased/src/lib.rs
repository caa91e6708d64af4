//! Variants whose types are not known when a query is asked, and those in exact arithmetic. These are not timed, so the package is
//! compiled in many units, and after a change in a variant only its own units again; what is timed is compiled above, in one.

#![forbid(unsafe_code)]

mod exact;
mod solver;

pub use exact::{Entry, in_plane, in_space};
pub use solver::{OtherTerms, Solver, Timed, TimedOtherwise, Untimed};
