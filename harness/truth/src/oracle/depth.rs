//! The penetration depth of overlapping bodies: the distance from the origin to the boundary of M, bracketed from both sides.
//!
//! In space by an [expanding polytope](super::polytope) with vertices in M around the origin. The distance of its nearest facet
//! is a lower bound; the support plane of M along a facet's normal is an upper bound. The nearest facet is pushed out to its
//! support point until both meet, which for polytopes they do: then the depth is exact. In the plane the edges of both bodies
//! have the normals of the boundary, and the least of their support distances is exact at once.

use std::cmp::Ordering::{Greater, Less};

use gjk_numbers::vector::{Vector, cross, dot, minus, negated};
use gjk_numbers::{Big, Ring};

use super::nearest::lowest;
use super::polytope::{Polytope, along};
use crate::exact::{Bracket, Integral, Scaled};
use crate::lattice::{Lattice, Pair};

/// Expansions after which a depth stays a bracket.
const EXPANSIONS: usize = 500;

/// The depth, in units of the grid, of a lattice whose origin is interior to the hull of these points of M. `decided` may end the
/// search early: it is asked whether a bracket will do.
pub fn depth(lattice: &Lattice<Big>, inside: &[Pair], decided: impl Fn(Bracket) -> bool) -> Bracket {
    if lattice.grid.dimension == 3 {
        return in_space(lattice, inside, decided);
    }
    Bracket::exactly(in_plane(lattice, &[Big::zero(), Big::zero(), Big::one()]))
}

/// How far M reaches from the origin along a vector that is not zero.
pub(super) fn reach(lattice: &Lattice<Big>, n: &Vector<Big>) -> Scaled {
    along(&dot(n, &lattice.difference(lowest(lattice, &negated(n)))), n)
}

/// The distance from the origin, which M holds, to the boundary of an M that spans the plane with this normal.
pub(super) fn in_plane(lattice: &Lattice<Big>, normal: &Vector<Big>) -> Scaled {
    let [a, b] = [&lattice.a, &lattice.b].map(|points| chains(points, normal));
    let edges = a.iter().chain(&b).flat_map(|chain| &chain.edges);
    // An edge of −B is one of B in the other sense, and one of a segment has M on both sides: both senses are asked.
    let reaches = edges.map(|edge| cross(normal, edge)).flat_map(|n| [(negated(&n), n.clone()), (n.clone(), negated(&n))]);
    let reaches = reaches.map(|(n, opposite)| along(&greatest(&a, &n).plus(&greatest(&b, &opposite)), &n));
    reaches.min().unwrap_or(Scaled::ZERO)
}

/// A half of the boundary of the hull of points of a plane, from its first point to its last in the order of coordinates.
struct Chain<'a> {
    points: Vec<&'a Vector<Big>>,
    edges: Vec<Vector<Big>>,
}

/// The hull of points of a plane with this normal, as two monotone chains: the order of the coordinates is that along some
/// direction of the plane, whichever plane it is.
fn chains<'a>(points: &'a [Vector<Big>], normal: &Vector<Big>) -> [Chain<'a>; 2] {
    let mut sorted: Vec<&Vector<Big>> = points.iter().collect();
    sorted.sort();
    sorted.dedup();
    [Less, Greater].map(|turn| {
        let mut points: Vec<&Vector<Big>> = Vec::new();
        for r in &sorted {
            while let [.., p, q] = points[..]
                && dot(normal, &cross(&minus(q, p), &minus(r, q))).sign() != turn
            {
                points.pop();
            }
            points.push(r);
        }
        let edges = points.windows(2).map(|ends| minus(ends[1], ends[0])).collect();
        Chain { points, edges }
    })
}

