//! The kernel's proof of a penetration depth: a shell around the origin, and a plane that supports M.
//!
//! # Statement
//! A *shell* is a list of facets, one after the other; each facet is as many points of M as the space has dimensions. Suppose
//!
//! 1. the shell is closed: in space, the reverse of each directed edge is an edge of some facet; in the plane, each point at
//!    which a facet ends is one at which a facet begins, and the reverse;
//! 2. every facet faces the origin: with its normal n (in space (q − p) × (r − p), in the plane q − p turned to the right), level
//!    = n·p > 0;
//! 3. some facet's plane, with normal n₀ and level₀, is the nearest to the origin: level² |n₀|² ≥ level₀² |n|² for every facet.
//!
//! Then M holds the ball around the origin of radius level₀ / |n₀|. If, moreover,
//!
//! 4. no point of M is beyond that plane: n₀·m ≤ level₀ for all m in M,
//!
//! then this radius is the depth: the distance from the origin to the boundary of M.
//!
//! # Proof
//! Every direction x is in the cone of a facet. In space, walk straight to x from a point u inside the cone of some facet. Choose u such that the walk meets
//! no ray through a corner of the shell before it ends; only finitely many planes through the origin and x have to be avoided. If the walk leaves the cone
//! of (p, q, r), it does so through the side of an edge, say (p, q), and not on the ray of p or q. There is a facet (q, p, s) by 1, and r and s are on
//! different sides of the plane through the origin, p and q by 2. So the walk continues in the cone of (q, p, s). Cones are convex and the walk is
//! straight, so it never returns to a cone that it has left. There are finitely many cones: the walk ends, and it can only end in x. In the plane, pass
//! from facet to facet: each turns to the left by 2, and there is a next one by 1, until a facet comes again. The walk has then made a whole turn.
//!
//! So every ray from the origin meets a facet, no nearer than the facet's plane, which is no nearer than level₀ / |n₀| by 3.
//! Facets lie in M. M is convex, so it holds the origin, which is between two of its points, and the ray up to the facet. The
//! foot of the perpendicular to the nearest plane is not in the interior of M by 4. ∎
//!
//! The shell need not be the boundary of a convex body: it may intersect itself, contain a facet twice, and cover directions
//! several times. A proof assistant has checked this argument in space, where it uses neither counting nor the degree of a map
//! (`Covering.v` in the repository of the project, which is not part of this package).

use std::cmp::Ordering::{Equal, Greater};

use gjk_numbers::float::ldexp;
use gjk_numbers::vector::{Vector, cross, dot, minus};

use super::{greatest, least};
use crate::exact::Integral;
use crate::lattice::{Lattice, Pair};

/// True if the facet's plane goes through the origin, and no point of M is beyond it: the origin is not in the interior of M.
pub fn supports_through_origin<I: Integral>(lattice: &Lattice<I>, facet: &[Pair]) -> bool {
    let Plane { normal, level, length_squared } = Plane::of(&lattice.vertices(facet));
    let reach = greatest(&normal, &lattice.a).minus(&least(&normal, &lattice.b));
    length_squared.sign() == Greater && level.sign() == Equal && reach.sign() != Greater
}

/// True if M has no interior: no dimension + 1 of its points span the space.
pub fn is_flat<I: Integral>(lattice: &Lattice<I>) -> bool {
    let from_first = |body: &[Vector<I>]| body.iter().map(|p| minus(p, &body[0])).collect::<Vec<_>>();
    // The directions within A and within B together span what the directions within M span.
    let directions = [from_first(&lattice.a), from_first(&lattice.b)].concat();
    let is_zero = |v: &Vector<I>| v.iter().all(|x| x.sign() == Equal);
    let Some(first) = directions.iter().find(|v| !is_zero(v)) else { return true };
    let Some(normal) = directions.iter().map(|v| cross(first, v)).find(|normal| !is_zero(normal)) else { return true };
    lattice.grid.dimension == 3 && directions.iter().all(|v| dot(&normal, v).sign() == Equal)
}

/// The plane of a facet.
#[derive(Clone, Debug)]
pub struct Plane<I> {
    /// n, of any length.
    pub normal: Vector<I>,
    /// n·p for the points p of the plane.
    pub level: I,
    /// |n|².
    pub length_squared: I,
}

impl<I: Integral> Plane<I> {
    /// The plane of two points in the plane, or of three points in space; for other lists, one with a normal of zero.
    pub fn of(corners: &[Vector<I>]) -> Plane<I> {
        let (normal, level) = match corners {
            [p, q] => {
                let edge = minus(q, p);
                let normal = [edge[1].clone(), edge[0].negated(), I::zero()];
                let level = dot(&normal, p);
                (normal, level)
            }
            [p, q, r] => {
                let normal = cross(&minus(q, p), &minus(r, p));
                let level = dot(&normal, p);
                (normal, level)
            }
            _ => ([I::zero(), I::zero(), I::zero()], I::zero()),
        };
        Plane { length_squared: dot(&normal, &normal), normal, level }
    }

