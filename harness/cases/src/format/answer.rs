//! A line of a file of answers: the answer of a program to a case.

use super::bodies::{BodyFields, body};
use super::field::{self, Faults, Field, Place, Unknown};
use super::json::{Elements, Leaf};
use super::numbers::{number, point};
use super::penetration::{self, Penetration};
use super::{First, Greeting, PROBLEMS, Problem, lines, not_lines};
use crate::body::Body;
use crate::case::{Arithmetic, HIT, NEVER, Point};
use crate::quote::cut;
use crate::spelling;
use serde::Deserialize;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The largest number of programs that may introduce themselves in one file.
const GREETINGS: usize = 1000;

/// The name of a program whose answers do not state one.
const UNNAMED: &str = "answers";

/// The answer of a program to a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The id of the case.
    pub case: String,
    /// The name of the program according to the answer; `answers` if it states none.
    pub variant: String,
    /// Whether the bodies meet; `None` for a run without an answer.
    pub meets: Option<bool>,
    /// The distance.
    pub distance: Option<f64>,
    /// The witness point on A.
    pub on_a: Option<Point>,
    /// The witness point on B.
    pub on_b: Option<Point>,
    /// A separating axis.
    pub axis: Option<Point>,
    /// The depth and the translation of bodies that meet; for a cast, the normal of the contact.
    pub penetration: Penetration,
    /// For a cast that hits, the time of the first contact. The witness points are those of the bodies then.
    pub time: Option<f64>,
    /// The corners of the simplex on which the answer rests, by the numbers of points of A and of B; empty for a
    /// program that writes lines.
    pub simplex: Vec<[u32; 2]>,
    /// The reason why there is no answer, if the program states it.
    pub stop: Option<NoAnswer>,
    /// The bodies that the program really holds, if it has rounded the bodies of the case.
    pub held: Option<[Body; 2]>,
}

impl Answer {
    /// The bodies are apart, by this distance.
    pub fn apart(distance: f64) -> Answer {
        Answer { meets: Some(false), distance: Some(distance), ..Answer::default() }
    }

    /// The bodies meet, and are at distance zero.
    pub fn meeting() -> Answer {
        Answer { meets: Some(true), distance: Some(0.0), ..Answer::default() }
    }

    /// The bodies meet, and B is moved out of A by this length along the normal, which may have any length.
    pub fn overlapping(depth: f64, normal: Point) -> Answer {
        let penetration = Penetration { depth: Some(depth), normal: Some(normal), translation: None };
        Answer { penetration, ..Answer::meeting() }
    }

    /// A, which moves, touches B first at this time.
    pub fn hit(time: f64) -> Answer {
        Answer { meets: Some(true), time: Some(time), ..Answer::default() }
    }

    /// A, which moves, does not touch B.
    pub fn never() -> Answer {
        Answer { meets: Some(false), ..Answer::default() }
    }

    /// The answer about the case with its bodies exchanged: a vector between them has the opposite sign.
    pub fn exchanged(self) -> Answer {
        let vector = |vector: Option<Point>| vector.map(|vector| vector.map(|x| 0.0 - x));
        let Penetration { depth, normal, translation } = self.penetration;
        Answer {
            on_a: self.on_b,
            on_b: self.on_a,
            axis: vector(self.axis),
            penetration: Penetration { depth, normal: vector(normal), translation: vector(translation) },
            simplex: self.simplex.into_iter().map(|[a, b]| [b, a]).collect(),
            stop: self.stop.map(|stop| match stop {
                NoAnswer::Refused(Some(side)) => NoAnswer::Refused(Some(side.other())),
                stop => stop,
            }),
            held: self.held.map(|[a, b]| [b, a]),
            ..self
        }
    }

