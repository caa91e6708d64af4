//! The truth of two hulls of points, which may have radii: exact.

use std::cmp::Ordering;
use std::sync::{Arc, OnceLock};

use dashu_int::IBig;
use dashu_ratio::RBig;
use gjk_cases::case::{Class, Point};
use gjk_numbers::float::dyadic;
use gjk_numbers::vector::{Vector, dot};
use gjk_numbers::{Big, Wide};

use super::evidence::Evidence;
use super::nearest_set::NearestSet;
use crate::certificate;
use crate::exact::{Integral, Scaled};
use crate::lattice::{AnyLattice, Grid, Lattice, Pair};
use crate::oracle::depth::Depth;
use crate::oracle::flat::flat_depth;
use crate::oracle::nearest::{PRODUCT_ERROR, lowest};
use crate::oracle::{self, Proof};

/// A lattice and the proof of how its bodies lie, in integers of either type.
#[derive(Debug)]
enum Proven {
    Wide(Lattice<Wide>, Proof<Wide>),
    Big(Lattice<Big>, Proof<Big>),
}

/// Evaluates the same expression for either type of integers.
macro_rules! in_either {
    ($proven:expr, |$lattice:pat_param, $proof:pat_param| $value:expr) => {
        match &*$proven {
            Proven::Wide($lattice, $proof) => $value,
            Proven::Big($lattice, $proof) => $value,
        }
    };
}

mod contact;
mod copies;
mod depth;

pub(super) use copies::Copies;

/// The truth of two hulls of points. If they have radii, the hulls are called the cores. Lengths are in units of the
/// coordinates.
#[derive(Clone, Debug)]
pub struct HullTruth {
    proven: Arc<Proven>,
    class: Class,
    /// The distance of the cores, to about 100 bits.
    pub core_distance: Scaled,
    /// The sum of the radii, to about 100 bits.
    pub radii: Scaled,
    /// D, radii included.
    pub size: Scaled,
    /// The sum of the radii, exactly.
    exact_radii: RBig,
    // Computed on first use, and kept because every answer about the bodies is compared with them.
    enlarged: OnceLock<Lattice<Big>>,
    nearest_set: OnceLock<Option<NearestSet>>,
    nearest_points: OnceLock<[Point; 2]>,
    depth: OnceLock<Option<Arc<Depth>>>,
}

impl HullTruth {
    /// The truth of two non-empty lists of points.
    pub fn of_points(dimension: usize, a: &[Point], b: &[Point]) -> HullTruth {
        match AnyLattice::of_points(dimension, a, b) {
            AnyLattice::Wide(lattice) => HullTruth::of(lattice, Proven::Wide),
            AnyLattice::Big(lattice) => HullTruth::of(lattice, Proven::Big),
        }
    }

    /// The distance of a point with rational coordinates from the hull of points, exactly zero if the hull contains it.
    pub fn of_rational(dimension: usize, point: &[RBig; 3], hull: &[Point]) -> Scaled {
        let denominator = point.iter().fold(IBig::ONE, |product, x| product * IBig::from(x.denominator().clone()));
        let low = hull.iter().flatten().map(|x| dyadic(*x).1).min().unwrap_or(0).min(0);
        // Both multiplied by the denominator, in units of 2^low.
        let point = point
            .each_ref()
            .map(|x| (x.numerator() * (&denominator / IBig::from(x.denominator().clone()))) << low.unsigned_abs() as usize);
        let difference = |corner: &Point| {
            std::array::from_fn(|i| {
                let (odd, exponent) = dyadic(corner[i]);
                Big((IBig::from(odd) << (exponent - low) as usize) * &denominator - &point[i])
            })
        };
        let lattice = Lattice::of_difference(dimension, hull.iter().map(difference).collect(), low.into());
        HullTruth::of(lattice, Proven::Big).core_distance.over(Big(denominator).scaled())
    }

