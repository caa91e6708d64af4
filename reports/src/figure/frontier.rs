//! Time against failure rate, with the frontier of the variants that no other beats in both: one sheet per scalar, one panel
//! per kind of bodies.
//!
//! A frontier is over the same families for all variants: a panel has the variants that accept cases of every one of its
//! families.

use gjk_records::Counts;

use crate::draw::{
    Axis, Canvas, LINE, LegendEntry, Name, Panel, Rect, Spot, Stroke, TEXT, darkened, dots, ink, row, spots, stroke,
};
use crate::figure::chosen::chosen;
use crate::figure::family_groups::Space;
use crate::figure::legends::entries;
use crate::figure::{ANSWERS, Figure, Room, Sheet, Sheets, TIMES, Width, label, left_out, time_notes};
use crate::sorted::sort_by;
use crate::summary::{Mean, frontier};
use crate::table::counted;
use crate::{Survey, Table};

pub(crate) const FIGURE: Figure = Figure {
    name: "frontier",
    description: "time against failure rate, with the frontier of variants that no other beats in both",
    reads: &[ANSWERS, TIMES],
    width: Width::Page,
    draw,
};

/// The most variants that a legend names.
const CROWD: usize = 9;

struct Point {
    variant: usize,
    nanoseconds: f64,
    failure: Mean,
    timed_families: usize,
    on_frontier: bool,
}

impl Point {
    /// The ordinate of the point: its rate, or the upper bound of the rate if there is no failure.
    fn at(&self) -> f64 {
        if self.failure.rate > 0.0 { self.failure.rate } else { self.failure.upper() }
    }
}

/// The variants that accept all families of a kind of bodies, in one scalar.
struct Field {
    scalar: usize,
    space: Space,
    families: usize,
    /// The number of families in which at least one of the variants was timed.
    timed_families: usize,
    points: Vec<Point>,
    /// Timed variants that accept only some of the families.
    elsewhere: Vec<usize>,
}

impl Field {
    fn of(survey: &Survey, scalar: usize, space: Space) -> Option<Field> {
        let mut families = space.families(survey);
        families.retain(|&f| (0..survey.variants.len()).any(|v| survey.counts(f, v, scalar).applicable() > 0));
        let takes = |v: usize, f: usize| survey.counts(f, v, scalar).applicable() > 0;
        let is_timed = |v: usize, families: &[usize]| survey.times.pooled(families, v, scalar).is_some();
        let timed: Vec<usize> = (0..survey.variants.len()).filter(|&v| is_timed(v, &families)).collect();
        let (members, elsewhere): (Vec<usize>, Vec<usize>) =
            timed.into_iter().partition(|&v| families.iter().all(|&f| takes(v, f)));
        let timed_families = families.iter().filter(|&&f| members.iter().any(|&v| is_timed(v, &[f]))).count();
        let point = |&variant: &usize| {
            let (nanoseconds, timed_families, _) = survey.times.pooled(&families, variant, scalar)?;
            let failure = survey.pooled_over(&families, variant, scalar, Counts::failures)?;
            Some(Point { variant, nanoseconds, failure, timed_families, on_frontier: false })
        };
        let mut points: Vec<Point> = members.iter().filter_map(point).collect();
        for distance in [true, false] {
            // A variant that is right in no timed case of a family has no time there, so its mean is over other families.
            let is_comparable =
                |p: &Point| p.timed_families == timed_families && survey.variants[p.variant].gives_distances() == distance;
            let kind: Vec<usize> = (0..points.len()).filter(|&i| is_comparable(&points[i])).collect();
            let places: Vec<(f64, f64)> = kind.iter().map(|&i| (points[i].nanoseconds, points[i].failure.rate)).collect();
            frontier(&places).into_iter().for_each(|i| points[kind[i]].on_frontier = true);
        }
        let families = families.len();
        (!points.is_empty()).then_some(Field { scalar, space, families, timed_families, points, elsewhere })
    }

    fn title(&self) -> String {
        let timed = match self.timed_families < self.families {
            true => format!(", {} of them timed", self.timed_families),
            false => String::new(),
        };
        format!("{}: {}{timed}", self.space.name(), counted(self.families, "family", "families"))
    }
}

fn draw<'s>(survey: &'s Survey<'s>, room: Room) -> Sheets<'s> {
    if survey.times.is_empty() {
        return left_out("nothing was timed");
    }
    let fields = |scalar| Space::ALL.into_iter().filter_map(|space| Field::of(survey, scalar, space)).collect::<Vec<_>>();
    let all = (0..survey.scalars.len()).rev().map(fields).filter(|fields| !fields.is_empty());
    let sheets: Vec<Sheet> = all.map(|fields| sheet(survey, fields, room)).collect();
    if sheets.is_empty() { left_out("no variant was both judged and timed") } else { Ok(sheets) }
}

