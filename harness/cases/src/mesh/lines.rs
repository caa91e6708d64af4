//! A text that is handed out line by line, so that a parser that tells no line can be asked for it.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::{Read, Result, Seek, SeekFrom};
use std::path::Path;

use super::MeshProblem;

/// A line of what a parser is given, and the number that it has in its file, counted from 1.
pub(super) type Line<'a> = (usize, Cow<'a, str>);

/// Reads lines, at most one a call: whoever buffers has then asked for no line beyond the one that it is at.
pub(super) struct Lines<'a> {
    lines: &'a [Line<'a>],
    /// The line that is handed out next, and how much of it has been.
    next: usize,
    given: usize,
    /// The number of the last line that was handed out.
    at: &'a Cell<usize>,
}

impl<'a> Lines<'a> {
    pub fn new(lines: &'a [Line<'a>], at: &'a Cell<usize>) -> Lines<'a> {
        Lines { lines, next: 0, given: 0, at }
    }
}

impl Read for Lines<'_> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        let Some((number, line)) = self.lines.get(self.next) else { return Ok(0) };
        self.at.set(*number);
        let rest = line.as_bytes().get(self.given..).unwrap_or_default();
        if let (true, Some(end)) = (rest.is_empty(), into.first_mut()) {
            *end = b'\n';
            (self.next, self.given) = (self.next + 1, 0);
            return Ok(1);
        }
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        self.given += count;
        // The end of the line belongs to the same call, or the buffer would be left without it.
        if let (true, Some(end)) = (count == rest.len(), into.get_mut(count)) {
            *end = b'\n';
            (self.next, self.given) = (self.next + 1, 0);
            return Ok(count + 1);
        }
        Ok(count)
    }
}

/// To the beginning only, which is all that a parser needs that looks at the first line twice.
impl Seek for Lines<'_> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        if to != SeekFrom::Start(0) {
            return Err(std::io::ErrorKind::Unsupported.into());
        }
        (self.next, self.given) = (0, 0);
        Ok(0)
    }
}

/// The text of a file; a byte order mark is skipped.
pub(super) fn text<'a>(bytes: &'a [u8], path: &Path) -> std::result::Result<&'a str, MeshProblem> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let good = &bytes[..error.valid_up_to()];
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        problem(
            path,
            line,
            &String::from_utf8_lossy(good.rsplit(|byte| *byte == b'\n').next().unwrap_or_default()),
            "not UTF-8",
        )
    })
}

/// The problem of a line; a long statement is cut.
pub(super) fn problem(path: &Path, line: usize, field: &str, reason: impl Into<String>) -> MeshProblem {
    let field = field.trim();
    let mut short: String = field.chars().filter(|c| !c.is_control()).take(60).collect();
    if field.chars().nth(60).is_some() {
        short.push('…');
    }
    if short.is_empty() {
        short.push_str("end of the text");
    }
    MeshProblem::Line { file: path.to_owned(), line, field: short, reason: reason.into() }
}
