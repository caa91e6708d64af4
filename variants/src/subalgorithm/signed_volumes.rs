//! The nearest point of a simplex by signed volumes: barycentric coordinates are quotients of volumes, areas and lengths, whose
//! signs show which faces see the origin.
//!
//! # Derivation
//! The newest vertex s₁ comes first in the source's numbering. *S3D*: with M the matrix of the vertices and a row of ones, the
//! cofactors C₁ … C₄ of that row are the volumes that the origin makes with the faces, and λⱼ = Cⱼ / det M. If all have the
//! sign of det M, the origin is inside. Otherwise each face j ≥ 2 (a face that contains s₁) whose Cⱼ has the other sign is
//! examined, and the nearest of their points is the result. *S2D*: the origin is projected onto the triangle's plane, and both
//! are projected onto the coordinate plane where the triangle has the greatest area, because its weights are least disturbed
//! there; then as before. *S1D*: likewise on the coordinate axis along which the edge is longest; beyond the edge the nearest
//! point is s₁.
//!
//! In GJK the newest vertex always belongs to the nearest face: the point nearest to the origin without it was v, and with it
//! there is a nearer point. So faces without s₁ are not examined. A simplex whose nearest face lacks its newest vertex, which
//! does not occur in exact arithmetic, gets no right answer.
//!
//! # Where it fails
//! If only the cofactor of the face without s₁ lacks the sign of det M, no face that contains s₁ is examined, and there is no
//! feasible face. A flat simplex has det M = 0, a sign that no cofactor shares: all faces that contain s₁ are examined, and it
//! gets an answer, down to the vertex s₁ if every smaller determinant vanishes as well. Rounding turns a nearly flat simplex
//! into the first case.
//!
//! # Comparison with the source
//! Deviates from the source in: the matrix M is not set up, and its cofactors are triple products; a face whose cofactor is
//! zero is examined (as is any face whose cofactor lacks the sign of det M), so that touching and flat simplices have an
//! answer; the search direction, the stop and the safeguards, which are those of the common loop. The published paper was not
//! at hand for this comparison, only the description above: its signs and its treatment of zeros should be checked against the
//! page.
//!
//! # Reference
//! M. Montanari, N. Petrinic, E. Barbieri: Improving the GJK algorithm for faster and more reliable distance queries between
//! convex objects. ACM Transactions on Graphics 36 (2017), 30:1–30:17, algorithms 2 to 4.

use super::{Projection, Subalgorithm};
use crate::fast;
use crate::observe::Observer;
use crate::simplex::{CAPACITY, Simplex, Subset, no_weights};
use crate::variant::{About, Promise};
use gjk_numbers::{Oriented, Space};
use gjk_numbers::{Ring, Scalar};

/// The signed volumes subalgorithm.
#[derive(Clone, Copy, Debug, Default)]
pub struct SignedVolumes;

impl<S: Oriented<Scalar: Scalar>> Subalgorithm<S> for SignedVolumes {
    fn about(&self) -> About {
        About {
            name: "signed-volumes",
            title: "signed volumes",
            citation: "Montanari, Petrinic, Barbieri: Improving the GJK algorithm for faster and more reliable distance queries \
                       between convex objects (2017), algorithms 2 to 4",
            promise: Promise::Distance,
        }
    }

    #[inline(always)]
    fn project<O: Observer<S> + ?Sized>(&self, older: &Simplex<S>, s1: &S::Vector, observer: &mut O) -> Option<Projection<S>> {
        let point = |position| fast::point(older, position);
        match older.len() {
            0 => Some(combine([s1], [0], [S::Scalar::one()])),
            1 => Some(s1d([s1, &point(0)], [1, 0], observer)),
            2 => s2d([s1, &point(1), &point(0)], [2, 1, 0], observer),
            3 => s3d([s1, &point(2), &point(1), &point(0)], observer),
            _ => None,
        }
    }
}

/// The source's `compareSigns`: whether both are positive or both negative.
#[inline(always)]
fn compare_signs<T: Ring>(x: &T, y: &T) -> bool {
    let zero = &T::zero();
    (x > zero && y > zero) || (x < zero && y < zero)
}

/// Σ λᵢ sᵢ, for points with these positions in the simplex.
#[inline(always)]
fn combine<S: Space, const N: usize>(s: [&S::Vector; N], at: [usize; N], lambda: [S::Scalar; N]) -> Projection<S> {
    let mut weights: [S::Scalar; CAPACITY] = no_weights();
    let mut kept = Subset(0);
    let mut point = S::scaled(s[0], &lambda[0]);
    for i in 1..N {
        point = S::plus(&point, &S::scaled(s[i], &lambda[i]));
    }
    for (position, lambda) in at.into_iter().zip(lambda) {
        weights[position] = lambda;
        kept = kept.with(position);
    }
    Projection { point, kept, weights }
}

/// The nearer of two candidates; the first wins a tie.
#[inline(always)]
fn nearer<S: Space>(best: Option<Projection<S>>, candidate: Option<Projection<S>>) -> Option<Projection<S>> {
    match (best, candidate) {
        (Some(best), Some(candidate)) => {
            let d = |projection: &Projection<S>| S::dot(&projection.point, &projection.point);
            Some(if d(&candidate) < d(&best) { candidate } else { best })
        }
        (best, candidate) => best.or(candidate),
    }
}

