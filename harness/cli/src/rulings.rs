//! What `check` and `judge` print and write: rulings by variant and scalar, and a JSON line for each answer.

use std::collections::HashMap;
use std::fmt::Write as _;

use gjk_cases::case::{Arithmetic, Class};
use gjk_cases::format::{Side, Slack};
use gjk_cases::quote::cut;
use gjk_records::{Column, Ruling};
use gjk_solvers::{Reply, is_beyond};
use gjk_truth::answer::Answered;
use gjk_truth::judge::Judgement;
use gjk_truth::truth::Truth;
use serde_json::json;

use crate::output::tell;

/// One answer, judged: what is counted of it, and what is said of it.
pub struct Row {
    variant: String,
    scalar: Arithmetic,
    ruling: Ruling,
    column: Column,
    is_flat_missed: bool,
    is_certified: bool,
    /// What the variant states.
    slack: Option<Slack>,
    is_beyond_slack: bool,
    /// Whose axis has the wrong sign: the opposite one separates the bodies.
    opposite_axis: Option<String>,
    /// A line for the terminal; none where all is right.
    remark: Option<String>,
    json: String,
}

/// Who answers which case.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The file of the case, or its address.
    pub file: &'a str,
    /// The id of the case.
    pub case: &'a str,
    pub variant: &'a str,
    pub scalar: Arithmetic,
    /// What the variant states.
    pub slack: Option<Slack>,
}

impl Row {
    /// There is no outcome where the variant is not applicable, and no truth either where a coordinate overflows the scalar. An axis
    /// may prove nothing where the opposite one separates.
    pub fn new(
        Asked { file, case, variant, scalar, slack }: Asked,
        tolerance: f64,
        truth: Option<&Truth>,
        outcome: Option<&(Reply, Judgement)>,
        opposite_axis: bool,
    ) -> Row {
        let (reply, judgement) = outcome.map(|(reply, judgement)| (reply, judgement)).unzip();
        let ruling = judgement.map_or(Ruling::NotApplicable, |judgement| judgement.ruling);
        let answer = reply.and_then(|reply| reply.answer.as_ref());
        let class = truth.and_then(Truth::decided).map(Class::name);
        let bounds = truth.map(Truth::bounds);
        let beyond_slack =
            slack.zip(judgement).zip(truth).and_then(|((slack, judgement), truth)| is_beyond(slack, judgement, truth, scalar));
        let length = |of: fn(&Judgement) -> Option<f64>| judgement.and_then(of).map(number);
        let json = json!({
            "file": file,
            "case": case,
            "variant": variant,
            "scalar": scalar.name(),
            "ruling": ruling.name(),
            "certified": judgement.and_then(|judgement| judgement.certified),
            "verdict": answer.map(|answer| answer.says.name()),
            "distance": answer.and_then(Answered::distance).map(number),
            "error": length(|judgement| judgement.error),
            "margin": length(|judgement| judgement.margin),
            "slack": slack.map(|slack| slack.to_string()),
            "beyond_slack": beyond_slack,
            "flat_depth": length(|judgement| judgement.flat_depth),
            "axis_overlap": length(|judgement| judgement.axis_overlap),
            "witness_error": length(|judgement| judgement.witness_error),
            "witness_allowance": length(|judgement| judgement.witness_allowance),
            "infeasibility": length(|judgement| judgement.infeasibility),
            "stop": reply.and_then(|reply| reply.stop).map(gjk_variants::Stop::name),
            "refused": reply.and_then(|reply| reply.refused).map(Side::name),
            "iterations": reply.map(|reply| reply.iterations),
            "supports": reply.map(|reply| reply.supports),
            "truth_class": class,
            "truth_distance_squared": truth.and_then(Truth::distance_squared).map(|squared| squared.to_string()),
            "truth_core_distance_squared": truth.and_then(Truth::core_distance_squared).map(|squared| squared.to_string()),
            "truth_distance_low": bounds.map(|(low, _)| number(low)),
            "truth_distance_high": bounds.map(|(_, high)| number(high)),
        });
        let flat_depth = judgement.and_then(|judgement| judgement.flat_depth);
        Row {
            variant: variant.to_owned(),
            scalar,
            ruling,
            column: reply.map_or(Column::NotApplicable, |reply| reply.column(ruling)),
            is_flat_missed: gjk_records::is_flat_missed(flat_depth, scalar == Arithmetic::Exact, tolerance),
            is_certified: judgement.is_some_and(|judgement| judgement.certified == Some(true)),
            slack,
            is_beyond_slack: beyond_slack == Some(true),
            opposite_axis: opposite_axis.then(|| format!("{} {} {scalar}", cut(case), cut(variant))),
            remark: outcome.filter(|_| ruling != Ruling::Right).map(|(reply, judgement)| {
                let said = remark(reply, judgement, scalar, class.unwrap_or("undecided"));
                format!("{}  {} {scalar}: {said}", cut(case), cut(variant))
            }),
            json: format!("{json}\n"),
        }
    }
}

