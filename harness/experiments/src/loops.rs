//! The loop as an experiment: what the stop, the safeguards and the way v is formed are each worth.
//!
//! Between a published loop and the common one several things change at once. Here each distance subalgorithm runs in all
//! combinations, on the same cases, and what is counted is how often each is right, misses a contact or sees a phantom, and by which
//! end it gives up.

use gjk_records::{LoopTally, SCHEMA};
use rayon::prelude::*;

use gjk_cases::case::Arithmetic;
use gjk_cases::family::Family;
use gjk_solvers::{ErasedVariant, PosedCase, Roster};

/// Runs all loops on the first cases of each family in single and double precision. `done` is told of each family and scalar.
pub fn run(families: &[Box<dyn Family>], seed: u64, tolerance: f64, cases: u64, done: impl Fn() + Sync) -> Vec<LoopTally> {
    let roster = Roster::loops();
    let tasks: Vec<(&dyn Family, Arithmetic)> = families
        .iter()
        .flat_map(|family| [Arithmetic::F32, Arithmetic::F64].map(|arithmetic| (family.as_ref(), arithmetic)))
        .collect();
    let tallies: Vec<Vec<LoopTally>> = tasks
        .par_iter()
        .with_max_len(1)
        .map(|&(family, arithmetic)| {
            let tallies = tally(&roster, family, arithmetic, seed, tolerance, cases);
            done();
            tallies
        })
        .collect();
    tallies.into_iter().flatten().collect()
}

fn tally(
    roster: &Roster,
    family: &dyn Family,
    arithmetic: Arithmetic,
    seed: u64,
    tolerance: f64,
    cases: u64,
) -> Vec<LoopTally> {
    let mut tallies: Vec<LoopTally> = roster.entries().iter().map(|entry| blank(entry, family.name(), arithmetic)).collect();
    for index in 0..cases {
        // What overflows an arithmetic is not applicable there.
        let Some(posed) = PosedCase::pose(&family.case(seed, arithmetic, index), arithmetic) else { continue };
        for (finding, tally) in posed.ask(roster, tolerance, |_| true).iter().zip(&mut tallies) {
            let Some((reply, judgement)) = &finding.outcome else { continue };
            tally.cases += 1;
            tally.rulings.count(reply.column(judgement.ruling));
            if let (None, Some(stop)) = (&reply.answer, reply.stop) {
                tally.count_end(stop.name());
            }
        }
    }
    tallies
}

/// The tally of a loop, with nothing counted.
fn blank(entry: &ErasedVariant, family: &str, arithmetic: Arithmetic) -> LoopTally {
    let [stop, safeguards, nearest] = entry.rules.unwrap_or_default().map(str::to_owned);
    let subalgorithm = entry.about.name.to_owned();
    LoopTally {
        schema: SCHEMA,
        family: family.to_owned(),
        scalar: arithmetic.name().to_owned(),
        subalgorithm,
        stop,
        safeguards,
        nearest,
        ..LoopTally::default()
    }
}
