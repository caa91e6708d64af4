//! Everything on the lattice of coordinates −1, 0 and 1, in exact arithmetic, against the oracle.
//!
//! Simplices: all sets of up to four points of space and three of the plane, each in one order, and some in all orders.
//! Bodies: all pairs of segments and triangles of the plane, and pairs drawn from all segments, triangles and tetrahedra of
//! space. Where a variant is known to fail, how often it does so is pinned: a source's algorithm is not repaired.

use crate::common::{PINNED, case, pinned};
use gjk_cases::case::{Arithmetic, Class, Point};
use gjk_records::Ruling;
use gjk_solvers::entry::Roster;
use gjk_solvers::trial::Trial;
use gjk_truth::truth::HullTruth;
use gjk_variants::{Ericson, Johnson, LeastSquares, Plane, Projection, Rational, Ring, Simplex, Solid, Space, Subalgorithm};
use rayon::prelude::*;

/// The points of the lattice.
fn grid(dimension: usize) -> Vec<Point> {
    let coordinate = |i: i32, axis: u32| if axis < dimension as u32 { f64::from(i / 3_i32.pow(axis) % 3 - 1) } else { 0.0 };
    (0..3_i32.pow(dimension as u32)).map(|i| std::array::from_fn(|axis| coordinate(i, axis as u32))).collect()
}

/// All sets of `count` points of the lattice.
fn sets(points: &[Point], count: usize) -> Vec<Vec<Point>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let with = |i: usize| {
        let smaller = sets(&points[i + 1..], count - 1);
        smaller.into_iter().map(move |set| std::iter::once(points[i]).chain(set).collect())
    };
    (0..points.len()).flat_map(with).collect()
}

/// Order number `number` of a set.
fn ordered(set: &[Point], mut number: usize) -> Vec<Point> {
    let mut rest = set.to_vec();
    let mut ordered = Vec::new();
    while !rest.is_empty() {
        ordered.push(rest.remove(number % rest.len()));
        number /= rest.len() + 1;
    }
    ordered
}

/// Whether the points are affinely independent: the Gram determinant of their differences is not zero.
fn independent(points: &[Point]) -> bool {
    let edges: Vec<Point> = points[1..].iter().map(|p| std::array::from_fn(|i| p[i] - points[0][i])).collect();
    let dot = |p: &Point, q: &Point| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let g = |i: usize, j: usize| dot(&edges[i], &edges[j]);
    let minor = |i: usize, j: usize| g(1, i) * g(2, j) - g(1, j) * g(2, i);
    0.0 != match edges.len() {
        0 => 1.0,
        1 => g(0, 0),
        2 => g(0, 0) * g(1, 1) - g(0, 1) * g(0, 1),
        _ => g(0, 0) * minor(1, 2) - g(0, 1) * minor(0, 2) + g(0, 2) * minor(0, 1),
    }
}

/// How many projections are right, wrong, undefined, and none.
type Fate = [usize; 4];

/// The oracle's squared length; and weights that are not negative, sum to one, belong to kept vertices alone and give the point.
/// Ericson's tetrahedron keeps all vertices where it holds the origin, on its boundary as well, and has no weights if it is
/// flat; every other face that is kept is the smallest one.
fn judged<S: Space<Scalar = Rational>>(
    simplex: &Simplex<S>,
    flat: bool,
    found: Option<Projection<S>>,
    truth: &HullTruth,
) -> usize {
    let Some(found) = found else { return 3 };
    let square = S::dot(&found.point, &found.point);
    if !square.is_finite() {
        return 2;
    }
    if square.value() != Some(truth.core_distance_squared()) {
        return 1;
    }
    let zero = Rational::zero();
    let whole = simplex.len() == 4 && found.kept == simplex.all() && found.point == S::zero();
    if whole && flat && found.weights.iter().any(|weight| !weight.is_finite()) {
        return 0;
    }
    let weights = || found.weights.iter().enumerate();
    let smallest = |i, weight: &Rational| (*weight > zero) == found.kept.contains(i) || whole;
    assert!(weights().all(|(i, weight)| *weight >= zero && smallest(i, weight)), "{found:?}");
    assert_eq!(weights().fold(zero, |sum, (_, weight)| sum.plus(weight)), Rational::one());
    let term = |i: usize| S::scaled(simplex.point(i), &found.weights[i]);
    let sum = found.kept.positions().fold(S::zero(), |sum, i| S::plus(&sum, &term(i)));
    assert_eq!(sum, found.point);
    0
}

