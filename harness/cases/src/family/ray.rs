//! The point where a ray from inside leaves a convex polytope, found by the support mapping alone: Minkowski portal
//! refinement.
//!
//! A portal is three points of the polytope whose triangle the ray crosses. The support point in the direction of the
//! portal's outward normal forms three smaller portals with its sides, and the ray crosses one of them; if there is no
//! support point beyond the portal, the portal lies in a facet. Snethen, "XenoCollide: Complex Collision Made Simple",
//! Game Programming Gems 7 (2008).

use gjk_numbers::vector::cross;

use super::{dot, subtract};
use crate::case::Point;

/// The point where a ray leaves a polytope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exit {
    /// The distance from the origin, in units of the ray's direction.
    pub along: f64,
    /// The facet's outward normal, of length one.
    pub normal: Point,
}

/// Two supports of a polytope of size one are distinct if their heights differ by more than this.
const HEIGHT: f64 = 1e-14;

/// A limit on the number of portals; polytopes of a thousand points need fewer.
const MOST: usize = 1000;

/// The point where the ray from the origin in a direction leaves the polytope of this support mapping, which has a size
/// of about one and contains the origin in its interior. `None` if the ray passes so near to an edge that rounding
/// hides the facet.
pub fn exit(support: impl Fn(Point) -> Point, ray: Point) -> Option<Exit> {
    let volume = |a: Point, b: Point| dot(cross(&a, &b), ray);
    let mut portal = discover(&support, ray)?;
    for _ in 0..MOST {
        let [a, b, c] = portal;
        let normal = cross(&subtract(b, a), &subtract(c, a));
        let length = dot(normal, normal).sqrt();
        let next = support(normal);
        if dot(subtract(next, a), normal) <= HEIGHT * length {
            let along = dot(a, normal) / dot(ray, normal);
            return (length > 0.0 && along.is_finite()).then(|| Exit { along, normal: normal.map(|x| x / length) });
        }
        // The two successive vertices whose triangle with `next` the ray crosses.
        let side = portal.map(|vertex| volume(vertex, next));
        let corner = (0..3).find(|&i| side[i] <= 0.0 && side[(i + 1) % 3] >= 0.0)?;
        portal = [portal[corner], portal[(corner + 1) % 3], next];
    }
    None
}

/// Three points whose triangle the ray crosses, in positive order about it.
fn discover(support: &impl Fn(Point) -> Point, ray: Point) -> Option<[Point; 3]> {
    let volume = |a: Point, b: Point| dot(cross(&a, &b), ray);
    let mut a = support(ray);
    let mut b = support(cross(&ray, &a));
    for _ in 0..MOST {
        if volume(a, b) <= 0.0 {
            return None;
        }
        let c = support(cross(&a, &b));
        if volume(b, c) < 0.0 {
            a = c;
        } else if volume(c, a) < 0.0 {
            b = c;
        } else {
            return Some([a, b, c]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Arithmetic;
    use crate::family::{RandomSource, corners, support};

    #[test]
    fn rays_leave_a_cube_where_they_should() {
        let corners = corners([-0.5; 3], [0.5; 3]);
        let mut draw = RandomSource::new("rays", 3, 1, Arithmetic::F64, 0);
        for _ in 0..1000 {
            let ray = draw.direction();
            let axis = (0..3).max_by(|&i, &j| ray[i].abs().total_cmp(&ray[j].abs())).unwrap();
            let found = exit(|direction| support(&corners, direction), ray).expect("a facet");
            assert!((found.along * ray[axis].abs() - 0.5).abs() < 1e-12, "{ray:?}: {found:?}");
            assert!((found.normal[axis] * ray[axis].signum() - 1.0).abs() < 1e-12, "{ray:?}: {found:?}");
        }
    }

    #[test]
    fn facets_bound_hulls_of_many_points() {
        let mut draw = RandomSource::new("rays", 3, 2, Arithmetic::F64, 0);
        for count in [8, 32, 1024] {
            let points: Vec<Point> = (0..count).map(|_| draw.direction()).collect();
            let found = exit(|direction| support(&points, direction), draw.direction());
            let Some(Exit { along, normal }) = found else { panic!("a hull of {count} points") };
            let heights: Vec<f64> = points.iter().map(|point| dot(*point, normal)).collect();
            let highest = heights.iter().fold(0.0_f64, |high, height| high.max(*height));
            assert!(along > 0.0 && heights.iter().filter(|height| highest - **height < 1e-12).count() == 3);
        }
    }
}
