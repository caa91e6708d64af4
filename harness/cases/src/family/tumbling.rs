//! Two bodies that turn and drift past each other.

use gjk_numbers::vector::cross;

use super::smooth::hull;
use super::{FramePosition, Grid, Pose, PosedPair, Profile, RandomSource, Recipe, Role, add, dot, scaled, snapped, subtract};
use crate::case::Point;

/// Hulls of 8 to 128 points that move past each other.
pub const TUMBLING: Recipe = Recipe {
    name: "tumbling",
    description: "traces of two hulls of 8 to 128 points that turn and drift past each other, near or into each other",
    knob: "angle between frames / rad",
    dimension: 3,
    role: Role::Ordinary,
    pose: Pose::MovingHulls(tumbling),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [235, 0, 165], asked: [-194, -1], achieved: [-20, -1], zeros: 0 },
    in_single: Profile { shares: [235, 0, 165], asked: [-194, -1], achieved: [-20, -1], zeros: 0 },
    checksums: [13554988022549173920, 6774150572899882077],
};

/// The cosine and the sine of an angle of up to one, to about 10⁻¹⁵, by their Taylor series: they are the same on every
/// platform.
fn cosine_and_sine(angle: f64) -> (f64, f64) {
    let square = angle * angle;
    let series = |last: u32, first: u32| {
        let terms = (first..=last).rev().step_by(2);
        terms.fold(1.0, |sum, k| 1.0 - sum * square / f64::from(k * (k - 1)))
    };
    (series(18, 2), angle * series(19, 3))
}

/// The points, turned `count` times about an axis of length one by an angle of up to one.
fn turned(points: &[Point], axis: Point, angle: f64, count: u64) -> Vec<Point> {
    let (cosine, sine) = cosine_and_sine(angle);
    let more = |(c, s): (f64, f64), _| (c * cosine - s * sine, s * cosine + c * sine);
    let (c, s) = (0..count).fold((1.0, 0.0), more);
    let turn = |p: &Point| add(add(scaled(*p, c), scaled(cross(&axis, p), s)), scaled(axis, dot(axis, *p) * (1.0 - c)));
    points.iter().map(turn).collect()
}

/// Each body turns about its own axis, by the step from frame to frame. B drifts along a line that passes A's centre at
/// a distance of 0.5 to 1.9, by 0.05 to 0.2 of A's radius per radian. Between the eighth and the ninth frame it is at a
/// random position on the line.
fn tumbling(random: &mut RandomSource, position: FramePosition) -> PosedPair {
    let FramePosition { step, frame } = position;
    let grid = Grid::common(random.arithmetic());
    let count = 8 << random.below(5);
    let (a, b) = (hull(random, count), hull(random, count));
    let (axis_a, axis_b) = (random.direction(), random.direction());
    let along = random.direction();
    let any = random.direction();
    let aside = subtract(any, scaled(along, dot(any, along)));
    let aside = scaled(aside, random.between(0.5, 1.9) / dot(aside, aside).max(1e-6).sqrt());
    let distance = random.between(-1.5, 1.5) + random.between(0.05, 0.2) * step * (frame as f64 - 7.5);
    let centre = scaled(random.ball(), 0.5);
    let shift = add(centre, add(aside, scaled(along, distance)));
    let at = |points: Vec<Point>, shift: Point| snapped(&points, shift, grid);
    let (a, b) = (at(turned(&a, axis_a, step, frame), centre), at(turned(&b, axis_b, step, frame), shift));
    PosedPair::of_hulls(a, b, step, Some(step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_those_of_the_library() {
        for angle in [0.0_f64, 1e-6, 0.3, 1.0] {
            let (cosine, sine) = cosine_and_sine(angle);
            assert!((cosine - angle.cos()).abs() < 1e-15 && (sine - angle.sin()).abs() < 1e-15, "{angle}");
        }
        let [turned] = turned(&[[1.0, 0.0, 2.0]], [0.0, 0.0, 1.0], 0.7, 9)[..] else { panic!("one point") };
        let expected = [6.3_f64.cos(), 6.3_f64.sin(), 2.0];
        assert!((0..3).all(|i| (turned[i] - expected[i]).abs() < 1e-14), "{turned:?}");
    }
}
