//! Overlaps that each make one demand on an algorithm for the depth: to distinguish directions, to find the near side,
//! to work without lengths of its own.

use super::generic::cloud;
use super::{
    Grid, Pose, PosedPair, Profile, RandomSource, Recipe, Role, add, combined, corners, power_of_two, scaled, snapped,
};
use crate::case::{Class, Point};

/// Two directions of almost equal depth.
pub const DEPTH_TIE: Recipe = Recipe {
    name: "depth-tie",
    description: "boxes that overlap along two axes by nearly the same",
    knob: "difference of the two overlaps / D",
    dimension: 3,
    role: Role::Depth,
    pose: Pose::Hulls(depth_tie),
    classes: &[Class::Overlapping],
    in_double: Profile { shares: [0, 0, 400], asked: [-460, -41], achieved: [-46, -5], zeros: 53 },
    in_single: Profile { shares: [0, 0, 400], asked: [-180, -41], achieved: [-18, -5], zeros: 53 },
    checksums: [13087742554012132859, 7142125290278730091],
};

/// Long bodies that the line of the centres leaves through an end, far from the nearest side.
pub const OFF_CENTRE: Recipe = Recipe {
    name: "off-centre",
    description: "long bodies and small ones near a long side: the line of the centres leaves through an end",
    knob: "length / width",
    pose: Pose::Hulls(off_centre),
    in_double: Profile { shares: [0, 0, 400], asked: [5, 119], achieved: [0, 11], zeros: 0 },
    in_single: Profile { shares: [0, 0, 400], asked: [5, 69], achieved: [0, 6], zeros: 0 },
    checksums: [16760685551881120068, 17978675757397061344],
    ..DEPTH_TIE
};

/// Overlaps at all scales.
pub const UNIT_OF_LENGTH: Recipe = Recipe {
    name: "unit-of-length",
    description: "boxes and random hulls that overlap, from a trillionth of the unit of length to a trillion of it",
    knob: "size",
    pose: Pose::Hulls(unit_of_length),
    in_double: Profile { shares: [0, 0, 400], asked: [-400, 400], achieved: [-40, 40], zeros: 0 },
    in_single: Profile { shares: [0, 0, 400], asked: [-400, 400], achieved: [-40, 40], zeros: 0 },
    checksums: [17705003181028240624, 8073726029942133066],
    ..DEPTH_TIE
};

/// Thin plates.
pub const PLATES: Recipe = Recipe {
    name: "plates",
    description: "thin plates in nearly one plane that overlap deeply there, ever thinner",
    knob: "thickness / width",
    pose: Pose::Hulls(plates),
    in_double: Profile { shares: [0, 0, 400], asked: [-420, -21], achieved: [-42, -3], zeros: 0 },
    in_single: Profile { shares: [0, 0, 400], asked: [-150, -21], achieved: [-15, -3], zeros: 0 },
    checksums: [653618595037826449, 13440765777446433694],
    ..DEPTH_TIE
};

/// One body inside the other.
pub const INSIDE: Recipe = Recipe {
    name: "inside",
    description: "a body within another one, ever smaller",
    knob: "size of the inner one / size of the outer one",
    pose: Pose::Hulls(inside),
    in_double: Profile { shares: [0, 0, 400], asked: [-400, -21], achieved: [-40, -3], zeros: 0 },
    in_single: Profile { shares: [0, 0, 400], asked: [-160, -21], achieved: [-16, -3], zeros: 0 },
    checksums: [17570258794516848044, 6224844931922257045],
    ..DEPTH_TIE
};

/// Both bodies, turned together in half of the cases, moved together in half of them, and snapped.
fn placed(random: &mut RandomSource, a: &[Point], b: &[Point], grid: Grid) -> [Vec<Point>; 2] {
    let columns = random.rotation();
    let is_turned = random.chance(0.5);
    let center = if random.chance(0.5) { [0.0; 3] } else { scaled(random.ball(), 0.5) };
    [a, b].map(|points| {
        let turned: Vec<Point> = points.iter().map(|p| if is_turned { combined(columns, *p) } else { *p }).collect();
        snapped(&turned, center, grid)
    })
}

/// The overlap is d along the first axis, d + knob · D along the second, and much more along the third. Boxes that are
/// turned are snapped afterwards, which blurs the difference by the grid.
fn depth_tie(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let knob = random.knob(random.by_precision(-18.0, -46.0), -4.0);
    let asked = if random.chance(0.125) { 0.0 } else { knob };
    let depth = grid.snap(random.between(0.0625, 0.5));
    // D is two widths minus the overlap, along the axes.
    let difference = grid.snap(asked * (2.0 - depth));
    let a = corners([-1.0, -1.0, -1.0], [0.0; 3]);
    let low = [-depth, -depth - difference, -grid.snap(random.between(0.75, 1.0))];
    let b = corners(low, low.map(|x| x + 1.0));
    let [a, b] = placed(random, &a, &b, grid);
    PosedPair::of_hulls(a, b, asked, Some(difference / (2.0 - depth)))
}

