//! The table of the truth of cases, and its lines of comma-separated values.
//!
//! Bodies that meet are listed first, the deepest first, and then the others, the nearest first.

use std::cmp::Ordering;

use gjk_cases::case::{Arithmetic, Class, Point};
use gjk_cases::quote::cut;

use crate::failure::Failure;
use crate::rulings::{KnownTruth, TruthLine, brief};

/// The number of rows that are printed, unless all are asked for.
const ROWS: usize = 20;

/// The truth of one case in all scalars in which it is printed alike.
struct Row {
    file: String,
    scalars: Vec<Arithmetic>,
    /// The place of the class in the order of the rows.
    place: usize,
    depth: f64,
    distance: f64,
    /// The text of the columns: the case, and those that follow the scalar.
    case: String,
    cells: Vec<String>,
}

/// The rows that are printed, and the number of all rows.
pub struct Table {
    rows: Vec<Row>,
    count: usize,
    has_all: bool,
    has_points: bool,
}

impl Table {
    /// A table of the first rows in the order of the table, or of all rows; with nearest points if they are asked for.
    pub fn new(has_all: bool, has_points: bool) -> Table {
        Table { rows: Vec::new(), count: 0, has_all, has_points }
    }

    /// Adds the truth of a case, in each scalar.
    pub fn take(&mut self, truths: &[TruthLine]) {
        let mut rows: Vec<Row> = Vec::new();
        for truth in truths {
            let row = Row::of(truth, self.has_points);
            match rows.iter_mut().find(|known| known.cells == row.cells) {
                Some(known) => known.scalars.push(truth.scalar),
                None => rows.push(row),
            }
        }
        self.count += rows.len();
        if self.has_all {
            self.rows.extend(rows);
            return;
        }
        for row in rows {
            let place = self.rows.partition_point(|known| order(known, &row) != Ordering::Greater);
            if place < ROWS {
                self.rows.insert(place, row);
                self.rows.truncate(ROWS);
            }
        }
    }

    /// The table as text, in columns.
    pub fn text(&self) -> String {
        let mut rows: Vec<&Row> = self.rows.iter().collect();
        rows.sort_by(|one, other| order(one, other));
        let Some(first) = rows.first() else { return String::new() };
        let has_files = rows.iter().any(|row| row.file != first.file);
        let has_scalars = rows.iter().any(|row| row.scalars != first.scalars);
        let mut heads = Vec::from(if has_files { &["file", "case"][..] } else { &["case"] });
        heads.extend(has_scalars.then_some("scalar"));
        heads.extend(["class", "depth", "distance", "direction from A to B"]);
        heads.extend(self.has_points.then_some(["nearest point of A", "nearest point of B"]).into_iter().flatten());
        let cells = |row: &&Row| -> Vec<String> {
            let scalars = || row.scalars.iter().map(|scalar| scalar.name()).collect::<Vec<_>>().join(", ");
            let first = has_files.then(|| cut(&row.file)).into_iter().chain([row.case.clone()]);
            first.chain(has_scalars.then(scalars)).chain(row.cells.iter().cloned()).collect()
        };
        let mut text = columns(&heads.into_iter().map(str::to_owned).collect(), rows.iter().map(cells).collect());
        if self.rows.len() < self.count {
            text += &format!("… and {} more; --all prints them\n", self.count - self.rows.len());
        }
        text
    }
}

