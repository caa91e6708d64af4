//! Lines of the files in the folder of a run: the trait of one kind of lines, and lines of any kind.
//!
//! An experiment writes lines of one kind. The code that stores, merges or selects lines does not know the kinds: it handles
//! [`Lines`]. The code that makes or draws lines knows their type, and asks for it.

use std::any::{Any, TypeId};
use std::fmt::{self, Debug};
use std::io::{Read, Write};
use std::marker::PhantomData;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::archived::plain_or_archived;
use crate::columns::columns;
use crate::rows;
use crate::store::{fill, is_json, read_lines, write_whole};
use crate::{CensusTally, CertifyTally, ContinuityTally, Duel, EndureTally, Error, LoopTally, Timing, TraceTally};

/// Every kind of lines, in the order in which a run makes them.
///
/// A new kind is a file with its type, and a line here. The list is a static so that the operations on a kind are compiled in
/// this package only, not again in every package that makes lines.
static KINDS: [&dyn Kind; 8] = [
    &Of::<Timing>(PhantomData),
    &Of::<LoopTally>(PhantomData),
    &Of::<CensusTally>(PhantomData),
    &Of::<TraceTally>(PhantomData),
    &Of::<Duel>(PhantomData),
    &Of::<ContinuityTally>(PhantomData),
    &Of::<CertifyTally>(PhantomData),
    &Of::<EndureTally>(PhantomData),
];

/// The kind of these lines.
fn kind_of(lines: TypeId) -> &'static dyn Kind {
    *KINDS.iter().find(|kind| kind.id() == lines).expect("every kind of lines is in the list")
}

/// The files of lines in the folder of a run.
pub(crate) fn files() -> impl Iterator<Item = &'static str> {
    Lines::kinds().map(|lines| lines.file())
}

/// A line of a file, whose columns are the fields of the type.
pub trait Line: Serialize + DeserializeOwned + Clone + Debug + Default + PartialEq + Send + Sync + 'static {
    /// Name of the file in the folder of a run.
    ///
    /// A file that ends with `.jsonl` has a value of JSON in each line. Every other file has comma-separated values, under a
    /// line of their names. The name without its ending is the name of the lines in a journal.
    const FILE: &'static str;
    /// The contents of the file.
    const HOLDS: &'static str;

    /// The subject of the line.
    fn subject(&self) -> Subject<'_>;

    /// Whether lines of several units add up to one.
    const ADDS_UP: bool = false;

    /// Adds the lines of the next unit of a campaign: after those of the units before it, unless they add up.
    fn gather(ours: &mut Vec<Self>, mut theirs: Vec<Self>) {
        ours.append(&mut theirs);
    }

    /// Adds the lines of another study, unless there are some already, as tallies cannot be separated case by case.
    fn join(ours: &mut Vec<Self>, theirs: Vec<Self>) {
        if ours.is_empty() {
            *ours = theirs;
        }
    }
}

/// The subject of a line; `None` for a field that does not apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Subject<'a> {
    /// A variant, or a subalgorithm in the experiment of the loop.
    pub variant: Option<&'a str>,
    /// A family.
    pub family: Option<&'a str>,
    /// A scalar.
    pub scalar: Option<&'a str>,
}

impl<'a> Subject<'a> {
    /// A variant on a family in a scalar.
    pub fn new(variant: &'a str, family: &'a str, scalar: &'a str) -> Subject<'a> {
        Subject { variant: Some(variant), family: Some(family), scalar: Some(scalar) }
    }
}

/// Lines of one kind.
pub struct Lines {
    kind: &'static dyn Kind,
    lines: AnyLines,
}

/// A vector of lines whose type is erased.
type AnyLines = Box<dyn Any + Send + Sync>;

impl Lines {
    /// These lines.
    pub fn new<T: Line>(lines: Vec<T>) -> Lines {
        Lines { kind: kind_of(TypeId::of::<Vec<T>>()), lines: Box::new(lines) }
    }

