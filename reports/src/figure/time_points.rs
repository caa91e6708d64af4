//! Time per query against vertices per body.

use std::collections::{BTreeMap, BTreeSet};

use crate::axis::Axis;
use crate::canvas::{Frame, Stroke, dots, stroke};
use crate::figure::{
    Around, Made, Sheet, columns, common_legend, failed, grey_text, group_legend, group_legend_height, groups, label,
    odd_times, sheet, variant_styles,
};
use crate::ink::ink;
use crate::panel::{Panel, TICK};
use crate::style::FAINT;
use crate::summary::{median, quantile};
use crate::{Failure, Survey, Table};

pub(crate) const NAME: &str = "time-points";

/// The most families that get panels.
const FAMILIES: usize = 3;

/// Numbers of points between two powers of two count for the lower one.
pub(crate) fn octave(points: usize) -> usize {
    1 << points.max(1).ilog2()
}

/// A distance variant that is right on a smaller share of a family's timed cases has no say in which of them are compared: it
/// would remove the hard ones.
const RELIABLE: f64 = 0.9;

/// The distance variants that have a say, by family and scalar.
fn reliable(survey: &Survey) -> BTreeMap<(usize, usize), Vec<usize>> {
    let mut rights: BTreeMap<(usize, usize, usize), (usize, usize)> = BTreeMap::new();
    for case in &survey.times.cases {
        for (v, time) in case.by_variant.iter().enumerate().filter(|(v, _)| survey.variants[*v].distance) {
            if let Some((_, right)) = time {
                let (rights, cases) = rights.entry((case.family, case.scalar, v)).or_default();
                *rights += usize::from(*right);
                *cases += 1;
            }
        }
    }
    let mut reliable: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for ((family, scalar, v), (rights, cases)) in rights {
        if rights as f64 >= RELIABLE * cases as f64 {
            reliable.entry((family, scalar)).or_default().push(v);
        }
    }
    reliable
}

/// Points of one line: points of a body, median, quartiles, cases.
type Line = Vec<(usize, f64, f64, f64, usize)>;

