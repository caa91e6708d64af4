//! Iterations per query: their distribution, and against vertices per body.

use std::collections::BTreeMap;
use std::fmt::Display;

use crate::draw::{Axis, Canvas, Panel, Rect, Stroke, columns, dots, ink, row, stroke};
use crate::figure::groups::{Groups, Point, entries, grey_lines, lines as draw_lines};
use crate::figure::time_points::widest;
use crate::figure::{ANSWERS, Figure, Sheet, Sheets, label, left_out, weights_text};
use crate::summary::{counted_quantile, weighted_quantile};
use crate::survey::Variant;
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "iterations",
    description: "iterations per query: their distribution, and against vertices per body",
    reads: &[ANSWERS],
    draw,
};

const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// The distribution of a variant in one scalar: quantiles, greatest value, answers.
struct Strip {
    quantiles: [f64; 5],
    most: f64,
    answers: u64,
}

/// By scalar and variant.
type Strips = BTreeMap<(usize, usize), Strip>;

/// By scalar and variant: medians with 95th percentiles over points of a body.
type Lines = BTreeMap<(usize, usize), Vec<Point>>;

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

/// How often each number of iterations occurs, by ascending octave of points and number.
fn counts_of(survey: &Survey, family: usize, variant: usize, scalar: usize) -> impl Iterator<Item = ((usize, usize), u64)> {
    survey.answers(family, variant, scalar).into_iter().flat_map(|answers| answers.iterations.iter())
}

/// The family with most different numbers of points, if it has several.
fn family(survey: &Survey) -> Option<usize> {
    let sizes = survey.families_in_rates().into_iter().map(|f| {
        let places = (0..survey.variants.len()).flat_map(|v| (0..survey.scalars.len()).map(move |s| (v, s)));
        (f, places.flat_map(|(v, s)| counts_of(survey, f, v, s)).map(|((points, _), _)| points).collect())
    });
    widest(sizes).first().map(|(f, _)| *f)
}

fn lines(survey: &Survey, family: usize, table: &mut Table) -> Lines {
    let mut lines = Lines::new();
    for (s, scalar) in survey.scalars.iter().enumerate() {
        for (v, Variant { name: variant, .. }) in survey.variants.iter().enumerate() {
            let mut values: BTreeMap<usize, Vec<(f64, u64)>> = BTreeMap::new();
            for ((points, iterations), count) in counts_of(survey, family, v, s) {
                values.entry(points).or_default().push((iterations as f64, count));
            }
            for (points, list) in values {
                if let (Some(y), Some(high)) = (counted_quantile(&list, 0.5), counted_quantile(&list, 0.95)) {
                    lines.entry((s, v)).or_default().push(Point { x: points as f64, y, low: y, high, marked: true });
                    let (family, answers) = (&survey.families[family].name, list.iter().map(|(_, count)| count).sum::<u64>());
                    table.push(&[&"points", family, scalar, variant, &points, &answers, &"", &"", &y, &"", &high, &""]);
                }
            }
        }
    }
    lines
}

/// An axis for counts from `least` to `most`: logarithmic, with a place for zero if it occurs.
fn counts(least: f64, most: f64) -> Axis {
    let axis = Axis::log10(if least < 1.0 { 0.9 } else { least / 1.15 }, most.max(2.0) * 1.2, 8);
    if least < 1.0 { axis.with_zero() } else { axis }
}

