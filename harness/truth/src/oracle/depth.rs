//! The penetration depth of overlapping bodies, exactly: the distance from the origin to the boundary of M.
//!
//! An [expanding polytope](super::polytope) with vertices in M begins around the origin. Its nearest facet is pushed out to the
//! support point of M along its normal, until no point is beyond it. Then its plane supports M, and no other facet's plane is
//! nearer: the facets are a shell that proves the depth ([`is_depth`](crate::certificate::depth::is_depth)). Each expansion
//! adds a vertex of M that was strictly outside, and M has finitely many.
//!
//! Facets are compared in doubles first. Facets that may be as near as the nearest one according to these are compared exactly.

use std::cmp::Ordering::{Greater, Less};

use gjk_numbers::vector::{Vector, cross, dot, minus, negated};
use gjk_numbers::{Big, Ring};

use super::nearest::lowest;
use super::polytope::{Polytope, along};
use crate::exact::{Integral, Scaled};
use crate::lattice::{Lattice, Pair};

/// A depth and its proof.
#[derive(Clone, Debug)]
pub struct Depth {
    /// The depth in units of the grid, to about 100 bits.
    pub length: Scaled,
    /// Facets around the origin whose corners are points of M, as many corners per facet as the space has dimensions.
    pub shell: Vec<Pair>,
    /// The number of the facet whose plane is as far from the origin as the boundary of M.
    pub nearest: usize,
}

impl Depth {
    /// The vertices of the nearest facet.
    pub fn facet(&self, dimension: usize) -> &[Pair] {
        &self.shell[self.nearest * dimension..][..dimension]
    }
}

/// The depth of a lattice whose origin is interior to the hull of these points of M. `None` if these points do not span the
/// space.
pub fn depth<I: Integral>(lattice: &Lattice<I>, inside: &[Pair]) -> Option<Depth> {
    let dimension = lattice.grid.dimension;
    let mut vertices = inside.to_vec();
    let points = inside.iter().map(|pair| lattice.difference(*pair)).collect();
    let mut polytope = Polytope::around(dimension, points, &lattice.size)?;
    let mut best: Option<usize> = None;
    while let Some(nearest) = polytope.nearest() {
        let facet = polytope.facet(nearest)?;
        // A new point may replace a facet in its plane by others in the same plane.
        best = best.filter(|best| polytope.facet(*best).is_some());
        let found = best.and_then(|best| polytope.facet(best));
        if found.is_some_and(|found| !found.may_be_as_near(facet)) {
            break;
        }
        let farthest = lowest(lattice, &negated(&facet.normal));
        let point = lattice.difference(farthest);
        if dot(&facet.normal, &point) > facet.level {
            vertices.push(farthest);
            polytope.expand(nearest, point);
            continue;
        }
        if found.is_none_or(|found| !facet.plane().is_no_nearer_than(&found.plane())) {
            best = Some(nearest);
        }
        polytope.set_aside();
    }
    let best = best?;
    let nearest = polytope.facets().position(|(number, _)| number == best)?;
    let shell = polytope.facets().flat_map(|(_, corners)| corners).map(|&corner| vertices[corner]).collect();
    Some(Depth { length: polytope.facet(best)?.distance(), shell, nearest })
}

/// How far M reaches from the origin along a vector that is not zero.
pub(super) fn reach(lattice: &Lattice<Big>, n: &Vector<Big>) -> Scaled {
    along(&dot(n, &lattice.difference(lowest(lattice, &negated(n)))), n)
}

