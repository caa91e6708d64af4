//! Failure rate against the achieved knob, one panel per family.
//!
//! A tally counts the cases in cells of the knob, eight per octave. A bin consists of whole cells, and the least knob of a cell
//! represents all of its knobs.

use crate::draw::{Axis, Canvas, LegendEntry, Panel, Rect, Stroke, TEXT, columns as frames, dots, ink, stroke, title_below};
use crate::figure::chosen::chosen;
use crate::figure::{ANSWERS, Figure, Room, SHEETS, Sheet, Sheets, Width, label, left_out};
use crate::summary::{Rate, counted_quantile, wilson};
use crate::survey::KnobCases;
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "failure-knob",
    description: "failure rate against the knob: six families and five variants, or those named",
    reads: &[ANSWERS],
    width: Width::Page,
    draw,
};

/// The families that are drawn if many were judged: each shows a different way to fail.
const FAMILIES: [&str; 6] = ["needle", "parallel-edges", "touch-edge-edge", "gap", "scale", "curved"];
/// The greatest number of judged families at which all are drawn.
const ALL: usize = 12;
/// The most variants in a panel.
const CROWD: usize = 5;

/// The most bins of a knob, and roughly the fewest cases of a bin.
const BINS: usize = 10;
const CASES: u64 = 15;

/// A bin of a variant: its median knob and its counts.
struct Point {
    knob: f64,
    cases: u64,
    failures: u64,
    rate: Rate,
}

impl Point {
    /// The ordinate of the point: its rate.
    ///
    /// A rate of zero is at zero, below the logarithmic part of the axis. An upper bound in its place would look like a rate,
    /// and be higher for fewer cases.
    fn at(&self) -> f64 {
        self.rate.rate
    }
}

/// The answers of a family in a scalar, in bins of its knob.
struct Knobs {
    family: usize,
    /// The lower and the upper end of the axis: positive knobs if it is logarithmic.
    ends: (f64, f64),
    /// Whether zero occurs on a logarithmic axis, and so gets a place and a bin of its own.
    zero: bool,
    /// Variants with their points.
    lines: Vec<(usize, Vec<Point>)>,
    /// Answers whose knob is missing or has no place on the axis.
    beyond: u64,
}

/// The bin of a knob.
///
/// Bins have equal widths on the axis; if few different knobs occur, each knob is a bin.
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
fn distinct(all: &[(usize, Vec<KnobCases>)]) -> Vec<f64> {
    let mut knobs: Vec<f64> = all.iter().flat_map(|(_, cells)| cells).map(|cell| cell.knob).collect();
    knobs.sort_unstable_by(f64::total_cmp);
    knobs.dedup();
    knobs
}

/// The first and the last of ascending knobs that have a place on the axis.
fn ends_of(distinct: &[f64], logarithmic: bool) -> (f64, f64) {
    let mut on_axis = distinct.iter().copied().filter(|knob| !logarithmic || *knob > 0.0);
    let low = on_axis.next().unwrap_or(1.0);
    (low, on_axis.next_back().unwrap_or(low))
}

/// The answers to a family in a scalar; `None` if no knob has a place on the axis.
fn knobs(survey: &Survey, family: usize, scalar: usize, variants: &[usize]) -> Option<Knobs> {
    let (logarithmic, frames) = (survey.families[family].logarithmic, survey.families[family].frames);
    let mut beyond = 0;
    let mut all: Vec<(usize, Vec<KnobCases>)> = Vec::new();
    for &variant in variants {
        let (cells, others) = survey.by_knob(family, variant, scalar);
        beyond += others;
        all.push((variant, cells));
    }
    let every = distinct(&all);
    let least = *every.first()?;
    let ends = ends_of(&every, logarithmic);
    let line = |(variant, cells): (usize, Vec<KnobCases>)| {
        (variant, points(&cells, frames, |knob, bins| bin_of(knob, &every, ends, logarithmic, bins)))
    };
    let lines = all.into_iter().map(line).filter(|(_, points)| !points.is_empty()).collect();
    Some(Knobs { family, ends, zero: logarithmic && least == 0.0, lines, beyond })
}

