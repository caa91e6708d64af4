//! Failure rate against the achieved knob: a pair of panels for each family, f32 beside f64.
//!
//! A tally has the cases by cells of their knobs, eight an octave. A bin is made of whole cells, and the least knob of a cell stands
//! for all of its knobs.

use std::rc::Rc;

use crate::draw::{Axis, Canvas, LABEL, Rect, dots, ink, row};
use crate::figure::groups::{Groups, Point, entries, lines};
use crate::figure::{ANSWERS, Figure, MARGIN, SHEETS, Sheet, Sheets, label, left_out};
use crate::summary::{Rate, counted_quantile, wilson};
use crate::survey::KnobCases;
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "failure-knob",
    description: "failure rate against the knob of each family, f32 beside f64",
    reads: &[ANSWERS],
    draw,
};

/// Families on a sheet, two beside each other.
const FAMILIES: usize = 12;

/// Bins of a knob, at most; and cases of a bin, at least about.
const BINS: usize = 10;
const CASES: u64 = 15;

/// The answers of a family, in bins of its knob.
struct Knobs {
    family: usize,
    /// Lower and upper end of what the axis spans: positive knobs if it is logarithmic.
    ends: (f64, f64),
    /// Whether zero occurs on a logarithmic axis, and so gets a place and a bin of its own.
    zero: bool,
    lines: Vec<Line>,
    /// Answers whose knob is missing or has no place on the axis.
    beyond: u64,
}

/// The answers of one variant in one scalar: failure rates at the median knobs of bins.
struct Line {
    scalar: usize,
    variant: usize,
    points: Vec<Point>,
    /// Cases and failures of each bin.
    counts: Vec<[u64; 2]>,
}

impl Knobs {
    /// The variants that fail.
    fn variants(&self) -> Vec<usize> {
        let failing = self.lines.iter().filter(|line| line.points.iter().any(|point| point.marked));
        let mut variants: Vec<usize> = failing.map(|line| line.variant).collect();
        variants.sort_unstable();
        variants.dedup();
        variants
    }
}

/// The edges between bins are at equal distances on the axis; where few different knobs occur, each is a bin.
fn bin_of(knob: f64, distinct: &[f64], ends: (f64, f64), logarithmic: bool, bins: usize) -> usize {
    if distinct.len() <= BINS + 1 {
        return distinct.partition_point(|other| *other < knob);
    }
    if logarithmic && knob <= 0.0 {
        return 0;
    }
    let part = if logarithmic { (knob / ends.0).ln() / (ends.1 / ends.0).ln() } else { (knob - ends.0) / (ends.1 - ends.0) };
    1 + ((part * bins as f64) as usize).min(bins - 1)
}

/// The knobs of all cells, ascending, each once.
fn distinct(all: &[(usize, usize, Vec<KnobCases>)]) -> Vec<f64> {
    let mut knobs: Vec<f64> = all.iter().flat_map(|(.., cells)| cells).map(|cell| cell.knob).collect();
    knobs.sort_unstable_by(f64::total_cmp);
    knobs.dedup();
    knobs
}

/// The first and the last knob that an axis spans, of ascending ones.
fn ends_of(distinct: &[f64], logarithmic: bool) -> (f64, f64) {
    let mut on_axis = distinct.iter().copied().filter(|knob| !logarithmic || *knob > 0.0);
    let low = on_axis.next().unwrap_or(1.0);
    (low, on_axis.next_back().unwrap_or(low))
}

/// The answers to a family; none where no knob has a place on the axis.
fn knobs(survey: &Survey, family: usize, scalars: &[usize]) -> Option<Knobs> {
    let logarithmic = survey.families[family].logarithmic;
    let (mut all, mut beyond) = (Vec::new(), 0);
    for &scalar in scalars {
        for variant in 0..survey.variants.len() {
            let (cells, others) = survey.by_knob(family, variant, scalar);
            beyond += others;
            all.push((scalar, variant, cells));
        }
    }
    let every = distinct(&all);
    let least = *every.first()?;
    let zero = logarithmic && least == 0.0;
    let frames = survey.families[family].frames;
    let mut lines = Vec::new();
    // A scalar has bins of its own: what is degenerate for f32 is not yet so for f64.
    for mine in all.chunk_by(|one, other| one.0 == other.0) {
        let distinct = distinct(mine);
        let ends = ends_of(&distinct, logarithmic);
        lines.extend(mine.iter().map(|(scalar, variant, cells)| {
            line((*scalar, *variant), cells, frames, |knob, bins| bin_of(knob, &distinct, ends, logarithmic, bins))
        }));
    }
    Some(Knobs { family, ends: ends_of(&every, logarithmic), zero, lines, beyond })
}

