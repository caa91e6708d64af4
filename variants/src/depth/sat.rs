//! Separating axes: the least overlap along all normals that the difference of two hulls of few points can have.
//!
//! # Statement
//! M = A − B of two hulls of points. If M has an interior, it is the intersection of the half spaces under its facets. So the bodies
//! share no inner point if and only if M's reach h(n) = max n·a − min n·b is not positive along the normal of a facet; and if all
//! reaches are positive, the depth is the least of h(n) / |n|.
//!
//! # Derivation
//! The facet of M with normal n is A_n − B_{−n}, the difference of the faces of A and B that are extreme along n and −n. It is
//! of dimension two if A_n is a facet, or B_{−n} is a facet, or both are edges that are not parallel. So n is an outward normal
//! of a facet of A, the opposite of one of B, or ± e × f with e an edge of A and f an edge of B.
//!
//! The products of edges are many, and few of them are normals of facets. An edge e between the facets with normals n₁ and n₂
//! is extreme along the normals between these, n = α n₁ + β n₂ with α, β ≥ 0. Such an n is across f if n₁·f and n₂·f have
//! opposite signs. The edges e and f make a facet of M if the same holds with e and f exchanged, and the two normals found in
//! this way point in the same direction (on the Gauss map the two arcs cross). If n₁·f is zero, n is n₁, which is already a
//! candidate.
//!
//! A polygon in space is a solid with two facets, back to back; between them and each of its edges lies the normal within its
//! plane. A segment has four such normals around it.
//!
//! # The features of a body
//! The facets are found anew in each query: three points belong to a facet if all others lie on one side of their plane, and
//! two points of two facets lie on the edge between these. An application with rigid bodies would keep facets and edges in the
//! body's own frame, and rotate the normals: for two boxes of eight points this would save most of the time. Nothing is kept
//! here, since the other variants keep nothing either.
//!
//! # Verdict
//! If all reaches are positive, by more than rounding, the bodies overlap. Otherwise GJK decides, in the common loop around
//! Ericson's subalgorithm: a list of facets does not determine which bodies are apart, and how far; nor does it for a flat M,
//! whose reach along its normals is zero. If GJK finds that the bodies meet, they touch: v is the least reach, or zero.
//!
//! # Which bodies
//! The variant accepts hulls of at most 32 points each. Other bodies are *not applicable*.
//!
//! # Where it fails
//! In exact arithmetic nowhere. In rounded arithmetic each candidate's reach is an upper bound of the depth, up to rounding,
//! whatever the candidate: the answer is never shallow. It is too far if a facet is missed. This happens if the normal of a
//! sliver is noise, and with it the signs that determine which edges cross it. Three points that are in line up to rounding do
//! not make a facet: needles as thin as the rounding of a single have too few facets (`x-needles-34`: 0.55 in `f32`, where the
//! depth is 1.6e-7).
//!
//! # Comparison with the source
//! Ericson tests all products of edges; the rule that two edges make a facet only if their arcs cross is Gregorius'. Neither
//! source has the answer of least overlap for bodies that meet and whose hulls are flat.
//!
//! # Reference
//! S. Gottschalk, M. C. Lin, D. Manocha: OBBTree: A hierarchical structure for rapid interference detection. SIGGRAPH 1996, for
//! the axes of boxes. C. Ericson: Real-Time Collision Detection, 2005, section 5.2.1, for the axes of convex polyhedra. D.
//! Gregorius: The Separating Axis Test between Convex Polyhedra. Game Developers Conference 2013, for the Gauss map.

mod face;
mod features;

use gjk_numbers::{Oriented, Ring, Scalar, Space};
use gjk_support::{Hull, SupportMap};

use super::support_plane::SupportPlane;
use crate::answer::{Nearest, Outcome, Penetration, Signed, Stop};
use crate::difference::Difference;
use crate::gjk::rules::rounding;
use crate::gjk::{Gjk, range};
use crate::observe::Observer;
use crate::simplex::combination;
use crate::start::Start;
use crate::subalgorithm::Ericson;
use crate::variant::{About, Promise, Variant};
use face::Touching;
use features::{Edge, Features, MOST, Points, across};

/// The least overlap over separating axes, with GJK if they do not decide.
#[derive(Clone, Copy, Debug)]
pub struct SeparatingAxes {
    gjk: Gjk<Ericson>,
}

