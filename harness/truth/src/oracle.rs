//! The oracle: how two bodies lie, exactly, with a proof that the certificate kernel checks.
//!
//! Like the variants, it finds the point of M = A − B nearest to the origin by growing a simplex from support points, but on
//! integers, with an algorithm of its own: the nearest face of a simplex is the first one that satisfies the optimality
//! conditions (Karush–Kuhn–Tucker) exactly. A run in doubles comes first and proposes a simplex; the proposal has no influence
//! on the answer, only on how soon it is found. If M holds the origin, a descent through quotient spaces decides whether the
//! origin is in its interior ([`interior`]).

pub mod cast;
pub mod depth;
pub mod flat;
pub mod interior;
pub mod nearest;
pub mod polytope;
mod proof;

use gjk_numbers::vector::{cross, dot, minus};

use crate::exact::Integral;
use crate::lattice::Lattice;
use nearest::{Face, Nearest};
pub use proof::{Proof, is_proven};

/// Finds the proof.
pub fn prove<I: Integral>(lattice: &Lattice<I>) -> Proof<I> {
    match nearest::nearest(lattice) {
        Nearest { face, axis: Some(axis) } => Proof::Separated { face, axis },
        Nearest { face, .. } if face.len() == lattice.grid.dimension + 1 => {
            Proof::Overlapping { points: face.pairs().to_vec() }
        }
        Nearest { face, .. } => interior::decide(lattice, face.pairs()),
    }
}

/// The squared distance from the origin to the affine hull of a face, as the quotient x y / z of integers whose factors are of
/// degree at most four: |w|², |w₀ × w₁|² / |w₁ − w₀|², or (n·w₀)² / |n|².
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

#[cfg(test)]
mod tests {
    use gjk_numbers::{Big, Ring, Wide};

    use super::*;
    use crate::lattice::{AnyLattice, Pair};
    use crate::small::{Numbers, in_doubles, lattice, of_a, vector};

    #[test]
    fn a_proof_holds_for_its_own_bodies_and_its_own_claim() {
        let square = [[1, 1, 0], [-1, 1, 0], [-1, -1, 0], [1, -1, 0]];
        let with = |z: &[i64]| [&square[..], &z.iter().map(|&z| [0, 0, z]).collect::<Vec<_>>()].concat();
        let (pyramid, bipyramid) = (lattice(3, &with(&[2])), lattice(3, &with(&[2, -2])));
        let lifted = lattice(3, &square.map(|[x, y, _]| [x, y, 1]));
        for (lattice, expected) in [(&lifted, "Separated"), (&pyramid, "Touching"), (&bipyramid, "Overlapping")] {
            let proof = prove(lattice);
            assert!(is_proven(lattice, &proof) && format!("{proof:?}").starts_with(expected), "{proof:?}");
        }
        let touching =
            |face: &[usize], normal: [i64; 3]| Proof::Touching { face: of_a(face), normal: normal.map(|x| Big(x.into())) };
        assert!(is_proven(&pyramid, &touching(&[0, 2], [0, 0, 1])));
        for (lattice, face, normal, lie) in [
            (&pyramid, &[0, 1][..], [0, 0, 1], "the points' hull does not hold the origin"),
            (&pyramid, &[], [0, 0, 1], "no points"),
            (&pyramid, &[0, 2], [0, 0, -1], "a vertex is below"),
            (&pyramid, &[0, 2], [0, 0, 0], "no normal"),
            (&bipyramid, &[0, 2], [0, 0, 1], "they overlap"),
            (&lifted, &[0, 2], [0, 0, 1], "they are apart"),
        ] {
            assert!(!is_proven(lattice, &touching(face, normal)), "{lie}");
        }
        let overlapping = |points: &[usize]| Proof::Overlapping { points: of_a(points) };
        assert!(is_proven(&bipyramid, &overlapping(&[0, 1, 2, 3, 4, 5])));
        assert!(!is_proven(&bipyramid, &overlapping(&[0, 1, 2, 3, 4])), "the origin is on a face of these");
        assert!(!is_proven(&lifted, &overlapping(&[0, 1, 2, 3])), "they are apart");
        let nearest = Proof::Separated { face: Face::of(Pair { a: 0, b: 0 }), axis: vector([0, 0, 1]) };
        assert!(!is_proven(&lifted, &nearest), "the corner is not the nearest point");
    }

    #[test]
    fn a_squared_distance_is_that_of_the_faces_plane_line_or_point() {
        let ratio = |a: &[[i64; 3]]| {
            let lattice = lattice(3, a);
            let Proof::Separated { face, .. } = prove(&lattice) else { panic!("they are apart") };
            let (x, y, z) = squared_distance(&lattice, &face);
            (face.len(), x.times(&y), z)
        };
        for (points, size, distance_squared) in [
            (&[[1, 2, 2], [3, 2, 2]][..], 1, 9),
            (&[[-1, 2, 2], [3, 2, 2]], 2, 8),
            (&[[2, 0, 3], [-1, 2, 3], [-1, -2, 3]], 3, 9),
        ] {
            // The points are on a grid of unit one, because one of the coordinates is odd.
            let (len, product, divisor) = ratio(points);
            assert_eq!((len, product), (size, divisor.times(&Wide::from_i128(distance_squared))));
        }
    }

    #[test]
    fn every_proof_is_accepted_however_degenerate_the_bodies_are() {
        let mut numbers = Numbers::of(3);
        let mut classes = [[0; 3]; 2];
        for round in 0..3000 {
            let (of_a, of_b, size) = (1 + round % 5, 1 + round / 5 % 4, 1 + round as i64 % 2);
            let raised = [0, 0, 1, 2 * size][round / 20 % 4];
            let [a, b] = [(of_a, raised), (of_b, 0)].map(|(count, raised)| numbers.points(count, size, raised));
            for (dimension, classes) in [2, 3].into_iter().zip(&mut classes) {
                // In the plane, the bodies are raised within it.
                let flat = |[x, y, z]: &[i64; 3]| if dimension == 2 { [*y, *z, 0] } else { [*x, *y, *z] };
                let [a, b] = [&a, &b].map(|points| in_doubles(&points.iter().map(flat).collect::<Vec<_>>()));
                let lattice = AnyLattice::of_points(dimension, &a, &b).wide();
                let proof = prove(&lattice);
                assert!(is_proven(&lattice, &proof), "{proof:?} of {lattice:?}");
                let class = match proof {
                    Proof::Separated { .. } => 0,
                    Proof::Touching { .. } => 1,
                    Proof::Overlapping { .. } => 2,
                };
                classes[class] += 1;
            }
        }
        assert!(classes.as_flattened().iter().all(|count| *count >= 200), "{classes:?}");
    }
}
