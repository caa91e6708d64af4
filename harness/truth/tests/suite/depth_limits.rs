//! Thresholds of the rulings of a claimed depth, and the parts of an answer that decide them: hulls of points, with and without
//! radii.

use dashu_int::IBig;
use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Body, Case, Point};
use gjk_cases::family::corners;
use gjk_records::{Measure, Question, Ruling};
use gjk_truth::answer::{Answered, Numbers, Says, Scope, Values};
use gjk_truth::judge::{Judgement, TOLERANCE, judge};
use gjk_truth::lattice::Pair;
use gjk_truth::truth::Truth;

use crate::answers::{self, ROUNDED, in_floats, in_rationals, rational};

const BODIES: Scope = Scope::Bodies;

fn judged(case: &Case, arithmetic: Arithmetic, answer: &Answered) -> Judgement {
    judge(case, &Truth::of(case), Some(answer), arithmetic, TOLERANCE)
}

fn claimed(case: &Case, arithmetic: Arithmetic, promise: Question, values: Values<f64>) -> Judgement {
    judged(case, arithmetic, &Answered { promise, ..in_floats(Says::Intersecting, &[], values) })
}

fn of_translation(v: Point) -> Values<f64> {
    Values { translation: Some(v), ..Values::none() }
}

fn along(v: Point, normal: Point) -> Values<f64> {
    Values { normal: Some(normal), ..of_translation(v) }
}

fn of(judgement: &Judgement) -> answers::Depth {
    answers::depth(judgement).expect("a depth was claimed")
}

/// Two boxes that overlap by 1/2 along x, by 2 along y and by 3 along z. D is 5.
fn boxes() -> [Vec<Point>; 2] {
    [corners([0.0; 3], [2.0, 3.0, 4.0]), corners([1.5, 1.0, 1.0], [4.0, 3.5, 5.0])]
}

fn overlapping() -> Case {
    let [a, b] = boxes();
    Case::of_points("boxes", 3, a, b)
}

#[test]
fn shallow_and_excess_begin_where_half_of_the_digits_end() {
    // In single precision √u·D is exactly 5/4096.
    let (half, unit) = (5.0 / 4096.0, 5.0 * Arithmetic::F32.unit());
    let shallow = (Ruling::Off, Some(Measure::Residual));
    let excess = (Ruling::Off, Some(Measure::Excess));
    for (v, depth, expected) in [
        ([0.5 - half, 0.0, 0.0], None, (Ruling::Inaccurate, None)),
        ([0.5 - half - unit, 0.0, 0.0], None, shallow),
        ([0.5 + half, 0.0, 0.0], None, (Ruling::Inaccurate, None)),
        ([0.5 + half + unit, 0.0, 0.0], None, excess),
        // If both are beyond the tolerance, the residual names the fault from the same length on.
        ([0.0, 2.0 - half, 0.0], None, excess),
        ([0.0, 2.0 - half - unit, 0.0], None, shallow),
        // If the depth is misreported, the answer is off, but the translation is neither shallow nor too long.
        ([0.5, 0.0, 0.0], Some(3.0), (Ruling::Off, None)),
        ([0.5 + half, 0.0, 0.0], Some(3.0), (Ruling::Off, None)),
    ] {
        let found = claimed(&overlapping(), Arithmetic::F32, Question::Depth, Values { depth, ..of_translation(v) });
        assert_eq!((found.ruling, of(&found).off_by), expected, "{v:?} {depth:?}");
    }
}

