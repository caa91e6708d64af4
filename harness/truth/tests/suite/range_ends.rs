//! Rulings at the ends of the range, if the tolerance is below the least positive number, η, and if distances round to
//! infinity.

use gjk_cases::body::{Curved, IDENTITY, Shape};
use gjk_cases::case::{Arithmetic, Body, Case, Point};
use gjk_records::Ruling::{self, Contact, Off, Right, Wrong};
use gjk_truth::answer::Answered;
use gjk_truth::answer::{PartAnswer, Says, Scope, Values};
use gjk_truth::judge::{Judgement, TOLERANCE, judge};
use gjk_truth::truth::Truth;

use crate::answers::{ROUNDED, in_floats, of_distance, of_lengths};

fn judged(case: &Case, arithmetic: Arithmetic, says: Says, values: Values<f64>, tolerance: f64) -> Judgement {
    judge(case, &Truth::of(case), Some(&in_floats(says, &[], values)), arithmetic, tolerance)
}

fn range(arithmetic: Arithmetic) -> [f64; 2] {
    arithmetic.range().expect("a float")
}

fn on_x(x: f64) -> Point {
    [x, 0.0, 0.0]
}

/// A point as a body of each kind: a hull, a ball of radius zero, and a union of the point and another one at `beyond`.
fn bodies_at(x: f64, beyond: f64) -> [Body; 3] {
    let point = |x: f64| Body::Points(vec![on_x(x)]);
    let shape = Shape::Ellipsoid { semi_axes: [0.0; 3] };
    let ball = Body::Curved(Curved { shape, center: on_x(x), rotation: IDENTITY });
    [point(x), ball, Body::Union(vec![point(beyond), point(x)])]
}

/// The origin and a point at this distance, with the point as each kind of body.
fn pairs(distance: f64, beyond: f64) -> [Case; 3] {
    bodies_at(distance, beyond).map(|b| Case::of_bodies("case", 3, Body::Points(vec![[0.0; 3]]), b))
}

#[test]
fn a_length_is_right_up_to_the_least_number_and_exactly_right_without_a_tolerance() {
    for arithmetic in ROUNDED {
        let [least, _] = range(arithmetic);
        for (n, case) in [1.0, 2.0, 3.0].into_iter().flat_map(|n| pairs(n * least, 9.0 * least).map(|case| (n, case))) {
            for (off, with_tolerance) in [(0.0, Right), (1.0, Right), (-1.0, Right), (2.0, Off), (-2.0, Off)] {
                let distance = (n + off) * least;
                let of = |tolerance| judged(&case, arithmetic, Says::Apart, of_distance(distance), tolerance).ruling;
                // A bracket never decides whether a length is exact.
                let very = if matches!(case.b, Body::Curved(_)) { Ruling::Undecided } else { Right };
                let without = if off == 0.0 { very } else { Off };
                assert_eq!(
                    [of(TOLERANCE), of(1e-3), of(0.0)],
                    [with_tolerance, with_tolerance, without],
                    "{arithmetic} {n} {off} {case:?}"
                );
                // B's point is moved: the error of the pair's distance and the distance of the point from its body are equal.
                let witnesses = [[0.0; 3], on_x(distance)];
                let of = |tolerance| judged(&case, arithmetic, Says::Apart, of_lengths(n * least, witnesses), tolerance).ruling;
                assert_eq!([of(TOLERANCE), of(0.0)], [with_tolerance, without], "{arithmetic} {n} {off} {case:?}");
            }
        }
    }
}

#[test]
fn the_floor_does_not_add_to_a_tolerance_above_it() {
    for arithmetic in ROUNDED {
        let [least, _] = range(arithmetic);
        // 64 u·D is two steps, and √u·D is many.
        let size = 2.0 * least / (TOLERANCE * arithmetic.unit());
        for case in pairs(size, size) {
            for (off, expected) in
                [(2.0, Right), (3.0, Ruling::Inaccurate), (arithmetic.unit().sqrt() * 1.01 * size / least, Off)]
            {
                let of = |distance| judged(&case, arithmetic, Says::Apart, of_distance(distance), TOLERANCE);
                assert_eq!(of(size + off.round() * least).ruling, expected, "{arithmetic} {off} {case:?}");
                assert_eq!(of(size - off.round() * least).ruling, expected, "{arithmetic} {off} {case:?}");
            }
        }
    }
}

