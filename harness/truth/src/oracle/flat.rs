//! The depth of bodies that are flat in a common plane or line.
//!
//! Their difference M is flat as well. It has no interior, so such bodies touch if they meet, and the least translation in
//! space that takes them apart has length zero: it leads out of the plane. Within the affine hull of M the least translation
//! has a length: the distance from the origin to the relative boundary of M. The affine hull is the linear span of M, as M
//! holds the origin. Products with vectors of that span, and the lengths of these vectors, are those of the space, so nothing
//! is projected: if the span is a plane with the normal N, the edges e of both bodies have the normals N × e in it; if it is a
//! line, its direction is the only one.

use gjk_numbers::Big;
use gjk_numbers::vector::{Vector, cross, minus, negated};

use super::depth::{in_plane, reach};
use super::interior::Span;
use crate::exact::Scaled;
use crate::lattice::{Lattice, Pair};

/// The depth within the affine hull of M, which holds the origin, in units of the grid; `None` if that hull is the whole space.
/// It is zero if the origin is on the relative boundary of M, or if M is the origin alone.
pub fn flat_depth(lattice: &Lattice<Big>) -> Option<Scaled> {
    match (&span(lattice)[..], lattice.grid.dimension) {
        ([], _) => Some(Scaled::ZERO),
        ([direction], _) => Some(reach(lattice, direction).min(reach(lattice, &negated(direction)))),
        ([p, q], 3) => Some(in_plane(lattice, &cross(p, q))),
        _ => None,
    }
}

/// Points of M or edges of a body that form a basis of the span of M.
fn span(lattice: &Lattice<Big>) -> Vec<Vector<Big>> {
    let mut span = Span::default();
    span.extend(lattice.difference(Pair { a: 0, b: 0 }));
    for points in [&lattice.a, &lattice.b] {
        for point in &points[1..] {
            if span.basis.len() == lattice.grid.dimension {
                return span.basis;
            }
            span.extend(minus(point, &points[0]));
        }
    }
    span.basis
}

#[cfg(test)]
mod tests {
    use gjk_cases::case::Point;

    use crate::truth::HullTruth;

    /// The flat depth in this order of the bodies, after a check that it is the same in the other order, with every list
    /// reversed, with points repeated, and moved and scaled by powers of two.
    fn flat_depth(dimension: usize, a: &[Point], b: &[Point]) -> Option<f64> {
        let depth = |a: &[Point], b: &[Point]| HullTruth::of_points(dimension, a, b).flat_depth().map(|x| x.to_f64());
        let found = depth(a, b);
        let reversed = |points: &[Point]| points.iter().rev().chain([&points[0]]).copied().collect::<Vec<_>>();
        assert_eq!(depth(&reversed(b), &reversed(a)), found);
        let moved = |points: &[Point]| -> Vec<Point> {
            let offset = if dimension == 2 { [4096.0, -64.0, 0.0] } else { [4096.0, -64.0, 512.0] };
            points.iter().map(|p| std::array::from_fn(|i| 0.25 * (p[i] + offset[i]))).collect()
        };
        assert_eq!(depth(&moved(a), &moved(b)), found.map(|depth| 0.25 * depth));
        found
    }

