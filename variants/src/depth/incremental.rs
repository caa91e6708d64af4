//! The incremental depth: follow a ray from the origin to the face through which it leaves M, take the face's normal as the
//! next ray, and repeat until a step gains nothing.
//!
//! # Statement
//! Along any d with |d| = 1, h(d) = max over M of d·m is an upper bound of the depth. So is t(d) ≤ h(d), the distance from the
//! origin to the boundary of M along d. If the ray leaves M through a face with normal n, h(n) = (n·d) t(d) ≤ t(d). So h(n) <
//! h(d), unless n is d.
//!
//! # Idea
//! The exit is found by portal refinement: a portal is a set of vertices of M whose hull the ray passes. The plane of the
//! portal meets the ray at t_low ≤ t(d), the plane of support across it at t_high ≥ t(d). Two events end the refinement:
//!
//! - *Shortcut*: h(n) < t_low, where n is the portal's normal. Then n is better than d before the exit is known, and the next
//!   ray is along n, from the current portal.
//! - *Boundary*: the portal is on the boundary of M. Without a shortcut h(n) ≥ t(d), and so n is d up to the tolerance: the
//!   answer is d, a *local* minimum of h.
//!
//! # Begin
//! The rule begins when GJK, in the common loop around Ericson's subalgorithm, finds that bodies meet. The source gets the
//! first d from its caller, for example the depth of the previous moment; here [`Start::Direction`] plays this part. Without
//! one, d is the direction from the centre of M to the origin, or the first axis if the two coincide.
//!
//! # Where it fails
//! - *Not least*, even in exact arithmetic: for a point in a box 2 × 4 × 6, one unit above its middle (`point-in-box`), the
//!   first ray leaves through the face above it, after 2, along that face's normal. The sides are one unit away.
//! - *Touching bodies, flat M.* With the origin on the boundary a portal may have no area, or no portal is found: *no-polytope*
//!   or *exhausted*.
//! - *An absolute tolerance*, 10⁻⁶: for smaller bodies the first portal is the last. The answer is the plane of support along
//!   d, which is still far enough. In exact arithmetic the tolerance is zero.
//! - *The range.* Nothing is scaled.
//!
//! # Comparison with the source
//! Only the abstract and the first page of the introduction of the paper could be read; of its library mind-fcl the code
//! (`mpr_incremental_penetration.hpp`, `mpr.hpp`) was read. The ideas above are the code's.
//!
//! - Directions are not normalised; comparisons are between squares.
//! - The code replaces v₀ by −d times the greatest length of the portal's corners; here it is −d, since only signs are needed.
//! - The code's orientation of a portal is kept. For a portal whose plane contains the ray (n·d = 0), both bounds are the
//!   greatest product of its corners with d, as in the code.
//! - The code's default ends at the first portal on the boundary without a shortcut.
//! - In the plane, which the code does not have, a portal has one vertex less.
//! - Limits are those of the code's own tests: 1,000 rays, 1,000 portals per ray.
//! - If the ray is lost, or M is found not to hold the origin, there is no answer: *no-polytope*.
//!
//! # Reference
//! W. Gao: Efficient Incremental Penetration Depth Estimation between Convex Geometries. arXiv 2304.07357 (2023). Code: mind-fcl.

use gjk_numbers::{Oriented, Ring, Scalar, Space};

use super::portal::Portal;
use super::{Deepened, DepthRule, cross, right};
use crate::answer::{Outcome, Penetration, Stop};
use crate::difference::{Names, Obstacle, SupportPoint};
use crate::gjk::Gjk;
use crate::observe::Observer;
use crate::simplex::Pairs;
use crate::start::Start;
use crate::subalgorithm::Ericson;
use crate::variant::{About, Promise};

/// The greatest number of rays in a run, and of portals per ray.
pub const LIMIT: usize = 1_000;

/// The absolute tolerance.
const TOLERANCE: f64 = 1e-6;

/// Ray after ray, for bodies that GJK finds to meet.
pub type Incremental = Deepened<RayAfterRay>;

impl Default for Incremental {
    fn default() -> Self {
        let about = About {
            name: "incremental",
            title: "Incremental depth (after Ericson's)",
            citation: "Gao: Efficient Incremental Penetration Depth Estimation between Convex Geometries, arXiv 2304.07357 (2023), as its \
                       library mind-fcl has it",
            promise: Promise::Depth,
        };
        Deepened::new(Gjk::new(Ericson), RayAfterRay, about)
    }
}

/// The rule of the [incremental depth](self). Its first ray is along the direction of the start.
#[derive(Clone, Copy, Debug)]
pub struct RayAfterRay;

impl DepthRule for RayAfterRay {
    fn most_iterations(&self) -> usize {
        // Each ray has a first support point, a portal around it and a refined portal; the answer for the last ray may need one
        // more point.
        LIMIT * (2 * LIMIT + 3) + 1
    }

