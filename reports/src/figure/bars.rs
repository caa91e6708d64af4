//! Stacked horizontal bars: a row for each variant, a block for each scalar, in two panels.

use crate::Survey;
use crate::draw::{Axis, Canvas, Colour, GREY, Panel, Rect, TICK, boxes, dots, ink, stroke};
use crate::figure::{Sheet, label};

/// One row of both panels.
pub(crate) struct Bar {
    /// Shares in [0, 1] for the left and for the right panel.
    pub shares: [Vec<f64>; 2],
    /// What stands at the right of the right panel.
    pub remark: String,
}

/// The bars of one scalar, with the names of the variants.
pub(crate) struct Block {
    scalar: String,
    bars: Vec<(String, Bar)>,
}

/// A block for each judged scalar, with a bar for each variant that has one.
pub(crate) fn blocks(survey: &Survey, mut bar: impl FnMut(usize, usize) -> Option<Bar>) -> Vec<Block> {
    let block = |s: usize| {
        let named = |v: usize| bar(v, s).map(|bar| (label(&survey.variants[v].name), bar));
        Block { scalar: survey.scalars[s].clone(), bars: (0..survey.variants.len()).filter_map(named).collect() }
    };
    survey.judged_scalars().into_iter().map(block).filter(|block| !block.bars.is_empty()).collect()
}

pub(crate) struct Bars {
    pub blocks: Vec<Block>,
    /// What the left and the right panel show, and the upper ends of their axes.
    pub panels: [(&'static str, f64); 2],
    /// Names and colours of the parts of a bar.
    pub parts: Vec<(&'static str, Colour)>,
}

const ROW: f64 = 9.6;

impl Block {
    fn height(&self) -> i32 {
        self.bars.len() as i32 * dots(ROW)
    }
}

impl Bars {
    /// The sheet of these bars, without a word yet.
    pub fn sheet<'s>(self) -> Sheet<'s> {
        let blocks: i32 = self.blocks.iter().map(|block| block.height() + dots(36.0)).sum();
        Sheet::new(dots(10.0) + blocks, move |canvas, body| self.draw(canvas, body))
    }

    fn draw(&self, canvas: &Canvas, body: Rect) {
        boxes(canvas, (body.left, body.top), &self.parts);
        let names = ink(6.6);
        let all = || self.blocks.iter().flat_map(|block| &block.bars);
        let room = all().map(|(name, _)| names.width(name)).max().unwrap_or(0) + dots(5.0);
        let remarks = all().map(|(_, bar)| ink(TICK).width(&bar.remark)).max().unwrap_or(0) + dots(5.0);
        let gap = dots(26.0);
        let half = (body.width() - room - gap - remarks) / 2;
        let mut y = body.top + dots(26.0);
        for block in &self.blocks {
            let bottom = y + block.height();
            let left = Rect::new(body.left + room, y, body.left + room + half, bottom);
            let right = Rect { left: left.right + gap, right: left.right + gap + half, ..left };
            for (side, frame) in [left, right].into_iter().enumerate() {
                let (title, high) = self.panels[side];
                let (x, y) = (Axis::linear(0.0, high, 5).in_percent(), Axis::places(block.bars.len()));
                let panel = Panel::new(canvas, frame, x, y);
                panel.grid(true, false);
                panel.title(&format!("{}: {title}", block.scalar));
                for (row, (_, bar)) in block.bars.iter().enumerate() {
                    self.draw_bar(canvas, &panel, &bar.shares[side], row);
                }
                canvas.outline(frame, stroke(GREY, 0.5));
            }
            for (row, (name, bar)) in block.bars.iter().enumerate() {
                let middle = y + (row as i32 * 2 + 1) * dots(ROW) / 2;
                canvas.text((left.left - dots(3.0), middle), name, names.right());
                canvas.text((right.right + dots(3.0), middle), &bar.remark, ink(TICK).grey());
            }
            y = bottom + dots(36.0);
        }
    }

    fn draw_bar(&self, canvas: &Canvas, panel: &Panel, shares: &[f64], row: usize) {
        let (top, high) = (panel.frame.top + row as i32 * dots(ROW), dots(ROW));
        let x = |share: f64| {
            panel.x.fraction(share).map(|part| panel.frame.left + (part * f64::from(panel.frame.width())).round() as i32)
        };
        let mut sum = 0.0;
        for (share, (_, colour)) in shares.iter().zip(&self.parts) {
            let from = x(sum);
            sum += share;
            if let (Some(from), Some(to)) = (from, x(sum))
                && share > &0.0
            {
                // A share that is not nothing is seen, if only as a hair line.
                let from = from.min(panel.frame.right - 2);
                let frame = Rect::new(from, top + high / 7, to.max(from + 2), top + high - high / 7);
                canvas.fill(frame, *colour);
            }
        }
    }
}

/// The upper end of an axis for shares up to `most`, a little above it.
pub(crate) fn share_end(most: f64) -> f64 {
    if most.is_finite() && most > 0.0 { (most * 1.06).min(1.0) } else { 0.01 }
}
