//! Queries of the continuous-collision benchmark of Wang, Ferguson, Schneider, Jiang, Attene and Panozzo (2021), read
//! from its CSV files: the pose at the beginning and the pose at the end of a motion are one case each.
//!
//! A query is eight rows: four points at the beginning, and the same points at the end. In a folder `vertex-face` the
//! four points are a point and the corners of a triangle; in a folder `edge-edge` they are the ends of two segments. A
//! row has three coordinates, each as a numerator and a denominator, and the benchmark's statement whether the bodies
//! meet during the motion, which says nothing about either pose.
//!
//! The files are in the public repository Continuous-Collision-Detection/Sample-Queries (MIT licence).

use std::path::Path;

use dashu_ratio::RBig;

use crate::body::Point;
use crate::case::Case;
use crate::files;
use crate::format::{Fault, First, Problem, Reading};
use crate::quote::cut;

/// Rows of a query.
const ROWS: usize = 8;
/// The largest number of digits of a numerator or a denominator: a double is a quotient of at most 1075 bits.
const DIGITS: usize = 400;

/// Whether a file name has the ending of a query file, `.csv`.
pub fn is_query_file(path: impl AsRef<Path>) -> bool {
    path.as_ref().extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"))
}

/// Reads a file of queries. Only the file system causes an error.
///
/// The case `QUERY-0` is the pose at the beginning, and `QUERY-1` is the pose at the end; queries are counted from 1.
pub fn read_file(path: impl AsRef<Path>) -> std::io::Result<Reading> {
    Ok(parse(&files::read_given(&path)?, path.as_ref()))
}

/// Reads queries from the bytes of a file, whose path determines the kind of bodies.
pub fn parse(bytes: &[u8], path: &Path) -> Reading {
    let Some(of_a) = points_of_a(path) else {
        let message = "the path of the file says which bodies a query has: it must contain `vertex-face` or `edge-edge`, as \
                       the benchmark's own folders do";
        return Reading { problems: vec![Problem::of_file(path, message)], ..Reading::default() };
    };
    let (file, mut cases, mut problems) = (path.display().to_string(), Vec::new(), First::default());
    let lines = bytes.split(|byte| *byte == b'\n').zip(1..).map(|(line, number)| (line.trim_ascii(), number));
    let rows: Vec<(&[u8], usize)> = lines.filter(|(line, _)| !line.is_empty()).collect();
    for (query, rows) in (1..).zip(rows.chunks(ROWS)) {
        match points(rows) {
            Ok(points) => {
                let case = |(pose, points): (usize, &[Point])| {
                    let (a, b) = points.split_at(of_a);
                    Case::of_points(format!("{query}-{pose}"), 3, a.to_vec(), b.to_vec())
                };
                cases.extend(points.chunks(ROWS / 2).enumerate().map(case));
            }
            Err((line, fault)) => problems.note(fault, &file, line),
        }
    }
    Reading { cases, problems: problems.into_list(&file), ..Reading::default() }
}

/// The number of points, out of four, that belong to A: one in a folder `vertex-face`, two in `edge-edge`. The
/// innermost folder counts.
fn points_of_a(path: &Path) -> Option<usize> {
    let text = path.to_string_lossy();
    match (text.rfind("vertex-face"), text.rfind("edge-edge")) {
        (None, None) => None,
        (vertex, edge) => Some(if vertex > edge { 1 } else { 2 }),
    }
}

/// The points of a query's rows; the error is a line, and a field with its fault.
fn points(rows: &[(&[u8], usize)]) -> Result<Vec<Point>, (usize, Fault)> {
    if rows.len() < ROWS {
        let line = rows.last().map_or(0, |(_, line)| *line);
        let message = format!("the last query has {} rows of {ROWS}: the file is not complete", rows.len());
        return Err((line, (String::new(), message)));
    }
    rows.iter().map(|(text, line)| point(text).map_err(|fault| (*line, fault))).collect()
}

fn point(text: &[u8]) -> Result<Point, Fault> {
    let text = std::str::from_utf8(text).map_err(|_| (String::new(), "not UTF-8".to_owned()))?;
    let fields: Vec<&str> = text.split(',').map(str::trim).take(9).collect();
    if !matches!(fields.len(), 6 | 7) {
        let message = "a row has three numerators with their denominators, and the benchmark's answer: 7 fields";
        return Err((String::new(), format!("{message}, this one has {}", if fields.len() > 8 { "more" } else { "other" })));
    }
    let mut point = [0.0; 3];
    for (axis, value) in point.iter_mut().enumerate() {
        let named = |message: String| (["x", "y", "z"][axis].to_owned(), message);
        *value = quotient(fields[2 * axis], fields[2 * axis + 1]).map_err(named)?;
    }
    Ok(point)
}