#[test]
fn rounding_a_coordinate_below_the_least_normal_number_costs_half_of_the_least_one() {
    for arithmetic in ROUNDED {
        let [least, _] = range(arithmetic);
        for dimension in [2, 3] {
            let case = |distance: f64| {
                let b = Body::Points(vec![on_x(distance * least)]);
                Case::of_bodies("case", dimension, Body::Points(vec![[0.0; 3]]), b)
            };
            let found = |case: &Case, tolerance| {
                let numbers = of_lengths(least, [[0.0; 3], on_x(least)]);
                let found = judged(case, arithmetic, Says::Apart, numbers, tolerance);
                found.witness_allowance.expect("witness points") * arithmetic.unit()
            };
            // D is η. Each point may cost √2/2 η in the plane and √3/2 η in space, and only u |p| without a tolerance.
            let allowance = found(&case(1.0), TOLERANCE);
            assert!((allowance - f64::from(dimension).sqrt()).abs() < 1e-9, "{dimension}: {allowance}");
            assert_eq!(found(&case(1.0), 0.0), arithmetic.unit());
        }
        // Above the least normal number nothing changes.
        let normal = least / arithmetic.unit();
        let case = Case::of_points("case", 3, vec![[normal; 3]], vec![[2.0 * normal; 3]]);
        let numbers = of_lengths(normal * 3.0_f64.sqrt(), [[normal; 3], [2.0 * normal; 3]]);
        let [with, without] =
            [TOLERANCE, 0.0].map(|tolerance| judged(&case, arithmetic, Says::Apart, numbers.clone(), tolerance));
        assert_eq!(with.witness_allowance, without.witness_allowance);
    }
}

#[test]
fn a_margin_within_the_least_number_is_contact() {
    for arithmetic in ROUNDED {
        let [least, _] = range(arithmetic);
        for (n, expected) in [(1.0, Contact), (2.0, Wrong), (3.0, Wrong)] {
            let [points, _, union] = pairs(n * least, 9.0 * least);
            for case in [points, union] {
                let of = |tolerance| judged(&case, arithmetic, Says::Intersecting, Values::none(), tolerance);
                assert_eq!([of(TOLERANCE).ruling, of(0.0).ruling], [expected, Wrong], "{arithmetic} {n} {case:?}");
            }
            // Two squares that overlap by the same length, and a point at the same depth in a swept one.
            let square = |low: f64| -> Vec<Point> {
                let [low, high] = [low, low + 8.0].map(|x| x * least);
                vec![[low, 0.0, 0.0], [high, 0.0, 0.0], [high, 8.0 * least, 0.0], [low, 8.0 * least, 0.0]]
            };
            let points = |low: f64| Body::Points(square(low));
            let far = Body::Points(vec![on_x(20.0 * least)]);
            for b in [points(8.0 - n), Body::Union(vec![far, points(8.0 - n)])] {
                let case = Case::of_bodies("case", 2, points(0.0), b);
                let of = |tolerance| judged(&case, arithmetic, Says::Apart, Values::none(), tolerance);
                assert_eq!([of(TOLERANCE).ruling, of(0.0).ruling], [expected, Wrong], "{arithmetic} {n} {case:?}");
            }
            let swept = Body::Rounded { points: vec![on_x(4.0 * least)], radius: (4.0 + n) * least };
            let case = Case::of_bodies("case", 3, Body::Points(vec![[0.0; 3]]), swept);
            let of = |tolerance| judged(&case, arithmetic, Says::Apart, Values::none(), tolerance);
            assert_eq!([of(TOLERANCE).ruling, of(0.0).ruling], [expected, Wrong], "{arithmetic} {n}: swept");
        }
        // A disc of radius η and points that are (√2 − 1) η and (√5 − 1) η away from it.
        for (x, expected) in [(1.0, Contact), (2.0, Wrong)] {
            let disc =
                Curved { shape: Shape::Ellipsoid { semi_axes: [least, least, 0.0] }, center: [0.0; 3], rotation: IDENTITY };
            let point = Body::Points(vec![[x * least, least, 0.0]]);
            let case = Case::of_bodies("case", 2, Body::Curved(disc), point);
            let of = |tolerance| judged(&case, arithmetic, Says::Intersecting, Values::none(), tolerance);
            assert_eq!([of(TOLERANCE).ruling, of(0.0).ruling], [expected, Wrong], "{arithmetic} {x}");
        }
    }
}

