//! GJK with Nesterov's acceleration: the search direction remembers earlier ones, which cuts across the zigzag of plain GJK.
//!
//! # Iteration
//! GJK is the Frank–Wolfe method with full corrections. With δₖ = (k+1)/(k+3), xₖ the nearest point of the simplex and sₖ₋₁ the
//! last support point, the accelerated direction is dₖ = δₖ dₖ₋₁ + (1 − δₖ) yₖ with yₖ = δₖ xₖ + (1 − δₖ) sₖ₋₁, from
//! d₋₁ = s₋₁ = x₀. The support point along −dₖ joins the simplex, as along −xₖ in plain GJK. Momentum that is not normalised is
//! used, as it needs no root.
//!
//! # Stop
//! A support point along dₖ says nothing about the duality gap of xₖ. So where it repeats or does not improve (its product with
//! x is not below x·x by more than the stop's allowance, or the nearest point does not come nearer) it is no convergence: it is
//! discarded, and the plain direction takes over for good. Stop tests and evidence come from plain directions only, and are
//! those of the common loop.
//!
//! # Reference
//! L. Montaut, Q. Le Lidec, V. Petrik, J. Sivic, J. Carpentier: Collision Detection Accelerated: An Optimization Perspective.
//! Robotics: Science and Systems 2022, algorithm 3.

use crate::answer::{Nearest, Outcome, Stop};
use crate::gjk::{LIMIT, ROUNDING};
use crate::observe::Observer;
use crate::run::{End, Reached, not_finite, out_of_range, recall};
use crate::simplex::{CAPACITY, Simplex, Subset, Vertex};
use crate::subalgorithm::{Projection, Subalgorithm};
use crate::variant::{About, Promise, Start, Variant};
use gjk_numbers::Space;
use gjk_numbers::{Ring, Scalar};
use gjk_support::SupportMap;

/// Accelerated GJK around a subalgorithm.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nesterov<P> {
    subalgorithm: P,
}

impl<P> Nesterov<P> {
    /// Accelerated GJK around this subalgorithm.
    pub fn new(subalgorithm: P) -> Self {
        Nesterov { subalgorithm }
    }
}

/// dₖ from dₖ₋₁, sₖ₋₁ and xₖ.
#[inline(always)]
fn advanced<S: Space>(k: usize, d: &S::Vector, s: &S::Vector, x: &S::Vector) -> S::Vector
where
    S::Scalar: Scalar,
{
    let number = |n: usize| S::Scalar::from_f64(n as f64);
    let share = number(k + 1).over(&number(k + 3));
    let rest = S::Scalar::one().minus(&share);
    let y = S::plus(&S::scaled(x, &share), &S::scaled(s, &rest));
    S::plus(&S::scaled(d, &share), &S::scaled(&y, &rest))
}

impl<S: Space, P: Subalgorithm<S>> Variant<S> for Nesterov<P>
where
    S::Scalar: Scalar,
{
    type Answer = Nearest<S>;

    fn about(&self) -> About {
        About {
            name: "nesterov",
            title: "Nesterov-accelerated GJK (with signed volumes)",
            citation: "Montaut, Le Lidec, Petrik, Sivic, Carpentier: Collision Detection Accelerated: An Optimization \
                       Perspective (2022), algorithm 3",
            promise: Promise::Distance,
        }
    }

    #[inline(always)]
    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Nearest<S>> {
        const { assert!(S::DIMENSION < CAPACITY, "a simplex has room for spaces of at most four dimensions") };
        let mut simplex = Simplex::new();
        let (end, reached) = self.iterate(a, b, start, observer, &mut simplex);
        end.outcome(reached, &simplex)
    }
}

