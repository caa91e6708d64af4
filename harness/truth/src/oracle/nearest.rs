//! The exact face of M = A − B that holds the point nearest to the origin.

use std::cmp::Ordering::{self, Greater, Less};

use gjk_cases::case::Point;
use gjk_numbers::Ring;
use gjk_numbers::float::{exponent_of, ldexp};
use gjk_numbers::vector::{Vector, cross, dot, is_zero, minus, negated};

use crate::exact::{Integral, Scaled};
use crate::lattice::{Lattice, Pair};

/// Up to four vertices of M.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    // Only the first `len` count; the rest are arbitrary vertices.
    pairs: [Pair; 4],
    len: usize,
}

impl Face {
    /// The face of one vertex.
    pub fn of(pair: Pair) -> Face {
        Face { pairs: [pair; 4], len: 1 }
    }

    /// The vertices.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs[..self.len]
    }

    /// Number of vertices, from 1 to 4.
    #[allow(clippy::len_without_is_empty)] // There is no empty face.
    pub fn len(&self) -> usize {
        self.len
    }

    fn with(mut self, pair: Pair) -> Face {
        self.pairs[self.len] = pair;
        self.len += 1;
        self
    }

    fn sub_face(&self, mask: u8) -> Face {
        let mut face = Face { pairs: self.pairs, len: 0 };
        for i in (0..self.len).filter(|i| mask >> i & 1 == 1) {
            face.pairs[face.len] = self.pairs[i];
            face.len += 1;
        }
        face
    }
}

/// The point of M nearest to the origin.
#[derive(Clone, Debug)]
pub struct Nearest<I> {
    /// The smallest face whose hull contains the nearest point, in its relative interior.
    pub face: Face,
    /// The axis from the origin to the nearest point, of any length; `None` if that point is the origin.
    pub axis: Option<Vector<I>>,
}

/// The first face of a simplex, by size, that satisfies the optimality conditions: the foot of the perpendicular from the
/// origin has positive weights, and no vertex lies nearer along it. The result is the face's vertices as bits, and the axis to
/// the foot up to a positive factor (zero if the foot is the origin). In exact arithmetic there is such a face for any list of
/// points, degenerate or not; in rounded arithmetic there may be none.
pub fn nearest_face<R: Ring>(w: &[Vector<R>]) -> Option<(u8, Vector<R>)> {
    let zero = R::zero();
    let none_nearer = |axis: &Vector<R>, on_face: &Vector<R>, mask: u8| {
        let level = dot(axis, on_face);
        (0..w.len()).filter(|k| mask >> k & 1 == 0).all(|k| dot(axis, &w[k]) >= level)
    };
    for (i, p) in w.iter().enumerate() {
        if none_nearer(p, p, 1 << i) {
            return Some((1 << i, p.clone()));
        }
    }
    for i in 0..w.len() {
        for j in 0..i {
            let (p, q, mask) = (&w[i], &w[j], 1 << i | 1 << j);
            let edge = minus(q, p);
            if dot(p, &edge) < zero && dot(q, &edge) > zero {
                let axis = cross(&cross(&edge, p), &edge);
                if none_nearer(&axis, p, mask) {
                    return Some((mask, axis));
                }
            }
        }
    }
    for i in 0..w.len() {
        for j in 0..i {
            for k in 0..j {
                let (p, q, r, mask) = (&w[i], &w[j], &w[k], 1 << i | 1 << j | 1 << k);
                let normal = cross(&minus(q, p), &minus(r, p));
                if [(q, r), (r, p), (p, q)].iter().all(|(s, t)| dot(&normal, &cross(s, t)) > zero) {
                    let height = dot(&normal, p);
                    let axis = if height > zero {
                        normal
                    } else if height < zero {
                        negated(&normal)
                    } else {
                        [R::zero(), R::zero(), R::zero()]
                    };
                    if none_nearer(&axis, p, mask) {
                        return Some((mask, axis));
                    }
                }
            }
        }
    }
    let [p, q, r, s] = w else { return None };
    let volume = |a: &Vector<R>, b: &Vector<R>, c: &Vector<R>| dot(a, &cross(b, c));
    // The weights of p, q, r, s times six volumes.
    let weights = [volume(q, s, r), volume(p, r, s), volume(p, s, q), volume(p, q, r)];
    let inside = weights.iter().all(|weight| *weight > zero) || weights.iter().all(|weight| *weight < zero);
    inside.then(|| (0b1111, [R::zero(), R::zero(), R::zero()]))
}

