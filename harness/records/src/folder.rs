//! The folder of a campaign while it runs: finished units stay finished, whatever happens to the process.
//!
//! A unit is done when its line is in the journal. Before that, its rows are appended to one file of all units and written to
//! the disk. A run that is killed therefore loses only the units in progress. A line or rows torn by a power failure are
//! recognised, and their unit is done again. When all units are done, their rows are put in their order into files for each
//! family and scalar.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::archived::{JOURNAL, archived, plain_or_archived};
use crate::columns::{COLUMNS, MEANINGS};
use crate::files::checksums;
use crate::line::files;
use crate::lines::UnitPlace;
use crate::parts::{Layout, ROWS};
use crate::seal::{sealed, sealed_again};
use crate::store::{FACTS, write_by};
use crate::{Campaign, Done, Error, Journal, Rows, UnitResult, UnitRows, write_whole};

/// The file that a running campaign holds a lock on; the lock ends with its process, and the file stays.
pub(crate) const LOCK: &str = ".lock";
/// The rows of all finished units, in the order of their completion, while the campaign runs.
pub(crate) const WRITTEN: &str = ".rows";
/// The path at which a file of rows is written before it is renamed.
const PART: &str = ".rows.part";

/// The folder of a campaign that this process runs.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Held while the value lives.
    _lock: File,
    journal: File,
    /// The length of the journal's good lines, and the seal of the last of them.
    length: u64,
    seal: u32,
    rows: File,
    /// The length of the rows that the journal lists.
    rows_length: u64,
    /// Places of the line and the rows of each finished unit.
    done: BTreeMap<String, UnitPlace>,
    /// Finished units whose rows are damaged.
    damaged: Vec<String>,
    campaign: Campaign,
}

impl Folder {
    /// Whether a campaign is or was in a folder.
    pub fn is_in(path: &Path) -> bool {
        let journal = path.join(JOURNAL);
        journal.exists() || archived(&journal).exists()
    }

    /// True for the name of a file that a process leaves behind if it locks a folder and does nothing there.
    pub fn is_own_name(name: &str) -> bool {
        name == LOCK || name.ends_with(".part")
    }

    /// Locks a folder for a campaign.
    ///
    /// If the folder holds the same campaign unfinished, its units stay done. If it holds a finished one of the same plan, or
    /// no campaign, a new one is begun and the old files of records are removed. `fresh` begins anew in any case.
    ///
    /// # Errors
    /// Another process runs a campaign in the folder, it holds another or an archived campaign, its journal is damaged, or it
    /// cannot be read or written.
    pub fn begin(path: &Path, campaign: &Campaign, fresh: bool) -> Result<Folder, Error> {
        std::fs::create_dir_all(path).map_err(Error::io(path))?;
        let lock = lock(path)?;
        let journal_path = path.join(JOURNAL);
        let campaign = Campaign { head: Rows::head().map_err(Error::io(path))?.len() as u64, ..campaign.clone() };
        let rows = path.join(ROWS);
        own(&rows)?;
        // Without an earlier campaign, files with these names belong to the user.
        let was_there = Folder::is_in(path);
        if !goes_on(path, &campaign, fresh)? {
            write_whole(&journal_path, |file| file.write_all(sealed(&campaign, &mut 0)?.as_bytes()))?;
            for file in files().chain([FACTS, JOURNAL]).filter(|_| was_there) {
                remove(&archived(&path.join(file)))?;
            }
            for file in files().chain([FACTS, WRITTEN]).filter(|_| was_there) {
                remove(&path.join(file))?;
            }
        }
        std::fs::create_dir_all(&rows).map_err(Error::io(&rows))?;
        if was_there {
            remove_files_of_rows(&rows)?;
        }
        write_whole(&path.join(COLUMNS), |file| file.write_all(MEANINGS.as_bytes()))?;
        own(&journal_path)?;
        let journal = OpenOptions::new().read(true).append(true).open(&journal_path).map_err(Error::io(&journal_path))?;
        let rows = path.join(WRITTEN);
        own(&rows)?;
        let rows = OpenOptions::new().create(true).read(true).append(true).open(&rows).map_err(Error::io(&rows))?;
        let mut folder = Folder {
            path: path.to_owned(),
            _lock: lock,
            journal,
            length: 0,
            seal: 0,
            rows,
            rows_length: 0,
            done: BTreeMap::new(),
            damaged: Vec::new(),
            campaign,
        };
        folder.take_stock()?;
        Ok(folder)
    }