    fn is(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() <= 1e-15 * expected)
    }

    /// s (1, −1, 0) + t (1, 1, −2), in the plane x + y + z = 0: units of √2 and √6, at a right angle.
    fn tilted([s, t]: [f64; 2]) -> Point {
        [s + t, t - s, -2.0 * t]
    }

    fn rectangle(s: [f64; 2], t: [f64; 2]) -> Vec<Point> {
        [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[i, j]| tilted([s[i], t[j]])).to_vec()
    }

    #[test]
    fn polygons_of_a_tilted_plane_are_measured_in_its_own_lengths() {
        let a = rectangle([0.0, 4.0], [0.0, 4.0]);
        // The overlap is one unit of s and half a unit of t: √2 is more than √6 / 2.
        assert!(is(flat_depth(3, &a, &rectangle([3.0, 7.0], [1.0, 3.0])), 2.0_f64.sqrt()));
        assert!(is(flat_depth(3, &a, &rectangle([3.0, 7.0], [3.5, 5.0])), 1.5_f64.sqrt()));
        // A triangle of side √18, whose incircle has the radius √1.5 and whose height is √13.5.
        let triangle = [[2.0, -1.0, -1.0], [-1.0, 2.0, -1.0], [-1.0, -1.0, 2.0]];
        assert!(is(flat_depth(3, &triangle, &[[0.0; 3]]), 1.5_f64.sqrt()));
        assert!(is(flat_depth(3, &triangle, &triangle), 13.5_f64.sqrt()));
        // Points within a polygon have no edge on its boundary.
        let with_middle = [&a[..], &[tilted([2.0, 2.0]), tilted([1.0, 2.0]), tilted([2.0, 0.0])]].concat();
        assert!(is(flat_depth(3, &with_middle, &[tilted([2.0, 1.0])]), 6.0_f64.sqrt()));
        // Two segments that cross: M is a parallelogram with their directions.
        let (first, second) = ([[-1.0, 0.0], [1.0, 0.0]].map(tilted), [[0.0, -2.0], [0.0, 2.0]].map(tilted));
        assert!(is(flat_depth(3, &first, &second), 2.0_f64.sqrt()));
    }

    #[test]
    fn polygons_of_a_plane_along_the_axes_are_those_of_the_plane() {
        let square = |x: f64, y: f64| [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]].map(|[u, v]| [x + u, y + v]);
        for (x, y) in [(0.0_f64, 0.0_f64), (0.5, 0.0), (1.5, -1.0), (0.25, 1.75), (1.0, 1.0)] {
            let planar = |points: [[f64; 2]; 4]| points.map(|[u, v]| [u, v, 0.0]);
            let depth = 2.0 - x.abs().max(y.abs());
            let plane = HullTruth::of_points(2, &planar(square(0.0, 0.0)), &planar(square(x, y)));
            assert!(is(plane.core_depth().map(|found| found.to_f64()), depth));
            for place in [|[u, v]: [f64; 2]| [u, v, 3.0], |[u, v]: [f64; 2]| [u, -1.0, v], |[u, v]: [f64; 2]| [0.5, u, v]] {
                assert!(is(flat_depth(3, &square(0.0, 0.0).map(place), &square(x, y).map(place)), depth), "{x} {y}");
            }
        }
    }

    /// The least reach of M along the normals of all pairs of points of a body; `None` if M does not hold the origin, or is
    /// flat.
    fn by_all_pairs(a: &[[f64; 2]], b: &[[f64; 2]]) -> Option<f64> {
        let of_pairs = |points: &[[f64; 2]]| -> Vec<[f64; 2]> {
            points.iter().flat_map(|p| points.iter().map(|q| [q[1] - p[1], p[0] - q[0]])).filter(|n| *n != [0.0; 2]).collect()
        };
        let reaches = [of_pairs(a), of_pairs(b)].concat().into_iter().map(|n| {
            let product = |p: &[f64; 2]| n[0] * p[0] + n[1] * p[1];
            let greatest = a.iter().map(product).fold(f64::NEG_INFINITY, f64::max);
            (greatest - b.iter().map(product).fold(f64::INFINITY, f64::min)) / n[0].hypot(n[1])
        });
        reaches.reduce(f64::min).filter(|depth| *depth > 0.0)
    }

    #[test]
    fn depths_from_hull_edges_equal_those_from_all_pairs_also_in_a_turned_plane() {
        let grid = |bits: u32| (0..9).filter(move |i| bits >> i & 1 == 1).map(|i| [f64::from(i % 3), f64::from(i / 3)]);
        // Two vectors of length three at a right angle.
        let turned = |[x, y]: [f64; 2]| [x + 2.0 * y, 2.0 * x + y, 2.0 * x - 2.0 * y];
        let mut overlaps = 0;
        for bits in 1..512 {
            let a: Vec<_> = grid(bits).collect();
            for b in [
                vec![[1.0, 1.0]],
                vec![[0.5, 0.25], [3.0, 1.5]],
                grid(bits * 37 % 511 + 1).map(|[x, y]| [x + 0.5, y]).collect(),
            ] {
                let truth = |dimension: usize, place: &dyn Fn([f64; 2]) -> Point| {
                    let [a, b] = [&a, &b].map(|points| points.iter().copied().map(place).collect::<Vec<_>>());
                    HullTruth::of_points(dimension, &a, &b)
                };
                let Some(depth) = truth(2, &|[x, y]| [x, y, 0.0]).core_depth() else { continue };
                let expected = by_all_pairs(&a, &b).expect("M holds the origin");
                assert!((depth.to_f64() - expected).abs() < 1e-14, "{a:?} {b:?}");
                let flat = truth(3, &turned).flat_depth().expect("a common plane").to_f64();
                assert!((flat - 3.0 * expected).abs() < 1e-14, "{a:?} {b:?}");
                overlaps += 1;
            }
        }
        assert!(overlaps > 500, "{overlaps}");
    }

    #[test]
    fn segments_of_a_common_line() {
        // Along a vector of length three in space, and of length five in the plane.
        let in_space = |t: f64| [1.0 + t, 2.0 * t, 2.0 * t - 7.0];
        let in_plane = |t: f64| [3.0 * t, 4.0 * t + 1.0, 0.0];
        for (a, b, depth) in [([0.0, 5.0], [3.0, 9.0], 2.0), ([0.0, 5.0], [1.0, 2.0], 2.0), ([0.0, 1.0], [1.0, 4.0], 0.0)] {
            assert!(is(flat_depth(3, &a.map(in_space), &b.map(in_space)), 3.0 * depth));
            assert!(is(flat_depth(2, &a.map(in_plane), &b.map(in_plane)), 5.0 * depth));
        }
    }

    #[test]
    fn bodies_touching_within_the_plane_have_a_flat_depth_of_zero() {
        let a = rectangle([0.0, 4.0], [0.0, 4.0]);
        for b in [rectangle([4.0, 7.0], [1.0, 3.0]), rectangle([4.0, 5.0], [4.0, 5.0]), rectangle([-2.0, 6.0], [-1.0, 0.0])] {
            assert_eq!(flat_depth(3, &a, &b), Some(0.0));
        }
        assert_eq!(flat_depth(3, &a, &[tilted([2.0, 4.0])]), Some(0.0));
        assert_eq!(flat_depth(3, &[[1.0, 2.0, 3.0]], &[[1.0, 2.0, 3.0]]), Some(0.0));
    }

    #[test]
    fn flat_depth_requires_a_flat_difference_and_bodies_that_meet() {
        let a = rectangle([0.0, 4.0], [0.0, 4.0]);
        // A segment along the normal, starting at the middle of the rectangle or passing through it.
        let segment = |from: f64| [from, 2.0].map(|t| tilted([2.0, 2.0]).map(|x| x + t));
        assert_eq!(flat_depth(3, &a, &segment(0.0)), None);
        assert_eq!(flat_depth(3, &a, &segment(-1.0)), None);
        assert_eq!(flat_depth(3, &a, &rectangle([5.0, 6.0], [0.0, 1.0])), None);
        assert_eq!(flat_depth(2, &[[0.0; 3], [1.0, 0.0, 0.0]], &[[0.0; 3], [0.0, 1.0, 0.0]]), None);
    }
}
