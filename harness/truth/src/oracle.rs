//! The oracle: how two bodies lie, exactly, with a proof that the certificate kernel checks.
//!
//! It finds the point of M = A − B nearest to the origin as variants do, by growing a simplex from support points, but on
//! integers, with an algorithm of its own: the nearest face of a simplex is the first one that satisfies the optimality
//! conditions (Karush–Kuhn–Tucker) exactly. A run in doubles on the bodies' shadows comes first and proposes a simplex; what
//! it proposes has no influence on the answer, only on how soon it is found. Where M holds the origin, whether it does so in
//! its interior is decided by a descent through quotient spaces ([`interior`]).

pub mod interior;
pub mod nearest;

use gjk_numbers::Big;

use crate::certificate;
use crate::lattice::{AnyLattice, Lattice, Pair, on_lattice};
use crate::whole::{Vector, Whole, cross, dot, minus};
use interior::Interior;
use nearest::{Face, Nearest, Scan};

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
pub fn prove<I: Whole>(lattice: &Lattice<I>) -> Proof<I> {
    let scan = Scan::new(lattice);
    match scan.nearest() {
        Nearest::Away { face, axis } => Proof::Separated { face, axis },
        Nearest::Holds { face } if face.len() == lattice.dimension + 1 => Proof::Overlapping { points: face.pairs().to_vec() },
        Nearest::Holds { face } => match interior::decide(lattice, face.pairs()) {
            Interior::Inside { points } => Proof::Overlapping { points },
            Interior::Boundary { normal } => Proof::Touching { face: face.pairs().to_vec(), normal },
        },
    }
}

/// Whether the certificate kernel accepts a proof.
pub fn is_proven<I: Whole>(lattice: &Lattice<I>, proof: &Proof<I>) -> bool {
    let points = |pairs: &[Pair]| -> Vec<Vector<I>> { pairs.iter().map(|pair| lattice.difference(*pair)).collect() };
    match proof {
        Proof::Separated { face, axis } => certificate::is_nearest(lattice, face.pairs(), axis),
        Proof::Touching { face, normal } => {
            certificate::holds_origin(&points(face)) && certificate::supports_at_origin(&enlarged(lattice), normal)
        }
        Proof::Overlapping { points: pairs } => certificate::origin_is_interior(lattice.dimension, &points(pairs)),
    }
}

/// The lattice in integers of any size.
pub fn enlarged<I: Whole>(lattice: &Lattice<I>) -> Lattice<Big> {
    let cloud = |cloud: &crate::lattice::Cloud<I>| crate::lattice::Cloud {
        points: cloud.points.iter().map(|p| std::array::from_fn(|i| Big(p[i].to_big()))).collect(),
        shadows: cloud.shadows.clone(),
    };
    Lattice {
        dimension: lattice.dimension,
        a: cloud(&lattice.a),
        b: cloud(&lattice.b),
        exponent: lattice.exponent,
        origin: lattice.origin,
        shift: lattice.shift,
        size: Big(lattice.size.to_big()),
    }
}

/// The squared distance from the origin to the affine hull of a face, as the quotient x y / z of integers whose factors are of
/// degree at most four: |w|², or |w₀ × w₁|² / |w₁ − w₀|², or (n·w₀)² / |n|².
pub fn squared_distance<I: Whole>(lattice: &Lattice<I>, face: &Face) -> (I, I, I) {
    let w: Vec<Vector<I>> = face.pairs().iter().map(|pair| lattice.difference(*pair)).collect();
    match &w[..] {
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

/// Whether the origin lies in the hull of two clouds' difference, for questions asked by other parts of the harness.
pub fn meets(lattice: &AnyLattice) -> bool {
    on_lattice!(lattice, lattice => matches!(Scan::new(lattice).nearest(), Nearest::Holds { .. }))
}
