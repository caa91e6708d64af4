//! Integers of a few limbs in two's complement: every operation processes all limbs, without a branch.

use std::cmp::Ordering;

use super::{Coordinate, Int, Integer, Widest, decomposed};
use crate::double_double::DoubleDouble;

/// An integer of L limbs of 64 bits in two's complement, the lowest limb first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixed<const L: usize>(pub(super) [u64; L]);

/// An integer of 256 bits.
pub(crate) type Int256 = Fixed<4>;

impl<const L: usize> Fixed<L> {
    fn is_negative(&self) -> bool {
        self.0[L - 1] >> 63 == 1
    }

    /// The lowest L limbs of the product of two integers of K limbs.
    #[inline(always)]
    fn product<const K: usize>(x: &Fixed<K>, y: &Fixed<K>) -> Self {
        let mut limbs = [0_u64; L];
        for i in 0..K {
            let mut carry = 0;
            for j in 0..K.min(L - i) {
                let sum = u128::from(x.0[i]) * u128::from(y.0[j]) + u128::from(limbs[i + j]) + carry;
                limbs[i + j] = sum as u64;
                carry = sum >> 64;
            }
            if i + K < L {
                limbs[i + K] = carry as u64;
            }
        }
        // The product so far is that of the unsigned bits: subtract 2^64K times the other factor for each negative factor.
        let mut result = Fixed(limbs);
        for (sign, factor) in [(x, y), (y, x)] {
            if K < L && sign.is_negative() {
                let mut borrow = false;
                for i in 0..K.min(L - K) {
                    (result.0[K + i], borrow) = less(result.0[K + i], factor.0[i], borrow);
                }
            }
        }
        result
    }
}

/// x − y − borrow, and whether the difference borrows.
#[inline(always)]
fn less(x: u64, y: u64, borrow: bool) -> (u64, bool) {
    let (rest, first) = x.overflowing_sub(y);
    let (rest, second) = rest.overflowing_sub(u64::from(borrow));
    (rest, first | second)
}

impl<const L: usize> Integer for Fixed<L> {
    type Double = Self;
    const ZERO: Self = Fixed([0; L]);

    #[inline(always)]
    fn sign(&self) -> Ordering {
        match (self.is_negative(), self.0 == [0; L]) {
            (true, _) => Ordering::Less,
            (_, true) => Ordering::Equal,
            _ => Ordering::Greater,
        }
    }

    #[inline(always)]
    fn negated(&self) -> Self {
        Self::ZERO.minus(self)
    }

    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        let (mut limbs, mut carry) = ([0; L], false);
        for i in 0..L {
            let (sum, first) = self.0[i].overflowing_add(other.0[i]);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (limbs[i], carry) = (sum, first | second);
        }
        Fixed(limbs)
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        let (mut limbs, mut borrow) = ([0; L], false);
        for i in 0..L {
            (limbs[i], borrow) = less(self.0[i], other.0[i], borrow);
        }
        Fixed(limbs)
    }

    #[inline(always)]
    fn times(&self, other: &Self) -> Self {
        Self::product(self, other)
    }

    #[inline(always)]
    fn widened(&self) -> Self {
        *self
    }
}

impl<const L: usize> Coordinate for Fixed<L> {
    #[inline(always)]
    fn of(x: f64, exponent: i32) -> Self {
        let (significand, own) = decomposed(x);
        if significand == 0 {
            return Self::ZERO;
        }
        let zeros = significand.trailing_zeros();
        let (odd, shift) = (u128::from(significand >> zeros), (own + zeros as i32 - exponent) as usize);
        let (limb, shifted) = (shift / 64, odd << (shift % 64));
        let mut limbs = [0; L];
        limbs[limb] = shifted as u64;
        if shifted >> 64 != 0 {
            limbs[limb + 1] = (shifted >> 64) as u64;
        }
        if x < 0.0 { Fixed(limbs).negated() } else { Fixed(limbs) }
    }
}

impl<const L: usize> Widest for Fixed<L> {
    const BITS: usize = 64 * L - 1;

    fn to_double_double(&self) -> (DoubleDouble, i32) {
        let negative = self.is_negative();
        let limbs = if negative { self.negated().0 } else { self.0 };
        let len = limbs.iter().rposition(|limb| *limb != 0).map_or(0, |last| last + 1);
        Int::<L> { limbs, len, negative }.to_double_double()
    }
}

/// A number of type I whose products, or products of products, have L limbs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Within<I, const L: usize>(I);

/// A coordinate of 64 bits: its products have 128 bits, and their products 192.
pub(crate) type Short = Within<i64, 3>;

/// A coordinate of 128 bits: its products have 192 bits, and their products 384.
pub(crate) type Long = Within<i128, 6>;

/// The methods that delegate to the number within.
macro_rules! as_within {
    ($zero:expr) => {
        const ZERO: Self = Within($zero);

        #[inline(always)]
        fn sign(&self) -> Ordering {
            self.0.sign()
        }

        #[inline(always)]
        fn negated(&self) -> Self {
            Within(self.0.negated())
        }

        #[inline(always)]
        fn plus(&self, other: &Self) -> Self {
            Within(self.0.plus(&other.0))
        }

        #[inline(always)]
        fn minus(&self, other: &Self) -> Self {
            Within(self.0.minus(&other.0))
        }
    };
}

/// The lowest three limbs.
#[inline(always)]
fn cut(Fixed([low, middle, high, _]): Int256) -> Fixed<3> {
    Fixed([low, middle, high])
}

impl Integer for Short {
    type Double = Within<i128, 3>;
    as_within!(0);

    #[inline(always)]
    fn times(&self, other: &Self) -> Self::Double {
        Within(self.0.times(&other.0))
    }

    #[inline(always)]
    fn widened(&self) -> Self::Double {
        Within(self.0.widened())
    }
}

impl Coordinate for Short {
    #[inline(always)]
    fn of(x: f64, exponent: i32) -> Self {
        Within(i64::of(x, exponent))
    }
}

impl Integer for Within<i128, 3> {
    type Double = Fixed<3>;
    as_within!(0);

    #[inline(always)]
    fn times(&self, other: &Self) -> Fixed<3> {
        cut(self.0.times(&other.0))
    }

    #[inline(always)]
    fn widened(&self) -> Fixed<3> {
        cut(self.0.widened())
    }
}

impl Integer for Long {
    type Double = Within<Fixed<3>, 6>;
    as_within!(0);

    #[inline(always)]
    fn times(&self, other: &Self) -> Self::Double {
        Within(cut(self.0.times(&other.0)))
    }

    #[inline(always)]
    fn widened(&self) -> Self::Double {
        Within(cut(self.0.widened()))
    }
}

impl Coordinate for Long {
    #[inline(always)]
    fn of(x: f64, exponent: i32) -> Self {
        let Fixed([low, high]) = Fixed::<2>::of(x, exponent);
        Within((u128::from(high) << 64 | u128::from(low)) as i128)
    }
}

impl Integer for Within<Fixed<3>, 6> {
    type Double = Fixed<6>;
    as_within!(Fixed::ZERO);

    #[inline(always)]
    fn times(&self, other: &Self) -> Fixed<6> {
        Fixed::product(&self.0, &other.0)
    }

    #[inline(always)]
    fn widened(&self) -> Fixed<6> {
        let sign = if self.0.is_negative() { u64::MAX } else { 0 };
        let Fixed([low, middle, high]) = self.0;
        Fixed([low, middle, high, sign, sign, sign])
    }
}