fn table(survey: &Survey, fields: &[Field]) -> Table {
    let columns =
        "scalar bodies variant kind nanoseconds failure_rate low high families timed_families on_frontier drawn_at promise";
    let mut table = Table::new(columns.split(' '));
    for field in fields {
        for p in &field.points {
            let (variant, rate) = (&survey.variants[p.variant], p.failure.rate());
            let (scalar, name, kind) = (&survey.scalars[field.scalar], &variant.name, variant.promise);
            let Point { nanoseconds, timed_families, on_frontier, .. } = p;
            table.push(&[
                scalar,
                &field.space.name(),
                name,
                &kind.kind(),
                nanoseconds,
                &rate.rate,
                &rate.low,
                &rate.high,
                &field.families,
                timed_families,
                on_frontier,
                &p.at(),
                &kind.name(),
            ]);
        }
    }
    table
}

/// Reduces the fields to the room of a column of a page, which has no room for names at the marks: some variants of the first
/// field, with their legend.
fn narrowed(survey: &Survey, fields: &mut Vec<Field>) -> Vec<LegendEntry> {
    fields.truncate(1);
    let mut legend = Vec::new();
    for field in fields {
        let shown = chosen(survey, field.points.iter().map(|point| point.variant).collect(), CROWD);
        field.points.retain(|point| shown.contains(&point.variant));
        legend = entries(survey, &shown);
    }
    legend
}

/// Notes on timings that are not shown, and on timed variants that are in no panel of hulls in space.
fn notes(survey: &Survey, fields: &[Field]) -> Vec<String> {
    let elsewhere: Vec<&str> = fields
        .iter()
        .filter(|field| field.space == Space::Solid)
        .flat_map(|field| &field.elsewhere)
        .map(|&v| &survey.variants[v].name[..])
        .collect();
    let families: Vec<usize> = fields.iter().flat_map(|field| field.space.families(survey)).collect();
    let mut notes = time_notes(survey, &families, fields.first().map_or(0, |field| field.scalar));
    if !elsewhere.is_empty() {
        notes.push(format!(
            "Not in the panel of hulls in space, since they do not accept all of its families: {}.",
            elsewhere.join(", ")
        ));
    }
    notes
}

/// The number of cases behind a panel, in words.
fn cases_of(field: &Field) -> String {
    let cases = field.points.iter().map(|p| p.failure.cases);
    let (least, most) = cases.fold((u64::MAX, 0), |(least, most), n| (least.min(n), most.max(n)));
    let cases = if least == most { format!("{most}") } else { format!("{least} to {most}") };
    format!("{}: {cases} cases per variant in {}", field.space.name(), counted(field.families, "family", "families"))
}

/// Draws one panel per field, below each other, with names at the marks or without.
fn panels<'s>(survey: &'s Survey<'s>, fields: Vec<Field>, named: bool, room: Room) -> Sheet<'s> {
    let height = move |field: &Field| dots(if room.is_narrow() || field.points.len() <= 6 { 150.0 } else { 215.0 });
    let head = dots(13.0);
    Sheet::new(fields.iter().map(height).sum(), move |canvas, body| {
        let mut top = body.top;
        for field in &fields {
            let frame = Rect { top: top + head, bottom: top + height(field) - dots(25.0), ..body };
            let (x, y) = axes(field);
            let panels = row(canvas, (frame, 1, [36.0, 0.0, 2.0]), (&x, true), (&y, "failures", 30.0));
            for panel in panels {
                panel.title(&field.title());
                panel.x_title("time per query / ns");
                draw_points(survey, canvas, &panel, field, named);
            }
            top += height(field);
        }
    })
}

