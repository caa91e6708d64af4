//! Failure rate, family by variant, a matrix for each scalar.

use gjk_records::{Column, Counts};

use crate::figure::matrix::{Cell, Matrices, Matrix, Scale, Shares};
use crate::figure::{ANSWERS, Figure, Sheet, Sheets, label, left_out, weights_text};
use crate::table::{or_nothing, rate_cells};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure =
    Figure { name: "heatmap", description: "failure rate, family by variant, for each scalar", reads: &[ANSWERS], draw };

/// From a tenth of a percent to all.
const RATES: Shares = Shares(1e-3);

/// The colour scale of failure rates.
pub(crate) fn rate_scale(title: &'static str) -> Scale {
    RATES.scale(title, &[(0.001, "0.1 %"), (0.01, "1 %"), (0.1, "10 %"), (1.0, "100 %")])
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

/// The cell of a rate; without one, of a case that is not applicable where it was asked for at all.
pub(crate) fn rate_cell(rate: Option<f64>, asked: bool) -> Option<Cell> {
    let none = Column::NotApplicable;
    match rate {
        Some(rate) => Some(Cell { text: short(rate), fill: RATES.colour(rate), subtle: rate == 0.0 }),
        None if asked => Some(Cell { text: none.short().to_owned(), fill: none.colour(), subtle: true }),
        None => None,
    }
}

fn draw<'s>(survey: &'s Survey<'s>) -> Sheets<'s> {
    let scalars = survey.judged_scalars();
    if scalars.is_empty() {
        return left_out("no case was judged");
    }
    // Families that are pooled, then the mean over them, then the rest.
    let (pooled, rest): (Vec<usize>, Vec<usize>) = (0..survey.families.len()).partition(|&f| survey.is_pooled(f));
    let with_mean = pooled.len() > 1;
    let variants = 0..survey.variants.len();
    let mut points = Table::new(["scalar", "family", "variant", "cases", "failures", "failure_rate", "low", "high"]);
    let mut add = |s: usize, family: &str, v: usize, counts: Option<&Counts>, rate| {
        let [cases, failures] = [counts.map(Counts::applicable), counts.map(Counts::failures)].map(or_nothing);
        let [rate, low, high] = rate_cells(rate);
        points.push(&[&survey.scalars[s], &family, &survey.variants[v].name, &cases, &failures, &rate, &low, &high]);
    };
    let mut each = Vec::new();
    for &s in &scalars {
        let mut row = |f: usize| -> Vec<Option<Cell>> {
            let cell = |v: usize| {
                let counts = survey.counts(f, v, s);
                let rate = survey.failure_rate(f, v, s);
                add(s, &survey.families[f].name, v, Some(counts), rate);
                rate_cell(rate.map(|rate| rate.rate), !counts.rulings.is_empty())
            };
            variants.clone().map(cell).collect()
        };
        let mut cells: Vec<Vec<Option<Cell>>> = pooled.iter().map(|&f| row(f)).collect();
        let tail: Vec<_> = rest.iter().map(|&f| row(f)).collect();
        if with_mean {
            let mean = |v: usize| {
                let rate = survey.pooled(v, s, Counts::failures);
                if rate.is_some() {
                    add(s, "(mean)", v, None, rate);
                }
                rate_cell(rate.map(|rate| rate.rate), !survey.total(v, s).rulings.is_empty())
            };
            cells.push(variants.clone().map(mean).collect());
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
    let matrices = Matrices { rows, columns, gaps, each, scale: rate_scale("failure rate (0: white)") };
    Ok(vec![Sheet {
        title: "Failure rate by family and variant".to_owned(),
        subtitle: format!(
            "Failures (off, missed, phantom or gave-up) in % of the applicable cases of each family. The mean: {} Inaccurate and contact answers \
             are no failures. n/a: the case cannot be posed to the variant in \
             this scalar; such families are not in its mean.",
            weights_text(survey)
        ),
        caption: "failure rate, family by variant, for each scalar".to_owned(),
        points,
        ..matrices.sheet()
    }])
}
