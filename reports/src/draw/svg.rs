//! A drawing as an SVG file.
//!
//! Its texts are text elements, so they can be searched and edited.

use std::fmt::Write as _;

use super::drawing::{Drawing, Shape, Text};
use super::font::font;
use super::lengths::{DENSITY, Rect};
use super::png::small;
use super::style::Colour;

/// The font with which texts are measured, and its substitutes if it is not installed: fonts of about the same width.
const FONTS: &str = "DejaVu Sans, Bitstream Vera Sans, Verdana, sans-serif";

impl Drawing {
    /// The drawing as an SVG file of its size in millimetres.
    pub fn svg(&self) -> Vec<u8> {
        let (width, height) = (self.width, self.height);
        let millimetres = |dots: i32| format!("{:.2}mm", f64::from(dots) * 25.4 / DENSITY);
        let mut file = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"{FONTS}\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
            millimetres(width),
            millimetres(height)
        );
        for shape in &self.shapes {
            put(&mut file, shape).expect("memory takes every text");
        }
        file.push_str("</svg>\n");
        file.into_bytes()
    }
}

fn put(file: &mut String, shape: &Shape) -> std::fmt::Result {
    let opacity = |part: f64| if part < 1.0 { format!(" opacity=\"{part:.3}\"") } else { String::new() };
    match shape {
        Shape::Area { corners, colour, opacity: part } => {
            let corners: Vec<String> = corners.iter().map(|(x, y)| format!("{x},{y}")).collect();
            writeln!(file, "<polygon points=\"{}\" fill=\"{}\"{}/>", corners.join(" "), hex(*colour), opacity(*part))
        }
        Shape::Box { frame, colour } => {
            let (fill, width, height) = (hex(*colour), frame.width(), frame.height());
            let Rect { left, top, .. } = frame;
            writeln!(file, "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>")
        }
        Shape::Line { points, colour, opacity: part, width } => {
            let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
            let (points, stroke, opacity) = (points.join(" "), hex(*colour), opacity(*part));
            writeln!(
                file,
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"{opacity}/>"
            )
        }
        Shape::Text(text) => put_text(file, text),
        Shape::Image { frame, columns, colours } => {
            let Rect { left, top, .. } = frame;
            writeln!(
                file,
                "<image x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" \
                 style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>",
                frame.width(),
                frame.height(),
                base64(&small(*columns, colours))
            )
        }
    }
}

fn put_text(file: &mut String, text: &Text) -> std::fmt::Result {
    let Text { at: (x, y), before, down, size, is_bold, is_upward, colour, .. } = text;
    let width = font(*is_bold).width(&text.text) * size;
    // The file has the left end and not the anchor, so a text of the measured width is where it was put.
    let left = f64::from(*x) - before * width;
    let weight = if *is_bold { " font-weight=\"bold\"" } else { "" };
    let turn = if *is_upward { format!(" transform=\"rotate(-90 {x} {y})\"") } else { String::new() };
    writeln!(
        file,
        "<text x=\"{left:.1}\" y=\"{:.1}\" font-size=\"{size:.1}\" textLength=\"{width:.1}\" \
         lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"{weight} fill=\"{}\"{turn}>{}</text>",
        f64::from(*y) + down,
        hex(*colour),
        escaped(&text.text)
    )
}

fn hex((red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A text between the tags of XML.
///
/// A character that XML does not allow becomes the replacement character.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                escaped.push(char::REPLACEMENT_CHARACTER);
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Bytes in the alphabet of RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Rect, drawn, ink};

    #[test]
    fn bytes_are_spelt_as_the_standard_spells_them() {
        let cases = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
        for (bytes, text) in cases {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn a_file_has_its_size_and_its_texts() {
        let drawing = drawn(4016, 2008, |canvas| {
            canvas.text((10, 60), "a < b & \u{1}", ink(8.0));
            canvas.image(Rect::new(0, 0, 80, 40), 1, &[(1, 2, 3), (4, 5, 6)]);
        });
        let file = String::from_utf8(drawing.svg()).unwrap();
        assert!(file.contains("width=\"85.01mm\" height=\"42.50mm\"") && file.contains("viewBox=\"0 0 4016 2008\""), "{file}");
        assert!(file.contains(">a &lt; b &amp; \u{fffd}</text>") && file.contains("base64,iVBORw0KGgo"), "{file}");
        assert_eq!(file.matches('<').count(), file.matches('>').count());
    }
}
