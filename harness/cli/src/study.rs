//! `gjk study`: the main job.

mod conclusion;
mod mode;
mod setup;
mod work;

use std::process::ExitCode;
use std::time::Instant;

use gjk_experiments::campaign::{Plan, Unit};
use gjk_records::{Folder, Study};
use gjk_solvers::Roster;

use crate::arguments;
use crate::failure::Failure;
use crate::shard::Shard;
use crate::{duel, interrupt, on_threads, output};

pub use conclusion::{clear, conclude, keep};
pub use mode::DuelMode;
use setup::Setup;
pub use setup::hull_family;

pub fn run(mut roster: Roster, arguments: &arguments::Study) -> Result<ExitCode, Failure> {
    let setup = Setup::of(&mut roster, arguments)?;
    let roster = &roster;
    if arguments.lines {
        return duel::print(roster, arguments.seed, setup.mode.duel);
    }
    let out = &arguments.folder();
    output::prepare(out)?;
    on_threads(arguments.threads)?;
    interrupt::watch();
    let census = || {
        let mut census = gjk_claims::census(arguments.seed, setup.mode.census);
        census.retain(|tally| roster.named(&tally.variant).is_some());
        census
    };
    let plan = setup.plan(roster, arguments, &census);
    let units = mine(&plan, arguments.shard);
    let campaign = setup.campaign(roster, arguments, units.len() as u64)?;
    let mut folder = Folder::begin(out, &campaign, arguments.fresh).map_err(Failure::new)?;
    if folder.is_empty() {
        eprintln!("writing to {}", out.display());
    } else {
        eprintln!("{}: going on: {} of {} units are done", out.display(), folder.len(), units.len());
    }
    for unit in folder.damaged() {
        eprintln!("{}: the rows of {unit} are damaged; the unit is done again", out.display());
    }
    conclusion::clear(out)?;

    let begin = Instant::now();
    work::run(&plan, &units, &mut folder)?;
    let interrupted = || {
        let (done, all, out) = (folder.len(), units.len(), out.display());
        eprintln!("interrupted: {done} of {all} units are done and kept in {out}; the same command goes on");
        Ok(ExitCode::from(interrupt::EXIT))
    };
    if interrupt::is_asked() {
        return interrupted();
    }
    let names = || units.iter().map(|unit| &unit.name[..]);
    let mut study = Study { facts: campaign.facts.clone(), ..Study::default() };
    for done in folder.each(names()).map_err(Failure::new)? {
        study.take(done.map_err(Failure::new)?.found);
    }
    let answers: u64 = study.answers.iter().map(|answers| answers.applicable()).sum();
    eprintln!("{answers} answers, judged in {} units, in {:.1} s", units.len(), begin.elapsed().as_secs_f64());
    if arguments.shard == Shard::WHOLE {
        conclusion::measure(&mut study, &plan, &setup, arguments)?;
        if interrupt::is_asked() {
            return interrupted();
        }
        conclude(&study, roster, &setup.families, out)?;
        folder.finish(names()).map_err(Failure::new)?;
    } else {
        study.write(out).map_err(Failure::new)?;
        folder.finish(names()).map_err(Failure::new)?;
        eprintln!("shard {} is done; when all are, put them together with `gjk merge DIR… --out DIR`", arguments.shard);
    }
    Ok(ExitCode::SUCCESS)
}

/// The units of a shard.
fn mine<'a>(plan: &Plan<'a>, shard: Shard) -> Vec<Unit<'a>> {
    plan.units().into_iter().zip(0..).filter(|(_, index)| shard.takes(*index)).map(|(unit, _)| unit).collect()
}
