//! Errors of reading, writing and merging records.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use crate::shown;

/// The reason why files of records could not be read or written, or studies not be merged.
///
/// The message names the file, and the line and the column if they are known.
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
    /// A line does not follow the schema.
    #[error("{}: line {line}: {}", place(path), shown(message))]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The error in it.
        message: String,
    },
    /// The contents of a folder or a file cannot be continued, or cannot be merged with other inputs.
    #[error("{}: {}", place(path), shown(message))]
    Refused {
        /// The folder or the file.
        path: PathBuf,
        /// The reason, and a remedy.
        message: String,
    },
}

/// The most characters of a message about a line.
const LETTERS: usize = 500;

/// The name of a file, which may hold any bytes that the system allows.
fn place(path: &Path) -> String {
    shown(&path.to_string_lossy()).into_owned()
}

impl Error {
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Error + '_ {
        move |source| Error::Io { path: path.to_owned(), source }
    }

    /// An error of a line; the message may repeat long parts of the input, so it is cut.
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

    /// An error of two inputs with different versions of the same answers, or with some answers in common.
    pub(crate) fn clash(path: &Path, what: impl Display, has: &str) -> Error {
        Error::refused(path, format!("{what}: another input has {has}; report on one of the two at a time"))
    }
}
