use gjk_cases::case::Point;
use gjk_cases::family::corners;
use gjk_cases::format::{Answer, Holds, NoAnswer, Side, Within};

use super::*;

/// u·D of the pairs here, whose D is 8, in doubles.
const UNIT: f64 = 1.0 / (1_u64 << 50) as f64;

/// Two boxes at this distance along x, B on the right; if they overlap, the distance is minus the depth.
///
/// The other sides are longer.
fn boxes(gap: f64) -> PosedCase {
    let a = corners([-4.0, -1.0, -1.0], [0.0, 1.0, 1.0]);
    let b = corners([gap, -1.0, -1.0], [4.0, 1.0, 1.0]);
    PosedCase::pose(&Case::of_points("boxes", 3, a, b), Arithmetic::F64).expect("a case")
}

const PLACE: Place = Place { seed: 1, family: "own", index: 0 };

/// Adds to a tally the result of a function of this promise on a pair, with the first answer before a step and the second after
/// it.
fn add(tally: &mut ContinuityTally, pair: &PosedCase, promise: Promise, step: (Step, Direction), answers: [Answer; 2]) {
    let at_first = pair.case.b.points().to_vec();
    let [before, after] = answers;
    let mut roster = Roster::default();
    // It states that it may hold other bodies.
    let holds = Holds { text: "moves them".to_owned(), within: Some(Within::Length(8.0)) };
    let ask = move |_: &[Point], b: &[Point]| if *b == at_first[..] { before.clone() } else { after.clone() };
    roster.add_function_that_holds("double", promise, Some(holds), ask);
    let entry = roster.named("double").expect("it was added");
    let reply = replies(&pair.case, Arithmetic::F64, &[entry]).pop().flatten().expect("it takes points");
    compare(pair, entry, &reply, (&PLACE, step.0, step.1), 64.0, tally);
}

fn tally(pair: &PosedCase, promise: Promise, step: (Step, Direction), answers: [Answer; 2]) -> ContinuityTally {
    let mut tally = ContinuityTally::default();
    add(&mut tally, pair, promise, step, answers);
    tally
}

/// The numbers of pairs, and of pairs without an answer; of jumps and flips; and of pairs by the side that is wrong: before,
/// after, both, neither.
fn counts(tally: &ContinuityTally) -> ([u64; 2], [u64; 2], [u64; 4]) {
    assert_eq!(tally.breaks() > 0, tally.jumps + tally.flips > 0);
    let sides = [tally.before, tally.after, tally.both, tally.neither];
    ([tally.pairs, tally.no_answer], [tally.jumps, tally.flips], sides)
}

/// Boolean answers, with the axis from B to A.
fn verdict(meets: bool) -> Answer {
    Answer { meets: Some(meets), axis: Some([-1.0, 0.0, 0.0]), ..Answer::default() }
}

const NOTHING: ([u64; 2], [u64; 2], [u64; 4]) = ([1, 0], [0, 0], [0; 4]);
const ROOT: (Step, Direction) = (Step::Root, Direction::Random);
const UNITS: (Step, Direction) = (Step::Units, Direction::Random);

#[test]
fn steps_have_the_lengths_that_are_stated() {
    let points = |points: &[Point]| Body::Points(points.to_vec());
    let b = points(&[[1.0, -3.0, 0.5], [0.0, 2.0, 0.0]]);
    let lengths = |arithmetic| Step::ALL.map(|step| step.length(4.0, &b, arithmetic));
    // √u·D, 8 u·D, and a unit in the last place of 3.
    assert_eq!(lengths(Arithmetic::F32), [2.0_f64.powi(-10), 2.0_f64.powi(-19), 2.0_f64.powi(-22)]);
    assert_eq!(lengths(Arithmetic::F64), [2.0_f64.powf(-24.5), 2.0_f64.powi(-48), 2.0_f64.powi(-51)]);
    assert_eq!(Step::ALL.map(Step::name), ["root", "units", "place"]);
    // There is no number beyond the greatest.
    assert_eq!(Step::Place.length(1.0, &points(&[[f64::MAX, 0.0, 0.0]]), Arithmetic::F64), 0.0);
}