    /// The truth of a lattice in integers of any size.
    pub(super) fn of_big(lattice: Lattice<Big>) -> HullTruth {
        HullTruth::of(lattice, Proven::Big)
    }

    /// The truth of a lattice.
    ///
    /// # Panics
    /// If the certificate kernel refuses the oracle's proof: one of the two has a defect, and no number of such a run could be
    /// trusted.
    fn of<I: Integral>(lattice: Lattice<I>, proven: fn(Lattice<I>, Proof<I>) -> Proven) -> HullTruth {
        let proof = oracle::prove(&lattice);
        assert!(
            oracle::is_proven(&lattice, &proof),
            "the certificate kernel refuses the oracle's proof {proof:?} of {lattice:?}"
        );
        let (class, distance) = match &proof {
            Proof::Separated { face, .. } => {
                let (x, y, z) = oracle::squared_distance(&lattice, face);
                (Class::Separated, x.scaled().times(y.scaled()).over(z.scaled()).root())
            }
            Proof::Touching { .. } => (Class::Touching, Scaled::ZERO),
            Proof::Overlapping { .. } => (Class::Overlapping, Scaled::ZERO),
        };
        HullTruth {
            class,
            core_distance: distance.shifted(lattice.grid.exponent),
            radii: Scaled::ZERO,
            size: lattice.size.scaled().shifted(lattice.grid.exponent),
            exact_radii: RBig::ZERO,
            proven: Arc::new(proven(lattice, proof)),
            enlarged: OnceLock::new(),
            nearest_set: OnceLock::new(),
            nearest_points: OnceLock::new(),
            depth: OnceLock::new(),
        }
    }

    /// The same cores with radii, which are finite and non-negative.
    pub(super) fn with_radii(mut self, a: f64, b: f64) -> HullTruth {
        if a == 0.0 && b == 0.0 {
            return self;
        }
        self.radii = Scaled::from_f64(a).plus(Scaled::from_f64(b));
        self.size = self.size.plus(self.radii);
        let exact = |radius: f64| RBig::try_from(radius).unwrap_or(RBig::ZERO);
        self.exact_radii = exact(a) + exact(b);
        self.class = self.class_with(&self.exact_radii);
        self
    }

    /// The same cores with radii of this sum.
    fn with_radii_of_sum(mut self, radii: RBig) -> HullTruth {
        if radii > RBig::ZERO {
            self.radii = Scaled::of_rational(&radii);
            self.size = self.size.plus(self.radii);
            self.class = self.class_with(&radii);
            self.exact_radii = radii;
        }
        self
    }

    /// How the cores lie if radii with this sum, which is not zero, are applied to them.
    fn class_with(&self, radii: &RBig) -> Class {
        match self.class {
            Class::Separated => match (radii * radii).cmp(&self.core_distance_squared()) {
                Ordering::Less => Class::Separated,
                Ordering::Equal => Class::Touching,
                Ordering::Greater => Class::Overlapping,
            },
            Class::Touching | Class::Overlapping => Class::Overlapping,
        }
    }

    /// How the cores lie if radii with this sum are applied to them, and their distance then.
    pub(super) fn lie_with_radii(&self, radii: &RBig) -> (Class, Scaled) {
        let class = if *radii == RBig::ZERO { self.class } else { self.class_with(radii) };
        let distance =
            if class == Class::Separated { self.core_distance.minus(Scaled::of_rational(radii)) } else { Scaled::ZERO };
        (class, distance)
    }

    /// How the bodies lie, radii included.
    pub fn class(&self) -> Class {
        self.class
    }

    /// The proof of how the cores lie, in weights of their points.
    pub fn core_evidence(&self) -> Evidence {
        in_either!(self.proven, |lattice, proof| Evidence::of(lattice, proof))
    }

    /// Whether a body has a radius.
    pub fn has_radii(&self) -> bool {
        !self.radii.is_zero()
    }

