//! Flat bodies in space: polygons of one plane, and points, segments and polygons in any position.
//!
//! The difference of bodies that lie in one plane is flat: it has no interior, so what meets there touches.

use super::frame::{Frame, Integers, around};
use super::place::scaled;
use super::{Draw, Grid, Pair, Recipe};
use crate::case::Point;

/// Polygons of one slanted plane.
pub const COPLANAR: Recipe = Recipe {
    name: "coplanar",
    description: "polygons of one slanted plane, edge or vertex at an ever smaller gap; a quarter touch, an eighth overlap within",
    knob: "gap / D",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: true,
    pose: coplanar,
};

/// Points, segments and polygons.
pub const LOWER_DIMENSIONAL: Recipe = Recipe {
    name: "lower-dimensional",
    description: "points, segments, triangles and quadrilaterals in space that meet exactly (a quarter) or are moved from there",
    knob: "gap / D",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: true,
    pose: lower_dimensional,
};

/// A polygon of the plane along and up, on one side: an edge at height zero, or a vertex, and three points behind.
fn polygon(draw: &mut Draw, steps: i64, side: i64) -> Vec<Integers> {
    let mut points: Vec<Integers> =
        if draw.chance(0.5) { around(draw, steps, 0, 0).into_iter().take(2).collect() } else { vec![[0; 3]] };
    for _ in 0..3 {
        points.push([draw.integer(-steps, steps), 0, side * draw.integer(steps / 8, steps)]);
    }
    for point in &mut points {
        point[1] = 0;
    }
    points
}

/// Heights are whole steps of the frame, since a finer lift would leave the plane.
fn coplanar(draw: &mut Draw) -> Pair {
    let frame = Frame::new(draw);
    let (a, mut b) = (polygon(draw, frame.steps, -1), polygon(draw, frame.steps, 1));
    let (asked, rise) = match draw.below(8) {
        0 | 1 => (0.0, 0),
        2 => (0.0, -draw.integer(1, frame.steps / 4)),
        _ => {
            let asked = draw.knob(draw.by_precision(-16.0, -40.0), 0.0);
            (asked, ((asked * 2.0 * frame.steps as f64).round_ties_even() as i64).max(1))
        }
    };
    for point in &mut b {
        point[2] += rise;
    }
    Pair { a: frame.points(&a, [0; 3]), b: frame.points(&b, [0; 3]), asked, achieved: None }
}

/// A point, a segment, a triangle or a quadrilateral that holds zero, as a vertex or inside, in exact arithmetic.
fn flat(draw: &mut Draw, grid: Grid) -> Vec<Point> {
    let mut vector = || grid.snap_point(draw.ball());
    let (d, e) = (vector(), vector());
    let minus = |p: Point| p.map(|x| 0.0 - x);
    let both = std::array::from_fn(|k| d[k] + e[k]);
    match draw.below(8) {
        0 => vec![[0.0; 3]],
        1 => vec![[0.0; 3], d],
        2 => vec![minus(d), d],
        3 => vec![[0.0; 3], d, e],
        4 => vec![minus(d), d, e],
        5 => vec![minus(both), d, e],
        6 => vec![[0.0; 3], d, e, both],
        _ => vec![minus(d), d, minus(e), e],
    }
}

fn lower_dimensional(draw: &mut Draw) -> Pair {
    let grid = Grid::common(draw.arithmetic());
    let (mut a, mut b) = (flat(draw, grid), flat(draw, grid));
    let asked = if draw.chance(0.25) { 0.0 } else { draw.knob(draw.by_precision(-21.0, -50.0), 0.0) };
    let way = grid.snap_point(scaled(draw.direction(), 2.0 * asked));
    let place = grid.snap_point(draw.ball());
    for (body, shift) in [(&mut a, place), (&mut b, std::array::from_fn(|k| place[k] + way[k]))] {
        for point in body {
            *point = std::array::from_fn(|k| point[k] + shift[k]);
        }
    }
    Pair { a, b, asked, achieved: None }
}
