//! A line of a case file: the fields of the JSON object are checked one by one, and all faults are noted.

use super::bodies::{BodyFields, body};
use super::cast::{CastFields, cast};
use super::expectation::{ExpectFields, expectation};
use super::field::{self, Fault, Faults, Field, Place, Unknown};
use super::json::Leaf;
use super::meshes::MeshFiles;
use crate::case::{Arithmetic, Body, Case};
use crate::given::{PosedBody, work_of_images, works};
use crate::quote::cut;
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// The largest number of pairs of parts of two unions: the truth of each pair is held, at about 2 kB each.
pub const PAIRS: usize = 500_000;

/// The largest number of points of all parts of a union, as each part has its own copy of a mesh; [`works`] adds the
/// poses of the parts. For a single body this bounds the poses alone.
const POINTS: usize = 4_000_000;

/// A case as it is written in a line.
#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object with id, dim, a and b")]
struct CaseFields {
    id: Field<String>,
    dim: Field<Leaf>,
    scalar: Field<Leaf>,
    a: Field<Box<BodyFields>>,
    b: Field<Box<BodyFields>>,
    cast: Field<CastFields>,
    expect: Field<Box<ExpectFields>>,
    source: Field<String>,
    note: Field<String>,
    family: Field<String>,
    #[serde(flatten)]
    unknown: Unknown,
}

/// The case of a line, and notes for the user on its fields.
type Noted = (Case, Vec<Fault>);

/// Reads the line with this number; the error lists all faults of the line.
pub fn read(text: &str, number: usize, lines_by_id: &mut HashMap<String, usize>, meshes: &MeshFiles) -> Result<Noted, Faults> {
    let is_known = |id: &str| lines_by_id.get(id).copied();
    let notes = RefCell::default();
    let good = field::read_good(text, |fields, line| case(fields, &place_of(line, meshes, &notes), is_known));
    if let Some(case) = good {
        lines_by_id.insert(case.id.clone(), number);
        return Ok((case, notes.take()));
    }
    notes.take();
    // The id counts as used, even if the line has other faults.
    let mut own = None;
    let read = field::read(text, |fields: CaseFields, line| {
        own = fields.id.good().cloned();
        case(fields, &place_of(line, meshes, &notes), is_known)
    });
    if let Some(id) = own.filter(|id| is_id(id)) {
        lines_by_id.entry(id).or_insert(number);
    }
    read.map(|case| (case, notes.take()))
}

/// The place of the line, with the folder in which mesh files are found, and the list of notes.
fn place_of<'a>(line: &Place<'a>, meshes: &'a MeshFiles, notes: &'a RefCell<Vec<Fault>>) -> Place<'a> {
    Place { path: String::new(), meshes: Some(meshes), notes: Some(notes), ..*line }
}

/// The case of a line; `is_known` gives the number of the line that already has an id.
fn case(fields: CaseFields, line: &Place, is_known: impl Fn(&str) -> Option<usize>) -> Option<Case> {
    let known = ["id", "dim", "scalar", "a", "b", "cast", "expect", "source", "note", "family"];
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
    let a = fields.a.required(&posed.at("a"), |fields, place| settled(body(*fields, place)?, place));
    let b = fields.b.required(&posed.at("b"), |fields, place| settled(body(*fields, place)?, place));
    let (a, given_a) = a.map_or((None, None), |(body, given)| (Some(body), given));
    let (b, given_b) = b.map_or((None, None), |(body, given)| (Some(body), given));
    let pairs = a.as_ref().zip(b.as_ref()).map_or(0, |(a, b)| a.parts().len().saturating_mul(b.parts().len()));
    if pairs > PAIRS {
        return line.fault(format!("the parts of the unions make {pairs} pairs, more than {PAIRS}, and each is judged"));
    }
    if [&a, &b].iter().all(|body| body.as_ref().is_some_and(Body::has_halfspace)) {
        return line.fault("both a and b have a half-space; one of the bodies may have one");
    }
    let has_radius = |body: &Option<Body>| body.as_ref().is_none_or(|body| matches!(body, Body::Rounded { .. }));
    let rounded = has_radius(&a) || has_radius(&b);
    let motion = fields.cast.optional(&posed.at("cast"), cast).map(Option::flatten);
    if a.as_ref().is_some_and(Body::has_halfspace) && matches!(motion, Some(Some(_))) {
        return line
            .at("cast")
            .fault("moves A, which has a half-space: write it as b, and move the other body the opposite way");
    }
    let is_cast = motion.as_ref().is_none_or(Option::is_some);
    let expect = fields.expect.optional(&posed.at("expect"), |fields, place| expectation(*fields, place, rounded, is_cast));
    let text = |field: Field<String>, name| field.optional(&line.at(name), |text, _| Some(text));
    let (source, note, family) = (text(fields.source, "source"), text(fields.note, "note"), text(fields.family, "family"));
    let case = Case {
        id: id?,
        dimension: dimension?,
        home: home?,
        a: a?,
        b: b?,
        cast: motion?,
        expect: expect?,
        source: source?,
        note: note?,
        family: family?,
        knob: None,
        given: [given_a, given_b],
        is_exchanged: false,
    };
    Some(case.with_halfspace_last())
}

/// The body in the case's own scalar, and its given form if that is not a list of points.
fn settled(given: PosedBody, place: &Place) -> Option<(Body, Option<Arc<PosedBody>>)> {
    let scalar = place.scalar.unwrap_or(Arithmetic::F64);
    let points: usize = given.parts.iter().map(|part| part.body.points().len()).sum();
    let is_union = given.parts.len() > 1;
    // A single body may be a larger mesh.
    let allowed = if is_union { 0 } else { points };
    if works(&given.parts).saturating_add(work_of_images(&given.parts)).saturating_sub(allowed) > POINTS {
        return place.fault(match is_union {
            true => format!(
                "the parts of the union have more than {POINTS} points, or their poses take as long to compute: name each \
                 mesh once, and pose it once"
            ),
            false => format!("its poses take as long to compute as {POINTS} points: write fewer poses, or shorter numbers"),
        });
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
