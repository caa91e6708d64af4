//! Cosines and sines, rounded to the nearest double: those of a system's library may be wrong by one unit in the last
//! place.
//!
//! A number is represented by an integer over 2^bits, with an error of some units; the computation is repeated with
//! more bits as long as the error leaves the rounding open (A. Ziv, Fast evaluation of elementary mathematical
//! functions with correctly rounded last bit, ACM TOMS 17, 1991). The cosine and the sine of a nonzero double are
//! irrational, so the loop ends.

use dashu_int::IBig;
use dashu_ratio::RBig;
use gjk_numbers::float::{dyadic, exponent_of};

use super::Turn;
use crate::body::Point;

/// The bits that are computed in addition to the requested ones.
const GUARD: usize = 64;

/// A bound on the errors, in units of the last bit: a series has fewer than 2¹⁶ terms, each with an error of a few
/// units.
const ERROR: u64 = 1 << 32;

/// The cosine and the sine of a finite angle in radians, each rounded once to the nearest double.
pub fn cosine_and_sine(angle: f64) -> [f64; 2] {
    if angle == 0.0 {
        return [1.0, angle];
    }
    // The leading zeros of a small sine are computed as well.
    let mut bits = 128 + usize::try_from(-exponent_of(angle)).unwrap_or(0);
    loop {
        let found = within(angle, bits).map(|value| rounded(&value, bits + GUARD));
        if let [Some(cosine), Some(sine)] = found {
            return [cosine, sine];
        }
        bits *= 2;
    }
}

/// The cosine and the sine of a finite angle in degrees, each rounded once to the nearest double. For multiples of 90
/// degrees they are exact.
pub fn cosine_and_sine_of_degrees(angle: f64) -> [f64; 2] {
    let [quarters, rest] = quarters_and_rest(angle);
    if rest == 0.0 {
        return turned_by_quarters([1.0, rest], quarters);
    }
    // The leading zeros of a small sine are computed as well; a degree is more than 2⁻⁶ radians.
    let mut bits = 128 + 6 + usize::try_from(-exponent_of(rest)).unwrap_or(0);
    loop {
        let wide = bits + GUARD;
        let radians = scaled(rest, quarter_turn(wide)) / IBig::from(90);
        if let [Some(cosine), Some(sine)] = series(&radians, wide).map(|value| rounded(&value, wide)) {
            return turned_by_quarters([cosine, sine], quarters);
        }
        bits *= 2;
    }
}

/// An angle in degrees as a number of quarter turns, from 0 to 3, and a rest of about 45 degrees at most. Both are exact.
fn quarters_and_rest(angle: f64) -> [f64; 2] {
    // The remainder is exact, and so is the difference of two numbers that differ by at most the factor two.
    let within = angle % 360.0;
    let quarters = (within / 90.0).round();
    [quarters.rem_euclid(4.0), within - 90.0 * quarters]
}

/// The cosine and the sine of an angle to which quarter turns are added.
fn turned_by_quarters([cosine, sine]: [f64; 2], quarters: f64) -> [f64; 2] {
    match quarters as u8 {
        0 => [cosine, sine],
        1 => [-sine, cosine],
        2 => [-cosine, -sine],
        _ => [sine, -cosine],
    }
}

/// The product of a double and an integer, rounded down to an integer.
fn scaled(factor: f64, integer: IBig) -> IBig {
    let (odd, exponent) = dyadic(factor);
    let product = IBig::from(odd) * integer;
    if exponent >= 0 { product << exponent as usize } else { product >> exponent.unsigned_abs() as usize }
}

/// The rotation by an angle in radians about an axis of any length; `None` for an axis that is zero. A quaternion is
/// exactly a rotation, however its parts are rounded.
pub fn turned(axis: Point, angle: f64) -> Option<Turn> {
    about(axis, cosine_and_sine(0.5 * angle))
}

