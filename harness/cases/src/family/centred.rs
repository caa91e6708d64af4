//! Bodies around one centre: the depth is attained along several directions at once, and every simplex of few vertices
//! is near the origin.

use super::{Grid, Pose, PosedPair, Profile, RandomSource, Recipe, Role, add, combined, corners, difference_size, dot, scaled};
use crate::case::{Class, Point};

/// Regular solids.
pub const SYMMETRIC: Recipe = Recipe {
    name: "symmetric",
    description: "cubes, octahedra, tetrahedra and prisms around one centre or nearly so, some of them equal",
    knob: "offset of the centres / D",
    dimension: 3,
    role: Role::Depth,
    pose: Pose::Hulls(symmetric),
    classes: &[Class::Overlapping],
    in_double: Profile { shares: [0, 0, 400], asked: [-470, -31], achieved: [-47, -4], zeros: 96 },
    in_single: Profile { shares: [0, 0, 400], asked: [-190, -31], achieved: [-20, -4], zeros: 96 },
    checksums: [5486856554262920792, 778782838436594902],
};

/// Regular polygons.
pub const SYMMETRIC_2D: Recipe = Recipe {
    name: "symmetric-2d",
    description: "triangles, squares and octagons around one centre or nearly so, some of them equal",
    dimension: 2,
    in_double: Profile { shares: [0, 0, 400], asked: [-469, -31], achieved: [-47, -4], zeros: 123 },
    in_single: Profile { shares: [0, 0, 400], asked: [-190, -31], achieved: [-19, -4], zeros: 123 },
    checksums: [8056116084570383876, 15386361854329970815],
    ..SYMMETRIC
};

/// Prisms of many sides.
pub const PRISMS: Recipe = Recipe {
    name: "prisms",
    description: "prisms of many sides deep in each other, turned alike or not",
    knob: "number of sides",
    dimension: 3,
    role: Role::Depth,
    pose: Pose::Hulls(prisms),
    classes: &[Class::Overlapping],
    in_double: Profile { shares: [0, 0, 400], asked: [15, 69], achieved: [1, 7], zeros: 0 },
    in_single: Profile { shares: [0, 0, 400], asked: [15, 69], achieved: [1, 7], zeros: 0 },
    checksums: [8252548278495691715, 8845763205515733407],
};

/// Points of spheres with one centre.
pub const CONCENTRIC: Recipe = Recipe {
    name: "concentric",
    description: "points of two spheres with one centre, on a spiral or at random",
    knob: "number of points",
    pose: Pose::Hulls(concentric),
    in_double: Profile { shares: [0, 0, 400], asked: [20, 80], achieved: [2, 8], zeros: 0 },
    in_single: Profile { shares: [0, 0, 400], asked: [20, 80], achieved: [2, 8], zeros: 0 },
    checksums: [5079777303094491514, 16892470961347023319],
    ..PRISMS
};

/// Points of circles with one centre.
pub const DEEP_2D: Recipe = Recipe {
    name: "deep-2d",
    description: "polygons whose corners lie on two circles with one centre, evenly or at random",
    knob: "number of points",
    dimension: 2,
    pose: Pose::Hulls(concentric),
    in_double: Profile { shares: [0, 0, 400], asked: [20, 80], achieved: [2, 8], zeros: 0 },
    in_single: Profile { shares: [0, 0, 400], asked: [20, 80], achieved: [2, 8], zeros: 0 },
    checksums: [11091768907281102412, 16358082588936530092],
    ..PRISMS
};

/// The corners of a regular polygon of circumradius one, with the first corner at this angle.
fn polygon(sides: usize, turned: f64) -> Vec<Point> {
    let corner = |i: usize| {
        let angle = turned + std::f64::consts::TAU * i as f64 / sides as f64;
        [angle.cos(), angle.sin(), 0.0]
    };
    (0..sides).map(corner).collect()
}

/// A prism over a polygon, with this half height.
fn prism(base: &[Point], half_height: f64) -> Vec<Point> {
    base.iter().flat_map(|p| [-half_height, half_height].map(|z| [p[0], p[1], z])).collect()
}

/// A solid whose centre is the origin, with coordinates of at most one.
fn solid(random: &mut RandomSource) -> Vec<Point> {
    if random.dimension() == 2 {
        return polygon([3, 4, 4, 8][random.below(4) as usize], 0.0);
    }
    match random.below(5) {
        0 | 1 => corners([-1.0; 3], [1.0; 3]),
        2 => (0..3).flat_map(|axis| [-1.0, 1.0].map(|x| std::array::from_fn(|i| if i == axis { x } else { 0.0 }))).collect(),
        3 => vec![[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]],
        _ => prism(&polygon(3 + random.below(6) as usize, 0.0), 0.5),
    }
}

