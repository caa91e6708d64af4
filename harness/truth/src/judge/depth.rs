//! Errors of a claimed translation: the overlap that it leaves, and its excess over the depth.
//!
//! # Rules
//! A claim states that A, moved by −v, touches B. Its *residual* ρ is the depth that is left after this move; its *excess* ε is
//! how much longer v is than the depth δ. Both are lengths, and exact up to a grid. ρ ≥ δ − |v|: a translation that is too
//! short always leaves overlap. If the length is right and the direction off by θ, then ρ ≤ δ (1 − cos θ): rounding in a
//! direction costs next to nothing, whereas a wrong face costs everything. The depth of bodies that are apart is minus their
//! distance.
//!
//! A variant that promises the least translation is judged by both, and by the depth that it reports in addition to v; a
//! variant that promises some translation is judged by the residual alone. The right direction is not unique, so directions are
//! not compared; a claimed normal is measured by its *reach*: how much farther than δ one has to go along it. The reach is
//! ruled on if the bodies rest on each other, that is, δ is within the tolerance: then v is zero or noise, and only the normal
//! carries information.
//!
//! The reach of M beyond v along the claimed normal is an upper bound of the residual, and costs two support points. If it is
//! within the tolerance, it is recorded as the residual. Otherwise the depth of the moved bodies is computed.

use dashu_ratio::RBig;
use gjk_cases::case::{Case, Class, Point};
use gjk_records::{Measure, Question};

use super::limits::Limits;
use super::measured::Measured;
use super::{exact, integers};
use crate::answer::{Answered, Numbers, Says, Scope};
use crate::exact::{Bracket, Scaled};
use crate::truth::{CurvedTruth, HalfspaceTruth, HullTruth, Truth, reach_beyond};

/// Errors of a claim about the depth, in units of the coordinates.
#[derive(Clone, Copy)]
struct DepthErrors {
    /// |v|.
    claimed: Scaled,
    /// δ; minus the distance for bodies that are apart.
    truth: Scaled,
    /// The width of the bracket of the depth.
    open: Scaled,
    /// The width of the bracket of the residual.
    open_residual: Scaled,
    /// ρ; an upper bound if it is within the tolerance, and a lower bound if a bracket leaves it open.
    residual: Scaled,
    /// ε, not negative.
    excess: Scaled,
    /// The difference of |v| and the depth that is reported in addition to v.
    misreported: Scaled,
    /// How much farther than δ one has to go along the claimed normal; beyond all bounds for an invalid normal.
    normal_reach: Option<Scaled>,
    /// Whether |v| is the depth within the affine hull of M, which is not the whole space.
    is_flat_depth: bool,
    /// Whether the evidence proves that no shorter translation takes the bodies apart.
    is_proved: bool,
}

impl DepthErrors {
    fn measured(&self, limits: &Limits, answer: &Answered) -> Measured {
        let rests = self.truth <= limits.tolerance;
        let (claimed, truth) = (self.claimed.to_f64(), self.truth.to_f64());
        let mut measured = Measured::of(Question::Depth, answer.promise)
            .length(Measure::Depth, self.claimed)
            .length(Measure::TruthDepth, self.truth)
            .length(Measure::TruthDepthWidth, self.open)
            .length(Measure::Residual, self.residual)
            .length(Measure::Excess, self.excess)
            .fact(Measure::IsFlatDepth, self.is_flat_depth)
            .fact(Measure::DepthCertified, self.is_proved);
        if truth > 0.0 {
            measured = measured.ratio(Measure::ExcessRatio, claimed / truth);
        }
        if let Some(reach) = self.normal_reach {
            measured = measured.length(Measure::NormalReach, reach);
        }
        measured.misreported = self.misreported;
        measured.open = [self.open_residual, self.open];
        // The bodies rest on each other and the claimed normal does not hold them apart: half of its digits are lost.
        measured.is_lost = rests && self.normal_reach.is_some_and(|reach| reach.plus(self.truth) > limits.half);
        measured.is_proved = self.is_proved;
        measured.fact(Measure::PromisesLeast, measured.is_whole())
    }
}

