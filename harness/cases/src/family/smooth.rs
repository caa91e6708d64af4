//! Smooth bodies: hulls of many points on spheres and ellipsoids, with faces that are almost parallel.

use super::translation::random_translation;
use super::{Grid, Pose, PosedPair, Profile, RandomSource, Recipe, Role, add, combined, scaled, snapped};
use crate::case::Point;

/// Spheres and ellipsoids of 8 to 1024 points.
pub const SMOOTH: Recipe = Recipe {
    name: "smooth",
    description: "hulls of 8 to 1024 random points on spheres and ellipsoids, from near contact to far, some overlapping",
    knob: "points per body",
    dimension: 3,
    role: Role::Ordinary,
    pose: Pose::Hulls(smooth),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [168, 0, 232], asked: [30, 100], achieved: [3, 10], zeros: 0 },
    in_single: Profile { shares: [169, 0, 231], asked: [30, 100], achieved: [3, 10], zeros: 0 },
    checksums: [18134029406860157136, 1485948149695376397],
};

/// Points of a sphere, or of an ellipsoid with semi-axes from 0.3 to 1.
pub(super) fn hull(random: &mut RandomSource, count: usize) -> Vec<Point> {
    if random.chance(0.5) {
        return (0..count).map(|_| random.direction()).collect();
    }
    let columns = random.rotation();
    let columns: [Point; 3] = columns.map(|column| scaled(column, random.between(0.3, 1.0)));
    (0..count).map(|_| combined(columns, random.direction())).collect()
}

fn smooth(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let count = 8 << random.knob_choice(8);
    let (a, b) = (hull(random, count), hull(random, count));
    let shift = random_translation(random, &a, &b, random.by_precision(-16.0, -30.0));
    let centre = scaled(random.ball(), 0.5);
    let (a, b) = (snapped(&a, centre, grid), snapped(&b, add(shift, centre), grid));
    PosedPair::of_hulls(a, b, count as f64, Some(count as f64))
}
