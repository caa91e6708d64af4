//! Cumulative distribution of the errors of distance variants, and its tail.

use gjk_records::Ruling;

use crate::axis::Axis;
use crate::canvas::{Canvas, Frame, Stroke, dots, stroke};
use crate::figure::{
    Around, Made, Sheet, columns, common_legend, failed, grey_text, group_legend, group_legend_height, groups, sheet,
    variant_styles, weights_text,
};
use crate::ink::ink;
use crate::panel::{Panel, TICK};
use crate::style::{FAINT, GREY};
use crate::{Failure, Survey, Table};

pub(crate) const NAME: &str = "error-cumulative";

/// The errors between which a curve is drawn at most, in units.
const LEAST: f64 = 1e-3;
const MOST: f64 = 1e16;

/// The distribution of one variant in one scalar.
struct Curve {
    variant: usize,
    scalar: usize,
    /// Answers that the shares are of.
    answers: usize,
    /// Error and share of answers with the right verdict and at most this error, ascending.
    steps: Vec<(f64, f64)>,
    /// Answers with the right verdict whose error is not a number or infinite.
    beyond: usize,
}

fn curve(survey: &Survey, variant: usize, scalar: usize, rows: &[(usize, Option<f64>, Ruling)]) -> Curve {
    let weights = survey.weights(variant, scalar);
    let (mut errors, mut beyond, mut answers) = (Vec::new(), 0, 0);
    for &(family, error, ruling) in rows {
        if weights[family] == 0.0 || ruling == Ruling::NotApplicable {
            continue;
        }
        answers += 1;
        if !matches!(ruling, Ruling::Right | Ruling::Inaccurate) {
            continue;
        }
        // Without a recorded error there is no number that could be off.
        match error.unwrap_or(0.0) {
            error if error.is_finite() => errors.push((error.max(0.0), weights[family])),
            _ => beyond += 1,
        }
    }
    errors.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let (mut steps, mut sum): (Vec<(f64, f64)>, f64) = (Vec::new(), 0.0);
    for (error, weight) in errors {
        sum += weight;
        match steps.last_mut() {
            Some(last) if last.0 == error => last.1 = sum,
            _ => steps.push((error, sum)),
        }
    }
    Curve { variant, scalar, answers, steps, beyond }
}

/// Thins the steps to what can be told apart: a few hundred places on the axis.
fn thinned(steps: &[(f64, f64)], axis: &Axis) -> Vec<(f64, f64)> {
    let place = |error: f64| (axis.fraction(error.max(axis.low())).unwrap_or(0.0) * 600.0) as i64;
    let mut kept: Vec<(f64, f64)> = Vec::new();
    for &(error, share) in steps {
        let error = error.max(axis.low());
        match kept.last_mut() {
            Some(last) if place(last.0) == place(error) => *last = (last.0, share),
            _ => kept.push((error, share)),
        }
    }
    kept
}

