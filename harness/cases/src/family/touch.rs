//! Bodies that touch exactly, in one point or along an edge, in any direction, by construction in integers.
//!
//! The contact plane of a [`ContactFrame`] separates them: A has no point above it, B has no point below it, and the
//! contact point belongs to both. The knob makes the touching feature blunt or sharp.

use super::contact_frame::{Integers, around, scattered};
use super::{ContactFrame, Pose, PosedPair, Profile, RandomSource, Recipe, Role};
use crate::case::Class;

/// Vertex on vertex.
pub const TOUCH_VERTEX_VERTEX: Recipe = Recipe {
    name: "touch-vertex-vertex",
    description: "two tips that share exactly their vertex, ever sharper",
    knob: "width / height of the tips",
    dimension: 3,
    role: Role::Touching,
    pose: Pose::Hulls(|random| touching(random, vertex_vertex)),
    classes: &[Class::Touching],
    in_double: Profile { shares: [0, 400, 0], asked: [-380, -1], achieved: [-39, -1], zeros: 0 },
    in_single: Profile { shares: [0, 400, 0], asked: [-140, -1], achieved: [-15, -1], zeros: 0 },
    checksums: [7231246315248767972, 10550686872953045323],
};

/// Edge across edge.
pub const TOUCH_EDGE_EDGE: Recipe = Recipe {
    name: "touch-edge-edge",
    description: "two roofs whose ridges cross exactly, ever flatter",
    knob: "height / width of the roofs",
    dimension: 3,
    role: Role::Touching,
    pose: Pose::Hulls(|random| touching(random, edge_edge)),
    classes: &[Class::Touching],
    in_double: Profile { shares: [0, 400, 0], asked: [-380, -1], achieved: [-39, -1], zeros: 0 },
    in_single: Profile { shares: [0, 400, 0], asked: [-140, -1], achieved: [-15, -1], zeros: 0 },
    checksums: [17600042866630511898, 5462828183371182072],
};

/// Vertex on face.
pub const TOUCH_VERTEX_FACE: Recipe = Recipe {
    name: "touch-vertex-face",
    description: "a vertex exactly on a face, ever blunter",
    knob: "height / width of the tip",
    dimension: 3,
    role: Role::Touching,
    pose: Pose::Hulls(|random| touching(random, vertex_face)),
    classes: &[Class::Touching],
    in_double: Profile { shares: [0, 400, 0], asked: [-380, -1], achieved: [-39, -1], zeros: 0 },
    in_single: Profile { shares: [0, 400, 0], asked: [-140, -1], achieved: [-15, -1], zeros: 0 },
    checksums: [7355214657366086418, 15568952931819945235],
};

/// Vertex on vertex, vertex on edge and edge on edge in the plane.
pub const TOUCH_2D: Recipe = Recipe {
    name: "touch-2d",
    description: "polygons that touch exactly: vertex on vertex, vertex on edge, edge on edge, ever flatter",
    knob: "height / width of the touching side",
    dimension: 2,
    role: Role::Touching,
    pose: Pose::Hulls(|random| touching(random, plane)),
    classes: &[Class::Touching],
    in_double: Profile { shares: [0, 400, 0], asked: [-380, -1], achieved: [-38, -1], zeros: 0 },
    in_single: Profile { shares: [0, 400, 0], asked: [-140, -1], achieved: [-15, -1], zeros: 0 },
    checksums: [9744255879334129614, 13422687446373141625],
};

/// The coordinates of A and B in a frame, for a knob given as a number of steps.
type Bodies = fn(&mut RandomSource, &ContactFrame, i64) -> [Vec<Integers>; 2];

/// The touching pair. The knob ranges from one down to a single step of the frame.
fn touching(random: &mut RandomSource, bodies: Bodies) -> PosedPair {
    let frame = ContactFrame::new(random);
    let asked = random.knob(random.by_precision(-14.0, -38.0), 0.0);
    let knob = ((asked * frame.steps as f64) as i64).max(1);
    let [a, b] = bodies(random, &frame, knob).map(|points| frame.points(&points, [0; 3]));
    PosedPair::of_hulls(a, b, asked, Some(knob as f64 / frame.steps as f64))
}

/// The mirror image of the points in the contact plane.
fn below(mut points: Vec<Integers>) -> Vec<Integers> {
    for point in &mut points {
        point[2] = -point[2];
    }
    points
}

fn vertex_vertex(random: &mut RandomSource, frame: &ContactFrame, width: i64) -> [Vec<Integers>; 2] {
    let mut tip = || {
        let mut points = around(random, width, frame.steps / 2, frame.steps);
        points.extend(scattered(random, 3, width, frame.steps / 4, frame.steps));
        points.push([0; 3]);
        points
    };
    [below(tip()), tip()]
}

/// The part of a body above the plane, without its touching feature: heights from half of `height` steps to all of
/// them.
fn roof(random: &mut RandomSource, frame: &ContactFrame, height: i64) -> Vec<Integers> {
    let low = (height + 1) / 2;
    let mut points = around(random, frame.steps, low, height);
    let more = random.below(3) as usize;
    points.extend(scattered(random, more, frame.steps, low, height));
    points
}

/// A segment in the contact plane through the contact point, which is not one of its ends.
fn ridge(random: &mut RandomSource, steps: i64, planar: bool) -> [Integers; 2] {
    let eighth = (steps / 8).max(1);
    let (p, q) = loop {
        let (p, q) = (random.integer(-eighth, eighth), random.integer(-eighth, eighth));
        if p != 0 {
            break (p, if planar { 0 } else { q });
        }
    };
    let (i, j) = (random.integer(1, 8), random.integer(1, 8));
    [[i * p, i * q, 0], [-j * p, -j * q, 0]]
}

fn edge_edge(random: &mut RandomSource, frame: &ContactFrame, height: i64) -> [Vec<Integers>; 2] {
    let (mut a, mut b) = (below(roof(random, frame, height)), roof(random, frame, height));
    let first = ridge(random, frame.steps, false);
    let second = loop {
        let second = ridge(random, frame.steps, false);
        if i128::from(first[0][0]) * i128::from(second[0][1]) != i128::from(first[0][1]) * i128::from(second[0][0]) {
            break second;
        }
    };
    a.extend(first);
    b.extend(second);
    [a, b]
}

fn vertex_face(random: &mut RandomSource, frame: &ContactFrame, height: i64) -> [Vec<Integers>; 2] {
    let mut a = around(random, frame.steps, 0, 0);
    a.extend(scattered(random, 4, frame.steps, -frame.steps, -frame.steps / 4));
    let mut b = roof(random, frame, height);
    b.push([0; 3]);
    [a, b]
}

fn plane(random: &mut RandomSource, frame: &ContactFrame, height: i64) -> [Vec<Integers>; 2] {
    let (mut a, mut b) = (below(roof(random, frame, height)), roof(random, frame, height));
    for (body, has_edge) in [(&mut a, random.chance(0.5)), (&mut b, random.chance(0.5))] {
        if has_edge {
            body.extend(ridge(random, frame.steps, true));
        } else {
            body.push([0; 3]);
        }
    }
    [a, b]
}
