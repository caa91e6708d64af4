//! A place for results that are moved to their folder when they are complete, as the results of merged campaigns are.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::archived::{JOURNAL, archived};
use crate::folder::{LOCK, WRITTEN, goes_on, lock, own, remove, remove_files_of_rows};
use crate::line::files;
use crate::parts::ROWS;
use crate::store::FACTS;
use crate::{Campaign, Error};

/// The folder in which the results are made, within their final folder, so that they can be renamed.
const STAGE: &str = ".merging";

/// Room for the results of a campaign in a folder.
#[derive(Debug)]
pub struct Room {
    path: PathBuf,
    /// Held while the value lives.
    _lock: File,
}

impl Room {
    /// Locks an existing folder that has no results, or results of the same plan, or any results with `fresh`; its contents
    /// stay until [`fill`](Room::fill).
    ///
    /// # Errors
    /// The folder holds results of another plan or an unfinished campaign that are not to be replaced, another process runs a
    /// campaign in it, or it cannot be read or written.
    pub fn in_folder(path: &Path, campaign: &Campaign, fresh: bool) -> Result<Room, Error> {
        let _lock = lock(path)?;
        [ROWS, STAGE].iter().try_for_each(|folder| own(&path.join(folder)))?;
        if goes_on(path, campaign, fresh)? {
            let message = "holds this campaign unfinished: continue it with its own command, begin anew with --fresh, or \
                           choose another folder with --out";
            return Err(Error::refused(path, message));
        }
        Ok(Room { path: path.to_owned(), _lock })
    }

    /// The folder in which the results are to be made.
    pub fn stage(&self) -> PathBuf {
        self.path.join(STAGE)
    }

    /// Moves the new results to their place, and removes the earlier ones.
    ///
    /// The journal is moved last: without it, the contents of the folder are not taken for results.
    ///
    /// # Errors
    /// A file cannot be moved or removed.
    pub fn fill(self) -> Result<(), Error> {
        let (stage, to) = (self.stage(), &self.path);
        for file in files().chain([JOURNAL, FACTS, WRITTEN]) {
            remove(&to.join(file))?;
            remove(&archived(&to.join(file)))?;
        }
        let rows = to.join(ROWS);
        if rows.is_dir() {
            remove_files_of_rows(&rows)?;
        }
        let rename = |from: &Path, to: &Path| std::fs::rename(from, to).map_err(Error::io(to));
        let is_journal = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(JOURNAL));
        let mut files: Vec<PathBuf> = entries(&stage)?.into_iter().filter(|path| path.is_file()).collect();
        files.retain(|path| path.file_name().is_some_and(|name| name != LOCK));
        files.sort_by_key(|path| is_journal(path));
        if stage.join(ROWS).is_dir() {
            std::fs::create_dir_all(&rows).map_err(Error::io(&rows))?;
            for path in entries(&stage.join(ROWS))? {
                rename(&path, &rows.join(path.file_name().unwrap_or_default()))?;
            }
        } else if rows.is_dir() && entries(&rows)?.is_empty() {
            std::fs::remove_dir(&rows).map_err(Error::io(&rows))?;
        }
        let is_archive = files.iter().any(|path| path.ends_with(archived(Path::new(JOURNAL))));
        for path in files {
            rename(&path, &to.join(path.file_name().unwrap_or_default()))?;
        }
        // No campaign runs in an archive.
        if is_archive {
            remove(&to.join(LOCK))?;
        }
        std::fs::remove_dir_all(&stage).map_err(Error::io(&stage))
    }
}

