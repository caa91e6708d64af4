//! Cumulative distribution of the errors of distance variants, and its tail.
//!
//! A tally has the errors by cells, eight an octave. An error stands at the end of its cell, so a curve is a lower bound of the
//! share, and at most an eighth to the right of the exact one. The errors are those of answers with the right verdict, `off` ones
//! among them, as the rulings go by them: no right answer stands to the right of the tolerance, even where that lies within a cell.
//! Earlier records do not have these errors; where they are missing the figure says so.

use gjk_records::{Cell, Column, Counts, VariantAnswers};

use crate::draw::{Axis, Canvas, FAINT, GREY, Panel, Rect, Stroke, TICK, dots, ink, number, row, stroke};
use crate::figure::groups::Groups;
use crate::figure::{ANSWERS, Figure, Sheet, Sheets, left_out, weights_text};
use crate::survey::distinct;
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "error-cumulative",
    description: "cumulative distribution of errors in units of u·D, with the tolerance",
    reads: &[ANSWERS],
    draw,
};

/// The errors between which a curve is drawn at most, in units.
const LEAST: f64 = 1e-3;
const MOST: f64 = 1e16;

struct Step {
    error: f64,
    answers: u64,
    /// The share of answers with the right verdict and at most this error.
    share: f64,
}

/// The distribution of one variant in one scalar.
struct Curve {
    variant: usize,
    scalar: usize,
    /// Answers that the shares are of.
    answers: u64,
    /// Ascending.
    steps: Vec<Step>,
    /// Answers with the right verdict whose error is not a number or infinite.
    beyond: u64,
    /// Whether these are the errors that the rulings go by.
    is_judged: bool,
}

/// The errors by their cells, those of right answers before the others of their cell, which are beyond the tolerance.
fn placed(found: &VariantAnswers) -> impl Iterator<Item = ((Cell, bool), u64)> + '_ {
    // Right answers are those with the least errors, if the ruling goes by these.
    let mut right = if found.has_judged_errors() { found.counts.rulings[Column::Right] } else { 0 };
    let parts = move |(cell, count): (Cell, u64)| {
        let within = count.min(right);
        right -= within;
        [((cell, false), within), ((cell, true), count - within)]
    };
    found.errors.iter().flat_map(parts).filter(|(_, count)| *count > 0)
}

fn curve(survey: &Survey, variant: usize, scalar: usize) -> Curve {
    let families = survey.pooled_families(variant, scalar);
    let tolerance = survey.study.facts.tolerance;
    let mut share = 0.0;
    let step = |((cell, is_beyond), (answers, weight)): ((Cell, bool), (u64, f64))| {
        share += weight;
        let error = cell.end().max(0.0);
        Step { error: if is_beyond { error } else { error.min(tolerance) }, answers, share }
    };
    let found = || families.iter().filter_map(|&f| survey.answers(f, variant, scalar));
    Curve {
        variant,
        scalar,
        answers: survey.sum(&families, variant, scalar, Counts::applicable),
        steps: survey.weighted(variant, scalar, placed).into_iter().map(step).collect(),
        beyond: found().map(|found| found.endless_errors).sum(),
        is_judged: found().all(VariantAnswers::has_judged_errors),
    }
}

/// The curve on an axis: errors and shares. All errors up to its lower end lie there.
fn on_axis(steps: &[Step], axis: &Axis) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    for step in steps {
        let error = step.error.max(axis.low);
        match points.last_mut() {
            Some(last) if last.0 == error => last.1 = step.share,
            _ => points.push((error, step.share)),
        }
    }
    points
}

