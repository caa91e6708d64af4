//! Answers in rounded arithmetic.

use dashu_int::IBig;
use gjk_numbers::Big;
use gjk_records::Ruling;

use super::{Judgement, verdict_is_right};
use crate::answer::{Answered, Measure, Numbers, Says};
use crate::certificate;
use crate::depth::depth;
use crate::double::{Double, Scaled, exponent_of, ldexp};
use crate::lattice::Pair;
use crate::oracle::{Proof, enlarged};
use crate::truth::{Exact, Known};
use crate::whole::{Vector, Whole, dot};
use gjk_cases::case::{Body, Case, Point};

/// Lengths relative to a power of two near D.
struct Rule {
    /// Multiplies a length in coordinates to make it relative.
    shift: i64,
    /// u·D.
    unit: Double,
    /// The tolerance.
    allowed: Double,
}

impl Rule {
    fn new<I: Whole>(known: &Known<I>, unit: f64, tolerance: f64) -> Rule {
        let exponent = if known.size.is_zero() { 0 } else { known.size.exponent() + 1 };
        let unit = known.size.shifted(-exponent).to_double().times(Double::new(unit));
        Rule { shift: -(exponent + known.lattice.exponent), unit, allowed: unit.times(Double::new(tolerance)) }
    }

    /// A length in units of the grid, made relative.
    fn grid<I: Whole>(&self, known: &Known<I>, length: Scaled) -> Double {
        length.shifted(self.shift + known.lattice.exponent).to_double()
    }

    fn exceeds(&self, length: Double) -> bool {
        let over = length.minus(self.allowed).to_f64();
        over > 0.0 || over.is_nan()
    }

    /// In units of u·D; 0/0 counts as 0.
    fn units(&self, length: Double) -> f64 {
        if length.hi == 0.0 { 0.0 } else { length.over(self.unit).to_f64() }
    }

    /// p − q of two points, relative.
    fn difference(&self, p: &Point, q: &Point) -> [Double; 3] {
        std::array::from_fn(|i| Double::difference(p[i], q[i]).shifted(self.shift))
    }
}

fn norm(v: &[Double; 3]) -> Double {
    v.iter().fold(Double::ZERO, |sum, x| sum.plus(x.times(*x))).root()
}

fn greater(x: Double, y: Double) -> Double {
    // A NaN wins.
    if x.minus(y).hi > 0.0 || x.hi.is_nan() { x } else { y }
}

pub(super) fn judge<I: Whole>(
    case: &Case,
    known: &Known<I>,
    answer: &Answered,
    numbers: &Numbers<f64>,
    unit: f64,
    tolerance: f64,
) -> Judgement {
    let rule = Rule::new(known, unit, tolerance);
    let gap = rule.grid(known, known.gap());
    let on_cores = answer.measure != Measure::Bodies;
    let truth = if on_cores { rule.grid(known, known.distance) } else { gap };
    let right = verdict_is_right(answer, known.class());

    let mut error: Option<Double> = None;
    if let Some(distance) = numbers.distance {
        error = Some(Double::new(ldexp(distance, rule.shift)).minus(truth).magnitude());
    }
    let mut infeasibility: Option<Double> = None;
    if let Some([on_a, on_b]) = &numbers.witnesses {
        let apart = norm(&rule.difference(on_a, on_b)).minus(truth).magnitude();
        error = Some(error.map_or(apart, |error| greater(error, apart)));
        let dimension = usize::from(case.dimension);
        let off = |witness: &Point, body: &Body, index: fn(&Pair) -> usize| {
            let off = off_core(&rule, dimension, witness, body.points(), answer, numbers, index);
            if on_cores { off } else { off.minus(Double::new(ldexp(body.radius(), rule.shift))) }
        };
        let off_a = off(on_a, &case.a, |pair| pair.a);
        let off_b = off(on_b, &case.b, |pair| pair.b);
        infeasibility = Some(greater(greater(off_a, off_b), Double::ZERO));
    }
    let distance_off = error.is_some_and(|error| rule.exceeds(error));
    let body_off = infeasibility.is_some_and(|off| rule.exceeds(off));

    let mut judgement = Judgement {
        ruling: if distance_off || body_off { Ruling::Inaccurate } else { Ruling::Right },
        certified: Some(is_certified(case, known, answer, numbers)),
        error: error.map(|error| rule.units(error)),
        infeasibility: infeasibility.map(|off| rule.units(off)),
        margin: None,
        axis_overlap: None,
        witness_error: None,
    };
    if right {
        let on_cores = on_cores || known.radii.is_zero();
        if let (Some(witnesses), true) = (&numbers.witnesses, on_cores) {
            let off = known.nearest_set().map(|set| set.distance(witnesses));
            judgement.witness_error =
                off.map(|off| rule.units(rule.grid(known, Scaled::from_f64(off).shifted(known.lattice.shift))));
        }
        return judgement;
    }

    let (low, high) = match answer.says {
        Says::Intersecting => (gap, gap),
        Says::Apart => {
            judgement.axis_overlap = numbers
                .axis
                .as_ref()
                .and_then(|axis| axis_overlap(known, axis))
                .map(|overlap| rule.units(rule.grid(known, overlap)));
            penetration(&rule, known)
        }
    };
    judgement.margin = Some(rule.units(high));
    // low and high are on the same side of the tolerance: the search for the depth ends only then, or when they are equal.
    let by_translation = !rule.exceeds(if rule.exceeds(high) { low } else { high }) && tolerance > 0.0;
    judgement.ruling = if by_translation && !distance_off { Ruling::Contact } else { Ruling::Wrong };
    judgement
}

