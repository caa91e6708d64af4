//! The judge on answers made by hand with known errors: each ruling on both sides of the tolerance.

use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Case, Point};
use gjk_records::Ruling;
use gjk_truth::answer::{Says, Values};
use gjk_truth::judge::{Judgement, judge};
use gjk_truth::truth::Truth;

use crate::answers::{ROUNDED, cube, cube_and_segment, in_floats, in_rationals, of_axis, of_distance, of_lengths, rounded};

fn case(dimension: u8, a: Vec<Point>, b: Vec<Point>) -> Case {
    Case::of_points("case", dimension, a, b)
}

fn ruling(case: &Case, arithmetic: Arithmetic, says: Says, numbers: Values<f64>) -> Ruling {
    rounded(case, arithmetic, says, &[], numbers).ruling
}

#[test]
fn a_distance_is_right_up_to_the_tolerance() {
    let case = cube_and_segment(2.0);
    for arithmetic in ROUNDED {
        // Doubles near one resolve half of this unit.
        let unit = arithmetic.unit() * 4.0;
        for (off, expected) in [(0.0, Ruling::Right), (3.5, Ruling::Right), (4.0, Ruling::Right), (4.5, Ruling::Inaccurate)] {
            for sign in [1.0, -1.0] {
                let found = rounded(&case, arithmetic, Says::Apart, &[], of_distance(1.0 + sign * off * unit));
                assert_eq!(found.ruling, expected, "{arithmetic}: off by {off} units");
                assert_eq!(found.error, Some(off));
                assert_eq!((found.margin, found.axis_overlap, found.certified), (None, None, Some(false)));
            }
        }
    }
}

#[test]
fn witness_points_are_at_the_distance_and_in_their_bodies_up_to_the_tolerance() {
    let case = cube_and_segment(2.0);
    for arithmetic in ROUNDED {
        let unit = arithmetic.unit() * 4.0;
        let with = |on_a, on_b| rounded(&case, arithmetic, Says::Apart, &[], of_lengths(1.0, [on_a, on_b]));
        let (foot, point) = ([0.0, 0.0, 1.0], [0.0, 0.0, 2.0]);
        let right = with(foot, point);
        assert_eq!((right.ruling, right.error, right.infeasibility), (Ruling::Right, Some(0.0), Some(0.0)));
        // Too near each other, both in their bodies. Rounding them may cost three quarters of a unit.
        assert_eq!(with([0.0, 0.0, 1.0 - 4.5 * unit], point).ruling, Ruling::Right);
        assert_eq!(with([0.0, 0.0, 1.0 - 5.0 * unit], point).ruling, Ruling::Inaccurate);
        // At the right distance, with A's point outside its body.
        for (off, expected) in [(4.0, Ruling::Right), (5.0, Ruling::Inaccurate)] {
            let found = with([0.0, 0.0, 1.0 + off * unit], [0.0, 0.0, 2.0 + off * unit]);
            // B's segment continues upwards, so its point is still in it.
            assert_eq!((found.ruling, found.error), (expected, Some(0.0)), "{arithmetic}");
            assert_eq!(found.infeasibility, Some(off), "{arithmetic}");
        }
        // Two points at distance one far from both bodies.
        assert_eq!(with([50.0, 0.0, 0.0], [51.0, 0.0, 0.0]).ruling, Ruling::Off);
    }
}

