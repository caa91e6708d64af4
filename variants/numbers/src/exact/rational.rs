//! Rational numbers that are reduced only when their value is requested.
//!
//! A run of GJK starts from dyadic coordinates, and its quotients share the determinant of a simplex as their divisor. So a
//! number is n 2ᵉ / d with a separate power of two, numbers with the same divisor are added directly, and common factors are
//! never searched for: an iteration starts again from the coordinates, so that divisors do not accumulate. This is an order of
//! magnitude faster than fractions in lowest terms. It requires dyadic coordinates: with other fractions the results are still
//! exact, but every sum multiplies the divisors.

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::float::dyadic;
use crate::ring::{Ring, Scalar};

/// A rational number, or the undefined quotient by zero, which propagates and compares false with everything.
#[derive(Clone, Debug)]
pub struct Rational {
    numerator: IBig,
    /// Positive; zero for the undefined number.
    divisor: IBig,
    /// The exponent of the power of two that the number is multiplied with.
    exponent: isize,
}

/// numerator · 2^exponent over a lower power of two.
#[inline]
fn lowered(numerator: &IBig, exponent: isize, to: isize) -> IBig {
    if exponent == to { numerator.clone() } else { numerator << (exponent - to) as usize }
}

impl Rational {
    const UNDEFINED: Rational = Rational { numerator: IBig::ZERO, divisor: IBig::ZERO, exponent: 0 };

    /// The number with this value.
    pub fn new(value: &RBig) -> Self {
        Rational { numerator: value.numerator().clone(), divisor: value.denominator().clone().into(), exponent: 0 }
    }

    /// An integer.
    pub fn integer(value: i64) -> Self {
        Rational { numerator: IBig::from(value), divisor: IBig::ONE, exponent: 0 }
    }

    /// The number in lowest terms, unless it is undefined.
    pub fn value(&self) -> Option<RBig> {
        if !self.is_finite() {
            return None;
        }
        let power = IBig::ONE << self.exponent.unsigned_abs();
        let (numerator, divisor) = if self.exponent >= 0 {
            (&self.numerator * power, self.divisor.clone())
        } else {
            (self.numerator.clone(), &self.divisor * power)
        };
        // The divisor is positive.
        let (_, magnitude) = divisor.into_parts();
        Some(RBig::from_parts(numerator, magnitude))
    }

    /// Both numerators over a common divisor and a common power of two, with that divisor and the exponent of that power.
    fn aligned(&self, other: &Self) -> (IBig, IBig, IBig, isize) {
        let exponent = self.exponent.min(other.exponent);
        let (n, m) = (lowered(&self.numerator, self.exponent, exponent), lowered(&other.numerator, other.exponent, exponent));
        if self.divisor == other.divisor {
            (n, m, self.divisor.clone(), exponent)
        } else {
            (n * &other.divisor, m * &self.divisor, &self.divisor * &other.divisor, exponent)
        }
    }
}

impl PartialEq for Rational {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if !self.is_finite() || !other.is_finite() {
            return None;
        }
        // Most comparisons are with zero or between numbers of different signs.
        let (sign, other_sign) = (self.numerator.signum(), other.numerator.signum());
        if sign != other_sign || sign.is_zero() {
            return Some(sign.cmp(&other_sign));
        }
        let (n, m, ..) = self.aligned(other);
        Some(n.cmp(&m))
    }
}

impl Ring for Rational {
    const EXACT: bool = true;
    fn zero() -> Self {
        Rational { numerator: IBig::ZERO, divisor: IBig::ONE, exponent: 0 }
    }
    fn one() -> Self {
        Rational { numerator: IBig::ONE, divisor: IBig::ONE, exponent: 0 }
    }
    fn plus(&self, other: &Self) -> Self {
        if self.numerator.is_zero() && self.is_finite() {
            return other.clone();
        }
        if other.numerator.is_zero() && other.is_finite() {
            return self.clone();
        }
        let (n, m, divisor, exponent) = self.aligned(other);
        Rational { numerator: n + m, divisor, exponent }
    }
    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }
    fn times(&self, other: &Self) -> Self {
        let divisor = match (self.divisor.is_one(), other.divisor.is_one()) {
            (true, _) => other.divisor.clone(),
            (_, true) => self.divisor.clone(),
            _ => &self.divisor * &other.divisor,
        };
        Rational { numerator: &self.numerator * &other.numerator, divisor, exponent: self.exponent + other.exponent }
    }
    fn negated(&self) -> Self {
        Rational { numerator: -self.numerator.clone(), divisor: self.divisor.clone(), exponent: self.exponent }
    }
    fn is_finite(&self) -> bool {
        !self.divisor.is_zero()
    }
    fn is_nan(&self) -> bool {
        self.divisor.is_zero()
    }
}

