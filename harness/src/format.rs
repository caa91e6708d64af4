//! The case format: a file is a sequence of lines, each a case as a JSON object, exact to the bit.
//!
//! A number is a decimal, read as the nearest double, or a string with a hexadecimal float, read exactly. A line that
//! cannot be read is a [`Problem`] that names file, line and field; the other lines keep their cases. Blank lines and
//! lines that begin with `#` are skipped. A union within a union is read as the union of all their parts.

mod bodies;
mod field;
mod line;

use crate::body::IDENTITY;
use crate::case::{Body, Case, Curved, Point, Shape};
use crate::hexfloat;
use std::collections::HashMap;
use std::fmt;
use std::fmt::Write as _;
use std::path::Path;

/// What is wrong with a line of a case file. Displayed as `FILE:LINE: FIELD: MESSAGE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file as its reader named it.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The field, such as `a.points[3][1]` or `expect.class`; empty where the line as a whole is meant.
    pub field: String,
    /// What is wrong, and what is allowed.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file, self.line)?;
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}

/// What a file holds: the cases of its good lines in their order, and the problems of the others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The cases of the lines without a problem.
    pub cases: Vec<Case>,
    /// Every problem, in the order of the lines; a line can have several.
    pub problems: Vec<Problem>,
}

/// Reads the text of a case file; `file` is its name in messages.
pub fn read(text: &str, file: &str) -> Reading {
    read_bytes(text.as_bytes(), file)
}

/// Reads a case file. The error is that of the file system; whatever is wrong with the content is in the problems.
pub fn read_file(path: impl AsRef<Path>) -> std::io::Result<Reading> {
    let path = path.as_ref();
    Ok(read_bytes(&std::fs::read(path)?, &path.display().to_string()))
}

/// Reads the bytes of a case file: a line that is not UTF-8 is a problem of that line. A byte order mark is skipped.
pub fn read_bytes(bytes: &[u8], file: &str) -> Reading {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reading = Reading::default();
    let mut lines_by_id: HashMap<String, usize> = HashMap::new();
    for (index, bytes) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let line = index + 1;
        let read = match std::str::from_utf8(bytes).map(str::trim) {
            Ok(text) if text.is_empty() || text.starts_with('#') => continue,
            Ok(text) => line::read(text, line, &mut lines_by_id),
            Err(_) => Err(vec![(String::new(), "not UTF-8".to_owned())]),
        };
        match read {
            Ok(case) => reading.cases.push(case),
            Err(faults) => reading.problems.extend(faults.into_iter().map(|(field, message)| {
                let file = file.to_owned();
                Problem { file, line, field, message }
            })),
        }
    }
    reading
}

/// The case as one line, without the line feed, such that reading it gives the same bits.
///
/// Coordinates are the shortest decimals that round to the same double. The colons of a generated case's name
/// `FAMILY:SEED:INDEX` are not allowed in an id and become dots; the family stands in the field `family`. The knob is
/// no part of the format. A coordinate that is not finite has no spelling in the format: the line is then refused
/// when it is read.
pub fn write(case: &Case) -> String {
    let mut line = format!("{{\"id\":{},\"dim\":{}", quoted(&case.id.replace(':', ".")), case.dimension);
    let mut field = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = write!(line, ",\"{name}\":{value}");
    };
    if let Some(home) = case.home {
        field("scalar", &quoted(home.name()));
    }
    field("a", &body(&case.a, case.dimension));
    field("b", &body(&case.b, case.dimension));
    if let Some(expect) = &case.expect {
        let class = expect.class.map(|class| format!("\"class\":{}", quoted(class.name())));
        let squared = expect.distance_squared.as_ref().map(|text| format!("\"distance_squared\":{}", quoted(text)));
        let core = expect.core_distance_squared.as_ref().map(|text| format!("\"core_distance_squared\":{}", quoted(text)));
        field("expect", &format!("{{{}}}", class.into_iter().chain(squared).chain(core).collect::<Vec<_>>().join(",")));
    }
    for (name, text) in [("source", &case.source), ("note", &case.note), ("family", &case.family)] {
        if let Some(text) = text {
            field(name, &quoted(text));
        }
    }
    line.push('}');
    line
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn body(body: &Body, dimension: u8) -> String {
    match body {
        Body::Points(points) => format!("{{\"points\":{}}}", list(points.iter().map(|point| vector(point, dimension)))),
        Body::Rounded { points, radius } => {
            let points = list(points.iter().map(|point| vector(point, dimension)));
            format!("{{\"points\":{points},\"radius\":{}}}", number(*radius))
        }
        Body::Curved(curved) => self::curved(curved, dimension),
        Body::Union(parts) => format!("{{\"union\":{}}}", list(parts.iter().map(|part| self::body(part, dimension)))),
    }
}

fn curved(curved: &Curved, dimension: u8) -> String {
    let (kind, sizes) = match &curved.shape {
        Shape::Ellipsoid { semi_axes } => ("ellipsoid", format!("\"semi_axes\":{}", vector(semi_axes, dimension))),
        Shape::Cylinder { radius, half_height } => ("cylinder", round(*radius, *half_height)),
        Shape::Cone { radius, half_height } => ("cone", round(*radius, *half_height)),
    };
    let center = vector(&curved.center, dimension);
    let rotation = if curved.rotation == IDENTITY {
        String::new()
    } else {
        let rows = curved.rotation.iter().take(usize::from(dimension));
        format!(",\"rotation\":{}", list(rows.map(|row| vector(row, dimension))))
    };
    format!("{{\"{kind}\":{{{sizes},\"center\":{center}{rotation}}}}}")
}

fn round(radius: f64, half_height: f64) -> String {
    format!("\"radius\":{},\"half_height\":{}", number(radius), number(half_height))
}

fn vector(vector: &Point, dimension: u8) -> String {
    list(vector.iter().take(usize::from(dimension)).map(|&x| number(x)))
}

fn list(elements: impl Iterator<Item = String>) -> String {
    format!("[{}]", elements.collect::<Vec<_>>().join(","))
}

/// The shortest decimal that is read as this double. A negative zero keeps a point, since many readers take `-0` for an
/// integer and lose its sign.
pub fn number(value: f64) -> String {
    let magnitude = value.abs();
    if !value.is_finite() {
        quoted(&hexfloat::write(value))
    } else if value == 0.0 {
        String::from(if value.is_sign_negative() { "-0.0" } else { "0" })
    } else if (1e-5..1e16).contains(&magnitude) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}
