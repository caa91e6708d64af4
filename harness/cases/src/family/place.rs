//! Placing a body beside, at or in another, where no exact contact is wanted.

use crate::case::Point;
use crate::family::{Draw, Grid};

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

/// The points moved by a vector and snapped.
pub fn snapped(points: &[Point], shift: Point, grid: Grid) -> Vec<Point> {
    points.iter().map(|point| grid.snap_point(add(*point, shift))).collect()
}

/// The point farthest in a direction.
pub fn support(points: &[Point], direction: Point) -> Point {
    let farther = |best: Point, point: &Point| if dot(*point, direction) > dot(best, direction) { *point } else { best };
    points[1..].iter().fold(points[0], farther)
}

/// A random convex combination; the weights are skewed, so that it is not always near the mean.
fn inside(draw: &mut Draw, points: &[Point]) -> Point {
    let (mut sum, mut total) = ([0.0; 3], 0.0);
    for point in points {
        let u = draw.unit();
        let weight = u * u * u + 1e-9;
        sum = add(sum, scaled(*point, weight));
        total += weight;
    }
    scaled(sum, 1.0 / total)
}

/// A translation that brings b to a: a quarter of them meet in a random point of both, a quarter are moved from there
/// at random by up to 2, half lie on the two sides of a plane at a gap g, of which a quarter is −g instead, and half
/// also slide along the plane. The gap and the random way are 2^x, x uniform from `least` to 0 and 1.
pub fn place(draw: &mut Draw, a: &[Point], b: &[Point], least: f64) -> Point {
    match draw.below(4) {
        0 => meet(draw, a, b),
        1 => {
            let way = draw.power(least, 1.0);
            let direction = draw.direction();
            add(meet(draw, a, b), scaled(direction, way))
        }
        _ => {
            let gap = draw.power(least, 0.0);
            let gap = if draw.chance(0.25) { -gap } else { gap };
            let slide = if draw.chance(0.5) { 0.5 } else { 0.0 };
            beside(draw, a, b, gap, slide)
        }
    }
}

/// A translation that makes a random point of b coincide with one of a.
pub fn meet(draw: &mut Draw, a: &[Point], b: &[Point]) -> Point {
    let (a, b) = (inside(draw, a), inside(draw, b));
    subtract(a, b)
}

/// A translation that puts b on the other side of a plane through a's support point, at a gap, and slides it along the
/// plane by up to `slide`. For a gap that is positive, and without a slide, the gap is the distance.
pub fn beside(draw: &mut Draw, a: &[Point], b: &[Point], gap: f64, slide: f64) -> Point {
    let direction = draw.direction();
    let contact = subtract(support(a, direction), support(b, scaled(direction, -1.0)));
    let shift = add(contact, scaled(direction, gap));
    if slide == 0.0 {
        return shift;
    }
    let way = scaled(draw.ball(), slide);
    add(shift, subtract(way, scaled(direction, dot(way, direction))))
}