impl<P> Nesterov<P> {
    #[inline(always)]
    fn iterate<S: Space, A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
        simplex: &mut Simplex<S>,
    ) -> (End, Reached<S>)
    where
        S::Scalar: Scalar,
        P: Subalgorithm<S>,
    {
        let allowance = S::Scalar::from_f64(ROUNDING).times(&S::Scalar::unit_roundoff());
        let mut extent = S::Scalar::zero();
        let mut reached = Reached::nothing();
        if let Start::Vertices(pairs) = start {
            let vertices = pairs.vertices::<S, A, B>(a, b);
            let (greatest, recalled, end) = recall(&self.subalgorithm, vertices, &allowance, observer, simplex);
            (extent, reached) = (greatest, recalled);
            if let Some(end) = end {
                return (end, reached);
            }
        }
        if simplex.is_empty() {
            let toward = start.direction(a, b);
            reached.v = toward.map_or_else(|| S::minus(&a.center(), &b.center()), |toward| S::negated(&toward));
        }
        let x0 = &reached.v;
        let (mut d, mut s) = (x0.clone(), x0.clone());
        let mut has_momentum = true;
        let (mut near_a, mut near_b) = (None, None);
        let mut accelerations = 0;

        for iteration in 1..=LIMIT {
            let begun = !simplex.is_empty();
            let x = &reached.v;
            let accelerated = has_momentum && begun;
            let toward = if accelerated {
                d = advanced::<S>(accelerations, &d, &s, x);
                accelerations += 1;
                S::negated(&d)
            } else {
                S::negated(x)
            };
            let support_a = a.support(&toward, near_a);
            let support_b = b.support(&S::negated(&toward), near_b);
            (near_a, near_b) = (Some(support_a.1), Some(support_b.1));
            let vertex: Vertex<S> = Vertex::new(support_a, support_b);
            observer.support(&toward, &vertex.point);
            // If it is no number, or not finite, the run ends before anything else looks at its size.
            let size = S::max_norm_of_numbers(&vertex.point);
            extent = if size > extent { size } else { extent };

            let mut gained_nothing = None;
            if begun {
                let v = &reached.v;
                // Of a support point that is not finite, it is not finite either.
                let gap = S::dot(v, &S::minus(v, &vertex.point));
                if !gap.is_finite() {
                    return (End::abandoned(out_of_range::<S>(&vertex.point, &gap), iteration), reached);
                }
                if gap <= allowance.times(&reached.size).times(&extent) {
                    gained_nothing = Some(Stop::Converged);
                } else if simplex.holds(&vertex.point) {
                    gained_nothing = Some(Stop::Repeated);
                }
            } else if !S::max_norm(&vertex.point).is_finite() {
                return (End::abandoned(not_finite(&S::max_norm(&vertex.point)), iteration), reached);
            }
            if gained_nothing.is_some() && accelerated {
                has_momentum = false;
                continue;
            }
            if let Some(stop) = gained_nothing {
                return (End::at(stop, iteration), reached);
            }
            s = vertex.point.clone();

            simplex.push(vertex);
            observer.entered(simplex);
            let Some(projection) = self.subalgorithm.project(simplex, observer) else {
                if accelerated {
                    simplex.pop();
                    has_momentum = false;
                    continue;
                }
                return (End::abandoned(Stop::NoRegion, iteration), reached);
            };
            observer.projected(&projection);
            let length_squared = S::dot(&projection.point, &projection.point);
            if !length_squared.is_finite() {
                return (End::abandoned(not_finite(&length_squared), iteration), reached);
            }
            if projection.kept == Subset::first(S::DIMENSION + 1) {
                return (End::meets(iteration), reached);
            }
            if begun && length_squared >= reached.length_squared {
                simplex.pop();
                if accelerated {
                    has_momentum = false;
                    continue;
                }
                return (End::at(Stop::Stalled, iteration), reached);
            }
            simplex.keep(projection.kept);
            let size = S::max_norm_of_numbers(&projection.point);
            if size <= allowance.times(&extent) {
                return (End::meets(iteration), reached);
            }
            let Projection { point, weights, kept } = projection;
            reached = Reached { v: point, size, length_squared, weights, kept };
        }
        (End::abandoned(Stop::Exhausted, LIMIT), reached)
    }
}