/// A sound bound for the error of a product of an axis and a point in doubles, both scaled to coordinates of at most one: each
/// factor has an error of at most 2⁻⁵³, and three products and two sums are rounded; in total, fewer than 2⁵ errors of 2⁻⁵³.
pub const PRODUCT_ERROR: f64 = 1.0 / (1u64 << 48) as f64;

/// The vertex of M with the least product with the axis, exactly.
pub fn lowest<I: Integral>(lattice: &Lattice<I>, axis: &Vector<I>) -> Pair {
    let rounded = rounded(axis);
    let a = lowest_of(&lattice.a, &lattice.grid.a, axis, &rounded);
    let b = lowest_of(&lattice.b, &lattice.grid.b, &negated(axis), &negated(&rounded));
    Pair { a, b }
}

/// The nearest face of M.
pub fn nearest<I: Integral>(lattice: &Lattice<I>) -> Nearest<I> {
    grow(proposal([&lattice.grid.a, &lattice.grid.b]), |pair| lattice.difference(pair), |axis| lowest(lattice, axis))
}

/// The face of the non-zero differences of two lists of vectors that is nearest to the origin.
pub fn nearest_nonzero<I: Integral>(a: &[Vector<I>], b: &[Vector<I>]) -> Option<Nearest<I>> {
    let first = first_nonzero(a, b)?;
    let lowest = |axis: &Vector<I>| lowest_nonzero(a, b, axis).unwrap_or(first);
    Some(grow(Face::of(first), |pair| minus(&a[pair.a], &b[pair.b]), lowest))
}

/// The first pair of vectors that differ, in the order of `a` and then of `b`. If all of `b` equal the first of `a`, any other
/// vector of `a` differs from all of them: so two passes suffice, and equal lists are not compared pair by pair.
fn first_nonzero<V: PartialEq>(a: &[V], b: &[V]) -> Option<Pair> {
    let (first, _) = (a.first()?, b.first()?);
    let unlike_first = |vectors: &[V]| vectors.iter().position(|vector| vector != first);
    unlike_first(b).map(|b| Pair { a: 0, b }).or_else(|| unlike_first(a).map(|a| Pair { a, b: 0 }))
}

/// Starting from this face, adds the lowest vertex along the axis to the nearest face, until none lies lower than that face.
fn grow<I: Integral>(
    mut face: Face,
    difference: impl Fn(Pair) -> Vector<I>,
    lowest: impl Fn(&Vector<I>) -> Pair,
) -> Nearest<I> {
    loop {
        let points: [Vector<I>; 4] = face.pairs.map(&difference);
        // In exact arithmetic there always is a nearest face.
        let Some((mask, axis)) = nearest_face(&points[..face.len]) else { unreachable!("no face is nearest") };
        let on_face = &points[mask.trailing_zeros() as usize];
        face = face.sub_face(mask);
        if is_zero(&axis) {
            return Nearest { face, axis: None };
        }
        let pair = lowest(&axis);
        if dot(&axis, &difference(pair)) >= dot(&axis, on_face) {
            return Nearest { face, axis: Some(axis) };
        }
        // At most a triangle was kept: with the origin inside a tetrahedron the axis is zero.
        face = face.with(pair);
    }
}

/// A simplex that a run in doubles considers to be the nearest.
fn proposal([a, b]: [&[Point]; 2]) -> Face {
    let lowest = |points: &[Point], axis: &Point| {
        let products = points.iter().map(|point| dot(axis, point)).enumerate();
        products.fold((0, f64::INFINITY), |best, next| if next.1 < best.1 { next } else { best }).0
    };
    let support = |axis: &Point| Pair { a: lowest(a, axis), b: lowest(b, &negated(axis)) };
    let difference = |pair: Pair| minus(&a[pair.a], &b[pair.b]);
    let mut face = Face::of(support(&difference(Pair { a: 0, b: 0 })));
    // Enough for hulls of a thousand points; if it is not enough, the exact loop continues from here.
    for _ in 0..64 {
        let points: [Point; 4] = face.pairs.map(difference);
        let Some((mask, axis)) = nearest_face(&points[..face.len]) else { break };
        let on_face = dot(&axis, &points[mask.trailing_zeros() as usize]);
        let pair = support(&axis);
        let seen = face.pairs().contains(&pair);
        face = face.sub_face(mask);
        let size = axis.iter().fold(0.0, |greatest: f64, x| greatest.max(x.abs()));
        // With the origin inside a tetrahedron the axis is zero, so nothing lies lower.
        if seen || dot(&axis, &difference(pair)) >= on_face - size * PRODUCT_ERROR {
            break;
        }
        face = face.with(pair);
    }
    face
}

