//! What figures are drawn with: a sheet, text, axes, panels with their legends, and the colours and marks of variants.

mod axis;
mod backend;
mod canvas;
mod font;
mod ink;
mod labels;
mod panel;
mod style;

pub(crate) use axis::{Axis, Tick, number, superscript};
pub(crate) use canvas::{Canvas, Rect, Stroke, WIDTH, dots, png, stroke, unrounded};
pub(crate) use ink::{Ink, ink};
pub(crate) use labels::{Name, Spot, spots};
pub(crate) use panel::{LABEL, LegendEntry, Panel, TICK, boxes, columns, legend, legend_height, row, title_below};
pub(crate) use style::{BLACK, Colour, FAINT, GREY, LINE, Mark, Style, WHITE, darkened, diverging, ink_on, sequential, styles};
