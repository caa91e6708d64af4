//! The certificate kernel: given a claim about two bodies and its evidence, does the evidence prove the claim?
//!
//! The kernel is exact, and short enough to be checked by reading. It trusts neither the oracle nor a variant.
//!
//! M is the set of differences a − b. A and B are checked separately: n·(a − b) is least where n·a is least and n·b greatest.

pub mod cast;
pub mod depth;
pub mod halfspace;

use std::cmp::Ordering::{Equal, Greater, Less};

use gjk_numbers::vector::{Vector, cross, dot, is_zero, minus};
use gjk_numbers::{Big, Ring};

use crate::exact::Integral;
use crate::lattice::{Lattice, Pair, enlarged};

fn least<I: Integral>(n: &Vector<I>, points: &[Vector<I>]) -> I {
    points[1..].iter().fold(dot(n, &points[0]), |least, point| least.min(dot(n, point)))
}

fn greatest<I: Integral>(n: &Vector<I>, points: &[Vector<I>]) -> I {
    points[1..].iter().fold(dot(n, &points[0]), |greatest, point| greatest.max(dot(n, point)))
}

/// True if n·m > 0 for every m in M: the bodies are apart.
pub fn separates<I: Integral>(lattice: &Lattice<I>, n: &Vector<I>) -> bool {
    least(n, &lattice.a) > greatest(n, &lattice.b)
}

/// True if n ≠ 0 and n·m ≥ 0 for every m in M: the origin is not in the interior of M.
pub fn supports_at_origin<I: Integral>(lattice: &Lattice<I>, n: &Vector<I>) -> bool {
    let in_space = n[lattice.grid.dimension..].iter().all(|coordinate| *coordinate == I::zero());
    in_space && !is_zero(n) && least(n, &lattice.a) >= greatest(n, &lattice.b)
}

/// True if a face of M, given by one, two or three points, contains the point of M nearest to the origin, and `n` proves it.
///
/// The foot of the perpendicular from the origin to the affine hull of these points lies in their hull, `n` points from the
/// origin to the foot, and no m in M has a smaller product with `n` than the points. Then the foot is the point of M nearest to
/// the origin, and it is not the origin.
pub fn is_nearest<I: Integral>(lattice: &Lattice<I>, simplex: &[Pair], n: &Vector<I>) -> bool {
    let (of_a, of_b) = (least(n, &lattice.a), greatest(n, &lattice.b));
    let supporting =
        of_a > of_b && simplex.iter().all(|pair| dot(n, &lattice.a[pair.a]) == of_a && dot(n, &lattice.b[pair.b]) == of_b);
    let w: Vec<Vector<I>> = simplex.iter().map(|pair| lattice.difference(*pair)).collect();
    let along_foot = match &w[..] {
        [w0] => is_zero(&cross(n, w0)),
        [w0, w1] => are_coplanar(n, w0, w1),
        // The three vertices have the same product with n, so n points along the normal of a triangle that is not flat.
        _ => true,
    };
    supporting && along_foot && foot_inside(&w)
}

/// True if the foot of the perpendicular from the origin to the affine hull of one, two or three affinely independent points
/// lies in their hull.
///
/// False for other points.
fn foot_inside<I: Integral>(w: &[Vector<I>]) -> bool {
    match w {
        [_] => true,
        [w0, w1] => {
            let edge = minus(w1, w0);
            !is_zero(&edge) && dot(w0, &edge).sign() != Greater && dot(w1, &edge).sign() != Less
        }
        [w0, w1, w2] => {
            let normal = cross(&minus(w1, w0), &minus(w2, w0));
            let weights = [(w1, w2), (w2, w0), (w0, w1)].map(|(p, q)| dot(&normal, &cross(p, q)));
            !is_zero(&normal) && weights.iter().all(|weight| weight.sign() != Less)
        }
        _ => false,
    }
}

