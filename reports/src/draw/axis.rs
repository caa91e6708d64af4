//! Axes: the place of a value, and the ticks.
//!
//! The logarithmic axis of plotters prints `1.0000000000000001e-7`, drops ticks below 2.2e-16 and has no place for zero, so
//! this module has a [`Ranged`] of its own. A logarithmic axis can have a *broken* part at its lower end, which is for zero
//! alone.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged};

/// A marked place on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    pub value: f64,
    /// The text next to the tick; empty for ticks in between.
    pub label: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub low: f64,
    pub high: f64,
    logarithmic: bool,
    /// Part of the length, at the lower end, that is reserved for zero.
    broken: f64,
    /// Ascending.
    pub ticks: Vec<Tick>,
}

/// Part of the length of an axis that belongs to zero, if it has a place of its own.
const ZERO_PART: f64 = 0.11;

impl Axis {
    /// A linear axis with about `count` labelled ticks, at one, two or five times a power of ten.
    pub fn linear(low: f64, high: f64, count: usize) -> Axis {
        let (low, high) = ordered(low, high, |low| low + (low.abs() / 8.0).max(1.0));
        let (digit, exponent) = round_step((high - low) / count.max(1) as f64);
        let step = decimal(digit, exponent);
        // In a range of subnormal numbers no step is round; its ends are marked.
        if !step.is_normal() {
            let tick = |value: f64| Tick { value, label: number(value) };
            return Axis { low, high, logarithmic: false, broken: 0.0, ticks: [low, high].map(tick).into() };
        }
        let digits = (-exponent).max(0) as usize;
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        let ticks = (first..=last).map(|k| {
            let value = decimal(k * digit, exponent);
            Tick { value, label: if digits <= 12 { printed(format!("{value:.digits$}")) } else { number(value) } }
        });
        Axis { low, high, logarithmic: false, broken: 0.0, ticks: ticks.collect() }
    }

    /// A logarithmic axis with at most `count` labelled decades; with less than three decades, 1, 2 and 5 are labelled as well.
    pub fn log10(low: f64, high: f64, count: usize) -> Axis {
        let (low, high) = positive(low, high);
        let (first, last) = ((low.log10() - 1e-9).ceil() as i32, (high.log10() + 1e-9).floor() as i32);
        let plain = first >= -3 && last <= 4;
        let decades = last - first + 1;
        let stride = (decades as usize).div_ceil(count.max(2)).max(1) as i32;
        let mut ticks = Vec::new();
        // If the axis spans less than a factor of 30, more digits are labelled.
        let is_short = high / low < 30.0;
        for exponent in first - 1..=last {
            for digit in 1..10 {
                let value = decimal(digit, exponent);
                let label = match digit {
                    1 | 2 | 3 | 5 | 7 if is_short => number(value),
                    1 | 2 | 5 if decades < 3 => number(value),
                    1 if exponent.rem_euclid(stride) == 0 && plain => number(value),
                    1 if exponent.rem_euclid(stride) == 0 => format!("10{}", superscript(exponent)),
                    _ => String::new(),
                };
                if digit == 1 || decades <= 4 {
                    ticks.push(Tick { value, label });
                }
            }
        }
        ticks.retain(|tick| tick.value >= low * (1.0 - 1e-9) && tick.value <= high * (1.0 + 1e-9));
        Axis { low, high, logarithmic: true, broken: 0.0, ticks }
    }

    /// A logarithmic axis with a labelled tick at every power of two, or at every other one if there are many.
    pub fn log2(low: f64, high: f64) -> Axis {
        let (low, high) = positive(low, high);
        let (first, last) = ((low.log2() - 1e-9).ceil() as i32, (high.log2() + 1e-9).floor() as i32);
        let stride = ((last - first + 1).max(1) as usize).div_ceil(12) as i32;
        let ticks = (first..=last).map(|exponent| {
            let value = 2f64.powi(exponent);
            Tick { value, label: if exponent.rem_euclid(stride) == 0 { number(value) } else { String::new() } }
        });
        Axis { low, high, logarithmic: true, broken: 0.0, ticks: ticks.collect() }
    }

    /// An axis of `count` places of the same size, place i at i + 1/2, without ticks.
    pub fn places(count: usize) -> Axis {
        Axis { low: 0.0, high: count.max(1) as f64, logarithmic: false, broken: 0.0, ticks: Vec::new() }
    }

