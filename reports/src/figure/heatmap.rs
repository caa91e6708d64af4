//! Failure rate, family by variant, a sheet for each scalar.

use gjk_records::{Column, Counts};

use crate::binomial::upper;
use crate::figure::chosen::chosen;
use crate::figure::columns::columns;
use crate::figure::family_groups::by_kind;
use crate::figure::matrix::{Cell, Matrices, Matrix, RowName, Scale, Shares};
use crate::figure::{ANSWERS, Figure, Room, Sheet, Sheets, Width, label, left_out};
use crate::table::{counted, or_nothing, percent_up, rate_cells};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "heatmap",
    description: "failure rate, family by variant, for each scalar",
    reads: &[ANSWERS],
    width: Width::Page,
    draw,
};

/// The most variants in a column of a page.
const NARROW: usize = 11;

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
    match rate {
        Some(rate) => Some(Cell { text: short(rate), fill: RATES.colour(rate), subtle: rate == 0.0, hatched: false }),
        None if asked => Some(not_applicable()),
        None => None,
    }
}

/// The cell of what cannot be asked.
pub(crate) fn not_applicable() -> Cell {
    Cell { text: String::new(), fill: crate::draw::WHITE, subtle: true, hatched: true }
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    let scalars = survey.judged_scalars();
    if scalars.is_empty() {
        return left_out("no case was judged");
    }
    Ok(scalars.into_iter().map(|scalar| sheet(survey, scalar, room)).collect())
}

/// Over how many cases of a family the rates of a scalar are: the least and the greatest number.
pub(crate) fn cases_text(survey: &Survey, scalar: usize, families: &[usize]) -> String {
    let counts = families.iter().flat_map(|&f| (0..survey.variants.len()).map(move |v| (f, v)));
    let counts = counts.map(|(f, v)| survey.counts(f, v, scalar).applicable()).filter(|cases| *cases > 0);
    let (least, most) = counts.fold((u64::MAX, 0), |(least, most), cases| (least.min(cases), most.max(cases)));
    match (least, most) {
        (_, 0) => "no case".to_owned(),
        (least, most) if least == most => format!("{most} cases of each family"),
        (least, most) => format!("{least} to {most} cases of a family"),
    }
}

fn sheet<'s>(survey: &'s Survey<'s>, s: usize, room: Room) -> Sheet<'s> {
    let asked = |f: usize, v: usize| !survey.counts(f, v, s).rulings.is_empty();
    let all: Vec<usize> = (0..survey.families.len()).filter(|&f| (0..survey.variants.len()).any(|v| asked(f, v))).collect();
    let (families, mut gaps) = by_kind(survey, &all);
    // A column of a page has room for some.
    let most = if room.is_narrow() { NARROW } else { usize::MAX };
    let judged = (0..survey.variants.len()).filter(|&v| survey.total(v, s).applicable() > 0).collect();
    let shown = chosen(survey, judged, most);
    // Of a variant to which no case of the scalar is posed there is nothing to tell.
    let key = |v: usize| {
        let counts = |&f: &usize| [Counts::failures, Counts::applicable].map(|of| of(survey.counts(f, v, s)));
        let all: Vec<[u64; 2]> = families.iter().map(counts).collect();
        (shown.contains(&v) && all.iter().any(|[_, cases]| *cases > 0)).then_some(all)
    };
    let columns = columns(survey, key);
    let variants: Vec<usize> = columns.iter().map(|column| column.variant).collect();
    let mut points = Table::new(["scalar", "family", "variant", "cases", "failures", "failure_rate", "low", "high"]);
    for &f in &families {
        for v in 0..survey.variants.len() {
            let counts = survey.counts(f, v, s);
            if asked(f, v) {
                let [rate, low, high] = rate_cells(survey.failure_rate(f, v, s));
                let [cases, failures] = [counts.applicable(), counts.failures()];
                points.push(&[
                    &survey.scalars[s],
                    &survey.families[f].name,
                    &survey.variants[v].name,
                    &cases,
                    &failures,
                    &rate,
                    &low,
                    &high,
                ]);
            }
        }
    }
    let mut order: Vec<Option<usize>> = families.iter().copied().map(Some).collect();
    let pooled = families.iter().filter(|&&f| survey.is_pooled(f)).count();
    if pooled > 1 {
        gaps.push(order.len());
        order.push(None);
        for v in 0..survey.variants.len() {
            let [rate, low, high] = rate_cells(survey.pooled(v, s, Counts::failures).map(|mean| mean.rate()));
            if !rate.is_empty() {
                points.push(&[
                    &survey.scalars[s],
                    &"(mean)",
                    &survey.variants[v].name,
                    &or_nothing(None::<u64>),
                    &"",
                    &rate,
                    &low,
                    &high,
                ]);
            }
        }
    }
    let cell = |family: &Option<usize>, v: &usize| match *family {
        Some(f) => rate_cell(survey.failure_rate(f, *v, s).map(|rate| rate.rate), asked(f, *v)),
        None => rate_cell(survey.pooled(*v, s, Counts::failures).map(|mean| mean.rate), true),
    };
    let each = vec![Matrix::of(String::new(), &order, &variants, cell)];
    let name = |family: &Option<usize>| match *family {
        Some(f) => RowName::plain(label(&survey.families[f].name)),
        None => RowName { text: "mean".to_owned(), is_bold: true },
    };
    let rows = order.iter().map(name).collect();
    let names = columns.into_iter().map(|column| column.name).collect();
    let scale = rate_scale("failures in % (0: white)");
    let matrices = Matrices { rows, rows_title: "", columns: names, gaps, each, scale };
    let scalar = &survey.scalars[s];
    let foot = format!(
        "{scalar}; {}; mean: {} with equal weights. Where none of {} fails, the rate is below {} % (95 %).",
        cases_text(survey, s, &families),
        counted(pooled, "family", "families"),
        survey.study.facts.cases_per_family,
        percent_up(upper(0, survey.study.facts.cases_per_family))
    );
    Sheet {
        name: scalar.clone(),
        title: format!("Failure rate by family and variant, {scalar}"),
        text: format!(
            "Failures (off, missed, phantom or gave-up) in % of the applicable cases of each family. Inaccurate and contact answers are \
             no failures. Hatched: {}; such a family is not in the variant's mean. The corpus is a collection of failures and in no mean. \
             Variants with the same counts share a column.",
            Column::NotApplicable.name().replace('-', " ")
        ),
        foot,
        shows: format!("failure rate, family by variant, {scalar}"),
        points,
        ..matrices.sheet(room)
    }
}
