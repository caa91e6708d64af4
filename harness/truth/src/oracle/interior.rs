//! Is the origin, which M holds, in its interior or on its boundary?
//!
//! Let L be a subspace spanned by points of M with the origin in the relative interior of their hull (at first the face that
//! was found). If L is the whole space, the origin is interior. Otherwise consider the points of M that are not zero in the
//! quotient by L. If the origin is not in their hull there, there is an n with a positive product with all of them, so with no
//! negative product on M: the origin is on the boundary. If it is, the points of a relation Σ μ w = 0 with μ > 0 join the
//! previous ones: the origin is still in the relative interior, and L has grown. After at most three rounds the question is
//! decided.

use std::cmp::Ordering::Equal;

use gjk_numbers::vector::{Vector, cross, dot, is_zero, plus, scaled};
use gjk_numbers::{Big, Ring};

use super::nearest::{Nearest, nearest_nonzero};
use super::proof::Proof;
use crate::exact::Integral;
use crate::lattice::{Lattice, Pair};

/// A basis of a subspace of the plane or space.
#[derive(Default)]
pub(super) struct Span {
    pub basis: Vec<Vector<Big>>,
}

impl Span {
    /// Adds a vector to the basis if it is independent of it.
    pub fn extend(&mut self, v: Vector<Big>) {
        let independent = match &self.basis[..] {
            [] => !is_zero(&v),
            [p] => !is_zero(&cross(p, &v)),
            [p, q] => dot(&cross(p, q), &v).sign() != Equal,
            _ => false,
        };
        if independent {
            self.basis.push(v);
        }
    }

    /// Rows of an integer matrix whose kernel is the subspace.
    fn quotient(&self, dimension: usize) -> Vec<Vector<Big>> {
        let unit = |axis: usize| -> Vector<Big> { std::array::from_fn(|i| Big::from_i128(i128::from(i == axis))) };
        match (&self.basis[..], dimension) {
            ([], _) => (0..dimension).map(unit).collect(),
            ([p], 2) => vec![[p[1].negated(), p[0].clone(), Big::zero()]],
            ([p], _) => {
                // p × e for the two axes e other than one along which p is not zero.
                let axis = (0..3).find(|&i| p[i].sign() != Equal).unwrap_or(0);
                (0..3).filter(|&i| i != axis).map(|i| cross(p, &unit(i))).collect()
            }
            ([p, q], 3) => vec![cross(p, q)],
            _ => Vec::new(),
        }
    }
}

/// Decides for a difference that holds the origin in the relative interior of the hull of these points.
pub fn decide<I: Integral>(lattice: &Lattice<I>, holding: &[Pair]) -> Proof<I> {
    let touching = |normal: Vector<Big>| Proof::Touching { face: holding.to_vec(), normal };
    let enlarged = lattice.enlarged();
    let mut points = holding.to_vec();
    let mut span = Span::default();
    for pair in holding {
        span.extend(enlarged.difference(*pair));
    }
    loop {
        let rows = span.quotient(lattice.grid.dimension);
        let Some(first) = rows.first() else { return Proof::Overlapping { points } };
        let image = |points: &[Vector<Big>]| -> Vec<Vector<Big>> {
            let of = |p: &Vector<Big>| std::array::from_fn(|i| rows.get(i).map_or_else(Big::zero, |row| dot(row, p)));
            points.iter().map(of).collect()
        };
        match nearest_nonzero(&image(&enlarged.a), &image(&enlarged.b)) {
            None => return touching(first.clone()),
            Some(Nearest { axis: Some(axis), .. }) => {
                let zero: Vector<Big> = std::array::from_fn(|_| Big::zero());
                let combine = |sum, (row, factor): (&Vector<Big>, &Big)| plus(&sum, &scaled(row, factor));
                return touching(rows.iter().zip(&axis).fold(zero, combine));
            }
            Some(Nearest { face, axis: None }) => {
                for pair in face.pairs() {
                    span.extend(enlarged.difference(*pair));
                    points.push(*pair);
                }
            }
        }
    }
}
