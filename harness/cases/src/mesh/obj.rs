//! OBJ: `tobj` parses. It is given the statements on positions alone, each under the number of its line: its indices of normals
//! and texture coordinates can overflow, materials would divide an object, and it knows no object of bare vertices.

use std::cell::Cell;
use std::io::BufReader;
use std::ops::Range;
use std::path::Path;

use tobj::{LoadError, LoadOptions};

use super::lines::{Line, Lines, problem, text};
use super::{MeshProblem, Object};
use crate::case::Point;

/// What a text says on positions, before a number of it is read.
struct Outline<'a> {
    /// The statements `v`, `f`, `l`, `p` and those that begin an object.
    lines: Vec<Line<'a>>,
    /// The vertices of each object, and which line of `lines` would come first behind it. The first is what comes before any.
    sections: Vec<Section>,
    /// Which vertices an element names. An index that no vertex has is left to the parser, and kept to tell it.
    named: Vec<bool>,
    astray: Option<(usize, String)>,
}

struct Section {
    vertices: Range<usize>,
    has_elements: bool,
    end: usize,
}

pub(super) fn parse(bytes: &[u8], path: &Path) -> Result<Vec<Object>, MeshProblem> {
    let outline = Outline::of(text(bytes, path)?);
    let lines = outline.with_bare_vertices();
    let (options, at) = (LoadOptions::default(), Cell::new(0));
    let mut source = BufReader::new(Lines::new(&lines, &at));
    let without_materials = |_: &Path| Ok((Vec::new(), Default::default()));
    let (models, _) = tobj::load_obj_buf(&mut source, &options, without_materials).map_err(|error| {
        let statement = lines.iter().find(|(number, _)| *number == at.get()).map_or("", |(_, line)| line);
        match (error, &outline.astray) {
            // It is told at the end of the object.
            (LoadError::FaceVertexOutOfBounds, Some((line, index))) => {
                let count = outline.named.len();
                problem(path, *line, index, format!("there is no vertex with this index; the file has {count}, counted from 1"))
            }
            _ => problem(path, at.get(), statement, reason(error)),
        }
    })?;
    let objects: Vec<Object> = models.into_iter().map(object).collect();
    match objects.iter().flat_map(|object| &object.points).flatten().find(|x| !x.is_finite()) {
        Some(value) => Err(not_finite(&lines, *value, path)),
        None => Ok(objects),
    }
}

fn object(model: tobj::Model) -> Object {
    let points: Vec<Point> = model.mesh.positions.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect();
    // What tobj calls an object without a name; it then has that of the file.
    let name = if model.name == "unnamed_object" { String::new() } else { model.name };
    Object { name, points }
}

fn reason(error: LoadError) -> String {
    match error {
        LoadError::PositionParseError => "a vertex has three coordinates, each a number".to_owned(),
        LoadError::FaceParseError => "faces, lines and points have indices of vertices: whole numbers from 1, or from -1 \
                                      backwards, perhaps with those of texture and normal behind a `/`"
            .to_owned(),
        other => other.to_string(),
    }
}

/// Where a coordinate that is not finite stands.
fn not_finite(lines: &[Line], value: f64, path: &Path) -> MeshProblem {
    for (number, line) in lines {
        let mut words = line.split_whitespace();
        if words.next() != Some("v") {
            continue;
        }
        if let Some(word) = words.find(|word| word.parse::<f64>().is_ok_and(|x| !x.is_finite())) {
            return problem(path, *number, line, format!("{word} is no finite double"));
        }
    }
    problem(path, 0, "v", format!("{value} is not finite"))
}

impl<'a> Outline<'a> {
    fn of(text: &'a str) -> Outline<'a> {
        let statements = || text.lines().enumerate().map(|(index, line)| (index + 1, line));
        let keyword = |line: &'a str| line.split_whitespace().next().unwrap_or_default();
        // Groups divide a file into objects only where nothing else does.
        let divider = if statements().any(|(_, line)| keyword(line) == "o") { "o" } else { "g" };
        let count = statements().filter(|(_, line)| keyword(line) == "v").count();
        let mut outline = Outline { lines: Vec::new(), sections: Vec::new(), named: vec![false; count], astray: None };
        let mut section = Section { vertices: 0..0, has_elements: false, end: 0 };
        for (number, line) in statements() {
            match keyword(line) {
                "v" => {
                    section.vertices.end += 1;
                    // A weight is of rational curves only, and colours may follow.
                    let words: Vec<&str> = line.split_whitespace().take(4).collect();
                    outline.lines.push((number, words.join(" ").into()));
                }
                word @ ("f" | "l" | "p") => {
                    section.has_elements = true;
                    let indices = line.trim_start()[word.len()..].split('#').next().unwrap_or_default();
                    outline.note(number, indices, section.vertices.end);
                    outline.lines.push((number, format!("f{indices}").into()));
                }
                word if word == divider => {
                    let next = Section { vertices: section.vertices.end..section.vertices.end, has_elements: false, end: 0 };
                    section.end = outline.lines.len();
                    outline.sections.push(std::mem::replace(&mut section, next));
                    outline.lines.push((number, line.trim_start().into()));
                }
                _ => {}
            }
        }
        section.end = outline.lines.len();
        outline.sections.push(section);
        outline
    }

    /// Notes the vertices that an element names, where so many came before it.
    fn note(&mut self, number: usize, indices: &str, before: usize) {
        for word in indices.split_whitespace() {
            let Some(index) = word.split('/').next().and_then(|index| index.parse::<isize>().ok()) else { continue };
            let place = if index < 0 { before.checked_add_signed(index) } else { (index as usize).checked_sub(1) };
            match place.and_then(|place| self.named.get_mut(place)) {
                Some(named) => *named = true,
                None => drop(self.astray.get_or_insert_with(|| (number, word.to_owned()))),
            }
        }
    }

    /// The statements, with an element for every object of bare vertices that nothing names.
    fn with_bare_vertices(&self) -> Vec<Line<'a>> {
        let mut all = Vec::with_capacity(self.lines.len());
        let mut begin = 0;
        for section in &self.sections {
            all.extend_from_slice(&self.lines[begin..section.end]);
            begin = section.end;
            let bare = !section.has_elements && !section.vertices.is_empty();
            if bare && !self.named[section.vertices.clone()].contains(&true) {
                let number = all.last().map_or(1, |(number, _)| *number);
                all.extend(section.vertices.clone().map(|vertex| (number, format!("f {}", vertex + 1).into())));
            }
        }
        all
    }
}
