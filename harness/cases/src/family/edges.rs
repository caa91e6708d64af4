//! Edges that become parallel: the cross product of their directions, a candidate axis, tends to zero.

use super::contact_frame::{Integers, around, scattered};
use super::{ContactFrame, Pose, PosedPair, Profile, RandomSource, Recipe, Role};

/// Two roofs, ridge over ridge.
pub const PARALLEL_EDGES: Recipe = Recipe {
    name: "parallel-edges",
    description: "ridge over ridge at an ever smaller angle, one in eight exactly parallel; apart, touching, or pressed in",
    knob: "tangent of the angle of the edges",
    dimension: 3,
    role: Role::Touching,
    pose: Pose::Hulls(parallel_edges),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [133, 145, 122], asked: [-380, -1], achieved: [-38, -1], zeros: 49 },
    in_single: Profile { shares: [133, 145, 122], asked: [-140, -1], achieved: [-15, -1], zeros: 49 },
    checksums: [16191091968629213395, 11952379060808362506],
};

/// One third of the pairs are apart by 2⁻³⁰ to 1 (2⁻¹⁸ to 1 in single precision), one third touch exactly, and one
/// third overlap by up to 1/8.
fn parallel_edges(random: &mut RandomSource) -> PosedPair {
    let frame = ContactFrame::new(random);
    let steps = frame.steps;
    let asked = if random.chance(0.125) { 0.0 } else { random.knob(random.by_precision(-14.0, -38.0), 0.0) };
    let length = random.integer(steps / 2, steps);
    let slant = (asked * length as f64).round_ties_even() as i64;
    let slant = if asked > 0.0 { slant.max(1) } else { 0 };
    let mut a = body(random, steps, -1);
    let mut b = body(random, steps, 1);
    a.extend([[random.integer(steps / 2, steps), 0, 0], [-random.integer(steps / 2, steps), 0, 0]]);
    b.extend([[length, slant, 0], [-length, -slant, 0]]);
    let least = random.by_precision(-18.0, -30.0);
    let shift = match random.below(3) {
        0 => [0; 3],
        1 => frame.lift(random.power(least, 0.0)).0,
        _ => frame.lift(random.power(least, -3.0)).0.map(|x| -x),
    };
    let achieved = Some(slant as f64 / length as f64);
    PosedPair::of_hulls(frame.points(&a, [0; 3]), frame.points(&b, shift), asked, achieved)
}

/// The body behind the ridge, on the side of the sign, all around the contact point.
fn body(random: &mut RandomSource, steps: i64, side: i64) -> Vec<Integers> {
    let mut points = around(random, steps, steps / 4, steps);
    let more = random.below(3) as usize;
    points.extend(scattered(random, more, steps, steps / 4, steps));
    for point in &mut points {
        point[2] *= side;
    }
    points
}
