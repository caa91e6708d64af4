//! Answers whose truth is known by construction, on inputs that lead to the end of each stage.

use super::SplitMix64;
use crate::body::{Body, Points};
use crate::simplex::Pairs;
use crate::{Distance, NoBody, Stage, Start, Verdict, distance, intersects, mode, rounds_to_nearest};

fn apart<const D: usize>(a: &[[f64; D]], b: &[[f64; D]]) -> crate::Apart<f64, D> {
    match distance(a, b).expect("bodies") {
        Distance::Apart(apart) => apart,
        Distance::Meets(meets) => panic!("they meet: {meets:?}"),
    }
}

const CUBE: [[f64; 3]; 8] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [1.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 0.0, 1.0],
    [0.0, 1.0, 1.0],
    [1.0, 1.0, 1.0],
];

fn moved(points: &[[f64; 3]], by: [f64; 3]) -> Vec<[f64; 3]> {
    points.iter().map(|p| std::array::from_fn(|k| p[k] + by[k])).collect()
}

#[test]
fn this_thread_rounds_to_nearest() {
    assert!(rounds_to_nearest());
}

#[test]
fn cubes_are_as_far_apart_as_they_are_moved() {
    for gap in [1.0, 1e-3, 2.0_f64.powi(-30), 2.0_f64.powi(-52)] {
        let b = moved(&CUBE, [1.0 + gap, 0.25, 0.125]);
        let found = apart(&CUBE, &b);
        assert_eq!(found.distance, (1.0 + gap) - 1.0);
        assert!(!intersects(&CUBE, &b).expect("bodies"));
    }
    for by in [[1.0, 0.5, 0.5], [1.0, 1.0, 1.0], [1.0, 1.0, 0.5], [0.5, 0.5, 0.5], [0.0; 3]] {
        assert!(intersects(&CUBE, &moved(&CUBE, by)).expect("bodies"), "{by:?}");
        assert!(matches!(distance(&CUBE, &moved(&CUBE, by)), Ok(Distance::Meets(_))), "{by:?}");
        assert_eq!(distance(&CUBE, &moved(&CUBE, by)).expect("bodies").value(), 0.0);
    }
}

#[test]
fn an_exact_contact_is_distinguished_from_a_gap_of_one_unit() {
    let touching = moved(&CUBE, [1.0, 0.0, 0.0]);
    let mut beside = touching.clone();
    beside.iter_mut().for_each(|p| p[0] = p[0].next_up());
    assert!(intersects(&CUBE, &touching).expect("bodies") && !intersects(&CUBE, &beside).expect("bodies"));
    let found = apart(&CUBE, &beside);
    assert_eq!(found.distance, f64::EPSILON);
}

#[test]
fn the_ends_of_the_range_are_reached() {
    let point = |x: f64| [[x, 0.0, 0.0]];
    assert_eq!(apart(&point(f64::MAX), &point(0.0)).distance, f64::MAX);
    assert_eq!(apart(&point(f64::MAX), &point(-f64::MAX)).distance, f64::INFINITY);
    assert_eq!(apart(&point(5e-324), &point(0.0)).distance, 5e-324);
    assert_eq!(apart(&point(5e-324), &point(0.0)).stage, Stage::Integers);
    // The distance of the origin from the line through (s, 0) and (0, s) is s / √2, which is below the least number for the
    // least s.
    assert_eq!(apart(&[[5e-324, 0.0], [0.0, 5e-324]], &[[0.0, 0.0]]).distance, 5e-324);
    assert_eq!(apart(&[[f64::MAX, f64::MAX]], &[[0.0, 0.0]]).distance, f64::INFINITY);
    let single = |x: f32| [[x, x, 0.0]];
    let found = distance(&single(1e-45), &single(0.0)).expect("bodies").value();
    assert_eq!(found, 1e-45);
    assert_eq!(distance(&single(f32::MAX), &single(-f32::MAX)).expect("bodies").value(), f32::INFINITY);
}

