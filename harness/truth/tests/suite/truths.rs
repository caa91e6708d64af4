//! The numbers of the truth, for bodies whose distance is computed by hand.

use dashu_ratio::RBig;
use gjk_cases::case::{Body, Case, Class, Curved, Point, Shape};
use gjk_truth::answer::{Answered, Says, Scope, Values};
use gjk_truth::exact::Bracket;
use gjk_truth::truth::{HullTruth, Truth};

use crate::answers::{cube, in_floats, in_rationals, of_distance, rational};

/// Coordinates are in units of this power of two, so the grid is fine, of unit one, or coarse.
const UNITS: [i32; 5] = [-300, -3, 0, 5, 300];

/// A segment along x, and above it another one from four to six: the distance is 4, and D is 6.
fn segments(unit: f64, radii: [f64; 2]) -> Case {
    let of = |points: [Point; 2], radius: f64| {
        let points = points.map(|p| p.map(|x| x * unit)).to_vec();
        if radius == 0.0 { Body::Points(points) } else { Body::Rounded { points, radius: radius * unit } }
    };
    let (a, b) = ([[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]], [[0.0, 0.0, 4.0], [0.0, 0.0, 6.0]]);
    Case::of_bodies("case", 3, of(a, radii[0]), of(b, radii[1]))
}

fn square(x: f64) -> RBig {
    rational(x) * rational(x)
}

#[test]
fn a_distance_is_known_exactly_and_as_a_number() {
    for unit in UNITS.map(|k| 2.0_f64.powi(k)) {
        let truth = Truth::of(&segments(unit, [0.0; 2]));
        assert_eq!(
            (truth.class(), truth.decided(), truth.class_name()),
            (Class::Separated, Some(Class::Separated), "separated")
        );
        assert_eq!((truth.distance_squared(), truth.core_distance_squared()), (Some(square(4.0 * unit)), None));
        assert_eq!((truth.distance_f64(), truth.size().to_f64()), (4.0 * unit, 6.0 * unit));
        assert_eq!(truth.bounds(), ((4.0 * unit).next_down(), (4.0 * unit).next_up()));
        assert_eq!((truth.relative_width(), truth.relative_distance()), (0.0, 4.0 / 6.0));
        assert!(truth.hulls().is_some_and(|hulls| !hulls.has_radii() && *hulls.exact_radii() == RBig::ZERO));
    }
}

#[test]
fn radii_count_on_either_body() {
    for unit in UNITS.map(|k| 2.0_f64.powi(k)) {
        for (radii, class, name) in [
            ([2.5, 0.0], Class::Separated, "separated"),
            ([0.0, 2.5], Class::Separated, "separated"),
            ([1.0, 1.5], Class::Separated, "separated"),
            ([1.0, 3.0], Class::Touching, "touching"),
            ([2.0, 4.0], Class::Overlapping, "overlapping"),
        ] {
            let truth = Truth::of(&segments(unit, radii));
            let sum = radii[0] + radii[1];
            let gap = f64::max(4.0 - sum, 0.0) * unit;
            assert_eq!((truth.decided(), truth.class_name()), (Some(class), name), "{radii:?}");
            assert_eq!((truth.distance_squared(), truth.core_distance_squared()), (None, Some(square(4.0 * unit))));
            assert_eq!((truth.distance_f64(), truth.size().to_f64()), (gap, (6.0 + sum) * unit), "{radii:?}");
            let hulls = truth.hulls().expect("hulls");
            assert!(hulls.has_radii() && hulls.core_depth().is_none(), "the cores are apart");
            assert_eq!(hulls.exact_radii() * hulls.exact_radii(), square(sum * unit));
        }
    }
}

