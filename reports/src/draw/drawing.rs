//! A drawing as the list of its shapes, from which every kind of file is made.

#[cfg(test)]
use super::font::font;
#[cfg(test)]
use super::lengths::DENSITY;
use super::lengths::Rect;
use super::style::Colour;

/// A point in dots, from the upper left corner.
pub(crate) type Dot = (i32, i32);

/// A text and its setting.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text {
    pub text: String,
    /// The point that the text is set at.
    pub at: Dot,
    /// The part of the text before that point: 0, ½ or 1.
    pub before: f64,
    /// The distance from that point across the line of the text to its baseline, in dots.
    pub down: f64,
    /// The size of the font, in dots.
    pub size: f64,
    pub is_bold: bool,
    /// Whether the text is read upwards.
    pub is_upward: bool,
    pub colour: Colour,
}

/// A shape; later shapes cover earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// A polygon.
    Area {
        corners: Vec<Dot>,
        colour: Colour,
        opacity: f64,
    },
    /// A rectangle.
    Box {
        frame: Rect,
        colour: Colour,
    },
    /// A line through points, of a width in dots.
    Line {
        points: Vec<Dot>,
        colour: Colour,
        opacity: f64,
        width: u32,
    },
    Text(Text),
    /// Colours in rows of `columns`, from the upper left corner, that fill a frame.
    Image {
        frame: Rect,
        columns: usize,
        colours: Vec<Colour>,
    },
}

/// A drawing on a white sheet.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawing {
    /// In dots.
    pub width: i32,
    pub height: i32,
    pub shapes: Vec<Shape>,
}

#[cfg(test)]
impl Drawing {
    /// The width and the height in millimetres.
    pub fn millimetres(&self) -> [f64; 2] {
        [self.width, self.height].map(|dots| f64::from(dots) * 25.4 / DENSITY)
    }

    /// The texts, with their sizes in points.
    pub fn texts(&self) -> Vec<(&str, f64)> {
        let mut texts = Vec::new();
        for shape in &self.shapes {
            if let Shape::Text(text) = shape {
                texts.push((&text.text[..], (text.size * 72.0 / DENSITY * 1e6).round() / 1e6));
            }
        }
        texts
    }

    /// The shapes that extend beyond the edges.
    pub fn beyond(&self) -> Vec<String> {
        let mut beyond = Vec::new();
        let is_within = |(x, y): (f64, f64)| {
            let slack = 0.5;
            x >= -slack && y >= -slack && x <= f64::from(self.width) + slack && y <= f64::from(self.height) + slack
        };
        for shape in &self.shapes {
            let (points, name): (Vec<(f64, f64)>, String) = match shape {
                Shape::Area { corners: points, .. } | Shape::Line { points, .. } => {
                    (points.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).collect(), "a line or an area".to_owned())
                }
                Shape::Box { frame, .. } | Shape::Image { frame, .. } => {
                    (frame.outline().iter().map(|&(x, y)| (f64::from(x), f64::from(y))).collect(), "a box".to_owned())
                }
                Shape::Text(text) => {
                    let width = font(text.is_bold).width(&text.text) * text.size;
                    let along = [-text.before * width, (1.0 - text.before) * width];
                    // From the top of letters with a stem to the bottom of letters that descend.
                    let across = [text.down - 0.76 * text.size, text.down + 0.2 * text.size];
                    let (x, y) = (f64::from(text.at.0), f64::from(text.at.1));
                    let corner = |along: f64, across: f64| match text.is_upward {
                        false => (x + along, y + across),
                        true => (x + across, y - along),
                    };
                    (vec![corner(along[0], across[0]), corner(along[1], across[1])], text.text.clone())
                }
            };
            if let Some(point) = points.iter().find(|point| !is_within(**point)) {
                beyond.push(format!("{name} at {point:?} of {} × {}", self.width, self.height));
            }
        }
        beyond
    }
}
