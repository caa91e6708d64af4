//! Smooth bodies: hulls of many points on spheres and ellipsoids, with faces that are almost parallel.

use super::place::{add, scaled, snapped};
use super::{Draw, Grid, Pair, Recipe, place};
use crate::case::Point;

/// Spheres and ellipsoids of 8 to 1024 points.
pub const SMOOTH: Recipe = Recipe {
    name: "smooth",
    description: "hulls of 8 to 1024 random points on spheres and ellipsoids, from near contact to far, some overlapping",
    knob: "points per body",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: false,
    pose: smooth,
};

/// Points of a sphere, or of an ellipsoid with semi-axes from 0.3 to 1.
pub(super) fn hull(draw: &mut Draw, count: usize) -> Vec<Point> {
    if draw.chance(0.5) {
        return (0..count).map(|_| draw.direction()).collect();
    }
    let columns = draw.rotation();
    let columns: [Point; 3] = columns.map(|column| scaled(column, draw.between(0.3, 1.0)));
    let turn = |p: Point| add(add(scaled(columns[0], p[0]), scaled(columns[1], p[1])), scaled(columns[2], p[2]));
    (0..count).map(|_| draw.direction()).map(turn).collect()
}

fn smooth(draw: &mut Draw) -> Pair {
    let grid = Grid::common(draw.arithmetic());
    let count = 8 << draw.knob_choice(8);
    let (a, b) = (hull(draw, count), hull(draw, count));
    let shift = place(draw, &a, &b, draw.by_precision(-16.0, -30.0));
    let centre = scaled(draw.ball(), 0.5);
    let (a, b) = (snapped(&a, centre, grid), snapped(&b, add(shift, centre), grid));
    Pair { a, b, asked: count as f64, achieved: Some(count as f64) }
}
