//! A panel: two axes with their grid, and what is drawn in them.

use plotters::coord::CoordTranslate;
use plotters::coord::cartesian::Cartesian2d;

use crate::axis::Axis;
use crate::canvas::{Canvas, Frame, Stroke, dots, stroke};
use crate::ink::{Ink, ink};
use crate::style::{Colour, FAINT, GREY, LINE, Style, WHITE};

/// Size of the text of ticks, in points.
pub(crate) const TICK: f64 = 6.2;
/// Size of the titles of axes, in points.
pub(crate) const LABEL: f64 = 6.8;

/// A rectangle of the sheet with an axis along its lower and its left side.
pub(crate) struct Panel<'c, 'a> {
    canvas: &'c Canvas<'a>,
    pub frame: Frame,
    pub x: Axis,
    pub y: Axis,
    place: Cartesian2d<Axis, Axis>,
}

impl<'c, 'a> Panel<'c, 'a> {
    pub fn new(canvas: &'c Canvas<'a>, frame: Frame, x: Axis, y: Axis) -> Self {
        let place = Cartesian2d::new(x.clone(), y.clone(), (frame.left..frame.right, frame.bottom..frame.top));
        Panel { canvas, frame, x, y, place }
    }

    /// Where a point lies, if both its values have a place on their axes. Beyond an end it lies at the end.
    pub fn at(&self, point: (f64, f64)) -> Option<(i32, i32)> {
        self.x.fraction(point.0)?;
        self.y.fraction(point.1)?;
        Some(self.place.translate(&point))
    }

    /// Grid, frame, ticks and their labels; the labels of an axis only where asked for.
    pub fn grid(&self, x_labels: bool, y_labels: bool) {
        let (canvas, frame) = (self.canvas, self.frame);
        let x_at = |value: f64| self.x.fraction(value).map(|f| frame.left + (f * f64::from(frame.width())).round() as i32);
        let height = f64::from(frame.bottom - frame.top);
        let y_at = |value: f64| self.y.fraction(value).map(|f| frame.bottom - (f * height).round() as i32);
        let tick = dots(1.6) as i32;
        let mut last = i32::MIN;
        for mark in &self.x.ticks {
            let Some(x) = x_at(mark.value) else { continue };
            let labelled = !mark.label.is_empty();
            if labelled {
                canvas.path(&[(x, frame.top), (x, frame.bottom)], stroke(FAINT, 0.4));
            }
            let length = if labelled { tick } else { tick / 2 };
            canvas.path(&[(x, frame.bottom), (x, frame.bottom + length)], stroke(LINE, 0.4));
            let half = ink(TICK).width(&mark.label) / 2;
            if labelled && x_labels && x - half > last {
                canvas.text((x, frame.bottom + tick + dots(1.4) as i32), &mark.label, ink(TICK).centred().top());
                last = x + half + dots(1.5) as i32;
            }
        }
        let mut last = i32::MAX;
        for mark in &self.y.ticks {
            let Some(y) = y_at(mark.value) else { continue };
            let labelled = !mark.label.is_empty();
            if labelled {
                canvas.path(&[(frame.left, y), (frame.right, y)], stroke(FAINT, 0.4));
            }
            let length = if labelled { tick } else { tick / 2 };
            canvas.path(&[(frame.left - length, y), (frame.left, y)], stroke(LINE, 0.4));
            if labelled && y_labels && y + dots(TICK * 0.5) as i32 <= last {
                canvas.text((frame.left - tick - dots(1.4) as i32, y), &mark.label, ink(TICK).right());
                last = y - dots(TICK * 0.5) as i32;
            }
        }
        canvas.outline(frame, stroke(LINE, 0.5));
        self.breaks();
    }

