//! What rounding does not tell about planes through points of M, by integers.
//!
//! # Width
//! With coordinates of B bits a point of M has B + 1, an edge B + 2 and a normal 2B + 6 bits; a product of a normal with an edge 3B + 10. These have room
//! where the step of [`crate::exact`] has, which asks for 4B + 12. The squares that [`nearer`] compares have two factors of 3B + 10 and two of
//! 2B + 6 bits and one more for the sum: 10B + 34. A weight of a triangle has 4B + 11. Doubles of any exponents have B ≤ 2098, and need 21,014 bits.

use std::cell::Cell;
use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::marker::PhantomData;

use super::polytope::Predicates;
use crate::body::Body;
use crate::double_double::{DoubleDouble, root_of_quotient};
use crate::exact::{Range, TooWide, bits_of_step, on_grid, rounded, shares};
use crate::face;
use crate::integer::{
    Coordinate, Int, Integer, Lattice, Long, Quadruple, Widest, cross, dot, is_zero, minus, widened as wider,
};
use crate::number::Number;
use crate::simplex::{Pairs, widened};
use crate::vector::Vector;

/// Points of M by name: planes are through as many of them as the space has dimensions.
pub(super) struct Signs<'a, A, B, T, const D: usize> {
    pub a: &'a A,
    pub b: &'a B,
    /// Whether integers were asked.
    pub by_integers: Cell<bool>,
    number: PhantomData<T>,
}

/// The most points that a question is about.
const MOST: usize = 4;

