//! The duel of a study: variants and peers in turns on the same cases, family by family.

use std::time::Duration;

use gjk_clock::{Schedule, system};
use gjk_experiments::duel::{CaseSet, Plan, by_family, case_sets};
use gjk_records::Duel;
use gjk_solvers::Roster;

use crate::progress;
use crate::study::DuelMode;

/// Runs it on one core: two sets of cases side by side would time each other.
pub fn run(roster: &Roster, seed: u64, mode: DuelMode) -> Vec<Duel> {
    let plan = Plan {
        roster,
        baseline: Plan::default_baseline(roster).to_owned(),
        seed,
        schedule: Schedule {
            turn: Duration::from_micros(100),
            budget: mode.budget,
            least: mode.rounds,
            most: 1001,
            clock: system,
        },
        cases: mode.cases,
        commit: Some(env!("GJK_COMMIT").to_owned()),
    };
    let sets: Vec<CaseSet> = case_sets().into_iter().filter(|set| set.family.points <= mode.points).collect();
    let bar = progress::bar("duel", sets.len() as u64);
    let mut duels = Vec::new();
    for of_family in by_family(&sets) {
        duels.extend(plan.compare(of_family));
        bar.inc(of_family.len() as u64);
    }
    bar.finish_and_clear();
    duels
}