/// The measures of an answer that the bodies meet, if it states the depth. `None` for unions.
pub(super) fn measured(limits: &Limits, case: &Case, truth: &Truth, answer: &Answered) -> Option<Measured> {
    let found = match truth {
        Truth::Hulls(truth) => of_hulls(limits, truth, answer),
        Truth::Curved(truth) => of_curved(limits, case, truth, answer),
        Truth::Halfspace(truth) => of_halfspace(truth, answer),
        Truth::Union(_) | Truth::Cast(_) => None,
    };
    found.map(|found| found.measured(limits, answer))
}

/// The errors of an answer about hulls, or about their cores if the answer is about the cores.
fn of_hulls(limits: &Limits, truth: &HullTruth, answer: &Answered) -> Option<DepthErrors> {
    if answer.says != Says::Intersecting {
        return None;
    }
    // Bodies reach farther than their cores, in every direction, by the radii.
    let radii = if answer.scope == Scope::Bodies { truth.radii } else { Scaled::ZERO };
    // The true depth is computed only if the answer makes a claim about it.
    let depth = || truth.core_depth().unwrap_or(truth.core_distance.negated()).plus(radii);
    match &answer.numbers {
        Numbers::Rounded(values) => {
            let claim = Claim { v: values.translation?, normal: values.normal, depth: values.depth };
            Some(rounded(limits, (truth, radii), depth(), answer, &claim))
        }
        Numbers::Exact(values) if radii.is_zero() => {
            let v = values.translation.as_ref()?;
            Some(of_rationals(limits, truth, depth(), answer, v, values.normal.as_ref()))
        }
        // In exact arithmetic no answer is about the bodies: radii are subtracted from roots.
        Numbers::Exact(_) => None,
    }
}

/// The claim of an answer.
struct Claim {
    v: Point,
    normal: Option<Point>,
    depth: Option<f64>,
}

impl Claim {
    /// The difference of |v| and the depth that is reported in addition to v; zero if no depth is reported.
    fn misreported(&self, claimed: Scaled) -> Scaled {
        self.depth.map_or(Scaled::ZERO, |depth| match depth.is_finite() {
            true => distance(Scaled::from_f64(depth.abs()), claimed),
            false => Scaled::BEYOND,
        })
    }
}

fn scaled(v: &Point) -> [Scaled; 3] {
    v.map(Scaled::from_f64)
}

fn is_finite(v: &Point) -> bool {
    v.iter().all(|x| x.is_finite())
}

fn rounded(
    limits: &Limits,
    (truth, radii): (&HullTruth, Scaled),
    depth: Scaled,
    answer: &Answered,
    claim: &Claim,
) -> DepthErrors {
    let zero = [Scaled::ZERO; 3];
    let reach_beyond = |n: &Point, v: &[Scaled; 3]| truth.reach_beyond(&scaled(n), v).plus(radii);
    let is_direction = |n: &Point| is_finite(n) && *n != [0.0; 3];
    let normal_reach = claim.normal.map(|normal| match is_direction(&normal) {
        true => reach_beyond(&normal, &zero).minus(depth),
        false => Scaled::BEYOND,
    });
    if !is_finite(&claim.v) {
        let beyond = Scaled::BEYOND;
        let lost = DepthErrors { claimed: beyond, residual: beyond, excess: beyond, ..of_nothing(depth) };
        return DepthErrors { normal_reach, ..lost };
    }
    let v = scaled(&claim.v);
    let claimed = v.iter().fold(Scaled::ZERO, |sum, x| sum.plus(x.times(*x))).root();
    let excess = claimed.minus(depth).max(Scaled::ZERO);
    let along = claim.normal.filter(is_direction).or(Some(claim.v).filter(is_direction));
    let bound = along.map(|n| reach_beyond(&n, &v).max(Scaled::ZERO));
    let is_within = |bound: &Scaled| *bound <= limits.tolerance && (excess <= limits.tolerance || bound.is_zero());
    let residual = bound.filter(is_within).unwrap_or_else(|| truth.residual_within(&v, radii));
    let misreported = claim.misreported(claimed);
    // A rounded normal need not be the normal of a plane that supports M.
    let touches = claim.v == [0.0; 3]
        && radii.is_zero()
        && truth.proves_contact(&answer.simplex)
        && (claim.normal.is_some_and(|n| is_direction(&n) && truth.supports_at_origin(&integers::of_doubles(&n)))
            || truth.facet_proves_touching(&answer.shell));
    DepthErrors {
        claimed,
        residual,
        excess,
        misreported,
        normal_reach,
        is_flat_depth: is_flat(limits, truth, claimed),
        is_proved: touches || radii.is_zero() && truth.shell_proves_depth(&answer.shell),
        ..of_nothing(depth)
    }
}

