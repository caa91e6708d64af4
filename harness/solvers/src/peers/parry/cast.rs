//! The cast of parry for two support maps, compiled once for each of its crates.

use std::sync::Arc;

use gjk_variants::{
    CAPACITY, Contact, Evidence, Hull, Observer, Outcome, Pairs, Scalar, Solid, Space, Start, Stop, SupportMap,
};
use nalgebra::SVector;

use super::parry::math::{Pose, Vector};
use super::parry::query::details::cast_shapes_support_map_support_map;
use super::parry::query::gjk::eps_tol;
use super::parry::query::{ShapeCastHit, ShapeCastOptions};
use super::parry::shape::SupportMap as Shape;
use super::query::{Cloud, Here, ours, stated, theirs};
use super::{OF_CAST, Real};
use crate::peers::guard::guarded;
use crate::peers::watch::{Watched, tell};
use crate::{Roster, Solver, Stated};

pub fn register(roster: &mut Roster) {
    let of_loop = stated().stops_at.unwrap_or_default();
    let stops_at = format!("relative √eps_tol {:.2e}, {of_loop}", eps_tol().sqrt().to_f64());
    roster.add_peer::<Here>(OF_CAST, Stated { stops_at: Some(stops_at), ..stated() }, Arc::new(ParryCast));
}

/// parry's cast.
struct ParryCast;

impl Solver<Here> for ParryCast {
    fn explain(
        &self,
        a: &dyn SupportMap<Here>,
        b: &dyn SupportMap<Here>,
        _: &Start<Here>,
        observer: &mut dyn Observer<Here>,
    ) -> Outcome<Evidence<Here>> {
        let Some(motion) = a.motion() else { return Outcome::abandoned(Stop::Unsupported, 0) };
        let (a, b) = (Watched::new(a), Watched::new(b));
        let found = guarded(|| cast(&a, &b, motion));
        tell(&a, &b, observer);
        let iterations = a.count();
        match found {
            Some(Some(hit)) => Outcome::answered(Stop::Converged, iterations, Evidence::Contact(contact(&hit, motion))),
            // parry reports no axis, and none is made up. It also answers this at its iteration limit.
            Some(None) => {
                let never = Evidence::Disjoint { axis: Solid::<Real>::zero(), face: None };
                Outcome::answered(Stop::Converged, iterations, never)
            }
            None => Outcome::abandoned(Stop::Crashed, iterations),
        }
    }

    fn time(&self, a: &Hull<Here>, b: &Hull<Here>, _: &Start<Here>) {
        let (a, b) = (std::hint::black_box(a), std::hint::black_box(b));
        let Some(motion) = a.motion() else { return };
        std::hint::black_box(&cast(&Cloud(a.points()), &Cloud(b.points()), motion));
    }
}

/// The query of parry's `cast_shapes` for two support maps, with its default options and a greatest time of 1.
///
/// The velocity is that of B as seen from A.
#[inline]
fn cast(a: &impl Shape, b: &impl Shape, motion: &SVector<Real, 3>) -> Option<ShapeCastHit> {
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    cast_shapes_support_map_support_map(&Pose::IDENTITY, -theirs(motion), a, b, options)
}

/// The contact in the coordinates of the world at its time: parry's witness points are those of the bodies before they move.
fn contact(hit: &ShapeCastHit, motion: &SVector<Real, 3>) -> Contact<Here> {
    let moved: Vector = hit.witness1 + theirs(motion) * hit.time_of_impact;
    Contact {
        time: hit.time_of_impact,
        normal: ours(hit.normal1),
        on_a: ours(moved),
        on_b: ours(hit.witness2),
        simplex: Pairs::default(),
        weights: [0.0; CAPACITY],
    }
}
