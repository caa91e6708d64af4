//! Numbers of about 106 bits as a sum of two doubles, with a power of two beside them.
//!
//! They measure: errors and distances are integers or quotients of integers, and are turned into a [`Scaled`] number at the
//! very end. Every operation is correct to a few parts in 2¹⁰⁰ (Dekker 1971; Knuth's two-sum), far below the unit roundoff
//! that errors are measured in.

use std::cmp::Ordering;

/// hi + lo with |lo| ≤ ulp(hi)/2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Double {
    /// The number rounded to a double.
    pub hi: f64,
    /// The rest.
    pub lo: f64,
}

/// a + b exactly.
#[inline(always)]
fn two_sum(a: f64, b: f64) -> Double {
    let hi = a + b;
    let of_b = hi - a;
    Double { hi, lo: (a - (hi - of_b)) + (b - of_b) }
}

/// a + b exactly where |a| ≥ |b|.
#[inline(always)]
fn quick_two_sum(a: f64, b: f64) -> Double {
    let hi = a + b;
    Double { hi, lo: b - (hi - a) }
}

/// a b exactly, for factors that are nowhere near the ends of the range.
#[inline(always)]
fn two_product(a: f64, b: f64) -> Double {
    const SPLITTER: f64 = 134_217_729.0; // 2²⁷ + 1
    let split = |x: f64| {
        let c = SPLITTER * x;
        let high = c - (c - x);
        (high, x - high)
    };
    let hi = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    Double { hi, lo: ((ah * bh - hi) + ah * bl + al * bh) + al * bl }
}

impl Double {
    /// 0.
    pub const ZERO: Double = Double { hi: 0.0, lo: 0.0 };

    /// This double.
    pub fn new(value: f64) -> Double {
        Double { hi: value, lo: 0.0 }
    }

    /// a − b, exactly.
    pub fn difference(a: f64, b: f64) -> Double {
        two_sum(a, -b)
    }

    /// The sum.
    pub fn plus(self, other: Double) -> Double {
        let high = two_sum(self.hi, other.hi);
        let low = two_sum(self.lo, other.lo);
        let sum = quick_two_sum(high.hi, high.lo + low.hi);
        quick_two_sum(sum.hi, sum.lo + low.lo)
    }

    /// The difference.
    pub fn minus(self, other: Double) -> Double {
        self.plus(other.negated())
    }

    /// The opposite number.
    pub fn negated(self) -> Double {
        Double { hi: -self.hi, lo: -self.lo }
    }

    /// The product.
    pub fn times(self, other: Double) -> Double {
        let product = two_product(self.hi, other.hi);
        quick_two_sum(product.hi, product.lo + (self.hi * other.lo + self.lo * other.hi))
    }

    /// The quotient.
    pub fn over(self, divisor: Double) -> Double {
        let first = self.hi / divisor.hi;
        let rest = self.minus(divisor.times(Double::new(first)));
        let second = rest.hi / divisor.hi;
        let rest = rest.minus(divisor.times(Double::new(second)));
        let quotient = quick_two_sum(first, second);
        quotient.plus(Double::new(rest.hi / divisor.hi))
    }

    /// The square root of a number that is not negative.
    pub fn root(self) -> Double {
        if self.hi <= 0.0 {
            return Double::ZERO;
        }
        let first = Double::new(self.hi.sqrt());
        // Two steps of Heron's rule in double-double arithmetic: 53, 106 bits, and one for the rounding of the first.
        let half = Double::new(0.5);
        let second = first.plus(self.over(first)).times(half);
        second.plus(self.over(second)).times(half)
    }

    /// The absolute value.
    pub fn magnitude(self) -> Double {
        if self.hi < 0.0 { self.negated() } else { self }
    }

    /// Times 2ᵏ.
    pub fn shifted(self, k: i64) -> Double {
        Double { hi: ldexp(self.hi, k), lo: ldexp(self.lo, k) }
    }

    /// Rounded to a double.
    pub fn to_f64(self) -> f64 {
        self.hi + self.lo
    }
}

