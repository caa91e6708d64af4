//! The certificate kernel: given a claim about two bodies and its evidence, does the evidence prove the claim? Exact, and
//! short enough to be read in a minute. It trusts neither the oracle nor a variant.
//!
//! M is the set of differences a − b. A and B are checked apart: n·(a − b) is least where n·a is least and n·b greatest.

use std::cmp::Ordering::{Equal, Greater, Less};

use gjk_numbers::vector::{Vector, cross, dot, is_zero, minus};

use crate::exact::Integral;
use crate::lattice::{Lattice, Pair};

fn least<I: Integral>(n: &Vector<I>, points: &[Vector<I>]) -> I {
    points[1..].iter().fold(dot(n, &points[0]), |least, point| least.min(dot(n, point)))
}

fn greatest<I: Integral>(n: &Vector<I>, points: &[Vector<I>]) -> I {
    points[1..].iter().fold(dot(n, &points[0]), |greatest, point| greatest.max(dot(n, point)))
}

/// n·m > 0 for every m in M: the bodies are apart.
pub fn separates<I: Integral>(lattice: &Lattice<I>, n: &Vector<I>) -> bool {
    least(n, &lattice.a) > greatest(n, &lattice.b)
}

/// n ≠ 0 and n·m ≥ 0 for every m in M: the origin is not in the interior of M.
pub fn supports_at_origin<I: Integral>(lattice: &Lattice<I>, n: &Vector<I>) -> bool {
    let in_space = n[lattice.grid.dimension..].iter().all(|coordinate| *coordinate == I::zero());
    in_space && !is_zero(n) && least(n, &lattice.a) >= greatest(n, &lattice.b)
}

/// The foot of the perpendicular from the origin on the affine hull of these points of M (one, two or three) lies in their
/// hull, the vector `n` points along it, and no m in M has a smaller product with `n`: the foot is the point of M nearest to
/// the origin, and it is not the origin.
pub fn is_nearest<I: Integral>(lattice: &Lattice<I>, simplex: &[Pair], n: &Vector<I>) -> bool {
    let (of_a, of_b) = (least(n, &lattice.a), greatest(n, &lattice.b));
    let supporting =
        of_a > of_b && simplex.iter().all(|pair| dot(n, &lattice.a[pair.a]) == of_a && dot(n, &lattice.b[pair.b]) == of_b);
    let w: Vec<Vector<I>> = simplex.iter().map(|pair| lattice.difference(*pair)).collect();
    let foot_inside = match &w[..] {
        [w0] => is_zero(&cross(n, w0)),
        [w0, w1] => {
            let edge = minus(w1, w0);
            dot(n, &cross(w0, w1)).sign() == Equal && dot(w0, &edge).sign() != Greater && dot(w1, &edge).sign() != Less
        }
        [w0, w1, w2] => {
            let normal = cross(&minus(w1, w0), &minus(w2, w0));
            let weights = [(w1, w2), (w2, w0), (w0, w1)].map(|(p, q)| dot(&normal, &cross(p, q)));
            !is_zero(&normal) && is_zero(&cross(n, &normal)) && weights.iter().all(|weight| weight.sign() != Less)
        }
        _ => false,
    };
    supporting && foot_inside
}

/// The origin lies in the hull of these points, flat ones included. By Carathéodory's theorem it then lies in the hull of
/// affinely independent ones among them, at most four, whose weights have a sign that is read off exactly.
pub fn holds_origin<I: Integral>(points: &[Vector<I>]) -> bool {
    // The hulls of four points first: it is mostly one of these.
    let four = |i: usize, j: usize, k: usize, l: usize| in_tetrahedron(&points[i], &points[j], &points[k], &points[l]);
    let three = |i: usize, j: usize, k: usize| in_triangle(&points[i], &points[j], &points[k]);
    let two = |i: usize, j: usize| on_segment(&points[i], &points[j]);
    (0..points.len()).any(|i| (0..i).any(|j| (0..j).any(|k| (0..k).any(|l| four(i, j, k, l)))))
        || (0..points.len()).any(|i| (0..i).any(|j| (0..j).any(|k| three(i, j, k))))
        || (0..points.len()).any(|i| (0..i).any(|j| two(i, j)))
        || points.iter().any(is_zero)
}

/// The origin lies in a tetrahedron that is not flat. The weights of its vertices are the volumes of the tetrahedra that the
/// origin makes with the other three, and their sum is its own volume.
fn in_tetrahedron<I: Integral>(p: &Vector<I>, q: &Vector<I>, r: &Vector<I>, s: &Vector<I>) -> bool {
    let (qr, ps) = (cross(q, r), cross(p, s));
    let weights = [dot(&qr, s).sign(), dot(&ps, r).sign(), dot(&ps, q).sign().reverse(), dot(&qr, p).sign().reverse()];
    weights.contains(&Less) != weights.contains(&Greater)
}

