//! Iterations per query: their distribution, and against vertices per body.

use std::collections::{BTreeMap, BTreeSet};

use gjk_records::Ruling;

use crate::axis::Axis;
use crate::canvas::{Canvas, Frame, Stroke, dots, stroke};
use crate::figure::time_points::octave;
use crate::figure::{
    Around, Made, Sheet, columns, common_legend, entries, failed, grey_text, group_legend, group_legend_height, groups, label,
    sheet, variant_styles, weights_text,
};
use crate::ink::ink;
use crate::panel::Panel;
use crate::style::FAINT;
use crate::summary::{quantile, weighted_quantile};
use crate::{Failure, Survey, Table};

pub(crate) const NAME: &str = "iterations";

/// The quantiles of a strip.
const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// The distribution of a variant in one scalar: quantiles, greatest value, answers.
struct Strip {
    quantiles: [f64; 5],
    most: f64,
    answers: usize,
}

/// By family, scalar, variant: points of a body, median and 95th percentile, answers.
type Lines = BTreeMap<(usize, usize, usize), Vec<(usize, f64, f64, usize)>>;

fn strips(survey: &Survey) -> BTreeMap<(usize, usize), Strip> {
    let mut values: BTreeMap<(usize, usize), Vec<(f64, f64)>> = BTreeMap::new();
    let mut weights: BTreeMap<(usize, usize), Vec<f64>> = BTreeMap::new();
    for row in survey.rows.iter().filter(|row| row.record.ruling != Ruling::NotApplicable) {
        let key = (row.scalar, row.variant);
        let weight = weights.entry(key).or_insert_with(|| survey.weights(row.variant, row.scalar))[row.family];
        if weight > 0.0 {
            values.entry(key).or_default().push((row.record.iterations as f64, weight));
        }
    }
    let strip = |mut values: Vec<(f64, f64)>| {
        values.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let most = values.last().map_or(0.0, |last| last.0);
        Strip { quantiles: QUANTILES.map(|q| weighted_quantile(&values, q).unwrap_or(most)), most, answers: values.len() }
    };
    values.into_iter().map(|(key, values)| (key, strip(values))).collect()
}

/// The family with most different numbers of points, if it has several, and its lines.
fn lines(survey: &Survey) -> (Option<usize>, Lines) {
    let size = |row: &crate::survey::Row| row.record.points_a.max(row.record.points_b);
    let mut sizes: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for row in survey.rows.iter().filter(|row| survey.families[row.family].pooled) {
        sizes.entry(row.family).or_default().insert(size(row));
    }
    let widest = |set: &BTreeSet<usize>| -> usize {
        let (low, high) = (set.first().copied().unwrap_or(1).max(1), set.last().copied().unwrap_or(1).max(1));
        (high / low).ilog2() as usize
    };
    let family = sizes.iter().filter(|(_, set)| set.len() > 1 && widest(set) > 1);
    let Some(family) = family.max_by_key(|(f, set)| (widest(set), std::cmp::Reverse(**f))).map(|(f, _)| *f) else {
        return (None, Lines::new());
    };
    let mut values: BTreeMap<(usize, usize, usize), Vec<f64>> = BTreeMap::new();
    for row in survey.rows.iter().filter(|row| row.family == family && row.record.ruling != Ruling::NotApplicable) {
        let points = octave(size(row));
        values.entry((row.scalar, row.variant, points)).or_default().push(row.record.iterations as f64);
    }
    let mut lines = Lines::new();
    for ((scalar, variant, points), mut list) in values {
        list.sort_unstable_by(f64::total_cmp);
        if let (Some(middle), Some(high)) = (quantile(&list, 0.5), quantile(&list, 0.95)) {
            lines.entry((family, scalar, variant)).or_default().push((points, middle, high, list.len()));
        }
    }
    (Some(family), lines)
}

/// An axis for counts from `least` to `most`: logarithmic, with a place for zero if it occurs.
fn counts(least: f64, most: f64) -> Axis {
    let axis = Axis::log10(if least < 1.0 { 0.9 } else { least / 1.15 }, most.max(2.0) * 1.2, 8);
    if least < 1.0 { axis.with_zero() } else { axis }
}

