//! OBJ: the statements on positions, which are `v`, `f`, `l`, `p`, and `o` or `g`. All others are skipped.

use super::Object;
use super::lines::{problem, text};
use crate::body::Point;
use crate::format::Problem;
use crate::quote::cut;
use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

const INDICES: &str = "faces, lines and points have indices of vertices: whole numbers from 1, or from -1 backwards, perhaps \
                       with those of texture and normal behind a `/`";

struct Statement<'a> {
    line: usize,
    text: &'a str,
    keyword: &'a str,
}

/// What stands between two statements that begin an object.
struct Section<'a> {
    name: &'a str,
    vertices: Range<usize>,
    /// The vertices that its faces, lines and points refer to, if it has any of these.
    referred: Option<Vec<usize>>,
}

pub(super) fn parse(bytes: &[u8], path: &Path) -> Result<Vec<Object>, Problem> {
    let lines = text(bytes, path)?.lines().zip(1..);
    let statements: Vec<Statement> =
        lines.filter_map(|(text, line)| Some(Statement { line, text, keyword: text.split_whitespace().next()? })).collect();
    let vertices: Vec<&Statement> = statements.iter().filter(|statement| statement.keyword == "v").collect();
    let points = vertices.iter().map(|vertex| point(vertex, path)).collect::<Result<Vec<Point>, _>>()?;
    let sections = sections(&statements, points.len(), path)?;
    let all: HashSet<usize> = sections.iter().flat_map(|section| section.referred.iter().flatten().copied()).collect();
    let object = |section: Section| {
        // Bare vertices are an object, unless they are there for another one.
        let is_bare = !section.vertices.clone().any(|vertex| all.contains(&vertex));
        let mut own = section.referred.unwrap_or_else(|| section.vertices.filter(|_| is_bare).collect());
        let mut seen = HashSet::new();
        own.retain(|vertex| seen.insert(*vertex));
        let points = own.into_iter().map(|vertex| finite(points[vertex], vertices[vertex], path)).collect::<Result<_, _>>()?;
        Ok(Object { name: section.name.to_owned(), points })
    };
    sections.into_iter().map(object).collect()
}

/// The sections of a file with `count` vertices. The first is what comes before any object.
fn sections<'a>(statements: &[Statement<'a>], count: usize, path: &Path) -> Result<Vec<Section<'a>>, Problem> {
    // Groups divide a file into objects only where nothing else does.
    let divider = if statements.iter().any(|statement| statement.keyword == "o") { "o" } else { "g" };
    let mut sections = Vec::new();
    let mut section = Section { name: "", vertices: 0..0, referred: None };
    for Statement { line, text, keyword } in statements {
        let rest = &text.trim_start()[keyword.len()..];
        match *keyword {
            "v" => section.vertices.end += 1,
            "f" | "l" | "p" => {
                let referred = section.referred.get_or_insert_default();
                for word in rest.split('#').next().unwrap_or_default().split_whitespace() {
                    let index = index(word).ok_or_else(|| problem(path, *line, text, INDICES))?;
                    let vertex = match index {
                        ..0 => section.vertices.end.checked_add_signed(index),
                        _ => (index as usize).checked_sub(1),
                    };
                    let none = || format!("there is no vertex with this index; the file has {count}, counted from 1");
                    let vertex = vertex.filter(|vertex| *vertex < count);
                    referred.push(vertex.ok_or_else(|| problem(path, *line, word, none()))?);
                }
            }
            word if word == divider => {
                let end = section.vertices.end;
                sections.push(section);
                section = Section { name: rest.trim(), vertices: end..end, referred: None };
            }
            _ => {}
        }
    }
    sections.push(section);
    Ok(sections)
}

/// The three coordinates of a vertex. A weight is of rational curves only, and colours may follow.
fn point(vertex: &Statement, path: &Path) -> Result<Point, Problem> {
    let mut words = vertex.text.split_whitespace().skip(1).map(str::parse);
    match (words.next(), words.next(), words.next()) {
        (Some(Ok(x)), Some(Ok(y)), Some(Ok(z))) => Ok([x, y, z]),
        _ => Err(problem(path, vertex.line, vertex.text, "a vertex has three coordinates, each a number")),
    }
}

fn finite(point: Point, vertex: &Statement, path: &Path) -> Result<Point, Problem> {
    match point.iter().zip(vertex.text.split_whitespace().skip(1)).find(|(x, _)| !x.is_finite()) {
        None => Ok(point),
        Some((_, word)) => Err(problem(path, vertex.line, vertex.text, format!("{} is no finite double", cut(word)))),
    }
}

/// The index of a vertex from a word such as `3`, `-1`, `3/1` or `3//1`.
fn index(word: &str) -> Option<isize> {
    let mut indices = word.split('/');
    let vertex = indices.next()?.parse().ok()?;
    let others: Vec<&str> = indices.collect();
    let good = others.len() <= 2 && others.iter().all(|other| other.is_empty() || other.parse::<isize>().is_ok());
    good.then_some(vertex)
}
