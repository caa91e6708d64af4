//! The result of a distance subalgorithm.

use gjk_numbers::Space;

use crate::simplex::{CAPACITY, Subset};

/// The point of a simplex nearest to the origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Projection<S: Space> {
    /// The point.
    pub point: S::Vector,
    /// The vertices that the point needs.
    pub kept: Subset,
    /// The weights of the point by position; zero for the vertices that are not kept. They are not finite where Ericson's
    /// tetrahedron is flat and treats the origin as inside.
    pub weights: [S::Scalar; CAPACITY],
}
