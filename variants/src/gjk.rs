//! The distance iteration that all distance variants share, so that they differ in the subalgorithm alone.
//!
//! # Iteration
//! v is the point of the simplex nearest to the origin; w, the support point of M along −v, joins the simplex; repeat. The
//! supporting plane through w bounds the distance from below: v·w / |v| ≤ dist(M) ≤ |v|, so the duality gap |v|² − v·w = v·(v−w)
//! bounds the error of |v| by gap / |v|.
//!
//! # Start
//! From the centres: the first support point is taken along −(c_A − c_B). A start from the vertices of an earlier answer begins
//! with the nearest point of what they are now, each joining under the conditions of a support point; loops that do
//! anything otherwise take the direction of the first one only. In exact arithmetic every start ends with the very nearest point.
//!
//! # Stop
//! *Converged* when gap ≤ K u |v|∞ E, where E is the greatest coordinate of the support points seen and K = [`ROUNDING`]. As
//! |v|∞ ≤ |v|, the error of the distance is then at most K u E ≤ K u D, however the pair is scaled, and no square or root of
//! a square is needed. In exact arithmetic u = 0, and the run ends with the very nearest point.
//!
//! *Intersecting* when the subalgorithm keeps dimension + 1 vertices, or when |v|∞ ≤ K u E: then v is rounding noise.
//!
//! # Safeguards
//! A support point that is in the simplex already ends the run as *repeated*; a squared length of v that does not fall, as
//! *stalled*; both keep the current answer (for *stalled* the one before). In exact arithmetic neither comes up: the vertices
//! of the simplex all have product v·v with v and w has a smaller one, so w is new, the simplex stays affinely independent,
//! and |v| falls strictly.

use crate::answer::{Nearest, Outcome, Separation, Stop};
use crate::observe::Observer;
use crate::run::{End, Reached, not_finite, out_of_range, recall};
use crate::simplex::{CAPACITY, Pairs, Simplex, Subset, Vertex, no_weights};
use crate::subalgorithm::Subalgorithm;
use crate::variant::{About, Start, Variant};
use gjk_numbers::Space;
use gjk_numbers::{Ring, Scalar};
use gjk_support::SupportMap;

/// K, the allowance for rounding in units of u·E: v is a sum of up to four rounded products of vertices that were rounded
/// themselves, and v·(v − w) one of three; worst cases are near 10, typical errors below 2.
pub const ROUNDING: f64 = 8.0;

/// The iteration limit. Hulls of 1024 points near contact take about 20 iterations in double precision.
pub const LIMIT: usize = 256;

/// ε², the absolute stop of the loops as published: on a squared length, whatever the unit of length.
pub const EPSILON_SQUARED: f64 = 1e-12;

/// Distance GJK around a subalgorithm.
///
/// The three flags are what published loops do otherwise, one by one, so that each choice can be measured alone:
/// `ABSOLUTE` stops at |v|² − v·w ≤ ε² = [`EPSILON_SQUARED`]; `BARE` does without safeguards but for the iteration limit (no
/// *repeated*, no *stalled*, no look at whether the simplex is full), and tests the first v before there is a simplex, as the
/// published loops do; `WITNESSES` forms v as the difference of the two witness points, which loses digits far from the
/// origin, and not from the simplex of the difference.
#[derive(Clone, Copy, Debug)]
pub struct Gjk<P, const ABSOLUTE: bool = false, const BARE: bool = false, const WITNESSES: bool = false> {
    subalgorithm: P,
    about: Option<About>,
}

impl<P> Gjk<P> {
    /// Distance GJK around this subalgorithm, with the common loop.
    pub fn new(subalgorithm: P) -> Self {
        Gjk { subalgorithm, about: None }
    }
}

impl<P, const ABSOLUTE: bool, const BARE: bool, const WITNESSES: bool> Gjk<P, ABSOLUTE, BARE, WITNESSES> {
    /// Distance GJK around this subalgorithm with a loop of its own, under a name of its own.
    pub fn with_loop(subalgorithm: P, about: About) -> Self {
        Gjk { subalgorithm, about: Some(about) }
    }
}

impl<S: Space, P: Subalgorithm<S>, const ABSOLUTE: bool, const BARE: bool, const WITNESSES: bool> Variant<S>
    for Gjk<P, ABSOLUTE, BARE, WITNESSES>
where
    S::Scalar: Scalar,
{
    type Answer = Nearest<S>;

    fn about(&self) -> About {
        self.about.unwrap_or_else(|| self.subalgorithm.about())
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
        let (mut simplex, mut reached) = (Simplex::new(), Reached::nothing());
        let end = self.iterate(a, b, start, observer, &mut simplex, &mut reached);
        if BARE && end.stop.has_answer() && simplex.is_empty() {
            return Outcome::answered(end.stop, end.iterations, of_centers(a.center(), b.center()));
        }
        end.outcome(reached, &simplex)
    }
}

