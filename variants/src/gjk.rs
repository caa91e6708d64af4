//! The distance iteration that all distance variants share, so that they differ in the subalgorithm alone.
//!
//! # Iteration
//! v is the point of the simplex nearest to the origin; w, the support point of M along −v, joins the simplex; repeat. The
//! supporting plane through w bounds the distance from below: v·w / |v| ≤ dist(M) ≤ |v|, so the duality gap |v|² − v·w = v·(v−w)
//! bounds the error of |v| by gap / |v|.
//!
//! # Start
//! From the centres: the first support point is taken along −(c_A − c_B).
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
use crate::ring::{Ring, Scalar};
use crate::run::{End, in_place, not_finite};
use crate::simplex::{CAPACITY, Subset, Vertex};
use crate::space::Space;
use crate::subalgorithm::Subalgorithm;
use crate::support::SupportMap;
use crate::variant::{About, Start, Variant};

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

    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Nearest<S>> {
        const { assert!(S::DIMENSION < CAPACITY, "a simplex has room for spaces of at most four dimensions") };
        in_place(|reached| self.run(a, b, start, observer, reached))
    }
}

impl<P, const ABSOLUTE: bool, const BARE: bool, const WITNESSES: bool> Gjk<P, ABSOLUTE, BARE, WITNESSES> {
    #[inline(always)]
    fn run<S: Space, A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
        reached: &mut Separation<S>,
    ) -> End
    where
        S::Scalar: Scalar,
        P: Subalgorithm<S>,
    {
        let allowance = S::Scalar::from_f64(ROUNDING).times(&S::Scalar::unit_roundoff());
        let mut direction = match start {
            Start::Default => S::minus(&b.center(), &a.center()),
            Start::Direction(direction) => direction.clone(),
        };
        let mut kept = Subset(0);
        let mut extent = S::Scalar::zero();
        let (mut near_a, mut near_b) = (None, None);

        for iteration in 1..=LIMIT {
            let support_a = a.support(&direction, near_a);
            let support_b = b.support(&S::negated(&direction), near_b);
            (near_a, near_b) = (Some(support_a.1), Some(support_b.1));
            let vertex = Vertex::new(support_a, support_b);
            observer.support(&direction, &vertex.point);
            let size = S::max_norm(&vertex.point);
            if !size.is_finite() {
                return End::abandoned(not_finite(&size), iteration);
            }
            if size > extent {
                extent = size;
            }

            let begun = !reached.simplex.is_empty();
            if begun || BARE {
                if !begun {
                    reached.nearest = S::negated(&direction);
                }
                let v = &reached.nearest;
                let gap = S::dot(v, &S::minus(v, &vertex.point));
                if !gap.is_finite() {
                    return End::abandoned(not_finite(&gap), iteration);
                }
                let allowed = if ABSOLUTE {
                    S::Scalar::from_f64(EPSILON_SQUARED)
                } else {
                    allowance.times(&S::max_norm(v)).times(&extent)
                };
                if gap <= allowed {
                    if !begun {
                        return of_centers(iteration, a.center(), b.center(), reached);
                    }
                    return End::at(Stop::Converged, iteration, reached, kept);
                }
            }
            if !BARE && reached.simplex.holds(&vertex.point) {
                return End::at(Stop::Repeated, iteration, reached, kept);
            }
            if BARE && reached.simplex.len() == CAPACITY {
                return End::abandoned(Stop::NoRegion, iteration);
            }

            reached.simplex.push(vertex);
            observer.entered(&reached.simplex);
            let Some(projection) = self.subalgorithm.project(&reached.simplex, observer) else {
                return End::abandoned(Stop::NoRegion, iteration);
            };
            observer.projected(&projection);
            let v = if WITNESSES {
                let simplex = &reached.simplex;
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
                if projection.kept.len() == S::DIMENSION + 1 {
                    return End::meets(iteration);
                }
                if begun && length_squared >= reached.distance_squared {
                    reached.simplex.pop();
                    return End::at(Stop::Stalled, iteration, reached, kept);
                }
            }
            kept = projection.kept;
            reached.simplex.keep(kept);
            if !ABSOLUTE && S::max_norm(&v) <= allowance.times(&extent) {
                return End::meets(iteration);
            }
            direction = S::negated(&v);
            (reached.nearest, reached.distance_squared, reached.weights) = (v, length_squared, projection.weights);
        }
        End::abandoned(Stop::Exhausted, LIMIT)
    }
}

/// The end of a loop that takes the centres for the nearest points: there is no simplex.
#[cold]
fn of_centers<S: Space>(iterations: usize, on_a: S::Vector, on_b: S::Vector, reached: &mut Separation<S>) -> End {
    reached.nearest = S::minus(&on_a, &on_b);
    reached.distance_squared = S::dot(&reached.nearest, &reached.nearest);
    (reached.on_a, reached.on_b) = (on_a, on_b);
    End { stop: Stop::Converged, iterations, meets: reached.distance_squared == S::Scalar::zero() }
}
