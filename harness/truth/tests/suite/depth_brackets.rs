//! Claimed depths of pairs other than hulls: curved bodies, whose depth is a bracket, and half-spaces.

use gjk_cases::body::{Curved, IDENTITY, Shape};
use gjk_cases::case::{Arithmetic, Body, Case, Class, Point};
use gjk_records::{Measure, Question, Ruling};
use gjk_truth::answer::{Answered, Says, Scope, Values};
use gjk_truth::judge::{Judgement, TOLERANCE, judge};
use gjk_truth::truth::Truth;

use crate::answers::{self, ROUNDED, in_floats};

const F32: Arithmetic = Arithmetic::F32;
const BODIES: Scope = Scope::Bodies;

fn of_translation(v: Point) -> Values<f64> {
    Values { translation: Some(v), ..Values::none() }
}

fn along(v: Point, normal: Point) -> Values<f64> {
    Values { normal: Some(normal), ..of_translation(v) }
}

fn claimed(case: &Case, arithmetic: Arithmetic, (promise, scope): (Question, Scope), values: Values<f64>) -> Judgement {
    let answer = Answered { promise, scope, ..in_floats(Says::Intersecting, &[], values) };
    judge(case, &Truth::of(case), Some(&answer), arithmetic, TOLERANCE)
}

fn of(judgement: &Judgement) -> answers::Depth {
    answers::depth(judgement).expect("a depth was claimed")
}

fn unit(case: &Case, arithmetic: Arithmetic) -> f64 {
    arithmetic.unit() * Truth::of(case).size().to_f64()
}

fn ball(radius: f64, x: f64) -> Body {
    Body::Curved(Curved { shape: Shape::Ellipsoid { semi_axes: [radius; 3] }, center: [x, 0.0, 0.0], rotation: IDENTITY })
}

/// Two balls of radius two that overlap by this depth along x. D is 8 minus the depth.
fn balls(depth: f64) -> Case {
    Case::of_bodies("balls", 3, ball(2.0, 0.0), ball(2.0, 4.0 - depth))
}

#[test]
fn a_translation_of_curved_bodies_is_ruled_where_the_brackets_of_its_faults_tell() {
    // The bracket of a depth of one is at most a millionth wide: within the tolerance of single precision.
    let case = balls(1.0);
    let unit = unit(&case, F32);
    let x = [1.0, 0.0, 0.0];
    let shallow = (Ruling::Off, Some(Measure::Residual));
    for (values, (ruling, off_by), residual, excess) in [
        (along(x, x), (Ruling::Right, None), 0.0, 0.0),
        (of_translation(x), (Ruling::Right, None), 0.0, 0.0),
        (along([0.75, 0.0, 0.0], x), shallow, 0.25, 0.0),
        (of_translation([0.75, 0.0, 0.0]), shallow, 0.25, 0.0),
        (of_translation([-0.75, 0.0, 0.0]), shallow, 0.25, 0.0),
        (of_translation([0.0; 3]), shallow, 1.0, 0.0),
        (along([1.25, 0.0, 0.0], x), (Ruling::Off, Some(Measure::Excess)), 0.0, 0.25),
        // M reaches 4 across and 1 along x: the residual is at least what the translation is too short by, and how much more is
        // open.
        (of_translation([0.0, 1.0, 0.0]), (Ruling::Undecided, None), 0.0, 0.0),
        (along([0.0, 1.0, 0.0], x), (Ruling::Undecided, None), 0.0, 0.0),
        // The plane of the normal is farther, the plane of the translation is not: the smaller of the two bounds is used.
        (along(x, [0.0, 1.0, 0.0]), (Ruling::Right, None), 0.0, 0.0),
        // A reported depth that is not the length of the translation.
        (Values { depth: Some(-1.0), ..along(x, x) }, (Ruling::Right, None), 0.0, 0.0),
        (Values { depth: Some(0.75), ..along(x, x) }, (Ruling::Off, None), 0.0, 0.0),
    ] {
        let found = claimed(&case, F32, (Question::Depth, BODIES), values.clone());
        let depth = of(&found);
        let place = format!("{values:?}: {found:?}");
        assert_eq!((found.ruling, depth.off_by), (ruling, off_by), "{place}");
        assert!((depth.residual * unit - residual).abs() < 2e-6 && (depth.excess * unit - excess).abs() < 2e-6, "{place}");
        assert!((depth.truth - 1.0).abs() < 1e-6 && depth.truth_width < 10.0 && depth.promises_least, "{place}");
        let length = values.translation.expect("it is claimed").into_iter().fold(0.0, |sum, x| sum + x * x).sqrt();
        assert_eq!(depth.claimed, length, "{place}");
    }
    for number in [f64::NAN, f64::INFINITY] {
        let found = claimed(&case, F32, (Question::Depth, BODIES), of_translation([0.0, number, 0.0]));
        assert_eq!((found.ruling, of(&found).off_by), shallow);
        assert_eq!([of(&found).residual, of(&found).excess, found.length_error.expect("an error")], [f64::INFINITY; 3]);
    }
}

