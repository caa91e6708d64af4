//! The nearest point of a simplex by divide and conquer: project the origin on the affine hull by least squares; where a
//! weight is not positive, the nearest point lies in a smaller simplex, so take the best of those.
//!
//! # Derivation
//! With H = (w₁ − w₀ … wₙ − w₀) the points of the affine hull are w₀ + H t. The one nearest to the origin minimises
//! |w₀ + H t|², so Hᵀ H t = −Hᵀ w₀. (The source's text writes the right-hand side w₀ without the sign; its program, which uses
//! w₀ − wᵢ for the columns, has it right.) The weights of the vertices are λ₀ = 1 − Σ tᵢ and λᵢ = tᵢ. If all are positive, the
//! point is inside. If λᵢ < 0, the origin lies on the other side of the facet without vertex i than that vertex does, and the
//! nearest point lies on one of these facets; λᵢ = 0 says that the point needs no vertex i. So it is enough to recurse into
//! the sub-simplices that leave out one vertex whose weight is not positive.
//!
//! # Where it fails
//! The normal equations square the condition of H, and their determinant is of degree 2n in the coordinates: in single
//! precision it overflows for coordinates of about 10⁶ and underflows for 10⁻⁷. A singular system says nothing, and the
//! recursion goes into all sub-simplices.
//!
//! # Reference
//! "A divide-and-conquer implementation of the GJK algorithm" (web log article), the function `closest-simplex-points`.

use super::{Projection, Subalgorithm};
use crate::fast;
use crate::observe::Observer;
use crate::simplex::{CAPACITY, Simplex, Subset, no_weights};
use crate::variant::{About, Promise};
use gjk_numbers::Space;
use gjk_numbers::{Ring, Scalar};

/// The divide-and-conquer least-squares subalgorithm.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeastSquares;

/// The same as its source has it: the newest vertex is w₀; any nonzero determinant will do; where a weight is not positive or
/// the weights do not leave w₀ one, the recursion goes into all sub-simplices.
#[derive(Clone, Copy, Debug, Default)]
pub struct PublishedLeastSquares;

/// Unknowns of the largest system.
pub(crate) const UNKNOWNS: usize = CAPACITY - 1;
type Square<T> = [[T; UNKNOWNS]; UNKNOWNS];

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
    fn project<O: Observer<S> + ?Sized>(&self, simplex: &Simplex<S>, _observer: &mut O) -> Option<Projection<S>> {
        project::<S, false>(simplex)
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

    fn project<O: Observer<S> + ?Sized>(&self, simplex: &Simplex<S>, _observer: &mut O) -> Option<Projection<S>> {
        project::<S, true>(simplex)
    }
}

/// The nearest point of a simplex. One function for all the loops around it, as it is long: written into each of them it would
/// be compiled very often.
#[inline(never)]
fn project<S: Space<Scalar: Scalar>, const PUBLISHED: bool>(simplex: &Simplex<S>) -> Option<Projection<S>> {
    if fast::least_squares::covers(simplex) {
        return fast::least_squares::project::<S, PUBLISHED>(simplex);
    }
    readable::<S, PUBLISHED>(simplex)
}

/// The same, as the derivation has it.
pub(crate) fn readable<S: Space<Scalar: Scalar>, const PUBLISHED: bool>(simplex: &Simplex<S>) -> Option<Projection<S>> {
    let mut at: [usize; CAPACITY] = std::array::from_fn(|position| position);
    let at = &mut at[..simplex.len()];
    if PUBLISHED {
        at.reverse();
    }
    nearest::<S, PUBLISHED>(simplex, at).map(|(projection, _)| projection)
}

