//! Double-double arithmetic: a number of about 106 bits as a sum of two doubles.
//!
//! Every operation is correct to a few parts in 2¹⁰⁰ (Dekker 1971; Knuth's two-sum), far below the unit roundoff that errors are
//! measured in.

use std::cmp::Ordering;

use gjk_numbers::float::ldexp;
use gjk_numbers::{Real, Ring, Scalar};

/// hi + lo with |lo| ≤ ulp(hi)/2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoubleDouble {
    /// The number rounded to a double.
    pub hi: f64,
    /// The rest.
    pub lo: f64,
}

/// a + b exactly.
#[inline(always)]
fn two_sum(a: f64, b: f64) -> DoubleDouble {
    let hi = a + b;
    let of_b = hi - a;
    DoubleDouble { hi, lo: (a - (hi - of_b)) + (b - of_b) }
}

/// a + b exactly where |a| ≥ |b|.
#[inline(always)]
fn quick_two_sum(a: f64, b: f64) -> DoubleDouble {
    let hi = a + b;
    DoubleDouble { hi, lo: b - (hi - a) }
}

/// a b exactly, for factors that are nowhere near the ends of the range.
#[inline(always)]
fn two_product(a: f64, b: f64) -> DoubleDouble {
    const SPLITTER: f64 = 134_217_729.0; // 2²⁷ + 1
    let split = |x: f64| {
        let c = SPLITTER * x;
        let high = c - (c - x);
        (high, x - high)
    };
    let hi = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    DoubleDouble { hi, lo: ((ah * bh - hi) + ah * bl + al * bh) + al * bl }
}

impl DoubleDouble {
    /// 0.
    pub const ZERO: DoubleDouble = DoubleDouble { hi: 0.0, lo: 0.0 };

    /// a − b, exactly.
    pub fn difference(a: f64, b: f64) -> DoubleDouble {
        two_sum(a, -b)
    }

    /// Times 2ᵏ.
    pub fn shifted(self, k: i64) -> DoubleDouble {
        DoubleDouble { hi: ldexp(self.hi, k), lo: ldexp(self.lo, k) }
    }
}

impl PartialOrd for DoubleDouble {
    /// By the sign of the difference, so that an infinity compares with nothing.
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.minus(other).hi.partial_cmp(&0.0)
    }
}

impl Ring for DoubleDouble {
    const EXACT: bool = false;
    fn zero() -> Self {
        DoubleDouble::ZERO
    }
    fn one() -> Self {
        DoubleDouble { hi: 1.0, lo: 0.0 }
    }
    fn plus(&self, other: &Self) -> Self {
        let high = two_sum(self.hi, other.hi);
        let low = two_sum(self.lo, other.lo);
        let sum = quick_two_sum(high.hi, high.lo + low.hi);
        quick_two_sum(sum.hi, sum.lo + low.lo)
    }
    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }
    fn times(&self, other: &Self) -> Self {
        let product = two_product(self.hi, other.hi);
        quick_two_sum(product.hi, product.lo + (self.hi * other.lo + self.lo * other.hi))
    }
    fn negated(&self) -> Self {
        DoubleDouble { hi: -self.hi, lo: -self.lo }
    }
    fn is_finite(&self) -> bool {
        self.hi.is_finite() && self.lo.is_finite()
    }
    fn is_nan(&self) -> bool {
        self.hi.is_nan()
    }
    fn magnitude(&self) -> Self {
        if self.hi < 0.0 { self.negated() } else { *self }
    }
}

impl Scalar for DoubleDouble {
    fn over(&self, divisor: &Self) -> Self {
        let part = |rest: &DoubleDouble| DoubleDouble::from_f64(rest.hi / divisor.hi);
        let first = part(self);
        let rest = self.minus(&divisor.times(&first));
        let second = part(&rest);
        let rest = rest.minus(&divisor.times(&second));
        quick_two_sum(first.hi, second.hi).plus(&part(&rest))
    }
    fn unit_roundoff() -> Self {
        DoubleDouble { hi: 0.5 * f64::EPSILON * f64::EPSILON, lo: 0.0 }
    }
    fn from_f64(value: f64) -> Self {
        DoubleDouble { hi: value, lo: 0.0 }
    }
    fn to_f64(&self) -> f64 {
        self.hi + self.lo
    }
}

impl Real for DoubleDouble {
    /// Zero for negative numbers, which are zeros off by a rounding.
    fn root(&self) -> Self {
        if self.hi <= 0.0 {
            return DoubleDouble::ZERO;
        }
        // Two steps of Heron's rule: 53, 106 bits, and one for the rounding of the first.
        let heron = |x: DoubleDouble| x.plus(&self.over(&x)).times(&DoubleDouble::from_f64(0.5));
        heron(heron(DoubleDouble::from_f64(self.hi.sqrt())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_good_to_a_hundred_bits() {
        let [one, two, three] = [1.0, 2.0, 3.0].map(DoubleDouble::from_f64);
        let error = two.root().times(&two.root()).minus(&two).magnitude();
        assert!(error.hi < 1e-30, "{error:?}");
        assert!(one.over(&three).times(&three).minus(&one).magnitude().hi < 1e-31);
    }
}
