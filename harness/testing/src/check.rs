//! The judgement of an answer, in the form of a test result.

mod cast;

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::format::{Answer, NormalSign, write};
use gjk_mode::Mode;
use gjk_records::{Measure, Pasted, Question as Promise, Ruling};
use gjk_truth::judge::{Judgement, TOLERANCE, judge};
use gjk_truth::said::answered;
use gjk_truth::truth::Truth;

use crate::pair::in_space;
pub use cast::{check_cast, check_cast_within};

/// An answer that is not acceptable.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The judgement, with lengths in units of u·D.
    pub judgement: Judgement,
    /// The case, and its truth.
    pub case: Case,
    truth: Truth,
    arithmetic: Arithmetic,
    tolerance: f64,
    says: String,
}

/// Judges an answer about the hulls of two sets of points, in the plane or in space, by the promise of the GJK: the distance of
/// bodies that are apart, the least translation of bodies that meet, or any translation that takes them apart. The vectors of
/// an answer in the plane have a third coordinate of zero. The judge's arithmetic rounds to nearest and keeps subnormal
/// numbers, even if the thread's mode differs, as an engine may have set it; in that case, a message on standard error says so
/// once.
///
/// # Errors
/// If the answer is not acceptable, that is, neither right nor contact.
///
/// # Panics
/// If a set has no point, a coordinate is not a number, the answer has a depth or a translation without a promise of one, or the
/// promise is a cast: [`check_cast`] has the motion.
pub fn check<const D: usize>(
    answer: &Answer,
    promise: Promise,
    a: &[[f64; D]],
    b: &[[f64; D]],
    arithmetic: Arithmetic,
) -> Result<(), Box<Wrong>> {
    check_within(TOLERANCE, answer, promise, a, b, arithmetic)
}

/// Judges as [`check`] does, with this tolerance in units of u·D instead of 64.
///
/// # Errors
/// If the answer is not acceptable, that is, neither right nor contact.
///
/// # Panics
/// As [`check`], and if the tolerance is negative or not a number.
pub fn check_within<const D: usize>(
    tolerance: f64,
    answer: &Answer,
    promise: Promise,
    a: &[[f64; D]],
    b: &[[f64; D]],
    arithmetic: Arithmetic,
) -> Result<(), Box<Wrong>> {
    assert!(promise != Promise::Cast, "a cast has a motion of A: `motion: [1.0, 0.0, 0.0]`, or `check_cast`");
    checked(tolerance, || case_of(a, b), |case| judged(tolerance, answer, promise, case, arithmetic))
}

/// Judges in the default mode, whatever the mode of the thread, which is reported once.
fn checked(
    tolerance: f64,
    case: impl FnOnce() -> Case,
    judged: impl FnOnce(Case) -> Result<(), Box<Wrong>>,
) -> Result<(), Box<Wrong>> {
    assert!(tolerance >= 0.0, "the tolerance is {tolerance}, and a tolerance is not negative");
    let mode = Mode::of_this_thread();
    if !mode.is_default() && !IS_SAID.swap(true, Ordering::Relaxed) {
        eprintln!(
            "gjk-testing: the arithmetic of this thread is not the default one: {mode}. Answers are judged in the default one."
        );
    }
    gjk_mode::ours(|| judged(case()))
}

/// Whether the message about a thread in another mode was printed.
static IS_SAID: AtomicBool = AtomicBool::new(false);

/// The case of two sets of points.
///
/// # Panics
/// If a set has no point, or a coordinate is not a number.
fn case_of<const D: usize>(a: &[[f64; D]], b: &[[f64; D]]) -> Case {
    const { assert!(D == 2 || D == 3, "the plane and space") };
    for (points, name) in [(a, "A"), (b, "B")] {
        assert!(!points.is_empty(), "{name} has no point");
        assert!(points.iter().flatten().all(|x| x.is_finite()), "a coordinate of {name} is not a number");
    }
    Case::of_points("case", D as u8, in_space(a), in_space(b))
}

