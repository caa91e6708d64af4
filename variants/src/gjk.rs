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
use crate::simplex::{Simplex, Vertex};
use crate::space::Space;
use crate::subalgorithm::{Projection, Subalgorithm};
use crate::support::SupportMap;
use crate::variant::{About, Start, Variant};

/// K, the allowance for rounding in units of u·E: v is a sum of up to four rounded products of vertices that were rounded
/// themselves, and v·(v − w) one of three; worst cases are near 10, typical errors below 2.
pub const ROUNDING: f64 = 8.0;

/// The iteration limit. Hulls of 1024 points near contact take about 20 iterations in double precision.
pub const LIMIT: usize = 256;

/// Distance GJK around a subalgorithm.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gjk<P> {
    subalgorithm: P,
}

impl<P> Gjk<P> {
    /// Distance GJK around this subalgorithm.
    pub fn new(subalgorithm: P) -> Self {
        Gjk { subalgorithm }
    }
}

impl<S: Space, P: Subalgorithm<S>> Variant<S> for Gjk<P>
where
    S::Scalar: Scalar,
{
    type Answer = Nearest<S>;

    fn about(&self) -> About {
        self.subalgorithm.about()
    }

    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Nearest<S>> {
        let allowance = S::Scalar::from_f64(ROUNDING).times(&S::Scalar::unit_roundoff());
        let mut direction = match start {
            Start::Default => S::minus(&b.center(), &a.center()),
            Start::Direction(direction) => direction.clone(),
        };
        let mut simplex = Simplex::new();
        let mut current: Option<(Projection<S>, S::Scalar)> = None;
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
                return Outcome::abandoned(not_finite(&size), iteration);
            }
            if size > extent {
                extent = size;
            }

            if let Some((projection, _)) = &current {
                let v = &projection.point;
                let gap = S::dot(v, &S::minus(v, &vertex.point));
                if !gap.is_finite() {
                    return Outcome::abandoned(not_finite(&gap), iteration);
                }
                if gap <= allowance.times(&S::max_norm(v)).times(&extent) {
                    return finish(Stop::Converged, iteration, simplex, current);
                }
                if simplex.holds(&vertex.point) {
                    return finish(Stop::Repeated, iteration, simplex, current);
                }
            }

            simplex.push(vertex);
            observer.entered(&simplex);
            let Some(projection) = self.subalgorithm.project(&simplex, observer) else {
                return Outcome::abandoned(Stop::NoRegion, iteration);
            };
            observer.projected(&projection);
            let length_squared = S::dot(&projection.point, &projection.point);
            if !length_squared.is_finite() {
                return Outcome::abandoned(not_finite(&length_squared), iteration);
            }
            if projection.kept.len() == S::DIMENSION + 1 {
                return Outcome::answered(Stop::Converged, iteration, Nearest::Intersecting { simplex });
            }
            if current.as_ref().is_some_and(|(_, before)| length_squared >= *before) {
                simplex.pop();
                return finish(Stop::Stalled, iteration, simplex, current);
            }
            simplex.keep(projection.kept);
            if S::max_norm(&projection.point) <= allowance.times(&extent) {
                return Outcome::answered(Stop::Converged, iteration, Nearest::Intersecting { simplex });
            }
            direction = S::negated(&projection.point);
            current = Some((settled(projection), length_squared));
        }
        Outcome::abandoned(Stop::Exhausted, LIMIT)
    }
}

/// The projection in terms of the simplex of its kept vertices: the weights move up as the vertices do.
#[inline(always)]
fn settled<S: Space>(mut projection: Projection<S>) -> Projection<S> {
    let mut len = 0;
    for position in projection.kept.positions() {
        projection.weights.swap(len, position);
        len += 1;
    }
    for weight in &mut projection.weights[len..] {
        *weight = S::Scalar::zero();
    }
    projection.kept = crate::simplex::Subset::first(len);
    projection
}

fn not_finite<T: Ring>(value: &T) -> Stop {
    if value.is_nan() { Stop::NotANumber } else { Stop::Range }
}

fn finish<S: Space>(
    stop: Stop,
    iterations: usize,
    simplex: Simplex<S>,
    current: Option<(Projection<S>, S::Scalar)>,
) -> Outcome<Nearest<S>> {
    // Every end that comes here has seen a projection.
    let Some((projection, distance_squared)) = current else { return Outcome::abandoned(Stop::NoRegion, iterations) };
    let on_a = simplex.combination(projection.kept, &projection.weights, |vertex| &vertex.on_a);
    let on_b = simplex.combination(projection.kept, &projection.weights, |vertex| &vertex.on_b);
    let separation =
        Separation { distance_squared, nearest: projection.point, on_a, on_b, simplex, weights: projection.weights };
    Outcome::answered(stop, iterations, Nearest::Apart(separation))
}
