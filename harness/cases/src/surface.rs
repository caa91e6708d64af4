//! Points on the surface of a body, for drawing: the points of a hull themselves; for other bodies, points whose hull
//! lies within the body and nearly fills it.

use crate::body::{Body, Point, Shape};
use std::f64::consts::{PI, TAU};

/// Points around a circle. A chord of two neighbours is within 3·10⁻⁴ of the radius of the circle.
const AROUND: usize = 128;

/// The points of a convex body, or of all parts of a union; empty for a half-space, which is unbounded. In the plane
/// third coordinates are zero.
pub fn samples(body: &Body, dimension: u8) -> Vec<Point> {
    match body {
        Body::Points(points) => points.clone(),
        Body::Rounded { points, radius } => swept(points, *radius, dimension),
        Body::Curved(curved) => {
            let extents = curved.extents();
            let unit = match curved.shape {
                Shape::Ellipsoid { .. } => directions(dimension),
                Shape::Cylinder { .. } => [rim(-1.0), rim(1.0)].concat(),
                Shape::Cone { .. } => [rim(-1.0), vec![[0.0, 0.0, 1.0]]].concat(),
            };
            let image = |x: &Point| -> Point {
                std::array::from_fn(|row| {
                    let of = |column: usize| curved.rotation[row][column] * (extents[column] * x[column]);
                    if row < usize::from(dimension) { curved.center[row] + of(0) + of(1) + of(2) } else { 0.0 }
                })
            };
            unit.iter().map(image).collect()
        }
        Body::Halfspace { .. } => Vec::new(),
        Body::Union(parts) => parts.iter().flat_map(|part| samples(part, dimension)).collect(),
    }
}

/// For every direction, the farthest point of the hull, moved by the radius in that direction.
fn swept(points: &[Point], radius: f64, dimension: u8) -> Vec<Point> {
    if radius == 0.0 {
        return points.to_vec();
    }
    let dot = |p: &Point, d: &Point| p[0] * d[0] + p[1] * d[1] + p[2] * d[2];
    let farthest = |d: &Point| points.iter().max_by(|p, q| dot(p, d).total_cmp(&dot(q, d)));
    let sample = |d: Point| farthest(&d).map(|p| std::array::from_fn(|i| p[i] + radius * d[i]));
    directions(dimension).into_iter().filter_map(sample).collect()
}

/// A circle about the third axis, at this height.
fn rim(height: f64) -> Vec<Point> {
    circle().map(|[x, y]| [x, y, height]).collect()
}

/// Points of the unit circle; the points on the axes are exact.
fn circle() -> impl Iterator<Item = [f64; 2]> {
    (0..AROUND).map(|step| match (step % (AROUND / 4), step / (AROUND / 4)) {
        (0, quarter) => [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]][quarter],
        _ => {
            let angle = TAU * step as f64 / AROUND as f64;
            [angle.cos(), angle.sin()]
        }
    })
}

/// Directions all around: in the plane around a circle, in space on circles of latitude between the poles.
fn directions(dimension: u8) -> Vec<Point> {
    if dimension == 2 {
        return rim(0.0);
    }
    let mut directions = vec![[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    let circles = AROUND / 2;
    for number in 1..circles {
        let [height, width] = if 2 * number == circles {
            [0.0, 1.0]
        } else {
            let angle = PI * number as f64 / circles as f64;
            [angle.cos(), angle.sin()]
        };
        directions.extend(circle().map(|[x, y]| [width * x, width * y, height]));
    }
    directions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::{Curved, IDENTITY};

    fn reach(points: &[Point], direction: Point) -> f64 {
        points.iter().map(|p| (0..3).map(|i| p[i] * direction[i]).sum()).fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn samples_lie_on_their_body_and_nearly_fill_it() {
        let third = 3.0_f64.sqrt().recip();
        let capsule = Body::Rounded { points: vec![[0.0; 3], [2.0, 0.0, 0.0]], radius: 0.5 };
        let points = samples(&capsule, 3);
        for p in &points {
            let off = [(p[0] - p[0].clamp(0.0, 2.0)), p[1], p[2]].iter().map(|x| x * x).sum::<f64>().sqrt();
            assert!((off - 0.5).abs() < 1e-15, "{p:?}");
        }
        let expected = 2.0 * third + 0.5;
        assert!((expected - 1e-3..=expected + 1e-15).contains(&reach(&points, [third; 3])));
        let shape = |shape| Body::Curved(Curved { shape, center: [1.0, 0.0, 0.0], rotation: IDENTITY });
        let ellipsoid = samples(&shape(Shape::Ellipsoid { semi_axes: [3.0, 2.0, 1.0] }), 3);
        assert_eq!([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]].map(|d| reach(&ellipsoid, d)), [4.0, 2.0, 1.0]);
        let cone = samples(&shape(Shape::Cone { radius: 2.0, half_height: 3.0 }), 3);
        assert_eq!([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0]].map(|d| reach(&cone, d)), [3.0, 3.0, 1.0]);
        let disc = samples(&Body::Rounded { points: vec![[0.0; 3]], radius: 1.0 }, 2);
        assert!(disc.len() == AROUND && disc.iter().all(|p| p[2] == 0.0));
        assert_eq!(samples(&Body::Halfspace { normal: [1.0, 0.0, 0.0], offset: 0.0 }, 3), Vec::<Point>::new());
    }
}
