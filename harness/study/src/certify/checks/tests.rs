use gjk_cases::case::{Case, Point};
use gjk_cases::family::corners;
use gjk_solvers::Roster;
use gjk_truth::lattice::Pair;

use super::super::ask;
use super::*;

mod limits;

fn posed(arithmetic: Arithmetic, a: &[Point], b: &[Point]) -> PosedCase {
    PosedCase::pose(&Case::of_points("pair", 3, a.to_vec(), b.to_vec()), arithmetic).expect("a case")
}

/// Points at a distance of five, which follows from one point of each body.
fn apart(arithmetic: Arithmetic) -> PosedCase {
    posed(arithmetic, &[[3.0, 4.0, 0.0], [9.0, 4.0, 0.0], [3.0, 9.0, 1.0]], &[[0.0; 3], [-1.0, -1.0, 0.0]])
}

/// A box that lies on a box.
fn touching(arithmetic: Arithmetic) -> PosedCase {
    posed(arithmetic, &corners([0.0; 3], [2.0; 3]), &corners([0.5, 0.5, 2.0], [1.5, 1.5, 3.0]))
}

/// Two boxes that overlap by 1/2 along x, and by more along the other axes.
fn overlapping(arithmetic: Arithmetic) -> PosedCase {
    posed(arithmetic, &corners([0.0; 3], [2.0, 3.0, 4.0]), &corners([1.5, 1.0, 1.0], [4.0, 3.5, 5.0]))
}

fn honest(posed: &PosedCase) -> Answers {
    ask(&Roster::builtin(), posed, [true; 2]).expect("the package takes hulls")
}

fn counted(posed: &PosedCase, answers: Answers) -> CertifyTally {
    let (mut tally, mut faults) = (CertifyTally::default(), Vec::new());
    count(posed, posed.truth.hulls().expect("hulls"), answers, &mut tally, &mut faults);
    assert_eq!(faults.len() as u64, tally.count_of_faults(), "each fault is described: {faults:?}");
    tally
}

/// Wrong verdicts, unproven answers, lengths beyond a unit, witness points that are off, wrong thresholds.
fn faults(tally: &CertifyTally) -> [u64; 5] {
    [tally.wrong, tally.unproven, tally.beyond_unit, tally.witnesses_off, tally.thresholds_wrong]
}

const NOTHING: [u64; 5] = [0; 5];
const WRONG: [u64; 5] = [1, 0, 0, 0, 0];
const UNPROVEN: [u64; 5] = [0, 1, 0, 0, 0];
const BEYOND: [u64; 5] = [0, 0, 1, 0, 0];
const WITNESSES: [u64; 5] = [0, 0, 0, 1, 0];
const THRESHOLD: [u64; 5] = [0, 0, 0, 0, 1];

fn values(answer: &mut Answered) -> &mut Values<f64> {
    match &mut answer.numbers {
        Numbers::Rounded(values) => values,
        Numbers::Exact(_) => panic!("it is in floats"),
    }
}

/// The package's answer to the distance, or that of the roster.
fn to_distance(answers: &mut Answers, of_roster: bool) -> &mut Answered {
    let of_package = answers.package.of_distance.as_mut().map(|asked| &mut asked.distance);
    if of_roster { answers.of_hulls.as_mut() } else { of_package }.expect("an answer")
}

/// The package's answer to the depth, or that of the roster.
fn to_depth(answers: &mut Answers, of_roster: bool) -> &mut Answered {
    let of_package = answers.package.of_depth.as_mut().map(|(answer, _)| answer);
    if of_roster { answers.of_depth.as_mut() } else { of_package }.expect("an answer")
}

