//! Digits of the numbers in tables for print: no more than are known.

use crate::draw::superscript;
use crate::summary::{Mean, Rate};
use crate::table::percent;

/// The decimals of a percentage between two bounds: enough to show two significant digits of half the distance between the
/// bounds, and two at most.
fn decimals(rate: &Rate) -> usize {
    let half = 50.0 * (rate.high - rate.low);
    if half > 0.0 { (1.0 - half.log10().floor()).clamp(0.0, 2.0) as usize } else { 2 }
}

/// A share as a percentage with this number of decimals.
///
/// A positive share is never rounded to 0, and a share below 1 is never rounded to 100.
fn percentage(share: f64, decimals: usize) -> String {
    let unit = 0.1_f64.powi(decimals as i32);
    match share * 100.0 {
        p if p.is_nan() => "–".to_owned(),
        p if p == 0.0 || p == 100.0 => format!("{p}"),
        p if p < unit => format!("<{unit:.decimals$}"),
        p if p > 100.0 - unit => format!(">{:.decimals$}", 100.0 - unit),
        p => format!("{p:.decimals$}"),
    }
}

/// A share as a percentage without its sign, in as few characters as a figure has room for.
pub(crate) fn share_text(share: f64) -> String {
    match share * 100.0 {
        p if p > 99.4 && p < 100.0 => ">99".to_owned(),
        p if p >= 9.95 => format!("{p:.0}"),
        p if p >= 0.95 => format!("{p:.1}"),
        _ => percent(share),
    }
}

/// A rate as a percentage without its sign, with the decimals that its bounds allow.
pub(crate) fn rate_text(rate: &Rate) -> String {
    percentage(rate.rate, decimals(rate))
}

/// The two bounds of a rate, with the decimals of the rate.
pub(crate) fn interval_text(rate: &Rate) -> String {
    let [low, high] = [rate.low, rate.high].map(|bound| percentage(bound, decimals(rate)));
    format!("{low}–{high}")
}

/// The upper bound of a mean at 95 %, with the decimals of the mean.
///
/// It is rounded up, so a value stated to be below it is below it.
pub(crate) fn bound_text(mean: &Mean) -> String {
    let decimals = decimals(&mean.rate());
    let unit = 0.1_f64.powi(decimals as i32 + 2);
    // A decimal that was rounded to a double is not rounded up again.
    let up = ((mean.upper() / unit - 1e-9).ceil() * unit).min(1.0);
    if mean.upper() < unit { percentage(mean.upper(), decimals) } else { percentage(up, decimals) }
}

/// A mean with its upper bound: `0 (< 0.04)`.
///
/// A bound that is too small to be shown becomes `0 (< 0.01)`.
pub(crate) fn bounded_text(mean: &Mean) -> String {
    let bound = bound_text(mean);
    let rate = rate_text(&mean.rate());
    if mean.rate == 1.0 { rate } else { format!("{rate} (< {})", bound.trim_start_matches('<')) }
}

/// A positive number with this number of significant digits, at least 1; below a thousandth and from a million on with a power
/// of ten.
///
/// Zero is `0`, and anything else that is not a positive finite number is a dash.
pub(crate) fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !(value > 0.0 && value.is_finite()) {
        return "–".to_owned();
    }
    // Rounding may carry into another digit, so the exponent is taken from the rounded number.
    let rounded = format!("{value:.*e}", digits - 1);
    let parsed = rounded.split_once('e').and_then(|(mantissa, exponent)| Some((mantissa, exponent.parse::<i32>().ok()?)));
    match (parsed, rounded.parse::<f64>()) {
        (Some((_, exponent)), Ok(number)) if (-3..6).contains(&exponent) => {
            format!("{number:.*}", (digits as i32 - 1 - exponent).max(0) as usize)
        }
        (Some((mantissa, exponent)), _) => format!("{mantissa}·10{}", superscript(exponent)),
        (None, _) => rounded,
    }
}

/// A time in nanoseconds with three significant digits; a dash without a time.
pub(crate) fn time_text(nanoseconds: Option<f64>) -> String {
    nanoseconds.map_or_else(|| "–".to_owned(), |time| significant(time, 3))
}

