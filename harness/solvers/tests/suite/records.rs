//! The fields of a record agree with its ruling.

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{GapColumn, corners, families};
use gjk_records::{Question, Ruling};
use gjk_solvers::{PosedCase, Roster};
use gjk_truth::judge::TOLERANCE;

/// Cases of each family.
const CASES: u64 = 12;

#[test]
fn the_length_error_of_a_record_is_the_one_that_its_ruling_goes_by() {
    let roster = Roster::builtin();
    // Right answers whose error is beyond the tolerance because their witness points are rounded.
    let mut explained = 0;
    for family in families() {
        for (index, arithmetic) in (0..CASES).flat_map(|index| [Arithmetic::F32, Arithmetic::F64].map(|scalar| (index, scalar)))
        {
            let Some(posed) = PosedCase::pose(&family.case(1, arithmetic, index), arithmetic) else { continue };
            // At the bottom of the range one step of the scalar is allowed.
            let [step, _] = arithmetic.range().expect("a float has a range");
            let allowed = (step / posed.truth.size().to_f64() / arithmetic.unit()).max(TOLERANCE);
            for judged in posed.ask(&roster, TOLERANCE, |_| true) {
                let record = posed.record(&judged, family.name(), family.gap_column(), None);
                let is_within = |error: Option<f64>| error.is_none_or(|error| error <= allowed);
                let what = || format!("{} {arithmetic} {}: {record:?}", record.case, record.variant);
                assert_eq!(record.error_units.is_some(), record.length_error_units.is_some(), "{}", what());
                match record.ruling {
                    Ruling::Right | Ruling::Contact => assert!(is_within(record.length_error_units), "{}", what()),
                    // For resting bodies, a normal that does not hold them apart is off, whatever the lengths.
                    Ruling::Off if record.normal_reach_units.is_some_and(|reach| reach > allowed) => {}
                    Ruling::Inaccurate | Ruling::Off => assert!(!is_within(record.length_error_units), "{}", what()),
                    _ => {}
                }
                explained += usize::from(record.ruling == Ruling::Right && !is_within(record.error_units));
            }
        }
    }
    assert!(explained > 20, "{explained}");
}

#[test]
fn a_gap_is_the_knob_or_in_its_own_column_or_is_not_recorded() {
    let roster = Roster::builtin();
    let columns = |x: f64, column: Option<GapColumn>| {
        let [a, b] = [0.0, x].map(|x| corners([x, 0.0, 0.0], [x + 1.0, 1.0, 1.0]));
        let posed = PosedCase::pose(&Case::of_points("cubes", 3, a, b), Arithmetic::F32).expect("small integers");
        let judged = posed.ask(&roster, TOLERANCE, |entry| entry.about.name == "certified");
        let record = posed.record(&judged[0], "family", column, None);
        (record.knob, record.gap_units)
    };
    // The case has no knob, whose value would be the distance over D. u is 2^-24, and D reaches from one end of the cubes to
    // the other.
    let units = 2.0_f64.powi(24);
    assert_eq!(columns(3.0, Some(GapColumn::Gap)), (None, Some(0.5 * units)));
    assert_eq!(columns(0.75, Some(GapColumn::Gap)), (None, Some(-0.25 / 1.75 * units)));
    assert_eq!(columns(3.0, None), (None, None));
    assert_eq!(columns(3.0, Some(GapColumn::Knob)), (None, None));
}

#[test]
fn a_record_tells_whether_the_least_translation_was_promised() {
    let roster = Roster::builtin();
    let [a, b] = [0.0, 0.75].map(|x| corners([x, 0.0, 0.0], [x + 1.0, 1.0, 1.0]));
    let posed = PosedCase::pose(&Case::of_points("cubes", 3, a, b), Arithmetic::F64).expect("small integers");
    let promised = |variant: &str, promise: Option<Question>| {
        let mut judged = posed.ask(&roster, TOLERANCE, |entry| entry.about.name == variant).remove(0);
        if let (Some(promise), Some((reply, judgement))) = (promise, &mut judged.outcome) {
            reply.answer.as_mut().expect("it answers").promise = promise;
            *judgement = posed.judge(reply, TOLERANCE);
        }
        let record = posed.record(&judged, "family", None, None);
        (record.promises_least, record.residual_units.is_some())
    };
    assert_eq!(promised("epa-common", None), (Some(true), true));
    assert_eq!(promised("epa-common", Some(Question::Translation)), (Some(false), true));
    // This answer states nothing about the depth.
    assert_eq!(promised("certified", None), (None, false));
}
