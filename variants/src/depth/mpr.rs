//! Minkowski portal refinement (MPR): the face through which the ray from the centre of M through the origin leaves M.
//!
//! # Statement
//! v₀ = c_A − c_B is a point within M. If M holds the origin, the ray from v₀ through the origin leaves M through a face. The
//! plane of that face is a plane of support, so A moved out along its normal n touches B. It is *some* translation that
//! separates the bodies: the plane of another face may be nearer.
//!
//! # Idea
//! *Discovery.* v₁ is the support point along the ray; v₂ is one across the plane of v₀, v₁ and the origin; v₃ is one across
//! the plane of v₀, v₁ and v₂ on the origin's side. If the origin is outside one of the planes through v₀, v₁, v₃ or v₀, v₃,
//! v₂, then v₃ replaces the vertex that is behind, and the search continues with a new v₃. Otherwise the ray passes the
//! *portal* v₁v₂v₃. A support point that is not beyond the origin shows that the bodies are apart.
//!
//! *Refinement.* The support point v₄ across the portal gives three portals with two of its corners; the ray passes one of
//! them. Once the origin is on v₀'s side, the bodies meet. The refinement continues until M is beyond the portal by no more
//! than the tolerance; in exact arithmetic, until M is not beyond it.
//!
//! # The two answers
//! - [`Portals::snethen`] answers with the foot of the perpendicular on the plane of support across the last portal. Wherever
//!   the run ends, this move is far enough.
//! - [`Portals::libccd`] answers with the point of the last portal nearest to the origin, as `ccdMPRPenetration` does. The
//!   point is in M, so it is on M's boundary if the portal is; if not, it is too short by at most the tolerance. If the foot
//!   is not in the portal, the point is farther than the plane, and its direction is not the face's normal.
//!
//! # Choices that the sources leave open
//! - *The distance to move*: Snethen gives a normal and two points.
//! - *The limit*: no source has one that is on by default; here a run of [`LIMIT`] support points ends *exhausted*.
//! - *The tolerances* are absolute lengths, 10⁻³ and 10⁻⁴, and zero in exact arithmetic: there are finitely many portals.
//! - *v₀ at the origin*: both use a point near it on the first axis.
//! - *The plane*: a portal is a segment, and discovery has one vertex less. A figure of a text on the plane has the origin
//!   within the angle of the first two support points. That does not hold for flat M, so the rule that replaces v₁ in space
//!   also replaces it in the plane.
//!
//! # Where it fails
//! - *Touching.* In discovery a support point that is not strictly beyond the origin counts as a proof that the bodies are
//!   apart; in refinement a portal with the origin in its plane counts as a hit. So bodies that touch are reported to meet or
//!   to be apart, depending on the path, also in exact arithmetic. If their difference is flat, they are reported to be apart
//!   (`squares-coplanar`), unless the ray runs through the first support point.
//! - *Not least.* One ray finds one face: for a point in a box (`point-in-box`) the translation is 2, where 1 is enough; for
//!   long bodies the ratio is unbounded.
//! - *Small bodies.* For a body smaller than the tolerance the first portal is the last: the answer of [`Portals::libccd`] is
//!   then shallow.
//! - *The range.* Products of three lengths leave it. Nothing is scaled.
//! - *Shallow overlaps.* If M is beyond a portal by no more than the tolerance, and the origin is beyond it as well, the run
//!   ends *apart*: overlaps of less than the tolerance may be missed. In exact arithmetic that does not happen.
//! - *Rays through edges.* If the ray meets an edge or a vertex, the chosen portal may miss it. Then the last portal is part of
//!   another face (claim `mpr-ray`, a body of eight points), or has no area, and the run has no answer (five of 6,545 overlaps
//!   of small lattices). Both occur in exact arithmetic.
//!
//! # Comparison with the source
//! Only summaries of the chapter of Game Programming Gems 7 could be read. The code was read of its author's XenoCollide
//! (`Collide.cpp`, `CollideAndFindPoint`) and of libccd (`mpr.c`).
//!
//! - M is A − B here and B − A there. Directions are not normalised; tests against a length compare squares.
//! - XenoCollide's (v₄ − v₃)·n and libccd's least (v₄ − vᵢ)·n are equal up to rounding; the first one is used.
//! - libccd treats products below the machine's epsilon as zero (with directions of length one), XenoCollide only those equal
//!   to zero.
//! - libccd returns no direction for a depth of zero; here it is the portal's.
//! - A portal without area ends the run *no-region*: XenoCollide asserts that there is none.
//!
//! # Reference
//! G. Snethen: XenoCollide: Complex collision made simple. Game Programming Gems 7 (2008), 165–178. D. Fiser: libccd,
//! `ccdMPRPenetration`.

