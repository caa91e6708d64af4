//! Bodies that touch exactly, in one point or along an edge, in any direction, by construction in integers.
//!
//! The contact plane of a [`ContactFrame`] separates them: A has no point above it, B none below, and the contact point
//! belongs to both. The knob makes the touching feature blunt or sharp.

use super::contact_frame::{Integers, around, scattered};
use super::{ContactFrame, Pose, PosedPair, Profile, RandomSource, Recipe};
use crate::case::Class;

/// Vertex on vertex.
pub const TOUCH_VERTEX_VERTEX: Recipe = Recipe {
    name: "touch-vertex-vertex",
    description: "two tips that share exactly their vertex, ever sharper",
    knob: "width / height of the tips",
    dimension: 3,
    pose: Pose::Hulls(vertex_vertex),
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
    pose: Pose::Hulls(edge_edge),
    classes: &[Class::Touching],
    in_double: Profile { shares: [0, 400, 0], asked: [-380, -1], achieved: [-39, -1], zeros: 0 },
    in_single: Profile { shares: [0, 400, 0], asked: [-140, -1], achieved: [-15, -1], zeros: 0 },
    checksums: [17600042866630511898, 5462828183371182072],
};

/// Vertex on face.
pub const TOUCH_VERTEX_FACE: Recipe = Recipe {
    name: "touch-vertex-face",
    description: "a vertex that stands exactly on a face, ever blunter",
    knob: "height / width of the tip",
    dimension: 3,
    pose: Pose::Hulls(vertex_face),
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
    pose: Pose::Hulls(plane),
    classes: &[Class::Touching],
    in_double: Profile { shares: [0, 400, 0], asked: [-380, -1], achieved: [-38, -1], zeros: 0 },
    in_single: Profile { shares: [0, 400, 0], asked: [-140, -1], achieved: [-15, -1], zeros: 0 },
    checksums: [9744255879334129614, 13422687446373141625],
};

/// The knob of the case from one down to the grid, as a number of steps: at least one.
fn knob_steps(random: &RandomSource, frame: &ContactFrame) -> (f64, i64) {
    let asked = random.knob(random.by_precision(-14.0, -38.0), 0.0);
    (asked, ((asked * frame.steps as f64) as i64).max(1))
}

/// The points mirrored in the contact plane.
fn below(mut points: Vec<Integers>) -> Vec<Integers> {
    for point in &mut points {
        point[2] = -point[2];
    }
    points
}

/// The touching pair of these coordinates.
fn pair(frame: &ContactFrame, a: &[Integers], b: &[Integers], asked: f64, steps: i64) -> PosedPair {
    let achieved = Some(steps as f64 / frame.steps as f64);
    PosedPair::of_hulls(frame.points(a, [0; 3]), frame.points(b, [0; 3]), asked, achieved)
}

fn vertex_vertex(random: &mut RandomSource) -> PosedPair {
    let frame = ContactFrame::new(random);
    let (asked, width) = knob_steps(random, &frame);
    let mut tip = || {
        let mut points = around(random, width, frame.steps / 2, frame.steps);
        points.extend(scattered(random, 3, width, frame.steps / 4, frame.steps));
        points.push([0; 3]);
        points
    };
    let (a, b) = (below(tip()), tip());
    pair(&frame, &a, &b, asked, width)
}

/// A body above the plane, but for the feature that stands on it: heights from half to all of `height` steps.
fn roof(random: &mut RandomSource, frame: &ContactFrame, height: i64) -> Vec<Integers> {
    let low = (height + 1) / 2;
    let mut points = around(random, frame.steps, low, height);
    let more = random.below(3) as usize;
    points.extend(scattered(random, more, frame.steps, low, height));
    points
}

/// A segment of the contact plane through the contact point, which is neither of its ends.
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

fn edge_edge(random: &mut RandomSource) -> PosedPair {
    let frame = ContactFrame::new(random);
    let (asked, height) = knob_steps(random, &frame);
    let (mut a, mut b) = (below(roof(random, &frame, height)), roof(random, &frame, height));
    let first = ridge(random, frame.steps, false);
    let second = loop {
        let second = ridge(random, frame.steps, false);
        if i128::from(first[0][0]) * i128::from(second[0][1]) != i128::from(first[0][1]) * i128::from(second[0][0]) {
            break second;
        }
    };
    a.extend(first);
    b.extend(second);
    pair(&frame, &a, &b, asked, height)
}

