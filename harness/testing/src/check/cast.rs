//! Answers about a body that moves.

use gjk_cases::case::{Arithmetic, Case, Class};
use gjk_cases::format::Answer;
use gjk_records::Question as Promise;
use gjk_truth::judge::TOLERANCE;
use gjk_truth::truth::{CastTruth, First};

use super::{Wrong, case_of, checked, judged};
use crate::pair::in_space;

/// Judges an answer about a cast: the hull of A moves by `motion` over the times from 0 to 1, and the hull of B rests. The answer is
/// [`Answer::hit`] with the time of the first contact, or [`Answer::never`]. The normal of a hit is
/// [`penetration.normal`](crate::Penetration), from A into B, and its witness points are those of the bodies at that time.
///
/// The promise is [`Promise::Cast`], or [`Promise::Verdict`] for a function that states no time. The size of an error is always a
/// length: how far the bodies are apart at the time of the answer, or how far A has moved into B until then. If the bodies overlap
/// at the start, every answer is acceptable: implementations differ on purpose there. Else as [`check`](super::check).
///
/// # Errors
/// If the answer is not acceptable, that is, neither right nor contact.
///
/// # Panics
/// If a set has no point, a coordinate is not a number, the motion is zero or not finite, or the promise is another one.
pub fn check_cast<const D: usize>(
    answer: &Answer,
    promise: Promise,
    a: &[[f64; D]],
    b: &[[f64; D]],
    motion: &[f64; D],
    arithmetic: Arithmetic,
) -> Result<(), Box<Wrong>> {
    check_cast_within(TOLERANCE, answer, promise, a, b, motion, arithmetic)
}

/// Judges as [`check_cast`] does, with this tolerance in units of u·D instead of 64. D is that of B and the space that A sweeps.
///
/// # Errors
/// If the answer is not acceptable, that is, neither right nor contact.
///
/// # Panics
/// As [`check_cast`], and if the tolerance is negative or not a number.
pub fn check_cast_within<const D: usize>(
    tolerance: f64,
    answer: &Answer,
    promise: Promise,
    a: &[[f64; D]],
    b: &[[f64; D]],
    motion: &[f64; D],
    arithmetic: Arithmetic,
) -> Result<(), Box<Wrong>> {
    assert!(
        matches!(promise, Promise::Cast | Promise::Verdict),
        "A moves, so the answer promises a cast, or with `promise: Verdict` no time"
    );
    assert!(motion.iter().all(|x| x.is_finite()), "a coordinate of the motion is not a number");
    assert!(*motion != [0.0; D], "the motion is zero: the bodies are at rest");
    let case = || case_of(a, b).cast_along(in_space(&[*motion])[0]);
    checked(tolerance, case, |case| judged(tolerance, answer, promise, case, arithmetic))
}

/// The statement of an answer with a verdict.
pub(super) fn says(hits: bool, time: Option<f64>, promise: Promise) -> String {
    match (hits, time) {
        (false, _) => "it says that they never touch".to_owned(),
        (true, Some(time)) => format!("it says that they touch first at {time:?}"),
        (true, None) if promise == Promise::Cast => {
            "it says that they touch, and promises a time that it does not give (`promise: Verdict` promises none)".to_owned()
        }
        (true, None) => "it says that they touch".to_owned(),
    }
}

