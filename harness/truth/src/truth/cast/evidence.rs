//! The proof of when two hulls of points meet first, in numbers that a reader can check from the definitions without this program.
//!
//! Let M be the set of differences of the cores, r the motion of A, and R the sum of the radii. A normal n with n·m > R |n| for all
//! m in M and n·(m + s r) ≥ R |n| proves that the bodies share no point before the time s: between these times the products are
//! linear. Weights of pairs of points prove that they share one at a time. The static truths of the moved and the swept pair have
//! both: the hull of A and A + s r consists of the points a + λ s r, so a point of it is a point of A at the time λ s.

use std::iter::zip;

use dashu_int::IBig;
use dashu_int::ops::Gcd;
use dashu_ratio::RBig;
use gjk_cases::case::{Body, Case, Class};
use gjk_numbers::Big;
use gjk_numbers::vector::Vector;

use super::super::evidence::Evidence;
use super::super::halfspace::{dot, rational};
use super::{CastTruth, Copies, First, HullTruth, Time, Truth, parts, placed, rationals};
use crate::lattice::Pair;
use crate::oracle::cast::primitive;

/// When a hull that moves meets a half-space first. The point of the hull that decides how they lie at the start is the lowest one
/// all the time, so that it proves this.
#[derive(Clone, Debug, PartialEq)]
pub struct Descent {
    /// The time before which they share no point.
    pub low: RBig,
    /// The time at which they share one. Without a radius it is the same time.
    pub high: RBig,
    /// The lowest point of the hull at that time.
    pub on_a: Vector<RBig>,
    /// The nearest point of the half-space.
    pub on_b: Vector<RBig>,
}

/// A proof of when the bodies of a cast meet first.
#[derive(Clone, Debug, PartialEq)]
pub enum CastEvidence {
    /// They share no point until time 1.
    Never {
        /// A normal that proves it.
        normal: Vector<IBig>,
    },
    /// They share no point before a time, and share one at another time.
    At {
        /// The time before which they share no point.
        low: RBig,
        /// The time at which they share one. For hulls without radii it is the same time.
        high: RBig,
        /// A normal that proves the former; `None` if that time is zero.
        normal: Option<Vector<IBig>>,
        /// Pairs of points.
        pairs: Vec<Pair>,
        /// Their weights, which are non-negative and sum to one: at the time `high` the combination of the points of A is no farther
        /// from the combination of the points of B than the sum of the radii.
        weights: Vec<RBig>,
    },
}

impl CastTruth {
    /// The proof, for the case whose truth this is; `None` unless both bodies are hulls of points.
    pub fn evidence(&self, case: &Case) -> Option<CastEvidence> {
        let Truth::Hulls(start) = &*self.start else { return None };
        let of = |copies, time| match placed(&self.start, case, copies, &self.motion, Time::Exact(time)).0 {
            Truth::Hulls(hulls) => Some(hulls.core_evidence()),
            _ => None,
        };
        let time = match self.first(case) {
            First::Undecided => return None,
            First::Never => {
                return Some(CastEvidence::Never { normal: self.axis(case, of(Copies::Swept, &RBig::ONE)?, &RBig::ONE) });
            }
            First::At(time) => time,
        };
        let (low, high) = (time.low.clone(), time.high.clone());
        if let Some(proof) = &time.proof {
            let Evidence { pairs, weights, .. } = of(Copies::Moved, &high)?;
            return Some(CastEvidence::At { low, high, normal: Some(proof.normal.clone().map(|x| x.0)), pairs, weights });
        }
        if HullTruth::class(start) != Class::Separated {
            let Evidence { pairs, weights, .. } = start.core_evidence();
            return Some(CastEvidence::At { low, high, normal: None, pairs, weights });
        }
        let normal = if low > RBig::ZERO { Some(self.axis(case, of(Copies::Swept, &low)?, &low)) } else { None };
        // The bodies share a point on the way to `high`, maybe before it.
        let (share, Evidence { pairs, weights, .. }) = of_one_copy(case, of(Copies::Swept, &high)?);
        Some(CastEvidence::At { low, high: high * share, normal, pairs, weights })
    }