    /// Reads the journal, and cuts off its torn end.
    fn take_stock(&mut self) -> Result<(), Error> {
        let path = self.path.join(JOURNAL);
        let stock = Journal::of(BufReader::with_capacity(1 << 16, &self.journal), &path).stock()?;
        (self.length, self.seal, self.rows_length) = (stock.length, stock.seal, stock.rows);
        let there = self.rows.metadata().map_err(Error::io(&self.path.join(WRITTEN)))?.len();
        if self.rows_length.saturating_sub(there) > LOST {
            let message = format!(
                "the journal is damaged: it lists {} bytes of rows, and {there} are there; --fresh begins anew",
                self.rows_length
            );
            return Err(Error::refused(&path, message));
        }
        self.cut()?;
        for (unit, kept) in stock.units {
            // Lost rows are not read: they are zeros now.
            let is_good = kept.rows.as_ref().is_none_or(|(at, rows)| {
                at.saturating_add(rows.bytes) <= there && self.are_written(*at, rows).unwrap_or(false)
            });
            if is_good {
                self.done.insert(unit, kept);
            } else {
                self.damaged.push(unit);
            }
        }
        Ok(())
    }

    /// Whether these rows are in the file at a place; they are read block by block.
    fn are_written(&self, at: u64, rows: &UnitRows) -> std::io::Result<bool> {
        let mut file = &self.rows;
        file.seek(SeekFrom::Start(at))?;
        rows.are_read(file.take(rows.bytes))
    }

    /// Cuts the journal after its last good line, and the rows after those that the journal lists.
    ///
    /// Rows lost at the end are padded with zeros, so the others keep their places.
    fn cut(&mut self) -> Result<(), Error> {
        self.journal.set_len(self.length).map_err(Error::io(&self.path.join(JOURNAL)))?;
        self.rows.set_len(self.rows_length).map_err(Error::io(&self.path.join(WRITTEN)))
    }

    /// Finished units whose rows are damaged or gone, so they have to be done again.
    pub fn damaged(&self) -> &[String] {
        &self.damaged
    }

    /// Number of finished units.
    pub fn len(&self) -> usize {
        self.done.len()
    }

    /// Whether no unit is done.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// Whether a unit is done.
    pub fn is_done(&self, unit: &str) -> bool {
        self.done.contains_key(unit)
    }

    /// Writes the rows of a finished unit, if it has any, as the bytes of a file, and its result.
    ///
    /// Both are on the disk when this returns. A unit that is already done is left unchanged.
    pub fn put(&mut self, unit: &str, rows: Option<&[u8]>, found: UnitResult) -> Result<(), Error> {
        if self.is_done(unit) {
            return Ok(());
        }
        let (at, written) = (self.rows_length, rows.map(UnitRows::of));
        let done = Done { unit: unit.to_owned(), rows: written.clone(), found };
        let mut seal = self.seal;
        let path = self.path.join(JOURNAL);
        let text = sealed(&done, &mut seal).map_err(|error| Error::io(&path)(error.into()))?;
        let mut put = || {
            if let Some(rows) = rows {
                let written = self.rows.write_all(rows).and_then(|()| self.rows.sync_data());
                written.map_err(Error::io(&self.path.join(WRITTEN)))?;
            }
            self.journal.write_all(text.as_bytes()).and_then(|()| self.journal.sync_data()).map_err(Error::io(&path))
        };
        if let Err(error) = put() {
            // A part of it is useless. If it cannot be cut off here, the next run cuts it off.
            let _ = self.cut();
            return Err(error);
        }
        self.rows_length += written.as_ref().map_or(0, |rows| rows.bytes);
        let kept = UnitPlace { line: (self.length, text.len()), rows: written.map(|rows| (at, rows)) };
        self.done.insert(done.unit, kept);
        self.length += text.len() as u64;
        self.seal = seal;
        Ok(())
    }

