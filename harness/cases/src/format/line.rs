//! A line of a case file: the fields of the JSON object are checked one by one, and all faults are noted.

use super::bodies::{BodyFields, body};
use super::field::{self, Faults, Field, Place, Unknown};
use super::json::Leaf;
use super::meshes::MeshFiles;
use crate::case::{Arithmetic, Body, Case, Class, Expectation, decimal};
use crate::given::{Part, PosedBody, works};
use crate::quote::cut;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;

/// The largest number of pairs of parts of two unions: the truth of each pair is held, at about 2 kB each.
pub const PAIRS: usize = 500_000;

/// The largest number of points of all parts of a union, as each part has its own copy of a mesh; [`works`] adds the
/// poses of the parts.
const POINTS: usize = 4_000_000;

/// The largest number of digits of a fraction: squared distances are quotients of degrees 6 and 4 in differences of
/// doubles, which have 2 100 bits each.
const DIGITS: usize = 100_000;

/// A case as it is written in a line.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object with id, dim, a and b")]
struct CaseFields {
    id: Field<String>,
    dim: Field<Leaf>,
    scalar: Field<Leaf>,
    a: Field<Box<BodyFields>>,
    b: Field<Box<BodyFields>>,
    expect: Field<ExpectFields>,
    source: Field<String>,
    note: Field<String>,
    family: Field<String>,
    #[serde(flatten)]
    unknown: Unknown,
}

#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object such as {\"class\":\"touching\"}")]
struct ExpectFields {
    class: Field<Leaf>,
    distance_squared: Field<Leaf>,
    core_distance_squared: Field<Leaf>,
    depth_squared: Field<Leaf>,
    distance: Field<Leaf>,
    #[serde(flatten)]
    unknown: Unknown,
}

/// Reads the line with this number; the error lists all faults of the line.
pub fn read(text: &str, number: usize, lines_by_id: &mut HashMap<String, usize>, meshes: &MeshFiles) -> Result<Case, Faults> {
    let is_known = |id: &str| lines_by_id.get(id).copied();
    let good = field::read_good(text, |fields, line| case(fields, &place_of(line, meshes), is_known));
    if let Some(case) = good {
        lines_by_id.insert(case.id.clone(), number);
        return Ok(case);
    }
    // The id counts as used, even if the line has other faults.
    let mut own = None;
    let read = field::read(text, |fields: CaseFields, line| {
        own = fields.id.good().cloned();
        case(fields, &place_of(line, meshes), is_known)
    });
    if let Some(id) = own.filter(|id| is_id(id)) {
        lines_by_id.entry(id).or_insert(number);
    }
    read
}

/// The place of the line, with the folder in which mesh files are found.
fn place_of<'a>(line: &Place<'a>, meshes: &'a MeshFiles) -> Place<'a> {
    Place { path: String::new(), meshes: Some(meshes), ..*line }
}