    /// When a hull meets a half-space first, with a proof, for the case whose truth this is; `Some(None)` if never, `None` for other
    /// bodies.
    pub fn descent(&self, case: &Case) -> Option<Option<Descent>> {
        let (Truth::Halfspace(start), Body::Halfspace { normal, offset }) = (&*self.start, &case.b) else { return None };
        let support = start.support.as_ref()?;
        let (n, r) = (rationals(normal), rationals(&self.motion));
        let height = |p: &Vector<RBig>| dot(&n, p) - rational(*offset);
        let lowest = rationals(&case.a.points()[support.index]);
        let [low, high] = match self.first(case) {
            First::Undecided => return None,
            First::Never => return Some(None),
            First::At(time) if time.low < time.high && case.a.radius() == 0.0 => {
                let time = -height(&lowest) / dot(&n, &r);
                [time.clone(), time]
            }
            First::At(time) => [time.low.clone(), time.high.clone()],
        };
        let on_a = std::array::from_fn(|i| &lowest[i] + &r[i] * &high);
        let above = height(&on_a).max(RBig::ZERO) / dot(&n, &n);
        let on_b = std::array::from_fn(|i| &on_a[i] - &n[i] * &above);
        Some(Some(Descent { low, high, on_a, on_b }))
    }

    /// The points at which the cores touch first, for the case whose truth this is: a point of A then, and a point of B. If they do
    /// not touch, the nearest points of the core of B and of the space that the core of A sweeps. `None` unless both bodies are hulls
    /// of points.
    pub fn nearest_points(&self, case: &Case) -> Option<[Vector<RBig>; 2]> {
        match self.evidence(case)? {
            CastEvidence::Never { .. } => match &*self.swept {
                Truth::Hulls(swept) => Some(self.nearest_on_the_way(case, swept.core_evidence(), &RBig::ONE)),
                _ => None,
            },
            CastEvidence::At { high, pairs, weights, .. } => {
                let evidence = Evidence { class: Class::Touching, pairs, weights, normal: None };
                let [on_a, on_b] = evidence.points(case.a.points(), case.b.points());
                Some([self.forward(on_a, &high), on_b])
            }
        }
    }

    /// The vector from the nearest point of B to the space that A sweeps until a time, multiplied to coprime integers.
    fn axis(&self, case: &Case, evidence: Evidence, time: &RBig) -> Vector<IBig> {
        let [on_a, on_b] = self.nearest_on_the_way(case, evidence, time);
        let v: [RBig; 3] = std::array::from_fn(|i| &on_a[i] - &on_b[i]);
        let denominator = v.iter().fold(IBig::ONE, |common, x| {
            let x = IBig::from(x.denominator().clone());
            &common / IBig::from((&common).gcd(&x)) * x
        });
        primitive(v.map(|x| Big((x * RBig::from(denominator.clone())).numerator().clone()))).map(|x| x.0)
    }

    /// The nearest points of the space that A sweeps until a time and of B, by the evidence about them.
    fn nearest_on_the_way(&self, case: &Case, evidence: Evidence, time: &RBig) -> [Vector<RBig>; 2] {
        let (share, evidence) = of_one_copy(case, evidence);
        let [on_a, on_b] = evidence.points(case.a.points(), case.b.points());
        [self.forward(on_a, &(time * share)), on_b]
    }

    /// A point of A as it starts, moved to where it is at a time.
    fn forward(&self, point: Vector<RBig>, time: &RBig) -> Vector<RBig> {
        let r = rationals(&self.motion);
        std::array::from_fn(|i| &point[i] + &r[i] * time)
    }

    /// The casts of the pairs of parts of unions, with the numbers of the parts; none for convex bodies.
    pub fn of_parts(&self) -> impl Iterator<Item = (Case, [usize; 2], CastTruth)> + use<'_> {
        zip(parts(&self.start), parts(&self.swept)).map(|(start, swept)| {
            let case = start.case.clone().cast_along(self.motion);
            let [start_truth, swept] = [start, swept].map(|pair| Box::new(pair.truth.clone()));
            (case, [start.a, start.b], CastTruth { start: start_truth, swept, motion: self.motion, first: Default::default() })
        })
    }
}

/// Evidence about A and its moved copy as evidence about A, with the sum of the weights of the copy.
fn of_one_copy(case: &Case, mut evidence: Evidence) -> (RBig, Evidence) {
    let count = case.a.points().len();
    let of_copy = zip(&evidence.pairs, &evidence.weights).filter(|(pair, _)| pair.a >= count);
    let share = of_copy.fold(RBig::ZERO, |sum, (_, weight)| sum + weight);
    evidence.pairs.iter_mut().for_each(|pair| pair.a %= count);
    (share, evidence)
}