#[test]
fn bodies_that_meet_have_no_distance_and_cores_that_overlap_a_depth() {
    for unit in UNITS.map(|k| 2.0_f64.powi(k)) {
        for (height, class, depth) in [(1.0, Class::Touching, None), (0.75, Class::Overlapping, Some(0.25))] {
            let b = vec![[0.0, 0.0, height * unit], [0.0, 0.0, 3.0 * unit]];
            let truth = Truth::of(&Case::of_points("case", 3, cube(-unit, unit), b));
            assert_eq!((truth.class(), truth.distance_squared()), (class, Some(RBig::ZERO)));
            assert_eq!((truth.distance_f64(), truth.bounds()), (0.0, (0.0, 0.0)));
            let hulls = truth.hulls().expect("hulls");
            assert_eq!(hulls.core_depth().map(|found| found.to_f64()), depth.map(|depth| depth * unit));
            assert_eq!(hulls.core_depth_squared(), Some(square(depth.unwrap_or(0.0) * unit)));
            assert_eq!(hulls.depth().to_f64(), depth.unwrap_or(0.0) * unit);
        }
    }
}

#[test]
fn a_union_is_as_near_as_its_nearest_pair() {
    let union = |parts: &[(f64, f64)]| {
        let part = |&(z, radius): &(f64, f64)| Body::Rounded { points: vec![[0.0, 0.0, z]], radius };
        Truth::of(&Case { a: Body::Union(parts.iter().map(part).collect()), ..segments(1.0, [0.0; 2]) })
    };
    // A point two below the segment that starts at four, and one eight below it, which is farther from its end.
    let apart = union(&[(2.0, 0.0), (-4.0, 0.0)]);
    assert_eq!(
        (apart.decided(), apart.distance_squared(), apart.size().to_f64()),
        (Some(Class::Separated), Some(square(2.0)), 10.0)
    );
    assert_eq!((apart.bounds(), apart.relative_distance()), ((2.0_f64.next_down(), 2.0_f64.next_up()), 0.2));
    assert!(apart.hulls().is_none() && apart.core_distance_squared().is_none());
    // With a radius of seven, the farther point is the nearer body.
    let rounded = union(&[(2.0, 0.0), (-4.0, 7.0)]);
    assert_eq!((rounded.class(), rounded.distance_squared(), rounded.distance_f64()), (Class::Separated, None, 1.0));
    let touching = union(&[(2.0, 0.0), (-4.0, 8.0)]);
    assert_eq!((touching.class(), touching.distance_f64(), touching.bounds()), (Class::Touching, 0.0, (0.0, 0.0)));
    let overlapping = union(&[(2.0, 2.0), (-4.0, 9.0), (-5.0, 0.0)]);
    assert_eq!((overlapping.class(), overlapping.class_name()), (Class::Overlapping, "overlapping"));
}

#[test]
fn pairs_that_are_equally_far_apart_are_exactly_so() {
    // Triangles in the plane x + 2y + 2z = 5, at the distance 5/3 from the origin, which is not a double.
    let corner = |v: f64, w: f64| [5.0 - 2.0 * v - 2.0 * w, v, w];
    let triangle = |k: f64| {
        // Around the foot, (5, 10, 10)/9.
        Body::Points(vec![corner(-k, 3.0 - k), corner(2.0 * k + 1.0, -k), corner(0.5, 2.0 * k + 3.0)])
    };
    let mut case = Case::of_points("case", 3, vec![], vec![[0.0; 3]]);
    // The large ones have squared heights of more than the 106 bits of a length.
    case.a =
        Body::Union((1..40).map(|k| triangle(if k < 20 { f64::from(k) } else { f64::from(98_765_431 * (k - 18)) })).collect());
    let Truth::Union(union) = Truth::of(&case) else { panic!("a union") };
    assert_eq!(union.distance_squared(), Some(RBig::from(25) / RBig::from(9)));
    for pair in &union.pairs {
        assert!(union.excess(pair).is_zero(), "{}: {:?}", pair.a, union.excess(pair));
        assert_eq!((union.pair(pair.a, 0).map(|found| found.a), union.pair(pair.a, 1).is_none()), (Some(pair.a), true));
    }
    // A nearer part makes the other parts farther by the difference.
    let Body::Union(parts) = &mut case.a else { panic!("a union") };
    parts.push(Body::Rounded { points: vec![[0.0, 3.0, 0.0]], radius: 2.0 });
    let Truth::Union(union) = Truth::of(&case) else { panic!("a union") };
    for pair in &union.pairs {
        let expected = if pair.a == 39 { 0.0 } else { 2.0 / 3.0 };
        assert!((union.excess(pair).to_f64() - expected).abs() < 1e-15, "{}", pair.a);
    }
}

