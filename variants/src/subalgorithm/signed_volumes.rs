//! The nearest point of a simplex by signed volumes: barycentric coordinates as quotients of volumes, areas and lengths, whose
//! signs tell which faces see the origin.
//!
//! # Derivation
//! The newest vertex s₁ comes first in the source's numbering. *S3D*: with M the matrix of the vertices and a row of ones, the
//! cofactors C₁ … C₄ of that row are the volumes that the origin makes with the faces, and λⱼ = Cⱼ / det M. If all have the sign
//! of det M, the origin is inside. Else each face j ≥ 2 (those that hold s₁) whose Cⱼ has the other sign is looked at, and the
//! nearest of their points is taken. *S2D*: the origin is projected on the triangle's plane, and both are projected on the
//! coordinate plane where the triangle has the greatest area, which is where its weights are least disturbed; then as before.
//! *S1D*: likewise on the coordinate axis along which the edge is longest; beyond the edge the nearest point is s₁.
//!
//! In GJK the newest vertex always belongs to the nearest face: the point nearest to the origin without it was v, and with it
//! there is a nearer one. So faces without s₁ are not looked at, and a simplex whose nearest face lacks its newest vertex, which
//! does not come up in exact arithmetic, gets no right answer.
//!
//! # Where it fails
//! Where rounding makes no face that holds s₁ see an origin that is not inside either: then there is no feasible face. A flat
//! simplex has det M = 0, whose sign nothing shares, with the same end.
//!
//! # Reference
//! M. Montanari, N. Petrinic, E. Barbieri: Improving the GJK algorithm for faster and more reliable distance queries between
//! convex objects. ACM Transactions on Graphics 36 (2017), 30:1–30:17, algorithms 2 to 4.

use super::{Projection, Subalgorithm};
use crate::observe::Observer;
use crate::simplex::{CAPACITY, Simplex, Subset, no_weights};
use crate::variant::{About, Promise};
use gjk_numbers::{Oriented, Space};
use gjk_numbers::{Ring, Scalar};

/// The signed volumes subalgorithm.
#[derive(Clone, Copy, Debug, Default)]
pub struct SignedVolumes;

impl<S: Oriented> Subalgorithm<S> for SignedVolumes
where
    S::Scalar: Scalar,
{
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
    fn project<O: Observer<S> + ?Sized>(&self, simplex: &Simplex<S>, _observer: &mut O) -> Option<Projection<S>> {
        match simplex.vertices() {
            [p1] => Some(combine([&p1.point], [0], [S::Scalar::one()])),
            [p2, p1] => Some(s1d([&p1.point, &p2.point], [1, 0])),
            [p3, p2, p1] => s2d([&p1.point, &p2.point, &p3.point], [2, 1, 0]),
            [p4, p3, p2, p1] => s3d([&p1.point, &p2.point, &p3.point, &p4.point]),
            _ => None,
        }
    }
}

/// Whether both are positive or both negative.
#[inline(always)]
fn same_sign<T: Ring>(x: &T, y: &T) -> bool {
    let zero = &T::zero();
    (x > zero && y > zero) || (x < zero && y < zero)
}

/// Σ λᵢ pᵢ, the points being at these positions of the simplex.
#[inline(always)]
fn combine<S: Space, const N: usize>(p: [&S::Vector; N], at: [usize; N], lambda: [S::Scalar; N]) -> Projection<S> {
    let mut weights: [S::Scalar; CAPACITY] = no_weights();
    let mut kept = Subset(0);
    let mut point = S::scaled(p[0], &lambda[0]);
    for i in 1..N {
        point = S::plus(&point, &S::scaled(p[i], &lambda[i]));
    }
    for (position, weight) in at.into_iter().zip(lambda) {
        weights[position] = weight;
        kept = kept.with(position);
    }
    Projection { point, kept, weights }
}

/// The nearer of two candidates; the first wins a tie.
#[inline(always)]
fn nearer<S: Space>(best: Option<Projection<S>>, candidate: Option<Projection<S>>) -> Option<Projection<S>> {
    match (best, candidate) {
        (Some(best), Some(candidate)) => {
            let length = |projection: &Projection<S>| S::dot(&projection.point, &projection.point);
            Some(if length(&candidate) < length(&best) { candidate } else { best })
        }
        (best, candidate) => best.or(candidate),
    }
}

