//! Edges that turn parallel: the cross product of their directions, a candidate axis, turns to zero.

use super::frame::{Frame, Integers, around, scattered};
use super::{Draw, Pair, Recipe};

/// Two roofs, ridge over ridge.
pub const PARALLEL_EDGES: Recipe = Recipe {
    name: "parallel-edges",
    description: "ridge over ridge at an ever smaller angle, one in eight exactly parallel; apart, touching, or pressed in",
    knob: "tangent of the angle of the edges",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: false,
    pose: parallel_edges,
};

/// A third each are apart by 2⁻³⁰ to 1 (2⁻¹⁸ in single precision), touch exactly, and overlap by up to 1/8.
fn parallel_edges(draw: &mut Draw) -> Pair {
    let frame = Frame::new(draw);
    let steps = frame.steps;
    let asked = if draw.chance(0.125) { 0.0 } else { draw.knob(draw.by_precision(-14.0, -38.0), 0.0) };
    let length = draw.integer(steps / 2, steps);
    let slant = (asked * length as f64).round_ties_even() as i64;
    let slant = if asked > 0.0 { slant.max(1) } else { 0 };
    let mut a = body(draw, steps, -1);
    let mut b = body(draw, steps, 1);
    a.extend([[draw.integer(steps / 2, steps), 0, 0], [-draw.integer(steps / 2, steps), 0, 0]]);
    b.extend([[length, slant, 0], [-length, -slant, 0]]);
    let least = draw.by_precision(-18.0, -30.0);
    let shift = match draw.below(3) {
        0 => [0; 3],
        1 => frame.lift(draw.power(least, 0.0)).0,
        _ => frame.lift(draw.power(least, -3.0)).0.map(|x| -x),
    };
    let achieved = Some(slant as f64 / length as f64);
    Pair { a: frame.points(&a, [0; 3]), b: frame.points(&b, shift), asked, achieved }
}

/// What is behind the ridge: on the side of the sign, all around the contact point.
fn body(draw: &mut Draw, steps: i64, side: i64) -> Vec<Integers> {
    let mut points = around(draw, steps, steps / 4, steps);
    let more = draw.below(3) as usize;
    points.extend(scattered(draw, more, steps, steps / 4, steps));
    for point in &mut points {
        point[2] *= side;
    }
    points
}
