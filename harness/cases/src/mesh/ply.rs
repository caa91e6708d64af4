//! PLY: the elements `vertex` and `face` of a file in text or binary; all other elements are skipped.

use super::lines::problem;
use super::{Object, fan, object};
use crate::body::Point;
use crate::format::Problem;
use crate::quote::cut;
use std::path::Path;

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Int8,
    Uint8,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Float,
    Double,
}

impl Kind {
    fn named(name: &str) -> Option<Kind> {
        Some(match name {
            "char" | "int8" => Kind::Int8,
            "uchar" | "uint8" => Kind::Uint8,
            "short" | "int16" => Kind::Int16,
            "ushort" | "uint16" => Kind::Uint16,
            "int" | "int32" => Kind::Int32,
            "uint" | "uint32" => Kind::Uint32,
            "float" | "float32" => Kind::Float,
            "double" | "float64" => Kind::Double,
            _ => return None,
        })
    }

    fn is_whole(self) -> bool {
        !matches!(self, Kind::Float | Kind::Double)
    }

    fn bytes(self) -> usize {
        match self {
            Kind::Int8 | Kind::Uint8 => 1,
            Kind::Int16 | Kind::Uint16 => 2,
            Kind::Int32 | Kind::Uint32 | Kind::Float => 4,
            Kind::Double => 8,
        }
    }

    /// The number from its bytes, the least significant byte first.
    fn number(self, bytes: [u8; 8]) -> f64 {
        let [a, b, c, d, ..] = bytes;
        match self {
            Kind::Int8 => f64::from(a.cast_signed()),
            Kind::Uint8 => f64::from(a),
            Kind::Int16 => f64::from(i16::from_le_bytes([a, b])),
            Kind::Uint16 => f64::from(u16::from_le_bytes([a, b])),
            Kind::Int32 => f64::from(i32::from_le_bytes([a, b, c, d])),
            Kind::Uint32 => f64::from(u32::from_le_bytes([a, b, c, d])),
            Kind::Float => f64::from(f32::from_le_bytes([a, b, c, d])),
            Kind::Double => f64::from_le_bytes(bytes),
        }
    }

    /// The number that a word denotes in this type: a float is the single nearest to it.
    fn parse(self, word: &str) -> Option<f64> {
        match self {
            Kind::Float => word.parse::<f32>().ok().map(f64::from),
            Kind::Double => word.parse().ok(),
            // Some programs write whole numbers with a decimal point.
            _ => word.parse().ok().filter(|x: &f64| x.fract() == 0.0),
        }
    }
}

/// A property of an element.
struct Property {
    name: String,
    kind: Kind,
    /// The type of the count, if the property is a list.
    count: Option<Kind>,
}

struct Element {
    name: String,
    count: u64,
    properties: Vec<Property>,
}

/// The encoding of numbers.
#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Text,
    LittleEndian,
    BigEndian,
}

struct Header {
    encoding: Encoding,
    elements: Vec<Element>,
    /// The length of the header in bytes and in lines.
    bytes: usize,
    lines: usize,
}

pub(super) fn parse(bytes: &[u8], path: &Path) -> Result<Vec<Object>, Problem> {
    let header = header(bytes, path)?;
    let mut numbers = Numbers {
        rest: &bytes[header.bytes..],
        at: header.bytes,
        line: header.lines,
        words: Vec::new(),
        word: 0,
        path,
        encoding: header.encoding,
    };
    let (mut vertices, mut faces) = (Vec::new(), Faces::default());
    for element in &header.elements {
        match &element.name[..] {
            "vertex" => vertices = read_vertices(element, &mut numbers)?,
            "face" if element.count > 0 => faces = read_faces(element, &mut numbers)?,
            _ => {
                for number in 0..element.count {
                    numbers.begin(element, number)?;
                    for property in &element.properties {
                        numbers.property(element, number, property, &mut |_| Ok(()))?;
                    }
                }
            }
        }
    }
    let count = vertices.len();
    let mut triangles = Vec::new();
    let begins = [0].into_iter().chain(faces.ends.iter().copied());
    for (number, (begin, end)) in begins.zip(&faces.ends).enumerate() {
        let corners = &faces.corners[begin as usize..*end as usize];
        if let Some(corner) = corners.iter().find(|corner| **corner as usize >= count) {
            let reason = format!("face {number}: there is no vertex {corner}; the file has {count}, counted from 0");
            return Err(Problem::of_file(path, reason));
        }
        triangles.extend(fan(corners));
    }
    let one = object("", &vertices, &triangles);
    Ok(vec![one.map_err(|vertex| Problem::of_file(path, format!("vertex {vertex}: a coordinate is not finite")))?])
}

