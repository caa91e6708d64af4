//! A query to parry, compiled once for each of its crates.

use std::sync::Arc;

use gjk_variants::{
    CAPACITY, Difference, Evidence, Hull, Observer, Outcome, Pairs, Scalar, Separation, Solid, Space, Start, Stop, SupportMap,
};
use nalgebra::SVector;

use super::parry::math::{Pose, Vector};
use super::parry::query::gjk::{CsoPoint, GJKResult, VoronoiSimplex, closest_points, eps_tol};
use super::parry::shape::SupportMap as Shape;
use super::{ABOUT, ON_VECTOR_SCAN, POSED, Real};
use crate::peers::guard::guarded;
use crate::peers::parry::version;
use crate::peers::watch::{Watched, tell};
use crate::{OtherTerms, Roster, Solver, Stated, TimedOtherwise};

pub type Here = Solid<Real>;

pub fn register(roster: &mut Roster) {
    roster.add_peer::<Here>(ABOUT, stated(), Arc::new(Parry));
}

/// parry's statements about itself: no error of an answer is stated.
///
/// `eps_tol`, ten times the machine's epsilon, ends its loop, and decides there whether a point is the origin.
pub fn stated() -> Stated {
    let stops_at = format!("eps_tol {:.2e}", eps_tol().to_f64());
    Stated { version: version(ABOUT.name), slack: None, stops_at: Some(stops_at), holds: None }
}

/// parry's GJK.
struct Parry;

impl Solver<Here> for Parry {
    fn explain(
        &self,
        a: &dyn SupportMap<Here>,
        b: &dyn SupportMap<Here>,
        start: &Start<Here>,
        observer: &mut dyn Observer<Here>,
    ) -> Outcome<Evidence<Here>> {
        let toward_b = start.direction(&Difference::new(a, b)).unwrap_or_else(|| b.center() - a.center());
        let (a, b) = (Watched::new(a), Watched::new(b));
        let mut simplex = VoronoiSimplex::new();
        let result = guarded(|| solve(&a, &b, theirs(&toward_b), &mut simplex));
        tell(&a, &b, observer);
        let iterations = a.count();
        let Some(result) = result else { return Outcome::abandoned(Stop::Crashed, iterations) };
        match result {
            GJKResult::Intersection => {
                let vertices = (0..=simplex.dimension()).map(|i| simplex.point(i));
                let simplex = named(&a, &b, vertices).unwrap_or_default();
                Outcome::answered(Stop::Converged, iterations, Evidence::Intersecting { simplex })
            }
            GJKResult::ClosestPoints(on_a, on_b, normal) => {
                Outcome::answered(Stop::Converged, iterations, nearest(&a, &b, &simplex, [on_a, on_b], normal))
            }
            // Asked for the distance without a bound, GJK ends like this only at its iteration limit.
            GJKResult::NoIntersection(_) | GJKResult::Proximity(_) => Outcome::abandoned(Stop::Exhausted, iterations),
        }
    }

    fn time(&self, a: &Hull<Here>, b: &Hull<Here>, _: &Start<Here>) {
        let (a, b) = (std::hint::black_box(a), std::hint::black_box(b));
        let toward_b = theirs(&(b.center() - a.center()));
        std::hint::black_box(&solve(&Cloud(a.points()), &Cloud(b.points()), toward_b, &mut VoronoiSimplex::new()));
    }

    fn on_other_terms(&self) -> &'static [TimedOtherwise<Here>] {
        &OTHERWISE
    }
}

/// One query about bodies of another kind, begun as in [`Parry::time`].
fn time_on<'a, Body: Shape>(a: &'a Hull<Here>, b: &'a Hull<Here>, body: impl Fn(&'a Hull<Here>) -> Body) {
    let (a, b) = (std::hint::black_box(a), std::hint::black_box(b));
    let toward_b = theirs(&(b.center() - a.center()));
    std::hint::black_box(&solve(&body(a), &body(b), toward_b, &mut VoronoiSimplex::new()));
}

const OTHERWISE: [TimedOtherwise<Here>; 2] = [
    TimedOtherwise { name: ON_VECTOR_SCAN, terms: OtherTerms::VectorScan, time: |a, b| time_on(a, b, Scanned) },
    TimedOtherwise { name: POSED, terms: OtherTerms::Posed, time: |a, b| time_on(a, b, |body| PosedPoints(body.points())) },
];

/// The query of parry's `distance`, which leaves its last simplex in `simplex`.
#[inline]
pub fn solve(a: &impl Shape, b: &impl Shape, toward_b: Vector, simplex: &mut VoronoiSimplex) -> GJKResult {
    let direction = toward_b.try_normalize().unwrap_or(Vector::X);
    simplex.reset(CsoPoint::from_shapes(&Pose::IDENTITY, a, b, direction));
    closest_points(&Pose::IDENTITY, a, b, Real::MAX, true, simplex)
}

