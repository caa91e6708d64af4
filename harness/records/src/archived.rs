//! The names of a folder's files, archived or not.

use std::path::{Path, PathBuf};

/// The file of the journal.
pub const JOURNAL: &str = "journal.jsonl";

/// The ending that the name of a file has in addition in an archived folder.
pub(crate) const ARCHIVED: &str = ".gz";

/// The name of a file in an archived folder.
pub(crate) fn archived(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ARCHIVED);
    PathBuf::from(name)
}

/// A file, or its compressed one where the folder was archived.
pub(crate) fn plain_or_archived(path: PathBuf) -> PathBuf {
    let archive = archived(&path);
    if !path.exists() && archive.exists() { archive } else { path }
}