    /// This logarithmic axis with a place for zero below its lower end.
    pub fn with_zero(mut self) -> Axis {
        if self.logarithmic {
            self.broken = ZERO_PART;
            self.ticks.insert(0, Tick { value: 0.0, label: "0".to_owned() });
        }
        self
    }

    /// This axis with other labels on its labelled ticks.
    pub fn labelled(mut self, label: impl Fn(f64) -> String) -> Axis {
        for tick in self.ticks.iter_mut().filter(|tick| !tick.label.is_empty()) {
            tick.label = label(tick.value);
        }
        self
    }

    /// This axis of shares, with its labels in percent.
    pub fn in_percent(self) -> Axis {
        self.labelled(|share| format!("{} %", number((share * 1e8).round() / 1e6)))
    }

    /// The boundary between the place of zero and the logarithmic part, as a fraction of the length, if zero has a place of its
    /// own.
    pub fn break_at(&self) -> Option<f64> {
        (self.broken > 0.0).then_some(self.broken * 0.75)
    }

    /// The part of the length up to `value`, in [0, 1].
    ///
    /// A value beyond an end is at that end; `None` if the value has no place (not a number, or not positive on a logarithmic
    /// axis that has no place for zero).
    pub fn fraction(&self, value: f64) -> Option<f64> {
        if value.is_nan() {
            return None;
        }
        if !self.logarithmic {
            return Some(((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0));
        }
        if value <= 0.0 {
            return (self.broken > 0.0).then_some(self.broken * 0.45);
        }
        let part = ((value.ln() - self.low.ln()) / (self.high.ln() - self.low.ln())).clamp(0.0, 1.0);
        Some(self.broken + part * (1.0 - self.broken))
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    /// A value without a place lies at the lower end.
    fn map(&self, value: &f64, (begin, end): (i32, i32)) -> i32 {
        begin + (self.fraction(*value).unwrap_or(0.0) * f64::from(end - begin)).round() as i32
    }

    /// The ticks.
    ///
    /// Panels draw them themselves, with lines of two widths and with labels of their own.
    fn key_points<H: KeyPointHint>(&self, _: H) -> Vec<f64> {
        self.ticks.iter().map(|tick| tick.value).collect()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

/// Ends that are finite and distinct: if `high` is not above `low`, the upper end is `next` of the lower one.
fn ordered(low: f64, high: f64, next: impl Fn(f64) -> f64) -> (f64, f64) {
    if !low.is_finite() {
        return (0.0, 1.0);
    }
    // Leaves room for one more decade, and for the difference of the ends.
    let low = low.clamp(-1e300, 1e298);
    let high = if high.is_finite() { high.clamp(-1e300, 1e300) } else { low };
    if low < high { (low, high) } else { (low, next(low)) }
}

fn positive(low: f64, high: f64) -> (f64, f64) {
    let low = if low.is_finite() && low > 0.0 { low.max(1e-300) } else { 1.0 };
    ordered(low, high, |low| low * 10.0)
}

/// The least of one, two and five times a power of ten that is not less than `step`: the digit, and the exponent.
fn round_step(step: f64) -> (i64, i32) {
    let exponent = step.log10().floor().clamp(-400.0, 400.0) as i32;
    let digits = [1, 2, 5].map(|digit| (digit, exponent));
    let is_enough = |(digit, exponent): &(i64, i32)| decimal(*digit, *exponent) >= step * (1.0 - 1e-9);
    digits.into_iter().find(is_enough).unwrap_or((1, exponent + 1))
}

/// The double nearest to digits times a power of ten.
///
/// A product of doubles need not be the nearest: three times 0.2 is 0.6000000000000001.
fn decimal(digits: i64, exponent: i32) -> f64 {
    format!("{digits}e{exponent}").parse().unwrap_or(f64::NAN)
}

/// A number as people write it: no superfluous digits, and a true minus sign.
pub(crate) fn number(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if (1e-4..1e6).contains(&size) => printed(format!("{value}")),
        _ => printed(format!("{value:e}")),
    }
}

/// Digits with true minus signs instead of hyphens.
fn printed(digits: String) -> String {
    digits.replace('-', "−")
}

/// An integer in superscript digits.
pub(crate) fn superscript(value: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digit = |c: char| c.to_digit(10).map_or('⁻', |d| DIGITS[d as usize]);
    value.to_string().chars().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|tick| tick.label.as_str()).filter(|label| !label.is_empty()).collect()
    }

    #[test]
    fn ticks_are_round_and_few_and_decades_are_exact() {
        let cases: [(Axis, &[&str]); 9] = [
            (Axis::log10(1e-20, 1e-15, 8), &["10⁻²⁰", "10⁻¹⁹", "10⁻¹⁸", "10⁻¹⁷", "10⁻¹⁶", "10⁻¹⁵"]),
            (Axis::log10(0.001, 1000.0, 8), &["0.001", "0.01", "0.1", "1", "10", "100", "1000"]),
            (Axis::log10(1e-12, 1e12, 5), &["10⁻¹⁰", "10⁻⁵", "10⁰", "10⁵", "10¹⁰"]),
            // Short logarithmic axes still have ticks.
            (Axis::log10(30.0, 80.0, 8), &["30", "50", "70"]),
            (Axis::log10(15.0, 300.0, 8), &["20", "30", "50", "70", "100", "200", "300"]),
            (Axis::log10(15.0, 600.0, 8), &["20", "50", "100", "200", "500"]),
            (Axis::log2(8.0, 1024.0), &["8", "16", "32", "64", "128", "256", "512", "1024"]),
            (Axis::linear(0.0, 1.0, 5), &["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
            (Axis::linear(0.0, 100.0, 4), &["0", "50", "100"]),
        ];
        for (axis, expected) in cases {
            assert_eq!(labels(&axis), expected);
        }
    }

    #[test]
    fn tick_labels_are_the_decimals_of_their_values() {
        for (axis, expected) in [
            (Axis::linear(0.0, 1.0, 5).labelled(number), &["0", "0.2", "0.4", "0.6", "0.8", "1"][..]),
            (
                Axis::linear(-0.7, 0.7, 16).labelled(number),
                &["−0.7", "−0.6", "−0.5", "−0.4", "−0.3", "−0.2", "−0.1", "0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"],
            ),
            (Axis::linear(0.0, 3e-20, 3), &["0", "1e−20", "2e−20", "3e−20"]),
        ] {
            assert_eq!(labels(&axis), expected);
        }
    }

    #[test]
    fn a_range_of_subnormal_numbers_has_its_ends_for_ticks() {
        let axis = Axis::linear(-5e-324, 1e-323, 5);
        assert_eq!(labels(&axis), ["−5e−324", "1e−323"]);
        assert_eq!((axis.fraction(0.0), axis.fraction(1e-323)), (Some(1.0 / 3.0), Some(1.0)));
    }

    #[test]
    fn zero_has_a_place_of_its_own() {
        let axis = Axis::log10(0.01, 1.0, 8).with_zero();
        let (zero, least) = (axis.fraction(0.0).unwrap(), axis.fraction(0.01).unwrap());
        assert!(zero < axis.break_at().unwrap() && axis.break_at().unwrap() < least);
        assert_eq!(labels(&axis), ["0", "0.01", "0.1", "1"]);
        assert_eq!(Axis::log10(0.01, 1.0, 8).fraction(0.0), None);
    }

    #[test]
    fn a_value_is_mapped_between_the_ends() {
        let axis = Axis::log10(0.01, 100.0, 8);
        assert_eq!([0.01, 1.0, 100.0].map(|value| axis.map(&value, (20, 60))), [20, 40, 60]);
        // Pixels of a vertical axis run down. A value beyond an end lies at that end, and a value without a place lies at the
        // lower end.
        assert_eq!([1e-9, 1e9, f64::NAN, 0.0].map(|value| axis.map(&value, (60, 20))), [60, 20, 60, 60]);
    }

    #[test]
    fn odd_values_and_ranges_do_not_panic() {
        let ends = [
            (f64::NAN, 1.0),
            (1.0, f64::INFINITY),
            (0.0, 0.0),
            (5.0, 5.0),
            (-1.0, -3.0),
            (1e-300, 1e300),
            (1e300, 1e300),
            (0.0, 5e-324),
            (-5e-324, 1e-310),
        ];
        for (low, high) in ends.into_iter().chain([(f64::MIN, f64::MAX)]) {
            for axis in [Axis::linear(low, high, 5), Axis::log10(low, high, 5), Axis::log2(low, high)] {
                assert!(axis.low < axis.high);
                assert!(axis.ticks.len() < 3000);
                assert_eq!(axis.fraction(f64::NAN), None);
            }
        }
    }
}