#[test]
fn an_error_beyond_half_of_the_digits_is_off_whichever_length_has_it() {
    let case = cube_and_segment(2.0);
    for arithmetic in ROUNDED {
        // √u·D, and a step beyond it that exceeds the 3 u that rounding the witness points may cost.
        let (half, step) = (arithmetic.unit().sqrt() * 4.0, 4.0 * arithmetic.unit());
        let (foot, point) = ([0.0, 0.0, 1.0], [0.0, 0.0, 2.0]);
        for (error, expected) in [(half - step, Ruling::Inaccurate), (half + step, Ruling::Off), (0.5, Ruling::Off)] {
            let of = |distance, on_a, on_b| ruling(&case, arithmetic, Says::Apart, of_lengths(distance, [on_a, on_b]));
            for sign in [1.0, -1.0] {
                assert_eq!(of(1.0 + sign * error, foot, point), expected, "{arithmetic}: the distance, {error}");
            }
            // Too near each other, in their bodies; and at the right distance, with A's point outside its body.
            assert_eq!(
                of(1.0, [0.0, 0.0, 1.0 - error], point),
                expected,
                "{arithmetic}: the witness points' distance, {error}"
            );
            let (above_a, above_b) = ([0.0, 0.0, 1.0 + error], [0.0, 0.0, 2.0 + error]);
            assert_eq!(of(1.0, above_a, above_b), expected, "{arithmetic}: a witness point, {error}");
        }
    }
}

#[test]
fn weights_that_prove_a_witness_point_spare_the_exact_distance() {
    let case = cube_and_segment(2.0);
    let with = |weights: &[f64], corners: &[[usize; 2]]| {
        let numbers = Values { weights: weights.to_vec(), ..of_lengths(1.0, [[0.0, 0.0, 1.0], [0.0, 0.0, 2.0]]) };
        rounded(&case, Arithmetic::F64, Says::Apart, corners, numbers)
    };
    // Corners 4 and 7 of the cube are opposite corners of the face z = 1.
    assert_eq!(with(&[0.5, 0.5], &[[4, 0], [7, 0]]).infeasibility, Some(0.0));
    // Weights that are negative, prove another point or belong to a vertex that does not exist prove nothing and do no harm.
    for (weights, corners) in [([-0.5, 1.5], [[4, 0], [7, 0]]), ([0.9, 0.1], [[4, 0], [7, 0]]), ([0.5, 0.5], [[4, 0], [8, 0]])]
    {
        let found = with(&weights, &corners);
        assert_eq!((found.ruling, found.infeasibility), (Ruling::Right, Some(0.0)), "{weights:?} {corners:?}");
    }
}

#[test]
fn witness_errors_are_recorded_and_not_ruled_on() {
    // Two faces of side two, opposite each other at distance one: any two points over each other are nearest.
    let case = case(3, cube(-1.0, 1.0), cube(-1.0, 1.0).into_iter().map(|[x, y, z]| [x, y, z + 3.0]).collect());
    for (x, y) in [(0.0, 0.0), (1.0, -1.0), (0.25, 0.5)] {
        let found = rounded(&case, Arithmetic::F64, Says::Apart, &[], of_lengths(1.0, [[x, y, 1.0], [x, y, 2.0]]));
        assert_eq!(found.ruling, Ruling::Right);
        assert!(found.witness_error.is_some_and(|off| off <= 1.0), "{found:?}");
    }
    // Two crossing edges at distance one: a witness point off by s changes the distance by at most s²/2.
    let edges = self::case(3, vec![[-1.0, 0.0, 1.0], [1.0, 0.0, 1.0]], vec![[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]]);
    for arithmetic in ROUNDED {
        let off = 1024.0 * arithmetic.unit();
        let numbers = Values { witnesses: Some([[off, 0.0, 1.0], [0.0; 3]]), ..Values::none() };
        let found = rounded(&edges, arithmetic, Says::Apart, &[], numbers);
        assert_eq!((found.ruling, found.witness_error), (Ruling::Right, Some(1024.0)), "{arithmetic}");
    }
}

/// The judgement of an `apart` with this axis, which states whether the axis separates.
fn axis_of(case: &Case, arithmetic: Arithmetic, axis: Point) -> Judgement {
    rounded(case, arithmetic, Says::Apart, &[], of_axis(axis))
}

