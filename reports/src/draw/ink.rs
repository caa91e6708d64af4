//! Text: its setting and its width.

use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontDesc, FontFamily, FontStyle, FontTransform, TextStyle};
use plotters_backend::BackendColor;

use super::font::font;
use super::lengths::unrounded;
use super::style::{BLACK, Colour, GREY};
use crate::table;

#[derive(Clone, Copy)]
pub(crate) struct Ink {
    pub size: f64,
    bold: bool,
    pub colour: Colour,
    h: HPos,
    v: VPos,
    upward: bool,
}

/// Size of the text of figures, in points: the size that papers ask for in print.
pub(crate) const TEXT: f64 = 7.0;

/// Text of a size in points: black, its left end at the given point, vertically centred.
pub(crate) fn ink(size: f64) -> Ink {
    Ink { size, bold: false, colour: BLACK, h: HPos::Left, v: VPos::Center, upward: false }
}

impl Ink {
    pub fn bold(self) -> Ink {
        Ink { bold: true, ..self }
    }
    pub fn colour(self, colour: Colour) -> Ink {
        Ink { colour, ..self }
    }
    pub fn grey(self) -> Ink {
        self.colour(GREY)
    }
    pub fn centred(self) -> Ink {
        Ink { h: HPos::Center, ..self }
    }
    pub fn right(self) -> Ink {
        Ink { h: HPos::Right, ..self }
    }
    pub fn top(self) -> Ink {
        Ink { v: VPos::Top, ..self }
    }
    pub fn upward(self) -> Ink {
        Ink { upward: true, ..self }
    }

    /// The style as plotters knows it, with a size in dots.
    ///
    /// There is one family of fonts.
    pub fn style(&self) -> TextStyle<'static> {
        let weight = if self.bold { FontStyle::Bold } else { FontStyle::Normal };
        let turn = if self.upward { FontTransform::Rotate270 } else { FontTransform::None };
        let font = FontDesc::new(FontFamily::SansSerif, unrounded(self.size), weight).transform(turn);
        TextStyle { font, color: BackendColor { alpha: 1.0, rgb: self.colour }, pos: Pos::new(self.h, self.v) }
    }

    /// Width of a text in dots.
    pub fn width(&self, text: &str) -> i32 {
        (font(self.bold).width(text) * unrounded(self.size)).ceil() as i32
    }

    /// Distance between two lines in dots.
    pub fn leading(&self) -> i32 {
        (unrounded(self.size) * 1.36).round() as i32
    }

    /// The text, with its end replaced by dots if it is too wide.
    pub fn shortened(&self, text: &str, width: i32) -> String {
        let mut short = text.to_owned();
        while self.width(&short) > width && short.chars().count() > 2 {
            short = short.trim_end_matches('…').to_owned();
            short.pop();
            short.push('…');
        }
        short
    }

    /// The text broken into lines of at most `width` dots, at spaces if there are any.
    pub fn wrapped(&self, text: &str, width: i32) -> Vec<String> {
        table::wrapped(text, |word| self.shortened(word, width), |line| self.width(line) <= width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_measured_and_wrapped() {
        let ink = ink(7.0);
        assert!(ink.width("mmmm") > ink.width("iiii"));
        let lines = ink.wrapped("one two three four five six seven eight nine ten", 800);
        assert!(lines.len() > 1 && lines.iter().all(|line| ink.width(line) <= 800), "{lines:?}");
        assert!(ink.width(&ink.shortened("a-name-that-is-far-too-long", 480)) <= 480);
        assert!(ink.wrapped("", 400).is_empty());
    }
}
