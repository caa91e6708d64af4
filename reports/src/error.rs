//! What can keep a report from being made.

/// Why a table or figure could not be made. The message says what and where.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or folder could not be read or written.
    #[error(transparent)]
    File(#[from] gjk_records::Error),
    /// A figure could not be drawn.
    #[error("figure `{figure}`: {message}")]
    Drawing {
        /// Name of the figure.
        figure: String,
        /// What went wrong.
        message: String,
    },
}