use gjk_numbers::{Oriented, Ring, Scalar, Space};
use gjk_support::SupportMap;

use super::portal::Portal;
use super::support_plane::SupportPlane;
use super::{cross, right};
use crate::answer::{Outcome, Penetration, Resolved, Stop};
use crate::difference::{Difference, Names, Obstacle, SupportPoint};
use crate::observe::Observer;
use crate::start::Start;
use crate::variant::{About, Promise, Variant};

/// The greatest number of support points of a run, the same as in the loops of GJK.
pub const LIMIT: usize = 256;

/// The point that is answered for the last portal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Report {
    /// The foot of the perpendicular on the plane of support across the portal.
    Plane,
    /// The portal's point nearest to the origin.
    Nearest,
}

/// Portal refinement.
#[derive(Clone, Copy, Debug)]
pub struct Portals {
    report: Report,
    /// The refinement ends if M is beyond the portal by no more than this length.
    tolerance: f64,
    /// The number of u below which a product with a direction of length one counts as zero.
    zero: f64,
    /// The place of v₀ on the first axis if the centres coincide; a multiple of u if `zero` is positive.
    beside: f64,
    about: About,
}

impl Portals {
    /// The rules of Snethen's code, with the plane of support across the portal.
    pub fn snethen() -> Portals {
        let about = About {
            name: "mpr",
            title: "Portal refinement, plane of the portal",
            citation: "Snethen: XenoCollide: Complex collision made simple, Game Programming Gems 7 (2008)",
            promise: Promise::Translation,
        };
        Portals { report: Report::Plane, tolerance: 1e-3, zero: 0.0, beside: 1e-5, about }
    }

    /// The rules of libccd, with the nearest point of the portal.
    pub fn libccd() -> Portals {
        let about = About {
            name: "mpr-nearest",
            title: "Portal refinement, nearest point of the portal",
            citation: "Fiser: libccd, ccdMPRPenetration, after Snethen (2008)",
            ..Portals::snethen().about
        };
        Portals { report: Report::Nearest, tolerance: 1e-4, zero: 2.0, beside: 20.0, about }
    }

    /// ε² times this squared length of a direction: a product with the direction counts as positive only if its square reaches
    /// this bound.
    #[inline(always)]
    fn zero_squared<T: Scalar>(&self, length_squared: &T) -> T {
        let zero = T::from_f64(self.zero).times(&T::unit_roundoff());
        zero.times(&zero).times(length_squared)
    }

    /// Whether a product with a direction is not beyond zero.
    #[inline(always)]
    fn is_at_most_zero<S: Space<Scalar: Scalar>>(&self, product: &S::Scalar, direction: &S::Vector) -> bool {
        *product <= S::Scalar::zero() || product.times(product) < self.zero_squared(&S::dot(direction, direction))
    }
}

impl<S: Oriented<Scalar: Scalar>> Variant<S> for Portals {
    type Answer = Resolved<S>;

    fn about(&self) -> About {
        self.about
    }

    fn most_iterations(&self) -> Option<usize> {
        Some(LIMIT)
    }

    /// The start is not used: the ray begins at the centres.
    #[inline(always)]
    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        _start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Resolved<S>> {
        self.resolve(Difference::new(a, b), observer)
    }

    fn solve_erased(
        &self,
        a: &dyn SupportMap<S>,
        b: &dyn SupportMap<S>,
        _start: &Start<S>,
        mut observer: &mut dyn Observer<S>,
    ) -> Outcome<Resolved<S>> {
        let m: &dyn Obstacle<S> = &Difference::new(a, b);
        self.resolve(m, &mut observer)
    }
}

/// An end of a run before its refinement is done.
enum End<S: Space> {
    /// No point of M has a positive product with this direction.
    Apart(S::Vector),
    /// The ray runs through v₁, which is the support point along it.
    Vertex(SupportPoint<S>),
    /// The run has no answer.
    Without(Stop),
}