#[test]
fn a_step_along_the_axis_is_towards_a_and_away_from_it_in_turns() {
    let pair = boxes(1.0);
    let with = |axis: Option<Point>, witnesses: Option<[Point; 2]>| {
        let values = gjk_truth::answer::Values { axis, witnesses, ..gjk_truth::answer::Values::none() };
        Answered::of_bodies(Says::Apart, Vec::new(), Numbers::Rounded(values))
    };
    let moved_by = |answer: &Answered, index: u64, direction| {
        let place = Place { index, ..PLACE };
        let after = after(&pair, answer, &place, Step::Root, direction)?;
        assert_eq!(after.a, pair.case.a, "B moves");
        Some(std::array::from_fn::<f64, 3, _>(|axis| after.b.points()[7][axis] - pair.case.b.points()[7][axis]))
    };
    let length = 8.0 * Arithmetic::F64.unit().sqrt();
    let axis = Some([-1e300, 0.0, 0.0]);
    let witnesses = Some([[0.0; 3], [1.0, 0.0, 0.0]]);
    // The axis is used even if there are witness points.
    for answer in [with(axis, None), with(None, witnesses), with(axis, Some([[0.0; 3], [0.0, 1.0, 0.0]]))] {
        for (index, sign) in [(0, -1.0), (1, 1.0), (2, -1.0), (7, 1.0)] {
            let [x, y, z] = moved_by(&answer, index, Direction::Axis).expect("an axis");
            assert!((x / length - sign).abs() < 1e-7 && y == 0.0 && z == 0.0, "{index}: {x}");
        }
    }
    for answer in [with(None, None), with(Some([0.0; 3]), None), with(Some([f64::NAN, 1.0, 0.0]), None)] {
        assert_eq!(moved_by(&answer, 0, Direction::Axis), None);
        let by = moved_by(&answer, 0, Direction::Random).expect("it needs no axis");
        assert!((by.iter().map(|x| x * x).sum::<f64>().sqrt() / length - 1.0).abs() < 1e-6);
    }
}

#[test]
fn verdicts_that_differ_are_a_flip_where_the_exact_ones_do_not_and_one_is_wrong_beyond_the_tolerance() {
    // (gap, before, after, flips, which side is wrong)
    for (gap, [before, after], flips, sides) in [
        (1.0, [true, false], 1, [1, 0, 0, 0]),
        (1.0, [false, true], 1, [0, 1, 0, 0]),
        (-1.0, [false, true], 1, [1, 0, 0, 0]),
        (-1.0, [true, false], 1, [0, 1, 0, 0]),
        // Verdicts that do not differ do not flip, right or wrong.
        (1.0, [false, false], 0, [0; 4]),
        (1.0, [true, true], 0, [0; 4]),
        (-1.0, [false, false], 0, [0; 4]),
        // Within the tolerance a wrong verdict is contact.
        (32.0 * UNIT, [true, false], 0, [0; 4]),
        (-32.0 * UNIT, [false, true], 0, [0; 4]),
    ] {
        let found = tally(&boxes(gap), Promise::Verdict, UNITS, [before, after].map(verdict));
        assert_eq!(counts(&found), ([1, 0], [0, flips], sides), "{gap:e} {before} {after}: {found:?}");
        // The margin is that of the wrong verdict, 1.
        let margin = found.margin.map(|margin| (margin * UNIT - f64::abs(gap)).abs() < 1e-12);
        assert_eq!((margin, found.jump), ((flips == 1).then_some(true), None));
    }
}

