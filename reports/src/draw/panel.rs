//! A panel: two axes with their grid and their content.

use super::axis::Axis;
use super::canvas::{Canvas, Chart, Stroke, stroke};
use super::ink::{Ink, TEXT, ink};
use super::lengths::{Rect, dots};
use super::style::{Colour, FAINT, GREY, LINE, Style, WHITE};

/// A line of a panel: its points, its style, and whether it is whole.
pub(crate) type StyledLine = (Vec<(f64, f64)>, Style, bool);

/// A rectangle of the sheet with an axis along its lower and its left side.
///
/// It is a chart of plotters, with lines, marks and ticks drawn by this project.
pub(crate) struct Panel<'c> {
    canvas: &'c Canvas,
    pub frame: Rect,
    chart: Chart<'c>,
}

/// An axis along a side of a panel: the lower one, or the left one.
struct Side<'p> {
    axis: &'p Axis,
    frame: Rect,
    is_lower: bool,
}

impl Side<'_> {
    /// The lengths of this side and of the other one.
    fn lengths(&self) -> (i32, i32) {
        let (width, height) = (self.frame.width(), self.frame.bottom - self.frame.top);
        if self.is_lower { (width, height) } else { (height, width) }
    }

    /// The point that lies `along` dots from the beginning of the axis, and `outside` dots outside of the panel.
    fn at(&self, along: i32, outside: i32) -> (i32, i32) {
        let Rect { left, bottom, .. } = self.frame;
        if self.is_lower { (left + along, bottom + outside) } else { (left - outside, bottom - along) }
    }

    /// The place of a value, in dots along the axis.
    fn along(&self, value: f64) -> Option<i32> {
        self.axis.fraction(value).map(|part| (part * f64::from(self.lengths().0)).round() as i32)
    }

    /// Grid lines, ticks and, if asked for, labels, as far as there is room.
    fn ticks(&self, canvas: &Canvas, labels: bool) {
        let (tick, mut end) = (dots(1.6), i32::MIN);
        for mark in &self.axis.ticks {
            let Some(along) = self.along(mark.value) else { continue };
            let labelled = !mark.label.is_empty();
            if labelled {
                canvas.path(&[self.at(along, -self.lengths().1), self.at(along, 0)], stroke(FAINT, 0.4));
            }
            canvas.path(&[self.at(along, if labelled { tick } else { tick / 2 }), self.at(along, 0)], stroke(LINE, 0.4));
            let (half, gap, text) = if self.is_lower {
                (ink(TEXT).width(&mark.label) / 2, dots(2.5), ink(TEXT).centred().top())
            } else {
                (dots(TEXT * 0.5), 0, ink(TEXT).right())
            };
            // A label at an end does not run into the neighbour's label.
            let beyond = if self.is_lower { dots(1.0) } else { half };
            let place = along.min(self.lengths().0 + beyond - half).max(half - beyond);
            if labelled && labels && place - half >= end {
                canvas.text(self.at(place, tick + dots(1.4)), &mark.label, text);
                end = place + half + gap;
            }
        }
    }

    /// The two strokes across the axis between the place of zero and the logarithmic part.
    fn break_strokes(&self, canvas: &Canvas) {
        let Some(part) = self.axis.break_at() else { return };
        let (length, depth) = self.lengths();
        let (along, long, gap) = ((part * f64::from(length)) as i32, dots(2.0), dots(0.9));
        let dashed = Stroke { dash: &[1.0, 1.6], ..stroke(LINE, 0.4) };
        let line = [self.at(along, -depth), self.at(along, 0)];
        // Dashes begin at the top and at the left.
        canvas.path(&if self.is_lower { line } else { [line[1], line[0]] }, dashed);
        let (x, y) = self.at(along, 0);
        canvas.fill(Rect::new(x - gap, y - gap, x + gap, y + gap), WHITE);
        for along in [along - gap, along + gap] {
            canvas.path(&[self.at(along - long / 3, long / 2), self.at(along + long / 3, -long / 2)], stroke(LINE, 0.5));
        }
    }
}

impl<'c> Panel<'c> {
    pub fn new(canvas: &'c Canvas, frame: Rect, x: Axis, y: Axis) -> Self {
        Panel { canvas, frame, chart: canvas.chart(frame, x, y) }
    }

    pub fn x(&self) -> &Axis {
        self.chart.as_coord_spec().x_spec()
    }

    pub fn y(&self) -> &Axis {
        self.chart.as_coord_spec().y_spec()
    }

    fn sides(&self) -> [Side<'_>; 2] {
        [(self.x(), true), (self.y(), false)].map(|(axis, is_lower)| Side { axis, frame: self.frame, is_lower })
    }

    /// The place of a point, if both its values have a place on their axes.
    ///
    /// A value beyond an end lies at that end.
    pub fn at(&self, point: (f64, f64)) -> Option<(i32, i32)> {
        let has_place = self.x().fraction(point.0).is_some() && self.y().fraction(point.1).is_some();
        has_place.then(|| self.chart.backend_coord(&point))
    }

