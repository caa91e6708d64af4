//! What lengths are held against: the tolerance, half of the digits, and the ends of the scalar's range.
//!
//! Where D is near the least positive number of the scalar, η, no length can be told to 64 u·D, which is less than the step from one
//! number to the next. So in a float a tolerance that is not zero is at least η: a length that is off by one step of the scalar is right.
//! Likewise infinity is what the scalar has for a distance that rounds to it. A tolerance of zero is for those who want the very number,
//! so there neither holds.

use gjk_cases::case::{Arithmetic, Point};

use crate::exact::Scaled;

/// How large the greatest length error of an answer is: of the reported distance, of the witness points' distance, of a witness
/// point from its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extent {
    /// Within the tolerance.
    Within,
    /// Beyond it, and at most √u·D.
    Beyond,
    /// Beyond √u·D, or no number: half of the digits are lost.
    Lost,
}

/// What the lengths of an answer are held against, in units of the coordinates.
pub struct Limits {
    /// D.
    pub size: Scaled,
    /// u·D, the unit of errors; D in exact arithmetic.
    pub unit: Scaled,
    /// The tolerance.
    pub tolerance: Scaled,
    /// √u·D; 2⁻²⁶ D in exact arithmetic. Only lengths beyond the tolerance are held against it, so it needs no floor of its own.
    pub half: Scaled,
    /// η; zero in exact arithmetic.
    pub least: Scaled,
    /// The least length that rounds to infinity, where infinity may stand for it.
    infinite: Option<Scaled>,
    /// Below this, rounding a coordinate costs as much as at it: up to η/2. Zero where there is no tolerance.
    least_normal: f64,
    roundoff: Scaled,
}

impl Limits {
    /// Those of bodies of size D, with the tolerance in units of u·D. Exact arithmetic has none.
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
            // Half of a step beyond the greatest number, which is odd: there the tie goes to infinity.
            infinite: is_rounded.then(|| greatest.plus(roundoff.shifted(greatest.exponent()))),
            // Exactly: the step below it is η, and u times it is half of that.
            least_normal: if is_rounded { range[0] / (2.0 * arithmetic.unit()) } else { 0.0 },
            roundoff,
        }
    }

    /// How large a length error is.
    pub(super) fn extent(&self, length: Scaled) -> Extent {
        if length <= self.tolerance {
            Extent::Within
        } else if length <= self.half {
            Extent::Beyond
        } else {
            Extent::Lost
        }
    }

    /// Whether the margin of a wrong verdict is beyond the tolerance; with a tolerance of zero every one is.
    pub(super) fn is_beyond(&self, margin: Scaled) -> bool {
        self.tolerance.is_zero() || margin > self.tolerance
    }

    /// A length in units of u·D; of D in exact arithmetic.
    pub fn units(&self, length: Scaled) -> f64 {
        length.over(self.unit).to_f64()
    }

    /// Whether a reported distance is the infinity that this distance rounds to.
    pub(super) fn is_infinite(&self, reported: f64, distance: Scaled) -> bool {
        reported == f64::INFINITY && self.infinite.is_some_and(|least| distance >= least)
    }

    /// What rounding the coordinates of a point to the scalar may cost: each costs u |x|, and one below the least normal number
    /// η/2 = u times that. None where the point is not finite.
    pub(super) fn rounding(&self, point: &Point, dimension: u8) -> Option<Scaled> {
        let finite = Some(point).filter(|point| point.iter().all(|x| x.is_finite()))?;
        let costly = |i: usize| if i < usize::from(dimension) { finite[i].abs().max(self.least_normal) } else { 0.0 };
        Some(distance(&[0, 1, 2].map(costly), &[0.0; 3])?.times(self.roundoff))
    }
}

/// The distance of two points; none where one is not finite. Squares of numbers near the ends of the range are beyond it, so that
/// the exponents stand apart.
pub(super) fn distance(p: &Point, q: &Point) -> Option<Scaled> {
    p.iter().chain(q).all(|x| x.is_finite()).then(|| {
        let squared = (0..3).fold(Scaled::ZERO, |sum, i| {
            // As doubles the difference may be beyond the range, and half of the least number is none.
            let difference = Scaled::from_f64(p[i]).minus(Scaled::from_f64(q[i]));
            sum.plus(difference.times(difference))
        });
        squared.root()
    })
}