/// Reads the lines down to `end_header`.
fn header(bytes: &[u8], path: &Path) -> Result<Header, Problem> {
    let (mut encoding, mut elements): (Option<Encoding>, Vec<Element>) = (None, Vec::new());
    let (mut at, mut line) = (0, 0);
    loop {
        let rest = &bytes[at..];
        let Some(end) = rest.iter().position(|byte| *byte == b'\n') else {
            return Err(match line {
                0 => Problem::of_file(path, "no PLY file: it does not begin with the line `ply`"),
                _ => problem(path, line, "end_header", "the header of a PLY file ends with this line, which is missing"),
            });
        };
        at += end + 1;
        line += 1;
        let text = String::from_utf8_lossy(&rest[..end]);
        let text = text.trim();
        let wrong = |reason: &str| Err(problem(path, line, text, reason));
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["ply"] if line == 1 => {}
            _ if line == 1 => return Err(Problem::of_file(path, "no PLY file: it does not begin with the line `ply`")),
            [] | ["comment" | "obj_info", ..] => {}
            ["format", name, "1.0"] => {
                encoding = Some(match name {
                    "ascii" => Encoding::Text,
                    "binary_little_endian" => Encoding::LittleEndian,
                    "binary_big_endian" => Encoding::BigEndian,
                    _ => return wrong("a format is ascii, binary_little_endian or binary_big_endian"),
                });
            }
            ["format", ..] => return wrong("a format is `format NAME 1.0`; this version is not read"),
            ["element", name, count] => match count.parse() {
                Ok(count) => elements.push(Element { name: name.to_owned(), count, properties: Vec::new() }),
                Err(_) => return wrong("an element has a count, a whole number"),
            },
            ["property", "list", count, kind, name] => match (Kind::named(count), Kind::named(kind), elements.last_mut()) {
                (Some(count), Some(kind), Some(element)) if count.is_whole() => {
                    element.properties.push(Property { name: name.to_owned(), kind, count: Some(count) });
                }
                _ => return wrong("a list is `property list COUNT TYPE NAME` of an element, with a whole COUNT"),
            },
            ["property", kind, name] => match (Kind::named(kind), elements.last_mut()) {
                (Some(kind), Some(element)) => {
                    element.properties.push(Property { name: name.to_owned(), kind, count: None });
                }
                _ => {
                    return wrong("a property is `property TYPE NAME` of an element; types are char to uint, float and double");
                }
            },
            ["end_header"] => break,
            _ => return wrong("no line of the header of a PLY file"),
        }
    }
    let Some(encoding) = encoding else { return Err(problem(path, line, "end_header", "a header has a line `format`")) };
    Ok(Header { encoding, elements, bytes: at, lines: line })
}

fn read_vertices(element: &Element, numbers: &mut Numbers) -> Result<Vec<Point>, Problem> {
    let place = |axis: &str| element.properties.iter().position(|property| property.name == axis && property.count.is_none());
    let [Some(x), Some(y), Some(z)] = ["x", "y", "z"].map(place) else {
        return Err(Problem::of_file(numbers.path, "a vertex of a PLY file has the properties x, y and z; this one has not"));
    };
    let mut vertices = Vec::new();
    for number in 0..element.count {
        numbers.begin(element, number)?;
        let mut vertex = [0.0; 3];
        for (index, property) in element.properties.iter().enumerate() {
            let axis = [x, y, z].iter().position(|place| *place == index);
            numbers.property(element, number, property, &mut |value| {
                if let Some(axis) = axis {
                    vertex[axis] = value;
                }
                Ok(())
            })?;
        }
        vertices.push(vertex);
    }
    Ok(vertices)
}

/// The corners of faces, one after the other, and the end of each face. As a face may be one byte long, it has no list
/// of its own.
#[derive(Default)]
struct Faces {
    corners: Vec<u32>,
    ends: Vec<u32>,
}