    /// The results of the finished ones among `units`, one by one in the given order.
    pub fn each<'a, N: AsRef<str>>(
        &'a self,
        units: impl IntoIterator<Item = N> + 'a,
    ) -> Result<impl Iterator<Item = Result<Done, Error>> + 'a, Error> {
        let path = self.path.join(JOURNAL);
        let mut journal = File::open(&path).map_err(Error::io(&path))?;
        let places = units.into_iter().filter_map(|unit| Some(self.done.get(unit.as_ref())?.line));
        Ok(places.map(move |(begin, length)| {
            let mut text = String::with_capacity(length);
            let read =
                journal.seek(SeekFrom::Start(begin)).and_then(|_| (&journal).take(length as u64).read_to_string(&mut text));
            read.map_err(Error::io(&path))?;
            Done::read(&text).map_err(|message| Error::line(&path, 0, message))
        }))
    }

    /// Puts the rows and the journal in the order of `units`, which are all units, and marks the campaign as finished in the
    /// journal, with the checksums of its files of lines and facts, which must be written before.
    ///
    /// # Errors
    /// A file cannot be read or written; nothing is lost then.
    pub fn finish<N: AsRef<str>>(&mut self, units: impl IntoIterator<Item = N>) -> Result<(), Error> {
        let mut places = Vec::new();
        let mut files = Files::default();
        for unit in units {
            if let Some(UnitPlace { line, rows }) = self.done.get(unit.as_ref()) {
                places.push(*line);
                rows.iter().for_each(|(at, rows)| files.add(unit.as_ref(), *at, rows.bytes));
            }
        }
        self.write_files_of_rows(&files)?;
        let path = self.path.join(JOURNAL);
        let mut old = File::open(&path).map_err(Error::io(&path))?;
        let (units, files) = (places.len() as u64, checksums(&self.path)?);
        let campaign = Campaign { finished: true, units, files, ..self.campaign.clone() };
        write_whole(&path, |file| {
            let mut seal = 0;
            file.write_all(sealed(&campaign, &mut seal)?.as_bytes())?;
            for (begin, length) in places {
                let mut line = String::with_capacity(length);
                old.seek(SeekFrom::Start(begin))?;
                (&mut old).take(length as u64).read_to_string(&mut line)?;
                file.write_all(sealed_again(&line, &mut seal).as_bytes())?;
            }
            Ok(())
        })?;
        remove(&self.path.join(WRITTEN))
    }

    fn write_files_of_rows(&self, files: &Files) -> Result<(), Error> {
        let folder = self.path.join(ROWS);
        let head = Rows::head().map_err(Error::io(&folder))?;
        for (name, stretches) in &files.0 {
            write_by(&self.path.join(PART), &folder.join(name), |part| {
                part.write_all(&head)?;
                let mut rows = &self.rows;
                for (at, bytes) in stretches {
                    rows.seek(SeekFrom::Start(*at))?;
                    std::io::copy(&mut rows.take(*bytes), part)?;
                }
                Ok(())
            })?;
        }
        sync_folder(&folder).map_err(Error::io(&folder))
    }

    /// Compresses the journal and the lines of a finished campaign without rows, for an archive, which still gives all tables
    /// and figures but cannot be continued.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn compress(self) -> Result<(), Error> {
        for path in files().chain([JOURNAL]).map(|file| self.path.join(file)).filter(|path| path.exists()) {
            let bytes = std::fs::read(&path).map_err(Error::io(&path))?;
            write_whole(&archived(&path), |file| {
                let mut archive = GzEncoder::new(file, Compression::best());
                archive.write_all(&bytes)?;
                archive.finish().map(|_| ())
            })?;
            remove(&path)?;
        }
        remove(&self.path.join(COLUMNS))?;
        remove(&self.path.join(LOCK))?;
        let rows = self.path.join(ROWS);
        std::fs::remove_dir(&rows).map_err(Error::io(&rows))
    }
}

/// Files of rows: the name of each, and the places and lengths of its contents in the file of all rows.
#[derive(Default)]
struct Files(Vec<(String, Vec<(u64, u64)>)>, Layout);

impl Files {
    /// Adds the rows of the next unit.
    fn add(&mut self, unit: &str, at: u64, bytes: u64) {
        let file = self.1.next(unit, bytes).file;
        match self.0.last_mut().filter(|(last, _)| *last == file) {
            Some((_, stretches)) => stretches.push((at, bytes)),
            None => self.0.push((file, vec![(at, bytes)])),
        }
    }
}

/// True if a campaign continues with the contents of a folder, false if it begins anew there.
///
/// # Errors
/// The folder holds results of another plan, which are replaced only on request (`fresh`).
pub(crate) fn goes_on(folder: &Path, campaign: &Campaign, fresh: bool) -> Result<bool, Error> {
    let journal = plain_or_archived(folder.join(JOURNAL));
    if fresh || !journal.exists() {
        return Ok(false);
    }
    let found = campaign_in(&journal)?;
    let is_archive = journal != folder.join(JOURNAL);
    let mut differences = if found.finished { campaign.plan_differences(&found) } else { campaign.differences(&found) };
    if !found.finished && differences.is_empty() {
        differences = campaign.outside_differences(&found);
        // If nothing is done yet, no result is from another file.
        if !differences.is_empty() && is_begun_only(&journal)? {
            return Ok(false);
        }
    }
    if campaign.shard != found.shard {
        differences.push(format!("shard: {} here, {} there", campaign.shard, found.shard));
    }
    if is_archive {
        differences.push("it was put together and archived".to_owned());
    }
    if differences.is_empty() {
        return Ok(!found.finished);
    }
    let (command, differences) = (found.facts.command, differences.join("\n  "));
    let message = if found.finished {
        format!(
            "holds the results of another campaign, `{command}`:\n  {differences}\n  choose another folder with --out, or \
             replace them with --fresh"
        )
    } else {
        format!(
            "holds an unfinished campaign, begun with `{command}`, and not this one:\n  {differences}\n  continue that one \
             with the same command, begin anew with --fresh, or choose another folder with --out"
        )
    };
    Err(Error::refused(folder, message))
}