/// A third of the pairs are equal solids, a third are the same solid in two sizes, and a third are drawn independently;
/// half of the pairs are turned together. One pair in four has exactly one centre; the others have an offset along an
/// axis or in any direction.
fn symmetric(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let a = solid(random);
    let kind = random.below(3);
    let b = if kind < 2 { a.clone() } else { solid(random) };
    let size = if kind == 0 { 1.0 } else { random.integer(2, 8) as f64 / 8.0 };
    let columns = random.rotation();
    let place = random.chance(0.5);
    let turned = |p: Point| if place { combined(columns, p) } else { p };
    let a: Vec<Point> = a.into_iter().map(|p| grid.snap_point(turned(p))).collect();
    let b: Vec<Point> = b.into_iter().map(|p| grid.snap_point(turned(scaled(p, size)))).collect();
    let asked = if random.chance(0.25) { 0.0 } else { random.knob(random.by_precision(-19.0, -47.0), -3.0) };
    let along = if random.chance(0.5) {
        let axis = random.below(u64::from(random.dimension())) as usize;
        std::array::from_fn(|i| if i == axis { 1.0 } else { 0.0 })
    } else {
        random.direction()
    };
    let offset = grid.snap_point(scaled(along, asked * difference_size(&a, &b)));
    let b: Vec<Point> = b.into_iter().map(|p| add(p, offset)).collect();
    let achieved = dot(offset, offset).sqrt() / difference_size(&a, &b);
    // Both bodies are moved alike, so that the offset stays exact.
    let place = if random.chance(0.5) { [0.0; 3] } else { grid.snap_point(scaled(random.ball(), 1.0)) };
    let moved = |points: Vec<Point>| points.into_iter().map(|p| add(p, place)).collect();
    PosedPair::of_hulls(moved(a), moved(b), asked, Some(achieved))
}

/// Prisms with 3 to 128 sides. B is turned like A, by half a step more, or at random; in three of four cases the
/// centres are a little apart.
fn prisms(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let asked = random.knob(1.585, 7.0);
    let sides = (asked.round() as usize).max(3);
    let step = std::f64::consts::TAU / sides as f64;
    let turned = [0.0, 0.5 * step, random.between(0.0, step)][random.below(3) as usize];
    let (half, other_half) = (random.between(0.25, 1.0), random.between(0.25, 1.0));
    let a = prism(&polygon(sides, 0.0), half);
    let b = prism(&polygon(sides, turned), other_half);
    let columns = random.rotation();
    let is_turned = random.chance(0.5);
    let offset = if random.chance(0.25) { [0.0; 3] } else { scaled(random.ball(), 0.25) };
    let place = |p: Point| grid.snap_point(if is_turned { combined(columns, p) } else { p });
    let a = a.into_iter().map(place).collect();
    let b = b.into_iter().map(|p| place(add(p, offset))).collect();
    PosedPair::of_hulls(a, b, asked, Some(sides as f64))
}

/// Bodies of 4 to 260 points. The second sphere has the same radius, half of it or a quarter of it; the centres
/// coincide except in a quarter of the cases.
fn concentric(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let is_plane = random.dimension() == 2;
    let asked = random.knob(2.0, 8.03);
    let count = asked.round() as usize;
    let mut of = |radius: f64| -> Vec<Point> {
        // A few random points need not surround the centre.
        let spread = random.chance(0.5) || count < 16;
        let turned = random.between(0.0, std::f64::consts::TAU);
        let point = |i: usize| match (spread, is_plane) {
            (true, true) => polygon(count, turned)[i],
            (true, false) => {
                // The golden spiral.
                let z = 1.0 - (2.0 * i as f64 + 1.0) / count as f64;
                let (ring, angle) = ((1.0 - z * z).sqrt(), 2.399_963_229_728_653 * i as f64 + turned);
                [ring * angle.cos(), ring * angle.sin(), z]
            }
            (false, _) => random.direction(),
        };
        (0..count).map(point).map(|p| grid.snap_point(scaled(p, radius))).collect::<Vec<_>>()
    };
    let a = of(1.0);
    let b = of(1.0);
    let size = [1.0, 0.5, 0.25][random.below(3) as usize];
    let offset = if random.chance(0.25) { scaled(random.ball(), 0.0625) } else { [0.0; 3] };
    let b = b.into_iter().map(|p| grid.snap_point(add(scaled(p, size), offset))).collect();
    PosedPair::of_hulls(a, b, asked, Some(count as f64))
}
