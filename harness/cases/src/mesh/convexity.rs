//! Whether a mesh is convex, and the ratio of the volume of its hull to its own.

use super::Object;
use crate::body::Point;
use gjk_numbers::float::{exponent_of, ldexp};
use std::collections::HashMap;

/// The relation of a mesh to its hull.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Convexity {
    /// It has no faces: the body is the hull of the points.
    Points,
    /// The faces pass an edge unequally often in its two directions, as when it belongs to one face only: the surface
    /// encloses no volume.
    Open,
    /// It is convex, as far as volumes show.
    Convex,
    /// The ratio of the volume of the hull to the volume of the mesh, more than one.
    Larger(f64),
}

/// The largest relative excess of a hull's volume over the volume of a mesh that is called convex: hulls that programs
/// write have vertices rounded to singles, and their volumes differ by up to some ten-thousandths.
const SAME: f64 = 1e-3;

/// The relation of an object to its hull.
pub fn convexity(object: &Object) -> Convexity {
    if object.faces.is_empty() {
        return Convexity::Points;
    }
    // An object in a plane has no volume to compare.
    let Some(hull) = gjk_support::surface::surface_of(&object.points) else { return Convexity::Convex };
    // Vertices at the same position are one vertex; files list them separately if normals or textures differ.
    let mut first: HashMap<[u64; 3], u32> = HashMap::new();
    let numbered = (0..).zip(&object.points).map(|(number, p)| *first.entry(p.map(|x| (x + 0.0).to_bits())).or_insert(number));
    let places: Vec<u32> = numbered.collect();
    if !is_closed(&object.faces, &places) {
        return Convexity::Open;
    }
    // Coordinates are divided by their size, so that cubes neither overflow nor vanish.
    let greatest = object.points.iter().flatten().fold(0.0, |greatest: f64, x| greatest.max(x.abs()));
    let shift = -i64::from(exponent_of(greatest));
    let points: Vec<Point> = object.points.iter().map(|p| p.map(|x| ldexp(x, shift))).collect();
    let (of_mesh, of_hull) = (volume(&points, &object.faces).abs(), volume(&points, &hull));
    match of_hull / of_mesh {
        ratio if ratio > 1.0 + SAME => Convexity::Larger(ratio),
        // A mesh that overlaps itself counts space twice.
        _ => Convexity::Convex,
    }
}

/// Whether the faces pass every edge of the surface equally often in both directions.
fn is_closed(faces: &[[u32; 3]], places: &[u32]) -> bool {
    let mut edges: HashMap<(u32, u32), i32> = HashMap::new();
    for [a, b, c] in faces.iter().map(|face| face.map(|vertex| places[vertex as usize])) {
        for (from, to) in [(a, b), (b, c), (c, a)].into_iter().filter(|(from, to)| from != to) {
            *edges.entry((from.min(to), from.max(to))).or_default() += if from < to { 1 } else { -1 };
        }
    }
    edges.values().all(|sum| *sum == 0)
}

/// Six times the volume within triangles that are counterclockwise seen from outside.
fn volume(points: &[Point], faces: &[[u32; 3]]) -> f64 {
    let origin = points[0];
    let local = |vertex: u32| -> Point { std::array::from_fn(|i| points[vertex as usize][i] - origin[i]) };
    let determinant = |[a, b, c]: &[u32; 3]| {
        let [p, q, r] = [*a, *b, *c].map(local);
        let minor = |i: usize, j: usize| q[i] * r[j] - q[j] * r[i];
        p[0] * minor(1, 2) + p[1] * minor(2, 0) + p[2] * minor(0, 1)
    };
    faces.iter().map(determinant).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Remarks;

    /// Counterclockwise seen from outside, with vertex i at the bits of i.
    const CUBE: [[u32; 3]; 12] = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];

    fn cube() -> Object {
        let points = (0..8).map(|bits| std::array::from_fn(|axis| f64::from(bits >> axis & 1))).collect();
        Object { name: "cube".to_owned(), points, faces: CUBE.to_vec(), remarks: Remarks::default() }
    }

    #[test]
    fn a_dent_makes_the_hull_larger() {
        let mut object = cube();
        assert_eq!(convexity(&object), Convexity::Convex);
        // The top becomes a pyramid that points halfway down: a sixth of the volume is missing.
        object.points.push([0.5, 0.5, 0.5]);
        object.faces.retain(|face| face.iter().any(|vertex| *vertex < 4));
        object.faces.extend([[4, 5, 8], [5, 7, 8], [7, 6, 8], [6, 4, 8]]);
        let Convexity::Larger(ratio) = convexity(&object) else { panic!("it has a dent") };
        assert!((ratio - 1.2).abs() < 1e-12, "{ratio}");
        // The same surface with the opposite orientation.
        object.faces.iter_mut().for_each(|face| face.swap(0, 1));
        assert!(matches!(convexity(&object), Convexity::Larger(_)));
        // The size of the object does not matter.
        for size in [1e150, 1e-120] {
            let points = object.points.iter().map(|p| p.map(|x| size * x)).collect();
            let Convexity::Larger(ratio) = convexity(&Object { points, ..object.clone() }) else { panic!("{size:e}") };
            assert!((ratio - 1.2).abs() < 1e-12, "{size:e}: {ratio}");
        }
        // Each face has its own vertices, as for hard edges, and a zero is negative in one of them.
        let corners = object.faces.iter().flatten().enumerate();
        let apart =
            |(i, vertex): (usize, &u32)| object.points[*vertex as usize].map(|x| if x == 0.0 && i % 2 == 0 { -0.0 } else { x });
        let points: Vec<Point> = corners.map(apart).collect();
        let faces = (0..points.len() as u32 / 3).map(|face| [3 * face, 3 * face + 1, 3 * face + 2]).collect();
        assert!(matches!(convexity(&Object { points, faces, ..object }), Convexity::Larger(_)));
    }

    #[test]
    fn an_open_surface_has_no_volume() {
        let mut object = cube();
        object.faces.pop();
        assert_eq!(convexity(&object), Convexity::Open);
        object.faces.clear();
        assert_eq!(convexity(&object), Convexity::Points);
    }
}
