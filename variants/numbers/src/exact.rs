//! Exact numbers: rationals of any size, integers of any size, integers of 256 bits, checked machine integers.
//!
//! They are here, and not in the harness, because only the crate that owns [`Ring`] or the number may connect the two. They are
//! therefore thin newtypes.

mod rational;

use std::cmp::Ordering;

use dashu_int::IBig;
use ethnum::I256;

use crate::ring::Ring;
pub use rational::Rational;

/// An integer of any size.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Big(pub IBig);

impl Ring for Big {
    const EXACT: bool = true;
    fn zero() -> Self {
        Big(IBig::ZERO)
    }
    fn one() -> Self {
        Big(IBig::ONE)
    }
    fn plus(&self, other: &Self) -> Self {
        Big(&self.0 + &other.0)
    }
    fn minus(&self, other: &Self) -> Self {
        Big(&self.0 - &other.0)
    }
    fn times(&self, other: &Self) -> Self {
        Big(&self.0 * &other.0)
    }
    fn negated(&self) -> Self {
        Big(-self.0.clone())
    }
}

/// An integer of 256 bits **without overflow checks**: the caller proves that nothing leaves the range. A polynomial of degree
/// d in numbers of b bits, with t terms, needs d·b + log₂ t + 1 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wide(pub I256);

impl Ring for Wide {
    const EXACT: bool = true;
    #[inline(always)]
    fn zero() -> Self {
        Wide(I256::ZERO)
    }
    #[inline(always)]
    fn one() -> Self {
        Wide(I256::ONE)
    }
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        Wide(self.0.wrapping_add(other.0))
    }
    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        Wide(self.0.wrapping_sub(other.0))
    }
    #[inline(always)]
    fn times(&self, other: &Self) -> Self {
        Wide(self.0.wrapping_mul(other.0))
    }
    #[inline(always)]
    fn negated(&self) -> Self {
        Wide(self.0.wrapping_neg())
    }
}

/// A machine integer that detects when it leaves its range: an overflow gives a value that is not finite, propagates, and
/// compares false with everything. For small lattices, on which it is two orders of magnitude faster than rationals.
#[derive(Clone, Copy, Debug)]
pub struct Integer(i128);

impl Integer {
    const OVERFLOWED: i128 = i128::MIN;

    /// This integer.
    pub fn new(value: i64) -> Self {
        Integer(i128::from(value))
    }

    /// The integer, unless it overflowed.
    pub fn value(self) -> Option<i128> {
        (self.0 != Self::OVERFLOWED).then_some(self.0)
    }

    #[inline(always)]
    fn both(self, other: Self, operation: impl FnOnce(i128, i128) -> Option<i128>) -> Self {
        if self.0 == Self::OVERFLOWED || other.0 == Self::OVERFLOWED {
            return Integer(Self::OVERFLOWED);
        }
        Integer(operation(self.0, other.0).unwrap_or(Self::OVERFLOWED))
    }
}

impl PartialEq for Integer {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 && self.0 != Self::OVERFLOWED
    }
}

impl PartialOrd for Integer {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if self.0 == Self::OVERFLOWED || other.0 == Self::OVERFLOWED { None } else { Some(self.0.cmp(&other.0)) }
    }
}

impl Ring for Integer {
    const EXACT: bool = true;
    #[inline(always)]
    fn zero() -> Self {
        Integer(0)
    }
    #[inline(always)]
    fn one() -> Self {
        Integer(1)
    }
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        self.both(*other, i128::checked_add)
    }
    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        self.both(*other, i128::checked_sub)
    }
    #[inline(always)]
    fn times(&self, other: &Self) -> Self {
        self.both(*other, i128::checked_mul)
    }
    #[inline(always)]
    fn negated(&self) -> Self {
        // The one value without an opposite is the overflowed one, whose wrapped opposite is itself.
        Integer(self.0.wrapping_neg())
    }
    #[inline(always)]
    fn is_finite(&self) -> bool {
        self.0 != Self::OVERFLOWED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_any_size_add_and_subtract() {
        let big = |x: i64| Big(IBig::from(x));
        assert_eq!((big(7).plus(&big(5)), big(7).minus(&big(5)), big(7).times(&big(5))), (big(12), big(2), big(35)));
        assert_eq!((Integer::new(7).value(), Integer::new(-3).value()), (Some(7), Some(-3)));
    }

    #[test]
    fn an_overflowed_integer_is_noticed_and_propagates() {
        let large = Integer::new(i64::MAX);
        let square = large.times(&large);
        assert!(square.is_finite());
        let lost = square.times(&large);
        assert!(!lost.is_finite() && !lost.negated().is_finite() && !lost.times(&Integer::zero()).is_finite());
        assert!(lost.partial_cmp(&square).is_none());
    }
}
