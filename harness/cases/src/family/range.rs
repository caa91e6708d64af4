//! The number range: pairs far from the origin, of very different sizes, and at a tiny or huge scale.

use super::generic::cloud;
use super::repeats::base;
use super::{
    Grid, Pose, PosedPair, Profile, RandomSource, Recipe, Role, add, beside, dot, exponent_of, mean, power_of_two, radius,
    scaled, snapped,
};

/// Far from the origin of the world.
pub const OFFSET: Recipe = Recipe {
    name: "offset",
    description: "two random bodies ever farther from the origin of the world, on an ever coarser grid",
    knob: "distance from the origin / radius",
    dimension: 3,
    role: Role::Size,
    pose: Pose::Hulls(offset),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [168, 22, 210], asked: [-10, 399], achieved: [-2, 39], zeros: 0 },
    in_single: Profile { shares: [183, 6, 211], asked: [-10, 139], achieved: [-3, 13], zeros: 0 },
    checksums: [1344302456378259148, 7304621334100545217],
};

/// A large and a small body.
pub const SCALE_RATIO: Recipe = Recipe {
    name: "scale-ratio",
    description: "a random body outside, inside or across the surface of another, ever smaller",
    knob: "radius of the larger / radius of the smaller",
    dimension: 3,
    role: Role::Size,
    pose: Pose::Hulls(scale_ratio),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [218, 0, 182], asked: [0, 239], achieved: [0, 24], zeros: 0 },
    in_single: Profile { shares: [218, 0, 182], asked: [0, 99], achieved: [-1, 10], zeros: 0 },
    checksums: [4825041361658209442, 2565248774075754609],
};

/// The whole pair scaled.
pub const SCALE: Recipe = Recipe {
    name: "scale",
    description: "two random bodies scaled by a power of two, so far that terms of higher degree leave the number range",
    knob: "radius",
    dimension: 3,
    role: Role::Size,
    pose: Pose::Hulls(scale),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [183, 0, 217], asked: [-3000, 3000], achieved: [-300, 300], zeros: 0 },
    in_single: Profile { shares: [185, 0, 215], asked: [-400, 400], achieved: [-40, 40], zeros: 0 },
    checksums: [12552548230072350081, 9534309617318415948],
};

/// At an offset of 2^k the unit of the grid is 2^(k − 51) (2^(k − 22) in single precision), but no finer than the unit
/// of the common grid, so that sums stay exact: at the end of the reach, 11 bits (9 in single precision) remain for a
/// body.
fn offset(random: &mut RandomSource) -> PosedPair {
    let asked = random.knob(-1.0, random.by_precision(14.0, 40.0));
    let exponent = exponent_of(asked);
    let grid = Grid::new(random.by_precision((exponent - 22).max(-21), (exponent - 51).max(-50)));
    let origin = grid.snap_point(scaled(random.direction(), asked));
    let (a, b) = base(random, grid);
    let a: Vec<_> = a.iter().map(|point| add(*point, origin)).collect();
    let b: Vec<_> = b.iter().map(|point| add(*point, origin)).collect();
    let centre = scaled(add(mean(&a), mean(&b)), 0.5);
    PosedPair::of_hulls(a, b, asked, Some(dot(centre, centre).sqrt()))
}

/// The smaller body is placed by its support point at gaps and depths in units of its own radius, or around a random
/// point of the larger body.
fn scale_ratio(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let asked = random.knob(0.0, random.by_precision(10.0, 24.0));
    let own = 1.0 / asked;
    let a = cloud(random, 8);
    let b: Vec<_> = cloud(random, 8).iter().map(|point| scaled(*point, own)).collect();
    let shift = match random.below(4) {
        0 => {
            let (i, j) = (random.below(8) as usize, random.below(8) as usize);
            let weight = random.unit();
            add(scaled(a[i], weight), scaled(a[j], 1.0 - weight))
        }
        1 => {
            let depth = -own * random.power(-6.0, 0.0);
            beside(random, &a, &b, depth, 0.0)
        }
        _ => {
            let gap = own * random.power(-6.0, 2.0);
            let slide = if random.chance(0.5) { own } else { 0.0 };
            beside(random, &a, &b, gap, slide)
        }
    };
    let (a, b) = (snapped(&a, [0.0; 3], grid), snapped(&b, shift, grid));
    let achieved = Some(radius(&a) / radius(&b));
    PosedPair::of_hulls(a, b, asked, achieved)
}

/// Exponents from −300 to 300, or from −40 to 40 in single precision: every coordinate stays normal or zero.
fn scale(random: &mut RandomSource) -> PosedPair {
    let reach = random.by_precision(40, 300);
    let exponent = random.knob_choice(2 * reach + 1) as i32 - reach as i32;
    let radius = power_of_two(exponent);
    let (a, b) = base(random, Grid::common(random.arithmetic()));
    let scale = |points: Vec<_>| points.into_iter().map(|point| scaled(point, radius)).collect();
    PosedPair::of_hulls(scale(a), scale(b), radius, Some(radius))
}
