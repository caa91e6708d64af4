//! The grid of integers on which polytopes in M are treated exactly.

use dashu_int::IBig;
use gjk_numbers::float::dyadic;
use gjk_numbers::{Big, Ring, vector};

use super::core::{ERROR, Vector, of_length_one};
use crate::exact::{DoubleDouble, Scaled};
use crate::oracle::nearest::of_size_one;

/// The unit of the grid is 2^EXPONENT of the cores' unit: finer than the error of a support point.
pub const EXPONENT: i64 = -96;

/// The greatest distance of a vertex on the grid from M: the error of a support point, and less than two units of the grid
/// along each axis.
pub const OFF: f64 = 2.0 * ERROR + 4.0 / (1u128 << -EXPONENT) as f64;

/// x in units of the grid, each of its two doubles truncated.
pub fn number(x: DoubleDouble) -> Big {
    let part = |x: f64| {
        let (odd, exponent) = dyadic(x);
        let total = i64::from(exponent) - EXPONENT;
        if total >= 0 { IBig::from(odd) << total as usize } else { IBig::from(odd) >> (-total) as usize }
    };
    Big(if x.is_finite() { part(x.hi) + part(x.lo) } else { IBig::ZERO })
}

/// A point on the grid.
pub fn vertex(point: &Vector) -> vector::Vector<Big> {
    point.map(number)
}

/// Converts a length from units of the grid to the cores' unit.
pub fn length(on_grid: Scaled) -> DoubleDouble {
    on_grid.shifted(EXPONENT).to_double_double()
}

/// The vector of length one along a vector of integers.
pub fn unit(direction: &vector::Vector<Big>) -> Vector {
    of_length_one(&of_size_one(direction).0.map(Scaled::to_double_double))
}

#[cfg(test)]
mod tests {
    use gjk_numbers::Scalar;

    use super::*;

    #[test]
    fn a_number_on_the_grid_is_that_of_both_of_its_parts() {
        let two_to = |power: usize| IBig::ONE << power;
        for (high, low, expected) in [
            (1.0, 2.0_f64.powi(-60), two_to(96) + two_to(36)),
            (1.0, -2.0_f64.powi(-60), two_to(96) - two_to(36)),
            (-0.5, 2.0_f64.powi(-96), IBig::ONE - two_to(95)),
            // Digits below the grid are truncated.
            (2.0_f64.powi(-97), 0.0, IBig::ZERO),
            (8.0, 0.0, two_to(99)),
        ] {
            let x = DoubleDouble::from_f64(high).plus(&DoubleDouble::from_f64(low));
            assert_eq!(number(x), Big(expected), "{high} {low:e}");
        }
        assert_eq!([f64::NAN, f64::INFINITY].map(|x| number(DoubleDouble::from_f64(x))), [Big::zero(), Big::zero()]);
        // A length of three units of the grid converts exactly.
        assert_eq!(length(Scaled::from_f64(3.0)).to_f64(), 3.0 * 2.0_f64.powi(-96));
    }
}