    /// The reason why an answer that was not read from a line of JSON is not valid; in a line, the same faults are
    /// errors of the line.
    pub fn problem(&self) -> Option<String> {
        let Penetration { depth, normal, translation } = self.penetration;
        match depth {
            Some(depth) if depth < 0.0 => return Some(format!("a depth of {depth:?}, which is negative")),
            Some(depth) if depth > 0.0 && normal.is_none() && translation.is_none() => {
                return Some("a depth without a direction".to_owned());
            }
            _ => {}
        }
        (self.on_a.is_some() != self.on_b.is_some()).then(|| "one witness point alone".to_owned())
    }
}

/// The reason why a program gives no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// It died.
    Crashed,
    /// It took too long.
    TimedOut,
    /// It refused the case because of this body, whatever the other body is; `None` if it names no body.
    Refused(Option<Side>),
}

impl NoAnswer {
    const ALL: [(&str, NoAnswer); 3] =
        [("crashed", NoAnswer::Crashed), ("timed-out", NoAnswer::TimedOut), ("refused", NoAnswer::Refused(None))];
}

/// One of the two bodies of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Body A.
    A,
    /// Body B.
    B,
}

impl Side {
    /// The other body.
    pub fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }

    /// The spelling in answers.
    pub fn name(self) -> &'static str {
        match self {
            Side::A => "a",
            Side::B => "b",
        }
    }
}

/// The answers of a file in their order, and the problems of its other lines, as in [`super::Reading`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// The answers of the lines without a problem; each case has at most one of each variant.
    pub answers: Vec<Answer>,
    /// The problems.
    pub problems: Vec<Problem>,
    /// Notes for the user that do no harm: unknown fields, each reported once. An unknown field whose name is close to
    /// a known name is a problem, because its content would be lost.
    pub warnings: Vec<Problem>,
    /// The greetings of programs; answers without a name belong to the greeting before them.
    pub greetings: Vec<Greeting>,
}

/// Reads the bytes of a file of answers, whose lines follow the rules of a case file. `dimension` maps the id of a case
/// to its dimension.
pub fn read_answers(bytes: &[u8], file: &str, dimension: impl Fn(&str) -> Option<u8>) -> Answers {
    read(bytes, file, &dimension)
}

/// [`read_answers`] behind a pointer, so that the readers of all fields are compiled once, and not again for every
/// caller.
fn read(bytes: &[u8], file: &str, dimension: &dyn Fn(&str) -> Option<u8>) -> Answers {
    if let Some(problem) = not_lines(bytes, file, "a file of answers") {
        return Answers { problems: vec![problem], ..Answers::default() };
    }
    let (mut answers, mut problems) = (Vec::new(), First::default());
    let (mut warnings, mut greetings): (Vec<Problem>, Vec<Greeting>) = (Vec::new(), Vec::new());
    let mut seen: HashMap<(String, String), usize> = HashMap::new();
    for (line, text) in lines(bytes) {
        if let Some(greeting) = text.ok().and_then(Greeting::read) {
            let many = || format!("more than {GREETINGS} programs say what they are; judge fewer at once");
            match greeting.and_then(|greeting| if greetings.len() < GREETINGS { Ok(greeting) } else { Err(many()) }) {
                Ok(greeting) => greetings.push(greeting),
                Err(message) => problems.note(message, file, line),
            }
            continue;
        }
        let unnamed = greetings.last().map_or(UNNAMED, |greeting| &greeting.program);
        let read = text.map_err(|message| message.to_owned().into());
        let read = read.and_then(|text| answer(text, dimension, unnamed)).map(|(answer, unknown)| {
            for name in unknown {
                if warnings.len() < PROBLEMS && warnings.iter().all(|known| known.field != name) {
                    let message = format!("unknown field, ignored; known are {}", KNOWN.join(", "));
                    warnings.push(Problem { file: file.to_owned(), line, field: name, message });
                }
            }
            answer
        });
        let unique = read.and_then(|answer| match seen.entry((answer.case.clone(), answer.variant.clone())) {
            Entry::Vacant(place) => {
                place.insert(line);
                Ok(answer)
            }
            Entry::Occupied(first) => {
                let (case, variant) = (cut(&answer.case), cut(&answer.variant));
                let message = format!("a second answer of {variant:?} to {case:?}: the first is on line {}", first.get());
                Err(("case".to_owned(), message).into())
            }
        });
        match unique {
            Ok(answer) => answers.push(answer),
            Err(faults) => problems.note(faults, file, line),
        }
    }
    Answers { answers, problems: problems.into_list(file), warnings, greetings }
}

