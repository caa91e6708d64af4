//! Climbs compared with scans, and tests of the surface that they climb on.

use nalgebra::{SVector, Vector3};
use proptest::prelude::*;

use gjk_support::surface::{Point, above, surface};
use gjk_support::{Hull, SupportMap};

use crate::{Float, Polytope};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn vector(number: impl Strategy<Value = f64> + 'static) -> impl Strategy<Value = Point> {
    let number = number.boxed();
    [number.clone(), number.clone(), number]
}

fn integers(size: i32) -> impl Strategy<Value = f64> {
    (-size..=size).prop_map(f64::from)
}

/// Clouds whose surface is hard to make or to climb on: round ones; lattices, full of duplicates and coplanar points; boxes
/// with points on their faces; points that rounding puts inside or outside a tilted face; prisms with many sides, whose top is
/// a plateau; points with neighbours so near that only chance rounding distinguishes them.
fn cloud() -> impl Strategy<Value = Vec<Point>> {
    let unit = |p: Point| {
        let length = p.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-3);
        p.map(|x| x / length)
    };
    let many = |number: BoxedStrategy<Point>| prop::collection::vec(number, 4..120);
    let angles = prop::collection::vec((0.0..7.0, any::<bool>()), 4..60);
    prop_oneof![
        many(vector(-1.0..1.0).boxed()),
        many(vector(-1.0..1.0).prop_map(unit).boxed()),
        many(vector(integers(1)).boxed()),
        many(vector(integers(4)).boxed()),
        many((vector(-1.0..1.0), 0..3_usize, any::<bool>()).prop_map(on_a_side).boxed()),
        many(vector(-1.0..1.0).prop_map(|p| [p[0], p[1], 0.3 * p[0] - 0.7 * p[1] + (p[2] * 4.0).floor().max(0.0)]).boxed()),
        many((vector(-1.0..1.0), 0..3_usize, any::<bool>()).prop_map(on_a_side).prop_map(turned).boxed()),
        prop::collection::vec((vector(-1.0..1.0), vector(integers(2))), 4..20).prop_map(|points| {
            let near = |(p, slip): &(Point, Point)| -> Point { std::array::from_fn(|i| p[i] + slip[i] * f64::EPSILON) };
            points.iter().map(near).chain(points.iter().map(|(p, _)| *p)).collect()
        }),
        angles.prop_map(|angles| {
            let top = |(angle, up): (f64, bool)| [angle.cos(), angle.sin(), if up { 1.0 } else { -1.0 }];
            angles.into_iter().map(top).collect()
        }),
    ]
}

fn on_a_side((mut p, axis, up): (Point, usize, bool)) -> Point {
    p[axis] = if up { 1.0 } else { -1.0 };
    p
}

/// Rounded after a rotation, so that a rounding error puts points of a side in its plane or out of it.
fn turned([x, y, z]: Point) -> Point {
    let (x, y) = (0.6 * x - 0.8 * y, 0.8 * x + 0.6 * y);
    [x, 0.28 * y - 0.96 * z, 0.96 * y + 0.28 * z]
}

/// A direction for a cloud: any direction; one along an axis; or the normal of three of its points, exact or slightly off.
fn direction() -> impl Strategy<Value = (Point, [prop::sample::Index; 3], u8)> {
    (vector(prop_oneof![-1.0..1.0, integers(1)]), any::<[prop::sample::Index; 3]>(), 0..8_u8)
}

fn aimed(points: &[Point], (any, corners, kind): &(Point, [prop::sample::Index; 3], u8)) -> Point {
    if *kind < 3 {
        return *any;
    }
    let [a, b, c] = corners.map(|corner| Vector3::from(points[corner.index(points.len())]));
    let normal = (b - a).cross(&(c - a));
    let slip = [0.0, 1e-17, 1e-16, 1e-8, 1e-7][usize::from(*kind) - 3];
    let scale = if any[0] < 0.0 { -1.0 } else { 1.0 };
    std::array::from_fn(|i| scale * normal[i] + slip * any[i])
}

