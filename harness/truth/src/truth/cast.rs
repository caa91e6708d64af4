//! A cast: A moves by a vector r over the times from 0 to 1, and B rests. When do they first touch?
//!
//! Two questions about bodies at rest decide on every claim, so that no time has to be known for it. The *gap* at t is the
//! distance of A + t r from B. The *path* to t is the depth in B of the space that A has swept until then: the least translation
//! of A that would have kept the way free. The first contact is the only time with a gap of zero and a path of zero, up to
//! motions along a face.

mod evidence;

use std::sync::OnceLock;

use dashu_ratio::RBig;
pub use evidence::{CastEvidence, Descent};
use gjk_cases::case::{Body, Case, Class, Point};
use gjk_numbers::Big;
use gjk_numbers::vector::{Vector, dot};

use super::halfspace::{rational, rationals};
use super::hulls::Copies;
use super::{CurvedTruth, HalfspaceTruth, HullTruth, PairTruth, Truth, UnionTruth};
use crate::exact::{Bracket, Integral, Scaled};
use crate::lattice::Pair;
use crate::oracle::cast::FirstContact;

/// The truth of a cast.
#[derive(Clone, Debug)]
pub struct CastTruth {
    /// The truth of the bodies as they start.
    pub start: Box<Truth>,
    /// The truth of B and the space that A sweeps: the convex hull of A and A + r, part by part.
    pub swept: Box<Truth>,
    motion: Point,
    // Computed on first use: no ruling depends on it.
    first: OnceLock<First>,
}

/// When the bodies of a cast meet first.
#[derive(Clone, Debug, PartialEq)]
// There is one of them for a case.
#[allow(clippy::large_enum_variant)]
pub enum First {
    /// Not until time 1.
    Never,
    /// Within this bracket.
    At(FirstTime),
    /// A bracket of curved bodies does not decide it.
    Undecided,
}

/// The time of a first contact.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstTime {
    /// The bodies share no point before this time.
    pub low: RBig,
    /// They touch until this time. For hulls without radii, and at the start, it is the same time: exact.
    pub high: RBig,
    /// The proof of an exact time after the start.
    pub proof: Option<FirstContact>,
    /// The numbers of the parts that touch first; zeros for convex bodies.
    pub parts: [usize; 2],
}

impl FirstTime {
    /// The time, or the middle of its bracket, rounded.
    pub fn rounded(&self) -> f64 {
        ((&self.low + &self.high) / RBig::from(2)).to_f64_fast()
    }

    /// The normal of the plane that proves the time, from A to B and of length one up to rounding.
    pub fn normal(&self) -> Option<Point> {
        let normal = &self.proof.as_ref()?.normal;
        let length = dot(normal, normal).scaled().root();
        Some(normal.each_ref().map(|x| 0.0 - x.scaled().over(length).to_f64()))
    }

    /// Whether the time is known exactly.
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

/// A time as an answer states it.
#[derive(Clone, Copy, Debug)]
pub enum Time<'a> {
    /// A double.
    Rounded(f64),
    /// A fraction, for hulls without radii.
    Exact(&'a RBig),
}

/// The state of a cast at a time. Lengths are in units of the coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Passage {
    /// The distance of A + t r and B.
    pub gap: Bracket,
    /// The depth in B of the space that A has swept until then. For unions it is that of the deepest pair of parts, a lower
    /// bound.
    pub path: Bracket,
    /// Whether no contact has happened until then; `None` if a bracket does not decide it.
    pub is_before: Option<bool>,
    /// How far A + t r reaches into B along the normal that was given; `None` without one, and for curved bodies.
    pub reach: Option<Scaled>,
}

impl CastTruth {
    /// The truth of a case with finite coordinates in which A moves.
    pub fn of(case: &Case, motion: &Point) -> CastTruth {
        let start = Truth::in_default_mode(&Case { cast: None, ..case.clone() });
        let swept = match &start {
            Truth::Union(union) => {
                let swept = |pair: &PairTruth| PairTruth { truth: swept(&pair.truth, &pair.case, motion), ..pair.clone() };
                Truth::Union(UnionTruth::of_pairs(union.pairs.iter().map(swept).collect()))
            }
            convex => swept(convex, case, motion),
        };
        CastTruth { start: Box::new(start), swept: Box::new(swept), motion: *motion, first: OnceLock::new() }
    }

