//! Answers in rounded arithmetic.

use dashu_int::IBig;
use gjk_cases::case::{Body, Case, Point};
use gjk_numbers::float::{dyadic, exponent_of, ldexp};
use gjk_numbers::vector::{Vector, length, plus, scaled};
use gjk_numbers::{Big, Ring, Scalar};

use super::{Extent, Judgement, Limits, Verdict, distance, is_proven, is_right};
use crate::answer::{Answered, Measure, Says, Values};
use crate::exact::{DoubleDouble, Scaled};
use crate::lattice::Pair;
use crate::truth::HullTruth;

/// Lengths relative to a power of two near D, or near the least positive number where D is less.
struct Scale {
    /// Times 2^shift, a length in coordinates is relative.
    shift: i64,
    /// u·D.
    unit: DoubleDouble,
    /// The tolerance.
    allowed: DoubleDouble,
    /// √u·D.
    half: DoubleDouble,
}

impl Scale {
    fn new(limits: &Limits) -> Scale {
        let shift = -(limits.size.max(limits.least).exponent() + 1);
        let relative = |length: Scaled| length.shifted(shift).to_double_double();
        Scale { shift, unit: relative(limits.unit), allowed: relative(limits.tolerance), half: relative(limits.half) }
    }

    /// Beyond 2⁹⁰⁰ D, lengths count as that: so the numbers that are made of them stay within the range of doubles.
    fn relative(&self, length: Scaled) -> DoubleDouble {
        let relative = length.shifted(self.shift);
        if relative.exponent() > 900 { DoubleDouble::one().shifted(900) } else { relative.to_double_double() }
    }

    /// The same of a reported length, which need not be a number.
    fn reported(&self, length: f64) -> DoubleDouble {
        if length.is_finite() {
            let size = self.relative(Scaled::from_f64(length.abs()));
            if length < 0.0 { size.negated() } else { size }
        } else {
            DoubleDouble::from_f64(f64::NAN)
        }
    }

    /// The distance of two points, which need not be finite.
    fn between(&self, p: &Point, q: &Point) -> DoubleDouble {
        distance(p, q).map_or(self.reported(f64::NAN), |length| self.relative(length))
    }

    /// A relative length in units of the coordinates.
    fn length(&self, relative: DoubleDouble) -> Scaled {
        if relative.is_finite() { Scaled::of_double_double(relative).shifted(-self.shift) } else { Scaled::BEYOND }
    }

    fn exceeds(&self, length: &DoubleDouble) -> bool {
        let over = length.minus(&self.allowed).to_f64();
        over > 0.0 || over.is_nan()
    }

    /// How large a length error is.
    fn extent(&self, error: DoubleDouble) -> Extent {
        // Written so that a NaN is lost.
        match error.minus(&self.half).to_f64() {
            _ if !self.exceeds(&error) => Extent::Within,
            over if over <= 0.0 => Extent::Beyond,
            _ => Extent::Lost,
        }
    }

    /// In units of u·D; 0/0 counts as 0.
    fn units(&self, length: DoubleDouble) -> f64 {
        if length.hi == 0.0 { 0.0 } else { length.over(&self.unit).to_f64() }
    }

    /// p − q of two points, relative.
    fn difference(&self, p: &Point, q: &Point) -> Vector<DoubleDouble> {
        std::array::from_fn(|i| DoubleDouble::difference(p[i], q[i]).shifted(self.shift))
    }
}

fn greater(x: DoubleDouble, y: DoubleDouble) -> DoubleDouble {
    // A NaN wins.
    if x > y || x.is_nan() { x } else { y }
}