fn agrees<T: Float>(points: &[Point], directions: &[Point]) -> Result<bool, TestCaseError> {
    let vector = |p: &Point| SVector::<T, 3>::from_fn(|i, _| T::from_f64(p[i]));
    let polytope = Polytope::new(points.iter().map(vector).collect()).unwrap();
    let plain = Hull::<gjk_numbers::Solid<T>>::new(polytope.points().to_vec()).unwrap().scanned_in(None).unwrap();
    let mut near = None;
    for direction in directions.iter().map(vector) {
        let (expected, index) = plain.support(&direction, None);
        for near in [None, near, Some(usize::MAX)] {
            let (point, climbed) = polytope.support(&direction, near);
            prop_assert_eq!(climbed, index, "{:?} of {:?} from {:?}", direction, polytope.points(), near);
            prop_assert_eq!(point, expected);
        }
        near = Some(index);
    }
    Ok(polytope.climbs())
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn climbs_agree_with_scans(points in cloud(), directions in prop::collection::vec(direction(), 16)) {
        let directions: Vec<Point> = directions.iter().map(|direction| aimed(&points, direction)).collect();
        agrees::<f64>(&points, &directions)?;
        agrees::<f32>(&points, &directions)?;
    }

    #[test]
    fn the_surface_is_closed_and_convex_and_holds_all_points(points in cloud()) {
        let mut points = points;
        points.sort_by(|p, q| p.partial_cmp(q).unwrap());
        points.dedup();
        let Some(triangles) = surface(&points) else {
            // Only points in a plane have no surface.
            let corner = |i: usize| &points[i];
            for i in 3..points.len().min(30) {
                for (j, k) in (1..i).flat_map(|j| (0..j).map(move |k| (j, k))) {
                    prop_assert!(above(corner(0), corner(k), corner(j), corner(i)) == 0.0);
                }
            }
            return Ok(());
        };
        let mut edges: Vec<[u32; 2]> =
            triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
        edges.sort_unstable();
        prop_assert!(edges.windows(2).all(|pair| pair[0] != pair[1]));
        prop_assert!(edges.iter().all(|&[a, b]| edges.binary_search(&[b, a]).is_ok()));
        let mut corners: Vec<u32> = triangles.iter().flatten().copied().collect();
        corners.sort_unstable();
        corners.dedup();
        // Euler's formula for a sphere.
        prop_assert_eq!(corners.len() + triangles.len(), edges.len() / 2 + 2);
        for [a, b, c] in triangles {
            let [a, b, c] = [a, b, c].map(|corner| &points[corner as usize]);
            prop_assert!(points.iter().all(|point| above(a, b, c, point) <= 0.0));
            prop_assert!(points.iter().any(|point| above(a, b, c, point) < 0.0));
        }
    }
}

/// Points spread over the unit sphere along a spiral.
fn spiral(len: usize) -> Vec<Point> {
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let point = |i: usize| {
        let z = 1.0 - (2 * i + 1) as f64 / len as f64;
        let radius = (1.0 - z * z).sqrt();
        [radius * (golden * i as f64).cos(), radius * (golden * i as f64).sin(), z]
    };
    (0..len).map(point).collect()
}

#[test]
fn large_hulls_are_climbed() {
    let points = spiral(2000);
    assert!(agrees::<f64>(&points, &spiral(97)).unwrap());
    assert!(agrees::<f32>(&points, &spiral(97)).unwrap());
    // With inner points, most of them deep, some just below the surface, and every point twice.
    let shells =
        [1.0, 0.5, 1.0 - 1e-15, 1.0 - 1e-7, 1.0].map(|scale| spiral(300).into_iter().map(move |p| p.map(|x| scale * x)));
    let points: Vec<Point> = shells.into_iter().flatten().collect();
    assert!(agrees::<f64>(&points, &points).unwrap());
    assert!(agrees::<f32>(&points, &points).unwrap());
}

