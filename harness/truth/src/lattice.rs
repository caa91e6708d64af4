//! A pair of bodies on its common grid: coordinates are integers, relative to one point of the pair, so that neither the
//! distance from the world's origin nor the unit of length has a say in how wide the numbers are.

use dashu_int::IBig;
use gjk_numbers::{Big, Wide};

use crate::double::{exponent_of, ldexp};
use crate::whole::{Vector, WIDE_BITS, Whole, minus};
use gjk_cases::case::{Case, Point};

/// A vertex of the difference, by the indices of the points of A and B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// Index of the point of A.
    pub a: usize,
    /// Index of the point of B.
    pub b: usize,
}

/// The points of one body.
#[derive(Clone, Debug)]
pub struct Cloud<I> {
    /// The points, exactly.
    pub points: Vec<Vector<I>>,
    /// The points in doubles, scaled so that no coordinate of the pair exceeds one in size; off by at most 2⁻⁵³.
    pub shadows: Vec<[f64; 3]>,
}

/// Two bodies on their grid.
#[derive(Clone, Debug)]
pub struct Lattice<I> {
    /// 2 or 3.
    pub dimension: usize,
    /// The points of A.
    pub a: Cloud<I>,
    /// The points of B.
    pub b: Cloud<I>,
    /// The grid's unit is 2^exponent.
    pub exponent: i64,
    /// Coordinates are relative to this point.
    pub origin: Point,
    /// Shadows are coordinates times 2^−shift.
    pub shift: i64,
    /// D, the size of the difference, in units of the grid.
    pub size: I,
}

impl<I: Whole> Lattice<I> {
    /// The point a − b of the difference.
    #[inline(always)]
    pub fn difference(&self, pair: Pair) -> Vector<I> {
        minus(&self.a.points[pair.a], &self.b.points[pair.b])
    }
}

impl Lattice<Big> {
    /// The lattice of a difference that is given itself, as the points of A beside a B that is the origin alone. The points are
    /// in units of 2^exponent; there is at least one.
    pub fn of_difference(dimension: usize, points: Vec<Vector<Big>>, exponent: i64) -> Lattice<Big> {
        let widest = points.iter().flatten().map(|x| x.scaled().exponent() + 1).max().unwrap_or(0);
        let cloud = |points: Vec<Vector<Big>>| Cloud {
            shadows: points.iter().map(|p| std::array::from_fn(|i| p[i].scaled().shifted(-widest).to_f64())).collect(),
            points,
        };
        let origin = vec![[Big(IBig::ZERO), Big(IBig::ZERO), Big(IBig::ZERO)]];
        build(dimension, cloud(points), cloud(origin), exponent, [0.0; 3], widest)
    }
}

/// A lattice of either width.
#[derive(Clone, Debug)]
pub enum AnyLattice {
    /// In 256 bits, for differences of at most [`WIDE_BITS`] bits.
    Wide(Lattice<Wide>),
    /// In integers of any size.
    Big(Lattice<Big>),
}

/// Calls a generic function on whichever lattice it is.
macro_rules! on_lattice {
    ($any:expr, $lattice:ident => $body:expr) => {
        match $any {
            $crate::lattice::AnyLattice::Wide($lattice) => $body,
            $crate::lattice::AnyLattice::Big($lattice) => $body,
        }
    };
}
pub(crate) use on_lattice;