/// The points of a variant; `bin_of` gives the bin of a knob for a number of bins.
fn points(cells: &[KnobCases], frames: u64, bin_of: impl Fn(f64, usize) -> usize) -> Vec<Point> {
    let answers: u64 = cells.iter().map(|cell| cell.cases).sum();
    let bins = (answers / CASES).clamp(3, BINS as u64) as usize;
    let mut parts: Vec<(KnobCases, Vec<(f64, u64)>)> = vec![Default::default(); BINS + 2];
    for cell in cells {
        let (all, knobs) = &mut parts[bin_of(cell.knob, bins)];
        all.add(cell);
        knobs.push((cell.knob, cell.cases));
    }
    let point = |(KnobCases { cases, failures, .. }, knobs): (KnobCases, Vec<(f64, u64)>)| {
        let (knob, rate) = (counted_quantile(&knobs, 0.5)?, wilson(failures, cases, frames)?);
        Some(Point { knob, cases, failures, rate })
    };
    parts.into_iter().filter_map(point).collect()
}

/// The families that are drawn.
fn families(survey: &Survey, scalar: usize) -> Vec<usize> {
    let mut all = survey.families_in_rates();
    all.retain(|&f| (0..survey.variants.len()).any(|v| survey.counts(f, v, scalar).applicable() > 0));
    if all.len() <= ALL {
        return all;
    }
    let of_list = FAMILIES.iter().filter_map(|name| all.iter().copied().find(|&f| survey.families[f].name == *name));
    let chosen: Vec<usize> = of_list.collect();
    if chosen.is_empty() { all.into_iter().take(FAMILIES.len()).collect() } else { chosen }
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    // A single scalar is drawn: the last one judged in floating point, which is `f64` unless another is selected.
    let Some(&scalar) = survey.float_scalars().last() else { return left_out("no case was judged in floating point") };
    let drawn = families(survey, scalar);
    let asked = |v: &usize| drawn.iter().any(|&f| survey.counts(f, *v, scalar).applicable() > 0);
    let variants = chosen(survey, (0..survey.variants.len()).filter(asked).collect(), CROWD);
    let all: Vec<Knobs> = drawn.iter().filter_map(|&f| knobs(survey, f, scalar, &variants)).collect();
    if all.is_empty() {
        return left_out("no family with a knob was judged in floating point");
    }
    let absent: Vec<usize> = drawn.into_iter().filter(|f| all.iter().all(|knobs| knobs.family != *f)).collect();
    let mut pages: Vec<Vec<Knobs>> = Vec::new();
    for knobs in all {
        match pages.last_mut().filter(|page| page.len() < FAMILIES.len()) {
            Some(page) => page.push(knobs),
            None => pages.push(vec![knobs]),
        }
    }
    pages.truncate(SHEETS);
    let count = pages.len();
    let page = |(number, page): (usize, Vec<Knobs>)| {
        let name = if count == 1 { String::new() } else { number.to_string() };
        sheet(survey, name, scalar, page, &variants, &absent, room)
    };
    Ok((1..).zip(pages).map(page).collect())
}

/// Notes on the families and answers that are not drawn, with the reason.
fn notes(survey: &Survey, page: &[Knobs], absent: &[usize]) -> Vec<String> {
    let name = |family: usize| survey.families[family].name.as_str();
    let mut notes = Vec::new();
    for &f in absent {
        notes.push(format!("{} is not drawn: none of its answers has a knob with a place on the axis.", name(f)));
    }
    for knobs in page.iter().filter(|knobs| knobs.beyond > 0) {
        let name = name(knobs.family);
        notes.push(format!("{name}: {} answers without a knob that has a place on the axis are not drawn.", knobs.beyond));
    }
    notes
}