#[test]
fn a_bound_of_the_residual_will_do_within_the_tolerance_and_is_replaced_by_the_residual_elsewhere() {
    let u = Arithmetic::F64.unit();
    // M reaches 1/2 along x and 2 along y: along (1, t, 0) it reaches 2 t farther than along x, along (t, 1, 0) t/2 farther
    // than along y.
    for (v, normal, residual, excess) in [
        ([0.5, 0.0, 0.0], Some([1.0, 40.0 * u, 0.0]), 16.0, 0.0),
        ([0.5, 0.0, 0.0], Some([1.0, 240.0 * u, 0.0]), 0.0, 0.0),
        // The translation is longer than the depth by the tolerance, and by more.
        ([0.5 + 320.0 * u, 0.0, 0.0], Some([1.0, 240.0 * u, 0.0]), 32.0, 64.0),
        ([0.5 + 325.0 * u, 0.0, 0.0], Some([1.0, 240.0 * u, 0.0]), 0.0, 65.0),
        ([0.0, 2.0, 0.0], Some([160.0 * u, 1.0, 0.0]), 0.0, 1.5 / (5.0 * u)),
        // Without a normal that is a direction, the bound is the one along the translation.
        ([0.5, 40.0 * u, 0.0], None, 32.0, 0.0),
        ([0.5, 40.0 * u, 0.0], Some([0.0; 3]), 32.0, 0.0),
        ([0.5, 40.0 * u, 0.0], Some([f64::NAN, 0.0, 0.0]), 32.0, 0.0),
        ([0.5, 40.0 * u, 0.0], Some([1.0, 0.0, 0.0]), 0.0, 0.0),
    ] {
        let found = claimed(&overlapping(), Arithmetic::F64, Question::Depth, Values { normal, ..of_translation(v) });
        let depth = of(&found);
        let place = format!("{v:?} {normal:?}: {depth:?}");
        assert!(
            (depth.residual - residual).abs() < 0.5 && (depth.excess / excess.max(1.0) - f64::from(excess > 0.0)).abs() < 1e-9,
            "{place}"
        );
        let expected = if excess > 1e6 {
            Ruling::Off
        } else if excess > 64.0 {
            Ruling::Inaccurate
        } else {
            Ruling::Right
        };
        assert_eq!(found.ruling, expected, "{place}");
    }
}

#[test]
fn a_promised_translation_is_ruled_by_its_residual_only_a_depth_by_all_lengths() {
    for arithmetic in ROUNDED {
        let unit = 5.0 * arithmetic.unit();
        let right = of_translation([0.5, 0.0, 0.0]);
        for (fault, values) in [
            ("the distance", Values { distance: Some(0.25), ..right.clone() }),
            (
                "witness points that are not opposite",
                Values { witnesses: Some([[2.0, 2.0, 2.0], [1.5, 2.0, 2.25]]), ..right.clone() },
            ),
            ("witness points in no body", Values { witnesses: Some([[9.0, 2.0, 2.0], [8.5, 2.0, 2.0]]), ..right.clone() }),
            ("the depth that is reported", Values { depth: Some(0.75), ..right.clone() }),
            ("the length", of_translation([0.0, 2.0, 0.0])),
        ] {
            for (promise, expected) in [
                (Question::Translation, Ruling::Right),
                (Question::Depth, Ruling::Off),
                // A depth that a variant states without promising it is judged by the same rule.
                (Question::Distance, Ruling::Off),
                (Question::Verdict, Ruling::Off),
            ] {
                let found = claimed(&overlapping(), arithmetic, promise, values.clone());
                assert_eq!(found.ruling, expected, "{fault} {promise:?}");
                assert_eq!(of(&found).promises_least, promise != Question::Translation);
            }
            let found = claimed(&overlapping(), arithmetic, Question::Translation, values);
            assert_eq!((found.length_error, found.infeasibility), (Some(0.0), None), "{fault}");
        }
        for (units, expected) in [(64.0, Ruling::Right), (65.0, Ruling::Inaccurate)] {
            let values = of_translation([0.5 - units * unit, 0.0, 0.0]);
            let found = claimed(&overlapping(), arithmetic, Question::Translation, values);
            assert_eq!((found.ruling, found.length_error), (expected, Some(units)));
        }
    }
    let exact = Values { distance: Some(rational(9.0)), translation: Some([0.0, 2.0, 0.0].map(rational)), ..Values::none() };
    let found = |promise| {
        let answer = Answered { promise, ..in_rationals(Says::Intersecting, &[], exact.clone()) };
        judged(&overlapping(), Arithmetic::Exact, &answer).ruling
    };
    assert_eq!([found(Question::Translation), found(Question::Depth)], [Ruling::Right, Ruling::Off]);
}

