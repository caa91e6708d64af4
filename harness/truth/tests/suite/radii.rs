//! The judge on bodies with radii: answers about the bodies, answers about their cores, and answers about one presented as the
//! other.

use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Body, Case, Class};
use gjk_records::Ruling;
use gjk_truth::answer::{Answered, Says, Scope, Values};
use gjk_truth::judge::{Judgement, judge};
use gjk_truth::truth::Truth;

use crate::answers::{self, ROUNDED, cube, in_floats, in_rationals, of_axis, of_distance, of_lengths};

const BODIES: Scope = Scope::Bodies;
const CORES: Scope = Scope::Cores { radii: 2.0 };

/// A capsule of radius two along x, and above its middle a segment from this height to six: D is eight.
fn capsule_below(height: f64) -> Case {
    let capsule = Body::Rounded { points: vec![[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]], radius: 2.0 };
    Case::of_bodies("case", 3, capsule, Body::Points(vec![[0.0, 0.0, height], [0.0, 0.0, 6.0]]))
}

fn judged(
    case: &Case,
    arithmetic: Arithmetic,
    says: Says,
    simplex: &[[usize; 2]],
    scope: Scope,
    numbers: Values<f64>,
) -> Judgement {
    answers::judged(case, arithmetic, &Answered { scope, ..in_floats(says, simplex, numbers) })
}

#[test]
fn an_answer_about_the_cores_is_not_one_about_the_bodies() {
    let case = capsule_below(4.0);
    let (of_bodies, of_cores) = ([[0.0, 0.0, 2.0], [0.0, 0.0, 4.0]], [[0.0; 3], [0.0, 0.0, 4.0]]);
    for arithmetic in ROUNDED {
        let with = |scope, numbers| judged(&case, arithmetic, Says::Apart, &[], scope, numbers);
        let right = with(BODIES, of_lengths(2.0, of_bodies));
        assert_eq!((right.ruling, right.error, right.infeasibility), (Ruling::Right, Some(0.0), Some(0.0)));
        assert_eq!(right.witness_error, None, "which points are nearest is known of the cores alone");
        let right = with(CORES, of_lengths(4.0, of_cores));
        assert_eq!((right.ruling, right.error, right.infeasibility), (Ruling::Right, Some(0.0), Some(0.0)));
        assert_eq!(right.witness_error, Some(0.0));
        // Distances of the other kind are off by the sum of the radii, two.
        let two = 2.0 / (8.0 * arithmetic.unit());
        for (scope, distance) in [(BODIES, 4.0), (CORES, 2.0)] {
            let found = with(scope, of_distance(distance));
            assert_eq!((found.ruling, found.error), (Ruling::Off, Some(two)), "{scope:?}");
        }
        // Points of the core are in the body, but not at the body's distance; points of the body are not in the core.
        let found = with(BODIES, of_lengths(2.0, of_cores));
        assert_eq!((found.ruling, found.error, found.infeasibility), (Ruling::Off, Some(two), Some(0.0)));
        let found = with(CORES, of_lengths(4.0, [[0.0, 0.0, 2.0], [0.0, 0.0, 6.0]]));
        assert_eq!((found.ruling, found.error, found.infeasibility), (Ruling::Off, Some(0.0), Some(two)));
    }
}

#[test]
fn a_witness_point_is_in_a_body_with_a_radius_up_to_the_tolerance() {
    let case = capsule_below(4.0);
    for arithmetic in ROUNDED {
        let unit = 8.0 * arithmetic.unit();
        for (off, expected) in [(-4.0, Ruling::Right), (4.0, Ruling::Right), (5.0, Ruling::Inaccurate)] {
            let (on_a, on_b) = ([0.0, 0.0, 2.0 + off * unit], [0.0, 0.0, 4.0 + off * unit]);
            let found = judged(&case, arithmetic, Says::Apart, &[], BODIES, of_lengths(2.0, [on_a, on_b]));
            // B's point is below its segment and is off it by the same length.
            assert_eq!((found.ruling, found.error, found.infeasibility), (expected, Some(0.0), Some(f64::abs(off))), "{off}");
        }
    }
}

