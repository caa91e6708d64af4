//! Integers for exact predicates: 256 bits wide where that width is proven to suffice, otherwise of any size.

use std::cmp::Ordering;

use dashu_int::ops::{BitTest, UnsignedAbs};
use dashu_int::{IBig, Sign};
use ethnum::I256;
use gjk_numbers::float::ldexp;
use gjk_numbers::{Big, Ring, Wide};

use super::scaled::Scaled;

/// A type of integers.
pub trait Integral: Ring + Ord {
    /// This integer.
    fn from_i128(value: i128) -> Self;
    /// The same integer with no limit on its size.
    fn to_big(&self) -> IBig;
    /// The number to about 106 bits.
    fn scaled(&self) -> Scaled;
    /// The number as m · 2ᵏ, with m its leading 64 bits rounded to a double: the relative error is less than 2⁻⁵².
    fn leading(&self) -> (f64, i64);
    /// The number times 2ᵏ in doubles, with the same relative error; zero or infinite beyond the range.
    #[inline]
    fn shifted_to_f64(&self, k: i64) -> f64 {
        let (leading, exponent) = self.leading();
        ldexp(leading, exponent + k)
    }
    /// The sign: less than, equal to, greater than zero.
    #[inline(always)]
    fn sign(&self) -> Ordering {
        self.cmp(&Self::zero())
    }
}

/// The width that [`Wide`] needs for coordinate differences of b bits: predicates are of degree four with fewer than 2⁹ terms,
/// so 4 b + 10 ≤ 256.
pub const WIDE_BITS: u32 = 61;

impl Integral for Wide {
    #[inline(always)]
    fn from_i128(value: i128) -> Self {
        Wide(I256::from(value))
    }

    fn to_big(&self) -> IBig {
        let bytes = self.0.to_le_bytes();
        IBig::from_le_bytes(&bytes)
    }

    #[inline]
    fn scaled(&self) -> Scaled {
        let magnitude = self.0.unsigned_abs();
        let bits = 256 - magnitude.leading_zeros();
        let shift = bits.saturating_sub(120);
        Scaled::new(self.0 < I256::ZERO, (magnitude >> shift).as_u128(), i64::from(shift))
    }

    #[inline]
    fn leading(&self) -> (f64, i64) {
        let magnitude = self.0.unsigned_abs();
        let shift = (256 - magnitude.leading_zeros()).saturating_sub(64);
        let leading = (magnitude >> shift).as_u64() as f64;
        (if self.0 < I256::ZERO { -leading } else { leading }, i64::from(shift))
    }

    #[inline(always)]
    fn sign(&self) -> Ordering {
        self.0.signum128().cmp(&0)
    }
}

impl Integral for Big {
    fn from_i128(value: i128) -> Self {
        Big(IBig::from(value))
    }

    fn to_big(&self) -> IBig {
        self.0.clone()
    }

    fn scaled(&self) -> Scaled {
        Scaled::of_integer(&self.0)
    }

    fn leading(&self) -> (f64, i64) {
        let magnitude = self.0.clone().unsigned_abs();
        let shift = magnitude.bit_len().saturating_sub(64);
        // 64 bits always fit.
        let leading = u64::try_from(magnitude >> shift).unwrap_or(u64::MAX) as f64;
        (if self.0.sign() == Sign::Negative { -leading } else { leading }, shift as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_and_big_integers_are_the_same_numbers() {
        for value in [0, 1, -1, i128::MAX, i128::MIN + 1, 1 << 100, -(1 << 64)] {
            let (wide, big) = (Wide::from_i128(value), Big::from_i128(value));
            assert_eq!((wide.to_big(), big.to_big()), (IBig::from(value), IBig::from(value)));
            assert_eq!(Integral::sign(&wide), value.cmp(&0));
            assert_eq!(wide.scaled().cmp(&big.scaled()), Ordering::Equal);
            let square = wide.times(&wide).to_big();
            assert_eq!(square, IBig::from(value) * IBig::from(value));
            // The largest are wider than a scaled number.
            for (wide, big) in [
                (wide, big.clone()),
                (wide.times(&wide), big.times(&big)),
                (wide.times(&wide).negated(), big.times(&big).negated()),
            ] {
                let found = wide.scaled();
                assert_eq!(found.cmp(&big.scaled()), Ordering::Equal, "{wide:?}");
                assert_eq!(found.cmp(&Scaled::ZERO), Integral::sign(&wide));
                let relative = found.to_f64() / big.0.to_f64().value() - 1.0;
                assert!(big.0 == IBig::ZERO || relative.abs() < 1e-15, "{wide:?}: {found:?}");
                assert_eq!(wide.leading(), big.leading());
                let (leading, exponent) = wide.leading();
                let relative = Scaled::from_f64(leading).shifted(exponent).minus(found).over(found).to_f64();
                assert!(relative.abs() < f64::EPSILON && leading.abs() <= 2.0_f64.powi(64), "{wide:?}: {leading}");
                assert_eq!(wide.shifted_to_f64(-300), Scaled::from_f64(leading).shifted(exponent - 300).to_f64());
            }
        }
    }
}
