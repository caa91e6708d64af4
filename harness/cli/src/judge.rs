//! `gjk judge`: answers that were made elsewhere, by a GJK in any language.

use std::collections::HashMap;
use std::io::Write;
use std::process::ExitCode;

use gjk_cases::case::{Case, Point};
use gjk_cases::hexfloat;
use gjk_solvers::{PosedCase, Reply};
use gjk_truth::answer::{Answered, Numbers, Says, Values};
use serde_json::{Map, Value};

use crate::address;
use crate::arguments::Judge;
use crate::failure::Failure;
use crate::output;
use crate::rulings::{self, Row};

/// What the answers are called where they do not say it.
const UNNAMED: &str = "answers";

pub fn run(arguments: &Judge) -> Result<ExitCode, Failure> {
    let reading = address::read(&arguments.cases)?;
    let mut problems: Vec<String> = reading.problems.iter().map(ToString::to_string).collect();
    let text = std::fs::read_to_string(&arguments.answers).map_err(|error| Failure::io(&arguments.answers, &error))?;
    let by_id: HashMap<&str, &Case> = reading.cases.iter().map(|case| (case.id.as_str(), case)).collect();

    let mut variants: Vec<String> = Vec::new();
    let mut replies: HashMap<(String, String), Reply> = HashMap::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#')) {
        let place = format!("{}:{}", arguments.answers.display(), index + 1);
        let read = answer(line, &by_id).map_err(|message| format!("{place}: {message}"));
        match read {
            Err(problem) => problems.push(problem),
            Ok((case, variant, reply)) => {
                if !variants.contains(&variant) {
                    variants.push(variant.clone());
                }
                if replies.insert((case.clone(), variant.clone()), reply).is_some() {
                    problems.push(format!("{place}: case: a second answer of `{variant}` to `{case}`"));
                }
            }
        }
    }
    let mut rows = Vec::new();
    let mut missing = 0;
    for case in &reading.cases {
        let posed = PosedCase::pose(case, arguments.scalar);
        for variant in &variants {
            let Some(posed) = &posed else {
                rows.push(Row::not_applicable(&arguments.cases, &case.id, variant, arguments.scalar));
                continue;
            };
            let reply = replies.remove(&(case.id.clone(), variant.clone())).unwrap_or_else(|| {
                missing += 1;
                Reply::elsewhere(None)
            });
            let judgement = posed.judge(&reply, arguments.tolerance);
            rows.push(Row::new(&arguments.cases, &case.id, variant, arguments.scalar, &posed.truth, Some((reply, judgement))));
        }
    }
    if let Some(path) = &arguments.json {
        output::write(path, &rulings::json_lines(&rows))?;
    }
    let mut out = output::stdout();
    out.write_all(rulings::text(&rows, arguments.tolerance).as_bytes())?;
    if missing > 0 {
        writeln!(out, "{missing} cases without an answer are counted as gave-up")?;
    }
    out.flush()?;
    if !problems.is_empty() {
        return Err(Failure::Said(problems));
    }
    let denied = rows.iter().filter(|row| arguments.deny.contains(&row.ruling())).count();
    if denied > 0 {
        eprintln!("denied: {denied} answers with a ruling that --deny names");
        return Ok(ExitCode::from(1));
    }
    Ok(ExitCode::SUCCESS)
}

/// The case, the variant and the reply of a line; else what is wrong, with the field.
fn answer(line: &str, cases: &HashMap<&str, &Case>) -> Result<(String, String, Reply), String> {
    let value: Value = serde_json::from_str(line).map_err(|error| {
        let hint = if line.contains("NaN") || line.contains("Infinity") {
            "; JSON knows neither NaN nor Infinity: write null for the verdict of a run without an answer"
        } else {
            ""
        };
        format!("not a JSON object ({error}){hint}")
    })?;
    let Value::Object(fields) = value else { return Err("not a JSON object".to_owned()) };
    const KNOWN: [&str; 8] = ["case", "variant", "verdict", "distance", "on_a", "on_b", "axis", "scalar"];
    if let Some(unknown) = fields.keys().find(|name| !KNOWN.contains(&name.as_str())) {
        return Err(format!("{unknown}: an unknown field; there are {}", KNOWN.join(", ")));
    }
    let id = fields.get("case").and_then(Value::as_str).ok_or("case: the id of a case is missing")?;
    let case = cases.get(id).ok_or_else(|| format!("case: there is no case with id `{id}` in the file of cases"))?;
    let dimension = usize::from(case.dimension);
    let variant = match fields.get("variant") {
        None => UNNAMED.to_owned(),
        Some(Value::String(name)) => name.clone(),
        Some(_) => return Err("variant: not a string".to_owned()),
    };
    let says = match fields.get("verdict") {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) if text == "apart" => Some(Says::Apart),
        Some(Value::String(text)) if text == "intersecting" => Some(Says::Intersecting),
        Some(_) => return Err("verdict: neither \"apart\" nor \"intersecting\" nor null".to_owned()),
    };
    let distance = optional(&fields, "distance").map(|value| number(value, "distance")).transpose()?;
    let on_a = optional(&fields, "on_a").map(|value| point(value, "on_a", dimension)).transpose()?;
    let on_b = optional(&fields, "on_b").map(|value| point(value, "on_b", dimension)).transpose()?;
    let axis = optional(&fields, "axis").map(|value| point(value, "axis", dimension)).transpose()?;
    let witnesses = match (on_a, on_b) {
        (Some(on_a), Some(on_b)) => Some([on_a, on_b]),
        (None, None) => None,
        _ => return Err("on_a, on_b: one witness point without the other".to_owned()),
    };
    let values = Values { distance, witnesses, axis, weights: Vec::new() };
    let answer = says.map(|says| Answered::of_bodies(says, Vec::new(), Numbers::Rounded(values)));
    Ok((id.to_owned(), variant, Reply::elsewhere(answer)))
}

fn optional<'a>(fields: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    fields.get(name).filter(|value| !value.is_null())
}

fn number(value: &Value, field: &str) -> Result<f64, String> {
    match value {
        Value::Number(number) => number.as_f64().filter(|x| x.is_finite()).ok_or_else(|| format!("{field}: out of range")),
        Value::String(text) => hexfloat::parse(text).map_err(|error| format!("{field}: {error}")),
        _ => Err(format!("{field}: not a number")),
    }
}

fn point(value: &Value, field: &str, dimension: usize) -> Result<Point, String> {
    let coordinates = value.as_array().ok_or_else(|| format!("{field}: not a list of {dimension} numbers"))?;
    if coordinates.len() != dimension {
        return Err(format!("{field}: {} numbers where the case has {dimension} dimensions", coordinates.len()));
    }
    let mut point = [0.0; 3];
    for (i, (place, coordinate)) in point.iter_mut().zip(coordinates).enumerate() {
        *place = number(coordinate, &format!("{field}[{i}]"))?;
    }
    Ok(point)
}

/// Reads answers to two cases, for the fuzz targets.
pub fn read_answers(bytes: &[u8]) {
    let cases = [Case::of_points("plane", 2, Vec::new(), Vec::new()), Case::of_points("space", 3, Vec::new(), Vec::new())];
    let by_id: HashMap<&str, &Case> = cases.iter().map(|case| (case.id.as_str(), case)).collect();
    for line in std::str::from_utf8(bytes).unwrap_or_default().lines() {
        let _ = answer(line, &by_id);
    }
}
