//! Lengths of a drawing: points, millimetres and dots, and rectangles in dots.

/// Dots per inch.
///
/// A PNG file has one pixel for four by four dots.
pub(crate) const DENSITY: f64 = 1200.0;

/// Points in dots, the unit of length of a figure.
///
/// Sizes of text, strokes and marks are given in points.
pub(crate) fn unrounded(points: f64) -> f64 {
    points * DENSITY / 72.0
}

/// Points in whole dots, rounded towards zero.
pub(crate) fn dots(points: f64) -> i32 {
    unrounded(points) as i32
}

/// Millimetres in whole dots.
pub(crate) fn millimetres(length: f64) -> i32 {
    (length * DENSITY / 25.4).round() as i32
}

/// A rectangle in dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Rect {
    pub fn new(left: i32, top: i32, right: i32, bottom: i32) -> Rect {
        Rect { left, top, right, bottom }
    }

    pub fn width(&self) -> i32 {
        self.right - self.left
    }

    /// Its corners, the first one again at the end.
    pub fn outline(&self) -> Vec<(i32, i32)> {
        let Rect { left, top, right, bottom } = *self;
        vec![(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    }

    pub fn height(&self) -> i32 {
        self.bottom - self.top
    }

    pub fn overlaps(&self, other: &Rect) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    pub fn contains(&self, other: &Rect) -> bool {
        self.left <= other.left && other.right <= self.right && self.top <= other.top && other.bottom <= self.bottom
    }
}
