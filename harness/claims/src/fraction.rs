//! Fractions of machine integers, for exact runs of the variants that divide, on small lattices: ten times as fast as
//! [`gjk_variants::Rational`]. A result that does not fit 128 bits is undefined, as a quotient by zero is.

use std::cmp::Ordering;
use std::fmt;

use gjk_hunt::search::Number;
use gjk_variants::{Ring, Scalar};

/// A fraction, or the undefined number, which propagates and compares false with everything. Its operations are not inlined:
/// inlining made the loops of variants three times as long, and a third of the compiled code of this package.
#[derive(Clone, Copy, Debug)]
pub struct Fraction {
    over: i128,
    /// Positive, or zero for the undefined number.
    under: i128,
}

impl Fraction {
    const UNDEFINED: Fraction = Fraction { over: 0, under: 0 };

    /// The quotient of two numbers, if both exist and fit; common factors are removed only if the numbers are large.
    #[inline]
    fn quotient(over: Option<i128>, under: Option<i128>) -> Self {
        const SMALL: i128 = 1 << 40;
        match (over, under) {
            (Some(over), Some(under @ 1..SMALL)) if over.abs() < SMALL => Fraction { over, under },
            (Some(over), Some(under)) if under != 0 => Fraction { over, under }.reduced(),
            _ => Fraction::UNDEFINED,
        }
    }

    /// The product, if it fits. Most factors fit 64 bits, for which a processor has an instruction.
    #[inline]
    fn product(x: i128, y: i128) -> Option<i128> {
        match (i64::try_from(x), i64::try_from(y)) {
            (Ok(x), Ok(y)) => Some(i128::from(x) * i128::from(y)),
            _ => x.checked_mul(y),
        }
    }

    fn reduced(self) -> Self {
        let (mut x, mut y) = (self.over.abs(), self.under.abs());
        while y != 0 {
            (x, y) = (y, x % y);
        }
        let divisor = x.max(1) * self.under.signum();
        Fraction { over: self.over / divisor, under: self.under / divisor }
    }
}

impl From<i64> for Fraction {
    #[inline]
    fn from(value: i64) -> Self {
        Fraction { over: value.into(), under: 1 }
    }
}

impl Number for Fraction {
    fn quotient(over: i64, under: i64) -> Self {
        Fraction::from(over).over(&Fraction::from(under))
    }
}

/// Prints the fraction in lowest terms.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fraction { over, under } = if self.is_nan() { *self } else { self.reduced() };
        if under == 1 { write!(f, "{over}") } else { write!(f, "{over}/{under}") }
    }
}

impl PartialEq for Fraction {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Fraction {
    #[inline(never)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if self.is_nan() || other.is_nan() {
            return None;
        }
        if self.under == other.under || self.over.signum() != other.over.signum() {
            return Some(self.over.cmp(&other.over));
        }
        Some(Fraction::product(self.over, other.under)?.cmp(&Fraction::product(other.over, self.under)?))
    }
}

impl Ring for Fraction {
    const EXACT: bool = true;
    fn zero() -> Self {
        Fraction::from(0)
    }
    fn one() -> Self {
        Fraction::from(1)
    }
    #[inline(never)]
    fn plus(&self, other: &Self) -> Self {
        if self.under == other.under {
            return Fraction::quotient(self.over.checked_add(other.over), Some(self.under));
        }
        let (n, m) = (Fraction::product(self.over, other.under), Fraction::product(other.over, self.under));
        Fraction::quotient(n.zip(m).and_then(|(n, m)| n.checked_add(m)), Fraction::product(self.under, other.under))
    }
    #[inline]
    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }
    #[inline(never)]
    fn times(&self, other: &Self) -> Self {
        Fraction::quotient(Fraction::product(self.over, other.over), Fraction::product(self.under, other.under))
    }
    fn negated(&self) -> Self {
        Fraction { over: -self.over, under: self.under }
    }
    fn is_finite(&self) -> bool {
        self.under != 0
    }
    fn is_nan(&self) -> bool {
        self.under == 0
    }
}

impl Scalar for Fraction {
    #[inline(never)]
    fn over(&self, divisor: &Self) -> Self {
        if divisor.is_nan() {
            return Fraction::UNDEFINED;
        }
        Fraction::quotient(Fraction::product(self.over, divisor.under), Fraction::product(self.under, divisor.over))
    }
    fn unit_roundoff() -> Self {
        Self::zero()
    }
    fn from_f64(value: f64) -> Self {
        let (mut value, mut under) = (value, 1);
        while value.fract() != 0.0 && under < 1 << 100 {
            (value, under) = (2.0 * value, 2 * under);
        }
        let fits = value.fract() == 0.0 && value.abs() < 2.0_f64.powi(100);
        Fraction::quotient(fits.then_some(value as i128), Some(under))
    }
    fn to_f64(&self) -> f64 {
        if self.is_nan() { f64::NAN } else { self.over as f64 / self.under as f64 }
    }
}

#[cfg(test)]
mod tests {
    use gjk_variants::Rational;

    use super::*;

    #[test]
    fn arithmetic_is_that_of_rationals() {
        let of =
            |p: i64, q: i64| (Fraction::from(p).over(&Fraction::from(q)), Rational::integer(p).over(&Rational::integer(q)));
        let numbers = [(1, 3), (-2, 3), (5, -7), (1 << 45, 3), (0, 5), (6, -8), (1, 0), (7, 1 << 41)].map(|(p, q)| of(p, q));
        for (x, r) in &numbers {
            for (y, s) in &numbers {
                let pairs =
                    [(x.plus(y), r.plus(s)), (x.minus(y), r.minus(s)), (x.times(y), r.times(s)), (x.over(y), r.over(s))];
                for (fraction, rational) in pairs {
                    assert_eq!(fraction.is_nan(), rational.is_nan());
                    if let Some(value) = rational.value() {
                        assert_eq!(fraction.to_string(), value.to_string());
                    }
                }
                assert_eq!(x.partial_cmp(y), r.partial_cmp(s));
            }
        }
    }

    #[test]
    fn doubles_are_converted_exactly_and_those_that_do_not_fit_are_undefined() {
        assert_eq!(Fraction::from_f64(0.375).to_string(), "3/8");
        assert!(Fraction::from_f64(1e-12) < Fraction::from(1).over(&Fraction::from(999_999_999_999)));
        assert!(Fraction::from_f64(1e-300).is_nan() && Fraction::from_f64(f64::INFINITY).is_nan());
        let large = Fraction::from(i64::MAX).times(&Fraction::from(i64::MAX));
        assert!(large.is_finite() && large.times(&large).is_nan());
        // A factor of more than 64 bits whose product fits.
        assert_eq!(
            large.times(&Fraction::from(-2)).to_string(),
            (-2 * i128::from(i64::MAX) * i128::from(i64::MAX)).to_string()
        );
    }
}
