//! What is true of a pair of bodies, proven: how they lie, how far apart they are, how large their difference is.

mod nearest_set;

use std::cmp::Ordering;
use std::sync::OnceLock;

use dashu_int::IBig;
use dashu_ratio::RBig;
use gjk_numbers::{Big, Wide};

use crate::certificate;
use crate::curved::Bracket;
use crate::double::Scaled;
use crate::lattice::{AnyLattice, Lattice};
use crate::oracle::{self, Proof};
use crate::union::UnionTruth;
use crate::whole::Whole;
use gjk_cases::case::{Body, Case, Class, Point};
pub(crate) use nearest_set::NearestSet;

/// The truth of two hulls of points, which may have radii, on their lattice.
#[derive(Clone, Debug)]
pub struct Known<I> {
    /// The cores on their grid.
    pub lattice: Lattice<I>,
    /// The proof of how the cores lie, accepted by the certificate kernel.
    pub proof: Proof<I>,
    /// The distance of the cores in units of the grid, to about 100 bits.
    pub distance: Scaled,
    /// The sum of the radii in units of the grid.
    pub radii: Scaled,
    /// D in units of the grid, radii included.
    pub size: Scaled,
    /// How the bodies lie, radii included.
    class: Class,
    /// Made when it is first asked for: every answer about the bodies is compared with it.
    nearest_set: OnceLock<Option<NearestSet>>,
}

/// The truth of two hulls of points, on a lattice of either width.
#[derive(Clone, Debug)]
pub enum Exact {
    /// In 256 bits.
    Wide(Known<Wide>),
    /// In integers of any size.
    Big(Known<Big>),
}

/// The truth of a case.
#[derive(Clone, Debug)]
// The largest variant is by far the most common one.
#[allow(clippy::large_enum_variant)]
pub enum Truth {
    /// Of two hulls of points, with or without radii: exact.
    Exact(Exact),
    /// Of two convex bodies, one of them curved: a bracket.
    Curved(Bracket),
    /// Of bodies of which one is a union: that of all pairs of parts.
    Union(UnionTruth),
}

