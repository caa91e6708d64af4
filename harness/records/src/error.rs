//! What can keep records from being read, written or taken together.

use std::path::{Path, PathBuf};

/// Why files of records could not be read or written, or studies not be merged. The message names the file, and the line and
/// the column where known.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file could not be opened, read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// A column that the schema asks for is not there.
    #[error("{}: line 1: column `{column}` is missing: is this a file of {what}?", path.display())]
    MissingColumn {
        /// The file.
        path: PathBuf,
        /// The column.
        column: &'static str,
        /// What was expected.
        what: &'static str,
    },
    /// A line does not say what the schema asks for.
    #[error("{}: line {line}: {message}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        message: String,
    },
    /// A folder holds a campaign that is not finished, and not the one that is to be run in it.
    #[error(
        "{}: holds an unfinished campaign, begun with `{command}`, and not this one:\n  {}\n  go on with that one by the \
         same command, begin anew with --fresh, or take another folder with --out",
        path.display(),
        differences.join("\n  ")
    )]
    Unfinished {
        /// The folder.
        path: PathBuf,
        /// What differs.
        differences: Vec<String>,
        /// The command that goes on.
        command: String,
    },
    /// A folder holds a campaign that is not finished, and nothing can be made of it yet.
    #[error("{}: the campaign is not finished: go on with it by the same command, `{command}`, with `--out` of this folder", path.display())]
    NotFinished {
        /// The folder.
        path: PathBuf,
        /// The command that goes on.
        command: String,
    },
    /// Another process runs a campaign in the folder.
    #[error("{}: another process runs a campaign in this folder; take another one with --out, or wait for its end", path.display())]
    Running {
        /// The folder.
        path: PathBuf,
    },
    /// Two of the inputs hold different answers to the same cases.
    #[error("{}: {what}: another input has it otherwise; report on one of the two at a time", path.display())]
    Conflict {
        /// The later input.
        path: PathBuf,
        /// The answers.
        what: String,
    },
    /// Two of the inputs overlap in a way that cannot be told apart.
    #[error("{}: {what}: another input has a part of it; report on one of the two at a time", path.display())]
    Overlap {
        /// The later input.
        path: PathBuf,
        /// The answers.
        what: String,
    },
    /// Two of the inputs were judged with different tolerances.
    #[error(
        "{}: judged with a tolerance of {found} units, other inputs with {expected}: their rulings cannot be pooled",
        path.display()
    )]
    Tolerances {
        /// The later input.
        path: PathBuf,
        /// Its tolerance.
        found: f64,
        /// The tolerance of the inputs before.
        expected: f64,
    },
}

/// The most letters of a message about a line.
const LETTERS: usize = 500;

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
}
