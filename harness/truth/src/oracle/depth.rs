//! The penetration depth of overlapping bodies: the distance from the origin to the boundary of M, bracketed from both sides.
//!
//! In space by an [expanding polytope](super::polytope) with vertices in M around the origin. The distance of its nearest facet
//! is a lower bound; the support plane of M along a facet's normal is an upper bound. The nearest facet is pushed out to its
//! support point until both meet, which for polytopes they do: then the depth is exact. In the plane the normals of all pairs
//! of points of a body hold those of the boundary, and the least of their support distances is exact at once.

use gjk_numbers::vector::{dot, is_zero, minus, negated};
use gjk_numbers::{Big, Ring};

use super::nearest::lowest;
use super::polytope::{Polytope, along};
use crate::exact::Scaled;
use crate::lattice::{Lattice, Pair};

/// Bounds of a depth; equal where it is exact.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// A lower bound.
    pub low: Scaled,
    /// An upper bound.
    pub high: Scaled,
}

impl Depth {
    /// Times 2ᵏ.
    pub fn shifted(self, k: i64) -> Depth {
        Depth { low: self.low.shifted(k), high: self.high.shifted(k) }
    }
}

/// Expansions after which a depth stays a bracket.
const EXPANSIONS: usize = 500;

/// The depth, in units of the grid, of a lattice whose origin is interior to the hull of these points of M. `decided` may end the search early: it is
/// asked whether a bracket will do.
pub fn depth(lattice: &Lattice<Big>, inside: &[Pair], decided: impl Fn(Depth) -> bool) -> Depth {
    if lattice.grid.dimension == 2 { in_plane(lattice) } else { in_space(lattice, inside, decided) }
}

fn in_plane(lattice: &Lattice<Big>) -> Depth {
    let mut least: Option<Scaled> = None;
    for points in [&lattice.a, &lattice.b] {
        for (i, p) in points.iter().enumerate() {
            for q in &points[..i] {
                let edge = minus(p, q);
                if is_zero(&edge) {
                    continue;
                }
                let n = [edge[1].negated(), edge[0].clone(), Big::zero()];
                for n in [negated(&n), n] {
                    let reach = along(&dot(&n, &lattice.difference(lowest(lattice, &n))).negated(), &n);
                    least = Some(least.map_or(reach, |least| least.min(reach)));
                }
            }
        }
    }
    let exact = least.unwrap_or(Scaled::ZERO);
    Depth { low: exact, high: exact }
}

fn in_space(lattice: &Lattice<Big>, inside: &[Pair], decided: impl Fn(Depth) -> bool) -> Depth {
    let points = inside.iter().map(|pair| lattice.difference(*pair)).collect();
    let Some(mut polytope) = Polytope::around(3, points, &lattice.size) else {
        return Depth { low: Scaled::ZERO, high: Scaled::ZERO };
    };
    let mut high: Option<Scaled> = None;
    let mut low = Scaled::ZERO;
    for _ in 0..EXPANSIONS {
        let Some(nearest) = polytope.nearest() else { break };
        low = nearest.distance;
        let farthest = lattice.difference(lowest(lattice, &negated(&nearest.normal)));
        let reach = dot(&nearest.normal, &farthest);
        if reach == nearest.level {
            return Depth { low, high: low };
        }
        let bound = along(&reach, &nearest.normal);
        let least = high.map_or(bound, |high| high.min(bound));
        high = Some(least);
        if decided(Depth { low, high: least }) || !polytope.expand(farthest) {
            break;
        }
    }
    Depth { low, high: high.unwrap_or(low) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::AnyLattice;
    use crate::oracle::{Proof, prove};
    use gjk_cases::case::Point;

    fn depth_of(dimension: usize, a: &[Point], b: &[Point]) -> f64 {
        let lattice = match AnyLattice::of_points(dimension, a, b) {
            AnyLattice::Wide(lattice) => lattice.enlarged(),
            AnyLattice::Big(lattice) => lattice,
        };
        let Proof::Overlapping { points } = prove(&lattice) else { panic!("they overlap") };
        let found = depth(&lattice, &points, |_| false);
        assert_eq!(found.low, found.high);
        found.high.shifted(lattice.grid.exponent).to_f64()
    }

    fn cube(center: Point, half: f64) -> Vec<Point> {
        (0..8).map(|i| std::array::from_fn(|k| center[k] + if i >> k & 1 == 1 { half } else { -half })).collect()
    }

    #[test]
    fn cubes_penetrate_by_their_least_overlap() {
        assert_eq!(depth_of(3, &cube([0.0; 3], 1.0), &cube([0.0; 3], 1.0)), 2.0);
        assert_eq!(depth_of(3, &cube([0.0; 3], 1.0), &cube([0.25, 1.5, 0.5], 1.0)), 0.5);
        assert_eq!(depth_of(3, &cube([0.0; 3], 1.0), &cube([0.25, 0.125, 0.0], 0.5)), 1.25);
        assert_eq!(depth_of(3, &cube([3.0; 3], 1.0), &[[3.0, 3.0, 3.75]]), 0.25);
    }

    #[test]
    fn squares_do_so_in_the_plane() {
        let square = |x: f64| vec![[x, 0.0, 0.0], [x + 2.0, 0.0, 0.0], [x + 2.0, 2.0, 0.0], [x, 2.0, 0.0]];
        assert_eq!(depth_of(2, &square(0.0), &square(1.5)), 0.5);
        assert_eq!(depth_of(2, &square(0.0), &[[1.0, 1.0, 0.0]]), 1.0);
    }
}
