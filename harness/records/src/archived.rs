//! The names of the files of a folder, archived or not.

use std::path::{Path, PathBuf};

/// The file of the journal.
pub const JOURNAL: &str = "journal.jsonl";

/// The suffix of the name of a file in an archived folder.
pub(crate) const ARCHIVED: &str = ".gz";

/// The name of a file in an archived folder.
pub(crate) fn archived(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ARCHIVED);
    PathBuf::from(name)
}

/// A file, or the compressed one if the folder was archived.
pub(crate) fn plain_or_archived(path: PathBuf) -> PathBuf {
    let archive = archived(&path);
    if !path.exists() && archive.exists() { archive } else { path }
}