fn read_faces(element: &Element, numbers: &mut Numbers) -> Result<Faces, Problem> {
    let is_list = |property: &&Property| matches!(&property.name[..], "vertex_indices" | "vertex_index");
    let Some(corners) = element.properties.iter().find(is_list).filter(|list| list.count.is_some()) else {
        let reason =
            "faces of this PLY file have no list `vertex_indices` or `vertex_index`: triangle strips and others are not read";
        return Err(Problem::of_file(numbers.path, reason));
    };
    if !corners.kind.is_whole() {
        let kind = if corners.kind == Kind::Float { "floats" } else { "doubles" };
        return Err(Problem::of_file(
            numbers.path,
            format!("this is PLY with lists of {kind} for the corners of faces, which is not read"),
        ));
    }
    let mut faces = Faces::default();
    for number in 0..element.count {
        numbers.begin(element, number)?;
        for property in &element.properties {
            let is_corners = std::ptr::eq(property, corners);
            numbers.property(element, number, property, &mut |value| {
                if is_corners {
                    faces.corners.push((0.0..=f64::from(u32::MAX)).contains(&value).then_some(value as u32).ok_or(value)?);
                }
                Ok(())
            })?;
        }
        let end = u32::try_from(faces.corners.len());
        faces.ends.push(end.map_err(|_| Problem::of_file(numbers.path, "its faces have more than 2^32 corners"))?);
    }
    Ok(faces)
}

/// The numbers after the header.
struct Numbers<'a> {
    rest: &'a [u8],
    /// The offset of the rest.
    at: usize,
    line: usize,
    /// The words of the current line, if the file is text.
    words: Vec<&'a str>,
    word: usize,
    path: &'a Path,
    encoding: Encoding,
}

impl<'a> Numbers<'a> {
    /// Advances to the next element: in a text, to the next line that is not blank.
    fn begin(&mut self, element: &Element, number: u64) -> Result<(), Problem> {
        if self.encoding != Encoding::Text {
            // Elements without properties could be counted for ever.
            return match element.properties.is_empty() {
                true => Err(Problem::of_file(self.path, format!("the elements {} have no property", cut(&element.name)))),
                false => Ok(()),
            };
        }
        loop {
            if self.rest.is_empty() {
                let reason = format!("the file ends before {} {number} of {}", cut(&element.name), element.count);
                return Err(Problem::of_file(self.path, reason));
            }
            let end = self.rest.iter().position(|byte| *byte == b'\n').map_or(self.rest.len(), |end| end + 1);
            let (text, rest) = self.rest.split_at(end);
            self.rest = rest;
            self.line += 1;
            let text = std::str::from_utf8(text).map_err(|_| problem(self.path, self.line, "", "not UTF-8"))?;
            self.words = text.split_whitespace().collect();
            self.word = 0;
            if !self.words.is_empty() {
                return Ok(());
            }
        }
    }

    /// Passes the numbers of a property to `take`, whose error is a number that is not allowed.
    fn property(
        &mut self,
        element: &Element,
        number: u64,
        property: &Property,
        take: &mut dyn FnMut(f64) -> Result<(), f64>,
    ) -> Result<(), Problem> {
        let count = match property.count {
            None => 1,
            Some(kind) => match self.number(element, number, property, kind)? {
                count if count >= 0.0 => count as u64,
                count => return Err(self.wrong(element, number, property, &format!("a list of {count} numbers"))),
            },
        };
        for _ in 0..count {
            let value = self.number(element, number, property, property.kind)?;
            take(value)
                .map_err(|value| self.wrong(element, number, property, &format!("{value} is not the number of a vertex")))?;
        }
        Ok(())
    }

    fn number(&mut self, element: &Element, number: u64, property: &Property, kind: Kind) -> Result<f64, Problem> {
        if self.encoding == Encoding::Text {
            let word = self.words.get(self.word).copied();
            self.word += 1;
            let Some(word) = word else { return Err(self.wrong(element, number, property, "the line has too few numbers")) };
            return kind
                .parse(word)
                .ok_or_else(|| self.wrong(element, number, property, &format!("{:?} is not a number of its type", cut(word))));
        }
        let Some((bytes, rest)) = self.rest.split_at_checked(kind.bytes()) else {
            return Err(self.wrong(element, number, property, "the file ends"));
        };
        let mut least_first = [0; 8];
        least_first[..bytes.len()].copy_from_slice(bytes);
        if self.encoding == Encoding::BigEndian {
            least_first[..bytes.len()].reverse();
        }
        self.rest = rest;
        self.at += bytes.len();
        Ok(kind.number(least_first))
    }

    fn wrong(&self, element: &Element, number: u64, property: &Property, reason: &str) -> Problem {
        let field = format!("{} {number}, {}", cut(&element.name), cut(&property.name));
        if self.encoding == Encoding::Text {
            return problem(self.path, self.line, &field, reason);
        }
        Problem::of_file(self.path, format!("{field} at byte {}: {reason}", self.at))
    }
}