/// True if a journal has only its first line.
fn is_begun_only(journal: &Path) -> Result<bool, Error> {
    let mut text = BufReader::new(File::open(journal).map_err(Error::io(journal))?);
    // The first line was read before, so its length is within the limit.
    text.skip_until(b'\n').and_then(|_| text.fill_buf().map(<[u8]>::is_empty)).map_err(Error::io(journal))
}

/// The campaign of a journal that may be damaged or of another format.
fn campaign_in(journal: &Path) -> Result<Campaign, Error> {
    Journal::open(journal)?.campaign().map_err(|error| match error {
        Error::Line { path, line, message } => Error::line(&path, line, format!("{message}; --fresh begins anew")),
        other => other,
    })
}

/// The most bytes of rows that may be lost at the end, such as by a power failure; they are padded with zeros.
const LOST: u64 = 1 << 28;

/// Number of attempts to take a lock that another process holds, and the pause between two attempts.
const TRIES: usize = 10;
const BETWEEN_TRIES: Duration = Duration::from_millis(20);

pub(crate) fn lock(folder: &Path) -> Result<File, Error> {
    let path = folder.join(LOCK);
    own(&path)?;
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(Error::io(&path))?;
    // A process that is being started holds a copy of the file until it runs its own program, so a released lock may seem to be
    // held.
    for _ in 0..TRIES {
        if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            break;
        }
        std::thread::sleep(BETWEEN_TRIES);
    }
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::refused(
            folder,
            "another process runs a campaign in this folder; choose another folder with --out, or wait for its end",
        )),
        Err(TryLockError::Error(error)) => Err(Error::io(&path)(error)),
    }
}

/// Checks that a path which a run or a report writes or removes does not exist yet, or is a file or a folder: a link made by
/// another user may lead anywhere.
///
/// # Errors
/// The path is anything else.
pub fn own(path: &Path) -> Result<(), Error> {
    match std::fs::symlink_metadata(path) {
        Ok(about) if !about.is_file() && !about.is_dir() => {
            Err(Error::refused(path, "is a link, a device, a pipe or a socket, which is not written to: remove it"))
        }
        _ => Ok(()),
    }
}

/// Writes a folder, and so the new names in it, to the disk; not every system can do that.
fn sync_folder(folder: &Path) -> std::io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Removes the files of a finished campaign from the folder of rows, and leaves all other files there.
pub(crate) fn remove_files_of_rows(folder: &Path) -> Result<(), Error> {
    for entry in std::fs::read_dir(folder).map_err(Error::io(folder))? {
        let path = entry.map_err(Error::io(folder))?.path();
        if path.to_string_lossy().ends_with(".csv.gz") {
            remove(&path)?;
        }
    }
    Ok(())
}