/// Calls a generic function on an exact truth of whichever width.
macro_rules! on_exact {
    ($exact:expr, $known:ident => $body:expr) => {
        match $exact {
            $crate::truth::Exact::Wide($known) => $body,
            $crate::truth::Exact::Big($known) => $body,
        }
    };
}
pub(crate) use on_exact;

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
        let class = match proof {
            Proof::Separated { .. } => Class::Separated,
            Proof::Touching { .. } => Class::Touching,
            Proof::Overlapping { .. } => Class::Overlapping,
        };
        Known { lattice, proof, distance, radii: Scaled::ZERO, size, class, nearest_set: OnceLock::new() }
    }

    /// The same cores with radii, which are finite and not negative, in units of the coordinates.
    fn with_radii(mut self, a: f64, b: f64) -> Known<I> {
        if a == 0.0 && b == 0.0 {
            return self;
        }
        self.radii = Scaled::from_f64(a).plus(Scaled::from_f64(b)).shifted(-self.lattice.exponent);
        self.size = self.size.plus(self.radii);
        self.class = if self.class == Class::Separated {
            let sum = exact(a) + exact(b);
            match (&sum * &sum).cmp(&self.core_distance_squared()) {
                Ordering::Less => Class::Separated,
                Ordering::Equal => Class::Touching,
                Ordering::Greater => Class::Overlapping,
            }
        } else {
            Class::Overlapping
        };
        self
    }

    /// How the bodies lie, radii included.
    pub fn class(&self) -> Class {
        self.class
    }

    /// The exact squared distance of the cores in the units of the coordinates.
    pub fn core_distance_squared(&self) -> RBig {
        let Proof::Separated { face, .. } = &self.proof else { return RBig::ZERO };
        let (x, y, z) = oracle::squared_distance(&self.lattice, face);
        let (numerator, divisor) = (x.to_big() * y.to_big(), z.to_big());
        let power = IBig::ONE << (2 * self.lattice.exponent.unsigned_abs()) as usize;
        let quotient = RBig::from(numerator) / RBig::from(divisor);
        if self.lattice.exponent >= 0 { quotient * RBig::from(power) } else { quotient / RBig::from(power) }
    }

    /// The sets of the cores' nearest points. None for cores that meet, and where two faces are so nearly degenerate that
    /// doubles cannot tell what they have in common.
    pub(crate) fn nearest_set(&self) -> Option<&NearestSet> {
        let Proof::Separated { face, axis } = &self.proof else { return None };
        self.nearest_set.get_or_init(|| NearestSet::of(&self.lattice, face, axis)).as_ref()
    }

    /// The distance of the bodies, radii included, in units of the grid; zero where they meet.
    pub fn gap(&self) -> Scaled {
        match self.class {
            Class::Separated if self.radii.is_zero() => self.distance,
            Class::Separated => self.distance.minus(self.radii),
            Class::Touching | Class::Overlapping => Scaled::ZERO,
        }
    }

    /// The distance of the bodies rounded to a double, in the units of the coordinates.
    pub fn distance_f64(&self) -> f64 {
        self.gap().shifted(self.lattice.exponent).to_f64()
    }

    /// The distance of the bodies in units of D; 0/0 counts as 0.
    pub fn relative_distance(&self) -> f64 {
        self.gap().over(self.size).to_f64()
    }

    /// A simplex of vertices of the cores' difference, by indices: does its hull come as near to the origin as the radii are
    /// long, exactly?
    pub fn meets_radii(&self, simplex: &[crate::lattice::Pair], a: f64, b: f64) -> bool {
        if self.radii.is_zero() {
            return self.holds_origin(simplex);
        }
        let known = |pair: &&crate::lattice::Pair| pair.a < self.lattice.a.points.len() && pair.b < self.lattice.b.points.len();
        let points: Vec<_> = simplex.iter().filter(known).map(|pair| self.lattice.difference(*pair)).collect();
        if points.is_empty() {
            return false;
        }
        let points = points.iter().map(|p| std::array::from_fn(|i| Big(p[i].to_big()))).collect();
        let of_simplex = Known::of(Lattice::<Big>::of_difference(self.lattice.dimension, points, self.lattice.exponent));
        let sum = exact(a) + exact(b);
        of_simplex.core_distance_squared() <= &sum * &sum
    }

    /// A simplex of vertices of the cores' difference, by indices: does its hull hold the origin, exactly?
    pub fn holds_origin(&self, simplex: &[crate::lattice::Pair]) -> bool {
        let known = |pair: &&crate::lattice::Pair| pair.a < self.lattice.a.points.len() && pair.b < self.lattice.b.points.len();
        let points: Vec<_> = simplex.iter().filter(known).map(|pair| self.lattice.difference(*pair)).collect();
        certificate::holds_origin(&points)
    }
}

/// A finite double as a rational.
fn exact(x: f64) -> RBig {
    RBig::try_from(x).unwrap_or(RBig::ZERO)
}

impl Exact {
    /// The truth of two non-empty lists of points.
    pub fn of_points(dimension: usize, a: &[Point], b: &[Point]) -> Exact {
        Exact::of_rounded(dimension, (a, 0.0), (b, 0.0))
    }

    /// The truth of two non-empty lists of points, each with a radius.
    pub fn of_rounded(dimension: usize, a: (&[Point], f64), b: (&[Point], f64)) -> Exact {
        match AnyLattice::of_points(dimension, a.0, b.0) {
            AnyLattice::Wide(lattice) => Exact::Wide(Known::of(lattice).with_radii(a.1, b.1)),
            AnyLattice::Big(lattice) => Exact::Big(Known::of(lattice).with_radii(a.1, b.1)),
        }
    }

    /// How the bodies lie.
    pub fn class(&self) -> Class {
        on_exact!(self, known => known.class())
    }

    /// The exact squared distance of the cores.
    pub fn core_distance_squared(&self) -> RBig {
        on_exact!(self, known => known.core_distance_squared())
    }

    fn has_radii(&self) -> bool {
        on_exact!(self, known => !known.radii.is_zero())
    }
}

