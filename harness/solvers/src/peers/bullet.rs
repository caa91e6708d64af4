//! Bullet 3 (<https://github.com/bulletphysics/bullet3>) in double precision: the GJK of its EPA solver,
//! `btGjkEpaSolver2::Distance`, without margins.
//!
//! Its tolerances in double precision are those that it ships. It stops where the bounds of the distance differ by at most
//! 1e-12 of the upper bound. It treats |v| below 1e-12 as contact, and support points whose squared distance is below 1e-12 as
//! the same point, whatever the unit of length. It fails after 128 iterations, which counts as given up. After the iteration it
//! asks for the support points of its simplex again. A distance of zero is *intersecting* here.
//!
//! The timed query is the whole of `btGjkEpaSolver2::Distance` with two identity transforms. Bullet applies them to each
//! direction and each support point and offers no way around this: compare it with `parry3d-f64-posed`.
#![allow(unsafe_code)]

mod cast;
mod epa;

use std::ffi::{c_int, c_void};
use std::hint::black_box;
use std::sync::Arc;

use gjk_variants::{About, CAPACITY, Evidence, Hull, Observer, Outcome, Pairs, Promise, Separation, Start, Stop, SupportMap};
use nalgebra::Vector3;

use super::foreign::{Here, Support, flat, pointer, support, toward_b};
use super::watch::{Watched, tell};
use crate::{Roster, Solver, Stated};

const ABOUT: About = About {
    name: "bullet",
    title: "Bullet's GJK (EPA solver's distance) in double precision",
    citation: "Coumans, Presson: Bullet Physics, version 3, btGjkEpaSolver2::Distance, \
               https://github.com/bulletphysics/bullet3",
    promise: Promise::Distance,
};

pub fn register(roster: &mut Roster) {
    roster.add_peer::<Here>(ABOUT, stated(), Arc::new(Bullet));
    epa::register(roster);
    cast::register(roster);
}

fn stated() -> Stated {
    // SAFETY: it has no parameters and returns a number such as 324.
    let version = unsafe { gjk_bullet_version() };
    // Neither the header nor the manual says how exact its distance or its depth is.
    Stated { version: format!("Bullet {}.{:02}", version / 100, version % 100), slack: None, stops_at: None, holds: None }
}

unsafe extern "C" {
    fn gjk_bullet_version() -> c_int;
    fn gjk_bullet_points(
        a: *const f64,
        count_a: usize,
        b: *const f64,
        count_b: usize,
        guess: *const f64,
        witnesses: *mut [[f64; 3]; 2],
    ) -> c_int;
    fn gjk_bullet_bodies(
        a: *const c_void,
        b: *const c_void,
        support: Support,
        guess: *const f64,
        witnesses: *mut [[f64; 3]; 2],
    ) -> c_int;
}

/// Bullet's GJK.
struct Bullet;

impl Solver<Here> for Bullet {
    fn explain(
        &self,
        a: &dyn SupportMap<Here>,
        b: &dyn SupportMap<Here>,
        start: &Start<Here>,
        observer: &mut dyn Observer<Here>,
    ) -> Outcome<Evidence<Here>> {
        // A guess of v, which points from B to A.
        let guess = toward_b(a, b, start).map(|x| -x);
        let (a, b) = (Watched::new(a), Watched::new(b));
        let mut witnesses = [[0.0; 3]; 2];
        // SAFETY: bodies, guess and witnesses outlive the call, and `support` is made for these bodies.
        let status = unsafe { gjk_bullet_bodies(pointer(&a), pointer(&b), support, guess.as_ptr(), &mut witnesses) };
        tell(&a, &b, observer);
        let iterations = a.count();
        match status {
            0 => Outcome::answered(Stop::Converged, iterations, evidence(witnesses)),
            1 => Outcome::answered(Stop::Converged, iterations, Evidence::Intersecting { simplex: Pairs::default() }),
            _ => Outcome::abandoned(Stop::Exhausted, iterations),
        }
    }

    fn time(&self, a: &Hull<Here>, b: &Hull<Here>, _: &Start<Here>) {
        let (a, b) = (black_box(a), black_box(b));
        let guess = toward_b(a, b, &Start::Default).map(|x| -x);
        let ((a, count_a), (b, count_b)) = (flat(a), flat(b));
        let mut witnesses = [[0.0; 3]; 2];
        // SAFETY: the counts are those of the points; points, guess and witnesses outlive the call.
        let status = unsafe { gjk_bullet_points(a, count_a, b, count_b, guess.as_ptr(), &mut witnesses) };
        black_box((status, witnesses));
    }
}

/// Bullet gives witness points and no simplex.
fn evidence([on_a, on_b]: [[f64; 3]; 2]) -> Evidence<Here> {
    let (on_a, on_b) = (Vector3::from(on_a), Vector3::from(on_b));
    let nearest = on_a - on_b;
    let distance_squared = nearest.dot(&nearest);
    let simplex = Pairs::default();
    if distance_squared == 0.0 {
        return Evidence::Intersecting { simplex };
    }
    Evidence::Apart(Separation { distance_squared, nearest, on_a, on_b, simplex, weights: [0.0; CAPACITY], proved: None })
}