/// A vector times 2^−shift, with coordinates of at most one, and the shift.
pub fn of_size_one<I: Integral>(v: &Vector<I>) -> ([Scaled; 3], i64) {
    let scaled = [v[0].scaled(), v[1].scaled(), v[2].scaled()];
    let exponents = scaled.iter().filter(|x| !x.is_zero()).map(|x| x.exponent() + 1);
    let shift = exponents.max().unwrap_or(0);
    (scaled.map(|x| x.shifted(-shift)), shift)
}

/// A vector times 2^−shift in doubles, with coordinates of at most one, and the shift.
pub fn in_doubles<I: Integral>(v: &Vector<I>) -> (Point, i64) {
    let leading = v.each_ref().map(I::leading);
    let exponent = |(x, k): &(f64, i64)| k + i64::from(exponent_of(*x)) + 1;
    let shift = leading.iter().filter(|(x, _)| *x != 0.0).map(exponent).max().unwrap_or(0);
    (leading.map(|(x, k)| ldexp(x, k - shift)), shift)
}

/// A vector in doubles, scaled to coordinates of at most one.
pub fn rounded<I: Integral>(axis: &Vector<I>) -> Point {
    in_doubles(axis).0
}

/// The index of the point with the least product with the axis; both are also given in floating point.
fn lowest_of<I: Integral>(points: &[Vector<I>], in_doubles: &[Point], axis: &Vector<I>, axis_in_doubles: &Point) -> usize {
    let product = |point: &Point| dot(axis_in_doubles, point);
    let least = in_doubles.iter().map(product).fold(f64::INFINITY, f64::min);
    // Only points that may be the lowest are compared exactly.
    let limit = least + 2.0 * PRODUCT_ERROR;
    let mut near = (0..points.len()).filter(|&i| product(&in_doubles[i]) <= limit);
    match (near.next(), near.next()) {
        (Some(i), Some(j)) => [i, j].into_iter().chain(near).min_by_key(|&i| dot(axis, &points[i])).unwrap_or(i),
        (only, _) => only.unwrap_or(0),
    }
}

/// The lowest non-zero difference along the axis. If the lowest a and the lowest −b belong to the same vector x, an allowed
/// pair either has another b, and then x is the best a for it, or has b = x, and then another a.
fn lowest_nonzero<I: Integral>(a: &[Vector<I>], b: &[Vector<I>], axis: &Vector<I>) -> Option<Pair> {
    let lowest = |points: &[Vector<I>], but: Option<&Vector<I>>, sense: Ordering| {
        let others = points.iter().enumerate().filter(|(_, point)| Some(*point) != but);
        let products = others.map(|(i, point)| (i, dot(axis, point)));
        products.reduce(|best, next| if next.1.cmp(&best.1) == sense { next } else { best })
    };
    let (i, of_a) = lowest(a, None, Less)?;
    let (j, of_b) = lowest(b, None, Greater)?;
    if a[i] != b[j] {
        return Some(Pair { a: i, b: j });
    }
    let other_b = lowest(b, Some(&a[i]), Greater).map(|(k, level)| (of_a.minus(&level), Pair { a: i, b: k }));
    let other_a = lowest(a, Some(&b[j]), Less).map(|(k, level)| (level.minus(&of_b), Pair { a: k, b: j }));
    match (other_b, other_a) {
        (Some(x), Some(y)) => Some(if x.0.cmp(&y.0) == Greater { y.1 } else { x.1 }),
        (x, y) => x.or(y).map(|(_, pair)| pair),
    }
}

#[cfg(test)]
mod tests;
