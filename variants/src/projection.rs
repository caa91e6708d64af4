//! What a distance subalgorithm finds.

use gjk_numbers::Space;

use crate::simplex::{CAPACITY, Subset};

/// The point of a simplex nearest to the origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Projection<S: Space> {
    /// The point.
    pub point: S::Vector,
    /// The vertices that it needs.
    pub kept: Subset,
    /// Its weights by position; zero for the vertices that are not kept. Not finite where Ericson's tetrahedron, being flat,
    /// takes the origin for inside.
    pub weights: [S::Scalar; CAPACITY],
}
