//! A line of a case file: the fields of the JSON object checked one by one, all problems named.

use super::json::{Json, parse};
use crate::case::{Arithmetic, Body, Case, Class, Expectation, Point};
use crate::hexfloat;
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
const LATER_BODIES: [&str; 4] = ["ellipsoid", "cylinder", "cone", "union"];

/// An object whose fields are known by name; repeated and unknown ones are faults.
struct Fields<'a> {
    fields: &'a [(String, Json)],
}

impl<'a> Fields<'a> {
    fn of(fields: &'a [(String, Json)], known: &[&str], path: &str, faults: &mut Faults) -> Self {
        for (index, (name, _)) in fields.iter().enumerate() {
            if !known.contains(&name.as_str()) {
                faults.add(join(path, name), format!("unknown field; known are {}", known.join(", ")));
            } else if fields[..index].iter().any(|(earlier, _)| earlier == name) {
                faults.add(join(path, name), "repeated field");
            }
        }
        Fields { fields }
    }

    fn get(&self, name: &str) -> Option<&'a Json> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }

    fn required(&self, name: &str, faults: &mut Faults) -> Option<&'a Json> {
        let value = self.get(name);
        if value.is_none() {
            faults.add(name, "missing");
        }
        value
    }
}

fn join(path: &str, name: &str) -> String {
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
    let rounded = [fields.get("a"), fields.get("b")].into_iter().flatten().any(has_radius);
    let expect = fields.get("expect").and_then(|value| expectation(value, rounded, faults));
    let mut text_of = |name: &str| fields.get(name).and_then(|value| text_field(value, name, faults));
    let (source, note, family) = (text_of("source"), text_of("note"), text_of("family"));
    Some(Case { id: id?, dimension: dimension?, home, a: a?, b: b?, expect, source, note, family, knob: None })
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

fn has_radius(body: &Json) -> bool {
    match body {
        Json::Object(fields) => fields.iter().any(|(name, _)| name == "radius" || LATER_BODIES.contains(&name.as_str())),
        _ => false,
    }
}

fn body(value: &Json, path: &str, dimension: Option<u8>, faults: &mut Faults) -> Option<Body> {
    let Json::Object(fields) = value else {
        faults.add(path, format!("a body is an object such as {{\"points\":[…]}}, this is {}", value.kind()));
        return None;
    };
    if let Some((name, _)) = fields.iter().find(|(name, _)| LATER_BODIES.contains(&name.as_str())) {
        faults.add(join(path, name), format!("the body {name:?} is not yet supported; supported is \"points\""));
        return None;
    }
    if !fields.iter().any(|(name, _)| name == "points") {
        let message = match fields.first() {
            Some((name, _)) => format!("unknown body {name:?}; supported is \"points\""),
            None => String::from("no body in it; supported is \"points\""),
        };
        faults.add(path, message);
        return None;
    }
    let fields = Fields::of(fields, &["points", "radius"], path, faults);
    if let Some(value) = fields.get("radius") {
        let path = join(path, "radius");
        match coordinate(value, &path, faults) {
            Some(radius) if radius < 0.0 => faults.add(path, format!("a radius is at least 0, this is {radius}")),
            Some(_) => faults.add(path, "points with a radius are not yet supported"),
            None => {}
        }
    }
    points(fields.get("points")?, &join(path, "points"), dimension, faults).map(Body::Points)
}

fn points(value: &Json, path: &str, dimension: Option<u8>, faults: &mut Faults) -> Option<Vec<Point>> {
    let Json::Array(elements) = value else {
        faults.add(path, format!("must be an array of points, this is {}", value.kind()));
        return None;
    };
    if elements.is_empty() {
        faults.add(path, "a body has at least one point");
        return None;
    }
    let read = |(index, element)| point(element, &format!("{path}[{index}]"), dimension, faults);
    // Every point is read, so that every fault is noted, before the first failure ends it.
    let points: Vec<Option<Point>> = elements.iter().enumerate().map(read).collect();
    points.into_iter().collect()
}

fn point(value: &Json, path: &str, dimension: Option<u8>, faults: &mut Faults) -> Option<Point> {
    let Json::Array(coordinates) = value else {
        faults.add(path, format!("a point is an array of numbers, this is {}", value.kind()));
        return None;
    };
    let mut good = true;
    if let Some(dimension) = dimension.filter(|dimension| coordinates.len() != usize::from(*dimension)) {
        faults.add(path, format!("a point has {dimension} coordinates here (dim), this has {}", coordinates.len()));
        good = false;
    }
    let mut point = [0.0; 3];
    for (index, value) in coordinates.iter().enumerate() {
        match coordinate(value, &format!("{path}[{index}]"), faults) {
            Some(number) if index < 3 => point[index] = number,
            Some(_) => {}
            None => good = false,
        }
    }
    good.then_some(point)
}

fn coordinate(value: &Json, path: &str, faults: &mut Faults) -> Option<f64> {
    match value {
        Json::Number(number) if number.is_finite() => return Some(*number),
        Json::Number(_) => faults.add(path, "number out of range"),
        Json::Whole(whole) => return Some(*whole as f64),
        Json::Text(text) => match hexfloat::parse(text) {
            Ok(number) => return Some(number),
            Err(error) => faults.add(path, format!("{error}, this is {text:?}")),
        },
        other => faults.add(path, format!("must be a number or a hexadecimal float, this is {}", other.kind())),
    }
    None
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
    if let Some(value) = fields.get("core_distance_squared") {
        let path = "expect.core_distance_squared";
        fraction(value, path, faults);
        if !rounded {
            faults.add(path, "only for bodies with a radius; use \"distance_squared\"");
        }
    }
    Some(Expectation { class, distance_squared })
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
