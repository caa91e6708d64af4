//! Time against failure rate, with the frontier of what nothing beats in both.
//!
//! A frontier is one over some families: a sheet for each set of families that some variant takes, with everybody who takes all
//! of them.

use std::cmp::Reverse;

use gjk_records::Counts;

use crate::draw::{Axis, Canvas, LINE, Name, Panel, Rect, Spot, Stroke, darkened, dots, ink, row, spots, stroke};
use crate::figure::{ANSWERS, Figure, SHEETS, Sheet, Sheets, TIMES, label, left_out, time_notes};
use crate::summary::{Rate, frontier};
use crate::survey::distinct;
use crate::table::counted;
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
    timed_families: usize,
    on_frontier: bool,
}

/// The variants that take all of some families, in one scalar.
struct Field {
    scalar: usize,
    families: Vec<usize>,
    /// How many of the families somebody was timed in.
    timed_families: usize,
    points: Vec<Point>,
}

impl Field {
    fn of(survey: &Survey, scalar: usize, families: &[usize]) -> Field {
        let takes_all = |v: usize| families.iter().all(|&f| survey.counts(f, v, scalar).applicable() > 0);
        let is_timed = |v: usize, families: &[usize]| survey.times.pooled(families, v, scalar).is_some();
        let members: Vec<usize> = (0..survey.variants.len()).filter(|&v| takes_all(v) && is_timed(v, families)).collect();
        let timed = families.iter().filter(|&&family| members.iter().any(|&v| is_timed(v, &[family]))).count();
        let point = |&variant: &usize| {
            let (nanoseconds, timed_families, _) = survey.times.pooled(families, variant, scalar)?;
            let failure = survey.pooled_over(families, variant, scalar, Counts::failures)?.rate();
            Some(Point { variant, nanoseconds, failure, timed_families, on_frontier: false })
        };
        let mut points: Vec<Point> = members.iter().filter_map(point).collect();
        for distance in [true, false] {
            // Who is right in no case of a family has no time there, and its mean is one over other families.
            let is_comparable = |p: &Point| p.timed_families == timed && survey.variants[p.variant].distance == distance;
            let kind: Vec<usize> = (0..points.len()).filter(|&i| is_comparable(&points[i])).collect();
            let places: Vec<(f64, f64)> = kind.iter().map(|&i| (points[i].nanoseconds, points[i].failure.rate)).collect();
            frontier(&places).into_iter().for_each(|i| points[kind[i]].on_frontier = true);
        }
        Field { scalar, families: families.to_vec(), timed_families: timed, points }
    }

    fn members(&self) -> Vec<usize> {
        self.points.iter().map(|point| point.variant).collect()
    }
}

/// Every set of families with its fields, scalar by scalar; the set of most families first. Where fewer families bring nobody
/// together who does not meet over more, there is no field.
fn fields(survey: &Survey) -> Vec<Vec<Field>> {
    let mut all: Vec<Field> = Vec::new();
    for scalar in 0..survey.scalars.len() {
        let mut sets = distinct((0..survey.variants.len()).map(|v| survey.pooled_families(v, scalar)));
        sets.sort_by_key(|families| Reverse(families.len()));
        for families in sets.iter().filter(|families| !families.is_empty()) {
            let field = Field::of(survey, scalar, families);
            let is_known = all.iter().any(|known| known.scalar == scalar && known.members() == field.members());
            if !field.points.is_empty() && !is_known {
                all.push(field);
            }
        }
    }
    let mut sets = distinct(all.iter().map(|field| field.families.clone()));
    sets.sort_by_key(|families| Reverse(families.len()));
    sets.iter().map(|families| all.extract_if(.., |field| field.families == *families).collect()).collect()
}

fn table(survey: &Survey, fields: &[Field]) -> Table {
    let columns = "scalar variant kind nanoseconds failure_rate low high families timed_families on_frontier";
    let mut table = Table::new(columns.split(' '));
    for field in fields {
        for p in &field.points {
            let (variant, Rate { rate, low, high }) = (&survey.variants[p.variant], &p.failure);
            let (scalar, name, kind) = (&survey.scalars[field.scalar], &variant.name, variant.kind());
            let (families, Point { nanoseconds, timed_families, on_frontier, .. }) = (field.families.len(), p);
            table.push(&[scalar, name, &kind, nanoseconds, rate, low, high, &families, timed_families, on_frontier]);
        }
    }
    table
}

