//! The table of the truth of cases, and its lines of comma-separated values.
//!
//! Bodies that meet are listed first, the deepest first, and then the others, the nearest first.

use std::cmp::Ordering;

use gjk_cases::case::{Arithmetic, Class, NEVER, Point};
use gjk_cases::quote::cut;

use crate::failure::Failure;
use crate::output::columns;
use crate::rulings::{KnownCast, KnownTruth, TruthLine, brief, shown};

/// The number of cases that are printed, unless all are asked for.
const CASES: usize = 20;

/// The truth of a case in all scalars in which it is printed alike.
struct Row {
    scalars: Vec<Arithmetic>,
    /// The text of the columns that follow the scalar.
    cells: Vec<String>,
}

/// A case in the table.
struct Entry {
    place: Place,
    file: String,
    id: String,
    rows: Vec<Row>,
}

/// The place of a case in the order of the table: bodies that meet first, the deepest first.
#[derive(Clone, Copy)]
pub struct Place {
    class: u8,
    /// Infinite if it is not known: then it comes before those that are known.
    depth: f64,
    distance: f64,
}

/// The cases that are printed, and the number of all cases.
pub struct Table {
    entries: Vec<Entry>,
    count: usize,
    has_all: bool,
    /// Whether the rows have nearest points.
    pub has_points: bool,
    /// Whether A moves in any of the cases.
    has_casts: bool,
}

impl Table {
    /// A table of the first cases in the order of the table, or of all cases; with nearest points if they are asked for.
    pub fn new(has_all: bool, has_points: bool) -> Table {
        Table { entries: Vec::new(), count: 0, has_all, has_points, has_casts: false }
    }

    /// Adds the truth of a case, in each scalar.
    pub fn take(&mut self, truths: &mut [TruthLine]) {
        let Some(place) = truths.iter().map(Place::of).min_by(Place::order) else { return };
        self.count += 1;
        self.has_casts |= truths.iter().any(|truth| truth.found.as_ref().is_some_and(|found| found.cast.is_some()));
        let number = match self.has_all {
            true => self.entries.len(),
            false => self.entries.partition_point(|known| known.place.order(&place) != Ordering::Greater),
        };
        if !self.has_all && number >= CASES {
            return;
        }
        let mut rows: Vec<Row> = Vec::new();
        for truth in truths.iter_mut() {
            truth.complete(self.has_points);
            let cells = cells(truth, self.has_points);
            match rows.iter_mut().find(|known| known.cells == cells) {
                Some(known) => known.scalars.push(truth.scalar),
                None => rows.push(Row { scalars: vec![truth.scalar], cells }),
            }
        }
        let (file, id) = (truths[0].file.clone(), cut(&truths[0].id));
        self.entries.insert(number, Entry { place, file, id, rows });
        if !self.has_all {
            self.entries.truncate(CASES);
        }
    }

    /// The table as text, in columns.
    pub fn text(&self) -> String {
        let mut entries: Vec<&Entry> = self.entries.iter().collect();
        entries.sort_by(|one, other| one.place.order(&other.place));
        let rows = || entries.iter().flat_map(|entry| entry.rows.iter().map(move |row| (entry, row)));
        let has_files = entries.iter().any(|entry| entry.file != entries[0].file);
        let has_scalars = rows().any(|(_, row)| row.scalars != entries[0].rows[0].scalars);
        let mut heads = Vec::from(if has_files { &["file", "case"][..] } else { &["case"] });
        heads.extend(has_scalars.then_some("scalar"));
        heads.extend(["class", "depth", "distance", "direction from A to B"]);
        heads.extend(self.has_casts.then_some("first contact"));
        heads.extend(self.has_points.then_some(["nearest point of A", "nearest point of B"]).into_iter().flatten());
        let cells = |(entry, row): (&&Entry, &Row)| -> Vec<String> {
            let scalars = || row.scalars.iter().map(|scalar| scalar.name()).collect::<Vec<_>>().join(", ");
            let named = has_files.then(|| cut(&entry.file)).into_iter().chain([entry.id.clone()]);
            let shown = row.cells.iter().enumerate().filter(|(place, _)| self.has_casts || *place != FIRST_CONTACT);
            named.chain(has_scalars.then(scalars)).chain(shown.map(|(_, cell)| cell.clone())).collect()
        };
        let mut text = columns(&heads.into_iter().map(str::to_owned).collect(), rows().map(cells).collect());
        if self.entries.len() < self.count {
            text += &format!("… and {} more; --all prints them\n", self.count - self.entries.len());
        }
        text
    }
}

impl Place {
    pub fn of(truth: &TruthLine) -> Place {
        let found = truth.found.as_ref();
        let class = match found.map(|found| found.class) {
            Some(Some(Class::Overlapping)) => 0,
            Some(Some(Class::Touching)) => 1,
            Some(None) => 2,
            Some(Some(Class::Separated)) => 3,
            None => 4,
        };
        let depth = found.and_then(KnownTruth::least_depth).unwrap_or(f64::INFINITY);
        Place { class, depth, distance: found.map_or(f64::NAN, |found| found.distance) }
    }

