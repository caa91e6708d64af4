//! Time against failure rate, with the frontier of what nothing beats in both.

use gjk_records::Counts;

use crate::draw::{Axis, Canvas, LINE, Name, Panel, Rect, Spot, Stroke, darkened, dots, ink, row, spots, stroke};
use crate::figure::{ANSWERS, Figure, Sheet, Sheets, TIMES, label, left_out, time_notes, weights_text};
use crate::summary::{Rate, frontier};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "frontier",
    description: "time against failure rate, with the frontier: the one that sums it up",
    reads: &[ANSWERS, TIMES],
    draw,
};

struct Point {
    variant: usize,
    nanoseconds: f64,
    failure: Rate,
    families: usize,
    timed_families: usize,
    on_frontier: bool,
}

fn points(survey: &Survey, scalar: usize) -> Vec<Point> {
    let point = |variant: usize| {
        let families = survey.pooled_families(variant, scalar);
        let (nanoseconds, timed_families, _) = survey.times.pooled(&families, variant, scalar)?;
        let failure = survey.pooled(variant, scalar, Counts::failures)?.rate();
        Some(Point { variant, nanoseconds, failure, families: families.len(), timed_families, on_frontier: false })
    };
    let mut points: Vec<Point> = (0..survey.variants.len()).filter_map(point).collect();
    for distance in [true, false] {
        let kind: Vec<usize> = (0..points.len()).filter(|&i| survey.variants[points[i].variant].distance == distance).collect();
        let places: Vec<(f64, f64)> = kind.iter().map(|&i| (points[i].nanoseconds, points[i].failure.rate)).collect();
        frontier(&places).into_iter().for_each(|i| points[kind[i]].on_frontier = true);
    }
    points
}

fn table(survey: &Survey, panels: &[(usize, Vec<Point>)]) -> Table {
    let columns = "scalar variant kind nanoseconds failure_rate low high families timed_families on_frontier";
    let mut table = Table::new(columns.split(' '));
    for (s, points) in panels {
        for p in points {
            let (variant, Rate { rate, low, high }) = (&survey.variants[p.variant], &p.failure);
            let (scalar, name, kind) = (&survey.scalars[*s], &variant.name, variant.kind());
            let Point { nanoseconds, families, timed_families, on_frontier, .. } = p;
            table.push(&[scalar, name, &kind, nanoseconds, rate, low, high, families, timed_families, on_frontier]);
        }
    }
    table
}

fn draw<'s>(survey: &'s Survey<'s>) -> Sheets<'s> {
    if survey.times.is_empty() {
        return left_out("nothing was timed");
    }
    let panels: Vec<(usize, Vec<Point>)> =
        (0..survey.scalars.len()).map(|s| (s, points(survey, s))).filter(|(_, points)| !points.is_empty()).collect();
    if panels.is_empty() {
        return left_out("no variant was both judged and timed");
    }
    let all = || panels.iter().flat_map(|(_, points)| points);
    let least = all().map(|p| p.nanoseconds).fold(f64::INFINITY, f64::min);
    let most = all().map(|p| p.nanoseconds).fold(0.0, f64::max);
    let x = Axis::log10(least / 2.5, most * 1.7, 8);
    let rates = || all().map(|p| p.failure.rate).filter(|rate| *rate > 0.0);
    let low = rates().fold(f64::INFINITY, f64::min).min(0.01);
    let high = all().map(|p| p.failure.high).fold(0.02, f64::max);
    let y = Axis::log10(low / 2.0, (high * 1.8).min(1.0), 8).with_zero().in_percent();

    let fewer = all().any(|p| p.families < survey.family_count(panels[0].0) || p.timed_families < p.families);
    let both = all().any(|p| survey.variants[p.variant].distance) && all().any(|p| !survey.variants[p.variant].distance);
    let (of_its_kind, marks) = match both {
        true => (
            "of its kind ",
            " (filled marks, solid: variants that give distances; hollow, dashed: boolean ones, whose answer says less)",
        ),
        false => ("", ""),
    };
    let subtitle = format!(
        "Time: median over the timed cases of a family that are right; geometric mean over families. Failures: off, missed, \
         phantom or gave-up, between its one-sided 95 % bounds. {} Lines and bold names: what no other variant {of_its_kind}beats in both{marks}.{}",
        weights_text(survey),
        if fewer { " In brackets: families judged/timed, where a variant does not apply to all." } else { "" }
    );
    let points = table(survey, &panels);
    let crowd = panels.iter().map(|(_, points)| points.len()).max().unwrap_or(0);
    // With many variants the panels stand below each other, so that every label finds a place.
    let across = if crowd > 9 { 1 } else { panels.len() };
    let one = dots(if crowd > 9 { 260.0 } else { 190.0 });
    let panels = Sheet::new(panels.len().div_ceil(across) as i32 * one, move |canvas, body| {
        for (i, line) in panels.chunks(across).enumerate() {
            let top = body.top + i as i32 * one + dots(14.0);
            let frame = Rect { top, bottom: top + one - dots(40.0), ..body };
            let panels = row(canvas, (frame, across, [36.0, 12.0, 6.0]), (&x, true), (&y, "failure rate", 31.0));
            for (panel, (s, points)) in panels.iter().zip(line) {
                panel.title(&survey.scalars[*s]);
                panel.x_title("time per query / ns");
                draw_points(survey, canvas, panel, points, survey.family_count(*s));
            }
        }
    });
    Ok(vec![Sheet {
        title: "Time against failure rate".to_owned(),
        subtitle,
        notes: time_notes(survey),
        caption: "time per query against failure rate, with the frontier".to_owned(),
        points,
        ..panels
    }])
}