type Target = fn(&mut Answers, bool) -> &mut Answered;
type Lie = (&'static str, Box<dyn Fn(&mut Answered)>, [u64; 5]);

fn lie(name: &'static str, change: impl Fn(&mut Answered) + 'static, expected: [u64; 5]) -> Lie {
    (name, Box::new(change), expected)
}

/// Each liar states one false thing, through the package or through the roster, and has one fault; the two together have two.
fn assert_found_out(posed: &PosedCase, target: Target, lies: Vec<Lie>) {
    let truthful = honest(posed);
    assert_eq!(faults(&counted(posed, truthful.clone())), NOTHING, "an honest answer");
    for (name, change, expected) in lies {
        for (liars, times) in [(&[false][..], 1), (&[true], 1), (&[false, true], 2)] {
            let mut answers = truthful.clone();
            liars.iter().for_each(|of_roster| change(target(&mut answers, *of_roster)));
            let found = counted(posed, answers);
            assert_eq!(
                faults(&found),
                expected.map(|count| times * count),
                "{name}, {liars:?} in {}: {found:?}",
                posed.arithmetic
            );
        }
    }
}

fn flipped(answer: &mut Answered) {
    answer.says = if answer.says == Says::Apart { Says::Intersecting } else { Says::Apart };
}

/// The number that is this many steps of a scalar above a number.
fn above(x: f64, steps: usize, arithmetic: Arithmetic) -> f64 {
    let next = |x: f64| if arithmetic == Arithmetic::F32 { f64::from((x as f32).next_up()) } else { x.next_up() };
    (0..steps).fold(x, |x, _| next(x))
}

#[test]
fn a_distance_that_is_a_lie_in_one_respect_has_that_one_fault() {
    for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
        let far =
            move |steps: usize| move |answer: &mut Answered| values(answer).distance = Some(above(5.0, steps, arithmetic));
        let of_distance = |x: Option<f64>| move |answer: &mut Answered| values(answer).distance = x;
        let moved =
            |side: usize| move |answer: &mut Answered| values(answer).witnesses.as_mut().expect("points")[side][2] += 0.125;
        let vertex = |a, b| Pair { a, b };
        let edge = move |answer: &mut Answered| {
            answer.simplex.push(vertex(1, 0));
            values(answer).weights = vec![1.0, 0.0, 0.0];
        };
        assert_found_out(
            &apart(arithmetic),
            to_distance,
            vec![
                lie("one unit too far, which is allowed", far(1), NOTHING),
                lie("two units too far", far(2), BEYOND),
                lie("a number that is none", of_distance(Some(f64::NAN)), BEYOND),
                lie("an infinity", of_distance(Some(f64::INFINITY)), BEYOND),
                lie("no distance", of_distance(None), BEYOND),
                lie("a point that is not on A", moved(0), WITNESSES),
                lie("a point that is not on B", moved(1), WITNESSES),
                lie("no witness points", |answer| values(answer).witnesses = None, WITNESSES),
                // The points and weights are right, but the edge is not the nearest face.
                lie("another face", edge, UNPROVEN),
                // The verdict is wrong, and a simplex of bodies that are apart does not hold the origin.
                lie("the verdict", flipped, [1, 1, 0, 0, 0]),
            ],
        );
        // For bodies that meet, only the simplex is checked.
        for meeting in [touching(arithmetic), overlapping(arithmetic)] {
            assert_found_out(
                &meeting,
                to_distance,
                vec![lie("a corner", move |answer| answer.simplex = vec![vertex(0, 0)], UNPROVEN)],
            );
        }
    }
}