#[test]
fn verdicts_flip_by_right_where_the_exact_ones_do() {
    let gap = 4.0 * Arithmetic::F64.unit().sqrt();
    // Half of the step moves B up to A, and half of it into A; or the step moves B away, twice as far as is needed to leave A.
    for (gap, index) in [(gap, 0), (-gap, 1)] {
        let is_apart = gap > 0.0;
        let pair = boxes(gap);
        let [before, after] = [false, true].map(|moves| {
            let by = if moves { 2.0 * gap } else { 0.0 };
            boxes(gap - by).truth.hulls().expect("hulls").class() == gjk_cases::case::Class::Separated
        });
        assert!(before == is_apart && after != is_apart, "the step goes through contact");
        for answers in [[!before, !after], [before, after]] {
            let mut roster = Roster::default();
            let at_first = pair.case.b.points().to_vec();
            // Both answers are right, or both wrong: the verdicts differ as the exact ones do.
            roster.add_function("double", Promise::Verdict, move |_, b| verdict(!answers[usize::from(*b != at_first[..])]));
            let entry = roster.named("double").expect("it was added");
            let reply = replies(&pair.case, Arithmetic::F64, &[entry]).pop().flatten().expect("it takes points");
            let mut found = ContinuityTally::default();
            let place = Place { index, ..PLACE };
            compare(&pair, entry, &reply, (&place, Step::Root, Direction::Axis), 64.0, &mut found);
            assert_eq!(counts(&found), NOTHING, "{gap:e} {answers:?}: {found:?}");
        }
    }
}

#[test]
fn a_pair_without_an_answer_is_a_pair_and_is_not_compared() {
    let (none, some) = (Answer::default, || Answer::apart(1.0));
    for answers in [[none(), some()], [some(), none()], [none(), none()]] {
        let found = tally(&boxes(1.0), Promise::Distance, ROOT, answers);
        assert_eq!(counts(&found), ([1, 1], [0, 0], [0; 4]), "{found:?}");
        assert_eq!(found.compared(), 0);
    }
    // Without an answer before the step there is no axis to step along.
    assert_eq!(tally(&boxes(1.0), Promise::Distance, (Step::Root, Direction::Axis), [none(), some()]).pairs, 0);
    // A refused body could not have been answered for, so the pair is not counted.
    let refusal = || Answer { stop: Some(NoAnswer::Refused(Some(Side::B))), ..Answer::default() };
    assert_eq!(counts(&tally(&boxes(1.0), Promise::Distance, ROOT, [some(), refusal()])), ([0, 0], [0, 0], [0; 4]));
}

#[test]
fn bodies_have_moved_as_far_as_those_that_are_held() {
    let held = |gap: f64| {
        let case = boxes(gap).case;
        Some([case.a, case.b])
    };
    let at = |distance: f64, gap: f64| Answer { held: held(gap), ..Answer::apart(distance) };
    let found = |answers| counts(&tally(&boxes(1.0), Promise::Distance, UNITS, answers));
    // The distances are right for the bodies that are held; on one side these are one farther apart.
    for answers in [[at(2.0, 2.0), Answer::apart(1.0)], [Answer::apart(1.0), at(2.0, 2.0)], [at(2.0, 2.0), at(3.0, 3.0)]] {
        assert_eq!(found(answers), NOTHING);
    }
    assert_eq!(found([Answer::apart(2.0), Answer::apart(1.0)]), ([1, 0], [1, 0], [1, 0, 0, 0]), "without them that is a jump");
    // Bodies that are the same before and after have not moved, and the held bodies are judged.
    assert_eq!(counts(&tally(&boxes(1.0), Promise::Distance, UNITS, [at(2.0, 2.0), at(5.0, 2.0)])), ([0, 0], [0, 0], [0; 4]));
    assert_eq!(found([at(2.0, 2.0), at(5.0, 3.0)]), ([1, 0], [1, 0], [0, 1, 0, 0]));
    assert_eq!(found([at(3.0, 2.0), at(2.0, 2.5)]), ([1, 0], [1, 0], [0, 0, 1, 0]));
}