/// The fates of least squares, Johnson and Ericson on the independent and on the dependent sets of `count` points, the latter
/// of which there are as many as the entries sum to.
fn fates<S>(dimension: usize, count: usize) -> [[Fate; 3]; 2]
where
    S: Space<Scalar = Rational>,
    LeastSquares: Subalgorithm<S>,
    Johnson: Subalgorithm<S>,
    Ericson: Subalgorithm<S>,
{
    let one = |(number, set): (usize, &Vec<Point>)| {
        let truth = HullTruth::of_points(dimension, set, &[[0.0; 3]]);
        let orders = if number % 97 == 0 { (1..=count).product() } else { 1 };
        let mut fates = [[[0; 4]; 3]; 2];
        for order in 0..orders {
            let points = ordered(set, number + order);
            let vectors: Vec<S::Vector> =
                points.iter().map(|point| S::vector(|i| Rational::integer(point[i] as i64))).collect();
            let simplex = Simplex::<S>::of_points(&vectors);
            let flat = !independent(&points);
            let fates = &mut fates[usize::from(flat)];
            fates[0][judged(&simplex, flat, LeastSquares.project(&simplex, &mut ()), &truth)] += 1;
            fates[1][judged(&simplex, flat, Johnson.project(&simplex, &mut ()), &truth)] += 1;
            fates[2][judged(&simplex, flat, Ericson.project(&simplex, &mut ()), &truth)] += 1;
        }
        fates
    };
    let sum = |mut x: [[Fate; 3]; 2], y: [[Fate; 3]; 2]| {
        x.as_flattened_mut().as_flattened_mut().iter_mut().zip(y.as_flattened().as_flattened()).for_each(|(x, y)| *x += y);
        x
    };
    sets(&grid(dimension), count).par_iter().enumerate().map(one).reduce(Default::default, sum)
}

#[test]
fn simplices_of_the_plane() {
    let right = |independent, dependent| [[[independent, 0, 0, 0]; 3], [[dependent, 0, 0, 0]; 3]];
    assert_eq!(fates::<Plane<Rational>>(2, 1), right(9, 0));
    assert_eq!(fates::<Plane<Rational>>(2, 2), right(37, 0));
    assert_eq!(fates::<Plane<Rational>>(2, 3), right(76, 13));
}

#[test]
fn simplices_of_space() {
    let right = |independent, dependent| [[[independent, 0, 0, 0]; 3], [[dependent, 0, 0, 0]; 3]];
    assert_eq!(fates::<Solid<Rational>>(3, 1), right(27, 0));
    assert_eq!(fates::<Solid<Rational>>(3, 2), right(355, 0));
    assert_eq!(fates::<Solid<Rational>>(3, 3), right(3026, 54));
    // Ericson's tetrahedron takes every flat one to hold the origin; 1469 do.
    let flat = [[3470, 0, 0, 0], [3470, 0, 0, 0], [1469, 2001, 0, 0]];
    assert_eq!(fates::<Solid<Rational>>(3, 4), [right(18243, 0)[0], flat]);
}