fn draw_points(survey: &Survey, canvas: &Canvas, panel: &Panel, points: &[Point], families: usize) {
    let mut lines: Vec<[(i32, i32); 2]> = Vec::new();
    for p in points {
        let style = survey.variants[p.variant].style;
        let ends = [p.failure.low, p.failure.high].map(|rate| panel.at((p.nanoseconds, rate)));
        panel.whisker(p.nanoseconds, p.failure.low, p.failure.high, 0, Stroke { opacity: 0.5, ..stroke(style.colour, 0.6) });
        if let [Some(low), Some(high)] = ends {
            lines.push([low, high]);
        }
    }
    for distance in [true, false] {
        let mut best: Vec<&Point> =
            points.iter().filter(|p| p.on_frontier && survey.variants[p.variant].distance == distance).collect();
        best.sort_by(|a, b| a.nanoseconds.total_cmp(&b.nanoseconds));
        let mut path: Vec<(i32, i32)> = Vec::new();
        for place in best.iter().filter_map(|p| panel.at((p.nanoseconds, p.failure.rate))) {
            path.extend(path.last().map(|last| (place.0, last.1)));
            path.push(place);
        }
        let dash: &[f64] = if distance { &[] } else { &[4.0, 2.5] };
        canvas.path(&path, Stroke { dash, ..stroke(LINE, 0.9) });
        lines.extend(path.windows(2).map(|pair| [pair[0], pair[1]]));
    }
    let radius = dots(3.2);
    let placed: Vec<(&Point, (i32, i32))> =
        points.iter().filter_map(|p| panel.at((p.nanoseconds, p.failure.rate)).map(|at| (p, at))).collect();
    let written = |p: &Point| {
        let name = label(&survey.variants[p.variant].name);
        let is_partial = p.families < families || p.timed_families < p.families;
        let text = if is_partial { format!("{name} [{}/{}]", p.families, p.timed_families) } else { name };
        (text, if p.on_frontier { ink(6.4).bold() } else { ink(6.4) })
    };
    let name = |(p, at): &(&Point, (i32, i32))| {
        let (text, font) = written(p);
        Name { at: *at, size: (font.width(&text), dots(7.6)) }
    };
    let names: Vec<Name> = placed.iter().map(name).collect();
    for ((p, _), spot) in placed.iter().zip(spots(&names, radius, panel.frame, &lines)) {
        let Some(Spot { label, leader, .. }) = spot else { continue };
        if let Some(leader) = leader {
            canvas.path(&leader, stroke(LINE, 0.4));
        }
        let (text, font) = written(p);
        let colour = darkened(survey.variants[p.variant].style.colour);
        canvas.text((label.left, (label.top + label.bottom) / 2), &text, font.colour(colour));
    }
    for (p, at) in placed {
        let style = survey.variants[p.variant].style;
        canvas.mark(at, style.mark, 2.4, style.colour, survey.variants[p.variant].distance);
    }
}