#[test]
fn witness_points_stay_in_the_range() {
    // The differences of A's points are the greatest number, and their weights sum to more than one.
    let half = f64::MAX / 2.0;
    let a = [[-half, 0.0, 0.0], [half, -1.5729814930045265e305, 0.0], [half, 1.0460326928480101e307, 0.0]];
    let found = apart(&a, &[[half.next_down(), 0.0, -(2.0_f64.powi(1000))]]);
    assert_eq!(found.simplex.as_slice().len(), 3);
    assert!(found.weights[0] > 0.0 && found.weights[0] < f64::EPSILON, "{:?}", found.weights);
    assert!((found.on_a[0] - half).abs() < 1e-15 * half, "{:?}", found.on_a);
}

#[test]
fn in_the_plane_as_in_space() {
    let square = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    let corner = [[1.5, 2.0], [2.0, 1.5], [2.0, 2.0]];
    // From (1, 1) to the line x + y = 3.5: 1.5 / √2.
    assert_eq!(apart(&square, &corner).distance, 1.5 / 2.0_f64.sqrt());
    assert!(intersects(&square, &[[1.0, 1.0]]).expect("bodies") && intersects(&square, &[[0.5, 0.5]]).expect("bodies"));
    assert!(!intersects(&square, &[[1.0_f64.next_up(), 1.0]]).expect("bodies"));
}

#[test]
fn bodies_that_are_none_are_refused_by_name() {
    let empty: [[f64; 3]; 0] = [];
    assert_eq!(distance(&empty, &CUBE), Err(NoBody::Empty));
    let broken = [[0.0, 0.0, 0.0], [0.0, f64::NAN, 0.0]];
    assert_eq!(intersects(&CUBE, &broken), Err(NoBody::NotFinite { point: 1, coordinate: 1 }));
    let infinite = [[0.0, 0.0, f64::INFINITY]];
    let refused = intersects(&CUBE, &infinite).expect_err("an infinity");
    assert_eq!(refused.to_string(), "coordinate 2 of point 0 is infinite or not a number");
    assert_eq!(NoBody::Empty.to_string(), "a body needs at least one point");
}

#[test]
fn radii_are_compared_exactly() {
    let meets = |a: &[[f64; 3]], b: &[[f64; 3]], radii: [f64; 2]| {
        let (a, b) = (crate::Points::new(a).expect("a body"), crate::Points::new(b).expect("a body"));
        crate::rounded_verdict_of(&a, &b, radii, &Start::Centers, &mut ()).meets()
    };
    // A 3-4-5 triangle: the distance of the points is a floating-point number, and one unit in the last place decides.
    let (origin, point) = ([[0.0; 3]], [[3.0, 4.0, 0.0]]);
    assert!(meets(&origin, &point, [2.0, 3.0]) && !meets(&origin, &point, [2.0, 3.0_f64.next_down()]));
    assert!(meets(&origin, &point, [5.0, 0.0]) && !meets(&origin, &point, [5.0_f64.next_down(), 0.0]));
    // The sum of the radii rounds to the distance, but is less.
    assert!(!meets(&origin, &[[1.0, 0.0, 0.0]], [1.0 - f64::EPSILON, 2.0_f64.powi(-54)]));
    assert!(meets(&origin, &[[1.0, 0.0, 0.0]], [1.0 - f64::EPSILON, 2.0_f64.powi(-52)]));
    // An edge and a triangle, whose distances are roots: √2 lies between two numbers.
    let edge = [[2.0, 0.0, -1.0], [0.0, 2.0, -1.0], [2.0, 0.0, 1.0], [0.0, 2.0, 1.0]];
    let root = 2.0_f64.sqrt();
    let above = if root * root > 2.0 { root } else { root.next_up() };
    assert!(meets(&origin, &edge, [above, 0.0]) && !meets(&origin, &edge, [above.next_down(), 0.0]));
    let far = |x: f64| [[x, 0.0, 0.0]];
    assert!(!meets(&far(f64::MAX), &far(-f64::MAX), [f64::MAX, f64::MAX / 2.0]));
    assert!(meets(&far(f64::MAX), &far(-f64::MAX), [f64::MAX, f64::MAX]));
    assert!(meets(&edge, &edge, [0.0; 2]));
}

