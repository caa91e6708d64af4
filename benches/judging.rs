//! How fast answers are judged: `judging/FAMILY/POINTS/f64/WHAT`, in bodies of 8 and of 128 points.
//!
//! ```text
//! cargo bench --bench judging
//! ```
//!
//! | WHAT | an element is |
//! | --- | --- |
//! | `answers` | an answer, with all that it takes: the oracle's truth of the case, the run of the variant, the ruling |
//! | `answers-two-threads` | the same on two threads |
//! | `oracle` | a case whose truth is found and proven |
//! | `runs` | an answer of a variant, not judged |
//! | `judge` | an answer judged, the truth being known |

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use gjk_benches::{cases, is_asked_for, settings};
use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::named;
use gjk_solvers::entry::{Bodies, Roster};
use gjk_solvers::trial::Trial;
use gjk_truth::judge::TOLERANCE;
use gjk_truth::truth::Truth;
use gjk_variants::Solid;
use rayon::prelude::*;

const F64: Arithmetic = Arithmetic::F64;

fn main() {
    let mut criterion = settings();
    let roster = Roster::builtin();
    for (family, points) in [("generic", 8), ("smooth", 128)] {
        let name = format!("judging/{family}/{points}/{F64}");
        let Some(family) = named(family).filter(|_| is_asked_for(&name)) else { continue };
        register(&mut criterion, &roster, &name, &cases(family.as_ref(), points, F64));
    }
    criterion.final_summary();
}

/// Poses a case, asks every variant and judges the answers; returns how many there are.
fn answers(case: &Case, roster: &Roster) -> usize {
    let Some(trial) = Trial::pose(case, F64) else { return 0 };
    // Some variants are for the plane only.
    black_box(trial.ask(roster, TOLERANCE, |_| true)).iter().filter(|finding| finding.outcome.is_some()).count()
}

fn register(criterion: &mut Criterion, roster: &Roster, name: &str, cases: &[Case]) {
    let trials: Vec<Trial> = cases.iter().filter_map(|case| Trial::pose(case, F64)).collect();
    let bodies: Vec<Bodies<Solid<f64>>> = trials.iter().filter_map(|trial| Bodies::of(&trial.case)).collect();
    let ask =
        |bodies: &Bodies<Solid<f64>>| -> Vec<_> { roster.entries().iter().filter_map(|entry| bodies.ask(entry)).collect() };
    let replies: Vec<_> = bodies.iter().map(ask).collect();
    let all: usize = replies.iter().map(Vec::len).sum();
    assert_eq!(all, cases.iter().map(|case| answers(case, roster)).sum::<usize>(), "{name}: every variant answers every case");

    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(all as u64));
    group.bench_function("answers", |bencher| {
        bencher.iter(|| cases.iter().map(|case| answers(case, roster)).sum::<usize>());
    });
    let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    group.bench_function("answers-two-threads", |bencher| {
        bencher.iter(|| threads.install(|| cases.par_iter().map(|case| answers(case, roster)).sum::<usize>()));
    });
    group.bench_function("runs", |bencher| bencher.iter(|| bodies.iter().for_each(|bodies| drop(black_box(ask(bodies))))));
    group.bench_function("judge", |bencher| {
        bencher.iter(|| {
            for (trial, replies) in trials.iter().zip(&replies) {
                for reply in replies {
                    black_box(trial.judge(&reply, TOLERANCE));
                }
            }
        });
    });
    group.throughput(Throughput::Elements(cases.len() as u64));
    group.bench_function("oracle", |bencher| {
        bencher.iter(|| cases.iter().for_each(|case| drop(black_box(Truth::of(black_box(case))))));
    });
    group.finish();
}
