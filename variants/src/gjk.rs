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
use crate::simplex::{CAPACITY, Simplex, Subset, Vertex, no_weights};
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

/// The nearest point that a run has come to, with what it is made of.
pub(crate) struct Current<S: Space> {
    pub v: S::Vector,
    pub length_squared: S::Scalar,
    /// By position in the simplex as the subalgorithm saw it.
    pub weights: [S::Scalar; CAPACITY],
    /// What it kept of it.
    pub kept: Subset,
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
        let allowance = S::Scalar::from_f64(ROUNDING).times(&S::Scalar::unit_roundoff());
        let mut direction = match start {
            Start::Default => S::minus(&b.center(), &a.center()),
            Start::Direction(direction) => direction.clone(),
        };
        let mut simplex = Simplex::new();
        let mut current: Option<Current<S>> = None;
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

            if current.is_some() || BARE {
                let before;
                let v = match &current {
                    Some(current) => &current.v,
                    None => {
                        before = S::negated(&direction);
                        &before
                    }
                };
                let gap = S::dot(v, &S::minus(v, &vertex.point));
                if !gap.is_finite() {
                    return Outcome::abandoned(not_finite(&gap), iteration);
                }
                let allowed = if ABSOLUTE {
                    S::Scalar::from_f64(EPSILON_SQUARED)
                } else {
                    allowance.times(&S::max_norm(v)).times(&extent)
                };
                if gap <= allowed {
                    return match current {
                        Some(current) => finish(Stop::Converged, iteration, simplex, current),
                        None => Outcome::answered(Stop::Converged, iteration, of_centers(a.center(), b.center())),
                    };
                }
            }
            if let Some(reached) = current.take_if(|_| !BARE && simplex.holds(&vertex.point)) {
                return finish(Stop::Repeated, iteration, simplex, reached);
            }
            if BARE && simplex.len() == CAPACITY {
                return Outcome::abandoned(Stop::NoRegion, iteration);
            }

            simplex.push(vertex);
            observer.entered(&simplex);
            let Some(projection) = self.subalgorithm.project(&simplex, observer) else {
                return Outcome::abandoned(Stop::NoRegion, iteration);
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
                return Outcome::abandoned(not_finite(&length_squared), iteration);
            }
            if !BARE {
                if projection.kept.len() == S::DIMENSION + 1 {
                    return Outcome::answered(Stop::Converged, iteration, Nearest::Intersecting { simplex });
                }
                if let Some(before) = current.take_if(|before| length_squared >= before.length_squared) {
                    simplex.pop();
                    return finish(Stop::Stalled, iteration, simplex, before);
                }
            }
            simplex.keep(projection.kept);
            if !ABSOLUTE && S::max_norm(&v) <= allowance.times(&extent) {
                return Outcome::answered(Stop::Converged, iteration, Nearest::Intersecting { simplex });
            }
            direction = S::negated(&v);
            current = Some(Current { v, length_squared, weights: projection.weights, kept: projection.kept });
        }
        Outcome::abandoned(Stop::Exhausted, LIMIT)
    }
}

/// The weights by position in the simplex of the kept vertices: they move up as the vertices do.
#[inline(always)]
pub(crate) fn settled<T: Ring>(kept: Subset, mut weights: [T; CAPACITY]) -> [T; CAPACITY] {
    let mut len = 0;
    for position in 0..CAPACITY {
        if kept.contains(position) {
            weights.swap(len, position);
            len += 1;
        }
    }
    for (position, weight) in weights.iter_mut().enumerate() {
        if position >= len {
            *weight = T::zero();
        }
    }
    weights
}

/// Why a number that is not finite ends a run.
pub(crate) fn not_finite<T: Ring>(value: &T) -> Stop {
    if value.is_nan() { Stop::NotANumber } else { Stop::Range }
}

/// The answer of a run that ends at this point.
pub(crate) fn finish<S: Space>(stop: Stop, iterations: usize, simplex: Simplex<S>, current: Current<S>) -> Outcome<Nearest<S>> {
    if current.length_squared == S::Scalar::zero() || simplex.len() == S::DIMENSION + 1 {
        return Outcome::answered(stop, iterations, Nearest::Intersecting { simplex });
    }
    let Current { v, length_squared, weights, kept } = current;
    let weights = settled(kept, weights);
    let on_a = simplex.combination(simplex.all(), &weights, |vertex| &vertex.on_a);
    let on_b = simplex.combination(simplex.all(), &weights, |vertex| &vertex.on_b);
    let separation = Separation { distance_squared: length_squared, nearest: v, on_a, on_b, simplex, weights };
    Outcome::answered(stop, iterations, Nearest::Apart(separation))
}

/// The answer of a loop that takes the centres for the nearest points: there is no simplex.
fn of_centers<S: Space>(on_a: S::Vector, on_b: S::Vector) -> Nearest<S> {
    let nearest = S::minus(&on_a, &on_b);
    let distance_squared = S::dot(&nearest, &nearest);
    let simplex = Simplex::new();
    if distance_squared == S::Scalar::zero() {
        return Nearest::Intersecting { simplex };
    }
    Nearest::Apart(Separation { distance_squared, nearest, on_a, on_b, simplex, weights: no_weights() })
}
