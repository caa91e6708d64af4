//! Bodies that are not hulls of points: with radii, curved, and unions of convex parts.
//!
//! Two bodies are placed on both sides of a plane such that their support points along its normal face each other. The
//! gap of the plane is then their distance, except for the rounding of coordinates; for bodies that are pressed in, it
//! is negative. Lengths and the entries of rotations lie on the arithmetic's common grid.

use super::{Grid, Pose, PosedPair, Profile, RandomSource, Recipe, Role, add, combined, corners, dot, scaled, subtract};
use crate::body::{Body, Curved, Number, Point, Shape};
use gjk_support::SupportMap;
use nalgebra::Vector3;

/// Bodies with radii.
pub const ROUNDED: Recipe = Recipe {
    name: "rounded",
    description: "balls, capsules and rounded hulls, from far over touching to pressed in and deep",
    knob: "gap / D",
    dimension: 3,
    role: Role::Curved,
    pose: Pose::Bodies(rounded_pair),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [239, 54, 107], asked: [-440, -1], achieved: [-45, 0], zeros: 161 },
    in_single: Profile { shares: [241, 54, 105], asked: [-180, -1], achieved: [-19, 0], zeros: 159 },
    checksums: [17559277645881159251, 4897716628300327798],
};

/// Curved bodies.
pub const CURVED: Recipe = Recipe {
    name: "curved",
    description: "ellipsoids, cylinders and cones next to each other, rounded hulls and hulls",
    pose: Pose::Bodies(curved_pair),
    in_double: Profile { shares: [244, 0, 156], asked: [-400, -1], achieved: [-41, -1], zeros: 156 },
    in_single: Profile { shares: [245, 0, 155], asked: [-170, -1], achieved: [-18, -1], zeros: 155 },
    checksums: [3479130183912415901, 3026994751194310903],
    ..ROUNDED
};

/// Unions.
pub const UNIONS: Recipe = Recipe {
    name: "unions",
    description: "unions of convex parts, scattered, or with the other body between the prongs of a fork",
    pose: Pose::Bodies(union_pair),
    in_double: Profile { shares: [292, 0, 108], asked: [-440, -2], achieved: [-49, -2], zeros: 108 },
    in_single: Profile { shares: [293, 0, 107], asked: [-170, -1], achieved: [-22, -1], zeros: 107 },
    checksums: [11941216981225960167, 12616167295447850780],
    ..ROUNDED
};

/// The farthest point of a body along a direction, in doubles.
fn support(body: &Body, direction: Point) -> Point {
    let of_points = |points: &[Point]| super::support(points, direction);
    match body {
        Body::Points(points) => of_points(points),
        Body::Rounded { points, radius } => add(of_points(points), scaled(direction, *radius)),
        Body::Curved(curved) => {
            let mapping = curved.mapping::<f64, 3>();
            mapping.map_or([0.0; 3], |mapping| mapping.support(&Vector3::from(direction), None).0.into())
        }
        // No family has a half-space, which is unbounded.
        Body::Halfspace { .. } => [0.0; 3],
        Body::Union(parts) => of_points(&parts.iter().map(|part| support(part, direction)).collect::<Vec<_>>()),
    }
}

/// Moves a body, and puts its points and its centre on the grid.
fn moved(body: &mut Body, shift: Point, grid: Grid) {
    body.each_number(&mut |number| {
        if let Number::Position(point) = number {
            *point = grid.snap_point(add(*point, shift));
        }
    });
}

/// The half size of M = A − B for two bodies around the origin: its greatest reach along an axis, in either direction.
fn half_size(a: &Body, b: &Body) -> f64 {
    let mut size: f64 = 0.0;
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let mut direction = [0.0; 3];
            direction[axis] = sign;
            size = size
                .max(dot(support(a, direction), direction) + dot(support(b, scaled(direction, -1.0)), scaled(direction, -1.0)));
        }
    }
    size
}

/// Places two bodies. Five pairs of eight are apart at the knob's gap, two are pressed in by as much, and one has a point
/// of each body near a point of the other.
fn at_the_knob(random: &mut RandomSource, mut a: Body, mut b: Body, least: f64) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let knob = random.knob(least, 0.0);
    let direction = random.direction();
    let size = half_size(&a, &b);
    let (asked, gap) = match random.below(8) {
        0 => (0.0, None),
        1 | 2 => (knob.min(0.25), Some(-knob.min(0.25))),
        _ => (knob, Some(knob)),
    };
    let contact = subtract(support(&a, direction), support(&b, scaled(direction, -1.0)));
    let shift = match gap {
        Some(gap) => add(contact, scaled(direction, gap * size)),
        None => scaled(random.ball(), 0.25 * size),
    };
    let center = scaled(random.ball(), 0.5);
    moved(&mut a, center, grid);
    moved(&mut b, add(center, shift), grid);
    PosedPair { a, b, asked, achieved: None, motion: None }
}

/// Points in the ball with this radius and centre.
fn cloud(random: &mut RandomSource, count: u64, center: Point, radius: f64) -> Vec<Point> {
    let grid = Grid::common(random.arithmetic());
    (0..count).map(|_| grid.snap_point(add(center, scaled(random.ball(), radius)))).collect()
}