/// What the variants make of pairs of bodies.
#[derive(Debug, PartialEq)]
struct Tally {
    /// Pairs that are separated, touching and overlapping.
    classes: [usize; 3],
    /// Wrong answers of each variant.
    wrong: Vec<(&'static str, usize)>,
    /// Runs of each variant without an answer, for separated, touching and overlapping bodies.
    gave_up: Vec<(&'static str, [usize; 3])>,
}

/// Judges every variant on every pair. Those not listed in the result are always right, and every right answer is certified.
fn tally(dimension: u8, pairs: &[(Vec<Point>, Vec<Point>)]) -> Tally {
    let roster = Roster::builtin();
    let one = |(a, b): &(Vec<Point>, Vec<Point>)| {
        let trial = Trial::pose(&case(dimension, a.clone(), b.clone()), Arithmetic::Exact).expect("no overflow");
        let class = Class::ALL.iter().position(|class| *class == trial.truth.class()).expect("a class");
        let rulings = trial.ask(&roster, 0.0, pinned).into_iter().map(|finding| {
            let (_, judgement) = finding.outcome.expect("every variant is applicable");
            let certified = matches!(judgement.ruling, Ruling::GaveUp | Ruling::Wrong) || judgement.certified == Some(true);
            assert!(certified, "{:?} of {a:?} and {b:?} proves nothing", finding.entry);
            judgement.ruling
        });
        (class, rulings.collect::<Vec<_>>())
    };
    let (mut classes, mut wrong, mut gave_up) = ([0; 3], vec![0; 6], vec![[0; 3]; 6]);
    for (class, rulings) in pairs.par_iter().map(one).collect::<Vec<_>>() {
        classes[class] += 1;
        for (variant, ruling) in rulings.into_iter().enumerate() {
            match ruling {
                Ruling::Right => {}
                Ruling::Wrong => wrong[variant] += 1,
                Ruling::GaveUp => gave_up[variant][class] += 1,
                other => panic!("{other:?} in exact arithmetic"),
            }
        }
    }
    let name = |variant: usize| PINNED[variant];
    Tally {
        classes,
        wrong: wrong.into_iter().enumerate().filter(|(_, n)| *n > 0).map(|(i, n)| (name(i), n)).collect(),
        gave_up: gave_up.into_iter().enumerate().filter(|(_, n)| *n != [0; 3]).map(|(i, n)| (name(i), n)).collect(),
    }
}

#[test]
fn pairs_of_points_segments_and_triangles_of_the_plane() {
    let grid = grid(2);
    let bodies: Vec<_> = (1..=3).flat_map(|count| sets(&grid, count)).collect();
    let both = |i: usize, j: usize| (ordered(&bodies[i], i + j), ordered(&bodies[j], i * j));
    let pairs: Vec<_> = (0..bodies.len()).flat_map(|i| (0..=i).map(move |j| both(i, j))).collect();
    // Muratori's reading goes in circles where the newest vertex of M is the origin, since D = AO = 0 leads back to it.
    let expected = Tally { classes: [1880, 3553, 2952], wrong: vec![], gave_up: vec![("muratori", [0, 287, 0])] };
    assert_eq!(tally(2, &pairs), expected);
}

#[test]
fn pairs_of_bodies_of_space() {
    let grid = grid(3);
    let bodies: Vec<_> = (1..=4).flat_map(|count| sets(&grid, count)).collect();
    // Pairs spread evenly over all: multiples of the golden section and of the square root of two, modulo one.
    let pair = |i: u64| {
        let pick = |factor: u64| ((i.wrapping_mul(factor) >> 32) as usize * bodies.len()) >> 32;
        let (a, b) = (pick(0x9e37_79b9_7f4a_7c15), pick(0x6a09_e667_f3bc_c909));
        (ordered(&bodies[a], a + b), ordered(&bodies[b], a))
    };
    let pairs: Vec<_> = (1..=15_000).map(pair).collect();
    let expected = Tally { classes: [3126, 5329, 6545], wrong: vec![], gave_up: vec![("muratori", [0, 41, 0])] };
    assert_eq!(tally(3, &pairs), expected);
}
