//! Depths and normals of bodies that meet: along the normal, the bodies reach past each other by their depth.

use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Body, Case, Class, Curved, Point, Shape};
use gjk_cases::family::{corners, families};
use gjk_truth::exact::{Bracket, Scaled};
use gjk_truth::truth::Truth;

fn rational(x: f64) -> RBig {
    RBig::try_from(x).expect("a finite number")
}

/// How far A and B, hulls of points with or without radii, reach past each other along a vector: exact but for the roots.
fn reach(case: &Case, normal: &Point) -> Scaled {
    let product = |p: &Point| p.iter().zip(normal).fold(RBig::ZERO, |sum, (x, n)| sum + rational(*x) * rational(*n));
    let highest = case.a.points().iter().map(product).max().expect("points of A");
    let lowest = case.b.points().iter().map(product).min().expect("points of B");
    let length = Scaled::of_rational(&product(normal)).root();
    let radii = Scaled::of_rational(&(rational(case.a.radius()) + rational(case.b.radius())));
    Scaled::of_rational(&(highest - lowest)).over(length).plus(radii)
}

/// The greatest coordinate, which bounds the rounding of a point.
fn largest(case: &Case) -> f64 {
    let coordinates = case.a.points().iter().chain(case.b.points()).flatten();
    coordinates.fold(case.a.radius() + case.b.radius(), |most, x| most.max(x.abs()))
}

/// The same case with the points of both bodies as cores of these radii.
fn rounded(case: &Case, [a, b]: [f64; 2]) -> Case {
    let body = |body: &Body, radius| Body::Rounded { points: body.points().to_vec(), radius };
    Case::of_bodies(case.id.clone(), case.dimension, body(&case.a, a), body(&case.b, b))
}

