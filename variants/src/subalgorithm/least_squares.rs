//! The nearest point of a simplex by divide and conquer: project the origin onto the affine hull by least squares; if a weight
//! is not positive, the nearest point lies in a smaller simplex, so take the best result over those.
//!
//! # Derivation
//! With H = (w₁ − w₀ … wₙ − w₀) the points of the affine hull are w₀ + H t. The nearest to the origin minimises |w₀ + H t|², so
//! Hᵀ H t = −Hᵀ w₀. (The source's text writes the right-hand side w₀ without the sign; its program, which uses w₀ − wᵢ for the
//! columns, is right.) The weights of the vertices are λ₀ = 1 − Σ tᵢ and λᵢ = tᵢ. If all are positive, the point is inside. If
//! λᵢ < 0, the origin lies on the other side of the facet without vertex i than that vertex does, and the nearest point lies on
//! such a facet. If λᵢ = 0, the point does not need vertex i. So it is enough to recurse into the sub-simplices that leave out
//! one vertex whose weight is not positive.
//!
//! # Where it fails
//! The normal equations square the condition number of H, and their determinant is of degree 2n in the coordinates: in single
//! precision it overflows for coordinates of about 10⁶ and underflows for 10⁻⁷. A singular system decides nothing, and the
//! recursion goes into all sub-simplices.
//!
//! # Comparison with the source
//! [`LeastSquares`] deviates from the source in: the recursion goes only into sub-simplices that leave out a vertex without a
//! positive weight; a determinant that is not positive gives no weights; w₀ is the oldest vertex, not the newest; the loop is
//! the common one.
//!
//! [`PublishedLeastSquares`] with the rules [`DivideAndConquer`](crate::gjk::DivideAndConquer) does what the Scheme program does, in
//! its order and with its ties, but deviates from the source in roundings:
//!
//! - *The gap.* The program compares −(d·d) + 1e-12 with −(w·d): two products of the full size, each rounded. Here the gap is
//!   d·(d − w) ≤ 1e-12, one product of the difference. If d·d exceeds 2¹⁴, the program's 1e-12 is lost in the rounding of a
//!   double, and its test is d·d ≤ w·d.
//! - *The best face.* The program compares the norm of the difference of two witness points, each computed on its own body;
//!   here the squared length of the point of the simplex of the difference is compared. Far from the origin the program's norm
//!   is noise of the size of the coordinates, and the root can tie values whose squares differ.
//! - *The inverse.* The program divides each cofactor by the determinant and multiplies afterwards; here the division comes
//!   last.
//! - *The test.* The program tests Σ tᵢ < 1; here the test is 1 − t₁ − … > 0.
//! - *Integers.* In Guile an exact zero determinant is an error; here, as with its inexact numbers, no weight passes a test.
//! - *Ends.* The program has no iteration limit, and its lists may grow beyond five vertices; here either ends the run.
//!
//! In exact arithmetic the first four are the same statements, and no end of the program changes.
//!
//! # Reference
//! "A divide-and-conquer implementation of the GJK algorithm" (web log article), the function `closest-simplex-points`.

pub(crate) mod system;

use super::{Projection, Subalgorithm};
use crate::fast;
use crate::observe::Observer;
use crate::simplex::{CAPACITY, Simplex, Subset, no_weights};
use crate::variant::{About, Promise};
use gjk_numbers::{Ring, Scalar, Space};
use system::{UNKNOWNS, affine, least_squares, no_unknowns};

/// The divide-and-conquer least-squares subalgorithm.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeastSquares;

/// The least-squares subalgorithm as published. The newest vertex is w₀, and any nonzero determinant is accepted. If a weight
/// is not positive, or if the weights leave no positive rest for w₀, the recursion goes into all sub-simplices.
#[derive(Clone, Copy, Debug, Default)]
pub struct PublishedLeastSquares;

impl<S: Space> Subalgorithm<S> for LeastSquares
where
    S::Scalar: Scalar,
{
    fn about(&self) -> About {
        About {
            name: "least-squares",
            title: "divide-and-conquer least squares",
            citation: "A divide-and-conquer implementation of the GJK algorithm (web log article): least-squares projection and \
                       recursion into the sub-simplices",
            promise: Promise::Distance,
        }
    }

    #[inline(always)]
    fn project<O: Observer<S> + ?Sized>(
        &self,
        older: &Simplex<S>,
        newest: &S::Vector,
        _observer: &mut O,
    ) -> Option<Projection<S>> {
        project::<S, false>(older, newest)
    }
}

