//! Bullet 3 in double precision: its EPA, `btGjkEpaSolver2::Penetration`, without margins, and its GJK for bodies that are
//! apart.
//!
//! It is asked as Bullet's own `btGjkEpaPenetrationDepthSolver` asks it: `Penetration`, and if that finds no contact,
//! `Distance`. So bodies that meet have a depth, and bodies that are apart a distance. That solver tries nine directions in
//! turn until one has an answer; here there is one, the line of the centres.
//!
//! Its tolerances in double precision are constants, so there is no row with other tolerances. It ends where a support point is
//! at most 1e-12 beyond the nearest face, drops faces whose normal before scaling is at most 1e-12 long, and treats a point at
//! most 1e-14 below a face as one that sees the face. It also ends after 255 iterations, when its 128 vertices or 256 faces are
//! used up, and when its hull cannot be expanded (`InvalidHull`); it then has the nearest face so far, and calls each of these
//! ends a success. If GJK ends with a simplex that cannot be made a tetrahedron, it calls a depth of zero along the guess a
//! success. Its answer is its nearest face: the distance of the face's plane, or of the edge or corner that the origin is
//! nearest to.
//!
//! Its normal points from B into A and its distance is negative: both are reversed here.
//!
//! The timed query is the judged one: `Penetration` alone if the bodies meet.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::hint::black_box;
use std::sync::Arc;

use gjk_variants::{About, CAPACITY, Evidence, Hull, Observer, Outcome, Pairs, Penetration, Promise, Start, Stop, SupportMap};
use nalgebra::Vector3;

use super::super::foreign::{Here, Support, flat, pointer, support, toward_b};
use super::super::watch::{Watched, tell};
use super::{evidence, stated};
use crate::{Roster, Solver};

const ABOUT: About = About {
    name: "bullet-epa",
    title: "Bullet's EPA in double precision",
    citation: "Coumans, Presson: Bullet Physics, version 3, btGjkEpaSolver2::Penetration, \
               https://github.com/bulletphysics/bullet3",
    promise: Promise::Depth,
};

pub fn register(roster: &mut Roster) {
    roster.add_peer::<Here>(ABOUT, stated(), Arc::new(BulletEpa));
}

/// The result, in the layout of the shim.
#[repr(C)]
#[derive(Default)]
struct BulletPenetration {
    witnesses: [[f64; 3]; 2],
    normal: [f64; 3],
    distance: f64,
}

unsafe extern "C" {
    fn gjk_bullet_epa_points(
        a: *const f64,
        count_a: usize,
        b: *const f64,
        count_b: usize,
        toward_b: *const f64,
        found: *mut BulletPenetration,
    ) -> c_int;
    fn gjk_bullet_epa_bodies(
        a: *const c_void,
        b: *const c_void,
        support: Support,
        toward_b: *const f64,
        found: *mut BulletPenetration,
    ) -> c_int;
}

/// Bullet's EPA.
struct BulletEpa;

impl Solver<Here> for BulletEpa {
    fn explain(
        &self,
        a: &dyn SupportMap<Here>,
        b: &dyn SupportMap<Here>,
        start: &Start<Here>,
        observer: &mut dyn Observer<Here>,
    ) -> Outcome<Evidence<Here>> {
        let guess = toward_b(a, b, start);
        let (a, b) = (Watched::new(a), Watched::new(b));
        let mut found = BulletPenetration::default();
        // SAFETY: bodies, guess and room for the result outlive the call, and `support` is made for these bodies.
        let status = unsafe { gjk_bullet_epa_bodies(pointer(&a), pointer(&b), support, guess.as_ptr(), &mut found) };
        tell(&a, &b, observer);
        let iterations = a.count();
        match status {
            0 => Outcome::answered(Stop::Converged, iterations, evidence(found.witnesses)),
            1 => Outcome::answered(Stop::Converged, iterations, Evidence::Overlapping(penetration(&found))),
            2 => Outcome::abandoned(Stop::Exhausted, iterations),
            3 => Outcome::abandoned(Stop::NoPolytope, iterations),
            // The bodies meet, and there is no depth.
            _ => Outcome::answered(Stop::Converged, iterations, Evidence::Intersecting { simplex: Pairs::default() }),
        }
    }

    fn time(&self, a: &Hull<Here>, b: &Hull<Here>, _: &Start<Here>) {
        let (a, b) = (black_box(a), black_box(b));
        let guess = toward_b(a, b, &Start::Default);
        let ((a, count_a), (b, count_b)) = (flat(a), flat(b));
        let mut found = BulletPenetration::default();
        // SAFETY: the counts are those of the points; points, guess and room for the result outlive the call.
        let status = unsafe { gjk_bullet_epa_points(a, count_a, b, count_b, guess.as_ptr(), &mut found) };
        black_box((status, found.witnesses, found.normal, found.distance));
    }
}

/// Bullet gives witness points and a normal, and no simplex.
fn penetration(found: &BulletPenetration) -> Penetration<Here> {
    let [on_a, on_b] = found.witnesses.map(Vector3::from);
    let normal = -Vector3::from(found.normal);
    let translation = normal * -found.distance;
    Penetration { translation, normal, on_a, on_b, simplex: Pairs::default(), weights: [0.0; CAPACITY], proved: None }
}
