//! The first line of the output of an external program: the cases that it accepts, and its promises for them.

use std::fmt;

use gjk_records::Question;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{NormalSign, Slack};
use crate::body::Body;
use crate::case::{Arithmetic, Case};

/// A program's statement about itself.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Greeting {
    /// Its name.
    pub program: String,
    /// Its version.
    #[serde(default)]
    pub version: String,
    /// Its name in a sentence.
    #[serde(default)]
    pub title: String,
    /// Its source.
    #[serde(default)]
    pub citation: String,
    /// The question that it promises to answer; an answer without a distance is judged by this promise.
    #[serde(default)]
    pub promise: Question,
    /// The sign of its normals and translations.
    #[serde(default)]
    pub normal: NormalSign,
    /// The dimensions of the cases that it accepts.
    #[serde(default = "dimensions")]
    pub dimensions: Vec<u8>,
    /// The kinds of bodies that it accepts.
    #[serde(default = "bodies")]
    pub bodies: Vec<BodyKind>,
    /// The scalars that it computes in; exact arithmetic is not one of them.
    #[serde(default = "scalars")]
    pub scalars: Vec<Arithmetic>,
    /// The slack: by how much its verdicts may be wrong, as the program states it; `None` if it states none.
    #[serde(default)]
    pub slack: Option<Slack>,
    /// The tolerance at which its loop stops, by name and number, such as `tolerance 1e-6`; it states no bound on the
    /// error of an answer.
    #[serde(default)]
    pub stops_at: Option<String>,
    /// The change that the program makes to the given bodies: it is judged on the bodies that it holds, and is not ranked with
    /// programs that hold the given ones.
    #[serde(default)]
    pub holds: Option<Holds>,
}

/// The change that a program makes to the given bodies, in words such as `rounds them to singles`, and the greatest distance
/// of the held bodies from the given ones. In a line it is the text alone, or `{"text":TEXT,"length":L}`, or
/// `{"text":TEXT,"relative":R}`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "HoldsFields")]
pub struct Holds {
    /// The change in words.
    pub text: String,
    /// The greatest distance; `None` if it is not stated: then only rounding is allowed.
    pub within: Option<Within>,
}

/// The greatest distance of the bodies that a program holds from the given bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Within {
    /// A length, in the unit of the coordinates.
    Length(f64),
    /// A share of the largest coordinate.
    Relative(f64),
}

/// [`Holds`] as it is written in a line.
#[derive(Deserialize)]
#[serde(untagged)]
enum HoldsFields {
    Text(String),
    Object(HoldsObject),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HoldsObject {
    text: String,
    #[serde(default)]
    length: Option<f64>,
    #[serde(default)]
    relative: Option<f64>,
}

impl TryFrom<HoldsFields> for Holds {
    type Error = String;

    fn try_from(fields: HoldsFields) -> Result<Holds, String> {
        let (text, length, relative) = match fields {
            HoldsFields::Text(text) => (text, None, None),
            HoldsFields::Object(HoldsObject { text, length, relative }) => (text, length, relative),
        };
        let within = match (length, relative) {
            (None, None) => None,
            (Some(length), None) => Some(Within::Length(length)),
            (None, Some(part)) => Some(Within::Relative(part)),
            (Some(_), Some(_)) => return Err("give `length` or `relative`, not both".to_owned()),
        };
        if let Some(number) = length.or(relative).filter(|number| !(number.is_finite() && *number > 0.0)) {
            return Err(format!("how far must be positive and finite, this is {number}"));
        }
        Ok(Holds { text, within })
    }
}

impl fmt::Display for Holds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match self.within {
            Some(Within::Length(length)) => write!(f, ", by no more than {length}"),
            Some(Within::Relative(part)) => write!(f, ", by no more than {part} of the largest coordinate"),
            None => Ok(()),
        }
    }
}

/// A kind of bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BodyKind {
    /// The hull of points.
    Points,
    /// A hull with a radius.
    Radius,
    /// An ellipsoid, a cylinder or a cone.
    Curved,
    /// A half-space, as B.
    Halfspace,
    /// A union of bodies, each of an accepted kind.
    Union,
}

fn dimensions() -> Vec<u8> {
    vec![2, 3]
}

fn bodies() -> Vec<BodyKind> {
    vec![BodyKind::Points]
}

fn scalars() -> Vec<Arithmetic> {
    vec![Arithmetic::F64]
}

impl Greeting {
    /// The greeting of a program that states only its name: it gives a verdict on points in space and in the plane, in
    /// `f64`.
    pub fn of(name: &str) -> Greeting {
        Greeting {
            program: name.to_owned(),
            version: String::new(),
            title: String::new(),
            citation: String::new(),
            promise: Question::default(),
            normal: NormalSign::default(),
            dimensions: dimensions(),
            bodies: bodies(),
            scalars: scalars(),
            slack: None,
            stops_at: None,
            holds: None,
        }
    }