#[test]
fn an_axis_certifies_if_it_separates_strictly() {
    let case = cube_and_segment(2.0);
    for arithmetic in ROUNDED {
        assert_eq!(axis_of(&case, arithmetic, [0.0, 0.0, -1e-300]).certified, Some(true));
        assert_eq!(axis_of(&case, arithmetic, [0.4, 0.5, -1.0]).certified, Some(true));
        // Along this axis, the products of B's point and of A's nearest corner are both −2: not strictly separated.
        assert_eq!(axis_of(&case, arithmetic, [0.5, 0.5, -1.0]).certified, Some(false));
        for axis in [[0.0, 0.0, 1.0], [0.0; 3], [f64::NAN, 0.0, -1.0], [0.0, 0.0, f64::NEG_INFINITY]] {
            assert_eq!(axis_of(&case, arithmetic, axis).certified, Some(false), "{axis:?}");
        }
    }
}

#[test]
fn a_false_intersecting_is_contact_up_to_the_tolerance() {
    for arithmetic in ROUNDED {
        let unit = arithmetic.unit();
        for (gap, expected) in [(1.0, Ruling::Contact), (4.0, Ruling::Contact), (5.0, Ruling::Wrong)] {
            // D is one, whatever the gap: B's segment ends at one.
            let pair = case(3, cube(0.0, 0.5), vec![[0.5 + gap * unit, 0.25, 0.25], [1.0, 0.25, 0.25]]);
            let found = rounded(&pair, arithmetic, Says::Intersecting, &[[0, 0]], of_distance(0.0));
            assert_eq!((found.ruling, found.certified), (expected, Some(false)), "{arithmetic}: {gap} units");
            assert_eq!((found.margin, found.error, found.axis_overlap), (Some(gap), Some(gap), None));
            assert_eq!(ruling(&pair, arithmetic, Says::Intersecting, Values::none()), expected, "without a distance");
            // A distance that is off is a separate fault, unless the verdict is wrong.
            let with_far = if expected == Ruling::Contact { Ruling::Off } else { Ruling::Wrong };
            assert_eq!(ruling(&pair, arithmetic, Says::Intersecting, of_distance(0.5)), with_far);
        }
    }
}

#[test]
fn touching_called_apart_is_contact_if_there_is_a_tolerance() {
    let pair = case(3, cube(0.0, 1.0), vec![[1.0, 1.0, 1.0], [2.0, 1.0, 1.0]]);
    for arithmetic in ROUNDED {
        let found = axis_of(&pair, arithmetic, [-1.0, 0.0, 0.0]);
        assert_eq!((found.ruling, found.certified, found.margin), (Ruling::Contact, Some(false), Some(0.0)));
        assert_eq!(found.axis_overlap, Some(0.0));
        let unit = arithmetic.unit() * 2.0;
        for (off, expected) in [(4.0, Ruling::Contact), (4.5, Ruling::Inaccurate)] {
            assert_eq!(ruling(&pair, arithmetic, Says::Apart, of_distance(off * unit)), expected, "{arithmetic}: {off} units");
        }
        let without_tolerance =
            judge(&pair, &Truth::of(&pair), Some(&in_floats(Says::Apart, &[], Values::none())), arithmetic, 0.0);
        assert_eq!(without_tolerance.ruling, Ruling::Wrong);
    }
}