    pub fn order(&self, other: &Place) -> Ordering {
        let deeper = || other.depth.total_cmp(&self.depth);
        self.class.cmp(&other.class).then_with(deeper).then_with(|| self.distance.total_cmp(&other.distance))
    }
}

/// The text of the columns that follow the scalar.
pub fn cells(truth: &TruthLine, has_points: bool) -> Vec<String> {
    let found = truth.found.as_ref();
    let class = found.and_then(|found| found.class);
    let nothing = || "–".to_owned();
    let point = |point: Option<Point>, number: fn(f64) -> String| {
        point.map_or_else(nothing, |point| {
            let coordinates: Vec<String> = point[..truth.dimension.into()].iter().map(|x| number(*x)).collect();
            format!("({})", coordinates.join(", "))
        })
    };
    let mut cells = vec![
        class_name(found).to_owned(),
        found.and_then(depth_text).unwrap_or_else(nothing),
        found.filter(|_| class != Some(Class::Overlapping)).map_or_else(nothing, distance_text),
        point(found.and_then(|found| found.direction), along),
        found.and_then(|found| found.cast.as_ref()).map_or_else(nothing, first_text),
    ];
    if has_points {
        let nearest = |side: usize| found.and_then(|found| found.nearest).map(|points| points[side]);
        cells.extend([0, 1].map(|side| point(nearest(side), six)));
    }
    cells
}

/// The place of the first contact among the cells.
const FIRST_CONTACT: usize = 4;

/// The time of the first contact, or its bracket if its ends are not printed alike.
fn first_text(cast: &KnownCast) -> String {
    match cast.time.map(|ends| ends.map(six)) {
        _ if cast.is_undecided => "undecided".to_owned(),
        None => NEVER.to_owned(),
        Some([low, high]) if low == high => low,
        Some([low, high]) => format!("{low} to {high}"),
    }
}

fn class_name(found: Option<&KnownTruth>) -> &'static str {
    found.map_or("overflows", |found| found.class.map_or("undecided", Class::name))
}

/// A coordinate of a vector of length one: what is less than its rounding is zero.
fn along(x: f64) -> String {
    if x.abs() < 1e-14 { "0".to_owned() } else { brief(x) }
}

/// The depth, or a lower bound of it.
fn depth_text(found: &KnownTruth) -> Option<String> {
    let known = found.depth.map(|depth| six(depth.middle));
    known.or_else(|| Some(format!("≥ {}", six(found.of_deepest?))))
}

/// The distance, or its bracket if its ends are not printed alike.
fn distance_text(found: &KnownTruth) -> String {
    let [low, high] = [found.bounds.0, found.bounds.1].map(six);
    if found.is_exact || low == high { six(found.distance) } else { format!("{low} to {high}") }
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
        _ => shown(format!("{value:.5e}").parse().unwrap_or(value)),
    }
}

const HEADS: [&str; 17] = [
    "file",
    "case",
    "scalar",
    "class",
    "depth",
    "depth_at_least",
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
    "first_contact",
];

/// The heads of the comma-separated values.
pub fn csv_heads() -> impl Iterator<Item = &'static str> {
    HEADS.into_iter()
}

/// The truth of a case as comma-separated values with all digits; a cell is empty if its value is not known.
pub fn csv_cells(truth: &TruthLine) -> impl Iterator<Item = String> {
    let found = truth.found.as_ref();
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let dimension = usize::from(truth.dimension);
    let point = move |point: Option<Point>| (0..3).map(move |i| number(point.filter(|_| i < dimension).map(|point| point[i])));
    let is_overlap = found.is_some_and(|found| found.class == Some(Class::Overlapping));
    let depths = [found.and_then(|found| found.depth).map(|depth| depth.middle), found.and_then(KnownTruth::least_depth)];
    let distance = found.filter(|_| !is_overlap).map(|found| found.distance);
    let nearest = found.and_then(|found| found.nearest);
    let texts = [truth.file.clone(), truth.id.clone(), truth.scalar.name().to_owned(), class_name(found).to_owned()];
    let points = [found.and_then(|found| found.direction), nearest.map(|[a, _]| a), nearest.map(|[_, b]| b)];
    let first = found.and_then(|found| found.cast.as_ref()).map_or_else(String::new, |cast| match cast.time {
        _ if cast.is_undecided => "undecided".to_owned(),
        None => NEVER.to_owned(),
        Some([low, high]) => (low + (high - low) / 2.0).to_string(),
    });
    let numbers = depths.into_iter().chain([distance]).map(number).chain(points.into_iter().flat_map(point));
    texts.into_iter().chain(numbers).chain([first])
}

/// A line of comma-separated values.
pub fn csv_line(cells: impl IntoIterator<Item = String>) -> Result<Vec<u8>, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(cells.into_iter().collect::<Vec<_>>()).map_err(Failure::new)?;
    writer.into_inner().map_err(Failure::new)
}