pub(crate) fn draw(survey: &Survey) -> Result<Made, Failure> {
    let groups = groups(survey, |v| survey.variants[v].distance);
    if groups.is_empty() {
        return Ok(Made::LeftOut("no variant gives a distance".to_owned()));
    }
    let scalars: Vec<usize> = survey.judged_scalars().into_iter().filter(|&s| survey.scalars[s] != "exact").collect();
    let mut rows = vec![Vec::new(); survey.variants.len() * survey.scalars.len()];
    for row in &survey.rows {
        let place = row.variant * survey.scalars.len() + row.scalar;
        rows[place].push((row.family, row.record.error_units, row.record.ruling));
    }
    let mut curves = Vec::new();
    for &s in &scalars {
        for &v in groups.iter().flatten() {
            curves.push(curve(survey, v, s, &rows[v * survey.scalars.len() + s]));
        }
    }
    if curves.iter().all(|curve| curve.steps.is_empty()) {
        return Ok(Made::LeftOut("no distance in floating point was judged".to_owned()));
    }
    let largest = curves.iter().filter_map(|c| c.steps.last()).map(|step| step.0).fold(1.0, f64::max);
    let tolerance = survey.study.facts.tolerance;
    let end = largest.max(tolerance * 10.0).clamp(100.0, MOST);
    let x = Axis::log10(LEAST, 10f64.powf(end.log10().ceil()), 9);

    let mut table = Table::new(&["scalar", "variant", "answers", "error_units", "share_at_most"]);
    for curve in &curves {
        for (error, share) in thinned(&curve.steps, &x) {
            let names = [survey.scalars[curve.scalar].clone(), survey.variants[curve.variant].name.clone()];
            table.push(names.into_iter().chain([curve.answers.to_string(), error.to_string(), share.to_string()]));
        }
    }
    let least_tail = curves.iter().flat_map(|c| &c.steps).map(|s| 1.0 - s.1).filter(|tail| *tail > 1e-9).fold(0.1, f64::min);
    let tail = Axis::log10(10f64.powf(least_tail.log10().floor()).max(1e-6), 1.0, 6);

    let mut notes = Vec::new();
    for curve in &curves {
        let high = curve.steps.iter().filter(|step| step.0 > x.high()).count();
        if curve.beyond + high > 0 {
            notes.push(format!(
                "{}, {}: {} errors are infinite or not a number, {high} lie beyond the axis; none of them is reached.",
                survey.variants[curve.variant].name, survey.scalars[curve.scalar], curve.beyond
            ));
        }
    }
    let around = Around {
        title: "Errors of distances, cumulative".to_owned(),
        subtitle: format!(
            "Share of answers with the right verdict whose distance, and distance of the witness points, are off by at most the \
             error on the axis, among all applicable answers of the variant: wrong verdicts and answers given up keep a curve \
             below 1. {} Errors up to {LEAST}, 0 included, count at the left end.{}",
            weights_text(survey),
            grey_text(&groups)
        ),
        legend: common_legend(survey, &groups),
        notes,
    };
    let one = dots(126.0) as i32;
    let head = group_legend_height(survey, &groups);
    let png = sheet(survey, &around, (2 * one + head) * groups.len() as i32, |canvas, body| {
        for (g, group) in groups.iter().enumerate() {
            let above = body.top + g as i32 * (2 * one + head);
            group_legend(survey, canvas, (body.left, above), group, &groups);
            for (half, y) in [(0, Axis::linear(0.0, 1.0, 5)), (1, tail.clone())] {
                let top = above + head + half * one + dots(14.0) as i32;
                let line = Frame { top, bottom: top + one - dots(40.0) as i32, ..body };
                let frames = columns(line, scalars.len(), dots(34.0) as i32, dots(23.0) as i32, dots(7.0) as i32);
                for (i, (frame, &s)) in frames.into_iter().zip(&scalars).enumerate() {
                    let panel = Panel::new(canvas, frame, x.clone(), y.clone());
                    panel.grid(true, i == 0);
                    panel.x_title("error / (u·D)");
                    let what = if half == 0 { "share with at most this error" } else { "share with a greater error" };
                    let n = curves.iter().filter(|c| c.scalar == s && group.contains(&c.variant)).map(|c| c.answers);
                    let (few, many) = (n.clone().min().unwrap_or(0), n.max().unwrap_or(0));
                    let n = if few == many { format!("n = {few}") } else { format!("n = {few} to {many}") };
                    panel.title(&format!("{}, {n} answers", survey.scalars[s]));
                    if i == 0 {
                        panel.y_title(what, 29.0);
                    }
                    mark_tolerance(canvas, &panel, tolerance, half == 0);
                    draw_curves(survey, &panel, &curves, s, group, half == 1);
                }
            }
        }
    })
    .map_err(failed(NAME))?;
    let caption = "cumulative distribution of the errors of distances in units of u·D, and its tail".to_owned();
    Ok(Made::Drawn(vec![Sheet { name: NAME.to_owned(), png, caption, points: table }]))
}

fn mark_tolerance(canvas: &Canvas, panel: &Panel, tolerance: f64, label: bool) {
    if let Some((x, _)) = panel.at((tolerance, panel.y.high())).filter(|_| tolerance > 0.0) {
        let Frame { top, bottom, .. } = panel.frame;
        canvas.path(&[(x, top), (x, bottom)], Stroke { dash: &[3.0, 2.0], ..stroke(GREY, 0.7) });
        if label {
            let at = (x + dots(2.5) as i32, bottom - dots(6.0) as i32);
            canvas.text(at, &format!("tolerance {}", crate::axis::number(tolerance)), ink(TICK).grey());
        }
    }
}

fn draw_curves(survey: &Survey, panel: &Panel, curves: &[Curve], scalar: usize, group: &[usize], tail: bool) {
    let styles = variant_styles(survey);
    let (mine, others): (Vec<&Curve>, Vec<&Curve>) =
        curves.iter().filter(|c| c.scalar == scalar).partition(|c| group.contains(&c.variant));
    for (list, faint) in [(others, true), (mine, false)] {
        for (place, curve) in list.into_iter().enumerate() {
            let mut steps = thinned(&curve.steps, &panel.x);
            steps.insert(0, (panel.x.low(), steps.first().filter(|s| s.0 <= panel.x.low()).map_or(0.0, |s| s.1)));
            if let Some(last) = steps.last().copied() {
                steps.push((panel.x.high(), last.1));
            }
            if tail {
                // Below the axis the share is drawn at its end: nothing is left, or less than can be told.
                steps.iter_mut().for_each(|step| step.1 = (1.0 - step.1).max(panel.y.low()));
            }
            let style = styles[curve.variant];
            if faint {
                panel.stairs(&steps, stroke(FAINT, 0.9));
                continue;
            }
            panel.stairs(&steps, Stroke { dash: style.dash, ..stroke(style.colour, 1.1) });
            // Marks at a few places, at other ones for each variant.
            for k in 0..5 {
                let wanted = (f64::from(k) + 0.2 + 0.6 * place as f64 / group.len().max(1) as f64) / 5.0;
                let error = (panel.x.low().ln() + wanted * (panel.x.high() / panel.x.low()).ln()).exp();
                if let Some(step) = steps.iter().rev().find(|step| step.0 <= error) {
                    panel.series(&[(error, step.1)], &style, 1.0, true);
                }
            }
        }
    }
}
