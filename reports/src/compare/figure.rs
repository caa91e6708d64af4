//! A comparison as a picture: the rates of failures before and after, and the ratio of times.

use super::{Comparison, Finding, Row, TimeRow};
use crate::draw::{Axis, Canvas, Colour, GREY, Mark, Panel, Rect, TEXT, columns as frames, dots, ink, stroke};
use crate::figure::{Room, Sheet, label};
use crate::sorted::sort_by_key;
use crate::table::{Table, counted, or_nothing};

const WORSE: Colour = (213, 94, 0);
const BETTER: Colour = (0, 114, 178);
const ROW: f64 = 9.6;
const HEAD: f64 = 12.0;
const BELOW: f64 = 24.0;
/// The most rows; changed rows come first.
const ROWS: usize = 30;

/// A variant with its rates and its times.
struct Line<'c> {
    name: String,
    row: &'c Row,
    time: Option<&'c TimeRow>,
}

fn colour(finding: Finding) -> Colour {
    match finding {
        Finding::Worse => WORSE,
        Finding::Better => BETTER,
        Finding::Open | Finding::Unchanged => GREY,
    }
}

impl Comparison {
    fn lines(&self, scalar: &str) -> Vec<Line<'_>> {
        let mut rows: Vec<&Row> = self.rows.iter().filter(|row| row.scalar == scalar && row.rates.is_some()).collect();
        if rows.len() > ROWS {
            sort_by_key(&mut rows, |row| row.order());
            rows.truncate(ROWS);
        }
        let name = |row: &Row| format!("{}{}", label(&row.variant), if row.is_of_overlaps { ", overlaps" } else { "" });
        rows.into_iter().map(|row| Line { name: name(row), row, time: self.time_of(row) }).collect()
    }

    fn points(&self, lines: &[Line]) -> Table {
        let names = "variant scalar overlaps finding failure_old failure_new ratio ratio_low ratio_high is_relative";
        let mut points = Table::new(names.split(' '));
        for Line { row, time, .. } in lines {
            let failure = row.rates.map(|rates| rates.failure.map(|mean| mean.rate));
            let ratio = time.map(|time| time.relative.unwrap_or(time.ratio));
            let end = |end: usize| or_nothing(ratio.and_then(|ratio| ratio.interval).map(|interval| interval[end]));
            points.push_with(
                &[&row.variant, &row.scalar, &row.is_of_overlaps, &row.finding.name()],
                [0, 1].map(|side| or_nothing(failure.map(|failure| failure[side]))).into_iter().chain([
                    or_nothing(ratio.map(|ratio| ratio.ratio)),
                    end(0),
                    end(1),
                    or_nothing(time.map(|time| time.relative.is_some())),
                ]),
            );
        }
        points
    }

    /// A sheet for a scalar; `None` without rates in it.
    pub(super) fn sheet(&self, scalar: &str, room: Room) -> Option<Sheet<'_>> {
        let lines = self.lines(scalar);
        if lines.is_empty() {
            return None;
        }
        let points = self.points(&lines);
        let is_timed = lines.iter().any(|line| line.time.is_some());
        let all = self.rows.iter().filter(|row| row.scalar == scalar && row.rates.is_some()).count();
        let left_out =
            if all > lines.len() { format!(" {} without a change are left out.", all - lines.len()) } else { String::new() };
        let families =
            lines.iter().filter(|line| !line.row.is_of_overlaps).filter_map(|line| line.row.rates).map(|rates| rates.families);
        let families = families.max().unwrap_or(0);
        let height = dots(HEAD) + lines.len() as i32 * dots(ROW) + dots(BELOW);
        let across = if is_timed { 2 } else { 1 };
        let stacked = room.is_narrow() && across == 2;
        let times = if is_timed {
            " Right: the new time over the old time, relative to the other variants if there are enough of them, with its 95 \
             % interval from family to family."
        } else {
            ""
        };
        Some(Sheet {
            name: scalar.to_owned(),
            title: format!("Before and after: failures{}, {scalar}", if is_timed { " and times" } else { "" }),
            text: format!(
                "Rates of failures in the old study (hollow) and in the new one (filled). Blue is better and orange is \
                 worse, by the exact sign test of changed cases at 5 % or by bounds that do not overlap; grey is \
                 neither.{times}"
            ),
            foot: format!("{scalar}; {} with equal weights.{left_out}", counted(families, "family", "families")),
            notes: std::iter::once(self.compared() + ".")
                .chain(self.notes.iter().cloned())
                .chain(self.differences.iter().map(|line| format!("Old → new {line}.")))
                .collect(),
            shows: format!("failures and times of two studies, {scalar}"),
            points,
            is_timed,
            ..Sheet::new(if stacked { 2 * height } else { height }, move |canvas, body| {
                let names = lines.iter().map(|line| ink(TEXT).width(&line.name)).max().unwrap_or(0) + dots(4.0);
                let panels: Vec<(Rect, bool)> = match stacked {
                    true => (0..2)
                        .map(|place| {
                            let top = body.top + place * height + dots(HEAD);
                            let frame = Rect { top, bottom: top + lines.len() as i32 * dots(ROW), ..body };
                            (frames(frame, 1, [names, 0, dots(4.0)])[0], true)
                        })
                        .collect(),
                    false => {
                        let top = body.top + dots(HEAD);
                        let frame = Rect { top, bottom: top + lines.len() as i32 * dots(ROW), ..body };
                        let frames = frames(frame, across, [names, dots(14.0), dots(6.0)]);
                        frames.into_iter().zip([true, false]).collect()
                    }
                };
                for (place, (frame, has_names)) in panels.into_iter().enumerate() {
                    if has_names {
                        for (line, row) in lines.iter().zip(0..) {
                            let middle = frame.top + (2 * row + 1) * dots(ROW) / 2;
                            canvas.text((frame.left - dots(3.0), middle), &line.name, ink(TEXT).right());
                        }
                    }
                    if place == 0 { rates(canvas, frame, &lines) } else { ratios(canvas, frame, &lines) }
                }
            })
        })
    }
}

