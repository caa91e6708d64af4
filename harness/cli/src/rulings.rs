//! What `check` and `judge` print and write: rulings by variant and scalar, and a JSON line for each answer.

use std::collections::HashMap;
use std::fmt::Write as _;

use gjk_cases::case::Arithmetic;
use gjk_cases::quote::cut;
use gjk_records::{Column, Ruling};
use gjk_solvers::Reply;
use gjk_truth::answer::Answered;
use gjk_truth::judge::Judgement;
use gjk_truth::truth::Truth;
use serde_json::json;

/// One answer, judged.
pub struct Row {
    pub file: String,
    pub case: String,
    pub variant: String,
    pub scalar: Arithmetic,
    /// None where the variant is not applicable.
    pub outcome: Option<(Reply, Judgement)>,
    pub truth: Option<Known>,
}

/// What is known of a case, as a row tells it.
pub struct Known {
    /// Empty where a bracket does not decide it.
    pub class: &'static str,
    pub distance_squared: Option<String>,
    pub core_distance_squared: Option<String>,
    pub low: f64,
    pub high: f64,
}

impl Known {
    fn of(truth: &Truth) -> Known {
        let (low, high) = truth.bounds();
        Known {
            class: truth.class_name(),
            distance_squared: truth.distance_squared().map(|squared| squared.to_string()),
            core_distance_squared: truth.core_distance_squared().map(|squared| squared.to_string()),
            low,
            high,
        }
    }
}

impl Row {
    pub fn new(
        file: &str,
        case: &str,
        variant: &str,
        scalar: Arithmetic,
        truth: &Truth,
        mut outcome: Option<(Reply, Judgement)>,
    ) -> Row {
        // Rows are kept to the end, and the answers about the pairs of parts of unions are many.
        if let Some(answer) = outcome.as_mut().and_then(|(reply, _)| reply.answer.as_mut()) {
            answer.parts = Vec::new();
        }
        Row {
            file: file.to_owned(),
            case: case.to_owned(),
            variant: variant.to_owned(),
            scalar,
            outcome,
            truth: Some(Known::of(truth)),
        }
    }

    /// A row for coordinates that overflow the scalar: there is no truth there either.
    pub fn not_applicable(file: &str, case: &str, variant: &str, scalar: Arithmetic) -> Row {
        let (file, case, variant) = (file.to_owned(), case.to_owned(), variant.to_owned());
        Row { file, case, variant, scalar, outcome: None, truth: None }
    }

    pub fn ruling(&self) -> Ruling {
        self.outcome.as_ref().map_or(Ruling::NotApplicable, |(_, judgement)| judgement.ruling)
    }

    fn column(&self) -> Column {
        self.outcome.as_ref().map_or(Column::NotApplicable, |(reply, judgement)| reply.column(judgement.ruling))
    }

    fn is_flat_missed(&self, tolerance: f64) -> bool {
        let flat_depth = self.outcome.as_ref().and_then(|(_, judgement)| judgement.flat_depth);
        gjk_records::is_flat_missed(flat_depth, self.scalar == Arithmetic::Exact, tolerance)
    }

    fn class(&self) -> &'static str {
        self.truth.as_ref().map(|known| known.class).filter(|class| !class.is_empty()).unwrap_or("undecided")
    }

    fn json(&self) -> String {
        let (reply, judgement) = (self.outcome.as_ref().map(|o| &o.0), self.outcome.as_ref().map(|o| &o.1));
        let answer = reply.and_then(|reply| reply.answer.as_ref());
        let known = self.truth.as_ref();
        json!({
            "file": self.file,
            "case": self.case,
            "variant": self.variant,
            "scalar": self.scalar.name(),
            "ruling": self.ruling().name(),
            "certified": judgement.and_then(|judgement| judgement.certified),
            "verdict": answer.map(|answer| answer.says.name()),
            "distance": answer.and_then(Answered::distance).map(number),
            "error": judgement.and_then(|judgement| judgement.error).map(number),
            "margin": judgement.and_then(|judgement| judgement.margin).map(number),
            "flat_depth": judgement.and_then(|judgement| judgement.flat_depth).map(number),
            "axis_overlap": judgement.and_then(|judgement| judgement.axis_overlap).map(number),
            "witness_error": judgement.and_then(|judgement| judgement.witness_error).map(number),
            "witness_allowance": judgement.and_then(|judgement| judgement.witness_allowance).map(number),
            "infeasibility": judgement.and_then(|judgement| judgement.infeasibility).map(number),
            "stop": reply.and_then(|reply| reply.stop).map(gjk_variants::Stop::name),
            "iterations": reply.map(|reply| reply.iterations),
            "supports": reply.map(|reply| reply.supports),
            "truth_class": known.map(|known| known.class).filter(|class| !class.is_empty()),
            "truth_distance_squared": known.and_then(|known| known.distance_squared.as_deref()),
            "truth_core_distance_squared": known.and_then(|known| known.core_distance_squared.as_deref()),
            "truth_distance_low": known.map(|known| number(known.low)),
            "truth_distance_high": known.map(|known| number(known.high)),
        })
        .to_string()
    }

    /// Why this row is worth a line on the terminal.
    fn remark(&self) -> Option<String> {
        let (reply, judgement) = self.outcome.as_ref()?;
        if judgement.ruling == Ruling::Right {
            return None;
        }
        let mut text = format!("{}  {} {}: {}", cut(&self.case), cut(&self.variant), self.scalar, judgement.ruling.name());
        let unit = if self.scalar == Arithmetic::Exact { "D" } else { "u·D" };
        if let Some(answer) = &reply.answer {
            let _ = write!(text, ", says {} where {}", answer.says.name(), self.class());
            for (name, value) in [
                ("error", judgement.error),
                ("margin", judgement.margin),
                ("flat depth", judgement.flat_depth),
                ("off body", judgement.infeasibility),
            ] {
                if let Some(value) = value.filter(|value| *value != 0.0) {
                    let _ = write!(text, ", {name} {value:.3e} {unit}");
                }
            }
        }
        if let Some(stop) = reply.stop {
            let _ = write!(text, " ({} after {} iterations)", stop.name(), reply.iterations);
        }
        Some(text)
    }
}