    /// The sum of the radii, exactly.
    pub fn exact_radii(&self) -> &RBig {
        &self.exact_radii
    }

    fn radii_squared(&self) -> RBig {
        &self.exact_radii * &self.exact_radii
    }

    /// The grid of the cores.
    pub fn grid(&self) -> &Grid {
        in_either!(self.proven, |lattice, _| &lattice.grid)
    }

    fn enlarged(&self) -> &Lattice<Big> {
        self.enlarged.get_or_init(|| in_either!(self.proven, |lattice, _| lattice.enlarged()))
    }

    /// Converts the square of a length from units of the grid to units of the coordinates.
    fn in_coordinates(&self, squared: RBig) -> RBig {
        let exponent = self.grid().exponent;
        let power = RBig::from(IBig::ONE << (2 * exponent.unsigned_abs()) as usize);
        if exponent >= 0 { squared * power } else { squared / power }
    }

    /// The exact squared distance of the cores.
    pub fn core_distance_squared(&self) -> RBig {
        let squared = in_either!(self.proven, |lattice, proof| {
            let Proof::Separated { face, .. } = proof else { return RBig::ZERO };
            let (x, y, z) = oracle::squared_distance(lattice, face);
            RBig::from(x.to_big() * y.to_big()) / RBig::from(z.to_big())
        });
        self.in_coordinates(squared)
    }

    /// The distance of the bodies; zero if they meet.
    pub fn gap(&self) -> Scaled {
        match self.class {
            Class::Separated => self.core_distance.minus(self.radii),
            Class::Touching | Class::Overlapping => Scaled::ZERO,
        }
    }

    /// The depth of bodies in each other within the affine hull of M; `None` if that hull is the whole space or the bodies do
    /// not touch.
    pub fn flat_depth(&self) -> Option<Scaled> {
        let may_be_flat = self.class == Class::Touching && !self.has_radii();
        may_be_flat.then(|| flat_depth(self.enlarged()))?.map(|depth| depth.shifted(self.grid().exponent))
    }

    /// Whether a simplex proves that the bodies meet: its hull comes at least as near to the origin as the sum of the radii.
    pub fn proves_contact(&self, simplex: &[Pair]) -> bool {
        if !self.has_radii() {
            return in_either!(self.proven, |lattice, _| certificate::holds_origin(&lattice.vertices(simplex)));
        }
        let points = self.enlarged().vertices(simplex);
        if points.is_empty() {
            return false;
        }
        let grid = self.grid();
        let of_simplex = HullTruth::of(Lattice::of_difference(grid.dimension, points, grid.exponent), Proven::Big);
        of_simplex.core_distance_squared() <= self.radii_squared()
    }

    /// Whether an axis proves that the bodies are apart: its products with all points of M are positive and, for the axis of
    /// length one, greater than the sum of the radii. The axis is given in floating point with coordinates of at most one,
    /// which may suffice to decide, and as integers.
    pub fn proves_separation(&self, rounded: &Point, axis: impl FnOnce() -> Vector<Big>) -> bool {
        if !self.has_radii() {
            let product = |point: &Point| dot(rounded, point);
            let least = self.grid().a.iter().map(product).fold(f64::INFINITY, f64::min);
            let greatest = self.grid().b.iter().map(product).fold(f64::NEG_INFINITY, f64::max);
            if (least - greatest).abs() > 2.0 * PRODUCT_ERROR {
                return least > greatest;
            }
            return certificate::separates(self.enlarged(), &axis());
        }
        self.separates_swept(&axis())
    }

    /// Whether an axis proves that bodies with radii are apart.
    fn separates_swept(&self, axis: &Vector<Big>) -> bool {
        let (reach, length_squared) = (self.least_product(axis).0, dot(axis, axis).0);
        reach > IBig::ZERO
            && self.in_coordinates(RBig::from(&reach * &reach) / RBig::from(length_squared)) > self.radii_squared()
    }