#[test]
fn a_bracket_has_a_width_in_units_of_the_size() {
    let mut case = segments(1.0, [0.0; 2]);
    let shape = Shape::Ellipsoid { semi_axes: [1.0, 0.75, 0.5] };
    let rotation = [[0.6, 0.0, -0.8], [0.0, 1.0, 0.0], [0.8, 0.0, 0.6]];
    case.a = Body::Curved(Curved { shape, center: [0.5, 0.25, 0.0], rotation });
    let truth = Truth::of(&case);
    let Bracket { low, high } = truth.gap();
    // Its distance is irrational.
    assert!(low < high && truth.relative_width() > 0.0 && truth.relative_width() < 1e-6);
    assert_eq!(truth.relative_width(), high.minus(low).over(truth.size()).to_f64());
}

#[test]
fn a_witness_error_is_known_where_cores_are_apart() {
    let case = segments(1.0, [0.0; 2]);
    let error = |truth: &HullTruth, witnesses| truth.witness_error(&witnesses).map(|x| x.to_f64());
    let truth = HullTruth::of_points(3, case.a.points(), case.b.points());
    assert_eq!(error(&truth, [[0.0; 3], [0.0, 0.0, 4.0]]), Some(0.0));
    assert_eq!(error(&truth, [[0.5, 0.0, 0.0], [0.0, 0.0, 4.25]]), Some(0.5));
    // With an axis of a thousand bits.
    let far = [1e150, 1e-150, 0.0];
    let truth = HullTruth::of_points(3, &[far], &[[0.0; 3]]);
    assert_eq!(error(&truth, [far, [0.0; 3]]), Some(0.0));
    assert_eq!(error(&truth, [far, [0.0, 0.0, 1e150]]), Some(1e150));
}

#[test]
fn a_reported_distance_is_that_of_the_bodies() {
    let of = |says, scope, distance: Option<f64>| {
        Answered { scope, ..in_floats(says, &[], Values { distance, ..Values::none() }) }.distance()
    };
    let cores = |radii| Scope::Cores { radii };
    assert_eq!(of(Says::Apart, Scope::Bodies, Some(3.0)), Some(3.0));
    assert_eq!(of(Says::Apart, Scope::Bodies, None), None);
    assert_eq!(of(Says::Apart, cores(2.0), Some(3.0)), Some(1.0));
    assert_eq!(of(Says::Apart, cores(2.0), Some(1.5)), Some(0.0), "not less than nothing");
    assert_eq!(of(Says::Intersecting, cores(2.0), Some(1.5)), Some(0.0), "how near the cores are is not the bodies' distance");
    assert_eq!(of(Says::Intersecting, cores(2.0), Some(3.0)), Some(0.0), "nor how far they are");
    // Without radii the answer's distance is returned unchanged, whether true or false.
    assert_eq!(of(Says::Intersecting, cores(0.0), Some(1e-9)), Some(1e-9));
    assert_eq!(of(Says::Apart, cores(0.0), Some(-1.0)), Some(-1.0));
    let exact = in_rationals(Says::Apart, &[], of_distance(RBig::from(9)));
    assert_eq!(exact.distance(), Some(3.0), "exact distances come squared");
    assert_eq!([Says::Apart, Says::Intersecting].map(Says::name), ["apart", "intersecting"]);
}
