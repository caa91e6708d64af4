//! Variants that run untimed: behind one trait, [`Solver`], whatever their types, and in exact arithmetic.
//!
//! Untimed code may be compiled in many units, and after a change in a variant only its own units are compiled again. Timed
//! code is compiled in the packages above this one, in one unit each.

#![forbid(unsafe_code)]

mod entries;
mod exact;
mod solver;

pub use entries::{Entry, ErasedEntries, Loop, TypedEntries, loops};
pub use exact::{in_plane, in_space};
pub use solver::{OtherTerms, Solver, Timed, TimedOtherwise, Untimed, has_typed_form};
