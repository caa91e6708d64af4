//! Bodies in general position: eight random points each, from far apart to concentric.

use super::place::{add, dot, scaled, snapped, subtract};
use super::{Draw, Grid, Pair, Recipe};
use crate::case::Point;

/// Eight random points a body.
pub const GENERIC: Recipe = Recipe {
    name: "generic",
    description: "eight random points each, on a sphere or in a ball",
    knob: "distance of the centres / radius",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: false,
    pose: generic,
};

/// The same in the plane.
pub const GENERIC_2D: Recipe =
    Recipe { name: "generic-2d", description: "eight random points each, on a circle or in a disc", dimension: 2, ..GENERIC };

/// The origin deep inside the difference, up to coincident centres.
pub const DEEP_OVERLAP: Recipe = Recipe {
    name: "deep-overlap",
    description: "eight random points each around nearly or exactly coincident centres",
    knob: "offset of the centres / radius",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: false,
    pose: deep_overlap,
};

/// The same in the plane.
pub const OVERLAP_2D: Recipe = Recipe { name: "overlap-2d", dimension: 2, ..DEEP_OVERLAP };

/// Random points of the unit sphere or, as often, of the unit ball.
pub fn cloud(draw: &mut Draw, count: usize) -> Vec<Point> {
    let sphere = draw.chance(0.5);
    (0..count).map(|_| if sphere { draw.direction() } else { draw.ball() }).collect()
}

/// The mean of the points.
pub fn mean(points: &[Point]) -> Point {
    scaled(points.iter().fold([0.0; 3], |sum, point| add(sum, *point)), 1.0 / points.len() as f64)
}

fn generic(draw: &mut Draw) -> Pair {
    let grid = Grid::wide(draw.arithmetic());
    let asked = draw.knob(-3.25, 4.0);
    let way = scaled(draw.direction(), 0.5 * asked);
    let a = snapped(&cloud(draw, 8), scaled(way, -1.0), grid);
    let b = snapped(&cloud(draw, 8), way, grid);
    let between = subtract(mean(&b), mean(&a));
    Pair { a, b, asked, achieved: Some(dot(between, between).sqrt()) }
}

/// Eight grid points whose sum is zero: in half of the cases four and their reflections.
fn centred(draw: &mut Draw, grid: Grid) -> Vec<Point> {
    if draw.chance(0.5) {
        let half = snapped(&cloud(draw, 4), [0.0; 3], grid);
        return half.iter().flat_map(|point| [*point, point.map(|x| 0.0 - x)]).collect();
    }
    loop {
        let mut points = snapped(&cloud(draw, 7), [0.0; 3], grid);
        let last = points.iter().fold([0.0; 3], |rest, point| subtract(rest, *point));
        if dot(last, last) < 4.0 {
            points.push(last);
            return points;
        }
    }
}

/// B is moved as a whole on the grid, so the offset achieved is exact; one in eight has none.
fn deep_overlap(draw: &mut Draw) -> Pair {
    let grid = Grid::common(draw.arithmetic());
    let (a, b) = (centred(draw, grid), centred(draw, grid));
    let asked = if draw.chance(0.125) { 0.0 } else { draw.knob(draw.by_precision(-20.0, -48.0), -2.0) };
    let offset = grid.snap_point(scaled(draw.direction(), asked));
    let b = b.iter().map(|point| add(*point, offset)).collect();
    Pair { a, b, asked, achieved: Some(dot(offset, offset).sqrt()) }
}
