//! Bodies that are no hulls of points: with radii, curved, and unions of convex parts.
//!
//! Two bodies are placed on both sides of a plane with their support points along its normal face to face, so that the gap of
//! the plane is their distance but for the rounding of coordinates; for bodies pressed in, it is negative. Lengths and the
//! entries of rotations lie on the arithmetic's common grid.

use gjk_support::SupportMap;
use nalgebra::Vector3;

use super::place::{add, dot, scaled, subtract};
use super::{Draw, Grid};
use crate::body::Curved;
use crate::case::{Body, Case, Knob, Point, Shape};

/// Two bodies as a family poses them, before they are a case.
pub struct BodyPair {
    /// One body.
    pub a: Body,
    /// The other.
    pub b: Body,
    /// The knob asked for.
    pub asked: f64,
}

impl BodyPair {
    /// The case with the roles in random order.
    pub fn into_case(mut self, draw: &mut Draw, name: &str, seed: u64, index: u64) -> Case {
        if draw.chance(0.5) {
            std::mem::swap(&mut self.a, &mut self.b);
        }
        Case {
            id: format!("{name}:{seed}:{index}"),
            dimension: draw.dimension(),
            home: None,
            a: self.a,
            b: self.b,
            expect: None,
            source: None,
            note: None,
            family: Some(name.to_owned()),
            knob: Some(Knob { asked: self.asked, achieved: None }),
        }
    }
}

/// The farthest point of a body along a direction, in doubles.
fn support(body: &Body, direction: Point) -> Point {
    let reach = |point: &Point| dot(*point, direction);
    let farther = |p: Point, q: Point| if reach(&q) > reach(&p) { q } else { p };
    let points = match body {
        Body::Points(points) => points.iter().copied().reduce(farther),
        Body::Rounded { points, radius } => {
            points.iter().copied().reduce(farther).map(|point| add(point, scaled(direction, *radius)))
        }
        Body::Curved(curved) => curved.mapping::<f64, 3>().map(|map| map.support(&Vector3::from(direction), None).0.into()),
        Body::Union(parts) => parts.iter().map(|part| support(part, direction)).reduce(farther),
    };
    points.unwrap_or([0.0; 3])
}

/// Moves a body, and puts its points and its centre on the grid.
fn moved(body: &mut Body, shift: Point, grid: Grid) {
    let place = |point: &mut Point| *point = grid.snap_point(add(*point, shift));
    match body {
        Body::Points(points) | Body::Rounded { points, .. } => points.iter_mut().for_each(place),
        Body::Curved(curved) => place(&mut curved.center),
        Body::Union(parts) => parts.iter_mut().for_each(|part| moved(part, shift, grid)),
    }
}

/// Half the size of two bodies around the origin: of their reach along the axes.
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

/// How two bodies are placed: five of eight apart at the knob's gap, two pressed in by as much, one with a point of each near a
/// point of the other.
fn place(draw: &mut Draw, mut a: Body, mut b: Body, least: f64) -> BodyPair {
    let grid = Grid::common(draw.arithmetic());
    let knob = draw.knob(least, 0.0);
    let direction = draw.direction();
    let size = half_size(&a, &b);
    let (asked, gap) = match draw.below(8) {
        0 => (0.0, None),
        1 | 2 => (knob.min(0.25), Some(-knob.min(0.25))),
        _ => (knob, Some(knob)),
    };
    let contact = subtract(support(&a, direction), support(&b, scaled(direction, -1.0)));
    let shift = match gap {
        Some(gap) => add(contact, scaled(direction, gap * size)),
        None => scaled(draw.ball(), 0.25 * size),
    };
    let place = scaled(draw.ball(), 0.5);
    moved(&mut a, place, grid);
    moved(&mut b, add(place, shift), grid);
    BodyPair { a, b, asked }
}

/// Points in a ball of a radius around a centre.
fn cloud(draw: &mut Draw, count: u64, center: Point, radius: f64) -> Vec<Point> {
    let grid = Grid::common(draw.arithmetic());
    (0..count).map(|_| grid.snap_point(add(center, scaled(draw.ball(), radius)))).collect()
}

/// A ball, a capsule or a rounded hull of up to eight points.
fn round(draw: &mut Draw, center: Point) -> Body {
    let grid = Grid::common(draw.arithmetic());
    let count = match draw.below(4) {
        0 => 1,
        1 => 2,
        _ => 3 + draw.below(6),
    };
    let points = cloud(draw, count, center, 0.75);
    Body::Rounded { points, radius: grid.snap(draw.power(-8.0, -1.0)) }
}