/// The height of a row on the axis of places.
fn height(count: usize, row: usize) -> f64 {
    count as f64 - row as f64 - 0.5
}

fn rates(canvas: &Canvas, frame: Rect, lines: &[Line]) {
    let failures = |line: &Line| line.row.rates.map(|rates| rates.failure.map(|mean| mean.rate));
    let positive = || lines.iter().filter_map(failures).flatten().filter(|rate| *rate > 0.0);
    let (least, most) = (positive().fold(0.1, f64::min), positive().fold(1e-3, f64::max));
    let axis = Axis::log10(least / 1.6, (1.6 * most).min(1.3), 4).in_percent().with_zero();
    let panel = Panel::new(canvas, frame, axis, Axis::places(lines.len()));
    panel.grid(true, false);
    panel.x_title("failures");
    for (row, line) in lines.iter().enumerate() {
        let (Some([old, new]), y) = (failures(line), height(lines.len(), row)) else { continue };
        let colour = colour(line.row.finding);
        panel.line(&[(old, y), (new, y)], stroke(colour, 0.9));
        for (rate, is_new) in [(old, false), (new, true)] {
            panel.at((rate, y)).inspect(|at| canvas.mark(*at, Mark::Circle, if is_new { 1.7 } else { 2.2 }, colour, is_new));
        }
    }
}

fn ratios(canvas: &Canvas, frame: Rect, lines: &[Line]) {
    let ratio = |line: &Line| line.time.map(|time| time.relative.unwrap_or(time.ratio));
    let ends = || {
        lines
            .iter()
            .filter_map(ratio)
            .flat_map(|ratio| ratio.interval.unwrap_or([ratio.ratio; 2]).into_iter().chain([ratio.ratio]))
    };
    let far = ends().filter(|x| *x > 0.0 && x.is_finite()).map(|x| x.max(1.0 / x)).fold(1.1, f64::max).min(100.0);
    let panel = Panel::new(canvas, frame, Axis::log10(1.0 / (1.05 * far), 1.05 * far, 5), Axis::places(lines.len()));
    panel.grid(true, false);
    panel.x_title("time, new / old");
    panel.line(&[(1.0, 0.0), (1.0, lines.len() as f64)], stroke(GREY, 0.7));
    for (row, line) in lines.iter().enumerate() {
        let (Some(ratio), y) = (ratio(line), height(lines.len(), row)) else { continue };
        if let Some([low, high]) = ratio.interval {
            panel.line(&[(low, y), (high, y)], stroke(GREY, 0.7));
        }
        panel.at((ratio.ratio, y)).inspect(|at| canvas.mark(*at, Mark::Circle, 1.7, GREY, true));
    }
}
