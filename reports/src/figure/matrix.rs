//! A matrix of coloured cells with a number in each, so that it reads without colour.

use crate::draw::{Canvas, Colour, FAINT, Ink, LINE, Rect, WHITE, WIDTH, dots, ink, ink_on, sequential, stroke};
use crate::figure::{MARGIN, Sheet};

pub(crate) struct Cell {
    pub text: String,
    pub fill: Colour,
    /// In grey: nothing to look at.
    pub subtle: bool,
}

pub(crate) struct Matrix {
    pub title: String,
    /// Rows of cells; `None` where there is nothing to tell.
    pub cells: Vec<Vec<Option<Cell>>>,
}

impl Matrix {
    /// A matrix with a cell for each pair of a row and a column.
    pub fn of<R, C>(title: String, rows: &[R], columns: &[C], mut cell: impl FnMut(&R, &C) -> Option<Cell>) -> Matrix {
        let cells = rows.iter().map(|row| columns.iter().map(|column| cell(row, column)).collect()).collect();
        Matrix { title, cells }
    }
}

/// A colour scale and what stands beside it.
pub(crate) struct Scale {
    pub title: &'static str,
    /// Places in [0, 1] and what is written below them.
    pub labels: Vec<(f64, String)>,
    pub colour: fn(f64) -> Colour,
}

/// The scale of shares: white for nothing, else logarithmic from the least share that it tells apart from nothing.
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

/// Several matrices with the same rows and columns, and their colour scale below.
pub(crate) struct Matrices {
    pub rows: Vec<String>,
    pub columns: Vec<String>,
    /// Rows before which there is a gap.
    pub gaps: Vec<usize>,
    pub each: Vec<Matrix>,
    pub scale: Scale,
}

fn names() -> Ink {
    ink(6.4)
}

/// Height of a cell, in points.
const ROW: f64 = 9.4;
/// Least width of a cell that holds its number.
const NARROW: i32 = 76;

impl Matrices {
    fn row_names(&self) -> i32 {
        self.rows.iter().map(|name| names().width(name)).max().unwrap_or(0) + dots(4.0)
    }

    fn column_names(&self) -> i32 {
        self.columns.iter().map(|name| names().width(name)).max().unwrap_or(0) + dots(5.0)
    }

    /// Matrices beside each other: all, if their cells are wide enough, else one below the other.
    fn across(&self, width: i32) -> usize {
        let count = self.each.len().max(1);
        let fits = |n: &usize| {
            let room = width - self.row_names() - (*n as i32 - 1) * GAP;
            room / *n as i32 / self.columns.len().max(1) as i32 >= NARROW
        };
        (1..=count).rev().find(fits).unwrap_or(1)
    }

    fn height_of_one(&self) -> i32 {
        let rows = self.rows.len() as i32 * dots(ROW) + self.gaps.len() as i32 * dots(4.0);
        dots(13.0) + self.column_names() + rows + dots(6.0)
    }

    /// The sheet of these matrices, without a word yet.
    pub fn sheet<'s>(self) -> Sheet<'s> {
        let height = self.each.len().div_ceil(self.across(WIDTH - 2 * MARGIN)) as i32 * self.height_of_one();
        Sheet::new(height + dots(22.0), move |canvas, body| {
            self.draw(canvas, body);
            self.scale.draw(canvas, (body.left, body.top + height + dots(2.0)));
        })
    }

    fn draw(&self, canvas: &Canvas, body: Rect) {
        let across = self.across(body.width());
        let room = body.width() - self.row_names() - (across as i32 - 1) * GAP;
        let columns = self.columns.len().max(1) as i32;
        let side = (room / across as i32 / columns).min(dots(44.0));
        let wide = side * columns;
        for (i, matrix) in self.each.iter().enumerate() {
            let left = body.left + self.row_names() + (i % across) as i32 * (wide + GAP);
            let top = body.top + (i / across) as i32 * self.height_of_one();
            self.draw_one(canvas, matrix, (left, top), side, i % across == 0);
        }
    }

    fn draw_one(&self, canvas: &Canvas, matrix: &Matrix, at: (i32, i32), side: i32, row_names: bool) {
        let (left, wide) = (at.0, side * self.columns.len() as i32);
        canvas.text((left + wide / 2, at.1 + dots(6.0)), &matrix.title, ink(7.4).bold().centred());
        let mut y = at.1 + dots(13.0) + self.column_names();
        for (i, name) in self.columns.iter().enumerate() {
            let x = left + i as i32 * side + side / 2;
            canvas.text((x, y - dots(2.5)), name, names().upward());
        }
        let height = dots(ROW);
        let mut block = y;
        for (r, (name, cells)) in self.rows.iter().zip(&matrix.cells).enumerate() {
            if self.gaps.contains(&r) {
                canvas.outline(Rect::new(left, block, left + wide, y), stroke(LINE, 0.5));
                y += dots(4.0);
                block = y;
            }
            if row_names {
                canvas.text((left - dots(3.0), y + height / 2), name, names().right());
            }
            for (c, cell) in cells.iter().enumerate() {
                let frame = Rect::new(left + c as i32 * side, y, left + (c as i32 + 1) * side, y + height);
                let Some(cell) = cell else { continue };
                canvas.fill(frame, cell.fill);
                canvas.outline(frame, stroke(if cell.fill == WHITE { FAINT } else { WHITE }, 0.3));
                let middle = ((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2);
                let text = ink(5.9).centred();
                let colour = if cell.subtle { (165, 165, 165) } else { ink_on(cell.fill) };
                canvas.text(middle, &cell.text, text.colour(colour));
            }
            y += height;
        }
        canvas.outline(Rect::new(left, block, left + wide, y), stroke(LINE, 0.5));
    }
}

/// Between two matrices beside each other.
const GAP: i32 = 46;

impl Scale {
    /// A bar of the colours with the labels below. Its height is about 20 points.
    pub fn draw(&self, canvas: &Canvas, at: (i32, i32)) {
        let (steps, step, height) = (120, 5, dots(6.0));
        let left = at.0 + names().width(self.title) + dots(8.0);
        canvas.text((at.0, at.1 + height / 2), self.title, names());
        for i in 0..steps {
            let x = left + i * step;
            let colour = (self.colour)(f64::from(i) / f64::from(steps - 1));
            canvas.fill(Rect::new(x, at.1, x + step, at.1 + height), colour);
        }
        canvas.outline(Rect::new(left, at.1, left + steps * step, at.1 + height), stroke(LINE, 0.4));
        for (place, label) in &self.labels {
            let x = left + (place * f64::from(steps * step)).round() as i32;
            canvas.path(&[(x, at.1 + height), (x, at.1 + height + dots(1.4))], stroke(LINE, 0.4));
            canvas.text((x, at.1 + height + dots(2.4)), label, ink(6.0).centred().top());
        }
    }
}
