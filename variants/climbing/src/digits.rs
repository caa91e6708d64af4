//! The binary digits of floating-point numbers.

use gjk_numbers::Scalar;

/// Numbers with accessible binary digits. No other crate can make a number a [`Float`](crate::Float), whose proofs need both.
pub trait Digits {
    /// The number of digits after the leading one.
    const DIGITS: u32;
    /// A size so far from the ends of the range that a product with a number up to 2¹⁰, and a quotient by it, keep all digits.
    const MODERATE: f64;
    /// The digits from number `begin` on, at most 32; the last digit is number 0.
    fn digits_from(self, begin: u32) -> u32;
    /// 1 for negative numbers and −0, otherwise 0.
    fn sign(self) -> u32;
}

impl Digits for f32 {
    const DIGITS: u32 = 23;
    const MODERATE: f64 = 1e34;

    #[inline(always)]
    fn digits_from(self, begin: u32) -> u32 {
        self.to_bits() >> begin
    }

    #[inline(always)]
    fn sign(self) -> u32 {
        self.to_bits() >> 31
    }
}

impl Digits for f64 {
    const DIGITS: u32 = 52;
    const MODERATE: f64 = 1e270;

    #[inline(always)]
    fn digits_from(self, begin: u32) -> u32 {
        (self.to_bits() >> begin) as u32
    }

    #[inline(always)]
    fn sign(self) -> u32 {
        (self.to_bits() >> 63) as u32
    }
}

/// A binary floating-point number of the processor.
pub trait Float: Scalar + Copy + Into<f64> + Digits {
    /// The least number that has all its digits.
    const LEAST_NORMAL: Self;
}

impl Float for f32 {
    const LEAST_NORMAL: f32 = f32::MIN_POSITIVE;
}

impl Float for f64 {
    const LEAST_NORMAL: f64 = f64::MIN_POSITIVE;
}