/// JSON has no infinities.
fn number(value: f64) -> serde_json::Value {
    if value.is_finite() { json!(value) } else { json!(value.to_string()) }
}

/// The rows as JSON lines.
pub fn json_lines(rows: &[Row]) -> String {
    rows.iter().fold(String::new(), |mut text, row| {
        text.push_str(&row.json());
        text.push('\n');
        text
    })
}

/// Not a ruling: it is counted beside `contact`, which such an answer is at best.
const FLAT_MISSED: &str = "flat-missed";

/// The most rows that are told one by one on a terminal.
const REMARKS: usize = 40;

/// The rows of a variant in a scalar.
struct Group<'a> {
    variant: &'a str,
    scalar: Arithmetic,
    rows: Vec<&'a Row>,
}

/// The rulings by variant and scalar, and what was not right.
pub fn text(rows: &[Row], tolerance: f64) -> String {
    let mut text = String::new();
    let remarks: Vec<String> = rows.iter().filter_map(Row::remark).collect();
    for remark in remarks.iter().take(REMARKS) {
        let _ = writeln!(text, "{remark}");
    }
    if remarks.len() > REMARKS {
        let _ = writeln!(text, "… and {} more that are not right; --json FILE has them all", remarks.len() - REMARKS);
    }
    if !remarks.is_empty() {
        text.push('\n');
    }
    // In the order in which they came, by scalar.
    let mut groups: Vec<Group> = Vec::new();
    let mut places: HashMap<(&str, Arithmetic), usize> = HashMap::new();
    for row in rows {
        let (variant, scalar) = (row.variant.as_str(), row.scalar);
        let place = *places.entry((variant, scalar)).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Group { variant, scalar, rows: Vec::new() });
        }
        groups[place].rows.push(row);
    }
    groups.sort_by_key(|group| group.scalar);
    let width = groups.iter().map(|group| cut(group.variant).chars().count()).max().unwrap_or(0).max("variant".len());
    let _ = write!(text, "{:width$}  scalar", "variant");
    for column in Column::ALL {
        let _ = write!(text, "  {}", column.name());
        if column == Column::Contact {
            let _ = write!(text, "  {FLAT_MISSED}");
        }
    }
    let _ = writeln!(text, "  certified");
    let mut flat_missed = 0;
    for Group { variant, scalar, rows } in groups {
        let _ = write!(text, "{:width$}  {:6}", cut(variant), scalar.name());
        for column in Column::ALL {
            let count = rows.iter().filter(|row| row.column() == column).count();
            let _ = write!(text, "  {count:>0$}", column.name().len());
            if column == Column::Contact {
                let missed = rows.iter().filter(|row| row.is_flat_missed(tolerance)).count();
                let _ = write!(text, "  {missed:>0$}", FLAT_MISSED.len());
                flat_missed += missed;
            }
        }
        let is_certified = |row: &Row| row.outcome.as_ref().is_some_and(|(_, judgement)| judgement.certified == Some(true));
        let certified = rows.iter().filter(|row| is_certified(row)).count();
        let _ = writeln!(text, "  {certified:>9}");
    }
    let _ = writeln!(text, "tolerance {tolerance} u·D, zero in exact arithmetic");
    if flat_missed > 0 {
        let _ = writeln!(
            text,
            "{FLAT_MISSED}: called apart, though they overlap by more than the tolerance within a common plane or line; counted \
             under their ruling too"
        );
    }
    text
}