impl Default for SeparatingAxes {
    fn default() -> Self {
        SeparatingAxes { gjk: Gjk::new(Ericson) }
    }
}

impl<S: Oriented<Scalar: Scalar>> Variant<S> for SeparatingAxes {
    type Answer = Signed<S>;

    fn about(&self) -> About {
        About {
            name: "sat",
            title: "Separating axes (at most 32 points per body)",
            citation: "Ericson: Real-Time Collision Detection (2005), section 5.2.1; the axes of two edges by the Gauss map: Gregorius (2013)",
            promise: Promise::Depth,
        }
    }

    #[inline(always)]
    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Signed<S>> {
        let Some([a, b]) = few_points(a, b) else { return Outcome::abandoned(Stop::Unsupported, 0) };
        of_hulls([a, b], observer, |observer| self.gjk.solve_obstacle(Difference::new(a, b), start, observer))
    }

    fn solve_erased(
        &self,
        a: &dyn SupportMap<S>,
        b: &dyn SupportMap<S>,
        start: &Start<S>,
        observer: &mut dyn Observer<S>,
    ) -> Outcome<Signed<S>> {
        let Some(hulls) = few_points(a, b) else { return Outcome::abandoned(Stop::Unsupported, 0) };
        of_hulls(hulls, observer, |observer| self.gjk.solve_erased(a, b, start, observer))
    }
}

/// The two bodies as hulls of at most [`MOST`] points; `None` if either body is of another kind.
fn few_points<'a, S: Space>(
    a: &'a (impl SupportMap<S> + ?Sized),
    b: &'a (impl SupportMap<S> + ?Sized),
) -> Option<[&'a Hull<S>; 2]> {
    match (a.as_rounded_hull(), b.as_rounded_hull()) {
        (Some((a, None)), Some((b, None))) => Some([a, b]).filter(|hulls| hulls.iter().all(|hull| hull.points().len() <= MOST)),
        _ => None,
    }
}

/// The answer about two hulls, with GJK if the axes do not decide.
#[inline(never)]
fn of_hulls<S: Oriented<Scalar: Scalar>, O: Observer<S> + ?Sized>(
    [a, b]: [&Hull<S>; 2],
    observer: &mut O,
    gjk: impl FnOnce(&mut O) -> Outcome<Nearest<S>>,
) -> Outcome<Signed<S>> {
    // Relative to a point of each body, so that bodies far from the world's origin lose no digits.
    let [of_a, of_b] = [a, b].map(|hull| Points::<S>::of(hull.points()));
    let offset = S::minus(&a.points()[0], &b.points()[0]);
    let size = of_a.extent.plus(&of_b.extent).plus(&S::max_norm(&offset));
    if !size.is_finite() {
        return Outcome::abandoned(Stop::of_not_finite(&size), 0);
    }
    let factor = if range::is_left(&size) { range::factor(&size) } else { S::Scalar::one() };
    let mut axes = Axes {
        a: of_a.times(&factor),
        b: of_b.times(&factor),
        offset: S::scaled(&offset, &factor),
        slack: rounding::<S::Scalar>().times(&size).times(&factor),
        count: 0,
        least: None,
        observer,
    };
    axes.ask_all();
    let overlaps = axes.least.as_ref().is_some_and(|least| is_beyond(least, &axes.slack));
    let (mut stop, mut iterations) = (Stop::Converged, axes.count);
    if !overlaps {
        let found = gjk(axes.observer);
        (stop, iterations) = (found.stop, iterations + found.iterations);
        match found.answer {
            None => return Outcome::abandoned(stop, iterations),
            Some(Nearest::Apart(separation)) => {
                return Outcome::answered(stop, iterations, Signed::Apart(separation));
            }
            Some(Nearest::Intersecting { .. }) => {}
        }
    }
    match axes.penetration([a, b], &S::Scalar::one().over(&factor)) {
        Some(penetration) => Outcome::answered(stop, iterations, Signed::Overlapping(penetration)),
        None => Outcome::abandoned(Stop::NoRegion, iterations),
    }
}

/// Whether the origin is below the plane by more than this length.
fn is_beyond<S: Space<Scalar: Scalar>>(plane: &SupportPlane<S>, slack: &S::Scalar) -> bool {
    plane.height > S::Scalar::zero() && plane.signed_square > slack.times(slack)
}

