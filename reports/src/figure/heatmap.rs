//! Failure rate, family by variant, a matrix for each scalar.

use crate::canvas::{Frame, WIDTH, dots};
use crate::figure::matrix::{Cell, Matrices, Matrix, colour_bar};
use crate::figure::{Around, MARGIN, Made, Sheet, failed, label, sheet, weights_text};
use crate::style::{Colour, WHITE, sequential};
use crate::survey::Tally;
use crate::{Failure, Survey, Table};

pub(crate) const NAME: &str = "heatmap";

/// The least rate that the colours tell apart from nothing.
pub(crate) const LEAST: f64 = 1e-3;

/// White for nothing; else logarithmic from a tenth of a percent to all.
fn colour(rate: f64) -> Colour {
    if rate <= 0.0 { WHITE } else { sequential(1.0 - rate.max(LEAST).ln() / LEAST.ln()) }
}

/// A rate in percent in at most three characters and a sign.
fn short(rate: f64) -> String {
    let percent = rate * 100.0;
    if percent == 0.0 {
        "0".to_owned()
    } else if percent < 0.05 {
        "<.1".to_owned()
    } else if percent < 9.95 {
        format!("{percent:.1}")
    } else if percent >= 99.5 && rate < 1.0 {
        ">99".to_owned()
    } else {
        format!("{percent:.0}")
    }
}

pub(crate) fn cell(rate: Option<f64>, asked: bool) -> Option<Cell> {
    match rate {
        Some(rate) => Some(Cell { text: short(rate), fill: colour(rate), subtle: rate == 0.0 }),
        None if asked => Some(Cell { text: "n/a".to_owned(), fill: (240, 240, 240), subtle: true }),
        None => None,
    }
}

pub(crate) fn draw(survey: &Survey) -> Result<Made, Failure> {
    let scalars = survey.judged_scalars();
    if scalars.is_empty() {
        return Ok(Made::LeftOut("no case was judged".to_owned()));
    }
    // Families that are pooled, then the mean over them, then the rest.
    let (pooled, rest): (Vec<usize>, Vec<usize>) = (0..survey.families.len()).partition(|&f| survey.families[f].pooled);
    let with_mean = pooled.len() > 1;
    let mut table = Table::new(&["scalar", "family", "variant", "cases", "failures", "failure_rate", "low", "high"]);
    let mut each = Vec::new();
    for &s in &scalars {
        let mut cells = Vec::new();
        let variants = 0..survey.variants.len();
        let mut row = |f: usize| -> Vec<Option<Cell>> {
            let mut cells = Vec::new();
            for v in variants.clone() {
                let tally = survey.tally(f, v, s);
                let rate = tally.failure_rate();
                let names = [&survey.scalars[s], &survey.families[f].name, &survey.variants[v].name].map(String::clone);
                let counts = [tally.applicable().to_string(), tally.failures().to_string()];
                let rates = rate.map_or([const { String::new() }; 3], |r| [r.rate, r.low, r.high].map(|x| x.to_string()));
                table.push(names.into_iter().chain(counts).chain(rates));
                cells.push(cell(rate.map(|r| r.rate), tally.rulings != [0; 6]));
            }
            cells
        };
        cells.extend(pooled.iter().map(|&f| row(f)));
        let tail: Vec<_> = rest.iter().map(|&f| row(f)).collect();
        if with_mean {
            let mean = |v: usize| survey.pooled(v, s, Tally::failures).map(|rate| rate.rate);
            cells.push(variants.clone().map(|v| cell(mean(v), survey.total(v, s).rulings != [0; 6])).collect());
            for v in variants {
                if let Some(rate) = survey.pooled(v, s, Tally::failures) {
                    let names = [survey.scalars[s].clone(), "(mean)".to_owned(), survey.variants[v].name.clone()];
                    let rates = [rate.rate, rate.low, rate.high].map(|x| x.to_string());
                    table.push(names.into_iter().chain([String::new(), String::new()]).chain(rates));
                }
            }
        }
        cells.extend(tail);
        each.push(Matrix { title: survey.scalars[s].clone(), cells });
    }
    let mut rows: Vec<String> = pooled.iter().map(|&f| label(&survey.families[f].name)).collect();
    let mut gaps = Vec::new();
    if with_mean {
        gaps.push(rows.len());
        rows.push("mean of the above".to_owned());
    }
    if !rest.is_empty() {
        gaps.push(rows.len());
        rows.extend(rest.iter().map(|&f| label(&survey.families[f].name)));
    }
    let columns = survey.variants.iter().map(|v| label(&v.name)).collect();
    let matrices = Matrices { rows, columns, gaps, each };

    let caption = "failure rate, family by variant, for each scalar".to_owned();
    let around = Around {
        title: "Failure rate by family and variant".to_owned(),
        subtitle: format!(
            "Wrong and gave-up answers in % of the applicable cases of each family. The mean: {} Inaccurate and contact answers \
             are no failures. n/a: the case cannot be posed to the variant in \
             this scalar; such families are not in its mean.",
            weights_text(survey)
        ),
        legend: Vec::new(),
        notes: Vec::new(),
    };
    let bar = dots(22.0) as i32;
    let height = matrices.height(WIDTH - 2 * MARGIN);
    let png = sheet(survey, &around, height + bar, |canvas, body| {
        matrices.draw(canvas, Frame { bottom: body.top + height, ..body });
        let labels = [0.001, 0.01, 0.1, 1.0].map(|rate: f64| (1.0 - rate.ln() / LEAST.ln(), format!("{} %", rate * 100.0)));
        colour_bar(canvas, (body.left, body.top + height + dots(2.0) as i32), "failure rate (0: white)", &labels, sequential);
    })
    .map_err(failed(NAME))?;
    Ok(Made::Drawn(vec![Sheet { name: NAME.to_owned(), png, caption, points: table }]))
}
