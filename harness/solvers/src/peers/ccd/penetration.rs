//! libccd 2 in double precision: its EPA, `ccdGJKPenetration`, and its MPR, `ccdMPRPenetration`.
//!
//! # Promises
//! Both answer whether the bodies meet and, if they do, how far and in which direction B has to be moved. For the EPA this is
//! "the minimal translation" (its header on the separation vector); for the MPR the translation to "touching contact", which is
//! not said to be the least one. Neither has a distance for bodies that are apart, nor a point on each body: they return one
//! position for both bodies, which is not such a point. So a depth, or some translation, is all that they are judged by
//! ([`Solver::tells_contact_alone`]).
//!
//! # Settings
//! The settings are those of `CCD_INIT`: `epa_tolerance` and `mpr_tolerance` are 1e-4, and there is no limit of iterations. Let
//! v be the point of the polytope that is nearest to the origin, and w the support point along it. The EPA ends where v·w − v·v
//! or the squared distance of w from the face is below its tolerance, and where v·v is zero up to rounding, which it treats as
//! contact. The MPR ends where a support point is at most the tolerance beyond the portal. The rows `…-exact` have 1e-12 for
//! each.
//!
//! # Runs that would not end
//! Some queries have no end. Each loop of either function asks for support points, and these are counted: beyond [`LIMIT`]
//! pairs the run is given up as *exhausted* (`native/ccd.c` says how the run is left). The limit is the most that the expanding
//! polytope of this project takes, and costs one subtraction per support point.
//!
//! If the depth is zero, the EPA divides by zero for its direction: v is zero, and the normal is not a number. The MPR
//! documents that its direction may be anything, and returns zeros: v is zero, and no normal is claimed.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_ulong, c_void};
use std::hint::black_box;
use std::sync::Arc;

use gjk_variants::{
    About, CAPACITY, Evidence, Hull, Observer, Outcome, Pairs, Penetration, Promise, Solid, Space, Start, Stop, SupportMap,
};
use nalgebra::Vector3;

use super::super::foreign::{Here, Support, flat, pointer, support, toward_b};
use super::super::watch::{Watched, tell};
use crate::{Roster, Solver, Stated};

/// The largest number of pairs of support points.
const LIMIT: c_ulong = 4096;

/// The tolerance of the rows for exactness.
const EXACT: f64 = 1e-12;

const EPA: &str = "Fiser: libccd, version 2, ccdGJKPenetration, https://github.com/danfis/libccd";
const MPR: &str = "Fiser: libccd, version 2, ccdMPRPenetration, https://github.com/danfis/libccd; Snethen, XenoCollide, in: Game \
                   Programming Gems 7, 2008";

pub fn register(roster: &mut Roster) {
    let rows = [
        ("libccd-epa", "libccd's EPA in double precision", EPA, Promise::Depth, false, 0.0),
        ("libccd-epa-exact", "libccd's EPA in double precision, tolerance 1e-12", EPA, Promise::Depth, false, EXACT),
        ("libccd-mpr", "libccd's MPR in double precision", MPR, Promise::Translation, true, 0.0),
        ("libccd-mpr-exact", "libccd's MPR in double precision, tolerance 1e-12", MPR, Promise::Translation, true, EXACT),
    ];
    for (name, title, citation, promise, is_mpr, tolerance) in rows {
        // `mpr_tolerance` is documented as a tolerance of the boundary, `epa_tolerance` as one of the algorithm: both end a
        // loop.
        let usual = if is_mpr { "mpr_tolerance 1e-4" } else { "epa_tolerance 1e-4" };
        let stops_at = if tolerance > 0.0 { format!("{} {tolerance:e}", &usual[..13]) } else { usual.to_owned() };
        let about = About { name, title, citation, promise };
        let stated = Stated { version: "libccd 2".to_owned(), slack: None, stops_at: Some(stops_at), holds: None };
        roster.add_peer::<Here>(about, stated, Arc::new(OfContact { is_mpr, tolerance }));
    }
}

