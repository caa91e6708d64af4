//! The motion of A in a case that asks for the first contact.

use super::field::{Field, Place, Unknown};
use super::json::Elements;
use super::numbers::point;
use crate::body::Point;
use serde::Deserialize;

/// A motion as it is written in a line.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object such as {\"translation\":[0,0,-1]}")]
pub struct CastFields {
    translation: Field<Elements>,
    #[serde(flatten)]
    unknown: Unknown,
}

/// The translation of A; `Some(None)` for a translation of zero, with which the case is about the bodies at rest.
#[allow(clippy::option_option, reason = "a fault is not a body at rest")]
pub fn cast(fields: CastFields, place: &Place) -> Option<Option<Point>> {
    place.refuse(fields.unknown.keys().map(String::as_str), &["translation"]);
    let translation = fields.translation.required(&place.at("translation"), point)?;
    Some((translation != [0.0; 3]).then_some(translation))
}
