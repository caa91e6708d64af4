//! Frames in both directions, and answers that are not valid.
//!
//! Libraries themselves are loaded in the tests of the command line, which has a program.

use super::*;

fn case() -> Case {
    Case::of_points("x", 3, vec![[0.5, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[2.0, 0.0, 0.25]])
}

fn said() -> RawAnswer {
    RawAnswer { meets: 0, corners: 1, distance: 1.5, axis: [1.0, 2.0, 3.0], simplex: [[1, 0]; 4], ..RawAnswer::NOTHING }
}

fn answered(status: i32, said: RawAnswer) -> Result<Answer, String> {
    let frame = said.frame(status);
    assert_eq!(frame.len(), FRAME);
    answer(&frame, &case())
}

#[test]
fn a_question_has_the_coordinates_to_the_bit_and_a_start_between_the_centres() {
    let frame = question(&case(), Arithmetic::F32).expect("points");
    assert_eq!(frame.len(), HEAD + 3 * 24);
    let words: Vec<u32> = frame[..8].as_chunks().0.iter().map(|word| u32::from_ne_bytes(*word)).collect();
    let counts: Vec<u64> = frame[8..24].as_chunks().0.iter().map(|word| u64::from_ne_bytes(*word)).collect();
    let reals: Vec<f64> = frame[24..].as_chunks().0.iter().map(|word| f64::from_ne_bytes(*word)).collect();
    assert_eq!((words, counts), (vec![3, 32], vec![2, 1]));
    let head = [1.75, -0.5, 0.25, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    assert_eq!((&reals[..12], &reals[12..]), (&head[..], &[0.5, 0.0, 0.0, 0.0, 1.0, 0.0, 2.0, 0.0, 0.25][..]));
    let cast = question(&case().cast_along([3.0, -4.0, 5.0]), Arithmetic::F64).expect("points");
    assert_eq!(
        cast[HEAD - 24..HEAD].as_chunks().0.iter().map(|word| f64::from_ne_bytes(*word)).collect::<Vec<f64>>(),
        [3.0, -4.0, 5.0]
    );
    // If the centres are equal, or their difference is beyond the range, the start is the first axis.
    assert_eq!(start(&[[1.0; 3]], &[[1.0; 3]]), [1.0, 0.0, 0.0]);
    assert_eq!(start(&[[-1e308; 3]], &[[1e308; 3]]), [1.0, 0.0, 0.0]);
    let rounded = Case { b: Body::Rounded { points: vec![[2.0, 0.0, 0.25]], radius: 0.5 }, ..case() };
    let frame = question(&rounded, Arithmetic::F64).expect("points and a radius");
    assert_eq!(frame[48..64].as_chunks().0.iter().map(|word| f64::from_ne_bytes(*word)).collect::<Vec<f64>>(), [0.0, 0.5]);
    let below = Case { b: Body::Halfspace { normal: [0.0, 3.0, 4.0], offset: -2.0 }, ..case() };
    let frame = question(&below, Arithmetic::F64).expect("a half-space");
    assert_eq!((frame.len(), &frame[16..24]), (HEAD + 2 * 24, &[0; 8][..]), "it has no points");
    let reals: Vec<f64> = frame[24..HEAD].as_chunks().0.iter().map(|word| f64::from_ne_bytes(*word)).collect();
    assert_eq!(reals, [0.0, -3.0, -4.0, 0.0, 0.0, 0.0, 3.0, 4.0, -2.0, 0.0, 0.0, 0.0]);
    assert!(question(&Case { a: Body::Union(Vec::new()), ..case() }, Arithmetic::F64).is_none());
}

#[test]
fn unfilled_fields_are_not_in_the_answer() {
    let apart = answered(0, said()).expect("an answer");
    let expected = Answer {
        meets: Some(false),
        distance: Some(1.5),
        axis: Some([1.0, 2.0, 3.0]),
        simplex: vec![[1, 0]],
        ..Answer::default()
    };
    assert_eq!(apart, expected);
    let meets = answered(0, RawAnswer { meets: 1, depth: 0.25, ..said() }).expect("an answer");
    let penetration = Penetration { depth: Some(0.25), normal: Some([1.0, 2.0, 3.0]), translation: None };
    assert_eq!((meets.meets, meets.axis, meets.penetration), (Some(true), None, penetration));
    // A vector that is filled in only in part is passed on, and is not a number.
    let half = answered(0, RawAnswer { on_a: [1.0, f64::NAN, 0.0], on_b: [0.0; 3], ..said() }).expect("an answer");
    assert!(half.on_a.is_some_and(|point| point[1].is_nan()));
}

#[test]
fn invalid_answers_are_rejected_with_a_reason() {
    let none = Answer { stop: Some(NoAnswer::Refused(None)), ..Answer::default() };
    assert_eq!(answered(1, said()), Ok(none), "whatever is filled in");
    for (status, said, part) in [
        (2, said(), "GJK_OTHER_ABI"),
        (-3, said(), "returned -3"),
        (0, RawAnswer { meets: u32::MAX, ..said() }, "`meets` is not filled in"),
        (0, RawAnswer { meets: 5, ..said() }, "`meets` is 5"),
        (0, RawAnswer { corners: 5, ..said() }, "at most 4"),
        (0, RawAnswer { simplex: [[2, 0]; 4], ..said() }, "point 2 of A, which has 2"),
        (0, RawAnswer { simplex: [[0, 1]; 4], ..said() }, "point 1 of B, which has 1"),
    ] {
        let message = answered(status, said).expect_err(part);
        assert!(message.contains(part), "{message}");
    }
}
