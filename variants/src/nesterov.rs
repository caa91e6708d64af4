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

use crate::answer::{Nearest, Outcome, Separation, Stop};
use crate::gjk::{LIMIT, ROUNDING};
use crate::observe::Observer;
use crate::ring::{Ring, Scalar};
use crate::run::{End, Reached, not_finite, recall};
use crate::simplex::{CAPACITY, Simplex, Vertex};
use crate::space::Space;
use crate::subalgorithm::{Projection, Subalgorithm};
use crate::support::SupportMap;
use crate::variant::{About, Promise, Start, Variant};

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

/// The accelerated direction and the last support point.
struct Momentum<S: Space> {
    d: S::Vector,
    s: S::Vector,
}

impl<S: Space> Momentum<S>
where
    S::Scalar: Scalar,
{
    /// dₖ from dₖ₋₁, sₖ₋₁ and xₖ.
    fn advance(&mut self, k: usize, x: &S::Vector) {
        let number = |n: usize| S::Scalar::from_f64(n as f64);
        let share = number(k + 1).over(&number(k + 3));
        let rest = S::Scalar::one().minus(&share);
        let y = S::plus(&S::scaled(x, &share), &S::scaled(&self.s, &rest));
        self.d = S::plus(&S::scaled(&self.d, &share), &S::scaled(&y, &rest));
    }
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

    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Nearest<S>> {
        const { assert!(S::DIMENSION < CAPACITY, "a simplex has room for spaces of at most four dimensions") };
        let (mut simplex, mut reached) = (Simplex::new(), Reached::nothing());
        let End { stop, iterations, meets } = self.run(a, b, start, observer, &mut simplex, &mut reached);
        // An answer is large: put together in steps it would be made elsewhere and moved, at half an iteration's cost.
        if !stop.has_answer() {
            return Outcome { stop, iterations, answer: None };
        }
        if meets || reached.length_squared == S::Scalar::zero() || simplex.len() == S::DIMENSION + 1 {
            return Outcome { stop, iterations, answer: Some(Nearest::Intersecting { simplex }) };
        }
        let (on_a, on_b) = reached.witnesses(&simplex);
        let Reached { v, length_squared, weights, .. } = reached;
        let separation = Separation { distance_squared: length_squared, nearest: v, on_a, on_b, simplex, weights };
        Outcome { stop, iterations, answer: Some(Nearest::Apart(separation)) }
    }
}

impl<P> Nesterov<P> {
    #[inline(always)]
    fn run<S: Space, A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
        simplex: &mut Simplex<S>,
        reached: &mut Reached<S>,
    ) -> End
    where
        S::Scalar: Scalar,
        P: Subalgorithm<S>,
    {
        let allowance = S::Scalar::from_f64(ROUNDING).times(&S::Scalar::unit_roundoff());
        let mut extent = S::Scalar::zero();
        if let Start::Vertices(pairs) = start {
            let vertices = pairs.vertices::<S, A, B>(a, b);
            let (greatest, end) = recall(&self.subalgorithm, vertices, &allowance, observer, simplex, reached);
            if let Some(end) = end {
                return end;
            }
            extent = greatest;
        }
        let x0 = if simplex.is_empty() {
            let toward = start.direction(a, b);
            toward.map_or_else(|| S::minus(&a.center(), &b.center()), |toward| S::negated(&toward))
        } else {
            reached.v.clone()
        };
        let mut momentum = Some(Momentum::<S> { d: x0.clone(), s: x0.clone() });
        let (mut near_a, mut near_b) = (None, None);
        let mut accelerations = 0;

        for iteration in 1..=LIMIT {
            let begun = !simplex.is_empty();
            let x = if begun { &reached.v } else { &x0 };
            let accelerated = match &mut momentum {
                Some(momentum) if begun => {
                    momentum.advance(accelerations, x);
                    accelerations += 1;
                    true
                }
                _ => false,
            };
            let toward = match &momentum {
                Some(momentum) if accelerated => S::negated(&momentum.d),
                _ => S::negated(x),
            };
            let support_a = a.support(&toward, near_a);
            let support_b = b.support(&S::negated(&toward), near_b);
            (near_a, near_b) = (Some(support_a.1), Some(support_b.1));
            let vertex: Vertex<S> = Vertex::new(support_a, support_b);
            observer.support(&toward, &vertex.point);
            let size = S::max_norm(&vertex.point);
            if !size.is_finite() {
                return End::abandoned(not_finite(&size), iteration);
            }
            if size > extent {
                extent = size;
            }

            let mut gained_nothing = None;
            if begun {
                let v = &reached.v;
                let gap = S::dot(v, &S::minus(v, &vertex.point));
                if !gap.is_finite() {
                    return End::abandoned(not_finite(&gap), iteration);
                }
                if gap <= allowance.times(&S::max_norm(v)).times(&extent) {
                    gained_nothing = Some(Stop::Converged);
                } else if simplex.holds(&vertex.point) {
                    gained_nothing = Some(Stop::Repeated);
                }
            }
            if gained_nothing.is_some() && accelerated {
                momentum = None;
                continue;
            }
            if let Some(stop) = gained_nothing {
                return End::at(stop, iteration);
            }
            if let Some(momentum) = &mut momentum {
                momentum.s = vertex.point.clone();
            }

            simplex.push(vertex);
            observer.entered(simplex);
            let Some(projection) = self.subalgorithm.project(simplex, observer) else {
                if accelerated {
                    simplex.pop();
                    momentum = None;
                    continue;
                }
                return End::abandoned(Stop::NoRegion, iteration);
            };
            observer.projected(&projection);
            let length_squared = S::dot(&projection.point, &projection.point);
            if !length_squared.is_finite() {
                return End::abandoned(not_finite(&length_squared), iteration);
            }
            if projection.kept.len() == S::DIMENSION + 1 {
                return End::meets(iteration);
            }
            if begun && length_squared >= reached.length_squared {
                simplex.pop();
                if accelerated {
                    momentum = None;
                    continue;
                }
                return End::at(Stop::Stalled, iteration);
            }
            simplex.keep(projection.kept);
            if S::max_norm(&projection.point) <= allowance.times(&extent) {
                return End::meets(iteration);
            }
            let Projection { point, weights, kept } = projection;
            *reached = Reached { v: point, length_squared, weights, kept };
        }
        End::abandoned(Stop::Exhausted, LIMIT)
    }
}
