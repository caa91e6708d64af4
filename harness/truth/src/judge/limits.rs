//! The limits that lengths are compared with: the tolerance, half of the digits, and the ends of the scalar's range.
//!
//! If D is near the least positive number of the scalar, η, no length can be given to within 64 u·D, which is less than the
//! step from one number to the next. So in floating point a tolerance that is not zero is at least η: a length that is off by
//! one step of the scalar is right. Likewise, infinity represents every distance that rounds to it. Neither rule applies with a
//! tolerance of zero, which asks for the exact number.

use gjk_cases::case::{Arithmetic, Point};

use crate::exact::Scaled;

/// The size of the greatest length error of an answer: the error of the reported distance or of the witness points' distance,
/// or the distance of a witness point from its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extent {
    /// Within the tolerance.
    Within,
    /// Beyond the tolerance, and at most √u·D.
    Beyond,
    /// Beyond √u·D, or not a number: half of the digits are lost.
    Lost,
}

/// The limits that the lengths of an answer are compared with, in units of the coordinates.
pub struct Limits {
    /// D.
    pub size: Scaled,
    /// u·D, the unit of errors; D in exact arithmetic.
    pub unit: Scaled,
    /// The tolerance.
    pub tolerance: Scaled,
    /// √u·D; 2⁻²⁶ D in exact arithmetic. Only lengths beyond the tolerance are compared with it, so it needs no lower limit of
    /// its own.
    pub half: Scaled,
    /// η; zero in exact arithmetic.
    pub least: Scaled,
    /// The least length that rounds to infinity, if infinity may represent it.
    infinite: Option<Scaled>,
    /// Below this, rounding a coordinate costs as much as at it: up to η/2. Zero if there is no tolerance.
    least_normal: f64,
    roundoff: Scaled,
}

impl Limits {
    /// The limits for bodies of size D, with the tolerance in units of u·D. Exact arithmetic has no tolerance.
    pub fn new(size: Scaled, arithmetic: Arithmetic, tolerance: f64) -> Limits {
        let roundoff = Scaled::from_f64(arithmetic.unit());
        let unit = size.times(roundoff);
        let Some(range) = arithmetic.range() else {
            let (half, zero) = (size.shifted(-26), Scaled::ZERO);
            return Limits { size, unit, tolerance: zero, half, least: zero, infinite: None, least_normal: 0.0, roundoff };
        };
        let [least, greatest] = range.map(Scaled::from_f64);
        let is_rounded = tolerance > 0.0;
        let floor = if is_rounded { least } else { Scaled::ZERO };
        Limits {
            size,
            unit,
            tolerance: unit.times(Scaled::from_f64(tolerance)).max(floor),
            half: size.times(roundoff.root()),
            least,
            // Half a step beyond the greatest number, whose last digit is odd: the tie rounds to infinity.
            infinite: is_rounded.then(|| greatest.plus(roundoff.shifted(greatest.exponent()))),
            // Exact: the step below it is η, and u times it is half of η.
            least_normal: if is_rounded { range[0] / (2.0 * arithmetic.unit()) } else { 0.0 },
            roundoff,
        }
    }

    /// The extent of a length error.
    pub(super) fn extent(&self, length: Scaled) -> Extent {
        if length <= self.tolerance {
            Extent::Within
        } else if length <= self.half {
            Extent::Beyond
        } else {
            Extent::Lost
        }
    }

    /// Whether the margin of a wrong verdict is beyond the tolerance; with a tolerance of zero, every margin is.
    pub(super) fn is_beyond(&self, margin: Scaled) -> bool {
        self.tolerance.is_zero() || margin > self.tolerance
    }

    /// u: the greatest difference of a time and its rounding downward. Exact arithmetic has none.
    pub(super) fn unit_of_time(&self) -> f64 {
        if self.tolerance.is_zero() { 0.0 } else { self.roundoff.to_f64() }
    }

    /// A length in units of u·D; of D in exact arithmetic.
    pub fn units(&self, length: Scaled) -> f64 {
        length.over(self.unit).to_f64()
    }

    /// Whether a reported distance is the infinity that this distance rounds to.
    pub(super) fn is_infinite(&self, reported: f64, distance: Scaled) -> bool {
        reported == f64::INFINITY && self.infinite.is_some_and(|least| distance >= least)
    }

    /// The most that rounding the coordinates of a point to the scalar may cost: u |x| per coordinate, and η/2, which is u
    /// times the least normal number, for a coordinate below that number. `None` if the point is not finite.
    pub(super) fn rounding(&self, point: &Point, dimension: u8) -> Option<Scaled> {
        let finite = Some(point).filter(|point| point.iter().all(|x| x.is_finite()))?;
        let costly = |i: usize| if i < usize::from(dimension) { finite[i].abs().max(self.least_normal) } else { 0.0 };
        Some(distance(&[0, 1, 2].map(costly), &[0.0; 3])?.times(self.roundoff))
    }
}

/// The distance of two points; `None` if one is not finite. Squares of numbers near the ends of the range are beyond the range,
/// so exponents are kept separately.
pub(super) fn distance(p: &Point, q: &Point) -> Option<Scaled> {
    p.iter().chain(q).all(|x| x.is_finite()).then(|| {
        let squared = (0..3).fold(Scaled::ZERO, |sum, i| {
            // In doubles the difference may be beyond the range, and half of the least number is not representable.
            let difference = Scaled::from_f64(p[i]).minus(Scaled::from_f64(q[i]));
            sum.plus(difference.times(difference))
        });
        squared.root()
    })
}