/// The truth in words.
pub(super) fn truth(case: &Case, truth: &CastTruth) -> String {
    match truth.first(case) {
        First::At(_) if truth.start.class() != Class::Separated => format!("{} at the start", truth.class_name()),
        First::At(time) => format!("first contact at {:?}", time.rounded()),
        // Hulls of points are always decided.
        First::Never | First::Undecided => format!("never in contact, distance {:?}", truth.swept.distance_f64()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Penetration, check};

    /// A square with edges of 2.
    const SQUARE: [[f64; 2]; 4] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];

    fn square(x: f64, y: f64) -> Vec<[f64; 2]> {
        SQUARE.map(|corner| [corner[0] + x, corner[1] + y]).to_vec()
    }

    /// The message about an answer to the square at (0, 4) that moves by (0, −4), and touches the square at the origin at 1/2.
    fn said(answer: &Answer, arithmetic: Arithmetic) -> Option<String> {
        let checked = check_cast(answer, Promise::Cast, &square(0.0, 4.0), &SQUARE, &[0.0, -4.0], arithmetic);
        checked.err().map(|wrong| wrong.to_string())
    }

    #[test]
    fn an_answer_is_right_if_its_time_its_normal_and_its_points_are() {
        let penetration = Penetration { normal: Some([0.0, -1.0, 0.0]), ..Penetration::default() };
        let on = Some([0.25, 1.0, 0.0]);
        let whole = Answer { penetration, on_a: on, on_b: on, ..Answer::hit(0.5) };
        for (answer, arithmetic) in [
            (whole.clone(), Arithmetic::F64),
            (Answer::hit(0.5 + 1e-15), Arithmetic::F64),
            (Answer::hit(0.5 - 1e-7), Arithmetic::F32),
        ] {
            assert_eq!(said(&answer, arithmetic), None);
        }
        // The points are those at the time of the contact.
        let at_start = Answer { on_a: Some([0.25, 5.0, 0.0]), ..whole };
        let said = said(&at_start, Arithmetic::F64).expect("off");
        assert!(said.contains("\n  distance of a witness point from its body: 2.0000e0 ("), "{said}");
    }

    #[test]
    fn a_message_has_the_claim_the_truth_the_length_and_the_case() {
        let line = r#"{"id":"case","dim":2,"a":{"points":[[-1,3],[1,3],[1,5],[-1,5]]},"b":{"points":[[-1,-1],[1,-1],[1,1],[-1,1]]},"cast":{"translation":[0,-4]}}"#;
        // Lengths by hand: 1e-3 of the motion of 4, and the depth of a square in another.
        for (answer, starts, length) in [
            (Answer::hit(0.501), "off in f64: it says that they touch first at 0.501\n", "past the first contact: 4.0000e-3 ("),
            (
                Answer::hit(0.499),
                "off in f64: it says that they touch first at 0.499\n",
                "short of the first contact: 4.0000e-3 (",
            ),
            (
                Answer::never(),
                "wrong in f64: it says that they never touch\n",
                "margin, the least translation that makes the verdict true: 2.0000e0 (",
            ),
            (Answer::hit(1.5), "off in f64: it says that they touch first at 1.5\n", ""),
            (Answer { time: None, ..Answer::hit(0.5) }, "off in f64: it says that they touch, and promises a time", ""),
            (Answer::default(), "gave-up in f64: there is no answer\n", ""),
        ] {
            let said = said(&answer, Arithmetic::F64).expect("it is not right");
            let truth = "  truth: 4 and 4 points, first contact at 0.5, D = 6.0\n";
            assert!(said.starts_with(starts) && !said.contains("greatest error"), "{starts:?} in {said}");
            for part in [truth, length, line, "| gjk check - --scalar f64"] {
                assert!(said.contains(part), "{part:?} in {said}");
            }
        }
    }

    #[test]
    fn a_motion_without_contact_has_its_margin_as_the_distance() {
        // Past the square, at a distance of 1/2.
        let judged = |answer: &Answer, motion: [f64; 2], promise| {
            let checked = check_cast(answer, promise, &square(-4.0, 2.5), &SQUARE, &motion, Arithmetic::F64);
            checked.err().map(|wrong| wrong.to_string())
        };
        assert_eq!(judged(&Answer::never(), [8.0, 0.0], Promise::Cast), None);
        let phantom = judged(&Answer::hit(0.5), [8.0, 0.0], Promise::Cast).expect("wrong");
        for part in ["wrong in f64", "never in contact, distance 0.5, D = 6.0\n", "makes the verdict true: 5.0000e-1 ("] {
            assert!(phantom.contains(part), "{part:?} in {phantom}");
        }
        assert!(!phantom.contains("the first contact:"), "there is none: {phantom}");
        // Without a time, if none is promised.
        let touches = Answer { time: None, ..Answer::hit(0.0) };
        assert_eq!(judged(&touches, [8.0, -4.0], Promise::Verdict), None);
        assert!(judged(&touches, [8.0, 0.0], Promise::Verdict).is_some_and(|said| said.contains("it says that they touch\n")));
    }

    #[test]
    fn bodies_that_touch_or_overlap_at_the_start() {
        let judged = |y: f64, answer: &Answer| {
            check_cast(answer, Promise::Cast, &square(0.0, y), &SQUARE, &[0.0, -1.0], Arithmetic::F64)
                .map_err(|wrong| wrong.to_string())
        };
        assert_eq!(judged(2.0, &Answer::hit(0.0)), Ok(()));
        let late = judged(2.0, &Answer::hit(0.5)).expect_err("late");
        assert!(late.contains("touching at the start, D = ") && late.contains("past the first contact: 5.0000e-1"), "{late}");
        // Every answer is acceptable, and none is as well.
        for answer in [Answer::hit(0.0), Answer::hit(1.0), Answer::never(), Answer::default()] {
            assert_eq!(judged(1.5, &answer), Ok(()));
        }
    }

    #[test]
    fn a_tolerance_of_its_own_decides() {
        let judged = |tolerance: f64| {
            check_cast_within(
                tolerance,
                &Answer::hit(0.501),
                Promise::Cast,
                &square(0.0, 4.0),
                &SQUARE,
                &[0.0, -4.0],
                Arithmetic::F64,
            )
        };
        // 4e-3 in units of u·D, with D = 6.
        let units = 4e-3 / (6.0 * f64::EPSILON / 2.0);
        assert!(judged(1.001 * units).is_ok());
        assert!(judged(0.999 * units).is_err_and(|wrong| wrong.to_string().contains("--tolerance ")));
    }

    #[test]
    #[should_panic(expected = "the motion is zero: the bodies are at rest")]
    fn a_motion_of_zero_is_no_cast() {
        let _ = check_cast(&Answer::never(), Promise::Cast, &SQUARE, &SQUARE, &[0.0, -0.0], Arithmetic::F64);
    }

    #[test]
    #[should_panic(expected = "a cast has a motion of A")]
    fn a_cast_of_bodies_at_rest_is_no_question() {
        let _ = check(&Answer::hit(0.0), Promise::Cast, &SQUARE, &SQUARE, Arithmetic::F64);
    }

    #[test]
    #[should_panic(expected = "A moves, so the answer promises a cast")]
    fn a_distance_of_bodies_that_move_is_no_question() {
        let _ = check_cast(&Answer::apart(1.0), Promise::Distance, &SQUARE, &SQUARE, &[1.0, 0.0], Arithmetic::F64);
    }
}
