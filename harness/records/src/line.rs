//! Lines of the files in the folder of a run: what one kind of them is, and lines of any kind.
//!
//! An experiment leaves lines of one kind behind. The code that stores them, puts them together or cuts them down does not know which
//! kinds there are: they are [`Lines`]. The code that makes them or draws them knows the type, and asks for it.

use std::any::Any;
use std::fmt::{self, Debug};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::columns::columns;
use crate::folder::plain_or_archived;
use crate::store::{is_json, parse_lines, read_lines, write_lines};
use crate::{CensusTally, CertifyTally, ContinuityTally, Duel, EndureTally, Error, LoopTally, Timing, TraceTally};

/// Every kind of lines, in the order in which a run makes them. A new one is a file with its type, and a line here.
const KINDS: &[fn() -> Lines] = &[
    Lines::none::<Timing>,
    Lines::none::<LoopTally>,
    Lines::none::<CensusTally>,
    Lines::none::<TraceTally>,
    Lines::none::<Duel>,
    Lines::none::<ContinuityTally>,
    Lines::none::<CertifyTally>,
    Lines::none::<EndureTally>,
];

/// The files of lines in the folder of a run.
pub(crate) fn files() -> impl Iterator<Item = &'static str> {
    Lines::kinds().map(|lines| lines.file())
}

/// What is a line of a file. The columns are the fields of the type.
pub trait Line: Serialize + DeserializeOwned + Clone + Debug + Default + PartialEq + Send + Sync + 'static {
    /// Name of the file in the folder of a run. One that ends with `.jsonl` has a value of JSON in each line, every other one values
    /// that are separated by commas, under a line of their names. Without its ending it is the name of the lines in a journal.
    const FILE: &'static str;
    /// What the file holds.
    const HOLDS: &'static str;
    /// Columns that lines written earlier under the same schema do not have: there the fields are empty.
    const LATER: &'static [&'static str] = &[];

    /// What the line is of.
    fn subject(&self) -> Subject<'_>;

    /// Whether lines of several units add up to one.
    const ADDS_UP: bool = false;

    /// Takes the lines of the next unit of a campaign in: behind those of the units before it, unless they add up.
    fn gather(ours: &mut Vec<Self>, mut theirs: Vec<Self>) {
        ours.append(&mut theirs);
    }

    /// Takes the lines of another study in: none if there are some already, as tallies cannot be told apart case by case.
    fn join(ours: &mut Vec<Self>, theirs: Vec<Self>) {
        if ours.is_empty() {
            *ours = theirs;
        }
    }
}

/// What a line is of; none where it is of no one.
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
pub struct Lines(Box<dyn Kept>);

impl Lines {
    /// These lines.
    pub fn new<T: Line>(lines: Vec<T>) -> Lines {
        Lines(Box::new(lines))
    }

    /// No lines of this kind.
    pub fn none<T: Line>() -> Lines {
        Lines::new::<T>(Vec::new())
    }

    /// No lines of each kind.
    pub fn kinds() -> impl Iterator<Item = Lines> {
        KINDS.iter().map(|none| none())
    }

    /// No lines of the kind that has this name in a journal.
    pub(crate) fn named(name: &str) -> Option<Lines> {
        Lines::kinds().find(|lines| lines.name() == name)
    }

    /// Name of the file.
    pub fn file(&self) -> &'static str {
        self.0.file()
    }

    /// What a journal calls them: the name of the file without its ending.
    pub fn name(&self) -> &'static str {
        self.file().split('.').next().unwrap_or_default()
    }

    /// The text of the least file of them: the names of the columns, or in a file of JSON a line in which nothing is counted.
    pub fn least_file(&self) -> String {
        self.0.least_file()
    }

    /// The names of their columns, or of the fields of their objects.
    pub fn fields(&self) -> Vec<String> {
        self.0.fields()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Them, if they are of this kind.
    pub fn of<T: Line>(&self) -> Option<&Vec<T>> {
        self.0.as_any().downcast_ref()
    }

    /// Them, if they are of this kind.
    pub fn of_mut<T: Line>(&mut self) -> Option<&mut Vec<T>> {
        self.0.as_any_mut().downcast_mut()
    }

    /// What each of them is of.
    pub fn subjects(&self) -> Vec<Subject<'_>> {
        self.0.subjects()
    }

    /// Leaves those that are of what is wanted.
    pub fn retain(&mut self, wanted: &dyn Fn(Subject) -> bool) {
        self.0.retain(wanted);
    }

    /// Whether lines of several units add up to one.
    pub fn adds_up(&self) -> bool {
        self.0.adds_up()
    }

    /// Takes the lines of the next unit in. Lines of another kind are left out.
    pub fn gather(&mut self, next: Lines) {
        self.0.gather(next);
    }

    /// Takes the lines of another study in.
    pub(crate) fn join(&mut self, other: Lines) {
        self.0.join(other);
    }

    /// Reads lines of this kind from a value of JSON.
    pub(crate) fn read_json(&self, json: &str) -> serde_json::Result<Lines> {
        self.0.read_json(json)
    }

    /// Reads lines of this kind from the text of a file; the path is for messages.
    ///
    /// # Errors
    /// What is wrong with the first line that is none.
    pub fn parse(&self, text: &[u8], path: &Path) -> Result<Lines, Error> {
        self.0.parse(text, path)
    }

    /// Reads the lines of this kind in a folder; none where there is no such file.
    pub(crate) fn read(&self, folder: &Path) -> Result<Lines, Error> {
        self.0.read(&plain_or_archived(folder.join(self.file())))
    }

    /// Writes them to their file in a folder, if there are any.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), Error> {
        if self.is_empty() { Ok(()) } else { self.0.write(&folder.join(self.file())) }
    }
}

