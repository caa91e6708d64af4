//! Times, with one rounding in a known direction.

use crate::double_double::DoubleDouble;
use crate::integer::{exact_power, times_power};

/// The least positive time: earlier contacts are reported at zero. Below it a product of a time with a coordinate could have no
/// room for its bits.
pub(crate) const LEAST: f64 = f64::from_bits((1023 - 900) << 52);

/// A positive time, within 2⁻⁹⁰ of itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time(DoubleDouble);

impl Time {
    /// The quotient of two positive numbers, each within 2⁻¹⁰⁰ of itself, times 2^power. One beyond the range is infinite.
    ///
    /// The quotient of the high parts is within 4u of the quotient. The remainder, at most 8u of the dividend, is computed within
    /// 30u² of that, and its quotient has three more roundings: together below 2⁻⁹⁹. The power rounds only below 2⁻⁹⁶⁰.
    pub fn of_quotient((x, x_power): (DoubleDouble, i32), (y, y_power): (DoubleDouble, i32), power: i32) -> Time {
        let high = x.hi / y.hi;
        let rest = x.minus(DoubleDouble::of(high).times::<false>(y));
        let low = (rest.hi + rest.lo) / y.hi;
        let power = x_power - y_power + power;
        Time(DoubleDouble { hi: times_power(high, power), lo: times_power(low, power) }.normalised())
    }

    /// The sum with a time, not negative.
    pub fn after(self, time: f64) -> Time {
        Time(DoubleDouble::of(time).plus(self.0).normalised())
    }

    /// Whether the time is after 1, beyond its error.
    pub fn is_certainly_after_the_end(&self) -> bool {
        // Written so that an infinity, whose low part may be no number, counts.
        !(self.0.hi <= 1.0 + 1e-15) || self.0.hi >= 1.0 && self.0.hi - 1.0 + self.0.lo > exact_power(-85)
    }
}

/// A number that is not after the time and at most 1: the greatest such number, or the one before it.
pub(crate) fn floor(time: &Time, is_double: bool) -> f64 {
    let DoubleDouble { hi, lo } = time.0;
    // Lower by more than the error of the time.
    let low = lo - hi * exact_power(-88);
    let nearest = hi + low;
    // The difference of these two is exact.
    let double = if nearest - hi > low { nearest.next_down() } else { nearest };
    let number = if is_double {
        double
    } else {
        let single = double as f32;
        f64::from(if f64::from(single) > double { single.next_down() } else { single })
    };
    if number < LEAST { 0.0 } else { number.min(1.0) }
}

/// The next number after a time; after zero, the least time.
pub(crate) fn next(time: f64, is_double: bool) -> f64 {
    if is_double { time.next_up().max(LEAST) } else { f64::from((time as f32).next_up()) }
}
