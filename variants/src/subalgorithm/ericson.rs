//! The nearest point of a segment, triangle or tetrahedron by its Voronoi regions, using only dot and cross products.
//!
//! # Derivation
//! The letters are the source's; the query point is the origin. *Segment* ab: the projection of −a on ab, clamped at both ends.
//! *Triangle* abc: d₁ … d₆ are the products of ab and ac with −a, −b, −c; their signs determine the vertex regions. By
//! Lagrange's identity va = d₃d₆ − d₅d₄, vb = d₅d₂ − d₁d₆, vc = d₁d₄ − d₃d₂ are the origin's barycentric coordinates times the
//! squared area, so their signs determine the edge regions. *Tetrahedron* abcd: the origin is inside unless, for some face, it
//! lies on the other side of the face's plane than the fourth vertex. If it is outside, the answer is the nearest triangle
//! point over the faces that see the origin.
//!
//! # Where it fails
//! On a flat tetrahedron the fourth vertex lies in each face's plane, the product of sides is zero, no face sees the origin,
//! and the origin counts as inside: any flat tetrahedron "contains" the origin, however far away it is (`tests::ericson_flat`).
//! On a triangle with a = b the division 0/0 occurs in the region of ab. Both are as in the source.
//!
//! # Comparison with the source
//! Deviates from the source in: the weights of a tetrahedron that holds the origin are computed for callers that want witness
//! points; the first face that sees the origin is accepted whatever its distance, where the source compares it with the
//! greatest number; the loop is the common one, with the book's end at P = O up to the noise of P. The book was not at hand for
//! this comparison.
//!
//! # Reference
//! C. Ericson: Real-Time Collision Detection (2005), `ClosestPtPointSegment` (section 5.1.2), `ClosestPtPointTriangle`
//! (5.1.5), `ClosestPtPointTetrahedron` with `PointOutsideOfPlane` (5.1.6); the iteration around it in 9.5.

use super::signed_volumes::volume;
use super::{Projection, Subalgorithm};
use crate::fast;
use crate::observe::Observer;
use crate::simplex::{CAPACITY, Simplex, Subset, no_weights};
use crate::variant::{About, Promise};
use gjk_numbers::{Oriented, Ring, Scalar, Space};

/// Ericson's geometric subalgorithm.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ericson;

impl<S: Oriented<Scalar: Scalar>> Subalgorithm<S> for Ericson {
    fn about(&self) -> About {
        About {
            name: "ericson",
            title: "Ericson's geometric subalgorithm",
            citation: "Ericson: Real-Time Collision Detection (2005), sections 5.1 and 9.5",
            promise: Promise::Distance,
        }
    }

    #[inline(always)]
    fn project<O: Observer<S> + ?Sized>(
        &self,
        older: &Simplex<S>,
        newest: &S::Vector,
        observer: &mut O,
    ) -> Option<Projection<S>> {
        let point = |position| fast::point(older, position);
        match older.len() {
            0 => Some(at_vertex(newest, 0)),
            1 => Some(segment([&point(0), newest], observer)),
            2 => Some(triangle([&point(0), &point(1), newest], [0, 1, 2], observer)),
            3 => tetrahedron([&point(0), &point(1), &point(2), newest], observer),
            _ => None,
        }
    }
}

/// The projection to a vertex, which has this position in the simplex.
#[inline(always)]
fn at_vertex<S: Space>(a: &S::Vector, at: usize) -> Projection<S> {
    let mut weights = no_weights();
    weights[at] = S::Scalar::one();
    Projection { point: a.clone(), kept: Subset::only(at), weights }
}

/// The point a + t ab of an edge whose vertices a and b have these positions.
#[inline(always)]
fn on_edge<S: Space>(a: &S::Vector, ab: &S::Vector, t: S::Scalar, at: [usize; 2]) -> Projection<S> {
    let mut weights = no_weights();
    let point = S::plus(a, &S::scaled(ab, &t));
    weights[at[0]] = S::Scalar::one().minus(&t);
    weights[at[1]] = t;
    Projection { point, kept: Subset::only(at[0]).with(at[1]), weights }
}

/// `ClosestPtPointSegment`.
#[inline(always)]
fn segment<S: Space<Scalar: Scalar>, O: Observer<S> + ?Sized>([a, b]: [&S::Vector; 2], observer: &mut O) -> Projection<S> {
    let ab = S::minus(b, a);
    let t = S::dot(a, &ab).negated();
    if t <= S::Scalar::zero() {
        observer.region("a");
        return at_vertex(a, 0);
    }
    let denom = S::dot(&ab, &ab);
    if t >= denom {
        observer.region("b");
        return at_vertex(b, 1);
    }
    observer.region("ab");
    on_edge(a, &ab, t.over(&denom), [0, 1])
}

