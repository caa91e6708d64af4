//! Proofs of how two bodies lie, and whether the certificate kernel accepts them.

use gjk_numbers::Big;
use gjk_numbers::vector::Vector;

use super::nearest::Face;
use crate::certificate;
use crate::exact::Integral;
use crate::lattice::{Lattice, Pair};

/// A proof of how two bodies lie.
#[derive(Clone, Debug)]
pub enum Proof<I> {
    /// The face's hull holds the point of M nearest to the origin, and the axis points along it.
    Separated {
        /// The face.
        face: Face,
        /// The axis, of any length.
        axis: Vector<I>,
    },
    /// The hull of these points of M holds the origin, and the normal has no negative product with any point of M.
    Touching {
        /// The points.
        face: Vec<Pair>,
        /// The normal, of any length.
        normal: Vector<Big>,
    },
    /// The origin lies in the interior of the hull of these points of M.
    Overlapping {
        /// The points.
        points: Vec<Pair>,
    },
}

/// Whether the certificate kernel accepts a proof.
pub fn is_proven<I: Integral>(lattice: &Lattice<I>, proof: &Proof<I>) -> bool {
    match proof {
        Proof::Separated { face, axis } => certificate::is_nearest(lattice, face.pairs(), axis),
        Proof::Touching { face, normal } => {
            certificate::holds_origin(&lattice.vertices(face)) && certificate::supports_at_origin(&lattice.enlarged(), normal)
        }
        Proof::Overlapping { points: pairs } => {
            certificate::origin_is_interior(lattice.grid.dimension, &lattice.vertices(pairs))
        }
    }
}
