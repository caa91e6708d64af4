//! libccd 2 (<https://github.com/danfis/libccd>) in double precision: its GJK, `ccdGJKIntersect`, which answers only whether
//! the bodies meet.
//!
//! Its tolerance is the one that it ships: any value below ε = 2⁻⁵² counts as zero, also a squared distance of the origin from
//! the simplex, so bodies at most 1.5e-8 apart meet, whatever the unit of length. It ships no limit of iterations, so some
//! queries would not end. Here the limit is 256, and a run that reaches it counts as libccd reports it, as bodies that do not
//! meet.
#![allow(unsafe_code)]

mod penetration;

use std::ffi::{c_int, c_ulong, c_void};
use std::hint::black_box;
use std::sync::Arc;

use gjk_variants::{About, Evidence, Hull, Observer, Outcome, Pairs, Promise, Solid, Space, Start, Stop, SupportMap};

use super::foreign::{Here, Support, flat, pointer, support, toward_b};
use super::watch::{Watched, tell};
use crate::{Roster, Solver, Stated};

const ABOUT: About = About {
    name: "libccd",
    title: "libccd's boolean GJK in double precision",
    citation: "Fiser: libccd, version 2, ccdGJKIntersect, https://github.com/danfis/libccd",
    promise: Promise::Verdict,
};

/// The limit of iterations, equal to that of the variants.
const LIMIT: c_ulong = 256;

pub fn register(roster: &mut Roster) {
    // Its headers have no version. Its documentation names tolerances of its EPA and MPR, but none of this function.
    let stated = Stated { version: "libccd 2".to_owned(), slack: None, stops_at: None, holds: None };
    roster.add_peer::<Here>(ABOUT, stated, Arc::new(Ccd));
    penetration::register(roster);
}

unsafe extern "C" {
    fn gjk_ccd_points(
        a: *const f64,
        count_a: usize,
        b: *const f64,
        count_b: usize,
        direction: *const f64,
        limit: c_ulong,
    ) -> c_int;
    fn gjk_ccd_bodies(a: *const c_void, b: *const c_void, support: Support, direction: *const f64, limit: c_ulong) -> c_int;
}

/// libccd's GJK.
struct Ccd;

impl Solver<Here> for Ccd {
    fn explain(
        &self,
        a: &dyn SupportMap<Here>,
        b: &dyn SupportMap<Here>,
        start: &Start<Here>,
        observer: &mut dyn Observer<Here>,
    ) -> Outcome<Evidence<Here>> {
        let direction = toward_b(a, b, start);
        let (a, b) = (Watched::new(a), Watched::new(b));
        // SAFETY: bodies and direction outlive the call, and `support` is made for these bodies.
        let meet = unsafe { gjk_ccd_bodies(pointer(&a), pointer(&b), support, direction.as_ptr(), LIMIT) } != 0;
        tell(&a, &b, observer);
        // libccd reports no simplex and no axis, and none is made up.
        let evidence = if meet {
            Evidence::Intersecting { simplex: Pairs::default() }
        } else {
            Evidence::Disjoint { axis: Solid::<f64>::zero(), face: None }
        };
        Outcome::answered(Stop::Converged, a.count(), evidence)
    }

    fn time(&self, a: &Hull<Here>, b: &Hull<Here>, _: &Start<Here>) {
        let (a, b) = (black_box(a), black_box(b));
        let direction = toward_b(a, b, &Start::Default);
        let ((a, count_a), (b, count_b)) = (flat(a), flat(b));
        // SAFETY: the counts are those of the points; points and direction outlive the call.
        black_box(unsafe { gjk_ccd_points(a, count_a, b, count_b, direction.as_ptr(), LIMIT) });
    }
}