/// x 2ᵏ, rounded once where the result is subnormal.
pub fn ldexp(x: f64, k: i64) -> f64 {
    let power = |k: i64| f64::from_bits(((k + 1023) as u64) << 52);
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let exponent = i64::from(exponent_of(x));
    if exponent + k > 1023 {
        return f64::INFINITY.copysign(x);
    }
    if exponent + k < -1080 {
        return 0.0_f64.copysign(x);
    }
    // To a significand in [1, 2) first, so that only the last product may round.
    let significand = if exponent < -1000 {
        x * power(1000) * power((-exponent - 1000).min(1023))
    } else if exponent > 1000 {
        x * power(-1000) * power(1000 - exponent)
    } else {
        x * power(-exponent)
    };
    let total = exponent + k;
    if total >= -1022 { significand * power(total) } else { significand * power(-1022) * power((total + 1022).max(-1022)) }
}

/// The exponent k with 2ᵏ ≤ |x| < 2ᵏ⁺¹, for a finite x ≠ 0.
pub fn exponent_of(x: f64) -> i32 {
    let bits = x.to_bits() & (u64::MAX >> 1);
    let biased = (bits >> 52) as i32;
    if biased == 0 { -1011 - bits.leading_zeros() as i32 } else { biased - 1023 }
}

/// value · 2^exponent, for numbers whose exponent has no bound; zero has value zero.
#[derive(Clone, Copy, Debug)]
pub struct Scaled {
    value: Double,
    exponent: i64,
}

impl Scaled {
    /// 0.
    pub const ZERO: Scaled = Scaled { value: Double::ZERO, exponent: 0 };

    /// magnitude · 2^exponent with this sign.
    pub fn new(negative: bool, magnitude: u128, exponent: i64) -> Scaled {
        let hi = magnitude as f64;
        // hi may be 2¹²⁸, one above the greatest magnitude.
        let lo = if hi >= 340_282_366_920_938_463_463_374_607_431_768_211_456.0 {
            -((u128::MAX - magnitude) as f64) - 1.0
        } else {
            (magnitude as i128).wrapping_sub((hi as u128) as i128) as f64
        };
        let value = Double { hi, lo };
        Scaled { value: if negative { value.negated() } else { value }, exponent }.normal()
    }

    /// This double, which is finite.
    pub fn from_f64(value: f64) -> Scaled {
        if value == 0.0 {
            return Scaled::ZERO;
        }
        let k = i64::from(exponent_of(value));
        Scaled { value: Double::new(ldexp(value, -k)), exponent: k }
    }

    /// This number, which is finite.
    pub fn of_double(value: Double) -> Scaled {
        Scaled { value, exponent: 0 }.normal()
    }

    fn normal(self) -> Scaled {
        if self.value.hi == 0.0 {
            return Scaled::ZERO;
        }
        let k = i64::from(exponent_of(self.value.hi));
        Scaled { value: self.value.shifted(-k), exponent: self.exponent + k }
    }

    /// The product.
    pub fn times(self, other: Scaled) -> Scaled {
        Scaled { value: self.value.times(other.value), exponent: self.exponent + other.exponent }.normal()
    }

    /// The quotient; 0/0 counts as 0.
    pub fn over(self, other: Scaled) -> Scaled {
        if other.value.hi == 0.0 {
            // 0/0 counts as 0; anything else over zero is beyond all bounds.
            let exponent = if self.value.hi == 0.0 { return Scaled::ZERO } else { i64::MAX / 4 };
            return Scaled { value: self.value, exponent };
        }
        Scaled { value: self.value.over(other.value), exponent: self.exponent - other.exponent }.normal()
    }

    /// The sum.
    pub fn plus(self, other: Scaled) -> Scaled {
        if self.is_zero() || other.is_zero() {
            return if self.is_zero() { other } else { self };
        }
        let exponent = self.exponent.max(other.exponent);
        let part = |x: Scaled| x.value.shifted((x.exponent - exponent).max(-5000));
        Scaled { value: part(self).plus(part(other)), exponent }.normal()
    }

