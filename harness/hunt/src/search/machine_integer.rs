//! Machine integers of 64 bits, for exact runs on small lattices.
//!
//! No operation is checked, so the caller proves that nothing leaves the range. A polynomial of degree d with t terms in
//! numbers of size at most m needs t·mᵈ < 2⁶³. On a lattice of coordinates in −k..k the points of M have coordinates of size 2k
//! and their differences 4k: 40 for k = 10. In the boolean variants the largest numbers arise when a direction (AB × AC) × AC,
//! of degree three, is multiplied by a point: 12 terms, at most 12·40⁴ < 2²⁵. Degree 9 in such differences, with 2¹⁴ terms,
//! would still fit. In debug builds an overflow panics.

use std::cmp::Ordering;

use dashu_int::IBig;
use gjk_variants::Ring;

use gjk_truth::exact::{Integral, Scaled};

/// A point of the integer lattice; in the plane the third coordinate is zero.
pub type Site = [i64; 3];

/// The greatest size of a coordinate for which [`MachineInteger`] is proven, with a margin for future variants.
pub const RANGE: i64 = 64;

/// A machine integer **without overflow checks** in release builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MachineInteger(pub i64);

impl From<i64> for MachineInteger {
    #[inline(always)]
    fn from(value: i64) -> Self {
        MachineInteger(value)
    }
}

impl Ring for MachineInteger {
    const EXACT: bool = true;
    #[inline(always)]
    fn zero() -> Self {
        MachineInteger(0)
    }
    #[inline(always)]
    fn one() -> Self {
        MachineInteger(1)
    }
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        MachineInteger(self.0 + other.0)
    }
    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        MachineInteger(self.0 - other.0)
    }
    #[inline(always)]
    fn times(&self, other: &Self) -> Self {
        MachineInteger(self.0 * other.0)
    }
    #[inline(always)]
    fn negated(&self) -> Self {
        MachineInteger(-self.0)
    }
}

impl Integral for MachineInteger {
    /// Wraps a value that does not fit.
    fn from_i128(value: i128) -> Self {
        MachineInteger(value as i64)
    }

    fn to_big(&self) -> IBig {
        IBig::from(self.0)
    }

    fn scaled(&self) -> Scaled {
        Scaled::new(self.0 < 0, u128::from(self.0.unsigned_abs()), 0)
    }

    fn leading(&self) -> (f64, i64) {
        (self.0 as f64, 0)
    }

    #[inline(always)]
    fn sign(&self) -> Ordering {
        self.0.cmp(&0)
    }
}
