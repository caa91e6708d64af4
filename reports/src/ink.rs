//! Text: how it is set, and how wide it is.
//!
//! The fonts are part of the program (the crate `dejavu`); the same ones measure and draw.

use std::sync::{Arc, OnceLock};

use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};
use resvg::usvg::fontdb;

use crate::canvas::dots;
use crate::style::{BLACK, Colour, GREY};

/// plotters writes a font size of 1/1.24 of what it is given.
pub(crate) const PLOTTERS_SIZE: f64 = 1.24;
/// The height of a line of DejaVu Sans over its size, by which the measured width of a text is scaled.
const LINE_HEIGHT: f64 = 1.164;

/// How a text is set.
#[derive(Clone, Copy)]
pub(crate) struct Ink {
    pub size: f64,
    bold: bool,
    pub colour: Colour,
    pub h: HPos,
    pub v: VPos,
    pub upward: bool,
}

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
    /// Running upwards.
    pub fn upward(self) -> Ink {
        Ink { upward: true, ..self }
    }

    pub fn font(&self, size: f64) -> FontDesc<'static> {
        fonts();
        FontDesc::new(FontFamily::Name(FAMILY), size, if self.bold { FontStyle::Bold } else { FontStyle::Normal })
    }

    /// Width of a text in dots.
    pub fn width(&self, text: &str) -> i32 {
        // Measured at a size at which whole dots are precise enough.
        const MEASURE: f64 = 1000.0;
        let width = self.font(MEASURE).box_size(text).map_or(600.0 * text.chars().count() as f64, |size| f64::from(size.0));
        (width * LINE_HEIGHT / MEASURE * dots(self.size)).ceil() as i32
    }

    /// Distance of two lines in dots.
    pub fn leading(&self) -> i32 {
        (dots(self.size) * 1.36).round() as i32
    }

    /// The text with its end replaced by dots where it is too wide.
    pub fn shortened(&self, text: &str, width: i32) -> String {
        let mut short = text.to_owned();
        while self.width(&short) > width && short.chars().count() > 2 {
            short = short.trim_end_matches('…').to_owned();
            short.pop();
            short.push('…');
        }
        short
    }

    /// The text broken into lines of at most `width` dots, at spaces where there are any.
    pub fn wrapped(&self, text: &str, width: i32) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let longer = lines.last().map(|line| format!("{line} {word}"));
            match longer {
                Some(longer) if self.width(&longer) <= width => *lines.last_mut().expect("it was just read") = longer,
                _ => lines.push(self.shortened(word, width)),
            }
        }
        lines
    }
}

/// The font as the drawing names it.
pub(crate) const FAMILY: &str = "DejaVu Sans";

/// Registers the fonts with plotters, which measures by them, and collects them for resvg, once.
pub(crate) fn fonts() -> &'static Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    FONTS.get_or_init(|| {
        let mut database = fontdb::Database::new();
        for (style, bytes) in [(FontStyle::Normal, dejavu::sans::regular()), (FontStyle::Bold, dejavu::sans::bold())] {
            // A font that plotters refuses is only measured less well.
            let _ = register_font(FAMILY, style, bytes);
            database.load_font_source(fontdb::Source::Binary(Arc::new(bytes)));
        }
        database.set_sans_serif_family(FAMILY);
        Arc::new(database)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_measured_and_wrapped() {
        let ink = ink(7.0);
        assert!(ink.width("mmmm") > ink.width("iiii"));
        let lines = ink.wrapped("one two three four five six seven eight nine ten", 200);
        assert!(lines.len() > 1 && lines.iter().all(|line| ink.width(line) <= 200), "{lines:?}");
        assert!(ink.width(&ink.shortened("a-name-that-is-far-too-long", 120)) <= 120);
        assert!(ink.wrapped("", 100).is_empty());
    }
}