#[test]
fn a_depth_bracket_wider_than_the_tolerance_leaves_the_ruling_undecided() {
    // The width of the bracket is relative to the depth: a shallow depth is known to the tolerance of double precision, a deep
    // one is not.
    for (depth, expected) in [(2.0_f64.powi(-30), Ruling::Right), (1.0, Ruling::Undecided)] {
        let case = balls(depth);
        let found = claimed(&case, Arithmetic::F64, (Question::Depth, BODIES), along([depth, 0.0, 0.0], [1.0, 0.0, 0.0]));
        assert_eq!((found.ruling, of(&found).truth_width > TOLERANCE), (expected, depth == 1.0), "{found:?}");
        // Nevertheless, half of the digits are lost, and an error that the bracket excludes counts.
        let half = claimed(&case, Arithmetic::F64, (Question::Depth, BODIES), along([2.0, 0.0, 0.0], [1.0, 0.0, 0.0]));
        assert_eq!(half.ruling, Ruling::Off);
        // A plane proves the residual: the question of some translation does not need the depth.
        for v in [depth, 2.0] {
            let some = claimed(&case, Arithmetic::F64, (Question::Translation, BODIES), along([v, 0.0, 0.0], [1.0, 0.0, 0.0]));
            assert_eq!(some.ruling, Ruling::Right, "{v}: {some:?}");
        }
    }
}

#[test]
fn a_translation_of_a_curved_body_or_half_space_is_ruled_only_by_its_residual() {
    let floor = Case {
        b: Body::Halfspace { normal: [2.0, 0.0, 0.0], offset: 2.0 },
        ..Case::of_points("floor", 3, vec![[0.0; 3], [6.0, 0.0, 0.0]], vec![[0.0; 3]])
    };
    // A point of A is one below the boundary x = 1 of B: A has to go up, and v points into B.
    for (case, [x, longer, shorter, on_a, on_b]) in
        [(balls(1.0), [1.0, 2.0, 0.5, 2.0, 1.0]), (floor, [-1.0, -2.0, -0.5, 0.0, 1.0])]
    {
        let with = |x: f64| along([x, 0.0, 0.0], [x, 0.0, 0.0]);
        let ruled = |promise, values: Values<f64>| claimed(&case, F32, (promise, BODIES), values);
        for (fault, values) in [
            ("the distance", Values { distance: Some(0.25), ..with(x) }),
            (
                "witness points that are not opposite",
                Values { witnesses: Some([[on_a, 0.0, 0.0], [on_b, 0.5, 0.0]]), ..with(x) },
            ),
            ("the depth that is reported", Values { depth: Some(0.75), ..with(x) }),
            ("the length", with(longer)),
        ] {
            for (promise, expected) in
                [(Question::Translation, Ruling::Right), (Question::Depth, Ruling::Off), (Question::Verdict, Ruling::Off)]
            {
                let found = ruled(promise, values.clone());
                assert_eq!(
                    (found.ruling, of(&found).promises_least),
                    (expected, promise != Question::Translation),
                    "{fault} {x}"
                );
            }
            assert_eq!(ruled(Question::Translation, values).infeasibility, None, "{fault}");
        }
        for (promise, fault) in [(Question::Translation, Some(Measure::Residual)), (Question::Depth, Some(Measure::Residual))] {
            let found = ruled(promise, with(shorter));
            assert_eq!((found.ruling, of(&found).off_by), (Ruling::Off, fault));
        }
        // If a bracket leaves the residual open, the ruling is undecided, whatever was promised; for a half-space nothing is
        // open.
        for promise in [Question::Translation, Question::Depth] {
            let is_open = matches!(case.b, Body::Curved(_));
            let expected = if is_open { Ruling::Undecided } else { Ruling::Off };
            assert_eq!(ruled(promise, of_translation([0.0, 1.0, 0.0])).ruling, expected, "{promise:?} {x}");
        }
        let right =
            Values { witnesses: Some([[on_a, 0.0, 0.0], [on_b, 0.0, 0.0]]), depth: Some(1.0), distance: Some(0.0), ..with(x) };
        assert_eq!(ruled(Question::Depth, right).ruling, Ruling::Right);
    }
}

