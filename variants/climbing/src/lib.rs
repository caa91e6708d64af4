//! Support points of a hull without a scan: a chart of directions, and climbing over the surface where that does not tell.
//!
//! [`Polytope`] is a support mapping like a hull's own scan and gives the same points. It is research on how much of a scan can be
//! saved: it has to be built first, and for small hulls a scan is faster.

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