#[test]
fn infinity_is_right_where_the_distance_rounds_to_it() {
    for arithmetic in ROUNDED {
        let [_, greatest] = range(arithmetic);
        let below = if arithmetic == Arithmetic::F32 { f64::from(f32::MAX.next_down()) } else { f64::MAX.next_down() };
        let step = greatest - below;
        for (more, is_infinite) in [
            (0.0, false),
            (0.25 * step, false),
            (0.499 * step, false),
            // The last digit of the greatest number is odd: a tie rounds away from it.
            (0.5 * step, true),
            (0.75 * step, true),
            (0.5 * greatest, true),
            (greatest, true),
        ] {
            for b in bodies_at(more, greatest) {
                let case = Case::of_bodies("case", 3, Body::Points(vec![on_x(-greatest)]), b);
                let of = |x: f64, tolerance| judged(&case, arithmetic, Says::Apart, of_distance(x), tolerance);
                let infinite = of(f64::INFINITY, TOLERANCE);
                let expected = if is_infinite { Right } else { Off };
                assert_eq!(infinite.ruling, expected, "{arithmetic} {more:e} {case:?}");
                assert_eq!(infinite.error == Some(0.0), is_infinite, "{arithmetic} {more:e} {case:?}");
                // Without a tolerance only the exact distance is right.
                assert_eq!(of(f64::INFINITY, 0.0).ruling, Off);
                for number in [f64::NEG_INFINITY, f64::NAN] {
                    assert_eq!(of(number, TOLERANCE).ruling, Off, "{number}");
                }
                assert_eq!(of(greatest, TOLERANCE).ruling, if more <= step { Right } else { Off });
                // A coordinate of a witness point may not be infinite.
                let numbers = of_lengths(f64::INFINITY, [on_x(f64::NEG_INFINITY), on_x(more)]);
                assert_eq!(judged(&case, arithmetic, Says::Apart, numbers, TOLERANCE).ruling, Off);
                assert_eq!(judged(&case, arithmetic, Says::Intersecting, of_distance(f64::INFINITY), TOLERANCE).ruling, Wrong);
            }
        }
        // The cores count if the answer measures them.
        let swept = Body::Rounded { points: vec![on_x(greatest)], radius: greatest };
        let case = Case::of_bodies("case", 3, Body::Points(vec![on_x(-greatest)]), swept);
        for (scope, expected) in [(Scope::Cores { radii: greatest }, Right), (Scope::Bodies, Off)] {
            let answer = Answered { scope, ..in_floats(Says::Apart, &[], of_distance(f64::INFINITY)) };
            assert_eq!(judge(&case, &Truth::of(&case), Some(&answer), arithmetic, TOLERANCE).ruling, expected);
        }
    }
    // A distance that is infinite in single precision is a number in double precision.
    let most = f64::from(f32::MAX);
    for case in pairs(2.0 * most, 3.0 * most) {
        let of = |arithmetic| judged(&case, arithmetic, Says::Apart, of_distance(f64::INFINITY), TOLERANCE).ruling;
        assert_eq!(ROUNDED.map(of), [Right, Off]);
    }
}

/// One part is the same point on both sides, and one is far away: the unit is that of the whole bodies.
#[test]
fn a_part_of_no_size_is_judged_by_the_size_of_the_union() {
    let points = |x: f64| Body::Points(vec![on_x(x)]);
    let case = Case::of_bodies("case", 3, Body::Union(vec![points(16.0), points(0.0)]), points(0.0));
    for arithmetic in ROUNDED {
        let unit = 16.0 * arithmetic.unit();
        for (off, expected) in [(4.0, Right), (5.0, Ruling::Inaccurate), (1.0 / unit, Off)] {
            let answer = in_floats(Says::Intersecting, &[[0, 0]], of_distance(off * unit));
            let parts = vec![PartAnswer { a: 1, b: 0, answer: answer.clone(), chosen: true }];
            let answer = Answered { parts, ..answer };
            let found = judge(&case, &Truth::of(&case), Some(&answer), arithmetic, 4.0);
            assert_eq!((found.ruling, found.error, found.certified), (expected, Some(off), Some(true)), "{arithmetic}");
        }
    }
}
