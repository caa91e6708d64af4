//! Translations that bring a body beside, to or into another, where no exact contact is wanted.

use super::grid::Grid;
use super::random_source::RandomSource;
use super::vector::{add, dot, scaled, subtract};
use crate::case::Point;

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

/// A translation that brings b to a: a quarter of them meet in a random point of both, a quarter are moved from there
/// at random by up to 2, half lie on the two sides of a plane at a gap g, of which a quarter is −g instead, and half
/// also slide along the plane. The gap and the length of the random move are 2^x, x uniform from `least` to 0 and 1.
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

/// A translation that makes a random point of b coincide with one of a.
pub fn meeting(random: &mut RandomSource, a: &[Point], b: &[Point]) -> Point {
    let (a, b) = (inner_point(random, a), inner_point(random, b));
    subtract(a, b)
}

/// A translation that puts b on the other side of a plane through a's support point, at a gap, and slides it along the
/// plane by up to `slide`. For a gap that is positive, and without a slide, the gap is the distance.
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
