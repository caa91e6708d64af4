//! The depth of two hulls of points in each other, and the part of it that remains after a translation.

use std::sync::Arc;

use dashu_ratio::RBig;
use gjk_numbers::vector::{Vector, dot, negated};
use gjk_numbers::{Big, Ring};

use super::copies::{BITS, Copies, FINE, integer, placed};
use super::{HullTruth, Proven};
use crate::certificate::depth::{Plane, is_depth, is_flat, supports_through_origin, surrounds_origin};
use crate::certificate::supports_at_origin;
use crate::exact::{Integral, Scaled};
use crate::lattice::{Lattice, Pair};
use crate::oracle::Proof;
use crate::oracle::depth::{Depth, depth};
use crate::oracle::nearest::lowest;

impl HullTruth {
    /// The depth of the cores in each other, in units of the grid, with its proof; `None` if they do not overlap.
    ///
    /// # Panics
    /// If the certificate kernel refuses the proof, as for the proof of how the cores lie.
    fn proven_depth(&self) -> Option<&Depth> {
        let made = || {
            in_either!(self.proven, |lattice, proof| {
                let Proof::Overlapping { points } = proof else { return None };
                let found = depth(lattice, points);
                let is_proven = |found: &Depth| is_depth(lattice, &found.shell, found.nearest);
                assert!(
                    found.as_ref().is_some_and(is_proven),
                    "the certificate kernel refuses the oracle's depth {found:?} of {lattice:?}"
                );
                found.map(Arc::new)
            })
        };
        self.depth.get_or_init(made).as_deref()
    }

    /// The depth of the cores in each other; `None` if they do not overlap.
    pub fn core_depth(&self) -> Option<Scaled> {
        self.proven_depth().map(|depth| depth.length.shifted(self.grid().exponent))
    }

    /// The exact squared depth of the cores in each other; zero if they touch, `None` if they are apart.
    pub fn core_depth_squared(&self) -> Option<RBig> {
        let Some(depth) = self.proven_depth() else {
            let is_touching = in_either!(self.proven, |_, proof| matches!(proof, Proof::Touching { .. }));
            return is_touching.then_some(RBig::ZERO);
        };
        let lattice = self.enlarged();
        let Plane { level, length_squared, .. } = Plane::of(&lattice.vertices(depth.facet(lattice.grid.dimension)));
        Some(self.in_coordinates(RBig::from(&level.0 * &level.0) / RBig::from(length_squared.0)))
    }

    /// The outward normal of a nearest facet of the difference of the cores, of length one up to rounding, if they overlap; the
    /// normal of a plane that separates them, if they touch. `None` for cores that are apart.
    pub fn outward_normal(&self) -> Option<[f64; 3]> {
        let normal = match self.proven_depth() {
            Some(depth) => {
                let lattice = self.enlarged();
                Plane::of(&lattice.vertices(depth.facet(lattice.grid.dimension))).normal
            }
            None => in_either!(self.proven, |_, proof| match proof {
                Proof::Touching { normal, .. } => Some(negated(normal)),
                _ => None,
            })?,
        };
        let length = dot(&normal, &normal).scaled().root();
        Some(normal.map(|x| x.scaled().over(length).to_f64()))
    }

    /// The proof of the depth of the cores: facets around the origin whose corners are points of their difference, as many
    /// corners per facet as the space has dimensions, and the number of the nearest facet. `None` if the cores do not overlap.
    pub fn depth_evidence(&self) -> Option<(Vec<&[Pair]>, usize)> {
        let depth = self.proven_depth()?;
        Some((depth.shell.chunks_exact(self.grid().dimension).collect(), depth.nearest))
    }

    /// The depth of the bodies, which meet, in each other. For cores that are apart, it is the excess of the radii over their
    /// distance.
    pub fn depth(&self) -> Scaled {
        self.core_depth().unwrap_or(self.core_distance.negated()).plus(self.radii)
    }

    /// The reach of M beyond a point v along a vector that is not zero, in units of the coordinates: an upper bound of the
    /// depth that is left after a translation by v. The vector is rounded to 60 bits.
    pub fn reach_beyond(&self, n: &[Scaled; 3], v: &[Scaled; 3]) -> Scaled {
        fn reach<I: Integral>(lattice: &Lattice<I>, n: &[Scaled; 3]) -> [Scaled; 4] {
            let exponent = n.iter().filter(|x| !x.is_zero()).map(|x| x.exponent()).max().unwrap_or(0);
            let n: Vector<I> = n.map(|x| integer(x.shifted(58 - exponent)));
            let farthest = lattice.difference(lowest(lattice, &negated(&n)));
            let length = dot(&n, &n).scaled().root();
            let [x, y, z] = [0, 1, 2].map(|i| n[i].scaled().over(length));
            [x, y, z, dot(&n, &farthest).scaled().over(length)]
        }
        let [x, y, z, reach] = in_either!(self.proven, |lattice, _| reach(lattice, n));
        let along = [x, y, z].into_iter().zip(v).fold(Scaled::ZERO, |sum, (n, v)| sum.plus(n.times(*v)));
        reach.shifted(self.grid().exponent).minus(along)
    }

