//! Casts whose truth is decided by other queries of this package, and casts with known times.
//!
//! In single precision all positions of a body with small whole coordinates are doubles: a product of a time and a whole number below
//! 2⁵ has 29 bits. So a query about static bodies in doubles, whose decision shares only integers with a cast, decides on every claim.

use super::{Cast, Contact, Guess, first_contact, first_contact_of};
use crate::body::Points;
use crate::simplex::Pairs;
use crate::tests::SplitMix64;
use crate::{Depth, depth, intersects};

/// The space that a body sweeps until a time, in doubles.
fn swept<const D: usize>(a: &[[f32; D]], motion: &[f32; D], time: f64) -> Vec<[f64; D]> {
    let at = |time: f64| a.iter().map(move |p| std::array::from_fn(|k| f64::from(p[k]) + time * f64::from(motion[k])));
    at(0.0).chain(at(time)).collect()
}

fn widened<const D: usize>(points: &[[f32; D]]) -> Vec<[f64; D]> {
    points.iter().map(|p| p.map(f64::from)).collect()
}

/// Asserts that a cast is right, and returns the time of its contact.
fn assert_right<const D: usize>(found: &Cast<f32, D>, a: &[[f32; D]], b: &[[f32; D]], motion: &[f32; D]) -> Option<f32> {
    let b = &widened(b);
    let meets_until = |time: f64| intersects(&swept(a, motion, time), b).expect("bodies");
    match found {
        Cast::Meets(_) => {
            assert!(meets_until(0.0), "they are apart at the start");
            Some(0.0)
        }
        Cast::Never { .. } => {
            assert!(!meets_until(1.0), "missed");
            None
        }
        Cast::At(Contact { time, .. }) => {
            assert!(!meets_until(0.0) && (0.0..=1.0).contains(time));
            let next = f64::from(time.next_up()).min(1.0);
            assert!(meets_until(next), "early at {time}");
            // Not after the first contact: until then nothing of A is in B but its boundary.
            match depth(&swept(a, motion, f64::from(*time)), b).expect("bodies") {
                Depth::Apart(_) => {}
                Depth::Overlaps(overlap) => {
                    assert_eq!(overlap.depth, 0.0, "late at {time}");
                    // A flat difference has no depth: then there is no contact before the number below.
                    assert!(*time == 0.0 || !meets_until(f64::from(time.next_down())), "late at {time}");
                }
            }
            Some(*time)
        }
    }
}

fn whole<const D: usize>(numbers: &mut SplitMix64, count: u64, reach: i64) -> Vec<[f32; D]> {
    let mut number = || (numbers.below(2 * reach as u64 + 1) as i64 - reach) as f32;
    (0..count).map(|_| std::array::from_fn(|_| number())).collect()
}

fn casts_of_whole_coordinates_are_right<const D: usize>(cases: usize) {
    let mut numbers = SplitMix64(28);
    let mut kinds = [0; 3];
    for _ in 0..cases {
        let (of_a, of_b, reach) = (1 + numbers.below(5), 1 + numbers.below(5), 1 + numbers.below(4) as i64);
        let (a, mut b) = (whole::<D>(&mut numbers, of_a, reach), whole::<D>(&mut numbers, of_b, reach));
        let [motion]: [[f32; D]; 1] = whole(&mut numbers, 1, 24).try_into().expect("one");
        // B is ahead of A, or beside its way.
        let (share, beside) = (numbers.below(3) as f32 / 2.0, whole::<D>(&mut numbers, 1, 2)[0]);
        b.iter_mut().for_each(|p| *p = std::array::from_fn(|k| p[k] + (share * motion[k]).round() + beside[k]));
        let found = first_contact(&a, &b, &motion).expect("bodies");
        let time = assert_right(&found, &a, &b, &motion);
        kinds[match found {
            Cast::Meets(_) => 0,
            Cast::Never { .. } => 1,
            Cast::At(_) => 2,
        }] += 1;
        // Whatever the guess, the verdict is the same, and so is the time up to one number.
        let name = |numbers: &mut SplitMix64| (numbers.below(of_a) as u32, numbers.below(of_b) as u32);
        let simplex = Pairs::new([name(&mut numbers), name(&mut numbers)]);
        let guesses = [
            Guess::contact(numbers.symmetric().abs() as f32, simplex),
            Guess::contact(f32::NAN, Pairs::default()),
            Guess::contact(2.0, simplex),
            Guess::nothing(),
            Guess::never(std::array::from_fn(|_| numbers.symmetric() as f32)),
        ];
        for guess in guesses {
            let (a_body, b_body) = (Points::new(&a).expect("a body"), Points::new(&b).expect("a body"));
            let again = first_contact_of(&a_body, &b_body, &motion, &guess);
            let other = assert_right(&again, &a, &b, &motion);
            let is_near = |x: f32, y: f32| x == y || x.next_up() == y || x.next_down() == y;
            match (time, other) {
                (Some(time), Some(other)) => assert!(is_near(time, other), "{time} and {other}"),
                (None, None) => {}
                different => panic!("{different:?} for {guess:?}"),
            }
        }
    }
    assert!(kinds.iter().all(|kind| 25 * kind > cases), "{kinds:?} of {cases}");
}

#[test]
fn casts_in_space_are_right() {
    casts_of_whole_coordinates_are_right::<3>(2000);
}

