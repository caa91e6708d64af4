//! Support points of a hull without a scan of all points: from a chart of directions, or by climbing over the surface if the
//! chart does not decide.
//!
//! [`Polytope`] is a support mapping that returns the same points as a hull's own scan. It is research on how much of a scan
//! can be saved. It must be built before the first query, and for small hulls a scan is faster.

#![forbid(unsafe_code)]

mod chart;
mod digits;
mod graph;
mod joints;
mod polytope;

#[cfg(test)]
mod tests;

pub use digits::Float;
pub use polytope::Polytope;
