//! Bodies of small integers, for tests.

use gjk_cases::case::Point;
use gjk_numbers::vector::Vector;
use gjk_numbers::{Big, SplitMix64, Wide};

use crate::exact::Integral;
use crate::lattice::{AnyLattice, Lattice, Pair};

impl AnyLattice {
    /// The lattice in 256 bits, which suffice for small integers.
    pub fn wide(self) -> Lattice<Wide> {
        if let AnyLattice::Wide(lattice) = self { lattice } else { unreachable!("small integers fit 256 bits") }
    }

    /// The lattice in integers of any size.
    pub fn big(self) -> Lattice<Big> {
        match self {
            AnyLattice::Wide(lattice) => lattice.enlarged(),
            AnyLattice::Big(lattice) => lattice,
        }
    }
}

/// The points in doubles.
pub fn in_doubles(points: &[[i64; 3]]) -> Vec<Point> {
    points.iter().map(|p| p.map(|x| x as f64)).collect()
}

/// The lattice of the hull of these points and of the origin.
pub fn lattice(dimension: usize, a: &[[i64; 3]]) -> Lattice<Wide> {
    AnyLattice::of_points(dimension, &in_doubles(a), &[[0.0; 3]]).wide()
}

/// A vector in 256 bits.
pub fn vector(v: [i64; 3]) -> Vector<Wide> {
    v.map(|x| Wide::from_i128(x.into()))
}

/// These vertices of A, with the only one of B.
pub fn of_a(vertices: &[usize]) -> Vec<Pair> {
    vertices.iter().map(|&a| Pair { a, b: 0 }).collect()
}

/// Small pseudorandom numbers, always the same.
pub struct Numbers(pub SplitMix64);

impl Numbers {
    /// The numbers of a seed.
    pub fn of(seed: u64) -> Numbers {
        Numbers(SplitMix64(seed))
    }

    /// An integer of at most this size.
    pub fn next(&mut self, size: i64) -> i64 {
        self.0.below(2 * size as u64 + 1) as i64 - size
    }

    /// Points of the lattice around the origin, or raised above it.
    pub fn points(&mut self, count: usize, size: i64, raised: i64) -> Vec<[i64; 3]> {
        (0..count).map(|_| [self.next(size), self.next(size), self.next(size) + raised]).collect()
    }
}