#[test]
fn a_false_verdict_is_wrong_whoever_gives_it_and_a_true_one_needs_a_proof() {
    for posed in [apart(Arithmetic::F64), touching(Arithmetic::F32), overlapping(Arithmetic::F64)] {
        let found = |change: &dyn Fn(&mut Answers)| {
            let mut answers = honest(&posed);
            change(&mut answers);
            faults(&counted(&posed, answers))
        };
        let of_package = |answers: &mut Answers| {
            let asked = answers.package.of_distance.as_mut().expect("it was asked");
            asked.says = if asked.says == Says::Apart { Says::Intersecting } else { Says::Apart };
        };
        assert_eq!(found(&of_package), WRONG, "its verdict alone");
        assert_eq!(found(&|answers| flipped(answers.boolean.as_mut().expect("an answer"))), [1, 1, 0, 0, 0]);
        assert_eq!(found(&|answers| answers.boolean = None), [1, 1, 0, 0, 0], "no answer proves nothing");
        assert_eq!(found(&|answers| answers.of_hulls = None), WRONG, "no answer");
        assert_eq!(found(&|answers| answers.of_depth = None), WRONG, "no answer");
        let without_evidence = |answers: &mut Answers| {
            let answer = answers.boolean.as_mut().expect("an answer");
            (answer.simplex, values(answer).axis) = (Vec::new(), None);
        };
        assert_eq!(found(&without_evidence), UNPROVEN);
        // An answer to the depth is judged by its verdict, whatever else it says.
        for of_roster in [false, true] {
            let found = found(&|answers| flipped(to_depth(answers, of_roster)));
            let is_apart = posed.truth.hulls().is_some_and(|truth| truth.class() == Class::Separated);
            // Bodies that are said to meet need a depth.
            assert_eq!(found, if is_apart { [1, 0, 1, 0, 0] } else { WRONG });
        }
        let thresholds = honest(&posed).package.of_distance.map_or(0, |asked| asked.within.len());
        assert!(thresholds >= 2);
        for place in 0..thresholds {
            let flip = |answers: &mut Answers| {
                let asked = answers.package.of_distance.as_mut().expect("it was asked");
                asked.within[place].1 = !asked.within[place].1;
            };
            assert_eq!(found(&flip), THRESHOLD, "threshold {place}");
        }
    }
}

#[test]
fn a_depth_that_is_a_lie_in_one_respect_has_that_one_fault() {
    for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
        let deep = move |steps: usize| move |answer: &mut Answered| values(answer).depth = Some(above(0.5, steps, arithmetic));
        let of_depth = |x: Option<f64>| move |answer: &mut Answered| values(answer).depth = x;
        let moved =
            |side: usize| move |answer: &mut Answered| values(answer).witnesses.as_mut().expect("points")[side][0] += 0.125;
        assert_found_out(
            &overlapping(arithmetic),
            to_depth,
            vec![
                lie("one unit too deep, which is allowed", deep(1), NOTHING),
                lie("two units too deep", deep(2), BEYOND),
                lie("a number that is none", of_depth(Some(f64::NAN)), BEYOND),
                lie("an infinity", of_depth(Some(f64::INFINITY)), BEYOND),
                lie("no depth", of_depth(None), BEYOND),
                lie("no translation", |answer| values(answer).translation = None, BEYOND),
                lie("an empty shell", |answer| answer.shell.clear(), UNPROVEN),
                lie("a facet in place of a shell", |answer| answer.shell.truncate(3), UNPROVEN),
                lie("a shell with a hole", |answer| drop(answer.shell.drain(..3)), UNPROVEN),
                lie("a facet that is turned", |answer| answer.shell.swap(0, 1), UNPROVEN),
                lie("a point that is not on A", moved(0), WITNESSES),
                lie("a point that is not on B", moved(1), WITNESSES),
                lie("no witness points", |answer| values(answer).witnesses = None, WITNESSES),
            ],
        );
        let least = f64::from_bits(1);
        assert_found_out(
            &touching(arithmetic),
            to_depth,
            vec![
                lie("a depth that is not zero", of_depth(Some(least)), BEYOND),
                lie(
                    "a translation that is not zero",
                    move |answer| values(answer).translation = Some([0.0, 0.0, least]),
                    BEYOND,
                ),
                lie("no depth", of_depth(None), BEYOND),
                lie("a corner in place of the simplex", |answer| answer.simplex = vec![Pair { a: 0, b: 0 }], UNPROVEN),
                lie("no facet", |answer| answer.shell.clear(), UNPROVEN),
                lie(
                    "a facet that is elsewhere",
                    |answer| answer.shell = [0, 1, 2].map(|a| Pair { a, b: 0 }).to_vec(),
                    UNPROVEN,
                ),
            ],
        );
    }
    // A tetrahedron around a point that is nearest to only one of its faces.
    let tetrahedron = [[-1.0; 3], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]];
    let inside = posed(Arithmetic::F64, &tetrahedron, &[[0.25, 0.125, 0.0]]);
    let lies = (1..4).map(|facet| lie("another facet first", move |answer| answer.shell.rotate_left(3 * facet), UNPROVEN));
    assert_found_out(&inside, to_depth, lies.collect());
}
