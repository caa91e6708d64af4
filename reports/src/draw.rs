//! The means to draw figures: a sheet, text, axes, panels with their legends, the colours and marks of variants, and the files
//! that a drawing becomes.

mod axis;
mod backend;
mod canvas;
mod drawing;
mod font;
mod ink;
mod labels;
mod lengths;
mod panel;
mod pdf;
mod png;
pub(crate) mod ruling;
mod style;
mod svg;

pub(crate) use axis::{Axis, Tick, number, superscript};
pub(crate) use canvas::{Canvas, Stroke, drawn, stroke};
pub(crate) use drawing::Drawing;
#[cfg(test)]
pub(crate) use drawing::Shape;
pub(crate) use ink::{Ink, TEXT, ink};
pub(crate) use labels::{Name, Spot, spots, spread};
pub(crate) use lengths::{Rect, dots, millimetres, unrounded};
pub(crate) use panel::{
    LegendEntry, Panel, StyledLine, boxes, boxes_height, boxes_width, columns, legend, legend_height, row, title_below,
};
pub(crate) use style::{BLACK, Colour, FAINT, GREY, LINE, Mark, Style, WHITE, darkened, diverging, ink_on, sequential, styles};
