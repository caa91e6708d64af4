//! A matrix of coloured cells with a number in each, so that it can be read without colour.

use crate::draw::{Canvas, Colour, FAINT, Ink, LINE, Rect, TEXT, WHITE, dots, ink, ink_on, sequential, stroke};
use crate::figure::{Room, Sheet};

pub(crate) struct Cell {
    pub text: String,
    pub fill: Colour,
    /// Grey text, for a cell of no interest.
    pub subtle: bool,
    /// Strokes across the cell: nothing could be counted.
    pub hatched: bool,
}

pub(crate) struct Matrix {
    pub title: String,
    /// Rows of cells; `None` is an empty place.
    pub cells: Vec<Vec<Option<Cell>>>,
}

impl Matrix {
    /// A matrix with one cell per pair of a row and a column.
    pub fn of<R, C>(title: String, rows: &[R], columns: &[C], mut cell: impl FnMut(&R, &C) -> Option<Cell>) -> Matrix {
        let cells = rows.iter().map(|row| columns.iter().map(|column| cell(row, column)).collect()).collect();
        Matrix { title, cells }
    }
}

/// A colour scale with its title and labels.
pub(crate) struct Scale {
    pub title: &'static str,
    /// Places in [0, 1] with the texts below them.
    pub labels: Vec<(f64, String)>,
    pub colour: fn(f64) -> Colour,
}

/// The scale of shares: white for zero, else logarithmic from the least share that it distinguishes from zero.
pub(crate) struct Shares(pub f64);

impl Shares {
    fn place(&self, share: f64) -> f64 {
        1.0 - share.max(self.0).ln() / self.0.ln()
    }

    pub fn colour(&self, share: f64) -> Colour {
        if share <= 0.0 { WHITE } else { sequential(self.place(share)) }
    }

    pub fn scale(&self, title: &'static str, labels: &[(f64, &str)]) -> Scale {
        let labels = labels.iter().map(|&(share, text)| (self.place(share), text.to_owned())).collect();
        Scale { title, labels, colour: sequential }
    }
}

/// The name of a row.
#[derive(Clone)]
pub(crate) struct RowName {
    pub text: String,
    pub is_bold: bool,
}

impl RowName {
    pub fn plain(text: impl Into<String>) -> RowName {
        RowName { text: text.into(), is_bold: false }
    }

    fn ink(&self) -> Ink {
        if self.is_bold { names().bold() } else { names() }
    }

    /// The name in lines of a width.
    fn lines(&self, width: i32) -> Vec<String> {
        self.ink().wrapped(&self.text, width)
    }
}

/// Several matrices with the same rows and columns, and their colour scale below.
pub(crate) struct Matrices {
    pub rows: Vec<RowName>,
    /// The title above the names of the rows, which states the parts of a name.
    pub rows_title: &'static str,
    pub columns: Vec<String>,
    /// Rows before which there is a gap.
    pub gaps: Vec<usize>,
    pub each: Vec<Matrix>,
    pub scale: Scale,
}

fn names() -> Ink {
    ink(TEXT)
}

/// The longest line of the name of a row in a sheet of a width.
fn longest_name(width: i32) -> i32 {
    (f64::from(width) * NAMES) as i32
}

/// Height of a cell in points; a little less if there are many rows.
const ROW: f64 = 9.2;
const LOW_ROW: f64 = 8.2;
const MANY: usize = 44;
/// The widest cell, in points.
const WIDEST: f64 = 30.0;
/// The gap between two matrices side by side, and the gap before a row, in points.
const GAP: f64 = 7.0;
const ROW_GAP: f64 = 3.0;
/// Height of the title of a matrix.
const TITLE: f64 = 12.0;
/// The largest part of the width for the names of rows: longer names have several lines.
const NAMES: f64 = 0.45;

impl Matrices {
    /// Height of a row in a sheet of a width: the height of the lines of its name.
    fn row_height(&self, row: &RowName, width: i32) -> i32 {
        let lines = row.lines(longest_name(width)).len().max(1) as i32;
        dots(if self.rows.len() > MANY { LOW_ROW } else { ROW }) + (lines - 1) * row.ink().leading()
    }

