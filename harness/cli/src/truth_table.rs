//! `gjk check --truth`: the exact truth of cases, judging nothing.
//!
//! Bodies that meet are listed first, the deepest first, and then the others, the nearest first.

use std::cmp::Ordering;
use std::io::Write;
use std::process::ExitCode;

use gjk_cases::case::{Arithmetic, Class, Point};
use gjk_cases::quote::cut;
use gjk_solvers::PosedCase;
use rayon::prelude::*;
use serde_json::json;

use crate::address::{Addressed, Cases};
use crate::arguments::Check;
use crate::check::files_differ;
use crate::expectation::Expectation;
use crate::failure::Failure;
use crate::output::{self, Growing, count, tell};
use crate::rulings::{brief, depth_of, truth_fields};
use crate::{interrupt, rulings};

/// The number of rows that are printed without `--all`.
const ROWS: usize = 20;

/// The truth of one case in one scalar.
struct Row {
    file: String,
    id: String,
    dimension: usize,
    scalar: Arithmetic,
    /// `None` if a bracket leaves the class open.
    class: Option<Class>,
    /// Whether a number of the case overflows the scalar; nothing else is known then.
    overflows: bool,
    distance: f64,
    /// The depth of bodies that overlap, if it is known.
    depth: Option<f64>,
    /// A vector of length one from A to B: the normal of least depth if the bodies meet, else the direction between nearest points.
    direction: Option<Point>,
    /// A point of A and a point of B, as near to each other as any two.
    nearest: Option<[Point; 2]>,
    /// The line for `--json`.
    json: String,
}

pub fn run(arguments: &Check) -> Result<ExitCode, Failure> {
    files_differ(arguments)?;
    let mut cases = Cases::of(&arguments.cases)?;
    let mut json = arguments.json.as_deref().map(Growing::begin).transpose()?;
    let (mut rows, mut contradictions) = (Vec::new(), 0);
    interrupt::watch();
    loop {
        let piece = cases.next()?;
        if piece.is_empty() {
            break;
        }
        let found: Vec<(Vec<Row>, Expectation)> = piece
            .par_iter()
            .with_max_len(1)
            .filter(|_| !interrupt::is_asked())
            .map(|addressed| (rows_of(addressed, &arguments.scalars, json.is_some()), Expectation::of(addressed)))
            .collect();
        if interrupt::is_asked() {
            tell(format_args!("interrupted after {}; nothing is written for them", count(rows.len() as u64, "case", "cases")));
            return Ok(ExitCode::from(interrupt::EXIT));
        }
        for (of_case, expectation) in found {
            contradictions += expectation.report();
            for mut row in of_case {
                if let Some(json) = &mut json {
                    json.write(std::mem::take(&mut row.json))?;
                }
                rows.push(row);
            }
        }
    }
    let mut problems = cases.problems;
    if rows.is_empty() {
        if problems.is_empty() {
            problems.push(format!("{}: there is no case", arguments.cases.join(", ")));
        }
        return Err(Failure::Messages(problems));
    }
    json.map(Growing::finish).transpose()?;
    rows.sort_by(order);
    if let Some(path) = &arguments.csv {
        output::write(path, csv(&rows)?)?;
    }
    let mut out = output::beside(&[arguments.json.as_deref(), arguments.csv.as_deref()]);
    out.write_all(text(&rows, arguments.all, arguments.points).as_bytes())?;
    out.flush()?;
    if !problems.is_empty() {
        problems.push(rulings::of_the_others(rows.len(), contradictions, false));
        return Err(Failure::Messages(problems));
    }
    Ok(if contradictions == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The truth in each scalar, or in the scalar of the case itself if none is named.
fn rows_of(addressed: &Addressed, scalars: &[Arithmetic], with_json: bool) -> Vec<Row> {
    let own = [addressed.written().and_then(|case| case.home).unwrap_or(Arithmetic::F64)];
    let scalars = if scalars.is_empty() { &own } else { scalars };
    scalars.iter().filter_map(|&scalar| Row::of(addressed, scalar, with_json)).collect()
}

impl Row {
    /// The row, or `None` if the case does not exist in the scalar.
    fn of(addressed: &Addressed, scalar: Arithmetic, with_json: bool) -> Option<Row> {
        let case = addressed.case(scalar)?;
        let posed = PosedCase::pose(&case, scalar);
        let truth = posed.as_ref().map(|posed| &posed.truth);
        let class = truth.and_then(|truth| truth.decided());
        let nearest = posed.as_ref().and_then(|posed| posed.truth.nearest_points(&posed.case));
        let direction = posed.as_ref().and_then(|posed| posed.truth.direction(&posed.case));
        let json = if with_json {
            let image = truth.and_then(|truth| addressed.image(&[(scalar, truth)]));
            let of_case = json!({
                "file": addressed.file,
                "case": addressed.id,
                "variant": null,
                "scalar": scalar.name(),
                "ruling": null,
            });
            let mut line = of_case.as_object().cloned().unwrap_or_default();
            line.extend(truth_fields(posed.as_ref(), image, scalar));
            format!("{}\n", serde_json::Value::Object(line))
        } else {
            String::new()
        };
        Some(Row {
            file: addressed.file.clone(),
            id: addressed.id.clone(),
            dimension: usize::from(case.dimension),
            scalar,
            class,
            overflows: posed.is_none(),
            distance: truth.map_or(f64::NAN, |truth| truth.distance_f64()),
            depth: truth.and_then(depth_of).map(|depth| depth.middle),
            direction,
            nearest,
            json,
        })
    }

    fn class_name(&self) -> &'static str {
        match self.class {
            _ if self.overflows => "overflows",
            None => "undecided",
            Some(class) => class.name(),
        }
    }

    /// The place of the class in the order of the rows.
    fn place(&self) -> usize {
        match self.class {
            _ if self.overflows => 4,
            Some(Class::Overlapping) => 0,
            Some(Class::Touching) => 1,
            None => 2,
            Some(Class::Separated) => 3,
        }
    }

    /// The depth of overlapping bodies; the distance if the bodies do not overlap.
    fn length(&self) -> Option<f64> {
        if self.overflows {
            None
        } else if self.class == Some(Class::Overlapping) {
            self.depth
        } else {
            Some(self.distance)
        }
    }

    fn point(&self, point: &Point, number: impl Fn(f64) -> String) -> String {
        format!("({})", point[..self.dimension].iter().map(|x| number(*x)).collect::<Vec<_>>().join(", "))
    }
}

/// Bodies that meet first, the deepest first; a depth that is not known comes before those that are known.
fn order(one: &Row, other: &Row) -> Ordering {
    let descending = || other.depth.unwrap_or(f64::INFINITY).total_cmp(&one.depth.unwrap_or(f64::INFINITY));
    one.place().cmp(&other.place()).then_with(descending).then_with(|| one.distance.total_cmp(&other.distance))
}

/// Six significant digits.
fn six(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if (1e-4..1e6).contains(&size) => {
            let digits = (5 - size.log10().floor() as i32).max(0) as usize;
            let text = format!("{value:.digits$}");
            if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
        }
        _ => format!("{value:.5e}"),
    }
}