    /// Reads a line. `None` if it is not a greeting: it has no field `program`, or has a field `case`.
    ///
    /// # Errors
    /// The fault, if a greeting cannot be read.
    pub fn read(line: &str) -> Option<Result<Greeting, String>> {
        #[derive(Deserialize)]
        struct Head {
            program: Option<IgnoredAny>,
            case: Option<IgnoredAny>,
        }
        let head: Head = serde_json::from_str(line).ok()?;
        if head.program.is_none() || head.case.is_some() {
            return None;
        }
        let read = super::field::parse(line).and_then(|greeting: Greeting| greeting.is_plain().map(|()| greeting));
        Some(read.map_err(|(path, message)| {
            let dot = if path.is_empty() { "" } else { ": " };
            format!("what the program says of itself: {path}{dot}{message}")
        }))
    }

    /// Checks that its texts may be shown: title and citation on a terminal, the others in tables.
    fn is_plain(&self) -> Result<(), (String, String)> {
        for (field, text) in [("program", &self.program), ("version", &self.version)] {
            gjk_records::name(text).map_err(|message| (field.to_owned(), message))?;
        }
        let holds = self.holds.as_ref().map(|holds| &holds.text);
        let stated = [("stops_at", self.stops_at.as_ref()), ("holds", holds)].into_iter();
        for (field, text) in stated.filter_map(|(field, text)| Some((field, text?))) {
            gjk_records::name(text).map_err(|message| (field.to_owned(), message))?;
        }
        for (field, text) in [("title", &self.title), ("citation", &self.citation)] {
            if !text.chars().all(gjk_records::is_seen) {
                return Err((field.to_owned(), "there are control characters in it, or others that are not seen".to_owned()));
            }
        }
        Ok(())
    }

    /// Whether it computes in this dimension and this arithmetic.
    pub fn computes(&self, dimension: u8, arithmetic: Arithmetic) -> bool {
        self.scalars.contains(&arithmetic) && self.dimensions.contains(&dimension)
    }

    /// Whether it accepts a case that is posed in this arithmetic.
    pub fn takes(&self, case: &Case, arithmetic: Arithmetic) -> bool {
        let is_about_its_question = (self.promise == Question::Cast) == case.cast.is_some();
        is_about_its_question
            && self.computes(case.dimension, arithmetic)
            && [&case.a, &case.b].into_iter().all(|body| self.takes_body(body))
    }