pub(super) fn judge(limits: &Limits, case: &Case, truth: &HullTruth, answer: &Answered, values: &Values<f64>) -> Judgement {
    let scale = Scale::new(limits);
    let units = |length: Option<DoubleDouble>| length.map(|length| scale.units(length));
    let on_cores = answer.measure != Measure::Bodies;
    let right = is_right(answer, Some(truth.class()));

    let true_distance = if on_cores { truth.core_distance } else { truth.gap() };
    let expected = scale.relative(true_distance);
    let off = |length: DoubleDouble| length.minus(&expected).magnitude();
    let of_distance = values.distance.map(|distance| {
        if limits.is_infinite(distance, true_distance) { DoubleDouble::ZERO } else { off(scale.reported(distance)) }
    });
    let of_witnesses = values.witnesses.map(|[on_a, on_b]| off(scale.between(&on_a, &on_b)));
    let error = of_distance.into_iter().chain(of_witnesses).reduce(greater);
    let rounding = |point: Point| limits.rounding(&point, case.dimension).map(|cost| scale.relative(cost));
    let allowances = values.witnesses.map(|points| points.map(|point| rounding(point).unwrap_or(scale.reported(f64::NAN))));
    let allowance = allowances.map(|[of_a, of_b]| of_a.plus(&of_b));
    let off_bodies = values.witnesses.zip(allowances).map(|([on_a, on_b], [of_a, of_b])| {
        let off = |witness: &Point, body: &Body, index: fn(&Pair) -> usize, allowance: &DoubleDouble| {
            let vertices = answer.simplex.iter().map(|pair| body.points().get(index(pair)));
            let off = off_core(&scale, case, witness, body, vertices.zip(&values.weights), allowance);
            if on_cores { off } else { off.minus(&DoubleDouble::from_f64(ldexp(body.radius(), scale.shift))) }
        };
        [off(&on_a, &case.a, |pair| pair.a, &of_a), off(&on_b, &case.b, |pair| pair.b, &of_b)]
    });
    let infeasibility = off_bodies.map(|[off_a, off_b]| greater(greater(off_a, off_b), DoubleDouble::ZERO));
    // What the ruling goes by.
    let of_pair = of_witnesses.zip(allowance).map(|(length, allowance)| length.minus(&allowance));
    let of_each = off_bodies.zip(allowances).map(|(off, of)| [off[0].minus(&of[0]), off[1].minus(&of[1])]);
    let length_error = of_distance.into_iter().chain(of_pair).chain(of_each.into_iter().flatten()).reduce(greater);
    let length_error = length_error.map(|length_error| greater(length_error, DoubleDouble::ZERO));

    let axis = values.axis.as_ref().and_then(|axis| Some((of_size_one(axis)?, || integers(axis))));
    let margin = (!right).then(|| margin(truth, answer.says, &scale));
    // The ends of the bracket are on the same side of the tolerance, unless the search for the depth reached its limit.
    let beyond = |end: &DoubleDouble| limits.tolerance.is_zero() || scale.exceeds(end);
    let verdict = margin.map_or(Verdict::Right, |(low, high)| Verdict::of_margin([beyond(&low), beyond(&high)]));
    let false_axis = axis.as_ref().filter(|_| !right && answer.says == Says::Apart);
    let overlap = false_axis.map(|(_, axis)| scale.relative(truth.distance_along(&axis()).negated()));
    let flat_depth = (!right && answer.says == Says::Apart).then(|| truth.flat_depth()).flatten();
    let witnesses = values.witnesses.filter(|_| right && (on_cores || !truth.has_radii()));
    Judgement {
        ruling: verdict.ruling(length_error.map(|length| scale.extent(length))),
        certified: Some(is_proven(truth, answer, axis)),
        error: units(error),
        infeasibility: units(infeasibility),
        length_error: None,
        judged_length: length_error.map(|length| scale.length(length)),
        margin_bounds: margin.map(|(low, high)| [scale.length(low), scale.length(high)]),
        margin: units(margin.map(|(_, high)| high)),
        flat_depth: units(flat_depth.map(|depth| scale.relative(depth))),
        margin_low: units(margin.map(|(low, _)| low)),
        axis_overlap: units(overlap),
        witness_error: units(witnesses.and_then(|pair| truth.witness_error(&pair)).map(|off| scale.relative(off))),
        witness_allowance: units(allowance),
    }
}

/// The least translation that would make a wrong verdict true, bracketed so that both bounds are on one side of the tolerance:
/// the distance, or the penetration depth, to which radii add.
fn margin(truth: &HullTruth, says: Says, scale: &Scale) -> (DoubleDouble, DoubleDouble) {
    if says == Says::Intersecting {
        let gap = scale.relative(truth.gap());
        return (gap, gap);
    }
    let with_radii = |core: Scaled| scale.relative(core.plus(truth.radii));
    let found = truth.core_depth(|bracket| {
        let (low, high) = (with_radii(bracket.low), with_radii(bracket.high));
        let close = high.minus(&low).to_f64() <= 1e-6 * high.to_f64();
        close && scale.exceeds(&low) == scale.exceeds(&high)
    });
    // Radii reach beyond cores that are apart.
    let touching = truth.core_distance.negated();
    found.map_or((with_radii(touching), with_radii(touching)), |depth| (with_radii(depth.low), with_radii(depth.high)))
}

/// How far a witness point is from the core of its body, relative: at most as far as from the combination of the core's points
/// with the answer's own weights, which lies in it; where that is too far by more than an allowance, exactly.
fn off_core<'a>(
    scale: &Scale,
    case: &Case,
    witness: &Point,
    body: &Body,
    weighted: impl Iterator<Item = (Option<&'a Point>, &'a f64)>,
    allowance: &DoubleDouble,
) -> DoubleDouble {
    let combine = |(sum, total): (Vector<DoubleDouble>, DoubleDouble), (vertex, &weight): (Option<&Point>, &f64)| {
        let vertex = vertex.filter(|_| weight >= 0.0)?;
        let weight = DoubleDouble::from_f64(weight);
        Some((plus(&sum, &scaled(&scale.difference(witness, vertex), &weight)), total.plus(&weight)))
    };
    let zero = DoubleDouble::ZERO;
    let mut weighted = weighted;
    if let Some((sum, total)) = weighted.try_fold(([zero; 3], zero), combine)
        && total.hi > 0.0
    {
        let bound = length(&sum).over(&total);
        if !scale.exceeds(&bound.minus(allowance)) {
            return bound;
        }
    }
    if !witness.iter().all(|x| x.is_finite()) {
        return DoubleDouble::from_f64(f64::INFINITY);
    }
    scale.relative(HullTruth::of_points(usize::from(case.dimension), &[*witness], body.points()).core_distance)
}

/// A vector of doubles scaled by a power of two to coordinates of at most one; none if it is zero or not finite.
fn of_size_one(axis: &Point) -> Option<Point> {
    let greatest = axis.iter().fold(0.0, |greatest: f64, x| greatest.max(x.abs()));
    if !axis.iter().all(|x| x.is_finite()) || greatest == 0.0 {
        return None;
    }
    let shift = i64::from(exponent_of(greatest)) + 1;
    Some(axis.map(|x| ldexp(x, -shift)))
}

/// A finite vector of doubles times a power of two that makes it one of integers.
fn integers(axis: &Point) -> Vector<Big> {
    let parts = axis.map(dyadic);
    let low = parts.iter().filter(|(odd, _)| *odd != 0).map(|(_, exponent)| *exponent).min().unwrap_or(0);
    parts.map(|(odd, exponent)| Big(IBig::from(odd) << (exponent - low).max(0) as usize))
}
