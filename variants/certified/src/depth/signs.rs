//! Decisions by integers, about planes through points of M, that rounding leaves open.
//!
//! # Width
//! With coordinates of B bits a point of M has B + 1, an edge B + 2 and a normal 2B + 6 bits; a product of a normal with an
//! edge has 3B + 10. These fit wherever the step of [`crate::exact`] fits, which needs 4B + 12. The squares that [`nearer`]
//! compares have two factors of 3B + 10 and two of 2B + 6 bits and one more for the sum: 10B + 34. The square of a normal has
//! 4B + 12 bits, as many as the step needs. A weight of a triangle has 4B + 11. Doubles of any exponents have B ≤ 2098, and
//! need 21,014 bits.

use std::cell::Cell;
use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::marker::PhantomData;

use super::polytope::Predicates;
use crate::body::Body;
use crate::double_double::{DoubleDouble, root_of_quotient};
use crate::exact::{Range, bits_of_step, on_grid, rounded, shares};
use crate::face;
use crate::integer::{
    Coordinate, Int, Integer, Lattice, Long, Quadruple, Widest, cross, dot, dot_wider, exact_power, is_zero, minus,
};
use crate::number::Number;
use crate::simplex::{Pairs, widened};
use crate::vector::Vector;

/// Points of M by name; each plane passes through as many points as the space has dimensions.
pub(super) struct Signs<'a, A, B, T, const D: usize> {
    pub a: &'a A,
    pub b: &'a B,
    /// Whether a decision needed integers.
    pub by_integers: Cell<bool>,
    number: PhantomData<T>,
}

/// The greatest number of points in a question.
const MOST: usize = 4;

/// Answers a question in the narrowest integers that have room. Bodies of every kind share the same functions, which are
/// compiled once.
macro_rules! in_integers {
    ($name:ident, $of:ident, $found:ty) => {
        #[cold]
        #[inline(never)]
        fn $name(points: &[[Vector; 2]]) -> $found {
            let range = Range::of(points);
            match () {
                () if has_room::<i64>(range) => $of::<i64>(points, range),
                () if has_room::<Long>(range) => $of::<Long>(points, range),
                () if has_room::<Int<16>>(range) => $of::<Int<16>>(points, range),
                () if has_room::<Int<36>>(range) => $of::<Int<36>>(points, range),
                () if has_room::<Int<72>>(range) => $of::<Int<72>>(points, range),
                () if has_room::<Int<136>>(range) => $of::<Int<136>>(points, range),
                () => unreachable!("136 limbs hold every pair of finite doubles"),
            }
        }
    };
}

in_integers!(side_by_integers, side, Ordering);
in_integers!(height_by_integers, height, Ordering);
in_integers!(plane_by_integers, normal_and_distance, (Vector, (DoubleDouble, i32)));
in_integers!(foot_by_integers, weights_of_foot, [f64; 3]);
in_integers!(independence_by_integers, is_independent, bool);
in_integers!(leading_by_integers, leading, [(f64, i32); 2]);

/// Compares the distances of two planes from the origin, in the narrowest integers that have room.
#[cold]
#[inline(never)]
fn nearer_by_integers(one: &[[Vector; 2]], other: &[[Vector; 2]]) -> Ordering {
    let mut range = Range::of(one);
    other.iter().flatten().for_each(|point| range.see(point));
    let bits = 10 * range.bits() + 34;
    // Comparisons this narrow are mostly ties, since 106 bits were tried first.
    if bits <= Int::<16>::BITS {
        return compare::<Int<16>>(one, other, range);
    }
    if let Some(ordering) = nearer_by_leading_bits(leading_by_integers(one), leading_by_integers(other)) {
        return ordering;
    }
    match () {
        () if bits <= Int::<36>::BITS => compare::<Int<36>>(one, other, range),
        () if bits <= Int::<72>::BITS => compare::<Int<72>>(one, other, range),
        () if bits <= Int::<144>::BITS => compare::<Int<144>>(one, other, range),
        () if bits <= Int::<332>::BITS => compare::<Int<332>>(one, other, range),
        () => unreachable!("332 limbs hold every pair of finite doubles"),
    }
}

impl<'a, A: Body<T, D>, B: Body<T, D>, T: Number, const D: usize> Signs<'a, A, B, T, D> {
    pub fn new(a: &'a A, b: &'a B) -> Self {
        Signs { a, b, by_integers: Cell::new(false), number: PhantomData }
    }

