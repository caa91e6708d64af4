//! Five faults that implementations have, planted in a small GJK: a few strategies find each of them, shrunk to at most six
//! points.
//!
//! The GJK examines every subset of its simplex for the nearest point.

use gjk_testing::{Answer, Arithmetic, Point, Promise, check, pairs, prop_assert_right};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError, TestError, TestRunner};

/// The planted fault.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// The nearest point is never looked for on one of the edges.
    DroppedRegion,
    /// Bodies within a thousandth of each other are said to meet.
    AbsoluteEpsilon,
    /// The iteration continues although no point is nearer.
    MissingSafeguard,
    /// A point that is equally near counts as nearer.
    LessOrEqualForLess,
    /// The index of the last vertex is that of the previous one.
    StaleIndex,
}

const LIMIT: usize = 200;

fn dot(v: Point, w: Point) -> f64 {
    v[0] * w[0] + v[1] * w[1] + v[2] * w[2]
}

fn minus(v: Point, w: Point) -> Point {
    std::array::from_fn(|k| v[k] - w[k])
}

fn farthest(points: &[Point], direction: Point) -> usize {
    (1..points.len()).fold(0, |best, i| if dot(points[i], direction) > dot(points[best], direction) { i } else { best })
}

/// Weights of the nearest point of the affine hull, if all are positive.
fn weights(corners: &[Point]) -> Option<Vec<f64>> {
    let n = corners.len() - 1;
    let edges: Vec<Point> = corners[1..].iter().map(|corner| minus(*corner, corners[0])).collect();
    let mut rows: Vec<Vec<f64>> = edges
        .iter()
        .map(|edge| edges.iter().map(|other| dot(*edge, *other)).chain([-dot(*edge, corners[0])]).collect())
        .collect();
    for p in 0..n {
        if rows[p][p] <= 0.0 {
            return None;
        }
        for i in (0..n).filter(|i| *i != p) {
            let factor = rows[i][p] / rows[p][p];
            (p..=n).for_each(|j| rows[i][j] -= factor * rows[p][j]);
        }
    }
    let others: Vec<f64> = (0..n).map(|i| rows[i][n] / rows[i][i]).collect();
    let all: Vec<f64> = std::iter::once(1.0 - others.iter().sum::<f64>()).chain(others).collect();
    all.iter().all(|weight| *weight > 0.0).then_some(all)
}

fn solve(a: &[Point], b: &[Point], fault: Fault) -> Answer {
    let (mut simplex, mut v, mut least): (Vec<[usize; 2]>, Point, f64) = (Vec::new(), minus(a[0], b[0]), f64::INFINITY);
    let mut on = [a[0], b[0]];
    for _ in 0..LIMIT {
        let mut names = [farthest(a, v.map(|x| -x)), farthest(b, v)];
        if let (Fault::StaleIndex, Some(last)) = (fault, simplex.last()) {
            names[1] = if names[0] == last[0] { names[1] } else { last[1] };
        }
        let mut all = simplex.clone();
        all.push(names);
        let mut is_nearer = false;
        for subset in 1..1 << all.len() {
            if fault == Fault::DroppedRegion && subset == 0b101 {
                continue;
            }
            let some: Vec<[usize; 2]> =
                all.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1).map(|(_, name)| *name).collect();
            let points: Vec<Point> = some.iter().map(|[i, j]| minus(a[*i], b[*j])).collect();
            let Some(weights) = weights(&points) else { continue };
            let combined = |points: &[Point]| -> Point {
                std::array::from_fn(|k| points.iter().zip(&weights).map(|(point, weight)| weight * point[k]).sum())
            };
            let nearest = if points.len() == 4 { [0.0; 3] } else { combined(&points) };
            let squared = dot(nearest, nearest);
            if squared < least || fault == Fault::LessOrEqualForLess && squared <= least {
                (least, v, is_nearer) = (squared, nearest, true);
                let of = |side: usize| -> Vec<Point> { some.iter().map(|name| [a, b][side][name[side]]).collect() };
                (on, simplex) = ([combined(&of(0)), combined(&of(1))], some);
            }
        }
        let meets = if fault == Fault::AbsoluteEpsilon { least < 1e-6 } else { least == 0.0 };
        if meets {
            return Answer::meeting();
        }
        if !is_nearer && fault != Fault::MissingSafeguard {
            return Answer { on_a: Some(on[0]), on_b: Some(on[1]), ..Answer::apart(least.sqrt()) };
        }
    }
    Answer::default()
}

/// A few families, as a user would choose them without knowing the fault.
const FAMILIES: [&str; 5] = ["generic", "gap", "boxes-aligned", "touch-vertex-face", "deep-overlap"];

/// The first failure of all families, shrunk, with its message.
fn found(fault: Fault) -> Option<(usize, String)> {
    for family in FAMILIES {
        let config =
            ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, cases: 200, ..ProptestConfig::default() };
        let result = TestRunner::new(config).run(&pairs(family), |pair| {
            // Rounding errors do not count as failures here.
            let is_failure = |wrong: &gjk_testing::Wrong| wrong.judgement.ruling.is_failure();
            match check(&solve(&pair.a, &pair.b, fault), Promise::Distance, &pair.a, &pair.b, Arithmetic::F64) {
                Err(wrong) if is_failure(&wrong) => Err(TestCaseError::fail(wrong.to_string())),
                _ => Ok(()),
            }
        });
        if let Err(TestError::Fail(message, pair)) = result {
            return Some((pair.a.len() + pair.b.len(), message.to_string()));
        }
    }
    None
}

#[test]
fn five_planted_faults_are_found_and_shrink_to_six_points() {
    for fault in
        [Fault::DroppedRegion, Fault::AbsoluteEpsilon, Fault::MissingSafeguard, Fault::LessOrEqualForLess, Fault::StaleIndex]
    {
        let (points, message) = found(fault).unwrap_or_else(|| panic!("{fault:?} is not found"));
        println!("{fault:?}: {points} points: {message}");
        assert!(points <= 6 && message.contains("| gjk check - --scalar f64"), "{fault:?}: {points} points: {message}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn without_a_fault_it_is_right_about_bodies_in_general_position(pair in pairs("generic")) {
        prop_assert_right!(solve(&pair.a, &pair.b, Fault::None), &pair.a, &pair.b);
    }
}
