//! STL: triangles of single precision, binary or as text.

use super::Object;
use super::lines::{problem, text};
use crate::body::Point;
use crate::format::Problem;
use std::collections::HashSet;
use std::path::Path;

/// Bytes before the first triangle of a binary file: a free text and a count.
const HEAD: usize = 84;
const TRIANGLE: usize = 50;
/// The lines of a triangle in a text.
const FACET: [&str; 7] =
    ["facet normal x y z", "outer loop", "vertex x y z", "vertex x y z", "vertex x y z", "endloop", "endfacet"];

pub(super) fn parse(bytes: &[u8], path: &Path) -> Result<Vec<Object>, Problem> {
    let length = bytes.len() as u64;
    let count = bytes.get(80..HEAD).and_then(|count| Some(u32::from_le_bytes(count.try_into().ok()?)));
    let needed = |count: u32| HEAD as u64 + TRIANGLE as u64 * u64::from(count);
    // The free text of a binary file may begin with `solid` as well: its length tells.
    if count.is_some_and(|count| needed(count) == length) {
        return Ok(vec![binary(bytes, path)?]);
    }
    let begins = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    if begins.len() >= 5 && begins[..5].eq_ignore_ascii_case(b"solid") && !bytes.contains(&0) {
        return solids(text(bytes, path)?, path);
    }
    Err(Problem::of_file(
        path,
        match count {
            Some(count) => {
                let needed = needed(count);
                let why = if needed > length { ": it is truncated, or the count is wrong" } else { "" };
                format!("the count at byte 80 says {count} triangles, which take {needed} bytes; the file has {length}{why}")
            }
            None => format!(
                "no STL file: its text does not begin with `solid`, and {length} bytes are too few for a binary one, which has {HEAD} \
             and {TRIANGLE} for each triangle"
            ),
        },
    ))
}

fn binary(bytes: &[u8], path: &Path) -> Result<Object, Problem> {
    let mut solid = Solid::default();
    for (triangle, record) in bytes[HEAD..].chunks_exact(TRIANGLE).enumerate() {
        let number = |index: usize| f32::from_le_bytes(std::array::from_fn(|byte| record[12 + 4 * index + byte]));
        for vertex in 0..3 {
            let corner: [f32; 3] = std::array::from_fn(|axis| number(3 * vertex + axis));
            if let Some(axis) = corner.iter().position(|x| !x.is_finite()) {
                let offset = HEAD + TRIANGLE * triangle + 12 + 4 * (3 * vertex + axis);
                let (value, axis) = (corner[axis], ['x', 'y', 'z'][axis]);
                let reason = format!("triangle {triangle}, vertex {vertex}, {axis} at byte {offset}: {value} is not finite");
                return Err(Problem::of_file(path, reason));
            }
            solid.add(corner);
        }
    }
    Ok(solid.object(""))
}

/// The corners of triangles, each once.
#[derive(Default)]
struct Solid {
    points: Vec<Point>,
    seen: HashSet<[u32; 3]>,
}

impl Solid {
    /// A single is exact as a double.
    fn add(&mut self, corner: [f32; 3]) {
        if self.seen.insert(corner.map(f32::to_bits)) {
            self.points.push(corner.map(f64::from));
        }
    }

    fn object(self, name: &str) -> Object {
        Object { name: name.to_owned(), points: self.points }
    }
}

/// The solids of a text, one after the other.
fn solids(text: &str, path: &Path) -> Result<Vec<Object>, Problem> {
    let mut objects = Vec::new();
    // The name of the solid that is being read, its corners, and which line of a triangle comes next.
    let mut solid: Option<(&str, Solid, usize)> = None;
    let mut last = (1, "");
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        last = (number, line);
        let words: Vec<String> = line.split_whitespace().map(str::to_ascii_lowercase).collect();
        match &mut solid {
            None if words[0] == "solid" => solid = Some((line.trim_start()[5..].trim(), Solid::default(), 0)),
            None => return Err(problem(path, number, line, "between solids there is nothing; `solid NAME` begins one")),
            Some((_, _, 0)) if words[0] == "endsolid" => {
                objects.extend(solid.take().map(|(name, solid, _)| solid.object(name)));
            }
            Some((_, solid, next)) => {
                // Normals are of no use here, and programs write `nan` for those of flat triangles.
                let good = match *next {
                    0 => words[0] == "facet",
                    2..=4 => corner(&words).map(|corner| solid.add(corner)).is_some(),
                    step => words.join(" ") == FACET[step],
                };
                if !good {
                    return Err(problem(path, number, line, expected(*next)));
                }
                *next = (*next + 1) % FACET.len();
            }
        }
    }
    match solid {
        Some((_, _, next)) => Err(problem(path, last.0, last.1, format!("the text ends after this line; {}", expected(next)))),
        None => Ok(objects),
    }
}

fn corner(words: &[String]) -> Option<[f32; 3]> {
    let [keyword, x, y, z] = words else { return None };
    let corner = [x.parse().ok()?, y.parse().ok()?, z.parse().ok()?];
    (keyword == "vertex" && corner.iter().all(|x: &f32| x.is_finite())).then_some(corner)
}

/// What should stand in a line of a triangle.
fn expected(step: usize) -> String {
    let more = match step {
        0 => " or `endsolid`",
        2..=4 => " with three finite numbers of single precision",
        _ => "",
    };
    format!("expected `{}`{more}", FACET[step])
}