/// The farthest of the raw points in a direction, scanned one by one.
#[inline(always)]
fn greatest(points: &[SVector<Real, 3>], direction: Vector) -> Vector {
    let product = |point: &SVector<Real, 3>| point[0] * direction.x + point[1] * direction.y + point[2] * direction.z;
    let mut best = 0;
    let mut greatest = product(&points[0]);
    for (index, point) in points.iter().enumerate().skip(1) {
        let product = product(point);
        if product > greatest {
            greatest = product;
            best = index;
        }
    }
    theirs(&points[best])
}

/// Raw points with a pose, which every shape of parry's users has: parry's default implementation turns the direction and moves
/// the point.
struct PosedPoints<'a>(&'a [SVector<Real, 3>]);

impl Shape for PosedPoints<'_> {
    #[inline(always)]
    fn local_support_point(&self, direction: Vector) -> Vector {
        greatest(self.0, direction)
    }
}

/// Points scanned as those of our variants are, without a pose.
struct Scanned<'a>(&'a Hull<Here>);

impl Shape for Scanned<'_> {
    #[inline(always)]
    fn local_support_point(&self, direction: Vector) -> Vector {
        theirs(&self.0.support(&ours(direction), None).0)
    }

    fn support_point(&self, _: &Pose, direction: Vector) -> Vector {
        self.local_support_point(direction)
    }
}

/// Raw points without a pose.
pub struct Cloud<'a>(pub &'a [SVector<Real, 3>]);

impl Shape for Cloud<'_> {
    #[inline(always)]
    fn local_support_point(&self, direction: Vector) -> Vector {
        greatest(self.0, direction)
    }

    /// The points are in the world already, like those of our variants.
    fn support_point(&self, _: &Pose, direction: Vector) -> Vector {
        self.local_support_point(direction)
    }
}

impl Shape for Watched<'_, Here> {
    fn local_support_point(&self, direction: Vector) -> Vector {
        theirs(&self.support(ours(direction)))
    }
}

#[inline(always)]
pub fn theirs(v: &SVector<Real, 3>) -> Vector {
    Vector::new(v[0], v[1], v[2])
}

#[inline(always)]
pub fn ours(v: Vector) -> SVector<Real, 3> {
    SVector::<Real, 3>::new(v.x, v.y, v.z)
}

/// The bodies' names of these vertices; `None` if a vertex is not a support point.
fn named<'a>(a: &Watched<'_, Here>, b: &Watched<'_, Here>, vertices: impl Iterator<Item = &'a CsoPoint>) -> Option<Pairs> {
    let names = vertices.map(|vertex| Some((a.index(&ours(vertex.orig1))?, b.index(&ours(vertex.orig2))?)));
    Some(Pairs::new(names.collect::<Option<Vec<_>>>()?))
}

/// The answer with these witness points and this normal.
///
/// parry does not say whether the points are of its last simplex or of the one before: they are of the simplex whose
/// combination they are.
pub fn nearest(
    a: &Watched<'_, Here>,
    b: &Watched<'_, Here>,
    simplex: &VoronoiSimplex,
    [on_a, on_b]: [Vector; 2],
    normal: Vector,
) -> Evidence<Here> {
    let last = || (0..=simplex.dimension()).map(|i| (simplex.point(i), simplex.proj_coord(i)));
    let before = || (0..=simplex.prev_dimension()).map(|i| (simplex.prev_point(i), simplex.prev_proj_coord(i)));
    // A simplex of dimension 3 has no weights.
    let makes =
        |terms: Vec<(&CsoPoint, Real)>| terms.iter().map(|(point, weight)| point.orig1 * *weight).sum::<Vector>() == on_a;
    let mut evidence = (Pairs::default(), [0.0; CAPACITY]);
    let terms: Vec<(&CsoPoint, Real)> = if simplex.dimension() < 3 && makes(last().collect()) {
        last().collect()
    } else if simplex.prev_dimension() < 3 && makes(before().collect()) {
        before().collect()
    } else {
        Vec::new()
    };
    if let Some(simplex) = named(a, b, terms.iter().map(|(point, _)| *point)) {
        evidence.0 = simplex;
        evidence.1.iter_mut().zip(&terms).for_each(|(place, (_, weight))| *place = *weight);
    }
    let (simplex, weights) = evidence;
    let distance = (on_a - on_b).length();
    if distance == 0.0 {
        return Evidence::Intersecting { simplex };
    }
    // The axis is the normal that parry reports: near contact it is better than the difference of the points.
    let nearest = Here::scaled(&ours(normal), &-distance);
    let distance_squared = distance * distance;
    Evidence::Apart(Separation {
        distance_squared,
        nearest,
        on_a: ours(on_a),
        on_b: ours(on_b),
        simplex,
        weights,
        proved: None,
    })
}
