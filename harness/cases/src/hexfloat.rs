//! Hexadecimal floats: ±0xH.HHHpE denotes the dyadic rational ±(H.HHH)₁₆ · 2ᴱ, and is read exactly or not at all.
//!
//! A double is a dyadic rational, so it has an exact hexadecimal spelling; a decimal spelling is exact only after
//! rounding. The spelling is the one of C's `%a` and of Python's `float.hex`: ISO/IEC 9899:2011, 6.4.4.2.

use gjk_numbers::float::ldexp;
use std::num::IntErrorKind;
use thiserror::Error;

/// The reason why a text is not a hexadecimal float.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HexFloatError {
    /// The text does not have the form ±0xH.HHHpE.
    #[error("not a hexadecimal float such as \"0x1.8p+3\"")]
    Malformed,
    /// The exponent is missing: the text could also be the bits of a number.
    #[error("hexadecimal float without its exponent `p`")]
    NoExponent,
    /// The magnitude is 2¹⁰²⁴ or more.
    #[error("hexadecimal float out of the range of a double")]
    OutOfRange,
    /// The number needs more than 53 significant bits, or a bit below 2⁻¹⁰⁷⁴.
    #[error("hexadecimal float is not exactly a double")]
    Inexact,
}

/// Least exponent of a bit of a double.
const LEAST: i64 = -1074;
/// Exponent of the leading bit of the greatest double.
const GREATEST: i64 = 1023;

/// The double that the text spells, exactly.
///
/// The sign, the binary point and the digits on one side of it may be left out; letters may be upper or lower case.
/// Unlike in C, the exponent must be present: `0xC1078533` could also be the bits of a single. Subnormals and both
/// zeros are read as they are. A number that is not exactly a double is refused, never rounded.
pub fn parse(text: &str) -> Result<f64, HexFloatError> {
    let (negative, unsigned) = match text.as_bytes() {
        [b'-', ..] => (true, &text[1..]),
        [b'+', ..] => (false, &text[1..]),
        _ => (false, text),
    };
    let digits = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")).ok_or(HexFloatError::Malformed)?;
    let Some(at) = digits.find(['p', 'P']) else {
        // A text that would not be a number with an exponent either is reported as malformed.
        return match significand(digits) {
            Err(HexFloatError::Malformed) => Err(HexFloatError::Malformed),
            _ => Err(HexFloatError::NoExponent),
        };
    };
    let exponent = decimal_exponent(&digits[at + 1..])?;
    let (magnitude, shift) = significand(&digits[..at])?;
    let value = compose(magnitude, exponent.saturating_add(shift))?;
    Ok(if negative { -value } else { value })
}

/// The power of two after the `p`, clamped to ±10¹⁵, which is out of range for every text that fits into memory.
fn decimal_exponent(text: &str) -> Result<i64, HexFloatError> {
    const LIMIT: i64 = 1_000_000_000_000_000;
    match text.parse::<i64>() {
        Ok(exponent) => Ok(exponent.clamp(-LIMIT, LIMIT)),
        Err(error) => match error.kind() {
            IntErrorKind::PosOverflow => Ok(LIMIT),
            IntErrorKind::NegOverflow => Ok(-LIMIT),
            _ => Err(HexFloatError::Malformed),
        },
    }
}

/// The digits as an integer times a power of two. A number with more than 29 digits between its first and its last
/// nonzero digit has more than 53 bits and is inexact.
fn significand(digits: &str) -> Result<(u128, i64), HexFloatError> {
    let (mut magnitude, mut shift, mut any, mut point, mut lost) = (0_u128, 0_i64, false, false, false);
    for digit in digits.chars() {
        if digit == '.' && !point {
            point = true;
            continue;
        }
        let digit = u128::from(digit.to_digit(16).ok_or(HexFloatError::Malformed)?);
        any = true;
        if magnitude >> 116 == 0 {
            magnitude = magnitude << 4 | digit;
            shift -= if point { 4 } else { 0 };
        } else {
            lost |= digit != 0;
            shift += if point { 0 } else { 4 };
        }
    }
    match (any, lost) {
        (false, _) => Err(HexFloatError::Malformed),
        (true, true) => Err(HexFloatError::Inexact),
        (true, false) => Ok((magnitude, shift)),
    }
}

/// magnitude · 2^exponent as a double.
fn compose(magnitude: u128, exponent: i64) -> Result<f64, HexFloatError> {
    if magnitude == 0 {
        return Ok(0.0);
    }
    let zeros = magnitude.trailing_zeros();
    let (odd, least) = (magnitude >> zeros, exponent.saturating_add(i64::from(zeros)));
    let bits = 128 - odd.leading_zeros();
    let leading = least.saturating_add(i64::from(bits) - 1);
    if leading > GREATEST {
        return Err(HexFloatError::OutOfRange);
    }
    if bits > f64::MANTISSA_DIGITS || least < LEAST {
        return Err(HexFloatError::Inexact);
    }
    // The product is a double, so nothing is rounded.
    Ok(ldexp(odd as f64, least))
}

/// The exact hexadecimal spelling of a finite double, as short as possible: 0.1 is `0x1.999999999999ap-4`, zero `0x0p+0`.
///
/// A value that is not finite has no such spelling; it is written `inf`, `-inf` or `NaN`, which [`parse`] refuses.
pub fn write(value: f64) -> String {
    if !value.is_finite() {
        return value.to_string();
    }
    let pattern = value.to_bits();
    let sign = if pattern >> 63 == 1 { "-" } else { "" };
    let (exponent, fraction) = (pattern >> 52 & 0x7ff, pattern & ((1 << 52) - 1));
    let (lead, exponent) = match (exponent, fraction) {
        (0, 0) => (0, 0),
        (0, _) => (0, -1022),
        _ => (1, exponent as i64 - 1023),
    };
    let digits = format!("{fraction:013x}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("{sign}0x{lead}{point}{digits}p{exponent:+}")
}