pub(crate) fn draw(survey: &Survey) -> Result<Made, Failure> {
    if survey.times.is_empty() {
        return Ok(Made::LeftOut("nothing was timed".to_owned()));
    }
    let mut sizes: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for case in &survey.times.cases {
        sizes.entry(case.family).or_default().insert(octave(case.points));
    }
    let octaves =
        |sizes: &BTreeSet<usize>| sizes.last().map_or(0, |last| last.ilog2()) - sizes.first().map_or(0, |first| first.ilog2());
    let mut families: Vec<usize> = sizes.iter().filter(|(_, sizes)| octaves(sizes) > 1).map(|(f, _)| *f).collect();
    families.sort_by_key(|f| (std::cmp::Reverse(octaves(&sizes[f])), *f));
    families.truncate(FAMILIES);
    if families.is_empty() {
        return Ok(Made::LeftOut("no family was timed over several numbers of points".to_owned()));
    }
    let scalars: Vec<usize> =
        (0..survey.scalars.len()).filter(|&s| survey.times.cases.iter().any(|case| case.scalar == s)).collect();

    // The times of a variant over the cases that all reliable distance variants timed on it, and the variant itself, get right.
    let reliable = reliable(survey);
    let mut times: BTreeMap<(usize, usize, usize, usize), Vec<f64>> = BTreeMap::new();
    let mut sets: BTreeMap<(usize, usize, usize), usize> = BTreeMap::new();
    for case in survey.times.cases.iter().filter(|case| families.contains(&case.family)) {
        let judges = reliable.get(&(case.family, case.scalar)).map(Vec::as_slice).unwrap_or_default();
        if !judges.iter().all(|&v| case.by_variant[v].is_none_or(|(_, right)| right)) {
            continue;
        }
        *sets.entry((case.family, case.scalar, octave(case.points))).or_default() += 1;
        for (v, time) in case.by_variant.iter().enumerate() {
            if let Some((nanoseconds, true)) = time {
                times.entry((case.family, case.scalar, v, octave(case.points))).or_default().push(*nanoseconds);
            }
        }
    }
    let mut table =
        Table::new(&["family", "scalar", "variant", "points", "cases", "median_ns", "lower_quartile", "upper_quartile"]);
    let mut lines: BTreeMap<(usize, usize, usize), Line> = BTreeMap::new();
    for (&(f, s, v, points), times) in &mut times {
        let Some(middle) = median(times) else { continue };
        let quarter = |q: f64| quantile(times, q).unwrap_or(middle);
        let (low, high) = (quarter(0.25), quarter(0.75));
        lines.entry((f, s, v)).or_default().push((points, middle, low, high, times.len()));
        let names = [survey.families[f].name.clone(), survey.scalars[s].clone(), survey.variants[v].name.clone()];
        let numbers = [points.to_string(), times.len().to_string(), middle.to_string(), low.to_string(), high.to_string()];
        table.push(names.into_iter().chain(numbers));
    }
    if lines.is_empty() {
        return Ok(Made::LeftOut("no timed case is right for all reliable distance variants".to_owned()));
    }

    let groups = groups(survey, |v| lines.keys().any(|key| key.2 == v));
    let styles = variant_styles(survey);
    let all = || lines.values().flatten();
    let least = all().map(|p| p.1).fold(f64::INFINITY, f64::min);
    let most = all().map(|p| p.1).fold(0.0, f64::max);
    let y = Axis::log10(least / 1.35, most * 1.35, 8);
    let around = Around {
        title: "Time per query against vertices per body".to_owned(),
        subtitle: format!(
            "Median with quartiles over the cases that every reliable distance variant gets right, one that is right on nine in ten \
             of the family's timed cases (any other variant: of those, the ones that it gets right too); n: their number. Filled \
             marks: distance variants; hollow: boolean ones, which do less. Between two powers of two the lower one counts.{}",
            grey_text(&groups)
        ),
        legend: common_legend(survey, &groups),
        notes: odd_times(survey),
    };
    let rows = families.len() * groups.len();
    let head = group_legend_height(survey, &groups);
    let one = head + dots(if rows == 1 { 170.0 } else { 128.0 }) as i32;
    let png = sheet(survey, &around, rows as i32 * one, |canvas, body| {
        for (row, (f, group)) in families.iter().flat_map(|f| groups.iter().map(move |group| (*f, group))).enumerate() {
            let range = &sizes[&f];
            let (first, last) = (range.first().copied().unwrap_or(1), range.last().copied().unwrap_or(2));
            let x = Axis::log2(first as f64 / 1.25, last as f64 * 1.25);
            let top = body.top + row as i32 * one + head + dots(24.0) as i32;
            let line = Frame { top, bottom: top + one - head - dots(48.0) as i32, ..body };
            group_legend(survey, canvas, (body.left, body.top + row as i32 * one), group, &groups);
            for (i, (frame, &s)) in
                columns(line, scalars.len(), dots(37.0) as i32, dots(14.0) as i32, 0).into_iter().zip(&scalars).enumerate()
            {
                let panel = Panel::new(canvas, frame, x.clone(), y.clone());
                panel.grid(true, i == 0);
                let title = format!("{}, {}", label(&survey.families[f].name), survey.scalars[s]);
                canvas.text((frame.left, frame.top - dots(14.0) as i32), &title, ink(7.2).bold());
                panel.x_title("vertices per body");
                if i == 0 {
                    panel.y_title("time per query / ns", 31.0);
                }
                let mut end = i32::MIN;
                for &points in range {
                    let n = sets.get(&(f, s, points)).copied().unwrap_or(0);
                    let text = if end == i32::MIN { format!("n = {n}") } else { n.to_string() };
                    if let Some((x, _)) = panel.at((points as f64, panel.y.high())) {
                        let half = ink(TICK - 0.6).width(&text) / 2;
                        if x - half > end {
                            let at = (x, frame.top - dots(4.5) as i32);
                            canvas.text(at, &text, ink(TICK - 0.6).centred().grey());
                            end = x + half + 8;
                        }
                    }
                }
                let points = |v: usize| lines.get(&(f, s, v)).map(Vec::as_slice).unwrap_or_default();
                for v in (0..styles.len()).filter(|v| !group.contains(v)) {
                    let path: Vec<(f64, f64)> = points(v).iter().map(|p| (p.0 as f64, p.1)).collect();
                    panel.line(&path, stroke(FAINT, 0.9));
                }
                for (place, &v) in group.iter().enumerate() {
                    let aside = (place as i32 * 2 - group.len() as i32 + 1) * 3;
                    for p in points(v) {
                        let with = Stroke { opacity: 0.55, ..stroke(styles[v].colour, 0.6) };
                        panel.whisker(p.0 as f64, p.2, p.3, aside, with);
                    }
                }
                for &v in group {
                    let path: Vec<(f64, f64)> = points(v).iter().map(|p| (p.0 as f64, p.1)).collect();
                    panel.series(&path, &styles[v], 1.1, survey.variants[v].distance);
                }
                if group.iter().all(|&v| points(v).is_empty()) {
                    panel.remark("no case is right for all");
                }
            }
        }
    })
    .map_err(failed(NAME))?;
    let caption =
        "time per query against vertices per body, over the cases that every reliable distance variant gets right".to_owned();
    Ok(Made::Drawn(vec![Sheet { name: NAME.to_owned(), png, caption, points: table }]))
}