/// The line of a variant in a scalar; `bin_of` gives the bin of a knob where so many bins are wanted.
fn line((scalar, variant): (usize, usize), cells: &[KnobCases], frames: u64, bin_of: impl Fn(f64, usize) -> usize) -> Line {
    let answers: u64 = cells.iter().map(|cell| cell.cases).sum();
    let bins = (answers / CASES).clamp(3, BINS as u64) as usize;
    let mut parts: Vec<(KnobCases, Vec<(f64, u64)>)> = vec![Default::default(); BINS + 2];
    for cell in cells {
        let (all, knobs) = &mut parts[bin_of(cell.knob, bins)];
        all.add(cell);
        knobs.push((cell.knob, cell.cases));
    }
    let mut line = Line { scalar, variant, points: Vec::new(), counts: Vec::new() };
    for (KnobCases { cases, failures, .. }, knobs) in parts {
        if let (Some(x), Some(Rate { rate: y, low, high })) = (counted_quantile(&knobs, 0.5), wilson(failures, cases, frames)) {
            // At zero all marks would lie upon each other.
            line.points.push(Point { x, y, low, high, marked: failures > 0 });
            line.counts.push([cases, failures]);
        }
    }
    line
}

fn draw<'s>(survey: &'s Survey<'s>) -> Sheets<'s> {
    let scalars = survey.float_scalars();
    let pooled = survey.families_in_rates();
    let all: Vec<Knobs> = pooled.iter().filter_map(|&f| knobs(survey, f, &scalars)).collect();
    if all.is_empty() {
        return left_out("no family with a knob was judged in floating point");
    }
    let judged = |f: usize| scalars.iter().any(|&s| (0..survey.variants.len()).any(|v| survey.answers(f, v, s).is_some()));
    let is_absent = |f: &usize| all.iter().all(|knobs| knobs.family != *f) && judged(*f);
    let absent: Vec<usize> = pooled.into_iter().filter(is_absent).collect();
    let notes = notes(survey, &all, &absent);
    let failing: Vec<Rc<Knobs>> = all.into_iter().filter(|knobs| !knobs.variants().is_empty()).map(Rc::new).collect();
    if failing.is_empty() {
        return left_out("no answer in floating point is a failure");
    }

    let fails = |knobs: &Knobs, group: &[usize]| knobs.variants().iter().any(|v| group.contains(v));
    let groups = Groups::new(survey, |v| failing.iter().any(|knobs| fails(knobs, &[v])));
    let mut parts: Vec<(Vec<usize>, Vec<Rc<Knobs>>)> = Vec::new();
    for group in &groups.all {
        let mine: Vec<Rc<Knobs>> = failing.iter().filter(|knobs| fails(knobs, group)).cloned().collect();
        parts.extend(mine.chunks(FAMILIES).map(|part| (group.clone(), part.to_vec())));
    }
    parts.truncate(SHEETS);
    let count = parts.len();
    let sheet = |(number, (group, part)): (usize, (Vec<usize>, Vec<Rc<Knobs>>))| {
        let title = "Failure rate against the knob of each family".to_owned();
        let names: Vec<&str> = part.iter().map(|knobs| survey.families[knobs.family].name.as_str()).collect();
        Sheet {
            title: if count == 1 { title } else { format!("{title} ({number} of {count})") },
            subtitle: "Failures (off, missed, phantom or gave-up) among the applicable cases in a bin of the achieved knob, with Wilson intervals \
                       of 95 %; a mark stands at the median knob of its bin. The rate is logarithmic, 0 lies below the break and has no \
                       marks. A variant that is not drawn in a pair of panels has no failure there, or does not apply."
                .to_owned(),
            legend: entries(survey, &group),
            notes: notes.clone(),
            caption: format!("failure rate against the knob: {}", names.join(", ")),
            points: table(survey, &part, &group),
            ..panels(survey, group, part, scalars.clone())
        }
    };
    Ok((1..).zip(parts).map(sheet).collect())
}

/// What is not drawn, and why.
fn notes(survey: &Survey, all: &[Knobs], absent: &[usize]) -> Vec<String> {
    let name = |family: usize| survey.families[family].name.as_str();
    let clean = all.iter().filter(|knobs| knobs.variants().is_empty() && knobs.beyond == 0);
    let clean: Vec<&str> = clean.map(|knobs| name(knobs.family)).collect();
    let mut notes = Vec::new();
    if !clean.is_empty() {
        notes.push(format!("Without a failure of any variant: {}.", clean.join(", ")));
    }
    for &f in absent {
        notes.push(format!("{}: no answer has a knob with a place on the axis; not drawn.", name(f)));
    }
    for knobs in all.iter().filter(|knobs| knobs.beyond > 0) {
        let name = name(knobs.family);
        notes.push(format!("{name}: {} answers without a knob that has a place on the axis are not drawn.", knobs.beyond));
    }
    notes
}

