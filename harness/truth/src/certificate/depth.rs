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

use std::cmp::Ordering::Greater;

use dashu_int::IBig;
use gjk_numbers::vector::{Vector, cross, dot, minus};

use super::{greatest, least};
use crate::exact::Integral;
use crate::lattice::{Lattice, Pair};

/// The normal of a facet of two points of the plane or of three points of space, of any length, and its product with them. Zero for
/// other lists.
pub fn plane_of<I: Integral>(corners: &[Vector<I>]) -> (Vector<I>, I) {
    let normal = match corners {
        [p, q] => {
            let edge = minus(q, p);
            [edge[1].clone(), edge[0].negated(), I::zero()]
        }
        [p, q, r] => cross(&minus(q, p), &minus(r, p)),
        _ => return ([I::zero(), I::zero(), I::zero()], I::zero()),
    };
    let level = dot(&normal, &corners[0]);
    (normal, level)
}

/// Whether one plane is no nearer to the origin than another one. The products are of degree ten: so they are taken in integers of
/// any size.
pub fn is_no_nearer<I: Integral>((n, level): &(Vector<I>, I), (n0, level0): &(Vector<I>, I)) -> bool {
    let square = |x: &I| {
        let x = x.to_big();
        &x * &x
    };
    let squared = |n: &Vector<I>| -> IBig { dot(n, n).to_big() };
    square(level) * squared(n0) >= square(level0) * squared(n)
}

/// The facets of the shell prove that M holds the ball around the origin that touches the plane of facet number `nearest`: 1, 2
/// and 3 of the [statement](self).
pub fn holds_ball<I: Integral>(lattice: &Lattice<I>, shell: &[Pair], nearest: usize) -> bool {
    let dimension = lattice.grid.dimension;
    let planes: Vec<(Vector<I>, I)> = lattice.vertices(shell).chunks_exact(dimension).map(plane_of).collect();
    let Some(least) = planes.get(nearest) else { return false };
    surrounds_origin(lattice, shell) && planes.iter().all(|plane| is_no_nearer(plane, least))
}

/// The facets of the shell prove that the origin is in the interior of M: 1 and 2 of the [statement](self).
pub fn surrounds_origin<I: Integral>(lattice: &Lattice<I>, shell: &[Pair]) -> bool {
    let dimension = lattice.grid.dimension;
    let vertices = lattice.vertices(shell);
    let facets = vertices.chunks_exact(dimension);
    let is_whole = !shell.is_empty() && vertices.len() == shell.len() && facets.remainder().is_empty();
    is_whole && is_closed(shell, dimension) && facets.map(plane_of).all(|(_, level)| level.sign() == Greater)
}

/// 1 of the [statement](self).
fn is_closed(shell: &[Pair], dimension: usize) -> bool {
    let name = |pair: Pair| (pair.a, pair.b);
    let (mut outgoing, mut incoming) = (Vec::with_capacity(shell.len()), Vec::with_capacity(shell.len()));
    for facet in shell.chunks_exact(dimension) {
        if let [p, q] = *facet {
            outgoing.push([name(p), name(p)]);
            incoming.push([name(q), name(q)]);
        }
        if let [p, q, r] = *facet {
            for (from, to) in [(p, q), (q, r), (r, p)] {
                outgoing.push([name(from), name(to)]);
                incoming.push([name(to), name(from)]);
            }
        }
    }
    outgoing.sort_unstable();
    incoming.sort_unstable();
    outgoing == incoming
}

/// The shell proves that the depth is the distance from the origin to the plane of facet number `nearest`: 1 to 4 of the
/// [statement](self).
pub fn is_depth<I: Integral>(lattice: &Lattice<I>, shell: &[Pair], nearest: usize) -> bool {
    let dimension = lattice.grid.dimension;
    let facet = shell.chunks_exact(dimension).nth(nearest).unwrap_or_default();
    let (normal, level) = plane_of(&lattice.vertices(facet));
    let reach = greatest(&normal, &lattice.a).minus(&least(&normal, &lattice.b));
    holds_ball(lattice, shell, nearest) && reach <= level
}
