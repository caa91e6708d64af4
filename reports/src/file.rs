//! Files that are either whole or as they were before.

use std::path::Path;

use crate::Failure;

/// Writes `bytes` to a neighbour of `path` and renames it when it is complete.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, path)).map_err(|source| {
        // The error of the write is the one to tell; a part that cannot be removed either adds nothing to it.
        let _ = std::fs::remove_file(&part);
        Failure::Io { path: path.to_owned(), source }
    })
}

/// Removes a file of an earlier report that this one does not make. That it is not there is no failure.
pub(crate) fn remove(path: &Path) -> Result<(), Failure> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Failure::io(path)(error)),
        _ => Ok(()),
    }
}

/// Creates a folder and those above it.
pub(crate) fn create_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(Failure::io(path))
}