/// The nearest point of the sub-simplex of the vertices w₀, w₁ … at these positions, and its squared length.
fn nearest<S: Space<Scalar: Scalar>, const PUBLISHED: bool>(
    w: &Simplex<S>,
    at: &[usize],
) -> Option<(Projection<S>, S::Scalar)> {
    let (w0, n) = (w.point(at[0]), at.len() - 1);
    let mut h: [S::Vector; UNKNOWNS] = std::array::from_fn(|_| S::zero());
    for i in 0..n {
        h[i] = S::minus(w.point(at[i + 1]), w0);
    }
    let t = if n == 0 { Some(no_unknowns()) } else { least_squares::<S, PUBLISHED>(&h, w0, n) };

    let mut lambda = no_weights();
    if let Some(t) = &t {
        lambda[at[0]] = S::Scalar::one();
        for i in 0..n {
            lambda[at[0]] = lambda[at[0]].minus(&t[i]);
            lambda[at[i + 1]] = t[i].clone();
        }
        // Inside.
        if at.iter().all(|&position| lambda[position] > S::Scalar::zero()) {
            let point = affine::<S>(w0, &h, t, n);
            let kept = at.iter().fold(Subset(0), |kept, &position| kept.with(position));
            let length_squared = S::dot(&point, &point);
            return Some((Projection { point, kept, weights: lambda }, length_squared));
        }
    }

    // Beside it: the best of the sub-simplices without a vertex that has no weight.
    let mut best: Option<(Projection<S>, S::Scalar)> = None;
    for i in 0..=n {
        if PUBLISHED || t.is_none() || !(lambda[at[i]] > S::Scalar::zero()) {
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

fn no_unknowns<T: Ring>() -> [T; UNKNOWNS] {
    std::array::from_fn(|_| T::zero())
}

/// t, the least-squares solution of Hᵀ H t = −Hᵀ w₀; none where the system is singular.
#[inline(always)]
pub(crate) fn least_squares<S: Space<Scalar: Scalar>, const PUBLISHED: bool>(
    h: &[S::Vector; UNKNOWNS],
    w0: &S::Vector,
    n: usize,
) -> Option<[S::Scalar; UNKNOWNS]> {
    let mut gram: Square<S::Scalar> = std::array::from_fn(|_| no_unknowns());
    let mut right: [S::Scalar; UNKNOWNS] = no_unknowns();
    for i in 0..n {
        for j in 0..=i {
            let product = S::dot(&h[i], &h[j]);
            gram[j][i] = product.clone();
            gram[i][j] = product;
        }
        right[i] = S::dot(&h[i], w0).negated();
    }
    solve::<_, PUBLISHED>(&gram, &right, n)
}

/// w₀ + H t.
#[inline(always)]
pub(crate) fn affine<S: Space>(w0: &S::Vector, h: &[S::Vector; UNKNOWNS], t: &[S::Scalar; UNKNOWNS], n: usize) -> S::Vector {
    if n == 0 {
        return w0.clone();
    }
    let mut ht = S::scaled(&h[0], &t[0]);
    for i in 1..n {
        ht = S::plus(&ht, &S::scaled(&h[i], &t[i]));
    }
    S::plus(w0, &ht)
}

/// Solves the symmetric positive definite system G t = r of `n` unknowns by Cramer's rule; none where the determinant is not
/// positive, which in exact arithmetic means that the vertices are affinely dependent.
#[inline(always)]
fn solve<T: Scalar, const PUBLISHED: bool>(g: &Square<T>, r: &[T; UNKNOWNS], n: usize) -> Option<[T; UNKNOWNS]> {
    let mut t: [T; UNKNOWNS] = std::array::from_fn(|_| T::zero());
    // A NaN is not positive either.
    // As published every determinant is divided by, and zero gives weights that are not numbers and pass no test.
    let usable = |determinant: &T| PUBLISHED || *determinant > T::zero() && determinant.is_finite();
    let minor = |a: &T, d: &T, b: &T, c: &T| a.times(d).minus(&b.times(c));
    match n {
        1 => {
            if !usable(&g[0][0]) {
                return None;
            }
            t[0] = r[0].over(&g[0][0]);
        }
        2 => {
            let determinant = minor(&g[0][0], &g[1][1], &g[0][1], &g[0][1]);
            if !usable(&determinant) {
                return None;
            }
            t[0] = minor(&r[0], &g[1][1], &r[1], &g[0][1]).over(&determinant);
            t[1] = minor(&r[1], &g[0][0], &r[0], &g[0][1]).over(&determinant);
        }
        3 => {
            // The adjugate of a symmetric matrix is symmetric: six cofactors.
            let c00 = minor(&g[1][1], &g[2][2], &g[1][2], &g[1][2]);
            let c01 = minor(&g[0][2], &g[1][2], &g[0][1], &g[2][2]);
            let c02 = minor(&g[0][1], &g[1][2], &g[0][2], &g[1][1]);
            let determinant = g[0][0].times(&c00).plus(&g[0][1].times(&c01)).plus(&g[0][2].times(&c02));
            if !usable(&determinant) {
                return None;
            }
            let c11 = minor(&g[0][0], &g[2][2], &g[0][2], &g[0][2]);
            let c12 = minor(&g[0][1], &g[0][2], &g[0][0], &g[1][2]);
            let c22 = minor(&g[0][0], &g[1][1], &g[0][1], &g[0][1]);
            let row = |a: &T, b: &T, c: &T| a.times(&r[0]).plus(&b.times(&r[1])).plus(&c.times(&r[2]));
            t[0] = row(&c00, &c01, &c02).over(&determinant);
            t[1] = row(&c01, &c11, &c12).over(&determinant);
            t[2] = row(&c02, &c12, &c22).over(&determinant);
        }
        _ => {
            let determinant = laplace(g, n);
            if !usable(&determinant) {
                return None;
            }
            for (i, unknown) in t.iter_mut().enumerate().take(n) {
                let mut replaced = g.clone();
                for (row, value) in replaced.iter_mut().zip(r) {
                    row[i] = value.clone();
                }
                *unknown = laplace(&replaced, n).over(&determinant);
            }
        }
    }
    Some(t)
}

/// The determinant of the leading n × n block, expanded along its last row.
fn laplace<T: Ring>(m: &Square<T>, n: usize) -> T {
    if n == 1 {
        return m[0][0].clone();
    }
    let mut sum = T::zero();
    for column in 0..n {
        let mut block = m.clone();
        for row in &mut block {
            row[column..n].rotate_left(1);
        }
        let term = m[n - 1][column].times(&laplace(&block, n - 1));
        sum = if (n - 1 + column).is_multiple_of(2) { sum.plus(&term) } else { sum.minus(&term) };
    }
    sum
}