    /// The class as records spell it: `touching` or `overlapping` as the bodies lie at the start, and else `hit` or `never`; empty
    /// if it is undecided.
    pub fn class_name(&self) -> &'static str {
        match (self.start.decided(), self.swept.decided()) {
            (Some(Class::Separated), Some(Class::Separated)) => "never",
            (Some(Class::Separated), Some(_)) => "hit",
            (Some(class), _) => class.name(),
            _ => "",
        }
    }

    /// Whether the bodies overlap before they move.
    pub fn starts_in_overlap(&self) -> bool {
        self.start.decided() == Some(Class::Overlapping)
    }

    /// |r|, the length of the motion.
    pub fn length(&self) -> Scaled {
        self.motion.iter().map(|x| Scaled::from_f64(*x)).fold(Scaled::ZERO, |sum, x| sum.plus(x.times(x))).root()
    }

    /// The depth in B of the space that A sweeps; zero if they share no point. For unions it is that of the deepest pair of
    /// parts, a lower bound.
    pub fn path(&self) -> Bracket {
        self.convex(&self.swept).map(|(_, truth)| depth(truth)).fold(Bracket::ZERO, deeper)
    }

    /// The state at a time, for the case whose truth this is. The normal, of any length and from A to B, is that of the contact
    /// according to an answer. If it shows that the path's depth is at most `enough`, its bound is returned: the depth itself takes
    /// much longer.
    pub fn at(&self, case: &Case, time: Time, normal: Option<&Point>, enough: Scaled) -> Passage {
        let normal = normal.filter(|normal| **normal != [0.0; 3] && normal.iter().all(|x| x.is_finite()));
        let along = |truth: &Truth| Some(truth.hulls()?.reach_beyond(&normal?.map(Scaled::from_f64), &[Scaled::ZERO; 3]));
        let pair = |(pair, truth): (Option<&PairTruth>, &Truth)| {
            let case = pair.map_or(case, |pair| &pair.case);
            let [moved, swept] = [Copies::Moved, Copies::Swept].map(|copies| placed(truth, case, copies, &self.motion, time));
            let with_radii = |(truth, unit): &(Truth, Scaled)| {
                along(truth).map(|reach| reach.over(*unit).plus(truth.hulls().map_or(Scaled::ZERO, |hulls| hulls.radii)))
            };
            let bound =
                with_radii(&swept).filter(|reach| *reach <= enough).map(|reach| Bracket::exactly(reach.max(Scaled::ZERO)));
            let is_before = swept.0.decided().map(|class| class == Class::Separated);
            let path = || if is_before == Some(true) { Bracket::ZERO } else { depth(&swept.0).map(|x| x.over(swept.1)) };
            let gap = moved.0.gap().map(|x| x.over(moved.1));
            Passage { gap, path: bound.unwrap_or_else(path), is_before, reach: with_radii(&moved) }
        };
        let pairs = self.convex(&self.start).map(pair);
        let both = |one: Passage, other: Passage| Passage {
            gap: Bracket { low: one.gap.low.min(other.gap.low), high: one.gap.high.min(other.gap.high) },
            path: deeper(one.path, other.path),
            is_before: match (one.is_before, other.is_before) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            reach: one.reach.max(other.reach),
        };
        let nothing = Passage { gap: Bracket::ZERO, path: Bracket::ZERO, is_before: None, reach: None };
        pairs.reduce(both).unwrap_or(nothing)
    }

    /// The distance at a time of the bodies of a case in which A moves.
    pub fn gap_at(case: &Case, motion: &Point, time: Time) -> Bracket {
        let start = Truth::in_default_mode(&Case { cast: None, ..case.clone() });
        let cast =
            CastTruth { swept: Box::new(start.clone()), start: Box::new(start), motion: *motion, first: OnceLock::new() };
        let gap = |(pair, truth): (Option<&PairTruth>, &Truth)| {
            let (moved, unit) = placed(truth, pair.map_or(case, |pair| &pair.case), Copies::Moved, motion, time);
            moved.gap().map(|x| x.over(unit))
        };
        let nearer = |one: Bracket, other: Bracket| Bracket { low: one.low.min(other.low), high: one.high.min(other.high) };
        cast.convex(&cast.start).map(gap).reduce(nearer).unwrap_or(Bracket::ZERO)
    }

    /// Whether evidence proves that a time is that of the first contact, within `width`: a face of M, of points of A as it starts,
    /// and the normal of the contact as integers, with either sign. `None` for bodies that are not hulls of points without radii.
    pub fn proves_contact(&self, time: Time, width: f64, face: &[Pair], normal: Option<&Vector<Big>>) -> Option<bool> {
        let hulls = self.start.hulls().filter(|hulls| !hulls.has_radii())?;
        let proven = match hulls.class() {
            Class::Separated => hulls.proven_contact(&self.motion, face, normal),
            _ => hulls.proves_contact(face).then_some(RBig::ZERO),
        };
        let claimed = match time {
            Time::Rounded(time) => RBig::try_from(time).ok(),
            Time::Exact(time) => Some(time.clone()),
        };
        let error = |proven: RBig, claimed: RBig| if proven > claimed { proven - claimed } else { claimed - proven };
        Some(proven.zip(claimed).is_some_and(|(proven, claimed)| error(proven, claimed) <= rational(width)))
    }

    /// Whether a face of M, of points of A as it starts, proves that the cores are apart at a time or that they share a point
    /// then. `None` for bodies that are not hulls.
    pub fn is_decided_by(&self, time: f64, face: &[Pair]) -> Option<bool> {
        Some(self.start.hulls()?.is_decided_by(&self.motion, &rational(time), face))
    }

    /// When the bodies meet first, for the case whose truth this is.
    pub fn first(&self, case: &Case) -> &First {
        self.first.get_or_init(|| {
            let pair = |(pair, truth): (Option<&PairTruth>, &Truth)| {
                let parts = pair.map_or([0, 0], |pair| [pair.a, pair.b]);
                first(truth, pair.map_or(case, |pair| &pair.case), &self.motion, parts)
            };
            let sooner = |one: First, other: First| match (one, other) {
                (First::At(one), First::At(other)) => {
                    // Whichever pair touches first, it does so by the lesser of the upper bounds.
                    let first = if other.low < one.low { other.clone() } else { one.clone() };
                    let high = one.high.min(other.high);
                    First::At(FirstTime { proof: first.proof.filter(|_| high == first.low), high, ..first })
                }
                (First::Never, other) | (other, First::Never) => other,
                _ => First::Undecided,
            };
            self.convex(&self.start).map(pair).reduce(sooner).unwrap_or(First::Undecided)
        })
    }

    /// Whether a time is that of the first contact or an earlier one, for the case whose truth this is. `None` if the first contact
    /// is not known exactly.
    pub fn is_not_after(&self, case: &Case, time: Time) -> Option<bool> {
        let First::At(first) = self.first(case) else { return None };
        let at_most = |time: &RBig| *time <= first.low;
        first.is_exact().then(|| match time {
            Time::Rounded(time) => RBig::try_from(time).is_ok_and(|time| at_most(&time)),
            Time::Exact(time) => at_most(time),
        })
    }

    /// The pairs of convex parts: the truth itself, or those of unions.
    fn convex<'a>(&self, truth: &'a Truth) -> impl Iterator<Item = (Option<&'a PairTruth>, &'a Truth)> + use<'a> {
        let pairs = parts(truth);
        let alone = pairs.is_empty().then_some((None, truth));
        alone.into_iter().chain(pairs.iter().map(|pair| (Some(pair), &pair.truth)))
    }
}

