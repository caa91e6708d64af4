//! Casts of aligned boxes by the times at which their extents meet, as a user of the package tests them: the right one passes, and
//! faults that engines have are found and shrink.

use gjk_testing::{Answer, Arithmetic, Penetration, Point, Promise, assert_right, check_cast, pairs, prop_assert_right};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError, TestError, TestRunner};

/// The planted fault.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// A thousandth of the motion late.
    Late,
    /// A thousandth of the motion early.
    Early,
    /// Contacts in the last quarter of the motion are missed.
    Missed,
    /// The boxes are a hundredth larger than they are.
    Margin,
}

/// The first contact of two boxes along the axes if A moves.
fn cast(a: &[Point], b: &[Point], motion: &Point, fault: Fault) -> Answer {
    let reach = |points: &[Point], axis: usize| {
        let along = || points.iter().map(|point| point[axis]);
        [along().fold(f64::INFINITY, f64::min), along().fold(f64::NEG_INFINITY, f64::max)]
    };
    let margin = if fault == Fault::Margin { 0.01 } else { 0.0 };
    let (mut enters, mut leaves, mut normal) = (0.0_f64, 1.0_f64, None);
    for axis in 0..3 {
        let ([low_a, high_a], [low_b, high_b]) = (reach(a, axis), reach(b, axis));
        let (ahead, behind, r) = (low_b - high_a - margin, high_b - low_a + margin, motion[axis]);
        if r == 0.0 {
            if ahead > 0.0 || behind < 0.0 {
                return Answer::never();
            }
            continue;
        }
        let (first, last) = if r > 0.0 { (ahead / r, behind / r) } else { (behind / r, ahead / r) };
        if first > enters {
            (enters, normal) = (first, Some(std::array::from_fn(|k| if k == axis { r.signum() } else { 0.0 })));
        }
        leaves = leaves.min(last);
    }
    if enters > leaves || fault == Fault::Missed && enters > 0.75 {
        return Answer::never();
    }
    let time = match fault {
        Fault::Late => enters + 1e-3,
        Fault::Early => enters - 1e-3,
        _ => enters,
    };
    Answer { penetration: Penetration { normal, ..Penetration::default() }, ..Answer::hit(time.clamp(0.0, 1.0)) }
}

/// The first failure of a family, shrunk, with its message.
fn found(fault: Fault) -> Option<(usize, String)> {
    let config =
        ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, cases: 400, ..ProptestConfig::default() };
    let result = TestRunner::new(config).run(&pairs("cast-boxes"), |pair| {
        let checked = |fault: Fault| {
            let answer = cast(&pair.a, &pair.b, &pair.motion, fault);
            check_cast(&answer, Promise::Cast, &pair.a, &pair.b, &pair.motion, Arithmetic::F64)
        };
        // While they shrink, bodies that are not boxes any more are no failure of the fault.
        match checked(fault) {
            Err(wrong) if checked(Fault::None).is_ok() => Err(TestCaseError::fail(wrong.to_string())),
            _ => Ok(()),
        }
    });
    match result {
        Err(TestError::Fail(message, pair)) => Some((pair.a.len() + pair.b.len(), message.to_string())),
        _ => None,
    }
}

#[test]
fn planted_faults_are_found_by_name_and_shrink() {
    for (fault, says) in [
        (Fault::Late, "past the first contact: "),
        (Fault::Early, "short of the first contact: "),
        (Fault::Missed, "wrong in f64: it says that they never touch"),
        (Fault::Margin, "short of the first contact: "),
    ] {
        let (points, message) = found(fault).unwrap_or_else(|| panic!("{fault:?} is not found"));
        println!("{fault:?}: {points} points: {message}");
        assert!(
            points <= 6 && message.contains(says) && message.contains("\"cast\":{"),
            "{fault:?}: {points} points: {message}"
        );
    }
}

#[test]
fn a_bullet_goes_through_no_plate() {
    let plate = [[5.0, -1.0, -1.0], [5.0, 1.0, -1.0], [5.0, 1.0, 1.0], [5.0, -1.0, 1.0]];
    let motion = [10.0, 0.0, 0.0];
    assert_right!(cast(&[[0.0; 3]], &plate, &motion, Fault::None), &[[0.0; 3]], &plate, motion: motion);
    assert_right!(Answer::hit(0.5), &[[0.0; 3]], &plate, motion: motion, f32);
    let hits = Answer { time: None, ..Answer::hit(0.0) };
    assert_right!(hits, &[[0.0; 3]], &plate, motion: motion, promise: Verdict);
    assert_right!(hits, &[[0.0; 3]], &plate, motion: motion, promise: Verdict, f32);
    assert_right!(Answer::never(), &[[0.0, 2.0]], &[[4.0, 0.0]], motion: [8.0, 0.0]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn boxes_touch_when_their_extents_do(pair in pairs("cast-boxes")) {
        prop_assert_right!(
            cast(&pair.a, &pair.b, &pair.motion, Fault::None), &pair.a, &pair.b, motion: pair.motion,
        );
    }

    #[test]
    fn so_do_boxes_in_singles(pair in pairs("cast-boxes").in_f32()) {
        let answer = cast(&pair.a, &pair.b, &pair.motion, Fault::None);
        prop_assert_right!(answer, &pair.a, &pair.b, motion: pair.motion, f32);
    }
}