impl<S: Space> Subalgorithm<S> for PublishedLeastSquares
where
    S::Scalar: Scalar,
{
    fn about(&self) -> About {
        About {
            name: "least-squares-published",
            title: "least squares, the published program",
            citation: "A divide-and-conquer implementation of the GJK algorithm (web log article), `gjk-algorithm` and \
                       `closest-simplex-points`: start from the centroids, absolute 1e-12, no safeguards",
            promise: Promise::Distance,
        }
    }

    fn project<O: Observer<S> + ?Sized>(
        &self,
        older: &Simplex<S>,
        newest: &S::Vector,
        _observer: &mut O,
    ) -> Option<Projection<S>> {
        project::<S, true>(older, newest)
    }
}

/// The nearest point of a simplex. A single function for all loops around it, because it is long: inlined into each loop it
/// would be compiled very often.
#[inline(never)]
fn project<S: Space<Scalar: Scalar>, const PUBLISHED: bool>(older: &Simplex<S>, newest: &S::Vector) -> Option<Projection<S>> {
    if fast::least_squares::covers(older) {
        return fast::least_squares::project::<S, PUBLISHED>(older, newest);
    }
    readable::<S, PUBLISHED>(older, newest)
}

/// The nearest point of a simplex, in the form of the derivation.
fn readable<S: Space<Scalar: Scalar>, const PUBLISHED: bool>(older: &Simplex<S>, newest: &S::Vector) -> Option<Projection<S>> {
    let mut at: [usize; CAPACITY] = std::array::from_fn(|position| position);
    let at = &mut at[..=older.len()];
    if PUBLISHED {
        at.reverse();
    }
    nearest::<S, PUBLISHED>(&|position| if position == older.len() { newest } else { older.point(position) }, at)
        .map(|(projection, _)| projection)
}

/// The nearest point of the sub-simplex of the vertices w₀, w₁ … at these positions, and its squared length.
fn nearest<'a, S: Space<Scalar: Scalar>, const PUBLISHED: bool>(
    w: &impl Fn(usize) -> &'a S::Vector,
    at: &[usize],
) -> Option<(Projection<S>, S::Scalar)> {
    let (w0, n) = (w(at[0]), at.len() - 1);
    let mut h: [S::Vector; UNKNOWNS] = std::array::from_fn(|_| S::zero());
    for i in 0..n {
        h[i] = S::minus(w(at[i + 1]), w0);
    }
    let t = if n == 0 { Some(no_unknowns()) } else { least_squares::<S, PUBLISHED>(&h, w0, n) };

    let mut lambda = no_weights();
    if let Some(t) = &t {
        lambda[at[0]] = S::Scalar::one();
        for i in 0..n {
            lambda[at[0]] = lambda[at[0]].minus(&t[i]);
            lambda[at[i + 1]] = t[i].clone();
        }
        // The nearest point is inside.
        if at.iter().all(|&position| lambda[position] > S::Scalar::zero()) {
            let point = affine::<S>(w0, &h, t, n);
            let kept = at.iter().fold(Subset(0), |kept, &position| kept.with(position));
            let length_squared = S::dot(&point, &point);
            return Some((Projection { point, kept, weights: lambda }, length_squared));
        }
    }

    // The nearest point is on the boundary: the best of the sub-simplices that leave out a vertex without a positive weight.
    let has_weight = |i: usize| lambda[at[i]] > S::Scalar::zero();
    let mut best: Option<(Projection<S>, S::Scalar)> = None;
    for i in 0..=n {
        if PUBLISHED || t.is_none() || !has_weight(i) {
            let mut others = [0; CAPACITY];
            for (place, &position) in others.iter_mut().zip(at.iter().filter(|&&position| position != at[i])) {
                *place = position;
            }
            let candidate = if n == 0 { None } else { nearest::<S, PUBLISHED>(w, &others[..n]) };
            if let Some(candidate) = candidate
                && best.as_ref().is_none_or(|(_, least)| candidate.1 < *least)
            {
                best = Some(candidate);
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast::least_squares::project as written_out;
    use gjk_numbers::Solid;

    #[test]
    fn the_written_out_recursion_finds_the_same_as_the_loop() {
        crate::fast::tests::on_many_simplices(|points| {
            for len in 1..=4 {
                let (older, newest) = (Simplex::<Solid<f64>>::of_points(&points[..len - 1]), &points[len - 1]);
                assert_eq!(written_out::<_, false>(&older, newest), readable::<_, false>(&older, newest));
                assert_eq!(written_out::<_, true>(&older, newest), readable::<_, true>(&older, newest));
            }
        });
    }
}