#[test]
fn a_normal_of_curved_bodies_is_measured_by_its_reach_and_ruled_on_at_rest() {
    let case = balls(1.0);
    let reach =
        |normal: Point| of(&claimed(&case, F32, (Question::Depth, BODIES), along([1.0, 0.0, 0.0], normal))).normal_reach;
    let units = |length: f64| length / unit(&case, F32);
    for (normal, expected) in [([2.0, 0.0, 0.0], 0.0), ([0.0, -3.0, 0.0], 3.0), ([-1.0, 0.0, 0.0], 6.0)] {
        assert!((reach(normal).expect("a normal") - units(expected)).abs() < 64.0, "{normal:?}: {:?}", reach(normal));
    }
    for normal in [[0.0; 3], [f64::NAN, 0.0, 0.0]] {
        assert_eq!(reach(normal), Some(f64::INFINITY), "{normal:?}");
    }
    // The depth is 32 u·D: only along x can noise take the bodies apart.
    let unit = 8.0 * F32.unit();
    let resting = balls(32.0 * unit);
    for (normal, expected) in [([1.0, 0.0, 0.0], Ruling::Right), ([0.0, 1.0, 0.0], Ruling::Off), ([0.0; 3], Ruling::Off)] {
        let found = claimed(&resting, F32, (Question::Depth, BODIES), along([32.0 * unit, 0.0, 0.0], normal));
        assert_eq!(found.ruling, expected, "{normal:?}: {found:?}");
    }
}

#[test]
fn cores_of_curved_bodies_are_held_to_the_depth_of_the_cores() {
    // A ball of radius one, as a point with a radius, and a curved ball of radius three: the cores overlap by 1/2, or are 1/2
    // apart.
    let rounded = || Body::Rounded { points: vec![[0.0; 3]], radius: 1.0 };
    let of_cores = Scope::Cores { radii: 1.0 };
    for (x, scope, v, [truth, residual, excess]) in [
        (2.5, BODIES, 1.5, [1.5, 0.0, 0.0]),
        (2.5, BODIES, 0.5, [1.5, 1.0, 0.0]),
        (2.5, of_cores, 0.5, [0.5, 0.0, 0.0]),
        (2.5, of_cores, 0.25, [0.5, 0.25, 0.0]),
        (2.5, of_cores, 1.5, [0.5, 0.0, 1.0]),
        (3.5, BODIES, 0.5, [0.5, 0.0, 0.0]),
        (3.5, of_cores, 0.25, [-0.5, 0.0, 0.75]),
        // Bodies that are one apart, and cores that are two apart.
        (5.0, BODIES, 0.25, [-1.0, 0.0, 1.25]),
        (5.0, of_cores, 0.25, [-2.0, 0.0, 2.25]),
    ] {
        let case = Case::of_bodies("case", 3, rounded(), ball(3.0, x));
        let found = claimed(&case, F32, (Question::Depth, scope), along([v, 0.0, 0.0], [1.0, 0.0, 0.0]));
        let depth = of(&found);
        let unit = unit(&case, F32);
        for (found, expected) in
            [depth.truth, depth.residual * unit, depth.excess * unit].into_iter().zip([truth, residual, excess])
        {
            assert!((found - expected).abs() < 2e-6, "{x} {scope:?} {v}: {depth:?}");
        }
        let expected = match () {
            () if Truth::of(&case).decided() == Some(Class::Separated) => Ruling::Wrong,
            () if residual + excess > 0.0 => Ruling::Off,
            () => Ruling::Right,
        };
        assert_eq!(found.ruling, expected, "{x} {scope:?} {v}: {found:?}");
        assert!(depth.normal_reach.is_some_and(|reach| reach.abs() < TOLERANCE), "{x} {scope:?}: {depth:?}");
    }
}