/// The direction of the perpendicular from the origin to the affine hull of one, two or three affinely independent points,
/// towards them; `None` for other lists.
///
/// If the affine hull contains the origin, the result is zero for one or two points, and a normal of their plane for three.
pub fn normal_of<I: Integral>(w: &[Vector<I>]) -> Option<Vector<I>> {
    match w {
        [w0] => Some(w0.clone()),
        [w0, w1] => {
            let edge = minus(w1, w0);
            (!is_zero(&edge)).then(|| cross(&edge, &cross(w0, &edge)))
        }
        [w0, w1, w2] => {
            let normal = cross(&minus(w1, w0), &minus(w2, w0));
            let toward = if dot(&normal, w0).sign() == Less { minus(&cross(w0, w0), &normal) } else { normal };
            (!is_zero(&toward)).then_some(toward)
        }
        _ => None,
    }
}

/// True if a face of M, given by one, two or three points, has the same distance from the origin as M, up to a relative error
/// of 2^−bits.
///
/// The foot of the perpendicular from the origin to the affine hull of these points lies in their hull. The distance of the
/// foot from the origin is not zero. No m in M lies below these points, along the perpendicular, by more than 2^−bits of this
/// distance.
pub fn is_nearest_within(lattice: &Lattice<Big>, simplex: &[Pair], bits: usize) -> bool {
    let w = lattice.vertices(simplex);
    let Some(n) = normal_of(&w) else { return false };
    let height = dot(&n, &w[0]);
    let below = height.minus(&least(&n, &lattice.a).minus(&greatest(&n, &lattice.b)));
    foot_inside(&w) && height.sign() == Greater && Big(below.0 << bits) <= height
}

/// True if three vectors lie in one plane.
///
/// With a normal of degree three the product is of degree five. It is wider than 256 bits, so it is computed in integers of any
/// size.
fn are_coplanar<I: Integral>(n: &Vector<I>, v: &Vector<I>, w: &Vector<I>) -> bool {
    let [n, v, w] = [n, v, w].map(enlarged);
    dot(&n, &cross(&v, &w)).sign() == Equal
}

/// True if the origin lies in the hull of these points, which may be flat.
///
/// If it does, it lies in the hull of at most four affinely independent points among them (Carathéodory's theorem). The signs
/// of their weights are computed exactly.
pub fn holds_origin<I: Integral>(points: &[Vector<I>]) -> bool {
    // The hulls of four points first: one of them usually holds the origin.
    let four = |i: usize, j: usize, k: usize, l: usize| in_tetrahedron(&points[i], &points[j], &points[k], &points[l]);
    let three = |i: usize, j: usize, k: usize| in_triangle(&points[i], &points[j], &points[k]);
    let two = |i: usize, j: usize| on_segment(&points[i], &points[j]);
    (0..points.len()).any(|i| (0..i).any(|j| (0..j).any(|k| (0..k).any(|l| four(i, j, k, l)))))
        || (0..points.len()).any(|i| (0..i).any(|j| (0..j).any(|k| three(i, j, k))))
        || (0..points.len()).any(|i| (0..i).any(|j| two(i, j)))
        || points.iter().any(is_zero)
}

/// True if the origin lies in a tetrahedron that is not flat.
///
/// The weight of a vertex is the volume of the tetrahedron that the origin makes with the other three vertices; the weights sum
/// to the volume of the whole tetrahedron.
fn in_tetrahedron<I: Integral>(p: &Vector<I>, q: &Vector<I>, r: &Vector<I>, s: &Vector<I>) -> bool {
    let (qr, ps) = (cross(q, r), cross(p, s));
    let weights = [dot(&qr, s).sign(), dot(&ps, r).sign(), dot(&ps, q).sign().reverse(), dot(&qr, p).sign().reverse()];
    weights.contains(&Less) != weights.contains(&Greater)
}

/// True if the origin lies in a triangle that is not flat.
fn in_triangle<I: Integral>(p: &Vector<I>, q: &Vector<I>, r: &Vector<I>) -> bool {
    let normal = cross(&minus(q, p), &minus(r, p));
    let weight = |s: &Vector<I>, t: &Vector<I>| dot(&normal, &cross(s, t)).sign();
    let in_plane = dot(&normal, p).sign() == Equal && !is_zero(&normal);
    in_plane && weight(q, r) != Less && weight(r, p) != Less && weight(p, q) != Less
}

