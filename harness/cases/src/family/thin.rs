//! Thin bodies: needles, plates and slivers, whose faces are badly conditioned.

use super::generic::mean;
use super::grid::exponent_of;
use super::place::{add, dot, scaled, snapped, subtract};
use super::{Draw, Grid, Pair, Recipe, place};
use crate::case::Point;

/// Long and thin.
pub const NEEDLE: Recipe = Recipe {
    name: "needle",
    description: "needles beside and across needles and round bodies, ever thinner",
    knob: "width / length",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: false,
    pose: needle,
};

/// Long and thin in the plane.
pub const NEEDLE_2D: Recipe = Recipe { name: "needle-2d", dimension: 2, ..NEEDLE };

/// Plates.
pub const FLAT: Recipe = Recipe {
    name: "flat",
    description: "plates beside and across plates and round bodies, ever thinner",
    knob: "thickness / width",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: false,
    pose: plate,
};

/// Triangles and tetrahedra with nearly collinear vertices.
pub const SLIVER: Recipe = Recipe {
    name: "sliver",
    description: "triangles and tetrahedra, ever nearer to a segment",
    knob: "height / length",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: false,
    pose: sliver,
};

fn thinness(draw: &Draw) -> f64 {
    draw.knob(draw.by_precision(-17.0, -40.0), 0.0)
}

/// Eight random points of the unit sphere, stretched along the columns of a rotation.
fn ellipsoid(draw: &mut Draw, columns: [Point; 3], semi_axes: [f64; 3]) -> Vec<Point> {
    let one = |p: Point| {
        let along = |k: usize| scaled(columns[k], semi_axes[k] * p[k]);
        add(add(along(0), along(1)), along(2))
    };
    (0..8).map(|_| draw.direction()).map(one).collect()
}

/// The two are placed without regard to their thinness (see [`place`]); half of the thin pairs are parallel.
fn thin_pair(draw: &mut Draw, semi_axes: [f64; 3], asked: f64, thinness: fn(&[Point], [Point; 3]) -> f64) -> Pair {
    let grid = Grid::common(draw.arithmetic());
    let columns = draw.rotation();
    let a = ellipsoid(draw, columns, semi_axes);
    let b = match draw.below(4) {
        0 => ellipsoid(draw, columns, [0.5; 3]),
        1 => {
            let columns = draw.rotation();
            ellipsoid(draw, columns, semi_axes)
        }
        _ => ellipsoid(draw, columns, semi_axes),
    };
    let shift = place(draw, &a, &b, f64::from(exponent_of(asked)).max(draw.by_precision(-18.0, -40.0)));
    let centre = scaled(draw.ball(), 0.5);
    let (a, b) = (snapped(&a, centre, grid), snapped(&b, add(shift, centre), grid));
    let achieved = Some(thinness(&a, columns));
    Pair { a, b, asked, achieved }
}

/// The greatest extent of a body across a line or along a normal, by that across the others.
fn extent(points: &[Point], along: &[Point]) -> f64 {
    let centre = mean(points);
    let square = |p: &Point| along.iter().map(|axis| dot(subtract(*p, centre), *axis)).map(|x| x * x).sum::<f64>();
    points.iter().map(square).fold(0.0, f64::max).sqrt()
}

fn needle(draw: &mut Draw) -> Pair {
    let asked = thinness(draw);
    thin_pair(draw, [1.0, asked, asked], asked, |points, axes| extent(points, &axes[1..]) / extent(points, &axes[..1]))
}

fn plate(draw: &mut Draw) -> Pair {
    let asked = thinness(draw);
    thin_pair(draw, [1.0, 1.0, asked], asked, |points, axes| extent(points, &axes[2..]) / extent(points, &axes[..2]))
}

/// Ends at ±1 of an axis, and one or two vertices between them at the height.
fn sliver_body(draw: &mut Draw, height: f64) -> Vec<Point> {
    let [axis, across, up] = draw.rotation();
    let mut points = vec![axis, scaled(axis, -1.0)];
    let between = draw.between(-0.9, 0.9);
    points.push(add(scaled(axis, between), scaled(across, height)));
    if draw.chance(0.5) {
        let between = draw.between(-0.9, 0.9);
        points.push(add(scaled(axis, between), scaled(up, height)));
    }
    points
}

fn sliver(draw: &mut Draw) -> Pair {
    let grid = Grid::common(draw.arithmetic());
    let asked = thinness(draw);
    let (a, b) = (sliver_body(draw, 2.0 * asked), sliver_body(draw, 2.0 * asked));
    let shift = if draw.chance(0.25) {
        let (i, j) = (draw.below(a.len() as u64) as usize, draw.below(b.len() as u64) as usize);
        subtract(a[i], b[j])
    } else {
        place(draw, &a, &b, draw.by_precision(-18.0, -40.0))
    };
    let centre = scaled(draw.ball(), 0.5);
    let (a, b) = (snapped(&a, centre, grid), snapped(&b, add(shift, centre), grid));
    let axis = subtract(a[1], a[0]);
    let length = dot(axis, axis).sqrt();
    let height = |p: &Point| {
        let q = subtract(*p, a[0]);
        let across = subtract(q, scaled(axis, dot(q, axis) / (length * length)));
        dot(across, across).sqrt() / length
    };
    let achieved = Some(a[2..].iter().map(height).fold(0.0, f64::max));
    Pair { a, b, asked, achieved }
}