/// A is a box or a spindle of half width 1 / knob. B is a point, a box or a hull of a sixteenth of that size, near a
/// long side and off the middle along the length.
fn off_centre(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let asked = random.knob(0.5, random.by_precision(7.0, 12.0));
    let width = 1.0 / asked;
    let a = if random.chance(0.5) {
        corners([-1.0, -width, -width], [1.0, width, width])
    } else {
        let ring = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
        let ends = [-1.0, 1.0].into_iter().flat_map(|x| ring.map(|[y, z]| [0.75 * x, width * y, width * z]));
        ends.chain([[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]).collect()
    };
    let small = 0.0625 * width;
    let b: Vec<Point> = match random.below(3) {
        0 => vec![[0.0; 3]],
        1 => corners([-small; 3], [small; 3]),
        _ => cloud(random, 8).into_iter().map(|p| scaled(p, small)).collect(),
    };
    // Off the middle along the length, towards a long side, and a little off the axis in the third direction.
    let at = [random.between(0.25, 0.5), width * random.between(0.25, 0.5), width * random.between(-0.125, 0.125)];
    let b: Vec<Point> = b.into_iter().map(|p| add(p, at)).collect();
    let [a, b] = placed(random, &a, &b, grid);
    PosedPair::of_hulls(a, b, asked, Some(asked))
}

/// The coordinates of bodies of size one, times a power of two.
fn unit_of_length(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let exponent = random.knob_choice(81) as i32 - 40;
    let unit = power_of_two(exponent);
    let body = |random: &mut RandomSource| {
        let half: [f64; 3] = std::array::from_fn(|_| random.between(0.25, 1.0));
        if random.chance(0.5) { corners(half.map(|x| -x), half) } else { cloud(random, 12) }
    };
    let (a, b) = (body(random), body(random));
    let offset = scaled(random.ball(), 0.25);
    let columns = random.rotation();
    let b: Vec<Point> = b.into_iter().map(|p| add(combined(columns, p), offset)).collect();
    let pair = placed(random, &a, &b, grid).map(|points| points.into_iter().map(|p| scaled(p, unit)).collect());
    let [a, b] = pair;
    PosedPair::of_hulls(a, b, unit, Some(unit))
}

/// Two rectangles or hexagons with a width of at most one and this thickness. They overlap by a quarter or more in
/// their plane, and across it by half of their thickness to all of it.
fn plates(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let asked = random.knob(random.by_precision(-15.0, -42.0), -2.0);
    let half = 0.5 * asked;
    let plate = |random: &mut RandomSource| -> Vec<Point> {
        let outline: Vec<[f64; 2]> = if random.chance(0.5) {
            let [x, y] = [random.between(0.25, 0.5), random.between(0.25, 0.5)];
            vec![[x, y], [-x, y], [-x, -y], [x, -y]]
        } else {
            let corner = |i: u32| {
                let angle = std::f64::consts::TAU * f64::from(i) / 6.0;
                [0.5 * angle.cos(), 0.5 * angle.sin()]
            };
            (0..6).map(corner).collect()
        };
        outline.into_iter().flat_map(|[x, y]| [-half, half].map(|z| [x, y, z])).collect()
    };
    let (a, b) = (plate(random), plate(random));
    let at = [random.between(-0.125, 0.125), random.between(-0.125, 0.125), asked * random.between(0.0, 0.5)];
    let b: Vec<Point> = b.into_iter().map(|p| add(p, at)).collect();
    let [a, b] = placed(random, &a, &b, grid);
    PosedPair::of_hulls(a, b, asked, Some(asked))
}

/// The outer body is a box or an octahedron of size one; the inner body is a cloud or a box of this size somewhere in
/// it.
fn inside(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let asked = random.knob(random.by_precision(-16.0, -40.0), -2.0);
    let a = if random.chance(0.5) {
        corners([-1.0; 3], [1.0; 3])
    } else {
        (0..3).flat_map(|axis| [-1.0, 1.0].map(|x| std::array::from_fn(|i| if i == axis { x } else { 0.0 }))).collect()
    };
    let inner = if random.chance(0.5) { corners([-1.0; 3], [1.0; 3]) } else { cloud(random, 8) };
    let at = scaled(random.ball(), 0.125);
    let b: Vec<Point> = inner.into_iter().map(|p| add(scaled(p, asked), at)).collect();
    let [a, b] = placed(random, &a, &b, grid);
    PosedPair::of_hulls(a, b, asked, Some(asked))
}