#[test]
fn a_deep_overlap_called_apart_has_the_penetration_depth_as_its_margin() {
    // The cubes overlap by 0.5 along x, 1.5 along y, 1.75 along z; D is 3.5.
    let moved = cube(-1.0, 1.0).into_iter().map(|[x, y, z]| [x + 1.5, y + 0.5, z + 0.25]).collect();
    let (space, plane) = (case(3, cube(-1.0, 1.0), moved), {
        let square = |x: f64| vec![[x, 0.0, 0.0], [x + 2.0, 0.0, 0.0], [x + 2.0, 2.0, 0.0], [x, 2.0, 0.0]];
        case(2, square(0.0), square(1.5))
    });
    for arithmetic in ROUNDED {
        let unit = arithmetic.unit() * 3.5;
        for pair in [&space, &plane] {
            // Called apart by a hundredth of a unit: the distance is nearly right, but the answer is wrong.
            let numbers = Values { distance: Some(0.01 * unit), ..of_axis([0.0, 3.0, 0.0]) };
            let found = rounded(pair, arithmetic, Says::Apart, &[], numbers);
            assert_eq!((found.ruling, found.certified), (Ruling::Wrong, Some(false)));
            assert!((found.margin.expect("a margin") * unit - 0.5).abs() < 1e-12, "{found:?}");
            assert!(found.error.expect("an error") < 0.02);
            // Along the claimed axis they overlap by more than the depth: by 2.5 in space and by 2 in the plane.
            let overlap = found.axis_overlap.expect("an axis") * unit;
            assert!((overlap - if pair.dimension == 3 { 2.5 } else { 2.0 }).abs() < 1e-12, "{overlap}");
        }
    }
}

#[test]
fn a_shallow_overlap_called_apart_is_contact_up_to_the_tolerance() {
    for arithmetic in ROUNDED {
        let unit = arithmetic.unit();
        for (depth, expected) in [(1.0, Ruling::Contact), (4.0, Ruling::Contact), (5.0, Ruling::Wrong)] {
            let mut b = cube(0.5 - depth * unit, 1.0);
            b.iter_mut().for_each(|p| (p[1], p[2]) = ((p[1] > 0.75).into(), (p[2] > 0.75).into()));
            let found = rounded(&case(3, cube(0.0, 0.5), b), arithmetic, Says::Apart, &[], Values::none());
            assert_eq!((found.ruling, found.margin), (expected, Some(depth)), "{arithmetic}");
        }
    }
}

#[test]
fn numbers_that_are_none_are_never_right() {
    let (near, far) = (case(3, cube(0.0, 1.0), vec![[0.5; 3]]), cube_and_segment(2.0));
    for arithmetic in ROUNDED {
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let distance = of_distance(number);
            assert_eq!(ruling(&far, arithmetic, Says::Apart, distance.clone()), Ruling::Off, "{number}");
            assert_eq!(ruling(&near, arithmetic, Says::Intersecting, distance.clone()), Ruling::Off, "{number}");
            assert_eq!(ruling(&near, arithmetic, Says::Apart, distance), Ruling::Wrong, "{number}");
            for bad in [[number, 0.0, 1.0], [0.0, 0.0, number]] {
                for witnesses in [[bad, [0.0, 0.0, 2.0]], [[0.0, 0.0, 1.0], bad], [bad, bad]] {
                    let numbers = of_lengths(1.0, witnesses);
                    assert_eq!(ruling(&far, arithmetic, Says::Apart, numbers), Ruling::Off, "{witnesses:?}");
                }
            }
            let weights = Values { weights: vec![number], ..of_lengths(1.0, [[0.0, 0.0, 1.0], [5.0, 5.0, 5.0]]) };
            assert_eq!(rounded(&far, arithmetic, Says::Apart, &[[4, 0]], weights).ruling, Ruling::Off, "{number}");
        }
    }
}

#[test]
fn two_equal_points_have_a_size_of_zero() {
    let pair = case(3, vec![[3.0, -1.0, 0.5]; 2], vec![[3.0, -1.0, 0.5]]);
    for arithmetic in ROUNDED {
        let found = rounded(&pair, arithmetic, Says::Intersecting, &[[1, 0]], of_distance(0.0));
        assert_eq!((found.ruling, found.certified, found.error), (Ruling::Right, Some(true), Some(0.0)));
        // The tolerance is the least positive number, and so is half of the digits.
        let [least, _] = arithmetic.range().expect("a float");
        assert_eq!(ruling(&pair, arithmetic, Says::Intersecting, of_distance(least)), Ruling::Right);
        assert_eq!(ruling(&pair, arithmetic, Says::Intersecting, of_distance(2.0 * least)), Ruling::Off);
        let answer = in_floats(Says::Intersecting, &[], of_distance(least));
        assert_eq!(judge(&pair, &Truth::of(&pair), Some(&answer), arithmetic, 0.0).ruling, Ruling::Off);
        // A translation of length zero would make it right.
        let apart = rounded(&pair, arithmetic, Says::Apart, &[], Values::none());
        assert_eq!((apart.ruling, apart.margin), (Ruling::Contact, Some(0.0)));
    }
}

