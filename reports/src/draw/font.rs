//! The fonts of the figures, which are part of the program.
//!
//! The width of a text and its outlines come from the same glyphs.
//!
//! A text is one line from left to right, one glyph for each character, with the kerning of the font.

use std::sync::LazyLock;

use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

pub(crate) struct Font {
    face: Face<'static>,
    /// The file of the font.
    bytes: &'static [u8],
}

pub(crate) fn font(bold: bool) -> &'static Font {
    static FONTS: LazyLock<[Font; 2]> = LazyLock::new(|| {
        let font = |bytes| Font { face: Face::parse(bytes, 0).expect("the font is part of the program"), bytes };
        [font(dejavu::sans::regular()), font(dejavu::sans::bold())]
    });
    &FONTS[usize::from(bold)]
}

impl Font {
    /// Width of a text divided by its size.
    pub fn width(&self, text: &str) -> f64 {
        f64::from(self.set(text, |_, _| ())) / f64::from(self.face.units_per_em())
    }

    /// Outlines of a text of a size, which begins at the origin, on its baseline; `None` for a text of blanks.
    ///
    /// Ordinates grow downwards.
    pub fn outlines(&self, text: &str, size: f64) -> Option<Path> {
        let scale = size as f32 / f32::from(self.face.units_per_em());
        let mut outlines = Outlines { path: PathBuilder::new(), left: 0.0, scale };
        self.set(text, |left, glyph| {
            outlines.left = left as f32;
            self.face.outline_glyph(glyph, &mut outlines);
        });
        outlines.path.finish()
    }

    /// The file of the font.
    pub fn bytes(&self) -> &'static [u8] {
        self.bytes
    }

    pub fn units_per_em(&self) -> u16 {
        self.face.units_per_em()
    }

    /// The advance of the pen for a glyph, in units of the font.
    pub fn advance(&self, glyph: GlyphId) -> i32 {
        i32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0))
    }

    /// The lowest and the highest ordinate of the letters, in units of the font.
    pub fn reach(&self) -> [i32; 2] {
        [self.face.descender(), self.face.ascender()].map(i32::from)
    }

    /// Passes every glyph of a text with its place to `put`, one glyph per character, and returns the width of the text, in
    /// units of the font.
    pub fn set(&self, text: &str, mut put: impl FnMut(i32, GlyphId)) -> i32 {
        let (mut pen, mut last) = (0, None);
        for character in text.chars() {
            // A control character has no picture, and is shown as the replacement character.
            let character = if character.is_control() { char::REPLACEMENT_CHARACTER } else { character };
            let glyph = self.face.glyph_index(character).unwrap_or_default();
            pen += last.map_or(0, |last| i32::from(self.kerning(last, glyph)));
            put(pen, glyph);
            pen += self.advance(glyph);
            last = Some(glyph);
        }
        pen
    }

    /// The kerning of two neighbours: by how much their distance differs from the usual one.
    fn kerning(&self, left: GlyphId, right: GlyphId) -> i16 {
        let table = self.face.tables().kern;
        table.and_then(|table| table.subtables.into_iter().find_map(|pairs| pairs.glyphs_kerning(left, right))).unwrap_or(0)
    }
}

/// Collects outlines of glyphs in units of the font; the ordinates of glyphs grow upwards.
struct Outlines {
    path: PathBuilder,
    /// The place of the glyph.
    left: f32,
    scale: f32,
}

impl Outlines {
    fn x(&self, x: f32) -> f32 {
        (self.left + x) * self.scale
    }

    fn y(&self, y: f32) -> f32 {
        -y * self.scale
    }
}

impl OutlineBuilder for Outlines {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x(x), self.y(y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x(x), self.y(y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(self.x(x1), self.y(y1), self.x(x), self.y(y));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.cubic_to(self.x(x1), self.y(y1), self.x(x2), self.y(y2), self.x(x), self.y(y));
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_are_as_wide_as_they_are_measured() {
        for (bold, text) in [(false, "mean of |d|"), (true, "10⁻³ ≤ 1"), (false, "T.")] {
            let bounds = font(bold).outlines(text, 100.0).unwrap().bounds();
            let width = 100.0 * font(bold).width(text) as f32;
            // A glyph has some room on both sides; the bar of a T extends a little beyond.
            assert!(bounds.left() > -1.0 && bounds.right() <= width && bounds.width() > width - 25.0, "{text}: {bounds:?}");
            assert!(bounds.top() < -70.0 && bounds.bottom() < 30.0, "{text}: {bounds:?}");
        }
        assert!(font(true).width("bold") > font(false).width("bold"));
    }

    #[test]
    fn neighbours_are_kerned() {
        let apart = font(false).width("T") + font(false).width(".");
        assert!(font(false).width("T.") < apart - 0.1);
        assert!((font(false).width("HH") - 2.0 * font(false).width("H")).abs() < 1e-12);
    }

    #[test]
    fn blanks_have_a_width_and_no_outlines_and_the_unknown_is_seen() {
        assert!(font(false).width(" ") > 0.0 && font(false).outlines("  ", 10.0).is_none());
        assert!(font(false).outlines("", 10.0).is_none());
        for unknown in ["\u{7}", "\u{10fffd}"] {
            assert!(font(false).outlines(unknown, 10.0).is_some());
        }
    }

    #[test]
    fn every_character_of_the_figures_has_a_glyph() {
        for bold in [false, true] {
            for character in "Aaz09⁰¹²³⁴⁵⁶⁷⁸⁹⁻−–·…×→≤±†∞°%".chars() {
                assert!(font(bold).face.glyph_index(character).is_some(), "{character}");
            }
        }
    }
}
