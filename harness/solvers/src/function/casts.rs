//! Tests of functions that promise casts.

use gjk_cases::case::{Arithmetic, Case, Point};
use gjk_cases::family::{cast_families, named};
use gjk_cases::format::{Answer, Penetration};
use gjk_certified::{Cast, first_contact};
use gjk_records::{Measure, Ruling};
use gjk_truth::judge::{Judgement, TOLERANCE};
use gjk_variants::{Promise, Stop};

use crate::{PosedCase, Roster};

/// The certified cast as a function.
fn certified(a: &[Point], b: &[Point], motion: &Point) -> Answer {
    match first_contact(a, b, motion).expect("finite points") {
        Cast::Meets(_) => Answer::hit(0.0),
        Cast::Never { axis, .. } => Answer { axis: Some(axis), ..Answer::never() },
        Cast::At(contact) => Answer {
            on_a: Some(contact.on_a),
            on_b: Some(contact.on_b),
            penetration: Penetration { normal: Some(contact.normal), ..Penetration::default() },
            ..Answer::hit(contact.time)
        },
    }
}

/// The judgement of the answer of a function to a case, and its stop; `None` if the function is not asked.
fn judged(
    case: &Case,
    arithmetic: Arithmetic,
    ask: impl Fn(&[Point], &[Point], &Point) -> Answer + Send + Sync + 'static,
) -> Option<(Judgement, Option<Stop>)> {
    let mut roster = Roster::default();
    roster.add_cast("mine", ask);
    let posed = PosedCase::pose(case, arithmetic).expect("within range");
    let judged = posed.ask(&roster, TOLERANCE, |_| true).pop()?;
    judged.outcome.map(|(reply, judgement)| (judgement, reply.stop))
}

/// A cube with edges of 2 that falls on an equal cube, and touches it at 1/2.
fn falling() -> Case {
    let cube = |height: f64| -> Vec<Point> {
        let corner = |i: i32| [f64::from(2 * (i & 1) - 1), f64::from((i & 2) - 1) + height, f64::from((i & 4) / 2 - 1)];
        (0..8).map(corner).collect()
    };
    Case::of_points("falling", 3, cube(4.0), cube(0.0)).cast_along([0.0, -4.0, 0.0])
}

/// The ruling of the answer to the falling cube.
fn ruling(answer: Answer) -> Ruling {
    let (judgement, _) = judged(&falling(), Arithmetic::F64, move |_, _, _| answer.clone()).expect("it is asked");
    judgement.ruling
}

#[test]
fn a_function_is_asked_with_the_motion_and_is_right_about_every_family() {
    let mut hits = 0;
    for family in cast_families().iter().filter(|family| family.dimension() == 3 && family.name() != "cast-overlap") {
        for index in 0..10 {
            let case = family.case(1, Arithmetic::F64, index);
            let (judgement, stop) = judged(&case, Arithmetic::F64, certified).expect("it is asked");
            assert!(
                matches!(judgement.ruling, Ruling::Right | Ruling::Contact) && stop.is_none(),
                "{}: {judgement:?}",
                case.id
            );
            hits += usize::from(judgement.measures[Measure::Time].is_some());
        }
    }
    assert!((40..120).contains(&hits), "{hits}");
}

#[test]
fn planted_faults_have_their_names() {
    let found = |time: f64| {
        let (judgement, _) = judged(&falling(), Arithmetic::F64, move |_, _, _| Answer::hit(time)).expect("it is asked");
        (judgement.ruling, judgement.off_by)
    };
    assert_eq!(found(0.5), (Ruling::Right, None));
    assert_eq!(found(0.501), (Ruling::Off, Some(Measure::Late)));
    assert_eq!(found(0.499), (Ruling::Off, Some(Measure::Early)));
    assert_eq!(found(1e-3 + 1.0), (Ruling::Off, None));
    assert_eq!(ruling(Answer::never()), Ruling::Wrong);
    // A hit promises its time.
    assert_eq!(ruling(Answer { time: None, ..Answer::hit(0.5) }), Ruling::Off);
    // The time of an answer `never` is not judged. After this motion the bodies are still 1 apart.
    let mut short = falling();
    short.cast = Some([0.0, -1.0, 0.0]);
    let (judgement, _) =
        judged(&short, Arithmetic::F64, |_, _, _| Answer { time: Some(0.5), ..Answer::never() }).expect("it is asked");
    assert_eq!(judgement.ruling, Ruling::Right);
    assert_eq!(judged(&short, Arithmetic::F64, |_, _, _| Answer::hit(1.0)).expect("it is asked").0.ruling, Ruling::Wrong);
}

