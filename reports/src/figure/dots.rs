//! A plot of dots: one row per variant with marks along an axis, in panels side by side with the same rows.

use crate::draw::{Axis, Canvas, LegendEntry, Panel, Rect, Style, TEXT, columns, dots, ink, stroke};
use crate::figure::{Room, Sheet};

/// Height of a row, of the part above the rows and of the part below them, in points.
const ROW: f64 = 9.6;
const HEAD: f64 = 12.0;
const BELOW: f64 = 24.0;

/// Kind of marks: its name and its style.
pub(crate) type Kind = (&'static str, Style);

/// Entry of a kind of marks in a legend.
pub(crate) fn entry(kind: &Kind) -> LegendEntry {
    LegendEntry { text: kind.0.to_owned(), style: kind.1, filled: true }
}

/// Panel of such a plot.
pub(crate) struct Column {
    /// Text above the panel, if there is any.
    pub title: Option<String>,
    pub axis: Axis,
    pub axis_title: &'static str,
    /// Marks of each row: the value, and the kind.
    pub marks: Vec<Vec<(f64, usize)>>,
}

/// Plot of all panels.
pub(crate) struct Dots {
    /// Names of the rows.
    pub names: Vec<String>,
    pub kinds: &'static [Kind],
    pub columns: Vec<Column>,
}

impl Dots {
    /// Makes the sheet of the plot, still without text.
    ///
    /// In a column of a page the panels are below each other.
    pub fn sheet<'s>(self, room: Room) -> Sheet<'s> {
        let one = dots(HEAD) + self.rows_height() + dots(BELOW);
        let across = if room.is_narrow() { 1 } else { self.columns.len().max(1) };
        let lines = self.columns.len().div_ceil(across) as i32;
        Sheet::new(lines * one, move |canvas, body| {
            for (line, columns) in (0..).zip(self.columns.chunks(across)) {
                let top = body.top + line * one;
                self.draw(canvas, Rect { top, bottom: top + one, ..body }, columns);
            }
        })
    }

    fn rows_height(&self) -> i32 {
        self.names.len() as i32 * dots(ROW)
    }

    fn draw(&self, canvas: &Canvas, body: Rect, of_line: &[Column]) {
        let names = self.names.iter().map(|name| ink(TEXT).width(name)).max().unwrap_or(0) + dots(4.0);
        let top = body.top + dots(HEAD);
        let line = Rect { top, bottom: top + self.rows_height(), ..body };
        let frames = columns(line, of_line.len(), [names, dots(8.0), dots(4.0)]);
        for (place, (frame, column)) in frames.into_iter().zip(of_line).enumerate() {
            let panel = Panel::new(canvas, frame, column.axis.clone(), Axis::places(self.names.len()));
            panel.grid(true, false);
            column.title.iter().for_each(|title| panel.title(title));
            panel.x_title(column.axis_title);
            for (row, (name, marks)) in self.names.iter().zip(&column.marks).enumerate() {
                if place == 0 {
                    let middle = frame.top + (2 * row as i32 + 1) * dots(ROW) / 2;
                    canvas.text((frame.left - dots(3.0), middle), name, ink(TEXT).right());
                }
                self.draw_row(&panel, row, marks);
            }
            if column.marks.iter().all(Vec::is_empty) {
                panel.remark("none");
            }
        }
    }

    /// Draws the marks of a row, on a line from the least value to the greatest.
    fn draw_row(&self, panel: &Panel, row: usize, marks: &[(f64, usize)]) {
        let y = self.names.len() as f64 - row as f64 - 0.5;
        let ends = marks.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), (x, _)| (low.min(*x), high.max(*x)));
        if !marks.is_empty() {
            panel.line(&[(ends.0, y), (ends.1, y)], stroke((190, 190, 190), 0.6));
        }
        for &(x, kind) in marks {
            panel.marks(&[(x, y)], &self.kinds[kind].1, true);
        }
    }
}