impl Row {
    fn of(truth: &TruthLine, has_points: bool) -> Row {
        let found = truth.found.as_ref();
        let class = found.and_then(|found| found.class);
        let nothing = || "–".to_owned();
        let point = |point: Option<Point>, number: fn(f64) -> String| {
            point.map_or_else(nothing, |point| {
                let coordinates: Vec<String> = point[..truth.dimension.into()].iter().map(|x| number(*x)).collect();
                format!("({})", coordinates.join(", "))
            })
        };
        let depth = found.and_then(|found| found.depth).map(|depth| depth.middle);
        let mut cells = vec![
            class_name(found).to_owned(),
            depth.map_or_else(nothing, six),
            found.filter(|_| class != Some(Class::Overlapping)).map_or_else(nothing, distance_text),
            point(found.and_then(|found| found.direction), brief),
        ];
        if has_points {
            let nearest = |side: usize| found.and_then(|found| found.nearest).map(|points| points[side]);
            cells.extend([0, 1].map(|side| point(nearest(side), six)));
        }
        Row {
            file: truth.file.clone(),
            scalars: vec![truth.scalar],
            place: match class {
                _ if found.is_none() => 4,
                Some(Class::Overlapping) => 0,
                Some(Class::Touching) => 1,
                None => 2,
                Some(Class::Separated) => 3,
            },
            // A depth that is not known comes before those that are known.
            depth: depth.unwrap_or(f64::INFINITY),
            distance: found.map_or(f64::NAN, |found| found.distance),
            case: cut(&truth.id),
            cells,
        }
    }
}

fn class_name(found: Option<&KnownTruth>) -> &'static str {
    found.map_or("overflows", |found| found.class.map_or("undecided", Class::name))
}

/// The distance, or its bracket if that is wide.
fn distance_text(found: &KnownTruth) -> String {
    let (low, high) = found.bounds;
    if found.is_exact || high - low <= 1e-9 * high { six(found.distance) } else { format!("{} to {}", six(low), six(high)) }
}

/// Bodies that meet first, the deepest first.
fn order(one: &Row, other: &Row) -> Ordering {
    let deeper = || other.depth.total_cmp(&one.depth);
    one.place.cmp(&other.place).then_with(deeper).then_with(|| one.distance.total_cmp(&other.distance))
}

/// Six significant digits.
pub fn six(value: f64) -> String {
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

/// A table in columns that are as wide as their longest cell.
pub fn columns(heads: &Vec<String>, rows: Vec<Vec<String>>) -> String {
    let lines = || std::iter::once(heads).chain(&rows);
    let width = |column: usize| lines().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let mut text = String::new();
    for line in lines() {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell}{}", " ".repeat(width - cell.chars().count())));
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// The heads of the comma-separated values.
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

/// The heads of the comma-separated values, as a line.
pub fn csv_heads() -> Result<Vec<u8>, Failure> {
    csv_line(HEADS.map(str::to_owned))
}

/// The truth of a case as comma-separated values with all digits; a cell is empty if its value is not known.
pub fn csv_row(truth: &TruthLine) -> Result<Vec<u8>, Failure> {
    csv_line(csv_cells(truth))
}

fn csv_cells(truth: &TruthLine) -> impl Iterator<Item = String> {
    let found = truth.found.as_ref();
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let dimension = usize::from(truth.dimension);
    let point = move |point: Option<Point>| (0..3).map(move |i| number(point.filter(|_| i < dimension).map(|point| point[i])));
    let is_overlap = found.is_some_and(|found| found.class == Some(Class::Overlapping));
    let depth = found.and_then(|found| found.depth).map(|depth| depth.middle);
    let distance = found.filter(|_| !is_overlap).map(|found| found.distance);
    let nearest = found.and_then(|found| found.nearest);
    let texts = [truth.file.clone(), truth.id.clone(), truth.scalar.name().to_owned(), class_name(found).to_owned()];
    let points = [found.and_then(|found| found.direction), nearest.map(|[a, _]| a), nearest.map(|[_, b]| b)];
    texts.into_iter().chain([depth, distance].map(number)).chain(points.into_iter().flat_map(point))
}

fn csv_line(cells: impl IntoIterator<Item = String>) -> Result<Vec<u8>, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(cells.into_iter().collect::<Vec<_>>()).map_err(Failure::new)?;
    writer.into_inner().map_err(Failure::new)
}