    fn rows_height(&self, width: i32) -> i32 {
        self.rows.iter().map(|row| self.row_height(row, width)).sum::<i32>() + self.gaps.len() as i32 * dots(ROW_GAP)
    }

    fn row_names(&self, width: i32) -> i32 {
        let title = names().width(self.rows_title);
        let widest = |row: &RowName| row.lines(longest_name(width)).iter().map(|line| row.ink().width(line)).max().unwrap_or(0);
        self.rows.iter().map(widest).max().unwrap_or(0).max(title) + dots(4.0)
    }

    fn column_names(&self) -> i32 {
        self.columns.iter().map(|name| names().width(name)).max().unwrap_or(0) + dots(4.0)
    }

    /// The room that the texts of the cells need.
    fn text_width(&self) -> i32 {
        let cells = self.each.iter().flat_map(|matrix| matrix.cells.iter().flatten().flatten());
        cells.map(|cell| names().width(&cell.text)).max().unwrap_or(0)
    }

    /// The number of matrices side by side, in even rows and with cells that are wide enough; and the width of a cell.
    fn across(&self, width: i32) -> (usize, i32) {
        let count = self.each.len().max(1);
        let side = |n: usize| {
            let room = width - self.row_names(width) - (n as i32 - 1) * dots(GAP);
            room / n as i32 / self.columns.len().max(1) as i32
        };
        let fitting = (1..=count).rev().find(|&n| side(n) >= self.text_width()).unwrap_or(1);
        let across = count.div_ceil(count.div_ceil(fitting));
        (across, side(across).clamp(1, dots(WIDEST)))
    }

    fn height_of_one(&self, width: i32) -> i32 {
        self.title_height() + self.column_names() + self.rows_height(width) + dots(5.0)
    }

    /// Height of the titles of matrices; a single matrix has no title.
    fn title_height(&self) -> i32 {
        if self.each.iter().all(|matrix| matrix.title.is_empty()) { 0 } else { dots(TITLE) }
    }

    /// The sheet of these matrices, still without text.
    pub fn sheet<'s>(self, room: Room) -> Sheet<'s> {
        let height = self.each.len().div_ceil(self.across(room.width).0) as i32 * self.height_of_one(room.width);
        let below = self.scale.height(room.width);
        Sheet::new(height + below, move |canvas, body| {
            self.draw(canvas, body);
            self.scale.draw(canvas, (body.left, body.top + height), body.width());
        })
    }

    fn draw(&self, canvas: &Canvas, body: Rect) {
        let (across, side) = self.across(body.width());
        let wide = side * self.columns.len().max(1) as i32;
        for (i, matrix) in self.each.iter().enumerate() {
            let left = body.left + self.row_names(body.width()) + (i % across) as i32 * (wide + dots(GAP));
            let top = body.top + (i / across) as i32 * self.height_of_one(body.width());
            self.draw_one(canvas, matrix, (left, top, side), (body.width(), i % across == 0));
        }
    }