    /// Grid, frame, ticks and their labels; the labels of an axis only if asked for.
    pub fn grid(&self, x_labels: bool, y_labels: bool) {
        let sides = self.sides();
        sides.iter().zip([x_labels, y_labels]).for_each(|(side, labels)| side.ticks(self.canvas, labels));
        self.canvas.outline(self.frame, stroke(LINE, 0.5));
        sides.iter().for_each(|side| side.break_strokes(self.canvas));
    }

    /// The title of the axis below.
    pub fn x_title(&self, title: &str) {
        title_below(self.canvas, self.frame, title, self.frame.width() + dots(4.0));
    }

    /// The title of the axis at the left, `distance` points from it.
    pub fn y_title(&self, title: &str, distance: f64) {
        let at = (self.frame.left - dots(distance), (self.frame.top + self.frame.bottom) / 2);
        let text = ink(TEXT).centred().upward();
        self.canvas.text(at, &text.shortened(title, self.frame.bottom - self.frame.top + dots(20.0)), text);
    }

    pub fn title(&self, title: &str) {
        let text = ink(TEXT).bold();
        let title = text.shortened(title, self.frame.width());
        self.canvas.text((self.frame.left, self.frame.top - dots(6.0)), &title, text);
    }

    /// A line through points, with a gap at a point without a place.
    pub fn line(&self, points: &[(f64, f64)], with: Stroke) {
        let mut run: Vec<(i32, i32)> = Vec::new();
        for &point in points {
            match self.at(point) {
                Some(place) => run.push(place),
                None => self.canvas.path(&std::mem::take(&mut run), with),
            }
        }
        self.canvas.path(&run, with);
    }

    /// Stairs: from each point horizontally to the next point's abscissa, then up or down.
    pub fn stairs(&self, points: &[(f64, f64)], with: Stroke) {
        let mut corners: Vec<(f64, f64)> = Vec::new();
        for &(x, y) in points {
            if let Some(&(_, before)) = corners.last() {
                corners.push((x, before));
            }
            corners.push((x, y));
        }
        self.line(&corners, with);
    }

    pub fn styled_line(&self, points: &[(f64, f64)], style: &Style, width: f64) {
        self.line(points, Stroke { dash: style.dash, ..stroke(style.colour, width) });
    }

    pub fn marks(&self, points: &[(f64, f64)], style: &Style, filled: bool) {
        for place in points.iter().filter_map(|&point| self.at(point)) {
            self.canvas.mark(place, style.mark, 1.7, style.colour, filled);
        }
    }

    pub fn series(&self, points: &[(f64, f64)], style: &Style, width: f64, filled: bool) {
        self.styled_line(points, style, width);
        self.marks(points, style, filled);
    }

    /// Lines with marks in their styles, the last on top.
    ///
    /// Lines that are not whole are dashed, with hollow marks. Without any points the panel shows the remark `nothing`.
    pub fn all_series(&self, lines: impl Iterator<Item = StyledLine>, width: f64, nothing: &str) {
        let mut is_empty = true;
        for (points, style, is_whole) in lines {
            is_empty &= points.is_empty();
            self.series(&points, &style.dashed_unless(is_whole), width, is_whole);
        }
        if is_empty {
            self.remark(nothing);
        }
    }

    /// A vertical bar from `low` to `high`, moved sideways by some dots so that neighbours do not cover each other.
    pub fn whisker(&self, x: f64, low: f64, high: f64, aside: i32, with: Stroke) {
        if let (Some(a), Some(b)) = (self.at((x, low)), self.at((x, high))) {
            self.canvas.path(&[(a.0 + aside, a.1), (b.0 + aside, b.1)], with);
        }
    }

    /// A remark in the lower left corner, in as many lines as it needs.
    pub fn corner(&self, text: &str) {
        let text_ink = ink(TEXT).grey();
        let lines = text_ink.wrapped(text, self.frame.width() - dots(6.0));
        let top = self.frame.bottom - dots(3.0) - lines.len() as i32 * text_ink.leading();
        self.canvas.lines((self.frame.left + dots(3.0), top), &lines, text_ink);
    }

    pub fn remark(&self, text: &str) {
        let at = ((self.frame.left + self.frame.right) / 2, (self.frame.top + self.frame.bottom) / 2);
        self.canvas.text(at, text, ink(TEXT).centred().grey());
    }
}

/// A title in the middle below a frame, at most `width` wide.
pub(crate) fn title_below(canvas: &Canvas, frame: Rect, title: &str, width: i32) {
    let text = ink(TEXT).centred().top();
    canvas.text(((frame.left + frame.right) / 2, frame.bottom + dots(10.6)), &text.shortened(title, width), text);
}