    /// The reach of the difference of the cores from the origin along a vector that is not zero, in units of the coordinates.
    pub fn core_reach(&self, n: &Vector<Big>) -> Scaled {
        self.least_product(&negated(n)).negated().scaled().over(dot(n, n).scaled().root()).shifted(self.grid().exponent)
    }

    /// ρ(v): the depth of the cores in each other that is left after A is moved by −v; zero if they then only touch, or are
    /// apart. v is rounded to a grid, which changes the depth by less than 2⁻⁵⁶ D.
    pub fn residual(&self, v: &[Scaled; 3]) -> Scaled {
        self.residual_within(v, Scaled::ZERO)
    }

    /// The depth that is left for cores with radii of this sum.
    pub fn residual_within(&self, v: &[Scaled; 3], radii: Scaled) -> Scaled {
        // Such a v is outside M.
        let size = self.core_size();
        let reach = size.plus(radii);
        if v.iter().any(|x| x.max(&x.negated()) > &reach) {
            return Scaled::ZERO;
        }
        let bits = size.exponent() + 1 - self.grid().exponent;
        let finer = BITS - 3 - bits;
        let back = v.map(Scaled::negated);
        let moved = match &*self.proven {
            Proven::Wide(lattice, _) if finer >= 0 && radii.is_zero() => {
                HullTruth::of(placed(lattice, Copies::Moved, &back, finer), Proven::Wide)
            }
            Proven::Wide(..) | Proven::Big(..) => {
                HullTruth::of(placed(self.enlarged(), Copies::Moved, &back, (FINE - bits).max(0)), Proven::Big)
            }
        };
        moved.core_depth().unwrap_or(moved.core_distance.negated()).plus(radii).max(Scaled::ZERO)
    }

    /// The depth that is left after a translation with rational coordinates, exactly zero if none is left.
    pub fn residual_of_rational(&self, v: &[RBig; 3]) -> Scaled {
        let (moved, unit) = self.with_a_of_rationals(Copies::Moved, &v.each_ref().map(|x| -x));
        moved.core_depth().unwrap_or(Scaled::ZERO).over(unit)
    }

    /// D of the cores.
    pub(super) fn core_size(&self) -> Scaled {
        in_either!(self.proven, |lattice, _| lattice.size.scaled()).shifted(self.grid().exponent)
    }

    /// Whether facets of points of M, one after the other, prove that the origin is in the interior of M.
    pub fn shell_surrounds_origin(&self, shell: &[Pair]) -> bool {
        !shell.is_empty() && in_either!(self.proven, |lattice, _| surrounds_origin(lattice, shell))
    }

    /// Whether these facets prove that the depth is the distance of the plane of the first one from the origin.
    pub fn shell_proves_depth(&self, shell: &[Pair]) -> bool {
        in_either!(self.proven, |lattice, _| is_depth(lattice, shell, 0))
    }

    /// Whether these facets prove that the origin is not in the interior of M: the plane of the first one supports M there, or
    /// M has no interior.
    pub fn facet_proves_touching(&self, shell: &[Pair]) -> bool {
        in_either!(self.proven, |lattice, _| {
            let facet = shell.get(..lattice.grid.dimension).unwrap_or_default();
            supports_through_origin(lattice, facet) || is_flat(lattice)
        })
    }

    /// Whether a vector proves that the origin is not in the interior of M, because it has no positive product with a point of
    /// M.
    pub fn supports_at_origin(&self, outwards: &Vector<Big>) -> bool {
        supports_at_origin(self.enlarged(), &negated(outwards))
    }
}

#[cfg(test)]
mod tests {
    use gjk_cases::case::{Arithmetic, Case, Point};
    use gjk_numbers::SplitMix64;
    use gjk_records::Ruling;

    use super::*;
    use crate::answer::{Answered, Numbers, Says, Values};
    use crate::judge::{TOLERANCE, judge};
    use crate::truth::Truth;

    fn corners(low: Point, high: Point) -> Vec<Point> {
        gjk_cases::family::corners(low, high)
    }

    fn scaled(v: [f64; 3]) -> [Scaled; 3] {
        v.map(Scaled::from_f64)
    }

    fn rational(v: [f64; 3]) -> [RBig; 3] {
        v.map(|x| RBig::try_from(x).expect("a finite number"))
    }