impl<P, const ABSOLUTE: bool, const BARE: bool, const WITNESSES: bool> Gjk<P, ABSOLUTE, BARE, WITNESSES> {
    #[inline(always)]
    fn iterate<S: Space, A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
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
        if !(ABSOLUTE || BARE || WITNESSES)
            && let Start::Vertices(pairs) = start
        {
            let vertices = pairs.vertices::<S, A, B>(a, b);
            let (greatest, recalled, end) = recall(&self.subalgorithm, vertices, &allowance, observer, simplex);
            (extent, *reached) = (greatest, recalled);
            if let Some(end) = end {
                return end;
            }
        }
        let mut direction = if simplex.is_empty() {
            start.direction(a, b).unwrap_or_else(|| S::minus(&b.center(), &a.center()))
        } else {
            S::negated(&reached.v)
        };
        let (mut near_a, mut near_b) = (None, None);
        // The difference of the centres is in M; a direction that is given need not be, and is no answer.
        let tests_first = BARE && start.direction(a, b).is_none();

        for iteration in 1..=LIMIT {
            let support_a = a.support(&direction, near_a);
            let support_b = b.support(&S::negated(&direction), near_b);
            (near_a, near_b) = (Some(support_a.1), Some(support_b.1));
            let vertex = Vertex::new(support_a, support_b);
            observer.support(&direction, &vertex.point);
            // If it is no number, or not finite, the run ends before anything else looks at its size.
            let size = S::max_norm_of_numbers(&vertex.point);
            extent = if size > extent { size } else { extent };

            let begun = !simplex.is_empty();
            if begun || tests_first {
                if !begun {
                    reached.v = S::negated(&direction);
                    reached.size = S::max_norm_of_numbers(&reached.v);
                }
                let v = &reached.v;
                // Of a support point that is not finite, it is not finite either.
                let gap = S::dot(v, &S::minus(v, &vertex.point));
                if !gap.is_finite() {
                    return End::abandoned(out_of_range::<S>(&vertex.point, &gap), iteration);
                }
                let allowed =
                    if ABSOLUTE { S::Scalar::from_f64(EPSILON_SQUARED) } else { allowance.times(&reached.size).times(&extent) };
                if gap <= allowed {
                    return End::at(Stop::Converged, iteration);
                }
            } else if !S::max_norm(&vertex.point).is_finite() {
                return End::abandoned(not_finite(&S::max_norm(&vertex.point)), iteration);
            }
            if !BARE && simplex.holds(&vertex.point) {
                return End::at(Stop::Repeated, iteration);
            }
            if BARE && simplex.len() == CAPACITY {
                return End::abandoned(Stop::NoRegion, iteration);
            }

            simplex.push(vertex);
            observer.entered(simplex);
            let Some(projection) = self.subalgorithm.project(simplex, observer) else {
                return End::abandoned(Stop::NoRegion, iteration);
            };
            observer.projected(&projection);
            let v = if WITNESSES {
                let on_a = simplex.combination(projection.kept, &projection.weights, |vertex| &vertex.on_a);
                let on_b = simplex.combination(projection.kept, &projection.weights, |vertex| &vertex.on_b);
                S::minus(&on_a, &on_b)
            } else {
                projection.point
            };
            let length_squared = S::dot(&v, &v);
            if !length_squared.is_finite() {
                return End::abandoned(not_finite(&length_squared), iteration);
            }
            if !BARE {
                if projection.kept == Subset::first(S::DIMENSION + 1) {
                    return End::meets(iteration);
                }
                if begun && length_squared >= reached.length_squared {
                    simplex.pop();
                    return End::at(Stop::Stalled, iteration);
                }
            }
            simplex.keep(projection.kept);
            let size = S::max_norm_of_numbers(&v);
            if !ABSOLUTE && size <= allowance.times(&extent) {
                return End::meets(iteration);
            }
            direction = S::negated(&v);
            *reached = Reached { v, size, length_squared, weights: projection.weights, kept: projection.kept };
        }
        End::abandoned(Stop::Exhausted, LIMIT)
    }
}

/// The answer of a loop that takes the centres for the nearest points: there is no simplex.
#[cold]
fn of_centers<S: Space>(on_a: S::Vector, on_b: S::Vector) -> Nearest<S> {
    let nearest = S::minus(&on_a, &on_b);
    let distance_squared = S::dot(&nearest, &nearest);
    let simplex = Pairs::default();
    if distance_squared == S::Scalar::zero() {
        return Nearest::Intersecting { simplex };
    }
    Nearest::Apart(Separation { distance_squared, nearest, on_a, on_b, simplex, weights: no_weights() })
}
