//! The point of a simplex nearest to the origin, in numbers of 106 bits, by trying every face.
//!
//! Rounding may choose a worse face than the best, but never a point outside: the weights are forced to be non-negative and to
//! sum to one, and the point is computed from them.

use gjk_numbers::vector::{cross, dot, length, minus, negated, plus, scaled};
use gjk_numbers::{Ring, Scalar};

use super::core::Vector;
use crate::exact::DoubleDouble;

/// The nearest point of the hull of one to four points, and the vertices that support it.
pub fn nearest(points: &[Vector]) -> (Vector, Vec<Vector>) {
    let mut best: Option<(DoubleDouble, Vector, Vec<Vector>)> = None;
    for subset in 1_usize..1 << points.len() {
        let face: Vec<Vector> = (0..points.len()).filter(|i| subset >> i & 1 == 1).map(|i| points[i]).collect();
        let Some(point) = of_face(&face) else { continue };
        let distance = length(&point);
        if best.as_ref().is_none_or(|(least, ..)| distance < *least) {
            best = Some((distance, point, face));
        }
    }
    // A single point is always its own face.
    best.map_or((points[0], vec![points[0]]), |(_, point, face)| (point, face))
}

/// The point of the affine hull nearest to the origin, if it lies in the simplex itself.
fn of_face(face: &[Vector]) -> Option<Vector> {
    let edge = |i: usize| minus(&face[i], &face[0]);
    let along = |e: &Vector| dot(e, &face[0]).negated();
    let weights: Vec<DoubleDouble> = match face.len() {
        1 => Vec::new(),
        2 => vec![along(&edge(1)).over(&dot(&edge(1), &edge(1)))],
        3 => {
            let (e, f) = (edge(1), edge(2));
            let normal = cross(&e, &f);
            let squared = dot(&normal, &normal);
            // p₀ + λ e + μ f is orthogonal to the plane: the triple products avoid the squares of a Gram matrix.
            let of_e = dot(&cross(&f, &face[0]), &normal).over(&squared);
            let of_f = dot(&cross(&face[0], &e), &normal).over(&squared);
            vec![of_e, of_f]
        }
        _ => {
            let (e, f, g) = (edge(1), edge(2), edge(3));
            let volume = dot(&e, &cross(&f, &g));
            let to = negated(&face[0]);
            vec![
                dot(&to, &cross(&f, &g)).over(&volume),
                dot(&e, &cross(&to, &g)).over(&volume),
                dot(&e, &cross(&f, &to)).over(&volume),
            ]
        }
    };
    let rest = weights.iter().fold(DoubleDouble::one(), |rest, weight| rest.minus(weight));
    // A comparison with NaN, from a flat face, is false.
    let feasible = weights.iter().chain([&rest]).all(|weight| weight.hi >= 0.0 && weight.hi.is_finite());
    feasible.then(|| {
        let edges = weights.iter().enumerate();
        edges.fold(face[0], |sum, (i, weight)| plus(&sum, &scaled(&edge(i + 1), weight)))
    })
}