    /// No lines of this kind.
    pub fn none<T: Line>() -> Lines {
        Lines::new::<T>(Vec::new())
    }

    /// No lines of each kind.
    pub fn kinds() -> impl Iterator<Item = Lines> {
        KINDS.iter().map(|kind| Lines { kind: *kind, lines: kind.none() })
    }

    /// No lines of the kind that has this name in a journal.
    pub(crate) fn named(name: &str) -> Option<Lines> {
        Lines::kinds().find(|lines| lines.name() == name)
    }

    /// Other lines of this kind.
    fn with(&self, lines: AnyLines) -> Lines {
        Lines { kind: self.kind, lines }
    }

    /// Name of the file.
    pub fn file(&self) -> &'static str {
        self.kind.file()
    }

    /// Their name in a journal: the name of the file without its ending.
    pub fn name(&self) -> &'static str {
        self.file().split('.').next().unwrap_or_default()
    }

    /// The text of their shortest file: the names of the columns, or, in a file of JSON, a line with all counts zero.
    pub fn least_file(&self) -> String {
        self.kind.least_file()
    }

    /// The names of their columns, or of the fields of their objects.
    pub fn fields(&self) -> Vec<String> {
        self.kind.fields()
    }

    /// True if there are no lines.
    pub fn is_empty(&self) -> bool {
        self.kind.is_empty(&self.lines)
    }

    /// The lines as a vector, if they are of this kind.
    pub fn of<T: Line>(&self) -> Option<&Vec<T>> {
        self.lines.downcast_ref()
    }

    /// The lines as a mutable vector, if they are of this kind.
    pub fn of_mut<T: Line>(&mut self) -> Option<&mut Vec<T>> {
        self.lines.downcast_mut()
    }

    /// The subject of each line.
    pub fn subjects(&self) -> Vec<Subject<'_>> {
        self.kind.subjects(&self.lines)
    }

    /// Keeps only the lines with a wanted subject.
    pub fn retain(&mut self, wanted: &dyn Fn(Subject) -> bool) {
        self.kind.retain(&mut self.lines, wanted);
    }

    /// Whether lines of several units add up to one.
    pub fn adds_up(&self) -> bool {
        self.kind.adds_up()
    }

    /// Adds the lines of the next unit; lines of another kind are ignored.
    pub fn gather(&mut self, next: Lines) {
        self.kind.gather(&mut self.lines, next.lines);
    }

    /// Adds the lines of another study; lines of another kind are ignored.
    pub(crate) fn join(&mut self, other: Lines) {
        self.kind.join(&mut self.lines, other.lines);
    }

    /// Reads lines of this kind from a value of JSON.
    pub(crate) fn read_json(&self, json: &str) -> serde_json::Result<Lines> {
        self.kind.read_json(json).map(|lines| self.with(lines))
    }

    /// Reads lines of this kind from the text of a file; the path is for messages.
    ///
    /// # Errors
    /// The first invalid line, with its fault.
    pub fn parse(&self, mut text: &[u8], path: &Path) -> Result<Lines, Error> {
        self.kind.read(&mut text, path).map(|lines| self.with(lines))
    }

    /// Reads the lines of this kind in a folder; empty if their file does not exist.
    pub(crate) fn read(&self, folder: &Path) -> Result<Lines, Error> {
        let path = plain_or_archived(folder.join(self.file()));
        let lines = if path.exists() { self.kind.read(&mut rows::open(&path)?, &path)? } else { self.kind.none() };
        Ok(self.with(lines))
    }

    /// Writes the text of their file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn fill(&self, file: &mut dyn Write) -> std::io::Result<()> {
        self.kind.fill(&self.lines, file)
    }

    /// Writes them to their file in a folder, if there are any.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), Error> {
        if self.is_empty() { Ok(()) } else { write_whole(&folder.join(self.file()), |file| self.fill(file)) }
    }
}