impl Portals {
    #[inline(always)]
    fn resolve<S: Oriented<Scalar: Scalar>, O: Observer<S> + ?Sized>(
        &self,
        m: impl Obstacle<S>,
        observer: &mut O,
    ) -> Outcome<Resolved<S>> {
        let mut v0 = m.center();
        if v0 == S::zero() {
            let unit = if self.zero > 0.0 { S::Scalar::unit_roundoff() } else { S::Scalar::one() };
            // In exact arithmetic libccd's multiple of u is zero, and a point near the origin may be at any distance.
            let unit = if unit > S::Scalar::zero() { unit } else { S::Scalar::one() };
            v0 = S::scaled(&S::unit(0), &S::Scalar::from_f64(self.beside).times(&unit));
        }
        let mut ray = Ray { rules: self, m, v0, near: None, supports: 0, observer };
        let found = ray.portal().and_then(|portal| ray.refined(portal));
        let supports = ray.supports;
        let overlapping = |penetration| Outcome::answered(Stop::Converged, supports, Resolved::Overlapping(penetration));
        match found {
            Ok(penetration) => overlapping(penetration),
            Err(End::Apart(direction)) => {
                Outcome::answered(Stop::Converged, supports, Resolved::Apart { axis: S::negated(&direction) })
            }
            Err(End::Vertex(v1)) => {
                let portal = Portal { corners: [v1.clone(), v1.clone(), v1.clone()] };
                match portal.nearest_to(&v1.vertex.point) {
                    Some((simplex, weights, translation, [on_a, on_b])) => {
                        let normal = S::negated(&ray.v0);
                        overlapping(Penetration { translation, normal, on_a, on_b, simplex, weights, proved: None })
                    }
                    None => Outcome::abandoned(Stop::NoRegion, supports),
                }
            }
            Err(End::Without(stop)) => Outcome::abandoned(stop, supports),
        }
    }
}

/// The ray from v₀ through the origin, with access to M.
struct Ray<'a, S: Space, M, O: ?Sized> {
    rules: &'a Portals,
    m: M,
    v0: S::Vector,
    near: Option<Names>,
    supports: usize,
    observer: &'a mut O,
}