    #[test]
    fn a_unit_in_the_last_place_is_the_step_towards_the_length() {
        let of = |number: f64, step: f64, is_single| {
            let exact = Scaled::from_f64(number).plus(Scaled::from_f64(step));
            crate::truth::hulls::units_in_last_place(number, exact, is_single)
        };
        let (double, single) = (f64::EPSILON, f64::from(f32::EPSILON));
        // Above two, a step is twice the step below.
        assert_eq!([of(2.0, double, false), of(2.0, -double, false)], [0.5, 1.0]);
        assert_eq!([of(2.0, single, true), of(2.0, -single, true), of(1.5, 2.0 * single, true)], [0.5, 1.0, 2.0]);
        assert_eq!([of(f64::MAX, 0.0, false), of(1.0, 0.0, false)], [0.0; 2]);
        // The length is a finite number, or beyond all of them: an infinity is wrong in either scalar.
        for number in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            let off = |is_single| crate::truth::hulls::units_in_last_place(number, Scaled::from_f64(5.0), is_single);
            assert_eq!([of(number, 0.0, false), off(false), off(true)], [f64::INFINITY; 3], "{number}");
        }
    }

    #[test]
    fn the_residual_of_a_translation_is_the_depth_of_the_moved_bodies() {
        // Boxes that overlap by 1/2 along x and by more across it; far from the world's origin, and on grids of any width.
        for (offset, unit) in [(0.0, 1.0), (1024.0, 1.0), (0.0, 2.0_f64.powi(-300)), (0.0, 2.0_f64.powi(300))] {
            let of = |low: Point, high: Point| corners(low.map(|x| unit * (x + offset)), high.map(|x| unit * (x + offset)));
            let (a, b) = (of([0.0; 3], [2.0, 3.0, 4.0]), of([1.5, 1.0, 1.0], [4.0, 3.5, 5.0]));
            let truth = HullTruth::of_points(3, &a, &b);
            for (v, left) in [
                ([0.0; 3], 0.5),
                ([0.5, 0.0, 0.0], 0.0),
                ([0.375, 0.0, 0.0], 0.125),
                ([-0.5, 0.0, 0.0], 1.0),
                ([0.0, 2.0, 0.0], 0.0),
                ([0.0, 1.875, 0.0], 0.125),
                ([0.75, 0.0, 0.0], 0.0),
                ([900.0, 0.0, 0.0], 0.0),
            ] {
                let v = v.map(|x| x * unit);
                assert_eq!(truth.residual(&scaled(v)).to_f64(), left * unit, "{v:?}");
                assert_eq!(truth.residual_of_rational(&rational(v)).to_f64(), left * unit, "{v:?}");
            }
            let reach = |n: Point, v: Point| truth.reach_beyond(&scaled(n), &scaled(v.map(|x| x * unit))).to_f64() / unit;
            assert_eq!([reach([1.0, 0.0, 0.0], [0.0; 3]), reach([3e-200, 0.0, 0.0], [0.25, 0.0, 0.0])], [0.5, 0.25]);
            assert_eq!(reach([-7.0, 0.0, 0.0], [0.0; 3]), 4.0);
        }
    }

    #[test]
    fn the_depth_is_computed_only_for_answers_about_it() {
        let (a, b) = (corners([0.0; 3], [2.0; 3]), corners([1.0; 3], [3.0; 3]));
        let (case, truth) = (Case::of_points("cubes", 3, a.clone(), b.clone()), Truth::Hulls(HullTruth::of_points(3, &a, &b)));
        let is_known = || matches!(&truth, Truth::Hulls(hulls) if hulls.depth.get().is_some());
        for (translation, needs_depth) in [(None, false), (Some([1.0, 0.0, 0.0]), true)] {
            let numbers = Numbers::Rounded(Values { distance: Some(0.0), translation, ..Values::none() });
            let answer = Answered::of_bodies(Says::Intersecting, Vec::new(), numbers);
            assert_eq!(judge(&case, &truth, Some(&answer), Arithmetic::F64, TOLERANCE).ruling, Ruling::Right);
            assert_eq!(is_known(), needs_depth);
        }
    }

    #[test]
    fn coordinates_that_fill_the_grid_are_moved_in_integers_of_any_size() {
        let third = 1.0 / 3.0;
        let (a, b) = (corners([third / 4096.0; 3], [1.0 + third; 3]), corners([1.0; 3], [5.0; 3]));
        let truth = HullTruth::of_points(3, &a, &b);
        let depth = truth.core_depth().expect("they overlap").to_f64();
        let left = truth.residual(&scaled([third / 2.0, 0.0, 0.0])).to_f64();
        assert!((left - depth + third / 2.0).abs() < 1e-16, "{left} {depth}");
    }

    #[test]
    fn a_residual_is_exact_up_to_the_rounding_to_the_grid() {
        let mut numbers = SplitMix64(3);
        let mut compared = 0;
        for round in 0..60 {
            let mut points = |count: usize| -> Vec<Point> {
                let mut coordinate = || (numbers.below(1 << 40) as f64 - (1u64 << 39) as f64) / (1u64 << 40) as f64;
                (0..count).map(|_| [coordinate(), coordinate(), coordinate()]).collect()
            };
            let (a, b, v) = (points(8), points(4 + round % 4), points(1)[0].map(|x| 0.3 * x));
            let truth = HullTruth::of_points(3, &a, &b);
            let [found, exact] = [truth.residual(&scaled(v)), truth.residual_of_rational(&rational(v))].map(Scaled::to_f64);
            assert!((found - exact).abs() <= 2.0_f64.powi(-54), "{found} {exact}");
            // Along any direction the reach is an upper bound.
            assert!(truth.reach_beyond(&scaled(points(1)[0]), &scaled(v)).to_f64() >= exact - 1e-15);
            compared += usize::from(exact > 0.0);
        }
        assert!(compared >= 10, "{compared}");
    }
}