#[test]
fn casts_in_the_plane_are_right() {
    casts_of_whole_coordinates_are_right::<2>(2000);
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

fn time<const D: usize>(a: &[[f64; D]], b: &[[f64; D]], motion: [f64; D]) -> Option<f64> {
    match first_contact(a, b, &motion).expect("bodies") {
        Cast::Meets(_) => Some(0.0),
        Cast::Never { .. } => None,
        Cast::At(contact) => Some(contact.time),
    }
}

#[test]
fn times_that_are_numbers_are_exact_and_others_are_rounded_down() {
    let moved = |by: [f64; 3]| CUBE.map(|p| std::array::from_fn(|k| p[k] + by[k]));
    for share in [0.5, 0.25, 0.75, 1.0, 2.0_f64.powi(-40), 1.0 - 2.0_f64.powi(-53)] {
        // Face on face, with faces of the same size, or beside one another.
        for beside in [0.0, 0.25] {
            let b = moved([1.0 + share, beside, beside]);
            let exact = if 1.0 + share - 1.0 == share { share } else { 1.0 + share - 1.0 };
            assert_eq!(time(&CUBE, &b, [1.0, 0.0, 0.0]), Some(exact), "{share} {beside}");
        }
    }
    // 1/3 and 2/3.
    let third = 1.0 / 3.0_f64;
    let below = |x: f64, numerator: f64| if 3.0_f64.mul_add(x, -numerator) > 0.0 { x.next_down() } else { x };
    assert_eq!(time(&CUBE, &moved([2.0, 0.25, 0.25]), [3.0, 0.0, 0.0]), Some(below(third, 1.0)));
    assert_eq!(time(&CUBE, &moved([3.0, 0.25, 0.25]), [3.0, 0.0, 0.0]), Some(below(2.0 * third, 2.0)));
}

#[test]
fn a_contact_at_a_single_time_is_found_and_a_miss_by_little_is_not() {
    // The lower corner of a triangle passes the upper corner of another, at time 1/3, and touches it at no other time.
    let a = [[0.0, 0.0], [-1.0, 1.0], [1.0, 1.0]];
    let b = |height: f64| [[1.0, height], [0.0, -1.0], [2.0, -1.0]];
    let third = 1.0 / 3.0_f64;
    let found = time(&a, &b(0.0), [3.0, 0.0]).expect("a contact");
    assert!(found <= third && third <= found.next_up(), "{found}");
    assert_eq!(time(&a, &b(-2.0_f64.powi(-1000)), [3.0, 0.0]), None);
    assert!(time(&a, &b(2.0_f64.powi(-1000)), [3.0, 0.0]).is_some());
    // Aslant, with a contact between two numbers.
    let slanted = [[0.0, 0.0], [-1.0, 5.0], [2.0, 5.0]];
    let corner = |height: f64| [[1.0, 1.0 + height], [5.0, -8.0], [6.0, -1.0]];
    assert!(time(&slanted, &corner(0.0), [3.0, 3.0]).is_some());
    assert_eq!(time(&slanted, &corner(-f64::EPSILON), [3.0, 3.0]), None);
}

/// The face is the nearest one at the time itself, not at the earlier time at which the search began: a corner whose way passes an edge.
#[test]
fn the_face_of_a_contact_between_two_numbers_is_nearest_then() {
    let a = [
        [-5.3028761936245346e-17, -0.8660254037844387, -0.49999999999999994],
        [-1.0, -0.8660254037844386, -0.49999999999999994],
    ];
    let a = [a[0], a[1], [-1.0, 6.123233995736766e-17, 0.0]];
    let b = [[0.8660254037844387, 0.0, -0.49999999999999994], [0.8660254037844387, 1.0, -0.49999999999999994], [0.0, 1.0, 0.0]];
    let motion: [f64; 3] = [0.9330127018922194, 0.9330127018922193, 0.0];
    let Cast::At(contact) = first_contact(&a, &b, &motion).expect("bodies") else { panic!("they touch") };
    // The corner B0 comes to the edge from A0 to A2, near A0. The corner A0 alone is the nearest face a little earlier.
    assert_eq!(contact.simplex.as_slice(), [(0, 0), (2, 0)]);
    let off = contact.on_a.iter().zip(&contact.on_b).map(|(x, y)| f64::abs(x - y)).fold(0.0, f64::max);
    assert!(off < 4.0 * f64::EPSILON, "{off}");
}

#[test]
fn every_finite_coordinate_is_accepted() {
    let huge = 2.0_f64.powi(1023);
    let tiny = 5e-324;
    let a = [[-huge, tiny, 0.0], [-huge, -tiny, tiny]];
    let b = [[tiny, 0.0, 0.0], [huge, huge, -huge], [huge, -huge, huge], [huge, tiny, tiny]];
    // The end (−h, −tiny, tiny) of A comes to the edge of B from the tip to (h, −h, h) at 2/3, to a part in 2²⁰⁹⁷.
    assert_eq!(time(&a, &b, [huge * 1.5, 0.0, 0.0]), Some(2.0 / 3.0));
    // With this motion A passes B: its sum of y and z is t tiny at least, and that of B at most 3t − 2 times it; at 1 they are equal, at different points.
    assert_eq!(time(&a, &b, [huge * 1.5, 0.0, tiny]), None);
    // Contact earlier than the least time.
    let a = [[0.0, 0.0]];
    let b = [[tiny, 1.0], [tiny, -1.0]];
    assert_eq!(time(&a, &b, [huge, 0.0]), Some(0.0));
    assert_eq!(time(&a, &b, [tiny, 0.0]), Some(1.0));
    assert_eq!(time(&a, &b, [-tiny, 0.0]), None);
    assert_eq!(time(&a, &b, [0.0, huge]), None);
}

#[test]
#[should_panic(expected = "finite coordinates")]
fn a_motion_that_is_not_finite_panics() {
    let _ = first_contact(&CUBE, &CUBE, &[f64::NAN, 0.0, 0.0]);
}