fn vertex_face(random: &mut RandomSource) -> PosedPair {
    let frame = ContactFrame::new(random);
    let (asked, height) = knob_steps(random, &frame);
    let mut a = around(random, frame.steps, 0, 0);
    a.extend(scattered(random, 4, frame.steps, -frame.steps, -frame.steps / 4));
    let mut b = roof(random, &frame, height);
    b.push([0; 3]);
    pair(&frame, &a, &b, asked, height)
}

fn plane(random: &mut RandomSource) -> PosedPair {
    let frame = ContactFrame::new(random);
    let (asked, height) = knob_steps(random, &frame);
    let (mut a, mut b) = (below(roof(random, &frame, height)), roof(random, &frame, height));
    for (body, has_edge) in [(&mut a, random.chance(0.5)), (&mut b, random.chance(0.5))] {
        if has_edge {
            body.extend(ridge(random, frame.steps, true));
        } else {
            body.push([0; 3]);
        }
    }
    pair(&frame, &a, &b, asked, height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{Arithmetic, Point};

    /// The contact plane, which the construction knows, separates weakly, and both bodies hold the contact point.
    fn assert_touching(recipe: &Recipe, arithmetic: Arithmetic) {
        let Pose::Hulls(pose) = recipe.pose else { panic!("hulls") };
        for index in 0..2000 {
            let mut random = RandomSource::new(recipe.name, recipe.dimension, 5, arithmetic, index);
            let frame = ContactFrame::new(&mut random);
            let mut random = RandomSource::new(recipe.name, recipe.dimension, 5, arithmetic, index);
            let pair = pose(&mut random);
            let height = |point: &Point| -> i128 {
                (0..3).map(|k| ((point[k] / frame.unit) as i128 - i128::from(frame.origin[k])) * i128::from(frame.up[k])).sum()
            };
            let feature = |points: &[Point]| -> Vec<[i128; 3]> {
                let relative = |p: &Point| std::array::from_fn(|k| (p[k] / frame.unit) as i128 - i128::from(frame.origin[k]));
                points.iter().filter(|p| height(p) == 0).map(relative).collect()
            };
            assert!(pair.a.points().iter().all(|p| height(p) <= 0), "{} {index}: A crosses the contact plane", recipe.name);
            assert!(pair.b.points().iter().all(|p| height(p) >= 0), "{} {index}: B crosses the contact plane", recipe.name);
            for body in [&pair.a, &pair.b] {
                assert!(holds_zero(&feature(body.points())), "{} {index}: a body misses the contact point", recipe.name);
            }
        }
    }

    /// Whether the hull of a contact feature (a point, a segment, or four points in four quadrants) holds the origin:
    /// it does if it is a vertex, or on a segment of two, or if a triangle holds it by equal orientations.
    fn holds_zero(points: &[[i128; 3]]) -> bool {
        let cross = |a: [i128; 3], b: [i128; 3]| -> [i128; 3] {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        };
        // In one plane the products are parallel, so equal signs are equal orientations.
        let turn = |a, b| cross(a, b).map(i128::signum);
        points.contains(&[0; 3])
            || points.iter().any(|&a| points.iter().any(|&b| cross(a, b) == [0; 3] && (0..3).all(|k| a[k] * b[k] <= 0)))
            || points.iter().any(|&a| {
                points.iter().any(|&b| {
                    points.iter().any(|&c| turn(a, b) != [0; 3] && turn(a, b) == turn(b, c) && turn(b, c) == turn(c, a))
                })
            })
    }

    #[test]
    fn touching_pairs_touch_exactly() {
        for recipe in [&TOUCH_VERTEX_VERTEX, &TOUCH_EDGE_EDGE, &TOUCH_VERTEX_FACE, &TOUCH_2D] {
            for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
                assert_touching(recipe, arithmetic);
            }
        }
    }
}