fn draw<'s>(survey: &'s Survey<'s>) -> Sheets<'s> {
    if survey.times.is_empty() {
        return left_out("nothing was timed");
    }
    let mut sets = fields(survey);
    if sets.is_empty() {
        return left_out("no variant was both judged and timed");
    }
    let more = sets.len().saturating_sub(SHEETS);
    sets.truncate(SHEETS);
    let mut sheets: Vec<Sheet> = sets.into_iter().map(|fields| sheet(survey, fields)).collect();
    if let Some(last) = sheets.last_mut().filter(|_| more > 0) {
        last.notes.push(format!("{} with fewer families are left out.", counted(more, "other set", "other sets")));
    }
    Ok(sheets)
}

/// Which families these are, by the shorter list.
fn families_text(survey: &Survey, families: &[usize]) -> String {
    let names = |list: &[usize]| list.iter().map(|&f| label(&survey.families[f].name)).collect::<Vec<_>>().join(", ");
    let others: Vec<usize> = survey.families_in_rates().into_iter().filter(|f| !families.contains(f)).collect();
    match others.len() {
        0 => "All families with equal weights.".to_owned(),
        n if n < families.len() => format!("All families but {} ({}), with equal weights.", n, names(&others)),
        _ => format!("The families {}, with equal weights.", names(families)),
    }
}

/// The fields over one set of families, of which there is one at least.
fn sheet<'s>(survey: &'s Survey<'s>, fields: Vec<Field>) -> Sheet<'s> {
    let all = || fields.iter().flat_map(|field| &field.points);
    let least = all().map(|p| p.nanoseconds).fold(f64::INFINITY, f64::min);
    let most = all().map(|p| p.nanoseconds).fold(0.0, f64::max);
    let x = Axis::log10(least / 2.5, most * 1.7, 8);
    let rates = || all().map(|p| p.failure.rate).filter(|rate| *rate > 0.0);
    let low = rates().fold(f64::INFINITY, f64::min).min(0.01);
    let high = all().map(|p| p.failure.high).fold(0.02, f64::max);
    let y = Axis::log10(low / 2.0, (high * 1.8).min(1.0), 8).with_zero().in_percent();

    let both = all().any(|p| survey.variants[p.variant].distance) && all().any(|p| !survey.variants[p.variant].distance);
    let (of_its_kind, marks) = match both {
        true => (
            "of its kind ",
            " (filled marks, solid: variants that give distances; hollow, dashed: boolean ones, whose answer says less)",
        ),
        false => ("", ""),
    };
    let is_partial = fields.iter().any(|field| field.points.iter().any(|p| p.timed_families < field.timed_families));
    let families = &fields[0].families;
    let subtitle = format!(
        "Time: median over the timed cases of a family that are right; geometric mean over families. Failures: off, missed, \
         phantom or gave-up, between its one-sided 95 % bounds. {} Everybody here takes all of them. Lines and bold names: what no other variant \
         {of_its_kind}beats in both{marks}.{}",
        families_text(survey, families),
        if is_partial {
            " In brackets: timed in so many families only, right in no timed case of the others, and so not compared."
        } else {
            ""
        }
    );
    let (title, points) =
        (format!("Time against failure rate, {}", counted(families.len(), "family", "families")), table(survey, &fields));
    let crowd = fields.iter().map(|field| field.points.len()).max().unwrap_or(0);
    // With many variants the panels stand below each other, so that every label finds a place.
    let across = if crowd > 9 { 1 } else { fields.len() };
    let one = dots(if crowd > 9 { 260.0 } else { 190.0 });
    let caption =
        format!("time per query against failure rate, with the frontier, {}", counted(families.len(), "family", "families"));
    let panels = Sheet::new(fields.len().div_ceil(across) as i32 * one, move |canvas, body| {
        for (i, line) in fields.chunks(across).enumerate() {
            let top = body.top + i as i32 * one + dots(14.0);
            let frame = Rect { top, bottom: top + one - dots(40.0), ..body };
            let panels = row(canvas, (frame, across, [36.0, 12.0, 6.0]), (&x, true), (&y, "failure rate", 31.0));
            for (panel, field) in panels.iter().zip(line) {
                let Field { scalar, families, timed_families, .. } = field;
                let timed =
                    if *timed_families < families.len() { format!(", {timed_families} of them timed") } else { String::new() };
                let number = counted(families.len(), "family", "families");
                panel.title(&format!("{}, {number}{timed}", survey.scalars[*scalar]));
                panel.x_title("time per query / ns");
                draw_points(survey, canvas, panel, field);
            }
        }
    });
    Sheet { title, subtitle, notes: time_notes(survey), caption, points, ..panels }
}

fn draw_points(survey: &Survey, canvas: &Canvas, panel: &Panel, field: &Field) {
    let points = &field.points;
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
        let text = if p.timed_families < field.timed_families { format!("{name} [{}]", p.timed_families) } else { name };
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
