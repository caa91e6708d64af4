//! The truth of bodies with curved surfaces: no integers decide it, so it is a bracket, certified from both sides.
//!
//! The distance of two cores lies between the reach of a separating plane and the length of a vector in M: for any direction n
//! of length one, min over M of n·m ≤ dist ≤ |v| for every v in M. An iteration in numbers of 106 bits brings the two together;
//! what rounding does to either is bounded ([`core::ERROR`]) and added to the bracket, so that nothing depends on the
//! iteration having gone well but the width. Where M holds the origin, an inscribed polytope on a grid of integers proves it, by
//! the exact oracle.
//!
//! Where the bracket is too wide to tell, how the bodies lie is undecided, and no verdict is called wrong.

mod core;
mod depth;
mod simplex;

use gjk_cases::case::{Body, Class, Point};
use gjk_numbers::float::{exponent_of, ldexp};
use gjk_numbers::vector::{dot, length, negated, scaled};
use gjk_numbers::{Ring, Scalar};

use self::core::{Cores, ERROR};
use crate::exact::{DoubleDouble, Scaled};

/// A vector of numbers of 106 bits.
type Vector = gjk_numbers::vector::Vector<DoubleDouble>;

/// What is known of two convex bodies, one of them curved. Lengths are in units of the coordinates.
#[derive(Clone, Debug)]
pub struct Bracket {
    /// The distance of the cores is at least this.
    pub low: Scaled,
    /// And at most this.
    pub high: Scaled,
    /// How the bodies lie, where the bracket decides it.
    pub class: Option<Class>,
    /// The sum of the radii.
    pub radii: Scaled,
    /// D.
    pub size: Scaled,
    /// An upper bound of the penetration depth of the bodies; zero where they are proven to be separated.
    pub depth: Scaled,
}

/// A width at which the iteration may stop, for cores of size one: 2⁻²⁷ of the unit roundoff of doubles.
const NARROW: f64 = 1.0 / (1u128 << 80) as f64;

/// Iterations after which the bracket stays as it is.
const LIMIT: usize = 400;

/// Iterations without a shorter vector after which it does.
const STALLED: usize = 4;

/// A bracket of the distance of the cores, and the simplex that it ended with.
struct Search {
    low: DoubleDouble,
    high: DoubleDouble,
    simplex: Vec<Vector>,
    /// Whether the simplex as computed holds the origin.
    holds: bool,
}

fn search(cores: &Cores, dimension: u8) -> Search {
    let error = DoubleDouble::from_f64(4.0 * ERROR);
    let mut v = cores.support(&[1.0, 0.0, 0.0].map(DoubleDouble::from_f64));
    let mut found = Search { low: DoubleDouble::ZERO, high: length(&v).plus(&error), simplex: vec![v], holds: false };
    let mut idle = 0;
    for _ in 0..LIMIT {
        let size = length(&v);
        let high = size.plus(&error);
        if high < found.high {
            (found.high, idle) = (high, 0);
        } else {
            idle += 1;
        }
        // As near as rounding can tell.
        if size.hi <= 4.0 * ERROR {
            found.holds = true;
            break;
        }
        let n = v.map(|x| x.over(&size));
        let support = cores.support(&negated(&n));
        let low = dot(&n, &support).minus(&error);
        if low > found.low {
            found.low = low;
        }
        if found.high.minus(&found.low).hi <= NARROW || idle >= STALLED {
            break;
        }
        let mut points = found.simplex.clone();
        points.push(support);
        let nearest = simplex::nearest(&points);
        (v, found.simplex) = (nearest.point, nearest.face);
        if found.simplex.len() == usize::from(dimension) + 1 {
            found.holds = true;
            break;
        }
    }
    found
}

impl Bracket {
    /// What is known of two convex bodies whose numbers are finite.
    pub fn of(dimension: u8, a: &Body, b: &Body) -> Bracket {
        let cores = Cores::of(dimension, a, b);
        let found = search(&cores, dimension);
        let unit = |x: DoubleDouble| Scaled::of_double_double(x).shifted(cores.exponent);
        let radii = Scaled::from_f64(a.radius()).plus(Scaled::from_f64(b.radius()));
        let mut bracket = Bracket {
            low: unit(found.low),
            high: unit(found.high),
            class: None,
            radii,
            size: unit(cores.size(dimension)).plus(radii),
            depth: Scaled::ZERO,
        };
        if found.holds && depth::is_overlapping(&cores, dimension, &found.simplex) {
            (bracket.low, bracket.high) = (Scaled::ZERO, Scaled::ZERO);
            bracket.class = Some(Class::Overlapping);
        } else if bracket.low > radii {
            bracket.class = Some(Class::Separated);
        } else if bracket.high < radii {
            bracket.class = Some(Class::Overlapping);
        }
        if bracket.class != Some(Class::Separated) {
            // Cores that are apart are as deep as the radii reach beyond them.
            bracket.depth = if bracket.low.is_zero() {
                unit(depth::least_reach(&cores, dimension)).plus(radii)
            } else {
                radii.minus(bracket.low)
            };
        }
        bracket
    }

    /// A lower and an upper bound of the distance of the bodies, with their radii.
    pub fn gap(&self) -> (Scaled, Scaled) {
        let less = |x: Scaled| if x > self.radii { x.minus(self.radii) } else { Scaled::ZERO };
        (less(self.low), less(self.high))
    }
}

/// A lower bound of the distance of a point from the core of a convex body; infinite for a point that is not finite.
pub fn distance_from(dimension: u8, point: &Point, body: &Body) -> Scaled {
    if !point.iter().all(|x| x.is_finite()) {
        return Scaled::from_f64(f64::MAX);
    }
    let cores = Cores::of(dimension, &Body::Points(vec![*point]), body);
    Scaled::of_double_double(search(&cores, dimension).low).shifted(cores.exponent)
}

/// How far the bodies are apart along an axis, at least; negative where they overlap along it. None for an axis that is zero
/// or not finite.
pub fn reach_beyond(dimension: u8, a: &Body, b: &Body, axis: &Point) -> Option<Scaled> {
    let greatest = axis.iter().fold(0.0, |greatest: f64, x| greatest.max(x.abs()));
    if greatest == 0.0 || !axis.iter().all(|x| x.is_finite()) {
        return None;
    }
    let shift = -i64::from(exponent_of(greatest));
    let direction = axis.map(|x| DoubleDouble::from_f64(ldexp(x, shift)));
    let n = scaled(&direction, &DoubleDouble::one().over(&length(&direction)));
    let cores = Cores::of(dimension, a, b);
    let least = cores.reach(&negated(&n)).negated().minus(&DoubleDouble::from_f64(4.0 * ERROR));
    let radii = Scaled::from_f64(a.radius()).plus(Scaled::from_f64(b.radius()));
    Some(Scaled::of_double_double(least).shifted(cores.exponent).minus(radii))
}

#[cfg(test)]
mod tests;
