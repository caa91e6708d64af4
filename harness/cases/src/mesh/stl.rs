//! STL: triangles of single precision, binary or as text.

use super::lines::{problem, text};
use super::{Object, Remarks};
use crate::format::Problem;
use std::collections::HashMap;
use std::path::Path;

/// The number of bytes before the first triangle of a binary file: a free text and a count.
const HEAD: usize = 84;
const TRIANGLE: usize = 50;
const VERTEX: &str = "`vertex x y z` with three finite numbers of single precision";
/// The lines of a triangle in a text.
const FACET: [&str; 7] =
    ["`facet normal x y z` or `endsolid`", "`outer loop`", VERTEX, VERTEX, VERTEX, "`endloop`", "`endfacet`"];

pub(super) fn parse(bytes: &[u8], path: &Path) -> Result<Vec<Object>, Problem> {
    let length = bytes.len() as u64;
    let count = bytes.get(80..HEAD).and_then(|count| Some(u32::from_le_bytes(count.try_into().ok()?)));
    let needed = |count: u32| HEAD as u64 + TRIANGLE as u64 * u64::from(count);
    // The free text of a binary file may begin with `solid` as well, so the length decides.
    if count.is_some_and(|count| needed(count) == length) {
        return Ok(vec![binary(bytes, path)?]);
    }
    let begins = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    if begins.len() >= 5 && begins[..5].eq_ignore_ascii_case(b"solid") && !bytes.contains(&0) {
        return solids(text(bytes, path)?, path);
    }
    let reason = match count.map(|count| (count, needed(count))) {
        Some((count, needed)) => {
            let why = if needed > length { ": it is truncated, or the count is wrong" } else { "" };
            format!("the count at byte 80 says {count} triangles, which take {needed} bytes; the file has {length}{why}")
        }
        None => format!(
            "no STL file: its text does not begin with `solid`, and {length} bytes are too few for a binary one, which has \
             {HEAD} and {TRIANGLE} for each triangle"
        ),
    };
    Err(Problem::of_file(path, reason))
}

fn binary(bytes: &[u8], path: &Path) -> Result<Object, Problem> {
    let mut corners = Vec::new();
    for (triangle, record) in bytes[HEAD..].chunks_exact(TRIANGLE).enumerate() {
        let numbers: [f32; 9] =
            std::array::from_fn(|index| f32::from_le_bytes(std::array::from_fn(|byte| record[12 + 4 * index + byte])));
        if let Some(index) = numbers.iter().position(|x| !x.is_finite()) {
            let (value, vertex, axis) = (numbers[index], index / 3, ['x', 'y', 'z'][index % 3]);
            let offset = HEAD + TRIANGLE * triangle + 12 + 4 * index;
            let reason = format!("triangle {triangle}, vertex {vertex}, {axis} at byte {offset}: {value} is not finite");
            return Err(Problem::of_file(path, reason));
        }
        corners.extend(numbers.chunks_exact(3).map(|corner| [corner[0], corner[1], corner[2]]));
    }
    Ok(object("", corners))
}

/// The object of triangles with these corners; equal corners become one point. A single is exact as a double.
fn object(name: &str, corners: Vec<[f32; 3]>) -> Object {
    let (mut numbers, mut points) = (HashMap::new(), Vec::new());
    let mut number_of = |corner: &[f32; 3]| -> u32 {
        *numbers.entry(corner.map(f32::to_bits)).or_insert_with(|| {
            points.push(corner.map(f64::from));
            (points.len() - 1) as u32
        })
    };
    let faces = corners.chunks_exact(3).map(|triangle| [0, 1, 2].map(|corner| number_of(&triangle[corner]))).collect();
    Object { name: name.to_owned(), points, faces, remarks: Remarks::default() }
}

/// The solids of a text, one after the other.
fn solids(text: &str, path: &Path) -> Result<Vec<Object>, Problem> {
    let mut objects = Vec::new();
    // The name of the current solid, its corners, and the line of a triangle that comes next.
    let mut solid: Option<(&str, Vec<[f32; 3]>, usize)> = None;
    let mut last = (1, "");
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        last = (number, line);
        let keyword = line.split_whitespace().next().unwrap_or_default();
        let begins = |word: &str| keyword.eq_ignore_ascii_case(word);
        match &mut solid {
            None if begins("solid") => solid = Some((line.trim_start()[5..].trim(), Vec::new(), 0)),
            None => return Err(problem(path, number, line, "between solids there is nothing; `solid NAME` begins one")),
            Some((name, corners, 0)) if begins("endsolid") => {
                if !corners.is_empty() {
                    objects.push(object(name, std::mem::take(corners)));
                }
                solid = None;
            }
            Some((_, corners, next)) => {
                // Normals are not used, and programs write `nan` for the normals of flat triangles.
                let good = match *next {
                    0 => begins("facet"),
                    2..=4 => corner(line).map(|corner| corners.push(corner)).is_some(),
                    step => is(line, FACET[step].trim_matches('`')),
                };
                if !good {
                    return Err(problem(path, number, line, format!("expected {}", FACET[*next])));
                }
                *next = (*next + 1) % FACET.len();
            }
        }
    }
    match solid {
        Some((_, _, next)) => {
            let reason = format!("the text ends after this line; expected {}", FACET[next]);
            Err(problem(path, last.0, last.1, reason))
        }
        None => Ok(objects),
    }
}

/// Whether a line consists of these words, in upper or lower case.
fn is(line: &str, wanted: &str) -> bool {
    let (mut words, mut wanted) = (line.split_whitespace(), wanted.split(' '));
    wanted.all(|wanted| words.next().is_some_and(|word| word.eq_ignore_ascii_case(wanted))) && words.next().is_none()
}

fn corner(line: &str) -> Option<[f32; 3]> {
    let mut words = line.split_whitespace();
    let is_vertex = words.next()?.eq_ignore_ascii_case("vertex");
    let corner = [words.next()?.parse().ok()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?];
    (is_vertex && words.next().is_none() && corner.iter().all(|x: &f32| x.is_finite())).then_some(corner)
}