#[test]
fn integers_compare_radii_only_where_the_distance_does_not() {
    let stage = |radii: [f64; 2]| {
        let bodies = [[[0.0; 3]], [[3.0, 4.0, 0.0]]];
        let [a, b] = bodies.each_ref().map(|points| crate::Points::new(points).expect("a body"));
        match crate::rounded_verdict_of(&a, &b, radii, &Start::Centers, &mut ()) {
            Verdict::Meets(meets) => (true, meets.stage),
            Verdict::Apart { stage, .. } => (false, stage),
        }
    };
    let unit = 4.0 * f64::EPSILON;
    assert_eq!((stage([1.0, 2.0]), stage([2.0, 40.0])), ((false, Stage::Doubles), (true, Stage::Doubles)));
    assert_eq!(
        (stage([5.0 - 3.0 * unit, 0.0]), stage([5.0 + 3.0 * unit, 0.0])),
        ((false, Stage::Doubles), (true, Stage::Doubles))
    );
    assert_eq!((stage([5.0 - unit, 0.0]), stage([5.0 + unit, 0.0])), ((false, Stage::Integers), (true, Stage::Integers)));
}

#[test]
fn every_start_gives_the_same_verdict_and_a_distance_within_one_unit() {
    let mut random = SplitMix64(5);
    for _ in 0..300 {
        let mut body = |shift: f64| -> Vec<[f64; 3]> {
            (0..6).map(|_| [random.symmetric() + shift, random.symmetric(), random.symmetric()]).collect()
        };
        let (a, b) = (body(0.0), body(1.6));
        let (a, b) = (crate::Points::new(&a).expect("a body"), crate::Points::new(&b).expect("a body"));
        let cold = crate::distance_of(&a, &b, &Start::Centers, &mut ());
        let verdict = crate::verdict_of(&a, &b, &Start::Centers, &mut ());
        assert_eq!(verdict.meets(), matches!(cold, Distance::Meets(_)));
        for direction in [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0; 3]] {
            let warm = crate::distance_of(&a, &b, &Start::Direction(direction), &mut ());
            assert!((warm.value() - cold.value()).abs() <= f64::EPSILON * cold.value(), "{warm:?} {cold:?}");
        }
        if let Distance::Apart(apart) = cold {
            let again = crate::verdict_of(&a, &b, &Start::Direction(apart.axis.map(|x| -x)), &mut ());
            assert!(
                matches!(again, Verdict::Apart { iterations: 1, .. }),
                "the axis of an answer separates at once: {again:?}"
            );
        }
    }
}

#[test]
fn a_distance_below_the_least_positive_number_is_that_number() {
    // A point near an edge of the grid's finest step: 0.32 steps away, which would be rounded to zero.
    let steps = |x: u64, y: u64| [f64::from_bits(x), f64::from_bits(y)];
    let (edge, point) = ([steps(0, 0), steps(3, 1)], [steps(1, 0)]);
    assert_eq!(apart(&edge, &point).distance, f64::from_bits(1));
    let single = |points: &[[f64; 2]]| -> Vec<[f32; 2]> {
        points.iter().map(|point| point.map(|x| f32::from_bits(x.to_bits() as u32))).collect()
    };
    match distance(&single(&edge), &single(&point)).expect("bodies") {
        Distance::Apart(apart) => assert_eq!(apart.distance, f32::from_bits(1)),
        Distance::Meets(meets) => panic!("they meet: {meets:?}"),
    }
}

/// A body without points, which [`Points`] cannot be.
struct Nothing;

impl Body<f64, 3> for Nothing {
    fn len(&self) -> usize {
        0
    }
    fn point(&self, _index: usize) -> [f64; 3] {
        [f64::NAN; 3]
    }
    fn extent(&self) -> [f64; 3] {
        [0.0; 3]
    }
    fn center(&self) -> [f64; 3] {
        [0.0; 3]
    }
    fn support(&self, _direction: &[f64; 3]) -> usize {
        0
    }
    fn each_beyond(&self, _direction: &[f64; 3], _least: f64, _visit: impl FnMut(usize)) {}
}

