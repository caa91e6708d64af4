//! The expectation of a case, as its line states it.

use super::field::{Field, Place, Unknown};
use super::json::{Elements, Leaf};
use super::numbers::point;
use crate::case::{Class, Expectation, ExpectedTime, NEVER, decimal};
use crate::quote::cut;
use dashu_ratio::RBig;
use serde::Deserialize;

/// The largest number of digits of a fraction: squared distances are quotients of degrees 6 and 4 in differences of
/// doubles, which have 2 100 bits each.
const DIGITS: usize = 100_000;

/// An expectation as it is written in a line.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object such as {\"class\":\"touching\"}")]
pub struct ExpectFields {
    class: Field<Leaf>,
    distance_squared: Field<Leaf>,
    core_distance_squared: Field<Leaf>,
    depth_squared: Field<Leaf>,
    distance: Field<Leaf>,
    depth: Field<Leaf>,
    normal: Field<Elements>,
    on_a: Field<Elements>,
    on_b: Field<Elements>,
    time: Field<Leaf>,
    path_distance_squared: Field<Leaf>,
    path_depth_squared: Field<Leaf>,
    #[serde(flatten)]
    unknown: Unknown,
}

/// The fields of an expectation.
const KNOWN: [&str; 12] = [
    "class",
    "distance_squared",
    "core_distance_squared",
    "depth_squared",
    "distance",
    "depth",
    "normal",
    "on_a",
    "on_b",
    "time",
    "path_distance_squared",
    "path_depth_squared",
];

/// Checks an expectation; `place` has the dimension of the case. `rounded` states whether a body has a radius, `is_cast`
/// whether A moves.
pub fn expectation(fields: ExpectFields, place: &Place, rounded: bool, is_cast: bool) -> Option<Expectation> {
    place.refuse(fields.unknown.keys().map(String::as_str), &KNOWN);
    refuse_alone(&fields, place)?;
    let of_cast = [&fields.time, &fields.path_distance_squared, &fields.path_depth_squared].map(Field::is_given);
    if let Some(name) = KNOWN[9..].iter().zip(of_cast).find(|(_, is_given)| *is_given && !is_cast).map(|(name, _)| name) {
        return place.at(name).fault("needs a \"cast\" in addition, with a translation that is not zero");
    }
    let class = fields.class.optional(&place.at("class"), |value, place| {
        let class = value.text().and_then(Class::named);
        class.or_else(|| place.fault("must be \"separated\", \"touching\" or \"overlapping\""))
    });
    let squared = fields.distance_squared.optional(&place.at("distance_squared"), fraction);
    let core = fields.core_distance_squared.optional(&place.at("core_distance_squared"), |value, place| {
        if !rounded {
            return place.fault("only for bodies with a radius; use \"distance_squared\"");
        }
        fraction(value, place)
    });
    let depth_squared = fields.depth_squared.optional(&place.at("depth_squared"), |value, place| {
        if rounded {
            return place.fault("only for bodies without a radius: with a radius it is not a fraction; use \"depth\"");
        }
        fraction(value, place)
    });
    let distance = fields.distance.optional(&place.at("distance"), length);
    let depth = fields.depth.optional(&place.at("depth"), length);
    let normal = fields.normal.optional(&place.at("normal"), |normal, place| match point(normal, place)? {
        [0.0, 0.0, 0.0] => place.fault("a normal has a length that is not zero"),
        normal => Some(normal),
    });
    let on_a = fields.on_a.optional(&place.at("on_a"), point);
    let on_b = fields.on_b.optional(&place.at("on_b"), point);
    let time = fields.time.optional(&place.at("time"), time);
    let path_distance = fields.path_distance_squared.optional(&place.at("path_distance_squared"), |value, place| {
        if rounded {
            return place.fault("only for bodies without a radius: with a radius it is not a fraction");
        }
        fraction(value, place)
    });
    let path_depth = fields.path_depth_squared.optional(&place.at("path_depth_squared"), |value, place| {
        if rounded {
            return place.fault("only for bodies without a radius: with a radius it is not a fraction");
        }
        fraction(value, place)
    });
    Some(Expectation {
        class: class?,
        distance_squared: squared?,
        core_distance_squared: core?,
        depth_squared: depth_squared?,
        distance: distance?,
        depth: depth?,
        normal: normal?,
        on_a: on_a?,
        on_b: on_b?,
        time: time?,
        path_distance_squared: path_distance?,
        path_depth_squared: path_depth?,
    })
}

/// The time of the first contact, or `never`.
fn time(value: Leaf, place: &Place) -> Option<ExpectedTime> {
    if value.text() == Some(NEVER) {
        return Some(ExpectedTime::Never);
    }
    let is_number = matches!(value, Leaf::Number(_));
    let text = fraction(value, place)?;
    let time: RBig = text.parse().ok().or_else(|| place.fault("must be \"p\" or \"p/q\", decimal digits with q > 0"))?;
    if time > RBig::ONE {
        let written = if is_number { cut(&text) } else { format!("{:?}", cut(&text)) };
        return place.fault(format!("a time is from 0 to 1, this is {written}; for a later contact write {NEVER:?}"));
    }
    Some(ExpectedTime::At(text))
}

/// Notes the fields that need another field.
fn refuse_alone(fields: &ExpectFields, place: &Place) -> Option<()> {
    if fields.normal.is_given() && !fields.depth.is_given() {
        return place.at("normal").fault("needs \"depth\" in addition: the last digit of the depth is the tolerance");
    }
    let (given, missing) = match (fields.on_a.is_given(), fields.on_b.is_given()) {
        (false, false) => return Some(()),
        (true, true) => ("on_a", None),
        (true, false) => ("on_a", Some("on_b")),
        (false, true) => ("on_b", Some("on_a")),
    };
    if let Some(missing) = missing {
        return place.at(given).fault(format!("needs \"{missing}\" in addition: the two points are compared with each other"));
    }
    if !fields.distance.is_given() && !fields.distance_squared.is_given() {
        return place.at(given).fault(
            "needs \"distance\" in addition, whose last digit is the tolerance, or \"distance_squared\", which allows none",
        );
    }
    Some(())
}

/// A length as a decimal.
fn length(value: Leaf, place: &Place) -> Option<String> {
    let text = value.text().filter(|text| decimal(text).is_some());
    // A JSON number does not keep the number of digits that were written.
    text.map(str::to_owned)
        .or_else(|| place.fault("must be a string with a decimal such as \"1.50\": its last digit is the tolerance"))
}

/// A nonnegative rational, `p` or `p/q` in decimal digits with q > 0.
fn fraction(value: Leaf, place: &Place) -> Option<String> {
    let text = match value {
        Leaf::Text(text) => text,
        Leaf::Number(number) if number.is_u64() => number.to_string(),
        _ => String::new(),
    };
    let (over, under) = text.split_once('/').unwrap_or((&text, "1"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(over) || !digits(under) || under.bytes().all(|byte| byte == b'0') {
        return place.fault("must be \"p\" or \"p/q\", decimal digits with q > 0");
    }
    if text.len() > DIGITS {
        return place
            .fault(format!("has {} digits, more than {DIGITS}, and no squared distance of doubles is so long", text.len()));
    }
    Some(text)
}
