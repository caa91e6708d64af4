//! Time of judging: `judge/PROMISE/SCALAR/VARIANT`, over the answers of a variant, or of `all` that promise the same, to cases of eight
//! points; and of the truth that they share, `truth/depth`.
//!
//! ```text
//! cargo bench --bench judge                     everything
//! cargo bench --bench judge -- judge/depth/f64  one set
//! ```
//!
//! The cases of `judge/depth` are those of `deep-overlap`, of the others those of `generic`. An iteration judges each answer once; the
//! throughput is answers a second on one core. The truth of a case is made before: every variant of a study is judged by one. What the depth
//! takes beside it, its proof included, is `truth/depth`, cases a second.

#[allow(dead_code, reason = "no contenders are compared here")]
mod shared;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use gjk_cases::case::Arithmetic;
use gjk_cases::family::named;
use gjk_solvers::{PosedCase, Reply, Roster, replies};
use gjk_truth::judge::TOLERANCE;
use gjk_truth::truth::Truth;
use gjk_variants::Promise;
use shared::{SEED, is_asked_for, settings};

/// Cases of a set.
const CASES: u64 = 512;

fn main() {
    let mut criterion = settings();
    let roster = Roster::builtin();
    for (promise, family) in [(Promise::Verdict, "generic"), (Promise::Distance, "generic"), (Promise::Depth, "deep-overlap")] {
        for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
            judge(&mut criterion, &roster, promise, family, arithmetic);
        }
    }
    truth(&mut criterion);
    criterion.final_summary();
}

fn cases(family: &str, arithmetic: Arithmetic) -> Vec<PosedCase> {
    let family = named(family).expect("an embedded family");
    let case = |index| PosedCase::pose(&family.case(SEED, arithmetic, index), arithmetic).expect("it is of this scalar");
    (0..CASES).map(case).collect()
}

fn judge(criterion: &mut Criterion, roster: &Roster, promise: Promise, family: &str, arithmetic: Arithmetic) {
    let name = format!("judge/{}/{arithmetic}", promise.name());
    if !is_asked_for(&name) {
        return;
    }
    let variants: Vec<_> = roster.entries().iter().filter(|entry| entry.about.promise == promise).collect();
    let answers: Vec<(PosedCase, Vec<Option<Reply>>)> = cases(family, arithmetic)
        .into_iter()
        .map(|posed| {
            let replies = replies(&posed.case, arithmetic, &variants);
            (posed, replies)
        })
        .collect();
    let mut group = criterion.benchmark_group(name);
    let ranges = (0..variants.len()).map(|one| (variants[one].about.name, one..one + 1));
    for (name, range) in std::iter::once(("all", 0..variants.len())).chain(ranges) {
        // A variant that does not run here has no reply.
        let of = |replies: &[Option<Reply>]| replies[range.clone()].iter().flatten().count() as u64;
        let all = answers.iter().map(|(_, replies)| of(replies)).sum();
        if all == 0 {
            continue;
        }
        group.throughput(Throughput::Elements(all));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for (posed, replies) in &answers {
                    for reply in replies[range.clone()].iter().flatten() {
                        let _ = black_box(posed.judge(black_box(reply), TOLERANCE));
                    }
                }
            });
        });
    }
    group.finish();
}

fn truth(criterion: &mut Criterion) {
    if !is_asked_for("truth/depth") {
        return;
    }
    let cases = cases("deep-overlap", Arithmetic::F64);
    let mut group = criterion.benchmark_group("truth/depth");
    group.throughput(Throughput::Elements(CASES));
    for (name, is_deep) in [("verdict", false), ("verdict-and-depth", true)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for posed in &cases {
                    let truth = Truth::of(black_box(&posed.case));
                    let depth = truth.hulls().filter(|_| is_deep).and_then(|hulls| hulls.core_depth());
                    black_box((truth.class(), depth));
                }
            });
        });
    }
    group.finish();
}
