//! The kernel's proof of a penetration depth: a shell around the origin, and a plane that supports M.
//!
//! # Statement
//! A *shell* is a list of facets, each of as many points of M as the space has dimensions, one facet after the other. Suppose
//!
//! 1. the shell is closed: in space each directed edge occurs as often as its reverse, in the plane each point as often at the
//!    beginning of a facet as at its end;
//! 2. every facet faces the origin: with its normal n (in space (q − p) × (r − p), in the plane q − p turned to the right), level
//!    = n·p > 0;
//! 3. no facet's plane is nearer to the origin than that of one facet among them: level² |n₀|² ≥ level₀² |n|².
//!
//! Then M holds the ball around the origin of radius level₀ / |n₀|. If moreover
//!
//! 4. no point of M is beyond that plane: n₀·m ≤ level₀ for all m in M,
//!
//! then this radius is the depth: the distance from the origin to the boundary of M.
//!
//! # Proof
//! By 1 the facets are a cycle. By 2 the origin is on none of them, so that the cycle may be projected on the sphere around the
//! origin, and every facet is projected with positive orientation. The degree of the projected cycle is how often it covers almost
//! every direction: not negative anywhere, positive somewhere, and the same everywhere; so it is at least one. So every ray from
//! the origin meets a facet, no nearer than the facet's plane, which is no nearer than level₀ / |n₀| by 3. A facet lies in M, and M
//! is convex, so M holds the ray up to there. By 4 the foot of the perpendicular on the plane is not in the interior of M. ∎
//!
//! The shell need be no boundary of anything convex, may go through itself, and may cover directions several times.

use std::cmp::Ordering::{Equal, Greater};

use gjk_numbers::float::ldexp;
use gjk_numbers::vector::{Vector, cross, dot, minus};

use super::{greatest, least};
use crate::exact::Integral;
use crate::lattice::{Lattice, Pair};

/// The facet's plane goes through the origin, and no point of M is beyond it: the origin is not in the interior of M.
pub fn supports_through_origin<I: Integral>(lattice: &Lattice<I>, facet: &[Pair]) -> bool {
    let Plane { normal, level, length_squared } = Plane::of(&lattice.vertices(facet));
    let reach = greatest(&normal, &lattice.a).minus(&least(&normal, &lattice.b));
    length_squared.sign() == Greater && level.sign() == Equal && reach.sign() != Greater
}

/// M has no interior: no dimension + 1 of its points span the space.
pub fn is_flat<I: Integral>(lattice: &Lattice<I>) -> bool {
    let from_first = |body: &[Vector<I>]| body.iter().map(|p| minus(p, &body[0])).collect::<Vec<_>>();
    // What the directions within A and within B span together is what those of M do.
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
    /// That of two points of the plane or of three points of space; of other lists one with a normal of zero.
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

    /// Whether it is no nearer to the origin than another one: level² |n₀|² ≥ level₀² |n|². In doubles, and where these do not tell in
    /// integers of any size, as the products are of degree ten.
    pub fn is_no_nearer_than(&self, other: &Plane<I>) -> bool {
        let product = |level: &I, length_squared: &I| {
            let ((level, k), (length_squared, j)) = (level.leading(), length_squared.leading());
            // Less than 2¹⁹² in size, and off by less than 2⁻⁵⁰ of itself.
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

/// The planes of the facets of a shell; none where a name is no point's, a facet lacks a corner, or there is no facet.
fn planes<I: Integral>(lattice: &Lattice<I>, shell: &[Pair]) -> Option<Vec<Plane<I>>> {
    let vertices = lattice.vertices(shell);
    let facets = vertices.chunks_exact(lattice.grid.dimension);
    let is_whole = !shell.is_empty() && vertices.len() == shell.len() && facets.remainder().is_empty();
    is_whole.then(|| facets.map(Plane::of).collect())
}

/// 1 of the [statement](self).
fn is_closed(shell: &[Pair], dimension: usize) -> bool {
    if shell.iter().any(|pair| pair.a.max(pair.b) >= 1 << 31) {
        return false;
    }
    let name = |pair: Pair| (pair.a as u128) << 31 | pair.b as u128;
    // What has to occur as often in one sense as in the other: edges by their ends, or ends; and the sense in the last bit.
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
    ridges.chunk_by(is_alike).all(|alike| 2 * alike.iter().filter(|ridge| **ridge & 1 == 1).count() == alike.len())
}

/// 1 and 2 of the [statement](self).
fn is_around_origin<I: Integral>(lattice: &Lattice<I>, shell: &[Pair], planes: &[Plane<I>]) -> bool {
    planes.iter().all(|plane| plane.level.sign() == Greater) && is_closed(shell, lattice.grid.dimension)
}

/// The facets of the shell prove that the origin is in the interior of M: 1 and 2 of the [statement](self).
pub fn surrounds_origin<I: Integral>(lattice: &Lattice<I>, shell: &[Pair]) -> bool {
    planes(lattice, shell).is_some_and(|planes| is_around_origin(lattice, shell, &planes))
}

/// The facets of the shell prove that M holds the ball around the origin that touches the plane of facet number `nearest`: 1, 2
/// and 3 of the [statement](self).
pub fn holds_ball<I: Integral>(lattice: &Lattice<I>, shell: &[Pair], nearest: usize) -> bool {
    let Some(planes) = planes(lattice, shell) else { return false };
    let Some(least) = planes.get(nearest) else { return false };
    // A plane is no nearer than itself, which only integers of degree ten would tell.
    let mut others = planes.iter().enumerate().filter(|(number, _)| *number != nearest);
    is_around_origin(lattice, shell, &planes) && others.all(|(_, plane)| plane.is_no_nearer_than(least))
}

/// The shell proves that the depth is the distance from the origin to the plane of facet number `nearest`: 1 to 4 of the
/// [statement](self).
pub fn is_depth<I: Integral>(lattice: &Lattice<I>, shell: &[Pair], nearest: usize) -> bool {
    let facet = shell.chunks_exact(lattice.grid.dimension).nth(nearest).unwrap_or_default();
    let Plane { normal, level, .. } = Plane::of(&lattice.vertices(facet));
    let reach = greatest(&normal, &lattice.a).minus(&least(&normal, &lattice.b));
    reach <= level && holds_ball(lattice, shell, nearest)
}
