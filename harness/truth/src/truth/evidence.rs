//! The proof of how two hulls of points lie, in numbers that a reader can check from the definitions without this program.
//!
//! The oracle names points of M, and the kernel computes signs from them. Here the points also get their weights. Let w be the
//! points. The foot of the perpendicular from the origin to the affine hull of up to three of them is a quotient of products.
//! Around an origin in the interior of M, each −wᵢ lies in the cone of as many independent points as the space has dimensions.
//! This is a relation wᵢ + Σ cⱼ wⱼ = 0 with cⱼ ≥ 0, and the sum of these relations has a positive weight for every point.

use std::cmp::Ordering::Equal;

use dashu_int::IBig;
use dashu_ratio::RBig;
use gjk_cases::case::{Class, Point};
use gjk_numbers::vector::{Vector, cross, dot, minus};
use gjk_numbers::{Big, Ring};

use crate::exact::Integral;
use crate::lattice::{Lattice, Pair};
use crate::oracle::Proof;

/// A proof by weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// How the hulls lie, without their radii.
    pub class: Class,
    /// Points of M.
    pub pairs: Vec<Pair>,
    /// Their weights, which are non-negative and sum to one. The combination is the point of M nearest to the origin; if the
    /// hulls overlap, every weight is positive.
    pub weights: Vec<RBig>,
    /// For hulls that touch: a non-zero vector that has no negative product with any point of M.
    pub normal: Option<Vector<IBig>>,
}

impl Evidence {
    /// The exact combinations of the pairs' points of A and of their points of B; `a` and `b` are the points of the bodies.
    pub fn points(&self, a: &[Point], b: &[Point]) -> [Vector<RBig>; 2] {
        let combined = |points: &[Point], index: fn(&Pair) -> usize| {
            std::array::from_fn(|axis| {
                let term = |(pair, weight): (&Pair, &RBig)| {
                    // Coordinates of a case are finite.
                    weight * RBig::try_from(points[index(pair)][axis]).unwrap_or(RBig::ZERO)
                };
                self.pairs.iter().zip(&self.weights).map(term).fold(RBig::ZERO, |sum, term| sum + term)
            })
        };
        [combined(a, |pair| pair.a), combined(b, |pair| pair.b)]
    }

    /// The evidence of a proof that the kernel accepts.
    pub(super) fn of<I: Integral>(lattice: &Lattice<I>, proof: &Proof<I>) -> Evidence {
        let (class, pairs, normal) = match proof {
            Proof::Separated { face, .. } => (Class::Separated, face.pairs(), None),
            Proof::Touching { face, normal } => (Class::Touching, &face[..], Some(normal.clone().map(|x| x.0))),
            Proof::Overlapping { points } => (Class::Overlapping, &points[..], None),
        };
        let w = lattice.enlarged().vertices(pairs);
        let parts = match class {
            Class::Overlapping => around_origin(lattice.grid.dimension, &w),
            Class::Separated | Class::Touching => of_foot(&w),
        };
        Evidence { class, pairs: pairs.to_vec(), weights: normalized(parts), normal }
    }

    /// The foot of the perpendicular from the origin to the plane of a facet of M, or to its line in the plane; `None` if the
    /// facet does not contain the foot. Weights may be zero.
    pub(super) fn of_facet(lattice: &Lattice<Big>, facet: &[Pair]) -> Option<Evidence> {
        let weights = normalized(of_foot(&lattice.vertices(facet)));
        let contains = weights.iter().all(|weight| *weight >= RBig::ZERO);
        contains.then(|| Evidence { class: Class::Overlapping, pairs: facet.to_vec(), weights, normal: None })
    }
}

/// The same weights with the sum one.
fn normalized(parts: Vec<RBig>) -> Vec<RBig> {
    let sum = parts.iter().fold(RBig::ZERO, |sum, part| sum + part);
    parts.into_iter().map(|part| part / &sum).collect()
}

/// Weights, up to a positive factor, of the foot of the perpendicular from the origin to the affine hull of one, two or three
/// affinely independent points.
fn of_foot(w: &[Vector<Big>]) -> Vec<RBig> {
    let parts = match w {
        [p, q] => {
            let edge = minus(q, p);
            vec![dot(q, &edge), dot(p, &edge).negated()]
        }
        [p, q, r] => {
            let normal = cross(&minus(q, p), &minus(r, p));
            [(q, r), (r, p), (p, q)].map(|(s, t)| dot(&normal, &cross(s, t))).to_vec()
        }
        _ => vec![Big::one()],
    };
    parts.into_iter().map(|part| RBig::from(part.0)).collect()
}

