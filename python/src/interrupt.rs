//! Long work that Ctrl-C ends.

use std::ops::Range;

use pyo3::prelude::*;

/// The pairs between two looks at the signals: some tenths of a second.
const PAIRS: usize = 4096;

/// Does the work on one range of pairs after the other, without the lock of Python, and looks at the signals in between.
///
/// # Errors
/// Those of the work, and of a handler of a signal.
pub fn in_pieces<E: Into<PyErr> + Send>(
    py: Python<'_>,
    pairs: usize,
    mut work: impl FnMut(Range<usize>) -> Result<(), E> + Send,
) -> PyResult<()> {
    for begin in (0..pairs).step_by(PAIRS) {
        py.detach(|| work(begin..pairs.min(begin + PAIRS))).map_err(Into::into)?;
        py.check_signals()?;
    }
    Ok(())
}