/// The question, in the layout of the shim.
#[repr(C)]
struct Query {
    is_mpr: c_int,
    /// Zero for the tolerances that libccd ships.
    tolerance: f64,
    toward_b: [f64; 3],
    centers: [[f64; 3]; 2],
    limit: c_ulong,
}

/// The result for bodies that meet, in the layout of the shim: moving B by this length along this direction takes it out of A.
#[repr(C)]
#[derive(Default)]
struct CcdPenetration {
    depth: f64,
    direction: [f64; 3],
}

unsafe extern "C" {
    fn gjk_ccd_penetration_of_points(
        a: *const f64,
        count_a: usize,
        b: *const f64,
        count_b: usize,
        query: *const Query,
        found: *mut CcdPenetration,
    ) -> c_int;
    fn gjk_ccd_penetration_of_bodies(
        a: *const c_void,
        b: *const c_void,
        support: Support,
        query: *const Query,
        found: *mut CcdPenetration,
    ) -> c_int;
}

/// One of the two functions, with a tolerance.
struct OfContact {
    is_mpr: bool,
    tolerance: f64,
}

impl OfContact {
    fn query(&self, a: &dyn SupportMap<Here>, b: &dyn SupportMap<Here>, start: &Start<Here>) -> Query {
        Query {
            is_mpr: c_int::from(self.is_mpr),
            tolerance: self.tolerance,
            toward_b: toward_b(a, b, start),
            centers: [a.center(), b.center()].map(Into::into),
            limit: LIMIT,
        }
    }
}

impl Solver<Here> for OfContact {
    fn explain(
        &self,
        a: &dyn SupportMap<Here>,
        b: &dyn SupportMap<Here>,
        start: &Start<Here>,
        observer: &mut dyn Observer<Here>,
    ) -> Outcome<Evidence<Here>> {
        let query = self.query(a, b, start);
        let (a, b) = (Watched::new(a), Watched::new(b));
        let mut found = CcdPenetration::default();
        // SAFETY: bodies, query and room for the result outlive the call, and `support` is made for these bodies.
        let status = unsafe { gjk_ccd_penetration_of_bodies(pointer(&a), pointer(&b), support, &query, &mut found) };
        tell(&a, &b, observer);
        let iterations = a.count();
        match status {
            0 => Outcome::answered(Stop::Converged, iterations, Evidence::Disjoint { axis: Solid::<f64>::zero(), face: None }),
            1 => Outcome::answered(Stop::Converged, iterations, Evidence::Overlapping(penetration(&found))),
            2 => Outcome::abandoned(Stop::Crashed, iterations),
            _ => Outcome::abandoned(Stop::Exhausted, iterations),
        }
    }

    fn time(&self, a: &Hull<Here>, b: &Hull<Here>, start: &Start<Here>) {
        let (a, b) = (black_box(a), black_box(b));
        let query = self.query(a, b, start);
        let ((a, count_a), (b, count_b)) = (flat(a), flat(b));
        let mut found = CcdPenetration::default();
        // SAFETY: the counts are those of the points; points, query and room for the result outlive the call.
        let status = unsafe { gjk_ccd_penetration_of_points(a, count_a, b, count_b, &query, &mut found) };
        black_box((status, found.depth, found.direction));
    }

    fn tells_contact_alone(&self) -> bool {
        true
    }
}

/// libccd gives no points of the bodies and no simplex.
fn penetration(found: &CcdPenetration) -> Penetration<Here> {
    let normal = Vector3::from(found.direction);
    let none = Solid::<f64>::zero();
    let translation = if found.depth == 0.0 { none } else { normal * found.depth };
    Penetration {
        translation,
        normal,
        on_a: none,
        on_b: none,
        simplex: Pairs::default(),
        weights: [0.0; CAPACITY],
        proved: None,
    }
}
