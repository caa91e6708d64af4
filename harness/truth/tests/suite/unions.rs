//! The judge on unions: a true answer about each pair of parts, and false answers about one of them.

use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Body, Case, Class, Point};
use gjk_records::Ruling;
use gjk_truth::answer::{Answered, PartAnswer, Says, Scope, Values};
use gjk_truth::judge::{Judgement, judge};
use gjk_truth::truth::Truth;

use crate::answers::{self, ROUNDED, cube_and_segment, in_floats, in_rationals, of_axis, of_distance, of_lengths};

/// A cube and, fourteen along x, a segment; above them a segment from this height to three. With the height two the distances
/// are 1 and 14. D is 16; for the cube and the segment alone it is 4.
fn two_parts(height: f64) -> Case {
    let case = cube_and_segment(height);
    Case { a: Body::Union(vec![case.a, Body::Points(vec![[14.0, 0.0, 2.0], [16.0, 0.0, 2.0]])]), ..case }
}

fn part(a: usize, chosen: bool, says: Says, simplex: &[[usize; 2]], numbers: Values<f64>) -> PartAnswer {
    PartAnswer { a, b: 0, answer: in_floats(says, simplex, numbers), chosen }
}

fn judged(case: &Case, arithmetic: Arithmetic, says: Says, numbers: Values<f64>, parts: Vec<PartAnswer>) -> Judgement {
    answers::judged(case, arithmetic, &Answered { parts, ..in_floats(says, &[], numbers) })
}

/// The true answer about the cube of the union whose segment starts at height two; `far_part` is about the other part.
fn cube_part(chosen: bool, distance: f64, witnesses: [Point; 2], axis: Point) -> PartAnswer {
    part(0, chosen, Says::Apart, &[], Values { axis: Some(axis), ..of_lengths(distance, witnesses) })
}

fn far_part(chosen: bool, axis: Point) -> PartAnswer {
    let lengths = of_lengths(14.0, [[14.0, 0.0, 2.0], [0.0, 0.0, 2.0]]);
    part(1, chosen, Says::Apart, &[], Values { axis: Some(axis), ..lengths })
}

const NEAR: [Point; 2] = [[0.0, 0.0, 1.0], [0.0, 0.0, 2.0]];
const DOWN: Point = [0.0, 0.0, -1.0];
const RIGHT: Point = [1.0, 0.0, 0.0];

#[test]
fn a_union_is_apart_where_every_pair_is_shown_to_be() {
    let case = two_parts(2.0);
    for arithmetic in ROUNDED {
        let of = |parts| judged(&case, arithmetic, Says::Apart, Values::none(), parts);
        let right = of(vec![cube_part(true, 1.0, NEAR, DOWN), far_part(false, RIGHT)]);
        assert_eq!((right.ruling, right.certified), (Ruling::Right, Some(true)));
        assert_eq!((right.error, right.infeasibility, right.witness_error), (Some(0.0), Some(0.0), Some(0.0)));
        assert_eq!((right.margin, right.axis_overlap), (None, None));
        for (lie, parts) in [
            ("a pair that was not looked at", vec![cube_part(true, 1.0, NEAR, DOWN)]),
            ("an axis that does not separate", vec![cube_part(true, 1.0, NEAR, DOWN), far_part(false, [0.0, 1.0, 0.0])]),
            ("nor the chosen one's", vec![cube_part(true, 1.0, NEAR, RIGHT), far_part(false, RIGHT)]),
            ("a part that there is not", vec![cube_part(true, 1.0, NEAR, DOWN), PartAnswer { a: 2, ..far_part(false, RIGHT) }]),
        ] {
            let found = of(parts);
            assert_eq!((found.ruling, found.certified), (Ruling::Right, Some(false)), "{lie}");
        }
    }
}

