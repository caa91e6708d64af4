//! The arithmetic in which a variant runs.

use serde::Deserialize;
use std::fmt;

/// The arithmetic that a variant runs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arithmetic {
    /// IEEE single precision, u = 2⁻²⁴.
    F32,
    /// IEEE double precision, u = 2⁻⁵³.
    F64,
    /// Exact rationals on the coordinates as written. External programs do not compute in it.
    #[serde(skip)]
    Exact,
}

impl Arithmetic {
    /// Every arithmetic.
    pub const ALL: [Arithmetic; 3] = [Arithmetic::F32, Arithmetic::F64, Arithmetic::Exact];

    /// The name on the command line and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Arithmetic::F32 => "f32",
            Arithmetic::F64 => "f64",
            Arithmetic::Exact => "exact",
        }
    }

    /// The arithmetic with this name.
    pub fn named(name: &str) -> Option<Arithmetic> {
        Arithmetic::ALL.into_iter().find(|arithmetic| arithmetic.name() == name)
    }

    /// The unit roundoff; one if there is no rounding, so that units of u·D become units of D.
    pub fn unit(self) -> f64 {
        match self {
            Arithmetic::F32 => 0.5 * f64::from(f32::EPSILON),
            Arithmetic::F64 => 0.5 * f64::EPSILON,
            Arithmetic::Exact => 1.0,
        }
    }

    /// The least positive number, η, which is subnormal (2⁻¹⁴⁹, 2⁻¹⁰⁷⁴), and the greatest finite one; `None` in exact
    /// arithmetic, which has neither.
    pub fn range(self) -> Option<[f64; 2]> {
        match self {
            Arithmetic::F32 => Some([f32::from_bits(1), f32::MAX].map(f64::from)),
            Arithmetic::F64 => Some([f64::from_bits(1), f64::MAX]),
            Arithmetic::Exact => None,
        }
    }
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_of_a_scalar_ends_at_its_least_and_greatest_number() {
        let [least, greatest] = Arithmetic::F32.range().expect("a float").map(|x| x as f32);
        assert_eq!((least.next_down(), least.is_subnormal(), greatest.next_up()), (0.0, true, f32::INFINITY));
        let [least, greatest] = Arithmetic::F64.range().expect("a float");
        assert_eq!((least.next_down(), least.is_subnormal(), greatest.next_up()), (0.0, true, f64::INFINITY));
        assert_eq!(Arithmetic::Exact.range(), None);
    }
}
