//! Checks of the answers to one cast: verdict, time, evidence and witness points, against exact arithmetic.
//!
//! The time t of a hit has to be at most the exact first contact t\*, and t\* at most the next number of the scalar. The face of the
//! answer has to prove at t that the bodies are apart, or that they touch. The judge has to rule that the answer is right, with its
//! witness points. An answer *never* has to be true.

use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Class};
use gjk_records::{CertifyTally, Ruling};
use gjk_solvers::{PosedCase, Roster, replies};
use gjk_truth::answer::{Answered, Numbers, Says, Values};
use gjk_truth::judge::{TOLERANCE, judge};
use gjk_truth::truth::{CastTruth, First};

/// The least positive time of the package in double precision: an earlier contact is reported at zero.
const LEAST: f64 = f64::from_bits((1023 - 900) << 52);

/// Asks the package and the roster about a cast, and checks their answers.
pub fn check(roster: &Roster, posed: &PosedCase, tally: &mut CertifyTally, faults: &mut Vec<&'static str>) {
    let asked = gjk_slices::cast(&posed.case, posed.arithmetic).filter(|_| posed.truth.cast().is_some());
    let Some((package, by_integers)) = asked else { return tally.passed_over += 1 };
    let entries: Vec<_> = roster.named("certified-cast").into_iter().collect();
    let mut of_roster = replies(&posed.case, posed.arithmetic, &entries).into_iter();
    let of_hulls = of_roster.next().flatten().and_then(|reply| reply.answer);
    count(posed, [Some(package), of_hulls], by_integers, tally, faults);
}

/// Counts the errors in the answers to one cast of hulls, the package's first, and describes each fault.
///
/// # Panics
/// If A does not move.
pub fn count(
    posed: &PosedCase,
    answers: [Option<Answered>; 2],
    by_integers: bool,
    tally: &mut CertifyTally,
    faults: &mut Vec<&'static str>,
) {
    let truth = posed.truth.cast().expect("A moves");
    let start = truth.start.decided();
    let first = truth.first(&posed.case);
    tally.cases = 1;
    tally.touching = u64::from(start == Some(Class::Touching));
    tally.overlapping = u64::from(start == Some(Class::Overlapping));
    tally.hits = u64::from(matches!(first, First::At(_)) && start == Some(Class::Separated));
    tally.casts_by_integers = u64::from(by_integers);
    for answer in answers {
        for (count, what) in faults_of(posed, truth, answer.as_ref(), &mut tally.greatest_error) {
            *count(tally) += 1;
            faults.push(what);
        }
    }
}

