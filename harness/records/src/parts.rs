//! The files of rows in the folder of a finished campaign: one for each family and scalar, in several parts if it would be too
//! long.
//!
//! A file consists of a header and the rows of units in their order, each compressed by itself. A sequence of compressed
//! stretches is a compressed file (RFC 1952, section 2.2), so nothing is compressed twice. The place of a unit's rows follows
//! from the names of the units in the journal and the lengths of their rows, so the journal does not name any file.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::journal::file_name;
use crate::rows::{self, regular};
use crate::store::each_line;
use crate::{Campaign, Error, Record, Ruled, UnitRows};

/// The folder of the rows, which holds no other files.
pub const ROWS: &str = "records";

/// The greatest length of a file of rows in bytes, without the header, if it holds more than one unit: 8 MiB.
///
/// That is about 100 MB of text. A reader of one file at a time can hold that, and the files are few enough that readers of all
/// files do not notice.
pub(crate) const LONGEST: u64 = 8 << 20;

/// The place of the rows of a unit: their file, and their first byte after its header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub file: String,
    pub at: u64,
}

/// The places of the rows of units, given in their order.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// Number of parts, by family and scalar.
    parts: HashMap<String, u64>,
    /// Family and scalar of the last unit.
    group: String,
    /// The files, with their lengths without the header.
    pub files: Vec<(String, u64)>,
}

impl Layout {
    /// The place of the rows of the next unit.
    pub fn next(&mut self, unit: &str, bytes: u64) -> Place {
        let group = unit.rsplit_once('/').map_or(unit, |(group, _)| group);
        let is_full = self.files.last().is_none_or(|(_, length)| length.saturating_add(bytes) > LONGEST);
        if is_full || group != self.group {
            let part = self.parts.entry(group.to_owned()).or_default();
            *part += 1;
            // A group has two names, family and scalar, so a name of three is never that of another file.
            let name = if *part == 1 { group.to_owned() } else { format!("{group}/{part}") };
            self.files.push((file_name(&name), 0));
            group.clone_into(&mut self.group);
        }
        let (file, length) = self.files.last_mut().expect("one was put there if there was none");
        let place = Place { file: file.clone(), at: *length };
        *length = length.saturating_add(bytes);
        place
    }
}

/// The rows in the folder of a finished campaign, read in the order of the units in the journal.
pub struct StoredRows {
    folder: PathBuf,
    /// Length of the header of a file.
    head: u64,
    layout: Layout,
    /// The file that was read last, with its name.
    open: Option<(String, File)>,
}

impl StoredRows {
    /// The rows in the folder of a campaign.
    pub fn of(folder: &Path, campaign: &Campaign) -> StoredRows {
        StoredRows { folder: folder.join(ROWS), head: campaign.head, layout: Layout::default(), open: None }
    }

    /// The rows of the next unit, as they were written.
    ///
    /// # Errors
    /// Their file cannot be read, or has other bytes in their place.
    pub fn read(&mut self, unit: &str, rows: &UnitRows) -> Result<Vec<u8>, Error> {
        let Place { file: name, at } = self.layout.next(unit, rows.bytes);
        let at = at.saturating_add(self.head);
        let path = self.folder.join(&name);
        let file = match &mut self.open {
            Some((open, file)) if *open == name => file,
            open => &mut open.insert((name, regular(&path)?)).1,
        };
        let mut bytes = Vec::new();
        let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.take(rows.bytes).read_to_end(&mut bytes));
        read.map_err(Error::io(&path))?;
        if rows.are(&bytes) {
            Ok(bytes)
        } else {
            Err(Error::refused(&path, format!("the file is damaged: it does not hold the rows of {unit} as they were")))
        }
    }

    /// Passes the rows of the next unit to `take`, one by one.
    ///
    /// # Errors
    /// Their file cannot be read, has other bytes in their place, or has an invalid row.
    pub fn each(&mut self, unit: &str, rows: &UnitRows, mut take: impl FnMut(Ruled)) -> Result<(), Error> {
        let bytes = self.read(unit, rows)?;
        let Some((name, file)) = &mut self.open else { return Ok(()) };
        let path = self.folder.join(name);
        // The header is at the beginning of the file.
        let mut text = Vec::new();
        let read = file.seek(SeekFrom::Start(0)).and_then(|_| file.take(self.head).read_to_end(&mut text));
        read.map_err(Error::io(&path))?;
        text.extend(bytes);
        let take = |row| {
            take(row);
            Ok(())
        };
        each_line(&mut rows::text(&text[..], &path), &path, Record::HOLDS, take)
    }

    /// Skips the rows of the next unit.
    pub(crate) fn pass(&mut self, unit: &str, rows: &UnitRows) {
        self.layout.next(unit, rows.bytes);
    }

    /// Checks that the files of the units that were read or skipped exist with their lengths.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let files = &self.layout.files;
        files.iter().try_for_each(|(file, length)| is_as_long(&self.folder.join(file), length.saturating_add(self.head)))
    }
}