    fn takes_body(&self, body: &Body) -> bool {
        let kind = match body {
            Body::Points(_) => BodyKind::Points,
            Body::Rounded { .. } => BodyKind::Radius,
            Body::Curved(_) => BodyKind::Curved,
            Body::Halfspace { .. } => BodyKind::Halfspace,
            Body::Union(_) => BodyKind::Union,
        };
        let parts: &[Body] = if let Body::Union(parts) = body { parts } else { &[] };
        self.bodies.contains(&kind) && parts.iter().all(|part| self.takes_body(part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_says_which_cases_are_taken() {
        let line =
            r#"{"program":"x","promise":"distance","dimensions":[3],"bodies":["points","radius"],"scalars":["f64"],"more":1}"#;
        let greeting = Greeting::read(line).unwrap().unwrap();
        assert_eq!((greeting.promise, greeting.version.as_str()), (Question::Distance, ""));
        let case = |dimension, a| Case::of_bodies("x", dimension, a, Body::Points(vec![[0.0; 3]]));
        let points = Body::Points(vec![[1.0; 3]]);
        assert!(greeting.takes(&case(3, points.clone()), Arithmetic::F64));
        assert!(!greeting.takes(&case(2, points.clone()), Arithmetic::F64));
        assert!(!greeting.takes(&case(3, points.clone()), Arithmetic::F32));
        assert!(!greeting.takes(&case(3, Body::Union(vec![points])), Arithmetic::F64));
        assert!(greeting.takes(&case(3, Body::Rounded { points: vec![[1.0; 3]], radius: 1.0 }), Arithmetic::F64));
    }

    #[test]
    fn a_greeting_says_the_sign_of_normals() {
        let sign = |text: &str| {
            Greeting::read(&format!(r#"{{"program":"x","promise":"depth"{text}}}"#))
                .unwrap()
                .map(|read| (read.promise, read.normal))
        };
        for (text, expected) in
            [("", NormalSign::AToB), (r#","normal":"a-to-b""#, NormalSign::AToB), (r#","normal":"b-to-a""#, NormalSign::BToA)]
        {
            assert_eq!(sign(text), Ok((Question::Depth, expected)), "{text}");
        }
    }

    #[test]
    fn other_lines_are_not_greetings_and_invalid_ones_are_reported() {
        for line in ["", "[]", "{", r#"{"case":"x","program":"y"}"#, r#"{"verdict":null}"#] {
            assert_eq!(Greeting::read(line), None, "{line}");
        }
        for (line, field, word) in [
            (r#"{"program":1}"#, "program", "string"),
            (r#"{"program":"x","bodies":["blobs"]}"#, "bodies[0]", "blobs"),
            (r#"{"program":"x","promise":"all"}"#, "promise", "all"),
            (r#"{"program":"x","normal":"b-to-b"}"#, "normal", "b-to-b"),
        ] {
            let message = Greeting::read(line).unwrap().unwrap_err();
            assert!(message.contains(&format!("itself: {field}: ")) && message.contains(word), "{message}");
        }
    }

    #[test]
    fn a_greeting_states_its_stopping_tolerance_and_how_it_changes_bodies() {
        let line = r#"{"program":"x","stops_at":"tolerance 1e-6","holds":"rounds the points to singles"}"#;
        let greeting = Greeting::read(line).unwrap().unwrap();
        assert_eq!(
            (greeting.stops_at.as_deref(), greeting.holds.map(|holds| holds.to_string()).as_deref()),
            (Some("tolerance 1e-6"), Some("rounds the points to singles"))
        );
        let holds = |text: &str| {
            Greeting::read(&format!(r#"{{"program":"x","holds":{text}}}"#))
                .unwrap()
                .map(|read| read.holds.map(|holds| holds.to_string()))
        };
        for (text, shown) in [
            (r#"{"text":"moves them","length":0.001}"#, "moves them, by no more than 0.001"),
            (r#"{"text":"moves them","relative":1e-6}"#, "moves them, by no more than 0.000001 of the largest coordinate"),
            (r#"{"text":"moves them"}"#, "moves them"),
        ] {
            assert_eq!(holds(text), Ok(Some(shown.to_owned())));
        }
        for bad in [r#"{"text":"x","length":0}"#, r#"{"text":"x","relative":-1}"#, r#"{"text":"x","length":1,"relative":1}"#] {
            assert!(holds(bad).is_err_and(|message| message.contains("holds")), "{bad}: {:?}", holds(bad));
        }
        // These texts are printed in tables.
        for bad in [r#"{"program":"x","stops_at":"a|b"}"#, r#"{"program":"x","holds":"=1"}"#] {
            assert!(Greeting::read(bad).unwrap().unwrap_err().contains("no name has one of"), "{bad}");
        }
    }

    #[test]
    fn a_greeting_states_its_slack_or_none() {
        let slack =
            |text: &str| Greeting::read(&format!(r#"{{"program":"x","slack":{text}}}"#)).unwrap().map(|read| read.slack);
        for (text, expected, shown) in [
            (r#"{"length":1e-6}"#, Slack::Length(1e-6), "1e-6"),
            (r#"{"relative":1e-3,"to":"distance"}"#, Slack::OfDistance(1e-3), "0.001 × distance"),
            (r#"{"relative":1e-3,"to":"size"}"#, Slack::OfSize(1e-3), "0.001 D"),
        ] {
            assert_eq!((slack(text), expected.to_string()), (Ok(Some(expected)), shown.to_owned()));
        }
        assert_eq!((slack("null"), Greeting::read(r#"{"program":"x"}"#).unwrap().unwrap().slack), (Ok(None), None));
        for (text, message) in [
            (r#"{"length":0}"#, "slack: length must be positive and finite, this is 0"),
            (r#"{"length":-1e-6}"#, "slack: length must be positive"),
            (r#"{"length":1e999}"#, "slack.length: number out of range"),
            (r#"{"length":"x"}"#, "slack.length: must be"),
            (r#"{"relative":0,"to":"size"}"#, "slack: relative must be positive"),
            (r#"{"relative":1e-3,"to":"u"}"#, "slack.to: unknown variant `u`"),
            (r#"{"relative":1e-3}"#, "slack: must be {\"length\":L}"),
            (r#"{"length":1,"relative":1e-3,"to":"size"}"#, "slack: must be {\"length\":L}"),
            ("{}", "slack: must be {\"length\":L}"),
            (r#"{"angle":1}"#, "slack.angle: unknown field `angle`"),
            ("1e-6", "slack: "),
        ] {
            let found = slack(text).unwrap_err();
            assert!(found.starts_with(&format!("what the program says of itself: {message}")), "{text}: {found}");
        }
    }
}
