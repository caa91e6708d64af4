//! The contact query of parry, compiled once for each of its crates: its GJK, and its EPA if GJK says that the bodies meet.

use std::sync::Arc;

use gjk_variants::{
    CAPACITY, Difference, Evidence, Hull, Observer, Outcome, Pairs, Penetration, Space, Start, Stop, SupportMap,
};

use super::OF_CONTACT;
use super::parry::math::{Pose, Vector};
use super::parry::query::epa::EPA;
use super::parry::query::gjk::{GJKResult, VoronoiSimplex};
use super::parry::shape::SupportMap as Shape;
use super::query::{Cloud, Here, nearest, ours, solve, stated, theirs};
use crate::peers::guard::guarded;
use crate::peers::watch::{Watched, tell};
use crate::{Roster, Solver};

pub fn register(roster: &mut Roster) {
    roster.add_peer::<Here>(OF_CONTACT, stated(), Arc::new(ParryContact));
}

/// parry's GJK and EPA.
struct ParryContact;

/// parry's result for two bodies.
enum Contact {
    /// Points on A and on B and the normal from A into B.
    Of([Vector; 2], Vector),
    /// GJK says that the bodies meet, and EPA has no answer.
    Lost,
    /// GJK has no answer.
    None,
}

impl Solver<Here> for ParryContact {
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
        let found = guarded(|| contact(&a, &b, theirs(&toward_b), &mut simplex));
        tell(&a, &b, observer);
        let iterations = a.count();
        match found {
            Some(Contact::Of(points, normal)) => {
                let [on_a, on_b] = points;
                // The distance of parry's `Contact`.
                let distance = (on_b - on_a).dot(normal);
                let evidence = if distance > 0.0 {
                    nearest(&a, &b, &simplex, points, normal)
                } else {
                    let normal = ours(normal);
                    let translation = Here::scaled(&normal, &-distance);
                    let [on_a, on_b] = points.map(ours);
                    let (simplex, weights) = (Pairs::default(), [0.0; CAPACITY]);
                    Evidence::Overlapping(Penetration { translation, normal, on_a, on_b, simplex, weights, proved: None })
                };
                Outcome::answered(Stop::Converged, iterations, evidence)
            }
            Some(Contact::Lost) => Outcome::abandoned(Stop::NoPolytope, iterations),
            Some(Contact::None) => Outcome::abandoned(Stop::Exhausted, iterations),
            None => Outcome::abandoned(Stop::Crashed, iterations),
        }
    }

    fn time(&self, a: &Hull<Here>, b: &Hull<Here>, _: &Start<Here>) {
        let (a, b) = (std::hint::black_box(a), std::hint::black_box(b));
        let toward_b = theirs(&(b.center() - a.center()));
        std::hint::black_box(&contact(&Cloud(a.points()), &Cloud(b.points()), toward_b, &mut VoronoiSimplex::new()));
    }
}

/// The query of parry's `contact`, whatever the distance of the bodies.
#[inline]
fn contact(a: &impl Shape, b: &impl Shape, toward_b: Vector, simplex: &mut VoronoiSimplex) -> Contact {
    match solve(a, b, toward_b, simplex) {
        GJKResult::ClosestPoints(on_a, on_b, normal) => Contact::Of([on_a, on_b], normal),
        GJKResult::Intersection => match EPA::new().closest_points(&Pose::IDENTITY, a, b, simplex) {
            Some((on_a, on_b, normal)) => Contact::Of([on_a, on_b], normal),
            None => Contact::Lost,
        },
        // Without a bound, GJK ends like this only at its iteration limit.
        GJKResult::NoIntersection(_) | GJKResult::Proximity(_) => Contact::None,
    }
}