/// A count of faults, and the description of one.
type Fault = (fn(&mut CertifyTally) -> &mut u64, &'static str);

/// The faults of an answer. The error of a time that is none is added to the greatest one.
fn faults_of(posed: &PosedCase, truth: &CastTruth, answer: Option<&Answered>, greatest_error: &mut f64) -> Vec<Fault> {
    let Some(answer) = answer else { return vec![(|tally| &mut tally.wrong, "no answer")] };
    let exact = match truth.first(&posed.case) {
        First::At(first) => Some(&first.low),
        First::Never | First::Undecided => None,
    };
    if (answer.says == Says::Intersecting) != exact.is_some() {
        return vec![(|tally| &mut tally.wrong, "wrong verdict")];
    }
    let Some(exact) = exact else { return Vec::new() };
    let Numbers::Rounded(Values { time: Some(time), .. }) = answer.numbers else {
        return vec![(|tally| &mut tally.beyond_unit, "no time")];
    };
    let mut faults: Vec<Fault> = Vec::new();
    match error(time, exact, posed.arithmetic) {
        Some(error) => *greatest_error = greatest_error.max(error),
        None => {
            faults.push((|tally| &mut tally.beyond_unit, "a time that is late, or early by more than a unit in the last place"))
        }
    }
    if truth.is_decided_by(time, &answer.simplex) != Some(true) {
        faults.push((|tally| &mut tally.unproven, "unproven time"));
    }
    // The judge does not rule on bodies that overlap at the start.
    let ruling = judge(&posed.case, &posed.truth, Some(answer), posed.arithmetic, TOLERANCE).ruling;
    if !matches!(ruling, Ruling::Right | Ruling::NotApplicable) {
        faults.push((|tally| &mut tally.witnesses_off, "witness points of a cast that are off"));
    }
    faults
}

/// The error of a time that is not after the first contact, in units in the last place; `None` if it is after it, or not the last such
/// number.
fn error(time: f64, exact: &RBig, arithmetic: Arithmetic) -> Option<f64> {
    let next = match arithmetic {
        Arithmetic::F32 => f64::from((time as f32).next_up()),
        _ => time.next_up().max(LEAST),
    };
    let [of_time, of_next] = [time, next].map(|x| RBig::try_from(x).ok());
    let (of_time, of_next) = (of_time?, of_next?);
    let is_right = (0.0..=1.0).contains(&time) && of_time <= *exact && *exact <= of_next;
    is_right.then(|| ((exact - &of_time) / (of_next - of_time)).to_f64_fast())
}

#[cfg(test)]
mod tests {
    use gjk_cases::case::{Case, Point};
    use gjk_cases::family::corners;
    use gjk_truth::lattice::Pair;

    use super::*;

    /// Two cubes of side one with a gap of one, of which A moves by three towards B: contact at 1/3.
    fn third(arithmetic: Arithmetic) -> PosedCase {
        let cube = |x: f64| corners([x, 0.0, 0.0], [x + 1.0, 1.0, 1.0]);
        let case = Case::of_points("third", 3, cube(0.0), cube(2.0)).cast_along([3.0, 0.0, 0.0]);
        PosedCase::pose(&case, arithmetic).expect("a case")
    }

    fn honest(posed: &PosedCase) -> Answered {
        gjk_slices::cast(&posed.case, posed.arithmetic).expect("the package takes hulls").0
    }

    /// Wrong verdicts, unproven times, times that are late or early, witness points that are off.
    fn counted(posed: &PosedCase, answers: [Option<Answered>; 2]) -> [u64; 4] {
        let (mut tally, mut faults) = (CertifyTally::default(), Vec::new());
        count(posed, answers, true, &mut tally, &mut faults);
        assert_eq!(faults.len() as u64, tally.count_of_faults(), "{faults:?}");
        [tally.wrong, tally.unproven, tally.beyond_unit, tally.witnesses_off]
    }

    fn values(answer: &mut Answered) -> &mut Values<f64> {
        let Numbers::Rounded(values) = &mut answer.numbers else { panic!("it is in floats") };
        values
    }

    type Lie<'a> = (&'a str, &'a dyn Fn(&mut Answered), [u64; 4]);

    #[test]
    fn an_answer_that_is_a_lie_in_one_respect_has_that_fault() {
        for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
            let posed = third(arithmetic);
            let truthful = honest(&posed);
            let step = |up: bool| {
                move |answer: &mut Answered| {
                    let time = values(answer).time.as_mut().expect("a time");
                    *time = match (arithmetic, up) {
                        (Arithmetic::F32, true) => f64::from((*time as f32).next_up()),
                        (Arithmetic::F32, false) => f64::from((*time as f32).next_down()),
                        (_, true) => time.next_up(),
                        (_, false) => time.next_down(),
                    };
                }
            };
            let moved = |side: usize| {
                move |answer: &mut Answered| {
                    let points: &mut [Point; 2] = values(answer).witnesses.as_mut().expect("points");
                    points[side][1] += 2.0;
                }
            };
            let lies: [Lie; 9] = [
                ("nothing", &|_| {}, [0; 4]),
                // Late by less than a unit: the bodies touch up to rounding, and the face does not separate them any more.
                ("the next number", &step(true), [0, 1, 1, 0]),
                ("the number before", &step(false), [0, 0, 1, 0]),
                ("half of the time", &|answer| *values(answer).time.as_mut().expect("a time") /= 2.0, [0, 0, 1, 1]),
                ("no number", &|answer| values(answer).time = None, [0, 0, 1, 0]),
                ("another face", &|answer| answer.simplex = vec![Pair { a: 0, b: 7 }], [0, 1, 0, 0]),
                ("a point off A", &moved(0), [0, 0, 0, 1]),
                ("a point off B", &moved(1), [0, 0, 0, 1]),
                ("never", &|answer| answer.says = Says::Apart, [1, 0, 0, 0]),
            ];
            for (name, change, expected) in lies {
                let mut answer = truthful.clone();
                change(&mut answer);
                let both = [Some(truthful.clone()), Some(answer.clone())];
                assert_eq!(counted(&posed, both), expected, "{name} in {arithmetic}");
                let both = [Some(answer.clone()), Some(answer)];
                assert_eq!(counted(&posed, both), expected.map(|count| 2 * count), "{name} twice in {arithmetic}");
            }
            assert_eq!(counted(&posed, [Some(truthful), None]), [1, 0, 0, 0], "no answer");
        }
    }

    #[test]
    fn the_error_of_a_time_is_a_share_of_the_step_to_the_next_number() {
        let exact = RBig::from(1) / RBig::from(3);
        // In doubles, 3 · 0.333… = 1 − 2⁻⁵⁴: the time is a third of a step of 2⁻⁵⁴ below.
        assert_eq!(error(1.0 / 3.0, &exact, Arithmetic::F64), Some(1.0 / 3.0));
        let single = f64::from((1.0_f32 / 3.0).next_down());
        assert!(
            f64::from(1.0_f32 / 3.0) > 1.0 / 3.0 && error(single, &exact, Arithmetic::F32).is_some_and(|error| error > 0.5)
        );
        assert_eq!(error(f64::from(1.0_f32 / 3.0), &exact, Arithmetic::F32), None, "late");
        assert_eq!(error(0.25, &exact, Arithmetic::F64), None, "early");
        assert_eq!(error(f64::NAN, &exact, Arithmetic::F64), None);
        assert_eq!(error(0.0, &RBig::ZERO, Arithmetic::F64), Some(0.0));
    }
}
