//! Van den Bergen's ray cast, as printed: GJK about a point on the ray, with an absolute tolerance.
//!
//! # Derivation
//! As in the [common cast](super::clipping). The letters here are the source's: x = s + λ r is the point on the ray, v is the vector from
//! the nearest point of the simplex to x, p the support point along v, and w = x − p. If v·w > 0, a plane separates x from the body; if
//! v·r ≥ 0, the ray misses. Otherwise λ is lowered by v·w / v·r. Then v is computed anew for the points Y = P ∪ {p}, relative to the
//! new x, and P becomes the smallest subset of Y that holds the nearest point. The loop goes on while |v|² > ε².
//!
//! In this project's terms the body is M, s is the origin and r is d, so v here is −v there, and w is −y.
//!
//! # Where it fails
//! ε is absolute: the answer is early by up to ε, and a body that passes at less than ε is a hit. Where ε is less than the rounding of a
//! coordinate the loop does not end: here it ends without an answer after 128 iterations. Near contact the direction of v is noise.
//! If v is then longer than ε and v·r has the wrong sign, a hit is called *never*: in single precision the segment from (0, 0) to
//! (1, −1), which moves by (28, 32), is said to miss the point (15, 17).
//!
//! # Comparison with the source
//! Neither the paper nor the chapter was at hand for this comparison: the loop is written from its description. ε is 10⁻⁶. The limit of
//! 128 iterations is not in the source. A point that is in P already is not added again. The subalgorithm is Johnson's, without a backup
//! procedure. If λ > 1, the answer is *never*: the source leaves the end of the motion to its caller.
//!
//! # Reference
//! - G. van den Bergen: Ray casting against general convex objects with application to continuous collision detection (2004).
//! - G. van den Bergen, D. Gregorius (editors): Game Physics Pearls (2010), chapter 6.

use gjk_numbers::{Oriented, Ring, Scalar};
use gjk_support::SupportMap;

use super::clipping::{Ahead, Ray, Vertices, reduced, relative};
use crate::answer::{FirstContact, Outcome, Stop};
use crate::difference::{Difference, Obstacle};
use crate::observe::Observer;
use crate::simplex::{CAPACITY, Subset, no_weights};
use crate::start::Start;
use crate::subalgorithm::{Johnson, Subalgorithm};
use crate::variant::{About, Promise, Variant};

/// The iteration limit.
const LIMIT: usize = 128;

/// The tolerance ε.
const EPSILON: f64 = 1e-6;

/// Van den Bergen's ray cast.
#[derive(Clone, Copy, Debug, Default)]
pub struct VanDenBergen;

impl<S: Oriented<Scalar: Scalar>> Variant<S> for VanDenBergen {
    type Answer = FirstContact<S>;

    fn about(&self) -> About {
        About {
            name: "cast-van-den-bergen",
            title: "van den Bergen's ray cast",
            citation: "van den Bergen: Ray casting against general convex objects with application to continuous collision \
                       detection (2004), from its description, with an absolute tolerance of 1e-6",
            promise: Promise::Cast,
        }
    }

    fn most_iterations(&self) -> Option<usize> {
        Some(LIMIT)
    }

    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<FirstContact<S>> {
        let Some(motion) = a.motion() else { return Outcome::abandoned(Stop::Unsupported, 0) };
        let m = Difference::new(a, b);
        let mut ray = Ray::new(motion);
        let mut vertices = Vertices::new();
        let mut v = start.direction(&m).map_or_else(|| m.center(), |toward| S::negated(&toward));
        let (mut near, mut weights) = (None, no_weights());
        let epsilon = S::Scalar::from_f64(EPSILON);
        let epsilon_squared = epsilon.times(&epsilon);
        for iteration in 0..LIMIT {
            let length_squared = S::dot(&v, &v);
            if !length_squared.is_finite() {
                return Outcome::abandoned(Stop::of_not_finite(&length_squared), iteration);
            }
            if iteration > 0 && length_squared <= epsilon_squared {
                return Outcome::answered(Stop::Converged, iteration, ray.contact(&vertices, weights));
            }
            let p = m.next_support(&S::negated(&v), &mut near, observer);
            let ahead = S::dot(&v, &S::minus(&p.vertex.point, &ray.x));
            if ahead > S::Scalar::zero() {
                match ray.pass(&v, &ahead) {
                    Ahead::Never(axis) => {
                        return Outcome::answered(Stop::Converged, iteration + 1, FirstContact::Never { axis });
                    }
                    Ahead::NotFinite(value) => return Outcome::abandoned(Stop::of_not_finite(&value), iteration + 1),
                    Ahead::Moved => vertices.move_to(&ray.x),
                    Ahead::Here => {}
                }
            }
            if let Some(position) = vertices.position(&p.vertex.point) {
                vertices.keep(vertices.simplex.all().without(position));
            }
            if vertices.simplex.len() == CAPACITY {
                return Outcome::abandoned(Stop::NoRegion, iteration + 1);
            }
            let newest = relative(&p.vertex, &ray.x);
            let y = newest.point.clone();
            vertices.offer(newest, p);
            observer.entered(&vertices.simplex, vertices.simplex.offered());
            let Some(projection) = Johnson.project(&vertices.simplex, &y, observer) else {
                return Outcome::abandoned(Stop::NoRegion, iteration + 1);
            };
            observer.projected(&projection);
            vertices.join(projection.kept);
            weights = projection.kept.moved_up(&projection.weights);
            v = if projection.kept == Subset::first(S::DIMENSION + 1) { S::zero() } else { reduced::<S>(projection.point) };
        }
        Outcome::abandoned(Stop::Exhausted, LIMIT)
    }
}
