//! A sheet to draw on, with lengths in dots.
//!
//! plotters draws on it through the module `backend`. No font and no graphics library of the system is used.

use std::cell::RefCell;
use std::rc::Rc;

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::drawing::DrawingArea;
use plotters::element::{Circle, Drawable, PathElement, PointCollection, Polygon, Rectangle};
use plotters::style::{Color, RGBColor, ShapeStyle};

use super::axis::Axis;
use super::backend::Recorder;
use super::drawing::{Drawing, Shape};
use super::ink::Ink;
use super::lengths::{Rect, dots, unrounded};
use super::style::{Colour, Mark, WHITE};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Stroke {
    pub colour: Colour,
    /// In points.
    pub width: f64,
    /// Strokes and gaps, in points.
    pub dash: &'static [f64],
    pub opacity: f64,
}

pub(crate) fn stroke(colour: Colour, width: f64) -> Stroke {
    Stroke { colour, width, dash: &[], opacity: 1.0 }
}

fn rgb(colour: Colour) -> RGBColor {
    RGBColor(colour.0, colour.1, colour.2)
}

pub(crate) struct Canvas {
    area: DrawingArea<Recorder, Shift>,
    recorder: Rc<RefCell<Recorder>>,
}

/// A chart of two axes in a part of a sheet.
pub(crate) type Chart<'c> = ChartContext<'c, Recorder, Cartesian2d<Axis, Axis>>;

impl Canvas {
    /// The chart of two axes in a frame.
    pub fn chart(&self, frame: Rect, x: Axis, y: Axis) -> Chart<'_> {
        // plotters ends an axis before the last dot of its area.
        let area = self.area.clone().shrink((frame.left, frame.top), (frame.width() + 1, frame.height() + 1));
        ChartBuilder::on(&area).build_cartesian_2d(x, y).expect("memory takes every shape")
    }

    fn draw<E: Drawable<Recorder>>(&self, element: E)
    where
        for<'e> &'e E: PointCollection<'e, (i32, i32)>,
    {
        self.area.draw(&element).expect("memory takes every shape");
    }

    pub fn text(&self, at: (i32, i32), text: &str, ink: Ink) {
        self.area.draw_text(text, &ink.style(), at).expect("memory takes every text");
    }

    /// Writes lines below each other, the first with its top at `at`, and returns the end of the last.
    pub fn lines(&self, at: (i32, i32), lines: &[String], ink: Ink) -> i32 {
        let mut y = at.1;
        for line in lines {
            self.text((at.0, y), line, ink.top());
            y += ink.leading();
        }
        y
    }

    pub fn fill(&self, frame: Rect, colour: Colour) {
        self.draw(Rectangle::new([(frame.left, frame.top), (frame.right, frame.bottom)], rgb(colour).filled()));
    }

    pub fn outline(&self, frame: Rect, stroke: Stroke) {
        self.path(&frame.outline(), stroke);
    }

    pub fn area_of(&self, corners: &[(i32, i32)], colour: Colour, opacity: f64) {
        self.draw(Polygon::new(corners, rgb(colour).mix(opacity).filled()));
    }

    pub fn path(&self, points: &[(i32, i32)], stroke: Stroke) {
        let width = unrounded(stroke.width).round().max(1.0) as u32;
        let style = ShapeStyle::from(rgb(stroke.colour).mix(stroke.opacity)).stroke_width(width);
        for piece in dashed(points, stroke.dash).into_iter().filter(|piece| piece.len() > 1) {
            self.draw(PathElement::new(piece, style));
        }
    }

    /// A mark of a radius in points, filled or hollow.
    pub fn mark(&self, at: (i32, i32), mark: Mark, radius: f64, colour: Colour, filled: bool) {
        let r = unrounded(radius);
        let edge = stroke(colour, (radius * 0.36).clamp(0.5, 1.1));
        let corner = |angle: f64, length: f64| {
            let (sin, cos) = angle.to_radians().sin_cos();
            (at.0 + (r * length * sin).round() as i32, at.1 - (r * length * cos).round() as i32)
        };
        let around = |first: f64, count: usize, long: f64, short: f64| -> Vec<(i32, i32)> {
            let length = |i: usize| if i.is_multiple_of(2) { long } else { short };
            (0..count).map(|i| corner(first + 360.0 * i as f64 / count as f64, length(i))).collect()
        };
        let mut corners = match mark {
            Mark::Circle => around(0.0, 24, 1.0, 1.0),
            Mark::Square => around(45.0, 4, 1.25, 1.25),
            Mark::Up => around(0.0, 3, 1.3, 1.3),
            Mark::Down => around(180.0, 3, 1.3, 1.3),
            Mark::Left => around(270.0, 3, 1.3, 1.3),
            Mark::Right => around(90.0, 3, 1.3, 1.3),
            Mark::Diamond => around(0.0, 4, 1.35, 1.35),
            Mark::Pentagon => around(0.0, 5, 1.2, 1.2),
            Mark::Star => around(0.0, 10, 1.4, 0.6),
            Mark::Plus | Mark::Cross => {
                let turn = if mark == Mark::Plus { 0.0 } else { 45.0 };
                let bold = stroke(colour, (radius * 0.6).clamp(0.6, 1.6));
                for angle in [turn, turn + 90.0] {
                    self.path(&[corner(angle, 1.25), corner(angle + 180.0, 1.25)], bold);
                }
                return;
            }
        };
        self.area_of(&corners, if filled { colour } else { WHITE }, 1.0);
        corners.extend_from_within(..2.min(corners.len()));
        self.path(&corners, if filled { stroke(WHITE, 0.3) } else { edge });
    }

    /// An arrow downwards from a point, of a length in points: it marks the point as an upper bound.
    pub fn arrow_down(&self, (x, y): (i32, i32), length: f64, colour: Colour) {
        let (end, half, high) = (y + dots(length), dots(1.5), dots(3.2));
        self.path(&[(x, y), (x, end - high)], stroke(colour, 0.7));
        self.area_of(&[(x, end), (x - half, end - high), (x + half, end - high)], colour, 1.0);
    }

    /// Colours in rows of `columns`, from the upper left corner, as blocks that fill a frame.
    pub fn image(&self, frame: Rect, columns: usize, colours: &[Colour]) {
        self.recorder.borrow_mut().0.shapes.push(Shape::Image { frame, columns, colours: colours.to_vec() });
    }

    pub fn dot(&self, at: (i32, i32), radius: f64, colour: Colour) {
        self.draw(Circle::new(at, unrounded(radius).round() as u32, rgb(colour).filled()));
    }
}