/// S1D: the nearest point of the segment s₁s₂.
#[inline(always)]
fn s1d<S: Space<Scalar: Scalar>, O: Observer<S> + ?Sized>(
    [s1, s2]: [&S::Vector; 2],
    at: [usize; 2],
    observer: &mut O,
) -> Projection<S> {
    let t = S::minus(s2, s1);
    let along = S::dot(s2, &t).over(&S::dot(&t, &t));
    let mut i = 0;
    for k in 1..S::DIMENSION {
        if S::coordinate(&t, k).magnitude() > S::coordinate(&t, i).magnitude() {
            i = k;
        }
    }
    let on_axis = |v: &S::Vector| S::coordinate(v, i).clone();
    // The origin's projection on the line, p_o = s₂ − (s₂·t / t·t) t; only this coordinate is needed.
    let po = on_axis(s2).minus(&on_axis(&t).times(&along));
    let mu_max = on_axis(s1).minus(&on_axis(s2));
    let c = [po.minus(&on_axis(s2)), on_axis(s1).minus(&po)];
    if compare_signs(&mu_max, &c[0]) && compare_signs(&mu_max, &c[1]) {
        observer.region("s1 s2");
        let [c1, c2] = c;
        return combine([s1, s2], at, [c1.over(&mu_max), c2.over(&mu_max)]);
    }
    observer.region("s1");
    combine([s1], [at[0]], [S::Scalar::one()])
}

/// Twice the signed area of a triangle, projected along the axis other than `i` and `j`.
#[inline(always)]
fn area<S: Space>(p: &S::Vector, q: &S::Vector, r: &S::Vector, i: usize, j: usize) -> S::Scalar {
    let from = |v: &S::Vector, k: usize| S::coordinate(v, k).minus(S::coordinate(p, k));
    from(q, i).times(&from(r, j)).minus(&from(q, j).times(&from(r, i)))
}

/// S2D: the nearest point of the triangle s₁s₂s₃.
#[inline(always)]
fn s2d<S: Oriented<Scalar: Scalar>, O: Observer<S> + ?Sized>(
    [s1, s2, s3]: [&S::Vector; 3],
    at: [usize; 3],
    observer: &mut O,
) -> Option<Projection<S>> {
    // p_o, the origin's projection on the plane, and the coordinate plane i, j in which the triangle is greatest.
    let (mut i, mut j, mut po) = (0, 1, S::zero());
    let mut mu_max = area::<S>(s1, s2, s3, 0, 1);
    if let Some(n) = S::normal(&S::cross(&S::minus(s2, s1), &S::minus(s3, s1))) {
        po = S::scaled(&n, &S::dot(s1, &n).over(&S::dot(&n, &n)));
        for (k, l) in [(1, 2), (2, 0)] {
            let mu = area::<S>(s1, s2, s3, k, l);
            if mu.magnitude() > mu_max.magnitude() {
                (i, j, mu_max) = (k, l, mu);
            }
        }
    }
    let c = [area::<S>(&po, s2, s3, i, j), area::<S>(&po, s3, s1, i, j), area::<S>(&po, s1, s2, i, j)];
    if compare_signs(&mu_max, &c[0]) && compare_signs(&mu_max, &c[1]) && compare_signs(&mu_max, &c[2]) {
        observer.region("s1 s2 s3");
        let [c1, c2, c3] = c;
        return Some(combine([s1, s2, s3], at, [c1.over(&mu_max), c2.over(&mu_max), c3.over(&mu_max)]));
    }
    let mut best = None;
    if !compare_signs(&mu_max, &c[1]) {
        best = nearer(best, Some(s1d([s1, s3], [at[0], at[2]], observer)));
    }
    if !compare_signs(&mu_max, &c[2]) {
        best = nearer(best, Some(s1d([s1, s2], [at[0], at[1]], observer)));
    }
    best
}

/// Six times the signed volume of the tetrahedron of the origin and a triangle; `None` in the plane.
#[inline(always)]
pub(super) fn volume<S: Oriented>(p: &S::Vector, q: &S::Vector, r: &S::Vector) -> Option<S::Scalar> {
    Some(S::dot(p, &S::normal(&S::cross(q, r))?))
}

/// S3D: the nearest point of the tetrahedron s₁s₂s₃s₄.
#[inline(always)]
fn s3d<S: Oriented<Scalar: Scalar>, O: Observer<S> + ?Sized>(
    [s1, s2, s3, s4]: [&S::Vector; 4],
    observer: &mut O,
) -> Option<Projection<S>> {
    let c = [volume::<S>(s2, s3, s4)?, volume::<S>(s1, s4, s3)?, volume::<S>(s1, s2, s4)?, volume::<S>(s1, s3, s2)?];
    let det_m = c[0].plus(&c[1]).plus(&c[2]).plus(&c[3]);
    if (compare_signs(&det_m, &c[0]) && compare_signs(&det_m, &c[1]))
        && (compare_signs(&det_m, &c[2]) && compare_signs(&det_m, &c[3]))
    {
        observer.region("s1 s2 s3 s4");
        let [c1, c2, c3, c4] = c;
        let weights = [c1.over(&det_m), c2.over(&det_m), c3.over(&det_m), c4.over(&det_m)];
        return Some(combine([s1, s2, s3, s4], [3, 2, 1, 0], weights));
    }
    let mut best = None;
    if !compare_signs(&det_m, &c[1]) {
        best = nearer(best, s2d([s1, s3, s4], [3, 1, 0], observer));
    }
    if !compare_signs(&det_m, &c[2]) {
        best = nearer(best, s2d([s1, s2, s4], [3, 2, 0], observer));
    }
    if !compare_signs(&det_m, &c[3]) {
        best = nearer(best, s2d([s1, s2, s3], [3, 2, 1], observer));
    }
    best
}
