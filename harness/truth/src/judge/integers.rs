//! Directions with integers for coordinates.

use dashu_int::IBig;
use dashu_ratio::RBig;
use gjk_cases::case::Point;
use gjk_numbers::Big;
use gjk_numbers::float::dyadic;
use gjk_numbers::vector::Vector;

/// A finite vector of doubles times a power of two that makes its coordinates integers.
pub(super) fn of_doubles(axis: &Point) -> Vector<Big> {
    let parts = axis.map(dyadic);
    let low = parts.iter().filter(|(odd, _)| *odd != 0).map(|(_, exponent)| *exponent).min().unwrap_or(0);
    parts.map(|(odd, exponent)| Big(IBig::from(odd) << (exponent - low).max(0) as usize))
}

/// A vector of rationals times a positive number that makes its coordinates integers.
pub(super) fn of_rationals(axis: &[RBig; 3]) -> Vector<Big> {
    let product = axis.iter().fold(IBig::ONE, |product, x| product * IBig::from(x.denominator().clone()));
    std::array::from_fn(|i| Big(axis[i].numerator() * (&product / IBig::from(axis[i].denominator().clone()))))
}