#[test]
fn curved_bodies_that_are_apart_have_the_depth_minus_their_distance() {
    for arithmetic in ROUNDED {
        // Apart by 32 units of D = 8, up to rounding.
        let gap = 256.0 * arithmetic.unit();
        let case = balls(-gap);
        for (units, expected) in [(0.0, Ruling::Contact), (31.0, Ruling::Contact), (33.0, Ruling::Inaccurate)] {
            let v = 8.0 * units * arithmetic.unit();
            let found = claimed(&case, arithmetic, (Question::Depth, BODIES), along([v, 0.0, 0.0], [1.0, 0.0, 0.0]));
            let depth = of(&found);
            assert_eq!(found.ruling, expected, "{arithmetic} {units}: {found:?}");
            assert!((depth.truth / -gap - 1.0).abs() < 1e-6, "{depth:?}");
            assert!((depth.excess - units - 32.0).abs() < 1e-3 && depth.residual == 0.0, "{depth:?}");
            assert!((0.0..1e-3).contains(&depth.truth_width), "{depth:?}");
        }
    }
}

#[test]
fn curved_bodies_are_judged_by_the_answers_scope_and_separated_only_by_an_axis() {
    // A ball of radius one, as a point with a radius: the bodies are one apart, and the cores two.
    let case = Case::of_bodies("case", 3, Body::Rounded { points: vec![[0.0; 3]], radius: 1.0 }, ball(3.0, 5.0));
    let found = |says, scope, values: Values<f64>| {
        let answer = Answered { scope, ..in_floats(says, &[], values) };
        judge(&case, &Truth::of(&case), Some(&answer), Arithmetic::F64, TOLERANCE)
    };
    let apart = |scope, distance, on_a: f64, on_b: f64| {
        let witnesses = Some([[on_a, 0.0, 0.0], [on_b, 0.0, 0.0]]);
        found(Says::Apart, scope, Values { distance: Some(distance), witnesses, ..Values::none() }).ruling
    };
    let of_cores = Scope::Cores { radii: 1.0 };
    assert_eq!([apart(BODIES, 1.0, 1.0, 2.0), apart(of_cores, 2.0, 0.0, 2.0)], [Ruling::Right; 2]);
    assert_eq!([apart(BODIES, 2.0, 1.0, 2.0), apart(of_cores, 1.0, 0.0, 2.0)], [Ruling::Off; 2]);
    assert_eq!([apart(BODIES, 1.0, 0.0, 2.0), apart(of_cores, 2.0, 1.0, 2.0)], [Ruling::Off; 2]);
    for (axis, separates) in
        [(Some([-3.0, 0.0, 0.0]), true), (Some([0.0, 1.0, 0.0]), false), (Some([0.0; 3]), false), (None, false)]
    {
        let of_axis = || Values { axis, ..Values::none() };
        let right = found(Says::Apart, BODIES, of_axis());
        assert_eq!((right.ruling, right.certified, right.axis_overlap), (Ruling::Right, Some(separates), None), "{axis:?}");
        let wrong = found(Says::Intersecting, BODIES, of_axis());
        assert_eq!(
            (wrong.ruling, wrong.certified, wrong.axis_overlap),
            (Ruling::Wrong, None, None),
            "a simplex names no points"
        );
    }
    // The overlap is recorded for the axis of a false `apart`, not for a right `intersecting`.
    let case = balls(1.0);
    let of = |says, axis| {
        let answer = in_floats(says, &[], Values { axis: Some(axis), ..Values::none() });
        judge(&case, &Truth::of(&case), Some(&answer), Arithmetic::F64, TOLERANCE).axis_overlap
    };
    for (axis, expected) in [([-1.0, 0.0, 0.0], 1.0), ([0.0, 2.0, 0.0], 4.0)] {
        let overlap = of(Says::Apart, axis).expect("an axis") * unit(&case, Arithmetic::F64);
        assert!((overlap - expected).abs() < 1e-14, "{axis:?}: {overlap}");
    }
    assert_eq!(of(Says::Intersecting, [-1.0, 0.0, 0.0]), None);
}

/// A triangle that begins this deep below the boundary z = 1 of a half-space, with this length along x and along z, which is D.
fn leaning(depth: f64, length: f64) -> Case {
    let low = 1.0 - depth;
    let triangle = vec![[0.0, 0.0, low], [length, 0.0, low], [0.0, 0.0, low + length]];
    Case {
        b: Body::Halfspace { normal: [0.0, 0.0, 2.0], offset: 2.0 },
        ..Case::of_points("floor", 3, triangle, vec![[0.0; 3]])
    }
}

