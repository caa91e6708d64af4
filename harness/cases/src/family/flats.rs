//! Flat bodies in space: polygons in one plane, and points, segments and polygons in any position.
//!
//! The difference of bodies in one plane is flat: it has no interior, so bodies that meet there touch.

use super::contact_frame::{Integers, around};
use super::{ContactFrame, Grid, Pose, PosedPair, Profile, RandomSource, Recipe, Role, scaled};
use crate::case::{Class, Point};

/// Polygons in one slanted plane.
pub const COPLANAR: Recipe = Recipe {
    name: "coplanar",
    description: "polygons of one slanted plane, edge or vertex at an ever smaller gap; a quarter touch, an eighth overlap within",
    knob: "gap / D",
    dimension: 3,
    role: Role::Thin,
    pose: Pose::Hulls(coplanar),
    classes: &[Class::Separated, Class::Touching],
    in_double: Profile { shares: [256, 144, 0], asked: [-400, -1], achieved: [-40, -1], zeros: 144 },
    in_single: Profile { shares: [256, 144, 0], asked: [-160, -1], achieved: [-16, -1], zeros: 144 },
    checksums: [15189204099584124519, 15892962796990742188],
};

/// Points, segments and polygons.
pub const LOWER_DIMENSIONAL: Recipe = Recipe {
    name: "lower-dimensional",
    description: "points, segments, triangles and quadrilaterals in space that meet exactly (a quarter) or are moved from there",
    knob: "gap / D",
    dimension: 3,
    role: Role::Thin,
    pose: Pose::Hulls(lower_dimensional),
    classes: Recipe::SEPARATED_AND_OVERLAPPING,
    in_double: Profile { shares: [179, 63, 158], asked: [-500, -1], achieved: [-50, 0], zeros: 221 },
    in_single: Profile { shares: [190, 63, 147], asked: [-210, -1], achieved: [-23, 0], zeros: 210 },
    checksums: [5731648678573272745, 10874582049494027217],
};

/// A polygon in the plane of along and up, on one side: an edge at height zero, or a vertex, and three points behind
/// it.
fn polygon(random: &mut RandomSource, steps: i64, side: i64) -> Vec<Integers> {
    let mut points: Vec<Integers> =
        if random.chance(0.5) { around(random, steps, 0, 0).into_iter().take(2).collect() } else { vec![[0; 3]] };
    for _ in 0..3 {
        points.push([random.integer(-steps, steps), 0, side * random.integer(steps / 8, steps)]);
    }
    for point in &mut points {
        point[1] = 0;
    }
    points
}

/// Heights are whole steps of the frame, since a finer lift would move the body out of the plane.
fn coplanar(random: &mut RandomSource) -> PosedPair {
    let frame = ContactFrame::new(random);
    let (a, mut b) = (polygon(random, frame.steps, -1), polygon(random, frame.steps, 1));
    let (asked, rise) = match random.below(8) {
        0 | 1 => (0.0, 0),
        2 => (0.0, -random.integer(1, frame.steps / 4)),
        _ => {
            let asked = random.knob(random.by_precision(-16.0, -40.0), 0.0);
            (asked, ((asked * 2.0 * frame.steps as f64).round_ties_even() as i64).max(1))
        }
    };
    for point in &mut b {
        point[2] += rise;
    }
    PosedPair::of_hulls(frame.points(&a, [0; 3]), frame.points(&b, [0; 3]), asked, None)
}

/// A point, a segment, a triangle or a quadrilateral that contains zero exactly, as a vertex or inside.
fn flat(random: &mut RandomSource, grid: Grid) -> Vec<Point> {
    let mut vector = || grid.snap_point(random.ball());
    let (d, e) = (vector(), vector());
    let minus = |p: Point| p.map(|x| 0.0 - x);
    let both = std::array::from_fn(|k| d[k] + e[k]);
    match random.below(8) {
        0 => vec![[0.0; 3]],
        1 => vec![[0.0; 3], d],
        2 => vec![minus(d), d],
        3 => vec![[0.0; 3], d, e],
        4 => vec![minus(d), d, e],
        5 => vec![minus(both), d, e],
        6 => vec![[0.0; 3], d, e, both],
        _ => vec![minus(d), d, minus(e), e],
    }
}

fn lower_dimensional(random: &mut RandomSource) -> PosedPair {
    let grid = Grid::common(random.arithmetic());
    let (mut a, mut b) = (flat(random, grid), flat(random, grid));
    let asked = if random.chance(0.25) { 0.0 } else { random.knob(random.by_precision(-21.0, -50.0), 0.0) };
    let offset = grid.snap_point(scaled(random.direction(), 2.0 * asked));
    let centre = grid.snap_point(random.ball());
    for (body, shift) in [(&mut a, centre), (&mut b, std::array::from_fn(|k| centre[k] + offset[k]))] {
        for point in body {
            *point = std::array::from_fn(|k| point[k] + shift[k]);
        }
    }
    PosedPair::of_hulls(a, b, asked, None)
}
