//! Points of the plane orthogonal to the axis, in doubles.

/// The distance, in units of the pair's size, within which a point counts as on a line: a bound for the effect of the roundings
/// of the frame, the points and the product on a point of the line, with room for faces that meet only in an edge or a corner.
pub const ON_LINE: f64 = 1.0 / (1u64 << 47) as f64;

/// A point of the plane orthogonal to the axis.
pub type Flat = [f64; 2];

/// Twice the area of a triangle; positive if its corners are counter-clockwise.
pub fn turn(o: &Flat, p: &Flat, q: &Flat) -> f64 {
    (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])
}
