//! A line of a case file: the fields of the JSON object checked one by one, all problems named.

use super::bodies::body;
use super::json::{Json, parse};
use crate::case::{Arithmetic, Body, Case, Class, Expectation};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What is wrong with a line: pairs of field and message.
#[derive(Default)]
pub struct Faults(Vec<(String, String)>);

impl Faults {
    /// Notes a fault of a field.
    pub fn add(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.0.push((field.into(), message.into()));
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl IntoIterator for Faults {
    type Item = (String, String);
    type IntoIter = std::vec::IntoIter<(String, String)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

const FIELDS: [&str; 9] = ["id", "dim", "scalar", "a", "b", "expect", "source", "note", "family"];
const EXPECTED: [&str; 3] = ["class", "distance_squared", "core_distance_squared"];

/// An object whose fields are known by name; repeated and unknown ones are faults.
pub(super) struct Fields<'a> {
    fields: &'a [(String, Json)],
}

impl<'a> Fields<'a> {
    pub(super) fn of(fields: &'a [(String, Json)], known: &[&str], path: &str, faults: &mut Faults) -> Self {
        for (index, (name, _)) in fields.iter().enumerate() {
            if !known.contains(&name.as_str()) {
                faults.add(join(path, name), format!("unknown field; known are {}", known.join(", ")));
            } else if fields[..index].iter().any(|(earlier, _)| earlier == name) {
                faults.add(join(path, name), "repeated field");
            }
        }
        Fields { fields }
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a Json> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }

    fn required(&self, name: &str, faults: &mut Faults) -> Option<&'a Json> {
        self.required_in("", name, faults)
    }

    pub(super) fn required_in(&self, path: &str, name: &str, faults: &mut Faults) -> Option<&'a Json> {
        let value = self.get(name);
        if value.is_none() {
            faults.add(join(path, name), "missing");
        }
        value
    }
}

pub(super) fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// Reads a line; the case is good only if no fault was added.
pub fn read(text: &str, number: usize, lines_by_id: &mut HashMap<String, usize>, faults: &mut Faults) -> Option<Case> {
    let json = match parse(text) {
        Ok(Json::Object(fields)) => fields,
        Ok(other) => {
            faults.add("", format!("a case is a JSON object, this is {}", other.kind()));
            return None;
        }
        Err((field, message)) => {
            faults.add(field, message);
            return None;
        }
    };
    let fields = Fields::of(&json, &FIELDS, "", faults);
    let id = fields.required("id", faults).and_then(|value| id(value, number, lines_by_id, faults));
    let dimension = fields.required("dim", faults).and_then(|value| dimension(value, faults));
    let home = fields.get("scalar").and_then(|value| home(value, faults));
    let a = fields.required("a", faults).and_then(|value| body(value, "a", dimension, faults));
    let b = fields.required("b", faults).and_then(|value| body(value, "b", dimension, faults));
    let rounded = |body: &Option<Body>| body.as_ref().is_none_or(has_radius);
    let rounded = rounded(&a) || rounded(&b);
    let expect = fields.get("expect").and_then(|value| expectation(value, rounded, faults));
    let mut text_of = |name: &str| fields.get(name).and_then(|value| text_field(value, name, faults));
    let (source, note, family) = (text_of("source"), text_of("note"), text_of("family"));
    Some(Case { id: id?, dimension: dimension?, home, a: a?, b: b?, expect, source, note, family, knob: None })
}

/// Whether a core distance makes sense: a hull of points with a radius.
fn has_radius(body: &Body) -> bool {
    matches!(body, Body::Rounded { .. })
}

fn text_field(value: &Json, path: &str, faults: &mut Faults) -> Option<String> {
    match value {
        Json::Text(text) => Some(text.clone()),
        other => {
            faults.add(path, format!("must be a text, this is {}", other.kind()));
            None
        }
    }
}

fn id(value: &Json, number: usize, lines_by_id: &mut HashMap<String, usize>, faults: &mut Faults) -> Option<String> {
    let id = text_field(value, "id", faults)?;
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '-');
    if id.is_empty() || !id.chars().all(allowed) {
        faults.add("id", format!("an id is made of letters, digits, '.', '_' and '-', this is {id:?}"));
        return None;
    }
    match lines_by_id.entry(id.clone()) {
        Entry::Occupied(first) => {
            faults.add("id", format!("repeated id {id:?}: it stands already on line {}", first.get()));
            None
        }
        Entry::Vacant(entry) => {
            entry.insert(number);
            Some(id)
        }
    }
}

fn dimension(value: &Json, faults: &mut Faults) -> Option<u8> {
    match value {
        Json::Whole(2) => Some(2),
        Json::Whole(3) => Some(3),
        _ => {
            faults.add("dim", "must be 2 or 3");
            None
        }
    }
}

fn home(value: &Json, faults: &mut Faults) -> Option<Arithmetic> {
    match value {
        Json::Text(text) if text == "f32" => Some(Arithmetic::F32),
        Json::Text(text) if text == "f64" => Some(Arithmetic::F64),
        _ => {
            faults.add("scalar", "must be \"f32\" or \"f64\"");
            None
        }
    }
}

fn expectation(value: &Json, rounded: bool, faults: &mut Faults) -> Option<Expectation> {
    let Json::Object(fields) = value else {
        faults.add("expect", format!("must be an object, this is {}", value.kind()));
        return None;
    };
    let fields = Fields::of(fields, &EXPECTED, "expect", faults);
    let class = fields.get("class").and_then(|value| {
        let class = if let Json::Text(text) = value { Class::named(text) } else { None };
        if class.is_none() {
            faults.add("expect.class", "must be \"separated\", \"touching\" or \"overlapping\"");
        }
        class
    });
    let distance_squared = fields.get("distance_squared").and_then(|value| fraction(value, "expect.distance_squared", faults));
    let core_distance_squared = fields.get("core_distance_squared").and_then(|value| {
        let path = "expect.core_distance_squared";
        let squared = fraction(value, path, faults);
        if !rounded {
            faults.add(path, "only for bodies with a radius; use \"distance_squared\"");
        }
        squared
    });
    Some(Expectation { class, distance_squared, core_distance_squared })
}

/// A nonnegative rational, `p` or `p/q` in decimal digits with q > 0.
fn fraction(value: &Json, path: &str, faults: &mut Faults) -> Option<String> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match value {
        Json::Whole(whole) => return Some(whole.to_string()),
        Json::Text(text) => {
            let (over, under) = text.split_once('/').unwrap_or((text, "1"));
            if digits(over) && digits(under) && under.bytes().any(|byte| byte != b'0') {
                return Some(text.clone());
            }
        }
        _ => {}
    }
    faults.add(path, "must be \"p\" or \"p/q\", decimal digits with q > 0");
    None
}
