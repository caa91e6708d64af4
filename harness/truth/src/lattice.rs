//! A pair of bodies on its common grid.
//!
//! Coordinates are integers relative to one point of the pair, so the width of the numbers depends neither on the distance from
//! the world's origin nor on the unit of length.

use dashu_int::IBig;
use gjk_cases::case::Point;
use gjk_numbers::float::{dyadic, exponent_of, ldexp};
use gjk_numbers::vector::{Vector, minus};
use gjk_numbers::{Big, Ring, Wide};

use crate::exact::{Integral, WIDE_BITS};

/// A vertex of the difference, by the indices of the points of A and B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// Index of the point of A.
    pub a: usize,
    /// Index of the point of B.
    pub b: usize,
}

/// The grid of two bodies, and their points on it in floating point.
#[derive(Clone, Debug)]
pub struct Grid {
    /// 2 or 3.
    pub dimension: usize,
    /// The unit is 2^exponent.
    pub exponent: i64,
    /// Coordinates are relative to this point.
    pub origin: Point,
    /// Coordinates in floating point are the grid coordinates times 2^−shift, so none exceeds one in size.
    pub shift: i64,
    /// The points of A in floating point, with errors of at most 2⁻⁵³.
    pub a: Vec<Point>,
    /// The points of B, with the same error bound.
    pub b: Vec<Point>,
}

/// Two bodies on their grid.
#[derive(Clone, Debug)]
pub struct Lattice<I> {
    /// The points of A.
    pub a: Vec<Vector<I>>,
    /// The points of B.
    pub b: Vec<Vector<I>>,
    /// D, the size of the difference.
    pub size: I,
    /// The grid.
    pub grid: Grid,
}

/// A lattice of either integer type.
#[derive(Clone, Debug)]
pub enum AnyLattice {
    /// In 256 bits, for differences of at most [`WIDE_BITS`] bits.
    Wide(Lattice<Wide>),
    /// In integers of any size.
    Big(Lattice<Big>),
}

impl<I: Integral> Lattice<I> {
    fn new(a: Vec<Vector<I>>, b: Vec<Vector<I>>, grid: Grid) -> Lattice<I> {
        let reach = |p: &[Vector<I>], q: &[Vector<I>], axis: usize| {
            let (high, low) = (p.iter().map(|p| &p[axis]).max()?, q.iter().map(|q| &q[axis]).min()?);
            Some(high.minus(low))
        };
        let reaches = (0..grid.dimension).flat_map(|axis| [reach(&a, &b, axis), reach(&b, &a, axis)]);
        let size = reaches.flatten().fold(I::zero(), I::max);
        Lattice { a, b, size, grid }
    }

    /// The lattice of two non-empty lists of points in units of 2^exponent, relative to an origin of the world.
    pub fn of_bodies(dimension: usize, a: Vec<Vector<I>>, b: Vec<Vector<I>>, exponent: i64, origin: Point) -> Lattice<I> {
        let bits = |x: &I| {
            let (leading, exponent) = x.leading();
            if leading == 0.0 { 0 } else { exponent + i64::from(exponent_of(leading)) + 1 }
        };
        let shift = a.iter().chain(&b).flatten().map(bits).max().unwrap_or(0);
        let rounded = |points: &[Vector<I>]| -> Vec<Point> {
            points.iter().map(|p| std::array::from_fn(|i| p[i].shifted_to_f64(-shift))).collect()
        };
        let grid = Grid { dimension, exponent, origin, shift, a: rounded(&a), b: rounded(&b) };
        Lattice::new(a, b, grid)
    }

    fn of_integers(a: &[[i128; 3]], b: &[[i128; 3]], grid: Grid) -> Lattice<I> {
        let [a, b] = [a, b].map(|points| points.iter().map(|p| p.map(I::from_i128)).collect());
        Lattice::new(a, b, grid)
    }

    /// The point a − b of the difference.
    #[inline(always)]
    pub fn difference(&self, pair: Pair) -> Vector<I> {
        minus(&self.a[pair.a], &self.b[pair.b])
    }

    /// The points of the difference that a simplex names; a name without a point is omitted.
    pub fn vertices(&self, simplex: &[Pair]) -> Vec<Vector<I>> {
        let exists = |pair: &&Pair| pair.a < self.a.len() && pair.b < self.b.len();
        simplex.iter().filter(exists).map(|pair| self.difference(*pair)).collect()
    }

