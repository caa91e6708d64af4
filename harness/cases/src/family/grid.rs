//! A grid: the multiples of a power of two, on which a family's coordinates lie.

use crate::case::{Arithmetic, Point};

/// 2^exponent, for −1022 ≤ exponent ≤ 1023.
pub fn power_of_two(exponent: i32) -> f64 {
    debug_assert!((-1022..=1023).contains(&exponent));
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The multiples of a power of two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// The distance between neighbours.
    pub unit: f64,
    inverse: f64,
}

impl Grid {
    /// The grid of unit 2^exponent, for −1022 ≤ exponent ≤ 1022.
    pub fn new(exponent: i32) -> Grid {
        Grid { unit: power_of_two(exponent), inverse: power_of_two(-exponent) }
    }

    /// The common grid for bodies of size one whose coordinates stay below 8: its unit is 2⁻²¹ in single precision and
    /// 2⁻⁵⁰ in double precision. The coordinates are exact in the arithmetic, and their differences are integers of at
    /// most 54 bits.
    pub fn common(arithmetic: Arithmetic) -> Grid {
        Grid::new(if arithmetic == Arithmetic::F32 { -21 } else { -50 })
    }

    /// The common grid for coordinates below 16: its unit is 2⁻²⁰ in single precision and 2⁻⁴⁸ in double precision.
    pub fn wide(arithmetic: Arithmetic) -> Grid {
        Grid::new(if arithmetic == Arithmetic::F32 { -20 } else { -48 })
    }

    /// The nearest multiple; exact as long as it is below 2⁵³ units. A zero is positive.
    pub fn snap(self, x: f64) -> f64 {
        (x * self.inverse).round_ties_even() * self.unit + 0.0
    }

    /// The nearest grid point.
    pub fn snap_point(self, point: Point) -> Point {
        point.map(|x| self.snap(x))
    }
}

/// D = max ‖a − b‖∞ over two bodies given by points: the size of their difference.
pub fn difference_size(a: &[Point], b: &[Point]) -> f64 {
    let bounds = |points: &[Point], axis: usize| {
        points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| (low.min(p[axis]), high.max(p[axis])))
    };
    (0..3).fold(0.0, |size: f64, axis| {
        let ((a_low, a_high), (b_low, b_high)) = (bounds(a, axis), bounds(b, axis));
        size.max(a_high - b_low).max(b_high - a_low)
    })
}
