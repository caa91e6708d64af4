//! Opens files: a file that another file names must be a regular file; a user may also name a pipe or a terminal.
//!
//! A device such as `/dev/zero` has no end, and a pipe may have nothing to read for ever. A user who names a pipe knows
//! which program writes to it; a case or a robot of another author may name any file. A path is examined before it is
//! opened, since opening a pipe waits; the opened file is examined again, since the path may name another file by then.

use std::collections::BTreeSet;
use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io::{Error, IsTerminal, Read, Result};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The largest number of bytes of a file that another file names. A sparse file of any length uses no room on a disk.
const LONGEST: u64 = 1 << 31;

/// The files that this process has read, by their paths without links.
static READ: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Notes that a file is read.
fn note(path: &Path) {
    if let Ok(own) = std::fs::canonicalize(path) {
        READ.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(own);
    }
}

/// Whether this process has read a file through this module, under any name.
pub fn was_read(path: impl AsRef<Path>) -> bool {
    let own = std::fs::canonicalize(path);
    own.is_ok_and(|own| READ.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).contains(&own))
}

/// The bytes of a file that another file names, after links have been followed.
///
/// # Errors
/// An error of the file system; the path is not a regular file, or the file has more than 2 GiB.
pub fn read_named(path: impl AsRef<Path>) -> Result<Vec<u8>> {
    let path = path.as_ref();
    regular(&std::fs::metadata(path)?)?;
    note(path);
    let file = open_at_once(path)?;
    let about = file.metadata()?;
    regular(&about)?;
    let mut bytes = Vec::new();
    // A file that grows while it is read is cut off as well.
    if about.len() > LONGEST || file.take(LONGEST + 1).read_to_end(&mut bytes)? as u64 > LONGEST {
        return Err(Error::other(format!("it is longer than {} GiB", LONGEST >> 30)));
    }
    Ok(bytes)
}

/// Opens a file that a user names, which may be a pipe, a terminal or `/dev/null`.
///
/// # Errors
/// An error of the file system; the path is another device.
pub fn open_given(path: impl AsRef<Path>) -> Result<File> {
    let path = path.as_ref();
    note(path);
    let file = File::open(path)?;
    endless(&file)?;
    Ok(file)
}

/// The bytes of a file that a user names, as in [`open_given`].
///
/// # Errors
/// An error of the file system; the path is another device.
pub fn read_given(path: impl AsRef<Path>) -> Result<Vec<u8>> {
    let mut file = open_given(path)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The error if standard input is a device that [`open_given`] refuses.
///
/// # Errors
/// An error of the file system; standard input is such a device.
#[cfg(unix)]
pub fn check_standard_input() -> Result<()> {
    use std::os::fd::AsFd;
    endless(&File::from(std::io::stdin().as_fd().try_clone_to_owned()?))
}

/// Accepts every standard input: devices are not recognised on this platform.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn check_standard_input() -> Result<()> {
    Ok(())
}

/// The error for a file that is not regular.
fn regular(about: &Metadata) -> Result<()> {
    match about.is_file() {
        true => Ok(()),
        false => {
            let kind = kind(about.file_type());
            Err(Error::other(format!("it is {kind}, and a file that another file names has to be a regular file")))
        }
    }
}

/// The error for a device that may have no end.
fn endless(file: &File) -> Result<()> {
    let about = file.metadata()?;
    match is_device(about.file_type()) && !is_null(&about) && !file.is_terminal() {
        true => Err(Error::other("it is a device, which may have no end: a regular file, a pipe or a terminal is read")),
        false => Ok(()),
    }
}

#[cfg(unix)]
fn kind(file: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match () {
        () if file.is_dir() => "a folder",
        () if file.is_fifo() => "a pipe (FIFO)",
        () if file.is_socket() => "a socket",
        () if is_device(file) => "a device",
        () => "no regular file",
    }
}

#[cfg(not(unix))]
fn kind(file: FileType) -> &'static str {
    if file.is_dir() { "a folder" } else { "no regular file" }
}

#[cfg(unix)]
fn is_device(file: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    file.is_char_device() || file.is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: FileType) -> bool {
    false
}

/// Whether this is `/dev/null`, under any name.
#[cfg(unix)]
fn is_null(about: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/dev/null").is_ok_and(|null| null.rdev() == about.rdev())
}

#[cfg(not(unix))]
fn is_null(_: &Metadata) -> bool {
    false
}

/// Opens a file without waiting, even if a pipe has taken its place.
#[cfg(unix)]
fn open_at_once(path: &Path) -> Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(path)
}

#[cfg(not(unix))]
fn open_at_once(path: &Path) -> Result<File> {
    OpenOptions::new().read(true).open(path)
}
