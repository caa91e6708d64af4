//! Variants and peers in turns on the same cases: time per query over points and gap, with the wrong answers of each.

use gjk_records::Duel;

use crate::axis::Axis;
use crate::contest::{Contest, time};
use crate::figure::contest::{Note, Row, contest_styles, groups};
use crate::figure::{Around, Made, SHEETS, Sheet, failed, sheet, sheet_name};
use crate::{Failure, Survey, Table};

pub(crate) const NAME: &str = "duel";

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
    let times = || records().filter_map(time);
    if times().next().is_none() {
        return Ok(None);
    }
    let y = Axis::log10(times().fold(f64::INFINITY, f64::min) / 1.35, times().fold(0.0, f64::max) * 1.35, 8);
    let rows: Vec<Row> = groups(contest, scalar, true)
        .into_iter()
        .map(|group| Row {
            contest,
            scalar,
            shown: group.iter().copied().zip(contest_styles(survey, contest, &group)).collect(),
            y: y.clone(),
            y_title: "time per query / ns",
            value: time,
            note: wrong,
            notes_title: "not right, of",
        })
        .collect();
    let around = Around {
        title: format!("Variants and peers in turns on the same cases, {scalar}"),
        subtitle: "Median time per query of one core over the cases that everybody timed in the cell gets right. Gaps in units of \
                   the bodies' size; boxes stand at the left of hulls. Below each panel the number of answers that are not right \
                   (wrong, inaccurate, or given up), dots for none; bold, in colour: too many, left out and not timed. Names in \
                   bold: peers. Filled marks: distances; hollow: verdicts only. scan-alone: the support points of \
                   signed-volumes without its algorithm."
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
    let caption = format!("time per query of variants and peers over points and gap in {scalar}, with their wrong answers");
    Ok(Some(Sheet { name, png, caption, points: points(records()) }))
}

fn wrong(record: &Duel) -> Note {
    let text = if record.left_out == 0 { "·".to_owned() } else { record.left_out.to_string() };
    Note { text, loud: record.median_ns.is_none() }
}

/// Records as they are plotted.
fn points<'a>(records: impl Iterator<Item = &'a Duel>) -> Table {
    let columns = ["scalar", "family", "points", "gap", "variant", "peer", "median_ns", "timed", "cases", "not_right"];
    let mut table = Table::new(&[&columns[..], &["gave_up", "inaccurate"]].concat());
    for record in records {
        let Duel { scalar, family, points, gap, variant, peer, median_ns, .. } = record;
        let names = [scalar.clone(), family.clone(), points.to_string(), gap.clone(), variant.clone(), peer.to_string()];
        let median = median_ns.map_or_else(String::new, |median| median.to_string());
        let counts = [record.timed, record.cases, record.left_out, record.gave_up, record.inaccurate];
        table.push(names.into_iter().chain([median]).chain(counts.map(|count| count.to_string())));
    }
    table
}