    /// The points of A and B, for integers.
    fn points(&self, names: &[(u32, u32)]) -> [[Vector; 2]; MOST] {
        self.by_integers.set(true);
        let mut points = [[[0.0; 3]; 2]; MOST];
        for (point, &(i, j)) in points.iter_mut().zip(names) {
            *point = [widened(&self.a.point(i as usize)), widened(&self.b.point(j as usize))];
        }
        points
    }

    /// The sign of a plane's height over the origin.
    #[cold]
    #[inline(never)]
    pub fn height(&self, plane: &[(u32, u32)]) -> Ordering {
        let points = self.points(plane);
        height_by_integers(&points[..D])
    }

    /// Compares the signed distances of two planes from the origin; first in 106 bits if the origin is certainly below both
    /// planes.
    #[cold]
    #[inline(never)]
    pub fn nearer(&self, plane: &[(u32, u32)], other: &[(u32, u32)], are_positive: bool) -> Ordering {
        if are_positive {
            let [one, other] = [plane, other].map(|names| Pairs::new(names.iter().copied()));
            if let Some(ordering) = face::compare(self.a, self.b, &one, &other) {
                return ordering;
            }
        }
        let [one, other] = [plane, other].map(|names| self.points(names));
        nearer_by_integers(&one[..D], &other[..D])
    }

    /// The outward normal, with its greatest coordinate between a half and one, and the distance of the plane from the origin,
    /// which is not negative: a number times a power of two, within 2⁻⁹⁰ of itself.
    #[cold]
    #[inline(never)]
    pub fn plane(&self, plane: &[(u32, u32)]) -> (Vector, (DoubleDouble, i32)) {
        let points = self.points(plane);
        plane_by_integers(&points[..D])
    }

    /// The weights of the foot of the perpendicular from the origin on a plane. A weight is negative if the foot is beyond the
    /// edge opposite to its point. If none is negative, each is good to a few units in the last place.
    #[cold]
    #[inline(never)]
    pub fn foot(&self, plane: &[(u32, u32)]) -> [f64; 3] {
        let points = self.points(plane);
        foot_by_integers(&points[..D])
    }

    /// The weights of the origin in a simplex of at most three points that holds it.
    #[cold]
    #[inline(never)]
    pub fn origin(&self, simplex: &[(u32, u32)]) -> [f64; 3] {
        let points = self.points(simplex);
        match simplex.len() {
            1 => [1.0, 0.0, 0.0],
            len => foot_by_integers(&points[..len.min(3)]),
        }
    }

    /// A greatest set of points of M that are affinely independent, at most D + 1.
    #[cold]
    #[inline(never)]
    pub fn spanning(&self) -> ([(u32, u32); 4], usize) {
        let (mut names, mut count) = ([(0, 0); 4], 1);
        let of_a = (0..self.a.len()).map(|i| (i as u32, 0));
        let of_b = (0..self.b.len()).map(|j| (0, j as u32));
        for name in of_a.chain(of_b) {
            names[count] = name;
            let points = self.points(&names[..=count]);
            if independence_by_integers(&points[..=count]) {
                count += 1;
                if count > D {
                    break;
                }
            }
        }
        (names, count)
    }
}

impl<A: Body<T, D>, B: Body<T, D>, T: Number, const D: usize> Predicates for Signs<'_, A, B, T, D> {
    #[inline]
    fn side(&self, plane: &[(u32, u32)], point: (u32, u32)) -> Ordering {
        if is_of_plane(plane, point) {
            return Equal;
        }
        let mut names = [point; MOST];
        names[..D].copy_from_slice(plane);
        let names = &names[..=D];
        face::side(self.a, self.b, &Pairs::new(names.iter().copied()))
            .unwrap_or_else(|| side_by_integers(&self.points(names)[..=D]))
    }

    #[cold]
    fn normal(&self, plane: &[(u32, u32)]) -> Vector {
        self.plane(plane).0
    }
}

/// Whether a point of M lies in a plane by its name: as one of the points that define the plane, or as the fourth corner of a
/// parallelogram.
#[inline(always)]
fn is_of_plane(plane: &[(u32, u32)], point: (u32, u32)) -> bool {
    if plane.contains(&point) {
        return true;
    }
    let (i, j) = point;
    let &[p, q, r] = plane else { return false };
    [(p, q, r), (q, r, p), (r, p, q)].into_iter().any(|(far, one, other)| {
        let are = |one: (u32, u32), other: (u32, u32)| one == (i, far.1) && other == (far.0, j);
        are(one, other) || are(other, one)
    })
}