#[derive(Default, Deserialize)]
#[serde(default, expecting = "an object with case and verdict")]
struct AnswerFields {
    case: Field<String>,
    variant: Field<String>,
    verdict: Field<Option<Leaf>>,
    distance: Field<Option<Leaf>>,
    on_a: Field<Option<Elements>>,
    on_b: Field<Option<Elements>>,
    axis: Field<Option<Elements>>,
    depth: Field<Option<Leaf>>,
    normal: Field<Option<Elements>>,
    translation: Field<Option<Elements>>,
    time: Field<Option<Leaf>>,
    scalar: Field<Leaf>,
    stop: Field<Option<String>>,
    body: Field<Option<Leaf>>,
    message: Field<Leaf>,
    a: Field<BodyFields>,
    b: Field<BodyFields>,
    #[serde(flatten)]
    unknown: Unknown,
}

const KNOWN: [&str; 17] = [
    "case",
    "variant",
    "verdict",
    "distance",
    "on_a",
    "on_b",
    "axis",
    "depth",
    "normal",
    "translation",
    "time",
    "scalar",
    "stop",
    "body",
    "message",
    "a",
    "b",
];

/// An answer, and the names of its unknown fields.
fn answer(text: &str, dimension: &dyn Fn(&str) -> Option<u8>, unnamed: &str) -> Result<(Answer, Vec<String>), Faults> {
    let read = field::read(text, |mut fields: AnswerFields, line| {
        let (misspelt, unknown): (Vec<_>, Vec<_>) = std::mem::take(&mut fields.unknown)
            .into_keys()
            .map(|name| (spelling::nearest(&name, KNOWN), name))
            .partition(|(meant, _)| meant.is_some());
        for (meant, name) in misspelt {
            let meant = meant.unwrap_or_default();
            line.at(&cut(&name)).fault::<()>(format!("unknown field, near to `{meant}`; write `{meant}` if it is meant"));
        }
        let unknown = unknown.into_iter().take(PROBLEMS).map(|(_, name)| cut(&name)).collect();
        checked(fields, line, dimension, unnamed).map(|answer| (answer, unknown))
    });
    read.map_err(|mut faults| {
        if let Some((_, message)) = faults.kept.first_mut()
            && message.starts_with("not JSON")
            && (text.contains("NaN") || text.contains("Infinity"))
        {
            message.push_str("; JSON knows neither NaN nor Infinity: write null for the verdict of a run without an answer");
        }
        faults
    })
}

/// The result of `check` for a field that may be absent or null; both give `Some(None)`.
fn nullable<T, U>(field: Field<Option<T>>, place: &Place, check: impl FnOnce(T, &Place) -> Option<U>) -> Option<Option<U>> {
    let read = |value: Option<T>, place: &Place| value.map_or(Some(None), |value| check(value, place).map(Some));
    field.optional(place, read).map(Option::flatten)
}