/// Positive weights, up to a factor, with which points combine to the origin, which is interior to their hull.
fn around_origin(dimension: usize, w: &[Vector<Big>]) -> Vec<RBig> {
    let mut weights = vec![RBig::ZERO; w.len()];
    for (i, p) in w.iter().enumerate() {
        weights[i] += RBig::ONE;
        for (j, weight) in opposite(dimension, w, p) {
            weights[j] += weight;
        }
    }
    weights
}

/// The weights of points that combine to −p; by Carathéodory's theorem for cones, independent points suffice.
fn opposite(dimension: usize, w: &[Vector<Big>], p: &Vector<Big>) -> Vec<(usize, RBig)> {
    let volume = |q: &Vector<Big>, r: &Vector<Big>, s: &Vector<Big>| dot(q, &cross(r, s));
    let axis: Vector<Big> = [Big::zero(), Big::zero(), Big::one()];
    for (i, q) in w.iter().enumerate() {
        for (j, r) in w[..i].iter().enumerate() {
            // In the plane the third vector is the axis, which gets weight zero.
            let third = if dimension == 2 { std::slice::from_ref(&axis) } else { &w[..j] };
            for (k, s) in third.iter().enumerate() {
                let whole = volume(q, r, s);
                if whole.sign() == Equal {
                    continue;
                }
                let weight = |part: Big| RBig::from(part.negated().0) / RBig::from(whole.0.clone());
                let weights = [(i, volume(p, r, s)), (j, volume(q, p, s)), (k, volume(q, r, p))].map(|(i, v)| (i, weight(v)));
                if weights.iter().all(|(_, weight)| *weight >= RBig::ZERO) {
                    return weights[..dimension].to_vec();
                }
            }
        }
    }
    unreachable!("the cone of points around the origin is the whole space")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::truth::HullTruth;

    /// Points of the grid {−1, 0, 1}², or of its copy in a tilted plane in space, selected by the bits of a number.
    fn points(dimension: usize, bits: u32) -> Vec<[f64; 3]> {
        let place = |i: u32| -> [f64; 3] {
            let (x, y) = (f64::from(i % 3) - 1.0, f64::from(i / 3) - 1.0);
            if dimension == 2 { [x, y, 0.0] } else { [x, y, x + y] }
        };
        (0..9).filter(|i| bits >> i & 1 == 1).map(place).collect()
    }

    #[test]
    fn weights_are_those_of_the_nearest_point() {
        let mut seen = [0; 3];
        for bits in 1..512 {
            for (dimension, apex) in [(2, None), (3, None), (3, Some([0.0, 0.0, 5.0])), (3, Some([-2.0, -2.0, -3.0]))] {
                let a: Vec<_> = points(dimension, bits).into_iter().chain(apex).collect();
                for b in [vec![[0.0; 3]], vec![[2.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]] {
                    let truth = HullTruth::of_points(dimension, &a, &b);
                    let Evidence { class, pairs, weights, normal } = truth.core_evidence();
                    assert_eq!((class, normal.is_some()), (truth.class(), class == Class::Touching));
                    assert!(weights.iter().all(|weight| *weight > RBig::ZERO) && weights.len() == pairs.len());
                    assert_eq!(weights.iter().fold(RBig::ZERO, |sum, weight| sum + weight), RBig::ONE);
                    let coordinate = |axis: usize| {
                        let of = |x: f64| RBig::try_from(x).expect("a finite number");
                        let term = |(pair, weight): (&Pair, &RBig)| weight * (of(a[pair.a][axis]) - of(b[pair.b][axis]));
                        pairs.iter().zip(&weights).map(term).fold(RBig::ZERO, |sum, term| sum + term)
                    };
                    let squared = (0..3).map(coordinate).fold(RBig::ZERO, |sum, x| sum + &x * &x);
                    assert_eq!(squared, truth.core_distance_squared(), "{a:?} {b:?}");
                    seen[class as usize] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }
}
