//! What plotters draws on: a sheet of dots in memory, without a font or a graphics library of the system.

use std::convert::Infallible;

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle, FontTransform,
};
use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use super::font::font;

/// Draws into a sheet, in dots; the size of a text is that of its font, and its family that of the program.
pub(crate) struct PixmapBackend(pub Pixmap);

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl PixmapBackend {
    fn fill(&mut self, path: Option<Path>, colour: BackendColor, transform: Transform) -> Drawn {
        if let Some(path) = path {
            self.0.fill_path(&path, &paint(colour), FillRule::Winding, transform, None);
        }
        Ok(())
    }

    fn stroke(&mut self, path: Option<Path>, style: &impl BackendStyle) -> Drawn {
        if let Some(path) = path {
            let stroke = Stroke { width: style.stroke_width() as f32, ..Stroke::default() };
            self.0.stroke_path(&path, &paint(style.color()), &stroke, Transform::identity(), None);
        }
        Ok(())
    }

    fn shape(&mut self, path: Option<Path>, style: &impl BackendStyle, fill: bool) -> Drawn {
        if fill { self.fill(path, style.color(), Transform::identity()) } else { self.stroke(path, style) }
    }
}

impl DrawingBackend for PixmapBackend {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.0.width(), self.0.height())
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Drawn {
        self.fill(rectangle((x, y), (x + 1, y + 1)), colour, Transform::identity())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Drawn {
        self.shape(rectangle(from, to), style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, points: I, style: &S) -> Drawn {
        self.stroke(through(points), style)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, corners: I, style: &S) -> Drawn {
        self.shape(through(corners), style, true)
    }

    fn draw_circle<S: BackendStyle>(&mut self, (x, y): BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        self.shape(PathBuilder::from_circle(x as f32, y as f32, radius as f32), style, fill)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> Drawn {
        let (font, size) = (font(matches!(style.style(), FontStyle::Bold)), style.size());
        let along = match style.anchor().h_pos {
            HPos::Left => 0.0,
            HPos::Center => 0.5,
            HPos::Right => 1.0,
        };
        // From the point down to the baseline, over the size. Lower-case letters are 0.55 high, those with a stem 0.76.
        let down = match style.anchor().v_pos {
            VPos::Top => 0.76,
            VPos::Center => 0.25,
            VPos::Bottom => -0.25,
        };
        let turn = match style.transform() {
            FontTransform::None => 0.0,
            FontTransform::Rotate90 => 90.0,
            FontTransform::Rotate180 => 180.0,
            FontTransform::Rotate270 => 270.0,
        };
        let start = ((-along * font.width(text) * size) as f32, (down * size) as f32);
        let place = Transform::from_rotate(turn).pre_translate(start.0, start.1).post_translate(x as f32, y as f32);
        self.fill(font.outlines(text, size), style.color(), place)
    }
}

fn paint(colour: BackendColor) -> Paint<'static> {
    let ((red, green, blue), mut paint) = (colour.rgb, Paint::default());
    paint.set_color_rgba8(red, green, blue, (colour.alpha * 255.0).round() as u8);
    paint
}

fn rectangle((left, top): BackendCoord, (right, bottom): BackendCoord) -> Option<Path> {
    Rect::from_ltrb(left as f32, top as f32, right as f32, bottom as f32).map(PathBuilder::from_rect)
}

/// A path through points, in their order.
fn through(points: impl IntoIterator<Item = BackendCoord>) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (x, y) in points {
        let (x, y) = (x as f32, y as f32);
        if path.is_empty() { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    path.finish()
}
