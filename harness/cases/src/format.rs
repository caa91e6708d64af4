//! The case format: a file is a sequence of lines with one case per line as a JSON object, exact to the bit.
//!
//! A number is a decimal, read as the nearest double, or a string with a hexadecimal float, read exactly. A line that
//! cannot be read is a [`Problem`] that names file, line and field; the cases of the other lines are kept. Blank lines
//! and lines that begin with `#` are skipped. A union within a union is read as the union of all their parts.

mod answer;
mod bodies;
mod cast;
mod expectation;
mod field;
mod greeting;
mod json;
mod line;
mod meshes;
mod numbers;
mod penetration;
mod pieces;
mod pose;
mod scene;
mod shapes;
mod slack;
mod turn;
mod vertices;
mod write;

pub use answer::{Answer, Answers, NoAnswer, Side, read_answers};
pub use greeting::{BodyKind, Greeting, Holds, Within};
pub use line::PAIRS;
pub use penetration::{NormalSign, Penetration};
pub use pieces::Pieces;
pub use scene::{SceneFile, is_scene, parse_scene, read_scene};
pub use slack::Slack;
pub use write::{number, write};

use crate::case::Case;
use crate::files;
pub(crate) use field::Fault;
use field::Faults;
use serde::de::IgnoredAny;
use std::collections::HashMap;
use std::fmt;
use std::path::Path;

/// An error in a file, or in a line of it. Displayed as `FILE:LINE: FIELD: MESSAGE`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// The file as its reader named it.
    pub file: String,
    /// The line, counted from 1; 0 if the error concerns the file as a whole.
    pub line: usize,
    /// The field, such as `a.points[3][1]` or `expect.class`; empty if the error concerns the line as a whole.
    pub field: String,
    /// The error, and the values that are allowed.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if !self.field.is_empty() {
            write!(f, ": {}", self.field)?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for Problem {}

impl Problem {
    /// An error in a file as a whole.
    pub fn of_file(file: impl AsRef<Path>, message: impl Into<String>) -> Problem {
        Problem { file: file.as_ref().display().to_string(), line: 0, field: String::new(), message: message.into() }
    }
}

/// The largest number of problems of a file that are reported one by one.
pub const PROBLEMS: usize = 20;

/// The first [`PROBLEMS`] entries of a list, and the number of further entries.
#[derive(Default)]
pub(crate) struct First<T> {
    kept: Vec<T>,
    more: usize,
}

impl<T> First<T> {
    fn push(&mut self, item: T) {
        if self.kept.len() < PROBLEMS {
            self.kept.push(item);
        } else {
            self.more += 1;
        }
    }
}

impl First<Problem> {
    /// Notes the errors of a line.
    pub(crate) fn note(&mut self, faults: impl Into<Faults>, file: &str, line: usize) {
        let Faults { kept, more } = faults.into();
        for (field, message) in kept {
            self.push(Problem { file: file.to_owned(), line, field, message });
        }
        self.more += more;
    }

    /// The problems in their order; if there are more than are reported one by one, the last one states how many.
    pub(crate) fn into_list(mut self, file: &str) -> Vec<Problem> {
        if self.more > 0 {
            self.kept.push(Problem::of_file(file, format!("and {} more", self.more)));
        }
        self.kept
    }
}

/// The content of a file: the cases of its good lines in their order, and the problems of the other lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The cases of the lines without a problem.
    pub cases: Vec<Case>,
    /// The problems in the order of the lines; a line can have several. If there are more than [`PROBLEMS`], the first
    /// ones are listed, and a last problem states how many more there are.
    pub problems: Vec<Problem>,
    /// Notes for the user on the cases and on the meshes that they name.
    pub notes: Vec<String>,
}

/// Reads the text of a case file; `file` is its name in messages.
pub fn read(text: &str, file: &str) -> Reading {
    read_bytes(text.as_bytes(), file)
}

/// Reads a case file. Only the file system causes an error; errors in the content are listed as problems.
pub fn read_file(path: impl AsRef<Path>) -> std::io::Result<Reading> {
    let path = path.as_ref();
    Ok(read_bytes(&files::read_given(path)?, &path.display().to_string()))
}

/// The lines of a file that are neither blank nor comments, with their numbers from 1 and without blanks at their ends. A line
/// that is not UTF-8 is a message. A byte order mark is skipped; a comment is a line whose first letter is `#`.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Result<&str, &'static str>)> {
    let lines = without_mark(bytes).split(|byte| *byte == b'\n').zip(1..);
    lines.filter_map(|(bytes, number)| Some((number, content(bytes)?)))
}

/// The bytes without the byte order mark that they may begin with.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// The text of a line; `None` if it is blank or a comment, and a message if it is not UTF-8.
fn content(line: &[u8]) -> Option<Result<&str, &'static str>> {
    match std::str::from_utf8(line).map(str::trim) {
        Ok(text) if text.is_empty() || text.starts_with('#') => None,
        Ok(text) => Some(Ok(text)),
        Err(_) => Some(Err("not UTF-8")),
    }
}

/// The error of a file that is JSON, but not one object per line: an array of objects, or objects that extend over
/// several lines. The file is examined further only if its first line suggests this.
fn not_lines(bytes: &[u8], file: &str, what: &str) -> Option<Problem> {
    let first = lines(bytes).next()?.1.ok().filter(|first| may_be_other_json(first))?;
    let text = without_mark(bytes);
    let found = if first.starts_with('[') {
        let objects = serde_json::from_slice::<Vec<HashMap<String, IgnoredAny>>>(text);
        objects.is_ok_and(|objects| !objects.is_empty()).then_some("a JSON array")
    } else {
        let mut objects = serde_json::Deserializer::from_slice(text).into_iter::<IgnoredAny>();
        objects.all(|object| object.is_ok()).then_some("JSON whose objects go over several lines")
    };
    let found = found?;
    let message = format!(
        "this is {found}; {what} has one object per line and nothing between the lines: write each with Python's \
         `print(json.dumps(object))` or the like"
    );
    Some(Problem::of_file(file, message))
}

/// Whether the first line of a file may be the beginning of JSON that is not one object per line.
fn may_be_other_json(first: &str) -> bool {
    first.starts_with('[') || serde_json::from_str::<IgnoredAny>(first).is_err_and(|error| error.is_eof())
}

/// Reads the bytes of a case file: a line that is not UTF-8 is a problem of that line. A byte order mark is skipped.
pub fn read_bytes(bytes: &[u8], file: &str) -> Reading {
    // Reading from memory cannot fail.
    Pieces::new(bytes, file).and_then(Pieces::whole).unwrap_or_default()
}