#[test]
fn a_body_of_no_points_says_so() {
    assert!(Nothing.is_empty() && !Points::new(&CUBE).expect("a body").is_empty());
}

#[test]
fn pairs_are_equal_where_those_that_count_are() {
    let all = [(1, 2), (3, 4), (5, 6), (7, 8)];
    for len in 0..=4 {
        assert_eq!(Pairs::first(all, len), Pairs::new(all.into_iter().take(len)));
        assert_eq!(Pairs::first(all, len).as_slice(), &all[..len]);
    }
    assert_eq!(Pairs::new(all).subset(0b1010).as_slice(), &[(3, 4), (7, 8)]);
}

/// Runs with another control word of the SSE unit, as a library might leave it.
#[cfg(target_arch = "x86_64")]
fn with_control_word<R>(bits: u32, run: impl FnOnce() -> R) -> R {
    #![allow(unsafe_code, reason = "there is no safe way to the control word")]
    use std::arch::asm;
    let (mut kept, mut other) = (0_u32, 0_u32);
    // SAFETY: the control word is put back before anything else computes; in between only operations run that are kept from the compiler.
    unsafe {
        asm!("stmxcsr [{}]", in(reg) &raw mut kept);
        other |= kept | bits;
        asm!("ldmxcsr [{}]", in(reg) &raw const other);
        let result = run();
        asm!("ldmxcsr [{}]", in(reg) &raw const kept);
        result
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn other_modes_of_the_processor_are_seen() {
    let of_both = || [mode::of_doubles(), mode::of_singles()];
    let (flush_to_zero, denormals_are_zero, [down, up, to_zero]) = (1 << 15, 1 << 6, [1 << 13, 2 << 13, 3 << 13]);
    for bits in [flush_to_zero, denormals_are_zero] {
        assert_eq!(with_control_word(bits, of_both), [[true, false]; 2], "{bits:#x}");
    }
    for bits in [down, up, to_zero] {
        assert_eq!(with_control_word(bits, of_both), [[false, true]; 2], "{bits:#x}");
    }
    for bits in [flush_to_zero, denormals_are_zero, down, up, to_zero] {
        assert!(!with_control_word(bits, rounds_to_nearest), "{bits:#x}");
    }
    assert!(with_control_word(0, rounds_to_nearest) && rounds_to_nearest());
}

#[test]
fn bodies_are_within_their_exact_distance_and_not_within_any_less() {
    let within = |a: &[[f64; 3]], b: &[[f64; 3]], most: f64| crate::is_within(a, b, most).expect("bodies");
    // A 3-4-5 triangle in space, and a distance that is the root of 2, whose double is less.
    let (origin, far, diagonal) = ([[0.0; 3]], [[3.0, 4.0, 0.0]], [[1.0, 1.0, 0.0]]);
    assert_eq!([5.0, 5.0_f64.next_down()].map(|most| within(&origin, &far, most)), [true, false]);
    let root = 2.0_f64.sqrt();
    assert_eq!(
        [root.next_down(), root, root.next_up()].map(|most| within(&origin, &diagonal, most)),
        [false, root * root > 2.0, true]
    );
    // Bodies that meet are within zero; bodies at the least positive distance are not.
    assert!(
        within(&far, &far, 0.0)
            && !within(&origin, &[[5e-324, 0.0, 0.0]], 0.0)
            && within(&origin, &[[5e-324, 0.0, 0.0]], 5e-324)
    );
    assert!(crate::is_within::<f64, 3>(&[], &far, 1.0).is_err());
    let refused = |most: f64| std::panic::catch_unwind(|| crate::is_within(&[[0.0; 3]], &[[1.0; 3]], most)).is_err();
    assert!(refused(-1.0) && refused(f64::NAN) && refused(f64::INFINITY) && !refused(f64::MAX));
}
