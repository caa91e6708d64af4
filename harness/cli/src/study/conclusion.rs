//! What is made of a campaign when all of its units are done: times, the largest errors, tables and figures.

use std::path::Path;
use std::time::Instant;

use gjk_cases::corpus;
use gjk_cases::family::Family;
use gjk_clock::Schedule;
use gjk_experiments::campaign::Plan;
use gjk_experiments::timing;
use gjk_records::{Study, Timing};
use gjk_solvers::Roster;

use super::setup::{Setup, machine};
use crate::arguments::{self, Part};
use crate::failure::Failure;
use crate::{duel, interrupt, output, progress, report};

/// The file of the largest errors.
const WORST: &str = "worst.jsonl";

/// Removes what an earlier campaign made of its records, so that it does not pass for this one's.
pub fn clear(folder: &Path) -> Result<(), Failure> {
    gjk_reports::clear(folder).map_err(Failure::new)?;
    match std::fs::remove_file(folder.join(WORST)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Failure::io(&folder.join(WORST))(error)),
        _ => Ok(()),
    }
}

/// Takes the times of this machine; cut short where somebody asks to stop.
pub fn measure(study: &mut Study, plan: &Plan, setup: &Setup, arguments: &arguments::Study) -> Result<(), Failure> {
    if setup.has(Part::Times) {
        let begin = Instant::now();
        study.timings = time(plan, setup);
        eprintln!("timed {} queries in {:.1} s", study.timings.len(), begin.elapsed().as_secs_f64());
        if setup.has(Part::Traces) && !interrupt::is_asked() {
            let begin = Instant::now();
            let traces = setup.traces(plan.roster, arguments);
            let bar = progress::bar("traces", traces.settings().len() as u64);
            traces.time(&mut study.traces, &machine(), || bar.inc(1));
            bar.finish_and_clear();
            eprintln!("timed moving pairs from cold and warm starts in {:.1} s", begin.elapsed().as_secs_f64());
        }
    }
    if setup.has(Part::Duel) && !interrupt::is_asked() {
        let begin = Instant::now();
        study.duels = match arguments.processes {
            1 => duel::run(plan.roster, arguments.seed, setup.mode.duel),
            several => duel::by_processes(several)?,
        };
        eprintln!("timed variants and peers in turns, {} times, in {:.1} s", study.duels.len(), begin.elapsed().as_secs_f64());
    }
    Ok(())
}

/// Times the first cases of each family.
fn time(campaign: &Plan, setup: &Setup) -> Vec<Timing> {
    let mode = setup.mode;
    let (cases, schedule) = (mode.timed.min(mode.cases), Schedule::rounds(mode.turn, mode.rounds));
    let plan = timing::Plan { campaign, cases, schedule, machine: machine() };
    let bar = progress::bar("timing", (setup.families.len() * setup.rounded.len()) as u64 * cases);
    let mut all = Vec::new();
    for family in &setup.families {
        for &arithmetic in setup.rounded.iter().take_while(|_| !interrupt::is_asked()) {
            all.extend(plan.of_family(family.as_ref(), arithmetic));
            bar.inc(cases);
        }
    }
    bar.finish_and_clear();
    all
}

/// Writes the files of a study, tables and figures, and prints the summary.
pub fn conclude(study: &Study, roster: &Roster, families: &[Box<dyn Family>], out: &Path) -> Result<(), Failure> {
    keep(study, roster, families, out)?;
    report::draw(study, out)
}

/// Writes the files of a study: what tables and figures are made from, and the largest errors, whose cases are of these families or
/// of the corpus.
pub fn keep(study: &Study, roster: &Roster, families: &[Box<dyn Family>], out: &Path) -> Result<(), Failure> {
    study.write(out).map_err(Failure::new)?;
    let Study { facts, answers, .. } = study;
    let worst = gjk_experiments::worst::of_answers(roster, answers, families, &corpus::wild(), facts.seed, &facts.command);
    output::write(&out.join(WORST), &worst)
}