#[test]
fn planted_faults_are_found_over_the_families() {
    type Fault = fn(Answer) -> Answer;
    // A thousandth of the motion late, a thousandth early, and contacts of the second half that are missed.
    let faults: [(Fault, Option<Measure>); 3] = [
        (|right| Answer { time: right.time.map(|time| (time + 1e-3).min(1.0)), ..right }, Some(Measure::Late)),
        (|right| Answer { time: right.time.map(|time| (time - 1e-3).max(0.0)), ..right }, Some(Measure::Early)),
        (|right| if right.time > Some(0.5) { Answer::never() } else { right }, None),
    ];
    for (fault, off_by) in faults {
        let (mut found, mut families) = (0, 0);
        for family in cast_families().iter().filter(|family| family.dimension() == 3 && family.name() != "cast-overlap") {
            let failed = |index| {
                let case = family.case(1, Arithmetic::F64, index);
                let ask = move |a: &[Point], b: &[Point], motion: &Point| {
                    // Without the witness points, which are those of the right time.
                    Answer { on_a: None, on_b: None, ..fault(certified(a, b, motion)) }
                };
                let (judgement, _) = judged(&case, Arithmetic::F64, ask).expect("it is asked");
                let fails = judgement.ruling.is_failure();
                assert!(!fails || judgement.off_by == off_by, "{}: {judgement:?}", case.id);
                assert!(off_by.is_none() || judgement.ruling != Ruling::Wrong, "{}: {judgement:?}", case.id);
                fails
            };
            let failures = (0..10).filter(|index| failed(*index)).count();
            found += failures;
            families += usize::from(failures > 0);
        }
        assert!(families >= 4 && found >= 20, "{off_by:?}: {found} in {families} families");
    }
}

#[test]
fn faults_of_the_function_cost_the_case() {
    let stop = |ask: fn(&[Point], &[Point], &Point) -> Answer| judged(&falling(), Arithmetic::F64, ask).expect("it is asked").1;
    assert_eq!(stop(|_, _, _| panic!("a fault")), Some(Stop::Crashed));
    assert_eq!(stop(|_, _, _| Answer::default()), Some(Stop::Refused));
    assert_eq!(stop(|_, _, _| Answer { on_a: Some([0.0; 3]), ..Answer::hit(0.5) }), Some(Stop::Crashed));
}

#[test]
fn a_function_of_casts_is_not_asked_about_bodies_at_rest_and_no_other_function_about_casts() {
    let rest = Case { cast: None, ..falling() };
    assert!(judged(&rest, Arithmetic::F64, certified).is_none());
    let plane = named("gap-2d").expect("a family").case(1, Arithmetic::F64, 0).cast_along([1.0, 0.0, 0.0]);
    assert!(judged(&plane, Arithmetic::F64, certified).is_none() && judged(&falling(), Arithmetic::F32, certified).is_none());
    let mut roster = Roster::default();
    roster.add_function("at-rest", Promise::Distance, |_, _| Answer::apart(2.0));
    let asked = |case: &Case| {
        let posed = PosedCase::pose(case, Arithmetic::F64).expect("within range");
        let (_, judgement) = posed.ask(&roster, TOLERANCE, |_| true).pop()?.outcome?;
        Some(judgement.ruling)
    };
    assert_eq!((asked(&falling()), asked(&rest)), (None, Some(Ruling::Right)));
}

#[test]
#[should_panic(expected = "add it with `add_cast`, which passes the motion")]
fn a_promise_of_a_cast_needs_the_motion() {
    Roster::default().add_function("mine", Promise::Cast, |_, _| Answer::never());
}
