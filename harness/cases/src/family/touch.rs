//! Bodies that touch exactly, in one point or along an edge, in any direction, by construction in integers.
//!
//! The contact plane of a [`Frame`] separates them: A has no point above it, B none below, and the contact point
//! belongs to both. The knob makes the touching feature blunt or sharp.

use super::frame::{Frame, Integers, around, scattered};
use super::{Draw, Pair, Recipe};

/// Vertex on vertex.
pub const TOUCH_VERTEX_VERTEX: Recipe = Recipe {
    name: "touch-vertex-vertex",
    description: "two tips that share exactly their vertex, ever sharper",
    knob: "width / height of the tips",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: false,
    pose: vertex_vertex,
};

/// Edge across edge.
pub const TOUCH_EDGE_EDGE: Recipe = Recipe {
    name: "touch-edge-edge",
    description: "two roofs whose ridges cross exactly, ever flatter",
    knob: "height / width of the roofs",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: false,
    pose: edge_edge,
};

/// Vertex on face.
pub const TOUCH_VERTEX_FACE: Recipe = Recipe {
    name: "touch-vertex-face",
    description: "a vertex that stands exactly on a face, ever blunter",
    knob: "height / width of the tip",
    logarithmic: true,
    dimension: 3,
    knob_is_gap: false,
    pose: vertex_face,
};

/// Vertex on vertex, vertex on edge and edge on edge in the plane.
pub const TOUCH_2D: Recipe = Recipe {
    name: "touch-2d",
    description: "polygons that touch exactly: vertex on vertex, vertex on edge, edge on edge, ever flatter",
    knob: "height / width of the touching side",
    logarithmic: true,
    dimension: 2,
    knob_is_gap: false,
    pose: plane,
};

/// The knob of the case from one down to the grid, as a number of steps: at least one.
fn knob_steps(draw: &Draw, frame: &Frame) -> (f64, i64) {
    let asked = draw.knob(draw.by_precision(-14.0, -38.0), 0.0);
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
fn pair(frame: &Frame, a: &[Integers], b: &[Integers], asked: f64, steps: i64) -> Pair {
    let achieved = Some(steps as f64 / frame.steps as f64);
    Pair { a: frame.points(a, [0; 3]), b: frame.points(b, [0; 3]), asked, achieved }
}

fn vertex_vertex(draw: &mut Draw) -> Pair {
    let frame = Frame::new(draw);
    let (asked, width) = knob_steps(draw, &frame);
    let mut tip = || {
        let mut points = around(draw, width, frame.steps / 2, frame.steps);
        points.extend(scattered(draw, 3, width, frame.steps / 4, frame.steps));
        points.push([0; 3]);
        points
    };
    let (a, b) = (below(tip()), tip());
    pair(&frame, &a, &b, asked, width)
}

/// A body above the plane, but for the feature that stands on it: heights from half to all of `height` steps.
fn roof(draw: &mut Draw, frame: &Frame, height: i64) -> Vec<Integers> {
    let low = (height + 1) / 2;
    let mut points = around(draw, frame.steps, low, height);
    let more = draw.below(3) as usize;
    points.extend(scattered(draw, more, frame.steps, low, height));
    points
}

/// A segment of the contact plane through the contact point, which is neither of its ends.
fn ridge(draw: &mut Draw, steps: i64, planar: bool) -> [Integers; 2] {
    let eighth = (steps / 8).max(1);
    let (p, q) = loop {
        let (p, q) = (draw.integer(-eighth, eighth), draw.integer(-eighth, eighth));
        if p != 0 {
            break (p, if planar { 0 } else { q });
        }
    };
    let (i, j) = (draw.integer(1, 8), draw.integer(1, 8));
    [[i * p, i * q, 0], [-j * p, -j * q, 0]]
}

fn edge_edge(draw: &mut Draw) -> Pair {
    let frame = Frame::new(draw);
    let (asked, height) = knob_steps(draw, &frame);
    let (mut a, mut b) = (below(roof(draw, &frame, height)), roof(draw, &frame, height));
    let first = ridge(draw, frame.steps, false);
    let second = loop {
        let second = ridge(draw, frame.steps, false);
        if i128::from(first[0][0]) * i128::from(second[0][1]) != i128::from(first[0][1]) * i128::from(second[0][0]) {
            break second;
        }
    };
    a.extend(first);
    b.extend(second);
    pair(&frame, &a, &b, asked, height)
}

fn vertex_face(draw: &mut Draw) -> Pair {
    let frame = Frame::new(draw);
    let (asked, height) = knob_steps(draw, &frame);
    let mut a = around(draw, frame.steps, 0, 0);
    a.extend(scattered(draw, 4, frame.steps, -frame.steps, -frame.steps / 4));
    let mut b = roof(draw, &frame, height);
    b.push([0; 3]);
    pair(&frame, &a, &b, asked, height)
}

fn plane(draw: &mut Draw) -> Pair {
    let frame = Frame::new(draw);
    let (asked, height) = knob_steps(draw, &frame);
    let (mut a, mut b) = (below(roof(draw, &frame, height)), roof(draw, &frame, height));
    for (body, has_edge) in [(&mut a, draw.chance(0.5)), (&mut b, draw.chance(0.5))] {
        if has_edge {
            body.extend(ridge(draw, frame.steps, true));
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
        for index in 0..2000 {
            let mut draw = Draw::new(recipe.name, recipe.dimension, 5, arithmetic, index);
            let frame = Frame::new(&mut draw);
            let mut draw = Draw::new(recipe.name, recipe.dimension, 5, arithmetic, index);
            let pair = (recipe.pose)(&mut draw);
            let height = |point: &Point| -> i128 {
                (0..3)
                    .map(|k| ((point[k] / frame.unit()) as i128 - i128::from(frame.origin[k])) * i128::from(frame.up[k]))
                    .sum()
            };
            let feature = |points: &[Point]| -> Vec<[i128; 3]> {
                let relative = |p: &Point| std::array::from_fn(|k| (p[k] / frame.unit()) as i128 - i128::from(frame.origin[k]));
                points.iter().filter(|p| height(p) == 0).map(relative).collect()
            };
            assert!(pair.a.iter().all(|p| height(p) <= 0), "{} {index}: A crosses the contact plane", recipe.name);
            assert!(pair.b.iter().all(|p| height(p) >= 0), "{} {index}: B crosses the contact plane", recipe.name);
            for body in [&pair.a, &pair.b] {
                assert!(holds_zero(&feature(body)), "{} {index}: a body misses the contact point", recipe.name);
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
