//! Bodies as engines store them: points in single precision, moved by a rotation and a translation in double precision.
//!
//! The faces of such a body are flat only up to rounding, its parallel edges are parallel only up to rounding, and four
//! points of one face are a tetrahedron with almost no volume.

use super::{Grid, Pose, PosedPair, Profile, RandomSource, Recipe, Role, add, combined, corners, difference_size, scaled};
use crate::case::{Class, Point};

/// Boxes and hulls in singles, placed in doubles.
pub const POSED: Recipe = Recipe {
    name: "posed",
    description: "boxes and hulls in singles, one above the other, both turned and moved in doubles and rounded there",
    knob: "gap / D",
    dimension: 3,
    role: Role::NearContact,
    pose: Pose::Hulls(posed),
    classes: &[Class::Separated],
    in_double: Profile { shares: [400, 0, 0], asked: [-460, -1], achieved: [-46, -1], zeros: 0 },
    in_single: Profile { shares: [400, 0, 0], asked: [-180, -1], achieved: [-18, -1], zeros: 0 },
    checksums: [12733505415166280509, 14204599058809708898],
};

/// The corners of a box, or eight points, in singles: below zero along the third axis, with zero as their greatest
/// height, or above it, with zero as their least.
pub(super) fn model(random: &mut RandomSource, side: f64) -> Vec<Point> {
    let single = |random: &mut RandomSource, low: f64| f64::from(random.between(low, 1.0) as f32);
    let half = [(); 3].map(|()| single(random, 0.125));
    if random.chance(0.5) {
        let corners = corners([-1.0, -1.0, 0.0], [1.0, 1.0, 2.0 * side]).into_iter();
        return corners.map(|p| std::array::from_fn(|i| p[i] * half[i])).collect();
    }
    // A triangle that the third axis crosses, and five points behind it.
    let face = [[half[0], half[1], 0.0], [-half[0], half[1], 0.0], [0.0, -half[1], 0.0]];
    let behind = [(); 5].map(|()| [single(random, -1.0), single(random, -1.0), side * single(random, 0.125)]);
    face.into_iter().chain(behind).collect()
}

fn posed(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let (below, above) = (model(random, -1.0), model(random, 1.0));
    let axes = random.rotation();
    let translation = scaled(random.ball(), 1.0);
    let asked = random.knob(random.by_precision(-18.0, -46.0), 0.0);
    let at = |points: &[Point], lift: f64| -> Vec<Point> {
        let translation = add(translation, scaled(axes[2], lift));
        // Each operation of the rotation and of the translation is rounded.
        points.iter().map(|point| grid.snap_point(add(combined(axes, *point), translation))).collect()
    };
    let a = at(&below, 0.0);
    let size = difference_size(&a, &at(&above, 0.0));
    PosedPair::of_hulls(a, at(&above, asked * size), asked, None)
}
