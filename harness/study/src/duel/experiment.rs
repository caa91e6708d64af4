//! The duel as a part of a study.

use std::time::{Duration, Instant};

use gjk_clock::{Schedule, system};
use gjk_records::{Duel, Study};
use serde_json::Value;

use super::{CaseSet, Tournament, by_family, case_sets, processes};
use crate::context::Context;
use crate::experiment::{Experiment, Usual, no_rounded};
use crate::runner::Watch;

/// The part of the duel that a study runs.
#[derive(Clone, Copy)]
struct Extent {
    /// Sets of cases with bodies of at most this many points.
    points: usize,
    /// The largest number of cases of a set.
    cases: usize,
    /// The approximate time that the clock runs on a set.
    budget: Duration,
    /// The smallest number of rounds on a set.
    rounds: usize,
    /// The approximate time of a set in addition to the budget, in seconds, with as many competitors as there are without
    /// peers.
    seconds: f64,
}

/// The approximate number of variants in the roster.
const VARIANTS: f64 = 29.0;

/// The extents by size of the study.
const EXTENTS: [Extent; 3] = [
    Extent { points: 128, cases: 4, budget: Duration::ZERO, rounds: 5, seconds: 0.03 },
    Extent { points: usize::MAX, cases: usize::MAX, budget: Duration::from_millis(100), rounds: 25, seconds: 0.7 },
    Extent { points: usize::MAX, cases: usize::MAX, budget: Duration::from_secs(1), rounds: 25, seconds: 0.7 },
];

/// Variants and peers timed in turns.
pub struct Duels;

impl Experiment for Duels {
    fn name(&self) -> &'static str {
        "duel"
    }

    fn about(&self) -> &'static str {
        "Variants and peers timed in turns"
    }

    /// Among the programs from outside, shared libraries are timed.
    fn asks_programs(&self) -> bool {
        true
    }

    /// The duel covers all variants, on its own families.
    fn usual(&self) -> Usual {
        Usual::OfEverything
    }

    /// Times are not resumed.
    fn plan(&self, _: &Context) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    fn is_timed(&self) -> bool {
        true
    }

    fn idle(&self, context: &Context) -> Option<String> {
        no_rounded(context)
    }

    fn clocked(&self, context: &Context) -> f64 {
        let extent = context.of_size(EXTENTS);
        let is_wanted = |set: &CaseSet| set.family.points <= extent.points && context.scalars.contains(&set.scalar);
        let sets = case_sets().into_iter().filter(is_wanted).count();
        let share = context.roster.entries().len() as f64 / VARIANTS;
        (sets * usize::from(context.processes)) as f64 * share * (extent.seconds + extent.budget.as_secs_f64())
    }

    fn time(&self, context: &Context, study: &mut Study, watch: &dyn Watch) -> Result<(), String> {
        if watch.is_asked_to_stop() {
            return Ok(());
        }
        let begin = Instant::now();
        *study.of_mut() = match context.processes {
            1 => compare(context, watch),
            several => match processes::of_this_program(several) {
                // A request to stop this program reaches its processes as well.
                Err(_) if watch.is_asked_to_stop() => Vec::new(),
                found => found?,
            },
        };
        let (count, seconds) = (study.of::<Duel>().len(), begin.elapsed().as_secs_f64());
        watch.say(&format_args!("timed variants and peers in turns, {count} times, in {seconds:.1} s"));
        Ok(())
    }
}

/// Runs the duel on one core: two sets of cases side by side would disturb each other's times.
pub fn compare(context: &Context, watch: &dyn Watch) -> Vec<Duel> {
    let extent = context.of_size(EXTENTS);
    let tournament = Tournament {
        roster: &context.roster,
        baseline: Tournament::default_baseline(&context.roster).to_owned(),
        seed: context.seed,
        schedule: Schedule {
            turn: Duration::from_micros(100),
            budget: extent.budget,
            least: extent.rounds,
            most: 1001,
            clock: system,
        },
        cases: extent.cases,
        commit: context.commit.clone(),
    };
    let is_wanted = |set: &CaseSet| set.family.points <= extent.points && context.scalars.contains(&set.scalar);
    let sets: Vec<CaseSet> = case_sets().into_iter().filter(is_wanted).collect();
    watch.begin("duel", sets.len() as u64, 0);
    let mut duels = Vec::new();
    for of_family in by_family(&sets) {
        duels.extend(tournament.compare(of_family));
        watch.advance(of_family.len() as u64);
    }
    watch.end();
    duels
}
