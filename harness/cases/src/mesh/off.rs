//! OFF, the format of Geomview: vertices, then faces as lists of their numbers; text or binary.

use super::lines::{problem, text};
use super::{Object, fan, object};
use crate::body::Point;
use crate::format::Problem;
use crate::quote::cut;
use std::path::Path;

/// The letters before `OFF`, which state what follows the coordinates of a vertex.
const BEFORE: [&str; 8] = ["", "C", "N", "CN", "ST", "STC", "STN", "STCN"];

pub(super) fn parse(bytes: &[u8], path: &Path) -> Result<Vec<Object>, Problem> {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if String::from_utf8_lossy(first).split_whitespace().any(|word| word == "BINARY") {
        return binary(bytes, path);
    }
    let text = text(bytes, path)?;
    let lines = text.lines().zip(1..).map(|(line, number)| (line.split('#').next().unwrap_or_default().trim(), number));
    let mut lines = lines.filter(|(line, _)| !line.is_empty()).peekable();
    let ends = |what: &str| Problem::of_file(path, format!("the file ends before {what}"));
    // The keyword may be missing, and some files have the counts on its line.
    let (line, number) = lines.next().ok_or_else(|| ends("anything"))?;
    let (keyword, counts) = match line.find("OFF") {
        Some(at) => (&line[..at + 3], line[at + 3..].trim()),
        None => ("OFF", line),
    };
    if !BEFORE.contains(&&keyword[..keyword.len() - 3]) {
        let reason = "only OFF formats with three coordinates are read, not those with four or n (4OFF, nOFF)";
        return Err(problem(path, number, line, reason));
    }
    let (counts, number) = if counts.is_empty() { lines.next().ok_or_else(|| ends("the counts"))? } else { (counts, number) };
    let mut words = counts.split_whitespace().map(str::parse::<u64>);
    let (Some(Ok(vertices)), Some(Ok(faces))) = (words.next(), words.next()) else {
        return Err(problem(
            path,
            number,
            counts,
            "no OFF file: expected how many vertices and faces there are, whole numbers",
        ));
    };
    let mut points: Vec<Point> = Vec::new();
    for vertex in 0..vertices {
        let (line, number) = lines.next().ok_or_else(|| ends(&format!("vertex {vertex} of {vertices}")))?;
        let mut words = line.split_whitespace().map(str::parse);
        match (words.next(), words.next(), words.next()) {
            (Some(Ok(x)), Some(Ok(y)), Some(Ok(z))) => points.push([x, y, z]),
            _ => return Err(problem(path, number, line, format!("vertex {vertex} has three coordinates, each a number"))),
        }
    }
    let mut triangles = Vec::new();
    for face in 0..faces {
        let (line, number) = lines.next().ok_or_else(|| ends(&format!("face {face} of {faces}")))?;
        let wrong = |reason: String| problem(path, number, line, reason);
        let mut words = line.split_whitespace();
        let count = words.next().and_then(|word| word.parse::<usize>().ok());
        let count = count.ok_or_else(|| wrong(format!("face {face} begins with the number of its corners")))?;
        let mut corners = Vec::new();
        for _ in 0..count {
            let word = words.next().ok_or_else(|| wrong(format!("face {face} has fewer corners than it says")))?;
            let corner = word.parse::<u32>().ok().filter(|corner| (*corner as usize) < points.len());
            let none = || wrong(format!("there is no vertex {}; the file has {vertices}, counted from 0", cut(word)));
            corners.push(corner.ok_or_else(none)?);
        }
        triangles.extend(fan(&corners));
    }
    of(&points, &triangles, path)
}

fn of(points: &[Point], triangles: &[[u32; 3]], path: &Path) -> Result<Vec<Object>, Problem> {
    let one = object("", points, triangles);
    Ok(vec![one.map_err(|vertex| Problem::of_file(path, format!("vertex {vertex}: a coordinate is not finite")))?])
}

/// Numbers of four bytes, the most significant byte first: three counts, singles, and faces, each with a count of
/// colour components.
fn binary(bytes: &[u8], path: &Path) -> Result<Vec<Object>, Problem> {
    let begin = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| end + 1);
    if String::from_utf8_lossy(&bytes[..begin]).split_whitespace().next() != Some("OFF") {
        return Err(problem(
            path,
            1,
            "OFF BINARY",
            "of the binary OFF formats the plain one is read, without normals or colours of vertices",
        ));
    }
    let mut at = begin;
    let mut next = |what: &dyn Fn() -> String| -> Result<[u8; 4], Problem> {
        let word = bytes.get(at..at + 4).and_then(|word| <[u8; 4]>::try_from(word).ok());
        at += 4;
        word.ok_or_else(|| Problem::of_file(path, format!("{} at byte {}: the file ends", what(), at - 4)))
    };
    let mut count = |what: &str| next(&|| what.to_owned()).map(u32::from_be_bytes);
    let (vertices, faces, _) = (count("the count of vertices")?, count("the count of faces")?, count("the count of edges")?);
    let mut points = Vec::new();
    for vertex in 0..vertices {
        let mut point = [0.0; 3];
        for x in &mut point {
            *x = f64::from(f32::from_be_bytes(next(&|| format!("vertex {vertex}"))?));
        }
        points.push(point);
    }
    let mut triangles = Vec::new();
    for face in 0..faces {
        let mut number = || next(&|| format!("face {face}")).map(u32::from_be_bytes);
        let mut corners = Vec::new();
        for _ in 0..number()? {
            corners.push(number()?);
        }
        for _ in 0..number()? {
            number()?;
        }
        if let Some(corner) = corners.iter().find(|corner| **corner >= vertices) {
            let reason = format!("face {face}: there is no vertex {corner}; the file has {vertices}, counted from 0");
            return Err(Problem::of_file(path, reason));
        }
        triangles.extend(fan(&corners));
    }
    of(&points, &triangles, path)
}