#[test]
fn the_reach_along_the_normal_is_the_depth_in_every_family_and_with_radii() {
    // The kinds of contact: without radii; with radii on cores that are apart, touch and overlap.
    let mut seen = [0; 4];
    let examine = |case: &Case, seen: &mut [u32; 4]| {
        let truth = Truth::of(case);
        let Some(hulls) = truth.hulls() else { return };
        let (depth, normal) = (truth.depth(), truth.normal(case));
        if hulls.class() == Class::Separated {
            assert_eq!((depth, normal), (None, None), "{case:?}");
            return;
        }
        let (depth, normal) = (depth.expect("they meet"), normal.expect("hulls of points"));
        assert!(depth.width().is_zero() && (0..3).all(|i| normal[i] == 0.0 || i < usize::from(case.dimension)));
        assert!((normal.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-15, "{normal:?}");
        // No direction has a lesser reach; the coordinates of a normal are rounded.
        let excess = reach(case, &normal).minus(depth.middle()).over(hulls.size).to_f64();
        assert!((-1e-25..4e-16).contains(&excess), "{excess:e} along {normal:?}: {case:?}");
        assert_eq!(truth.core_depth().is_some(), hulls.has_radii() && hulls.core_distance.is_zero(), "{case:?}");
        if let Some(core_depth) = truth.core_depth() {
            assert!(core_depth.plus(hulls.radii).minus(depth.middle()).over(hulls.size).to_f64().abs() < 1e-25);
        }
        // The contact points are the depth apart along the normal, and no farther from their bodies than rounding.
        let [on_a, on_b] = truth.contact_points(case).expect("hulls of points");
        let off = (0..3).map(|i| (on_a[i] - on_b[i] - depth.middle().to_f64() * normal[i]).abs()).fold(0.0, f64::max);
        assert!(off <= 1e-15 * hulls.size.to_f64() + 4.0 * f64::EPSILON * largest(case), "{off:e}: {case:?}");
        for (point, body) in [(on_a, &case.a), (on_b, &case.b)] {
            let alone = Truth::of(&Case::of_bodies("point", case.dimension, Body::Points(vec![point]), body.clone()));
            let off = alone.distance_f64();
            assert!(off <= 1e-15 * hulls.size.to_f64() + 4.0 * f64::EPSILON * largest(case), "{off:e}: {case:?}");
        }
        seen[match (hulls.has_radii(), hulls.core_distance.is_zero(), hulls.core_depth().is_some()) {
            (false, ..) => 0,
            (true, false, _) => 1,
            (true, true, false) => 2,
            (true, true, true) => 3,
        }] += 1;
    };
    for family in families() {
        for index in 0..24 {
            let case = family.case(17, Arithmetic::F64, index);
            examine(&case, &mut seen);
            let truth = Truth::of(&case);
            let Some(hulls) = truth.hulls().filter(|hulls| !hulls.has_radii()) else { continue };
            // Radii that overlap deeply and by a little, and radii that do not reach.
            let [distance, size] = [hulls.core_distance.to_f64(), hulls.size.to_f64()];
            for sum in [distance + 0.25 * size, 1.0009765625 * distance, 0.75 * distance] {
                if sum > 0.0 && sum.is_finite() {
                    examine(&rounded(&case, [0.25 * sum, 0.75 * sum]), &mut seen);
                }
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 60), "{seen:?}");
}

#[test]
fn the_depth_and_the_normal_are_those_computed_by_hand() {
    let ball = |center: Point, radius| Body::Rounded { points: vec![center], radius };
    let cube = || Body::Points(corners([-1.0; 3], [1.0; 3]));
    let found = |a: Body, b: Body| {
        let case = Case::of_bodies("case", 3, a, b);
        let truth = Truth::of(&case);
        let number = |length: Scaled| length.to_f64();
        (truth.depth().map(|depth| number(depth.middle())), truth.core_depth().map(number), truth.normal(&case))
    };
    // A ball on a box overlaps it by its radius alone. The normal points from A to B, so it turns if they are exchanged.
    let low = [0.0, 0.0, 1.5];
    assert_eq!(found(ball(low, 0.75), cube()), (Some(0.25), None, Some([0.0, 0.0, -1.0])));
    assert_eq!(found(cube(), ball(low, 0.75)), (Some(0.25), None, Some([0.0, 0.0, 1.0])));
    // It touches, its centre is on the box, and it is in the box.
    assert_eq!(found(ball(low, 0.5), cube()), (Some(0.0), None, Some([0.0, 0.0, -1.0])));
    assert_eq!(found(ball([0.0, 0.0, 1.0], 0.5), cube()), (Some(0.5), Some(0.0), Some([0.0, 0.0, -1.0])));
    assert_eq!(found(ball([0.0, 0.0, 0.5], 0.5), cube()), (Some(1.0), Some(0.5), Some([0.0, 0.0, -1.0])));
    assert_eq!(found(ball([0.0, 0.0, 1.5], 0.25), cube()), (None, None, None));
    // For balls with equal centres every direction is right; the one that is chosen is that of the negative x axis.
    assert_eq!(found(ball(low, 1.0), ball(low, 2.0)), (Some(3.0), Some(0.0), Some([-1.0, 0.0, 0.0])));
    // Three fifths and four fifths of the way between the centres of two balls.
    assert_eq!(found(ball([0.0; 3], 3.0), ball([3.0, 4.0, 0.0], 4.0)), (Some(2.0), None, Some([0.6, 0.8, 0.0])));
    // The depth of a union that overlaps is not known; a union that touches has depth zero, and no normal is known.
    let union = |height| Body::Union(vec![ball([0.0, 0.0, height], 1.0), ball([9.0, 0.0, 0.0], 1.0)]);
    assert_eq!(found(union(1.5), cube()), (None, None, None));
    assert_eq!(found(union(2.0), cube()), (Some(0.0), None, None));
    assert_eq!(found(union(3.0), cube()), (None, None, None));
}

#[test]
fn a_body_in_a_half_space_rests_on_it_after_a_move_along_the_normal() {
    // The normal has length 3, so its coordinates of length one are thirds.
    let halfspace = Body::Halfspace { normal: [1.0, 2.0, 2.0], offset: 6.0 };
    let rotation = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let curved = |shape| move |center| Body::Curved(Curved { shape, center, rotation });
    type Placed = Box<dyn Fn(Point) -> Body>;
    let bodies: [Placed; 5] = [
        Box::new(|center| Body::Points(corners(center, center.map(|x| x + 1.0)))),
        Box::new(|center| Body::Rounded { points: vec![center, [center[0], center[1] + 1.0, center[2]]], radius: 0.75 }),
        Box::new(curved(Shape::Ellipsoid { semi_axes: [1.0, 2.0, 0.5] })),
        Box::new(curved(Shape::Cylinder { radius: 0.5, half_height: 1.0 })),
        Box::new(curved(Shape::Cone { radius: 0.5, half_height: 1.0 })),
    ];
    for body in &bodies {
        let case = |center| Case::of_bodies("case", 3, body(center), halfspace.clone());
        let center = [0.25, -0.5, 0.125];
        let deep = case(center);
        let truth = Truth::of(&deep);
        let normal = truth.normal(&deep).expect("a half-space");
        assert_eq!(normal, [-1.0 / 3.0, -2.0 / 3.0, -2.0 / 3.0]);
        let depth = truth.depth().expect("it overlaps").middle().to_f64();
        assert!(depth > 1.0, "{deep:?}");
        if let Some([on_a, on_b]) = truth.contact_points(&deep) {
            let off = (0..3).map(|i| (on_a[i] - on_b[i] - depth * normal[i]).abs()).fold(0.0, f64::max);
            assert!(off < 1e-14 && (on_b[0] + 2.0 * on_b[1] + 2.0 * on_b[2] - 6.0).abs() < 1e-14, "{on_b:?}");
        }
        // A moved by minus the depth along the normal, which points from A to B.
        let rests = Truth::of(&case(std::array::from_fn(|i| center[i] - depth * normal[i])));
        let left = rests.depth().unwrap_or(Bracket::ZERO).high.plus(rests.gap().high).to_f64();
        assert!(left < 4e-15, "{left:e}: {deep:?}");
        let apart = case([9.0; 3]);
        assert_eq!((Truth::of(&apart).normal(&apart), Truth::of(&apart).depth()), (None, None));
    }
}

#[test]
fn contact_points_of_unions_are_those_of_the_nearest_or_the_deepest_pair() {
    let cube = |x: f64| Body::Points(corners([x, 0.0, 0.0], [x + 1.0, 1.0, 1.0]));
    let found = |at: f64| {
        let point = Body::Points(vec![[at, 0.5, 0.25]]);
        let case = Case::of_bodies("case", 3, Body::Union(vec![cube(0.0), cube(2.0)]), point);
        let truth = Truth::of(&case);
        (truth.decisive_pair().map(|pair| (pair.a, pair.b)), truth.contact_points(&case))
    };
    assert_eq!(found(1.75), (Some((1, 0)), Some([[2.0, 0.5, 0.25], [1.75, 0.5, 0.25]])));
    assert_eq!(found(2.125), (Some((1, 0)), Some([[2.0, 0.5, 0.25], [2.125, 0.5, 0.25]])));
    assert_eq!(found(0.875), (Some((0, 0)), Some([[1.0, 0.5, 0.25], [0.875, 0.5, 0.25]])));
}
