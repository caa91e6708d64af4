//! Time per query against vertices per body.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use gjk_records::octave;

use crate::draw::{Axis, Canvas, Panel, Rect, TICK, dots, ink, row};
use crate::figure::groups::{Groups, Point, grey_lines, lines as draw_lines};
use crate::figure::{Figure, Sheet, Sheets, TIMES, label, left_out, time_notes};
use crate::summary::{median, quantile};
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure =
    Figure { name: "time-points", description: "time per query against vertices per body", reads: &[TIMES], draw };

/// The most families that get panels.
const FAMILIES: usize = 3;

/// A distance variant that is right on a smaller share of a family's timed cases has no say in which of them are compared: it
/// would remove the hard ones.
const RELIABLE: f64 = 0.9;

/// The distance variants that have a say, by family and scalar.
fn reliable(survey: &Survey) -> BTreeMap<(usize, usize), Vec<usize>> {
    let mut rights: BTreeMap<(usize, usize, usize), Vec<bool>> = BTreeMap::new();
    for case in &survey.times.cases {
        for (v, time) in case.by_variant.iter().enumerate().filter(|(v, _)| survey.variants[*v].distance) {
            if let Some((_, right)) = time {
                rights.entry((case.family, case.scalar, v)).or_default().push(*right);
            }
        }
    }
    let mut reliable: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for ((family, scalar, v), rights) in rights {
        if rights.iter().filter(|right| **right).count() as f64 >= RELIABLE * rights.len() as f64 {
            reliable.entry((family, scalar)).or_default().push(v);
        }
    }
    reliable
}

/// Families, each with its numbers of points, taken down to powers of two.
pub(crate) type Sizes = Vec<(usize, BTreeSet<usize>)>;

/// Those of the families that go over more than two octaves, the ones over most octaves first.
pub(crate) fn widest(sizes: impl IntoIterator<Item = (usize, BTreeSet<usize>)>) -> Sizes {
    let octaves =
        |sizes: &BTreeSet<usize>| sizes.last().map_or(0, |last| last.ilog2()) - sizes.first().map_or(0, |first| first.ilog2());
    let mut families: Sizes = sizes.into_iter().filter(|(_, sizes)| octaves(sizes) > 1).collect();
    families.sort_by_key(|(f, sizes)| (Reverse(octaves(sizes)), *f));
    families
}

/// The families that were timed over the most octaves of numbers of points, and their numbers.
fn families(survey: &Survey) -> Sizes {
    let mut sizes: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for case in &survey.times.cases {
        sizes.entry(case.family).or_default().insert(octave(case.points));
    }
    let mut families = widest(sizes);
    families.truncate(FAMILIES);
    families
}

/// By family, scalar and variant: medians with quartiles over points of a body.
type Lines = BTreeMap<(usize, usize, usize), Vec<Point>>;
/// By family, scalar and points: how many cases are compared.
type Cases = BTreeMap<(usize, usize, usize), usize>;

/// The times of each variant over the cases that all reliable distance variants timed on it, and the variant itself, get right.
fn lines(survey: &Survey, families: &[(usize, BTreeSet<usize>)], table: &mut Table) -> (Lines, Cases) {
    let reliable = reliable(survey);
    let mut times: BTreeMap<(usize, usize, usize, usize), Vec<f64>> = BTreeMap::new();
    let mut cases = Cases::new();
    for case in survey.times.cases.iter().filter(|case| families.iter().any(|(f, _)| *f == case.family)) {
        let judges = reliable.get(&(case.family, case.scalar)).map(Vec::as_slice).unwrap_or_default();
        if !judges.iter().all(|&v| case.by_variant[v].is_none_or(|(_, right)| right)) {
            continue;
        }
        *cases.entry((case.family, case.scalar, octave(case.points))).or_default() += 1;
        for (v, time) in case.by_variant.iter().enumerate() {
            if let Some((nanoseconds, true)) = time {
                times.entry((case.family, case.scalar, v, octave(case.points))).or_default().push(*nanoseconds);
            }
        }
    }
    let mut lines = Lines::new();
    for ((f, s, v, points), mut times) in times {
        let Some(y) = median(&mut times) else { continue };
        let [low, high] = [0.25, 0.75].map(|q| quantile(&times, q).unwrap_or(y));
        lines.entry((f, s, v)).or_default().push(Point { x: points as f64, y, low, high, marked: true });
        let (family, scalar, variant) = (&survey.families[f].name, &survey.scalars[s], &survey.variants[v].name);
        table.push(&[family, scalar, variant, &points, &times.len(), &y, &low, &high]);
    }
    (lines, cases)
}