/// The candidates tested so far.
struct Axes<'a, S: Space, O: ?Sized> {
    a: Points<S>,
    b: Points<S>,
    /// From the first point of B to the first point of A.
    offset: S::Vector,
    slack: S::Scalar,
    /// The number of candidates tested.
    count: usize,
    least: Option<SupportPlane<S>>,
    observer: &'a mut O,
}

impl<S: Oriented<Scalar: Scalar>, O: Observer<S> + ?Sized> Axes<'_, S, O> {
    /// Tests all candidates, or stops at the first that shows that the bodies share no inner point.
    fn ask_all(&mut self) {
        let [of_a, of_b] = [Features::of(&self.a), Features::of(&self.b)];
        for normal in of_a.facets.iter().map(|facet| facet.normal.clone()) {
            if !self.ask(normal) {
                return;
            }
        }
        for normal in of_b.facets.iter().map(|facet| S::negated(&facet.normal)) {
            if !self.ask(normal) {
                return;
            }
        }
        for e in &of_a.edges {
            for f in &of_b.edges {
                for normal in common_normals(&of_a, e, &of_b, f).into_iter().flatten() {
                    if !self.ask(normal) {
                        return;
                    }
                }
            }
        }
    }

    /// The answer for a boundary of M that is nearest across the least axis. It is in units of the hulls; `unit` is the factor
    /// from the scaled points to these. `None` if GJK finds no face that contains the translation.
    fn penetration(self, hulls: [&Hull<S>; 2], unit: &S::Scalar) -> Option<Penetration<S>> {
        // Two points have no axis, and any direction separates them.
        let least = self.least.unwrap_or_else(|| SupportPlane::new(S::unit(0), S::Scalar::zero()));
        let v = least.foot();
        let touching = Touching { a: &self.a, b: &self.b, offset: S::minus(&self.offset, &v) };
        let (simplex, weights) = touching.face(&least.normal)?;
        let [on_a, on_b] = [0, 1].map(|side| {
            let points = simplex.iter().map(|(i, j)| &hulls[side].points()[if side == 0 { i } else { j }]);
            combination::<S>(points.zip(&weights))
        });
        Some(Penetration { translation: S::scaled(&v, unit), normal: least.normal, on_a, on_b, simplex, weights, proved: None })
    }

    /// Tests the reach of M along a direction. Returns false if it is not beyond the origin, so that no other candidate
    /// matters.
    #[inline(always)]
    fn ask(&mut self, n: S::Vector) -> bool {
        self.count += 1;
        let (of_a, greatest) = self.a.greatest(&n);
        let (of_b, lowest) = self.b.greatest(&S::negated(&n));
        let level = greatest.plus(&lowest).plus(&S::dot(&n, &self.offset));
        let point = S::plus(&S::minus(&self.a.points[of_a], &self.b.points[of_b]), &self.offset);
        self.observer.support(&n, &point);
        let plane = SupportPlane::<S>::new(n, level);
        let is_under = is_beyond(&plane, &self.slack);
        // Written so that a NaN is never the least.
        if plane.signed_square.is_finite() && self.least.as_ref().is_none_or(|least| plane.signed_square < least.signed_square)
        {
            self.least = Some(plane);
        }
        is_under
    }
}

/// The normals of the facet of M that two edges make: no normal, one, or both directions if rounding does not decide between
/// them.
#[inline(always)]
fn common_normals<S: Oriented<Scalar: Scalar>>(
    of_a: &Features<S>,
    e: &Edge<S>,
    of_b: &Features<S>,
    f: &Edge<S>,
) -> [Option<S::Vector>; 2] {
    let Some((n_a, is_clear_a)) = of_a.normal_across(e, f) else { return [None, None] };
    let Some((n_b, is_clear_b)) = of_b.normal_across(f, e) else { return [None, None] };
    let (n, noise) = across::<S>(&e.along, &f.along);
    if S::max_norm(&n) <= noise {
        return [None, None];
    }
    // The normal of −B is the opposite of that of B.
    let is_up = |product: S::Scalar| product > S::Scalar::zero();
    let [up_a, up_b] = [is_up(S::dot(&n, &n_a)), !is_up(S::dot(&n, &n_b))];
    if !(is_clear_a && is_clear_b) {
        return [Some(S::negated(&n)), Some(n)];
    }
    if up_a != up_b {
        return [None, None];
    }
    [Some(if up_a { n } else { S::negated(&n) }), None]
}

#[cfg(test)]
mod tests;
