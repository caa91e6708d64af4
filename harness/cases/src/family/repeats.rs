//! Redundant points: exact copies, interior points, and copies that are almost equal.

use super::generic::cloud;
use super::translation::random_translation;
use super::{Grid, Pose, PosedPair, Profile, RandomSource, Recipe, Role, add, dot, scaled, snapped, subtract};
use crate::case::Point;

/// Copies and interior points.
pub const DUPLICATES: Recipe = Recipe {
    name: "duplicates",
    description: "eight random points each, and ever more copies of them, midpoints and interior points",
    knob: "additional points per body",
    dimension: 3,
    role: Role::Thin,
    pose: Pose::Hulls(duplicates),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [183, 0, 217], asked: [0, 64], achieved: [0, 6], zeros: 0 },
    in_single: Profile { shares: [183, 0, 217], asked: [0, 64], achieved: [0, 6], zeros: 0 },
    checksums: [18054429748436934920, 14840161625897875563],
};

/// Copies that are almost equal.
pub const NEAR_DUPLICATES: Recipe = Recipe {
    name: "near-duplicates",
    description: "eight random points each, and copies of them moved by ever less, down to a unit of the grid",
    knob: "displacement of the copies / radius",
    dimension: 3,
    role: Role::Thin,
    pose: Pose::Hulls(near_duplicates),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [175, 0, 225], asked: [-500, -101], achieved: [-50, -11], zeros: 0 },
    in_single: Profile { shares: [176, 0, 224], asked: [-210, -101], achieved: [-21, -11], zeros: 0 },
    checksums: [10623112408908969002, 2764419081224440142],
};

/// Two random bodies of eight points around a common position, on the grid.
pub fn base(random: &mut RandomSource, grid: Grid) -> (Vec<Point>, Vec<Point>) {
    let (a, b) = (cloud(random, 8), cloud(random, 8));
    let shift = random_translation(random, &a, &b, random.by_precision(-16.0, -40.0));
    let centre = scaled(random.ball(), 0.5);
    (snapped(&a, centre, grid), snapped(&b, add(shift, centre), grid))
}

fn duplicates(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let (mut a, mut b) = base(random, grid);
    let count = random.knob(0.0, 6.5) as usize;
    for body in [&mut a, &mut b] {
        for _ in 0..count {
            let (i, j, k) = (random.below(8) as usize, random.below(8) as usize, random.below(8) as usize);
            let more = match random.below(3) {
                0 => body[i],
                1 => scaled(add(body[i], body[j]), 0.5),
                _ => add(scaled(add(body[i], body[j]), 0.25), scaled(body[k], 0.5)),
            };
            body.push(grid.snap_point(more));
        }
    }
    PosedPair::of_hulls(a, b, count as f64, Some(count as f64))
}

fn near_duplicates(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let (mut a, mut b) = base(random, grid);
    let asked = random.knob(random.by_precision(-21.0, -50.0), -10.0);
    let mut longest: f64 = 0.0;
    for body in [&mut a, &mut b] {
        let count = random.integer(1, 8);
        for _ in 0..count {
            let original = body[random.below(8) as usize];
            let mut copy = grid.snap_point(add(original, scaled(random.direction(), asked)));
            if copy == original {
                copy[random.below(3) as usize] += grid.unit;
            }
            let moved = subtract(copy, original);
            longest = longest.max(dot(moved, moved).sqrt());
            body.push(copy);
        }
    }
    PosedPair::of_hulls(a, b, asked, Some(longest))
}