    /// The two strokes across an axis between the place of zero and the logarithmic part.
    fn breaks(&self) {
        let Frame { left, top, right, bottom } = self.frame;
        let (long, gap) = (dots(2.0) as i32, dots(0.9) as i32);
        if let Some(part) = self.x.break_at() {
            let x = left + (part * f64::from(right - left)) as i32;
            self.canvas.path(&[(x, top), (x, bottom)], Stroke { dash: &[1.0, 1.6], ..stroke(LINE, 0.4) });
            self.canvas.fill(Frame::new(x - gap, bottom - gap, x + gap, bottom + gap), WHITE);
            for x in [x - gap, x + gap] {
                self.canvas.path(&[(x - long / 3, bottom + long / 2), (x + long / 3, bottom - long / 2)], stroke(LINE, 0.5));
            }
        }
        if let Some(part) = self.y.break_at() {
            let y = bottom - (part * f64::from(bottom - top)) as i32;
            self.canvas.path(&[(left, y), (right, y)], Stroke { dash: &[1.0, 1.6], ..stroke(LINE, 0.4) });
            self.canvas.fill(Frame::new(left - gap, y - gap, left + gap, y + gap), WHITE);
            for y in [y - gap, y + gap] {
                self.canvas.path(&[(left - long / 2, y + long / 3), (left + long / 2, y - long / 3)], stroke(LINE, 0.5));
            }
        }
    }

    /// What the axis below is.
    pub fn x_title(&self, title: &str) {
        let at = ((self.frame.left + self.frame.right) / 2, self.frame.bottom + dots(10.6) as i32);
        let text = ink(LABEL).centred().top();
        self.canvas.text(at, &text.shortened(title, self.frame.width() + dots(24.0) as i32), text);
    }

    /// What the axis at the left is, `distance` points from it.
    pub fn y_title(&self, title: &str, distance: f64) {
        let at = (self.frame.left - dots(distance) as i32, (self.frame.top + self.frame.bottom) / 2);
        let text = ink(LABEL).centred().upward();
        self.canvas.text(at, &text.shortened(title, self.frame.bottom - self.frame.top + dots(20.0) as i32), text);
    }

    /// What the panel shows, above it.
    pub fn title(&self, title: &str) {
        let text = ink(7.2).bold();
        let title = text.shortened(title, self.frame.width());
        self.canvas.text((self.frame.left, self.frame.top - dots(6.0) as i32), &title, text);
    }

    /// A line through points; where one has no place there is a gap.
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

    /// Stairs: from each point level to the next one's abscissa, then up or down.
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

    /// A line in a style.
    pub fn styled_line(&self, points: &[(f64, f64)], style: &Style, width: f64) {
        self.line(points, Stroke { dash: style.dash, ..stroke(style.colour, width) });
    }

    /// The marks of a style.
    pub fn marks(&self, points: &[(f64, f64)], style: &Style, filled: bool) {
        for place in points.iter().filter_map(|&point| self.at(point)) {
            self.canvas.mark(place, style.mark, 1.7, style.colour, filled);
        }
    }

    /// A line with its marks.
    pub fn series(&self, points: &[(f64, f64)], style: &Style, width: f64, filled: bool) {
        self.styled_line(points, style, width);
        self.marks(points, style, filled);
    }

    /// A vertical bar from `low` to `high`, moved sideways by some dots so that neighbours do not cover each other.
    pub fn whisker(&self, x: f64, low: f64, high: f64, aside: i32, with: Stroke) {
        if let (Some(a), Some(b)) = (self.at((x, low)), self.at((x, high))) {
            self.canvas.path(&[(a.0 + aside, a.1), (b.0 + aside, b.1)], with);
        }
    }

    /// A text in the middle of an empty panel.
    pub fn remark(&self, text: &str) {
        let at = ((self.frame.left + self.frame.right) / 2, (self.frame.top + self.frame.bottom) / 2);
        self.canvas.text(at, text, ink(6.5).centred().grey());
    }
}