/// The points on a grid of integers.
#[inline(always)]
fn lattice<I: Coordinate>(points: &[[Vector; 2]], range: Range) -> [Lattice<I>; MOST] {
    let exponent = range.exponent();
    let mut w = [[I::ZERO; 3]; MOST];
    for (w, [a, b]) in w.iter_mut().zip(points) {
        *w = minus(&on_grid(a, exponent), &on_grid(b, exponent));
    }
    w
}

fn has_room<I: Integer<Double: Integer<Double: Widest>>>(range: Range) -> bool {
    bits_of_step(range) <= Quadruple::<I>::BITS
}

/// The normal of a segment of the plane, turned outwards, or of a triangle.
fn normal_of<I: Integer>(w: &[Lattice<I>], dimension: usize) -> Lattice<I::Double> {
    let e = minus(&w[1], &w[0]);
    if dimension == 2 {
        return [e[1].widened(), e[0].negated().widened(), I::Double::ZERO];
    }
    cross(&e, &minus(&w[2], &w[0]))
}

fn side<I>(points: &[[Vector; 2]], range: Range) -> Ordering
where
    I: Coordinate<Double: Integer<Double: Widest>>,
{
    let w = lattice::<I>(points, range);
    let dimension = points.len() - 1;
    let to_point = minus(&w[dimension], &w[0]);
    dot_wider(&normal_of(&w, dimension), &to_point).sign()
}

fn height<I>(points: &[[Vector; 2]], range: Range) -> Ordering
where
    I: Coordinate<Double: Integer<Double: Widest>>,
{
    let w = lattice::<I>(points, range);
    dot_wider(&normal_of(&w, points.len()), &w[0]).sign()
}

fn normal_and_distance<I>(points: &[[Vector; 2]], range: Range) -> (Vector, (DoubleDouble, i32))
where
    I: Coordinate<Double: Integer<Double: Widest>>,
{
    let w = lattice::<I>(points, range);
    let normal = normal_of(&w, points.len());
    let (direction, (unscaled, common)) = I::Double::with_widened(&normal, rounded);
    let (height, power) = dot_wider(&normal, &w[0]).to_double_double();
    let [x, y, z] = unscaled.map(|x| x.times::<false>(x));
    let length_squared = x.plus(y).plus(z).normalised();
    let distance = if height.hi > 0.0 {
        root_of_quotient::<false>(height.times::<false>(height), length_squared)
    } else {
        DoubleDouble::ZERO
    };
    (direction, (distance, power - common + range.exponent()))
}

fn weights_of_foot<I>(points: &[[Vector; 2]], range: Range) -> [f64; 3]
where
    I: Coordinate<Double: Integer<Double: Widest>>,
{
    let w = lattice::<I>(points, range);
    let e = minus(&w[1], &w[0]);
    if points.len() < 3 {
        let parts = [dot(&w[1], &e), dot(&w[0], &e).negated(), I::Double::ZERO];
        return I::Double::with_widened(&parts, shares);
    }
    let f = minus(&w[2], &w[0]);
    let normal = cross(&e, &f);
    let areas = [cross(&w[1], &minus(&w[2], &w[1])), cross(&f, &w[0]), cross(&w[0], &e)];
    shares(&[0, 1, 2].map(|k| dot(&normal, &areas[k])))
}

fn is_independent<I>(points: &[[Vector; 2]], range: Range) -> bool
where
    I: Coordinate<Double: Integer<Double: Widest>>,
{
    let w = lattice::<I>(points, range);
    let e = minus(&w[1], &w[0]);
    if points.len() == 2 {
        return !is_zero(&e);
    }
    let normal = cross(&e, &minus(&w[2], &w[0]));
    if points.len() == 3 {
        return !is_zero(&normal);
    }
    dot_wider(&normal, &minus(&w[3], &w[0])).sign() != Equal
}

/// The level n·p and the square |n|² of a plane; level / |n| is its distance in the unit of the coordinates. Each is a double
/// times a power of two, within 2⁻⁵² of itself; the double is below 2¹⁹², and at least one if it is not zero.
fn leading<I>(points: &[[Vector; 2]], range: Range) -> [(f64, i32); 2]
where
    I: Coordinate<Double: Integer<Double: Widest>>,
{
    let w = lattice::<I>(points, range);
    let normal = normal_of(&w, points.len());
    let parts = [dot_wider(&normal, &w[0]), dot(&normal, &normal)].map(|x| x.to_double_double());
    let [(level, k), (square, j)] = parts.map(|(x, power)| (x.hi, power));
    // On the grid the distance is level / |n| in the grid's units, and each plane has its own grid.
    [(level, k + range.exponent()), (square, j)]
}

