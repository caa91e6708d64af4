//! The allowance for witness points far from the origin; and the rule that a variant that promises distances has to give them.

use gjk_cases::body::{Curved, IDENTITY, Shape};
use gjk_cases::case::{Arithmetic, Body, Case, Point};
use gjk_records::{Question, Ruling};
use gjk_truth::answer::{Answered, Says, Values};
use gjk_truth::judge::{Judgement, judge};
use gjk_truth::truth::Truth;

use crate::answers::{in_floats, judged, of_lengths, rounded};

/// The distance of the pairs from the origin: 2²⁰ times their D.
const FAR: f64 = 1048576.0;

/// Points at a distance of one half, far out along x; D is one.
fn far_points() -> Case {
    Case::of_points("far", 3, vec![[FAR, 0.0, 0.0]], vec![[FAR + 0.5, 0.0, 0.0], [FAR + 1.0, 0.0, 0.0]])
}

/// The same case as a ball of radius zero and points.
fn far_curved() -> Case {
    let shape = Shape::Ellipsoid { semi_axes: [0.0; 3] };
    let ball = Body::Curved(Curved { shape, center: [FAR, 0.0, 0.0], rotation: IDENTITY });
    Case { a: ball, ..far_points() }
}

/// The same case as a union with a part that is farther away.
fn far_union() -> Case {
    let case = far_points();
    Case { b: Body::Union(vec![Body::Points(vec![[FAR + 1.0, 0.0, 0.0]]), case.b.clone()]), ..case }
}

fn found(case: &Case, values: Values<f64>) -> Judgement {
    rounded(case, Arithmetic::F64, Says::Apart, &[], values)
}

#[test]
fn witness_points_may_be_off_by_their_rounding_but_distances_may_not() {
    let step = FAR * f64::EPSILON;
    for case in [far_points(), far_curved(), far_union()] {
        let with = |moved: f64, distance: f64| {
            found(&case, of_lengths(distance, [[FAR + moved * step, 0.0, 0.0], [FAR + 0.5, 0.0, 0.0]]))
        };
        // Half a step is u |x|: the two points together may be one step off, and each half a step from its body.
        let exact = with(0.0, 0.5);
        assert_eq!(exact.ruling, Ruling::Right);
        let allowance = exact.witness_allowance.expect("there are witness points");
        assert!((allowance / (2.0 * FAR + 0.5) - 1.0).abs() < 1e-12, "{allowance}");
        // One step is 2²¹ units: half of it is allowed for A's point, the other half is not.
        let off = with(1.0, 0.5);
        assert_eq!(off.ruling, Ruling::Inaccurate);
        assert!(off.error.is_some_and(|error| (error / (2.0 * FAR) - 1.0).abs() < 1e-6), "{off:?}");
        // The points moved sideways: the pair is farther apart by only the square of the move, and A's point is off its body by
        // more than its share.
        let across =
            |moved: f64| found(&case, of_lengths(0.5, [[FAR, moved * step, 0.0], [FAR + 0.5, moved * step, 0.0]])).ruling;
        assert_eq!([across(0.5), across(0.51)], [Ruling::Right, Ruling::Inaccurate]);
        // The reported distance lies near zero, where rounding costs it next to nothing.
        assert_eq!(with(0.0, 0.5 + 0.25 * step).ruling, Ruling::Inaccurate);
    }
}

#[test]
fn witness_points_at_the_end_of_the_range_are_off_by_a_number() {
    let points = |x: f64| -> [Point; 2] { [[x, 0.0, 0.0], [x, x, 0.0]] };
    for case in [far_points(), far_curved(), far_union()] {
        for x in [1e160, -1e200, 1e270] {
            let off = found(&case, of_lengths(0.5, points(x)));
            assert_eq!(off.ruling, Ruling::Off, "{x}");
            // |on_a − on_b| is |x|, in units of u·D = 2⁻⁵³.
            let error = off.error.expect("a number");
            assert!((error * 0.5 * f64::EPSILON / x.abs() - 1.0).abs() < 1e-12, "{x}: {error}");
        }
        for x in [f64::INFINITY, f64::NAN] {
            let off = found(&case, of_lengths(0.5, points(x)));
            assert_eq!(off.ruling, Ruling::Off, "{x}");
        }
    }
}

#[test]
fn a_variant_that_promises_distances_and_gives_none_is_off() {
    for case in [far_points(), far_curved(), far_union()] {
        let ruled = |says: Says, promises_distance: bool| {
            let promise = if promises_distance { Question::Distance } else { Question::Verdict };
            let answer = Answered { promise, ..in_floats(says, &[], Values::none()) };
            judged(&case, Arithmetic::F64, &answer).ruling
        };
        assert_eq!([ruled(Says::Apart, false), ruled(Says::Apart, true)], [Ruling::Right, Ruling::Off]);
        // A wrong verdict outranks a missing distance.
        assert_eq!(ruled(Says::Intersecting, true), Ruling::Wrong);
    }
}

#[test]
fn rounding_costs_half_a_step_in_each_coordinate_of_the_space_and_none_without_a_tolerance() {
    let least = f64::from_bits(1);
    for dimension in [2_u8, 3] {
        let case = Case::of_points("tiny", dimension, vec![[0.0; 3]], vec![[8.0 * least, 0.0, 0.0]]);
        let answer = in_floats(Says::Apart, &[], of_lengths(8.0 * least, [[0.0; 3], [8.0 * least, 0.0, 0.0]]));
        let allowance = |tolerance| {
            let found = judge(&case, &Truth::of(&case), Some(&answer), Arithmetic::F64, tolerance);
            found.witness_allowance.expect("there are witness points")
        };
        // Two points, each off by half of the least number in each coordinate; u·D is 2⁻⁵³ times 8 least numbers.
        let expected = f64::from(dimension).sqrt() * 2.0_f64.powi(50);
        assert!((allowance(64.0) / expected - 1.0).abs() < 1e-12, "{dimension}: {}", allowance(64.0));
        // With a tolerance of zero u |x| is allowed, which is 8 u times the least number.
        assert_eq!(allowance(0.0), 1.0);
    }
}
