//! The run of the units of experiments: on all cores, with each result stored as soon as its unit is finished, until all units
//! are finished or a stop is requested.

use std::fmt::Display;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use gjk_records::{Folder, Study};

use crate::context::Context;
use crate::experiment::{Outcome, Unit};
use crate::on_all_cores::on_all_cores;

/// An observer of the work, which may request a stop.
pub trait Watch: Sync {
    /// Whether a stop was requested.
    fn is_asked_to_stop(&self) -> bool {
        false
    }

    /// Work of this length begins; `before` is the part that was done earlier.
    fn begin(&self, _label: &'static str, _length: u64, _before: u64) {}

    /// A further part of this length is done.
    ///
    /// It may be called from any thread.
    fn advance(&self, _by: u64) {}

    /// The work is over.
    fn end(&self) {}

    /// A message for the user.
    fn say(&self, _message: &dyn Display) {}
}

/// No observer.
impl Watch for () {}

/// All units of the experiments that are run, in their order.
pub fn units(context: &Context) -> Vec<Unit<'_>> {
    context.experiments().flat_map(|experiment| experiment.units(context)).collect()
}

/// Runs units, and passes the index and the result of each to `take`.
///
/// After a stop is requested, no further unit begins. If the run asks external programs, no further result is passed on either:
/// the interrupt may have reached the programs too.
///
/// # Errors
/// A failure of a unit or of `take`. Results that were passed on earlier are valid.
fn run(
    context: &Context,
    units: &[&Unit],
    before: u64,
    watch: &dyn Watch,
    take: impl Fn(usize, Outcome) -> Result<(), String> + Sync,
) -> Result<(), String> {
    let left: u64 = units.iter().map(|unit| unit.size).sum();
    watch.begin("judging", before + left, before);
    let asks_programs = context.roster.entries().iter().any(|entry| entry.program().is_some());
    let failed = AtomicBool::new(false);
    let done = on_all_cores(units.len(), &|place| {
        let unit = units[place];
        if failed.load(Ordering::Relaxed) || watch.is_asked_to_stop() {
            return Ok(());
        }
        let put = || {
            let outcome = unit.run().map_err(|error| format!("{}: {error}", unit.name))?;
            // If a program has a fault, it is no longer asked: the unit's result may be incomplete, and is not stored.
            match context.roster.fault() {
                Some(fault) => Err(fault),
                None if asks_programs && watch.is_asked_to_stop() => Ok(()),
                None => take(place, outcome),
            }
        };
        put().inspect(|()| watch.advance(unit.size)).inspect_err(|_| failed.store(true, Ordering::Relaxed))
    });
    watch.end();
    done.into_iter().collect()
}

/// Runs the units whose results are not yet in a folder, and stores their results there.
///
/// # Errors
/// A description of the failure. Finished units are kept.
pub fn run_in_folder(context: &Context, units: &[Unit], folder: &mut Folder, watch: &dyn Watch) -> Result<(), String> {
    let left: Vec<&Unit> = units.iter().filter(|unit| !folder.is_done(&unit.name)).collect();
    let size = |units: &mut dyn Iterator<Item = &Unit>| units.map(|unit| unit.size).sum::<u64>();
    let before = size(&mut units.iter()) - size(&mut left.iter().copied());
    let folder = Mutex::new(folder);
    run(context, &left, before, watch, |place, outcome| {
        // A panic in another thread leaves the folder consistent: a unit is entered only when all its rows are on the disk.
        let mut folder = folder.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        folder.put(&left[place].name, outcome.rows.as_deref(), outcome.found).map_err(|error| error.to_string())
    })
}

/// Runs units without a folder, and returns the merged results of the finished units, in the order of the units.
///
/// # Errors
/// A description of the failure.
pub fn run_in_memory(context: &Context, units: &[Unit], watch: &dyn Watch) -> Result<Study, String> {
    let found = Mutex::new((0..units.len()).map(|_| None).collect::<Vec<_>>());
    let all: Vec<&Unit> = units.iter().collect();
    run(context, &all, 0, watch, |place, outcome| {
        found.lock().unwrap_or_else(|poisoned| poisoned.into_inner())[place] = Some(outcome.found);
        Ok(())
    })?;
    let mut study = Study::default();
    let found = found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    found.into_iter().flatten().for_each(|found| study.take(found));
    Ok(study)
}
