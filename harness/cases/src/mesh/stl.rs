//! STL: triangles of single precision, binary or as text. `stl_io` parses; here it is decided which of the two a file is, and
//! where its solids begin.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::{Cursor, Read, Seek};
use std::path::Path;

use super::lines::{Line, Lines, problem, text};
use super::{MeshProblem, Object};
use crate::case::Point;

/// Bytes before the first triangle of a binary file: a free text and a count.
const HEAD: usize = 84;
const TRIANGLE: usize = 50;

pub(super) fn parse(bytes: &[u8], path: &Path) -> Result<Vec<Object>, MeshProblem> {
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
    let file = path.to_owned();
    Err(match count {
        Some(count) => MeshProblem::Length { file, count, needed: needed(count), length },
        None => MeshProblem::NoHead { file, length },
    })
}

fn binary(bytes: &[u8], path: &Path) -> Result<Object, MeshProblem> {
    for (triangle, corners) in bytes[HEAD..].chunks_exact(TRIANGLE).enumerate() {
        for (index, word) in corners[12..48].chunks_exact(4).enumerate() {
            let value = f32::from_le_bytes([word[0], word[1], word[2], word[3]]);
            if !value.is_finite() {
                return Err(MeshProblem::NotFinite {
                    file: path.to_owned(),
                    triangle,
                    vertex: index / 3,
                    axis: ['x', 'y', 'z'][index % 3],
                    offset: HEAD + TRIANGLE * triangle + 12 + 4 * index,
                    value,
                });
            }
        }
    }
    // Without the free text, which stl_io may take for the beginning of a text file.
    let mut source = Cursor::new([&[0; 80], &bytes[80..]].concat());
    let points = points(&mut source).map_err(|error| MeshProblem::Unreadable { file: path.to_owned(), source: error })?;
    Ok(Object { name: String::new(), points })
}

/// The corners of the triangles, each once. A single is exact as a double.
fn points(source: &mut (impl Read + Seek)) -> std::io::Result<Vec<Point>> {
    let mesh = stl_io::read_stl(source)?;
    Ok(mesh.vertices.iter().map(|vertex| vertex.0.map(f64::from)).collect())
}

/// The solids of a text, one after the other.
fn solids(text: &str, path: &Path) -> Result<Vec<Object>, MeshProblem> {
    let mut objects = Vec::new();
    // The name of the solid that is being read, and its lines.
    let mut solid: Option<(&str, Vec<Line>)> = None;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let first = line.split_whitespace().next().unwrap_or_default();
        match &mut solid {
            _ if first.is_empty() => {}
            None if first.eq_ignore_ascii_case("solid") => {
                let name = line.trim_start()[5..].trim();
                solid = Some((name, vec![(number, Cow::Borrowed("solid "))]));
            }
            None => return Err(problem(path, number, line, "between solids there is nothing; `solid NAME` begins one")),
            // Normals are of no use here, and programs write `nan` for those of flat triangles.
            Some((_, lines)) if first.eq_ignore_ascii_case("facet") => lines.push((number, "facet normal 0 0 0".into())),
            Some((_, lines)) => {
                lines.push((number, line.to_ascii_lowercase().into()));
                if first.eq_ignore_ascii_case("endsolid") {
                    objects.extend(solid.take().map(|solid| read_solid(solid, path)).transpose()?);
                }
            }
        }
    }
    objects.extend(solid.take().map(|solid| read_solid(solid, path)).transpose()?);
    Ok(objects)
}

fn read_solid((name, lines): (&str, Vec<Line>), path: &Path) -> Result<Object, MeshProblem> {
    let at = Cell::new(0);
    let points = points(&mut Lines::new(&lines, &at)).map_err(|error| {
        let line = lines.iter().find(|(number, _)| *number == at.get());
        problem(path, at.get(), line.map_or("", |(_, line)| line), error.to_string())
    })?;
    Ok(Object { name: name.to_owned(), points })
}
