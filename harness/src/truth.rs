//! What is true of a pair of bodies, proven: how they lie, how far apart they are, how large their difference is.

use dashu_int::IBig;
use dashu_ratio::RBig;
use gjk_variants::{Big, Wide};

use crate::case::{Case, Class, Point};
use crate::certificate;
use crate::double::Scaled;
use crate::lattice::{AnyLattice, Lattice};
use crate::oracle::{self, Proof};
use crate::whole::Whole;

/// The truth of a pair on its lattice.
#[derive(Clone, Debug)]
pub struct Known<I> {
    /// The pair on its grid.
    pub lattice: Lattice<I>,
    /// The proof, accepted by the certificate kernel.
    pub proof: Proof<I>,
    /// The distance in units of the grid, to about 100 bits.
    pub distance: Scaled,
    /// D in units of the grid.
    pub size: Scaled,
}

/// The truth of a pair, on a lattice of either width.
#[derive(Clone, Debug)]
pub enum Truth {
    /// In 256 bits.
    Wide(Known<Wide>),
    /// In integers of any size.
    Big(Known<Big>),
}

/// Calls a generic function on whichever truth it is.
macro_rules! on_truth {
    ($truth:expr, $known:ident => $body:expr) => {
        match $truth {
            $crate::truth::Truth::Wide($known) => $body,
            $crate::truth::Truth::Big($known) => $body,
        }
    };
}
pub(crate) use on_truth;

impl<I: Whole> Known<I> {
    /// The truth of a lattice.
    ///
    /// # Panics
    /// If the certificate kernel refuses the oracle's proof: one of the two has a defect, and no number of such a run could be
    /// trusted.
    fn of(lattice: Lattice<I>) -> Known<I> {
        let proof = oracle::prove(&lattice);
        assert!(
            oracle::is_proven(&lattice, &proof),
            "the certificate kernel refuses the oracle's proof {proof:?} of {lattice:?}"
        );
        let distance = match &proof {
            Proof::Separated { face, .. } => {
                let (x, y, z) = oracle::squared_distance(&lattice, face);
                x.scaled().times(y.scaled()).over(z.scaled()).root()
            }
            _ => Scaled::ZERO,
        };
        let size = lattice.size.scaled();
        Known { lattice, proof, distance, size }
    }

    /// How the bodies lie.
    pub fn class(&self) -> Class {
        match self.proof {
            Proof::Separated { .. } => Class::Separated,
            Proof::Touching { .. } => Class::Touching,
            Proof::Overlapping { .. } => Class::Overlapping,
        }
    }

    /// The exact squared distance in the units of the coordinates.
    pub fn distance_squared(&self) -> RBig {
        let Proof::Separated { face, .. } = &self.proof else { return RBig::ZERO };
        let (x, y, z) = oracle::squared_distance(&self.lattice, face);
        let (numerator, divisor) = (x.to_big() * y.to_big(), z.to_big());
        let power = IBig::ONE << (2 * self.lattice.exponent.unsigned_abs()) as usize;
        let quotient = RBig::from(numerator) / RBig::from(divisor);
        if self.lattice.exponent >= 0 { quotient * RBig::from(power) } else { quotient / RBig::from(power) }
    }

    /// The distance rounded to a double, in the units of the coordinates.
    pub fn distance_f64(&self) -> f64 {
        self.distance.shifted(self.lattice.exponent).to_f64()
    }

    /// The distance in units of D; 0/0 counts as 0.
    pub fn relative_distance(&self) -> f64 {
        self.distance.over(self.size).to_f64()
    }

    /// A simplex of vertices of M, by indices: does its hull hold the origin, exactly?
    pub fn holds_origin(&self, simplex: &[crate::lattice::Pair]) -> bool {
        let known = |pair: &&crate::lattice::Pair| pair.a < self.lattice.a.points.len() && pair.b < self.lattice.b.points.len();
        let points: Vec<_> = simplex.iter().filter(known).map(|pair| self.lattice.difference(*pair)).collect();
        certificate::holds_origin(&points)
    }
}

impl Truth {
    /// The truth of a case with finite coordinates, exactly as they are.
    pub fn of(case: &Case) -> Truth {
        Self::of_lattice(AnyLattice::of(case))
    }

    /// The truth of two non-empty lists of points.
    pub fn of_points(dimension: usize, a: &[Point], b: &[Point]) -> Truth {
        Self::of_lattice(AnyLattice::of_points(dimension, a, b))
    }

    fn of_lattice(lattice: AnyLattice) -> Truth {
        match lattice {
            AnyLattice::Wide(lattice) => Truth::Wide(Known::of(lattice)),
            AnyLattice::Big(lattice) => Truth::Big(Known::of(lattice)),
        }
    }

    /// How the bodies lie.
    pub fn class(&self) -> Class {
        on_truth!(self, known => known.class())
    }

    /// The exact squared distance.
    pub fn distance_squared(&self) -> RBig {
        on_truth!(self, known => known.distance_squared())
    }

    /// The distance, rounded.
    pub fn distance_f64(&self) -> f64 {
        on_truth!(self, known => known.distance_f64())
    }

    /// The distance in units of D.
    pub fn relative_distance(&self) -> f64 {
        on_truth!(self, known => known.relative_distance())
    }
}
