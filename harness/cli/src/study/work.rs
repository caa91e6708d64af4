//! Doing the units of a campaign on all cores, until they are done or somebody asks to stop.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use gjk_experiments::campaign::{Plan, Unit};
use gjk_records::Folder;
use rayon::prelude::*;

use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Progress;

/// Does those of the units that are not done yet. Each is written down as soon as it is done. If somebody asks to stop, no more units
/// are begun, and none is written down that programs were asked in: an interrupt may have reached them too.
pub fn run(plan: &Plan, units: &[Unit], folder: &mut Folder) -> Result<(), Failure> {
    let left: Vec<&Unit> = units.iter().filter(|unit| !folder.is_done(&unit.name)).collect();
    let all = units.iter().map(|unit| unit.size).sum();
    let progress = Progress::new("judging", all, left.iter().map(|unit| unit.size).sum());
    let (folder, failed) = (Mutex::new(folder), AtomicBool::new(false));
    let done = left.par_iter().with_max_len(1).try_for_each(|unit| {
        if failed.load(Ordering::Relaxed) || interrupt::is_asked() {
            return Ok(());
        }
        let asks_programs = plan.roster.entries().iter().any(|entry| entry.program().is_some());
        let put = || -> Result<(), Failure> {
            let outcome = plan.run(unit).map_err(|error| Failure::new(format_args!("{}: {error}", unit.name)))?;
            // What a unit found while a program was asked no more is not worth writing down.
            if let Some(fault) = plan.roster.fault() {
                return Err(Failure::new(fault));
            }
            if asks_programs && interrupt::is_asked() {
                return Ok(());
            }
            // A panic of another thread leaves the folder whole: it is written down only when all is on the disk.
            let mut folder = folder.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            folder.put(&unit.name, outcome.rows.as_deref(), outcome.found).map_err(Failure::new)
        };
        put().inspect(|()| progress.advance(unit.size)).inspect_err(|_| failed.store(true, Ordering::Relaxed))
    });
    progress.finish();
    done.map_err(|failure: Failure| failure.and("what is done is kept: when the cause is gone, the same command goes on"))
}
