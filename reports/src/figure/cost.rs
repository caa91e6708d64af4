//! What queries cost on any machine: support points asked for, over points and gap.

use gjk_records::Duel;

use crate::axis::Axis;
use crate::contest::Contest;
use crate::figure::contest::{Note, Row, contest_styles, groups};
use crate::figure::{Around, Made, SHEETS, Sheet, failed, sheet, sheet_name};
use crate::{Failure, Survey, Table};

pub(crate) const NAME: &str = "cost";

pub(crate) fn draw(survey: &Survey) -> Result<Made, Failure> {
    let contest = Contest::new(&survey.study.duels);
    let mut sheets = Vec::new();
    for scalar in contest.scalars().into_iter().take(SHEETS) {
        if let Some(sheet) = draw_scalar(survey, &contest, scalar, sheet_name(NAME, sheets.len() + 1))? {
            sheets.push(sheet);
        }
    }
    if sheets.is_empty() {
        return Ok(Made::LeftOut("there was no contest".to_owned()));
    }
    Ok(Made::Drawn(sheets))
}

fn draw_scalar<'a>(survey: &Survey, contest: &Contest<'a>, scalar: &'a str, name: String) -> Result<Option<Sheet>, Failure> {
    let records = || survey.study.duels.iter().filter(|record| record.scalar == scalar);
    let counts = || records().filter_map(supports);
    if counts().next().is_none() {
        return Ok(None);
    }
    let y = Axis::log10(counts().fold(f64::INFINITY, f64::min) / 1.2, counts().fold(0.0, f64::max) * 1.2, 8);
    let rows: Vec<Row> = groups(contest, scalar, false)
        .into_iter()
        .map(|group| Row {
            contest,
            scalar,
            shown: group.iter().copied().zip(contest_styles(survey, contest, &group)).collect(),
            y: y.clone(),
            y_title: "support points of M per query",
            value: supports,
            note: mean,
            notes_title: "cases",
        })
        .collect();
    let around = Around {
        title: format!("Support points that variants and peers ask for, {scalar}"),
        subtitle: "Mean number of evaluations of the support mapping of M = A − B per query, over the cases of the cell that \
                   everybody timed gets right; each takes one scalar product a point of either body where all points are \
                   scanned. It depends on no machine. Below each panel the same as numbers; a dash for who is not timed there. Lines of variants that share \
                   their loop may cover each other. Names in bold: peers. Filled marks: distances; hollow: verdicts only."
            .to_owned(),
        legend: Vec::new(),
        notes: Vec::new(),
    };
    let height = rows.iter().map(Row::height).sum();
    let png = sheet(survey, &around, height, |canvas, body| {
        let mut top = body.top;
        for row in &rows {
            row.draw(canvas, body, top);
            top += row.height();
        }
    })
    .map_err(failed(NAME))?;
    let caption = format!("support points asked for by variants and peers over points and gap in {scalar}");
    Ok(Some(Sheet { name, png, caption, points: points(records()) }))
}

/// The mean number of support points, if it is one; none of who is left out, and may have run to its limit.
fn supports(record: &Duel) -> Option<f64> {
    record.supports.filter(|mean| record.median_ns.is_some() && mean.is_finite() && *mean > 0.0)
}

fn mean(record: &Duel) -> Note {
    let text =
        supports(record).map_or_else(|| "–".to_owned(), |mean| format!("{mean:.digits$}", digits = usize::from(mean < 9.95)));
    Note { text, loud: false }
}

/// Records as they are plotted.
fn points<'a>(records: impl Iterator<Item = &'a Duel>) -> Table {
    let mut table = Table::new(&["scalar", "family", "points", "gap", "variant", "peer", "supports", "iterations", "products"]);
    for record in records {
        let Duel { scalar, family, points, gap, variant, peer, supports, iterations, products, .. } = record;
        let names = [scalar.clone(), family.clone(), points.to_string(), gap.clone(), variant.clone(), peer.to_string()];
        let mean = |mean: &Option<f64>| mean.map_or_else(String::new, |mean| mean.to_string());
        table.push(names.into_iter().chain([mean(supports), mean(iterations), mean(products)]));
    }
    table
}