/// The origin lies in a triangle that is not flat.
fn in_triangle<I: Integral>(p: &Vector<I>, q: &Vector<I>, r: &Vector<I>) -> bool {
    let normal = cross(&minus(q, p), &minus(r, p));
    let weight = |s: &Vector<I>, t: &Vector<I>| dot(&normal, &cross(s, t)).sign();
    let in_plane = dot(&normal, p).sign() == Equal && !is_zero(&normal);
    in_plane && weight(q, r) != Less && weight(r, p) != Less && weight(p, q) != Less
}

/// The origin lies between two points.
fn on_segment<I: Integral>(p: &Vector<I>, q: &Vector<I>) -> bool {
    dot(p, q).sign() == Less && is_zero(&cross(p, q))
}

/// The origin lies in the interior of the hull of these points.
///
/// It does unless some n ≠ 0 has n·u ≥ 0 for all of them. Where they span the space, the cone of such n is pointed, so if it
/// is more than {0} it has an extreme ray, on which dimension − 1 independent ones of the points have product zero. So it is
/// enough to try the normals of these.
pub fn origin_is_interior<I: Integral>(dimension: usize, points: &[Vector<I>]) -> bool {
    let axis: Vector<I> = [I::zero(), I::zero(), I::one()];
    let mut spans = false;
    for (i, p) in points.iter().enumerate() {
        // A pair in the other order has the normal −n, which tells the same.
        for q in if dimension == 2 { std::slice::from_ref(&axis) } else { &points[..i] } {
            let n = cross(p, q);
            if is_zero(&n) {
                continue;
            }
            let (mut some_below, mut some_above) = (false, false);
            for point in points {
                let side = dot(&n, point).sign();
                some_below |= side == Less;
                some_above |= side == Greater;
            }
            spans |= some_below || some_above;
            if !(some_below && some_above) {
                return false;
            }
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use gjk_numbers::Wide;

    use super::*;

    fn points(list: &[[i64; 3]]) -> Vec<Vector<Wide>> {
        list.iter().map(|p| p.map(|x| Wide::from_i128(x.into()))).collect()
    }

    /// A list in every order: each point takes each part in a simplex.
    fn orders(list: &[[i64; 3]]) -> Vec<Vec<[i64; 3]>> {
        if list.is_empty() {
            return vec![Vec::new()];
        }
        let with_first = |first: usize| {
            let rest = [&list[..first], &list[first + 1..]].concat();
            orders(&rest).into_iter().map(move |rest| [&[list[first]], &rest[..]].concat())
        };
        (0..list.len()).flat_map(with_first).collect()
    }

    #[test]
    fn the_origin_is_found_in_simplices_of_every_size_and_in_flat_ones() {
        let inside: [&[[i64; 3]]; 6] = [
            &[[0, 0, 0]],
            &[[-1, -2, 3], [2, 4, -6]],
            &[[1, 0, 0], [-1, 1, 0], [-1, -1, 0]],
            &[[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, -1, -1]],
            &[[2, 0, 0], [-2, 0, 0], [0, 2, 0], [0, -2, 0]],
            &[[1, 1, 1], [1, 1, 1], [-1, -1, -1]],
        ];
        for list in inside.iter().flat_map(|list| orders(list)) {
            assert!(holds_origin(&points(&list)), "{list:?}");
        }
        let outside: [&[[i64; 3]]; 9] = [
            &[[1, 0, 0]],
            &[[1, 0, 0], [2, 0, 0]],
            &[[1, 0, 1], [-1, 1, 1], [-1, -1, 1]],
            &[[1, 1, 0], [2, 1, 0], [1, 2, 0], [3, 3, 0]],
            &[[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]],
            &[[1, 0, 0], [2, 0, 0], [3, 0, 0]],
            &[[1, 0, 0], [1, 0, 0], [2, 0, 0]],
            &[[1, 0, 1], [-1, 0, 1], [0, 1, 1], [0, -1, 1]],
            &[[3, 0, 1], [-1, 2, 1], [-1, -2, 1], [0, 0, 2]],
        ];
        for list in outside.iter().flat_map(|list| orders(list)) {
            assert!(!holds_origin(&points(&list)), "{list:?}");
        }
    }

    #[test]
    fn an_interior_origin_may_need_six_points() {
        let octahedron = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];
        assert!(origin_is_interior(3, &points(&octahedron)));
        assert!(!origin_is_interior(3, &points(&octahedron[..5])), "on a face");
        assert!(!origin_is_interior(3, &points(&octahedron[..4])), "flat");
        assert!(origin_is_interior(2, &points(&octahedron[..4])));
        assert!(!origin_is_interior(2, &points(&octahedron[..3])), "on an edge");
        assert!(!origin_is_interior(2, &points(&octahedron[..2])));
        assert!(!origin_is_interior(3, &points(&[[0, 0, 0]])));
    }
}
