//! Texts of meshes, and the problems of their lines.

use crate::format::Problem;
use crate::quote::cut;
use std::path::Path;

/// The text of a file; a byte order mark is skipped.
pub(crate) fn text<'a>(bytes: &'a [u8], path: &Path) -> Result<&'a str, Problem> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let line = 1 + good.matches('\n').count();
        problem(path, line, good.rsplit('\n').next().unwrap_or_default(), "not UTF-8")
    })
}

/// The problem of a line; a long statement is cut.
pub(crate) fn problem(path: &Path, line: usize, field: &str, reason: impl Into<String>) -> Problem {
    let mut field = cut(field.trim());
    if field.is_empty() {
        field.push_str("end of the text");
    }
    Problem { line, field, ..Problem::of_file(path, reason) }
}
