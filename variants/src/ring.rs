//! The numbers that a variant runs on: rings for the boolean variants, which never divide, and fields for the distances.

use crate::support::{Instructions, Scan, scan};

/// A commutative ring with an order. Operations take references, so that numbers on the heap are not copied.
///
/// A value that is not finite (NaN, an infinity, an overflowed integer, a quotient by zero) stands for a failed operation: it
/// propagates, and compares false with everything where it is not a number.
pub trait Ring: nalgebra::Scalar + PartialOrd + Send + Sync {
    /// Whether every operation that gives a finite value gives the exact one.
    const EXACT: bool;
    /// 0.
    fn zero() -> Self;
    /// 1.
    fn one() -> Self;
    /// The sum.
    fn plus(&self, other: &Self) -> Self;
    /// The difference.
    fn minus(&self, other: &Self) -> Self;
    /// The product.
    fn times(&self, other: &Self) -> Self;
    /// The opposite number.
    fn negated(&self) -> Self;
    /// Whether this is a number, and not an infinity.
    fn is_finite(&self) -> bool;
    /// Whether this is not a number (an infinity is one).
    fn is_nan(&self) -> bool;
    /// The absolute value.
    #[inline(always)]
    fn magnitude(&self) -> Self {
        if *self < Self::zero() { self.negated() } else { self.clone() }
    }
    /// A copy of this number. Of one that may just have been written among others, plain numbers read it by itself.
    ///
    /// A compiler likes to read two or four numbers at once, and not always those that it wrote at once. A processor hands a
    /// number that is still on its way to memory to whoever reads it or a part of it, but lets wait who reads parts of two. In
    /// the boolean variants that wait was a sixth of the time, in singles a quarter (8 points near contact; AMD EPYC, family 25).
    #[inline(always)]
    fn read(&self) -> Self {
        self.clone()
    }
    /// A scan for the greatest product over that many points of that dimension in these instructions, which gives the very
    /// answer that [`Ring::times`], [`Ring::plus`] and `>` give one by one. None, the default, where there is none: then the
    /// points of a hull are scanned one by one.
    fn scan(_instructions: Instructions, _dimension: usize, _points: usize) -> Option<Scan<Self>> {
        None
    }
}

/// A field with an order, exact or rounded.
pub trait Scalar: Ring {
    /// The quotient; not finite for a divisor of zero.
    fn over(&self, divisor: &Self) -> Self;
    /// u, half the distance from 1 to the next number: 2⁻²⁴ for `f32`, 2⁻⁵³ for `f64`, 0 for exact numbers.
    fn unit_roundoff() -> Self;
    /// The nearest number to a finite double (the number itself where it fits).
    fn from_f64(value: f64) -> Self;
    /// A double near this number: the same value for `f32` and `f64`, correct to a few units in the last place else, an
    /// infinity beyond the range.
    fn to_f64(&self) -> f64;
}

/// Numbers with square roots, for support mappings that normalise a direction. Variants themselves do without.
pub trait Real: Scalar {
    /// The square root; not a number for negative numbers.
    fn root(&self) -> Self;
}

macro_rules! float {
    ($float:ty, $scan:path) => {
        impl Ring for $float {
            const EXACT: bool = false;
            #[inline(always)]
            fn zero() -> Self {
                0.0
            }
            #[inline(always)]
            fn one() -> Self {
                1.0
            }
            #[inline(always)]
            fn plus(&self, other: &Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn minus(&self, other: &Self) -> Self {
                self - other
            }
            #[inline(always)]
            fn times(&self, other: &Self) -> Self {
                self * other
            }
            #[inline(always)]
            fn negated(&self) -> Self {
                -self
            }
            #[inline(always)]
            fn is_finite(&self) -> bool {
                <$float>::is_finite(*self)
            }
            #[inline(always)]
            fn is_nan(&self) -> bool {
                <$float>::is_nan(*self)
            }
            #[inline(always)]
            fn magnitude(&self) -> Self {
                self.abs()
            }
            #[inline(always)]
            #[allow(unsafe_code, reason = "a read that is not merged with its neighbours")]
            fn read(&self) -> Self {
                // SAFETY: a reference is to a number that may be read.
                unsafe { std::ptr::read_volatile(self) }
            }
            fn scan(instructions: Instructions, dimension: usize, points: usize) -> Option<Scan<Self>> {
                $scan(instructions, dimension, points)
            }
        }

        impl Scalar for $float {
            #[inline(always)]
            fn over(&self, divisor: &Self) -> Self {
                self / divisor
            }
            #[inline(always)]
            fn unit_roundoff() -> Self {
                0.5 * <$float>::EPSILON
            }
            #[inline(always)]
            fn from_f64(value: f64) -> Self {
                value as $float
            }
            #[inline(always)]
            fn to_f64(&self) -> f64 {
                f64::from(*self)
            }
        }

        impl Real for $float {
            #[inline(always)]
            fn root(&self) -> Self {
                self.sqrt()
            }
        }
    };
}

float!(f32, scan::single);
float!(f64, scan::double);