/// A box that lies on a box of height two, with this depth. D is 3.
fn resting(depth: f64) -> Case {
    Case::of_points("rest", 3, corners([0.0; 3], [2.0; 3]), corners([0.5, 0.5, 2.0 - depth], [1.5, 1.5, 3.0]))
}

#[test]
fn a_normal_is_ruled_on_up_to_a_depth_of_the_tolerance_and_from_a_reach_of_half_of_the_digits() {
    let (unit, half) = (3.0 * Arithmetic::F32.unit(), 3.0 / 4096.0);
    let ruled = |depth: f64, v: f64, normal: Point| {
        claimed(&resting(depth), Arithmetic::F32, Question::Depth, along([0.0, 0.0, v], normal))
    };
    let sideways = [1.0, 0.0, 0.0];
    for (units, expected) in [(64.0, Ruling::Off), (65.0, Ruling::Right)] {
        let found = ruled(units * unit, units * unit, sideways);
        assert_eq!((found.ruling, of(&found).off_by), (expected, None), "{units}");
    }
    // M reaches 3/2 along x. The reach is counted from contact, not from the depth: the reach from the depth is less here, and
    // greater if the bodies are apart.
    for (depth, ruling) in [(64.0 * unit, Ruling::Right), (-64.0 * unit, Ruling::Contact)] {
        for (reach, expected) in [(half - 32.0 * unit, ruling), (half + 32.0 * unit, Ruling::Off)] {
            let found = ruled(depth, depth.max(0.0), [(reach - depth) / 1.5, 0.0, 1.0]);
            assert_eq!(found.ruling, expected, "{depth:e} {reach:e}: {found:?}");
        }
    }
}

#[test]
fn a_reach_of_half_of_the_digits_is_not_beyond_them() {
    // B is next to A and extends over its edge by `over`. D is 4, and √u·D is exactly 2⁻¹⁰ in single precision.
    let reach = |over: f64, depth: f64| {
        let case =
            Case::of_points("edge", 3, corners([0.0; 3], [2.0; 3]), corners([2.0 - over, 0.5, 2.0 - depth], [4.0, 1.5, 3.0]));
        claimed(&case, Arithmetic::F32, Question::Depth, along([0.0, 0.0, depth], [1.0, 0.0, 0.0])).ruling
    };
    let (half, unit) = (2.0_f64.powi(-10), 4.0 * Arithmetic::F32.unit());
    for depth in [0.0, 32.0 * unit] {
        assert_eq!([reach(half, depth), reach(half + unit, depth)], [Ruling::Right, Ruling::Off], "{depth:e}");
    }
}

/// Two rectangles in a plane that overlap by this along x, and by a greater length along y, which is D.
fn flat(overlap: f64) -> Case {
    let rectangle =
        |x: f64, height: f64| [[x, 0.0], [x + 4.0, 0.0], [x + 4.0, height], [x, height]].map(|[x, y]| [x, y, 0.0]).to_vec();
    Case::of_points("flat", 3, rectangle(0.0, 16.0), rectangle(4.0 - overlap, 4.0))
}