pub(crate) fn draw(survey: &Survey) -> Result<Made, Failure> {
    let strips = strips(survey);
    if strips.is_empty() {
        return Ok(Made::LeftOut("no case was judged".to_owned()));
    }
    let (family, lines) = lines(survey);
    let mut columns_of = vec!["panel", "family", "scalar", "variant", "points", "answers", "quantile_05", "quantile_25"];
    columns_of.extend(["median", "quantile_75", "quantile_95", "most"]);
    let mut table = Table::new(&columns_of);
    for ((s, v), strip) in &strips {
        let names = ["distribution", "(all)"].map(str::to_owned).into_iter();
        let names = names.chain([survey.scalars[*s].clone(), survey.variants[*v].name.clone(), String::new()]);
        let numbers = std::iter::once(strip.answers.to_string()).chain(strip.quantiles.map(|q| q.to_string()));
        table.push(names.chain(numbers).chain([strip.most.to_string()]));
    }
    for ((f, s, v), line) in &lines {
        for (points, middle, high, answers) in line {
            let names = ["points".to_owned(), survey.families[*f].name.clone(), survey.scalars[*s].clone()];
            let more =
                [survey.variants[*v].name.clone(), points.to_string(), answers.to_string(), String::new(), String::new()];
            let numbers = [middle.to_string(), String::new(), high.to_string(), String::new()];
            table.push(names.into_iter().chain(more).chain(numbers));
        }
    }

    let scalars = survey.judged_scalars();
    let variants: Vec<usize> = (0..survey.variants.len()).filter(|v| strips.keys().any(|(_, other)| other == v)).collect();
    let groups = if family.is_some() { groups(survey, |v| lines.keys().any(|key| key.2 == v)) } else { Vec::new() };
    let around = Around {
        title: "Iterations per query".to_owned(),
        subtitle: format!(
            "Above: all applicable answers, those given up included; thin line: 5 to 95 %, thick: quartiles, mark: median, dot: most. \
             {}{}",
            weights_text(survey),
            family.map_or_else(String::new, |f| format!(
                " Below: family {}; median, and a line up to 95 %.{}",
                label(&survey.families[f].name),
                grey_text(&groups)
            ))
        ),
        legend: if groups.is_empty() { entries(survey, &variants, true) } else { common_legend(survey, &groups) },
        notes: Vec::new(),
    };
    let row = dots(10.0) as i32;
    let upper = dots(40.0) as i32 + variants.len() as i32 * row;
    let head = group_legend_height(survey, &groups);
    let one = head + dots(124.0) as i32;
    let png = sheet(survey, &around, upper + groups.len() as i32 * one, |canvas, body| {
        draw_strips(survey, canvas, Frame { bottom: body.top + upper, ..body }, &strips, &variants, &scalars);
        let least = lines.values().flatten().map(|p| p.1).fold(f64::INFINITY, f64::min);
        let most = lines.values().flatten().map(|p| p.2).fold(1.0, f64::max);
        for (g, group) in groups.iter().enumerate() {
            let above = body.top + upper + g as i32 * one;
            group_legend(survey, canvas, (body.left, above), group, &groups);
            let top = above + head + dots(14.0) as i32;
            let frame = Frame { top, bottom: top + one - head - dots(40.0) as i32, ..body };
            draw_lines(survey, canvas, frame, &lines, group, &scalars, counts(least, most));
        }
    })
    .map_err(failed(NAME))?;
    let caption = "iterations per query: their distribution, and against vertices per body".to_owned();
    Ok(Made::Drawn(vec![Sheet { name: NAME.to_owned(), png, caption, points: table }]))
}

