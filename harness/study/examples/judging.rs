//! The number of answers that are judged per second: the oracle's truth of each case, the runs of all variants, and their
//! rulings.
//!
//! ```text
//! cargo run --release -p gjk-study --example judging [-- SECONDS]
//! ```
//!
//! Judges a fixed set of cases repeatedly for SECONDS (5 unless given) on all cores, once for bodies of 8 points and once for
//! bodies of 128, in `f64`, with the runs of the variants and without; then prints, for one core, the time of each part of the
//! work. Making the cases is not included. The variants of verdicts and distances have two sets of their own, the variants of
//! the depth have overlaps.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{cases_of_size, named};
use gjk_clock::{Schedule, Task, medians, system};
use gjk_solvers::{Bodies, PosedCase, Roster};
use gjk_truth::judge::TOLERANCE;
use gjk_truth::truth::Truth;
use gjk_variants::{Promise, Solid};
use rayon::prelude::*;

const F64: Arithmetic = Arithmetic::F64;
const SEED: u64 = 1;
const CASES: usize = 1024;

/// Poses a case, asks every variant and judges the answers; returns the number of answers.
fn answers(case: &Case, roster: &Roster) -> usize {
    let Some(posed) = PosedCase::pose(case, F64) else { return 0 };
    // Some variants are for the plane only.
    black_box(posed.ask(roster, TOLERANCE, |_| true)).iter().filter(|finding| finding.outcome.is_some()).count()
}

fn main() -> ExitCode {
    let argument = std::env::args().nth(1).map_or(Ok(5.0), |text| text.parse::<f64>());
    let Some(seconds) = argument.ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) else {
        eprintln!("SECONDS must be a number that is not negative\nusage: judging [SECONDS]");
        return ExitCode::from(2);
    };
    for (name, points, is_of_depth) in [("generic", 8, false), ("smooth", 128, false), ("deep-overlap", 8, true)] {
        let mut roster = Roster::builtin();
        roster.retain(|entry| (entry.about.promise == Promise::Depth) == is_of_depth);
        let family = named(name).expect("an embedded family");
        let cases = cases_of_size(family.as_ref(), SEED, F64, points, CASES);
        println!("{name}, {points} points a body, {F64}");
        whole(&cases, &roster, seconds);
        parts(&cases, &roster, seconds / 2);
    }
    ExitCode::SUCCESS
}

/// The rates on all cores: with the runs of the variants, and for answers that exist already.
fn whole(cases: &[Case], roster: &Roster, seconds: Duration) {
    let rate = |judged: &(dyn Fn() -> usize + Sync), what: &str| {
        let (begin, mut total) = (Instant::now(), 0);
        while total == 0 || begin.elapsed() < seconds {
            total += judged();
        }
        let elapsed = begin.elapsed().as_secs_f64();
        let threads = rayon::current_num_threads();
        println!(
            "  {:9.0} answers a second on {threads} threads{what} ({total} answers in {elapsed:.1} s)",
            total as f64 / elapsed
        );
    };
    rate(&|| cases.par_iter().map(|case| answers(case, roster)).sum(), "");
    let asked = |case: &Case| {
        let posed = PosedCase::pose(case, F64)?;
        let bodies = Bodies::<Solid<f64>>::of(&posed.case);
        Some(roster.entries().iter().filter_map(|entry| bodies.ask(entry)).collect::<Vec<_>>())
    };
    let replies: Vec<_> = cases.iter().map(asked).collect();
    let judged = |(case, replies): (&Case, &Option<Vec<_>>)| {
        let (Some(posed), Some(replies)) = (PosedCase::pose(case, F64), replies) else { return 0 };
        for reply in replies {
            black_box(posed.judge(reply, TOLERANCE));
        }
        replies.len()
    };
    rate(&|| cases.par_iter().zip(&replies).map(judged).sum(), " without the runs");
}

/// The times of the parts of the work.
fn parts(cases: &[Case], roster: &Roster, seconds: Duration) {
    let posed_cases: Vec<PosedCase> = cases.iter().filter_map(|case| PosedCase::pose(case, F64)).collect();
    let ask = |posed: &PosedCase| -> Vec<_> {
        let bodies = Bodies::<Solid<f64>>::of(&posed.case);
        roster.entries().iter().filter_map(|entry| bodies.ask(entry)).collect()
    };
    let replies: Vec<_> = posed_cases.iter().map(ask).collect();
    let count: usize = replies.iter().map(Vec::len).sum();
    let judge = |posed: &PosedCase, replies: &Vec<_>| {
        for reply in replies {
            black_box(posed.judge(reply, TOLERANCE));
        }
    };
    let tasks = [
        Task::new(count, || assert_eq!(cases.iter().map(|case| answers(case, roster)).sum::<usize>(), count)),
        Task::new(count, || posed_cases.iter().for_each(|posed| drop(black_box(Truth::of(&posed.case))))),
        Task::new(count, || posed_cases.iter().for_each(|posed| drop(black_box(ask(posed))))),
        Task::new(count, || posed_cases.iter().zip(&replies).for_each(|(posed, replies)| judge(posed, replies))),
    ];
    let schedule = Schedule { turn: Duration::ZERO, budget: seconds, least: 1, most: 101, clock: system };
    let microseconds: Vec<f64> = medians(&tasks, schedule).into_iter().map(|time| 1e-3 * time).collect();
    let [all, oracle, runs, judged] = microseconds[..] else { unreachable!("four tasks") };
    let variants = count / cases.len();
    println!(
        "  {all:9.3} µs an answer on one: the oracle {oracle:.3} (a case has {variants} answers), the run {runs:.3}, the judge {judged:.3}"
    );
}
