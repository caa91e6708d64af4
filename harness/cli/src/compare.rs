//! `gjk compare`: two studies, before and after a change.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gjk_cases::spelling::{did_you_mean, nearest};
use gjk_records::JOURNAL;
use gjk_reports::compare::{Comparison, Finding, Selection, Side, common};

use crate::arguments::{Compare, Denied};
use crate::failure::Failure;
use crate::output::{self, tell};

/// The most names in a message.
const NAMES: usize = 10;

pub fn run(arguments: &Compare) -> Result<ExitCode, Failure> {
    if let Some(out) = arguments.out.as_ref().filter(|out| out.join(JOURNAL).exists()) {
        return Err(Failure::new(format_args!("{}: holds a study; choose another folder with --out", out.display())));
    }
    let comparison = compared(arguments)?;
    let written = match &arguments.out {
        Some(out) => {
            output::prepare(out)?;
            comparison.write(out, arguments.width).map_err(Failure::new)?
        }
        None => Vec::new(),
    };
    let printed = print(&comparison, &written);
    let mut is_denied = false;
    for denied in &arguments.deny {
        if let Some(message) = denial(&comparison, *denied)? {
            tell(format_args!("denied: {message}"));
            is_denied = true;
        }
    }
    match printed {
        // A reader that closes the pipe does not change the denied findings.
        Err(Failure::ClosedPipe) => {}
        printed => printed?,
    }
    if output::is_same(&arguments.old, &arguments.new) {
        tell(format_args!("OLD and NEW are the same folder: a study does not differ from itself"));
    }
    Ok(if is_denied { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// The requested comparison, with the other runs of the old program.
///
/// # Errors
/// A folder cannot be read, a name is not in both studies, or the studies have nothing in common.
fn compared(arguments: &Compare) -> Result<Comparison, Failure> {
    let (old, new) = (side(&arguments.old)?, side(&arguments.new)?);
    let both = common(&old, &new);
    let scalars: Vec<String> = arguments.scalars.iter().map(|scalar| scalar.name().to_owned()).collect();
    known("variant", &arguments.variants, &both.variants)?;
    known("family", &arguments.families, &both.families)?;
    known("scalar", &scalars, &both.scalars)?;
    let selection = Selection { variants: arguments.variants.clone(), families: arguments.families.clone(), scalars };
    let mut comparison = Comparison::new(&old, &new, &selection);
    if comparison.rows.is_empty() && comparison.times.rows.is_empty() {
        return Err(Failure::new(format_args!(
            "{} and {} have no answers or times of the same variant, scalar and family: nothing is compared ({} against {})",
            arguments.old.display(),
            arguments.new.display(),
            has(&old),
            has(&new)
        )));
    }
    let again = arguments.again.iter().map(|folder| side(folder)).collect::<Result<Vec<_>, _>>()?;
    comparison.repeat(&old, &again, &selection);
    Ok(comparison)
}

fn side(folder: &Path) -> Result<Side, Failure> {
    let mut side = Side::read(folder).map_err(Failure::new)?;
    side.study.facts.kinds.complete(gjk_study::drawn::known());
    Ok(side)
}

/// The first variants and families of a study, in words.
fn has(side: &Side) -> String {
    let names = |names: Vec<&str>| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    let facts = &side.study.facts;
    let variants = facts.variants.iter().map(|name| &name[..]).take(NAMES).collect();
    let families = facts.families.iter().map(|family| &family.name[..]).take(NAMES).collect();
    format!("variants {}; families {}", names(variants), names(families))
}

fn print(comparison: &Comparison, written: &[PathBuf]) -> Result<(), Failure> {
    let mut stdout = output::stdout();
    stdout.write_all(comparison.text().as_bytes())?;
    if let [first, rest @ ..] = written {
        let names = rest.iter().filter_map(|path| path.file_name()?.to_str());
        let rest: Vec<&str> = names.filter(|name| !name.starts_with("compare-")).collect();
        writeln!(stdout, "\n{}, and next to it {}", first.display(), rest.join(", "))?;
        writeln!(stdout, "for papers compare-SCALAR.tex, compare-figure-SCALAR.pdf and compare-numbers.tex")?;
    }
    Ok(stdout.flush()?)
}

/// Refuses a name that is not in both studies.
fn known(what: &str, names: &[String], both: &[String]) -> Result<(), Failure> {
    let Some(name) = names.iter().find(|name| !both.contains(name)) else { return Ok(()) };
    let near = nearest(name, both.iter().map(String::as_str));
    let there_are = if both.is_empty() { "none".to_owned() } else { both.join(", ") };
    Err(Failure::new(format_args!(
        "there is no {what} `{name}` in both studies{} there are {there_are}",
        did_you_mean(";", near)
    )))
}

/// Names as a text, with only the first ones if there are many.
fn listed(names: Vec<String>) -> String {
    let more = if names.len() > NAMES { format!(" and {} more", names.len() - NAMES) } else { String::new() };
    names[..names.len().min(NAMES)].join(", ") + &more
}

/// The denied finding, if it occurs.
///
/// # Errors
/// The studies do not allow this finding, so it cannot be denied.
fn denial(comparison: &Comparison, denied: Denied) -> Result<Option<String>, Failure> {
    let refused = |why: &str| Failure::new(format_args!("--deny {}: {why}", denied.name()));
    let found = match denied {
        Denied::Worse | Denied::Any if comparison.tolerance.is_none() => {
            return Err(refused("the tolerances of the two studies differ, and so do rulings; judge both with the same"));
        }
        Denied::Worse | Denied::Any if comparison.rows.is_empty() => {
            return Err(refused("the two studies have no answers of the same variant, scalar and family: nothing is compared"));
        }
        Denied::Any if !comparison.is_paired() => {
            let seeds = comparison.differences.iter().find(|line| line.starts_with("seed: "));
            return Err(match seeds {
                Some(seeds) => refused(&format!("the studies have no case in common ({seeds}); make both with one --seed")),
                None => refused("there are families without common rows; make both studies with --rows all"),
            });
        }
        Denied::Slower if comparison.times.machines[0] != comparison.times.machines[1] => {
            return Err(refused("the times are of different machines"));
        }
        Denied::Slower if comparison.times.repeats.is_none() => {
            return Err(refused(
                "this needs more runs of the old program, --again DIR, with times of four variants or more on the machine of \
                 OLD",
            ));
        }
        Denied::Slower if comparison.times.rows.iter().all(|row| row.relative.is_none()) => {
            return Err(refused(
                "there are no times of four variants or more in both studies: there is no drift to compare with",
            ));
        }
        Denied::Worse => {
            let worse = comparison.found(Finding::Worse).into_iter().map(|row| row.name()).collect::<Vec<_>>();
            (!worse.is_empty()).then(|| format!("worse: {}", listed(worse)))
        }
        Denied::Any => {
            let failures = comparison.new_failures();
            let name = |failure: &&_| {
                let gjk_reports::compare::Changed { case, variant, scalar, .. } = failure;
                format!("{case} by {variant} in {scalar}")
            };
            let names: Vec<String> = failures.iter().map(name).collect();
            (!names.is_empty()).then(|| format!("{} new failures or refusals: {}", names.len(), listed(names)))
        }
        Denied::Slower => {
            let slower = comparison.times.rows.iter().filter(|row| comparison.times.is_slower(row));
            let slower: Vec<String> = slower.map(|row| format!("{} in {}", row.variant, row.scalar)).collect();
            (!slower.is_empty()).then(|| format!("slower: {}", listed(slower)))
        }
    };
    Ok(found)
}