#[test]
fn a_translation_out_of_a_half_space_is_ruled_by_its_part_along_the_normal() {
    for arithmetic in ROUNDED {
        let case = leaning(2.0, 8.0);
        let unit = unit(&case, arithmetic);
        let down = [0.0, 0.0, -1.0];
        let shallow = (Ruling::Off, Some(Measure::Residual));
        for (v, (ruling, off_by), residual, excess) in [
            ([0.0, 0.0, -2.0], (Ruling::Right, None), 0.0, 0.0),
            ([0.0, 0.0, -1.5], shallow, 0.5, 0.0),
            ([0.0, 0.0, 2.0], shallow, 4.0, 0.0),
            ([1.2, 0.0, -1.6], shallow, 0.4, 0.0),
            ([0.0, 0.0, -2.5], (Ruling::Off, Some(Measure::Excess)), 0.0, 0.5),
            ([0.0, 1.5, -2.0], (Ruling::Off, Some(Measure::Excess)), 0.0, 0.5),
            ([0.0; 3], shallow, 2.0, 0.0),
        ] {
            let found = claimed(&case, arithmetic, (Question::Depth, BODIES), along(v, down));
            let depth = of(&found);
            assert_eq!((found.ruling, depth.off_by), (ruling, off_by), "{v:?}");
            let off = |found: f64, expected: f64| (found * unit - expected).abs() < 1e-14;
            assert!(off(depth.residual, residual) && off(depth.excess, excess) && depth.truth == 2.0, "{v:?}: {depth:?}");
            assert_eq!((depth.normal_reach, depth.is_proved, depth.truth_width), (Some(0.0), false, 0.0));
        }
        for number in [f64::NAN, f64::INFINITY] {
            let found = claimed(&case, arithmetic, (Question::Depth, BODIES), along([0.0, 0.0, number], down));
            assert_eq!(
                (found.ruling, of(&found).off_by, of(&found).normal_reach),
                (Ruling::Off, Some(Measure::Residual), Some(0.0))
            );
            assert_eq!([of(&found).residual, of(&found).excess, of(&found).claimed], [f64::INFINITY; 3]);
        }
        assert_eq!(claimed(&case, arithmetic, (Question::Depth, BODIES), Values::none()).ruling, Ruling::Off, "no translation");
        for (depth, ruling) in [(2.0, Ruling::Right), (-2.0, Ruling::Right), (1.75, Ruling::Off)] {
            let values = Values { depth: Some(depth), ..along([0.0, 0.0, -2.0], down) };
            assert_eq!(claimed(&case, arithmetic, (Question::Depth, BODIES), values).ruling, ruling, "{depth}");
        }
    }
}

#[test]
fn a_normal_of_a_half_space_reaches_the_depth_along_it_and_tilts_the_body_across_it() {
    for arithmetic in ROUNDED {
        let reach = |depth: f64, normal: Point| {
            let case = leaning(depth, 8.0);
            let found = claimed(&case, arithmetic, (Question::Depth, BODIES), along([0.0, 0.0, -depth], normal));
            (found.ruling, of(&found).normal_reach.expect("a normal") * unit(&case, arithmetic))
        };
        // With a cosine of 4/5 and a sine of 3/5: 2 / (4/5) − 2, plus the sine times D.
        let (ruling, tilted) = reach(2.0, [0.0, 1.5, -2.0]);
        assert!(ruling == Ruling::Right && (tilted - (0.5 + 4.8)).abs() < 1e-14, "{tilted}");
        for normal in [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [0.0; 3], [0.0, f64::NAN, -1.0]] {
            assert_eq!(reach(2.0, normal), (Ruling::Right, f64::INFINITY), "{normal:?}");
            assert_eq!(reach(0.0, normal), (Ruling::Off, f64::INFINITY), "{normal:?}");
        }
        // At rest only the tilt remains: up to half of the digits of D is allowed.
        let half = arithmetic.unit().sqrt();
        assert_eq!(reach(0.0, [0.0, 0.0, -7.0]), (Ruling::Right, 0.0));
        for (share, expected) in [(0.99, Ruling::Right), (1.01, Ruling::Off)] {
            let (ruling, tilted) = reach(0.0, [share * half, 0.0, -1.0]);
            assert!(ruling == expected && (tilted / (8.0 * share * half) - 1.0).abs() < 1e-6, "{share}: {tilted}");
        }
        // Apart by 32 units: there is no depth to go along the normal, and the distance counts in the excess.
        let case = leaning(-256.0 * arithmetic.unit(), 8.0);
        let found = claimed(&case, arithmetic, (Question::Depth, BODIES), along([0.0; 3], [0.0, 0.0, -1.0]));
        assert_eq!((found.ruling, of(&found).normal_reach), (Ruling::Contact, Some(0.0)));
        assert!((of(&found).excess - 32.0).abs() < 1e-3 && of(&found).truth == -256.0 * arithmetic.unit(), "{found:?}");
    }
}
