//! The duel of a study: variants and peers in turns on the same cases, family by family.

use std::process::ExitCode;
use std::time::Duration;

use gjk_clock::{Schedule, system};
use gjk_experiments::duel::{CaseSet, Plan, by_family, case_sets, processes};
use gjk_records::Duel;
use gjk_solvers::Roster;

use crate::failure::Failure;
use crate::study::DuelMode;
use crate::{interrupt, progress};

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

/// What so many processes of this program find; nothing where somebody asks to stop.
pub fn by_processes(count: u16) -> Result<Vec<Duel>, Failure> {
    match processes::of_this_program(count) {
        // Who asks this program to stop asks its processes as well.
        Err(_) if interrupt::is_asked() => Ok(Vec::new()),
        found => found.map_err(Failure::new),
    }
}

/// Runs it as one of several processes, and prints what was found.
pub fn print(roster: &Roster, seed: u64, mode: DuelMode) -> Result<ExitCode, Failure> {
    processes::print(&run(roster, seed, mode))?;
    Ok(ExitCode::SUCCESS)
}