/// The pairs of parts of unions; none for convex bodies.
fn parts(truth: &Truth) -> &[PairTruth] {
    if let Truth::Union(union) = truth { &union.pairs } else { &[] }
}

/// The number of halvings of the bracket of a time that is no fraction: it is then known to less than half a unit in the last
/// place of a double near 1.
const HALVINGS: usize = 54;

fn deeper(x: Bracket, y: Bracket) -> Bracket {
    Bracket { low: x.low.max(y.low), high: x.high.max(y.high) }
}

/// The depth of convex bodies; zero if they are apart.
fn depth(truth: &Truth) -> Bracket {
    let depth = match truth {
        Truth::Hulls(hulls) => Bracket::exactly(hulls.depth()),
        Truth::Curved(curved) => curved.depth(),
        Truth::Halfspace(halfspace) => Bracket::exactly(halfspace.depth()),
        Truth::Union(_) | Truth::Cast(_) => Bracket::ZERO,
    };
    depth.map(|x| x.max(Scaled::ZERO))
}

/// The truth of two convex bodies, of which A sweeps along its whole motion.
fn swept(start: &Truth, case: &Case, motion: &Point) -> Truth {
    match (start, &case.b) {
        (Truth::Hulls(hulls), _) => Truth::Hulls(hulls.with_a_exactly(Copies::Swept, motion)),
        (_, Body::Halfspace { normal, offset }) => {
            let (n, offset, v) = (rationals(normal), rational(*offset), rationals(motion));
            Truth::Halfspace(HalfspaceTruth::with_a(Copies::Swept, case.dimension, &case.a, (&n, &offset), &v))
        }
        _ => {
            let v = motion.map(Scaled::from_f64);
            Truth::Curved(CurvedTruth::with_a(Copies::Swept, case.dimension, &case.a, &case.b, &v))
        }
    }
}