fn draw<'s>(survey: &'s Survey<'s>) -> Sheets<'s> {
    let strips = strips(survey);
    if strips.is_empty() {
        return left_out("no case was judged");
    }
    let columns = "panel family scalar variant points answers quantile_05 quantile_25 median quantile_75 quantile_95 most";
    let mut points = Table::new(columns.split(' '));
    for ((s, v), Strip { quantiles: [low, quarter, middle, three, high], most, answers }) in &strips {
        let (scalar, variant) = (&survey.scalars[*s], &survey.variants[*v].name);
        let names: [&dyn Display; 5] = [&"distribution", &"(all)", scalar, variant, &""];
        let numbers: [&dyn Display; 7] = [answers, low, quarter, middle, three, high, most];
        points.push(&[&names[..], &numbers].concat());
    }
    let family = family(survey);
    let lines = family.map_or_else(Lines::new, |family| lines(survey, family, &mut points));

    let scalars = survey.judged_scalars();
    let variants: Vec<usize> = (0..survey.variants.len()).filter(|v| strips.keys().any(|(_, other)| other == v)).collect();
    let groups = Groups::new(survey, |v| lines.keys().any(|key| key.1 == v));
    let below = |f: usize| {
        let name = label(&survey.families[f].name);
        format!(" Below: family {name}; median, and a line up to 95 %.{}", groups.grey_text())
    };
    let subtitle = format!(
        "Above: all applicable answers, those given up included; thin line: 5 to 95 %, thick: quartiles, mark: median, dot: most. \
         {}{}",
        weights_text(survey),
        family.map_or_else(String::new, below)
    );
    let legend = if groups.all.is_empty() { entries(survey, &variants) } else { groups.common_legend() };
    let all = || lines.values().flatten();
    let least = |of: fn(&Point) -> f64| all().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&Point) -> f64| all().map(of).fold(1.0, f64::max);
    let (x, y) = (Axis::log2(least(|p| p.x) / 1.25, most(|p| p.x) * 1.25), counts(least(|p| p.y), most(|p| p.high)));
    let upper = dots(40.0) + variants.len() as i32 * dots(10.0);
    let head = groups.legend_height();
    let one = head + dots(124.0);
    let panels = Sheet::new(upper + groups.all.len() as i32 * one, move |canvas, body| {
        draw_strips(survey, canvas, Rect { bottom: body.top + upper, ..body }, &strips, &variants, &scalars);
        for (g, group) in groups.all.iter().enumerate() {
            let above = body.top + upper + g as i32 * one;
            groups.legend(canvas, (body.left, above), group);
            let top = above + head + dots(14.0);
            let frame = Rect { top, bottom: top + one - head - dots(40.0), ..body };
            let name = family.map_or_else(String::new, |f| label(&survey.families[f].name));
            let room = (frame, scalars.len(), [32.0, 12.0, 0.0]);
            for (panel, &s) in row(canvas, room, (&x, true), (&y, "iterations per query", 24.0)).iter().zip(&scalars) {
                panel.title(&format!("{name}, {}", survey.scalars[s]));
                panel.x_title("vertices per body");
                let points = |v: usize| lines.get(&(s, v)).map(Vec::as_slice).unwrap_or_default();
                grey_lines(survey, panel, group, &points);
                draw_lines(survey, panel, group, &points, [1.0, 0.5]);
            }
        }
    });
    Ok(vec![Sheet {
        title: "Iterations per query".to_owned(),
        subtitle,
        legend,
        caption: "iterations per query: their distribution, and against vertices per body".to_owned(),
        points,
        ..panels
    }])
}

fn draw_strips(survey: &Survey, canvas: &Canvas, body: Rect, strips: &Strips, variants: &[usize], scalars: &[usize]) {
    let names = ink(6.6);
    let room = variants.iter().map(|&v| names.width(&label(&survey.variants[v].name))).max().unwrap_or(0) + dots(5.0);
    let least = strips.values().map(|strip| strip.quantiles[0]).fold(f64::INFINITY, f64::min);
    let most = strips.values().map(|strip| strip.most).fold(1.0, f64::max);
    let line = Rect { top: body.top + dots(14.0), bottom: body.bottom - dots(26.0), ..body };
    let frames = columns(line, scalars.len(), [room, dots(12.0), dots(6.0)]);
    for (i, (frame, &s)) in frames.into_iter().zip(scalars).enumerate() {
        let panel = Panel::new(canvas, frame, counts(least, most), Axis::places(variants.len()));
        panel.grid(true, false);
        panel.title(&survey.scalars[s]);
        panel.x_title("iterations per query");
        for (place, &v) in variants.iter().enumerate() {
            // The first variant stands at the top.
            let y = (variants.len() - place) as f64 - 0.5;
            if i == 0
                && let Some((_, middle)) = panel.at((panel.x.high, y))
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
                canvas.mark(at, style.mark, 2.1, style.colour, survey.variants[v].distance);
            }
        }
    }
}
