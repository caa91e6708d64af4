//! `gjk merge`: merges the shards of a campaign.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gjk_cases::family::{Family, families};
use gjk_records::{Campaign, Done, Folder, JOURNAL, Journal, Room, StoredRows, Study, UnitResult};
use gjk_solvers::Roster;

use crate::arguments::Merge;
use crate::failure::Failure;
use crate::output::{self, is_same};
use crate::report::draw_study;
use crate::shard::Shard;
use crate::study::{clear, hull_family, keep, of_facts};

struct Share {
    folder: PathBuf,
    campaign: Campaign,
    shard: Shard,
    units: Vec<Done>,
}

pub fn run(roster: Roster, arguments: &Merge) -> Result<ExitCode, Failure> {
    let shares = shares(&arguments.shards, arguments.mixed)?;
    let families = all_families(arguments, &shares[0].campaign)?;
    let out = &arguments.out;
    if let Some(share) = shares.iter().find(|share| is_same(&share.folder, out)) {
        return Err(Failure::new(format_args!(
            "{}: is one of the shards to be merged, {}; choose another folder with --out",
            out.display(),
            share.folder.display()
        )));
    }
    output::prepare(out)?;
    let campaign = whole(&shares);
    // The merged results are made next to the earlier ones, which stay until the new ones are complete.
    let room = Room::in_folder(out, &campaign, arguments.fresh).map_err(Failure::new)?;
    let stage = room.stage();
    let mut merged = Merged {
        folder: Folder::begin(&stage, &campaign, true).map_err(Failure::new)?,
        study: Study { facts: campaign.facts.clone(), ..Study::default() },
        names: Vec::new(),
    };
    let context = of_facts(roster, families, &campaign);
    merged.take(shares, arguments.summed)?;
    let Merged { mut folder, mut study, names } = merged;
    if arguments.summed
        && let [folder] = &arguments.shards[..]
    {
        // Times are from the only process that did all units.
        study.keep_lines(folder).map_err(Failure::new)?;
    }
    keep(&context, &study, &stage)?;
    folder.finish(&names).map_err(Failure::new)?;
    if arguments.summed {
        folder.compress().map_err(Failure::new)?;
    } else {
        drop(folder);
    }
    clear(out)?;
    room.fill().map_err(Failure::new)?;
    if !arguments.summed {
        draw_study(&context.roster, &study, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The built-in families, and those of the given files.
///
/// # Errors
/// The campaign has a family that is not one of these.
fn all_families(arguments: &Merge, campaign: &Campaign) -> Result<Vec<Box<dyn Family>>, Failure> {
    let mut families = families();
    for path in &arguments.hulls {
        families.push(Box::new(hull_family(path)?));
    }
    let mut names = campaign.facts.families.iter().map(|fact| &fact.name);
    match names.find(|name| families.iter().all(|family| family.name() != **name)) {
        Some(name) => Err(Failure::new(format_args!(
            "the campaign has a family `{name}` that is not built in: give its file with --hulls"
        ))),
        None => Ok(families),
    }
}

/// The campaign of all shards together.
fn whole(shares: &[Share]) -> Campaign {
    let first = &shares[0].campaign;
    let units = shares.iter().map(|share| share.units.len()).sum::<usize>() as u64;
    let whole = Campaign { shard: Shard::WHOLE.to_string(), units, finished: false, ..first.clone() };
    shares[1..].iter().fold(whole, |whole, share| whole.mixed(&share.campaign))
}

/// The merged shards: the journal, the study, and the names of the units in their order.
struct Merged {
    folder: Folder,
    study: Study,
    names: Vec<String>,
}

impl Merged {
    /// Adds the units of all shards; with `is_summed`, units that add up are added to one unit.
    fn take(&mut self, shares: Vec<Share>, is_summed: bool) -> Result<(), Failure> {
        let count = shares.iter().map(|share| share.units.len()).sum::<usize>();
        let mut summed = Vec::new();
        let of = |share: Share| (StoredRows::of(&share.folder, &share.campaign), share.folder, share.units.into_iter());
        let mut each: Vec<_> = shares.into_iter().map(of).collect();
        // Unit number i was given to shard i mod N, so the shards take turns.
        for turn in (0..each.len()).cycle().take(count) {
            let (stored, from, units) = &mut each[turn];
            let Some(Done { unit, rows, found }) = units.next() else {
                return Err(Failure::new(format_args!("{}: units are missing", from.display())));
            };
            if is_summed {
                sum_up(&mut summed, unit, found);
                continue;
            }
            let rows = rows.map(|rows| stored.read(&unit, &rows).map_err(Failure::new));
            self.put(unit, rows.transpose()?.as_deref(), found)?;
        }
        summed.into_iter().try_for_each(|Done { unit, found, .. }| self.put(unit, None, found))
    }

    fn put(&mut self, unit: String, rows: Option<&[u8]>, found: UnitResult) -> Result<(), Failure> {
        self.folder.put(&unit, rows, found.clone()).map_err(Failure::new)?;
        self.study.take(found);
        self.names.push(unit);
        Ok(())
    }
}

/// Adds a unit to others: answers to those of the same family and scalar, and lines to those of the same kind.
fn sum_up(units: &mut Vec<Done>, unit: String, found: UnitResult) {
    for done in units.iter_mut() {
        match (&mut done.found, &found) {
            (UnitResult::Answers { first: begin, end: last, tally: sum }, UnitResult::Answers { first, end, tally })
                if (&sum.family, &sum.scalar) == (&tally.family, &tally.scalar) =>
            {
                (*begin, *last) = ((*begin).min(*first), (*last).max(*end));
                return sum.add(tally);
            }
            (UnitResult::Lines(sum), UnitResult::Lines(lines)) if sum.adds_up() && sum.file() == lines.file() => {
                return sum.gather(lines.clone());
            }
            _ => {}
        }
    }
    units.push(Done { unit, rows: None, found });
}

/// The shards in their order, after a check that each shard of one campaign is there once.
fn shares(folders: &[PathBuf], mixed: bool) -> Result<Vec<Share>, Failure> {
    let mut shares = folders.iter().map(|folder| share(folder)).collect::<Result<Vec<Share>, Failure>>()?;
    let mut messages = Vec::new();
    let Some(first) = shares.first() else { return Err(Failure::new("there is no shard to merge")) };
    for share in &shares[1..] {
        let mut differences = first.campaign.differences(&share.campaign);
        if share.shard.of != first.shard.of {
            differences.push(format!("shards: {} here, {} there", first.shard.of, share.shard.of));
        }
        let (here, there) = (first.folder.display(), share.folder.display());
        let files = first.campaign.outside_differences(&share.campaign);
        if !differences.is_empty() {
            messages.push(format!("{there}: belongs to another campaign than {here} (here):\n  {}", differences.join("\n  ")));
        } else if !files.is_empty() && !mixed {
            messages.push(format!(
                "{there}: was done with other files than {here} (here):\n  {}\n  do one of them again, or merge both with \
                 --mixed",
                files.join("\n  ")
            ));
        }
    }
    if !messages.is_empty() {
        return Err(Failure::Messages(messages));
    }
    let of = first.shard.of;
    shares.sort_by_key(|share| share.shard.number);
    for pair in shares.windows(2).filter(|pair| pair[0].shard == pair[1].shard) {
        let (one, other) = (pair[0].folder.display(), pair[1].folder.display());
        messages.push(format!("shard {} is there twice: {one} and {other}", pair[0].shard));
    }
    let is_there = |number: &u64| shares.binary_search_by_key(number, |share| share.shard.number).is_ok();
    let missing = || (1..=of).filter(|number| !is_there(number)).map(|number| format!("{number}/{of}"));
    if missing().next().is_some() {
        let more = if missing().nth(20).is_some() { " and more" } else { "" };
        messages.push(format!("missing: shard {}{more}", missing().take(20).collect::<Vec<_>>().join(", ")));
    }
    if messages.is_empty() { Ok(shares) } else { Err(Failure::Messages(messages)) }
}

fn share(folder: &Path) -> Result<Share, Failure> {
    let journal = folder.join(JOURNAL);
    let mut lines = Journal::open(&journal).map_err(Failure::new)?;
    let campaign = lines.campaign().map_err(Failure::new)?;
    let mut units = Vec::new();
    let taken = lines.each_done(|done| {
        units.push(done);
        Ok(())
    });
    // The last line of a killed campaign may be torn; its unit is not done.
    if !campaign.finished {
        let (done, all, command) = (units.len(), campaign.units, &campaign.facts.command);
        return Err(Failure::new(format_args!(
            "{}: {done} of {all} units are done; continue with `{command} --shard {} --out {0}`",
            folder.display(),
            campaign.shard
        )));
    }
    taken.map_err(Failure::new)?;
    campaign.check_files(folder).map_err(Failure::new)?;
    let shard = campaign
        .shard
        .parse()
        .map_err(|error| Failure::new(format_args!("{}: line 1: field `shard`: {error}", journal.display())))?;
    Ok(Share { folder: folder.to_owned(), campaign, shard, units })
}

#[cfg(test)]
mod tests {
    use gjk_records::{ContinuityTally, LoopTally};

    use super::*;

    #[test]
    fn lines_that_add_up_become_one_unit_and_others_stay_apart() {
        let tally = || UnitResult::lines(vec![ContinuityTally { pairs: 3, ..ContinuityTally::default() }]);
        let loops = || UnitResult::lines(vec![LoopTally::default()]);
        let mut units = Vec::new();
        for (number, found) in [tally(), loops(), tally(), loops()].into_iter().enumerate() {
            sum_up(&mut units, number.to_string(), found);
        }
        let names: Vec<&str> = units.iter().map(|done| &done.unit[..]).collect();
        assert_eq!(names, ["0", "1", "3"]);
        let UnitResult::Lines(sum) = &units[0].found else { panic!("they are lines") };
        assert_eq!(sum.of::<ContinuityTally>().map(|sum| (sum.len(), sum[0].pairs)), Some((1, 6)));
    }
}