#[test]
fn the_chosen_pair_has_to_be_the_nearest_and_its_lengths_right() {
    let case = two_parts(2.0);
    for arithmetic in ROUNDED {
        // Lengths of the cube's pair, whose own D is four, are in units of the union's D, sixteen.
        let unit = 16.0 * arithmetic.unit();
        let of = |parts| judged(&case, arithmetic, Says::Apart, Values::none(), parts);
        let farther = of(vec![cube_part(false, 1.0, NEAR, DOWN), far_part(true, RIGHT)]);
        assert_eq!((farther.ruling, farther.error), (Ruling::Off, Some(13.0 / unit)), "the pair that is 13 farther apart");
        let with = |distance, witnesses| of(vec![cube_part(true, distance, witnesses, DOWN), far_part(false, RIGHT)]);
        for (off, expected) in
            [(4.0, Ruling::Right), (-4.0, Ruling::Right), (4.5, Ruling::Inaccurate), (-4.5, Ruling::Inaccurate)]
        {
            let found = with(1.0 + off * unit, NEAR);
            assert_eq!((found.ruling, found.error, found.infeasibility), (expected, Some(off.abs()), Some(0.0)), "{off}");
            let found = with(1.0, [[0.0, off * unit, 1.0], [0.0, off * unit, 2.0]]);
            assert_eq!((found.ruling, found.error, found.infeasibility), (expected, Some(0.0), Some(off.abs())), "{off}");
        }
        let swapped = with(1.0, [NEAR[1], NEAR[0]]);
        assert_eq!((swapped.ruling, swapped.error, swapped.infeasibility), (Ruling::Off, Some(0.0), Some(1.0 / unit)));
        // The witness point is not at the nearest point of the cube.
        assert_eq!(with(1.0, [[0.5, 0.0, 1.0], NEAR[1]]).witness_error, Some(0.5 / unit));
        for number in [f64::NAN, f64::INFINITY] {
            assert_eq!(with(number, NEAR).ruling, Ruling::Off);
            assert_eq!(with(1.0, [[0.0, number, 1.0], NEAR[1]]).ruling, Ruling::Off);
        }
        // Half of the digits: √u·D.
        let half = arithmetic.unit().sqrt() * 16.0;
        for (error, expected) in [(0.99 * half, Ruling::Inaccurate), (1.01 * half, Ruling::Off)] {
            assert_eq!(with(1.0 + error, NEAR).ruling, expected);
        }
    }
}

#[test]
fn a_false_intersecting_has_the_distance_as_its_margin() {
    for arithmetic in ROUNDED {
        let unit = 16.0 * arithmetic.unit();
        for (gap, expected) in [(3.0, Ruling::Contact), (4.0, Ruling::Contact), (5.0, Ruling::Wrong)] {
            let case = two_parts(1.0 + gap * unit);
            // The chosen pair is said to meet; the other one is not examined.
            let parts = vec![part(0, true, Says::Intersecting, &[[4, 0], [7, 0]], of_distance(0.0))];
            let found = judged(&case, arithmetic, Says::Intersecting, Values::none(), parts);
            assert_eq!((found.ruling, found.certified, found.margin), (expected, Some(false), Some(gap)), "{arithmetic}");
        }
        let case = two_parts(1.0);
        assert_eq!(Truth::of(&case).decided(), Some(Class::Touching));
        let of = |simplex: &[[usize; 2]]| {
            let parts = vec![part(0, true, Says::Intersecting, simplex, Values::none())];
            judged(&case, arithmetic, Says::Intersecting, Values::none(), parts)
        };
        assert_eq!((of(&[[4, 0], [7, 0]]).ruling, of(&[[4, 0], [7, 0]]).certified), (Ruling::Right, Some(true)));
        assert_eq!(of(&[[4, 0], [5, 0]]).certified, Some(false), "an edge that is not met");
    }
}

#[test]
fn a_false_apart_has_the_depth_of_the_deepest_pair_as_its_margin() {
    for arithmetic in ROUNDED {
        let unit = 16.0 * arithmetic.unit();
        for (depth, expected) in [(3.0, Ruling::Contact), (4.0, Ruling::Contact), (5.0, Ruling::Wrong)] {
            let case = two_parts(1.0 - depth * unit);
            let parts = vec![part(0, true, Says::Apart, &[], of_axis(DOWN)), part(1, false, Says::Apart, &[], of_axis(RIGHT))];
            let found = judged(&case, arithmetic, Says::Apart, Values::none(), parts);
            assert_eq!((found.ruling, found.certified), (expected, Some(false)), "{arithmetic}: {depth}");
            assert_eq!((found.margin, found.axis_overlap), (Some(depth), Some(depth)));
        }
        // Two parts overlap: the cube by a half, and a box around the other end by a quarter.
        let mut both = two_parts(0.5);
        if let Body::Union(parts) = &mut both.a {
            let corners = [[-9.0, -9.0, 2.75], [9.0, -9.0, 2.75], [-9.0, 9.0, 2.75], [9.0, 9.0, 2.75], [0.0, 0.0, 20.0]];
            parts.push(Body::Points(corners.to_vec()));
        }
        let parts = |first: usize| {
            let mut parts: Vec<PartAnswer> = (0..3).map(|a| part(a, a == 0, Says::Apart, &[], of_axis(DOWN))).collect();
            parts.rotate_left(first);
            parts
        };
        for first in 0..3 {
            let found = judged(&both, arithmetic, Says::Apart, Values::none(), parts(first));
            let size = Truth::of(&both).size().to_f64();
            assert_eq!((found.ruling, found.certified), (Ruling::Wrong, Some(false)));
            assert!((found.margin.expect("a margin") * size * arithmetic.unit() - 0.5).abs() < 1e-12, "{first}: {found:?}");
            assert!((found.axis_overlap.expect("axes") * size * arithmetic.unit() - 19.5).abs() < 1e-12, "{first}: {found:?}");
        }
    }
}

