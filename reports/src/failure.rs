//! What can keep a report from being made.

use std::path::{Path, PathBuf};

/// Why records could not be read, or a table or figure not be made. The message says what and where.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The records could not be read.
    #[error(transparent)]
    Records(#[from] gjk_records::Failure),
    /// A file or folder of the report could not be written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
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
    /// A figure could not be drawn.
    #[error("figure `{figure}`: {message}")]
    Drawing {
        /// Name of the figure.
        figure: String,
        /// What went wrong.
        message: String,
    },
}

impl Failure {
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Failure + '_ {
        move |source| Failure::Io { path: path.to_owned(), source }
    }
}