impl Clone for Lines {
    fn clone(&self) -> Lines {
        self.with(self.kind.copy(&self.lines))
    }
}

impl Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(&self.lines, f)
    }
}

impl PartialEq for Lines {
    fn eq(&self, other: &Lines) -> bool {
        self.kind.are_same(&self.lines, &other.lines)
    }
}

impl Serialize for Lines {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.kind.to_json(&self.lines).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// Reads lines of one kind from the text of a file; the path is for messages.
///
/// Unknown columns are ignored, and empty lines of JSON are skipped.
///
/// # Errors
/// The first invalid line, with its fault.
pub fn parse_lines<T: Line>(text: &[u8], path: &Path) -> Result<Vec<T>, Error> {
    let mut lines = Lines::none::<T>().parse(text, path)?;
    Ok(lines.of_mut().map(std::mem::take).unwrap_or_default())
}

/// Writes lines of one kind to a file, which is then either complete or unchanged.
///
/// # Errors
/// It cannot be written.
pub fn write_lines<T: Line>(path: &Path, lines: &[T]) -> Result<(), Error> {
    let lines = Lines::new(lines.to_vec());
    write_whole(path, |file| lines.fill(file))
}

/// Operations on lines of one kind; lines of another kind count as no lines.
trait Kind: Sync {
    fn id(&self) -> TypeId;
    fn file(&self) -> &'static str;
    fn fields(&self) -> Vec<String>;
    fn least_file(&self) -> String;
    fn adds_up(&self) -> bool;
    fn none(&self) -> AnyLines;
    fn is_empty(&self, lines: &AnyLines) -> bool;
    fn copy(&self, lines: &AnyLines) -> AnyLines;
    fn are_same(&self, ours: &AnyLines, theirs: &AnyLines) -> bool;
    fn fmt(&self, lines: &AnyLines, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn subjects<'l>(&self, lines: &'l AnyLines) -> Vec<Subject<'l>>;
    fn retain(&self, lines: &mut AnyLines, wanted: &dyn Fn(Subject) -> bool);
    fn gather(&self, ours: &mut AnyLines, theirs: AnyLines);
    fn join(&self, ours: &mut AnyLines, theirs: AnyLines);
    fn to_json(&self, lines: &AnyLines) -> serde_json::Result<Box<RawValue>>;
    fn read_json(&self, json: &str) -> serde_json::Result<AnyLines>;
    fn read(&self, text: &mut dyn Read, path: &Path) -> Result<AnyLines, Error>;
    fn fill(&self, lines: &AnyLines, file: &mut dyn Write) -> std::io::Result<()>;
}

/// The kind of this type.
struct Of<T>(PhantomData<fn() -> T>);

impl<T: Line> Of<T> {
    fn lines(lines: &AnyLines) -> &[T] {
        lines.downcast_ref::<Vec<T>>().map_or(&[], Vec::as_slice)
    }