/// What is not right of an answer about bodies of a class.
fn remark(reply: &Reply, judgement: &Judgement, scalar: Arithmetic, class: &str) -> String {
    let mut text = judgement.ruling.name().to_owned();
    let unit = if scalar == Arithmetic::Exact { "D" } else { "u·D" };
    if let Some(answer) = &reply.answer {
        let _ = write!(text, ", says {} where {class}", answer.says.name());
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
    if let Some(side) = reply.refused {
        let _ = write!(text, ", body {} whatever the other is", side.name());
    } else if let Some(stop) = reply.stop {
        let _ = write!(text, " ({} after {} iterations)", stop.name(), reply.iterations);
    }
    text
}

/// JSON has no infinities.
fn number(value: f64) -> serde_json::Value {
    if value.is_finite() { json!(value) } else { json!(value.to_string()) }
}

/// The rows as JSON lines.
pub fn json_lines(rows: &[Row]) -> String {
    rows.iter().map(|row| &row.json[..]).collect()
}

/// Says how many of the rulings are denied; whether any is.
pub fn is_denied(rows: &[Row], deny: &[Ruling]) -> bool {
    let denied = rows.iter().filter(|row| deny.contains(&row.ruling)).count();
    if denied > 0 {
        tell(format_args!("denied: {denied} answers with a ruling that --deny names"));
    }
    denied > 0
}

/// Not a ruling: it is counted beside `contact`, which such an answer is at best.
const FLAT_MISSED: &str = "flat-missed";

/// Not a ruling either: of the wrong verdicts those beyond what the variant states of itself.
const BEYOND_SLACK: &str = "beyond-slack";

/// The most rows that are told one by one on a terminal.
const REMARKS: usize = 40;

/// What is counted of some rows, each under its heading.
fn counts(rows: &[&Row]) -> Vec<(&'static str, usize)> {
    let count = |is_counted: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is_counted(row)).count();
    let mut counts: Vec<_> = Column::ALL.map(|column| (column.name(), count(&|row| row.column == column))).into();
    counts.insert(1 + Column::Contact as usize, (FLAT_MISSED, count(&|row| row.is_flat_missed)));
    counts.push(("certified", count(&|row| row.is_certified)));
    counts
}

/// The rulings by variant and scalar, and what was not right.
pub fn text(rows: &[Row], tolerance: f64) -> String {
    let mut text = String::new();
    let remarks: Vec<&String> = rows.iter().filter_map(|row| row.remark.as_ref()).collect();
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
    let mut groups: Vec<(&str, Arithmetic, Vec<&Row>)> = Vec::new();
    let mut places: HashMap<(&str, Arithmetic), usize> = HashMap::new();
    for row in rows {
        let place = *places.entry((&row.variant, row.scalar)).or_insert(groups.len());
        if place == groups.len() {
            groups.push((&row.variant, row.scalar, Vec::new()));
        }
        groups[place].2.push(row);
    }
    groups.sort_by_key(|(_, scalar, _)| *scalar);
    let states_slack = rows.iter().any(|row| row.slack.is_some());
    let width = groups.iter().map(|(variant, ..)| cut(variant).chars().count()).max().unwrap_or(0).max("variant".len());
    let _ = write!(text, "{:width$}  scalar", "variant");
    counts(&[]).iter().for_each(|(name, _)| text.extend(["  ", name]));
    text.push_str(if states_slack { "  beyond-slack  slack\n" } else { "\n" });
    for (variant, scalar, rows) in groups {
        let _ = write!(text, "{:width$}  {:6}", cut(variant), scalar.name());
        for (name, count) in counts(&rows) {
            let _ = write!(text, "  {count:>0$}", name.len());
        }
        if let Some(slack) = rows.iter().find_map(|row| row.slack) {
            let beyond = rows.iter().filter(|row| row.is_beyond_slack).count();
            let _ = write!(text, "  {beyond:>0$}  {slack}", BEYOND_SLACK.len());
        }
        text.push('\n');
    }
    let _ = writeln!(text, "tolerance {tolerance} u·D, zero in exact arithmetic");
    if rows.iter().any(|row| row.is_flat_missed) {
        let _ = writeln!(
            text,
            "{FLAT_MISSED}: called apart, though they overlap by more than the tolerance within a common plane or line; counted \
             under their ruling too"
        );
    }
    let opposite: Vec<&String> = rows.iter().filter_map(|row| row.opposite_axis.as_ref()).collect();
    if let Some(first) = opposite.first() {
        let _ = writeln!(
            text,
            "axis of the wrong sign: {} answers are not certified by their axis, and the opposite axis separates the bodies (first: \
             {first}); an axis points from B to A, its product with every point of A − B is positive",
            opposite.len()
        );
    }
    if states_slack {
        let _ = writeln!(
            text,
            "{BEYOND_SLACK}: wrong verdicts whose margin is greater than the slack that the implementation states of itself, as a length"
        );
    }
    text
}
