//! Brackets of curved pairs: of the depth, compared with a scan of directions in doubles, and of the distance near contact.

use gjk_cases::body::{Body, Curved, IDENTITY, Point, Shape};
use gjk_cases::case::{Arithmetic, Case, Class};
use gjk_cases::family::{RandomSource, add, combined, corners, dot, scaled, subtract};
use gjk_numbers::vector::cross;
use gjk_records::Ruling;
use gjk_truth::answer::{Says, Values};
use gjk_truth::judge::{Judgement, judge};
use gjk_truth::truth::{CurvedTruth, Truth};

use crate::answers::{in_floats, of_lengths};

const UNIT: f64 = 0.5 * f64::EPSILON;

fn body(shape: Shape, center: Point) -> Body {
    Body::Curved(Curved { shape, center, rotation: IDENTITY })
}

fn cylinder(radius: f64, half_height: f64, center: Point) -> Body {
    body(Shape::Cylinder { radius, half_height }, center)
}

fn judged(case: &Case, says: Says, numbers: Values<f64>, tolerance: f64) -> Judgement {
    judge(case, &Truth::of(case), Some(&in_floats(says, &[], numbers)), Arithmetic::F64, tolerance)
}

/// A curved body around the origin, turned, with sizes from 2^least to 1.
fn curved(random: &mut RandomSource, least: f64) -> Body {
    let kind = if random.dimension() == 2 { 0 } else { random.below(3) };
    shaped(random, kind, least)
}

fn shaped(random: &mut RandomSource, kind: u64, least: f64) -> Body {
    let sizes: Point = std::array::from_fn(|_| random.power(least, 0.0));
    let [radius, half_height, _] = sizes;
    let shape = match kind {
        0 => Shape::Ellipsoid { semi_axes: sizes },
        1 => Shape::Cylinder { radius, half_height },
        _ => Shape::Cone { radius, half_height },
    };
    let columns = random.rotation();
    let (sine, cosine) = random.between(0.0, 7.0).sin_cos();
    let rotation = match random.dimension() {
        2 => [[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]],
        _ => std::array::from_fn(|row| std::array::from_fn(|column| columns[column][row])),
    };
    Body::Curved(Curved { shape, center: [0.0; 3], rotation })
}

fn hull(random: &mut RandomSource, count: u64) -> Body {
    let flat = random.dimension() == 2;
    let point = |[x, y, z]: Point| [0.75 * x, 0.75 * y, if flat { 0.0 } else { 0.75 * z }];
    Body::Points((0..count).map(|_| point(random.ball())).collect())
}

/// The body moved.
fn moved(body: &Body, shift: Point) -> Body {
    match body {
        Body::Points(points) => Body::Points(points.iter().map(|&point| add(point, shift)).collect()),
        Body::Curved(curved) => Body::Curved(Curved { center: add(curved.center, shift), ..*curved }),
        _ => unreachable!("the bodies of this test are hulls and curved ones"),
    }
}

fn of_length_one(v: Point) -> Point {
    scaled(v, 1.0 / dot(v, v).sqrt())
}

/// A direction orthogonal to a direction of length one.
fn across(n: Point) -> Point {
    of_length_one(if n[0].abs() < 0.6 { [0.0, -n[2], n[1]] } else { [-n[1], n[0], 0.0] })
}

/// The support point of a body in doubles, from the definitions of the shapes.
fn support(body: &Body, n: Point) -> Point {
    let curved = match body {
        Body::Curved(curved) => curved,
        _ => return body.points().iter().copied().max_by(|p, q| dot(*p, n).total_cmp(&dot(*q, n))).unwrap(),
    };
    let extents = curved.extents();
    let local: Point = std::array::from_fn(|j| (0..3).map(|i| curved.rotation[i][j] * n[i]).sum());
    let rim = |z: f64| {
        let across = local[0].hypot(local[1]);
        if across == 0.0 { [0.0, 0.0, z] } else { [extents[0] * local[0] / across, extents[0] * local[1] / across, z] }
    };
    let found: Point = match curved.shape {
        Shape::Ellipsoid { .. } => {
            let stretched: Point = std::array::from_fn(|i| extents[i] * local[i]);
            let length = dot(stretched, stretched).sqrt();
            std::array::from_fn(|i| if length == 0.0 { 0.0 } else { extents[i] * stretched[i] / length })
        }
        Shape::Cylinder { half_height, .. } => rim(half_height.copysign(local[2])),
        Shape::Cone { half_height, .. } => {
            let (apex, base) = ([0.0, 0.0, half_height], rim(-half_height));
            if dot(apex, local) >= dot(base, local) { apex } else { base }
        }
    };
    std::array::from_fn(|i| curved.center[i] + dot(curved.rotation[i], found))
}

/// The reach of the difference along a direction.
fn reach(a: &Body, b: &Body, n: Point) -> f64 {
    dot(support(a, n), n) - dot(support(b, scaled(n, -1.0)), n)
}

