//! Points more often than needed: exact copies, interior points, and copies that are almost equal.

use super::generic::cloud;
use super::place::{add, dot, scaled, snapped, subtract};
use super::{Draw, Grid, Pair, Recipe, place};
use crate::case::Point;

/// Copies and interior points.
pub const DUPLICATES: Recipe = Recipe {
    name: "duplicates",
    description: "eight random points each, and ever more copies of them, midpoints and interior points",
    knob: "additional points per body",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: false,
    pose: duplicates,
};

/// Copies that are almost equal.
pub const NEAR_DUPLICATES: Recipe = Recipe {
    name: "near-duplicates",
    description: "eight random points each, and copies of them moved by ever less, down to a unit of the grid",
    knob: "displacement of the copies / radius",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: false,
    pose: near_duplicates,
};

/// Two random bodies of eight points around a common place, on the grid.
pub fn base(draw: &mut Draw, grid: Grid) -> (Vec<Point>, Vec<Point>) {
    let (a, b) = (cloud(draw, 8), cloud(draw, 8));
    let shift = place(draw, &a, &b, draw.by_precision(-16.0, -40.0));
    let centre = scaled(draw.ball(), 0.5);
    (snapped(&a, centre, grid), snapped(&b, add(shift, centre), grid))
}

fn duplicates(draw: &mut Draw) -> Pair {
    let grid = Grid::common(draw.arithmetic());
    let (mut a, mut b) = base(draw, grid);
    let count = draw.knob(0.0, 6.5) as usize;
    for body in [&mut a, &mut b] {
        for _ in 0..count {
            let (i, j, k) = (draw.below(8) as usize, draw.below(8) as usize, draw.below(8) as usize);
            let more = match draw.below(3) {
                0 => body[i],
                1 => scaled(add(body[i], body[j]), 0.5),
                _ => add(scaled(add(body[i], body[j]), 0.25), scaled(body[k], 0.5)),
            };
            body.push(grid.snap_point(more));
        }
    }
    Pair { a, b, asked: count as f64, achieved: Some(count as f64) }
}

fn near_duplicates(draw: &mut Draw) -> Pair {
    let grid = Grid::common(draw.arithmetic());
    let (mut a, mut b) = base(draw, grid);
    let asked = draw.knob(draw.by_precision(-21.0, -50.0), -10.0);
    let mut longest: f64 = 0.0;
    for body in [&mut a, &mut b] {
        let count = draw.integer(1, 8);
        for _ in 0..count {
            let original = body[draw.below(8) as usize];
            let mut copy = grid.snap_point(add(original, scaled(draw.direction(), asked)));
            if copy == original {
                copy[draw.below(3) as usize] += grid.unit();
            }
            let way = subtract(copy, original);
            longest = longest.max(dot(way, way).sqrt());
            body.push(copy);
        }
    }
    Pair { a, b, asked, achieved: Some(longest) }
}
