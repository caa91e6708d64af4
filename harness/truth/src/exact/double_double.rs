//! Double-double arithmetic: a number of about 106 bits as a sum of two doubles.
//!
//! Every operation is correct to a few parts in 2¹⁰⁰ (Dekker 1971; Knuth's two-sum), far below the unit roundoff in which
//! errors are measured.

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

/// a + b exactly if |a| ≥ |b|.
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
        // One product with a power of two that is a normal number rounds as `ldexp` does, and takes a tenth of the time.
        if (-1022..=1023).contains(&k) {
            let power = f64::from_bits(((k + 1023) as u64) << 52);
            return DoubleDouble { hi: self.hi * power, lo: self.lo * power };
        }
        DoubleDouble { hi: ldexp(self.hi, k), lo: ldexp(self.lo, k) }
    }
}

impl PartialOrd for DoubleDouble {
    /// Compares by the sign of the difference, so an infinity compares with nothing.
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
    /// Zero for negative numbers, which are rounding errors of zero.
    fn root(&self) -> Self {
        if self.hi <= 0.0 {
            return DoubleDouble::ZERO;
        }
        // Two steps of Heron's rule: one to get from 53 to 106 bits, and one for the rounding of the first.
        let heron = |x: DoubleDouble| x.plus(&self.over(&x)).times(&DoubleDouble::from_f64(0.5));
        heron(heron(DoubleDouble::from_f64(self.hi.sqrt())))
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::IBig;
    use dashu_ratio::RBig;

    use super::*;

    fn rational(x: &DoubleDouble) -> RBig {
        let of = |x: f64| RBig::try_from(x).expect("a finite number");
        of(x.hi) + of(x.lo)
    }

    /// To a few parts in 2¹⁰⁰ of the true value; exactly if that is zero.
    fn is_close(found: &DoubleDouble, expected: &RBig, what: &str) {
        assert!(found.lo == 0.0 || found.lo.abs() <= 0.5 * f64::EPSILON * found.hi.abs(), "{what}: {found:?} is not normal");
        let magnitude = |x: RBig| if x < RBig::ZERO { -x } else { x };
        let allowed = magnitude(expected.clone()) / RBig::from(IBig::ONE << 100);
        assert!(magnitude(rational(found) - expected) <= allowed, "{what}: {found:?}");
    }

    #[test]
    fn operations_are_good_to_a_hundred_bits() {
        let mut numbers: Vec<DoubleDouble> = Vec::new();
        for hi in [1.0, 3.0, 1.0 / 3.0, 0.1, 1e10 / 7.0, 123_456_789.123, f64::EPSILON, 1.0 + f64::EPSILON, 1.0 - f64::EPSILON]
        {
            for lo in [0.0, 0.3, -0.49, 2.0_f64.powi(-8), 3.0 * 2.0_f64.powi(-63)] {
                let x = DoubleDouble::difference(hi, -(hi * f64::EPSILON * 0.5 * lo));
                numbers.extend([x, x.negated()]);
            }
        }
        // Sums whose high parts cancel and whose low parts have more digits than a double.
        numbers.extend([2.0_f64.powi(-60), 3.0 * 2.0_f64.powi(-115)].map(|lo| DoubleDouble { hi: 1.0, lo }));
        for x in &numbers {
            let of_x = rational(x);
            assert_eq!(rational(&x.negated()), -of_x.clone());
            assert_eq!(rational(&x.magnitude()), if x.hi < 0.0 { -of_x.clone() } else { of_x.clone() });
            assert_eq!(rational(&x.shifted(-70)) * RBig::from(IBig::ONE << 70), of_x);
            assert_eq!(x.to_f64(), x.hi);
            let root = x.root();
            if x.hi < 0.0 {
                assert_eq!(root, DoubleDouble::ZERO, "a zero that is off by a rounding");
            } else {
                is_close(&root.times(&root), &of_x, &format!("the root of {x:?}"));
            }
            for y in &numbers {
                let of_y = rational(y);
                is_close(&x.plus(y), &(&of_x + &of_y), &format!("{x:?} + {y:?}"));
                is_close(&x.minus(y), &(&of_x - &of_y), &format!("{x:?} − {y:?}"));
                is_close(&x.times(y), &(&of_x * &of_y), &format!("{x:?} · {y:?}"));
                is_close(&x.over(y), &(&of_x / &of_y), &format!("{x:?} / {y:?}"));
                assert_eq!(x.partial_cmp(y), Some(of_x.cmp(&of_y)), "{x:?} {y:?}");
                let of = |x: f64| RBig::try_from(x).expect("a finite number");
                assert_eq!(rational(&DoubleDouble::difference(x.hi, y.lo)), of(x.hi) - of(y.lo), "a difference is exact");
            }
        }
    }

    #[test]
    fn nan_and_infinite_values_are_recognised() {
        let [zero, one] = [DoubleDouble::zero(), DoubleDouble::one()];
        assert_eq!((zero.to_f64(), one.to_f64(), zero.root(), one.root()), (0.0, 1.0, zero, one));
        assert!(one.is_finite() && !one.is_nan() && zero.is_finite() && !zero.is_nan());
        for (hi, lo) in [(f64::INFINITY, 0.0), (1.0, f64::NAN), (f64::NEG_INFINITY, f64::NAN), (f64::NAN, 0.0)] {
            let none = DoubleDouble { hi, lo };
            assert_eq!((none.is_finite(), none.is_nan()), (false, hi.is_nan()), "{none:?}");
        }
        let infinite = DoubleDouble::from_f64(f64::INFINITY);
        assert_eq!((infinite.partial_cmp(&one), infinite.partial_cmp(&infinite)), (None, None));
        // u = 2⁻¹⁰⁵, which is large enough to change one when added to it.
        let u = DoubleDouble::unit_roundoff();
        assert_eq!(u.hi.log2(), -105.0);
        assert!(one.plus(&u) > one);
    }

    #[test]
    fn a_shift_rounds_as_ldexp_does_at_the_ends_of_the_range_too() {
        for x in [0.0, -0.0, 5e-324, 3e-310, f64::MIN_POSITIVE, 0.1, -1.0 / 3.0, 1e300, f64::MAX, f64::INFINITY, f64::NAN] {
            for k in (-2200..=2200).chain([-5000, 5000]) {
                let found = DoubleDouble::from_f64(x).shifted(k).hi;
                assert_eq!(found.to_bits(), ldexp(x, k).to_bits(), "{x:e} · 2^{k}");
            }
        }
    }

    #[test]
    fn a_root_is_good_to_a_hundred_bits() {
        let [one, two, three] = [1.0, 2.0, 3.0].map(DoubleDouble::from_f64);
        let error = two.root().times(&two.root()).minus(&two).magnitude();
        assert!(error.hi < 1e-30, "{error:?}");
        assert!(one.over(&three).times(&three).minus(&one).magnitude().hi < 1e-31);
    }
}