    fn take_in(ours: &mut AnyLines, theirs: AnyLines, take: fn(&mut Vec<T>, Vec<T>)) {
        if let (Some(ours), Ok(theirs)) = (ours.downcast_mut(), theirs.downcast()) {
            take(ours, *theirs);
        }
    }
}

impl<T: Line> Kind for Of<T> {
    fn id(&self) -> TypeId {
        TypeId::of::<Vec<T>>()
    }
    fn file(&self) -> &'static str {
        T::FILE
    }
    fn fields(&self) -> Vec<String> {
        if is_json::<T>() {
            let blank = serde_json::to_value(T::default()).unwrap_or_default();
            return blank.as_object().into_iter().flat_map(|fields| fields.keys().cloned()).collect();
        }
        columns::<T>().into_iter().map(str::to_owned).collect()
    }
    fn least_file(&self) -> String {
        let line =
            if is_json::<T>() { serde_json::to_string(&T::default()).unwrap_or_default() } else { columns::<T>().join(",") };
        line + "\n"
    }
    fn adds_up(&self) -> bool {
        T::ADDS_UP
    }
    fn none(&self) -> AnyLines {
        Box::new(Vec::<T>::new())
    }
    fn is_empty(&self, lines: &AnyLines) -> bool {
        Self::lines(lines).is_empty()
    }
    fn copy(&self, lines: &AnyLines) -> AnyLines {
        Box::new(Self::lines(lines).to_vec())
    }
    fn are_same(&self, ours: &AnyLines, theirs: &AnyLines) -> bool {
        theirs.is::<Vec<T>>() && Self::lines(ours) == Self::lines(theirs)
    }
    fn fmt(&self, lines: &AnyLines, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Self::lines(lines).fmt(f)
    }
    fn subjects<'l>(&self, lines: &'l AnyLines) -> Vec<Subject<'l>> {
        Self::lines(lines).iter().map(T::subject).collect()
    }
    fn retain(&self, lines: &mut AnyLines, wanted: &dyn Fn(Subject) -> bool) {
        if let Some(lines) = lines.downcast_mut::<Vec<T>>() {
            lines.retain(|line| wanted(line.subject()));
        }
    }
    fn gather(&self, ours: &mut AnyLines, theirs: AnyLines) {
        Self::take_in(ours, theirs, T::gather);
    }
    fn join(&self, ours: &mut AnyLines, theirs: AnyLines) {
        Self::take_in(ours, theirs, T::join);
    }
    fn to_json(&self, lines: &AnyLines) -> serde_json::Result<Box<RawValue>> {
        to_raw_value(Self::lines(lines))
    }
    fn read_json(&self, json: &str) -> serde_json::Result<AnyLines> {
        Ok(Box::new(serde_json::from_str::<Vec<T>>(json)?))
    }
    fn read(&self, text: &mut dyn Read, path: &Path) -> Result<AnyLines, Error> {
        Ok(Box::new(read_lines::<T>(text, path)?))
    }
    fn fill(&self, lines: &AnyLines, file: &mut dyn Write) -> std::io::Result<()> {
        fill(file, Self::lines(lines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_name_of_its_own() {
        let mut names: Vec<&str> = Lines::kinds().map(|lines| lines.name()).collect();
        assert!(names.iter().all(|name| Lines::named(name).is_some_and(|lines| lines.is_empty() && lines.name() == *name)));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        // The answers of a unit have this name.
        assert!(names.len() == count && !names.contains(&"answers"), "{names:?}");
    }

    #[test]
    fn lines_of_one_kind_are_not_taken_for_those_of_another() {
        let mut lines = Lines::new(vec![LoopTally::default()]);
        assert!(lines.of::<CensusTally>().is_none() && lines != Lines::none::<CensusTally>());
        assert!(Lines::none::<LoopTally>() != Lines::none::<CensusTally>());
        lines.gather(Lines::new(vec![CensusTally::default()]));
        assert_eq!(lines.of::<LoopTally>().map(Vec::len), Some(1));
        lines.gather(Lines::new(vec![LoopTally::default()]));
        assert_eq!(lines.of::<LoopTally>().map(Vec::len), Some(2));
        // No lines of another study are added.
        lines.join(Lines::new(vec![LoopTally::default()]));
        assert_eq!(lines.of::<LoopTally>().map(Vec::len), Some(2));
    }

    #[test]
    fn wanted_lines_are_kept() {
        let tally = |family: &str| LoopTally { family: family.to_owned(), ..LoopTally::default() };
        let mut lines = Lines::new(vec![tally("gap"), tally("needle")]);
        lines.retain(&|subject| subject.family == Some("gap"));
        assert_eq!(lines.subjects().iter().map(|subject| subject.family).collect::<Vec<_>>(), [Some("gap")]);
    }
}
