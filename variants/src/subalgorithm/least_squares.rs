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
use crate::observe::Observer;
use crate::simplex::{CAPACITY, Simplex, Subset, Vertex, no_weights};
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
const UNKNOWNS: usize = CAPACITY - 1;
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

/// One function for all the loops around it, as it is long: written into each of them it would be compiled very often.
#[inline(never)]
fn project<S: Space, const PUBLISHED: bool>(simplex: &Simplex<S>) -> Option<Projection<S>>
where
    S::Scalar: Scalar,
{
    match simplex.vertices() {
        [a] => whole::<S, 1, PUBLISHED>([a]),
        [a, b] => whole::<S, 2, PUBLISHED>([a, b]),
        [a, b, c] => whole::<S, 3, PUBLISHED>([a, b, c]),
        [a, b, c, d] => whole::<S, 4, PUBLISHED>([a, b, c, d]),
        [a, b, c, d, e] => whole::<S, 5, PUBLISHED>([a, b, c, d, e]),
        _ => None,
    }
}

#[inline(always)]
fn whole<S: Space, const N: usize, const PUBLISHED: bool>(vertices: [&Vertex<S>; N]) -> Option<Projection<S>>
where
    S::Scalar: Scalar,
{
    let mut points = vertices.map(|vertex| &vertex.point);
    let mut at = std::array::from_fn(|i| i);
    if PUBLISHED {
        points.reverse();
        at.reverse();
    }
    nearest::<S, N, PUBLISHED>(points, at).map(|(projection, _)| projection)
}

/// The row but for one element.
#[inline(always)]
fn without<X: Copy, const N: usize, const M: usize>(row: &[X; N], left_out: usize) -> [X; M] {
    std::array::from_fn(|i| row[i + usize::from(i >= left_out)])
}

/// The nearest point of the sub-simplex of these points, which are at these positions, and its squared distance. The recursion
/// is all one piece of code for up to four points, where a compiler knows each sub-simplex: a fifth less time near contact.
#[inline(always)]
fn nearest<S: Space, const N: usize, const PUBLISHED: bool>(
    points: [&S::Vector; N],
    at: [usize; N],
) -> Option<(Projection<S>, S::Scalar)>
where
    S::Scalar: Scalar,
{
    let base = points[0];
    let mut weights = no_weights();
    let kept = at.iter().fold(Subset(0), |kept, &position| kept.with(position));
    if N == 1 {
        weights[at[0]] = S::Scalar::one();
        let distance_squared = S::dot(base, base);
        return Some((Projection { point: base.clone(), kept, weights }, distance_squared));
    }

    // H, Hᵀ H and −Hᵀ w₀.
    let n = N - 1;
    let edges: [S::Vector; UNKNOWNS] = std::array::from_fn(|i| if i < n { S::minus(points[i + 1], base) } else { S::zero() });
    let mut gram: Square<S::Scalar> = std::array::from_fn(|_| std::array::from_fn(|_| S::Scalar::zero()));
    let mut right: [S::Scalar; UNKNOWNS] = std::array::from_fn(|_| S::Scalar::zero());
    for i in 0..n {
        for j in 0..=i {
            let product = S::dot(&edges[i], &edges[j]);
            gram[j][i] = product.clone();
            gram[i][j] = product;
        }
        right[i] = S::dot(&edges[i], base).negated();
    }

    let solution = solve::<_, PUBLISHED>(&gram, &right, n);
    if let Some(t) = &solution {
        let mut first = S::Scalar::one();
        for i in 0..n {
            first = first.minus(&t[i]);
            weights[at[i + 1]] = t[i].clone();
        }
        weights[at[0]] = first;
        if at.iter().all(|&position| weights[position] > S::Scalar::zero()) {
            let mut point = S::scaled(&edges[0], &t[0]);
            for i in 1..n {
                point = S::plus(&point, &S::scaled(&edges[i], &t[i]));
            }
            let point = S::plus(base, &point);
            let distance_squared = S::dot(&point, &point);
            return Some((Projection { point, kept, weights }, distance_squared));
        }
    }

    let mut best: Option<(Projection<S>, S::Scalar)> = None;
    let has_weight = |i: usize| weights[at[i]] > S::Scalar::zero();
    macro_rules! look_without {
        ($i:expr) => {
            if $i < N && (PUBLISHED || solution.is_none() || !has_weight($i)) {
                let (points, at) = (&points, &at);
                let candidate = match N {
                    2 => nearest::<S, 1, PUBLISHED>(without(points, $i), without(at, $i)),
                    3 => nearest::<S, 2, PUBLISHED>(without(points, $i), without(at, $i)),
                    4 => nearest::<S, 3, PUBLISHED>(without(points, $i), without(at, $i)),
                    _ => of_four::<S, PUBLISHED>(without(points, $i), without(at, $i)),
                };
                if let Some(candidate) = candidate
                    && best.as_ref().is_none_or(|(_, least)| candidate.1 < *least)
                {
                    best = Some(candidate);
                }
            }
        };
    }
    if S::Scalar::EXACT {
        // Exact operations take so long that a loop costs nothing, and they are long to compile.
        for i in 0..N {
            look_without!(i);
        }
    } else {
        look_without!(0);
        look_without!(1);
        look_without!(2);
        look_without!(3);
        look_without!(4);
    }
    best
}

/// [`nearest`] for four of five points.
#[inline(never)]
fn of_four<S: Space, const PUBLISHED: bool>(points: [&S::Vector; 4], at: [usize; 4]) -> Option<(Projection<S>, S::Scalar)>
where
    S::Scalar: Scalar,
{
    nearest::<S, 4, PUBLISHED>(points, at)
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