fn judged(tolerance: f64, answer: &Answer, promise: Promise, case: Case, arithmetic: Arithmetic) -> Result<(), Box<Wrong>> {
    let truth = Truth::of(&case);
    let is_named = |[i, j]: &[u32; 2]| (*i as usize) < case.a.points().len() && (*j as usize) < case.b.points().len();
    let problem = answer.problem();
    let is_answer = problem.is_none() && answer.simplex.iter().all(is_named);
    let has_translation = answer.penetration.depth.is_some() || answer.penetration.translation.is_some();
    assert!(
        !has_translation || promise.claims_the_same(Promise::Depth),
        "the answer has a depth or a translation: say what it promises, `promise: Depth` for the least one or `promise: Translation` for any"
    );
    let lacks_translation = !has_translation && promise.claims_the_same(Promise::Depth);
    let answered = answered(answer, promise, NormalSign::default()).filter(|_| is_answer);
    let judgement = judge(&case, &truth, answered.as_ref(), arithmetic, tolerance);
    // The only answers that are not ruled are those about bodies that overlap before they move.
    if matches!(judgement.ruling, Ruling::Right | Ruling::Contact | Ruling::NotApplicable) {
        return Ok(());
    }
    let says = match (answer.meets, answer.simplex.iter().find(|corner| !is_named(corner))) {
        (None, _) => "there is no answer".to_owned(),
        _ if problem.is_some() => problem.unwrap_or_default(),
        (_, Some([i, j])) => format!("its simplex names the points {i} and {j}, which do not exist"),
        (Some(hits), _) if case.cast.is_some() => cast::says(hits, answer.time, promise),
        (Some(false), _) if answer.distance.is_none() && promise == Promise::Distance => {
            "it says apart, and promises a distance that it does not give (`promise: Verdict` promises none)".to_owned()
        }
        (Some(false), _) => format!("it says apart{}", value(" by ", answer.distance)),
        (Some(true), _) if judgement.ruling == Ruling::Off && lacks_translation => {
            let promised = if promise == Promise::Depth { "the least translation" } else { "a translation" };
            format!("it says that they meet, and promises {promised} that it does not give")
        }
        (Some(true), _) => format!("it says that they meet{}", value(", by a depth of ", answer.penetration.depth)),
    };
    Err(Box::new(Wrong { judgement, case, truth, arithmetic, tolerance, says }))
}

fn value(before: &str, value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| format!("{before}{value:?}"))
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        gjk_mode::ours(|| self.write(f))
    }
}

impl Wrong {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { judgement, case, truth, arithmetic, tolerance, says } = self;
        let [points_a, points_b] = [&case.a, &case.b].map(|body| body.points().len());
        writeln!(f, "{} in {arithmetic}: {says}", judgement.ruling.name())?;
        write!(f, "  truth: {points_a} and {points_b} points, ")?;
        if let Some(cast) = truth.cast() {
            f.write_str(&cast::truth(case, cast))?;
        } else {
            write!(f, "{}, distance {:?}", truth.class_name(), truth.distance_f64())?;
            // A depth takes longer than all the rest, and is printed for answers that claim one.
            if let Some(depth) = truth.depth().filter(|_| !judgement.measures.is_empty()) {
                write!(f, ", depth {:?}", depth.middle().to_f64())?;
            }
        }
        writeln!(f, ", D = {:?}", truth.size().to_f64())?;
        // A depth, a translation and their points have errors of their own below.
        let error_name =
            if judgement.measures.is_empty() { "error of the distance" } else { "greatest error of a length of the answer" };
        let is_near = judgement.margin.is_none_or(|margin| margin <= *tolerance);
        let lengths = [
            ("margin, the least translation that makes the verdict true", judgement.margin),
            // Those of a cast have lines of their own.
            (error_name, judgement.error.filter(|_| truth.cast().is_none() && is_near)),
            ("distance of a witness point from its body", judgement.infeasibility),
        ];
        // A motion without contact has no first one to be early for.
        let has_claim = truth.cast().is_none() || is_near;
        let ruled = |(measure, _, words): (Measure, _, _)| {
            (has_claim && !measure.off().is_empty()).then_some((words, judgement.measures[measure]))
        };
        for (name, units) in lengths.into_iter().chain(Measure::printed().filter_map(ruled)) {
            // A NaN is shown as well.
            if let Some(units) = units.filter(|units| units > tolerance || units.is_nan()) {
                // In this order nothing overflows or underflows.
                writeln!(f, "  {name}: {:.4e} ({units:.4e} u·D)", units * arithmetic.unit() * truth.size().to_f64())?;
            }
        }
        writeln!(f, "  case: {}", write(case).trim_end())?;
        write!(
            f,
            "  see:  {}",
            Pasted::new("check").fed_with(write(case).trim_end()).option("--scalar", arithmetic).within(*tolerance)
        )
    }
}