#[test]
fn a_length_is_a_flat_depth_if_it_is_that_within_the_tolerance_and_not_zero_within_it() {
    for arithmetic in ROUNDED {
        let unit = 16.0 * arithmetic.unit();
        let is_flat = |overlap: f64, v: f64| {
            let found = claimed(&flat(overlap), arithmetic, Question::Depth, along([v, 0.0, 0.0], [0.0, 0.0, 1.0]));
            of(&found).is_flat_depth
        };
        for units in [-65.0, -64.0, 0.0, 64.0, 65.0] {
            assert_eq!(is_flat(1.0, 1.0 + units * unit), f64::abs(units) <= 64.0, "{arithmetic} {units}");
        }
        assert_eq!([64.0, 65.0].map(|units| is_flat(units * unit, units * unit)), [false, true]);
    }
    // In exact arithmetic both are square roots to 106 bits, here of one half.
    let diamond = |x: f64| [[0.0, 0.0], [2.0, 2.0], [0.0, 4.0], [-2.0, 2.0]].map(|[u, y]| [u + x, y + x, 0.0]).to_vec();
    let case = Case::of_points("diamonds", 3, diamond(0.0), diamond(1.5));
    for (v, expected) in [(0.5, true), (0.5 + 1e-15, false)] {
        let values = Values { translation: Some([v, v, 0.0].map(rational)), ..Values::none() };
        let answer = Answered { promise: Question::Depth, ..in_rationals(Says::Intersecting, &[], values) };
        assert_eq!(of(&judged(&case, Arithmetic::Exact, &answer)).is_flat_depth, expected, "{v}");
    }
}

#[test]
fn an_answer_about_the_cores_is_held_to_the_depth_of_the_cores_and_one_about_the_bodies_to_theirs() {
    let [a, b] = boxes().map(|points| Body::Rounded { points, radius: 1.0 });
    let deep = Case::of_bodies("deep", 3, a, b);
    // Two cores that are 1 apart, with a radius of 2: the depth of the bodies in each other is 1.
    let capsule = Body::Rounded { points: vec![[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]], radius: 2.0 };
    let near = Case::of_bodies("near", 3, capsule, Body::Points(vec![[0.0, 0.0, 1.0], [0.0, 0.0, 6.0]]));
    for arithmetic in ROUNDED {
        for (case, scope, v, [truth, residual, excess, reach]) in [
            (&deep, Scope::Cores { radii: 2.0 }, [0.5, 0.0, 0.0], [0.5, 0.0, 0.0, 0.0]),
            (&deep, Scope::Cores { radii: 2.0 }, [0.25, 0.0, 0.0], [0.5, 0.25, 0.0, 0.0]),
            (&deep, Scope::Cores { radii: 2.0 }, [2.5, 0.0, 0.0], [0.5, 0.0, 2.0, 0.0]),
            (&deep, BODIES, [2.5, 0.0, 0.0], [2.5, 0.0, 0.0, 0.0]),
            (&deep, BODIES, [0.5, 0.0, 0.0], [2.5, 2.0, 0.0, 0.0]),
            (&near, Scope::Cores { radii: 2.0 }, [0.0, 0.0, 0.5], [-1.0, 0.0, 1.5, 0.0]),
            (&near, BODIES, [0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0]),
            (&near, BODIES, [0.0, 1.0, 0.0], [1.0, 2.0 - 2.0_f64.sqrt(), 0.0, 0.0]),
        ] {
            let normal = if std::ptr::eq(case, &deep) { [4.0, 0.0, 0.0] } else { [0.0, 0.0, 4.0] };
            let answer = Answered { scope, promise: Question::Depth, ..in_floats(Says::Intersecting, &[], along(v, normal)) };
            let found = judged(case, arithmetic, &answer);
            let depth = of(&found);
            let unit = arithmetic.unit() * Truth::of(case).size().to_f64();
            let found_lengths =
                [depth.truth, depth.residual * unit, depth.excess * unit, depth.normal_reach.expect("a normal") * unit];
            for (found, expected) in found_lengths.into_iter().zip([truth, residual, excess, reach]) {
                assert!((found - expected).abs() < 1e-14, "{arithmetic} {scope:?} {v:?}: {depth:?}");
            }
            let is_right = residual == 0.0 && excess == 0.0;
            assert_eq!(found.ruling == Ruling::Right, is_right, "{arithmetic} {scope:?} {v:?}: {found:?}");
        }
    }
}

