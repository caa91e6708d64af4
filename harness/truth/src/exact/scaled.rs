//! Numbers of about 106 bits whose exponent has no bound.
//!
//! They serve to measure: errors and distances are integers or quotients of integers, and are turned into a [`Scaled`] number
//! at the very end.

use std::cmp::Ordering;

use dashu_int::ops::{BitTest, UnsignedAbs};
use dashu_int::{IBig, Sign};
use dashu_ratio::RBig;
use gjk_numbers::float::{dyadic, exponent_of, ldexp};
use gjk_numbers::{Real, Ring, Scalar};

use super::double_double::DoubleDouble;

/// value · 2^exponent, for numbers whose exponent has no bound; zero has value zero.
#[derive(Clone, Copy, Debug)]
pub struct Scaled {
    value: DoubleDouble,
    exponent: i64,
}

impl Scaled {
    /// 0.
    pub const ZERO: Scaled = Scaled { value: DoubleDouble::ZERO, exponent: 0 };

    /// Greater than every length: it represents a length that is not a number.
    pub const BEYOND: Scaled = Scaled { value: DoubleDouble { hi: 1.0, lo: 0.0 }, exponent: i64::MAX / 4 };

    /// magnitude · 2^exponent with this sign.
    pub fn new(negative: bool, magnitude: u128, exponent: i64) -> Scaled {
        let hi = magnitude as f64;
        // hi may be 2¹²⁸, one more than the greatest magnitude.
        let lo = if hi >= 340_282_366_920_938_463_463_374_607_431_768_211_456.0 {
            -((u128::MAX - magnitude) as f64) - 1.0
        } else {
            (magnitude as i128).wrapping_sub((hi as u128) as i128) as f64
        };
        let value = DoubleDouble { hi, lo };
        Scaled { value: if negative { value.negated() } else { value }, exponent }.normal()
    }

    /// The number of a finite double.
    pub fn from_f64(value: f64) -> Scaled {
        Scaled::of_double_double(DoubleDouble::from_f64(value))
    }

    /// An integer, to 120 bits before it is rounded.
    pub fn of_integer(value: &IBig) -> Scaled {
        let magnitude = value.clone().unsigned_abs();
        let shift = magnitude.bit_len().saturating_sub(120);
        // 120 bits always fit.
        let top = u128::try_from(magnitude >> shift).unwrap_or(u128::MAX);
        Scaled::new(value.sign() == Sign::Negative, top, shift as i64)
    }

    /// A rational, to about 100 bits.
    pub fn of_rational(value: &RBig) -> Scaled {
        Scaled::of_integer(value.numerator()).over(Scaled::of_integer(&value.denominator().clone().into()))
    }

    /// The number of a finite double-double.
    pub fn of_double_double(value: DoubleDouble) -> Scaled {
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
        Scaled { value: self.value.times(&other.value), exponent: self.exponent + other.exponent }.normal()
    }

    /// The quotient; 0/0 counts as 0.
    pub fn over(self, other: Scaled) -> Scaled {
        if other.value.hi == 0.0 {
            // 0/0 counts as 0; any other number over zero is beyond all bounds.
            return if self.value.hi == 0.0 { Scaled::ZERO } else { Scaled { value: self.value, ..Scaled::BEYOND } };
        }
        Scaled { value: self.value.over(&other.value), exponent: self.exponent - other.exponent }.normal()
    }

    /// The sum.
    pub fn plus(self, other: Scaled) -> Scaled {
        if self.is_zero() || other.is_zero() {
            return if self.is_zero() { other } else { self };
        }
        let (large, small) = if self.exponent < other.exponent { (other, self) } else { (self, other) };
        let part = small.value.shifted((small.exponent - large.exponent).max(-5000));
        Scaled { value: large.value.plus(&part), exponent: large.exponent }.normal()
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

    /// Times 2ᵏ.
    pub fn shifted(self, k: i64) -> Scaled {
        if self.is_zero() { self } else { Scaled { value: self.value, exponent: self.exponent + k } }
    }

    /// Two numbers, each an integer times 2^exponent, whose exact sum is this number.
    pub fn parts(self) -> [(i64, i64); 2] {
        [self.value.hi, self.value.lo].map(|part| {
            let (odd, exponent) = dyadic(part);
            (odd, i64::from(exponent) + self.exponent)
        })
    }

    /// Whether the number is 0.
    pub fn is_zero(self) -> bool {
        self.value.hi == 0.0
    }

    /// The exponent k with 2ᵏ ≤ |x| < 2ᵏ⁺¹; 0 for zero.
    pub fn exponent(self) -> i64 {
        self.exponent
    }

    /// The power of two is multiplied in; the result is infinite or zero beyond the range of doubles.
    pub fn to_double_double(self) -> DoubleDouble {
        self.value.shifted(self.exponent.clamp(-5000, 5000))
    }

    /// Rounded to a double; infinite or zero beyond the range.
    pub fn to_f64(self) -> f64 {
        ldexp(self.value.to_f64(), self.exponent.clamp(-5000, 5000))
    }
}

impl Ord for Scaled {
    fn cmp(&self, other: &Scaled) -> Ordering {
        let key = |x: &Scaled| if x.is_zero() { (0, 0) } else { (x.value.hi.signum() as i64, x.exponent) };
        let (a, b) = (key(self), key(other));
        a.0.cmp(&b.0).then_with(|| {
            let by_size = a.1.cmp(&b.1);
            let by_size = if a.0 < 0 { by_size.reverse() } else { by_size };
            by_size.then_with(|| self.value.minus(&other.value).hi.total_cmp(&0.0))
        })
    }
}

impl PartialOrd for Scaled {
    fn partial_cmp(&self, other: &Scaled) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Eq for Scaled {}

impl PartialEq for Scaled {
    fn eq(&self, other: &Scaled) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::IBig;
    use dashu_ratio::RBig;