/// The errors for two bodies, at least one of them curved, with a bracket as their depth. If the reach beyond v does not show
/// that the residual is within the tolerance, the residual is bracketed as well; its lower bound is the shortfall of v.
fn of_curved(limits: &Limits, case: &Case, truth: &CurvedTruth, answer: &Answered) -> Option<DepthErrors> {
    let Numbers::Rounded(values) = &answer.numbers else { return None };
    let claim = Claim { v: values.translation?, normal: values.normal, depth: values.depth };
    let radii = if answer.scope == Scope::Bodies { Scaled::ZERO } else { truth.radii };
    let is_apart = truth.class == Some(Class::Separated);
    // Cores reach less far than their bodies, in every direction, by the radii, whether the bodies meet or not.
    let depth = if is_apart { truth.gap().map(Scaled::negated) } else { truth.depth() }.plus(radii.negated());
    // Negating a bracket swaps its ends.
    let depth = if is_apart { Bracket { low: depth.high, high: depth.low } } else { depth };
    if answer.says != Says::Intersecting || !is_finite(&claim.v) {
        let beyond = Scaled::BEYOND;
        let lost = DepthErrors { claimed: beyond, residual: beyond, excess: beyond, ..of_nothing(depth.middle()) };
        return (answer.says == Says::Intersecting).then_some(lost);
    }
    let v = claim.v.map(Scaled::from_f64);
    let claimed = v.iter().fold(Scaled::ZERO, |sum, x| sum.plus(x.times(*x))).root();
    let reach = |n: &Point| {
        let least = reach_beyond(case.dimension, &case.a, &case.b, &n.map(|x| -x))?;
        Some(least.negated().minus(radii))
    };
    let length =
        |n: &Point| n.iter().fold(Scaled::ZERO, |sum, x| sum.plus(Scaled::from_f64(*x).times(Scaled::from_f64(*x)))).root();
    let along = |n: &Point| {
        let product = n.iter().zip(&v).fold(Scaled::ZERO, |sum, (n, v)| sum.plus(Scaled::from_f64(*n).times(*v)));
        product.over(length(n))
    };
    let too_short = depth.low.minus(claimed).max(Scaled::ZERO);
    let directions = claim.normal.into_iter().chain([claim.v]);
    let bounds = directions.filter_map(|n| Some(reach(&n)?.minus(along(&n)).max(Scaled::ZERO)));
    let bound = bounds.min().unwrap_or(too_short).max(too_short);
    let is_within = bound <= limits.tolerance;
    let normal_reach = claim.normal.map(|n| reach(&n).map_or(Scaled::BEYOND, |reach| depth.off(reach)));
    Some(DepthErrors {
        claimed,
        open: depth.width(),
        open_residual: if is_within { Scaled::ZERO } else { bound.minus(too_short) },
        residual: if is_within { bound } else { too_short },
        excess: claimed.minus(depth.high).max(Scaled::ZERO),
        misreported: claim.misreported(claimed),
        normal_reach,
        ..of_nothing(depth.middle())
    })
}

