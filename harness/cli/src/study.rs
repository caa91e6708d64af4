//! `gjk study`: the main command.

mod campaign;
mod choice;

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use gjk_records::{Duel, Folder, Study};
use gjk_solvers::Roster;
use gjk_study::experiment::Unit;
use gjk_study::forecast::{Forecast, about};
use gjk_study::{Context, duel, runner};

use crate::failure::Failure;
use crate::output::count;
use crate::progress::Watcher;
use crate::shard::Shard;
use crate::{arguments, interrupt, on_threads, output, report};

pub use campaign::{campaign, hull_family, of_facts};

pub fn run(roster: Roster, arguments: &arguments::Study) -> Result<ExitCode, Failure> {
    let (context, hulls) = choice::context(roster, arguments)?;
    if arguments.lines {
        duel::processes::print(&duel::compare(&context, &Watcher::default()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let out = &arguments.folder();
    output::prepare(out)?;
    on_threads(arguments.threads)?;
    interrupt::watch();
    let watch = Watcher::default();
    let units = mine(runner::units(&context), arguments.shard);
    let campaign = campaign(&context, hulls, arguments.shard, units.len())?;
    let was_there = Folder::is_in(out);
    let mut folder = begin(out, &campaign, arguments.fresh)?;
    // Without an earlier study, the files belong to the user, even if they have the names of figures.
    if was_there {
        clear(out)?;
    }
    foretell(&context, arguments.shard, &units, &folder);

    let start = Instant::now();
    if !done(&context, &units, &mut folder, out)? {
        return Ok(ExitCode::from(interrupt::EXIT));
    }
    let mut study = gathered(&folder, &units, &campaign)?;
    let answers: u64 = study.answers.iter().map(|answers| answers.applicable()).sum();
    if !units.is_empty() {
        let units = count(units.len() as u64, "unit", "units");
        let answers = (answers > 0).then(|| count(answers, "answer", "answers"));
        let judged = answers.map_or_else(|| format!("{units} done"), |answers| format!("{answers}, judged in {units}"));
        eprintln!("{judged}, in {:.1} s", start.elapsed().as_secs_f64());
    }
    let names = || units.iter().map(|unit| &unit.name[..]);
    if arguments.shard == Shard::WHOLE {
        for experiment in context.experiments() {
            experiment.time(&context, &mut study, &watch).map_err(Failure::new)?;
        }
        if interrupt::is_asked() {
            say_interrupted(&folder, units.len(), out);
            return Ok(ExitCode::from(interrupt::EXIT));
        }
        keep(&context, &study, out)?;
        report::draw_study(&context.roster, &study, out)?;
        folder.finish(names()).map_err(Failure::new)?;
        if let Some(text) = ended_while_timed(&study) {
            output::tell(text);
            return Ok(ExitCode::FAILURE);
        }
    } else {
        study.write(out).map_err(Failure::new)?;
        folder.finish(names()).map_err(Failure::new)?;
        eprintln!("shard {} is done; when all are, combine them with `gjk merge DIR… --out DIR`", arguments.shard);
    }
    Ok(ExitCode::SUCCESS)
}

/// The final message about libraries that ended while they were timed; `None` if there are none.
fn ended_while_timed(study: &Study) -> Option<String> {
    let ended = |duel: &&Duel| !duel.ended.is_empty();
    let first = study.of::<Duel>().iter().find(ended)?;
    let of_it = || study.of::<Duel>().iter().filter(ended).filter(|duel| duel.variant == first.variant);
    let (sets, others) = (of_it().count(), of_it().filter(|duel| duel.ended == Duel::NOT_ASKED).count());
    let Duel { variant, family, points, gap, scalar, ended, .. } = first;
    Some(format!(
        "the campaign is finished, but {variant} has no time on {sets} sets of cases: it {ended} rounds on {family}/{points}/{gap}/{scalar}, and was not \
         asked on {others} others"
    ))
}

/// Prints the work of the study and its approximate duration, before it begins.
fn foretell(context: &Context, shard: Shard, units: &[Unit], folder: &Folder) {
    let [all, left] = [false, true].map(|left| {
        let units = units.iter().filter(|unit| !left || !folder.is_done(&unit.name));
        units.map(|unit| unit.size).sum::<u64>() as f64
    });
    let forecast = Forecast::of(context, shard.of);
    let judging = forecast.judging.mul_f64(if all > 0.0 { left / all } else { 1.0 });
    let parts = context.parts.join(", ");
    let timing = match forecast.timing.as_secs() {
        0 => String::new(),
        _ => format!(", then {} of times on one", about(forecast.timing)),
    };
    eprintln!(
        "study of {} on {} ({parts}): about {} on this machine: {} of judging on {}{timing}",
        count(context.roster.entries().len() as u64, "variant", "variants"),
        count(context.families.len() as u64, "family", "families"),
        about(judging + forecast.timing),
        about(judging),
        count(rayon::current_num_threads() as u64, "core", "cores")
    );
}

/// The units of a shard.
pub fn mine(units: Vec<Unit<'_>>, shard: Shard) -> Vec<Unit<'_>> {
    units.into_iter().zip(0..).filter(|(_, index)| shard.takes(*index)).map(|(unit, _)| unit).collect()
}

/// Locks a folder for a campaign, and prints whether the campaign continues there.
pub fn begin(out: &Path, campaign: &gjk_records::Campaign, fresh: bool) -> Result<Folder, Failure> {
    if !fresh && let Some(names) = of_others(out).map_err(Failure::io(out))? {
        return Err(Failure::new(format_args!(
            "{}: it holds files that no study wrote ({names}); choose another folder, or --fresh to write next to them: none \
             of these files is removed",
            out.display()
        )));
    }
    let folder = Folder::begin(out, campaign, fresh).map_err(Failure::new)?;
    if folder.is_empty() {
        eprintln!("writing to {}", out.display());
    } else {
        eprintln!("{}: continuing: {} of {} units are done", out.display(), folder.len(), campaign.units);
    }
    for unit in folder.damaged() {
        eprintln!("{}: the rows of {unit} are damaged; the unit is done again", out.display());
    }
    Ok(folder)
}

/// The first files in a folder without a study, in words; `None` if there are no files, or if there was a study.
fn of_others(out: &Path) -> std::io::Result<Option<String>> {
    let has_study = Folder::is_in(out);
    if has_study || !out.is_dir() {
        return Ok(None);
    }
    let entries: Vec<_> = std::fs::read_dir(out)?.collect::<std::io::Result<_>>()?;
    let mut names: Vec<String> = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| !Folder::is_own_name(name));
    names.sort();
    let more = if names.len() > FEW { ", …" } else { "" };
    Ok((!names.is_empty()).then(|| names[..names.len().min(FEW)].join(", ") + more))
}

/// The most such files that are named.
const FEW: usize = 4;

/// Does the units that are not done yet; false if it is interrupted before all of them are done.
pub fn done(context: &Context, units: &[Unit], folder: &mut Folder, out: &Path) -> Result<bool, Failure> {
    let run = runner::run_in_folder(context, units, folder, &Watcher::default());
    run.map_err(|message| {
        Failure::new(message).and(
            "finished units are kept; once the cause is gone, the same command \
        continues",
        )
    })?;
    if interrupt::is_asked() {
        say_interrupted(folder, units.len(), out);
    }
    Ok(!interrupt::is_asked())
}

fn say_interrupted(folder: &Folder, all: usize, out: &Path) {
    let (done, out) = (folder.len(), out.display());
    eprintln!("interrupted: {done} of {all} units are done and kept in {out}; the same command continues");
}

/// The merged results of the units, in their order.
pub fn gathered(folder: &Folder, units: &[Unit], campaign: &gjk_records::Campaign) -> Result<Study, Failure> {
    let mut study = Study { facts: campaign.facts.clone(), ..Study::default() };
    for done in folder.each(units.iter().map(|unit| &unit.name[..])).map_err(Failure::new)? {
        study.take(done.map_err(Failure::new)?.found);
    }
    Ok(study)
}

/// Removes the files that an earlier campaign made of its records, so that they are not taken for those of this one.
pub fn clear(folder: &Path) -> Result<(), Failure> {
    gjk_reports::clear(folder).map_err(Failure::new)?;
    for file in gjk_study::experiment::EXPERIMENTS.iter().flat_map(|experiment| experiment.beside()) {
        match std::fs::remove_file(folder.join(file)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(Failure::io(&folder.join(file))(error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Writes the files of a study: the input of tables and figures, and the files that experiments make of their lines.
pub fn keep(context: &Context, study: &Study, out: &Path) -> Result<(), Failure> {
    study.write(out).map_err(Failure::new)?;
    for experiment in context.experiments() {
        for (file, text) in experiment.beside().iter().zip(experiment.texts(context, study)) {
            output::write(&out.join(file), &text)?;
        }
    }
    Ok(())
}
