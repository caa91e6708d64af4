//! The binary digits of floating-point numbers.

use gjk_numbers::Scalar;

/// Numbers whose digits can be had. Nobody else can make a number a [`Float`](crate::Float), whose proofs ask for these two.
pub trait Digits {
    /// The digits behind the leading one.
    const DIGITS: u32;
    /// A size so far from the ends of the range that a product with a number up to 2¹⁰, and a quotient by it, has all its digits.
    const MODERATE: f64;
    /// The digits from number `begin` on, counted from the last one, which is number 0; 32 at most.
    fn digits_from(self, begin: u32) -> u32;
    /// 1 for negative numbers and −0, else 0.
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
    /// The least number with all its digits.
    const LEAST_NORMAL: Self;
}

impl Float for f32 {
    const LEAST_NORMAL: f32 = f32::MIN_POSITIVE;
}

impl Float for f64 {
    const LEAST_NORMAL: f64 = f64::MIN_POSITIVE;
}
