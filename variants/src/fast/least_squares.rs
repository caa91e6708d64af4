//! The recursion of least squares written out.
//!
//! # Inlining of the recursion
//! For up to four points it is all one piece of code, in which the compiler knows each sub-simplex: a fifth less time near
//! contact (8 points, doubles; AMD EPYC, family 25). For exact numbers nothing is written out: their operations take so long
//! that a loop costs nothing, and they take long to compile.

use gjk_numbers::{Ring, Scalar, Space};

use crate::fast;
use crate::projection::Projection;
use crate::simplex::{Simplex, Subset, no_weights};
use crate::subalgorithm::least_squares::system::{UNKNOWNS, affine, least_squares};

/// Whether the recursion is written out for this simplex and a newest vertex: for rounded numbers and up to four vertices.
#[inline(always)]
pub(crate) fn covers<S: Space>(older: &Simplex<S>) -> bool {
    !S::Scalar::EXACT && older.len() <= 3
}

/// The nearest point of a covered simplex and newest vertex.
#[inline(always)]
pub(crate) fn project<S: Space<Scalar: Scalar>, const PUBLISHED: bool>(
    older: &Simplex<S>,
    newest: &S::Vector,
) -> Option<Projection<S>> {
    match older.len() {
        0 => of::<S, 1, PUBLISHED>(older, newest),
        1 => of::<S, 2, PUBLISHED>(older, newest),
        2 => of::<S, 3, PUBLISHED>(older, newest),
        3 => of::<S, 4, PUBLISHED>(older, newest),
        _ => None,
    }
}

#[inline(always)]
fn of<S: Space<Scalar: Scalar>, const N: usize, const PUBLISHED: bool>(
    older: &Simplex<S>,
    newest: &S::Vector,
) -> Option<Projection<S>> {
    // The search is a separate function: the loop has just stored the point for it.
    let newest = fast::one_by_one::<S>(newest);
    let mut points: [&S::Vector; N] = older.points_with(&newest);
    let mut at = [0; N];
    for i in 0..N {
        at[i] = i;
    }
    if PUBLISHED {
        points.reverse();
        at.reverse();
    }
    nearest::<S, N, PUBLISHED>(points, at).map(|(projection, _)| projection)
}

/// The row without one element.
#[inline(always)]
fn without<X: Copy, const N: usize, const M: usize>(row: &[X; N], left_out: usize) -> [X; M] {
    let mut rest = [row[0]; M];
    for i in 0..M {
        rest[i] = row[i + usize::from(i >= left_out)];
    }
    rest
}

/// The nearest point of the sub-simplex of these points, which have these positions, and its squared length.
#[inline(always)]
fn nearest<S: Space<Scalar: Scalar>, const N: usize, const PUBLISHED: bool>(
    points: [&S::Vector; N],
    at: [usize; N],
) -> Option<(Projection<S>, S::Scalar)> {
    let (w0, n) = (points[0], N - 1);
    let mut weights = no_weights();
    let kept = at.iter().fold(Subset(0), |kept, &position| kept.with(position));
    if N == 1 {
        weights[at[0]] = S::Scalar::one();
        return Some((Projection { point: w0.clone(), kept, weights }, S::dot(w0, w0)));
    }
    let h: [S::Vector; UNKNOWNS] = std::array::from_fn(|i| if i < n { S::minus(points[i + 1], w0) } else { S::zero() });
    let solution = least_squares::<S, PUBLISHED>(&h, w0, n);
    if let Some(t) = &solution {
        let mut first = S::Scalar::one();
        for i in 0..n {
            first = first.minus(&t[i]);
            weights[at[i + 1]] = t[i].clone();
        }
        weights[at[0]] = first;
        if at.iter().all(|&position| weights[position] > S::Scalar::zero()) {
            let point = affine::<S>(w0, &h, t, n);
            let length_squared = S::dot(&point, &point);
            return Some((Projection { point, kept, weights }, length_squared));
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
                    _ => nearest::<S, 3, PUBLISHED>(without(points, $i), without(at, $i)),
                };
                if let Some(candidate) = candidate
                    && best.as_ref().is_none_or(|(_, least)| candidate.1 < *least)
                {
                    best = Some(candidate);
                }
            }
        };
    }
    look_without!(0);
    look_without!(1);
    look_without!(2);
    look_without!(3);
    best
}
