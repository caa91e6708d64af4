//! What can keep records from being read, written or taken together.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use crate::shown;

/// Why files of records could not be read or written, or studies not be merged. The message names the file, and the line and
/// the column where known.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file could not be opened, read or written.
    #[error("{}: {source}", place(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// A line does not say what the schema asks for.
    #[error("{}: line {line}: {}", place(path), shown(message))]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        message: String,
    },
    /// What stands in a folder or a file cannot be gone on with, or not be taken together with other inputs.
    #[error("{}: {}", place(path), shown(message))]
    Refused {
        /// The folder or the file.
        path: PathBuf,
        /// Why, and what to do.
        message: String,
    },
}

/// The most letters of a message about a line.
const LETTERS: usize = 500;

/// The name of a file, of which the system takes any.
fn place(path: &Path) -> String {
    shown(&path.to_string_lossy()).into_owned()
}

impl Error {
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Error + '_ {
        move |source| Error::Io { path: path.to_owned(), source }
    }

    /// A message may repeat what it found, which may be long: it is cut.
    pub(crate) fn line(path: &Path, line: u64, mut message: String) -> Error {
        if let Some((end, _)) = message.char_indices().nth(LETTERS) {
            message.truncate(end);
            message.push('…');
        }
        Error::Line { path: path.to_owned(), line, message }
    }

    pub(crate) fn refused(path: &Path, message: impl Into<String>) -> Error {
        Error::Refused { path: path.to_owned(), message: message.into() }
    }

    /// Another input has the same answers otherwise, or a part of them.
    pub(crate) fn clash(path: &Path, what: impl Display, has: &str) -> Error {
        Error::refused(path, format!("{what}: another input has {has}; report on one of the two at a time"))
    }
}