#[test]
fn a_jump_names_the_side_whose_distance_is_beyond_the_tolerance() {
    let near = |units: f64| 1.0 + units * UNIT;
    for ([before, after], jumps, sides) in [
        ([2.0, 1.0], 1, [1, 0, 0, 0]),
        ([1.0, 2.0], 1, [0, 1, 0, 0]),
        ([3.0, 2.0], 1, [0, 0, 1, 0]),
        // Each distance is within the tolerance, but the two together are beyond it and the movement.
        ([near(52.0), near(-52.0)], 1, [0, 0, 0, 1]),
        ([near(-52.0), near(52.0)], 1, [0, 0, 0, 1]),
        ([near(16.0), near(-16.0)], 0, [0; 4]),
    ] {
        let found = tally(&boxes(1.0), Promise::Distance, UNITS, [before, after].map(Answer::apart));
        assert_eq!(counts(&found), ([1, 0], [jumps, 0], sides), "{before} {after}: {found:?}");
        // The difference minus the movement, which is 8 units and the cost of rounding it.
        let expected = f64::abs(before - after) / UNIT - 8.0;
        assert!(found.jump.is_none_or(|jump| (jump / expected - 1.0).abs() < 0.02), "{found:?}");
    }
}

#[test]
fn bodies_that_meet_are_at_distance_zero_if_the_promise_includes_one() {
    let meeting = || Answer { meets: Some(true), ..Answer::default() };
    for (promise, jumps) in [(Promise::Distance, 1), (Promise::Depth, 1), (Promise::Verdict, 0), (Promise::Translation, 0)] {
        let found = tally(&boxes(1.0), promise, UNITS, [Answer::apart(1.0), meeting()]);
        assert_eq!(counts(&found), ([1, 0], [jumps, 1], [0, 1, 0, 0]), "{promise:?}");
        assert_eq!((found.margin_direction.as_str(), found.margin_case.as_str()), ("random", "boxes"));
    }
}

#[test]
fn the_greatest_jump_and_the_greatest_margin_stay_with_their_cases_and_directions() {
    let along_axis = (Step::Units, Direction::Axis);
    let named = |gap: f64, name: &str| {
        let pair = boxes(gap);
        PosedCase { case: Case { id: name.to_owned(), ..pair.case.clone() }, ..pair }
    };
    let with_axis = |distance: f64| Answer { axis: Some([-1.0, 0.0, 0.0]), ..Answer::apart(distance) };
    let mut found = ContinuityTally::default();
    for (name, step, distance) in [("a", UNITS, 1.5), ("b", along_axis, 2.0), ("c", UNITS, 1.75)] {
        add(&mut found, &named(1.0, name), Promise::Distance, step, [with_axis(distance), Answer::apart(1.0)]);
    }
    assert_eq!(counts(&found), ([3, 0], [3, 0], [3, 0, 0, 0]));
    assert_eq!((&found.jump_case[..], &found.jump_direction[..], found.margin), ("b", "axis", None));
    for (name, step, gap) in [("d", UNITS, 1.0), ("e", along_axis, 2.0), ("f", UNITS, 1.5), ("g", UNITS, 2.0)] {
        add(&mut found, &named(gap, name), Promise::Verdict, step, [verdict(true), verdict(false)]);
    }
    assert_eq!(counts(&found), ([7, 0], [3, 4], [7, 0, 0, 0]));
    // The first of two equally great breaks is kept.
    assert_eq!((&found.margin_case[..], &found.margin_direction[..], &found.jump_case[..]), ("e", "axis", "b"));
    assert!(found.margin.is_some_and(|margin| (margin * UNIT - 2.0).abs() < 1e-12));
}

#[test]
fn a_continuity_study_plans_the_cases_asked_for_and_has_a_file_of_jumps() {
    let context = Context::new(Roster::default());
    assert_eq!(Continuity.plan(&context), [("cases of continuity", json!(CASES[1]))]);
    let twice = Context { cases: Some(2 * context.cases()), ..Context::new(Roster::default()) };
    assert_eq!(Continuity.plan(&twice), [("cases of continuity", json!(2 * CASES[1]))]);
    assert_eq!(Continuity.beside(), ["jumps.jsonl"]);
}