impl Clone for Lines {
    fn clone(&self) -> Lines {
        self.0.copy()
    }
}

impl Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for Lines {
    fn eq(&self, other: &Lines) -> bool {
        self.0.is_same(other)
    }
}

impl Serialize for Lines {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.to_json().map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// Lines whose type is forgotten.
trait Kept: Any + Debug + Send + Sync {
    fn file(&self) -> &'static str;
    fn fields(&self) -> Vec<String>;
    fn least_file(&self) -> String;
    fn adds_up(&self) -> bool;
    fn is_empty(&self) -> bool;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn copy(&self) -> Lines;
    fn is_same(&self, other: &Lines) -> bool;
    fn subjects(&self) -> Vec<Subject<'_>>;
    fn retain(&mut self, wanted: &dyn Fn(Subject) -> bool);
    fn gather(&mut self, next: Lines);
    fn join(&mut self, other: Lines);
    fn to_json(&self) -> serde_json::Result<Box<RawValue>>;
    fn read_json(&self, json: &str) -> serde_json::Result<Lines>;
    fn parse(&self, text: &[u8], path: &Path) -> Result<Lines, Error>;
    fn read(&self, path: &Path) -> Result<Lines, Error>;
    fn write(&self, path: &Path) -> Result<(), Error>;
}

impl<T: Line> Kept for Vec<T> {
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
    fn is_empty(&self) -> bool {
        Vec::is_empty(self)
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
    fn copy(&self) -> Lines {
        Lines::new(self.clone())
    }
    fn is_same(&self, other: &Lines) -> bool {
        other.of::<T>() == Some(self)
    }
    fn subjects(&self) -> Vec<Subject<'_>> {
        self.iter().map(T::subject).collect()
    }
    fn retain(&mut self, wanted: &dyn Fn(Subject) -> bool) {
        Vec::retain(self, |line| wanted(line.subject()));
    }
    fn gather(&mut self, mut next: Lines) {
        next.of_mut().map(std::mem::take).into_iter().for_each(|next| T::gather(self, next));
    }
    fn join(&mut self, mut other: Lines) {
        other.of_mut().map(std::mem::take).into_iter().for_each(|other| T::join(self, other));
    }
    fn to_json(&self) -> serde_json::Result<Box<RawValue>> {
        to_raw_value(self)
    }
    fn read_json(&self, json: &str) -> serde_json::Result<Lines> {
        serde_json::from_str::<Vec<T>>(json).map(Lines::new)
    }
    fn parse(&self, text: &[u8], path: &Path) -> Result<Lines, Error> {
        parse_lines::<T>(text, path).map(Lines::new)
    }
    fn read(&self, path: &Path) -> Result<Lines, Error> {
        if path.exists() { read_lines::<T>(path).map(Lines::new) } else { Ok(Lines::none::<T>()) }
    }
    fn write(&self, path: &Path) -> Result<(), Error> {
        write_lines(path, self)
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
        // The answers of a unit stand under this name.
        assert!(names.len() == count && !names.contains(&"answers"), "{names:?}");
    }

    #[test]
    fn lines_of_one_kind_are_not_taken_for_those_of_another() {
        let mut lines = Lines::new(vec![LoopTally::default()]);
        assert!(lines.of::<CensusTally>().is_none() && lines != Lines::none::<CensusTally>());
        lines.gather(Lines::new(vec![CensusTally::default()]));
        assert_eq!(lines.of::<LoopTally>().map(Vec::len), Some(1));
        lines.gather(Lines::new(vec![LoopTally::default()]));
        assert_eq!(lines.of::<LoopTally>().map(Vec::len), Some(2));
        // Of another study, none.
        lines.join(Lines::new(vec![LoopTally::default()]));
        assert_eq!(lines.of::<LoopTally>().map(Vec::len), Some(2));
    }

    #[test]
    fn what_is_wanted_stays() {
        let tally = |family: &str| LoopTally { family: family.to_owned(), ..LoopTally::default() };
        let mut lines = Lines::new(vec![tally("gap"), tally("needle")]);
        lines.retain(&|subject| subject.family == Some("gap"));
        assert_eq!(lines.subjects().iter().map(|subject| subject.family).collect::<Vec<_>>(), [Some("gap")]);
    }
}