/// Compares level |level| / |n|² of two planes; `None` if the leading bits of both do not decide.
///
/// # Proof
/// A level and |n|² are within 2⁻⁵² of themselves, and there are three roundings of 2⁻⁵³ each: level² |n|² is within 2⁻⁴⁹ of
/// itself. So if two such values differ by more than 2⁻⁴⁵ of the greater one, the order of the exact values is the same. Each
/// is at least one and less than 2⁵⁷⁷ before its power of two, so that nothing leaves the range, and powers that are further
/// apart than 640 decide alone.
fn nearer_by_leading_bits(one: [(f64, i32); 2], other: [(f64, i32); 2]) -> Option<Ordering> {
    let [(level, _), (its_level, _)] = [one[0], other[0]];
    let signs = [level, its_level].map(|level| level.partial_cmp(&0.0).unwrap_or(Equal));
    if signs[0] != signs[1] || signs[0] == Equal {
        return Some(signs[0].cmp(&signs[1]));
    }
    let product = |(level, k): (f64, i32), (square, j): (f64, i32)| (level * level * square, 2 * k + j);
    let ((mine, k), (its, j)) = (product(one[0], other[1]), product(other[0], one[1]));
    let compared = if k - j > 640 {
        Greater
    } else if k - j < -640 {
        Less
    } else {
        let (mine, its) = (mine * exact_power((k - j).min(0)), its * exact_power((j - k).min(0)));
        // Written so that a NaN decides nothing.
        if !((mine - its).abs() > mine.max(its) * exact_power(-45)) {
            return None;
        }
        if mine > its { Greater } else { Less }
    };
    Some(if signs[0] == Less { compared.reverse() } else { compared })
}

/// Compares level |level| / |n|² of two planes.
fn compare<I: Widest>(one: &[[Vector; 2]], other: &[[Vector; 2]], range: Range) -> Ordering {
    let level_and_square = |points: &[[Vector; 2]]| {
        let w = lattice::<I>(points, range);
        let normal = normal_of(&w, points.len());
        (dot(&normal, &w[0]), dot(&normal, &normal))
    };
    let (one, other) = (level_and_square(one), level_and_square(other));
    let signs = [one.0.sign(), other.0.sign()];
    if signs[0] != signs[1] {
        return signs[0].cmp(&signs[1]);
    }
    let product = |level: &I, length: &I| level.times(level).times(length);
    let compared = product(&one.0, &other.1).minus(&product(&other.0, &one.1)).sign();
    match signs[0] {
        Less => compared.reverse(),
        Equal => Equal,
        Greater => compared,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle of this size, orthogonal to an axis at a height, oriented so that its normal points along the axis.
    fn triangle(height: f64, size: f64) -> [[Vector; 2]; 3] {
        let corners = [[-size, -size, height], [size, -size, height], [0.0, size, height]];
        corners.map(|corner| [corner, [0.0; 3]])
    }

    #[test]
    fn leading_bits_agree_with_integers_or_give_no_answer() {
        let heights = [1.0, -1.0, 0.0, 1.0 + f64::EPSILON, 1.5, -1.5, 1e-200, -1e-200, 3e-300, 1e150];
        let (mut told, mut not_told) = (0, 0);
        for height in heights {
            for other in heights {
                for (size, its_size) in [(1.0, 1.0), (1.0, 3e-100), (1e120, 7.0), (1e-250, 1e-250)] {
                    let (one, two) = (triangle(height, size), triangle(other, its_size));
                    let mut range = Range::of(&one);
                    two.iter().flatten().for_each(|point| range.see(point));
                    let expected = height.partial_cmp(&other).expect("numbers");
                    assert_eq!(compare::<Int<332>>(&one, &two, range), expected, "{height:e} {other:e}");
                    assert_eq!(nearer_by_integers(&one, &two), expected, "{height:e} {other:e}");
                    match nearer_by_leading_bits(leading_by_integers(&one), leading_by_integers(&two)) {
                        Some(found) => {
                            assert_eq!(found, expected, "{height:e} {other:e}");
                            told += 1;
                        }
                        None => not_told += 1,
                    }
                }
            }
        }
        assert!(told > 300 && not_told >= 4 * 9, "{told} {not_told}");
    }
}
