//! OBJ: the statements on positions, which are `v`, `f`, `l`, `p`, and `o` or `g`. All others are skipped.

use super::lines::{problem, text};
use super::{Object, Remarks, fan, unused};
use crate::body::Point;
use crate::format::Problem;
use crate::quote::cut;
use std::ops::Range;
use std::path::Path;

const INDICES: &str = "faces, lines and points have indices of vertices: whole numbers from 1, or from -1 backwards, perhaps \
                       with the indices of texture and normal after a `/`";

struct Statement<'a> {
    line: usize,
    text: &'a str,
    keyword: &'a str,
}

/// The statements of a text. They are not stored, since a line of two bytes would need forty.
fn statements(text: &str) -> impl Iterator<Item = Statement<'_>> {
    text.lines().zip(1..).filter_map(|(text, line)| Some(Statement { line, text, keyword: text.split_whitespace().next()? }))
}

fn vertices(text: &str) -> impl Iterator<Item = Statement<'_>> {
    statements(text).filter(|statement| statement.keyword == "v")
}

/// The text between two statements that begin an object.
struct Section<'a> {
    name: &'a str,
    vertices: Range<usize>,
    /// The vertices to which its faces, lines and points refer.
    referred: Vec<usize>,
    /// The ranges of `referred` that are faces.
    polygons: Vec<Range<usize>>,
    /// Whether it has any faces, lines or points.
    refers: bool,
}

pub(super) fn parse(bytes: &[u8], path: &Path) -> Result<Vec<Object>, Problem> {
    let text = text(bytes, path)?;
    let points = vertices(text).map(|vertex| point(&vertex, path)).collect::<Result<Vec<Point>, _>>()?;
    let (mut is_referred, mut count) = (vec![false; points.len()], 0);
    each_section(text, points.len(), path, |section| {
        section.referred.iter().for_each(|vertex| is_referred[*vertex] = true);
        count += usize::from(section.refers || !section.vertices.is_empty());
        Ok(())
    })?;
    let mut objects = Vec::with_capacity(count);
    // The section in which a vertex was last used, counted from 1.
    let (mut seen, mut number) = (vec![0; points.len()], 0);
    // The number of the vertex in that section.
    let mut local = vec![0; points.len()];
    each_section(text, points.len(), path, |section| {
        number += 1;
        // Bare vertices are an object, unless another object refers to one of them.
        if !section.refers && !section.vertices.clone().any(|vertex| is_referred[vertex]) {
            section.referred.extend(section.vertices.clone());
        }
        let mut own = Vec::new();
        for vertex in &section.referred {
            if std::mem::replace(&mut seen[*vertex], number) != number {
                local[*vertex] = own.len() as u32;
                own.push(*vertex);
            }
        }
        if own.is_empty() {
            return Ok(());
        }
        if let Some(vertex) = own.iter().find(|vertex| points[**vertex].iter().any(|x| !x.is_finite())) {
            return Err(endless(text, *vertex, path));
        }
        let points = own.iter().map(|vertex| points[*vertex]).collect();
        let mut faces = Vec::new();
        for polygon in &section.polygons {
            let corners: Vec<u32> = section.referred[polygon.clone()].iter().map(|vertex| local[*vertex]).collect();
            faces.extend(fan(&corners));
        }
        objects.push(Object { name: section.name.to_owned(), points, faces, remarks: Remarks::default() });
        Ok(())
    })?;
    // A vertex that another object uses is not left out, and neither are the bare vertices of an object of its own.
    let left_out = seen.iter().filter(|number| **number == 0).count();
    if let Some(first) = objects.first_mut() {
        first.remarks.begin_with(unused(left_out, points.len()));
    }
    Ok(objects)
}

/// Visits the sections of a file with `count` vertices. The first section precedes any object.
fn each_section<'a>(
    text: &'a str,
    count: usize,
    path: &Path,
    mut visit: impl FnMut(&mut Section<'a>) -> Result<(), Problem>,
) -> Result<(), Problem> {
    // Groups divide a file into objects only if no statement `o` does.
    let divider = if statements(text).any(|statement| statement.keyword == "o") { "o" } else { "g" };
    let mut section = Section { name: "", vertices: 0..0, referred: Vec::new(), polygons: Vec::new(), refers: false };
    for Statement { line, text, keyword } in statements(text) {
        let rest = &text.trim_start()[keyword.len()..];
        match keyword {
            "v" => section.vertices.end += 1,
            "f" | "l" | "p" => {
                section.refers = true;
                let first = section.referred.len();
                for word in rest.split('#').next().unwrap_or_default().split_whitespace() {
                    let index = index(word).ok_or_else(|| problem(path, line, text, INDICES))?;
                    let vertex = match index {
                        ..0 => section.vertices.end.checked_add_signed(index),
                        _ => (index as usize).checked_sub(1),
                    };
                    let none = || format!("there is no vertex with this index; the file has {count}, counted from 1");
                    let vertex = vertex.filter(|vertex| *vertex < count);
                    section.referred.push(vertex.ok_or_else(|| problem(path, line, word, none()))?);
                }
                if keyword == "f" {
                    section.polygons.push(first..section.referred.len());
                }
            }
            word if word == divider => {
                visit(&mut section)?;
                let end = section.vertices.end;
                section.referred.clear();
                section.polygons.clear();
                section = Section { name: rest.trim(), vertices: end..end, refers: false, ..section };
            }
            _ => {}
        }
    }
    visit(&mut section)
}

/// The three coordinates of a vertex. A weight concerns rational curves only; colours may follow.
fn point(vertex: &Statement, path: &Path) -> Result<Point, Problem> {
    let mut words = vertex.text.split_whitespace().skip(1).map(str::parse);
    match (words.next(), words.next(), words.next()) {
        (Some(Ok(x)), Some(Ok(y)), Some(Ok(z))) => Ok([x, y, z]),
        _ => Err(problem(path, vertex.line, vertex.text, "a vertex has three coordinates, each a number")),
    }
}

/// The problem of a vertex whose coordinates are not all finite.
fn endless(text: &str, vertex: usize, path: &Path) -> Problem {
    let Some(vertex) = vertices(text).nth(vertex) else { return Problem::of_file(path, "a vertex is not finite") };
    let is_finite = |word: &&str| word.parse().is_ok_and(f64::is_finite);
    let word = vertex.text.split_whitespace().skip(1).find(|word| !is_finite(word)).unwrap_or_default();
    problem(path, vertex.line, vertex.text, format!("{} is not a finite double", cut(word)))
}

/// The index of a vertex from a word such as `3`, `-1`, `3/1` or `3//1`.
fn index(word: &str) -> Option<isize> {
    let mut indices = word.split('/');
    let vertex = indices.next()?.parse().ok()?;
    let others: Vec<&str> = indices.collect();
    let good = others.len() <= 2 && others.iter().all(|other| other.is_empty() || other.parse::<isize>().is_ok());
    good.then_some(vertex)
}
