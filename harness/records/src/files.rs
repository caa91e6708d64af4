//! Lengths and checksums of the files of a finished campaign, which its journal states.
//!
//! Tables are made from these files; an edited, cut or lost file would change the numbers silently.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use flate2::Crc;

use crate::archived::{JOURNAL, plain_or_archived};
use crate::line::files;
use crate::store::FACTS;
use crate::{Campaign, Error, Journal, rows};

/// Length and checksum of the facts and of each file of lines that is in a folder.
pub(crate) fn checksums(folder: &Path) -> Result<BTreeMap<String, String>, Error> {
    let mut found = BTreeMap::new();
    for file in files().chain([FACTS]) {
        if let Some(text) = checksum(folder, file, u64::MAX)? {
            found.insert(file.to_owned(), text);
        }
    }
    Ok(found)
}

/// Length and checksum of one file, or of the contents of its archive; `None` if the file does not exist.
///
/// At most `longest` + 1 bytes are read.
fn checksum(folder: &Path, file: &str, longest: u64) -> Result<Option<String>, Error> {
    let path = plain_or_archived(folder.join(file));
    if !path.exists() {
        return Ok(None);
    }
    let mut text = rows::open(&path)?.take(longest.saturating_add(1));
    let (mut crc, mut block, mut length) = (Crc::new(), [0; 1 << 14], 0);
    loop {
        match text.read(&mut block).map_err(Error::io(&path))? {
            0 => return Ok(Some(format!("{length} {:08x}", crc.sum()))),
            count => {
                crc.update(&block[..count]);
                length += count;
            }
        }
    }
}

impl Campaign {
    /// Checks that the files of lines and facts in its folder are those that it wrote.
    ///
    /// # Errors
    /// A file has other contents, or is gone.
    pub fn check_files(&self, folder: &Path) -> Result<(), Error> {
        for (file, written) in &self.files {
            // An unknown name is from a later version.
            if !files().chain([FACTS]).any(|known| known == file) {
                continue;
            }
            let path = folder.join(file);
            let length = written.split(' ').next().and_then(|length| length.parse().ok());
            match checksum(folder, file, length.unwrap_or(0))? {
                None => return Err(Error::refused(&path, "is gone: the campaign wrote it, as its journal says")),
                Some(found) if found != *written => {
                    let message = format!(
                        "is not what the campaign wrote: it was edited or cut (its journal has bytes and checksum {written})"
                    );
                    return Err(Error::refused(&path, message));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}

/// Checks the files of the campaign in a folder, if there is one.
pub(crate) fn check(folder: &Path) -> Result<(), Error> {
    let journal = plain_or_archived(folder.join(JOURNAL));
    if journal.exists() { Journal::open(&journal)?.campaign()?.check_files(folder) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;
    use crate::{ContinuityTally, FACTS_SCHEMA, Facts, Folder, SCHEMA, Study};

    /// A finished campaign with facts and tallies.
    fn finished(name: &str) -> Scratch {
        let scratch = Scratch::new(name);
        let Scratch(folder) = &scratch;
        let campaign = Campaign { schema: SCHEMA, shard: "1/1".to_owned(), ..Campaign::default() };
        let mut running = Folder::begin(folder, &campaign, false).expect("a folder");
        let tally = ContinuityTally { schema: SCHEMA, variant: "x".to_owned(), pairs: 7, ..ContinuityTally::default() };
        let facts = Facts { schema: FACTS_SCHEMA, ..Facts::default() };
        let study = Study { facts, ..Study::default() }.with(vec![tally]);
        study.write(folder).expect("it can be written");
        running.finish(std::iter::empty::<&str>()).expect("it can be finished");
        scratch
    }

    #[test]
    fn a_study_whose_files_were_edited_cut_or_lost_is_refused() {
        let file = "continuity.csv";
        let text = |Scratch(folder): &Scratch| std::fs::read_to_string(folder.join(file)).expect("it was written");
        let whole = finished("files-whole");
        assert_eq!(Study::read(&whole.0).expect("nothing was touched").of::<ContinuityTally>()[0].pairs, 7);
        let edited = |name: &str, edit: &dyn Fn(&Path)| {
            let scratch = finished(name);
            edit(&scratch.0);
            Study::read(&scratch.0).expect_err("it was touched").to_string()
        };
        let write = |text: String| move |folder: &Path| std::fs::write(folder.join(file), &text).expect("a file");
        let error = edited("files-edited", &write(text(&whole).replace(",7,", ",5000,")));
        assert!(error.contains("continuity.csv: is not what the campaign wrote: it was edited or cut"), "{error}");
        let cut = text(&whole).lines().next().expect("a header").to_owned() + "\n";
        assert!(edited("files-cut", &write(cut)).contains("continuity.csv: is not what"));
        for gone in [file, FACTS] {
            let error = edited("files-gone", &|folder| std::fs::remove_file(folder.join(gone)).expect("it was there"));
            assert!(error.contains(&format!("{gone}: is gone: the campaign wrote it")), "{error}");
        }
        // The checksums in the journal are protected by its seal.
        let journal = |folder: &Path| {
            let text = std::fs::read_to_string(folder.join(JOURNAL)).expect("a journal");
            let (begin, end) = text.split_once("\"continuity.csv\":\"").expect("it names the file");
            std::fs::write(folder.join(JOURNAL), format!("{begin}\"continuity.csv\":\"9{end}")).expect("a file");
        };
        assert!(edited("files-journal", &journal).contains("the journal is damaged: this line was edited"));
    }

    #[test]
    fn an_archive_is_checked_against_the_file_that_it_compresses() {
        let Scratch(folder) = &finished("files-archive");
        let campaign = Campaign { schema: SCHEMA, shard: "1/1".to_owned(), ..Campaign::default() };
        let study = Study::read(folder).expect("nothing was touched");
        let mut running = Folder::begin(folder, &campaign, true).expect("a folder");
        study.write(folder).expect("it can be written");
        running.finish(std::iter::empty::<&str>()).expect("it can be finished");
        running.compress().expect("it can be compressed");
        assert!(!folder.join("continuity.csv").exists());
        assert_eq!(Study::read(folder).expect("an archive"), study);
        let mut old = campaign;
        assert!(old.check_files(Path::new("/nowhere")).is_ok());
        old.files.insert("of-a-later-version.csv".to_owned(), "1 00000000".to_owned());
        assert!(old.check_files(Path::new("/nowhere")).is_ok());
    }
}
