//! The number types of coordinates: single and double precision.

use std::fmt::Debug;
use std::ops::{Add, Mul, Neg};

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// `f32` or `f64`.
pub trait Number:
    sealed::Sealed
    + Copy
    + Debug
    + Default
    + PartialEq
    + PartialOrd
    + Add<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// u, half the distance from 1 to the next number.
    const UNIT_ROUNDOFF: f64;
    /// The greatest finite number.
    const GREATEST: f64;
    /// A bound above the cost of underflow for a sum of up to six products: 6 times half the least positive number, and the
    /// rounding of the sum of these to a multiple of it.
    const UNDERFLOW: f64;
    /// The least positive number.
    const LEAST: Self;
    /// Whether the type is double precision.
    const IS_DOUBLE: bool;
    /// The number as a double.
    fn widened(self) -> f64;
    /// The nearest number to a double; an infinity beyond the range.
    fn nearest(x: f64) -> Self;
    /// The absolute value.
    fn magnitude(self) -> Self;
}

impl Number for f64 {
    const UNIT_ROUNDOFF: f64 = f64::EPSILON / 2.0;
    const GREATEST: f64 = f64::MAX;
    const UNDERFLOW: f64 = 16.0 * 5e-324;
    const LEAST: f64 = 5e-324;
    const IS_DOUBLE: bool = true;
    #[inline(always)]
    fn widened(self) -> f64 {
        self
    }
    #[inline(always)]
    fn nearest(x: f64) -> f64 {
        x
    }
    #[inline(always)]
    fn magnitude(self) -> f64 {
        self.abs()
    }
}

impl Number for f32 {
    const UNIT_ROUNDOFF: f64 = f32::EPSILON as f64 / 2.0;
    const GREATEST: f64 = f32::MAX as f64;
    const UNDERFLOW: f64 = 16.0 * 1.401298464324817e-45;
    const LEAST: f32 = f32::from_bits(1);
    const IS_DOUBLE: bool = false;
    #[inline(always)]
    fn widened(self) -> f64 {
        f64::from(self)
    }
    #[inline(always)]
    fn nearest(x: f64) -> f32 {
        x as f32
    }
    #[inline(always)]
    fn magnitude(self) -> f32 {
        self.abs()
    }
}
