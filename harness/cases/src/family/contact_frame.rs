//! An exact frame: three orthogonal integer vectors of equal integer length N, and an origin, on a grid.
//!
//! The matrix of the quaternion q = (w, x, y, z) with integer entries has integer entries too, and its columns are
//! orthogonal and of length N = |q|². Points a·along + b·across + c·up with integers a, b, c are therefore exact in
//! floats, and points of equal c lie exactly in a plane, however the frame is turned: faces touch exactly. The grid has
//! further planes between two such planes, since up·d takes every multiple of the greatest common divisor of its
//! entries as d runs through the integer vectors. A body can therefore be lifted by far less than a unit of the grid
//! ([`ContactFrame::lift`]).
//!
//! In the plane along and up are the columns of a rotation by an integer angle, and across is zero.

use super::grid::power_of_two;
use super::random_source::{RandomSource, quaternion_columns};
use crate::case::Point;

/// An integer vector, in units of the grid.
pub type Integers = [i64; 3];

/// Three orthogonal integer vectors of equal length, an origin, and the unit of the grid.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactFrame {
    /// The first direction of the contact plane.
    pub along: Integers,
    /// The second direction of the contact plane; zero in the plane.
    pub across: Integers,
    /// The normal of the contact plane.
    pub up: Integers,
    /// The point with a = b = c = 0.
    pub origin: Integers,
    /// N, the length of each vector in units of the grid.
    pub length: i64,
    /// The number of steps of length N in the length one, rounded down.
    pub steps: i64,
    /// The unit of the grid, as a length.
    pub unit: f64,
}

impl ContactFrame {
    /// A random frame on the grid of unit 2⁻²¹ (single precision) or 2⁻⁴⁹ (double precision), with its origin in a cube
    /// of side one or, in one of four cases, at zero. With a, b and c up to [`ContactFrame::steps`], coordinates stay
    /// below 2.3; a shift may add 5 more.
    pub fn new(random: &mut RandomSource) -> ContactFrame {
        let entry = random.by_precision(4, 15);
        let planar = random.dimension() == 2;
        let quaternion = loop {
            let mut q = [(); 4].map(|()| random.integer(-entry, entry));
            if planar {
                (q[1], q[2]) = (0, 0);
            }
            if q != [0; 4] {
                break q;
            }
        };
        let exponent = random.by_precision(21, 49);
        let one = 1_i64 << exponent;
        let [along, across, up] = quaternion_columns(quaternion);
        let (across, up) = if planar { ([0; 3], across) } else { (across, up) };
        let length: i64 = quaternion.iter().map(|x| x * x).sum();
        let mut origin = [0; 3];
        if !random.chance(0.25) {
            for x in origin.iter_mut().take(usize::from(random.dimension())) {
                *x = random.integer(-one / 2, one / 2);
            }
        }
        ContactFrame { along, across, up, origin, length, steps: one / length, unit: power_of_two(-exponent) }
    }

    /// The points origin + a·along + b·across + c·up + shift of these coordinates (a, b, c), exactly.
    pub fn points(&self, steps: &[Integers], shift: Integers) -> Vec<Point> {
        let vector = |[a, b, c]: Integers, k: usize| a * self.along[k] + b * self.across[k] + c * self.up[k];
        let coordinate = |steps, k| (self.origin[k] + vector(steps, k) + shift[k]) as f64 * self.unit;
        steps.iter().map(|steps| std::array::from_fn(|k| coordinate(*steps, k))).collect()
    }

    /// The normal of the contact plane, of length one up to rounding.
    pub fn up_direction(&self) -> Point {
        self.up.map(|x| x as f64 / self.length as f64)
    }

    /// A short grid vector d whose height up·d/N is as near to the given height as possible, but at least the least
    /// possible height, and the achieved height. The vector deviates from the normal by less than N units; all heights
    /// are lengths.
    pub fn lift(&self, height: f64) -> (Integers, f64) {
        let (divisor, least) = bezout(self.up);
        let step = divisor as f64 * self.unit / self.length as f64;
        let count = ((height / step).round_ties_even() as i64).max(1);
        let target = i128::from(count) * i128::from(divisor);
        let square = i128::from(self.length) * i128::from(self.length);
        // First along the normal, then the rest by the least step, then back towards the normal within the plane.
        let near = (target + square / 2) / square;
        let rest = (target - near * square) / i128::from(divisor);
        let mut shift: [i128; 3] = std::array::from_fn(|k| near * i128::from(self.up[k]) + rest * i128::from(least[k]));
        for direction in [self.along, self.across] {
            let product: i128 = (0..3).map(|k| shift[k] * i128::from(direction[k])).sum();
            let turns = (product + square / 2).div_euclid(square);
            for k in 0..3 {
                shift[k] -= turns * i128::from(direction[k]);
            }
        }
        (shift.map(|x| x as i64), target as f64 * self.unit / self.length as f64)
    }
}

/// The greatest common divisor g of three integers, and integers with x·v₀ + y·v₁ + z·v₂ = g.
fn bezout(v: Integers) -> (i64, Integers) {
    let (g, x, y) = euclid(v[0], v[1]);
    let (g, s, z) = euclid(g, v[2]);
    if g < 0 { (-g, [-s * x, -s * y, -z]) } else { (g, [s * x, s * y, z]) }
}

/// Euclid's algorithm: g, x, y with x·a + y·b = g, where |g| is the greatest common divisor.
fn euclid(a: i64, b: i64) -> (i64, i64, i64) {
    let (mut r, mut x, mut y) = ((a, b), (1, 0), (0, 1));
    while r.1 != 0 {
        let q = r.0 / r.1;
        r = (r.1, r.0 - q * r.1);
        x = (x.1, x.0 - q * x.1);
        y = (y.1, y.0 - q * y.1);
    }
    (r.0, x.0, y.0)
}

/// Points around the origin of the contact plane, one in each open quadrant, at heights from `low` to `high` steps; at
/// equal height, the interior of their hull contains the axis. In the plane: one point on each side.
pub fn around(random: &mut RandomSource, reach: i64, low: i64, high: i64) -> Vec<Integers> {
    let signs: &[(i64, i64)] = if random.dimension() == 2 { &[(1, 1), (-1, 1)] } else { &[(1, 1), (-1, 1), (1, -1), (-1, -1)] };
    let near = (reach / 4).max(1);
    let one = |&(i, j): &(i64, i64)| {
        let (a, b) = (random.integer(near, reach.max(1)), random.integer(near, reach.max(1)));
        [i * a, j * b, random.integer(low, high)]
    };
    signs.iter().map(one).collect()
}

/// `count` points anywhere up to `reach` from the axis, at heights from `low` to `high` steps.
pub fn scattered(random: &mut RandomSource, count: usize, reach: i64, low: i64, high: i64) -> Vec<Integers> {
    let one = |_| {
        let (a, b) = (random.integer(-reach, reach), random.integer(-reach, reach));
        [a, b, random.integer(low, high)]
    };
    (0..count).map(one).collect()
}
