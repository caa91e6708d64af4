//! The work on the units of experiments: on all cores, each unit written down as soon as it is done, until all are done or a
//! stop is requested.

use std::fmt::Display;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use gjk_records::{Folder, Study};

use crate::context::Context;
use crate::experiment::{Outcome, Unit};
use crate::on_all_cores::on_all_cores;

/// An observer of the work, which may ask it to stop.
pub trait Watch: Sync {
    /// Whether a stop was requested.
    fn is_asked_to_stop(&self) -> bool {
        false
    }

    /// Work of this length begins; `before` is the part that was done earlier.
    fn begin(&self, _label: &'static str, _length: u64, _before: u64) {}

    /// This much more is done.
    ///
    /// Called from any thread.
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

/// Does units, and hands over the result of each with its index.
///
/// After a request to stop, no more units are begun, and no result is handed over for which programs were asked: an interrupt
/// may have reached them too.
///
/// # Errors
/// A failure of a unit or of the receiver of the results. Results that were handed over before are good.
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
            // A unit's result from a time when a program was asked no more is not worth writing down.
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

/// Does the units that are not done yet in a folder, and writes them down there.
///
/// # Errors
/// A description of the failure. Finished units are kept.
pub fn run_in_folder(context: &Context, units: &[Unit], folder: &mut Folder, watch: &dyn Watch) -> Result<(), String> {
    let left: Vec<&Unit> = units.iter().filter(|unit| !folder.is_done(&unit.name)).collect();
    let size = |units: &mut dyn Iterator<Item = &Unit>| units.map(|unit| unit.size).sum::<u64>();
    let before = size(&mut units.iter()) - size(&mut left.iter().copied());
    let folder = Mutex::new(folder);
    run(context, &left, before, watch, |place, outcome| {
        // A panic of another thread leaves the folder whole: it is written down only when all is on the disk.
        let mut folder = folder.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        folder.put(&left[place].name, outcome.rows.as_deref(), outcome.found).map_err(|error| error.to_string())
    })
}

/// Does units without a folder, and returns the results of those that were done, merged in their order.
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
