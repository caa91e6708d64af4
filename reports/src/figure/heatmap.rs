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
    match rate * 100.0 {
        0.0 => "0".to_owned(),
        p if p < 0.05 => "<.1".to_owned(),
        p if p < 9.95 => format!("{p:.1}"),
        p if p >= 99.5 && rate < 1.0 => ">99".to_owned(),
        p => format!("{p:.0}"),
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
    // Families that are pooled, the rest, and the mean over the former, which is drawn below these.
    let (pooled, rest): (Vec<usize>, Vec<usize>) = (0..survey.families.len()).partition(|&f| survey.is_pooled(f));
    let with_mean = pooled.len() > 1;
    let variants: Vec<usize> = (0..survey.variants.len()).collect();
    let order: Vec<Option<usize>> = pooled.iter().chain(&rest).copied().map(Some).chain(with_mean.then_some(None)).collect();
    let mut points = Table::new(["scalar", "family", "variant", "cases", "failures", "failure_rate", "low", "high"]);
    let mut cell = |s: usize, family: Option<usize>, v: usize| {
        let (family, counts, rate) = match family {
            Some(f) => (survey.families[f].name.as_str(), Some(survey.counts(f, v, s)), survey.failure_rate(f, v, s)),
            None => ("(mean)", None, survey.pooled(v, s, Counts::failures).map(|mean| mean.rate())),
        };
        if counts.is_some() || rate.is_some() {
            let [cases, failures] = [counts.map(Counts::applicable), counts.map(Counts::failures)].map(or_nothing);
            let [rate, low, high] = rate_cells(rate);
            points.push(&[&survey.scalars[s], &family, &survey.variants[v].name, &cases, &failures, &rate, &low, &high]);
        }
        let total = counts.map_or_else(|| survey.total(v, s), Counts::clone);
        rate_cell(rate.map(|rate| rate.rate), !total.rulings.is_empty())
    };
    let mut each = Vec::new();
    for &s in &scalars {
        let mut matrix = Matrix::of(survey.scalars[s].clone(), &order, &variants, |&family, &v| cell(s, family, v));
        matrix.cells[pooled.len()..].rotate_right(usize::from(with_mean));
        each.push(matrix);
    }
    let name = |family: &Option<usize>| family.map_or("mean of the above".to_owned(), |f| label(&survey.families[f].name));
    let mut rows: Vec<String> = order.iter().map(name).collect();
    rows[pooled.len()..].rotate_right(usize::from(with_mean));
    let mut gaps = Vec::new();
    gaps.extend(with_mean.then_some(pooled.len()));
    gaps.extend((!rest.is_empty()).then_some(pooled.len() + usize::from(with_mean)));
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