fn draw_strips(
    survey: &Survey,
    canvas: &Canvas,
    body: Frame,
    strips: &BTreeMap<(usize, usize), Strip>,
    variants: &[usize],
    scalars: &[usize],
) {
    let styles = variant_styles(survey);
    let names = ink(6.6);
    let room = variants.iter().map(|&v| names.width(&label(&survey.variants[v].name))).max().unwrap_or(0) + dots(5.0) as i32;
    let least = strips.values().map(|strip| strip.quantiles[0]).fold(f64::INFINITY, f64::min);
    let most = strips.values().map(|strip| strip.most).fold(1.0, f64::max);
    let line = Frame { top: body.top + dots(14.0) as i32, bottom: body.bottom - dots(26.0) as i32, ..body };
    let frames = columns(line, scalars.len(), room, dots(12.0) as i32, dots(6.0) as i32);
    for (i, (frame, &s)) in frames.into_iter().zip(scalars).enumerate() {
        let panel = Panel::new(canvas, frame, counts(least, most), Axis::places(variants.len()));
        panel.grid(true, false);
        panel.title(&survey.scalars[s]);
        panel.x_title("iterations per query");
        for (place, &v) in variants.iter().enumerate() {
            // The first variant stands at the top.
            let y = (variants.len() - place) as f64 - 0.5;
            if i == 0
                && let Some((_, middle)) = panel.at((panel.x.high(), y))
            {
                canvas.text((frame.left - dots(3.0) as i32, middle), &label(&survey.variants[v].name), names.right());
            }
            let Some(strip) = strips.get(&(s, v)) else { continue };
            let [low, quarter, middle, three, high] = strip.quantiles;
            panel.line(&[(low, y), (high, y)], stroke(styles[v].colour, 0.8));
            panel.line(&[(quarter, y), (three, y)], Stroke { opacity: 0.55, ..stroke(styles[v].colour, 4.2) });
            if let Some(at) = panel.at((strip.most, y)) {
                canvas.dot(at, 0.9, styles[v].colour);
            }
            if let Some(at) = panel.at((middle, y)) {
                canvas.mark(at, styles[v].mark, 2.1, styles[v].colour, survey.variants[v].distance);
            }
        }
    }
}

fn draw_lines(survey: &Survey, canvas: &Canvas, body: Frame, lines: &Lines, group: &[usize], scalars: &[usize], y: Axis) {
    let styles = variant_styles(survey);
    let points = || lines.values().flatten().map(|p| p.0);
    let (first, last) = (points().min().unwrap_or(1), points().max().unwrap_or(2));
    let x = Axis::log2(first as f64 / 1.25, last as f64 * 1.25);
    let family = lines.keys().next().map(|key| key.0);
    for (i, (frame, &s)) in
        columns(body, scalars.len(), dots(32.0) as i32, dots(12.0) as i32, 0).into_iter().zip(scalars).enumerate()
    {
        let panel = Panel::new(canvas, frame, x.clone(), y.clone());
        panel.grid(true, i == 0);
        panel.title(&format!(
            "{}, {}",
            family.map_or_else(String::new, |f| label(&survey.families[f].name)),
            survey.scalars[s]
        ));
        panel.x_title("vertices per body");
        if i == 0 {
            panel.y_title("iterations per query", 24.0);
        }
        let of = |v: usize| family.and_then(|f| lines.get(&(f, s, v))).map(Vec::as_slice).unwrap_or_default();
        for v in (0..styles.len()).filter(|v| !group.contains(v)) {
            panel.line(&of(v).iter().map(|p| (p.0 as f64, p.1)).collect::<Vec<_>>(), stroke(FAINT, 0.9));
        }
        for (place, &v) in group.iter().enumerate() {
            let aside = (place as i32 * 2 - group.len() as i32 + 1) * 3;
            for p in of(v) {
                panel.whisker(p.0 as f64, p.1, p.2, aside, Stroke { opacity: 0.5, ..stroke(styles[v].colour, 0.6) });
            }
        }
        for &v in group {
            let path: Vec<(f64, f64)> = of(v).iter().map(|p| (p.0 as f64, p.1)).collect();
            panel.series(&path, &styles[v], 1.0, survey.variants[v].distance);
        }
    }
}