fn draw<'s>(survey: &'s Survey<'s>) -> Sheets<'s> {
    if survey.times.is_empty() {
        return left_out("nothing was timed");
    }
    let families = families(survey);
    if families.is_empty() {
        return left_out("no family was timed over several numbers of points");
    }
    let mut points =
        Table::new(["family", "scalar", "variant", "points", "cases", "median_ns", "lower_quartile", "upper_quartile"]);
    let (lines, cases) = lines(survey, &families, &mut points);
    if lines.is_empty() {
        return left_out("no timed case is right for all reliable distance variants");
    }
    let is_timed = |s: &usize| survey.times.cases.iter().any(|case| case.scalar == *s);
    let scalars: Vec<usize> = (0..survey.scalars.len()).filter(is_timed).collect();
    let groups = Groups::new(survey, |v| lines.keys().any(|key| key.2 == v));
    let all = || lines.values().flatten().map(|point| point.y);
    let y = Axis::log10(all().fold(f64::INFINITY, f64::min) / 1.35, all().fold(0.0, f64::max) * 1.35, 8);
    let subtitle = format!(
        "Median with quartiles over the cases that every reliable distance variant gets right, one that is right on nine in ten \
         of the family's timed cases (any other variant: of those, the ones that it gets right too); n: their number. Filled \
         marks: distance variants; hollow: boolean ones, which do less. Between two powers of two the lower one counts.{}",
        groups.grey_text()
    );
    let legend = groups.common_legend();
    let rows = families.len() * groups.all.len();
    let head = groups.legend_height();
    let one = head + dots(if rows == 1 { 170.0 } else { 128.0 });
    let panels = Sheet::new(rows as i32 * one, move |canvas, body| {
        let rows = families.iter().flat_map(|family| groups.all.iter().map(move |group| (family, group)));
        for (place, ((f, sizes), group)) in rows.enumerate() {
            let (first, last) = (sizes.first().copied().unwrap_or(1), sizes.last().copied().unwrap_or(2));
            let above = body.top + place as i32 * one;
            let top = above + head + dots(24.0);
            groups.legend(canvas, (body.left, above), group);
            let frame = Rect { top, bottom: top + one - head - dots(48.0), ..body };
            let x = Axis::log2(first as f64 / 1.25, last as f64 * 1.25);
            let room = (frame, scalars.len(), [37.0, 14.0, 0.0]);
            for (panel, &s) in row(canvas, room, (&x, true), (&y, "time per query / ns", 31.0)).iter().zip(&scalars) {
                let title = format!("{}, {}", label(&survey.families[*f].name), survey.scalars[s]);
                canvas.text((panel.frame.left, panel.frame.top - dots(14.0)), &title, ink(7.2).bold());
                panel.x_title("vertices per body");
                let numbers = sizes.iter().map(|&points| (points, cases.get(&(*f, s, points)).copied().unwrap_or(0)));
                write_cases(canvas, panel, numbers);
                let points = |v: usize| lines.get(&(*f, s, v)).map(Vec::as_slice).unwrap_or_default();
                grey_lines(survey, panel, group, &points);
                draw_lines(survey, panel, group, &points, [1.1, 0.55]);
                if group.iter().all(|&v| points(v).is_empty()) {
                    panel.remark("no case is right for all");
                }
            }
        }
    });
    let caption = "time per query against vertices per body, over the cases that every reliable distance variant gets right";
    Ok(vec![Sheet {
        title: "Time per query against vertices per body".to_owned(),
        subtitle,
        legend,
        notes: time_notes(survey),
        caption: caption.to_owned(),
        points,
        ..panels
    }])
}

/// Writes the number of cases of each number of points above a panel, where there is room.
fn write_cases(canvas: &Canvas, panel: &Panel, numbers: impl Iterator<Item = (usize, usize)>) {
    let (font, mut end) = (ink(TICK - 0.6), i32::MIN);
    for (points, n) in numbers {
        let text = if end == i32::MIN { format!("n = {n}") } else { n.to_string() };
        if let Some((x, _)) = panel.at((points as f64, panel.y.high)) {
            let half = font.width(&text) / 2;
            if x - half > end {
                canvas.text((x, panel.frame.top - dots(4.5)), &text, font.centred().grey());
                end = x + half + 8;
            }
        }
    }
}