fn sheet<'s>(
    survey: &'s Survey<'s>,
    name: String,
    scalar: usize,
    page: Vec<Knobs>,
    variants: &[usize],
    absent: &[usize],
    room: Room,
) -> Sheet<'s> {
    let mut table =
        Table::new(["family", "scalar", "variant", "knob", "cases", "failures", "failure_rate", "low", "high", "drawn_at"]);
    let scalar_name = survey.scalars[scalar].clone();
    for knobs in &page {
        for (variant, points) in &knobs.lines {
            for point in points {
                let (family, variant) = (&survey.families[knobs.family].name, &survey.variants[*variant].name);
                let (Point { knob, cases, failures, .. }, Rate { rate, low, high }) = (point, point.rate);
                table.push(&[family, &scalar_name, variant, knob, cases, failures, &rate, &low, &high, &point.at()]);
            }
        }
    }
    let entry = |&v: &usize| {
        let variant = &survey.variants[v];
        LegendEntry { text: label(&variant.name), style: variant.style, filled: true }
    };
    let legend = variants.iter().map(entry).collect();
    let bins = page.iter().flat_map(|knobs| &knobs.lines).flat_map(|(_, points)| points).map(|point| point.cases);
    let (least, most) = bins.fold((u64::MAX, 0), |(least, most), cases| (least.min(cases), most.max(cases)));
    let families: Vec<&str> = page.iter().map(|knobs| survey.families[knobs.family].name.as_str()).collect();
    let (shows, notes) = (format!("failure rate against the knob: {}", families.join(", ")), notes(survey, &page, absent));
    let across = if room.is_narrow() { 1 } else { page.len().clamp(1, 3) };
    let one = dots(if room.is_narrow() { 92.0 } else { 118.0 });
    let foot = format!(
        "{scalar_name}; {least} to {most} cases per bin, at most {BINS} bins per knob; a mark on 0 is a bin without \
            failures."
    );
    let panels = Sheet::new(page.len().div_ceil(across) as i32 * one, move |canvas, body| {
        for (row, line) in page.chunks(across).enumerate() {
            let top = body.top + row as i32 * one + dots(12.0);
            let whole = Rect { top, bottom: top + one - dots(36.0), ..body };
            let places = frames(whole, across, [dots(34.0), dots(20.0), dots(3.0)]);
            for (column, (knobs, frame)) in line.iter().zip(places).enumerate() {
                draw_family(survey, canvas, frame, knobs, column == 0);
            }
        }
    });
    Sheet {
        name,
        title: format!("Failure rate against the knob of each family, {scalar_name}"),
        text: "Failures (off, missed, phantom or no answer) among the applicable cases in a bin of the achieved knob, with \
               Wilson intervals of 95 %. A mark is at the median knob of its bin. A hollow mark on 0 means that no case of \
               the bin failed. With 0 failures in 30 cases, the rate is below 9.6 % (95 %); the CSV file of the figure has \
               the cases of each bin."
            .to_owned(),
        legend,
        foot,
        notes,
        shows,
        points: table,
        ..panels
    }
}

/// The panel of a family.
fn draw_family(survey: &Survey, canvas: &Canvas, frame: Rect, knobs: &Knobs, is_first: bool) {
    let family = &survey.families[knobs.family];
    let x = if family.logarithmic {
        let axis = Axis::log10(knobs.ends.0 / 1.3, knobs.ends.1 * 1.3, 4);
        if knobs.zero { axis.with_zero() } else { axis }
    } else {
        let margin = (knobs.ends.1 - knobs.ends.0).max(1e-9) * 0.04;
        Axis::linear(knobs.ends.0 - margin, knobs.ends.1 + margin, 4)
    };
    let panel = Panel::new(canvas, frame, x, Axis::log10(0.005, 1.25, 4).in_percent().with_zero());
    panel.grid(true, is_first);
    panel.title(&label(&family.name));
    if is_first {
        panel.y_title("failures", 29.0);
    }
    title_below(canvas, frame, &family.knob, frame.width() + dots(6.0));
    let count = knobs.lines.len() as i32;
    for (place, (variant, points)) in knobs.lines.iter().enumerate() {
        let style = &survey.variants[*variant].style;
        // Neighbours do not cover each other.
        let aside = (2 * place as i32 - count + 1) * dots(0.5);
        let moved = |point: &Point| panel.at((point.knob, point.at())).map(|(x, y)| (x + aside, y));
        // A line joins only points with failures.
        for pair in points.windows(2).filter(|pair| pair.iter().all(|point| point.failures > 0)) {
            let ends: Vec<(i32, i32)> = pair.iter().filter_map(moved).collect();
            canvas.path(&ends, Stroke { dash: style.dash, ..stroke(style.colour, 0.9) });
        }
        for point in points {
            if point.failures > 0 {
                panel.whisker(
                    point.knob,
                    point.rate.low,
                    point.rate.high,
                    aside,
                    Stroke { opacity: 0.5, ..stroke(style.colour, 0.6) },
                );
            }
            if let Some(at) = moved(point) {
                canvas.mark(at, style.mark, 1.7, style.colour, point.failures > 0);
            }
        }
    }
    if knobs.lines.is_empty() {
        canvas.text(((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2), "nothing", ink(TEXT).centred().grey());
    }
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
