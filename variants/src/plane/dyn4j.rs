//! Distance GJK in the plane that keeps two points, the nearer of the two edges to the new one.
//!
//! # Iteration
//! From the vector that joins the centres, support points along it and against it make the first edge ab; d is its point
//! nearest to the origin. The support point c along −d ends the run if it is no farther along −d than a by more than a
//! tolerance; else the nearer of the edges ac and cb is kept. λ₂ = −a·l / l·l with l = b − a gives the witness points.
//!
//! # The two variants
//! [`PublishedDyn4j`] is the page as printed: the nearest point of an edge is that of its line, not clamped; nothing looks at
//! a = b, where it divides by zero; the run ends at `dc − da < tolerance`, for which the page names no number: 1e-12 here, as in
//! the other published loops. [`Dyn4j`] is repaired as its readers found necessary: clamped, guarded against a = b, stopping at
//! `<=` a relative tolerance (zero in exact arithmetic).
//!
//! # Where it fails
//! On bodies that meet: nothing looks whether the triangle that is thrown away held the origin.
//!
//! # Reference
//! dyn4j: GJK – Distance & Closest Points (web log article of 2010, with its readers' comments).

use crate::answer::{Nearest, Outcome, Separation, Stop};
use crate::cycle::Cycle;
use crate::gjk::LIMIT;
use crate::gjk::rules::{EPSILON_SQUARED, ROUNDING};
use crate::observe::Observer;
use crate::simplex::{Pairs, Simplex, Vertex, no_weights};
use crate::variant::{About, Promise, Start, Variant};
use gjk_numbers::{Plane, Space};
use gjk_numbers::{Ring, Scalar};
use gjk_support::SupportMap;

/// The algorithm of the dyn4j page, repaired.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dyn4j;

/// The algorithm of the dyn4j page as printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct PublishedDyn4j;

impl<T: Scalar> Variant<Plane<T>> for Dyn4j {
    type Answer = Nearest<Plane<T>>;

    fn about(&self) -> About {
        About {
            name: "dyn4j-2d",
            title: "dyn4j's distance GJK in the plane, repaired",
            citation: "dyn4j: GJK - Distance & Closest Points (web log article, 2010), with the repairs of its comments",
            promise: Promise::Distance,
        }
    }

    fn solve<A: SupportMap<Plane<T>> + ?Sized, B: SupportMap<Plane<T>> + ?Sized, O: Observer<Plane<T>> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<Plane<T>>,
        observer: &mut O,
    ) -> Outcome<Nearest<Plane<T>>> {
        keep_two::<T, A, B, O, false>(a, b, start, observer)
    }
}

impl<T: Scalar> Variant<Plane<T>> for PublishedDyn4j {
    type Answer = Nearest<Plane<T>>;

    fn about(&self) -> About {
        About {
            name: "dyn4j-2d-published",
            title: "dyn4j's distance GJK in the plane, as printed",
            citation: "dyn4j: GJK - Distance & Closest Points (web log article, 2010)",
            promise: Promise::Distance,
        }
    }

    fn solve<A: SupportMap<Plane<T>> + ?Sized, B: SupportMap<Plane<T>> + ?Sized, O: Observer<Plane<T>> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<Plane<T>>,
        observer: &mut O,
    ) -> Outcome<Nearest<Plane<T>>> {
        keep_two::<T, A, B, O, true>(a, b, start, observer)
    }
}

/// A support point of M with those of A and B.
#[derive(Clone)]
struct Support<T: Scalar> {
    vertex: Vertex<Plane<T>>,
    on_a: <Plane<T> as Space>::Vector,
    on_b: <Plane<T> as Space>::Vector,
}

impl<T: Scalar> Support<T> {
    fn new(a: (<Plane<T> as Space>::Vector, usize), b: (<Plane<T> as Space>::Vector, usize)) -> Self {
        Support { vertex: Vertex::new(&a, &b), on_a: a.0, on_b: b.0 }
    }
}

/// λ₂ of the point of the edge, or of its line as published, that is nearest to the origin.
fn parameter<T: Scalar, const PUBLISHED: bool>(a: &Support<T>, b: &Support<T>) -> T {
    let l = Plane::<T>::minus(&b.vertex.point, &a.vertex.point);
    let (length_squared, along) = (Plane::<T>::dot(&l, &l), Plane::<T>::dot(&a.vertex.point, &l).negated());
    if PUBLISHED {
        return along.over(&length_squared);
    }
    if length_squared == T::zero() || along <= T::zero() {
        T::zero()
    } else if along >= length_squared {
        T::one()
    } else {
        along.over(&length_squared)
    }
}

