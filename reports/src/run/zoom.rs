//! The place where the bodies are nearest or meet, magnified: in a picture of both bodies a needle is only a line.

use super::plane::{Spot, clipped};
use super::view::View;
use super::{PlaneRun, cast, contact};
use crate::draw::{BLACK, Canvas, Rect, dots, stroke};

/// A square of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Zoom {
    centre: Spot,
    /// Half of its side.
    half: f64,
}

/// A length below this part of the picture is too small to be seen in it.
const SMALL: f64 = 0.1;
/// The smallest part of the picture that doubles can resolve.
const LEAST: f64 = 1e-11;

/// The least width of a convex outline; zero for a segment or a spot.
fn width(corners: &[Spot]) -> f64 {
    let count = corners.len();
    if count < 3 {
        return 0.0;
    }
    let across = |i: usize| {
        let (from, to) = (corners[i], corners[(i + 1) % count]);
        let along = (to.0 - from.0, to.1 - from.1);
        let length = along.0.hypot(along.1);
        let aside = |spot: &Spot| ((spot.0 - from.0) * along.1 - (spot.1 - from.1) * along.0).abs() / length;
        corners.iter().map(aside).fold(0.0, f64::max)
    };
    (0..count).map(across).filter(|width| width.is_finite()).fold(f64::INFINITY, f64::min)
}

impl Zoom {
    /// The square that shows the gap or the depth, or for bodies that touch the width of the thinner one; `None` if a picture of
    /// both bodies shows it.
    pub fn of(scene: &PlaneRun) -> Option<Zoom> {
        let nearest = scene.run.truth.points.or(scene.run.answer.points)?.each_ref().map(|point| scene.spot(point));
        let both = scene.both();
        let ends = |of: fn(&Spot) -> f64| {
            both.iter().map(of).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
        };
        let ((left, right), (low, high)) = (ends(|spot| spot.0), ends(|spot| spot.1));
        let whole = (right - left).max(high - low);
        let [a, b] = nearest;
        let gap = (a.0 - b.0).hypot(a.1 - b.1);
        let thin = [&scene.a, &scene.b].map(|body| width(body)).into_iter().fold(f64::INFINITY, f64::min);
        let late = scene.run.cast.as_ref().map_or(0.0, |cast| cast::error(scene, cast));
        // A run that is right to rounding has nothing to show.
        let is_seen = |length: &f64| *length >= LEAST * whole;
        let size = if scene.run.cast.is_some() {
            Some(gap.max(late)).filter(is_seen).unwrap_or(thin)
        } else if gap > 0.0 {
            gap
        } else {
            thin
        };
        let is_small = size >= LEAST * whole && size < SMALL * whole;
        let centre = (0.5 * a.0 + 0.5 * b.0, 0.5 * a.1 + 0.5 * b.1);
        (is_small && whole.is_finite()).then_some(Zoom { centre, half: 1.5 * size })
    }

    fn corners(&self) -> [Spot; 4] {
        let Zoom { centre: (x, y), half, .. } = *self;
        [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    }

    /// A frame around the place in the picture of both bodies.
    pub fn place(&self, view: &View) {
        let (x, y) = view.at(self.centre);
        let [low, _, high, _] = self.corners().map(|corner| view.at(corner));
        // A small square is made visible by a frame of five points.
        let half = ((high.0 - low.0) / 2).max(dots(2.5));
        view.canvas.outline(Rect::new(x - half, y - half, x + half, y + half), stroke(BLACK, 0.5));
    }

    /// Draws the bodies within the square.
    pub fn draw(&self, scene: &PlaneRun, canvas: &Canvas, frame: Rect, scale_of_bodies: f64) {
        let view = View::of(canvas, frame, &self.corners());
        let times = view.scale() / scale_of_bodies;
        let what = match (&scene.run.cast, scene.run.truth_class.as_str()) {
            (Some(cast), _) if cast.hits => "First contact",
            (None, "overlapping") => "Deepest points",
            _ => "Nearest points",
        };
        view.title(&format!("{what}, × {}", crate::digits::significant(times, 2)), "", BLACK);
        let [low, high] = view.window();
        let at_contact = scene.run.cast.as_ref().map(|cast| vec![cast::body(scene, cast)]);
        let a = at_contact.as_ref().unwrap_or(&scene.parts[0]);
        for (parts, colour) in [(a, super::A), (&scene.parts[1], super::B)] {
            for part in parts {
                let inside = clipped(part, low, high);
                if inside.len() > 2 {
                    let places: Vec<(i32, i32)> = inside.iter().map(|spot| view.at(*spot)).collect();
                    canvas.area_of(&places, colour, 0.22);
                }
                for (place, &from) in part.iter().enumerate() {
                    if let [from, to] = clipped(&[from, part[(place + 1) % part.len()]], low, high)[..] {
                        view.line(from, to, colour, 1.0);
                    }
                }
            }
        }
        if let Some(cast) = &scene.run.cast {
            cast::answered(scene, cast, &view);
        }
        contact::on_bodies(scene, &view);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_width_of_an_outline_is_the_least() {
        assert_eq!(width(&[(0.0, 0.0), (8.0, 0.0), (8.0, 0.5), (0.0, 0.5)]), 0.5);
        assert_eq!(width(&[(0.0, 0.0), (8.0, 1.0)]), 0.0);
    }
}
