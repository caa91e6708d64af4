//! The stop rule of a distance loop.

use gjk_numbers::Scalar;

/// K, the allowance for rounding in units of u·E. v is a sum of up to four rounded products of vertices that were rounded
/// themselves, and v·(v − w) is a sum of three; worst cases are near 10, typical errors below 2.
pub const ROUNDING: f64 = 8.0;

/// ε², the absolute stop of the loops as published: a bound on a squared length, whatever the unit of length.
pub const EPSILON_SQUARED: f64 = 1e-12;

/// K u.
#[inline(always)]
pub fn rounding<T: Scalar>() -> T {
    T::from_f64(ROUNDING).times(&T::unit_roundoff())
}

/// The rule that ends the loop when the distance is good enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StopRule {
    /// Stops at gap ≤ K u |v|∞ E, where E is the greatest coordinate of the support points seen and K = [`ROUNDING`]. As |v|∞ ≤
    /// |v|, the error of the distance is then at most K u E ≤ K u D, however the pair is scaled, and no square or root of a
    /// square is needed.
    Relative,
    /// Stops at |v|² − v·w ≤ ε² = [`EPSILON_SQUARED`]; v counts as zero only if it is exactly zero.
    Absolute,
    /// Stops at a chosen tolerance ε instead of a multiple of u; v counts as zero under the same condition as in
    /// [`StopRule::Relative`].
    Within(Tolerance),
}

impl StopRule {
    /// Whether a gap is small enough, given the squared length |v|². `share` returns a share of |v|∞ E.
    #[inline(always)]
    pub(in crate::gjk) fn is_met<T: Scalar>(self, gap: &T, length_squared: &T, share: impl FnOnce(T) -> T) -> bool {
        match self {
            StopRule::Relative => *gap <= share(rounding()),
            StopRule::Absolute => *gap <= T::from_f64(EPSILON_SQUARED),
            StopRule::Within(Tolerance { epsilon, of: Reference::Distance }) => {
                *gap <= T::from_f64(epsilon).times(length_squared)
            }
            StopRule::Within(Tolerance { epsilon, of: Reference::Size }) => *gap <= share(T::from_f64(epsilon)),
        }
    }

    /// Whether a v with |v|∞ = `size` counts as zero. The noise is K u E.
    #[inline(always)]
    pub(in crate::gjk) fn is_zero<T: Scalar>(self, size: &T, noise: impl FnOnce() -> T) -> bool {
        match self {
            StopRule::Relative | StopRule::Within(_) => *size <= noise(),
            StopRule::Absolute => false,
        }
    }

    /// The rule as records spell it.
    pub fn name(self) -> &'static str {
        match self {
            StopRule::Relative => "relative",
            StopRule::Absolute => "absolute",
            StopRule::Within(tolerance) => tolerance.of.name(),
        }
    }

    /// The ε of the rule, if it has one.
    pub fn tolerance(self) -> Option<f64> {
        if let StopRule::Within(tolerance) = self { Some(tolerance.epsilon) } else { None }
    }
}

/// A tolerance of the stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// ε.
    pub epsilon: f64,
    /// The quantity that the gap is compared with.
    pub of: Reference,
}

/// The reference quantity of a tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// Stops at gap ≤ ε |v|², as van den Bergen does: the relative error of the distance is then at most ε. If ε < 1, the
    /// supporting plane through w separates the bodies, so in exact arithmetic no overlap is reported as a distance.
    Distance,
    /// Stops at gap ≤ ε |v|∞ E, as [`StopRule::Relative`] does with ε = K u: the error of the distance is then at most ε E, and
    /// an overlap no deeper than that may be reported as a distance.
    Size,
}

impl Reference {
    /// Both references.
    pub const ALL: [Reference; 2] = [Reference::Distance, Reference::Size];

    /// The rule as records spell it.
    pub fn name(self) -> &'static str {
        match self {
            Reference::Distance => "distance",
            Reference::Size => "size",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_stops_at_its_share_and_not_above() {
        // ε = 1/4 of |v|² = 8, or of |v|∞ E = 12.
        for (of, most) in [(Reference::Distance, 2.0), (Reference::Size, 3.0)] {
            let is_met = |gap: f64| StopRule::Within(Tolerance { epsilon: 0.25, of }).is_met(&gap, &8.0, |share| share * 12.0);
            assert!(is_met(most) && is_met(0.0) && is_met(-1.0), "{of:?}");
            assert!(!is_met(most + 0.5) && !is_met(f64::NAN), "{of:?}");
        }
    }
}