fn between<T: Scalar>(p: &<Plane<T> as Space>::Vector, q: &<Plane<T> as Space>::Vector, t: &T) -> <Plane<T> as Space>::Vector {
    Plane::<T>::plus(&Plane::<T>::scaled(&Plane::<T>::minus(q, p), t), p)
}

fn keep_two<T: Scalar, A, B, O, const PUBLISHED: bool>(
    body_a: &A,
    body_b: &B,
    start: &Start<Plane<T>>,
    observer: &mut O,
) -> Outcome<Nearest<Plane<T>>>
where
    A: SupportMap<Plane<T>> + ?Sized,
    B: SupportMap<Plane<T>> + ?Sized,
    O: Observer<Plane<T>> + ?Sized,
{
    let allowance = T::from_f64(ROUNDING).times(&T::unit_roundoff());
    let mut extent = T::zero();
    let mut support = |d: &<Plane<T> as Space>::Vector, extent: &mut T| {
        let vertex = Support::new(body_a.support(d, None), body_b.support(&Plane::<T>::negated(d), None));
        observer.support(d, &vertex.vertex.point);
        let size = Plane::<T>::max_norm(&vertex.vertex.point);
        if size > *extent || size.is_nan() {
            *extent = size;
        }
        vertex
    };
    let default = || Plane::<T>::minus(&body_b.center(), &body_a.center());
    let first = start.direction(body_a, body_b).unwrap_or_else(default);
    let mut a = support(&first, &mut extent);
    let mut b = support(&Plane::<T>::negated(&first), &mut extent);
    let nearest = |p: &Support<T>, q: &Support<T>| between(&p.vertex.point, &q.vertex.point, &parameter::<T, PUBLISHED>(p, q));
    let mut v = nearest(&a, &b);
    let mut cycle = Cycle::new();
    for iteration in 3..=LIMIT {
        let size = Plane::<T>::max_norm(&v);
        if !size.is_finite() || !extent.is_finite() {
            return Outcome::abandoned(Stop::of_not_finite(if size.is_finite() { &extent } else { &size }), iteration - 1);
        }
        let noise = if PUBLISHED { T::zero() } else { allowance.times(&extent) };
        if size <= noise {
            let simplex = Pairs::new([a.vertex.names(), b.vertex.names()]);
            return Outcome::answered(Stop::Converged, iteration - 1, Nearest::Intersecting { simplex });
        }
        let d = Plane::<T>::negated(&v);
        let c = support(&d, &mut extent);
        let progress = Plane::<T>::dot(&c.vertex.point, &d).minus(&Plane::<T>::dot(&a.vertex.point, &d));
        if !progress.is_finite() {
            return Outcome::abandoned(Stop::of_not_finite(&progress), iteration);
        }
        let done = if PUBLISHED { progress < T::from_f64(EPSILON_SQUARED) } else { progress <= noise.times(&size) };
        if done {
            return Outcome::answered(Stop::Converged, iteration, answer::<T, PUBLISHED>(a, b, v));
        }
        let (p1, p2) = (nearest(&a, &c), nearest(&c, &b));
        if Plane::<T>::dot(&p1, &p1) < Plane::<T>::dot(&p2, &p2) {
            (b, v) = (c, p1);
        } else {
            (a, v) = (c, p2);
        }
        if <T as Ring>::EXACT {
            let mut edge = Simplex::new();
            edge.push(a.vertex.clone());
            edge.push(b.vertex.clone());
            if cycle.closes(&edge, &v) {
                return Outcome::abandoned(Stop::Cycled, iteration);
            }
        }
    }
    Outcome::abandoned(Stop::Exhausted, LIMIT)
}

/// The witness points as the page has them: where a weight is negative, those of the other point.
fn answer<T: Scalar, const PUBLISHED: bool>(a: Support<T>, b: Support<T>, v: <Plane<T> as Space>::Vector) -> Nearest<Plane<T>> {
    let mut second = parameter::<T, PUBLISHED>(&a, &b);
    if a.vertex.point == b.vertex.point || second < T::zero() {
        second = T::zero();
    } else if second > T::one() {
        second = T::one();
    }
    let (on_a, on_b) = (between(&a.on_a, &b.on_a, &second), between(&a.on_b, &b.on_b, &second));
    let mut weights = no_weights();
    weights[0] = T::one().minus(&second);
    weights[1] = second;
    let simplex = Pairs::new([a.vertex.names(), b.vertex.names()]);
    let distance_squared = Plane::<T>::dot(&v, &v);
    Nearest::Apart(Separation { distance_squared, nearest: v, on_a, on_b, simplex, weights })
}
