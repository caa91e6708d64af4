//! Fields that are read one by one, so that a fault in one field does not hide the faults of the others.

use super::First;
use super::json::{Elements, Leaf};
use super::meshes::MeshFiles;
use crate::case::Arithmetic;
use crate::quote::cut;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// A fault: the path of a field such as `a.points[3][1]`, and a message.
pub type Fault = (String, String);

/// A field of an object, or an element of an array.
#[derive(Default)]
pub enum Field<T> {
    /// The object has no field of this name.
    #[default]
    Absent,
    /// A value of its type.
    Good(T),
    /// A value that is not of its type. The path begins at the field. The fault is boxed: objects have many fields, which
    /// are moved again and again, and few are bad.
    Bad(Box<Fault>),
}

/// The fields of an object that its type does not name. `deny_unknown_fields` would stop at the first of them.
pub type Unknown = BTreeMap<String, IgnoredAny>;

impl<'de, T: DeserializeOwned> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Box::<RawValue>::deserialize(deserializer)?;
        Ok(parse(text.get()).map_or_else(|fault| Field::Bad(Box::new(fault)), Field::Good))
    }
}

/// Parses a JSON value.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let parsed = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        // A path ends in `?` if the text ends or breaks off before a name, and is `.` at the top.
        (cut(error.path().to_string().trim_end_matches(['?', '.'])), error.into_inner())
    });
    let ended = parsed.and_then(|value| deserializer.end().map(|()| value).map_err(|error| (String::new(), error)));
    ended.map_err(|(path, error)| match message(&error) {
        message if error.is_data() => match message.strip_prefix("duplicate field `") {
            Some(name) => (join(&path, name.trim_end_matches('`')), "repeated field".to_owned()),
            None => (path, message),
        },
        message => {
            let kind = if message == "number out of range" { "" } else { "not JSON: " };
            (path, format!("{kind}{message} (column {})", error.column()))
        }
    })
}

/// The message of an error, in the words of JSON and without its place.
pub fn message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    let Some((found, wanted)) = message.strip_prefix("invalid type: ").and_then(|types| types.rsplit_once(", expected "))
    else {
        return message.to_owned();
    };
    let word = |name| match name {
        "sequence" | "a sequence" => "an array",
        "map" => "an object",
        "f64" => "a number or a hexadecimal float",
        name => name,
    };
    format!("must be {}, this is {}", word(wanted), cut(word(found)))
}

fn join(path: &str, name: &str) -> String {
    let dot = if path.is_empty() || name.is_empty() || name.starts_with('[') { "" } else { "." };
    format!("{path}{dot}{name}")
}

/// The position of a value in a line, and the list in which its faults are noted.
pub struct Place<'a> {
    pub path: String,
    /// The number of coordinates of a point, if the line states the dimension.
    pub dimension: Option<u8>,
    /// The scalar whose u bounds the error of the rotations of curved bodies; `None` if they are accepted unchecked.
    pub scalar: Option<Arithmetic>,
    /// The finder of mesh files; `None` if no other file is read.
    pub meshes: Option<&'a MeshFiles>,
    /// The notes for the user on the fields of the line; `None` if they are not reported.
    pub notes: Option<&'a RefCell<Vec<Fault>>>,
    pub faults: &'a RefCell<Faults>,
}

/// The faults of a line.
pub type Faults = First<Fault>;

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Faults {
        Faults { kept: vec![fault], more: 0 }
    }
}

impl From<String> for Faults {
    /// A fault of the line as a whole.
    fn from(message: String) -> Faults {
        (String::new(), message).into()
    }
}

/// The result of `check` for the object of a line; the error lists all faults of the line.
pub fn read<F: DeserializeOwned, T>(text: &str, check: impl FnOnce(F, &Place) -> Option<T>) -> Result<T, Faults> {
    // Errors of JSON itself are found first, with their full path: a field that is read by itself knows only its own
    // path.
    let fields = parse::<Leaf>(text).and_then(|_| parse(text))?;
    checked(fields, check)
}

/// Reads a line that is most often good, in half the time of [`read`]; `None` if the line has a fault, which [`read`]
/// then finds.
pub fn read_good<F: DeserializeOwned, T>(text: &str, check: impl FnOnce(F, &Place) -> Option<T>) -> Option<T> {
    checked(serde_json::from_str(text).ok()?, check).ok()
}

fn checked<F, T>(fields: F, check: impl FnOnce(F, &Place) -> Option<T>) -> Result<T, Faults> {
    let faults = RefCell::default();
    let place = Place { path: String::new(), dimension: None, scalar: None, meshes: None, notes: None, faults: &faults };
    let read = check(fields, &place);
    read.filter(|_| faults.borrow().kept.is_empty()).ok_or_else(|| faults.take())
}

impl Place<'_> {
    /// Notes a fault.
    pub fn fault<T>(&self, message: impl Into<String>) -> Option<T> {
        self.faults.borrow_mut().push((self.path.clone(), message.into()));
        None
    }

    /// Notes a message for the user that is no fault.
    pub fn note(&self, message: impl Into<String>) {
        if let Some(notes) = self.notes {
            notes.borrow_mut().push((self.path.clone(), message.into()));
        }
    }

    /// The value that was read, or else a fault.
    pub fn or_fault<T, E>(&self, read: Result<T, E>, message: impl FnOnce(E) -> String) -> Option<T> {
        read.map_or_else(|error| self.fault(message(error)), Some)
    }

    /// The place of a field such as `points`, or of an element such as `[3]`.
    pub fn at(&self, name: &str) -> Self {
        Place { path: join(&self.path, name), ..*self }
    }

    /// Notes the fields that are not known.
    pub fn refuse<'n>(&self, given: impl IntoIterator<Item = &'n str>, known: &[&str]) {
        for name in given.into_iter().filter(|name| !known.contains(name)) {
            self.at(&cut(name)).fault::<()>(format!("unknown field; known are {}", known.join(", ")));
        }
    }

    /// Checks the elements of an array.
    pub fn list<T, U>(&self, elements: &Elements, check: impl Fn(T, &Place) -> Option<U>) -> Option<Vec<U>>
    where
        T: DeserializeOwned,
    {
        let (mut index, mut list) = (0, Some(Vec::new()));
        // Every element is checked, so that every fault is noted; the list ends with the first failure.
        elements.each(|element: Field<T>| {
            let checked = element.required(&self.at(&format!("[{index}]")), &check);
            list = list.take().zip(checked).map(|(mut list, element)| {
                list.push(element);
                list
            });
            index += 1;
        });
        list
    }
}

impl<T> Field<T> {
    /// Whether the object has the field.
    pub fn is_given(&self) -> bool {
        !matches!(self, Field::Absent)
    }

    /// The value of the field, if it is of its type.
    pub fn good(&self) -> Option<&T> {
        if let Field::Good(value) = self { Some(value) } else { None }
    }

    /// The result of `check` for the field, whose absence is a fault.
    pub fn required<U>(self, place: &Place, check: impl FnOnce(T, &Place) -> Option<U>) -> Option<U> {
        match self {
            Field::Absent => place.fault("missing"),
            Field::Good(value) => check(value, place),
            Field::Bad(fault) => {
                let (path, message) = *fault;
                place.at(&path).fault(message)
            }
        }
    }

    /// The result of `check` for a field that may be absent; absence gives `Some(None)`.
    pub fn optional<U>(self, place: &Place, check: impl FnOnce(T, &Place) -> Option<U>) -> Option<Option<U>> {
        if self.is_given() { self.required(place, check).map(Some) } else { Some(None) }
    }
}