/// The penetration depth, relative, bracketed so that both bounds are on one side of the tolerance; zero for touching bodies.
/// Radii add to the depth of the cores, and reach beyond cores that are apart.
fn penetration<I: Whole>(rule: &Rule, known: &Known<I>) -> (Double, Double) {
    let Proof::Overlapping { points } = &known.proof else {
        let depth = rule.grid(known, known.radii.minus(known.distance));
        return (depth, depth);
    };
    let whole = |core: Scaled| rule.grid(known, core.plus(known.radii));
    let found = depth(&enlarged(&known.lattice), points, |bracket| {
        let (low, high) = (whole(bracket.low), whole(bracket.high));
        let close = high.minus(low).to_f64() <= 1e-6 * high.to_f64();
        close && rule.exceeds(low) == rule.exceeds(high)
    });
    (whole(found.low), whole(found.high))
}

/// How far a witness point is from the core of its body, relative: at most as far as from the combination of the core's points
/// with the answer's own weights, which lies in it; where that is too far, exactly.
fn off_core(
    rule: &Rule,
    dimension: usize,
    witness: &Point,
    points: &[Point],
    answer: &Answered,
    numbers: &Numbers<f64>,
    index: impl Fn(&Pair) -> usize,
) -> Double {
    let mut sum = [Double::ZERO; 3];
    let mut total = Double::ZERO;
    let mut sound = !numbers.weights.is_empty();
    for (pair, &weight) in answer.simplex.iter().zip(&numbers.weights) {
        let Some(point) = points.get(index(pair)) else {
            sound = false;
            break;
        };
        sound &= weight >= 0.0;
        let weight = Double::new(weight);
        total = total.plus(weight);
        let offset = rule.difference(witness, point);
        for (coordinate, offset) in sum.iter_mut().zip(offset) {
            *coordinate = coordinate.plus(weight.times(offset));
        }
    }
    if sound && total.hi > 0.0 {
        let bound = norm(&sum).over(total);
        if !rule.exceeds(bound) {
            return bound;
        }
    }
    if !witness.iter().all(|x| x.is_finite()) {
        return Double::new(f64::INFINITY);
    }
    let truth = Exact::of_points(dimension, &[*witness], points);
    crate::truth::on_exact!(&truth, known => known.distance.shifted(known.lattice.exponent + rule.shift).to_double())
}

/// Whether the answer's own evidence proves its verdict.
fn is_certified<I: Whole>(case: &Case, known: &Known<I>, answer: &Answered, numbers: &Numbers<f64>) -> bool {
    match answer.says {
        Says::Intersecting => known.meets_radii(&answer.simplex, case.a.radius(), case.b.radius()),
        Says::Apart => numbers.axis.as_ref().is_some_and(|axis| separates(known, axis)),
    }
}

/// A vector of doubles scaled to coordinates of at most one; none if it is zero or not finite.
fn shadow(axis: &Point) -> Option<[f64; 3]> {
    let greatest = axis.iter().fold(0.0, |greatest: f64, x| greatest.max(x.abs()));
    if !axis.iter().all(|x| x.is_finite()) || greatest == 0.0 {
        return None;
    }
    let shift = i64::from(exponent_of(greatest)) + 1;
    Some(axis.map(|x| ldexp(x, -shift)))
}

/// Whether every point of M has a positive product with the axis: in doubles with a proven bound first, exactly where that
/// leaves it open.
fn separates<I: Whole>(known: &Known<I>, axis: &Point) -> bool {
    let Some(shadow) = shadow(axis) else { return false };
    if !known.radii.is_zero() {
        return reach_beyond(known, axis).is_some_and(|reach| reach.compare(Scaled::ZERO) == std::cmp::Ordering::Greater);
    }
    let product = |point: &[f64; 3]| shadow[0] * point[0] + shadow[1] * point[1] + shadow[2] * point[2];
    let least = known.lattice.a.shadows.iter().map(product).fold(f64::INFINITY, f64::min);
    let greatest = known.lattice.b.shadows.iter().map(product).fold(f64::NEG_INFINITY, f64::max);
    // Each product is off by less than 2⁻⁴⁸, as in the oracle's scan.
    let bound = 2.0 / (1u64 << 48) as f64;
    if (least - greatest).abs() > bound {
        return least > greatest;
    }
    certificate::separates(&enlarged(&known.lattice), &integers(axis))
}

/// A finite vector of doubles times a power of two that makes it one of integers.
fn integers(axis: &Point) -> Vector<Big> {
    let low = axis.iter().filter(|x| **x != 0.0).map(|x| exponent_of(*x) - 52).min().unwrap_or(0);
    axis.map(|x| {
        if x == 0.0 {
            return Big(IBig::ZERO);
        }
        let exponent = exponent_of(x);
        // 53 bits, so the product is an integer and exact.
        let significand = ldexp(x, i64::from(52 - exponent)) as i64;
        Big(IBig::from(significand) << (exponent - 52 - low) as usize)
    })
}

/// How far M, radii included, reaches beyond the origin against the axis, in units of the grid.
fn axis_overlap<I: Whole>(known: &Known<I>, axis: &Point) -> Option<Scaled> {
    Some(reach_beyond(known, axis)?.negated())
}

/// How far the bodies are apart along the axis, in units of the grid; negative where they overlap along it.
fn reach_beyond<I: Whole>(known: &Known<I>, axis: &Point) -> Option<Scaled> {
    shadow(axis)?;
    let (axis, lattice) = (integers(axis), enlarged(&known.lattice));
    let lowest = crate::oracle::nearest::Scan::new(&lattice).lowest(&axis);
    let reach = dot(&axis, &lattice.difference(lowest)).scaled();
    Some(reach.over(dot(&axis, &axis).scaled().root()).minus(known.radii))
}