/// Cuts a path into the strokes of a dash pattern in points; the path itself without a pattern.
fn dashed(points: &[(i32, i32)], pattern: &[f64]) -> Vec<Vec<(i32, i32)>> {
    let lengths: Vec<f64> = pattern.iter().map(|&points| unrounded(points)).collect();
    if lengths.is_empty() || lengths.iter().any(|length| *length < 1.0) {
        return vec![points.to_vec()];
    }
    let (mut pieces, mut place, mut left) = (Vec::new(), 0, lengths[0]);
    let mut piece: Vec<(i32, i32)> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let (from, to) = ((f64::from(pair[0].0), f64::from(pair[0].1)), (f64::from(pair[1].0), f64::from(pair[1].1)));
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let part = done / length;
            let at = ((from.0 + (to.0 - from.0) * part).round() as i32, (from.1 + (to.1 - from.1) * part).round() as i32);
            if place % 2 == 0 {
                piece.push(at);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![at];
            }
            place = (place + 1) % lengths.len();
            left = lengths[place];
        }
        left -= length - done;
        if place % 2 == 0 {
            piece.push(pair[1]);
        }
    }
    pieces.push(piece);
    pieces
}

/// Draws on a white sheet of a width and a height in dots.
pub(crate) fn drawn(width: i32, height: i32, draw: impl FnOnce(&Canvas)) -> Drawing {
    let side = |dots: i32| dots.clamp(1, 80_000);
    let drawing = Drawing { width: side(width), height: side(height), shapes: Vec::new() };
    let recorder = Rc::new(RefCell::new(Recorder(drawing)));
    let canvas = Canvas { area: DrawingArea::from(&recorder), recorder: recorder.clone() };
    draw(&canvas);
    drop(canvas);
    Rc::into_inner(recorder).expect("the canvas is gone").into_inner().0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_cover_the_strokes_of_the_pattern() {
        let pieces = dashed(&[(0, 0), (400, 0)], &[2.4, 2.4]);
        assert_eq!(pieces[..2], [vec![(0, 0), (40, 0)], vec![(80, 0), (120, 0)]]);
        assert_eq!(dashed(&[(0, 0), (5, 5)], &[]), [vec![(0, 0), (5, 5)]]);
    }
}
