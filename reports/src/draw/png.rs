//! A drawing as a PNG file of 300 pixels per inch, with this resolution recorded in it.

use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Rect as Frame, Stroke, Transform};

use super::drawing::{Dot, Drawing, Shape, Text};
use super::font::font;
use super::lengths::{DENSITY, Rect};
use super::style::Colour;

/// Pixels per inch.
const PIXELS: f64 = 300.0;
/// Pixels per metre, the unit in which PNG files record a resolution.
const PER_METRE: u32 = 11811;
/// Pixels per dot.
const SCALE: f64 = PIXELS / DENSITY;

impl Drawing {
    /// The drawing in pixels, as a PNG file.
    pub fn png(&self) -> Vec<u8> {
        let side = |dots: i32| ((f64::from(dots) * SCALE).ceil() as u32).clamp(1, 20_000);
        let mut sheet = Pixmap::new(side(self.width), side(self.height)).expect("a sheet of this size fits");
        sheet.fill(tiny_skia::Color::WHITE);
        self.shapes.iter().for_each(|shape| put(&mut sheet, shape));
        encoded(&sheet).expect("memory takes every byte")
    }
}

fn put(sheet: &mut Pixmap, shape: &Shape) {
    let scaled = Transform::from_scale(SCALE as f32, SCALE as f32);
    match shape {
        Shape::Area { corners, colour, opacity } => {
            if let Some(path) = through(corners, true) {
                sheet.fill_path(&path, &paint(*colour, *opacity), FillRule::Winding, scaled, None);
            }
        }
        Shape::Box { frame, colour } => {
            // Rounded to whole pixels, so that adjacent boxes leave no seam and no box is lost.
            let [left, top, right, bottom] = whole(frame);
            if let Some(frame) = Frame::from_ltrb(left, top, right, bottom) {
                sheet.fill_rect(frame, &paint(*colour, 1.0), Transform::identity(), None);
            }
        }
        Shape::Line { points, colour, opacity, width } => {
            if let Some(path) = through(points, false) {
                let stroke = Stroke { width: *width as f32, ..Stroke::default() };
                sheet.stroke_path(&path, &paint(*colour, *opacity), &stroke, scaled, None);
            }
        }
        Shape::Text(text) => {
            let Text { at, before, down, size, is_bold, is_upward, colour, .. } = text;
            let font = font(*is_bold);
            let start = ((-before * font.width(&text.text) * size) as f32, *down as f32);
            let place = Transform::from_rotate(if *is_upward { 270.0 } else { 0.0 })
                .pre_translate(start.0, start.1)
                .post_translate(at.0 as f32, at.1 as f32)
                .post_concat(scaled);
            if let Some(outlines) = font.outlines(&text.text, *size) {
                sheet.fill_path(&outlines, &paint(*colour, 1.0), FillRule::Winding, place, None);
            }
        }
        Shape::Image { frame, columns, colours } => image(sheet, frame, *columns, colours),
    }
}

/// A frame in whole pixels.
fn whole(frame: &Rect) -> [f32; 4] {
    let pixel = |dots: i32| (f64::from(dots) * SCALE).round() as f32;
    let (left, top) = (pixel(frame.left), pixel(frame.top));
    [left, top, pixel(frame.right).max(left + 1.0), pixel(frame.bottom).max(top + 1.0)]
}

/// Every colour as a block of pixels, without a gradient in between.
fn image(sheet: &mut Pixmap, frame: &Rect, columns: usize, colours: &[Colour]) {
    let rows = colours.len() / columns.max(1);
    let Some(mut small) = Pixmap::new(columns as u32, rows as u32) else { return };
    for (pixel, &(red, green, blue)) in small.pixels_mut().iter_mut().zip(colours) {
        *pixel = tiny_skia::ColorU8::from_rgba(red, green, blue, 255).premultiply();
    }
    let [left, top, right, bottom] = whole(frame);
    let stretch =
        Transform::from_scale((right - left) / columns as f32, (bottom - top) / rows as f32).post_translate(left, top);
    sheet.draw_pixmap(0, 0, small.as_ref(), &PixmapPaint::default(), stretch, None);
}

fn paint((red, green, blue): Colour, opacity: f64) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, (opacity * 255.0).round() as u8);
    paint
}

fn through(points: &[Dot], is_closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for &(x, y) in points {
        let (x, y) = (x as f32, y as f32);
        if path.is_empty() { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    if is_closed && points.len() > 2 {
        path.close();
    }
    path.finish()
}

fn encoded(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    // The sheet is white all over, so nothing shows through and three channels are enough.
    let (dots, _) = pixels.data().as_chunks::<4>();
    let mut colours = vec![[0; 3]; dots.len()];
    for (at, colour) in colours.iter_mut().enumerate() {
        let [red, green, blue, _] = dots[at];
        *colour = [red, green, blue];
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // The tests and the program in their build draw hundreds of sheets, and would spend most of their time here.
    encoder.set_compression(if cfg!(debug_assertions) { png::Compression::Fast } else { png::Compression::Balanced });
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: PER_METRE, yppu: PER_METRE, unit: png::Unit::Meter }));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(colours.as_flattened())?;
    writer.finish()?;
    Ok(file)
}

/// Colours as a PNG file with one pixel per colour.
pub(super) fn small(columns: usize, colours: &[Colour]) -> Vec<u8> {
    let rows = colours.len() / columns.max(1);
    let mut sheet = Pixmap::new(columns.max(1) as u32, rows.max(1) as u32).expect("a sheet of this size fits");
    for (pixel, &(red, green, blue)) in sheet.pixels_mut().iter_mut().zip(colours) {
        *pixel = tiny_skia::ColorU8::from_rgba(red, green, blue, 255).premultiply();
    }
    encoded(&sheet).expect("memory takes every byte")
}

#[cfg(test)]
mod tests {
    use crate::draw::{Canvas, Rect, drawn, ink};

    fn png(draw: impl FnOnce(&Canvas)) -> Vec<u8> {
        drawn(1000, 480, draw).png()
    }

    #[test]
    fn a_sheet_becomes_a_png_of_300_dots_per_inch() {
        let file = png(|canvas| canvas.text((40, 240), "1 → 2 · 10⁻³", ink(8.0)));
        let reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().unwrap();
        let dims = reader.info().pixel_dims.unwrap();
        assert_eq!((dims.xppu, dims.yppu, dims.unit), (11811, 11811, png::Unit::Meter));
        assert_eq!((reader.info().width, reader.info().height), (250, 120));
    }

    #[test]
    fn text_is_drawn_without_a_font_of_the_system() {
        let blank = png(|_| ());
        assert_ne!(blank, png(|canvas| canvas.text((40, 120), "x", ink(8.0))));
    }

    #[test]
    fn an_image_fills_its_frame_with_blocks_of_its_colours() {
        let colours = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (9, 9, 9)];
        let file = png(|canvas| canvas.image(Rect::new(0, 0, 800, 400), 2, &colours));
        let mut reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let at = |x: usize, y: usize| &pixels[(y * 250 + x) * 3..][..3];
        assert_eq!([at(0, 0), at(99, 49), at(100, 0)], [[255, 0, 0], [255, 0, 0], [0, 255, 0]]);
        assert_eq!([at(0, 50), at(199, 99), at(200, 0)], [[0, 0, 255], [9, 9, 9], [255, 255, 255]]);
    }
}
