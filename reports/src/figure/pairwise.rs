//! Ratio of times, variant by variant, each pair over the cases that both get right.

use std::collections::BTreeMap;

use crate::canvas::{Frame, WIDTH, dots};
use crate::figure::matrix::{Cell, Matrices, Matrix, colour_bar};
use crate::figure::{Around, MARGIN, Made, Sheet, failed, label, odd_times, sheet, weights_text};
use crate::style::{Colour, diverging};
use crate::summary::geometric_mean;
use crate::{Failure, Survey, Table};

pub(crate) const NAME: &str = "pairwise";

/// The ratio at the ends of the colour scale.
const WIDEST: f64 = 8.0;

fn place(ratio: f64) -> f64 {
    0.5 + 0.5 * ratio.ln() / WIDEST.ln()
}

fn colour(ratio: f64) -> Colour {
    diverging(place(ratio))
}

fn short(ratio: f64) -> String {
    match ratio {
        ratio if ratio < 9.995 => format!("{ratio:.2}"),
        ratio if ratio < 99.95 => format!("{ratio:.1}"),
        ratio => format!("{ratio:.0}"),
    }
}

pub(crate) fn draw(survey: &Survey) -> Result<Made, Failure> {
    if survey.times.is_empty() {
        return Ok(Made::LeftOut("nothing was timed".to_owned()));
    }
    let mut ratios: BTreeMap<(usize, usize, usize), (Vec<f64>, usize)> = BTreeMap::new();
    for pair in survey.times.pairs(false).into_iter().filter(|pair| survey.families[pair.family].pooled) {
        let (list, cases) = ratios.entry((pair.scalar, pair.variant, pair.other)).or_default();
        list.push(pair.ratio);
        *cases += pair.cases;
    }
    if ratios.is_empty() {
        return Ok(Made::LeftOut("no timed case is right for two variants".to_owned()));
    }
    let mut table = Table::new(&["scalar", "variant", "other", "families", "cases", "ratio"]);
    let timed = |v: &usize| ratios.keys().any(|key| key.1 == *v);
    let variants: Vec<usize> = (0..survey.variants.len()).filter(timed).collect();
    let mut each = Vec::new();
    for s in 0..survey.scalars.len() {
        if ratios.keys().all(|key| key.0 != s) {
            continue;
        }
        let mut cells = Vec::new();
        for &v in &variants {
            let mut row = Vec::new();
            for &other in &variants {
                let found = ratios
                    .get(&(s, v, other))
                    .and_then(|(list, cases)| geometric_mean(list.iter().copied()).map(|ratio| (ratio, list.len(), *cases)));
                row.push(match found {
                    _ if v == other => Some(Cell { text: "1".to_owned(), fill: colour(1.0), subtle: true }),
                    Some((ratio, families, cases)) => {
                        let names = [s].map(|s| survey.scalars[s].clone()).into_iter();
                        let pair = [v, other].map(|v| survey.variants[v].name.clone());
                        table.push(names.chain(pair).chain([families.to_string(), cases.to_string(), ratio.to_string()]));
                        Some(Cell { text: short(ratio), fill: colour(ratio), subtle: false })
                    }
                    None => None,
                });
            }
            cells.push(row);
        }
        each.push(Matrix { title: survey.scalars[s].clone(), cells });
    }
    let names: Vec<String> = variants.iter().map(|&v| label(&survey.variants[v].name)).collect();
    let matrices = Matrices { rows: names.clone(), columns: names, gaps: Vec::new(), each };
    let around = Around {
        title: "Ratio of times, pair by pair".to_owned(),
        subtitle: format!(
            "Time of the row over time of the column: median over the timed cases of a family that both get right, geometric mean \
             over families. Above 1 (orange) the row is slower. {} A family counts for a pair if both have a right answer in it.",
            weights_text(survey)
        ),
        legend: Vec::new(),
        notes: odd_times(survey),
    };
    let height = matrices.height(WIDTH - 2 * MARGIN);
    let png = sheet(survey, &around, height + dots(22.0) as i32, |canvas, body| {
        matrices.draw(canvas, Frame { bottom: body.top + height, ..body });
        let labels = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0].map(|ratio| (place(ratio), ratio.to_string()));
        let at = (body.left, body.top + height + dots(2.0) as i32);
        colour_bar(canvas, at, "time of row / time of column", &labels, diverging);
    })
    .map_err(failed(NAME))?;
    let caption = "ratio of times of each pair of variants over the cases that both get right".to_owned();
    Ok(Made::Drawn(vec![Sheet { name: NAME.to_owned(), png, caption, points: table }]))
}
