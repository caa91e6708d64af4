//! All simplices and bodies on the lattice of coordinates −1, 0 and 1, in exact arithmetic, against the oracle.
//!
//! Simplices: all sets of up to four points of space and three of the plane, each in one order, and some in all orders.
//! Bodies: all pairs of segments and triangles of the plane, and pairs drawn from all segments, triangles and tetrahedra of
//! space. For a variant that is known to fail, the number of failures is pinned: a source's algorithm is not repaired.

use std::collections::BTreeMap;

use crate::common::case;
use crate::common::expected::assert_expected;
use gjk_cases::case::{Arithmetic, Class, Point};
use gjk_records::Ruling;
use gjk_solvers::{JudgedVariant, PosedCase, Roster};
use gjk_truth::truth::HullTruth;
use gjk_variants::subalgorithm::project_whole;
use gjk_variants::{
    Ericson, Johnson, JohnsonBackup, LeastSquares, Plane, Projection, PublishedLeastSquares, Rational, Ring, SignedVolumes,
    Simplex, Solid, Space, Subalgorithm,
};
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

/// The numbers of projections that are right, wrong, undefined, missing, and the right point with other weights or more
/// vertices than needed.
type Fates = [usize; 5];

/// The fate of a projection.
///
/// It is right if it has the oracle's squared length, and weights that are not negative, sum to one, belong only to kept
/// vertices and give the point. Ericson's tetrahedron keeps all vertices if it holds the origin, also on its boundary, and has
/// no weights if it is flat; every other face that is kept is the smallest one.
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
    let is_convex = weights().all(|(i, weight)| *weight >= zero && smallest(i, weight));
    let is_one = weights().fold(zero.clone(), |sum, (_, weight)| sum.plus(weight)) == Rational::one();
    let term = |i: usize| S::scaled(simplex.point(i), &found.weights[i]);
    let sum = found.kept.positions().fold(S::zero(), |sum, i| S::plus(&sum, &term(i)));
    if is_convex && is_one && sum == found.point { 0 } else { 4 }
}

/// The fates of a subalgorithm on the independent and on the dependent sets of `count` points, one for each set and each order
/// of it that is tried.
fn fates<S: Space<Scalar = Rational>>(subalgorithm: &impl Subalgorithm<S>, dimension: usize, count: usize) -> [Fates; 2] {
    let one = |(number, set): (usize, &Vec<Point>)| {
        let truth = HullTruth::of_points(dimension, set, &[[0.0; 3]]);
        let orders = if number % 97 == 0 { (1..=count).product() } else { 1 };
        let mut fates = [[0; 5]; 2];
        for order in 0..orders {
            let points = ordered(set, number + order);
            let vectors: Vec<S::Vector> =
                points.iter().map(|point| S::vector(|i| Rational::integer(point[i] as i64))).collect();
            let simplex = Simplex::<S>::of_points(&vectors);
            let flat = !independent(&points);
            fates[usize::from(flat)][judged(&simplex, flat, project_whole(subalgorithm, &simplex, &mut ()), &truth)] += 1;
        }
        fates
    };
    let sum = |mut x: [Fates; 2], y: [Fates; 2]| {
        x.as_flattened_mut().iter_mut().zip(y.as_flattened()).for_each(|(x, y)| *x += y);
        x
    };
    sets(&grid(dimension), count).par_iter().enumerate().map(one).reduce(Default::default, sum)
}

/// The fates of a subalgorithm in the plane and in space, as a paragraph.
fn of_subalgorithm(
    subalgorithm: &(impl Subalgorithm<Plane<Rational>> + Subalgorithm<Solid<Rational>>),
) -> (String, Vec<String>) {
    let about = Subalgorithm::<Solid<Rational>>::about(subalgorithm);
    let words = ["right", "wrong", "undefined", "none", "loose"];
    let mut lines = Vec::new();
    let mut line = |dimension: usize, count: usize, fates: [Fates; 2]| {
        for (kind, fates) in ["independent", "dependent"].into_iter().zip(fates) {
            let counted = words.into_iter().zip(fates).filter(|(_, count)| *count > 0);
            let text: Vec<String> = counted.map(|(word, count)| format!("{count} {word}")).collect();
            if !text.is_empty() {
                lines.push(format!("{dimension}D, {count} {kind} points: {}", text.join(", ")));
            }
        }
    };
    (1..=3).for_each(|count| line(2, count, fates::<Plane<Rational>>(subalgorithm, 2, count)));
    (1..=4).for_each(|count| line(3, count, fates::<Solid<Rational>>(subalgorithm, 3, count)));
    (about.name.to_owned(), lines)
}