/// The double that equals the quotient of two whole numbers.
fn quotient(numerator: &str, denominator: &str) -> Result<f64, String> {
    let said = || format!("{}/{}", cut(numerator), cut(denominator));
    let is_whole = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        !digits.is_empty() && digits.len() <= DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !is_whole(numerator) || !is_whole(denominator) {
        return Err(format!(
            "a numerator and a denominator are whole numbers of at most {DIGITS} digits, these are {}",
            said()
        ));
    }
    if denominator.bytes().all(|byte| matches!(byte, b'-' | b'0')) {
        return Err(format!("the denominator is zero: {}", said()));
    }
    let sign = if denominator.starts_with('-') { "-" } else { "" };
    let text = format!("{numerator}/{}", denominator.trim_start_matches('-'));
    let exact: RBig = text.parse().map_err(|_| format!("no quotient of whole numbers: {}", said()))?;
    let exact = if sign.is_empty() { exact } else { -exact };
    let value = exact.to_f64().value();
    let is_exact = value.is_finite() && RBig::try_from(value).is_ok_and(|back| back == exact);
    if is_exact { Ok(value) } else { Err(format!("no double has this value, and it is not rounded here: {}", said())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_text(text: &str, path: &str) -> (Vec<Case>, Vec<String>) {
        let reading = parse(text.as_bytes(), Path::new(path));
        (reading.cases, reading.problems.iter().map(ToString::to_string).collect())
    }

    /// A query whose points are (i, 3/4, −1/2), i from 0.
    fn query() -> String {
        (0..8).map(|i| format!("{i},1,3,4,-1,2,0\n")).collect()
    }

    #[test]
    fn both_poses_of_a_query_are_cases() {
        for (folder, count) in [("a/vertex-face/data.csv", [1, 3]), ("vertex-face/edge-edge/data.CSV", [2, 2])] {
            let (cases, problems) = parse_text(&(query() + "\r\n" + &query()), folder);
            assert_eq!(problems, [] as [&str; 0]);
            let ids: Vec<&str> = cases.iter().map(|case| case.id.as_str()).collect();
            assert_eq!(ids, ["1-0", "1-1", "2-0", "2-1"]);
            assert_eq!([cases[0].a.points().len(), cases[0].b.points().len()], count);
            assert_eq!(cases[1].a.points()[0], [4.0, 0.75, -0.5]);
            assert_eq!(cases[3].b.points().last(), Some(&[7.0, 0.75, -0.5]));
        }
    }

    #[test]
    fn an_invalid_row_is_reported_and_costs_only_its_own_query() {
        let with = |row: &str| query().replacen("1,1,3,4,-1,2,0", row, 1) + &query();
        for (row, message) in [
            ("1,0,3,4,-1,2,0", "edge-edge.csv:2: x: the denominator is zero: 1/0"),
            ("1,1,1,3,-1,2,0", "edge-edge.csv:2: y: no double has this value, and it is not rounded here: 1/3"),
            ("1,1,3,4,1.5,2,0", "edge-edge.csv:2: z: a numerator and a denominator are whole numbers"),
            ("1,1,3,4,-1,2,0,0,0,0", "edge-edge.csv:2: a row has three numerators"),
            ("hello", "edge-edge.csv:2: a row has three numerators"),
        ] {
            let (cases, problems) = parse_text(&with(row), "edge-edge.csv");
            assert_eq!((cases.len(), cases[0].id.as_str(), problems.len()), (2, "2-0", 1), "{row}");
            assert!(problems[0].starts_with(message), "{}", problems[0]);
        }
        let (cases, problems) = parse_text(&(query() + "1,1,3,4,-1,2,0"), "edge-edge.csv");
        assert_eq!(cases.len(), 2);
        assert_eq!(problems, ["edge-edge.csv:9: the last query has 1 rows of 8: the file is not complete"]);
        let (_, problems) = parse_text(&query(), "data.csv");
        assert!(problems[0].starts_with("data.csv: the path of the file says which bodies a query has"), "{problems:?}");
        let (_, problems) = parse_text(&"1\n".repeat(8 * 30), "edge-edge.csv");
        assert_eq!((problems.len(), problems[20].as_str()), (21, "edge-edge.csv: and 10 more"));
    }

    #[test]
    fn extreme_quotients_are_the_doubles_that_they_are() {
        let least = format!("{}", RBig::try_from(5e-324).unwrap());
        let (n, d) = least.split_once('/').unwrap();
        assert_eq!(quotient(n, d), Ok(5e-324));
        assert_eq!(quotient("6004799503160661", "36028797018963968"), Ok(0.166_666_666_666_666_66));
        assert_eq!(quotient("-3", "-4"), Ok(0.75));
        let beyond = "9".repeat(400);
        assert!(quotient(&beyond, "1").is_err() && quotient(&(beyond + "9"), "1").is_err());
    }
}
