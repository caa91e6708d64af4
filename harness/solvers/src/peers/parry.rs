//! parry 0.31 (<https://parry.rs>): its GJK over a Voronoi simplex, called as its own distance query calls it, in double
//! (`parry3d-f64`) and in single precision (`parry3d`).
//!
//! Its tolerances with ε = 2⁻⁵² and 2⁻²³, as it ships them: it stops where the bounds of the distance differ by at most
//! √(10 ε) of the upper one (4.7e-8 and 1.1e-3), takes |v| ≤ 10 ε for contact whatever the unit of length, refuses a support
//! point that is within 10 ε of the simplex (on a squared length, area or height), and ends after 100 iterations without a
//! result, which is counted as given up. Bodies whose bounds do not part by more than √(10 ε) of their size are reported with
//! witness points; at a distance of zero that is *intersecting* here.
//!
//! Points are in the world, so that there is no pose to apply: parry is spared what its own shapes would spend on the identity,
//! about a sixth of its time on bodies of 8 points.

mod double;
mod single;

use crate::Roster;

pub fn register(roster: &mut Roster) {
    double::register(roster);
    single::register(roster);
}
