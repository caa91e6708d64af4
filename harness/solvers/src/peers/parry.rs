//! parry 0.31 (<https://parry.rs>): its GJK, its EPA and its cast.
//!
//! The GJK runs over a Voronoi simplex, called as its own distance query calls it, in double (`parry3d-f64`) and in single
//! precision (`parry3d`).
//!
//! The rows `…-epa` are its contact query for two convex shapes: the same GJK and, if GJK says that they meet,
//! `query::epa::EPA`, from the simplex that GJK leaves. For bodies that are apart these rows have the distance. v is parry's
//! normal, of the length that its `Contact` has as a distance. EPA has no answer where no face of its first polytope has the
//! foot of the origin's perpendicular within it, where a face lies behind the origin, or where it finds no silhouette; from
//! outside these cannot be distinguished. They are *no-polytope* here; parry's `contact` then says that there is no contact.
//! The answer is the face whose plane of support is the nearest one seen, with the foot of the origin on that face. The face
//! may be one of the first, far within A − B: then the normal is right and the depth is too small. EPA ends where the bounds of
//! the depth differ by at most 100 ε, whatever the unit of length, where two nearest faces are equally far within ε, and after
//! 100 iterations, with its best face.
//!
//! The tolerances of GJK, with ε = 2⁻⁵² and 2⁻²³, are those that parry ships. It stops where the bounds of the distance differ
//! by at most √(10 ε) of the upper bound (4.7e-8 and 1.1e-3), treats |v| ≤ 10 ε as contact whatever the unit of length, refuses
//! a support point that is within 10 ε of the simplex (on a squared length, area or height), and ends after 100 iterations
//! without a result, which counts as given up. Bodies whose bounds do not part by more than √(10 ε) of their size are reported
//! with witness points; at a distance of zero that is *intersecting* here.
//!
//! The rows `…-cast` are `query::details::cast_shapes_support_map_support_map`, which `query::cast_shapes` calls for two convex
//! polyhedra: a ray cast against A − B, after van den Bergen. The options are its default ones with a greatest time of 1: the
//! target distance is zero, and it stops at penetration. Bodies that touch or overlap at the start are a hit at 0 in any
//! direction. Before a time of 1e-4, its points and its normal are those of its contact query at the start, and it reports no
//! hit if that query has no contact. It reports no hit where the bounds of the distance from the ray differ by at most √(10 ε)
//! of the upper bound, and a hit at |v| ≤ 10 ε. If the upper bound does not decrease, it reports a hit if the ray has passed a
//! plane, and else no hit. It also reports no hit after 100 iterations. Its timed query has no pose to apply, as the others.
//!
//! It states 10 ε as "the absolute tolerance used by the GJK algorithm" (documentation of `query::gjk::eps_tol`), and has no
//! settings.
//!
//! The timed query is `query::gjk::closest_points` with a new `VoronoiSimplex`, as `query::distance` calls it for two convex
//! shapes. The row `parry3d-f64` has no pose to apply: its points are in the world, like those of our variants. The row
//! `parry3d-f64-posed` applies the identity as parry's shapes do, a cost that users of its `distance` pay. The row
//! `parry3d-f64-vector-scan` is its algorithm on the support mapping of our variants. A panic is caught where answers are
//! judged and not where they are timed.

mod double;
mod single;

use crate::Roster;

pub fn register(roster: &mut Roster) {
    double::register(roster);
    single::register(roster);
}

/// Name and version of one of parry's crates, as this build has locked it.
fn version(name: &str) -> String {
    let lock = include_str!("../../../../Cargo.lock");
    let named = format!("name = \"{name}\"\nversion = \"");
    let version = lock.split_once(&named).and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default();
    format!("{name} {version}").trim_end().to_owned()
}
