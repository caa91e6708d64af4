//! Translations that place a body next to, against or into another, for pairs without an exact contact.

use super::grid::Grid;
use super::random_source::RandomSource;
use super::vector::{add, dot, scaled, subtract};
use crate::case::Point;

/// The points, moved by a vector and snapped.
pub fn snapped(points: &[Point], shift: Point, grid: Grid) -> Vec<Point> {
    points.iter().map(|point| grid.snap_point(add(*point, shift))).collect()
}

/// The point farthest in a direction.
pub fn support(points: &[Point], direction: Point) -> Point {
    let farther = |best: Point, point: &Point| if dot(*point, direction) > dot(best, direction) { *point } else { best };
    points[1..].iter().fold(points[0], farther)
}

/// A random convex combination; the weights are skewed, so that the point is not always near the mean.
fn inner_point(random: &mut RandomSource, points: &[Point]) -> Point {
    let (mut sum, mut total) = ([0.0; 3], 0.0);
    for point in points {
        let u = random.unit();
        let weight = u * u * u + 1e-9;
        sum = add(sum, scaled(*point, weight));
        total += weight;
    }
    scaled(sum, 1.0 / total)
}

/// A translation that brings b to a.
///
/// In a quarter of the cases, b meets a in a random point of both. In another quarter, b is moved from such a position
/// in a random direction by a length of up to 2. In the other half, the bodies lie on the two sides of a plane, at a
/// gap of g or, with probability 1/4, of −g; with probability 1/2, b also slides along the plane. The gap g is 2^x with
/// x uniform from `least` to 0, and the length is 2^x with x uniform from `least` to 1.
pub fn random_translation(random: &mut RandomSource, a: &[Point], b: &[Point], least: f64) -> Point {
    match random.below(4) {
        0 => meeting(random, a, b),
        1 => {
            let length = random.power(least, 1.0);
            let direction = random.direction();
            add(meeting(random, a, b), scaled(direction, length))
        }
        _ => {
            let gap = random.power(least, 0.0);
            let gap = if random.chance(0.25) { -gap } else { gap };
            let slide = if random.chance(0.5) { 0.5 } else { 0.0 };
            beside(random, a, b, gap, slide)
        }
    }
}

/// A translation that makes a random point of b coincide with a random point of a.
pub fn meeting(random: &mut RandomSource, a: &[Point], b: &[Point]) -> Point {
    let (a, b) = (inner_point(random, a), inner_point(random, b));
    subtract(a, b)
}

/// A translation that puts b on the other side of a plane through a's support point, at a gap, and slides it along the
/// plane by up to `slide`. If the gap is positive and there is no slide, the gap is the distance.
pub fn beside(random: &mut RandomSource, a: &[Point], b: &[Point], gap: f64, slide: f64) -> Point {
    let direction = random.direction();
    let contact = subtract(support(a, direction), support(b, scaled(direction, -1.0)));
    let shift = add(contact, scaled(direction, gap));
    if slide == 0.0 {
        return shift;
    }
    let offset = scaled(random.ball(), slide);
    add(shift, subtract(offset, scaled(direction, dot(offset, direction))))
}