/// An upper bound of the least reach along any direction: the best few of a thousand are refined in ever smaller rings around
/// them.
fn scanned(dimension: u8, a: &Body, b: &Body) -> f64 {
    let direction = |i: i32| -> Point {
        let part = (2.0 * f64::from(i) + 1.0) / 1000.0;
        let (sine, cosine) = if dimension == 2 { std::f64::consts::PI * part } else { f64::from(i) * 2.4 }.sin_cos();
        let z = if dimension == 2 { 0.0 } else { 1.0 - part };
        let rest = (1.0 - z * z).sqrt();
        [rest * cosine, rest * sine, z]
    };
    let mut starts: Vec<(f64, Point)> = (0..1000).map(direction).map(|n| (reach(a, b, n), n)).collect();
    starts.sort_by(|p, q| p.0.total_cmp(&q.0));
    let refined = |(mut least, mut n): (f64, Point)| {
        let mut step = 0.05;
        while step > 1e-10 {
            let u = if dimension == 2 { [-n[1], n[0], 0.0] } else { across(n) };
            let w = if dimension == 2 { [0.0; 3] } else { cross(&n, &u) };
            let ring = (0..32).map(|k| {
                let (sine, cosine) = (f64::from(k) * 0.2).sin_cos();
                let radius = step * f64::from(k % 2 + 1);
                of_length_one(add(n, scaled(add(scaled(u, cosine), scaled(w, sine)), radius)))
            });
            let best = ring.map(|n| (reach(a, b, n), n)).min_by(|p, q| p.0.total_cmp(&q.0)).unwrap();
            if best.0 < least { (least, n) = best } else { step *= 0.5 }
        }
        least
    };
    starts.into_iter().step_by(3).take(3).map(refined).fold(f64::INFINITY, f64::min)
}

/// Two bodies pressed into each other along a direction, and the overlap, which is at least 2^shallow of their width.
fn pressed_in(dimension: u8, index: u64, shallow: f64) -> (Body, Body, f64) {
    let mut random = RandomSource::new("depth", dimension, 5, Arithmetic::F64, index);
    let a = curved(&mut random, -6.0);
    let b = match random.below(5) {
        0 => hull(&mut random, 8),
        1 => hull(&mut random, 2),
        _ => curved(&mut random, -6.0),
    };
    let [x, y, z] = random.direction();
    let n = of_length_one([x, y, if dimension == 2 { 0.0 } else { z }]);
    let overlap = 0.5 * random.power(shallow, 0.0) * (reach(&a, &b, n) + reach(&a, &b, scaled(n, -1.0)));
    let contact = subtract(support(&a, n), support(&b, scaled(n, -1.0)));
    let b = moved(&b, add(contact, scaled(n, -overlap)));
    (a, b, overlap)
}

#[test]
fn the_bracket_of_a_depth_agrees_with_a_scan_of_directions() {
    for (dimension, shallow) in [(2, -10.0), (3, -10.0), (2, -44.0), (3, -44.0)] {
        let mut overlapping = 0;
        for index in 0..100 {
            let (a, b, overlap) = pressed_in(dimension, index, shallow);
            let truth = CurvedTruth::of(dimension, &a, &b);
            // The plane of contact is rounded.
            let rounding = 8.0 * UNIT * truth.size.to_f64();
            if truth.class != Some(Class::Overlapping) {
                // A thin body may have passed sideways through the other one.
                assert!(scanned(dimension, &a, &b) < rounding, "{dimension}:{index}");
                continue;
            }
            overlapping += 1;
            let (low, high) = (truth.depth().low.to_f64(), truth.depth().high.to_f64());
            let upper = scanned(dimension, &a, &b).min(overlap) + rounding;
            assert!(low <= upper && high <= 1.001 * upper, "{dimension}:{index}: {low:e} {high:e} {upper:e}");
            assert!(0.0 < low && high - low <= 0.002 * high, "{dimension}:{index}: {low:e} {high:e}");
        }
        assert!(overlapping >= 65, "{overlapping}");
    }
}

#[test]
fn a_segment_in_a_cylinder_is_as_deep_as_the_side_is_far() {
    let segment = Body::Points(vec![[0.4, -1.9, -0.5], [1.4, 1.1, -2.2]]);
    let depth = CurvedTruth::of(3, &cylinder(1.0, 2.0, [0.0; 3]), &segment).depth();
    // The line of the segment, seen along the axis, is at the distance 3.1/√10 from it.
    let expected = 1.0 - 3.1 / 10.0_f64.sqrt();
    let (low, high) = (depth.low.to_f64(), depth.high.to_f64());
    assert!(low < expected + 1e-15 && expected - 1e-15 < high && high - low < 1e-6 * expected, "{low} {high} {expected}");
}