/// The counts of the classes, and the table of the first rows or of all.
fn text(rows: &[Row], all: bool, with_points: bool) -> String {
    let mut counts: Vec<(&str, u64)> = Vec::new();
    for row in rows {
        match counts.iter_mut().find(|(name, _)| *name == row.class_name()) {
            Some((_, count)) => *count += 1,
            None => counts.push((row.class_name(), 1)),
        }
    }
    let counted: Vec<String> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
    let mut text = format!("{}: {}\n\n", count(rows.len() as u64, "case", "cases"), counted.join(", "));
    let shown = if all { rows } else { &rows[..rows.len().min(ROWS)] };
    let has_scalars = rows.iter().any(|row| row.scalar != rows[0].scalar);
    let mut heads = vec!["case"];
    heads.extend(has_scalars.then_some("scalar"));
    heads.extend(["class", "depth", "distance", "direction from A to B"]);
    heads.extend(with_points.then_some(["nearest point of A", "nearest point of B"]).into_iter().flatten());
    let mut table: Vec<Vec<String>> = vec![heads.into_iter().map(str::to_owned).collect()];
    for row in shown {
        let length = |holds: bool| row.length().filter(|_| holds).map_or_else(|| "–".to_owned(), six);
        let is_overlap = row.class == Some(Class::Overlapping);
        let mut cells = vec![cut(&row.id)];
        cells.extend(has_scalars.then(|| row.scalar.name().to_owned()));
        cells.extend([row.class_name().to_owned(), length(is_overlap), length(!is_overlap)]);
        cells.push(row.direction.as_ref().map_or_else(|| "–".to_owned(), |v| row.point(v, brief)));
        if with_points {
            let point =
                |side: usize| row.nearest.as_ref().map_or_else(|| "–".to_owned(), |points| row.point(&points[side], six));
            cells.extend([point(0), point(1)]);
        }
        table.push(cells);
    }
    let widths: Vec<usize> =
        (0..table[0].len()).map(|i| table.iter().map(|line| line[i].chars().count()).max().unwrap_or(0)).collect();
    for line in &table {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell}{}", " ".repeat(width - cell.chars().count())));
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    if shown.len() < rows.len() {
        text += &format!("… and {} more; --all prints them\n", rows.len() - shown.len());
    }
    text
}

/// All rows as comma-separated values, with all digits; a cell is empty if its value is not known.
fn csv(rows: &[Row]) -> Result<Vec<u8>, Failure> {
    const HEADS: [&str; 15] = [
        "file",
        "case",
        "scalar",
        "class",
        "depth",
        "distance",
        "direction_x",
        "direction_y",
        "direction_z",
        "on_a_x",
        "on_a_y",
        "on_a_z",
        "on_b_x",
        "on_b_y",
        "on_b_z",
    ];
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(HEADS).map_err(Failure::new)?;
    for row in rows {
        let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        let point = |point: Option<&Point>| -> Vec<String> {
            (0..3).map(|i| number(point.filter(|_| i < row.dimension).map(|point| point[i]))).collect()
        };
        let is_overlap = row.class == Some(Class::Overlapping);
        let mut cells = vec![row.file.clone(), row.id.clone(), row.scalar.name().to_owned(), row.class_name().to_owned()];
        cells.extend([row.length().filter(|_| is_overlap), row.length().filter(|_| !is_overlap)].map(number));
        cells.extend(point(row.direction.as_ref()));
        cells.extend((0..2).flat_map(|side| point(row.nearest.as_ref().map(|points| &points[side]))));
        writer.write_record(cells).map_err(Failure::new)?;
    }
    writer.into_inner().map_err(Failure::new)
}
