//! A box that rests on another box and slides about on it.

use super::boxes::{axes, corners, intervals};
use super::{FRAMES, FramePosition, Grid, Pose, PosedPair, Profile, RandomSource, Recipe, Role, add, combined, scaled};
use crate::case::Point;

/// A stack of two boxes.
pub const RESTING: Recipe = Recipe {
    name: "resting",
    description: "traces of a box that slides about on another one: in contact, a tiny gap above it, pressed in, or rattling",
    knob: "shift between frames / length of the lower face",
    dimension: 3,
    role: Role::Ordinary,
    pose: Pose::MovingHulls(resting),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [148, 80, 172], asked: [-194, -1], achieved: [-20, -1], zeros: 0 },
    in_single: Profile { shares: [158, 80, 162], asked: [-194, -1], achieved: [-20, -1], zeros: 0 },
    checksums: [15522633926795548735, 15974483676203387467],
};

/// The number x, reflected at the ends of an interval until it lies in the interval.
fn folded(x: f64, (low, high): (f64, f64)) -> f64 {
    let width = high - low;
    let turns = (x - low) / (2.0 * width);
    let phase = 2.0 * (turns - turns.floor());
    low + width * if phase > 1.0 { 2.0 - phase } else { phase }
}

/// The height of the upper box above contact in each frame, and its tilt along both axes of the face: a quarter of the
/// traces touch, a quarter stay apart, a quarter are pressed in, and a quarter oscillate about contact.
fn jitter(random: &mut RandomSource) -> Vec<[f64; 3]> {
    let kind = random.below(4);
    let size = random.power(random.by_precision(-18.0, -40.0), -8.0);
    let one = |_| {
        let [lift, x, y] = [(); 3].map(|()| random.between(-1.0, 1.0) * size);
        match kind {
            0 => [0.0; 3],
            1 => [size + 0.5 * lift, 0.25 * x, 0.25 * y],
            2 => [0.5 * lift - size, 0.25 * x, 0.25 * y],
            _ => [lift, x, y],
        }
    };
    (0..FRAMES).map(one).collect()
}

/// The centre of the upper face stays over the lower face: at its edges the slide turns back. Half of the stacks are
/// aligned with the axes, where faces stay exactly parallel and touch exactly; the others are turned, tilt a little,
/// and are rounded to the grid.
fn resting(random: &mut RandomSource, position: FramePosition) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let stands = random.chance(0.5);
    let (below, above) = intervals(random);
    let along = random.direction();
    let length = (0..2).map(|i| below[i].1 - below[i].0).fold(0.0, f64::max);
    let travel = position.step * length * position.frame as f64 / (along[0] * along[0] + along[1] * along[1]).max(1e-6).sqrt();
    let slide: [f64; 2] = std::array::from_fn(|i| {
        let middle = 0.5 * (above[i].0 + above[i].1);
        let start = random.between(below[i].0, below[i].1);
        folded(start + travel * along[i], below[i]) - middle
    });
    let [lift, tilt_x, tilt_y] = jitter(random)[position.frame as usize % FRAMES as usize];
    let centre = grid.snap_point(scaled(random.ball(), 0.5));
    let (order, columns) = (axes(random), random.rotation());
    let placed = |point: Point| {
        let turned: Point = if stands { std::array::from_fn(|axis| point[order[axis]]) } else { combined(columns, point) };
        add(centre, grid.snap_point(turned))
    };
    let tilt = |[x, y, _]: Point| if stands { 0.0 } else { tilt_x * x + tilt_y * y };
    let raised = |corner: Point| [corner[0] + slide[0], corner[1] + slide[1], corner[2] + lift + tilt(corner)];
    let a = corners(&below, false).into_iter().map(placed).collect();
    let b = corners(&above, false).into_iter().map(raised).map(placed).collect();
    PosedPair::of_hulls(a, b, position.step, Some(position.step))
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn slides_turn_back_at_the_edges() {
        let ends = (-1.0, 2.0);
        for (x, expected) in [(0.5, 0.5), (2.0, 2.0), (2.5, 1.5), (5.5, -0.5), (-1.5, -0.5), (-4.5, 1.5), (8.5, 1.5)] {
            assert!((folded(x, ends) - expected).abs() < 1e-15, "{x}");
        }
    }
}
