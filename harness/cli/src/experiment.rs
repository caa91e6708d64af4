//! Commands that run one experiment and print its results: in memory, or with a journal, so that they can be continued and
//! merged.

use std::path::Path;

use gjk_records::{JOURNAL, Study};
use gjk_study::experiment::Unit;
use gjk_study::{Context, runner};

use crate::failure::Failure;
use crate::progress::Watcher;
use crate::shard::Shard;
use crate::{interrupt, output, study};

/// Does the units of a shard, and returns `None` if it is interrupted before all of them are done.
pub fn run(
    context: &Context,
    units: Vec<Unit>,
    shard: Shard,
    journal: Option<&Path>,
    fresh: bool,
) -> Result<Option<Study>, Failure> {
    let units = study::mine(units, shard);
    let Some(out) = journal else {
        return runner::run_in_memory(context, &units, &Watcher::default()).map(Some).map_err(Failure::new);
    };
    output::prepare(out)?;
    interrupt::watch();
    let campaign = study::campaign(context, None, shard, units.len())?;
    let mut folder = study::begin(out, &campaign, fresh)?;
    if !study::done(context, &units, &mut folder, out)? {
        return Ok(None);
    }
    let study = study::gathered(&folder, &units, &campaign)?;
    study::keep(context, &study, out)?;
    folder.finish(units.iter().map(|unit| &unit.name[..])).map_err(Failure::new)?;
    eprintln!("kept in {}", out.join(JOURNAL).display());
    Ok(Some(study))
}
