//! When a distance loop stops.

use std::fmt::Debug;

use gjk_numbers::Scalar;

/// K, the allowance for rounding in units of u·E: v is a sum of up to four rounded products of vertices that were rounded
/// themselves, and v·(v − w) one of three; worst cases are near 10, typical errors below 2.
pub const ROUNDING: f64 = 8.0;

/// ε², the absolute stop of the loops as published: on a squared length, whatever the unit of length.
pub const EPSILON_SQUARED: f64 = 1e-12;

/// When the distance is good enough.
pub trait StopRule: Copy + Debug + Send + Sync + 'static {
    /// Whether a gap is small enough, |v|² being this squared length. `share` gives this share of |v|∞ E.
    fn is_met<T: Scalar>(&self, gap: &T, length_squared: &T, share: impl FnOnce(T) -> T) -> bool;
    /// Whether v is as good as zero, |v|∞ being this size. The noise is K u E.
    fn is_zero<T: Scalar>(&self, size: &T, noise: impl FnOnce() -> T) -> bool;
    /// The same rule, known when the program runs.
    fn erased(self) -> ErasedStop;
}

/// K u.
#[inline(always)]
pub fn rounding<T: Scalar>() -> T {
    T::from_f64(ROUNDING).times(&T::unit_roundoff())
}

/// Stops at gap ≤ K u |v|∞ E, where E is the greatest coordinate of the support points seen and K = [`ROUNDING`]. As |v|∞ ≤ |v|, the
/// error of the distance is then at most K u E ≤ K u D, however the pair is scaled, and no square or root of a square is needed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Relative;

impl StopRule for Relative {
    #[inline(always)]
    fn is_met<T: Scalar>(&self, gap: &T, _: &T, share: impl FnOnce(T) -> T) -> bool {
        *gap <= share(rounding())
    }
    #[inline(always)]
    fn is_zero<T: Scalar>(&self, size: &T, noise: impl FnOnce() -> T) -> bool {
        *size <= noise()
    }
    fn erased(self) -> ErasedStop {
        ErasedStop::Relative
    }
}

/// Stops at |v|² − v·w ≤ ε² = [`EPSILON_SQUARED`]; nothing but zero is zero.
#[derive(Clone, Copy, Debug, Default)]
pub struct Absolute;

impl StopRule for Absolute {
    #[inline(always)]
    fn is_met<T: Scalar>(&self, gap: &T, _: &T, _: impl FnOnce(T) -> T) -> bool {
        *gap <= T::from_f64(EPSILON_SQUARED)
    }
    #[inline(always)]
    fn is_zero<T: Scalar>(&self, _: &T, _: impl FnOnce() -> T) -> bool {
        false
    }
    fn erased(self) -> ErasedStop {
        ErasedStop::Absolute
    }
}

/// Stops at a chosen tolerance ε instead of a multiple of u; v is zero where [`Relative`] takes it for zero.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// ε.
    pub epsilon: f64,
    /// What the gap is compared with.
    pub of: Reference,
}

/// What a tolerance is a share of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// Stops at gap ≤ ε |v|², as van den Bergen does: the relative error of the distance is then at most ε. If ε < 1 the supporting
    /// plane through w separates the bodies, so that in exact arithmetic no overlap is taken for a distance.
    Distance,
    /// Stops at gap ≤ ε |v|∞ E, as [`Relative`] does with ε = K u: the error of the distance is then at most ε E, and an overlap
    /// that is not deeper than that may be taken for a distance.
    Size,
}

impl Reference {
    /// Both.
    pub const ALL: [Reference; 2] = [Reference::Distance, Reference::Size];

    /// The rule as records spell it.
    pub fn name(self) -> &'static str {
        match self {
            Reference::Distance => "distance",
            Reference::Size => "size",
        }
    }
}

impl StopRule for Tolerance {
    #[inline(always)]
    fn is_met<T: Scalar>(&self, gap: &T, length_squared: &T, share: impl FnOnce(T) -> T) -> bool {
        let epsilon = T::from_f64(self.epsilon);
        match self.of {
            Reference::Distance => *gap <= epsilon.times(length_squared),
            Reference::Size => *gap <= share(epsilon),
        }
    }
    #[inline(always)]
    fn is_zero<T: Scalar>(&self, size: &T, noise: impl FnOnce() -> T) -> bool {
        *size <= noise()
    }
    fn erased(self) -> ErasedStop {
        ErasedStop::Within(self)
    }
}

/// A stop that is chosen when the program runs.
#[derive(Clone, Copy, Debug)]
pub enum ErasedStop {
    /// [`Relative`].
    Relative,
    /// [`Absolute`].
    Absolute,
    /// At this [`Tolerance`].
    Within(Tolerance),
}

impl ErasedStop {
    /// The rule as records spell it.
    pub fn name(self) -> &'static str {
        match self {
            ErasedStop::Relative => "relative",
            ErasedStop::Absolute => "absolute",
            ErasedStop::Within(tolerance) => tolerance.of.name(),
        }
    }

    /// Its ε, where it has one.
    pub fn tolerance(self) -> Option<f64> {
        if let ErasedStop::Within(tolerance) = self { Some(tolerance.epsilon) } else { None }
    }
}

impl StopRule for ErasedStop {
    fn is_met<T: Scalar>(&self, gap: &T, length_squared: &T, share: impl FnOnce(T) -> T) -> bool {
        match self {
            ErasedStop::Relative => Relative.is_met(gap, length_squared, share),
            ErasedStop::Absolute => Absolute.is_met(gap, length_squared, share),
            ErasedStop::Within(tolerance) => tolerance.is_met(gap, length_squared, share),
        }
    }
    fn is_zero<T: Scalar>(&self, size: &T, noise: impl FnOnce() -> T) -> bool {
        match self {
            ErasedStop::Relative => Relative.is_zero(size, noise),
            ErasedStop::Absolute => Absolute.is_zero(size, noise),
            ErasedStop::Within(tolerance) => tolerance.is_zero(size, noise),
        }
    }
    fn erased(self) -> ErasedStop {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_stops_at_its_share_and_not_above() {
        // ε = 1/4 of |v|² = 8, or of |v|∞ E = 12.
        for (of, most) in [(Reference::Distance, 2.0), (Reference::Size, 3.0)] {
            let is_met = |gap: f64| Tolerance { epsilon: 0.25, of }.is_met(&gap, &8.0, |share| share * 12.0);
            assert!(is_met(most) && is_met(0.0) && is_met(-1.0), "{of:?}");
            assert!(!is_met(most + 0.5) && !is_met(f64::NAN), "{of:?}");
        }
    }
}