impl Scalar for Rational {
    fn over(&self, divisor: &Self) -> Self {
        if !self.is_finite() || !divisor.is_finite() || divisor.numerator.is_zero() {
            return Rational::UNDEFINED;
        }
        let (sign, magnitude) = divisor.numerator.clone().into_parts();
        let numerator = &self.numerator * &divisor.divisor;
        Rational {
            numerator: numerator * sign,
            divisor: &self.divisor * IBig::from(magnitude),
            exponent: self.exponent - divisor.exponent,
        }
    }
    fn reduced(self) -> Self {
        self.value().map_or(Rational::UNDEFINED, |value| {
            // The power of two of each part is kept apart.
            let (numerator, divisor) = (value.numerator(), IBig::from(value.denominator().clone()));
            let [of_numerator, of_divisor] = [numerator, &divisor].map(|x| x.trailing_zeros().unwrap_or(0));
            Rational {
                numerator: numerator >> of_numerator,
                divisor: divisor >> of_divisor,
                exponent: of_numerator as isize - of_divisor as isize,
            }
        })
    }
    fn unit_roundoff() -> Self {
        Self::zero()
    }
    fn from_f64(value: f64) -> Self {
        if !value.is_finite() {
            return Rational::UNDEFINED;
        }
        let (odd, exponent) = dyadic(value);
        Rational { numerator: IBig::from(odd), divisor: IBig::ONE, exponent: exponent as isize }
    }
    fn to_f64(&self) -> f64 {
        self.value().map_or(f64::NAN, |value| value.to_f64_fast())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(p: i64, q: i64) -> Rational {
        Rational::integer(p).over(&Rational::integer(q))
    }

    #[test]
    fn defined_rationals_are_numbers() {
        assert!(!Rational::zero().is_nan() && !Rational::one().is_nan() && !over(-2, 3).is_nan());
    }

    #[test]
    fn a_quotient_by_zero_is_undefined_and_propagates() {
        let undefined = Rational::one().over(&Rational::zero());
        assert!(!undefined.is_finite() && undefined.is_nan());
        assert!(!undefined.plus(&Rational::one()).is_finite());
        assert!(undefined.partial_cmp(&undefined).is_none() && undefined != undefined.clone());
    }

    #[test]
    fn the_undefined_number_survives_zeros() {
        let undefined = Rational::one().over(&Rational::zero());
        for other in [Rational::zero(), Rational::one(), over(2, 3)] {
            assert!(undefined.plus(&other).is_nan() && other.plus(&undefined).is_nan());
            assert!(undefined.times(&other).is_nan() && other.times(&undefined).is_nan());
            assert!(undefined.over(&other).is_nan() && other.over(&undefined).is_nan());
        }
        assert!(undefined.value().is_none() && undefined.to_f64().is_nan());
    }

    #[test]
    fn arithmetic_is_that_of_fractions() {
        for (p, q) in [(1, 3), (-2, 3), (5, 7), (-9, 4), (0, 5), (6, -8)] {
            for (r, s) in [(1, 3), (4, -6), (7, 5), (3, 4), (1, 1)] {
                let (x, y) = (over(p, q), over(r, s));
                assert_eq!(x.plus(&y), over(p * s + r * q, q * s));
                assert_eq!(x.minus(&y), over(p * s - r * q, q * s));
                assert_eq!(x.times(&y), over(p * r, q * s));
                assert_eq!(x.over(&y), over(p * s, q * r));
                assert_eq!(x.value(), Some(RBig::from(p) / RBig::from(q)));
                assert_eq!(x.partial_cmp(&y), x.value().partial_cmp(&y.value()));
            }
        }
    }

    #[test]
    fn doubles_become_rationals_exactly() {
        let tenth = Rational::from_f64(0.1);
        assert_ne!(tenth, Rational::one().over(&Rational::integer(10)));
        assert_eq!(tenth.to_f64(), 0.1);
        assert_eq!(Rational::from_f64(5e-324).to_f64(), 5e-324);
        assert!(!Rational::from_f64(f64::NAN).is_finite());
    }
}