/// The greatest product of a vector with a point of a hull.
///
/// All edges of a chain point forward in the order of coordinates and turn in one sense, by less than half a turn in all. So their
/// products with a vector change from rising to falling once or from falling to rising once: the greatest product is at the
/// change, or at an end of the chain. A search by bisection serves hulls of which each point is a vertex.
fn greatest(chains: &[Chain; 2], n: &Vector<Big>) -> Big {
    let candidates = chains.iter().flat_map(|Chain { points, edges }| {
        let change = edges.partition_point(|edge| dot(n, edge).sign() == Greater);
        [points[0], points[change], points[edges.len()]]
    });
    candidates.map(|point| dot(n, point)).max().unwrap_or_else(Big::zero)
}

fn in_space(lattice: &Lattice<Big>, inside: &[Pair], decided: impl Fn(Bracket) -> bool) -> Bracket {
    let points = inside.iter().map(|pair| lattice.difference(*pair)).collect();
    let Some(mut polytope) = Polytope::around(3, points, &lattice.size) else {
        return Bracket::ZERO;
    };
    let mut high: Option<Scaled> = None;
    let mut low = Scaled::ZERO;
    for _ in 0..EXPANSIONS {
        let Some(nearest) = polytope.nearest() else { break };
        low = nearest.distance;
        let farthest = lattice.difference(lowest(lattice, &negated(&nearest.normal)));
        let reach = dot(&nearest.normal, &farthest);
        if reach == nearest.level {
            return Bracket::exactly(low);
        }
        let bound = along(&reach, &nearest.normal);
        let least = high.map_or(bound, |high| high.min(bound));
        high = Some(least);
        if decided(Bracket { low, high: least }) || !polytope.expand(farthest) {
            break;
        }
    }
    Bracket { low, high: high.unwrap_or(low) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::AnyLattice;
    use crate::oracle::{Proof, prove};
    use crate::small::{Numbers, in_doubles};
    use gjk_cases::case::Point;

    fn depth_of(dimension: usize, a: &[Point], b: &[Point]) -> f64 {
        let lattice = AnyLattice::of_points(dimension, a, b).big();
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
    fn bisection_finds_how_far_a_hull_reaches() {
        let mut numbers = Numbers::of(6);
        for round in 0..600 {
            // On the parabola each point is a vertex.
            let point = |[x, y, _]: [i64; 3]| if round % 2 == 0 { [x, y, 0] } else { [x, x * x - 30, 0] };
            let mut of = |count| numbers.points(count, 6, 0).into_iter().map(point).collect::<Vec<_>>();
            let (a, b, axis) = (of(1 + round % 12), of(1 + round / 12 % 12), of(1)[0]);
            // Turned into the plane across (1, 1, 1), and in its own.
            for turned in [false, true] {
                let place = |&[x, y, _]: &[i64; 3]| if turned { [x, y, -x - y] } else { [x, y, 0] };
                let normal = if turned { [1, 1, 1] } else { [0, 0, 1] }.map(Big::from_i128);
                let [a, b, axis] = [&a, &b, &vec![axis]].map(|points| points.iter().map(place).collect::<Vec<_>>());
                let lattice = AnyLattice::of_points(3, &in_doubles(&a), &in_doubles(&b)).big();
                let n = axis[0].map(|x| Big::from_i128(x.into()));
                let [of_a, of_b] = [&lattice.a, &lattice.b].map(|points| chains(points, &normal));
                let found = greatest(&of_a, &n).plus(&greatest(&of_b, &negated(&n)));
                let all = lattice.a.iter().flat_map(|p| lattice.b.iter().map(|q| dot(&n, &minus(p, q))));
                assert_eq!(Some(found), all.max(), "{a:?} {b:?} {axis:?}");
            }
        }
    }

    #[test]
    fn squares_do_so_in_the_plane() {
        let square = |x: f64| vec![[x, 0.0, 0.0], [x + 2.0, 0.0, 0.0], [x + 2.0, 2.0, 0.0], [x, 2.0, 0.0]];
        assert_eq!(depth_of(2, &square(0.0), &square(1.5)), 0.5);
        assert_eq!(depth_of(2, &square(0.0), &[[1.0, 1.0, 0.0]]), 1.0);
    }

    /// The least support distance along the normals of all planes through three of the points, of all lines through two.
    fn least_reach(dimension: usize, points: &[[i64; 3]]) -> f64 {
        let mut least = f64::INFINITY;
        let minus = |p: &[i64; 3], q: &[i64; 3]| [0, 1, 2].map(|i| p[i] - q[i]);
        for p in points {
            for q in points {
                for r in if dimension == 2 { &[[0, 0, 0]] } else { points } {
                    let (e, f) = (minus(q, p), if dimension == 2 { [0, 0, 1] } else { minus(r, p) });
                    let n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
                    let product = |m: &[i64; 3]| n[0] * m[0] + n[1] * m[1] + n[2] * m[2];
                    let reach = points.iter().map(product).max().expect("a point") as f64;
                    if n != [0; 3] {
                        least = least.min(reach / ((n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) as f64).sqrt());
                    }
                }
            }
        }
        least
    }

    #[test]
    fn a_depth_is_the_least_reach_along_the_normals_of_the_boundary() {
        let mut numbers = Numbers::of(4);
        let mut found = [0; 2];
        for round in 0..400 {
            let (dimension, size) = (2 + round % 2, [1, 3, 40][round / 2 % 3]);
            let mut of = |count| -> Vec<[i64; 3]> {
                let points = numbers.points(count, size, 0).into_iter();
                points.map(|[x, y, z]| [x, y, if dimension == 2 { 0 } else { z }]).collect()
            };
            let (a, b) = (of(5), of(1 + round / 6 % 4));
            let (in_a, in_b) = (in_doubles(&a), in_doubles(&b));
            if !matches!(prove(&AnyLattice::of_points(dimension, &in_a, &in_b).wide()), Proof::Overlapping { .. }) {
                continue;
            }
            found[dimension - 2] += 1;
            let differences: Vec<[i64; 3]> = a.iter().flat_map(|p| b.iter().map(|q| [0, 1, 2].map(|i| p[i] - q[i]))).collect();
            let (depth, expected) = (depth_of(dimension, &in_a, &in_b), least_reach(dimension, &differences));
            assert!((depth - expected).abs() < 1e-14 * expected, "{a:?} {b:?}: {depth} is not {expected}");
        }
        assert!(found.iter().all(|count| *count >= 40), "{found:?}");
    }

    #[test]
    fn a_search_that_ends_early_leaves_a_bracket_around_the_depth() {
        // Points of a rough ball: the depth takes many expansions.
        let mut numbers = Numbers::of(5);
        let ball: Vec<Point> = (0..60)
            .map(|_| {
                let p = numbers.points(1, 1000, 0)[0].map(|x| x as f64 + 0.5);
                let length = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
                p.map(|x| (x / length * 4096.0).round())
            })
            .collect();
        let lattice = AnyLattice::of_points(3, &ball, &[[64.0, 128.0, -32.0]]).big();
        let exact = depth_of(3, &ball, &[[64.0, 128.0, -32.0]]);
        let Proof::Overlapping { points } = prove(&lattice) else { panic!("they overlap") };
        let mut asked = 0;
        let in_coordinates = |depth: Bracket| [depth.low, depth.high].map(|x| x.shifted(lattice.grid.exponent).to_f64());
        for wanted in 0..200 {
            let count = std::cell::Cell::new(0);
            let found = depth(&lattice, &points, |bracket| {
                let [low, high] = in_coordinates(bracket);
                assert!(low <= exact && exact <= high, "{low} {exact} {high}");
                count.set(count.get() + 1);
                count.get() > wanted
            });
            let [low, high] = in_coordinates(found);
            assert!(low <= exact && exact <= high);
            if low == high {
                asked = count.get();
                break;
            }
            assert_eq!(count.get(), wanted + 1, "it ends when it is told to");
        }
        assert!(asked >= 5, "{asked}");
    }
}