/// Draws the axes of panels side by side in a frame, with room in points at the left of the first, between two, and at the
/// right of the last.
///
/// Only the first has labels and a title at its left, `off` points from it.
pub(crate) fn row<'c>(
    canvas: &'c Canvas,
    (frame, count, room): (Rect, usize, [f64; 3]),
    (x, x_labels): (&Axis, bool),
    (y, y_title, off): (&Axis, &str, f64),
) -> Vec<Panel<'c>> {
    let panel = |(place, frame)| {
        let panel = Panel::new(canvas, frame, x.clone(), y.clone());
        panel.grid(x_labels, place == 0);
        if place == 0 {
            panel.y_title(y_title, off);
        }
        panel
    };
    columns(frame, count, room.map(dots)).into_iter().enumerate().map(panel).collect()
}

/// Frames of one width side by side, with room at the left of the first, between two, and at the right of the last.
pub(crate) fn columns(body: Rect, count: usize, [first, between, last]: [i32; 3]) -> Vec<Rect> {
    let count = count.max(1) as i32;
    let width = (body.width() - first - (count - 1) * between - last) / count;
    let left = |i: i32| body.left + first + i * (width + between);
    (0..count).map(|i| Rect { left: left(i), right: left(i) + width, ..body }).collect()
}

/// An entry of a legend, with a piece of line behind its mark.
pub(crate) struct LegendEntry {
    pub text: String,
    pub style: Style,
    pub filled: bool,
}

fn legend_ink() -> Ink {
    ink(TEXT)
}

/// The places of the entries of a legend in lines of a width, and the legend's height.
fn legend_places(entries: &[LegendEntry], width: i32) -> (Vec<(i32, i32)>, i32) {
    let (sample, gap, row) = (dots(18.0), dots(10.0), dots(10.5));
    let (mut x, mut y) = (0, 0);
    let mut places = Vec::new();
    for entry in entries {
        let wide = sample + legend_ink().width(&entry.text);
        if x > 0 && x + wide > width {
            (x, y) = (0, y + row);
        }
        places.push((x, y));
        x += wide + gap;
    }
    (places, if entries.is_empty() { 0 } else { y + row })
}

pub(crate) fn legend_height(entries: &[LegendEntry], width: i32) -> i32 {
    legend_places(entries, width).1
}

pub(crate) fn legend(canvas: &Canvas, at: (i32, i32), entries: &[LegendEntry], width: i32) {
    let (places, _) = legend_places(entries, width);
    let (long, half) = (dots(15.0), dots(5.2));
    for (entry, (x, y)) in entries.iter().zip(places) {
        let (x, y) = (at.0 + x, at.1 + y + half);
        canvas.path(&[(x, y), (x + long, y)], Stroke { dash: entry.style.dash, ..stroke(entry.style.colour, 1.1) });
        canvas.mark((x + long / 2, y), entry.style.mark, 2.0, entry.style.colour, entry.filled);
        canvas.text((x + dots(18.0), y), &entry.text, legend_ink());
    }
}

/// The places of the entries of a legend of boxes in lines of a width, and the legend's height.
fn box_places(entries: &[(&str, Colour)], width: i32) -> (Vec<(i32, i32)>, i32) {
    let (side, row) = (dots(6.0), dots(10.0));
    let (mut x, mut y) = (0, 0);
    let mut places = Vec::new();
    for (text, _) in entries {
        let wide = side + dots(3.0) + legend_ink().width(text);
        if x > 0 && x + wide > width {
            (x, y) = (0, y + row);
        }
        places.push((x, y));
        x += wide + dots(8.0);
    }
    (places, if entries.is_empty() { 0 } else { y + row })
}

/// The height of a legend of boxes.
pub(crate) fn boxes_height(entries: &[(&str, Colour)], width: i32) -> i32 {
    box_places(entries, width).1
}

/// The width of the widest entry of a legend of boxes.
pub(crate) fn boxes_width(entries: &[(&str, Colour)]) -> i32 {
    entries.iter().map(|(text, _)| dots(6.0) + dots(3.0) + legend_ink().width(text)).max().unwrap_or(0)
}

/// A legend of filled boxes, in lines of a width.
pub(crate) fn boxes(canvas: &Canvas, at: (i32, i32), entries: &[(&str, Colour)], width: i32) {
    let side = dots(6.0);
    for ((text, colour), (x, y)) in entries.iter().zip(box_places(entries, width).0) {
        let (x, y) = (at.0 + x, at.1 + y);
        let frame = Rect::new(x, y, x + side, y + side);
        canvas.fill(frame, *colour);
        canvas.outline(frame, stroke(GREY, 0.3));
        canvas.text((x + side + dots(3.0), y + side / 2), text, legend_ink());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_lie_within_the_sheet() {
        let body = Rect::new(40, 0, 2120, 100);
        let columns = columns(body, 3, [200, 60, 20]);
        assert_eq!(columns.len(), 3);
        assert!(columns.windows(2).all(|pair| pair[0].right + 60 == pair[1].left));
        assert!(columns[2].right <= body.right - 20 && columns[0].left == 240);
    }
}