/// A time in nanoseconds for a cell of a league: one decimal below 100, no decimals from there on; a dash without a time.
pub(crate) fn time_cell(nanoseconds: Option<f64>) -> String {
    nanoseconds.map_or_else(|| "–".to_owned(), |ns| if ns < 100.0 { format!("{ns:.1}") } else { format!("{ns:.0}") })
}

/// A ratio of times with two decimals, and fewer from ten on.
pub(crate) fn ratio_text(ratio: f64) -> String {
    match ratio {
        ratio if ratio < 9.995 => format!("{ratio:.2}"),
        ratio if ratio < 99.95 => format!("{ratio:.1}"),
        ratio => format!("{ratio:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::mean;

    #[test]
    fn a_percentage_has_the_decimals_that_its_interval_allows() {
        // Half of the interval in %: 0.23, 1.5, 15, 0.04, and zero.
        for (rate, low, high, text, interval) in [
            (0.0102, 0.0080, 0.0126, "1.02", "0.80–1.26"),
            (0.3427, 0.3277, 0.3577, "34.3", "32.8–35.8"),
            (0.5, 0.35, 0.65, "50", "35–65"),
            (0.0002, 0.0, 0.0008, "0.02", "0–0.08"),
            (0.25, 0.25, 0.25, "25.00", "25.00–25.00"),
            // Positive, but less than the decimals show; and nearly all.
            (0.0003, 0.0, 0.04, "<0.1", "0–4.0"),
            (0.9999, 0.96, 1.0, ">99.9", "96.0–100"),
            (0.006, 0.0, 0.3, "<1", "0–30"),
            (0.0, 0.0, 0.0004, "0", "0–0.04"),
        ] {
            let rate = Rate { rate, low, high };
            assert_eq!((&rate_text(&rate)[..], &interval_text(&rate)[..]), (text, interval));
        }
    }

    #[test]
    fn a_share_in_a_figure_is_short_and_never_rounded_to_all_or_nothing() {
        for (share, text) in [
            (0.0, "0"),
            (0.00301, "0.30"),
            (0.0181, "1.8"),
            (0.0996, "10"),
            (0.669, "67"),
            (0.993, "99"),
            (0.9996, ">99"),
            (1.0, "100"),
        ] {
            assert_eq!(share_text(share), text);
        }
        assert_ne!(share_text(1e-9), "0");
    }

    #[test]
    fn a_zero_has_its_bound() {
        // 24 families of 300 cases: the bound is 0.0416 %, and with one wrong case 0.0659 %.
        let of = |wrong: u64| mean((0..24).map(|f| (if f == 3 { wrong } else { 0 }, 300, 1))).unwrap();
        assert_eq!((bounded_text(&of(0)), bound_text(&of(0))), ("0 (< 0.05)".to_owned(), "0.05".to_owned()));
        assert_eq!(bounded_text(&of(1)), "0.01 (< 0.07)");
        // 1 - 0.05^(1 / 20) is 13.911 %, half of it 6.96.
        assert_eq!(bounded_text(&mean([(0, 20, 1)]).unwrap()), "0 (< 14.0)");
        assert_eq!(bounded_text(&mean([(20, 20, 1)]).unwrap()), "100");
        assert_eq!(bounded_text(&mean([(0, 1_000_000, 1)]).unwrap()), "0 (< 0.01)");
    }

    #[test]
    fn numbers_have_significant_digits() {
        let cases =
            [(203.98, "204"), (41.634, "41.6"), (1234.0, "1230"), (999.6, "1000"), (0.9996, "1.00"), (9.999e5, "1.00·10⁶")];
        for (value, text) in cases {
            assert_eq!(significant(value, 3), text);
        }
        assert_eq!(significant(1.06e12, 2), "1.1·10¹²");
        assert_eq!([0.0, -1.0, f64::NAN, f64::INFINITY, 1e-9].map(|v| significant(v, 1)), ["0", "–", "–", "–", "1·10⁻⁹"]);
        assert_eq!([1.336, 12.34, 123.4].map(ratio_text), ["1.34", "12.3", "123"]);
    }
}