    /// Whether this plane is no nearer to the origin than another one: level² |n₀|² ≥ level₀² |n|². The products, of degree
    /// ten, are compared in doubles, and in integers of any size if doubles do not decide.
    pub fn is_no_nearer_than(&self, other: &Plane<I>) -> bool {
        let product = |level: &I, length_squared: &I| {
            let ((level, k), (length_squared, j)) = (level.leading(), length_squared.leading());
            // Less than 2¹⁹² in size, with a relative error of less than 2⁻⁵⁰.
            (level * level * length_squared, 2 * k + j)
        };
        let ((here, k), (there, j)) =
            (product(&self.level, &other.length_squared), product(&other.level, &self.length_squared));
        let here = ldexp(here, k - j);
        if (k - j).abs() < 500 && (here - there).abs() > here.max(there) * 2.0_f64.powi(-45) {
            return here > there;
        }
        let square = |x: &I| {
            let x = x.to_big();
            &x * &x
        };
        square(&self.level) * other.length_squared.to_big() >= square(&other.level) * self.length_squared.to_big()
    }
}

/// The planes of the facets of a shell; `None` if a pair names no point, a facet lacks a corner, or there is no facet.
fn planes<I: Integral>(lattice: &Lattice<I>, shell: &[Pair]) -> Option<Vec<Plane<I>>> {
    let vertices = lattice.vertices(shell);
    let facets = vertices.chunks_exact(lattice.grid.dimension);
    let is_whole = !shell.is_empty() && vertices.len() == shell.len() && facets.remainder().is_empty();
    is_whole.then(|| facets.map(Plane::of).collect())
}

/// Condition 1 of the [statement](self), by the names of the points: equal names are equal points, and are faster to compare.
fn is_closed(shell: &[Pair], dimension: usize) -> bool {
    if shell.iter().any(|pair| pair.a.max(pair.b) >= 1 << 31) {
        return false;
    }
    let name = |pair: Pair| (pair.a as u128) << 31 | pair.b as u128;
    // Edges by their ends (in the plane, the ends themselves), which have to occur in both senses; the sense is the last bit.
    let mut ridges: Vec<u128> = Vec::with_capacity(shell.len());
    let ridge = |from: u128, to: u128| if from < to { from << 64 | to << 1 } else { to << 64 | from << 1 | 1 };
    for facet in shell.chunks_exact(dimension) {
        if let [p, q] = *facet {
            ridges.extend([name(p) << 1, name(q) << 1 | 1]);
        }
        if let [p, q, r] = *facet {
            let [p, q, r] = [p, q, r].map(name);
            ridges.extend([ridge(p, q), ridge(q, r), ridge(r, p)]);
        }
    }
    ridges.sort_unstable();
    let is_alike = |one: &u128, next: &u128| one >> 1 == next >> 1;
    let has_both_senses = |alike: &[u128]| [0, 1].iter().all(|sense| alike.iter().any(|ridge| ridge & 1 == *sense));
    ridges.chunk_by(is_alike).all(has_both_senses)
}

/// Conditions 1 and 2 of the [statement](self).
fn is_around_origin<I: Integral>(lattice: &Lattice<I>, shell: &[Pair], planes: &[Plane<I>]) -> bool {
    planes.iter().all(|plane| plane.level.sign() == Greater) && is_closed(shell, lattice.grid.dimension)
}

/// True if the facets of the shell prove that the origin is in the interior of M: conditions 1 and 2 of the [statement](self).
pub fn surrounds_origin<I: Integral>(lattice: &Lattice<I>, shell: &[Pair]) -> bool {
    planes(lattice, shell).is_some_and(|planes| is_around_origin(lattice, shell, &planes))
}

/// True if the facets of the shell prove that M holds the ball around the origin that touches the plane of facet number
/// `nearest`: conditions 1, 2 and 3 of the [statement](self).
pub fn holds_ball<I: Integral>(lattice: &Lattice<I>, shell: &[Pair], nearest: usize) -> bool {
    let Some(planes) = planes(lattice, shell) else { return false };
    let Some(least) = planes.get(nearest) else { return false };
    // The plane is not compared with itself: a tie is decided only in integers of degree ten.
    let mut others = planes.iter().enumerate().filter(|(number, _)| *number != nearest);
    is_around_origin(lattice, shell, &planes) && others.all(|(_, plane)| plane.is_no_nearer_than(least))
}

/// True if the shell proves that the depth is the distance from the origin to the plane of facet number `nearest`: conditions 1
/// to 4 of the [statement](self).
pub fn is_depth<I: Integral>(lattice: &Lattice<I>, shell: &[Pair], nearest: usize) -> bool {
    let facet = shell.chunks_exact(lattice.grid.dimension).nth(nearest).unwrap_or_default();
    let Plane { normal, level, .. } = Plane::of(&lattice.vertices(facet));
    let reach = greatest(&normal, &lattice.a).minus(&least(&normal, &lattice.b));
    reach <= level && holds_ball(lattice, shell, nearest)
}

#[cfg(test)]
mod tests {
    use dashu_int::IBig;
    use gjk_cases::case::Point;
    use gjk_numbers::{Big, Ring};

    use super::*;
    use crate::lattice::AnyLattice;

