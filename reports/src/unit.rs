//! The unit of length of a figure: dots, of which 300 are an inch. Sizes of text, strokes and marks are given in points.

/// Dots per inch.
const DENSITY: f64 = 300.0;
/// The same per metre, as PNG files tell it.
pub(crate) const PER_METRE: u32 = 11811;

/// Points in dots.
pub(crate) fn dots(points: f64) -> f64 {
    points * DENSITY / 72.0
}
