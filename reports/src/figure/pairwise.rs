//! Ratio of times, variant by variant, each pair over the cases that both get right.

use std::collections::BTreeMap;

use crate::draw::{Colour, diverging};
use crate::figure::matrix::{Cell, Matrices, Matrix, Scale};
use crate::figure::{Figure, Sheet, Sheets, TIMES, label, left_out, time_notes, weights_text};
use crate::summary::geometric_mean;
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "pairwise",
    description: "ratio of times, variant by variant, over the cases that both get right",
    reads: &[TIMES],
    draw,
};

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

fn draw<'s>(survey: &'s Survey<'s>) -> Sheets<'s> {
    if survey.times.is_empty() {
        return left_out("nothing was timed");
    }
    let mut ratios: BTreeMap<(usize, usize, usize), (Vec<f64>, usize)> = BTreeMap::new();
    for pair in survey.times.ratios(false).into_iter().filter(|pair| survey.is_pooled(pair.family)) {
        let (list, cases) = ratios.entry((pair.scalar, pair.variant, pair.other)).or_default();
        list.push(pair.ratio);
        *cases += pair.cases;
    }
    if ratios.is_empty() {
        return left_out("no timed case is right for two variants");
    }
    let mut points = Table::new(["scalar", "variant", "other", "families", "cases", "ratio"]);
    let timed = |v: &usize| ratios.keys().any(|key| key.1 == *v);
    let variants: Vec<usize> = (0..survey.variants.len()).filter(timed).collect();
    let mut cell = |s: usize, v: usize, other: usize| {
        if v == other {
            return Some(Cell { text: "1".to_owned(), fill: colour(1.0), subtle: true });
        }
        let (list, cases) = ratios.get(&(s, v, other))?;
        let ratio = geometric_mean(list.iter().copied())?;
        let names = [v, other].map(|v| &survey.variants[v].name);
        points.push(&[&survey.scalars[s], names[0], names[1], &list.len(), cases, &ratio]);
        Some(Cell { text: short(ratio), fill: colour(ratio), subtle: false })
    };
    let mut each = Vec::new();
    for s in (0..survey.scalars.len()).filter(|s| ratios.keys().any(|key| key.0 == *s)) {
        each.push(Matrix::of(survey.scalars[s].clone(), &variants, &variants, |&v, &other| cell(s, v, other)));
    }
    let names: Vec<String> = variants.iter().map(|&v| label(&survey.variants[v].name)).collect();
    let labels = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0].map(|ratio| (place(ratio), ratio.to_string())).to_vec();
    let scale = Scale { title: "time of row / time of column", labels, colour: diverging };
    let matrices = Matrices { rows: names.clone(), columns: names, gaps: Vec::new(), each, scale };
    Ok(vec![Sheet {
        title: "Ratio of times, pair by pair".to_owned(),
        subtitle: format!(
            "Time of the row over time of the column: median over the timed cases of a family that both get right, geometric mean \
             over families. Above 1 (orange) the row is slower. {} A family counts for a pair if both have a right answer in it.",
            weights_text(survey)
        ),
        notes: time_notes(survey),
        caption: "ratio of times of each pair of variants over the cases that both get right".to_owned(),
        points,
        ..matrices.sheet()
    }])
}