impl Truth {
    /// The truth of a case with finite coordinates, exactly as they are.
    pub fn of(case: &Case) -> Truth {
        match (&case.a, &case.b) {
            (Body::Union(_), _) | (_, Body::Union(_)) => Truth::Union(UnionTruth::of(case)),
            (Body::Curved(_), _) | (_, Body::Curved(_)) => Truth::Curved(Bracket::of(case.dimension, &case.a, &case.b)),
            (a, b) => {
                let dimension = usize::from(case.dimension);
                Truth::Exact(Exact::of_rounded(dimension, (a.points(), a.radius()), (b.points(), b.radius())))
            }
        }
    }

    /// The exact truth of two hulls of points; none for other bodies.
    pub fn exact(&self) -> Option<&Exact> {
        match self {
            Truth::Exact(exact) => Some(exact),
            _ => None,
        }
    }

    /// How the bodies lie; none where a bracket does not decide it.
    pub fn decided(&self) -> Option<Class> {
        match self {
            Truth::Exact(exact) => Some(exact.class()),
            Truth::Curved(bracket) => bracket.class,
            Truth::Union(union) => union.class,
        }
    }

    /// How the bodies lie, as far as can be told: where a bracket does not decide it, they touch as nearly as it is narrow.
    pub fn class(&self) -> Class {
        self.decided().unwrap_or(Class::Touching)
    }

    /// The class as records spell it: empty where it is undecided.
    pub fn class_name(&self) -> &'static str {
        self.decided().map_or("", Class::name)
    }

    /// The exact squared distance; none for bodies with radii and curved ones, whose distance is irrational in general.
    pub fn distance_squared(&self) -> Option<RBig> {
        match self {
            Truth::Exact(exact) => (!exact.has_radii()).then(|| exact.core_distance_squared()),
            Truth::Curved(_) => None,
            Truth::Union(union) => union.distance_squared(),
        }
    }

    /// The exact squared distance of the cores, for two hulls of points of which one has a radius.
    pub fn core_distance_squared(&self) -> Option<RBig> {
        self.exact().filter(|exact| exact.has_radii()).map(Exact::core_distance_squared)
    }

    /// The distance, rounded.
    pub fn distance_f64(&self) -> f64 {
        match self {
            Truth::Exact(exact) => on_exact!(exact, known => known.distance_f64()),
            Truth::Curved(_) | Truth::Union(_) => {
                let (low, high) = self.gap();
                low.plus(high).shifted(-1).to_f64()
            }
        }
    }

    /// A lower and an upper bound of the distance, in units of the coordinates.
    pub fn gap(&self) -> (Scaled, Scaled) {
        match self {
            Truth::Exact(exact) => on_exact!(exact, known => {
                let gap = known.gap().shifted(known.lattice.exponent);
                (gap, gap)
            }),
            Truth::Curved(bracket) => bracket.gap(),
            Truth::Union(union) => union.gap(),
        }
    }

    /// Doubles that bracket the distance.
    pub fn bounds(&self) -> (f64, f64) {
        let (low, high) = self.gap();
        let zero = |x: Scaled| x.is_zero();
        // The numbers are good to 90 bits and more, a rounded double to 53: its neighbours hold the truth between them.
        let low = if zero(low) { 0.0 } else { low.to_f64().next_down().max(0.0) };
        let high = if zero(high) { 0.0 } else { high.to_f64().next_up() };
        (low, high)
    }

    /// D, in units of the coordinates.
    pub fn size(&self) -> Scaled {
        match self {
            Truth::Exact(exact) => on_exact!(exact, known => known.size.shifted(known.lattice.exponent)),
            Truth::Curved(bracket) => bracket.size,
            Truth::Union(union) => union.size,
        }
    }

    /// The width of the bracket of the distance, in units of D; zero where the distance is known exactly.
    pub fn relative_width(&self) -> f64 {
        let (low, high) = self.gap();
        high.minus(low).over(self.size()).to_f64()
    }

    /// The distance in units of D.
    pub fn relative_distance(&self) -> f64 {
        match self {
            Truth::Exact(exact) => on_exact!(exact, known => known.relative_distance()),
            Truth::Curved(_) | Truth::Union(_) => {
                let (low, high) = self.gap();
                low.plus(high).shifted(-1).over(self.size()).to_f64()
            }
        }
    }
}