    /// Draws a matrix with its upper left corner at (left, top) and cells of width `side`, in a sheet of width `whole`; the
    /// first matrix of a line has the names of the rows.
    fn draw_one(&self, canvas: &Canvas, matrix: &Matrix, (left, top, side): (i32, i32, i32), (whole, has_names): (i32, bool)) {
        let wide = side * self.columns.len() as i32;
        canvas.text((left, top + dots(5.0)), &matrix.title, names().bold());
        let mut y = top + self.title_height() + self.column_names();
        // The columns are narrow, so their names run upwards.
        for (i, name) in self.columns.iter().enumerate() {
            let x = left + i as i32 * side + side / 2;
            canvas.text((x, y - dots(2.5)), name, names().upward());
        }
        if has_names && !self.rows_title.is_empty() {
            canvas.text((left - dots(3.0), y - dots(5.0)), self.rows_title, names().right().grey());
        }
        // If a cell is too narrow for its number, the number is only in the points next to the figure, and the cell's colour
        // shows it.
        let is_written = side >= self.text_width();
        let mut block = y;
        for (r, (name, cells)) in self.rows.iter().zip(&matrix.cells).enumerate() {
            if self.gaps.contains(&r) {
                canvas.outline(Rect::new(left, block, left + wide, y), stroke(LINE, 0.5));
                y += dots(ROW_GAP);
                block = y;
            }
            let height = self.row_height(name, whole);
            let lines = if has_names { name.lines(longest_name(whole)) } else { Vec::new() };
            let first = y + (height - (lines.len() as i32 - 1) * name.ink().leading()) / 2;
            for (line, number) in lines.iter().zip(0..) {
                canvas.text((left - dots(3.0), first + number * name.ink().leading()), line, name.ink().right());
            }
            for (c, cell) in cells.iter().enumerate() {
                let frame = Rect::new(left + c as i32 * side, y, left + (c as i32 + 1) * side, y + height);
                let Some(cell) = cell else { continue };
                canvas.fill(frame, cell.fill);
                if cell.hatched {
                    hatch(canvas, frame);
                }
                canvas.outline(frame, stroke(if cell.fill == WHITE { FAINT } else { WHITE }, 0.3));
                let middle = ((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2);
                let colour = if cell.subtle { (150, 150, 150) } else { ink_on(cell.fill) };
                if is_written {
                    canvas.text(middle, &cell.text, names().centred().colour(colour));
                }
            }
            y += height;
        }
        canvas.outline(Rect::new(left, block, left + wide, y), stroke(LINE, 0.5));
    }
}

/// Strokes across a cell, from its lower left to its upper right.
pub(crate) fn hatch(canvas: &Canvas, frame: Rect) {
    let (width, height, step) = (frame.width(), frame.height(), dots(2.6));
    let mut along = -height + step / 2;
    while along < width {
        let from = along.max(0);
        let to = (along + height).min(width);
        let ends = [(frame.left + from, frame.bottom - (from - along)), (frame.left + to, frame.bottom - (to - along))];
        canvas.path(&ends, stroke((205, 205, 205), 0.4));
        along += step;
    }
}

impl Scale {
    /// Whether the bar is below its title, for lack of room next to it.
    fn is_stacked(&self, width: i32) -> bool {
        names().width(self.title) + dots(12.0) + LENGTH + dots(16.0) > width
    }

    /// The height of the scale in a width.
    pub fn height(&self, width: i32) -> i32 {
        dots(if self.is_stacked(width) { 30.0 } else { 19.0 })
    }

    /// A bar of the colours with the labels below.
    pub fn draw(&self, canvas: &Canvas, at: (i32, i32), width: i32) {
        let (steps, height) = (120, dots(6.0));
        let step = LENGTH / steps;
        canvas.text((at.0, at.1 + height / 2), self.title, names());
        let (left, top) = match self.is_stacked(width) {
            true => (at.0 + dots(14.0), at.1 + dots(11.0)),
            false => (at.0 + names().width(self.title) + dots(12.0), at.1),
        };
        // Each step extends to the end, so that there is no seam between two steps.
        let end = left + steps * step;
        for i in 0..steps {
            let colour = (self.colour)(f64::from(i) / f64::from(steps - 1));
            canvas.fill(Rect::new(left + i * step, top, end, top + height), colour);
        }
        canvas.outline(Rect::new(left, top, end, top + height), stroke(LINE, 0.4));
        for (place, label) in &self.labels {
            let x = left + (place * f64::from(steps * step)).round() as i32;
            canvas.path(&[(x, top + height), (x, top + height + dots(1.4))], stroke(LINE, 0.4));
            canvas.text((x, top + height + dots(2.4)), label, names().centred().top());
        }
    }
}

/// Length of the bar of a scale, in dots.
const LENGTH: i32 = 120 * 20;