    #[inline(always)]
    fn deepest<S, M, O>(&self, m: &M, _: &Pairs, start: &Start<S>, observer: &mut O) -> Outcome<Penetration<S>>
    where
        S: Oriented<Scalar: Scalar>,
        M: Obstacle<S>,
        O: Observer<S> + ?Sized,
    {
        let d = start.direction(m).unwrap_or_else(|| S::negated(&m.center()));
        let d = if d == S::zero() { S::unit(0) } else { d };
        let mut rays = Rays { m, v0: S::negated(&d), near: None, supports: 0, observer };
        match rays.least(d) {
            Ok((stop, penetration)) => Outcome::answered(stop, rays.supports, penetration),
            Err(stop) => Outcome::abandoned(stop, rays.supports),
        }
    }
}

/// The result for a ray.
enum RayEnd<S: Oriented> {
    /// A normal along which M reaches less far than the ray.
    Better(S::Vector),
    /// The ray runs through this vertex of M, which is the support point along it.
    Vertex(SupportPoint<S>),
    /// The portal is on the boundary, and the plane of support across it meets the ray at this multiple of the ray's direction.
    Exit(S::Scalar),
}

/// Access to M during a run, with the current ray.
struct Rays<'a, S: Space, M, O: ?Sized> {
    m: &'a M,
    /// −d, in place of the ray's starting point.
    v0: S::Vector,
    near: Option<Names>,
    supports: usize,
    observer: &'a mut O,
}

impl<S: Oriented<Scalar: Scalar>, M: Obstacle<S>, O: Observer<S> + ?Sized> Rays<'_, S, M, O> {
    /// The support point along a direction, and its product with the direction. A negative product is an error.
    fn support(&mut self, direction: &S::Vector) -> Result<(SupportPoint<S>, S::Scalar), Stop> {
        self.supports += 1;
        let support = self.m.next_support(direction, &mut self.near, self.observer);
        let product = S::dot(direction, &support.vertex.point);
        match product.is_finite() {
            true if product < S::Scalar::zero() => Err(Stop::NoPolytope),
            true => Ok((support, product)),
            false => Err(Stop::of_not_finite(&product)),
        }
    }

    /// The local minimum that the rays reach from a first direction.
    fn least(&mut self, mut d: S::Vector) -> Result<(Stop, Penetration<S>), Stop> {
        let mut portal: Option<Portal<S>> = None;
        for _ in 0..LIMIT {
            match self.explore(&d, &mut portal)? {
                RayEnd::Better(n) => d = n,
                RayEnd::Vertex(v) => {
                    let corners = [v.clone(), v.clone(), v.clone()];
                    return Ok((Stop::Converged, moved_along(d, v.vertex.point, &Portal { corners })?));
                }
                RayEnd::Exit(times) => {
                    let translation = S::scaled(&d, &times);
                    let portal = portal.ok_or(Stop::NoPolytope)?;
                    return Ok((Stop::Converged, moved_along(d, translation, &portal)?));
                }
            }
        }
        // Each direction is better than all earlier ones: the code answers with the last.
        let (v, level) = self.support(&d)?;
        let times = level.over(&S::dot(&d, &d));
        let corners = [v.clone(), v.clone(), v];
        Ok((Stop::Stalled, moved_along(d.clone(), S::scaled(&d, &times), &Portal { corners })?))
    }

    /// Follows the ray along d until its exit from M is known, or a better direction.
    fn explore(&mut self, d: &S::Vector, kept: &mut Option<Portal<S>>) -> Result<RayEnd<S>, Stop> {
        let (first, _) = self.support(d)?;
        self.v0 = S::negated(d);
        let begun = match kept.take() {
            Some(portal) => portal,
            None => match self.begin(d, first)? {
                Ok(portal) => portal,
                Err(vertex) => return Ok(RayEnd::Vertex(vertex)),
            },
        };
        let portal = kept.insert(self.around_ray(begun)?);
        let zero = S::Scalar::zero();
        let tolerance = if S::Scalar::EXACT { zero.clone() } else { S::Scalar::from_f64(TOLERANCE) };
        for _ in 0..LIMIT {
            let mut n = portal.normal();
            if S::dot(&n, d) < zero {
                portal.turn();
                n = S::negated(&n);
            }
            let length_squared = S::dot(&n, &n);
            if length_squared == zero {
                return Err(Stop::NoPolytope);
            }
            portal.show(&self.v0, self.observer);
            let (v4, reach) = self.support(&n)?;
            let level = S::dot(&n, portal.point(0));
            let slope = S::dot(&n, d);
            // The multiples of d at which the plane of the portal and the plane of support meet the ray.
            let [low, high] = if slope == zero {
                let products = (0..S::DIMENSION).map(|corner| S::dot(portal.point(corner), d));
                let greatest = products.reduce(|greatest, next| if next > greatest { next } else { greatest });
                let bound = greatest.unwrap_or_else(S::Scalar::zero).over(&S::dot(d, d));
                [bound.clone(), bound]
            } else {
                [level.over(&slope), reach.over(&slope)]
            };
            if is_shorter::<S>(&reach, &length_squared, &low, &S::dot(d, d), &tolerance) {
                return Ok(RayEnd::Better(n));
            }
            let gap = reach.minus(&level);
            if gap.times(&gap) <= tolerance.times(&tolerance).times(&length_squared) {
                return Ok(RayEnd::Exit(high));
            }
            portal.expand(&self.v0, v4);
        }
        Err(Stop::Exhausted)
    }

    /// Vertices of M around the ray, whose hull the ray need not pass; or the vertex that the ray runs through.
    fn begin(&mut self, d: &S::Vector, v1: SupportPoint<S>) -> Result<Result<Portal<S>, SupportPoint<S>>, Stop> {
        let zero = S::Scalar::zero();
        let tolerance = if S::Scalar::EXACT { zero.clone() } else { S::Scalar::from_f64(TOLERANCE) };
        // Compares |v₀ × v₁|, as the sum of absolute values, with |v₀| |v₁|, where v₀ has length one.
        let sum = |v: &S::Vector| (0..S::DIMENSION).fold(zero.clone(), |sum, i| sum.plus(&S::coordinate(v, i).magnitude()));
        let across = if S::DIMENSION == 2 {
            // Towards the side of v₁ where the ray is.
            let right = right::<S>(&v1.vertex.point);
            if S::dot(&right, d) < zero { S::negated(&right) } else { right }
        } else {
            cross::<S>(&self.v0, &v1.vertex.point)
        };
        let aligned = if S::DIMENSION == 2 { S::dot(&across, d).magnitude() } else { sum(&across) };
        let length_squared = S::dot(d, d);
        let allowed = sum(&v1.vertex.point).times(&tolerance);
        if aligned.times(&aligned) <= allowed.times(&allowed).times(&length_squared) {
            return Ok(Err(v1));
        }
        let (v2, _) = self.support(&across)?;
        if S::DIMENSION == 2 {
            return Ok(Ok(Portal { corners: [v1, v2.clone(), v2] }));
        }
        let next = cross::<S>(&v1.vertex.point, &v2.vertex.point);
        let (v1, v2, next) = if S::dot(&next, &self.v0) > zero { (v2, v1, S::negated(&next)) } else { (v1, v2, next) };
        let (v3, _) = self.support(&next)?;
        Ok(Ok(Portal { corners: [v1, v2, v3] }))
    }

    /// Replaces each corner that is not on the same side as the origin of the plane through v₀ and the other corners, until
    /// there is no such corner: the ray then passes the portal.
    fn around_ray(&mut self, mut portal: Portal<S>) -> Result<Portal<S>, Stop> {
        let v0 = &self.v0.clone();
        let zero = S::Scalar::zero();
        let epsilon = S::Scalar::from_f64(2.0).times(&S::Scalar::unit_roundoff());
        let sum = |v: &S::Vector| (0..S::DIMENSION).fold(zero.clone(), |sum, i| sum.plus(&S::coordinate(v, i).magnitude()));
        // In the order of the code: the planes opposite to v₂, v₃, v₁.
        let order: &[[usize; 3]] = if S::DIMENSION == 2 { &[[1, 0, 0], [0, 1, 1]] } else { &[[1, 2, 0], [2, 0, 1], [0, 1, 2]] };
        'next: for _ in 0..LIMIT {
            for &[corner, one, other] in order {
                let from = |corner: usize| S::minus(portal.point(corner), v0);
                let m = if S::DIMENSION == 2 { right::<S>(&from(one)) } else { cross::<S>(&from(one), &from(other)) };
                let m = if S::dot(&m, &from(corner)) < zero { S::negated(&m) } else { m };
                if S::dot(&m, v0) > epsilon.times(&sum(v0)).times(&sum(&m)) {
                    portal.corners[corner] = self.support(&S::negated(&m))?.0;
                    continue 'next;
                }
            }
            return Ok(portal);
        }
        Err(Stop::Exhausted)
    }
}