/// The rotation by an angle in degrees about an axis of any length; `None` for an axis that is zero. Multiples of 90 degrees
/// are exact.
pub fn turned_by_degrees(axis: Point, angle: f64) -> Option<Turn> {
    if let [quarters, 0.0] = quarters_and_rest(angle) {
        // The cosine and the sine of half the angle, up to a common factor.
        return about(axis, [[1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [-1.0, 1.0]][quarters as usize]);
    }
    about(axis, cosine_and_sine_of_degrees(0.5 * angle))
}

/// The quaternion of the cosine and sine of half the angle.
fn about(axis: Point, [cosine, sine]: [f64; 2]) -> Option<Turn> {
    let greatest = axis.iter().fold(0.0, |greatest: f64, x| greatest.max(x.abs()));
    if greatest == 0.0 {
        return None;
    }
    // An axis with one nonzero coordinate has an exact length.
    let unit = axis.map(|x| x / greatest);
    let length = unit.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [x, y, z] = unit.map(|x| x / length * sine);
    Some(Turn::Quaternion([cosine, x, y, z]))
}

/// The cosine and the sine over 2^(bits + GUARD).
fn within(angle: f64, bits: usize) -> [IBig; 2] {
    let bits = bits + GUARD;
    // A large angle is many quarter turns, and each contributes the error of π.
    let wide = bits + usize::try_from(exponent_of(angle)).unwrap_or(0) + 2;
    let (odd, exponent) = dyadic(angle);
    let shift = wide as i64 + i64::from(exponent);
    let angle = if shift >= 0 { IBig::from(odd) << shift as usize } else { IBig::from(odd) >> shift.unsigned_abs() as usize };
    let quarter: IBig = quarter_turn(wide);
    let half: IBig = &quarter >> 1;
    let floor = |n: IBig, d: &IBig| {
        let (quotient, rest) = (&n / d, &n % d);
        if rest < IBig::ZERO { quotient - 1 } else { quotient }
    };
    let turns = floor(&angle + half, &quarter);
    let rest: IBig = (angle - &turns * quarter) >> (wide - bits);
    let [cosine, sine] = series(&rest, bits);
    let number = &turns - floor(turns.clone(), &IBig::from(4)) * 4;
    match u8::try_from(number).unwrap_or(0) {
        0 => [cosine, sine],
        1 => [-sine, cosine],
        2 => [-cosine, -sine],
        _ => [sine, -cosine],
    }
}

/// The sums of both power series, for an angle of at most one.
fn series(angle: &IBig, bits: usize) -> [IBig; 2] {
    let mut sums = [IBig::ZERO, IBig::ZERO];
    let (mut term, mut number) = (IBig::ONE << bits, 0_usize);
    while term != IBig::ZERO && term != IBig::NEG_ONE {
        let sum = &mut sums[number % 2];
        if number % 4 < 2 {
            *sum += &term
        } else {
            *sum -= &term
        }
        number += 1;
        term = ((term * angle) >> bits) / IBig::from(number);
    }
    sums
}

/// π/2 over 2^bits, by J. Machin's formula π/4 = 4 arctan 1/5 − arctan 1/239.
fn quarter_turn(bits: usize) -> IBig {
    let wide = bits + GUARD;
    let arctan = |inverse: u32| {
        let (mut sum, mut power, mut number) = (IBig::ZERO, (IBig::ONE << wide) / IBig::from(inverse), 1_u32);
        while power != IBig::ZERO {
            let term = &power / IBig::from(number);
            if number % 4 == 1 {
                sum += term
            } else {
                sum -= term
            }
            power /= IBig::from(inverse * inverse);
            number += 2;
        }
        sum
    };
    (arctan(5) * 8 - arctan(239) * 2) >> GUARD
}

/// The double nearest to value / 2^bits; `None` if the error leaves the rounding open.
fn rounded(value: &IBig, bits: usize) -> Option<f64> {
    let double = |numerator: IBig| RBig::from_parts_signed(numerator, IBig::ONE << bits).to_f64().value();
    let [low, high] = [double(value - ERROR), double(value + ERROR)];
    (low == high).then_some(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        // cos 10²² = 0.52321478539513894549759… is a known test of argument reduction.
        assert_eq!(cosine_and_sine(0.0), [1.0, 0.0]);
        assert_eq!(cosine_and_sine(std::f64::consts::FRAC_PI_2), [6.123233995736766e-17, 1.0]);
        assert_eq!(cosine_and_sine(std::f64::consts::PI), [-1.0, 1.2246467991473532e-16]);
        assert_eq!(cosine_and_sine(1e22), [0.523214785395139, -0.8522008497671888]);
        assert_eq!(cosine_and_sine(-1e22), [0.523214785395139, 0.8522008497671888]);
        let tiny = f64::from_bits(1);
        assert_eq!(cosine_and_sine(tiny), [1.0, tiny]);
        assert_eq!(cosine_and_sine(-1e-300), [1.0, -1e-300]);
        // The double nearest to a multiple of π/2, whose cosine is −4.68716592425462761…·10⁻¹⁹ (J.-M. Muller, Elementary Functions).
        assert_eq!(cosine_and_sine(6381956970095103.0 * 2.0_f64.powi(797))[0].abs(), 4.687165924254628e-19);
    }

    #[test]
    fn degrees_are_rounded_once() {
        let half = 0.75_f64.sqrt();
        let diagonal = 0.5_f64.sqrt();
        for (degrees, expected) in [
            (0.0, [1.0, 0.0]),
            (90.0, [0.0, 1.0]),
            (-90.0, [0.0, -1.0]),
            (180.0, [-1.0, 0.0]),
            (3.6e17, [1.0, 0.0]),
            (30.0, [half, 0.5]),
            (60.0, [0.5, half]),
            (-240.0, [-0.5, half]),
            (45.0, [diagonal, diagonal]),
            (135.0, [-diagonal, diagonal]),
            // The double nearest to π/180 · 10⁻¹⁰, computed from the digits of π.
            (1e-10, [1.0, 1.7453292519943295e-12]),
            (f64::from_bits(1), [1.0, 0.0]),
        ] {
            assert_eq!(cosine_and_sine_of_degrees(degrees), expected, "{degrees}");
        }
        for number in -2000..2000 {
            let degrees = f64::from(number) * 0.37;
            let [cosine, sine] = cosine_and_sine_of_degrees(degrees);
            let [near_cosine, near_sine] = cosine_and_sine(degrees.to_radians());
            assert!((cosine - near_cosine).abs() < 1e-14 && (sine - near_sine).abs() < 1e-14, "{degrees}");
        }
        assert_eq!(turned_by_degrees([0.0, 0.0, 2.0], -90.0), Some(Turn::Quaternion([-1.0, 0.0, 0.0, 1.0])));
        assert_eq!(turned_by_degrees([3.0, 0.0, 0.0], 120.0), Some(Turn::Quaternion([0.5, half, 0.0, 0.0])));
        assert_eq!(turned_by_degrees([0.0; 3], 120.0), None);
    }

    #[test]
    fn nowhere_far_from_the_systems_library() {
        for number in -2000..2000 {
            let angle = f64::from(number) * 0.37 + 1e-3 * f64::from(number).sin();
            let [cosine, sine] = cosine_and_sine(angle);
            for (ours, theirs) in [(cosine, angle.cos()), (sine, angle.sin())] {
                assert!((ours - theirs).abs() <= f64::EPSILON * ours.abs(), "{angle:?}: {ours:?} {theirs:?}");
            }
        }
    }
}
