//! What each choice of the loop around a distance subalgorithm is worth: eight loops, four subalgorithms, the same cases.

use gjk_records::LoopTally;

use crate::canvas::{Frame, WIDTH, dots};
use crate::figure::heatmap::{LEAST, cell};
use crate::figure::matrix::{Cell, Matrices, Matrix, colour_bar};
use crate::figure::{Around, MARGIN, Made, Sheet, failed, label, sheet, sheet_name};
use crate::style::sequential;
use crate::{Failure, Survey, Table, pooled};

pub(crate) const NAME: &str = "loops";

/// What is counted, and how it is called.
type Count = (&'static str, fn(&LoopTally) -> u64);

const COUNTS: [Count; 4] = [
    ("hangs", |tally| tally.gave_up),
    ("wrong", |tally| tally.wrong),
    ("inaccurate", |tally| tally.inaccurate),
    ("contact", |tally| tally.contact),
];

/// The distinct values of a field, in the order in which they come.
fn distinct(tallies: &[LoopTally], of: impl Fn(&LoopTally) -> String) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for tally in tallies {
        let value = of(tally);
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

pub(crate) fn draw(survey: &Survey) -> Result<Made, Failure> {
    let tallies = &survey.study.loops;
    if tallies.iter().all(|tally| tally.cases == 0) {
        return Ok(Made::LeftOut("the loops were not run".to_owned()));
    }
    let mut sheets = vec![overview(survey, tallies)?];
    for (number, scalar) in (2..).zip(distinct(tallies, |t| t.scalar.clone())) {
        sheets.push(by_family(survey, tallies, &scalar, number)?);
    }
    Ok(Made::Drawn(sheets))
}

/// The choices as a row's name: `stop / safeguards / v from`.
fn row_name(choices: &str) -> String {
    choices.replace('-', " · ")
}

fn overview(survey: &Survey, tallies: &[LoopTally]) -> Result<Sheet, Failure> {
    let (loops, subalgorithms) = (distinct(tallies, LoopTally::choices), distinct(tallies, |t| t.subalgorithm.clone()));
    let mut points = Table::new(&["scalar", "ruling", "subalgorithm", "stop", "safeguards", "nearest", "rate", "low", "high"]);
    let mut each = Vec::new();
    for scalar in distinct(tallies, |t| t.scalar.clone()) {
        for (name, count) in COUNTS {
            let mut rows = Vec::new();
            for choices in &loops {
                let mut row: Vec<Option<Cell>> = Vec::new();
                for subalgorithm in &subalgorithms {
                    let mine = || {
                        let of = tallies.iter().filter(|t| t.scalar == scalar && t.subalgorithm == *subalgorithm);
                        of.filter(|t| t.choices() == *choices && t.cases > 0)
                    };
                    let rate = pooled(mine().map(|t| (count(t), t.cases)));
                    row.push(cell(rate.map(|rate| rate.rate), mine().next().is_some()));
                    if let (Some(rate), Some(t)) = (rate, mine().next()) {
                        let names = [&scalar, subalgorithm, &t.stop, &t.safeguards, &t.nearest].map(String::clone);
                        let [scalar, subalgorithm, stop, safeguards, nearest] = names;
                        let numbers = [rate.rate, rate.low, rate.high].map(|x| x.to_string());
                        points.push(
                            [scalar, name.to_owned(), subalgorithm, stop, safeguards, nearest].into_iter().chain(numbers),
                        );
                    }
                }
                rows.push(row);
            }
            each.push(Matrix { title: format!("{scalar}, {name}"), cells: rows });
        }
    }
    let matrices = Matrices {
        rows: loops.iter().map(|choices| row_name(choices)).collect(),
        columns: subalgorithms.iter().map(|name| label(name)).collect(),
        gaps: vec![loops.len() / 2],
        each,
    };
    finish(
        survey,
        &matrices,
        1,
        "What each choice of the loop is worth",
        &format!(
            "Answers in %, of each distance subalgorithm in eight loops, on the same cases. Rows: the stop (relative, or 1e-12 on a \
             squared length), the safeguards (guarded, or an iteration limit alone), and what v is formed from (the simplex of \
             the difference, or the two witness points). Hangs: no answer, mostly the iteration limit. {} families with equal \
             weights.",
            distinct(tallies, |t| t.family.clone()).len()
        ),
        "hangs, wrong, inaccurate and contact answers of eight loops around each distance subalgorithm",
        points,
    )
}

fn by_family(survey: &Survey, tallies: &[LoopTally], scalar: &str, number: usize) -> Result<Sheet, Failure> {
    let (loops, families) = (distinct(tallies, LoopTally::choices), distinct(tallies, |t| t.family.clone()));
    let mut columns = vec!["scalar", "family", "subalgorithm", "stop", "safeguards", "nearest", "cases", "right"];
    columns.extend(["inaccurate", "contact", "wrong", "gave_up"]);
    let mut points = Table::new(&columns);
    let mut each = Vec::new();
    for subalgorithm in distinct(tallies, |t| t.subalgorithm.clone()) {
        let mut rows = Vec::new();
        for family in &families {
            let mut row: Vec<Option<Cell>> = Vec::new();
            for choices in &loops {
                let mine = tallies.iter().find(|t| {
                    t.scalar == scalar && t.subalgorithm == subalgorithm && t.family == *family && t.choices() == *choices
                });
                let rate = mine.filter(|t| t.cases > 0).map(|t| (t.wrong + t.gave_up) as f64 / t.cases as f64);
                row.push(cell(rate, mine.is_some()));
                if let Some(t) = mine {
                    let names = [&t.scalar, &t.family, &t.subalgorithm, &t.stop, &t.safeguards, &t.nearest].map(String::clone);
                    let counts = [t.cases, t.right, t.inaccurate, t.contact, t.wrong, t.gave_up].map(|n| n.to_string());
                    points.push(names.into_iter().chain(counts));
                }
            }
            rows.push(row);
        }
        each.push(Matrix { title: format!("{scalar}, {subalgorithm}"), cells: rows });
    }
    let matrices = Matrices {
        rows: families.iter().map(|name| label(name)).collect(),
        columns: loops.iter().map(|choices| row_name(choices)).collect(),
        gaps: Vec::new(),
        each,
    };
    finish(
        survey,
        &matrices,
        number,
        &format!("Failure rate of each loop by family, {scalar}"),
        "Wrong and gave-up answers in %, of each distance subalgorithm in eight loops. Columns: the stop, the safeguards, what v \
         is formed from.",
        &format!("failure rate of eight loops around each distance subalgorithm, by family, {scalar}"),
        points,
    )
}

fn finish(
    survey: &Survey,
    matrices: &Matrices,
    number: usize,
    title: &str,
    subtitle: &str,
    caption: &str,
    points: Table,
) -> Result<Sheet, Failure> {
    let around = Around { title: title.to_owned(), subtitle: subtitle.to_owned(), legend: Vec::new(), notes: Vec::new() };
    let (bar, height) = (dots(22.0) as i32, matrices.height(WIDTH - 2 * MARGIN));
    let png = sheet(survey, &around, height + bar, |canvas, body| {
        matrices.draw(canvas, Frame { bottom: body.top + height, ..body });
        let labels = [0.001, 0.01, 0.1, 1.0].map(|rate: f64| (1.0 - rate.ln() / LEAST.ln(), format!("{} %", rate * 100.0)));
        colour_bar(
            canvas,
            (body.left, body.top + height + dots(2.0) as i32),
            "share of the cases (0: white)",
            &labels,
            sequential,
        );
    })
    .map_err(failed(NAME))?;
    Ok(Sheet { name: sheet_name(NAME, number), png, caption: caption.to_owned(), points })
}
