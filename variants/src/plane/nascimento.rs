//! Boolean GJK in the plane with an ordered simplex of up to three points, two edge tests a step.
//!
//! # Derivation
//! The simplex s₀, s₁ is kept in the order in which the origin lies to the left of it. A third point s₂ leaves three places for
//! the origin: to the left of s₀s₂ (keep it, s₁ ← s₂), to the right of s₁s₂ (keep it, s₀ ← s₂), else inside.
//!
//! # Where it fails
//! In exact arithmetic nowhere that has been found: where a cross product is exactly zero, the strip and the order leave nothing
//! but the right answer (claim `nas-correct`). In rounded arithmetic a sign near zero can be the wrong one.
//!
//! # Reference
//! F. Nascimento: Convex polyhedra collision test (GJK algorithm), web log article of 2019, `testCollision` and
//! `buildAndTestSimplex`.

use crate::answer::{Outcome, Stop, Verdict};
use crate::gjk::LIMIT;
use crate::observe::Observer;
use crate::simplex::{Simplex, Vertex};
use crate::variant::{About, Promise, Start, Variant};
use gjk_numbers::Ring;
use gjk_numbers::{Oriented, Plane, Space};
use gjk_support::SupportMap;

/// The boolean algorithm of Nascimento's article.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nascimento;

fn left<T: Ring>(v: &<Plane<T> as Space>::Vector) -> <Plane<T> as Space>::Vector {
    Plane::<T>::turned(&T::one(), v)
}

fn right<T: Ring>(v: &<Plane<T> as Space>::Vector) -> <Plane<T> as Space>::Vector {
    Plane::<T>::negated(&left::<T>(v))
}

impl<T: Ring> Variant<Plane<T>> for Nascimento {
    type Answer = Verdict<Plane<T>>;

    fn about(&self) -> About {
        About {
            name: "nascimento-2d",
            title: "Nascimento's boolean GJK in the plane",
            citation: "Nascimento: Convex polyhedra collision test (GJK algorithm) (web log article, 2019)",
            promise: Promise::Verdict,
        }
    }

    fn solve<A: SupportMap<Plane<T>> + ?Sized, B: SupportMap<Plane<T>> + ?Sized, O: Observer<Plane<T>> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<Plane<T>>,
        observer: &mut O,
    ) -> Outcome<Verdict<Plane<T>>> {
        type S<T> = Plane<T>;
        let mut d = start.direction(a, b).unwrap_or_else(|| S::<T>::unit(0));
        let mut s: Simplex<Plane<T>> = Simplex::new();
        for iteration in 1..=LIMIT {
            let vertex = Vertex::new(&a.support(&d, None), &b.support(&S::<T>::negated(&d), None));
            observer.support(&d, &vertex.point);
            let reached = S::<T>::dot(&vertex.point, &d);
            if !reached.is_finite() {
                return Outcome::abandoned(Stop::of_not_finite(&reached), iteration);
            }
            if reached < T::zero() {
                return Outcome::answered(Stop::Converged, iteration, Verdict::Disjoint { axis: S::<T>::negated(&d) });
            }
            s.push(vertex);
            observer.entered(&s);
            let edge = |s: &Simplex<Plane<T>>, from: usize, to: usize| S::<T>::minus(s.point(to), s.point(from));
            let turn = |edge: &<Plane<T> as Space>::Vector, from: &<Plane<T> as Space>::Vector| {
                S::<T>::cross(edge, &S::<T>::negated(from))
            };
            match s.len() {
                1 => d = S::<T>::negated(s.point(0)),
                2 => {
                    let along = edge(&s, 0, 1);
                    if turn(&along, s.point(0)) < T::zero() {
                        s.arrange([1, 0]);
                        d = right::<T>(&along);
                    } else {
                        d = left::<T>(&along);
                    }
                }
                _ => {
                    let (of_0, of_1) = (edge(&s, 0, 2), edge(&s, 1, 2));
                    if turn(&of_0, s.point(0)) > T::zero() {
                        d = left::<T>(&of_0);
                        s.arrange([0, 2]);
                    } else if turn(&of_1, s.point(1)) < T::zero() {
                        d = right::<T>(&of_1);
                        s.arrange([2, 1]);
                    } else {
                        return Outcome::answered(Stop::Converged, iteration, Verdict::Intersecting { simplex: (&s).into() });
                    }
                }
            }
        }
        Outcome::abandoned(Stop::Exhausted, LIMIT)
    }
}