/// The panels of some families, two families beside each other.
fn panels<'s>(survey: &'s Survey<'s>, group: Vec<usize>, part: Vec<Rc<Knobs>>, scalars: Vec<usize>) -> Sheet<'s> {
    let one = dots(104.0);
    Sheet::new(part.len().div_ceil(2) as i32 * one, move |canvas, body| {
        for (place, knobs) in part.iter().enumerate() {
            let half = (body.width() - MARGIN) / 2;
            let left = body.left + (place as i32 % 2) * (half + MARGIN);
            let top = body.top + (place as i32 / 2) * one;
            let failing: Vec<usize> = knobs.variants().into_iter().filter(|v| group.contains(v)).collect();
            draw_family(survey, canvas, Rect::new(left, top, left + half, top + one), knobs, &failing, &scalars);
        }
    })
}

fn table(survey: &Survey, part: &[Rc<Knobs>], group: &[usize]) -> Table {
    let mut table = Table::new(["family", "scalar", "variant", "knob", "cases", "failures", "failure_rate", "low", "high"]);
    for knobs in part {
        for line in knobs.lines.iter().filter(|line| group.contains(&line.variant)) {
            for (Point { x, y, low, high, .. }, [cases, failures]) in line.points.iter().zip(&line.counts) {
                let family = &survey.families[knobs.family].name;
                let (scalar, variant) = (&survey.scalars[line.scalar], &survey.variants[line.variant].name);
                table.push(&[family, scalar, variant, x, cases, failures, y, low, high]);
            }
        }
    }
    table
}

/// The panels of one family: a title over all, one panel for each scalar.
fn draw_family(survey: &Survey, canvas: &Canvas, area: Rect, knobs: &Knobs, failing: &[usize], scalars: &[usize]) {
    let family = &survey.families[knobs.family];
    canvas.text((area.left, area.top + dots(6.0)), &label(&family.name), ink(7.4).bold());
    let x = if family.logarithmic {
        let axis = Axis::log10(knobs.ends.0 / 1.3, knobs.ends.1 * 1.3, 4);
        if knobs.zero { axis.with_zero() } else { axis }
    } else {
        let margin = (knobs.ends.1 - knobs.ends.0).max(1e-9) * 0.04;
        Axis::linear(knobs.ends.0 - margin, knobs.ends.1 + margin, 4)
    };
    let shown = || knobs.lines.iter().filter(|line| failing.contains(&line.variant)).flat_map(|line| &line.points);
    let least = shown().map(|point| point.y).filter(|rate| *rate > 0.0).fold(0.05, f64::min);
    let most = shown().map(|point| point.high).fold(0.1, f64::max);
    let y = Axis::log10(least / 1.6, most.min(1.0), 4).with_zero().in_percent();
    let room = dots(33.0);
    let frame = Rect { top: area.top + dots(22.0), bottom: area.bottom - dots(28.0), ..area };
    let rooms = (frame, scalars.len(), [33.0, 15.0, 4.0]);
    for (panel, &s) in row(canvas, rooms, (&x, true), (&y, "failure rate", 30.0)).iter().zip(scalars) {
        let at = ((panel.frame.left + panel.frame.right) / 2, panel.frame.top - dots(5.0));
        canvas.text(at, &survey.scalars[s], ink(6.6).bold().centred());
        let mine = |v: usize| knobs.lines.iter().find(|line| (line.scalar, line.variant) == (s, v));
        lines(survey, panel, failing, &|v| mine(v).map(|line| &line.points[..]).unwrap_or_default(), [0.9, 0.45]);
    }
    let middle = (area.left + room + area.right) / 2;
    let text = ink(LABEL).centred().top();
    let title = text.shortened(&family.knob, area.width() - room);
    canvas.text((middle, area.bottom - dots(17.5)), &title, text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_even_on_the_axis() {
        let many: Vec<f64> = (0..40).map(|i| 10f64.powi(i - 20)).collect();
        let ends = (1e-20, 1e19);
        assert_eq!(bin_of(0.0, &many, ends, true, 5), 0);
        assert_eq!(bin_of(1e-20, &many, ends, true, 5), 1);
        assert_eq!(bin_of(0.9, &many, ends, true, 5), 3);
        assert_eq!(bin_of(1e19, &many, ends, true, 5), 5);
        assert_eq!(bin_of(3.0, &[1.0, 3.0, 8.0], (1.0, 8.0), false, 5), 1);
    }
}
