//! Traces: warm starts are right where nothing is rounded, and the tallies count every frame once.

use std::time::Duration;

use gjk_cases::case::Arithmetic;
use gjk_cases::family::{FRAMES, motions};
use gjk_clock::Schedule;
use gjk_records::{Column, Ruling, TraceTally};
use gjk_solvers::{ErasedVariant, PosedCase, Roster, SolverSpace};
use gjk_study::Context;
use gjk_study::traces::{self, Query, Setting, StartRule, follow, pose};
use gjk_truth::answer::Says;
use gjk_truth::judge::TOLERANCE;
use gjk_variants::{Promise, Rational, Solid, Start};

/// The distance variants of the common loop, and the accelerated one.
const RIGHT: [&str; 7] =
    ["least-squares", "johnson", "johnson-backup", "ericson", "signed-volumes", "nesterov", "nesterov-normalised"];

#[test]
fn warm_answers_are_right_in_exact_arithmetic() {
    let roster = Roster::builtin();
    let mut starts = [0; 3];
    for motion in motions() {
        for (number, step) in [(0, 0.25), (1, 0.0625), (2, 0.001), (3, 0.001), (4, 0.5)] {
            let cases = motion.frames(1, Arithmetic::Exact, number, step);
            let frames = pose::<Solid<Rational>>(&cases[..5], Arithmetic::Exact).expect("hulls of points");
            for name in RIGHT {
                let entry = roster.named(name).expect("it is built in");
                for rule in StartRule::ALL {
                    let queries = follow(entry, &frames, rule, TOLERANCE);
                    assert_eq!(queries.len(), frames.len());
                    let first = queries.iter().position(|query| query.ruling != Ruling::Right);
                    assert_eq!(first, None, "{} {number} {step} {name} {rule:?}", motion.name());
                    for query in &queries {
                        starts[kind(query)] += 1;
                    }
                }
            }
        }
    }
    // Every kind of start is among them.
    assert!(starts.iter().all(|&count| count > 100), "{starts:?}");
}

fn kind<S: SolverSpace>(query: &Query<S>) -> usize {
    match query.start {
        Start::Default => 0,
        Start::Direction(_) => 1,
        Start::Vertices(_) => 2,
    }
}

#[test]
fn warm_answers_take_at_most_one_iteration_if_nothing_moves() {
    let roster = Roster::builtin();
    let entry = roster.named("least-squares").expect("it is built in");
    for number in 0..8 {
        let case = motions()[0].frames(1, Arithmetic::F64, number, 0.5).swap_remove(0);
        let frames = pose::<Solid<f64>>(&[case.clone(), case], Arithmetic::F64).expect("hulls of points");
        let [cold, direction, vertices] = StartRule::ALL.map(|rule| follow(entry, &frames, rule, TOLERANCE));
        let iterations = [&cold[0], &cold[1], &vertices[1]].map(|query| query.reply.iterations);
        assert!(iterations[0] == iterations[1] && iterations[1] > 1 && iterations[2] <= 1, "{number}: {iterations:?}");
        // The direction saves nothing for certain: it gives the first support point, which is one of several vertices.
        let is_apart = cold[0].reply.answer.as_ref().is_some_and(|answer| answer.says == Says::Apart);
        assert_eq!([kind(&direction[1]), kind(&vertices[1])], [usize::from(is_apart), 2], "{number}");
        assert_eq!(cold[1].reply.answer.as_ref().map(|a| a.says), vertices[1].reply.answer.as_ref().map(|a| a.says));
    }
}

/// The tallies of all motions in both scalars, for `run` traces with each of these steps, `timed` of them with times.
fn tallies(steps: &[f64], [run, timed]: [u64; 2]) -> Vec<TraceTally> {
    let schedule = Schedule::rounds(Duration::from_nanos(1), 1);
    let context = Context { machine: "a machine".to_owned(), ..Context::new(Roster::builtin()) };
    let mut tallies = Vec::new();
    for motion in &motions() {
        for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
            for &step in steps {
                let setting = Setting { motion, arithmetic, step };
                let mut mine = traces::judged(&context.roster, &setting, 1, TOLERANCE, run);
                traces::time(&context, &setting, &mut mine, timed, schedule);
                tallies.append(&mut mine);
            }
        }
    }
    tallies
}

