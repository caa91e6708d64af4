//! The numbers that a variant runs on: rings for the boolean variants, which never divide, and fields for the distances.

/// A commutative ring with an order. Operations take references, so that numbers on the heap are not copied.
///
/// A value that is not finite (NaN, an infinity, an overflowed integer, a quotient by zero) represents a failed operation: it
/// propagates and, if it is not a number, compares false with everything.
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
    /// Whether this is a number, and not an infinity; always true if no operation fails.
    #[inline(always)]
    fn is_finite(&self) -> bool {
        true
    }
    /// Whether this is not a number (an infinity is a number); never true if no operation fails.
    #[inline(always)]
    fn is_nan(&self) -> bool {
        false
    }
    /// The absolute value.
    #[inline(always)]
    fn magnitude(&self) -> Self {
        if *self < Self::zero() { self.negated() } else { self.clone() }
    }
}

/// A field with an order, exact or rounded.
pub trait Scalar: Ring {
    /// The quotient; not finite for a divisor of zero.
    fn over(&self, divisor: &Self) -> Self;
    /// The same number in the form that is cheapest to compute with. An iteration that feeds its results into the next one calls it:
    /// the fractions of exact arithmetic otherwise grow with every step.
    fn reduced(self) -> Self {
        self
    }
    /// u, half the distance from 1 to the next number: 2⁻²⁴ for `f32`, 2⁻⁵³ for `f64`, 0 for exact numbers.
    fn unit_roundoff() -> Self;
    /// The nearest number to a finite double (the double itself if it is representable).
    fn from_f64(value: f64) -> Self;
    /// A double near this number: the same value for `f32` and `f64`, otherwise correct to a few units in the last place; an
    /// infinity beyond the range.
    fn to_f64(&self) -> f64;
}

/// Numbers with square roots, for support mappings that normalise a direction. Variants themselves do without.
pub trait Real: Scalar {
    /// The square root; not a number for negative numbers.
    fn root(&self) -> Self;
}

macro_rules! float {
    ($float:ty) => {
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

float!(f32);
float!(f64);
