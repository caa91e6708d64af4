//! Points of the plane across the axis, in doubles.

/// How far from a line, in units of the pair's size, a point counts as on it: a bound for what the frame's and the points'
/// roundings and those of the product make of a point that is, with room for faces that meet in an edge or a corner alone.
pub const ON_LINE: f64 = 1.0 / (1u64 << 47) as f64;

/// A point of the plane across the axis.
pub type Flat = [f64; 2];

/// Twice the area of a triangle; positive if its corners are counter-clockwise.
pub fn turn(o: &Flat, p: &Flat, q: &Flat) -> f64 {
    (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])
}
