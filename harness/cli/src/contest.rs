//! The contest of a study: variants and peers in turns on the same cases, cell by cell.

use gjk_experiments::contest::Contest;
use gjk_experiments::contest::cell::{Cell, cells, pairs};
use gjk_experiments::contest::rounds::Effort;
use gjk_records::Duel;
use gjk_solvers::entry::Roster;

use crate::arguments::ContestMode;
use crate::progress;

/// Runs it on one core: cells side by side would time each other.
pub fn run(roster: &Roster, seed: u64, mode: ContestMode) -> Vec<Duel> {
    let contest = Contest {
        roster,
        baseline: Contest::default_baseline(roster).to_owned(),
        seed,
        effort: Effort { seconds: mode.seconds, least: mode.rounds, most: 1001, turn: 1e-4 },
        cases: mode.cases,
        commit: Some(env!("GJK_COMMIT").to_owned()),
    };
    let cells: Vec<Cell> = cells().into_iter().filter(|cell| cell.points <= mode.points).collect();
    let bar = progress::bar("contest", cells.len() as u64);
    let mut duels = Vec::new();
    for pair in pairs(&cells) {
        duels.extend(contest.compare(pair));
        bar.inc(pair.len() as u64);
    }
    bar.finish_and_clear();
    duels
}