#[inline(always)]
fn s1d<S: Space>([p1, p2]: [&S::Vector; 2], at: [usize; 2]) -> Projection<S>
where
    S::Scalar: Scalar,
{
    let t = S::minus(p2, p1);
    let along = S::dot(p2, &t).over(&S::dot(&t, &t));
    let mut axis = 0;
    for i in 1..S::DIMENSION {
        if S::coordinate(&t, i).magnitude() > S::coordinate(&t, axis).magnitude() {
            axis = i;
        }
    }
    let on_axis = |v: &S::Vector| S::coordinate(v, axis).clone();
    // The origin's projection on the line, p₂ − (p₂·t / t·t) t; only this coordinate of it is asked for.
    let foot = on_axis(p2).minus(&on_axis(&t).times(&along));
    let longest = on_axis(p1).minus(&on_axis(p2));
    let c = [foot.minus(&on_axis(p2)), on_axis(p1).minus(&foot)];
    if same_sign(&longest, &c[0]) && same_sign(&longest, &c[1]) {
        combine([p1, p2], at, c.map(|length| length.over(&longest)))
    } else {
        combine([p1], [at[0]], [S::Scalar::one()])
    }
}

/// Twice the signed area of a triangle seen along the axis other than `i` and `j`.
#[inline(always)]
fn area<S: Space>(p: &S::Vector, q: &S::Vector, r: &S::Vector, i: usize, j: usize) -> S::Scalar {
    let from = |v: &S::Vector, k: usize| S::coordinate(v, k).minus(S::coordinate(p, k));
    from(q, i).times(&from(r, j)).minus(&from(q, j).times(&from(r, i)))
}

#[inline(always)]
fn s2d<S: Oriented>([p1, p2, p3]: [&S::Vector; 3], at: [usize; 3]) -> Option<Projection<S>>
where
    S::Scalar: Scalar,
{
    let (mut i, mut j, mut foot) = (0, 1, S::zero());
    let mut greatest = area::<S>(p1, p2, p3, 0, 1);
    if let Some(n) = S::normal(&S::cross(&S::minus(p2, p1), &S::minus(p3, p1))) {
        foot = S::scaled(&n, &S::dot(p1, &n).over(&S::dot(&n, &n)));
        for (k, l) in [(1, 2), (2, 0)] {
            let candidate = area::<S>(p1, p2, p3, k, l);
            if candidate.magnitude() > greatest.magnitude() {
                (i, j, greatest) = (k, l, candidate);
            }
        }
    }
    let c = [area::<S>(&foot, p2, p3, i, j), area::<S>(&foot, p3, p1, i, j), area::<S>(&foot, p1, p2, i, j)];
    if c.iter().all(|area| same_sign(&greatest, area)) {
        return Some(combine([p1, p2, p3], at, c.map(|area| area.over(&greatest))));
    }
    let mut best = None;
    if !same_sign(&greatest, &c[1]) {
        best = nearer(best, Some(s1d([p1, p3], [at[0], at[2]])));
    }
    if !same_sign(&greatest, &c[2]) {
        best = nearer(best, Some(s1d([p1, p2], [at[0], at[1]])));
    }
    best
}

#[inline(always)]
fn s3d<S: Oriented>([p1, p2, p3, p4]: [&S::Vector; 4]) -> Option<Projection<S>>
where
    S::Scalar: Scalar,
{
    let volume = |p: &S::Vector, q: &S::Vector, r: &S::Vector| Some(S::dot(p, &S::normal(&S::cross(q, r))?));
    let c = [volume(p2, p3, p4)?, volume(p1, p4, p3)?, volume(p1, p2, p4)?, volume(p1, p3, p2)?];
    let whole = c[0].plus(&c[1]).plus(&c[2]).plus(&c[3]);
    if c.iter().all(|volume| same_sign(&whole, volume)) {
        return Some(combine([p1, p2, p3, p4], [3, 2, 1, 0], c.map(|volume| volume.over(&whole))));
    }
    let mut best = None;
    if !same_sign(&whole, &c[1]) {
        best = nearer(best, s2d([p1, p3, p4], [3, 1, 0]));
    }
    if !same_sign(&whole, &c[2]) {
        best = nearer(best, s2d([p1, p2, p4], [3, 2, 0]));
    }
    if !same_sign(&whole, &c[3]) {
        best = nearer(best, s2d([p1, p2, p3], [3, 2, 1]));
    }
    best
}
