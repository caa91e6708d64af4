//! The length of a vector of the plane in doubles.

/// √(x² + y²) without overflow, to a few units in the last place. Unlike the function of the C library, it is made of
/// operations whose rounding IEEE 754 defines, so it is the same on every machine.
pub(crate) fn hypotenuse(x: f64, y: f64) -> f64 {
    let (x, y) = (x.abs(), y.abs());
    let (short, long) = if x < y { (x, y) } else { (y, x) };
    // For a vector of length zero or infinity, the quotient is not a number.
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
