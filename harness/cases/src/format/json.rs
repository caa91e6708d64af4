//! JSON as a tree that keeps repeated fields, and knows where in the tree a text stops being JSON.
//!
//! A tree that keeps the last of two equal fields would lose the first silently, and a number out of range must be
//! reported with its field and not with a column alone.

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::cell::RefCell;
use std::fmt;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Truth(bool),
    /// A number, correctly rounded.
    Number(f64),
    /// A whole number from 0 to 2⁶⁴ − 1 that is written without point and exponent.
    Whole(u64),
    /// A string.
    Text(String),
    /// An array.
    Array(Vec<Json>),
    /// An object: its fields in their order, repeated ones included.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// What the value is, with its article, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Truth(_) => "a truth value",
            Json::Number(_) | Json::Whole(_) => "a number",
            Json::Text(_) => "a text",
            Json::Array(_) => "an array",
            Json::Object(_) => "an object",
        }
    }
}

/// Parses one JSON value; the error is the field at which the text stops being JSON, and the reason.
pub fn parse(text: &str) -> Result<Json, (String, String)> {
    let place = Place::default();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let parsed = Tree { place: &place }.deserialize(&mut deserializer);
    parsed.and_then(|json| deserializer.end().map(|()| json)).map_err(|error| {
        let reason = error.to_string();
        let reason = reason.rsplit_once(" at line ").map_or(reason.as_str(), |(reason, _)| reason);
        let kind = if reason == "number out of range" { "" } else { "not JSON: " };
        (place.field(), format!("{kind}{reason} (column {})", error.column()))
    })
}

/// The way from the root to the value that is being read.
#[derive(Default)]
struct Place(RefCell<Vec<Step>>);

enum Step {
    Field(String),
    Element(usize),
}

impl Place {
    fn field(&self) -> String {
        self.0.borrow().iter().fold(String::new(), |path, step| match step {
            Step::Field(name) if path.is_empty() => name.clone(),
            Step::Field(name) => format!("{path}.{name}"),
            Step::Element(index) => format!("{path}[{index}]"),
        })
    }

    fn enter(&self, step: Step) {
        self.0.borrow_mut().push(step);
    }

    /// Only called where the value was good, so that after an error the place is that of the error.
    fn leave(&self) {
        self.0.borrow_mut().pop();
    }
}

#[derive(Clone, Copy)]
struct Tree<'a> {
    place: &'a Place,
}

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Truth(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Whole(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Number(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Json, A::Error> {
        let mut elements = Vec::new();
        loop {
            self.place.enter(Step::Element(elements.len()));
            let Some(element) = sequence.next_element_seed(self)? else { break };
            self.place.leave();
            elements.push(element);
        }
        self.place.leave();
        Ok(Json::Array(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut fields = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            self.place.enter(Step::Field(name.clone()));
            let value = map.next_value_seed(self)?;
            self.place.leave();
            fields.push((name, value));
        }
        Ok(Json::Object(fields))
    }
}