#[test]
fn no_answer_is_gave_up() {
    let pair = cube_and_segment(2.0);
    for arithmetic in Arithmetic::ALL {
        let found = judge(&pair, &Truth::of(&pair), None, arithmetic, 4.0);
        assert_eq!((found.ruling, found.certified, found.margin, found.error), (Ruling::GaveUp, None, None, None));
    }
}

#[test]
fn exact_answers_have_no_tolerance() {
    let pair = cube_and_segment(2.0);
    let judged = |says, squared: RBig, z: RBig| {
        let point = |z: RBig| [RBig::ZERO, RBig::ZERO, z];
        let numbers = Values {
            distance: Some(squared),
            witnesses: (says == Says::Apart).then(|| [point(z.clone()), point(RBig::from(2))]),
            axis: Some(point(RBig::from(-1))),
            weights: vec![RBig::from(1) / RBig::from(2), RBig::from(1) / RBig::from(2)],
            ..Values::none()
        };
        judge(&pair, &Truth::of(&pair), Some(&in_rationals(says, &[[4, 0], [7, 0]], numbers)), Arithmetic::Exact, 64.0)
    };
    let tiny = RBig::from(1) / RBig::from(dashu_int::IBig::ONE << 300);
    let right = judged(Says::Apart, RBig::ONE, RBig::ONE);
    assert_eq!((right.ruling, right.certified, right.error), (Ruling::Right, Some(true), Some(0.0)));
    assert_eq!(judged(Says::Apart, RBig::ONE + &tiny, RBig::ONE).ruling, Ruling::Inaccurate);
    assert_eq!(judged(Says::Apart, RBig::ONE, RBig::ONE - &tiny).ruling, Ruling::Inaccurate);
    let some = RBig::from(1) / RBig::from(1 << 20);
    assert_eq!(judged(Says::Apart, RBig::ONE + &some, RBig::ONE).ruling, Ruling::Off);
    assert_eq!(judged(Says::Apart, RBig::ONE, RBig::ONE - &some).ruling, Ruling::Off);
    let wrong = judged(Says::Intersecting, RBig::ZERO, RBig::ONE);
    // The distance is 1 and D is 4.
    assert_eq!((wrong.ruling, wrong.certified, wrong.margin), (Ruling::Wrong, Some(false), Some(0.25)));
}

#[test]
fn in_rationals_a_witness_point_is_the_combination_of_its_weights_or_as_far_off_as_it_is() {
    // In the simplex B's point is (0, 0, 2), and D is 4.
    let pair = cube_and_segment(2.0);
    let infeasibility = |z: i32| {
        let point = |z: i32| [0, 0, z].map(RBig::from);
        let numbers = Values { weights: vec![RBig::ONE], ..of_lengths(RBig::ONE, [[1, 1, 1].map(RBig::from), point(z)]) };
        let answer = in_rationals(Says::Apart, &[[7, 0]], numbers);
        judge(&pair, &Truth::of(&pair), Some(&answer), Arithmetic::Exact, 0.0).infeasibility
    };
    // A point of the segment that the weights do not prove, one beyond its end, and the mirror image of the right one.
    assert_eq!([2, 3, 4, -2].map(infeasibility), [0.0, 0.0, 0.25, 1.0].map(Some));
}