#[test]
fn simplices_of_the_plane_and_of_space() {
    let found = [
        of_subalgorithm(&LeastSquares),
        of_subalgorithm(&PublishedLeastSquares),
        of_subalgorithm(&Johnson),
        of_subalgorithm(&JohnsonBackup),
        of_subalgorithm(&Ericson),
        of_subalgorithm(&SignedVolumes),
    ];
    assert_expected(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/simplices.txt"), include_str!("simplices.txt"), &found);
}

/// Judges every variant on every pair of bodies.
///
/// A line of a variant's paragraph counts one ruling other than `right`, or right answers that prove nothing, for separated,
/// touching and overlapping bodies.
fn judge_all(dimension: u8, pairs: &[(Vec<Point>, Vec<Point>)]) -> ([usize; 3], Vec<(String, Vec<String>)>) {
    let roster = Roster::builtin();
    let one = |(a, b): &(Vec<Point>, Vec<Point>)| {
        let posed = PosedCase::pose(&case(dimension, a.clone(), b.clone()), Arithmetic::Exact).expect("no overflow");
        let class = Class::ALL.iter().position(|class| *class == posed.truth.class()).expect("a class");
        let word = |finding: JudgedVariant| {
            let applies = finding.variant.applies(dimension, Arithmetic::Exact);
            assert_eq!(finding.outcome.is_some(), applies, "{:?}", finding.variant);
            let (_, judgement) = finding.outcome?;
            match (judgement.ruling, judgement.certified) {
                (Ruling::Right, Some(true)) => None,
                (Ruling::Right, _) => Some("right without proof"),
                (ruling, _) => Some(ruling.name()),
            }
        };
        (class, posed.ask(&roster, 0.0, |_| true).into_iter().map(word).collect::<Vec<_>>())
    };
    let (mut classes, mut counts) = ([0; 3], vec![BTreeMap::<&str, [usize; 3]>::new(); roster.entries().len()]);
    for (class, words) in pairs.par_iter().map(one).collect::<Vec<_>>() {
        classes[class] += 1;
        for (counts, word) in counts.iter_mut().zip(words) {
            if let Some(word) = word {
                counts.entry(word).or_default()[class] += 1;
            }
        }
    }
    let lines = |counts: BTreeMap<&str, [usize; 3]>| {
        let line = |(word, [separated, touching, overlapping]): (&str, [usize; 3])| {
            format!("{word}: {separated} separated, {touching} touching, {overlapping} overlapping")
        };
        counts.into_iter().map(line).collect()
    };
    let applicable = roster.entries().iter().zip(counts).filter(|(variant, _)| variant.applies(dimension, Arithmetic::Exact));
    (classes, applicable.map(|(variant, counts)| (variant.about.name.to_owned(), lines(counts))).collect())
}

#[test]
fn pairs_of_points_segments_and_triangles_of_the_plane() {
    let grid = grid(2);
    let bodies: Vec<_> = (1..=3).flat_map(|count| sets(&grid, count)).collect();
    let both = |i: usize, j: usize| (ordered(&bodies[i], i + j), ordered(&bodies[j], i * j));
    let pairs: Vec<_> = (0..bodies.len()).flat_map(|i| (0..=i).map(move |j| both(i, j))).collect();
    let (classes, found) = judge_all(2, &pairs);
    assert_eq!(classes, [1880, 3553, 2952]);
    assert_expected(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/pairs-2d.txt"), include_str!("pairs-2d.txt"), &found);
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
    let (classes, found) = judge_all(3, &pairs);
    assert_eq!(classes, [3126, 5329, 6545]);
    assert_expected(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/pairs-3d.txt"), include_str!("pairs-3d.txt"), &found);
}
