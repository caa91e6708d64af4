//! A view of the plane with the same scale along both axes.

use super::plane::{Spot, clipped};
use crate::draw::{BLACK, Canvas, Colour, LINE, Mark, Rect, TEXT, dots, ink, stroke, unrounded};

/// The margin along the edges of a frame, in dots: an arrow at the origin must fit.
const MARGIN: i32 = 288;
/// Length of an arrow, in points.
const ARROW: f64 = 15.0;

/// The extent of some spots: left and right, low and high.
fn ends(spots: &[Spot]) -> ((f64, f64), (f64, f64)) {
    let ends = |of: fn(&Spot) -> f64| {
        let values = || spots.iter().map(of).filter(|x| x.is_finite());
        (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
    };
    (ends(|s| s.0), ends(|s| s.1))
}

/// The spots that are no farther from the others than these reach in total: a picture that held an answer far off would show
/// neither body.
pub(super) fn near(spots: Vec<Spot>, others: &[Spot]) -> Vec<Spot> {
    let ((left, right), (low, high)) = ends(others);
    let reach = (right - left).max(high - low);
    let is_near =
        |spot: &Spot| (left - reach..=right + reach).contains(&spot.0) && (low - reach..=high + reach).contains(&spot.1);
    spots.into_iter().filter(is_near).collect()
}

/// The height, between two bounds, of a frame of a width that some spots fill.
pub(super) fn fitting(width: i32, spots: &[Spot], least: i32, most: i32) -> i32 {
    let ((left, right), (low, high)) = ends(spots);
    let ratio = (high - low) / (right - left);
    // A single spot has a ratio that is not a number.
    let height = if ratio.is_nan() { 0.0 } else { f64::from(width - 2 * MARGIN) * ratio + f64::from(2 * MARGIN) };
    height.clamp(f64::from(least), f64::from(most)) as i32
}

/// A part of the plane in a frame.
pub(super) struct View<'c> {
    pub canvas: &'c Canvas,
    pub frame: Rect,
    centre: Spot,
    /// Dots per unit.
    scale: f64,
}

impl<'c> View<'c> {
    /// The view that holds these spots with a margin; its title is above the frame.
    pub fn of(canvas: &'c Canvas, frame: Rect, spots: &[Spot]) -> Self {
        canvas.outline(frame, stroke(LINE, 0.5));
        let ((left, right), (low, high)) = ends(spots);
        let middle = |(from, to): (f64, f64)| if from <= to { 0.5 * from + 0.5 * to } else { 0.0 };
        let (wide, tall) = (right - left, high - low);
        let room = |dots: i32| f64::from((dots - 2 * MARGIN).max(1));
        let fit = |room: f64, size: f64| if size > 0.0 { room / size } else { f64::INFINITY };
        let scale = fit(room(frame.width()), wide).min(fit(room(frame.bottom - frame.top), tall));
        let scale = if scale.is_finite() { scale } else { 1.0 };
        View { canvas, frame, centre: (middle((left, right)), middle((low, high))), scale }
    }

    /// Dots per unit of the plane.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The lower left and the upper right corner of the frame, in the plane.
    pub fn window(&self) -> [Spot; 2] {
        let half = [self.frame.width(), self.frame.height()].map(|side| 0.5 * f64::from(side) / self.scale);
        [-1.0, 1.0].map(|sign| (self.centre.0 + sign * half[0], self.centre.1 + sign * half[1]))
    }

    /// Whether the frame holds a spot.
    pub fn holds(&self, spot: Spot) -> bool {
        let [low, high] = self.window();
        (low.0..=high.0).contains(&spot.0) && (low.1..=high.1).contains(&spot.1)
    }

    /// The part of a segment that the frame holds; `None` if it is outside.
    pub fn inside(&self, segment: &[Spot]) -> Option<[Spot; 2]> {
        let [low, high] = self.window();
        match clipped(segment, low, high)[..] {
            [from, to] => Some([from, to]),
            _ => None,
        }
    }

    pub fn at(&self, spot: Spot) -> (i32, i32) {
        let Rect { left, top, right, bottom } = self.frame;
        let to = |offset: f64| (offset * self.scale).clamp(-80_000.0, 80_000.0).round() as i32;
        ((left + right) / 2 + to(spot.0 - self.centre.0), (top + bottom) / 2 - to(spot.1 - self.centre.1))
    }

    /// A convex outline: filled, with a line around it; a segment or a single spot if it is flat.
    pub fn outline(&self, corners: &[Spot], colour: Colour, opacity: f64, width: f64) {
        let mut places: Vec<(i32, i32)> = corners.iter().map(|&corner| self.at(corner)).collect();
        match places[..] {
            [] => {}
            [only] => self.canvas.dot(only, width.max(1.2), colour),
            _ => {
                if places.len() > 2 {
                    self.canvas.area_of(&places, colour, opacity);
                }
                places.push(places[0]);
                self.canvas.path(&places, stroke(colour, width));
            }
        }
    }

    pub fn line(&self, from: Spot, to: Spot, colour: Colour, width: f64) {
        self.canvas.path(&[self.at(from), self.at(to)], stroke(colour, width));
    }

    /// An arrow from a spot along a direction.
    pub fn arrow(&self, from: Spot, along: Spot, colour: Colour) {
        let size = along.0.hypot(along.1);
        if !(size > 0.0 && size.is_finite()) {
            return;
        }
        let (x, y) = (along.0 / size, -along.1 / size);
        let begin = self.at(from);
        let place = |ahead: f64, aside: f64| {
            let (ahead, aside) = (unrounded(ahead), unrounded(aside));
            (begin.0 + (x * ahead - y * aside).round() as i32, begin.1 + (y * ahead + x * aside).round() as i32)
        };
        self.canvas.path(&[begin, place(ARROW - 2.0, 0.0)], stroke(colour, 0.9));
        self.canvas.area_of(&[place(ARROW, 0.0), place(ARROW - 4.0, 1.7), place(ARROW - 4.0, -1.7)], colour, 1.0);
    }

    /// The cross at the origin.
    pub fn origin(&self) {
        self.canvas.mark(self.at((0.0, 0.0)), Mark::Plus, 2.4, BLACK, true);
    }

    /// A title above the frame, and a small text at its other end.
    pub fn title(&self, title: &str, aside: &str, colour: Colour) {
        let (text, small) = (ink(TEXT).bold().colour(colour), ink(TEXT).grey().right());
        let (width, y) = (self.frame.width(), self.frame.top - dots(5.4));
        let title = text.shortened(title, width);
        self.canvas.text((self.frame.left, y), &title, text);
        let room = width - text.width(&title) - dots(4.0);
        if !aside.is_empty() && room > dots(16.0) {
            self.canvas.text((self.frame.right, y), &small.shortened(aside, room), small);
        }
    }
}
