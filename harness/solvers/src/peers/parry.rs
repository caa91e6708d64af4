//! parry 0.31 (<https://parry.rs>): its GJK over a Voronoi simplex, called as its own distance query calls it, in double
//! (`parry3d-f64`) and in single precision (`parry3d`).
//!
//! Its tolerances with ε = 2⁻⁵² and 2⁻²³, as it ships them: it stops where the bounds of the distance differ by at most
//! √(10 ε) of the upper one (4.7e-8 and 1.1e-3), takes |v| ≤ 10 ε for contact whatever the unit of length, refuses a support
//! point that is within 10 ε of the simplex (on a squared length, area or height), and ends after 100 iterations without a
//! result, which is counted as given up. Bodies whose bounds do not part by more than √(10 ε) of their size are reported with
//! witness points; at a distance of zero that is *intersecting* here.
//!
//! It states 10 ε as "the absolute tolerance used by the GJK algorithm" (documentation of `query::gjk::eps_tol`), and has no settings.
//!
//! What is timed is `query::gjk::closest_points` with a new `VoronoiSimplex`, as `query::distance` calls it for two convex shapes.
//! The row `parry3d-f64` has no pose to apply: its points are in the world, as those of our variants are. The row
//! `parry3d-f64-posed` applies the identity as parry's shapes do, which users of its `distance` pay for. The row
//! `parry3d-f64-vector-scan` is its algorithm on the support mapping of our variants. A panic is caught where answers are
//! judged and not where they are timed.

mod double;
mod single;

use crate::Roster;

pub fn register(roster: &mut Roster) {
    double::register(roster);
    single::register(roster);
}

/// Name and version of one of its crates, as this build has locked it.
fn version(name: &str) -> String {
    let lock = include_str!("../../../../Cargo.lock");
    let named = format!("name = \"{name}\"\nversion = \"");
    let version = lock.split_once(&named).and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default();
    format!("{name} {version}").trim_end().to_owned()
}