/// The exponent of the lowest bit that is set, for a finite x ≠ 0.
fn lowest_bit(x: f64) -> i32 {
    let bits = x.to_bits();
    let biased = (bits >> 52 & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let significand = if biased == 0 { fraction } else { fraction | 1 << 52 };
    significand.trailing_zeros() as i32 + biased.max(1) - 1075
}

/// x as a multiple of 2^exponent, which has to divide it, as significand and left shift.
fn multiple(x: f64, exponent: i32) -> (i64, u32) {
    let bits = x.to_bits();
    let biased = (bits >> 52 & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let significand = if biased == 0 { fraction } else { fraction | 1 << 52 };
    if significand == 0 {
        return (0, 0);
    }
    let zeros = significand.trailing_zeros();
    let shift = (zeros as i32 + biased.max(1) - 1075 - exponent) as u32;
    let odd = (significand >> zeros) as i64;
    (if x < 0.0 { -odd } else { odd }, shift)
}

/// To the nearest double. Most are short, and for these a processor has an instruction.
fn rounded(x: i128) -> f64 {
    i64::try_from(x).map_or_else(|_| x as f64, |short| short as f64)
}

impl AnyLattice {
    /// The lattice of a case whose coordinates are all finite.
    pub fn of(case: &Case) -> AnyLattice {
        Self::of_points(usize::from(case.dimension), case.a.points(), case.b.points())
    }

    /// The lattice of two non-empty lists of points.
    pub fn of_points(dimension: usize, a: &[Point], b: &[Point]) -> AnyLattice {
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for &x in a.iter().chain(b).flatten() {
            if x != 0.0 {
                low = low.min(lowest_bit(x));
                high = high.max(exponent_of(x));
            }
        }
        if low == i32::MAX {
            (low, high) = (0, 0);
        }
        let origin = a[0];
        if high - low < 120 {
            let integer = |x: f64| {
                let (odd, shift) = multiple(x, low);
                i128::from(odd) << shift
            };
            let base = origin.map(integer);
            let local = |point: &Point| -> [i128; 3] { std::array::from_fn(|i| integer(point[i]) - base[i]) };
            let (a_local, b_local): (Vec<_>, Vec<_>) = (a.iter().map(local).collect(), b.iter().map(local).collect());
            let widest = a_local.iter().chain(&b_local).flatten().map(|x| x.unsigned_abs()).max().unwrap_or(0);
            let bits = 128 - widest.leading_zeros();
            let shift = i64::from(bits);
            let scale = ldexp(1.0, -shift);
            let cloud = |points: Vec<[i128; 3]>| (points.iter().map(|p| p.map(|x| rounded(x) * scale)).collect(), points);
            // A difference of two local coordinates has one bit more.
            if bits < WIDE_BITS {
                let wide = |points: Vec<[i128; 3]>| {
                    let (shadows, points): (_, Vec<[i128; 3]>) = cloud(points);
                    Cloud { points: points.iter().map(|p| p.map(Wide::from_i128)).collect(), shadows }
                };
                return AnyLattice::Wide(build(dimension, wide(a_local), wide(b_local), i64::from(low), origin, shift));
            }
            let big = |points: Vec<[i128; 3]>| {
                let (shadows, points): (_, Vec<[i128; 3]>) = cloud(points);
                Cloud { points: points.iter().map(|p| p.map(Big::from_i128)).collect(), shadows }
            };
            return AnyLattice::Big(build(dimension, big(a_local), big(b_local), i64::from(low), origin, shift));
        }
        let integer = |x: f64| {
            let (odd, shift) = multiple(x, low);
            IBig::from(odd) << shift as usize
        };
        let base = origin.map(integer);
        let local = |point: &Point| -> Vector<Big> { std::array::from_fn(|i| Big(integer(point[i]) - &base[i])) };
        let (a_local, b_local): (Vec<_>, Vec<_>) = (a.iter().map(local).collect(), b.iter().map(local).collect());
        let widest = a_local.iter().chain(&b_local).flatten().map(|x| x.scaled().exponent() + 1).max().unwrap_or(0);
        let cloud = |points: Vec<Vector<Big>>| Cloud {
            shadows: points.iter().map(|p| std::array::from_fn(|i| p[i].scaled().shifted(-widest).to_f64())).collect(),
            points,
        };
        AnyLattice::Big(build(dimension, cloud(a_local), cloud(b_local), i64::from(low), origin, widest))
    }
}

fn build<I: Whole>(dimension: usize, a: Cloud<I>, b: Cloud<I>, exponent: i64, origin: Point, shift: i64) -> Lattice<I> {
    let mut size = I::zero();
    for axis in 0..dimension {
        let range = |cloud: &Cloud<I>| {
            let (mut low, mut high) = (&cloud.points[0][axis], &cloud.points[0][axis]);
            for point in &cloud.points[1..] {
                if point[axis] < *low {
                    low = &point[axis];
                }
                if point[axis] > *high {
                    high = &point[axis];
                }
            }
            (low.clone(), high.clone())
        };
        let ((a_low, a_high), (b_low, b_high)) = (range(&a), range(&b));
        size = size.max(a_high.minus(&b_low)).max(b_high.minus(&a_low));
    }
    Lattice { dimension, a, b, exponent, origin, shift, size }
}