/// `ClosestPtPointTriangle` for a triangle whose vertices have these positions in the simplex.
#[inline(always)]
fn triangle<S: Space<Scalar: Scalar>, O: Observer<S> + ?Sized>(
    [a, b, c]: [&S::Vector; 3],
    at: [usize; 3],
    observer: &mut O,
) -> Projection<S> {
    let zero = &S::Scalar::zero();
    let (ab, ac) = (S::minus(b, a), S::minus(c, a));
    // The product of an edge with −p.
    let toward_origin = |edge: &S::Vector, p: &S::Vector| S::dot(edge, p).negated();
    let minor = |x: &S::Scalar, y: &S::Scalar, z: &S::Scalar, w: &S::Scalar| x.times(y).minus(&z.times(w));

    let (d1, d2) = (toward_origin(&ab, a), toward_origin(&ac, a));
    if d1 <= *zero && d2 <= *zero {
        observer.region("a");
        return at_vertex(a, at[0]);
    }
    let (d3, d4) = (toward_origin(&ab, b), toward_origin(&ac, b));
    if d3 >= *zero && d4 <= d3 {
        observer.region("b");
        return at_vertex(b, at[1]);
    }
    let vc = minor(&d1, &d4, &d3, &d2);
    if vc <= *zero && d1 >= *zero && d3 <= *zero {
        observer.region("ab");
        return on_edge(a, &ab, d1.over(&d1.minus(&d3)), [at[0], at[1]]);
    }
    let (d5, d6) = (toward_origin(&ab, c), toward_origin(&ac, c));
    if d6 >= *zero && d5 <= d6 {
        observer.region("c");
        return at_vertex(c, at[2]);
    }
    let vb = minor(&d5, &d2, &d1, &d6);
    if vb <= *zero && d2 >= *zero && d6 <= *zero {
        observer.region("ac");
        return on_edge(a, &ac, d2.over(&d2.minus(&d6)), [at[0], at[2]]);
    }
    let va = minor(&d3, &d6, &d5, &d4);
    let (d43, d56) = (d4.minus(&d3), d5.minus(&d6));
    if va <= *zero && d43 >= *zero && d56 >= *zero {
        observer.region("bc");
        return on_edge(b, &S::minus(c, b), d43.over(&d43.plus(&d56)), [at[1], at[2]]);
    }

    observer.region("abc");
    let denom = S::Scalar::one().over(&va.plus(&vb).plus(&vc));
    let (v, w) = (vb.times(&denom), vc.times(&denom));
    let point = S::plus(&S::plus(a, &S::scaled(&ab, &v)), &S::scaled(&ac, &w));
    let mut weights = no_weights();
    weights[at[0]] = S::Scalar::one().minus(&v).minus(&w);
    weights[at[1]] = v;
    weights[at[2]] = w;
    Projection { point, kept: Subset::only(at[0]).with(at[1]).with(at[2]), weights }
}

/// `PointOutsideOfPlane`: the product of the signed heights of the origin and of d over the plane through a, b and c, negative
/// if the plane is between them. `None` in a space without such planes.
#[inline(always)]
fn sides<S: Oriented>([a, b, c]: [&S::Vector; 3], d: &S::Vector) -> Option<S::Scalar> {
    let n = S::normal(&S::cross(&S::minus(b, a), &S::minus(c, a)))?;
    let sign_of_origin = S::dot(a, &n).negated();
    let sign_of_d = S::dot(&S::minus(d, a), &n);
    Some(sign_of_origin.times(&sign_of_d))
}

/// Accepts the nearest point of a face, whose vertices have these positions, if the face sees the origin and no nearer point is
/// known.
#[inline(always)]
fn look_at_face<S: Space<Scalar: Scalar>, O: Observer<S> + ?Sized>(
    best: &mut Option<(Projection<S>, S::Scalar)>,
    sides: &S::Scalar,
    face: [&S::Vector; 3],
    at: [usize; 3],
    observer: &mut O,
) {
    if *sides < S::Scalar::zero() {
        let candidate = triangle(face, at, observer);
        let distance_squared = S::dot(&candidate.point, &candidate.point);
        if best.as_ref().is_none_or(|(_, least)| distance_squared < *least) {
            *best = Some((candidate, distance_squared));
        }
    }
}

/// `ClosestPtPointTetrahedron`.
#[inline(always)]
fn tetrahedron<S: Oriented<Scalar: Scalar>, O: Observer<S> + ?Sized>(
    [a, b, c, d]: [&S::Vector; 4],
    observer: &mut O,
) -> Option<Projection<S>> {
    let abc = sides::<S>([a, b, c], d)?;
    let acd = sides::<S>([a, c, d], b)?;
    let adb = sides::<S>([a, d, b], c)?;
    let bdc = sides::<S>([b, d, c], a)?;
    let mut best = None;
    look_at_face(&mut best, &abc, [a, b, c], [0, 1, 2], observer);
    look_at_face(&mut best, &acd, [a, c, d], [0, 2, 3], observer);
    look_at_face(&mut best, &adb, [a, d, b], [0, 3, 1], observer);
    look_at_face(&mut best, &bdc, [b, d, c], [1, 3, 2], observer);
    if let Some((projection, _)) = best {
        return Some(projection);
    }
    observer.region("inside");
    Some(Projection { point: S::zero(), kept: Subset::first(4), weights: volumes::<S>([a, b, c, d])? })
}

/// The weights of the origin in a tetrahedron, as quotients of volumes; undefined if the tetrahedron is flat. The source stops
/// there and needs no weights: they serve the witness points.
#[inline(always)]
fn volumes<S: Oriented<Scalar: Scalar>>([a, b, c, d]: [&S::Vector; 4]) -> Option<[S::Scalar; CAPACITY]> {
    let parts = [volume::<S>(b, c, d)?, volume::<S>(a, d, c)?, volume::<S>(a, b, d)?, volume::<S>(a, c, b)?];
    let sum = parts[0].plus(&parts[1]).plus(&parts[2]).plus(&parts[3]);
    let mut weights = no_weights();
    for (weight, part) in weights.iter_mut().zip(&parts) {
        *weight = part.over(&sum);
    }
    Some(weights)
}
