//! A gap that closes: from D down to 2⁻⁶⁰ D in double and 2⁻²⁹ D in single precision, below u·D.
//!
//! The bodies first touch exactly at the contact plane of a [`Frame`], a vertex over a face, edge across edge or face
//! over face; then B as a whole is lifted by a short grid vector of the wanted height. Since heights over a slanted plane
//! are much finer than the grid, every coordinate stays exact.

use super::frame::{Frame, Integers, around, scattered};
use super::{Draw, Pair, Recipe, difference_size};

/// Solids at a small distance.
pub const GAP: Recipe = Recipe {
    name: "gap",
    description: "a vertex over a face, edge across edge or face over face, at an ever smaller gap",
    knob: "gap / D",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: true,
    pose: gap,
};

/// Polygons at a small distance.
pub const GAP_2D: Recipe = Recipe {
    name: "gap-2d",
    description: "a vertex over an edge or edge over edge, at an ever smaller gap",
    dimension: 2,
    ..GAP
};

/// The touching features of A and B.
fn features(draw: &mut Draw, frame: &Frame) -> (Vec<Integers>, Vec<Integers>) {
    let steps = frame.steps;
    match draw.below(if draw.dimension() == 2 { 2 } else { 3 }) {
        0 => (around(draw, steps, 0, 0), vec![[0; 3]]),
        1 => (around(draw, steps, 0, 0), around(draw, steps, 0, 0)),
        _ => {
            let (p, q) = (draw.integer(-steps, steps), draw.integer(steps / 8, steps));
            let (along, back) = (draw.integer(steps / 4, steps), draw.integer(steps / 4, steps));
            (vec![[along, 0, 0], [-back, 0, 0]], vec![[p, q, 0], [-p, -q, 0]])
        }
    }
}

fn gap(draw: &mut Draw) -> Pair {
    let frame = Frame::new(draw);
    let (low, high) = (frame.steps / 4, frame.steps);
    let (mut a, mut b) = features(draw, &frame);
    let (more_a, more_b) = (3 + draw.below(3) as usize, 3 + draw.below(3) as usize);
    a.extend(scattered(draw, more_a, high, -high, -low));
    b.extend(scattered(draw, more_b, high, low, high));
    let a = frame.points(&a, [0; 3]);
    let asked = draw.knob(draw.by_precision(-29.0, -60.0), 0.0);
    // A wide gap widens D, so that the quotient achieved is somewhat smaller there.
    let size = difference_size(&a, &frame.points(&b, [0; 3]));
    let (lift, _) = frame.lift(asked * size);
    Pair { a, b: frame.points(&b, lift), asked, achieved: None }
}