/// The errors for a body and a half-space.
fn of_halfspace(truth: &HalfspaceTruth, answer: &Answered) -> Option<DepthErrors> {
    let Numbers::Rounded(values) = &answer.numbers else { return None };
    if answer.says != Says::Intersecting {
        return None;
    }
    let claim = Claim { v: values.translation?, normal: values.normal, depth: values.depth };
    let depth = truth.height.negated();
    // M is on the other side of its boundary: the outward direction is opposite to the normal.
    let outwards = |v: &Point| {
        let product = |(n, v): (&Scaled, &f64)| n.times(Scaled::from_f64(*v));
        truth.normal.iter().zip(v).map(product).fold(Scaled::ZERO, Scaled::plus).negated()
    };
    let length = |v: &Point| {
        let squared = |x: &f64| Scaled::from_f64(*x).times(Scaled::from_f64(*x));
        v.iter().map(squared).fold(Scaled::ZERO, Scaled::plus).root()
    };
    let normal_reach = claim.normal.map(|normal| truth.excess_along(&normal));
    if !is_finite(&claim.v) {
        let beyond = Scaled::BEYOND;
        let lost = DepthErrors { claimed: beyond, residual: beyond, excess: beyond, ..of_nothing(depth) };
        return Some(DepthErrors { normal_reach, ..lost });
    }
    let claimed = length(&claim.v);
    Some(DepthErrors {
        claimed,
        residual: depth.minus(outwards(&claim.v)).max(Scaled::ZERO),
        excess: claimed.minus(depth).max(Scaled::ZERO),
        misreported: claim.misreported(claimed),
        normal_reach,
        ..of_nothing(depth)
    })
}

fn of_rationals(
    limits: &Limits,
    truth: &HullTruth,
    depth: Scaled,
    answer: &Answered,
    v: &[RBig; 3],
    normal: Option<&[RBig; 3]>,
) -> DepthErrors {
    let squared = v.iter().fold(RBig::ZERO, |sum, x| sum + x * x);
    let claimed = exact::root(&squared);
    let is_equal = truth.core_depth_squared().is_some_and(|depth| depth == squared);
    let excess = claimed.minus(depth);
    let excess = match () {
        () if is_equal => Scaled::ZERO,
        // Numbers of 106 bits may not distinguish the roots.
        () if truth.core_depth_squared().is_none_or(|depth| squared > depth) => excess.max(limits.size.shifted(-200)),
        () => Scaled::ZERO,
    };
    let is_direction = |n: &&[RBig; 3]| n.iter().any(|x| *x != RBig::ZERO);
    let outwards = normal.filter(is_direction).map(integers::of_rationals);
    let normal_reach = normal.map(|_| match &outwards {
        Some(n) => truth.core_reach(n).minus(depth),
        None => Scaled::BEYOND,
    });
    let touches = squared == RBig::ZERO
        && outwards.as_ref().is_some_and(|n| truth.proves_contact(&answer.simplex) && truth.supports_at_origin(n));
    DepthErrors {
        claimed,
        residual: truth.residual_of_rational(v),
        excess,
        normal_reach,
        is_flat_depth: is_flat(limits, truth, claimed),
        is_proved: touches || truth.shell_proves_depth(&answer.shell),
        ..of_nothing(depth)
    }
}

fn of_nothing(truth: Scaled) -> DepthErrors {
    DepthErrors {
        claimed: Scaled::ZERO,
        truth,
        open: Scaled::ZERO,
        open_residual: Scaled::ZERO,
        residual: Scaled::ZERO,
        excess: Scaled::ZERO,
        misreported: Scaled::ZERO,
        normal_reach: None,
        is_flat_depth: false,
        is_proved: false,
    }
}

fn distance(x: Scaled, y: Scaled) -> Scaled {
    x.minus(y).max(y.minus(x))
}

/// Whether a non-zero length is the depth within the affine hull of M, up to the tolerance.
fn is_flat(limits: &Limits, truth: &HullTruth, claimed: Scaled) -> bool {
    claimed > limits.tolerance
        && truth.flat_depth().is_some_and(|flat| distance(flat, claimed) <= limits.tolerance.max(limits.size.shifted(-90)))
}