#[test]
fn with_a_tolerance_of_zero_a_wrong_verdict_is_wrong_however_little() {
    let touching = two_parts(1.0);
    let zero = |arithmetic| {
        let parts = vec![part(0, true, Says::Apart, &[], Values::none()), part(1, false, Says::Apart, &[], Values::none())];
        let answer = Answered { parts, ..in_floats(Says::Apart, &[], Values::none()) };
        judge(&touching, &Truth::of(&touching), Some(&answer), arithmetic, 0.0)
    };
    for arithmetic in ROUNDED {
        assert_eq!((zero(arithmetic).ruling, zero(arithmetic).margin), (Ruling::Wrong, Some(0.0)));
    }
    // In exact arithmetic any tolerance is zero.
    let exact = |a, chosen, squared: i32| PartAnswer {
        a,
        b: 0,
        answer: in_rationals(Says::Apart, &[], of_distance(RBig::from(squared))),
        chosen,
    };
    let of = |case: &Case, parts: Vec<PartAnswer>| {
        let answer = Answered { parts, ..in_floats(Says::Apart, &[], Values::none()) };
        judge(case, &Truth::of(case), Some(&answer), Arithmetic::Exact, 1e30)
    };
    assert_eq!(of(&touching, vec![exact(0, true, 0), exact(1, false, 197)]).ruling, Ruling::Wrong);
    let apart = two_parts(2.0);
    let right = of(&apart, vec![exact(0, true, 1), exact(1, false, 196)]);
    assert_eq!((right.ruling, right.error), (Ruling::Right, Some(0.0)));
    let long = of(&apart, vec![exact(0, true, 4), exact(1, false, 196)]);
    assert_eq!((long.ruling, long.error), (Ruling::Off, Some(1.0 / 16.0)));
}

#[test]
fn an_answer_made_elsewhere_is_judged_against_the_pair_that_it_fits() {
    let case = two_parts(2.0);
    for arithmetic in ROUNDED {
        let unit = 16.0 * arithmetic.unit();
        let of = |says, distance, witnesses| {
            let numbers = Values { distance: Some(distance), witnesses, axis: Some(DOWN), ..Values::none() };
            judged(&case, arithmetic, says, numbers, vec![])
        };
        let right = of(Says::Apart, 1.0, Some(NEAR));
        assert_eq!((right.ruling, right.error, right.infeasibility), (Ruling::Right, Some(0.0), Some(0.0)));
        // Its axis need not separate every pair, so nothing is certified.
        assert_eq!((right.certified, right.axis_overlap), (None, None));
        let off = of(Says::Apart, 1.25, Some(NEAR));
        assert_eq!((off.ruling, off.error), (Ruling::Off, Some(0.25 / unit)));
        // An answer that is true of the farther pair, which is 13 farther apart than the bodies are.
        let farther = of(Says::Apart, 14.0, Some([[14.0, 0.0, 2.0], [0.0, 0.0, 2.0]]));
        assert_eq!((farther.ruling, farther.error, farther.infeasibility), (Ruling::Off, Some(13.0 / unit), Some(0.0)));
        // The right distance with witness points far from it: the witness points of the first pair are nearer to right.
        let far = of(Says::Apart, 1.0, Some([[0.0, 0.0, 5.0], [0.0, 0.0, 6.0]]));
        assert_eq!((far.ruling, far.error, far.infeasibility), (Ruling::Off, Some(0.0), Some(4.0 / unit)));
        let phantom = of(Says::Intersecting, 0.0, None);
        assert_eq!((phantom.ruling, phantom.margin), (Ruling::Wrong, Some(1.0 / unit)));
        // An answer made elsewhere is assumed to be about the bodies, because cores have no names here.
        let scope = Scope::Cores { radii: 0.5 };
        let answer = Answered { scope, ..in_floats(Says::Apart, &[], of_distance(1.0)) };
        assert_eq!(answers::judged(&case, arithmetic, &answer).ruling, Ruling::Right);
    }

    // An answer between two points of A, at distances 1 and 1.5 from B's: it has the distance of the nearer one, and its
    // witness points are near the other one.
    let points = Body::Union([[1.0, 0.0, 0.0], [0.0, 1.5, 0.0]].map(|p| Body::Points(vec![p])).to_vec());
    let between = Case::of_bodies("case", 3, points, Body::Points(vec![[0.0; 3]]));
    let numbers = of_lengths(1.0, [[0.0, 1.375, 0.0], [0.0, 0.375, 0.0]]);
    let found = judged(&between, Arithmetic::F64, Says::Apart, numbers, vec![]);
    // D is 1.5. The error counts by how much the chosen pair is farther apart than the other one.
    let unit = 1.5 * Arithmetic::F64.unit();
    assert_eq!((found.ruling, found.infeasibility, found.error), (Ruling::Off, Some(0.375 / unit), Some(1.0 / unit)));
}