/// The entries of a folder; empty if it does not exist.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let read = std::fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    read.map_err(Error::io(folder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;
    use crate::{Folder, SCHEMA, UnitResult};

    fn campaign(seed: u64) -> Campaign {
        let mut campaign = Campaign { schema: SCHEMA, shard: "1/1".to_owned(), units: 1, ..Campaign::default() };
        campaign.plan.insert("seed".to_owned(), seed.into());
        campaign
    }

    fn make(folder: &Path, seed: u64, archive: bool) {
        let mut made = Folder::begin(folder, &campaign(seed), true).unwrap();
        made.put(
            "gap/f64/0",
            (!archive).then_some(format!("rows of {seed}").as_bytes()),
            UnitResult::lines::<crate::CensusTally>(Vec::new()),
        )
        .unwrap();
        for file in files().chain([FACTS]) {
            std::fs::write(folder.join(file), format!("{file} of {seed}")).unwrap();
        }
        made.finish(["gap/f64/0"]).unwrap();
        if archive {
            made.compress().unwrap();
        }
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            entries(folder).unwrap().iter().map(|path| path.file_name().unwrap().to_string_lossy().into()).collect();
        names.sort();
        names
    }

    #[test]
    fn results_come_to_their_place_whole_and_nothing_else_is_touched() {
        let Scratch(folder) = &Scratch::new("room");
        make(folder, 1, false);
        std::fs::write(folder.join("notes.txt"), "mine").unwrap();
        let before = names(folder);
        // Results of another plan are refused; the contents stay until the room is filled.
        let error = Room::in_folder(folder, &campaign(2), false).unwrap_err().to_string();
        assert!(error.contains("holds the results of another campaign") && error.contains("--fresh"), "{error}");
        let room = Room::in_folder(folder, &campaign(2), true).unwrap();
        make(&room.stage(), 2, false);
        assert_eq!(std::fs::read_to_string(folder.join(FACTS)).unwrap(), format!("{FACTS} of 1"));
        room.fill().unwrap();
        assert_eq!(names(folder), before);
        assert_eq!(std::fs::read_to_string(folder.join(FACTS)).unwrap(), format!("{FACTS} of 2"));
        assert!(std::fs::read(folder.join(ROWS).join("gap.f64.csv.gz")).unwrap().ends_with(b"rows of 2"));
        assert_eq!(std::fs::read_to_string(folder.join("notes.txt")).unwrap(), "mine");
        // It is an ordinary campaign: the same plan may replace it.
        assert!(Room::in_folder(folder, &campaign(2), false).is_ok());
        // An archive that replaces it leaves none of its files.
        let room = Room::in_folder(folder, &campaign(2), false).unwrap();
        make(&room.stage(), 2, true);
        room.fill().unwrap();
        let left = names(folder);
        assert!(!left.iter().any(|name| name == JOURNAL || name == ROWS || name == LOCK), "{left:?}");
        assert!(left.contains(&"journal.jsonl.gz".to_owned()) && left.contains(&"notes.txt".to_owned()));
    }

    #[cfg(unix)]
    #[test]
    fn rows_elsewhere_are_not_removed_by_a_link() {
        let Scratch(folder) = &Scratch::new("room-links");
        make(&folder.join("elsewhere"), 1, false);
        std::fs::create_dir_all(folder.join("here")).unwrap();
        std::os::unix::fs::symlink("../elsewhere/records", folder.join("here").join(ROWS)).unwrap();
        let error = Room::in_folder(&folder.join("here"), &campaign(1), true).unwrap_err().to_string();
        assert!(error.contains("records: is a link, "), "{error}");
        std::fs::rename(folder.join("here").join(ROWS), folder.join("here").join(STAGE)).unwrap();
        let error = Room::in_folder(&folder.join("here"), &campaign(1), true).unwrap_err().to_string();
        assert!(error.contains(".merging: is a link, "), "{error}");
    }

    #[test]
    fn a_failed_move_leaves_nothing_that_looks_like_results() {
        let Scratch(folder) = &Scratch::new("room-blocked");
        std::fs::create_dir_all(folder.join("columns.md/in-the-way")).unwrap();
        let room = Room::in_folder(folder, &campaign(1), false).unwrap();
        make(&room.stage(), 1, false);
        assert!(room.fill().is_err() && !folder.join(JOURNAL).exists());
    }

    #[test]
    fn an_unfinished_campaign_is_not_built_over() {
        let Scratch(folder) = &Scratch::new("room-unfinished");
        drop(Folder::begin(folder, &campaign(1), false).unwrap());
        for seed in [1, 2] {
            let error = Room::in_folder(folder, &campaign(seed), false).unwrap_err().to_string();
            assert!(error.contains("unfinished"), "{error}");
        }
        let held = Folder::begin(folder, &campaign(1), false).unwrap();
        assert!(Room::in_folder(folder, &campaign(1), true).unwrap_err().to_string().contains("another process"));
        drop(held);
        assert!(Room::in_folder(folder, &campaign(1), true).is_ok());
    }
}
