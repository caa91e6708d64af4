//! Errors of the lengths of an answer: its distance, the distance of its witness points, and their distances from their bodies.

use gjk_cases::case::{Body, Case, Point};
use gjk_cases::format::Side;

use super::limits::{Limits, distance};
use crate::answer::{Scope, Values};
use crate::exact::{Bracket, Scaled};

/// The errors of an answer's lengths, in units of the coordinates. The error of a length that is not a number is
/// [`Scaled::BEYOND`].
#[derive(Clone, Copy)]
pub(super) struct LengthErrors {
    /// The error of the reported distance.
    pub distance: Option<Scaled>,
    /// The errors of the witness points.
    pub witnesses: Option<WitnessErrors>,
    /// The width of the bracket of the true distance.
    pub open: Scaled,
    /// The error of a claim: the greatest of the measures that its promise is judged by.
    pub claim: Option<Scaled>,
    /// A lower bound of how much farther apart the parts of unions that the answer measures are than the nearest parts: an
    /// error of each length.
    pub farther: Scaled,
}

/// The errors of two witness points.
#[derive(Clone, Copy)]
pub(super) struct WitnessErrors {
    /// The error of their distance.
    pub distance: Scaled,
    /// The distance of each from its body, or from its core if the answer measures cores. Not positive within the body.
    pub off_bodies: [Scaled; 2],
    /// The most that rounding each of them to the scalar may cost; `None` in exact arithmetic.
    pub allowances: Option<[Scaled; 2]>,
}

impl LengthErrors {
    /// The errors of an answer without lengths.
    pub const NONE: LengthErrors =
        LengthErrors { distance: None, witnesses: None, open: Scaled::ZERO, claim: None, farther: Scaled::ZERO };

    /// The errors of rounded values, given the bracket of the distance that they measure. `off_core` returns how far a finite
    /// witness point is from the core of its body; an upper bound suffices if it is within the tolerance plus the allowance for
    /// rounding the point.
    pub fn of_rounded(
        limits: &Limits,
        case: &Case,
        (scope, values): (Scope, &Values<f64>),
        truth: Bracket,
        off_core: impl Fn(Side, &Point, Scaled) -> Scaled,
    ) -> LengthErrors {
        let of_distance = |reported: f64| match reported {
            _ if limits.is_infinite(reported, truth.high) => Scaled::ZERO,
            _ if reported.is_finite() => truth.off(Scaled::from_f64(reported)),
            _ => Scaled::BEYOND,
        };
        let of_witnesses = |witnesses: &[Point; 2]| {
            // A point that is not finite gets no allowance.
            let allowances = witnesses.map(|point| limits.rounding(&point, case.dimension).unwrap_or(Scaled::ZERO));
            let off_body = |side: Side, body: &Body| {
                let (witness, allowance) = (&witnesses[side as usize], allowances[side as usize]);
                if !witness.iter().all(|x| x.is_finite()) {
                    return Scaled::BEYOND;
                }
                let off = off_core(side, witness, allowance);
                if scope == Scope::Bodies { off.minus(Scaled::from_f64(body.radius())) } else { off }
            };
            WitnessErrors {
                distance: match &values.translation {
                    // With a translation v, the witness points have to differ by v. A witness point that is in its body and
                    // differs by v from the other one lies in the face of its body that the normal supports.
                    Some(v) => mismatch(witnesses, v).unwrap_or(Scaled::BEYOND),
                    None => distance(&witnesses[0], &witnesses[1]).map_or(Scaled::BEYOND, |length| truth.off(length)),
                },
                off_bodies: [off_body(Side::A, &case.a), off_body(Side::B, &case.b)],
                allowances: Some(allowances),
            }
        };
        LengthErrors {
            distance: values.distance.map(of_distance),
            witnesses: values.witnesses.as_ref().map(of_witnesses),
            open: truth.width(),
            claim: None,
            farther: Scaled::ZERO,
        }
    }

    /// The greater error of the reported distance and of the witness points' distance.
    pub fn error(&self) -> Option<Scaled> {
        let error = self.distance.max(self.witnesses.map(|witnesses| witnesses.distance)).max(self.claim);
        error.map(|error| error.plus(self.farther))
    }

    /// The greater distance of a witness point from its body.
    pub fn infeasibility(&self) -> Option<Scaled> {
        self.witnesses.map(|WitnessErrors { off_bodies: [of_a, of_b], .. }| of_a.max(of_b).max(Scaled::ZERO))
    }

    /// The sum of the allowances for rounding the witness points.
    pub fn allowance(&self) -> Option<Scaled> {
        self.witnesses?.allowances.map(|[of_a, of_b]| of_a.plus(of_b))
    }

    /// The greatest error less the allowances for rounding the witness points, which decides the ruling.
    pub fn judged(&self) -> Option<Scaled> {
        let of_witnesses = self.witnesses.map(|WitnessErrors { distance, off_bodies, allowances }| {
            let [of_a, of_b] = allowances.unwrap_or([Scaled::ZERO; 2]);
            let of_each = off_bodies[0].minus(of_a).max(off_bodies[1].minus(of_b));
            distance.minus(of_a.plus(of_b)).max(of_each)
        });
        let greatest = self.distance.max(of_witnesses).max(self.claim);
        greatest.map(|error| error.max(Scaled::ZERO).plus(self.farther))
    }

    /// Whether the answer has a distance, and the true one is not known to the tolerance: then an error within it decides
    /// nothing.
    pub fn are_open(&self, limits: &Limits) -> bool {
        (self.distance.is_some() || self.witnesses.is_some() || self.claim.is_some()) && self.open > limits.tolerance
    }
}

/// The distance of on_a − on_b from v; `None` if a coordinate is not finite.
fn mismatch(witnesses: &[Point; 2], v: &Point) -> Option<Scaled> {
    let [on_a, on_b] = witnesses;
    on_a.iter().chain(on_b).chain(v).all(|x| x.is_finite()).then(|| {
        let squared = (0..3).fold(Scaled::ZERO, |sum, i| {
            let [a, b, v] = [on_a[i], on_b[i], v[i]].map(Scaled::from_f64);
            let difference = a.minus(b).minus(v);
            sum.plus(difference.times(difference))
        });
        squared.root()
    })
}