#[test]
fn in_exact_arithmetic_only_cores_have_a_depth() {
    let [a, b] = boxes().map(|points| Body::Rounded { points, radius: 1.0 });
    let deep = Case::of_bodies("deep", 3, a, b);
    let values = Values { translation: Some([0.5, 0.0, 0.0].map(rational)), ..Values::none() };
    let found = |scope| {
        let answer = Answered { scope, promise: Question::Depth, ..in_rationals(Says::Intersecting, &[], values.clone()) };
        answers::depth(&judged(&deep, Arithmetic::Exact, &answer))
    };
    assert_eq!(found(BODIES), None);
    assert!(found(Scope::Cores { radii: 2.0 }).is_some_and(|depth| depth.truth == 0.5 && depth.residual == 0.0));
}

/// An answer of contact with this evidence: does it prove that no shorter translation takes the bodies apart?
fn proves(case: &Case, (v, normal): (Point, Option<Point>), simplex: &[[usize; 2]], shell: &[[usize; 2]]) -> [bool; 2] {
    let shell: Vec<Pair> = shell.iter().map(|&[a, b]| Pair { a, b }).collect();
    let is_proved = |arithmetic, answer: Answered| {
        let answer = Answered { promise: Question::Depth, shell: shell.clone(), ..answer };
        let found = judged(case, arithmetic, &answer);
        assert!(!of(&found).is_proved || found.certified == Some(true), "it proves the verdict as well");
        of(&found).is_proved
    };
    let values = Values { normal, ..of_translation(v) };
    let exact = Values { translation: Some(v.map(rational)), normal: normal.map(|n| n.map(rational)), ..Values::none() };
    [
        is_proved(Arithmetic::F64, in_floats(Says::Intersecting, simplex, values)),
        is_proved(Arithmetic::Exact, in_rationals(Says::Intersecting, simplex, exact)),
    ]
}

#[test]
fn contact_is_proved_by_a_simplex_that_holds_the_origin_and_a_plane_that_supports_the_bodies_there() {
    let case = resting(0.0);
    let up = Some([0.0, 0.0, 3.0]);
    // A triangle of A's face under B, below a corner of B, and another triangle of that face that is not below the corner.
    let (around, beside): (&[[usize; 2]], &[[usize; 2]]) = (&[[4, 0], [5, 0], [6, 0]], &[[5, 0], [6, 0], [7, 0]]);
    assert_eq!(proves(&case, ([0.0; 3], up), around, &[]), [true, true]);
    for (lie, said, simplex) in [
        ("no normal", ([0.0; 3], None), around),
        ("the opposite normal", ([0.0; 3], Some([0.0, 0.0, -1.0])), around),
        ("a normal that does not support", ([0.0; 3], Some([0.0, 1e-9, 1.0])), around),
        ("no direction", ([0.0; 3], Some([0.0; 3])), around),
        ("no simplex", ([0.0; 3], up), &[]),
        ("a simplex that does not hold the origin", ([0.0; 3], up), beside),
        ("a translation that is not zero", ([0.0, 0.0, 1e-300], up), around),
    ] {
        assert_eq!(proves(&case, said, simplex, &[]), [false, false], "{lie}");
    }
    // In doubles, where a normal is rounded, a facet of M through the origin is accepted in its place.
    assert!(proves(&case, ([0.0; 3], Some([0.0, 1e-9, 1.0])), around, around)[0]);
    assert!(!proves(&case, ([0.0; 3], None), beside, around)[0], "the simplex does not hold the origin");
    assert!(!proves(&case, ([0.0; 3], None), around, &[[0, 0], [1, 0], [2, 0]])[0], "a facet that is elsewhere");
    // Flat bodies have no interior, whatever the facet.
    assert!(proves(&flat(0.0), ([0.0; 3], None), &[[1, 0]], &[])[0]);
}

