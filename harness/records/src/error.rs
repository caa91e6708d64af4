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
    /// Two of the inputs hold different answers for the same case, scalar and variant.
    #[error(
        "{}: case `{case}`, scalar {scalar}, variant {variant}: another input has a different record of it; \
         report on one of the two at a time",
        path.display()
    )]
    Conflict {
        /// The later input.
        path: PathBuf,
        /// The case.
        case: String,
        /// The scalar.
        scalar: String,
        /// The variant.
        variant: String,
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

impl Error {
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Error + '_ {
        move |source| Error::Io { path: path.to_owned(), source }
    }

    pub(crate) fn line(path: &Path, line: u64, message: String) -> Error {
        Error::Line { path: path.to_owned(), line, message }
    }
}