#[test]
fn a_translation_from_elsewhere_is_not_judged_against_a_single_pair() {
    // The segment's lower end is in the cube, 1/2 deep. That pair's least translation need not take the others apart.
    let case = two_parts(0.5);
    for (v, witnesses) in [([0.0, 0.0, 0.5], None), ([7.0, 0.0, 0.0], Some([[0.0, 0.0, 0.5], [-7.0, 0.0, 0.5]]))] {
        let numbers = Values { distance: Some(0.0), witnesses, translation: Some(v), ..Values::none() };
        let found = judged(&case, Arithmetic::F64, Says::Intersecting, numbers, Vec::new());
        assert_eq!((found.ruling, answers::depth(&found), found.length_error), (Ruling::Right, None, Some(0.0)), "{v:?}");
    }
}

#[test]
/// Every pair of 40 by 40 parts is looked up and compared in the straightforward, slow way.
fn many_parts_are_compared_as_few_are() {
    let points = |y: f64, count: usize, radius: f64| {
        let part = |i: usize| {
            let points = vec![[i as f64 / 3.0, y + (i * i % 7) as f64, 0.0]];
            if radius > 0.0 { Body::Rounded { points, radius } } else { Body::Points(points) }
        };
        Body::Union((0..count).map(part).collect())
    };
    for radius in [0.0, 0.3] {
        let case = Case::of_bodies("case", 3, points(0.0, 40, radius), points(9.0, 40, 0.0));
        let Truth::Union(truth) = Truth::of(&case) else { panic!("a union") };
        let squared: Option<Vec<RBig>> = truth.pairs.iter().map(|pair| pair.truth.distance_squared()).collect();
        assert_eq!(truth.distance_squared(), squared.and_then(|squared| squared.into_iter().min()), "{radius}");
        assert_eq!(truth.distance_squared().is_none(), radius > 0.0);
        for (place, pair) in truth.pairs.iter().enumerate() {
            assert_eq!((pair.a, pair.b), (place / 40, place % 40));
            assert!(truth.pair(pair.a, pair.b).is_some_and(|found| std::ptr::eq(found, pair)));
            let nearest = truth.gap().low;
            assert_eq!(truth.excess(pair), pair.truth.gap().low.minus(nearest), "{radius}: {place}");
        }
        assert!(truth.pair(40, 0).is_none() && truth.pair(0, 40).is_none());
    }
}

/// A search for each of 40 000 pairs among all of them would take a minute.
#[test]
fn unions_of_many_parts_take_time_proportional_to_their_pairs() {
    let row = |y: f64| Body::Union((0..200).map(|i| Body::Points(vec![[f64::from(i), y, 0.0]])).collect());
    let case = Case::of_bodies("case", 3, row(0.0), row(1.0));
    let apart = |a: usize, b: usize| {
        let axis = [a as f64 - b as f64, -1.0, 0.0];
        let lengths = of_lengths(axis[0].hypot(1.0), [[a as f64, 0.0, 0.0], [b as f64, 1.0, 0.0]]);
        PartAnswer { b, ..part(a, (a, b) == (7, 7), Says::Apart, &[], Values { axis: Some(axis), ..lengths }) }
    };
    let parts = (0..200).flat_map(|a| (0..200).map(move |b| (a, b))).map(|(a, b)| apart(a, b)).collect();
    let found = judged(&case, Arithmetic::F64, Says::Apart, Values::none(), parts);
    assert_eq!((found.ruling, found.certified, found.error), (Ruling::Right, Some(true), Some(0.0)));
}
