//! The number range: pairs far from the origin, of very different size, and of a tiny or huge scale.

use super::generic::{cloud, mean};
use super::grid::exponent_of;
use super::place::{add, beside, dot, scaled, snapped, subtract};
use super::repeats::base;
use super::{Draw, Grid, Pair, Recipe, power_of_two};

/// Far from the origin of the world.
pub const OFFSET: Recipe = Recipe {
    name: "offset",
    description: "two random bodies ever farther from the origin of the world, on an ever coarser grid",
    knob: "distance from the origin / radius",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: false,
    pose: offset,
};

/// A large and a small body.
pub const SCALE_RATIO: Recipe = Recipe {
    name: "scale-ratio",
    description: "a random body beside, in or across the surface of another, ever smaller",
    knob: "radius of the larger / radius of the smaller",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: false,
    pose: scale_ratio,
};

/// The whole pair scaled.
pub const SCALE: Recipe = Recipe {
    name: "scale",
    description: "two random bodies scaled by a power of two, so far that terms of higher degree leave the number range",
    knob: "radius",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: false,
    pose: scale,
};

/// At an offset of 2^k the unit of the grid is 2^(k − 51) (2^(k − 22) in single precision), but no finer than that of
/// the common grid, so that sums stay exact: at the end of the reach a body has 11 bits (9 in single precision) left.
fn offset(draw: &mut Draw) -> Pair {
    let asked = draw.knob(-1.0, draw.by_precision(14.0, 40.0));
    let exponent = exponent_of(asked);
    let grid = Grid::new(draw.by_precision((exponent - 22).max(-21), (exponent - 51).max(-50)));
    let way = grid.snap_point(scaled(draw.direction(), asked));
    let (a, b) = base(draw, grid);
    let a: Vec<_> = a.iter().map(|point| add(*point, way)).collect();
    let b: Vec<_> = b.iter().map(|point| add(*point, way)).collect();
    let centre = scaled(add(mean(&a), mean(&b)), 0.5);
    Pair { a, b, asked, achieved: Some(dot(centre, centre).sqrt()) }
}

/// The smaller body is placed by its support point at gaps and depths in units of its own radius, or around a random
/// point of the larger.
fn scale_ratio(draw: &mut Draw) -> Pair {
    let grid = Grid::common(draw.arithmetic());
    let asked = draw.knob(0.0, draw.by_precision(10.0, 24.0));
    let radius = 1.0 / asked;
    let a = cloud(draw, 8);
    let b: Vec<_> = cloud(draw, 8).iter().map(|point| scaled(*point, radius)).collect();
    let shift = match draw.below(4) {
        0 => {
            let (i, j) = (draw.below(8) as usize, draw.below(8) as usize);
            let weight = draw.unit();
            add(scaled(a[i], weight), scaled(a[j], 1.0 - weight))
        }
        1 => {
            let depth = -radius * draw.power(-6.0, 0.0);
            beside(draw, &a, &b, depth, 0.0)
        }
        _ => {
            let gap = radius * draw.power(-6.0, 2.0);
            let slide = if draw.chance(0.5) { radius } else { 0.0 };
            beside(draw, &a, &b, gap, slide)
        }
    };
    let (a, b) = (snapped(&a, [0.0; 3], grid), snapped(&b, shift, grid));
    let size = |points: &[_]| {
        let centre = mean(points);
        points.iter().map(|p| subtract(*p, centre)).map(|v| dot(v, v)).fold(0.0, f64::max).sqrt()
    };
    let achieved = Some(size(&a) / size(&b));
    Pair { a, b, asked, achieved }
}

/// Exponents from −300 to 300, in single precision from −40 to 40: every coordinate stays normal or zero.
fn scale(draw: &mut Draw) -> Pair {
    let reach = draw.by_precision(40, 300);
    let exponent = draw.knob_choice(2 * reach + 1) as i32 - reach as i32;
    let radius = power_of_two(exponent);
    let (a, b) = base(draw, Grid::common(draw.arithmetic()));
    let scale = |points: Vec<_>| points.into_iter().map(|point| scaled(point, radius)).collect();
    Pair { a: scale(a), b: scale(b), asked: radius, achieved: Some(radius) }
}
