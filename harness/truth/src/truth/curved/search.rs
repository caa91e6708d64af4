//! A bracket of the distance of two cores.
//!
//! An iteration in numbers of 106 bits adds the support point against the nearest point of a simplex. If M's surface is nearly
//! flat, the simplex gets so thin that even these numbers do not distinguish its faces: the iteration stalls, or treats the
//! simplex as holding the origin. Then it is resumed on a grid of integers, on which the nearest point of the hull of all the
//! points found so far is computed exactly. The remaining width is the error of a support point.

use gjk_numbers::vector::{dot, length, negated};
use gjk_numbers::{Ring, Scalar};

use super::core::{Cores, ERROR, Vector};
use super::grid::{self, OFF};
use super::simplex;
use crate::exact::{DoubleDouble, Integral};
use crate::lattice::Lattice;
use crate::oracle::nearest::{Nearest, nearest};
use crate::oracle::squared_distance;

/// A width at which the iteration may stop, for cores of size one: 2⁻²⁷ of the unit roundoff of doubles.
const NARROW: f64 = 1.0 / (1u128 << 80) as f64;

/// A width above which the iteration is resumed on the grid: 2⁻¹⁷ of the unit roundoff of doubles.
const WIDE: f64 = 1.0 / (1u128 << 70) as f64;

/// Iterations after which the bracket stays as it is.
const LIMIT: usize = 400;

/// The limit on the grid, where each iteration costs more.
const LIMIT_ON_GRID: usize = 100;

/// Iterations without a shorter vector after which the bracket stays as it is.
const STALLED: usize = 4;

/// A bracket of the distance of the cores, and the points of M at the end of the search.
pub struct Search {
    /// A lower bound of the distance.
    pub low: DoubleDouble,
    /// An upper bound of the distance.
    pub high: DoubleDouble,
    /// Support points: the vertices of the last simplex, or all points found on the grid.
    pub points: Vec<Vector>,
    /// Whether the hull of the points seems to hold the origin.
    pub holds: bool,
}

impl Search {
    /// The search in numbers of 106 bits.
    pub fn of(cores: &Cores) -> Search {
        let error = DoubleDouble::from_f64(4.0 * ERROR);
        let mut v = cores.support(&[1.0, 0.0, 0.0].map(DoubleDouble::from_f64));
        let mut found = Search { low: DoubleDouble::ZERO, high: length(&v).plus(&error), points: vec![v], holds: false };
        let mut idle = 0;
        for _ in 0..LIMIT {
            let size = length(&v);
            let high = size.plus(&error);
            if high < found.high {
                (found.high, idle) = (high, 0);
            } else {
                idle += 1;
            }
            // The origin is as near as rounding can distinguish.
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
            if found.width() <= NARROW || idle >= STALLED {
                break;
            }
            let mut points = found.points.clone();
            points.push(support);
            (v, found.points) = simplex::nearest(&points);
            if found.points.len() == cores.dimension + 1 {
                found.holds = true;
                break;
            }
        }
        found
    }

    fn width(&self) -> f64 {
        self.high.minus(&self.low).hi
    }

    /// Whether the iteration ended before the bracket was narrow.
    pub fn is_wide(&self) -> bool {
        self.width() > WIDE
    }

    /// The iteration resumed on the grid.
    ///
    /// The nearest point of the hull of the points on the grid is off M by at most [`OFF`], so the distance of M exceeds that
    /// point's distance from the origin by at most [`OFF`]. The lower bound is that of a support plane, as before.
    pub fn resumed(mut self, cores: &Cores) -> Search {
        self.holds = false;
        for _ in 0..LIMIT_ON_GRID {
            let points = self.points.iter().map(grid::vertex).collect();
            let lattice = Lattice::of_difference(cores.dimension, points, grid::EXPONENT);
            let Nearest { face, axis: Some(axis) } = nearest(&lattice) else {
                self.holds = true;
                break;
            };
            let (x, y, z) = squared_distance(&lattice, &face);
            let distance = grid::length(x.scaled().times(y.scaled()).over(z.scaled()).root());
            let high = distance.plus(&DoubleDouble::from_f64(2.0 * OFF));
            if high < self.high {
                self.high = high;
            }
            let n = grid::unit(&axis);
            let support = cores.support(&negated(&n));
            let low = dot(&n, &support).minus(&DoubleDouble::from_f64(4.0 * ERROR));
            if low > self.low {
                self.low = low;
            }
            if self.width() <= NARROW || self.points.iter().any(|point| grid::vertex(point) == grid::vertex(&support)) {
                break;
            }
            self.points.push(support);
        }
        self
    }
}
