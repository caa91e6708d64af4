//! A drawing as the list of its shapes, from which every kind of file is made.

use super::canvas::Rect;
use super::style::Colour;

/// A point in dots, from the upper left corner.
pub(crate) type Dot = (i32, i32);

/// How a text is set.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text {
    pub text: String,
    /// The point that the text is set at.
    pub at: Dot,
    /// How much of the text lies before that point: 0, ½ or 1.
    pub before: f64,
    /// From that point across the line of the text to its baseline, in dots.
    pub down: f64,
    /// Of the font, in dots.
    pub size: f64,
    pub is_bold: bool,
    /// It is read upwards.
    pub is_upward: bool,
    pub colour: Colour,
}

/// A shape; the later one covers the earlier.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// A polygon.
    Area { corners: Vec<Dot>, colour: Colour, opacity: f64 },
    /// A rectangle.
    Box { frame: Rect, colour: Colour },
    /// A line through points, of a width in dots.
    Line { points: Vec<Dot>, colour: Colour, opacity: f64, width: u32 },
    Text(Text),
    /// Colours in rows of so many, from the upper left one, that fill a frame.
    Image { frame: Rect, columns: usize, colours: Vec<Colour> },
}

/// What is drawn, on a white sheet.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawing {
    /// In dots.
    pub width: i32,
    pub height: i32,
    pub shapes: Vec<Shape>,
}
