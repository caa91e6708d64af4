//! Integers and their vectors, for exact predicates: 256 bits wide where the width is proven, of any size else.

use std::cmp::Ordering;

use dashu_int::ops::{BitTest, UnsignedAbs};
use dashu_int::{IBig, Sign};
use ethnum::I256;
use gjk_numbers::{Big, Ring, Wide};

use crate::double::Scaled;

/// An integer type.
pub trait Whole: Ring + Ord {
    /// This integer.
    fn from_i128(value: i128) -> Self;
    /// This integer, which has to fit.
    fn from_big(value: &IBig) -> Self;
    /// The integer in any size.
    fn to_big(&self) -> IBig;
    /// The number to about 106 bits.
    fn scaled(&self) -> Scaled;
    /// The sign: less than, equal to, greater than zero.
    #[inline(always)]
    fn sign(&self) -> Ordering {
        self.cmp(&Self::zero())
    }
}

/// The width that [`Wide`] needs for coordinate differences of b bits: predicates are of degree four with fewer than 2⁹ terms,
/// so 4 b + 10 ≤ 256.
pub const WIDE_BITS: u32 = 61;

impl Whole for Wide {
    #[inline(always)]
    fn from_i128(value: i128) -> Self {
        Wide(I256::from(value))
    }

    fn from_big(value: &IBig) -> Self {
        let (sign, words) = value.as_sign_words();
        let magnitude = words.iter().rev().fold(I256::ZERO, |sum, word| (sum << 64) | I256::from(*word));
        Wide(if sign == Sign::Negative { -magnitude } else { magnitude })
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

    #[inline(always)]
    fn sign(&self) -> Ordering {
        self.0.signum128().cmp(&0)
    }
}

impl Whole for Big {
    fn from_i128(value: i128) -> Self {
        Big(IBig::from(value))
    }

    fn from_big(value: &IBig) -> Self {
        Big(value.clone())
    }

    fn to_big(&self) -> IBig {
        self.0.clone()
    }

    fn scaled(&self) -> Scaled {
        scaled(&self.0)
    }
}

/// A large integer to about 106 bits.
pub fn scaled(value: &IBig) -> Scaled {
    let magnitude = value.clone().unsigned_abs();
    let shift = magnitude.bit_len().saturating_sub(120);
    // 120 bits always fit.
    let top = u128::try_from(magnitude >> shift).unwrap_or(u128::MAX);
    Scaled::new(value.sign() == Sign::Negative, top, shift as i64)
}

/// A vector of integers.
pub type Vector<I> = [I; 3];

/// v − w.
#[inline(always)]
pub fn minus<I: Ring>(v: &Vector<I>, w: &Vector<I>) -> Vector<I> {
    [v[0].minus(&w[0]), v[1].minus(&w[1]), v[2].minus(&w[2])]
}

/// The scalar product.
#[inline(always)]
pub fn dot<I: Ring>(v: &Vector<I>, w: &Vector<I>) -> I {
    v[0].times(&w[0]).plus(&v[1].times(&w[1])).plus(&v[2].times(&w[2]))
}

/// The cross product.
#[inline(always)]
pub fn cross<I: Ring>(v: &Vector<I>, w: &Vector<I>) -> Vector<I> {
    let minor = |i: usize, j: usize| v[i].times(&w[j]).minus(&v[j].times(&w[i]));
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// −v.
#[inline(always)]
pub fn negated<I: Ring>(v: &Vector<I>) -> Vector<I> {
    [v[0].negated(), v[1].negated(), v[2].negated()]
}

/// v times a number.
#[inline(always)]
pub fn scaled_by<I: Ring>(v: &Vector<I>, factor: &I) -> Vector<I> {
    [v[0].times(factor), v[1].times(factor), v[2].times(factor)]
}

/// Whether all coordinates are zero.
#[inline(always)]
pub fn is_zero<I: Ring>(v: &Vector<I>) -> bool {
    v.iter().all(|coordinate| *coordinate == I::zero())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_and_big_integers_are_the_same_numbers() {
        for value in [0, 1, -1, i128::MAX, i128::MIN + 1, 1 << 100, -(1 << 64)] {
            let (wide, big) = (Wide::from_i128(value), Big::from_i128(value));
            assert_eq!(wide.to_big(), big.0);
            assert_eq!(Wide::from_big(&big.0), wide);
            assert_eq!(Whole::sign(&wide), value.cmp(&0));
            assert_eq!(wide.scaled().compare(big.scaled()), Ordering::Equal);
            let cube = wide.times(&wide).to_big();
            assert_eq!(cube, IBig::from(value) * IBig::from(value));
        }
    }
}
