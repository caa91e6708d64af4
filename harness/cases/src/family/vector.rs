//! Vectors of three doubles.

use crate::case::Point;

/// The sum of two vectors.
pub fn add(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The difference of two points.
pub fn subtract(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// A multiple of a vector.
pub fn scaled(a: Point, factor: f64) -> Point {
    a.map(|x| x * factor)
}

/// The scalar product.
pub fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The mean of the points.
pub fn mean(points: &[Point]) -> Point {
    scaled(points.iter().fold([0.0; 3], |sum, point| add(sum, *point)), 1.0 / points.len() as f64)
}
