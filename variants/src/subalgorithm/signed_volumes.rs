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
use crate::ring::{Ring, Scalar};
use crate::simplex::{CAPACITY, Simplex, Subset, no_weights};
use crate::space::{Oriented, Space};
use crate::variant::{About, Promise};

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

    #[inline]
    fn project<O: Observer<S> + ?Sized>(&self, simplex: &Simplex<S>, _observer: &mut O) -> Option<Projection<S>> {
        match simplex.len() {
            1 => Some(combine(simplex, [0], [S::Scalar::one()])),
            2 => Some(s1d(simplex, [1, 0])),
            3 => s2d(simplex, [2, 1, 0]),
            4 => s3d(simplex),
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

fn combine<S: Space, const N: usize>(simplex: &Simplex<S>, at: [usize; N], lambda: [S::Scalar; N]) -> Projection<S> {
    let mut weights: [S::Scalar; CAPACITY] = no_weights();
    let mut kept = Subset(0);
    let mut point = S::scaled(simplex.point(at[0]), &lambda[0]);
    for i in 1..N {
        point = S::plus(&point, &S::scaled(simplex.point(at[i]), &lambda[i]));
    }
    for (position, weight) in at.into_iter().zip(lambda) {
        weights[position] = weight;
        kept = kept.with(position);
    }
    Projection { point, kept, weights }
}

/// The nearer of two candidates; the first wins a tie.
fn nearer<S: Space>(best: Option<Projection<S>>, candidate: Option<Projection<S>>) -> Option<Projection<S>> {
    match (best, candidate) {
        (Some(best), Some(candidate)) => {
            let length = |projection: &Projection<S>| S::dot(&projection.point, &projection.point);
            Some(if length(&candidate) < length(&best) { candidate } else { best })
        }
        (best, candidate) => best.or(candidate),
    }
}

fn s1d<S: Space>(simplex: &Simplex<S>, [s1, s2]: [usize; 2]) -> Projection<S>
where
    S::Scalar: Scalar,
{
    let (p1, p2) = (simplex.point(s1), simplex.point(s2));
    let t = S::minus(p2, p1);
    let along = S::dot(p2, &t).over(&S::dot(&t, &t));
    // The origin's projection on the line, p₂ − (p₂·t / t·t) t.
    let foot = S::minus(p2, &S::scaled(&t, &along));
    let mut axis = 0;
    for i in 1..S::DIMENSION {
        if S::coordinate(&t, i).magnitude() > S::coordinate(&t, axis).magnitude() {
            axis = i;
        }
    }
    let at = |v: &S::Vector| S::coordinate(v, axis).clone();
    let longest = at(p1).minus(&at(p2));
    let c = [at(&foot).minus(&at(p2)), at(p1).minus(&at(&foot))];
    if same_sign(&longest, &c[0]) && same_sign(&longest, &c[1]) {
        combine(simplex, [s1, s2], c.map(|length| length.over(&longest)))
    } else {
        combine(simplex, [s1], [S::Scalar::one()])
    }
}

/// Twice the signed area of a triangle seen along the axis other than `i` and `j`.
#[inline(always)]
fn area<S: Space>(p: &S::Vector, q: &S::Vector, r: &S::Vector, i: usize, j: usize) -> S::Scalar {
    let from = |v: &S::Vector, k: usize| S::coordinate(v, k).minus(S::coordinate(p, k));
    from(q, i).times(&from(r, j)).minus(&from(q, j).times(&from(r, i)))
}

fn s2d<S: Oriented>(simplex: &Simplex<S>, [s1, s2, s3]: [usize; 3]) -> Option<Projection<S>>
where
    S::Scalar: Scalar,
{
    let (p1, p2, p3) = (simplex.point(s1), simplex.point(s2), simplex.point(s3));
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
        return Some(combine(simplex, [s1, s2, s3], c.map(|area| area.over(&greatest))));
    }
    let mut best = None;
    if !same_sign(&greatest, &c[1]) {
        best = nearer(best, Some(s1d(simplex, [s1, s3])));
    }
    if !same_sign(&greatest, &c[2]) {
        best = nearer(best, Some(s1d(simplex, [s1, s2])));
    }
    best
}

fn s3d<S: Oriented>(simplex: &Simplex<S>) -> Option<Projection<S>>
where
    S::Scalar: Scalar,
{
    let at = [3, 2, 1, 0];
    let [p1, p2, p3, p4] = at.map(|position| simplex.point(position));
    let volume = |p: &S::Vector, q: &S::Vector, r: &S::Vector| Some(S::dot(p, &S::normal(&S::cross(q, r))?));
    let c = [volume(p2, p3, p4)?, volume(p1, p4, p3)?, volume(p1, p2, p4)?, volume(p1, p3, p2)?];
    let whole = c[0].plus(&c[1]).plus(&c[2]).plus(&c[3]);
    if c.iter().all(|volume| same_sign(&whole, volume)) {
        return Some(combine(simplex, at, c.map(|volume| volume.over(&whole))));
    }
    let mut best = None;
    for (volume, face) in [(&c[1], [3, 1, 0]), (&c[2], [3, 2, 0]), (&c[3], [3, 2, 1])] {
        if !same_sign(&whole, volume) {
            best = nearer(best, s2d(simplex, face));
        }
    }
    best
}