#[test]
fn a_translation_of_bodies_with_radii_is_one_of_their_cores_by_the_radii_longer() {
    // Cores that are one apart, with radii of two: a depth of one, downwards. The overlapping cores are two boxes, with a depth
    // of 1/2.
    let boxes =
        [gjk_cases::family::corners([0.0; 3], [2.0, 3.0, 4.0]), gjk_cases::family::corners([1.5, 1.0, 1.0], [4.0, 3.5, 5.0])];
    let [a, b] = boxes.map(|points| Body::Rounded { points, radius: 1.0 });
    let deep = Case::of_bodies("x", 3, a, b);
    for arithmetic in ROUNDED {
        let of = |case: &Case, v: [f64; 3], normal| {
            let values = Values { translation: Some(v), normal, ..Values::none() };
            let found = judged(case, arithmetic, Says::Intersecting, &[], BODIES, values);
            let depth = answers::depth(&found).expect("a depth was claimed");
            let unit = arithmetic.unit() * gjk_truth::truth::Truth::of(case).size().to_f64();
            (found.ruling, depth.truth, (depth.residual * unit) as f32, (depth.excess * unit) as f32)
        };
        let near = capsule_below(1.0);
        let up = Some([0.0, 0.0, 3.0]);
        for (v, normal, expected) in [
            ([0.0, 0.0, 1.0], up, (Ruling::Right, 1.0, 0.0, 0.0)),
            ([0.0, 0.0, 1.0], None, (Ruling::Right, 1.0, 0.0, 0.0)),
            ([0.0, 0.0, 0.5], up, (Ruling::Off, 1.0, 0.5, 0.0)),
            ([0.0, 0.0, -1.0], up, (Ruling::Off, 1.0, 2.0, 0.0)),
            ([0.0, 0.0, 1.25], up, (Ruling::Off, 1.0, 0.0, 0.25)),
            ([0.0, 0.0, 1e30], up, (Ruling::Off, 1.0, 0.0, 1e30)),
        ] {
            assert_eq!(of(&near, v, normal), expected, "{arithmetic} {v:?}");
        }
        for (v, expected) in [
            ([2.5, 0.0, 0.0], (Ruling::Right, 2.5, 0.0, 0.0)),
            // Cores that still overlap, and cores that the translation takes apart by less than the radii.
            ([0.25, 0.0, 0.0], (Ruling::Off, 2.5, 2.25, 0.0)),
            ([2.25, 0.0, 0.0], (Ruling::Off, 2.5, 0.25, 0.0)),
            ([0.0, 4.0, 0.0], (Ruling::Off, 2.5, 0.0, 1.5)),
        ] {
            assert_eq!(of(&deep, v, None), expected, "{arithmetic} {v:?}");
        }
    }
}

#[test]
fn an_axis_separates_bodies_with_radii_by_more_than_the_radii() {
    // Two apart, touching, and with cores that are one apart.
    let (far, touching, near) = (capsule_below(4.0), capsule_below(2.0), capsule_below(1.0));
    assert_eq!([&far, &touching, &near].map(|case| Truth::of(case).class()), Class::ALL);
    for arithmetic in ROUNDED {
        let with = |case: &Case, axis| judged(case, arithmetic, Says::Apart, &[], BODIES, of_axis(axis));
        for (axis, separates) in [
            ([0.0, 0.0, -1.0], true),
            ([0.0, 0.0, -1e-300], true),
            // Along this axis, the cores are 4 cos 45° − sin 45° apart, and the bodies 0.12.
            ([1.0, 0.0, -1.0], true),
            // The cores are 4 cos 60° − sin 60° apart, less than the radii.
            ([1.75, 0.0, -1.0], false),
            // The opposite direction: the product is −6, whose square is also large.
            ([0.0, 0.0, 1.0], false),
            ([0.0; 3], false),
            ([0.0, 0.0, f64::NEG_INFINITY], false),
        ] {
            let found = with(&far, axis);
            assert_eq!((found.ruling, found.certified), (Ruling::Right, Some(separates)), "{axis:?}");
            assert_eq!(found.axis_overlap, None, "the verdict is right");
        }
        let found = with(&touching, [0.0, 0.0, -1.0]);
        assert_eq!((found.ruling, found.certified), (Ruling::Contact, Some(false)), "touching is not apart");
        assert_eq!((found.margin, found.axis_overlap), (Some(0.0), Some(0.0)));
        let found = with(&near, [0.0, 0.0, -1.0]);
        let one = Some(1.0 / (8.0 * arithmetic.unit()));
        assert_eq!((found.ruling, found.certified, found.margin, found.axis_overlap), (Ruling::Wrong, Some(false), one, one));
    }
}