#[test]
fn flat_tiny_and_enormous_clouds_are_scanned() {
    let flat: Vec<Point> = spiral(20).into_iter().map(|p| [p[0], p[1], 0.25]).collect();
    assert!(!agrees::<f64>(&flat, &spiral(9)).unwrap());
    assert!(!agrees::<f64>(&[[1.0, 2.0, 3.0]; 9], &spiral(9)).unwrap());
    let scaled = |scale: f64| spiral(20).into_iter().map(|p| p.map(|x| scale * x)).collect::<Vec<_>>();
    assert!(!agrees::<f64>(&scaled(1e300), &scaled(1.0)).unwrap());
    assert!(!agrees::<f64>(&scaled(1e-300), &scaled(1.0)).unwrap());
    assert!(agrees::<f64>(&scaled(1e50), &scaled(1e-30)).unwrap());
    let mut lost = scaled(1.0);
    lost[3][1] = f64::NAN;
    assert!(!agrees::<f64>(&lost, &[[1.0, 2.0, 3.0]]).unwrap());
    // Directions for which no bound of the rounding error holds.
    let directions = [[0.0; 3], [1e-310; 3], [1e308; 3], [f64::INFINITY, 1.0, 0.0], [f64::NAN; 3], [5e-324, 0.0, -5e-324]];
    assert!(agrees::<f64>(&scaled(1.0), &directions).unwrap());
    assert!(agrees::<f32>(&scaled(1.0), &directions).unwrap());
}

#[test]
fn numbers_beyond_sixteen_bits_are_kept() {
    let shells = [0.5, 0.25, 1.0]
        .map(|scale| spiral(35_000 / if scale == 1.0 { 50 } else { 1 }).into_iter().map(move |p| p.map(|x| scale * x)));
    let points: Vec<Point> = shells.into_iter().flatten().collect();
    assert!(points.len() > 1 << 16);
    assert!(agrees::<f64>(&points, &spiral(97)).unwrap());
    assert!(agrees::<f32>(&points, &spiral(97)).unwrap());
}

#[test]
fn points_are_climbed_to_where_a_square_cannot_hold_all_the_greatest_ones() {
    // A prism of many sides: all points of its top are the greatest for the upward direction, and nearly so for directions near
    // it.
    let prism: Vec<Point> = spiral(600)
        .into_iter()
        .map(|p| {
            let r = (1.0 - p[2] * p[2]).sqrt();
            [p[0] / r, p[1] / r, p[2].signum()]
        })
        .collect();
    // Far from the origin rounding hides which point is the greatest.
    let far: Vec<Point> = spiral(600).into_iter().map(|p| [p[0] + 3e6, p[1] - 1e6, p[2]]).collect();
    for points in [prism, far] {
        for slip in [0.0, 1e-17, 1e-15, 1e-9, 1e-4] {
            let directions: Vec<Point> = spiral(60).into_iter().map(|p| [slip * p[0], slip * p[1], p[2].signum()]).collect();
            agrees::<f64>(&points, &directions).unwrap();
            agrees::<f32>(&points, &directions).unwrap();
        }
        agrees::<f64>(&points, &spiral(97)).unwrap();
        agrees::<f32>(&points, &spiral(97)).unwrap();
    }
}

#[test]
fn directions_on_the_borders_of_squares_find_the_greatest() {
    let points = spiral(500);
    let levels = [-1.0, -0.75, -0.5, -0.25, -0.125, 0.0, 0.0625, 0.375, 0.5, 1.0];
    let mut directions = Vec::new();
    for x in levels {
        for y in levels {
            for slip in [0.0, f64::EPSILON, -f64::EPSILON, 1e-7, -1e-7] {
                let (y, x) = (y + slip, x - slip);
                directions.extend([[1.0, x, y], [x, -1.0, y], [y, x, 1.0], [x, y, -1.0]]);
            }
        }
    }
    for scale in [1.0, 1e-30, 3e30] {
        let scaled: Vec<Point> = directions.iter().map(|d| d.map(|x| x * scale)).collect();
        assert!(agrees::<f64>(&points, &scaled).unwrap());
        assert!(agrees::<f32>(&points, &scaled).unwrap());
    }
}