    /// The difference.
    pub fn minus(self, other: Scaled) -> Scaled {
        self.plus(other.negated())
    }

    /// The square root of a number that is not negative.
    pub fn root(self) -> Scaled {
        let odd = self.exponent.rem_euclid(2);
        Scaled { value: self.value.shifted(odd).root(), exponent: (self.exponent - odd) / 2 }.normal()
    }

    /// The opposite number.
    pub fn negated(self) -> Scaled {
        Scaled { value: self.value.negated(), exponent: self.exponent }
    }

    /// The absolute value.
    pub fn magnitude(self) -> Scaled {
        Scaled { value: self.value.magnitude(), exponent: self.exponent }
    }

    /// Times 2ᵏ.
    pub fn shifted(self, k: i64) -> Scaled {
        Scaled { value: self.value, exponent: self.exponent + k }
    }

    /// Whether it is 0.
    pub fn is_zero(self) -> bool {
        self.value.hi == 0.0
    }

    /// The exponent k with 2ᵏ ≤ |x| < 2ᵏ⁺¹; 0 for zero.
    pub fn exponent(self) -> i64 {
        self.exponent
    }

    /// With the power of two multiplied in; infinite or zero beyond the range of doubles.
    pub fn to_double(self) -> Double {
        self.value.shifted(self.exponent.clamp(-5000, 5000))
    }

    /// Rounded to a double; infinite or zero beyond the range.
    pub fn to_f64(self) -> f64 {
        ldexp(self.value.to_f64(), self.exponent.clamp(-5000, 5000))
    }

    /// The order of the numbers.
    pub fn compare(self, other: Scaled) -> Ordering {
        let key = |x: Scaled| if x.is_zero() { (0, 0, 0.0) } else { (x.value.hi.signum() as i64, x.exponent, x.value.hi) };
        let (a, b) = (key(self), key(other));
        a.0.cmp(&b.0).then_with(|| {
            let by_size = a.1.cmp(&b.1);
            if a.0 < 0 { by_size.reverse() } else { by_size }.then(self.value.minus(other.value).hi.total_cmp(&0.0))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ldexp_scales_exactly_from_end_to_end() {
        for x in [1.0, 1.5, -1.9999999999999998, 5e-324, 2.2250738585072014e-308, f64::MAX] {
            assert_eq!(ldexp(x, 0), x);
            let k = i64::from(exponent_of(x));
            let unit = ldexp(x, -k);
            assert!((1.0..2.0).contains(&unit.abs()), "{x} {unit}");
            assert_eq!(ldexp(unit, k), x);
        }
        assert_eq!(ldexp(1.0, -1074), 5e-324);
        assert_eq!(ldexp(1.0, 1024), f64::INFINITY);
        assert_eq!(ldexp(1.0, -1200), 0.0);
    }

    #[test]
    fn a_root_is_good_to_a_hundred_bits() {
        let two = Double::new(2.0);
        let error = two.root().times(two.root()).minus(two).magnitude();
        assert!(error.hi < 1e-30, "{error:?}");
        let third = Double::new(1.0).over(Double::new(3.0));
        assert!(third.times(Double::new(3.0)).minus(Double::new(1.0)).magnitude().hi < 1e-31);
    }

    #[test]
    fn scaled_numbers_compare_by_value() {
        let of = |m: i128| Scaled::new(m < 0, m.unsigned_abs(), 0);
        for (x, y) in [(-3, -2), (-1, 0), (0, 1), (7, 8), (u64::MAX as i128, u64::MAX as i128 + 1)] {
            assert_eq!(of(x).compare(of(y)), Ordering::Less, "{x} {y}");
            assert_eq!(of(y).compare(of(x)), Ordering::Greater);
            assert_eq!(of(x).compare(of(x)), Ordering::Equal);
        }
        assert_eq!(Scaled::new(false, u128::MAX, 0).over(Scaled::new(false, u128::MAX, 7)).to_f64(), 1.0 / 128.0);
    }
}
