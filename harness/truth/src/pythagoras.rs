//! The length of a vector of the plane in doubles.

/// √(x² + y²) without overflow, to a few units in the last place. Unlike that of the C library it is made of operations that IEEE 754
/// rounds in one way, so that it is the same on every machine.
pub(crate) fn hypotenuse(x: f64, y: f64) -> f64 {
    let (x, y) = (x.abs(), y.abs());
    let (short, long) = if x < y { (x, y) } else { (y, x) };
    // Of a vector without an extent, or without an end, the quotient is no number.
    if long == 0.0 || long.is_infinite() { long } else { long * (1.0 + (short / long) * (short / long)).sqrt() }
}

#[cfg(test)]
mod tests {
    use super::hypotenuse;

    #[test]
    fn lengths_are_those_of_pythagoras_at_every_size() {
        for scale in [1e-300, 1.0, 1e300] {
            for [x, y, z] in [[3.0, 4.0, 5.0], [-12.0, 5.0, 13.0], [0.0, -7.0, 7.0]] {
                let found = hypotenuse(x * scale, y * scale);
                assert!((found / (z * scale) - 1.0).abs() < 4e-16, "{x} {y} {scale}");
            }
        }
        assert_eq!(
            (hypotenuse(0.0, -0.0), hypotenuse(f64::INFINITY, 1.0), hypotenuse(5e-324, 0.0)),
            (0.0, f64::INFINITY, 5e-324)
        );
        assert!(hypotenuse(f64::NAN, 1.0).is_nan() && hypotenuse(1.0, f64::NAN).is_nan());
    }
}
