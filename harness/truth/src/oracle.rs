//! The oracle: how two bodies lie, exactly, with a proof that the certificate kernel checks.
//!
//! It finds the point of M = A − B nearest to the origin as variants do, by growing a simplex from support points, but on
//! integers, with an algorithm of its own: the nearest face of a simplex is the first one that satisfies the optimality
//! conditions (Karush–Kuhn–Tucker) exactly. A run in doubles comes first and proposes a simplex; what
//! it proposes has no influence on the answer, only on how soon it is found. Where M holds the origin, whether it does so in
//! its interior is decided by a descent through quotient spaces ([`interior`]).

pub mod depth;
pub mod flat;
pub mod interior;
pub mod nearest;
pub mod polytope;

use gjk_numbers::Big;
use gjk_numbers::vector::{Vector, cross, dot, minus};

use crate::certificate;
use crate::exact::Integral;
use crate::lattice::{Lattice, Pair};
use interior::Interior;
use nearest::{Face, Nearest};

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

/// Finds the proof.
pub fn prove<I: Integral>(lattice: &Lattice<I>) -> Proof<I> {
    match nearest::nearest(lattice) {
        Nearest::Away { face, axis } => Proof::Separated { face, axis },
        Nearest::Holds { face } if face.len() == lattice.grid.dimension + 1 => {
            Proof::Overlapping { points: face.pairs().to_vec() }
        }
        Nearest::Holds { face } => match interior::decide(lattice, face.pairs()) {
            Interior::Inside { points } => Proof::Overlapping { points },
            Interior::Boundary { normal } => Proof::Touching { face: face.pairs().to_vec(), normal },
        },
    }
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

/// The squared distance from the origin to the affine hull of a face, as the quotient x y / z of integers whose factors are of
/// degree at most four: |w|², or |w₀ × w₁|² / |w₁ − w₀|², or (n·w₀)² / |n|².
pub fn squared_distance<I: Integral>(lattice: &Lattice<I>, face: &Face) -> (I, I, I) {
    match &lattice.vertices(face.pairs())[..] {
        [w0] => (dot(w0, w0), I::one(), I::one()),
        [w0, w1] => {
            let (area, edge) = (cross(w0, w1), minus(w1, w0));
            (dot(&area, &area), I::one(), dot(&edge, &edge))
        }
        [w0, w1, w2, ..] => {
            let normal = cross(&minus(w1, w0), &minus(w2, w0));
            let height = dot(&normal, w0);
            (height.clone(), height, dot(&normal, &normal))
        }
        [] => (I::zero(), I::one(), I::one()),
    }
}
