//! The convergence of a run: |v| and the gap by iteration, or how far M reaches past the origin in the direction that was
//! asked.

use gjk_records::{Run, RunStep, Site};

use super::plane::{dot, unit};
use super::{CIRCLE, M, STEP, V};
use crate::draw::{Axis, BLACK, Canvas, Colour, Mark, Panel, Rect, Stroke, TEXT, dots, ink, number, stroke};

/// Values by iteration, counted from 1.
type Series = Vec<(f64, f64)>;

fn length(v: &Site) -> f64 {
    unit(v).map_or(if v.iter().any(|x| x.is_nan()) { f64::NAN } else { 0.0 }, |u| dot(&u, v))
}

/// How far M reaches along a direction: the product of its support point with the unit vector.
fn reach(direction: &Site, support: &Site) -> Option<f64> {
    Some(dot(&unit(direction)?, support))
}

/// |v| by iteration, and the gap: |v| before a support point, minus the distance that its plane proves.
fn closing_in(steps: &[RunStep]) -> (Series, Series) {
    let (mut lengths, mut gaps, mut before) = (Vec::new(), Vec::new(), None);
    for (index, step) in steps.iter().enumerate() {
        let x = (index + 1) as f64;
        if let (Some(before), Some(reach)) = (before, reach(&step.direction, &step.support)) {
            gaps.push((x, before + reach));
        }
        if let Some(nearest) = &step.nearest {
            lengths.push((x, length(nearest)));
            before = Some(length(nearest));
        }
    }
    (lengths, gaps)
}

/// Whether a run has nothing to draw: no steps, or steps of a cast without v. A support point alone says nothing of a body on its way.
pub(super) fn is_empty(run: &Run) -> bool {
    run.steps.is_empty() || run.cast.is_some() && run.steps.iter().all(|step| step.nearest.is_none())
}

/// The number of iterations that are drawn: three rounds for a run that goes in circles.
fn count(run: &Run) -> usize {
    let all = run.steps.len();
    run.circle
        .map_or(all, |(from, to)| to.saturating_sub(from).saturating_add(1).saturating_mul(3).saturating_add(from).min(all))
}

pub(super) fn draw(run: &Run, canvas: &Canvas, frame: Rect) {
    let (count, all) = (count(run), run.steps.len());
    let steps = &run.steps[..count];
    let (lengths, mut gaps) = closing_in(steps);
    if run.cast.is_some() {
        // A support point and v are relative to different points of the ray.
        gaps.clear();
    }
    let reaches: Series = (1..)
        .zip(steps)
        .filter_map(|(x, step)| Some((f64::from(x), reach(&step.direction, &step.support)?)))
        .filter(|(_, reach)| reach.is_finite())
        .collect();
    let last = count.max(2) as f64;
    let mut x = Axis::linear(0.5, last + 0.5, 16).labelled(number);
    x.ticks.retain(|tick| tick.value.fract() == 0.0);
    let x_title = if count < all { format!("iteration, to {count} of {all}") } else { "iteration".to_owned() };
    if lengths.is_empty() {
        let least = reaches.iter().fold(0.0, |least: f64, (_, y)| least.min(*y));
        let most = reaches.iter().fold(0.0, |most: f64, (_, y)| most.max(*y));
        let pad = 0.08 * (most - least);
        let y = Axis::linear(least - pad, most + pad, 5).labelled(number);
        let panel = Panel::new(canvas, frame, x, y);
        panel.grid(true, true);
        panel.title("reach of M past the origin in the direction used; a value below 0 proves the bodies apart");
        panel.line(&[(0.5, 0.0), (last + 0.5, 0.0)], stroke(BLACK, 0.8));
        series(run, canvas, &panel, &reaches, STEP, Mark::Circle);
        panel.x_title(&x_title);
        panel.y_title("reach", 36.0);
        return;
    }
    let positive = || lengths.iter().chain(&gaps).map(|(_, y)| *y).filter(|y| *y > 0.0 && y.is_finite());
    let most = positive().fold(f64::MIN_POSITIVE, f64::max);
    let least = positive().fold(most, f64::min).max(most * 1e-24);
    let panel = Panel::new(canvas, frame, x, Axis::log10(0.5 * least, 2.0 * most, 6).with_zero());
    panel.grid(true, true);
    panel.title(match run.cast {
        Some(_) => "|v|: the distance of the point t d from the simplex",
        None => "|v| (circles), and the gap (squares): |v| minus the distance that the next support plane proves",
    });
    if run.seen_distance > 0.0 && run.seen_distance >= 0.5 * least && run.seen_distance <= 2.0 * most {
        let level = [(0.5, run.seen_distance), (last + 0.5, run.seen_distance)];
        panel.line(&level, Stroke { dash: &[3.0, 2.0], ..stroke(BLACK, 0.7) });
        if let Some(at) = panel.at((last + 0.5, run.seen_distance)) {
            // Below the line if there is no room above it.
            let aside = if at.1 - dots(9.0) < frame.top { dots(4.5) } else { -dots(4.5) };
            canvas.text(
                (at.0 - dots(2.0), at.1 + aside),
                if run.radii > 0.0 { "true distance of the cores" } else { "true distance" },
                ink(TEXT).right().grey(),
            );
        }
    }
    if run.cast.is_none() {
        series(run, canvas, &panel, &gaps, M, Mark::Square);
    }
    series(run, canvas, &panel, &lengths, V, Mark::Circle);
    panel.x_title(&x_title);
    panel.y_title("length", 36.0);
}

/// A line with its marks; marks of steps in the circle have the circle's colour.
fn series(run: &Run, canvas: &Canvas, panel: &Panel, points: &[(f64, f64)], colour: Colour, mark: Mark) {
    panel.line(points, stroke(colour, 0.9));
    let mut last: Option<(i32, i32)> = None;
    for &(x, y) in points {
        let again = run.circle.is_some_and(|(from, _)| x > from as f64);
        // Marks on top of each other look like one.
        let is_apart = |at: (i32, i32)| last.is_none_or(|last| (at.0 - last.0).abs() + (at.1 - last.1).abs() >= dots(0.6));
        if let Some(at) = panel.at((x, y)).filter(|at| is_apart(*at)) {
            last = Some(at);
            canvas.mark(at, mark, 1.8, if again { CIRCLE } else { colour }, true);
        }
    }
}