/// What is not seen in the curves.
fn notes(survey: &Survey, curves: &[Curve], x: &Axis) -> Vec<String> {
    let note = |curve: &Curve| {
        let high = curve.steps.iter().filter(|step| step.error > x.high).map(|step| step.answers).sum::<u64>();
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

/// What a length error is here.
fn errors_text(survey: &Survey, curves: &[Curve]) -> String {
    const JUDGED: &str = "A length error is the greatest of those of the distance, of the witness points' distance and of a witness \
        point's distance from its body, the last two less what rounding the points may cost. The ruling goes by it, so that right \
        answers end at the tolerance.";
    const EARLIER: &str = "the greater of those of the distance and of the witness points' distance, with what rounding the points may \
        cost: right answers may lie beyond the tolerance.";
    let earlier = distinct(curves.iter().filter(|curve| !curve.is_judged).map(|curve| curve.variant));
    match earlier.len() {
        0 => JUDGED.to_owned(),
        _ if curves.iter().all(|curve| !curve.is_judged) => {
            format!("These records do not have the error that the ruling goes by. A length error is here {EARLIER}")
        }
        _ => {
            let names: Vec<&str> = earlier.iter().map(|&v| &survey.variants[v].name[..]).collect();
            format!("{JUDGED} Some records of {} do not have it: there it is {EARLIER}", names.join(", "))
        }
    }
}

fn draw<'s>(survey: &'s Survey<'s>) -> Sheets<'s> {
    let groups = Groups::new(survey, |v| survey.variants[v].distance);
    if groups.all.is_empty() {
        return left_out("no variant gives a distance");
    }
    let scalars = survey.float_scalars();
    let of_scalar = |&s: &usize| groups.all.iter().flatten().map(move |&v| curve(survey, v, s));
    // Who answered nothing in a scalar has no curve there.
    let curves: Vec<Curve> = scalars.iter().flat_map(of_scalar).filter(|curve| curve.answers > 0).collect();
    if curves.iter().all(|curve| curve.steps.is_empty()) {
        return left_out("no distance in floating point was judged");
    }
    let largest = curves.iter().filter_map(|c| c.steps.last()).map(|step| step.error).fold(1.0, f64::max);
    let tolerance = survey.study.facts.tolerance;
    let end = largest.max(tolerance * 10.0).clamp(100.0, MOST);
    let x = Axis::log10(LEAST, 10f64.powf(end.log10().ceil()), 9);
    let least_tail =
        curves.iter().flat_map(|c| &c.steps).map(|step| 1.0 - step.share).filter(|tail| *tail > 1e-9).fold(0.1, f64::min);
    let halves = [
        ("share with at most this error", Axis::linear(0.0, 1.0, 5)),
        ("share with a greater error", Axis::log10(10f64.powf(least_tail.log10().floor()).max(1e-6), 1.0, 6)),
    ];

    let mut points = Table::new(["scalar", "variant", "answers", "error_units", "share_at_most"]);
    for curve in &curves {
        for (error, share) in on_axis(&curve.steps, &x) {
            let (scalar, variant) = (&survey.scalars[curve.scalar], &survey.variants[curve.variant].name);
            points.push(&[scalar, variant, &curve.answers, &error, &share]);
        }
    }
    let subtitle = format!(
        "Share of answers with the right verdict, off ones among them, with at most the length error on the axis, among all applicable \
         answers of the variant: wrong verdicts, undecided answers and those given up keep a curve below 1. {} {} Errors are rounded \
         up by at most an eighth, but none across the tolerance; those up to {LEAST}, 0 included, count at the left end.{}",
        errors_text(survey, &curves),
        weights_text(survey),
        groups.grey_text()
    );
    let (legend, notes) = (groups.common_legend(), notes(survey, &curves, &x));
    let one = dots(126.0);
    let head = groups.legend_height();
    let panels = Sheet::new((2 * one + head) * groups.all.len() as i32, move |canvas, body| {
        for (g, group) in groups.all.iter().enumerate() {
            let above = body.top + g as i32 * (2 * one + head);
            groups.legend(canvas, (body.left, above), group);
            for (half, (what, y)) in halves.iter().enumerate() {
                let top = above + head + half as i32 * one + dots(14.0);
                let frame = Rect { top, bottom: top + one - dots(40.0), ..body };
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
    if let Some((x, _)) = panel.at((tolerance, panel.y.high)).filter(|_| tolerance > 0.0) {
        let Rect { top, bottom, .. } = panel.frame;
        canvas.path(&[(x, top), (x, bottom)], Stroke { dash: &[3.0, 2.0], ..stroke(GREY, 0.7) });
        if label {
            let at = (x + dots(2.5), bottom - dots(6.0));
            canvas.text(at, &format!("tolerance {}", number(tolerance)), ink(TICK).grey());
        }
    }
}

fn draw_curves(survey: &Survey, panel: &Panel, curves: &[Curve], scalar: usize, group: &[usize], tail: bool) {
    let (mine, others): (Vec<&Curve>, Vec<&Curve>) =
        curves.iter().filter(|c| c.scalar == scalar).partition(|c| group.contains(&c.variant));
    for (list, faint) in [(others, true), (mine, false)] {
        for (place, curve) in list.into_iter().enumerate() {
            let mut steps = on_axis(&curve.steps, &panel.x);
            steps.insert(0, (panel.x.low, steps.first().filter(|s| s.0 <= panel.x.low).map_or(0.0, |s| s.1)));
            if let Some(last) = steps.last().copied() {
                steps.push((panel.x.high, last.1));
            }
            if tail {
                // Below the axis the share is drawn at its end: nothing is left, or less than can be told.
                steps.iter_mut().for_each(|step| step.1 = (1.0 - step.1).max(panel.y.low));
            }
            let style = survey.variants[curve.variant].style;
            if faint {
                panel.stairs(&steps, stroke(FAINT, 0.9));
                continue;
            }
            panel.stairs(&steps, Stroke { dash: style.dash, ..stroke(style.colour, 1.1) });
            // Marks at a few places, at other ones for each variant.
            for k in 0..5 {
                let wanted = (f64::from(k) + 0.2 + 0.6 * place as f64 / group.len().max(1) as f64) / 5.0;
                let error = (panel.x.low.ln() + wanted * (panel.x.high / panel.x.low).ln()).exp();
                if let Some(step) = steps.iter().rev().find(|step| step.0 <= error) {
                    panel.series(&[(error, step.1)], &style, 1.0, true);
                }
            }
        }
    }
}