    /// The lattice in integers of any size.
    pub fn enlarged(&self) -> Lattice<Big> {
        let big = |points: &[Vector<I>]| points.iter().map(enlarged).collect();
        Lattice { a: big(&self.a), b: big(&self.b), size: Big(self.size.to_big()), grid: self.grid.clone() }
    }
}

/// A vector in integers of any size.
pub fn enlarged<I: Integral>(v: &Vector<I>) -> Vector<Big> {
    [Big(v[0].to_big()), Big(v[1].to_big()), Big(v[2].to_big())]
}

impl Lattice<Big> {
    /// The lattice of a difference that is given directly: its points are the points of A, and B is the origin alone. The
    /// points are in units of 2^exponent; there is at least one.
    pub fn of_difference(dimension: usize, points: Vec<Vector<Big>>, exponent: i64) -> Lattice<Big> {
        Lattice::of_bodies(dimension, points, vec![[Big::zero(), Big::zero(), Big::zero()]], exponent, [0.0; 3])
    }
}

/// x as an odd multiple of a power of two times 2^exponent, which has to divide x: the odd factor and the left shift.
fn multiple(x: f64, exponent: i32) -> (i64, usize) {
    let (odd, own) = dyadic(x);
    (odd, if odd == 0 { 0 } else { (own - exponent) as usize })
}

/// The nearest double. Most numbers are short, and for those a processor has an instruction.
fn rounded(x: i128) -> f64 {
    i64::try_from(x).map_or_else(|_| x as f64, |short| short as f64)
}

