//! Thin bodies: needles, plates and slivers, whose faces are badly conditioned.

use super::translation::random_translation;
use super::{
    Grid, Pose, PosedPair, Profile, RandomSource, Recipe, Role, add, combined, dot, exponent_of, mean, scaled, snapped,
    subtract,
};
use crate::case::Point;

/// Long and thin bodies.
pub const NEEDLE: Recipe = Recipe {
    name: "needle",
    description: "needles next to and across needles and round bodies, ever thinner",
    knob: "width / length",
    dimension: 3,
    role: Role::Thin,
    pose: Pose::Hulls(needle),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [264, 0, 136], asked: [-400, -1], achieved: [-40, 0], zeros: 0 },
    in_single: Profile { shares: [258, 0, 142], asked: [-170, -1], achieved: [-17, 0], zeros: 0 },
    checksums: [1052850532814106115, 15049362715220908909],
};

/// Long and thin bodies in the plane.
pub const NEEDLE_2D: Recipe = Recipe {
    name: "needle-2d",
    dimension: 2,
    in_double: Profile { shares: [228, 0, 172], asked: [-400, -1], achieved: [-41, 0], zeros: 0 },
    in_single: Profile { shares: [224, 0, 176], asked: [-170, -1], achieved: [-18, 0], zeros: 0 },
    checksums: [13201160516775484156, 15729069400489982911],
    ..NEEDLE
};

/// Plates.
pub const FLAT: Recipe = Recipe {
    name: "flat",
    description: "plates next to and across plates and round bodies, ever thinner",
    knob: "thickness / width",
    dimension: 3,
    role: Role::Thin,
    pose: Pose::Hulls(plate),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [238, 0, 162], asked: [-400, -1], achieved: [-41, -1], zeros: 0 },
    in_single: Profile { shares: [239, 0, 161], asked: [-170, -1], achieved: [-18, 0], zeros: 0 },
    checksums: [3107825474515163649, 11758690942304750220],
};

/// Triangles and tetrahedra with nearly collinear vertices.
pub const SLIVER: Recipe = Recipe {
    name: "sliver",
    description: "triangles and tetrahedra, ever nearer to a segment",
    knob: "height / length",
    dimension: 3,
    role: Role::Thin,
    pose: Pose::Hulls(sliver),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [192, 84, 124], asked: [-400, -1], achieved: [-40, -1], zeros: 0 },
    in_single: Profile { shares: [178, 94, 128], asked: [-170, -1], achieved: [-17, -1], zeros: 0 },
    checksums: [12656904498759865252, 13873363428840008975],
};

fn thinness(random: &RandomSource) -> f64 {
    random.knob(random.by_precision(-17.0, -40.0), 0.0)
}

/// Eight random points of the unit sphere, stretched along the columns of a rotation.
fn ellipsoid(random: &mut RandomSource, columns: [Point; 3], semi_axes: [f64; 3]) -> Vec<Point> {
    let stretched = |p: Point| std::array::from_fn(|k| semi_axes[k] * p[k]);
    (0..8).map(|_| combined(columns, stretched(random.direction()))).collect()
}

/// The two bodies are placed without regard to their thinness (see [`random_translation`]); half of the thin pairs are
/// parallel.
fn thin_pair(
    random: &mut RandomSource,
    semi_axes: [f64; 3],
    asked: f64,
    thinness: fn(&[Point], [Point; 3]) -> f64,
) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let columns = random.rotation();
    let a = ellipsoid(random, columns, semi_axes);
    let b = match random.below(4) {
        0 => ellipsoid(random, columns, [0.5; 3]),
        1 => {
            let columns = random.rotation();
            ellipsoid(random, columns, semi_axes)
        }
        _ => ellipsoid(random, columns, semi_axes),
    };
    let shift = random_translation(random, &a, &b, f64::from(exponent_of(asked)).max(random.by_precision(-18.0, -40.0)));
    let centre = scaled(random.ball(), 0.5);
    let (a, b) = (snapped(&a, centre, grid), snapped(&b, add(shift, centre), grid));
    let achieved = Some(thinness(&a, columns));
    PosedPair::of_hulls(a, b, asked, achieved)
}

/// The greatest distance of a point from the mean of the body, within the space of these axes.
fn extent(points: &[Point], along: &[Point]) -> f64 {
    let centre = mean(points);
    let square = |p: &Point| along.iter().map(|axis| dot(subtract(*p, centre), *axis)).map(|x| x * x).sum::<f64>();
    points.iter().map(square).fold(0.0, f64::max).sqrt()
}

fn needle(random: &mut RandomSource) -> PosedPair {
    let asked = thinness(random);
    thin_pair(random, [1.0, asked, asked], asked, |points, axes| extent(points, &axes[1..]) / extent(points, &axes[..1]))
}

fn plate(random: &mut RandomSource) -> PosedPair {
    let asked = thinness(random);
    thin_pair(random, [1.0, 1.0, asked], asked, |points, axes| extent(points, &axes[2..]) / extent(points, &axes[..2]))
}

/// A body with ends at ±1 along an axis, and one or two vertices between them at this height.
fn sliver_body(random: &mut RandomSource, height: f64) -> Vec<Point> {
    let [axis, across, up] = random.rotation();
    let mut points = vec![axis, scaled(axis, -1.0)];
    let between = random.between(-0.9, 0.9);
    points.push(add(scaled(axis, between), scaled(across, height)));
    if random.chance(0.5) {
        let between = random.between(-0.9, 0.9);
        points.push(add(scaled(axis, between), scaled(up, height)));
    }
    points
}

fn sliver(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let asked = thinness(random);
    let (a, b) = (sliver_body(random, 2.0 * asked), sliver_body(random, 2.0 * asked));
    let shift = if random.chance(0.25) {
        let (i, j) = (random.below(a.len() as u64) as usize, random.below(b.len() as u64) as usize);
        subtract(a[i], b[j])
    } else {
        random_translation(random, &a, &b, random.by_precision(-18.0, -40.0))
    };
    let centre = scaled(random.ball(), 0.5);
    let (a, b) = (snapped(&a, centre, grid), snapped(&b, add(shift, centre), grid));
    let axis = subtract(a[1], a[0]);
    let length = dot(axis, axis).sqrt();
    let height = |p: &Point| {
        let q = subtract(*p, a[0]);
        let across = subtract(q, scaled(axis, dot(q, axis) / (length * length)));
        dot(across, across).sqrt() / length
    };
    let achieved = Some(a[2..].iter().map(height).fold(0.0, f64::max));
    PosedPair::of_hulls(a, b, asked, achieved)
}