#[test]
fn evidence_of_cores_proves_nothing_of_the_depth_of_bodies_with_radii() {
    let Case { a: Body::Points(points), b, .. } = resting(0.0) else { panic!("hulls") };
    let rounded = Case::of_bodies("rounded", 3, Body::Rounded { points, radius: 0.5 }, b);
    let simplex = [[4, 0], [5, 0], [6, 0]].map(|[a, b]| Pair { a, b }).to_vec();
    let values = along([0.0; 3], [0.0, 0.0, 1.0]);
    let answer = |scope| Answered {
        scope,
        ..Answered::of_bodies(Says::Intersecting, simplex.clone(), Numbers::Rounded(values.clone()))
    };
    let is_proved = |scope| of(&judged(&rounded, Arithmetic::F64, &answer(scope))).is_proved;
    assert_eq!([is_proved(BODIES), is_proved(Scope::Cores { radii: 0.5 })], [false, true]);
    // The triangle around a point in the plane, as a shell of three edges; the edge below the point is the nearest one.
    let shell = [[0, 0], [1, 0], [1, 0], [2, 0], [2, 0], [0, 0]].map(|[a, b]| Pair { a, b }).to_vec();
    let triangle = vec![[-2.0, -1.0, 0.0], [2.0, -1.0, 0.0], [0.0, 9.0, 0.0]];
    let is_proved = |radius: f64, scope| {
        let a = Body::Rounded { points: triangle.clone(), radius };
        let case = Case::of_bodies("triangle", 2, a, Body::Points(vec![[0.0; 3]]));
        let answer = in_floats(Says::Intersecting, &[], of_translation([0.0, -1.0, 0.0]));
        of(&judged(&case, Arithmetic::F64, &Answered { scope, shell: shell.clone(), ..answer })).is_proved
    };
    assert_eq!(
        [is_proved(0.0, BODIES), is_proved(0.5, BODIES), is_proved(0.5, Scope::Cores { radii: 0.5 })],
        [true, false, true]
    );
}

#[test]
fn in_exact_arithmetic_a_depth_is_right_or_off_by_however_little() {
    let tiny = RBig::from(1) / RBig::from(IBig::ONE << 300);
    let half = RBig::from(1) / RBig::from(2);
    let found = |case: &Case, x: RBig| {
        let values = Values { translation: Some([x, RBig::ZERO, RBig::ZERO]), ..Values::none() };
        let answer = Answered { promise: Question::Depth, ..in_rationals(Says::Intersecting, &[], values) };
        let found = judged(case, Arithmetic::Exact, &answer);
        (found.ruling, of(&found).residual > 0.0, of(&found).excess > 0.0)
    };
    let case = overlapping();
    assert_eq!(found(&case, half.clone()), (Ruling::Right, false, false));
    assert_eq!(found(&case, &half + &tiny), (Ruling::Inaccurate, false, true));
    assert_eq!(found(&case, &half - &tiny), (Ruling::Inaccurate, true, false));
    // For bodies that are apart the depth is minus their distance: every translation is longer, and none leaves an overlap.
    let [a, b] = boxes();
    let apart = Case::of_points("apart", 3, a, b.into_iter().map(|[x, y, z]| [x + 0.75, y, z]).collect());
    let values = Values { translation: Some([0.5, 0.0, 0.0].map(rational)), ..Values::none() };
    let answer = Answered { promise: Question::Depth, ..in_rationals(Says::Intersecting, &[], values) };
    let of_apart = judged(&apart, Arithmetic::Exact, &answer);
    assert_eq!(
        (of_apart.ruling, of(&of_apart).truth, of(&of_apart).residual, of(&of_apart).excess * 5.0),
        (Ruling::Wrong, -0.25, 0.0, 0.75)
    );
}
