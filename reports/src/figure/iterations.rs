//! Iterations per query: their distribution by variant.

use std::collections::BTreeMap;

use crate::distinct::distinct;
use crate::draw::{Axis, Canvas, Panel, Rect, Stroke, TEXT, columns, dots, ink, stroke};
use crate::figure::heatmap::cases_text;
use crate::figure::{ANSWERS, Figure, Room, Sheet, Sheets, Width, label, left_out, weights_text};
use crate::summary::weighted_quantile;
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "iterations",
    description: "iterations per query: their distribution by variant",
    reads: &[ANSWERS],
    width: Width::Page,
    draw,
};

const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// The distribution of a variant in one scalar: quantiles, greatest value, answers.
struct Strip {
    quantiles: [f64; 5],
    most: f64,
    answers: u64,
}

/// Strips by scalar and variant.
type Strips = BTreeMap<(usize, usize), Strip>;

fn strip(survey: &Survey, variant: usize, scalar: usize) -> Option<Strip> {
    let counts = survey.weighted(variant, scalar, |found| found.iterations.iter().map(|((_, number), count)| (number, count)));
    let most = *counts.last_key_value()?.0 as f64;
    let answers = counts.values().map(|(answers, _)| answers).sum();
    let values: Vec<(f64, f64)> = counts.into_iter().map(|(iterations, (_, weight))| (iterations as f64, weight)).collect();
    Some(Strip { quantiles: QUANTILES.map(|q| weighted_quantile(&values, q).unwrap_or(most)), most, answers })
}

fn strips(survey: &Survey) -> Strips {
    let places = (0..survey.scalars.len()).flat_map(|s| (0..survey.variants.len()).map(move |v| (s, v)));
    places.filter_map(|(s, v)| Some(((s, v), strip(survey, v, s)?))).collect()
}

/// An axis for counts from `least` to `most`: logarithmic, with a place for zero if it occurs.
fn counts(least: f64, most: f64) -> Axis {
    let axis = Axis::log10(if least < 1.0 { 0.9 } else { least / 1.15 }, most.max(2.0) * 1.2, 8);
    if least < 1.0 { axis.with_zero() } else { axis }
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    let (strips, silent): (Strips, Strips) = strips(survey).into_iter().partition(|(_, strip)| strip.most > 0.0);
    if strips.is_empty() {
        return left_out("nobody tells iterations");
    }
    let columns = "scalar variant answers quantile_05 quantile_25 median quantile_75 quantile_95 most";
    let mut points = Table::new(columns.split(' '));
    for ((s, v), Strip { quantiles: [low, quarter, middle, three, high], most, answers }) in &strips {
        let (scalar, variant) = (&survey.scalars[*s], &survey.variants[*v].name);
        points.push(&[scalar, variant, answers, low, quarter, middle, three, high, most]);
    }
    let mut scalars = survey.judged_scalars();
    if room.is_narrow() {
        scalars = survey.float_scalars().pop().map_or(scalars, |scalar| vec![scalar]);
    }
    let variants: Vec<usize> =
        (0..survey.variants.len()).filter(|v| strips.keys().any(|(s, other)| other == v && scalars.contains(s))).collect();
    let silent: Vec<&str> = distinct(silent.keys().map(|(_, v)| *v))
        .into_iter()
        .filter(|v| !variants.contains(v))
        .map(|v| &survey.variants[v].name[..])
        .collect();
    let notes = match silent.is_empty() {
        true => Vec::new(),
        false => vec![format!("Not drawn, since they report no iterations: {}.", silent.join(", "))],
    };
    let families = survey.families_in_rates();
    let counted: Vec<String> =
        scalars.iter().map(|&s| format!("{}: {}", survey.scalars[s], cases_text(survey, s, &families))).collect();
    let height = dots(36.0) + variants.len() as i32 * dots(9.6);
    let panels = Sheet::new(height, move |canvas, body| draw_strips(survey, canvas, body, &strips, &variants, &scalars));
    Ok(vec![Sheet {
        title: "Iterations per query".to_owned(),
        text: format!(
            "An iteration is a pair of calls of the support mappings. All applicable queries are counted, also those without \
             an answer. Thin line: 5 to 95 %; thick line: quartiles; mark: median; dot: greatest. {}",
            weights_text(survey)
        ),
        foot: format!("{}; families with equal weights.", counted.join("; ")),
        notes,
        shows: "iterations per query: their distribution by variant".to_owned(),
        points,
        ..panels
    }])
}

fn draw_strips(survey: &Survey, canvas: &Canvas, body: Rect, strips: &Strips, variants: &[usize], scalars: &[usize]) {
    let names = ink(TEXT);
    let room = variants.iter().map(|&v| names.width(&label(&survey.variants[v].name))).max().unwrap_or(0) + dots(5.0);
    let least = strips.values().map(|strip| strip.quantiles[0]).fold(f64::INFINITY, f64::min);
    let most = strips.values().map(|strip| strip.most).fold(1.0, f64::max);
    let line = Rect { top: body.top + dots(12.0), bottom: body.bottom - dots(24.0), ..body };
    let frames = columns(line, scalars.len(), [room, dots(12.0), dots(6.0)]);
    for (i, (frame, &s)) in frames.into_iter().zip(scalars).enumerate() {
        let panel = Panel::new(canvas, frame, counts(least, most), Axis::places(variants.len()));
        panel.grid(true, false);
        panel.title(&survey.scalars[s]);
        panel.x_title("iterations per query");
        for (place, &v) in variants.iter().enumerate() {
            // The first variant is at the top.
            let y = (variants.len() - place) as f64 - 0.5;
            if i == 0
                && let Some((_, middle)) = panel.at((panel.x().high, y))
            {
                canvas.text((frame.left - dots(3.0), middle), &label(&survey.variants[v].name), names.right());
            }
            let Some(strip) = strips.get(&(s, v)) else { continue };
            let style = survey.variants[v].style;
            let [low, quarter, middle, three, high] = strip.quantiles;
            panel.line(&[(low, y), (high, y)], stroke(style.colour, 0.8));
            panel.line(&[(quarter, y), (three, y)], Stroke { opacity: 0.55, ..stroke(style.colour, 4.2) });
            if let Some(at) = panel.at((strip.most, y)) {
                canvas.dot(at, 0.9, style.colour);
            }
            if let Some(at) = panel.at((middle, y)) {
                canvas.mark(at, style.mark, 2.1, style.colour, survey.variants[v].gives_distances());
            }
        }
    }
}