impl<S: Oriented<Scalar: Scalar>, M: Obstacle<S>, O: Observer<S> + ?Sized> Ray<'_, S, M, O> {
    /// The support point along a direction; if it is not beyond the origin, the bodies are apart.
    #[inline(always)]
    fn beyond(&mut self, direction: &S::Vector) -> Result<SupportPoint<S>, End<S>> {
        let (support, product) = self.support(direction)?;
        if self.rules.is_at_most_zero::<S>(&product, direction) { Err(End::Apart(direction.clone())) } else { Ok(support) }
    }

    /// The support point along a direction, and its product with the direction.
    #[inline(always)]
    fn support(&mut self, direction: &S::Vector) -> Result<(SupportPoint<S>, S::Scalar), End<S>> {
        if self.supports == LIMIT {
            return Err(End::Without(Stop::Exhausted));
        }
        self.supports += 1;
        let support = self.m.next_support(direction, &mut self.near, self.observer);
        let product = S::dot(direction, &support.vertex.point);
        if product.is_finite() { Ok((support, product)) } else { Err(End::Without(Stop::of_not_finite(&product))) }
    }

    /// Whether v₁ × v₀, with this square, is zero, so that the ray runs through v₁. libccd compares the square with the
    /// machine's epsilon.
    #[inline(always)]
    fn is_zero(&self, squared: &S::Scalar) -> bool {
        *squared < S::Scalar::from_f64(self.rules.zero).times(&S::Scalar::unit_roundoff()) || *squared == S::Scalar::zero()
    }

    /// A portal that the ray passes.
    #[inline(always)]
    fn portal(&mut self) -> Result<Portal<S>, End<S>> {
        let v1 = self.beyond(&S::negated(&self.v0))?;
        if S::DIMENSION == 2 { self.portal_in_plane(v1) } else { self.portal_in_space(v1) }
    }

    #[inline(always)]
    fn portal_in_plane(&mut self, mut v1: SupportPoint<S>) -> Result<Portal<S>, End<S>> {
        let zero = S::Scalar::zero();
        let across = right::<S>(&S::minus(&v1.vertex.point, &self.v0));
        let behind = S::dot(&across, &self.v0);
        if self.is_zero(&behind.times(&behind)) {
            return Err(End::Vertex(v1));
        }
        // Towards the side of the origin.
        let is_right = behind < zero;
        let turned = |v: &S::Vector| if is_right { right::<S>(v) } else { S::negated(&right::<S>(v)) };
        let mut n = turned(&S::minus(&v1.vertex.point, &self.v0));
        loop {
            let v2 = self.beyond(&n)?;
            let next = turned(&S::minus(&v2.vertex.point, &self.v0));
            if S::dot(&next, &self.v0) < zero {
                (v1, n) = (v2, next);
                continue;
            }
            let corners = if is_right { [v2.clone(), v1, v2] } else { [v1, v2.clone(), v2] };
            return Ok(Portal { corners });
        }
    }

    #[inline(always)]
    fn portal_in_space(&mut self, mut v1: SupportPoint<S>) -> Result<Portal<S>, End<S>> {
        let zero = S::Scalar::zero();
        let n = cross::<S>(&v1.vertex.point, &self.v0);
        if self.is_zero(&S::dot(&n, &n)) {
            return Err(End::Vertex(v1));
        }
        let mut v2 = self.beyond(&n)?;
        let v0 = self.v0.clone();
        let across = |one: &SupportPoint<S>, other: &SupportPoint<S>| {
            cross::<S>(&S::minus(&one.vertex.point, &v0), &S::minus(&other.vertex.point, &v0))
        };
        let mut n = across(&v1, &v2);
        if S::dot(&n, &v0) > zero {
            std::mem::swap(&mut v1, &mut v2);
            n = S::negated(&n);
        }
        // Whether the origin is outside the plane through v₀ and two points.
        let epsilon = S::Scalar::from_f64(self.rules.zero).times(&S::Scalar::unit_roundoff()).negated();
        let is_outside = |one: &SupportPoint<S>, other: &SupportPoint<S>| {
            let volume = S::dot(&cross::<S>(&one.vertex.point, &other.vertex.point), &v0);
            volume < zero && volume <= epsilon
        };
        loop {
            let v3 = self.beyond(&n)?;
            if is_outside(&v1, &v3) {
                v2 = v3;
            } else if is_outside(&v3, &v2) {
                v1 = v3;
            } else {
                return Ok(Portal { corners: [v1, v2, v3] });
            }
            n = across(&v1, &v2);
        }
    }

    /// The translation by the last portal.
    #[inline(always)]
    fn refined(&mut self, mut portal: Portal<S>) -> Result<Penetration<S>, End<S>> {
        let zero = S::Scalar::zero();
        let mut is_hit = false;
        loop {
            let n = portal.normal();
            let length_squared = S::dot(&n, &n);
            // Written so that a NaN ends the run.
            if !(length_squared > zero && length_squared.is_finite()) {
                let stop = if length_squared == zero { Stop::NoRegion } else { Stop::of_not_finite(&length_squared) };
                return Err(End::Without(stop));
            }
            let last = portal.point(S::DIMENSION - 1);
            let level = S::dot(&n, portal.point(0));
            let height = S::dot(&n, last);
            is_hit |= self.rules.is_at_most_zero::<S>(&level.negated(), &n);
            portal.show(&self.v0, self.observer);
            let (v4, reach) = self.support(&n)?;
            let gap = reach.minus(&height);
            let tolerance = if S::Scalar::EXACT { zero.clone() } else { S::Scalar::from_f64(self.rules.tolerance) };
            let allowed = tolerance.times(&tolerance).times(&length_squared);
            let is_thin = gap <= zero || gap.times(&gap) <= allowed;
            if is_hit && is_thin {
                return self.translation(&portal, SupportPlane::new(n, reach)).ok_or(End::Without(Stop::NoRegion));
            }
            // In libccd a plane of support through the origin does not separate the bodies.
            let is_reached =
                if self.rules.zero > 0.0 { self.rules.is_at_most_zero::<S>(&reach.negated(), &n) } else { reach > zero };
            if !is_hit && (is_thin || !is_reached) {
                return Err(End::Apart(n));
            }
            portal.expand(&self.v0, v4);
        }
    }

    #[inline(always)]
    fn translation(&self, portal: &Portal<S>, plane: SupportPlane<S>) -> Option<Penetration<S>> {
        let v = if self.rules.report == Report::Plane { plane.foot() } else { S::zero() };
        let (simplex, weights, point, [on_a, on_b]) = portal.nearest_to(&v)?;
        let (translation, normal) = match self.rules.report {
            Report::Plane => (v, plane.normal),
            Report::Nearest if point == S::zero() => (point, plane.normal),
            Report::Nearest => (point.clone(), point),
        };
        Some(Penetration { translation, normal, on_a, on_b, simplex, weights, proved: None })
    }
}

#[cfg(test)]
mod tests;