    /// Whether the exact normal of a face of at most three points of M proves that the bodies are apart.
    pub fn face_separates(&self, face: &[Pair]) -> bool {
        let lattice = self.enlarged();
        let normal = certificate::normal_of(&lattice.vertices(face));
        let separates = |normal: &Vector<Big>| {
            if self.has_radii() { self.separates_swept(normal) } else { certificate::separates(lattice, normal) }
        };
        normal.is_some_and(|normal| separates(&normal))
    }

    /// Whether a face of at most three points of M is the face nearest to the origin.
    pub fn is_nearest(&self, face: &[Pair]) -> bool {
        in_either!(self.proven, |lattice, _| {
            let normal = certificate::normal_of(&lattice.vertices(face));
            normal.is_some_and(|normal| certificate::is_nearest(lattice, face, &normal))
        })
    }

    /// Whether a face of at most three points of M proves that its distance from the origin is that of M up to a relative error
    /// of 2^−bits: the foot of its perpendicular lies in it, and no point of M falls below it by more.
    pub fn is_nearest_within(&self, face: &[Pair], bits: usize) -> bool {
        certificate::is_nearest_within(self.enlarged(), face, bits)
    }

    /// The error of a distance of the cores in units in the last place of a double, or of a single.
    pub fn units_in_last_place(&self, distance: f64, is_single: bool) -> f64 {
        units_in_last_place(distance, self.core_distance, is_single)
    }

    /// The error of a depth of the cores, which overlap, in units in the last place of a double, or of a single.
    pub fn depth_units_in_last_place(&self, depth: f64, is_single: bool) -> f64 {
        units_in_last_place(depth, self.core_depth().unwrap_or(Scaled::ZERO), is_single)
    }

    /// The distance of the bodies along an axis that is not zero; negative if they overlap along it.
    pub fn distance_along(&self, axis: &Vector<Big>) -> Scaled {
        let reach = self.least_product(axis).scaled().over(dot(axis, axis).scaled().root());
        reach.shifted(self.grid().exponent).minus(self.radii)
    }

    fn least_product(&self, axis: &Vector<Big>) -> Big {
        let lattice = self.enlarged();
        dot(axis, &lattice.difference(lowest(lattice, axis)))
    }

    /// The greater distance of two witness points, of A and of B, from the sets of points of the cores that are nearest to the
    /// other core. `None` if the cores meet, or if two faces are so nearly degenerate that doubles cannot determine their
    /// intersection.
    pub fn witness_error(&self, witnesses: &[Point; 2]) -> Option<Scaled> {
        let nearest_set = || {
            in_either!(self.proven, |lattice, proof| match proof {
                Proof::Separated { face, axis } => NearestSet::of(lattice, face, axis),
                _ => None,
            })
        };
        self.nearest_set.get_or_init(nearest_set).as_ref().map(|set| set.distance(witnesses))
    }
}

/// The difference of a number and a length, in units in the last place of a double, or of a single: a unit is the step to the
/// next number on the side of the length. (Above a power of two the step is twice the step below.) For a number that is not
/// finite the result is infinite.
fn units_in_last_place(number: f64, exact: Scaled, is_single: bool) -> f64 {
    if !number.is_finite() {
        return f64::INFINITY;
    }
    let is_below = Scaled::from_f64(number) < exact;
    let next = match (is_single, is_below) {
        (true, true) => f64::from((number as f32).next_up()),
        (true, false) => f64::from((number as f32).next_down()),
        (false, true) => number.next_up(),
        (false, false) => number.next_down(),
    };
    // The neighbour of the greatest number is an infinity, which gives no step.
    let next = if next.is_finite() {
        next
    } else if is_single {
        f64::from((number as f32).next_down())
    } else {
        number.next_down()
    };
    let [number, next] = [number, next].map(Scaled::from_f64);
    number.minus(exact).over(number.minus(next)).to_f64().abs()
}
