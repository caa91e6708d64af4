//! Cumulative distribution of the errors of distance variants, and its tail.

use gjk_records::Ruling;

use crate::axis::{Axis, number};
use crate::canvas::{Canvas, Frame, Stroke, dots, stroke};
use crate::figure::groups::{Groups, variant_styles};
use crate::figure::{Figure, RECORDS, Sheet, Sheets, left_out, weights_text};
use crate::ink::ink;
use crate::panel::{Panel, TICK, row};
use crate::style::{FAINT, GREY};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "error-cumulative",
    description: "cumulative distribution of errors in units of u·D, with the tolerance",
    reads: &[RECORDS],
    draw,
};

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

/// The distributions of these variants in these scalars.
fn curves(survey: &Survey, variants: impl Iterator<Item = usize> + Clone, scalars: &[usize]) -> Vec<Curve> {
    let place = |variant: usize, scalar: usize| variant * survey.scalars.len() + scalar;
    let mut rows = vec![Vec::new(); place(survey.variants.len(), 0)];
    for row in &survey.rows {
        rows[place(row.variant, row.scalar)].push((row.family, row.record.error_units, row.record.ruling));
    }
    let of_scalar = |&s: &usize| variants.clone().map(move |v| (v, s));
    scalars.iter().flat_map(of_scalar).map(|(v, s)| curve(survey, v, s, &rows[place(v, s)])).collect()
}

/// What is not seen in the curves.
fn notes(survey: &Survey, curves: &[Curve], x: &Axis) -> Vec<String> {
    let note = |curve: &Curve| {
        let high = curve.steps.iter().filter(|step| step.0 > x.high()).count();
        let (variant, scalar) = (&survey.variants[curve.variant].name, &survey.scalars[curve.scalar]);
        (curve.beyond + high > 0).then(|| {
            format!(
                "{variant}, {scalar}: {} errors are infinite or not a number, {high} lie beyond the axis; none of them is reached.",
                curve.beyond
            )
        })
    };
    curves.iter().filter_map(note).collect()
}

fn draw<'s>(survey: &'s Survey<'s>) -> Sheets<'s> {
    let groups = Groups::new(survey, |v| survey.variants[v].distance);
    if groups.all.is_empty() {
        return left_out("no variant gives a distance");
    }
    let scalars = survey.float_scalars();
    let curves = curves(survey, groups.all.iter().flatten().copied(), &scalars);
    if curves.iter().all(|curve| curve.steps.is_empty()) {
        return left_out("no distance in floating point was judged");
    }
    let largest = curves.iter().filter_map(|c| c.steps.last()).map(|step| step.0).fold(1.0, f64::max);
    let tolerance = survey.study.facts.tolerance;
    let end = largest.max(tolerance * 10.0).clamp(100.0, MOST);
    let x = Axis::log10(LEAST, 10f64.powf(end.log10().ceil()), 9);
    let least_tail = curves.iter().flat_map(|c| &c.steps).map(|s| 1.0 - s.1).filter(|tail| *tail > 1e-9).fold(0.1, f64::min);
    let halves = [
        ("share with at most this error", Axis::linear(0.0, 1.0, 5)),
        ("share with a greater error", Axis::log10(10f64.powf(least_tail.log10().floor()).max(1e-6), 1.0, 6)),
    ];

    let mut points = Table::new(&["scalar", "variant", "answers", "error_units", "share_at_most"]);
    for curve in &curves {
        for (error, share) in thinned(&curve.steps, &x) {
            let (scalar, variant) = (&survey.scalars[curve.scalar], &survey.variants[curve.variant].name);
            points.push(&[scalar, variant, &curve.answers, &error, &share]);
        }
    }
    let subtitle = format!(
        "Share of answers with the right verdict whose distance, and distance of the witness points, are off by at most the \
         error on the axis, among all applicable answers of the variant: wrong verdicts and answers given up keep a curve \
         below 1. {} Errors up to {LEAST}, 0 included, count at the left end.{}",
        weights_text(survey),
        groups.grey_text()
    );
    let (legend, notes) = (groups.common_legend(), notes(survey, &curves, &x));
    let one = dots(126.0) as i32;
    let head = groups.legend_height();
    let panels = Sheet::new((2 * one + head) * groups.all.len() as i32, move |canvas, body| {
        for (g, group) in groups.all.iter().enumerate() {
            let above = body.top + g as i32 * (2 * one + head);
            groups.legend(canvas, (body.left, above), group);
            for (half, (what, y)) in halves.iter().enumerate() {
                let top = above + head + half as i32 * one + dots(14.0) as i32;
                let frame = Frame { top, bottom: top + one - dots(40.0) as i32, ..body };
                let room = (frame, scalars.len(), [34.0, 23.0, 7.0]);
                for (panel, &s) in row(canvas, room, (&x, true), (y, what, 29.0)).iter().zip(&scalars) {
                    panel.x_title("error / (u·D)");
                    let n = curves.iter().filter(|c| c.scalar == s && group.contains(&c.variant)).map(|c| c.answers);
                    let (few, many) = (n.clone().min().unwrap_or(0), n.max().unwrap_or(0));
                    let n = if few == many { format!("n = {few}") } else { format!("n = {few} to {many}") };
                    panel.title(&format!("{}, {n} answers", survey.scalars[s]));
                    mark_tolerance(canvas, panel, tolerance, half == 0);
                    draw_curves(survey, panel, &curves, s, group, half == 1);
                }
            }
        }
    });
    Ok(vec![Sheet {
        title: "Errors of distances, cumulative".to_owned(),
        subtitle,
        legend,
        notes,
        caption: "cumulative distribution of the errors of distances in units of u·D, and its tail".to_owned(),
        points,
        ..panels
    }])
}

fn mark_tolerance(canvas: &Canvas, panel: &Panel, tolerance: f64, label: bool) {
    if let Some((x, _)) = panel.at((tolerance, panel.y.high())).filter(|_| tolerance > 0.0) {
        let Frame { top, bottom, .. } = panel.frame;
        canvas.path(&[(x, top), (x, bottom)], Stroke { dash: &[3.0, 2.0], ..stroke(GREY, 0.7) });
        if label {
            let at = (x + dots(2.5) as i32, bottom - dots(6.0) as i32);
            canvas.text(at, &format!("tolerance {}", number(tolerance)), ink(TICK).grey());
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