/// Asks a question in the narrowest integers that have room.
macro_rules! in_integers {
    ($of:ident, $($argument:expr),*) => {{
        let found = $of::<i64>($($argument),*)
            .or_else(|TooWide| $of::<Long>($($argument),*))
            .or_else(|TooWide| $of::<Int<36>>($($argument),*))
            .or_else(|TooWide| $of::<Int<136>>($($argument),*));
        let Ok(found) = found else { unreachable!("136 limbs hold every pair of finite doubles") };
        found
    }};
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
        in_integers!(height, &points[..D])
    }

    /// How the signed distance of a plane from the origin compares with that of another one. Where the origin is certainly below both, in 106 bits first.
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
        let (one, other) = (&one[..D], &other[..D]);
        let compared = compare::<Int<16>>(one, other)
            .or_else(|TooWide| compare::<Int<72>>(one, other))
            .or_else(|TooWide| compare::<Int<332>>(one, other));
        let Ok(ordering) = compared else { unreachable!("332 limbs hold every pair of finite doubles") };
        ordering
    }

    /// The outward normal, its greatest coordinate between a half and one, and the distance of the plane from the origin, which is not
    /// negative: a number times a power of two, within 2⁻⁹⁰ of itself.
    #[cold]
    #[inline(never)]
    pub fn plane(&self, plane: &[(u32, u32)]) -> (Vector, (DoubleDouble, i32)) {
        let points = self.points(plane);
        in_integers!(normal_and_distance, &points[..D])
    }

    /// The weights of the foot of the perpendicular from the origin on a plane; negative ones of points that it is not across from. If none
    /// is negative, each is good to a few units in the last place.
    #[cold]
    #[inline(never)]
    pub fn foot(&self, plane: &[(u32, u32)]) -> [f64; 3] {
        let points = self.points(plane);
        in_integers!(weights_of_foot, &points[..D])
    }

    /// The weights of the origin in a simplex of at most three points that holds it.
    #[cold]
    #[inline(never)]
    pub fn origin(&self, simplex: &[(u32, u32)]) -> [f64; 3] {
        let points = self.points(simplex);
        match simplex.len() {
            1 => [1.0, 0.0, 0.0],
            len => in_integers!(weights_of_foot, &points[..len.min(3)]),
        }
    }

    /// As many points of M as span what it spans, at most D + 1.
    #[cold]
    #[inline(never)]
    pub fn spanning(&self) -> ([(u32, u32); 4], usize) {
        let (mut names, mut count) = ([(0, 0); 4], 1);
        let of_a = (0..self.a.len()).map(|i| (i as u32, 0));
        let of_b = (0..self.b.len()).map(|j| (0, j as u32));
        for name in of_a.chain(of_b) {
            names[count] = name;
            let points = self.points(&names[..=count]);
            if in_integers!(is_independent, &points[..=count]) {
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
        face::side(self.a, self.b, &Pairs::new(names.iter().copied())).unwrap_or_else(|| by_integers::<D>(&self.points(names)))
    }

    #[cold]
    fn normal(&self, plane: &[(u32, u32)]) -> Vector {
        self.plane(plane).0
    }
}

#[inline(never)]
fn by_integers<const D: usize>(points: &[[Vector; 2]; MOST]) -> Ordering {
    in_integers!(side, &points[..=D])
}

/// Whether a point of M lies in a plane by its name: it is one of those that make the plane, or the fourth corner of a parallelogram.
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
fn lattice<I: Coordinate>(points: &[[Vector; 2]]) -> ([Lattice<I>; MOST], Range) {
    let mut range = Range::NONE;
    points.iter().flatten().for_each(|point| range.see(point));
    let exponent = range.exponent();
    let mut w = [[I::ZERO; 3]; MOST];
    for (w, [a, b]) in w.iter_mut().zip(points) {
        *w = minus(&on_grid(a, exponent), &on_grid(b, exponent));
    }
    (w, range)
}

fn has_room<I>(points: &[[Vector; 2]]) -> Result<(), TooWide>
where
    I: Coordinate<Double: Integer<Double: Widest>>,
{
    let mut range = Range::NONE;
    points.iter().flatten().for_each(|point| range.see(point));
    if bits_of_step(range) > Quadruple::<I>::BITS { Err(TooWide) } else { Ok(()) }
}

/// The normal of a segment of the plane, turned outwards, or of a triangle.
fn normal_of<I: Integer>(w: &[Lattice<I>], dimension: usize) -> Lattice<I::Double> {
    let e = minus(&w[1], &w[0]);
    if dimension == 2 {
        return wider(&[e[1], e[0].negated(), I::ZERO]);
    }
    cross(&e, &minus(&w[2], &w[0]))
}

fn side<I>(points: &[[Vector; 2]]) -> Result<Ordering, TooWide>
where
    I: Coordinate<Double: Integer<Double: Widest>>,
{
    has_room::<I>(points)?;
    let (w, _) = lattice::<I>(points);
    let dimension = points.len() - 1;
    let to_point = minus(&w[dimension], &w[0]);
    Ok(dot(&normal_of(&w, dimension), &wider(&to_point)).sign())
}

fn height<I>(points: &[[Vector; 2]]) -> Result<Ordering, TooWide>
where
    I: Coordinate<Double: Integer<Double: Widest>>,
{
    has_room::<I>(points)?;
    let (w, _) = lattice::<I>(points);
    Ok(dot(&normal_of(&w, points.len()), &wider(&w[0])).sign())
}

fn normal_and_distance<I>(points: &[[Vector; 2]]) -> Result<(Vector, (DoubleDouble, i32)), TooWide>
where
    I: Coordinate<Double: Integer<Double: Widest>>,
{
    has_room::<I>(points)?;
    let (w, range) = lattice::<I>(points);
    let normal = wider(&normal_of(&w, points.len()));
    let (direction, (unscaled, common)) = rounded(&normal);
    let (height, power) = dot(&normal, &wider(&wider(&w[0]))).to_double_double();
    let [x, y, z] = unscaled.map(|x| x.times::<false>(x));
    let length_squared = x.plus(y).plus(z).normalised();
    let distance = if height.hi > 0.0 {
        root_of_quotient::<false>(height.times::<false>(height), length_squared)
    } else {
        DoubleDouble::ZERO
    };
    Ok((direction, (distance, power - common + range.exponent())))
}

fn weights_of_foot<I>(points: &[[Vector; 2]]) -> Result<[f64; 3], TooWide>
where
    I: Coordinate<Double: Integer<Double: Widest>>,
{
    has_room::<I>(points)?;
    let (w, _) = lattice::<I>(points);
    let e = minus(&w[1], &w[0]);
    if points.len() < 3 {
        return Ok(shares([dot(&w[1], &e), dot(&w[0], &e).negated(), I::Double::ZERO].map(|part| part.widened())));
    }
    let f = minus(&w[2], &w[0]);
    let normal = cross(&e, &f);
    let areas = [cross(&w[1], &minus(&w[2], &w[1])), cross(&f, &w[0]), cross(&w[0], &e)];
    Ok(shares(areas.map(|area| dot(&normal, &area))))
}

fn is_independent<I>(points: &[[Vector; 2]]) -> Result<bool, TooWide>
where
    I: Coordinate<Double: Integer<Double: Widest>>,
{
    has_room::<I>(points)?;
    let (w, _) = lattice::<I>(points);
    let e = minus(&w[1], &w[0]);
    if points.len() == 2 {
        return Ok(!is_zero(&e));
    }
    let normal = cross(&e, &minus(&w[2], &w[0]));
    if points.len() == 3 {
        return Ok(!is_zero(&normal));
    }
    Ok(dot(&normal, &wider(&minus(&w[3], &w[0]))).sign() != Equal)
}

/// Compares level |level| / |n|² of two planes.
fn compare<I: Widest>(one: &[[Vector; 2]], other: &[[Vector; 2]]) -> Result<Ordering, TooWide> {
    let mut range = Range::NONE;
    one.iter().chain(other).flatten().for_each(|point| range.see(point));
    if 10 * range.bits() + 34 > I::BITS {
        return Err(TooWide);
    }
    let [one, other] = [one, other].map(|points| {
        let mut w = [[I::ZERO; 3]; MOST];
        for (w, [a, b]) in w.iter_mut().zip(points) {
            *w = minus(&on_grid(a, range.exponent()), &on_grid(b, range.exponent()));
        }
        let normal = normal_of(&w, points.len());
        let level = dot(&normal, &w[0]);
        (level, dot(&normal, &normal))
    });
    let signs = [one.0.sign(), other.0.sign()];
    if signs[0] != signs[1] {
        return Ok(signs[0].cmp(&signs[1]));
    }
    let [mine, its] = [(one.0, other.1), (other.0, one.1)].map(|(level, length)| level.times(&level).times(&length));
    let compared = mine.minus(&its).sign();
    Ok(match signs[0] {
        Less => compared.reverse(),
        Equal => Equal,
        Greater => compared,
    })
}