/// Sheet of the fields of a scalar; there is at least one field.
fn sheet<'s>(survey: &'s Survey<'s>, mut fields: Vec<Field>, room: Room) -> Sheet<'s> {
    let scalar = survey.scalars[fields[0].scalar].clone();
    let points = table(survey, &fields);
    let legend = if room.is_narrow() { narrowed(survey, &mut fields) } else { Vec::new() };
    let is_partial = fields.iter().any(|field| field.points.iter().any(|p| p.timed_families < field.timed_families));
    let partial = match is_partial {
        true => {
            " In brackets: the number of families with a time. Such a variant is right in no timed case of the other \
            families, so it is not compared."
        }
        false => "",
    };
    let cases: Vec<String> = fields.iter().map(cases_of).collect();
    let named = legend.is_empty();
    Sheet {
        name: scalar.clone(),
        title: format!("Time against failure rate, {scalar}"),
        text: format!(
            "Time: the median over the timed cases of a family that are right, then the geometric mean over families. \
             Failures (off, missed, phantom or no answer) have the one-sided 95 % bounds of their rate; inaccurate and \
             contact answers are not failures. An arrow is at the upper bound of a variant that never failed. All variants \
             in a panel accept all of its families. Lines and bold names: variants that no other variant of their kind \
             beats in both. Filled marks and the solid line: variants that give distances; hollow marks and the dashed \
             line: variants that give verdicts alone, which answer less.{partial}"
        ),
        legend,
        foot: format!("{scalar}; {}; families with equal weights.", cases.join("; ")),
        notes: notes(survey, &fields),
        shows: format!("time per query against failure rate, with the frontier, {scalar}"),
        points,
        is_timed: true,
        ..panels(survey, fields, named, room)
    }
}

fn axes(field: &Field) -> (Axis, Axis) {
    let all = || field.points.iter();
    let least = all().map(|p| p.nanoseconds).fold(f64::INFINITY, f64::min);
    let most = all().map(|p| p.nanoseconds).fold(0.0, f64::max);
    let low = all().map(|p| p.at().min(if p.failure.rate > 0.0 { p.failure.rate().low.max(1e-9) } else { 1.0 }));
    let low = low.fold(0.01, f64::min);
    let high = all().map(|p| p.failure.upper()).fold(0.02, f64::max);
    (Axis::log10(least / 1.25, most * 1.25, 8), Axis::log10(low / 1.8, (high * 1.6).min(1.3), 6).in_percent())
}

fn draw_points(survey: &Survey, canvas: &Canvas, panel: &Panel, field: &Field, named: bool) {
    let points = &field.points;
    let mut lines: Vec<[(i32, i32); 2]> = Vec::new();
    for distance in [true, false] {
        let mut best: Vec<&Point> =
            points.iter().filter(|p| p.on_frontier && survey.variants[p.variant].gives_distances() == distance).collect();
        sort_by(&mut best, &mut |a, b| a.nanoseconds.total_cmp(&b.nanoseconds));
        let mut path: Vec<(i32, i32)> = Vec::new();
        for place in best.iter().filter_map(|p| panel.at((p.nanoseconds, p.at()))) {
            path.extend(path.last().map(|last| (place.0, last.1)));
            path.push(place);
        }
        let dash: &[f64] = if distance { &[] } else { &[4.0, 2.5] };
        canvas.path(&path, Stroke { dash, ..stroke(LINE, 0.9) });
        lines.extend(path.windows(2).map(|pair| [pair[0], pair[1]]));
    }
    for p in points.iter().filter(|p| p.failure.rate > 0.0) {
        let (style, rate) = (survey.variants[p.variant].style, p.failure.rate());
        panel.whisker(p.nanoseconds, rate.low, rate.high, 0, Stroke { opacity: 0.6, ..stroke(style.colour, 0.7) });
        if let [Some(low), Some(high)] = [rate.low, rate.high].map(|rate| panel.at((p.nanoseconds, rate))) {
            lines.push([low, high]);
        }
    }
    // Names also keep clear of the arrows.
    for p in points.iter().filter(|p| p.failure.rate == 0.0) {
        lines.extend(panel.at((p.nanoseconds, p.at())).map(|(x, y)| [(x, y), (x, y + dots(8.0))]));
    }
    let radius = dots(3.2);
    let placed: Vec<(&Point, (i32, i32))> =
        points.iter().filter_map(|p| panel.at((p.nanoseconds, p.at())).map(|at| (p, at))).collect();
    let written = |p: &Point| {
        let name = label(&survey.variants[p.variant].name);
        let text = if p.timed_families < field.timed_families { format!("{name} [{}]", p.timed_families) } else { name };
        (text, if p.on_frontier { ink(TEXT).bold() } else { ink(TEXT) })
    };
    let name = |(p, at): &(&Point, (i32, i32))| {
        let (text, font) = written(p);
        Name { at: *at, size: (font.width(&text) + dots(3.0), dots(7.8)) }
    };
    let names: Vec<Name> = if named { placed.iter().map(name).collect() } else { Vec::new() };
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
        if p.failure.rate == 0.0 {
            canvas.arrow_down(at, 8.0, style.colour);
        }
        canvas.mark(at, style.mark, 2.4, style.colour, survey.variants[p.variant].gives_distances());
    }
}