impl AnyLattice {
    /// The lattice of two non-empty lists of points, whose coordinates are finite.
    pub fn of_points(dimension: usize, a: &[Point], b: &[Point]) -> AnyLattice {
        let nonzero = || a.iter().chain(b).flatten().filter(|x| **x != 0.0);
        let low = nonzero().map(|x| dyadic(*x).1).min().unwrap_or(0);
        let high = nonzero().map(|x| exponent_of(*x)).max().unwrap_or(0);
        let (origin, exponent) = (a[0], i64::from(low));
        if high - low >= 120 {
            let integer = |x: f64| {
                let (odd, shift) = multiple(x, low);
                IBig::from(odd) << shift
            };
            let base = origin.map(integer);
            let local = |point: &Point| -> Vector<Big> { std::array::from_fn(|i| Big(integer(point[i]) - &base[i])) };
            let [a, b] = [a, b].map(|points| points.iter().map(local).collect());
            return AnyLattice::Big(Lattice::of_bodies(dimension, a, b, exponent, origin));
        }
        let integer = |x: f64| {
            let (odd, shift) = multiple(x, low);
            i128::from(odd) << shift
        };
        let base = origin.map(integer);
        let local = |point: &Point| -> [i128; 3] { std::array::from_fn(|i| integer(point[i]) - base[i]) };
        let [a, b]: [Vec<_>; 2] = [a, b].map(|points| points.iter().map(local).collect());
        let widest = a.iter().chain(&b).flatten().map(|x| x.unsigned_abs()).max().unwrap_or(0);
        let bits = 128 - widest.leading_zeros();
        let scale = ldexp(1.0, -i64::from(bits));
        let [of_a, of_b] = [&a, &b].map(|points| points.iter().map(|p| p.map(|x| rounded(x) * scale)).collect());
        let grid = Grid { dimension, exponent, origin, shift: i64::from(bits), a: of_a, b: of_b };
        // A difference of two local coordinates has one bit more.
        if bits < WIDE_BITS {
            AnyLattice::Wide(Lattice::of_integers(&a, &b, grid))
        } else {
            AnyLattice::Big(Lattice::of_integers(&a, &b, grid))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that every point is exactly where the grid says, that its doubles are right to the last place, and that the
    /// width is the one that is needed.
    fn is_faithful(a: &[Point], b: &[Point], wide: bool) {
        let of_points = AnyLattice::of_points(3, a, b);
        assert_eq!(matches!(of_points, AnyLattice::Wide(_)), wide, "{a:?} {b:?}");
        let lattice = of_points.big();
        let grid = &lattice.grid;
        let (mut size, mut greatest) = (Big::zero(), 0.0_f64);
        for axis in 0..3 {
            for (p, q) in a.iter().flat_map(|p| b.iter().map(move |q| (p, q))) {
                let at = |points: &[Point], point: &Point| points.iter().position(|other| other == point).expect("it is there");
                let difference = lattice.difference(Pair { a: at(a, p), b: at(b, q) })[axis].clone();
                size = size.max(difference.clone()).max(difference.negated());
            }
            for (points, on_grid, in_doubles) in [(a, &lattice.a, &grid.a), (b, &lattice.b, &grid.b)] {
                for ((point, exact), double) in points.iter().zip(on_grid).zip(in_doubles) {
                    // The grid's origin is one of the points: a coordinate of a point is the origin's plus the rest.
                    let [x, origin] = [point[axis], grid.origin[axis]].map(|x| {
                        let (odd, exponent) = dyadic(x);
                        IBig::from(odd) << if odd == 0 { 0 } else { (i64::from(exponent) - grid.exponent) as usize }
                    });
                    assert_eq!(exact[axis].0, x - origin, "{point:?}");
                    let expected = exact[axis].scaled().shifted(-grid.shift);
                    assert!((double[axis] - expected.to_f64()).abs() <= 0.5 * f64::EPSILON, "{point:?}: {double:?}");
                    greatest = greatest.max(double[axis].abs());
                }
            }
        }
        assert!(greatest <= 1.0 && (greatest >= 0.5 || size == Big::zero()), "{greatest}");
        assert_eq!(lattice.size, size);
        assert_eq!(lattice.enlarged().a, lattice.a);
    }

    #[test]
    fn a_lattice_is_faithful_and_as_wide_as_it_has_to_be() {
        let far = 2.0_f64.powi(60);
        // Integers below 2⁶⁰ fit; one of 61 bits makes differences of 62.
        is_faithful(&[[0.0; 3], [1.0, 0.0, 0.0]], &[[far - 128.0, 0.0, 1.0]], true);
        is_faithful(&[[0.0; 3], [1.0, 0.0, 0.0]], &[[far, 0.0, 1.0]], false);
        is_faithful(&[[0.0; 3], [1.0, 0.0, 0.0]], &[[-far, 0.0, 1.0]], false);
        // Far from the world's origin the differences count, not the coordinates.
        is_faithful(&[[far, -far, far], [far + 256.0, -far, far]], &[[far, 256.0 - far, far]], true);
        is_faithful(&[[0.75, -3.0, 0.0]], &[[0.75, -3.0, 0.0]; 2], true);
        is_faithful(&[[3.0, 5.0, 7.0], [2.5, -0.25, 0.0]], &[[0.0, 0.125, 100.0]], true);
        // A tenth has digits down to 2⁻⁵⁵.
        is_faithful(&[[3.0, 5.0, 7.0], [2.5, -0.25, 0.0]], &[[0.0, 0.1, 100.0]], false);
        // A range of 120 bits and more, with large and small numbers in turn as the origin.
        for (small, large) in [(1e-30, 1e30), (1e-300, 1e-200), (1e200, 1e300), (5e-324, 1.7e308), (1.0, 2.0_f64.powi(120))] {
            is_faithful(&[[small, -small, 3.0 * small], [large, 0.0, small]], &[[0.0, large, -small]], false);
            is_faithful(&[[-large, small, large]], &[[small, 3.0 * large, large], [small, 0.0, 0.0]], false);
        }
        // A range that is one bit less is computed in 128 bits.
        is_faithful(&[[1.0, 0.0, 0.0]], &[[2.0_f64.powi(119), 0.0, 3.0]], false);
    }

    #[test]
    fn a_simplex_names_the_vertices_that_there_are() {
        let lattice = AnyLattice::of_points(3, &[[0.0; 3], [5.0, 0.0, 0.0]], &[[0.0, 0.0, 1.0]]).wide();
        let vertices = |list: &[[usize; 2]]| lattice.vertices(&list.iter().map(|&[a, b]| Pair { a, b }).collect::<Vec<_>>());
        assert_eq!(vertices(&[[2, 0], [0, 1], [7, 7]]), Vec::<Vector<Wide>>::new());
        assert_eq!(vertices(&[[2, 0], [1, 0], [0, 1], [1, 0]]), [[5, 0, -1]; 2].map(crate::small::vector));
    }
}
