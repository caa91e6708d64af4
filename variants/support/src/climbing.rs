//! Support points without a scan: a chart of directions, and climbing over the surface of a hull where that does not tell.

mod chart;
mod digits;
mod graph;
mod joints;
mod polytope;
pub(crate) mod surface;

pub use digits::Float;
pub use polytope::Polytope;