impl Error for Wrong {}

#[cfg(test)]
mod tests {
    use super::*;
    use gjk_cases::case::Point;

    const A: [Point; 4] = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];

    fn said(answer: &Answer, b: &[Point], arithmetic: Arithmetic) -> Option<String> {
        let promise = if answer.penetration.depth.is_some() { Promise::Depth } else { Promise::Distance };
        check(answer, promise, &A, b, arithmetic).err().map(|wrong| wrong.to_string())
    }

    #[test]
    fn an_answer_is_judged_by_its_promise_and_not_by_its_fields() {
        let (inside, beside) = ([[1.0, 1.0, 1.0]], [[-3.0, -4.0, 0.0]]);
        let check = |answer: &Answer, promise, b: &[Point]| check(answer, promise, &A, b, Arithmetic::F64);
        // The translation takes the bodies apart, and goes farther than necessary: 1 along −x, where 1/√3 is enough.
        let far = Answer::overlapping(1.0, [-1.0, 0.0, 0.0]);
        assert!(check(&far, Promise::Translation, &inside).is_ok());
        assert_eq!(check(&far, Promise::Depth, &inside).expect_err("too far").judgement.ruling, Ruling::Off);
        // An answer with only a verdict satisfies the promise of a verdict, and lacks what a distance promises.
        let apart = Answer { distance: None, ..Answer::apart(0.0) };
        assert!(check(&apart, Promise::Verdict, &beside).is_ok());
        let lacks = check(&apart, Promise::Distance, &beside).expect_err("no distance");
        assert!(lacks.to_string().contains("promises a distance that it does not give"), "{lacks}");
        assert!(
            check(&Answer::meeting(), Promise::Depth, &inside).is_err()
                && check(&Answer::meeting(), Promise::Distance, &inside).is_ok()
        );
    }

    #[test]
    #[should_panic(expected = "say what it promises, `promise: Depth`")]
    fn a_translation_of_which_nothing_was_promised_is_not_passed_over() {
        let _ = check(&Answer::overlapping(1.0, [-1.0, 0.0, 0.0]), Promise::Distance, &A, &[[1.0; 3]], Arithmetic::F64);
    }

    #[test]
    fn an_answer_is_right_if_all_its_fields_are() {
        let (inside, beside) = ([[1.0, 1.0, 1.0]], [[-3.0, -4.0, 0.0]]);
        // The depth is the distance to the slanted face, 1/√3.
        let depth = 1.0 / 3_f64.sqrt();
        for (answer, b) in [
            (Answer::apart(5.0), &beside),
            (Answer::meeting(), &inside),
            (Answer::overlapping(depth, [1.0, 1.0, 1.0]), &inside),
            (Answer::apart(0.0), &[[4.0, 0.0, 0.0]]),
        ] {
            assert_eq!(said(&answer, b, Arithmetic::F64), None);
        }
        // An error of a few units of single precision.
        assert_eq!(said(&Answer::apart(5.000001), &beside, Arithmetic::F32), None);
        for (answer, b, parts) in [
            (
                Answer::apart(5.0000000001),
                &beside,
                &["inaccurate in f64: it says apart by 5.0000000001", "error of the distance: 1.0"][..],
            ),
            (
                Answer::meeting(),
                &beside,
                &["wrong in f64: it says that they meet", "margin", ": 5.0000e0 (", "separated, distance 5.0"],
            ),
            (Answer::apart(1.0), &inside, &["wrong in f64", ": 5.7735e-1 (", "overlapping"]),
            (
                Answer::overlapping(0.5, [1.0, 1.0, 1.0]),
                &inside,
                &[
                    "off in f64: it says that they meet, by a depth of 0.5",
                    "overlapping, distance 0.0, depth 0.57735026918962",
                    "overlap that is left: 7.7",
                ],
            ),
            (Answer::overlapping(1.0, [-1.0, 0.0, 0.0]), &inside, &["off in f64", "farther than the depth: 4.2"]),
            (
                Answer { simplex: vec![[4, 0]], ..Answer::apart(5.0) },
                &beside,
                &["gave-up", "the points 4 and 0, which do not exist"],
            ),
            (Answer::default(), &beside, &["gave-up in f64: there is no answer"]),
            (Answer::apart(f64::NAN), &beside, &["off in f64: it says apart by NaN"]),
        ] {
            let said = said(&answer, b, Arithmetic::F64).expect("it is not right");
            let line = r#"{"id":"case","dim":3,"a":{"points":[[0,0,0],[4,0,0],[0,4,0],[0,0,4]]}"#;
            for part in parts.iter().copied().chain([line, "| gjk check - --scalar f64"]) {
                assert!(said.contains(part), "{part:?} in {said}");
            }
        }
    }

    #[test]
    fn a_message_has_the_error_that_makes_an_answer_off() {
        // The bodies touch, so the margin of the wrong verdict is zero, and the distance is too long.
        let touching = said(&Answer::apart(6.5e-5), &[[0.0, 0.0, -0.0]], Arithmetic::F64).expect("off");
        assert!(touching.contains("\n  error of the distance: 6.5000e-5 ("), "{touching}");
        let lacks =
            check(&Answer::meeting(), Promise::Depth, &A, &[[1.0; 3]], Arithmetic::F64).expect_err("no depth").to_string();
        assert!(
            lacks.starts_with("off in f64: it says that they meet, and promises the least translation that it does not"),
            "{lacks}"
        );
        let wrong_way = said(&Answer::overlapping(0.5, [1.0, 1.0, 1.0]), &[[1.0; 3]], Arithmetic::F64).expect("off");
        assert!(!wrong_way.contains("error of the distance"), "{wrong_way}");
    }

    #[test]
    fn a_tolerance_of_its_own_decides_and_is_in_the_command() {
        let beside = [[-3.0, -4.0, 0.0]];
        let judged = |tolerance: f64| {
            check_within(tolerance, &Answer::apart(5.0000001), Promise::Distance, &A, &beside, Arithmetic::F64)
        };
        assert!(judged(1e9).is_ok());
        let wrong = judged(1e3).expect_err("off by more").to_string();
        assert!(wrong.contains("error of the distance: 1.0") && wrong.ends_with("--scalar f64 --tolerance 1000"), "{wrong}");
        // Without a tolerance, only the exact distance is right.
        assert!(check_within(0.0, &Answer::apart(5.0), Promise::Distance, &A, &beside, Arithmetic::F64).is_ok());
    }

    #[test]
    fn bodies_of_the_plane_are_judged_there() {
        // A square and another one that overlaps it by one: in space they would touch.
        let (a, b) = ([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]], [[3.0, 1.0], [6.0, 1.0], [6.0, 3.0], [3.0, 3.0]]);
        let right = Answer::overlapping(1.0, [1.0, 0.0, 0.0]);
        assert!(check(&right, Promise::Depth, &a, &b, Arithmetic::F64).is_ok());
        let wrong = check(&Answer { meets: Some(false), ..Answer::default() }, Promise::Verdict, &a, &b, Arithmetic::F64)
            .expect_err("they overlap");
        assert!(
            wrong.to_string().starts_with("wrong in f64: it says apart\n") && wrong.to_string().contains("\"dim\":2"),
            "{wrong}"
        );
    }

    #[test]
    fn invalid_answers_are_rejected_with_a_reason() {
        let said = |answer: &Answer| {
            check(answer, Promise::Depth, &A, &[[1.0; 3]], Arithmetic::F64).expect_err("no answer").to_string()
        };
        assert!(said(&Answer::overlapping(-0.5, [-1.0, -1.0, -1.0])).contains("a depth of -0.5, which is negative"));
        assert!(said(&Answer { on_a: Some([0.0; 3]), ..Answer::meeting() }).contains("one witness point alone"));
    }
}