/// The truth of two convex bodies with A moved by a part of the motion, or swept along it; and the unit of its lengths, by which
/// they have to be divided.
fn placed(start: &Truth, case: &Case, copies: Copies, motion: &Point, time: Time) -> (Truth, Scaled) {
    let one = Scaled::from_f64(1.0);
    let exact = || match time {
        Time::Rounded(time) => rational(time),
        Time::Exact(time) => time.clone(),
    };
    let rounded = || match time {
        Time::Rounded(time) => Scaled::from_f64(time),
        Time::Exact(time) => Scaled::of_rational(time),
    };
    match (start, &case.b, time) {
        (Truth::Hulls(hulls), _, Time::Exact(time)) => {
            let (placed, unit) = hulls.with_a_of_rationals(copies, &rationals(motion).map(|x| x * time));
            (Truth::Hulls(placed), unit)
        }
        (Truth::Hulls(hulls), _, _) => {
            let time = rounded();
            (Truth::Hulls(hulls.with_a(copies, &motion.map(|x| Scaled::from_f64(x).times(time)))), one)
        }
        (_, Body::Halfspace { normal, offset }, _) => {
            let (time, n, offset) = (exact(), rationals(normal), rational(*offset));
            let v = rationals(motion).map(|x| x * &time);
            (Truth::Halfspace(HalfspaceTruth::with_a(copies, case.dimension, &case.a, (&n, &offset), &v)), one)
        }
        _ => {
            let time = rounded();
            let v = motion.map(|x| Scaled::from_f64(x).times(time));
            (Truth::Curved(CurvedTruth::with_a(copies, case.dimension, &case.a, &case.b, &v)), one)
        }
    }
}

/// When two convex bodies meet first.
fn first(start: &Truth, case: &Case, motion: &Point, parts: [usize; 2]) -> First {
    match start.decided() {
        Some(Class::Separated) => {}
        Some(_) => return First::At(FirstTime { low: RBig::ZERO, high: RBig::ZERO, proof: None, parts }),
        None => return First::Undecided,
    }
    if let Truth::Hulls(hulls) = start
        && !hulls.has_radii()
    {
        let Some(proof) = hulls.first_contact(motion) else { return First::Never };
        return First::At(FirstTime { low: proof.time.clone(), high: proof.time.clone(), proof: Some(proof), parts });
    }
    let swept_until = |time: &RBig| placed(start, case, Copies::Swept, motion, Time::Exact(time)).0.decided();
    match swept(start, case, motion).decided() {
        Some(Class::Separated) => return First::Never,
        Some(_) => {}
        None => return First::Undecided,
    }
    let (mut low, mut high) = (RBig::ZERO, RBig::ONE);
    for _ in 0..HALVINGS {
        let middle = (&low + &high) / RBig::from(2);
        match swept_until(&middle) {
            Some(Class::Separated) => low = middle,
            Some(_) => high = middle,
            None => break,
        }
    }
    First::At(FirstTime { low, high, proof: None, parts })
}
