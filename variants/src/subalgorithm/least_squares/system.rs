//! The least-squares system of a simplex: Hᵀ H t = −Hᵀ w₀.

use gjk_numbers::{Ring, Scalar, Space};

use crate::simplex::CAPACITY;

/// The number of unknowns of the largest system.
pub(crate) const UNKNOWNS: usize = CAPACITY - 1;
type Square<T> = [[T; UNKNOWNS]; UNKNOWNS];

pub(crate) fn no_unknowns<T: Ring>() -> [T; UNKNOWNS] {
    std::array::from_fn(|_| T::zero())
}

/// t, the least-squares solution of Hᵀ H t = −Hᵀ w₀; `None` if the system is singular.
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

/// Solves the symmetric positive definite system G t = r of `n` unknowns by Cramer's rule; `None` if the determinant is not
/// positive, which in exact arithmetic means that the vertices are affinely dependent.
#[inline(always)]
fn solve<T: Scalar, const PUBLISHED: bool>(g: &Square<T>, r: &[T; UNKNOWNS], n: usize) -> Option<[T; UNKNOWNS]> {
    let mut t: [T; UNKNOWNS] = std::array::from_fn(|_| T::zero());
    // A NaN is not positive either.
    // The published program divides by every determinant; zero gives weights that are not numbers and pass no test.
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
