//! Bullet 3 in double precision: its three casts of convex shapes, each a kind of `btConvexCast`, with margins of zero.
//!
//! - `bullet-cast-gjk`, `btGjkConvexCast`: A advances by the distance along the normal of the nearest points until the distance is
//!   at most 0.001, a length, whatever the unit. There is no solver of penetration, so bodies that touch at the end of a step
//!   have no distance. The cast then goes on with the distance and the normal of the step before.
//! - `bullet-cast-continuous`, `btContinuousConvexCollision`: the same steps and the same 0.001. Penetration is solved by EPA, as
//!   in `btCollisionWorld::convexSweepTest`, which calls this cast.
//! - `bullet-cast-subsimplex`, `btSubsimplexConvexCast`: van den Bergen's ray cast. It ends where |v|² is at most 10 ε, an
//!   absolute area. It finds no hit where the bodies meet before any plane was passed. Its header requires that the bodies do
//!   not overlap at the start.
//!
//! Each ends after 64 iterations: the first two without a hit, the last with the time that it has. An end without a hit is
//! *never* here, also where the cast has failed, since Bullet's users see no difference. A fraction beyond 1 is *never* as well,
//! as in Bullet's own queries. Settings are those that Bullet ships (`allowedPenetration` is zero).
//!
//! Bullet reports one point of contact and does not say of which body it is: no witness points are judged. Its normal points from
//! B into A and is reversed here.
//!
//! The timed query is the whole of `calcTimeOfImpact` with new solvers, and its transforms are applied to each support point.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::hint::black_box;
use std::sync::Arc;

use gjk_variants::{
    About, CAPACITY, Contact, Evidence, Hull, Observer, Outcome, Pairs, Promise, Solid, Space, Start, Stop, SupportMap,
};
use nalgebra::Vector3;

use super::super::foreign::{Here, Support, flat, pointer, support};
use super::super::watch::{Watched, tell};
use super::stated;
use crate::{Roster, Solver, Stated};

const BY_GJK: About = About {
    name: "bullet-cast-gjk",
    title: "Bullet's cast by distances of GJK in double precision",
    citation: "Coumans, Presson: Bullet Physics, version 3, btGjkConvexCast, https://github.com/bulletphysics/bullet3",
    promise: Promise::Cast,
};

const BY_SUBSIMPLEX: About = About {
    name: "bullet-cast-subsimplex",
    title: "Bullet's cast after van den Bergen in double precision",
    citation: "Coumans, Presson: Bullet Physics, version 3, btSubsimplexConvexCast, https://github.com/bulletphysics/bullet3",
    promise: Promise::Cast,
};

const CONTINUOUS: About = About {
    name: "bullet-cast-continuous",
    title: "Bullet's continuous collision in double precision",
    citation: "Coumans, Presson: Bullet Physics, version 3, btContinuousConvexCollision, \
               https://github.com/bulletphysics/bullet3",
    promise: Promise::Cast,
};

/// The casts in the order of the shim, each with the tolerance that ends its loop.
const CASTS: [(About, &str); 3] = [
    (BY_GJK, "radius 1e-3"),
    (BY_SUBSIMPLEX, "subSimplexCastEpsilon 2.2e-15 (on a squared length)"),
    (CONTINUOUS, "radius 1e-3"),
];

pub fn register(roster: &mut Roster) {
    for (method, (about, stops_at)) in (0..).zip(CASTS) {
        let stated = Stated { stops_at: Some(stops_at.to_owned()), ..stated() };
        roster.add_peer::<Here>(about, stated, Arc::new(BulletCast { method }));
    }
}

/// The result, in the layout of the shim.
#[repr(C)]
#[derive(Default)]
struct BulletHit {
    time: f64,
    normal: [f64; 3],
    point: [f64; 3],
}

unsafe extern "C" {
    fn gjk_bullet_cast_points(
        method: c_int,
        a: *const f64,
        count_a: usize,
        b: *const f64,
        count_b: usize,
        motion: *const f64,
        hit: *mut BulletHit,
    ) -> c_int;
    fn gjk_bullet_cast_bodies(
        method: c_int,
        a: *const c_void,
        b: *const c_void,
        support: Support,
        motion: *const f64,
        hit: *mut BulletHit,
    ) -> c_int;
}

/// One of Bullet's casts.
struct BulletCast {
    method: c_int,
}

impl Solver<Here> for BulletCast {
    fn explain(
        &self,
        a: &dyn SupportMap<Here>,
        b: &dyn SupportMap<Here>,
        _: &Start<Here>,
        observer: &mut dyn Observer<Here>,
    ) -> Outcome<Evidence<Here>> {
        let Some(motion) = a.motion() else { return Outcome::abandoned(Stop::Unsupported, 0) };
        let motion: [f64; 3] = (*motion).into();
        let (a, b) = (Watched::new(a), Watched::new(b));
        let mut hit = BulletHit::default();
        // SAFETY: bodies, motion and room for the result outlive the call, and `support` is made for these bodies.
        let status =
            unsafe { gjk_bullet_cast_bodies(self.method, pointer(&a), pointer(&b), support, motion.as_ptr(), &mut hit) };
        tell(&a, &b, observer);
        let evidence = match status {
            // Bullet reports no axis, and none is made up.
            0 => Evidence::Disjoint { axis: Solid::<f64>::zero(), face: None },
            _ => Evidence::Contact(contact(&hit)),
        };
        Outcome::answered(Stop::Converged, a.count(), evidence)
    }

    fn time(&self, a: &Hull<Here>, b: &Hull<Here>, _: &Start<Here>) {
        let (a, b) = (black_box(a), black_box(b));
        let Some(motion) = a.motion() else { return };
        let ((a, count_a), (b, count_b)) = (flat(a), flat(b));
        let mut hit = BulletHit::default();
        // SAFETY: the counts are those of the points; points, motion and room for the result outlive the call.
        let status =
            unsafe { gjk_bullet_cast_points(self.method, a, count_a, b, count_b, motion.as_slice().as_ptr(), &mut hit) };
        black_box((status, hit.time, hit.normal, hit.point));
    }

    fn tells_contact_alone(&self) -> bool {
        true
    }
}

/// Bullet gives one point, which is not judged, and a normal, and no simplex.
fn contact(hit: &BulletHit) -> Contact<Here> {
    let point = Vector3::from(hit.point);
    Contact {
        time: hit.time,
        normal: -Vector3::from(hit.normal),
        on_a: point,
        on_b: point,
        simplex: Pairs::default(),
        weights: [0.0; CAPACITY],
    }
}