fn checked(fields: AnswerFields, line: &Place, dimension: &dyn Fn(&str) -> Option<u8>, unnamed: &str) -> Option<Answer> {
    let case = fields.case.required(&line.at("case"), |id, place| match dimension(&id) {
        Some(dimension) => Some((id, dimension)),
        None => place.fault(format!("there is no case with id {:?} in the file of cases", cut(&id))),
    });
    let variant = fields.variant.optional(&line.at("variant"), |name, _| Some(name));
    let meets = nullable(fields.verdict, &line.at("verdict"), verdict);
    let distance = nullable(fields.distance, &line.at("distance"), number);
    let posed = Place { path: String::new(), dimension: case.as_ref().map(|(_, dimension)| *dimension), ..*line };
    let vector = |field, name| nullable(field, &posed.at(name), point);
    let (on_a, on_b, axis) = (vector(fields.on_a, "on_a"), vector(fields.on_b, "on_b"), vector(fields.axis, "axis"));
    let depth = nullable(fields.depth, &line.at("depth"), number);
    let time = nullable(fields.time, &line.at("time"), number);
    let (normal, translation) = (vector(fields.normal, "normal"), vector(fields.translation, "translation"));
    // The scalar in which a program ran is passed to the judge, not stated by each answer.
    fields.scalar.optional(&line.at("scalar"), |_, _| Some(()))?;
    fields.message.optional(&line.at("message"), |_, _| Some(()))?;
    let stop = nullable(fields.stop, &line.at("stop"), no_answer);
    let stop = match (stop, nullable(fields.body, &line.at("body"), side)) {
        (Some(Some(NoAnswer::Refused(_))), Some(side)) => Some(Some(NoAnswer::Refused(side))),
        (Some(_), Some(Some(_))) => {
            return line.at("body").fault("only with the stop \"refused\": it says which body is refused");
        }
        (stop, _) => stop,
    };
    if let (Some(Some(_)), Some(Some(_))) = (&stop, &meets) {
        return line.at("stop").fault("only if the verdict is null: it says why there is no answer");
    }
    let (held_a, held_b) = (fields.a.optional(&posed.at("a"), held_body), fields.b.optional(&posed.at("b"), held_body));
    both_or_none([("a", &held_a), ("b", &held_b)], line, "one body is not enough; give both bodies that were used, or none")?;
    both_or_none([("on_a", &on_a), ("on_b", &on_b)], line, "one witness point is not enough; give both or none")?;
    let said = Penetration { depth: depth?, normal: normal?, translation: translation? };
    let meets = meets?;
    // A time in addition to `never` says nothing.
    let time = time?.filter(|_| meets == Some(true));
    let penetration = if time.is_some() { said } else { penetration::checked(said, meets, line)? };
    Some(Answer {
        simplex: Vec::new(),
        case: case?.0,
        variant: variant?.unwrap_or_else(|| unnamed.to_owned()),
        meets,
        distance: distance?,
        time,
        on_a: on_a?,
        on_b: on_b?,
        axis: axis?,
        penetration,
        stop: stop?,
        held: held_a?.zip(held_b?).map(|(a, b)| [a, b]),
    })
}

/// Whether the bodies meet.
fn verdict(name: Leaf, place: &Place) -> Option<bool> {
    match name.text() {
        Some("apart" | NEVER) => Some(false),
        Some("intersecting" | HIT) => Some(true),
        _ => place.fault("must be \"apart\", \"intersecting\" or null; for a cast \"hit\", \"never\" or null"),
    }
}

fn no_answer(name: String, place: &Place) -> Option<NoAnswer> {
    let found = NoAnswer::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, stop)| stop);
    found.or_else(|| place.fault("must be \"crashed\", \"timed-out\" or \"refused\""))
}

/// The body that is refused.
fn side(name: Leaf, place: &Place) -> Option<Side> {
    match name.text() {
        Some("a") => Some(Side::A),
        Some("b") => Some(Side::B),
        _ => place.fault("must be \"a\" or \"b\", the body that is refused"),
    }
}

/// A body that a program holds.
fn held_body(fields: BodyFields, place: &Place) -> Option<Body> {
    match body(fields, place)? {
        given if given.is_plain() => given.body(Arithmetic::F64),
        _ => place.fault("a body that a program holds has its points as it holds them, without a pose"),
    }
}

/// Notes a fault at the missing field, and returns `None`, if only one of two fields is given.
fn both_or_none<T>(fields: [(&str, &Option<Option<T>>); 2], line: &Place, fault: &str) -> Option<()> {
    match fields {
        [(_, Some(Some(_))), (missing, Some(None))] | [(missing, Some(None)), (_, Some(Some(_)))] => {
            line.at(missing).fault(fault)
        }
        _ => Some(()),
    }
}
