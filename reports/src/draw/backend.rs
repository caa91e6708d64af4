//! The backend that plotters draws on: it records the list of the shapes of a drawing.

use std::convert::Infallible;

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle, FontTransform,
};

use super::drawing::{Drawing, Shape, Text};
use super::lengths::Rect;

/// Records every shape.
///
/// Coordinates are in dots, the size of a text is its font size, and the font family is the program's own.
pub(crate) struct Recorder(pub Drawing);

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl Recorder {
    fn put(&mut self, shape: Shape) -> Drawn {
        self.0.shapes.push(shape);
        Ok(())
    }

    fn shape(&mut self, corners: Vec<BackendCoord>, style: &impl BackendStyle, fill: bool) -> Drawn {
        let BackendColor { alpha: opacity, rgb: colour } = style.color();
        self.put(match fill {
            true => Shape::Area { corners, colour, opacity },
            false => Shape::Line { points: corners, colour, opacity, width: style.stroke_width() },
        })
    }
}

impl DrawingBackend for Recorder {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.0.width as u32, self.0.height as u32)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Drawn {
        self.put(Shape::Box { frame: Rect::new(x, y, x + 1, y + 1), colour: colour.rgb })
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.shape(vec![from, to], style, false)
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Drawn {
        let (frame, colour) = (Rect::new(from.0, from.1, to.0, to.1), style.color());
        if fill && colour.alpha >= 1.0 {
            return self.put(Shape::Box { frame, colour: colour.rgb });
        }
        self.shape(frame.outline(), style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, points: I, style: &S) -> Drawn {
        self.shape(points.into_iter().collect(), style, false)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, corners: I, style: &S) -> Drawn {
        self.shape(corners.into_iter().collect(), style, true)
    }

    fn draw_circle<S: BackendStyle>(&mut self, (x, y): BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        let corner = |i: i32| {
            let (sin, cos) = (f64::from(i) * std::f64::consts::TAU / 32.0).sin_cos();
            let away = |part: f64| (part * f64::from(radius)).round() as i32;
            (x + away(sin), y - away(cos))
        };
        self.shape((0..=32).map(corner).collect(), style, fill)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        let before = match style.anchor().h_pos {
            HPos::Left => 0.0,
            HPos::Center => 0.5,
            HPos::Right => 1.0,
        };
        // In units of the font size, lower-case letters are 0.55 high, letters with a stem 0.76.
        let down = match style.anchor().v_pos {
            VPos::Top => 0.76,
            VPos::Center => 0.25,
            VPos::Bottom => -0.25,
        };
        self.put(Shape::Text(Text {
            text: text.to_owned(),
            at,
            before,
            down: down * style.size(),
            size: style.size(),
            is_bold: matches!(style.style(), FontStyle::Bold),
            is_upward: matches!(style.transform(), FontTransform::Rotate270),
            colour: style.color().rgb,
        }))
    }
}