#[test]
fn a_simplex_proves_contact_of_bodies_with_radii_if_it_comes_within_the_radii() {
    let (touching, near) = (capsule_below(2.0), capsule_below(1.0));
    for arithmetic in ROUNDED {
        let certified = |case: &Case, simplex: &[[usize; 2]]| {
            let found = judged(case, arithmetic, Says::Intersecting, simplex, BODIES, of_distance(0.0));
            assert_eq!(found.ruling, Ruling::Right);
            found.certified
        };
        assert_eq!(certified(&near, &[[0, 0], [1, 0]]), Some(true), "the segment at distance one");
        assert_eq!(certified(&near, &[[0, 0]]), Some(true), "its end, at distance √2");
        assert_eq!(certified(&near, &[[0, 1], [1, 1]]), Some(false), "the other end of B, at distance six");
        assert_eq!(certified(&touching, &[[0, 0], [1, 0]]), Some(true), "at distance two, exactly the radii");
        assert_eq!(certified(&touching, &[[0, 0]]), Some(false), "at distance √5");
        assert_eq!(certified(&near, &[]), Some(false), "no vertex");
        assert_eq!(certified(&near, &[[2, 0], [0, 2]]), Some(false), "vertices that there are not");
    }
}

#[test]
fn the_margin_of_a_wrong_verdict_counts_the_radii() {
    for arithmetic in ROUNDED {
        let unit = 8.0 * arithmetic.unit();
        let says = |case: &Case, says| judged(case, arithmetic, says, &[], BODIES, Values::none());
        for (off, expected) in [(4.0, Ruling::Contact), (5.0, Ruling::Wrong)] {
            let gap = says(&capsule_below(2.0 + off * unit), Says::Intersecting);
            assert_eq!((gap.ruling, gap.margin), (expected, Some(off)), "{arithmetic}: a gap of {off} units");
            let depth = says(&capsule_below(2.0 - off * unit), Says::Apart);
            assert_eq!((depth.ruling, depth.margin), (expected, Some(off)), "{arithmetic}: {off} units deep");
        }
        // The cores overlap by a quarter: B has to move up by a quarter and by both radii.
        let a = Body::Rounded { points: cube(-1.0, 1.0), radius: 0.5 };
        let b = Body::Rounded { points: vec![[0.0, 0.0, 0.75], [0.0, 0.0, 6.25]], radius: 0.25 };
        let found = says(&Case::of_bodies("case", 3, a, b), Says::Apart);
        assert_eq!((found.ruling, found.margin), (Ruling::Wrong, Some(1.0 / unit)), "{arithmetic}");
    }
}

#[test]
fn exact_answers_are_about_the_cores_and_their_margins_about_the_bodies() {
    let with = |case: &Case, says, squared: i32, axis: [i32; 3]| {
        let numbers = Values { distance: Some(RBig::from(squared)), ..of_axis(axis.map(RBig::from)) };
        let answer = Answered { scope: CORES, ..in_rationals(says, &[], numbers) };
        let found = judge(case, &Truth::of(case), Some(&answer), Arithmetic::Exact, 64.0);
        (found.ruling, found.certified, found.error, found.margin)
    };
    let (far, near) = (capsule_below(4.0), capsule_below(1.0));
    assert_eq!(with(&far, Says::Apart, 16, [0, 0, -3]), (Ruling::Right, Some(true), Some(0.0), None));
    let of_bodies = with(&far, Says::Apart, 4, [0, 0, 1]);
    assert_eq!(of_bodies, (Ruling::Off, Some(false), Some(0.25), None), "the distance of the bodies");
    // In units of D, which is eight: the bodies are two apart, and the depth in each other is one.
    assert_eq!(with(&far, Says::Intersecting, 16, [0; 3]), (Ruling::Wrong, Some(false), Some(0.0), Some(0.25)));
    assert_eq!(with(&near, Says::Apart, 1, [0, 0, -1]), (Ruling::Wrong, Some(false), Some(0.0), Some(0.125)));
}
