//! Stacked horizontal bars: a row for each variant, a block for each scalar, in two panels.

use crate::axis::{Axis, number};
use crate::canvas::{Canvas, Frame, dots, stroke};
use crate::ink::ink;
use crate::panel::{Panel, TICK, boxes};
use crate::style::{Colour, GREY};

/// One row of both panels.
pub(crate) struct Bar {
    pub name: String,
    /// Shares in [0, 1] for the left and for the right panel.
    pub left: Vec<f64>,
    pub right: Vec<f64>,
    /// What stands at the right of the right panel.
    pub remark: String,
}

/// The bars of one scalar.
pub(crate) struct Block {
    pub scalar: String,
    pub bars: Vec<Bar>,
}

/// All bars of a figure.
pub(crate) struct Bars<'a> {
    pub blocks: Vec<Block>,
    pub left_title: &'a str,
    pub right_title: &'a str,
    pub left_high: f64,
    pub right_high: f64,
    pub colours: &'a [Colour],
    /// Names of the parts in the order of the colours.
    pub parts: &'a [&'a str],
}

const ROW: f64 = 9.6;

impl Bars<'_> {
    fn block_height(block: &Block) -> i32 {
        block.bars.len() as i32 * dots(ROW) as i32
    }

    pub fn height(&self) -> i32 {
        let blocks: i32 = self.blocks.iter().map(|block| Self::block_height(block) + dots(36.0) as i32).sum();
        dots(10.0) as i32 + blocks
    }

    pub fn draw(&self, canvas: &Canvas, body: Frame) {
        let entries: Vec<(&str, Colour)> = self.parts.iter().copied().zip(self.colours.iter().copied()).collect();
        boxes(canvas, (body.left, body.top), &entries);
        let names = ink(6.6);
        let all = || self.blocks.iter().flat_map(|block| &block.bars);
        let room = all().map(|bar| names.width(&bar.name)).max().unwrap_or(0) + dots(5.0) as i32;
        let remarks = all().map(|bar| ink(TICK).width(&bar.remark)).max().unwrap_or(0) + dots(5.0) as i32;
        let gap = dots(26.0) as i32;
        let half = (body.width() - room - gap - remarks) / 2;
        let mut y = body.top + dots(26.0) as i32;
        for block in &self.blocks {
            let bottom = y + Self::block_height(block);
            let left = Frame::new(body.left + room, y, body.left + room + half, bottom);
            let right = Frame { left: left.right + gap, right: left.right + gap + half, ..left };
            let count = block.bars.len();
            for (frame, high, title) in [(left, self.left_high, self.left_title), (right, self.right_high, self.right_title)] {
                let x = Axis::linear(0.0, high, 5).labelled(|share| format!("{} %", number(round(share * 100.0))));
                let panel = Panel::new(canvas, frame, x, Axis::places(count));
                panel.grid(true, false);
                panel.title(&format!("{}: {title}", block.scalar));
                for (row, bar) in block.bars.iter().enumerate() {
                    let shares = if frame == left { &bar.left } else { &bar.right };
                    self.draw_bar(canvas, &panel, shares, row);
                }
                canvas.outline(frame, stroke(GREY, 0.5));
            }
            for (row, bar) in block.bars.iter().enumerate() {
                let middle = y + (row as i32 * 2 + 1) * dots(ROW) as i32 / 2;
                canvas.text((left.left - dots(3.0) as i32, middle), &bar.name, names.right());
                canvas.text((right.right + dots(3.0) as i32, middle), &bar.remark, ink(TICK).grey());
            }
            y = bottom + dots(36.0) as i32;
        }
    }

    fn draw_bar(&self, canvas: &Canvas, panel: &Panel, shares: &[f64], row: usize) {
        let (top, high) = (panel.frame.top + row as i32 * dots(ROW) as i32, dots(ROW) as i32);
        let x = |share: f64| {
            panel.x.fraction(share).map(|part| panel.frame.left + (part * f64::from(panel.frame.width())).round() as i32)
        };
        let mut sum = 0.0;
        for (share, colour) in shares.iter().zip(self.colours) {
            let from = x(sum);
            sum += share;
            if let (Some(from), Some(to)) = (from, x(sum))
                && share > &0.0
            {
                // A share that is not nothing is seen, if only as a hair line.
                let from = from.min(panel.frame.right - 2);
                let frame = Frame::new(from, top + high / 7, to.max(from + 2), top + high - high / 7);
                canvas.fill(frame, *colour);
            }
        }
    }
}

fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// The upper end of an axis for shares up to `most`, a little above it.
pub(crate) fn share_end(most: f64) -> f64 {
    if most.is_finite() && most > 0.0 { (most * 1.06).min(1.0) } else { 0.01 }
}