/// The case of a line; `is_known` gives the number of the line that already has an id.
fn case(fields: CaseFields, line: &Place, is_known: impl Fn(&str) -> Option<usize>) -> Option<Case> {
    let known = ["id", "dim", "scalar", "a", "b", "expect", "source", "note", "family"];
    line.refuse(fields.unknown.keys().map(String::as_str), &known);
    let id = fields.id.required(&line.at("id"), |id, place| unique(id, place, is_known));
    let dimension = fields.dim.required(&line.at("dim"), |value, place| match value.whole() {
        Some(dimension @ (2 | 3)) => Some(dimension as u8),
        _ => place.fault("must be 2 or 3"),
    });
    let home = fields.scalar.optional(&line.at("scalar"), |value, place| {
        let home = value.text().and_then(Arithmetic::named).filter(|home| *home != Arithmetic::Exact);
        home.or_else(|| place.fault("must be \"f32\" or \"f64\""))
    });
    let scalar = home.as_ref().map(|home| home.unwrap_or(Arithmetic::F64));
    let posed = Place { path: String::new(), dimension, scalar, ..*line };
    let a = fields.a.required(&posed.at("a"), |fields, place| {
        let given = body(*fields, place)?;
        let is_halfspace = |part: &Part| matches!(*part.body, Body::Halfspace { .. });
        match given.parts.iter().any(is_halfspace) {
            true => place.fault("a half-space can be b only; its distance from a is the same with the bodies exchanged"),
            false => settled(given, place),
        }
    });
    let b = fields.b.required(&posed.at("b"), |fields, place| settled(body(*fields, place)?, place));
    let (a, given_a) = a.map_or((None, None), |(body, given)| (Some(body), given));
    let (b, given_b) = b.map_or((None, None), |(body, given)| (Some(body), given));
    let pairs = a.as_ref().zip(b.as_ref()).map_or(0, |(a, b)| a.parts().len().saturating_mul(b.parts().len()));
    if pairs > PAIRS {
        return line.fault(format!("the parts of the unions make {pairs} pairs, more than {PAIRS}, and each is judged"));
    }
    let has_radius = |body: &Option<Body>| body.as_ref().is_none_or(|body| matches!(body, Body::Rounded { .. }));
    let rounded = has_radius(&a) || has_radius(&b);
    let expect = fields.expect.optional(&line.at("expect"), |fields, place| expectation(fields, place, rounded));
    let text = |field: Field<String>, name| field.optional(&line.at(name), |text, _| Some(text));
    let (source, note, family) = (text(fields.source, "source"), text(fields.note, "note"), text(fields.family, "family"));
    Some(Case {
        id: id?,
        dimension: dimension?,
        home: home?,
        a: a?,
        b: b?,
        expect: expect?,
        source: source?,
        note: note?,
        family: family?,
        knob: None,
        given: [given_a, given_b],
    })
}

/// The body in the case's own scalar, and its given form if that is not a list of points.
fn settled(given: PosedBody, place: &Place) -> Option<(Body, Option<Arc<PosedBody>>)> {
    let scalar = place.scalar.unwrap_or(Arithmetic::F64);
    let points: usize = given.parts.iter().map(|part| part.body.points().len()).sum();
    if given.parts.len() > 1 && points + works(&given.parts) > POINTS {
        return place.fault(format!(
            "the parts of the union have more than {POINTS} points, or their poses take as long to compute: name each mesh \
             once, and pose it once"
        ));
    }
    let Some(body) = given.body(scalar) else {
        return place
            .fault(format!("where it is placed a number overflows {scalar}, or a quaternion or a normal vanishes there"));
    };
    let given = if given.is_plain() { None } else { Some(Arc::new(given)) };
    Some((body, given))
}

fn unique(id: String, place: &Place, is_known: impl Fn(&str) -> Option<usize>) -> Option<String> {
    if !is_id(&id) {
        return place.fault(format!("an id is made of letters, digits, '.', '_' and '-', this is {:?}", cut(&id)));
    }
    if let Some(first) = is_known(&id) {
        return place.fault(format!("repeated id {:?}: line {first} already has it", cut(&id)));
    }
    Some(id)
}

fn is_id(id: &str) -> bool {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '-');
    !id.is_empty() && id.chars().all(allowed)
}

fn expectation(fields: ExpectFields, place: &Place, rounded: bool) -> Option<Expectation> {
    let known = ["class", "distance_squared", "core_distance_squared", "depth_squared", "distance"];
    place.refuse(fields.unknown.keys().map(String::as_str), &known);
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
    let depth = fields.depth_squared.optional(&place.at("depth_squared"), |value, place| {
        if rounded {
            return place.fault("only for bodies without a radius: with a radius it is not a fraction");
        }
        fraction(value, place)
    });
    let distance = fields.distance.optional(&place.at("distance"), |value, place| {
        let text = value.text().filter(|text| decimal(text).is_some());
        // A JSON number does not keep the number of digits that were written.
        text.map(str::to_owned)
            .or_else(|| place.fault("must be a string with a decimal such as \"1.50\": its last digit is the tolerance"))
    });
    Some(Expectation {
        class: class?,
        distance_squared: squared?,
        core_distance_squared: core?,
        depth_squared: depth?,
        distance: distance?,
    })
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