/// The distance from the origin, which M holds, to the boundary of an M that spans the plane with this normal.
pub(super) fn in_plane(lattice: &Lattice<Big>, normal: &Vector<Big>) -> Scaled {
    let [a, b] = [&lattice.a, &lattice.b].map(|points| chains(points, normal));
    let edges = a.iter().chain(&b).flat_map(|chain| &chain.edges);
    // An edge of −B is an edge of B in the other sense, and an edge of a segment has M on both sides: both senses are tried.
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
/// All edges of a chain point forward in the order of coordinates and turn in one sense, by less than half a turn in total. So
/// their products with a vector change from rising to falling once or from falling to rising once: the greatest product is at
/// the change, or at an end of the chain. The search by bisection requires that each point of a hull is a vertex.
fn greatest(chains: &[Chain; 2], n: &Vector<Big>) -> Big {
    let candidates = chains.iter().flat_map(|Chain { points, edges }| {
        let change = edges.partition_point(|edge| dot(n, edge).sign() == Greater);
        [points[0], points[change], points[edges.len()]]
    });
    candidates.map(|point| dot(n, point)).max().unwrap_or_else(Big::zero)
}

#[cfg(test)]
mod tests {
    use dashu_int::IBig;
    use gjk_cases::case::Point;
    use gjk_numbers::Wide;

    use super::*;
    use crate::certificate::depth::{Plane, holds_ball, is_depth, surrounds_origin};
    use crate::lattice::{AnyLattice, enlarged};
    use crate::oracle::{Proof, prove};
    use crate::small::{Numbers, in_doubles, of_a};

    /// The depth of bodies, after the kernel has accepted its proof in either width.
    fn depth_of(dimension: usize, a: &[Point], b: &[Point]) -> f64 {
        let lattice = AnyLattice::of_points(dimension, a, b).big();
        let Proof::Overlapping { points } = prove(&lattice) else { panic!("they overlap") };
        let found = depth(&lattice, &points).expect("a depth");
        assert!(is_depth(&lattice, &found.shell, found.nearest));
        found.length.shifted(lattice.grid.exponent).to_f64()
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
            // In the plane orthogonal to (1, 1, 1), and in their own.
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

    /// The least squared support distance of the differences along the normals of all planes through three of them, or of all
    /// lines through two: level² and |n|².
    fn least_reach(dimension: usize, points: &[[i64; 3]]) -> [IBig; 2] {
        let minus = |p: &[i64; 3], q: &[i64; 3]| [0, 1, 2].map(|i| i128::from(p[i] - q[i]));
        let mut least: Option<[IBig; 2]> = None;
        for (i, p) in points.iter().enumerate() {
            for (j, q) in points[..i].iter().enumerate() {
                for r in if dimension == 2 { &[[0, 0, 0]] } else { &points[..j] } {
                    let (e, f) = (minus(q, p), if dimension == 2 { [0, 0, 1] } else { minus(r, p) });
                    let n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
                    let squared = n.iter().fold(IBig::ZERO, |sum, x| sum + IBig::from(*x) * IBig::from(*x));
                    let product = |m: &[i64; 3]| (0..3).map(|i| n[i] * i128::from(m[i])).sum::<i128>();
                    let reaches = [points.iter().map(product).max(), points.iter().map(|m| -product(m)).max()];
                    for reach in reaches.into_iter().flatten().map(IBig::from).filter(|_| squared > IBig::ZERO) {
                        let reach = [&reach * &reach, squared.clone()];
                        if least.as_ref().is_none_or(|least| &reach[0] * &least[1] < &least[0] * &reach[1]) {
                            least = Some(reach);
                        }
                    }
                }
            }
        }
        least.expect("points that span the space")
    }

    /// Pairs of bodies on small grids, where many points coincide, and on wide grids, with their differences and the oracle's
    /// depth.
    fn overlaps(seed: u64, rounds: usize, mut see: impl FnMut(usize, &Lattice<Wide>, &Depth, &[[i64; 3]])) {
        let mut numbers = Numbers::of(seed);
        for round in 0..rounds {
            let (dimension, size) = (2 + round % 2, [1, 2, 3, 40, 100_000][round / 2 % 5]);
            let mut of = |count| -> Vec<[i64; 3]> {
                let points = numbers.points(count, size, 0).into_iter();
                points.map(|[x, y, z]| [x, y, if dimension == 2 { 0 } else { z }]).collect()
            };
            let (a, b) = (of(5), of(1 + round / 6 % 4));
            let lattice = AnyLattice::of_points(dimension, &in_doubles(&a), &in_doubles(&b)).wide();
            let Proof::Overlapping { points } = prove(&lattice) else { continue };
            let found = depth(&lattice, &points).expect("a depth");
            let differences: Vec<[i64; 3]> = a.iter().flat_map(|p| b.iter().map(|q| [0, 1, 2].map(|i| p[i] - q[i]))).collect();
            see(dimension, &lattice, &found, &differences);
        }
    }

    #[test]
    fn a_depth_is_the_least_reach_along_the_normals_of_the_boundary() {
        let mut found = [0; 2];
        overlaps(4, 3000, |dimension, lattice, depth, differences| {
            found[dimension - 2] += 1;
            assert!(is_depth(lattice, &depth.shell, depth.nearest), "{differences:?}");
            let Plane { normal, level, .. } = Plane::of(&lattice.vertices(depth.facet(dimension)));
            let [square, squared] = least_reach(dimension, differences);
            // Coordinates on the lattice are in units of 2^exponent.
            let unit = IBig::ONE << (2 * lattice.grid.exponent) as usize;
            let [level, length] = [&level, &dot(&normal, &normal)].map(Integral::to_big);
            assert_eq!(&level * &level * unit * squared, square * length, "{differences:?}");
        });
        assert!(found.iter().all(|count| *count >= 300), "{found:?}");
    }

    #[test]
    fn a_shell_proves_a_depth_only_if_no_part_is_missing() {
        let shells = lies(9, 3000);
        assert!(shells >= 700, "{shells}");
    }

    #[test]
    #[ignore = "as the test above, of so many shells that it takes a minute"]
    fn many_shells_prove_nothing_if_a_part_is_missing() {
        let shells = lies(10, 45_000);
        assert!(shells >= 10_000, "{shells}");
    }

    /// Checks that altered shells are refused, in those of this many rounds whose bodies overlap; returns the number of these.
    fn lies(seed: u64, rounds: usize) -> usize {
        let mut shells = 0;
        overlaps(seed, rounds, |dimension, lattice, depth, differences| {
            let Depth { shell, nearest, .. } = depth;
            let whole: Vec<&[Pair]> = shell.chunks_exact(dimension).collect();
            let refused = |facets: Vec<Vec<Pair>>, nearest: usize, lie: &str| {
                assert!(!holds_ball(lattice, &facets.concat(), nearest), "{lie}: {differences:?}");
                assert!(!is_depth(lattice, &facets.concat(), nearest), "{lie}: {differences:?}");
            };
            let owned = || whole.iter().map(|facet| facet.to_vec()).collect::<Vec<_>>();
            let other = (nearest + 1 + shells % (whole.len() - 1)) % whole.len();
            let mut dropped = owned();
            dropped.remove(other);
            refused(dropped, nearest - usize::from(other < *nearest), "a facet is lacking");
            let mut turned = owned();
            turned[other].reverse();
            refused(turned, *nearest, "a facet is turned");
            refused(Vec::new(), 0, "no facets");
            refused(owned(), whole.len(), "no such facet");
            let mut cut = owned();
            cut[whole.len() - 1].pop();
            refused(cut, *nearest, "a facet without a corner");
            let mut unknown = owned();
            unknown[other][0].a = lattice.a.len();
            refused(unknown, *nearest, "a corner that there is not");
            // Another facet is accepted only if it is as near.
            let planes: Vec<_> = whole.iter().map(|facet| Plane::of(&lattice.vertices(facet))).collect();
            let is_tie = planes[*nearest].is_no_nearer_than(&planes[other]);
            assert_eq!(holds_ball(lattice, shell, other), is_tie, "{differences:?}");
            // A ball whose radius is larger by a trillionth is refused, and a plane that is nearer by as much does not support
            // M.
            let (normal, level) = (enlarged(&planes[*nearest].normal), Big(planes[*nearest].level.to_big()));
            let length_squared = dot(&normal, &normal);
            let trillion = Big::from_i128(1_000_000_000_000);
            let by = |more: i128| Plane {
                level: level.times(&trillion.plus(&Big::from_i128(more))),
                length_squared: length_squared.times(&trillion).times(&trillion),
                normal: normal.clone(),
            };
            let own = Plane { normal: normal.clone(), level: level.clone(), length_squared: length_squared.clone() };
            assert!(own.is_no_nearer_than(&by(0)) && !own.is_no_nearer_than(&by(1)) && own.is_no_nearer_than(&by(-1)));
            let reach = dot(&normal, &enlarged(&lattice.difference(lowest(lattice, &negated(&planes[*nearest].normal)))));
            assert!(reach == level && reach.times(&trillion) > by(-1).level, "{differences:?}");
            // The shell repeated covers all directions twice; a facet repeated covers its cone twice.
            assert!(is_depth(lattice, &[&shell[..], &shell[..]].concat(), whole.len() + nearest));
            assert!(is_depth(lattice, &[&shell[..], whole[other]].concat(), *nearest));
            shells += 1;
        });
        shells
    }

    #[test]
    fn a_closed_shell_not_surrounding_the_origin_proves_nothing() {
        // A tetrahedron: its edges are shared, and the origin is inside, in the plane of a face, or beyond it.
        for (lift, is_around) in [(-1, true), (0, false), (1, false), (7, false)] {
            let points = [[-3, -3, lift], [3, -3, lift], [0, 4, lift], [0, 0, lift + 9]];
            let lattice = AnyLattice::of_points(3, &in_doubles(&points), &[[0.0; 3]]).wide();
            let shell = of_a(&[0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
            assert_eq!(surrounds_origin(&lattice, &shell), is_around, "{lift}");
            assert!((0..4).any(|nearest| is_depth(&lattice, &shell, nearest)) == is_around);
            assert!(is_around || (0..4).all(|nearest| !holds_ball(&lattice, &shell, nearest)), "{lift}");
            // The same with a triangle in the plane.
            let points = [[-3, lift, 0], [3, lift, 0], [0, lift + 9, 0]];
            let lattice = AnyLattice::of_points(2, &in_doubles(&points), &[[0.0; 3]]).wide();
            let shell = of_a(&[0, 1, 1, 2, 2, 0]);
            assert_eq!(surrounds_origin(&lattice, &shell), is_around, "{lift}");
            assert!(is_around || (0..3).all(|nearest| !holds_ball(&lattice, &shell, nearest)), "{lift}");
        }
    }

    #[test]
    fn a_ball_that_is_larger_or_smaller_by_a_trillionth_is_refused() {
        // The vertex of a roof is as high above the square as the depth is misstated: a shell of the square lies within M, and
        // one with the roof holds more than M's depth.
        let side = 1i64 << 40;
        let square = [[side, side], [-side, side], [-side, -side], [side, -side]].map(|[x, y]| [x, y, side]);
        let under = [0, 0, -side * 3];
        for (height, is_least) in [(1, false), (0, true)] {
            let points = [&square[..], &[under, [0, 0, side + height]]].concat();
            let lattice = AnyLattice::of_points(3, &in_doubles(&points), &[[0.0; 3]]).wide();
            let shell = of_a(&[0, 1, 2, 0, 2, 3, 1, 0, 4, 2, 1, 4, 3, 2, 4, 0, 3, 4]);
            let levels = [0, 1].map(|nearest| holds_ball(&lattice, &shell, nearest));
            // The four lower facets are nearer than the square, so the square is not accepted as nearest.
            assert_eq!(levels, [false; 2]);
            let lowest = (2..6).find(|&nearest| holds_ball(&lattice, &shell, nearest)).expect("one of the lower facets");
            assert!(is_depth(&lattice, &shell, lowest), "{is_least}");
        }
        // A slab of height 2 side, whose upper plane is raised by one in 2⁴⁰: the shell without the raised vertices proves a
        // ball, but not the depth.
        let slab = |z: i64| {
            [[3 * side, 3 * side], [-3 * side, 3 * side], [-3 * side, -3 * side], [3 * side, -3 * side]].map(|[x, y]| [x, y, z])
        };
        let raised = [&slab(side)[..], &slab(-side - 5), &slab(side + 1)].concat();
        let lattice = AnyLattice::of_points(3, &in_doubles(&raised), &[[0.0; 3]]).wide();
        let sides = |top: usize| {
            let t = |i: usize| top + i % 4;
            let b = |i: usize| 4 + i % 4;
            let walls = (0..4).flat_map(|i| [t(i), b(i), b(i + 1), t(i), b(i + 1), t(i + 1)]);
            [&[t(0), t(1), t(2), t(0), t(2), t(3), b(0), b(2), b(1), b(0), b(3), b(2)][..], &walls.collect::<Vec<_>>()].concat()
        };
        let (within, whole) = (of_a(&sides(0)), of_a(&sides(8)));
        assert!(holds_ball(&lattice, &within, 0) && !is_depth(&lattice, &within, 0), "too small by 10⁻¹²");
        assert!(is_depth(&lattice, &whole, 0));
        // Raised by more than the lower plane, the upper plane is not the nearest: the radius is too large by 4 in 2⁴⁰.
        let higher = [&slab(side)[..], &slab(-side - 5), &slab(side + 9)].concat();
        let lattice = AnyLattice::of_points(3, &in_doubles(&higher), &[[0.0; 3]]).wide();
        assert!(!holds_ball(&lattice, &whole, 0) && is_depth(&lattice, &whole, 2), "too large by 10⁻¹²");
    }

    /// Points of a sphere along the golden spiral, on a grid.
    fn spiral(count: usize, radius: f64, turned: f64) -> Vec<Point> {
        let of = |i: usize| {
            let z = 1.0 - (2.0 * i as f64 + 1.0) / count as f64;
            let (ring, turn) = ((1.0 - z * z).sqrt(), 2.399_963_229_728_653 * i as f64 + turned);
            [ring * turn.cos(), ring * turn.sin(), z].map(|x| (x * radius * 1e12).round())
        };
        (0..count).map(of).collect()
    }

    #[test]
    fn concentric_points_have_an_exact_depth() {
        let (a, b) = (spiral(256, 1.0, 0.0), spiral(256, 0.5, 1.0));
        let lattice = AnyLattice::of_points(3, &a, &b).wide();
        let Proof::Overlapping { points } = prove(&lattice) else { panic!("they overlap") };
        let found = depth(&lattice, &points).expect("a depth");
        assert!(is_depth(&lattice, &found.shell, found.nearest) && found.shell.len() / 3 > 500, "{}", found.shell.len());
    }

    #[test]
    #[ignore = "a measurement of time"]
    fn many_concentric_points() {
        for count in [512, 1024, 4096] {
            let (a, b) = (spiral(count, 1.0, 0.0), spiral(count, 1.0, 1.0));
            let lattice = AnyLattice::of_points(3, &a, &b).wide();
            let start = std::time::Instant::now();
            let Proof::Overlapping { points } = prove(&lattice) else { panic!("they overlap") };
            let found = depth(&lattice, &points).expect("a depth");
            let took = start.elapsed();
            assert!(is_depth(&lattice, &found.shell, found.nearest));
            println!("{count}: {took:?}, with the kernel {:?}, {} facets", start.elapsed(), found.shell.len() / 3);
        }
    }
}