#[test]
fn tallies_add_up() {
    let roster = Roster::builtin();
    let (steps, traces) = ([1.0, 0.01], [4, 1]);
    let tallies = tallies(&steps, traces);
    let is_asked = |entry: &&ErasedVariant| entry.applies(3, Arithmetic::F64) && entry.about.promise != Promise::Cast;
    let in_space = roster.entries().iter().filter(is_asked).count();
    assert_eq!(tallies.len(), motions().len() * 2 * steps.len() * in_space * StartRule::ALL.len());
    for of_variant in tallies.chunks_exact(StartRule::ALL.len()) {
        let [cold, direction, vertices] = of_variant else { panic!("three starts") };
        assert_eq!([cold, direction, vertices].map(|t| t.start.as_str()), ["cold", "direction", "vertices"]);
        for tally in of_variant {
            let place = format!("{tally:?}");
            assert_eq!((&tally.family, &tally.variant, tally.step), (&cold.family, &cold.variant, cold.step));
            assert_eq!(tally.frames, traces[0] * (FRAMES - 1), "{place}");
            assert_eq!(tally.rulings.applicable(), tally.frames, "{place}");
            assert!(tally.shared == cold.shared && tally.timed <= tally.shared, "{place}");
            assert!(tally.shared <= tally.rulings[Column::Right], "{place}");
            assert!(tally.warm <= tally.frames && (tally.start != "cold" || tally.warm == 0), "{place}");
            assert_eq!(tally.iterations.is_some(), tally.shared > 0, "{place}");
            assert_eq!(tally.nanoseconds.is_some(), tally.timed > 0, "{place}");
            assert_eq!(tally.machine == "a machine", tally.timed > 0, "{place}");
            assert!(tally.nanoseconds.is_none_or(|time| time > 0.0), "{place}");
            let is_one = tally.time_ratio.is_none_or(|ratio| ratio == 1.0);
            assert!(tally.time_ratio.is_some() == (tally.timed > 0) && (is_one || tally.start != "cold"), "{place}");
        }
        // Only a run without an answer is followed by a cold one; the cold runs of first frames are not counted.
        let gave_up = vertices.rulings[Column::GaveUp];
        assert!(vertices.warm + gave_up + traces[0] >= vertices.frames);
        // A translation of bodies that meet has a direction, but their contact has none.
        let promise = Roster::builtin().named(&direction.variant).map(|entry| entry.about.promise);
        let moves = matches!(promise, Some(Promise::Depth | Promise::Translation));
        assert!(direction.warm < direction.frames || moves, "{direction:?}");
    }
}

/// `sat` accepts bodies of at most 32 points: in some motions all traces, in others some or none.
#[test]
fn traces_whose_bodies_a_variant_does_not_accept_are_skipped() {
    let mut roster = Roster::builtin();
    roster.retain(|entry| entry.about.name == "sat");
    let traces = 24;
    let mut frames = Vec::new();
    for motion in &motions() {
        let setting = Setting { motion, arithmetic: Arithmetic::F64, step: 1.0 };
        let tallies = traces::judged(&roster, &setting, 1, TOLERANCE, traces);
        assert!(tallies.is_empty() || tallies.len() == StartRule::ALL.len());
        assert!(tallies.iter().all(|tally| tally.frames > 0 && tally.frames == tallies[0].frames));
        frames.push(tallies.first().map_or(0, |tally| tally.frames));
    }
    let all = traces * (FRAMES - 1);
    assert!(frames.iter().any(|frames| *frames < all) && frames.iter().any(|frames| *frames > 0), "{frames:?} of {all}");
}

#[test]
fn cold_rulings_are_those_of_the_cases() {
    let roster = Roster::builtin();
    let (step, entry) = (0.125, roster.named("johnson").expect("it is built in"));
    let tallies = tallies(&[step], [3, 0]);
    for motion in motions() {
        for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
            let mut right = 0;
            for number in 0..3 {
                for case in &motion.frames(1, arithmetic, number, step)[1..] {
                    let posed = PosedCase::pose(case, arithmetic).expect("it is exact");
                    let findings = posed.ask(&roster, TOLERANCE, |other| other.about.name == entry.about.name);
                    let (_, judgement) = findings[0].outcome.as_ref().expect("it applies");
                    right += u64::from(judgement.ruling == Ruling::Right);
                }
            }
            let is_same = |tally: &&TraceTally| {
                (tally.family.as_str(), tally.scalar.as_str(), tally.start.as_str())
                    == (motion.name(), arithmetic.name(), "cold")
                    && tally.variant == entry.about.name
            };
            let found = tallies.iter().find(is_same).map(|tally| tally.rulings[Column::Right]);
            assert_eq!(found, Some(right), "{} {arithmetic}", motion.name());
        }
    }
}

#[test]
fn counts_are_the_same_again() {
    let counts = |traces| -> Vec<String> {
        let without_times = |mut tally: TraceTally| {
            (tally.timed, tally.nanoseconds, tally.time_ratio) = (0, None, None);
            tally.machine.clear();
            format!("{tally:?}")
        };
        tallies(&[0.125], traces).into_iter().map(without_times).collect()
    };
    assert_eq!(counts([2, 0]), counts([2, 1]));
}
