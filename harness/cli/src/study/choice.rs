//! The choices by the arguments of a study: families, variants, scalars, parts.

use std::path::Path;

use gjk_cases::corpus;
use gjk_cases::family::{Family, families, motions};
use gjk_records::{CORPUS, name};
use gjk_solvers::Roster;
use gjk_study::experiment::{EXPERIMENTS, Experiment, Usual};
use gjk_study::{Context, KeptRows, Size};

use super::campaign::{command, hull_family, machine};
use crate::address::unknown_family;
use crate::arguments::{Rows, Study};
use crate::check::known_variants;
use crate::failure::Failure;
use crate::shard::Shard;

/// True if a name is among the chosen ones, or if none is chosen.
fn is_among(chosen: &[String], name: &str) -> bool {
    chosen.is_empty() || chosen.iter().any(|chosen| chosen == name)
}

/// The context that the arguments choose, and the digests of the files of hulls.
pub fn context(mut roster: Roster, arguments: &Study) -> Result<(Context, Option<String>), Failure> {
    let (mut all, mut hulls) = (families(), Vec::new());
    for path in &arguments.hulls {
        let family = hull_family(path)?;
        if family.name() == CORPUS || all.iter().any(|known| known.name() == family.name()) {
            let name = family.name();
            return Err(Failure::new(format_args!(
                "{}: there is already a family `{name}`; give the file of hulls another name",
                path.display()
            )));
        }
        if !is_among(&arguments.families, family.name()) {
            return Err(Failure::new(format_args!(
                "--hulls {}: --family leaves them out; their family is `{1}`, add --family {1}",
                path.display(),
                family.name()
            )));
        }
        hulls.push(format!("{} {}", family.name(), digest_of(path)?));
        all.push(Box::new(family));
    }
    for name in &arguments.families {
        if name != CORPUS && all.iter().all(|family| family.name() != name) {
            return Err(unknown_family(name));
        }
    }
    known_variants(&roster, &arguments.variants)?;
    for entry in roster.entries() {
        name(entry.about.name).map_err(|message| Failure::new(format_args!("the name of a variant: {message}")))?;
    }
    let is_chosen = |name: &str| is_among(&arguments.families, name);
    all.retain(|family| is_chosen(family.name()));
    roster.retain(|entry| is_among(&arguments.variants, entry.about.name));
    let mut context = Context::new(roster);
    context.variants.clone_from(&arguments.variants);
    context.families = all;
    context.motions = motions().into_iter().filter(|motion| is_chosen(motion.name())).collect();
    context.corpus = if is_chosen(CORPUS) { corpus::all() } else { Vec::new() };
    context.scalars.retain(|scalar| arguments.scalars.is_empty() || arguments.scalars.contains(scalar));
    context.seed = arguments.seed;
    context.tolerance = arguments.tolerance;
    context.size = match (arguments.quick, arguments.full) {
        (true, _) => Size::Quick,
        (_, true) => Size::Full,
        _ => Size::Usual,
    };
    context.cases = arguments.cases;
    context.kept = match arguments.rows {
        Rows::All => KeptRows::All,
        Rows::Failures => KeptRows::Failures,
        Rows::None => KeptRows::Nothing,
    };
    context.parts = parts(arguments)?;
    leave_out_idle(&mut context, arguments)?;
    context.processes = arguments.processes;
    context.machine = machine();
    context.commit = Some(env!("GJK_COMMIT").to_owned());
    context.command = command(&context.roster, arguments);
    Ok((context, if hulls.is_empty() { None } else { Some(hulls.join(", ")) }))
}

/// Removes the parts that have nothing to do for this choice.
///
/// # Errors
/// One of these parts was requested by name, or no part is left.
fn leave_out_idle(context: &mut Context, arguments: &Study) -> Result<(), Failure> {
    let idle = |experiment: &&dyn Experiment| Some((experiment.name(), experiment.idle(context)?));
    let idle: Vec<(&str, String)> = context.experiments().filter_map(|experiment| idle(&experiment)).collect();
    let is_nothing_left = idle.len() == context.parts.len();
    if let Some((part, why)) = idle.first().filter(|_| is_nothing_left || !arguments.parts.is_empty()) {
        return Err(Failure::new(format_args!("--part {part}: there is nothing to do: {why}")));
    }
    context.parts.retain(|part| idle.iter().all(|(name, _)| name != part));
    Ok(())
}

fn digest_of(path: &Path) -> Result<String, Failure> {
    // The contents of a pipe are not available when the study continues.
    if !path.is_file() {
        return Err(Failure::new(format_args!(
            "--hulls {}: a study that continues reads them again: give a regular file",
            path.display()
        )));
    }
    std::fs::read(path).map_err(Failure::io(path)).map(|bytes| gjk_solvers::digest(&bytes))
}

/// The chosen parts in their order; a shard has no timed parts, since times are measured by one process alone.
fn parts(arguments: &Study) -> Result<Vec<&'static str>, Failure> {
    let is_shard = arguments.shard != Shard::WHOLE;
    let is_named = |experiment: &dyn Experiment| arguments.parts.iter().any(|part| part == experiment.name());
    if let Some(timed) = EXPERIMENTS.iter().find(|experiment| is_shard && experiment.is_timed() && is_named(**experiment)) {
        let part = timed.name();
        return Err(Failure::new(format_args!(
            "--part {part} with --shard: times are measured by one process alone; run `gjk study --part {part}` separately, \
             and give its folder to `gjk report` in addition to the merged one"
        )));
    }
    let is_of_everything = arguments.families.is_empty() && arguments.variants.is_empty();
    let is_chosen = |experiment: &dyn Experiment| {
        if !arguments.parts.is_empty() {
            return is_named(experiment);
        }
        let is_usual = match experiment.usual() {
            Usual::Always => true,
            Usual::OfEverything => is_of_everything,
            Usual::Never => false,
        };
        is_usual && !(is_shard && experiment.is_timed())
    };
    let parts: Vec<&str> = EXPERIMENTS.iter().filter(|one| is_chosen(**one)).map(|one| one.name()).collect();
    if arguments.processes != 1 && !parts.contains(&"duel") {
        return Err(Failure::new(
            "--processes: these measure the times of the part `duel`, which is not chosen; add it with --part",
        ));
    }
    Ok(parts)
}