    use super::*;

    fn rational(x: Scaled) -> RBig {
        let of = |x: f64| RBig::try_from(x).expect("a finite number");
        let power = RBig::from(IBig::ONE << x.exponent.unsigned_abs() as usize);
        let value = of(x.value.hi) + of(x.value.lo);
        if x.exponent < 0 { value / power } else { value * power }
    }

    /// To a few parts in 2¹⁰⁰, and normal: the value is at least one and less than two, or zero.
    fn is_close(found: Scaled, expected: &RBig, what: &str) {
        let value = found.value.hi.abs();
        assert!((1.0..2.0).contains(&value) || found.is_zero() && found.exponent() == 0, "{what}: {found:?} is not normal");
        let magnitude = |x: RBig| if x < RBig::ZERO { -x } else { x };
        let allowed = magnitude(expected.clone()) / RBig::from(IBig::ONE << 100);
        assert!(magnitude(rational(found) - expected) <= allowed, "{what}: {found:?}");
    }

    #[test]
    fn operations_are_good_to_a_hundred_bits_at_any_exponent() {
        let mut numbers = vec![(Scaled::ZERO, RBig::ZERO)];
        for magnitude in [1, 2, 3, (1 << 53) + 1, (1 << 106) - 1, (1 << 127) + 1, u128::MAX - 1, u128::MAX] {
            for exponent in [0, 1, -1, -130, 70, 2001, -2001] {
                let x = Scaled::new(false, magnitude, exponent);
                let power = RBig::from(IBig::ONE << exponent.unsigned_abs() as usize);
                let exact = RBig::from(magnitude);
                let exact = if exponent < 0 { exact / power } else { exact * power };
                is_close(x, &exact, &format!("{magnitude} · 2^{exponent}"));
                // The number is compared below as it is stored.
                numbers.push((x, rational(x)));
                numbers.push((Scaled::new(true, magnitude, exponent), -rational(x)));
            }
        }
        for (x, of_x) in &numbers {
            is_close(x.negated(), &-of_x.clone(), "the opposite");
            is_close(x.shifted(-300).shifted(307), &(of_x * RBig::from(128)), "times 2⁷");
            assert_eq!(x.is_zero(), *of_x == RBig::ZERO);
            if *of_x >= RBig::ZERO {
                is_close(x.root().times(x.root()), of_x, &format!("the root of {x:?}"));
            }
            for (y, of_y) in &numbers {
                is_close(x.plus(*y), &(of_x + of_y), &format!("{x:?} + {y:?}"));
                is_close(x.minus(*y), &(of_x - of_y), &format!("{x:?} − {y:?}"));
                is_close(x.times(*y), &(of_x * of_y), &format!("{x:?} · {y:?}"));
                if !y.is_zero() {
                    is_close(x.over(*y), &(of_x / of_y), &format!("{x:?} / {y:?}"));
                }
                assert_eq!(x.cmp(y), of_x.cmp(of_y), "{x:?} {y:?}");
                assert_eq!((x == y, x.partial_cmp(y)), (of_x == of_y, Some(of_x.cmp(of_y))), "{x:?} {y:?}");
            }
        }
    }

    #[test]
    fn doubles_come_and_go_unharmed() {
        for x in [0.0, 1.0, -3.5, f64::MAX, -f64::MIN_POSITIVE, 5e-324, 1e-310, 0.1] {
            for number in [Scaled::from_f64(x), Scaled::of_double_double(DoubleDouble::from_f64(x))] {
                assert_eq!((number.to_f64(), number.to_double_double().to_f64()), (x, x));
                assert_eq!(number.shifted(-40).to_double_double().to_f64(), ldexp(x, -40));
                let k = number.exponent();
                assert!(x == 0.0 || (1.0..2.0).contains(&number.shifted(-k).to_f64().abs()), "{x}: {k}");
            }
        }
        let one = Scaled::from_f64(1.0);
        for (shift, expected) in [(1024, f64::INFINITY), (1 << 40, f64::INFINITY), (-1100, 0.0), (-(1 << 40), 0.0)] {
            let number = one.shifted(shift);
            assert_eq!((number.to_f64(), number.to_double_double().hi), (expected, expected));
        }
        // 0/0 is 0; any other number over 0 is beyond all bounds.
        assert!(Scaled::ZERO.over(Scaled::ZERO).is_zero());
        assert_eq!(
            (one.over(Scaled::ZERO).to_f64(), one.negated().over(Scaled::ZERO).to_f64()),
            (f64::INFINITY, f64::NEG_INFINITY)
        );
        // A number too small to matter next to the other one vanishes.
        assert_eq!(one.plus(one.shifted(-20_000)).cmp(&one), Ordering::Equal);
        assert_eq!(one.shifted(-20_000).minus(one).to_f64(), -1.0);
    }

    #[test]
    fn scaled_numbers_compare_by_value() {
        let of = |m: i128| Scaled::new(m < 0, m.unsigned_abs(), 0);
        for (x, y) in [(-3, -2), (-1, 0), (0, 1), (7, 8), (u64::MAX as i128, u64::MAX as i128 + 1)] {
            assert_eq!(of(x).cmp(&of(y)), Ordering::Less, "{x} {y}");
            assert_eq!(of(y).cmp(&of(x)), Ordering::Greater);
            assert_eq!(of(x).cmp(&of(x)), Ordering::Equal);
        }
        assert_eq!(Scaled::new(false, u128::MAX, 0).over(Scaled::new(false, u128::MAX, 7)).to_f64(), 1.0 / 128.0);
    }
}