/// Removes a file, if it exists.
pub(crate) fn remove(path: &Path) -> Result<(), Error> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::io(path)(error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::journal::file_name;
    use crate::parts::LONGEST;
    use crate::scratch::Scratch;
    use crate::seal::sealed_journal;
    use crate::{SCHEMA, StoredRows};

    /// Every file with its bytes.
    fn files(Scratch(root): &Scratch) -> BTreeMap<PathBuf, Vec<u8>> {
        let entries = [root.clone(), root.join(ROWS)].into_iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
        let files = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
        files.map(|path| (path.strip_prefix(root).unwrap().to_owned(), std::fs::read(&path).unwrap())).collect()
    }

    fn campaign(seed: u64) -> Campaign {
        let mut campaign = Campaign { schema: SCHEMA, shard: "1/1".to_owned(), units: 3, ..Campaign::default() };
        campaign.plan.insert("seed".to_owned(), json!(seed));
        campaign.facts.command = format!("study --seed {seed}");
        campaign
    }

    const UNITS: [&str; 3] = ["gap/f64/000000000", "gap/f64/000000064", "census"];

    fn put(folder: &mut Folder, unit: &str) {
        let rows = (unit != "census").then(|| format!("the rows of {unit}"));
        folder.put(unit, rows.as_deref().map(str::as_bytes), UnitResult::lines::<crate::CensusTally>(Vec::new())).unwrap();
    }

    /// A finished folder whose units are done in this order.
    fn finished(name: &str, order: [usize; 3]) -> Scratch {
        let scratch = Scratch::new(name);
        let mut folder = Folder::begin(&scratch.0, &campaign(1), false).unwrap();
        order.into_iter().for_each(|unit| put(&mut folder, UNITS[unit]));
        folder.finish(UNITS).unwrap();
        drop(folder);
        scratch
    }

    #[test]
    fn missing_rows_that_a_journal_lists_take_no_memory() {
        let scratch = Scratch::new("far");
        let mut folder = Folder::begin(&scratch.0, &campaign(1), false).unwrap();
        put(&mut folder, UNITS[0]);
        drop(folder);
        let path = scratch.0.join(JOURNAL);
        let text = std::fs::read_to_string(&path).unwrap();
        let rows = format!("\"bytes\":{}", "the rows of gap/f64/000000000".len());
        assert!(text.contains(&rows));
        // Up to the limit of a unit, the rows are lost and the unit is done again, also the next time. Beyond it, the line is
        // invalid.
        for (bytes, damaged) in [(1_u64 << 28, 1), ((1 << 28) + 1, 0), (2_894_294_973_000, 0)] {
            std::fs::write(&path, sealed_journal(&text.replace(&rows, &format!("\"bytes\":{bytes}")))).unwrap();
            let folder = Folder::begin(&scratch.0, &campaign(1), false).unwrap();
            assert_eq!((folder.len(), folder.damaged().len()), (0, damaged), "{bytes}");
            let length = std::fs::metadata(scratch.0.join(WRITTEN)).unwrap().len();
            assert_eq!(length, if damaged == 1 { bytes } else { 0 });
            drop(folder);
            let again = Folder::begin(&scratch.0, &campaign(1), false).unwrap();
            assert_eq!((again.len(), again.damaged().len()), (0, damaged), "{bytes}");
        }
        // Two such units are more than a power failure loses.
        let other = text.replace(&rows, &format!("\"bytes\":{}", 1_u64 << 28));
        let second = other.lines().nth(1).unwrap().replace(UNITS[0], UNITS[1]);
        std::fs::write(&path, sealed_journal(&format!("{other}{second}\n"))).unwrap();
        std::fs::write(scratch.0.join(WRITTEN), "").unwrap();
        let error = Folder::begin(&scratch.0, &campaign(1), false).unwrap_err().to_string();
        assert!(error.contains("lists 536870912 bytes of rows, and 0 are there; --fresh"), "{error}");
    }

    #[test]
    fn an_unfinished_campaign_continues_only_with_the_same_files_from_outside() {
        let of = |digest: &str| {
            let outside = [("mine".to_owned(), format!("mine.py {digest}"))].into();
            Campaign { outside, ..campaign(1) }
        };
        let scratch = Scratch::new("outside");
        let begin = |campaign: &Campaign| Folder::begin(&scratch.0, campaign, false);
        // The files may change before any unit is done.
        begin(&of("89ab")).unwrap();
        put(&mut begin(&of("0123")).unwrap(), UNITS[0]);
        for (other, there) in [(of("4567"), "\"mine.py 4567\" here"), (campaign(1), "nothing here")] {
            let error = begin(&other).unwrap_err().to_string();
            assert!(error.contains(&format!("files of mine: {there}, \"mine.py 0123\" there")), "{error}");
        }
        let mut folder = begin(&of("0123")).unwrap();
        assert_eq!(folder.len(), 1);
        UNITS[1..].iter().for_each(|unit| put(&mut folder, unit));
        folder.finish(UNITS).unwrap();
        drop(folder);
        assert!(begin(&of("4567")).unwrap().is_empty());
    }

    #[test]
    fn a_finished_folder_does_not_tell_the_order_in_which_units_ended() {
        let one = files(&finished("order-one", [0, 1, 2]));
        assert_eq!(one, files(&finished("order-two", [2, 1, 0])));
        assert_eq!(one.len(), 4, "{:?}", one.keys());
        let journal = String::from_utf8(one[Path::new(JOURNAL)].clone()).unwrap();
        assert!(journal.lines().next().unwrap().contains("\"finished\":true,"), "{journal}");
        let places: Vec<usize> = UNITS.iter().map(|unit| journal.find(&format!("\"unit\":\"{unit}\"")).unwrap()).collect();
        assert!(places.is_sorted());
    }

    #[test]
    fn finished_units_stay_done_and_torn_ones_are_done_again() {
        let whole = files(&finished("torn-whole", [0, 1, 2]));
        let scratch = Scratch::new("torn");
        let mut folder = Folder::begin(&scratch.0, &campaign(1), false).unwrap();
        put(&mut folder, UNITS[0]);
        put(&mut folder, UNITS[1]);
        drop(folder);
        let journal = scratch.0.join(JOURNAL);
        let text = std::fs::read(&journal).unwrap();
        let end = text.len();
        // Cut anywhere in its last line, or followed by other bytes.
        let last = text[..end - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
        let mut torn: Vec<Vec<u8>> = [last + 1, last + 30, end - 1].map(|at| text[..at].to_vec()).into();
        torn.push([&text[..last], &[0; 40]].concat());
        for bytes in torn {
            std::fs::write(&journal, &bytes).unwrap();
            let mut folder = Folder::begin(&scratch.0, &campaign(1), false).unwrap();
            assert_eq!((folder.len(), folder.is_done(UNITS[0]), folder.is_done(UNITS[1])), (1, true, false));
            let rows = std::fs::read(scratch.0.join(WRITTEN)).unwrap();
            assert_eq!(rows, b"the rows of gap/f64/000000000", "rows that no line speaks of are cut off");
            put(&mut folder, UNITS[1]);
        }
        // Damaged rows do not count: rows that are changed, lost at the end, or all lost.
        let rows = scratch.0.join(WRITTEN);
        let both = b"the rows of gap/f64/000000000the rows of gap/f64/000000064";
        assert_eq!(std::fs::read(&rows).unwrap(), both);
        let changed = [&both[..28], b"?", &both[29..]].concat();
        for (damaged, lost) in [(&changed[..], &UNITS[..1]), (&both[..40], &UNITS[..2]), (b"", &UNITS[..2])] {
            std::fs::write(&rows, damaged).unwrap();
            let mut folder = Folder::begin(&scratch.0, &campaign(1), false).unwrap();
            assert_eq!(folder.len(), 2 - lost.len());
            assert_eq!(folder.damaged(), lost);
            lost.iter().for_each(|unit| put(&mut folder, unit));
        }
        // A journal damaged in its middle is refused, not repaired.
        let mut bytes = std::fs::read(&journal).unwrap();
        bytes[last] = b'?';
        std::fs::write(&journal, &bytes).unwrap();
        let error = Folder::begin(&scratch.0, &campaign(1), false).unwrap_err().to_string();
        assert!(error.contains("journal.jsonl: line 3: the journal is damaged") && error.contains("--fresh"), "{error}");
        bytes[last] = b'{';
        std::fs::write(&journal, &bytes).unwrap();
        let mut folder = Folder::begin(&scratch.0, &campaign(1), false).unwrap();
        put(&mut folder, UNITS[2]);
        folder.finish(UNITS).unwrap();
        assert_eq!(files(&scratch), whole);
    }

    #[test]
    fn a_campaign_does_not_go_on_with_a_journal_that_was_changed_in_its_middle() {
        let scratch = Scratch::new("changed");
        let mut folder = Folder::begin(&scratch.0, &campaign(1), false).unwrap();
        UNITS.iter().for_each(|unit| put(&mut folder, unit));
        drop(folder);
        let path = scratch.0.join(JOURNAL);
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let edited = lines[2].replace("\"bytes\":29", "\"bytes\":30");
        for changed in [
            [lines[0], lines[2], lines[3]].concat(),
            [lines[0], lines[1], lines[1], lines[2], lines[3]].concat(),
            [lines[0], lines[1], &edited, lines[3]].concat(),
            [&lines[0].replace("\"units\":3", "\"units\":2"), lines[1]].concat(),
        ] {
            std::fs::write(&path, &changed).unwrap();
            let error = Folder::begin(&scratch.0, &campaign(1), false).unwrap_err().to_string();
            assert!(error.contains("the journal is damaged"), "{changed}: {error}");
        }
        // A line lost at the end is done again.
        std::fs::write(&path, lines[..3].concat()).unwrap();
        let mut folder = Folder::begin(&scratch.0, &campaign(1), false).unwrap();
        assert_eq!(folder.len(), 2);
        put(&mut folder, UNITS[2]);
        drop(folder);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn a_journal_whose_first_line_has_no_end_is_not_continued() {
        let scratch = Scratch::new("names");
        put(&mut Folder::begin(&scratch.0, &campaign(1), false).unwrap(), UNITS[0]);
        put(&mut Folder::begin(&scratch.0, &campaign(1), false).unwrap(), UNITS[1]);
        let journal = scratch.0.join(JOURNAL);
        let text = std::fs::read_to_string(&journal).unwrap();
        // After a first line without an end of line, the next unit would continue that line.
        std::fs::write(&journal, text.lines().next().unwrap()).unwrap();
        let error = Folder::begin(&scratch.0, &campaign(1), false).unwrap_err().to_string();
        assert!(error.contains("line 1: the journal is damaged: no end of line"), "{error}");
    }

    #[test]
    fn a_different_campaign_is_not_continued() {
        let scratch = Scratch::new("other");
        put(&mut Folder::begin(&scratch.0, &campaign(1), false).unwrap(), UNITS[0]);
        let error = Folder::begin(&scratch.0, &campaign(2), false).unwrap_err().to_string();
        for part in ["unfinished campaign, begun with `study --seed 1`", "seed: 2 here, 1 there", "--fresh", "--out"] {
            assert!(error.contains(part), "{part}: {error}");
        }
        let other = Campaign { program: "another".to_owned(), shard: "2/3".to_owned(), ..campaign(1) };
        let error = Folder::begin(&scratch.0, &other, false).unwrap_err().to_string();
        assert!(error.contains("program: \"another\" here") && error.contains("shard: 2/3 here, 1/1 there"), "{error}");
        let mut folder = Folder::begin(&scratch.0, &campaign(2), true).unwrap();
        assert!(folder.is_empty());
        UNITS.iter().for_each(|unit| put(&mut folder, unit));
        folder.finish(UNITS).unwrap();
        drop(folder);
        // A finished campaign of the same plan is replaced with its files of records, by any program; one of another plan is
        // not.
        std::fs::write(scratch.0.join("times.csv"), "old").unwrap();
        let before = files(&scratch);
        for other in [campaign(3), Campaign { shard: "2/3".to_owned(), ..campaign(2) }] {
            let error = Folder::begin(&scratch.0, &other, false).unwrap_err().to_string();
            for part in ["holds the results of another campaign, `study --seed 2`", "here", "--out", "--fresh"] {
                assert!(error.contains(part), "{part}: {error}");
            }
        }
        assert_eq!(files(&scratch), before);
        let rebuilt = Campaign { program: "another".to_owned(), ..campaign(2) };
        let folder = Folder::begin(&scratch.0, &rebuilt, false).unwrap();
        assert!(folder.is_empty() && std::fs::read_dir(scratch.0.join(ROWS)).unwrap().next().is_none());
        assert!(!scratch.0.join("times.csv").exists());
    }

    #[test]
    fn an_archive_is_not_replaced_unasked() {
        let scratch = Scratch::new("archive");
        let mut folder = Folder::begin(&scratch.0, &campaign(1), false).unwrap();
        folder.put(UNITS[2], None, UnitResult::lines::<crate::CensusTally>(Vec::new())).unwrap();
        folder.finish(UNITS).unwrap();
        std::fs::write(scratch.0.join(crate::line::files().next().unwrap()), "").unwrap();
        let files = crate::line::files().chain([FACTS]);
        files.for_each(|file| std::fs::write(scratch.0.join(file), "").unwrap());
        folder.compress().unwrap();
        let journal = archived(&scratch.0.join(JOURNAL));
        let before = std::fs::read(&journal).unwrap();
        for seed in [1, 2] {
            let error = Folder::begin(&scratch.0, &campaign(seed), false).unwrap_err().to_string();
            assert!(error.contains("it was put together and archived") && error.contains("--fresh"), "{error}");
        }
        assert_eq!(std::fs::read(&journal).unwrap(), before);
        assert!(!scratch.0.join(ROWS).exists(), "an archive has no rows");
        assert!(Folder::begin(&scratch.0, &campaign(2), true).unwrap().is_empty() && !journal.exists());
    }

    #[test]
    fn a_journal_of_another_format_is_not_replaced_unasked() {
        let scratch = Scratch::new("format");
        put(&mut Folder::begin(&scratch.0, &Campaign { schema: 3, ..campaign(1) }, false).unwrap(), UNITS[0]);
        let error = Folder::begin(&scratch.0, &campaign(1), false).unwrap_err().to_string();
        assert!(error.contains("`schema` is 3, this version reads schema 4 only; --fresh begins anew"), "{error}");
        assert!(Folder::begin(&scratch.0, &campaign(1), true).unwrap().is_empty());
    }

    #[test]
    fn rows_are_put_into_files_of_a_family_and_scalar_and_are_read_from_there() {
        let scratch = Scratch::new("files-of-rows");
        let half = usize::try_from(LONGEST).unwrap() / 2;
        let units = ["gap/f32/0", "gap/f64/0", "gap/f64/1", "gap/f64/2", "census"];
        let rows = |unit: &str| match unit {
            "census" => None,
            "gap/f64/0" => Some(vec![b'0'; half]),
            "gap/f64/1" => Some(vec![b'1'; half + 1]),
            other => Some(format!("the rows of {other}").into_bytes()),
        };
        let mut folder = Folder::begin(&scratch.0, &campaign(1), false).unwrap();
        for unit in [4, 2, 0, 3, 1].map(|unit| units[unit]) {
            folder.put(unit, rows(unit).as_deref(), UnitResult::lines::<crate::CensusTally>(Vec::new())).unwrap();
        }
        folder.finish(units).unwrap();
        drop(folder);
        let (files, head) = (files(&scratch), Rows::head().unwrap());
        let named: Vec<String> = files.keys().map(|path| path.display().to_string()).collect();
        assert_eq!(
            named,
            [
                ".lock",
                "columns.md",
                "journal.jsonl",
                "records/gap.f32.csv.gz",
                "records/gap.f64.2.csv.gz",
                "records/gap.f64.csv.gz"
            ]
        );
        let second = [&head[..], &rows("gap/f64/1").unwrap(), b"the rows of gap/f64/2"].concat();
        assert!(files[Path::new("records/gap.f64.2.csv.gz")] == second);

        let journal = scratch.0.join(JOURNAL);
        type Take<'a> = Box<dyn FnMut(&mut StoredRows, &Done) -> Result<(), Error> + 'a>;
        let each = |mut take: Take| {
            let mut lines = Journal::open(&journal).unwrap();
            let mut stored = StoredRows::of(&scratch.0, &lines.campaign().unwrap());
            lines.each_done(|done| take(&mut stored, &done)).map_err(|error| error.to_string())
        };
        let read = |stored: &mut StoredRows, done: &Done| {
            let found = done.rows.as_ref().map(|these| stored.read(&done.unit, these)).transpose()?;
            assert!(found == rows(&done.unit), "{}", done.unit);
            Ok(())
        };
        assert_eq!(each(Box::new(read)), Ok(()));
        // A changed byte is noticed when the rows are read.
        let path = scratch.0.join("records/gap.f64.2.csv.gz");
        let mut bytes = second.clone();
        *bytes.last_mut().unwrap() = b'3';
        std::fs::write(&path, &bytes).unwrap();
        let error = each(Box::new(read)).unwrap_err();
        assert!(error.contains("gap.f64.2.csv.gz") && error.contains("does not hold the rows of gap/f64/2"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_or_removed_by_a_link_that_lies_in_the_folder() {
        use std::os::unix::fs::symlink;

        let (scratch, elsewhere) = (Scratch::new("links"), Scratch::new("links-elsewhere"));
        std::fs::create_dir_all(&elsewhere.0).unwrap();
        let precious = elsewhere.0.join("precious.csv.gz");
        std::fs::write(&precious, "precious").unwrap();
        put(&mut Folder::begin(&scratch.0, &campaign(1), false).unwrap(), UNITS[0]);
        for name in [LOCK, JOURNAL, WRITTEN, ROWS] {
            let (path, aside) = (scratch.0.join(name), scratch.0.join("aside"));
            std::fs::rename(&path, &aside).unwrap();
            symlink(
                if name == JOURNAL {
                    &aside
                } else if name == ROWS {
                    &elsewhere.0
                } else {
                    &precious
                },
                &path,
            )
            .unwrap();
            let error = Folder::begin(&scratch.0, &campaign(1), false).unwrap_err().to_string();
            assert!(error.contains(&format!("{name}: is a link, ")), "{name}: {error}");
            std::fs::remove_file(&path).unwrap();
            std::fs::rename(&aside, &path).unwrap();
        }
        let fifo = scratch.0.join(LOCK);
        std::fs::remove_file(&fifo).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        assert!(Folder::begin(&scratch.0, &campaign(1), false).unwrap_err().to_string().contains("is a link, "));
        std::fs::remove_file(&fifo).unwrap();
        // A file that is first written and then renamed replaces a link.
        for name in ["journal.jsonl.part", "columns.md.part", PART] {
            symlink(&precious, scratch.0.join(name)).unwrap();
        }
        let mut folder = Folder::begin(&scratch.0, &campaign(1), false).unwrap();
        UNITS[1..].iter().for_each(|unit| put(&mut folder, unit));
        folder.finish(UNITS).unwrap();
        assert_eq!(std::fs::read_to_string(&precious).unwrap(), "precious");
    }

    #[test]
    fn two_processes_do_not_run_in_one_folder() {
        let scratch = Scratch::new("lock");
        let folder = Folder::begin(&scratch.0, &campaign(1), false).unwrap();
        let error = Folder::begin(&scratch.0, &campaign(1), false).unwrap_err().to_string();
        assert!(error.contains("another process runs a campaign in this folder"), "{error}");
        drop(folder);
        assert!(Folder::begin(&scratch.0, &campaign(1), false).is_ok());
    }

    #[test]
    fn names_of_rows_are_names_of_files() {
        assert_eq!(file_name("gap/f64/000000064"), "gap.f64.000000064.csv.gz");
        assert_eq!(file_name("a b/../ü"), "a%20b.%2e%2e.%c3%bc.csv.gz");
    }
}
