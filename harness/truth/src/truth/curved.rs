//! The truth of bodies with curved surfaces: integers do not decide it, so it is a bracket, certified from both sides.
//!
//! The distance of two cores lies between the reach of a separating plane and the length of a vector in M: for any direction n
//! of length one, min over M of n·m ≤ dist ≤ |v| for every v in M. An [iteration](search) brings the two bounds together. The
//! effect of rounding on either is bounded ([`core::ERROR`]) and added to the bracket, so only the width depends on how well
//! the iteration went. If M holds the origin, an inscribed polytope on a grid of integers proves it by the exact oracle, and
//! its expansion brackets the [depth].
//!
//! If the bracket is too wide to decide how the bodies lie, the class is undecided, and no verdict is called wrong.

mod core;
mod depth;
mod grid;
mod search;
mod simplex;

use std::sync::OnceLock;

use gjk_cases::case::{Body, Class, Point};
use gjk_numbers::float::{exponent_of, ldexp};
use gjk_numbers::vector::negated;
use gjk_numbers::{Big, Ring, Scalar};

use self::core::{Cores, ERROR, Vector, of_length_one};
use self::search::Search;
use super::hulls::Copies;
use crate::exact::{Bracket, DoubleDouble, Scaled};

/// The truth of two convex bodies, at least one of them curved. Lengths are in units of the coordinates.
#[derive(Clone, Debug)]
pub struct CurvedTruth {
    /// The distance of the cores.
    pub core_distance: Bracket,
    /// How the bodies lie, if the bracket decides it.
    pub class: Option<Class>,
    /// The sum of the radii.
    pub radii: Scaled,
    /// D.
    pub size: Scaled,
    cores: Cores,
    /// The support points at the end of the search for the distance.
    points: Vec<Vector>,
    /// Points of M around the origin that prove that the cores overlap.
    inside: Option<Vec<gjk_numbers::vector::Vector<Big>>>,
    depth: OnceLock<Bracket>,
}

impl CurvedTruth {
    /// The truth of two convex bodies whose numbers are finite.
    pub fn of(dimension: u8, a: &Body, b: &Body) -> CurvedTruth {
        CurvedTruth::of_cores(Cores::of(dimension, a, b), a, b)
    }

    /// The truth of two bodies, A moved by v or swept along it.
    pub(super) fn with_a(copies: Copies, dimension: u8, a: &Body, b: &Body, v: &[Scaled; 3]) -> CurvedTruth {
        let first = if copies == Copies::Swept { [Scaled::ZERO; 3] } else { *v };
        CurvedTruth::of_cores(Cores::with_a(dimension, a, b, &[first, *v]), a, b)
    }

    fn of_cores(cores: Cores, a: &Body, b: &Body) -> CurvedTruth {
        let mut found = Search::of(&cores);
        let around_origin = |found: &Search| {
            if found.holds { depth::around_origin(&cores, &found.points) } else { None }
        };
        let mut inside = around_origin(&found);
        if inside.is_none() && found.is_wide() {
            found = found.resumed(&cores);
            inside = around_origin(&found);
        }
        let unit = |length| cores.in_coordinates(length);
        let radii = Scaled::from_f64(a.radius()).plus(Scaled::from_f64(b.radius()));
        let core_distance = match inside {
            Some(_) => Bracket::ZERO,
            None => Bracket { low: unit(found.low), high: unit(found.high) },
        };
        let is_overlap = inside.is_some() || core_distance.high < radii;
        let class = if core_distance.low > radii { Some(Class::Separated) } else { is_overlap.then_some(Class::Overlapping) };
        CurvedTruth {
            core_distance,
            class,
            radii,
            size: unit(cores.size()).plus(radii),
            inside,
            points: found.points,
            depth: OnceLock::new(),
            cores,
        }
    }

    /// Bounds of the penetration depth of the bodies, computed on first use; zero if the bodies are proven to be separated.
    pub fn depth(&self) -> Bracket {
        *self.depth.get_or_init(|| {
            if self.class == Some(Class::Separated) {
                return Bracket::ZERO;
            }
            let unit = |length| self.cores.in_coordinates(length);
            if let Some(inside) = &self.inside {
                let [low, high] = depth::bracket(&self.cores, inside.clone(), &[DoubleDouble::ZERO; 3]);
                return Bracket { low: unit(low), high: unit(high) }.plus(self.radii);
            }
            // For cores that are apart, the depth is the excess of the radii over their distance.
            let low = self.radii.minus(self.core_distance.high).max(Scaled::ZERO);
            let high = if self.core_distance.low.is_zero() {
                unit(depth::upper_bound(&self.cores, &self.points)).plus(self.radii)
            } else {
                self.radii.minus(self.core_distance.low)
            };
            Bracket { low, high }
        })
    }

    /// The distance of the bodies, with their radii.
    pub fn gap(&self) -> Bracket {
        self.core_distance.map(|x| if x > self.radii { x.minus(self.radii) } else { Scaled::ZERO })
    }
}

/// A lower bound of the distance of a finite point from the core of a convex body.
pub fn distance_from(dimension: u8, point: &Point, body: &Body) -> Scaled {
    let cores = Cores::of(dimension, &Body::Points(vec![*point]), body);
    let mut found = Search::of(&cores);
    if !found.holds && found.is_wide() {
        found = found.resumed(&cores);
    }
    cores.in_coordinates(found.low)
}

/// A lower bound of the distance of the bodies along an axis; negative if they overlap along it. `None` for an axis that is
/// zero or not finite.
pub fn reach_beyond(dimension: u8, a: &Body, b: &Body, axis: &Point) -> Option<Scaled> {
    let greatest = axis.iter().fold(0.0, |greatest: f64, x| greatest.max(x.abs()));
    if greatest == 0.0 || !axis.iter().all(|x| x.is_finite()) {
        return None;
    }
    let shift = -i64::from(exponent_of(greatest));
    let direction = axis.map(|x| DoubleDouble::from_f64(ldexp(x, shift)));
    let n = of_length_one(&direction);
    let cores = Cores::of(dimension, a, b);
    let least = cores.reach(&negated(&n)).negated().minus(&DoubleDouble::from_f64(4.0 * ERROR));
    let radii = Scaled::from_f64(a.radius()).plus(Scaled::from_f64(b.radius()));
    Some(cores.in_coordinates(least).minus(radii))
}

#[cfg(test)]
mod tests;