/// A ball, a capsule or a rounded hull of up to eight points.
fn round(random: &mut RandomSource, center: Point) -> Body {
    let grid = Grid::common(random.arithmetic());
    let count = match random.below(4) {
        0 => 1,
        1 => 2,
        _ => 3 + random.below(6),
    };
    let points = cloud(random, count, center, 0.75);
    Body::Rounded { points, radius: grid.snap(random.power(-8.0, -1.0)) }
}

/// An ellipsoid, a cylinder or a cone of sizes from 1/16 to 1, turned.
fn curved(random: &mut RandomSource, center: Point) -> Body {
    let grid = Grid::common(random.arithmetic());
    let mut size = || grid.snap(random.power(-4.0, 0.0));
    let sizes = [size(), size(), size()];
    let shape = match random.below(3) {
        0 => Shape::Ellipsoid { semi_axes: sizes },
        1 => Shape::Cylinder { radius: sizes[0], half_height: sizes[1] },
        _ => Shape::Cone { radius: sizes[0], half_height: sizes[1] },
    };
    let columns = random.rotation();
    let rotation = std::array::from_fn(|row| std::array::from_fn(|column| grid.snap(columns[column][row])));
    Body::Curved(Curved { shape, center: grid.snap_point(center), rotation })
}

/// Pairs of bodies with radii. One pair in eight touches exactly: the supports along an axis are exactly as far apart
/// as the sum of the radii.
fn rounded_pair(random: &mut RandomSource) -> PosedPair {
    let a = round(random, [0.0; 3]);
    let b = if random.chance(0.75) { round(random, [0.0; 3]) } else { Body::Points(cloud(random, 8, [0.0; 3], 0.75)) };
    if random.below(8) > 0 {
        return at_the_knob(random, a, b, random.by_precision(-18.0, -44.0));
    }
    let mut b = b;
    let mut direction = [0.0; 3];
    direction[random.below(3) as usize] = if random.chance(0.5) { 1.0 } else { -1.0 };
    let shift = subtract(support(&a, direction), support(&b, scaled(direction, -1.0)));
    moved(&mut b, shift, Grid::common(random.arithmetic()));
    PosedPair { a, b, asked: 0.0, achieved: None, motion: None }
}

/// A curved body and a second body, which is curved, a rounded hull or a hull of points.
fn curved_pair(random: &mut RandomSource) -> PosedPair {
    let a = curved(random, [0.0; 3]);
    let b = match random.below(4) {
        0 => Body::Points(cloud(random, 8, [0.0; 3], 0.75)),
        1 => round(random, [0.0; 3]),
        _ => curved(random, [0.0; 3]),
    };
    at_the_knob(random, a, b, random.by_precision(-17.0, -40.0))
}

/// Scattered parts, in one of three cases with rounded or curved parts among them; or a body between the prongs of a fork,
/// within its convex hull.
fn union_pair(random: &mut RandomSource) -> PosedPair {
    if random.chance(0.25) {
        return forked(random);
    }
    let mixed = random.chance(1.0 / 3.0);
    let mut union = |least: u64| {
        let count = least + random.below(3);
        let part = |random: &mut RandomSource| {
            let center = random.ball();
            match random.below(4) {
                0 if mixed => round(random, center),
                1 if mixed => curved(random, center),
                _ => {
                    let count = 4 + random.below(5);
                    Body::Points(cloud(random, count, center, 0.5))
                }
            }
        };
        Body::Union((0..count).map(|_| part(random)).collect())
    };
    let (a, b) = (union(2), union(1));
    at_the_knob(random, a, b, random.by_precision(-17.0, -44.0))
}

/// Two prongs and the bar that joins them, with a hull between the prongs, at the knob's gap from one of them or
/// pressed into it.
fn forked(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let columns = random.rotation();
    let center = scaled(random.ball(), 0.5);
    let turn = |p: Point| grid.snap_point(add(center, combined(columns, p)));
    let block = |low, high| Body::Points(corners(low, high).into_iter().map(turn).collect());
    let fork = Body::Union(vec![
        block([-1.0, -0.25, 0.5], [1.0, 0.25, 0.75]),
        block([-1.0, -0.25, -0.75], [1.0, 0.25, -0.5]),
        block([-1.25, -0.25, -0.75], [-1.0, 0.25, 0.75]),
    ]);
    let knob = random.knob(random.by_precision(-17.0, -44.0), -3.0);
    let gap = if random.chance(0.375) { -knob } else { knob };
    let mut inner = cloud(random, 8, [0.0; 3], 0.25);
    let highest = inner.iter().map(|p| p[2]).fold(f64::NEG_INFINITY, f64::max);
    let lift = 0.5 - gap * 2.0 - highest;
    for point in &mut inner {
        *point = turn(add(*point, [0.0, 0.0, lift]));
    }
    PosedPair { a: fork, b: Body::Points(inner), asked: knob, achieved: None, motion: None }
}
