//! The outline of a hull, for drawing.

use gjk_cases::case::Point;
use gjk_support::surface::surface_of;
use pyo3::prelude::*;

/// The triangles of the surface of a hull in space, by the numbers of their corners; empty for points in one plane.
#[pyfunction]
pub fn outline(points: Vec<Point>) -> Vec<[u32; 3]> {
    surface_of(&points).unwrap_or_default()
}
