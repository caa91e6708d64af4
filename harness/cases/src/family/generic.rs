//! Bodies in general position: eight random points each, from far apart to concentric.

use super::{Grid, Pose, PosedPair, Profile, RandomSource, Recipe, Role, add, dot, mean, scaled, snapped, subtract};
use crate::case::{Class, Point};

/// Eight random points per body.
pub const GENERIC: Recipe = Recipe {
    name: "generic",
    description: "eight random points each, on a sphere or in a ball",
    knob: "distance of the centres / radius",
    dimension: 3,
    role: Role::Ordinary,
    pose: Pose::Hulls(generic),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [221, 0, 179], asked: [-33, 39], achieved: [-4, 4], zeros: 0 },
    in_single: Profile { shares: [221, 0, 179], asked: [-33, 39], achieved: [-4, 4], zeros: 0 },
    checksums: [12917512569341460708, 12099135146120102530],
};

/// Eight random points per body in the plane.
pub const GENERIC_2D: Recipe = Recipe {
    name: "generic-2d",
    description: "eight random points each, on a circle or in a disc",
    dimension: 2,
    in_double: Profile { shares: [188, 0, 212], asked: [-33, 39], achieved: [-6, 4], zeros: 0 },
    in_single: Profile { shares: [188, 0, 212], asked: [-33, 39], achieved: [-6, 4], zeros: 0 },
    checksums: [981554162496142708, 18308335777395139146],
    ..GENERIC
};

/// The origin deep inside the difference, up to coincident centres.
pub const DEEP_OVERLAP: Recipe = Recipe {
    name: "deep-overlap",
    description: "eight random points each around nearly or exactly coincident centres",
    knob: "offset of the centres / radius",
    dimension: 3,
    role: Role::Ordinary,
    pose: Pose::Hulls(deep_overlap),
    classes: &[Class::Overlapping],
    in_double: Profile { shares: [0, 0, 400], asked: [-478, -21], achieved: [-48, -3], zeros: 48 },
    in_single: Profile { shares: [0, 0, 400], asked: [-200, -21], achieved: [-20, -3], zeros: 48 },
    checksums: [14745369263358453739, 42521713963889762],
};

/// The origin deep inside the difference in the plane, up to coincident centres.
pub const OVERLAP_2D: Recipe = Recipe {
    name: "overlap-2d",
    dimension: 2,
    in_double: Profile { shares: [0, 0, 400], asked: [-478, -21], achieved: [-48, -3], zeros: 43 },
    in_single: Profile { shares: [0, 0, 400], asked: [-200, -21], achieved: [-20, -3], zeros: 43 },
    checksums: [7002171079748254848, 5600451607853918976],
    ..DEEP_OVERLAP
};

/// Random points of the unit sphere or, equally often, of the unit ball.
pub fn cloud(random: &mut RandomSource, count: usize) -> Vec<Point> {
    let sphere = random.chance(0.5);
    (0..count).map(|_| if sphere { random.direction() } else { random.ball() }).collect()
}

fn generic(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::wide(random.arithmetic());
    let asked = random.knob(-3.25, 4.0);
    let offset = scaled(random.direction(), 0.5 * asked);
    let a = snapped(&cloud(random, 8), scaled(offset, -1.0), grid);
    let b = snapped(&cloud(random, 8), offset, grid);
    let between = subtract(mean(&b), mean(&a));
    PosedPair::of_hulls(a, b, asked, Some(dot(between, between).sqrt()))
}

/// Eight grid points whose sum is zero: in half of the cases, four points and their reflections.
fn centred(random: &mut RandomSource, grid: Grid) -> Vec<Point> {
    if random.chance(0.5) {
        let half = snapped(&cloud(random, 4), [0.0; 3], grid);
        return half.iter().flat_map(|point| [*point, point.map(|x| 0.0 - x)]).collect();
    }
    loop {
        let mut points = snapped(&cloud(random, 7), [0.0; 3], grid);
        let last = points.iter().fold([0.0; 3], |rest, point| subtract(rest, *point));
        if dot(last, last) < 4.0 {
            points.push(last);
            return points;
        }
    }
}

/// B is moved as a whole on the grid, so the achieved offset is exact; one pair in eight has no offset.
fn deep_overlap(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let (a, b) = (centred(random, grid), centred(random, grid));
    let asked = if random.chance(0.125) { 0.0 } else { random.knob(random.by_precision(-20.0, -48.0), -2.0) };
    let offset = grid.snap_point(scaled(random.direction(), asked));
    let b = b.iter().map(|point| add(*point, offset)).collect();
    PosedPair::of_hulls(a, b, asked, Some(dot(offset, offset).sqrt()))
}