#[test]
fn cylinders_cap_to_cap_are_as_deep_as_their_caps_and_their_ruling_is_that_of_the_depth() {
    // D = 2 + 2 − the depth along the axis.
    for (units, expected) in [(20.0, Ruling::Contact), (63.0, Ruling::Contact), (65.0, Ruling::Wrong)] {
        let pair =
            Case::of_bodies("case", 3, cylinder(1.0, 1.0, [0.0; 3]), cylinder(1.0, 1.0, [0.0, 0.0, 2.0 - 4.0 * units * UNIT]));
        let found = judged(&pair, Says::Apart, Values::none(), 64.0);
        assert_eq!(found.ruling, expected, "{units}");
        assert!((found.margin.unwrap() - units).abs() < 1e-9 && found.margin_low <= found.margin, "{found:?}");
        assert_eq!(judged(&pair, Says::Intersecting, Values::none(), 64.0).ruling, Ruling::Right);
    }
}

#[test]
fn a_margin_whose_bracket_holds_the_tolerance_is_undecided() {
    // Two needles along one axis: the depth is the same all around, so the bracket is not narrow.
    let needle = || cylinder(1e-14, 1.0, [0.0; 3]);
    let pair = Case::of_bodies("case", 3, needle(), needle());
    let depth = CurvedTruth::of(3, &needle(), &needle()).depth();
    assert!(depth.low.to_f64() <= 2e-14 && 2e-14 <= depth.high.to_f64() && depth.low.to_f64() > 1.99e-14);
    let wrong = judged(&pair, Says::Apart, Values::none(), 64.0);
    let [low, high] = [wrong.margin_low, wrong.margin].map(Option::unwrap);
    assert_eq!(wrong.ruling, Ruling::Wrong);
    assert_eq!(judged(&pair, Says::Apart, Values::none(), 0.5 * (low + high)).ruling, Ruling::Undecided);
    assert_eq!(judged(&pair, Says::Apart, Values::none(), 1.001 * high).ruling, Ruling::Contact);
}

#[test]
fn a_verdict_on_bodies_that_may_touch_is_right_within_a_tolerance_only() {
    let ball = |radius: f64, center: Point| body(Shape::Ellipsoid { semi_axes: [radius; 3] }, center);
    let pair = Case::of_bodies("case", 3, ball(2.0, [0.0; 3]), ball(3.0, [3.0, 4.0, 0.0]));
    for says in [Says::Apart, Says::Intersecting] {
        assert_eq!(judged(&pair, says, Values::none(), 64.0).ruling, Ruling::Right, "{says:?}");
        assert_eq!(judged(&pair, says, Values::none(), 0.0).ruling, Ruling::Undecided, "{says:?}");
    }
}

#[test]
fn brackets_of_cones_next_to_boxes_are_narrow_near_contact() {
    let mut widest: f64 = 0.0;
    for index in 0..3000 {
        let mut random = RandomSource::new("cones", 3, 11, Arithmetic::F64, index);
        let least = if index % 2 == 0 { -4.0 } else { -10.0 };
        let cone = shaped(&mut random, 2, least);
        let Body::Curved(curved @ Curved { rotation, .. }) = &cone else { unreachable!() };
        let extents = curved.extents();
        // The normal of a line of its surface, or of its base.
        let (sine, cosine) = random.between(0.0, 7.0).sin_cos();
        let local =
            if index % 8 < 6 { [2.0 * extents[2] * cosine, 2.0 * extents[2] * sine, extents[0]] } else { [0.0, 0.0, -1.0] };
        let n = of_length_one(std::array::from_fn(|i| dot(rotation[i], local)));
        // Two of every four boxes have a face along it.
        let frame = if index % 4 < 2 { random.rotation() } else { [across(n), cross(&n, &across(n)), n] };
        let half: Point = std::array::from_fn(|_| random.power(least, 0.0));
        let corners = corners(half.map(|x| -x), half);
        let polytope = Body::Points(corners.into_iter().map(|corner| combined(frame, corner)).collect());
        let gap = 10.0_f64.powf(random.between(-14.0, -11.0));
        let contact = subtract(support(&cone, n), support(&polytope, scaled(n, -1.0)));
        let truth = CurvedTruth::of(3, &cone, &moved(&polytope, add(contact, scaled(n, gap))));
        widest = widest.max(truth.core_distance.width().over(truth.size).to_f64() / UNIT);
    }
    assert!(widest < 1e-3, "{widest:e} u·D");
}

#[test]
fn errors_of_finite_witness_points_are_numbers_however_far_away() {
    let square = || Body::Points(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let ball = || body(Shape::Ellipsoid { semi_axes: [1.0; 3] }, [0.0, 0.0, 5.0]);
    let point = || Body::Points(vec![[0.0, 0.0, 3.0]]);
    let pairs = [(square(), point()), (square(), ball()), (Body::Union(vec![square(), square()]), point())];
    for (a, b) in pairs {
        let pair = Case::of_bodies("case", 3, a, b);
        for far in [1e150, 1e160, 1e300, f64::MAX] {
            let found = judged(&pair, Says::Apart, of_lengths(far, [[far, -far, far], [0.0, far, -far]]), 64.0);
            assert_eq!(found.ruling, Ruling::Off);
            let (error, infeasibility) = (found.error.unwrap(), found.infeasibility.unwrap());
            assert!(error > 1e150 && !infeasibility.is_nan(), "{far:e}: {error} {infeasibility}");
        }
    }
}