fn is_as_long(path: &Path, length: u64) -> Result<(), Error> {
    if std::fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() == length) {
        return Ok(());
    }
    let message = "is missing, or is not as long as it was: the rows of the campaign are not whole".to_owned();
    Err(Error::refused(path, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn places(units: &[(&str, u64)]) -> Vec<(String, u64)> {
        let mut layout = Layout::default();
        let places = units.iter().map(|(unit, bytes)| layout.next(unit, *bytes));
        places.map(|Place { file, at }| (file, at)).collect()
    }

    #[test]
    fn rows_of_a_family_and_scalar_share_a_file_until_it_is_long() {
        let half = LONGEST / 2;
        let found = places(&[
            ("gap/f64/0", 7),
            ("gap/f64/1", half),
            ("gap/f64/2", half - 7),
            ("gap/f64/3", 1),
            ("gap/exact/0", 3 * LONGEST),
            ("gap/exact/1", 1),
            ("a.b/f64/0", 5),
        ]);
        let names: Vec<(&str, u64)> = found.iter().map(|(file, at)| (&file[..], *at)).collect();
        assert_eq!(
            names,
            [
                ("gap.f64.csv.gz", 0),
                ("gap.f64.csv.gz", 7),
                ("gap.f64.csv.gz", half + 7),
                ("gap.f64.2.csv.gz", 0),
                ("gap.exact.csv.gz", 0),
                ("gap.exact.2.csv.gz", 0),
                ("a%2eb.f64.csv.gz", 0),
            ]
        );
    }

    #[test]
    fn a_file_of_rows_that_is_not_as_long_as_its_units_is_noticed() {
        let Scratch(folder) = &Scratch::new("rows-short");
        let path = folder.join(ROWS).join("gap.f64.csv.gz");
        std::fs::create_dir_all(folder.join(ROWS)).unwrap();
        let checked = |text: &str| {
            std::fs::write(&path, text).unwrap();
            let mut stored = StoredRows::of(folder, &Campaign { head: 4, ..Campaign::default() });
            for (unit, rows) in [("gap/f64/0", "one"), ("gap/f64/1", "another")] {
                stored.pass(unit, &UnitRows::of(rows.as_bytes()));
            }
            stored.check().map_err(|error| error.to_string())
        };
        assert_eq!(checked("headoneanother"), Ok(()));
        for text in ["headoneanothe", "oneanother", "headoneanotherone"] {
            assert!(checked(text).unwrap_err().contains("gap.f64.csv.gz: is missing, or is not as long"), "{text}");
        }
    }

    #[test]
    fn a_family_that_comes_again_and_absurd_lengths_overwrite_nothing() {
        let found = places(&[("a/f64/0", 1), ("b/f64/0", u64::MAX), ("a/f64/1", u64::MAX), ("a/f64/2", 1)]);
        let files: Vec<&str> = found.iter().map(|(file, _)| &file[..]).collect();
        assert_eq!(files, ["a.f64.csv.gz", "b.f64.csv.gz", "a.f64.2.csv.gz", "a.f64.3.csv.gz"]);
    }
}
