//! Decomposition of doubles and scaling by powers of two, exactly.

/// x as m 2ᵉ with an odd integer m, for a finite x; (0, 0) for zero.
#[inline]
pub fn dyadic(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let biased = (bits >> 52 & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let significand = if biased == 0 { fraction } else { fraction | 1 << 52 };
    if significand == 0 {
        return (0, 0);
    }
    let zeros = significand.trailing_zeros() as i32;
    let odd = significand >> zeros;
    (if x < 0.0 { -odd } else { odd }, biased.max(1) - 1075 + zeros)
}

/// The exponent k with 2ᵏ ≤ |x| < 2ᵏ⁺¹, for a finite x ≠ 0.
#[inline]
pub fn exponent_of(x: f64) -> i32 {
    let bits = x.to_bits() & (u64::MAX >> 1);
    let biased = (bits >> 52) as i32;
    if biased == 0 { -1011 - bits.leading_zeros() as i32 } else { biased - 1023 }
}

/// x 2ᵏ, rounded once if the result is subnormal.
#[inline]
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
    // First to a significand in [1, 2), so that only the last product may round.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_scaled_and_taken_apart_exactly_from_end_to_end() {
        for x in [1.0, 1.5, -1.9999999999999998, 5e-324, 2.2250738585072014e-308, f64::MAX] {
            assert_eq!(ldexp(x, 0), x);
            let k = i64::from(exponent_of(x));
            let unit = ldexp(x, -k);
            assert!((1.0..2.0).contains(&unit.abs()), "{x} {unit}");
            assert_eq!(ldexp(unit, k), x);
            let (odd, exponent) = dyadic(x);
            assert_eq!((odd % 2 != 0, ldexp(odd as f64, exponent.into())), (true, x));
        }
        assert_eq!(ldexp(1.0, -1074), 5e-324);
        assert_eq!(ldexp(1.0, 1024), f64::INFINITY);
        assert_eq!(ldexp(1.0, -1200), 0.0);
        assert_eq!((dyadic(0.0), dyadic(-0.0)), ((0, 0), (0, 0)));
    }
}