/// Whether h(n) = reach / |n| is less than the length of this multiple of d, by more than the tolerance.
fn is_shorter<S: Space<Scalar: Scalar>>(
    reach: &S::Scalar,
    length_squared: &S::Scalar,
    multiple: &S::Scalar,
    of_length_squared: &S::Scalar,
    tolerance: &S::Scalar,
) -> bool {
    let zero = S::Scalar::zero();
    if *multiple <= zero {
        return false;
    }
    let way_squared = multiple.times(multiple).times(of_length_squared);
    if S::Scalar::EXACT {
        return reach.times(reach) < way_squared.times(length_squared);
    }
    let way = way_squared.to_f64().sqrt();
    way > reach.to_f64() / length_squared.to_f64().sqrt() + tolerance.to_f64()
}

/// The answer that moves A by this translation along d, with the witness points of the portal's point nearest to the
/// translation.
fn moved_along<S: Oriented<Scalar: Scalar>>(
    d: S::Vector,
    translation: S::Vector,
    portal: &Portal<S>,
) -> Result<Penetration<S>, Stop> {
    let (simplex, weights, _, [on_a, on_b]) = portal.nearest_to(&translation).ok_or(Stop::NoPolytope)?;
    let length = S::max_norm(&translation);
    if !length.is_finite() {
        return Err(Stop::of_not_finite(&length));
    }
    Ok(Penetration { translation, normal: d, on_a, on_b, simplex, weights, proved: None })
}

#[cfg(test)]
mod tests;