/// An ellipsoid, a cylinder or a cone of sizes from 1/16 to 1, turned.
fn curved(draw: &mut Draw, center: Point) -> Body {
    let grid = Grid::common(draw.arithmetic());
    let mut size = || grid.snap(draw.power(-4.0, 0.0));
    let sizes = [size(), size(), size()];
    let shape = match draw.below(3) {
        0 => Shape::Ellipsoid { semi_axes: sizes },
        1 => Shape::Cylinder { radius: sizes[0], half_height: sizes[1] },
        _ => Shape::Cone { radius: sizes[0], half_height: sizes[1] },
    };
    let columns = draw.rotation();
    let rotation = std::array::from_fn(|row| std::array::from_fn(|column| grid.snap(columns[column][row])));
    Body::Curved(Curved { shape, center: grid.snap_point(center), rotation })
}

/// One in eight of them touch exactly: the supports along an axis are exactly as far apart as the radii are long.
pub fn rounded_pair(draw: &mut Draw) -> BodyPair {
    let a = round(draw, [0.0; 3]);
    let b = if draw.chance(0.75) { round(draw, [0.0; 3]) } else { Body::Points(cloud(draw, 8, [0.0; 3], 0.75)) };
    if draw.below(8) > 0 {
        return place(draw, a, b, draw.by_precision(-18.0, -44.0));
    }
    let mut b = b;
    let mut direction = [0.0; 3];
    direction[draw.below(3) as usize] = if draw.chance(0.5) { 1.0 } else { -1.0 };
    let shift = subtract(support(&a, direction), support(&b, scaled(direction, -1.0)));
    moved(&mut b, shift, Grid::common(draw.arithmetic()));
    BodyPair { a, b, asked: 0.0 }
}

/// A curved body, and another, a rounded hull or a hull of points.
pub fn curved_pair(draw: &mut Draw) -> BodyPair {
    let a = curved(draw, [0.0; 3]);
    let b = match draw.below(4) {
        0 => Body::Points(cloud(draw, 8, [0.0; 3], 0.75)),
        1 => round(draw, [0.0; 3]),
        _ => curved(draw, [0.0; 3]),
    };
    place(draw, a, b, draw.by_precision(-17.0, -40.0))
}

/// Scattered parts, of which in one of three cases some are rounded or curved; or a body between the prongs of a fork, within
/// its convex hull.
pub fn union_pair(draw: &mut Draw) -> BodyPair {
    if draw.chance(0.25) {
        return forked(draw);
    }
    let mixed = draw.chance(1.0 / 3.0);
    let mut union = |least: u64| {
        let count = least + draw.below(3);
        let part = |draw: &mut Draw| {
            let center = draw.ball();
            match draw.below(4) {
                0 if mixed => round(draw, center),
                1 if mixed => curved(draw, center),
                _ => {
                    let count = 4 + draw.below(5);
                    Body::Points(cloud(draw, count, center, 0.5))
                }
            }
        };
        Body::Union((0..count).map(|_| part(draw)).collect())
    };
    let (a, b) = (union(2), union(1));
    place(draw, a, b, draw.by_precision(-17.0, -44.0))
}

/// Two prongs and the bar that joins them; between the prongs a hull, at the knob's gap from one of them or in it.
fn forked(draw: &mut Draw) -> BodyPair {
    let grid = Grid::common(draw.arithmetic());
    let columns = draw.rotation();
    let center = scaled(draw.ball(), 0.5);
    let turn = |p: Point| -> Point {
        let across = add(scaled(columns[0], p[0]), scaled(columns[1], p[1]));
        grid.snap_point(add(center, add(across, scaled(columns[2], p[2]))))
    };
    let block = |low: Point, high: Point| -> Body {
        let corner = |bits: usize| turn(std::array::from_fn(|i| if bits >> i & 1 == 1 { high[i] } else { low[i] }));
        Body::Points((0..8).map(corner).collect())
    };
    let fork = Body::Union(vec![
        block([-1.0, -0.25, 0.5], [1.0, 0.25, 0.75]),
        block([-1.0, -0.25, -0.75], [1.0, 0.25, -0.5]),
        block([-1.25, -0.25, -0.75], [-1.0, 0.25, 0.75]),
    ]);
    let knob = draw.knob(draw.by_precision(-17.0, -44.0), -3.0);
    let gap = if draw.chance(0.375) { -knob } else { knob };
    let mut inner = cloud(draw, 8, [0.0; 3], 0.25);
    let highest = inner.iter().map(|p| p[2]).fold(f64::NEG_INFINITY, f64::max);
    let lift = 0.5 - gap * 2.0 - highest;
    for point in &mut inner {
        *point = turn(add(*point, [0.0, 0.0, lift]));
    }
    BodyPair { a: fork, b: Body::Points(inner), asked: knob }
}