/// A row of panels with the same axes, so that only the first one has labels at its left.
pub(crate) struct Row<'t> {
    /// From the left of the first panel's labels to the right end; above and below the panels alone.
    pub frame: Frame,
    pub count: usize,
    /// Room at the left of the first panel, between two, and at the right of the last, in dots.
    pub room: [i32; 3],
    pub x: &'t Axis,
    /// Whether the ticks of the lower axes have labels.
    pub x_labels: bool,
    pub y: &'t Axis,
    /// What the axis at the left is, and how far it stands off, in points.
    pub y_title: (&'t str, f64),
}

impl Row<'_> {
    /// Draws the axes, and gives the panels.
    pub fn draw<'c, 'a>(&self, canvas: &'c Canvas<'a>) -> Vec<Panel<'c, 'a>> {
        let frames = columns(self.frame, self.count, self.room).into_iter().enumerate();
        let panel = |(place, frame)| {
            let panel = Panel::new(canvas, frame, self.x.clone(), self.y.clone());
            panel.grid(self.x_labels, place == 0);
            if place == 0 {
                panel.y_title(self.y_title.0, self.y_title.1);
            }
            panel
        };
        frames.map(panel).collect()
    }
}

/// Frames of one width beside each other, with room at the left of the first, between two, and at the right of the last.
pub(crate) fn columns(body: Frame, count: usize, [first, between, last]: [i32; 3]) -> Vec<Frame> {
    let count = count.max(1) as i32;
    let width = (body.width() - first - (count - 1) * between - last) / count;
    let left = |i: i32| body.left + first + i * (width + between);
    (0..count).map(|i| Frame { left: left(i), right: left(i) + width, ..body }).collect()
}

/// An entry of a legend, with a piece of line behind its mark.
pub(crate) struct Entry {
    pub text: String,
    pub style: Style,
    pub filled: bool,
}

const LEGEND: f64 = 6.8;

fn legend_ink() -> Ink {
    ink(LEGEND)
}

/// The places of the entries of a legend that runs over lines of a width, and its height.
fn legend_places(entries: &[Entry], width: i32) -> (Vec<(i32, i32)>, i32) {
    let (sample, gap, row) = (dots(18.0) as i32, dots(10.0) as i32, dots(10.5) as i32);
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

/// Height of a legend in dots.
pub(crate) fn legend_height(entries: &[Entry], width: i32) -> i32 {
    legend_places(entries, width).1
}

/// Draws a legend with its upper left corner at a point.
pub(crate) fn legend(canvas: &Canvas, at: (i32, i32), entries: &[Entry], width: i32) {
    let (places, _) = legend_places(entries, width);
    let (long, half) = (dots(15.0) as i32, dots(5.2) as i32);
    for (entry, (x, y)) in entries.iter().zip(places) {
        let (x, y) = (at.0 + x, at.1 + y + half);
        canvas.path(&[(x, y), (x + long, y)], Stroke { dash: entry.style.dash, ..stroke(entry.style.colour, 1.1) });
        canvas.mark((x + long / 2, y), entry.style.mark, 2.0, entry.style.colour, entry.filled);
        canvas.text((x + dots(18.0) as i32, y), &entry.text, legend_ink());
    }
}

/// A legend of filled boxes, in one line from the left.
pub(crate) fn boxes(canvas: &Canvas, at: (i32, i32), entries: &[(&str, Colour)]) {
    let (mut x, side) = (at.0, dots(6.0) as i32);
    for (text, colour) in entries {
        let frame = Frame::new(x, at.1, x + side, at.1 + side);
        canvas.fill(frame, *colour);
        canvas.outline(frame, stroke(GREY, 0.3));
        canvas.text((x + side + dots(3.0) as i32, at.1 + side / 2), text, legend_ink());
        x += side + dots(13.0) as i32 + legend_ink().width(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_lie_within_the_sheet() {
        let body = Frame::new(40, 0, 2120, 100);
        let columns = columns(body, 3, [200, 60, 20]);
        assert_eq!(columns.len(), 3);
        assert!(columns.windows(2).all(|pair| pair[0].right + 60 == pair[1].left));
        assert!(columns[2].right <= body.right - 20 && columns[0].left == 240);
    }
}
