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

/// The vector of these coordinates along three columns.
pub fn combined(columns: [Point; 3], p: Point) -> Point {
    add(add(scaled(columns[0], p[0]), scaled(columns[1], p[1])), scaled(columns[2], p[2]))
}

/// The corners of a box, in the order of their bits.
pub fn corners(low: Point, high: Point) -> Vec<Point> {
    (0..8).map(|bits| std::array::from_fn(|axis| if bits >> axis & 1 == 1 { high[axis] } else { low[axis] })).collect()
}

/// The greatest distance of a point from the mean.
pub fn radius(points: &[Point]) -> f64 {
    let mean = mean(points);
    points.iter().map(|point| subtract(*point, mean)).map(|v| dot(v, v)).fold(0.0, f64::max).sqrt()
}

/// The mean of the points.
pub fn mean(points: &[Point]) -> Point {
    scaled(points.iter().fold([0.0; 3], |sum, point| add(sum, *point)), 1.0 / points.len() as f64)
}