/// True if the origin lies between two points.
fn on_segment<I: Integral>(p: &Vector<I>, q: &Vector<I>) -> bool {
    dot(p, q).sign() == Less && is_zero(&cross(p, q))
}

/// True if the origin lies in the interior of the hull of these points.
///
/// The origin is in the interior unless some n ≠ 0 has n·u ≥ 0 for all points u. If the points span the space, the cone of such
/// n is pointed. If this cone contains more than 0, it has an extreme ray, to which dimension − 1 linearly independent points
/// are orthogonal. So it is enough to try the normals of such sets of dimension − 1 points.
pub fn origin_is_interior<I: Integral>(dimension: usize, points: &[Vector<I>]) -> bool {
    let axis: Vector<I> = [I::zero(), I::zero(), I::one()];
    let mut spans = false;
    for (i, p) in points.iter().enumerate() {
        // A pair in the other order has the normal −n, which gives the same result.
        for q in if dimension == 2 { std::slice::from_ref(&axis) } else { &points[..i] } {
            let n = cross(p, q);
            if is_zero(&n) {
                continue;
            }
            let some = |side| points.iter().any(|point| dot(&n, point).sign() == side);
            if !(some(Less) && some(Greater)) {
                return false;
            }
            spans = true;
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use gjk_numbers::vector::negated;
    use gjk_numbers::{Ring, Wide};

    use super::*;
    use crate::small::{lattice, of_a, vector};

    fn points(list: &[[i64; 3]]) -> Vec<Vector<Wide>> {
        list.iter().copied().map(vector).collect()
    }

    /// A list in every order: each point occupies each place in a simplex.
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

    /// Whether the face of these points of M is accepted as the nearest along n, where all points are A's and B is the origin.
    ///
    /// The result has to be the same for the mirrored pair: all points are B's, negated, and A is the origin.
    fn accepts(points: &[[i64; 3]], face: &[usize], n: [i64; 3]) -> bool {
        let first = lattice(3, points);
        let [a, b] = [&first.b, &first.a].map(|points| points.iter().map(negated).collect());
        let second = Lattice { a, b, ..first.clone() };
        let accepted = is_nearest(&first, &of_a(face), &vector(n));
        let of_b: Vec<Pair> = face.iter().map(|&b| Pair { a: 0, b }).collect();
        assert_eq!(is_nearest(&second, &of_b, &vector(n)), accepted, "{points:?} {face:?} {n:?}");
        accepted
    }

    #[test]
    fn a_nearest_vertex_is_accepted_and_every_lie_about_it_is_not() {
        let a = [[1, 2, 2], [3, 2, 2], [1, 5, 2], [1, 2, 9]];
        assert!(accepts(&a, &[0], [1, 2, 2]) && accepts(&a, &[0], [2, 4, 4]));
        assert!(!accepts(&a, &[0], [1, 2, 3]), "a normal that supports there, but does not point along the foot");
        assert!(!accepts(&a, &[0], [-1, -2, -2]), "the wrong way");
        assert!(!accepts(&a, &[0], [0, 0, 0]), "no normal");
        assert!(!accepts(&a, &[1], [3, 2, 2]), "a vertex is below");
        assert!(!accepts(&a, &[1], [1, 2, 2]), "another vertex is the one that supports");
        assert!(!accepts(&a, &[], [1, 2, 2]), "no face");
        // A's point is B's point: M is the origin.
        assert!(!accepts(&[[0, 0, 0]], &[0], [1, 0, 0]), "the origin itself");
    }

    #[test]
    fn a_face_is_nearest_within_a_slack_and_no_further() {
        let within =
            |points: &[[i64; 3]], face: &[usize], bits| is_nearest_within(&lattice(3, points).enlarged(), &of_a(face), bits);
        // The last point is below the plane of the first three by 1 in 1024.
        let triangle = [[-9, -9, 1024], [9, -9, 1024], [0, 9, 1024], [50, 50, 1023]];
        assert!(within(&triangle, &[0, 1, 2], 10) && !within(&triangle, &[0, 1, 2], 11));
        assert!(within(&triangle[..3], &[2, 1, 0], 500), "nothing is below");
        let edge = [[-9, 0, 1024], [9, 0, 1024], [0, 50, 1023]];
        assert!(within(&edge, &[0, 1], 10) && !within(&edge, &[1, 0], 11));
        let vertex = [[0, 0, 1024], [9, 9, 1023]];
        assert!(within(&vertex, &[0], 10) && !within(&vertex, &[0], 11));
        assert!(!within(&[[5, 5, 1024], [9, 5, 1024]], &[0, 1], 1), "the foot is beside the edge");
        assert!(!within(&[[5, 5, 9], [9, 5, 9], [5, 9, 9]], &[0, 1, 2], 1), "the foot is beside the triangle");
        assert!(!within(&[[-1, 0, 0], [1, 0, 0]], &[0, 1], 1), "the origin itself");
        assert!(!within(&[[3, 4, 5], [3, 4, 5]], &[0, 1], 1), "no edge");
        assert!(!within(&triangle, &[], 1) && !within(&triangle, &[0, 1, 2, 3], 1));
        let away = [[-9, -9, -1024], [9, -9, -1024], [0, 9, -1024]];
        assert!(
            within(&away, &[0, 1, 2], 100) && within(&away, &[0, 2, 1], 100),
            "whichever way the normal of the three points"
        );
    }

    #[test]
    fn a_nearest_edge_is_accepted_and_every_lie_about_it_is_not() {
        let a = [[-1, 2, 2], [3, 2, 2], [0, 9, 9], [5, 2, 2]];
        assert!(accepts(&a, &[0, 1], [0, 1, 1]) && accepts(&a, &[1, 0], [0, 3, 3]) && accepts(&a, &[0, 3], [0, 1, 1]));
        assert!(!accepts(&a, &[0, 1], [0, 1, 2]), "a normal that supports the edge, but does not point along the foot");
        assert!(!accepts(&a, &[0, 1], [0, -1, -1]), "the wrong way");
        assert!(!accepts(&a, &[1, 3], [0, 1, 1]) && !accepts(&a, &[3, 1], [0, 1, 1]), "the foot is beside the edge");
        assert!(!accepts(&a, &[0, 2], [0, 1, 1]), "an end that does not support");
        // The foot is an end of the edge, which lies in the edge's hull whichever end it is.
        let end = [[0, 2, 2], [3, 2, 2]];
        assert!(accepts(&end, &[0, 1], [0, 1, 1]) && accepts(&end, &[1, 0], [0, 1, 1]));
        assert!(!accepts(&[[-1, 2, 2], [3, 2, 2], [0, 1, 1]], &[0, 1], [0, 1, 1]), "a vertex is below");
        let twice = [[1, 2, 2], [1, 2, 2], [3, 9, 9]];
        assert!(!accepts(&twice, &[0, 1], [1, 2, 2]), "an edge of two equal points");
        assert!(!accepts(&twice, &[0, 1], [0, 1, 1]), "an edge of two equal points, along a normal of another foot");
        assert!(accepts(&[[2, 4, 0], [1, 2, 0]], &[1], [1, 2, 0]) && !accepts(&[[2, 4, 0], [1, 2, 0]], &[0, 1], [1, 2, 0]));
    }

    #[test]
    fn an_edge_far_out_is_judged_in_more_than_256_bits() {
        // n·(w₀ × w₁) is 2²⁵⁶ for these, which is zero in 256 bits.
        let far = 1_i64 << 60;
        let a = [[far, 0, 0], [far, 1 << 16, 0]];
        let w = a.map(vector);
        let wide = |x: u32| Wide(ethnum::I256::ONE << x);
        // n = (2⁷⁶, 0, 2¹⁸⁰): n·(w₀ × w₁) = 2¹⁸⁰ · 2⁷⁶.
        let n = [wide(76), Wide::zero(), wide(180)];
        assert_eq!(dot(&n, &cross(&w[0], &w[1])).sign(), Equal, "the wrapped product");
        assert!(!are_coplanar(&n, &w[0], &w[1]));
    }

    #[test]
    fn a_nearest_triangle_is_accepted_and_every_lie_about_it_is_not() {
        let a = [[2, 0, 3], [-1, 2, 3], [-1, -2, 3], [0, 0, 8], [9, 9, 3], [8, 9, 3]];
        for face in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]] {
            assert!(accepts(&a, &face, [0, 0, 1]), "{face:?}");
            assert!(!accepts(&a, &face, [0, 1, 5]), "a normal of another plane");
            assert!(!accepts(&a, &face, [0, 0, -1]), "the wrong way");
            assert!(!accepts(&a, &face, [0, 0, 0]), "no normal");
        }
        for face in [[0, 1, 4], [1, 4, 0], [4, 0, 1], [0, 4, 1], [4, 1, 0], [1, 0, 4]] {
            assert!(!accepts(&a, &face, [0, 0, 1]), "the foot is beside the triangle: {face:?}");
        }
        for face in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
            assert!(accepts(&[[2, 0, 3], [-1, 2, 3], [-4, 0, 3]], &face, [0, 0, 1]), "the foot is on an edge");
        }
        assert!(!accepts(&a, &[0, 1, 3], [0, 0, 1]), "a vertex that does not support");
        assert!(!accepts(&[[2, 0, 3], [-1, 2, 3], [-1, -2, 3], [0, 0, 2]], &[0, 1, 2], [0, 0, 1]), "a vertex is below");
        let flat = [[-1, 0, 3], [1, 0, 3], [3, 0, 3]];
        assert!(!accepts(&flat, &[0, 1, 2], [0, 0, 1]), "a flat triangle");
        assert!(!accepts(&a, &[0, 1, 2, 4], [0, 0, 1]), "four vertices are no face");
    }

    #[test]
    fn every_point_of_either_body_can_refute_an_axis() {
        let along = vector([1, 0, 0]);
        // A's other points are at five and beyond, B's at zero and below; the refuting points occupy each place in the lists.
        for place in 0..3 {
            for (of_a, of_b, apart, supporting) in
                [(3, 2, true, true), (2, 2, false, true), (2, 3, false, false), (5, 6, false, false), (-1, 0, false, false)]
            {
                let (mut a, mut b) = ([[5, 1, 0], [6, 0, 1], [7, 0, 0]], [[0, 1, 0], [-1, 0, 0], [-2, 0, 1]]);
                (a[place], b[(place + 1) % 3]) = ([of_a, 3, 3], [of_b, -3, 2]);
                let [a, b] = [a, b].map(|points| points.map(vector).to_vec());
                let lattice = Lattice { a, b, ..lattice(3, &[[0; 3]]) };
                assert_eq!(separates(&lattice, &along), apart, "{of_a} {of_b} {place}");
                assert_eq!(supports_at_origin(&lattice, &along), supporting, "{of_a} {of_b} {place}");
            }
        }
    }

    #[test]
    fn axes_separate_and_support_only_as_they_should() {
        let apart = lattice(3, &[[1, 0, 0], [2, 5, 0]]);
        assert!(separates(&apart, &vector([1, 0, 0])) && separates(&apart, &vector([3, -1, 7])));
        assert!(
            !separates(&apart, &vector([-1, 0, 0]))
                && !separates(&apart, &vector([0, 1, 0]))
                && !separates(&apart, &vector([0; 3]))
        );
        let touching = lattice(3, &[[0, 0, 0], [2, 5, 0]]);
        assert!(!separates(&touching, &vector([1, 0, 0])), "touching is not apart");
        assert!(supports_at_origin(&touching, &vector([1, 0, 0])) && supports_at_origin(&touching, &vector([0, 0, 1])));
        assert!(!supports_at_origin(&touching, &vector([-1, 0, 0])) && !supports_at_origin(&touching, &vector([0; 3])));
        let plane = lattice(2, &[[0, 0, 0], [2, 5, 0]]);
        assert!(supports_at_origin(&plane, &vector([1, 0, 0])));
        assert!(!supports_at_origin(&plane, &vector([0, 0, 1])), "a normal that leaves the plane");
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