    #[test]
    fn planes_that_doubles_do_not_tell_apart_are_compared_in_integers() {
        let plane = |level: IBig, length_squared: IBig| {
            let normal = [Big::zero(), Big::zero(), Big::zero()];
            Plane { normal, level: Big(level), length_squared: Big(length_squared) }
        };
        // The same plane with a longer normal, and the planes on either side of it, nearer or farther by one part in 2⁵⁰ or
        // 2³⁰⁰.
        for (level, squared, bits) in [(3, 1, 50), (7, 5, 50), (1_i64 << 40, 9, 80), (3, 1, 300)] {
            let (level, squared) = (IBig::from(level), IBig::from(squared));
            let own = plane(level.clone(), squared.clone());
            for more in [-1, 0, 1] {
                let other = plane((&level << bits) + IBig::from(more), &squared << (2 * bits));
                assert_eq!(own.is_no_nearer_than(&other), more <= 0, "{level} {bits} {more}");
                assert_eq!(other.is_no_nearer_than(&own), more >= 0, "{level} {bits} {more}");
            }
        }
        // Planes that doubles tell apart, also far from each other.
        let [near, far] = [3, 4].map(|level| plane(IBig::from(level), IBig::ONE));
        assert!(far.is_no_nearer_than(&near) && !near.is_no_nearer_than(&far));
        let farther = plane(IBig::ONE << 400, IBig::ONE);
        assert!(farther.is_no_nearer_than(&near) && !near.is_no_nearer_than(&farther));
    }

    fn lattice(dimension: usize, a: &[Point], b: &[Point]) -> Lattice<Big> {
        AnyLattice::of_points(dimension, a, b).big()
    }

    #[test]
    fn a_difference_is_flat_if_the_edges_of_both_bodies_do_not_span_the_space() {
        let (x, y, z) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
        let from = |p: Point, edges: &[Point]| -> Vec<Point> {
            let moved = edges.iter().map(|edge| std::array::from_fn(|i| p[i] + edge[i]));
            [p].into_iter().chain(moved).collect()
        };
        let (here, there) = ([0.0; 3], [5.0, -3.0, 2.0]);
        for (dimension, of_a, of_b, expected) in [
            (3, &[][..], &[][..], true),
            (3, &[x], &[x], true),
            (3, &[x, y], &[], true),
            (3, &[x], &[y], true),
            (3, &[x, y], &[y, x], true),
            (3, &[x, y], &[z], false),
            (3, &[], &[x, y, z], false),
            (3, &[x], &[y, z], false),
            (2, &[], &[], true),
            (2, &[x], &[x], true),
            (2, &[x], &[y], false),
            (2, &[x, y], &[], false),
        ] {
            let found = is_flat(&lattice(dimension, &from(here, of_a), &from(there, of_b)));
            assert_eq!(found, expected, "{dimension}: {of_a:?} {of_b:?}");
        }
    }

    #[test]
    fn a_facet_through_the_origin_supports_the_difference_if_nothing_is_beyond_it() {
        // The differences form a cube whose upper side has the origin in its middle.
        let cube = gjk_cases::family::corners([0.0; 3], [1.0; 3]);
        let lattice = lattice(3, &cube, &[[0.5, 0.5, 1.0]]);
        let supports = |facet: &[usize]| {
            let facet: Vec<Pair> = facet.iter().map(|&a| Pair { a, b: 0 }).collect();
            supports_through_origin(&lattice, &facet)
        };
        assert!(supports(&[4, 5, 6]));
        // A facet turned inwards, facets elsewhere, one across the cube, degenerate ones, and none at all.
        for facet in [&[4, 6, 5][..], &[0, 2, 1], &[0, 3, 7], &[4, 4, 5], &[4, 5], &[]] {
            assert!(!supports(facet), "{facet:?}");
        }
    }

    #[test]
    fn a_shell_without_facets_or_with_names_of_no_points_proves_nothing() {
        let lattice = lattice(2, &[[-2.0, -1.0, 0.0], [2.0, -1.0, 0.0], [0.0, 9.0, 0.0]], &[[0.0; 3]]);
        let proves = |corners: &[usize]| {
            let shell: Vec<Pair> = corners.iter().map(|&a| Pair { a, b: 0 }).collect();
            [surrounds_origin(&lattice, &shell), holds_ball(&lattice, &shell, 0), is_depth(&lattice, &shell, 0)]
        };
        let edges = [0, 1, 1, 2, 2, 0];
        assert_eq!(proves(&edges), [true; 3]);
        // The shell with two more edges whose names have no points, with half of an edge missing or added, and an empty shell.
        for corners in [&[0, 1, 1, 2, 2, 0, 7, 8, 8, 7][..], &[0, 1, 1, 2, 2], &[0, 1, 1, 2, 2, 0, 0], &[]] {
            assert_eq!(proves(corners), [false; 3], "{corners:?}");
        }
        // The nearest edge is the first of three.
        let shell = edges.map(|a| Pair { a, b: 0 });
        assert_eq!([0, 1, 2, 3].map(|nearest| is_depth(&lattice, &shell, nearest)), [true, false, false, false]);
    }
}
