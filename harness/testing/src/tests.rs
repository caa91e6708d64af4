//! What a faulty GJK shrinks to, and what strategies are made of.

use gjk_cases::case::{Arithmetic, Class, Point};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};

use crate::{Pair, bodies, pairs};

fn runner(seed: u64) -> TestRunner {
    let config = Config { rng_seed: RngSeed::Fixed(seed), failure_persistence: None, cases: 4000, ..Config::default() };
    TestRunner::new(config)
}

#[test]
fn a_pair_is_the_case_that_its_name_says_and_its_class_is_exact() {
    let mut runner = runner(1);
    for (family, class) in
        [("deep-overlap", Class::Overlapping), ("touch-edge-edge", Class::Touching), ("overlap-2d", Class::Overlapping)]
    {
        for _ in 0..20 {
            let pair = pairs(family).new_tree(&mut runner).expect("a pair").current();
            let [seed, index] =
                [1, 2].map(|part| pair.name.split('.').nth(part).and_then(|text| text.parse().ok()).expect("a number"));
            let case = gjk_cases::family::named(family).expect("a family").case(seed, Arithmetic::F64, index);
            assert_eq!((&pair.a[..], &pair.b[..], pair.dimension), (case.a.points(), case.b.points(), case.dimension));
            assert_eq!(pair.class, class, "{pair:?}");
        }
    }
}

#[test]
fn pairs_in_singles_are_singles_also_where_they_are_posed_and_while_they_shrink() {
    let mut runner = runner(2);
    for strategy in [pairs("gap").in_f32(), pairs("gap-2d").in_f32().posed()] {
        for _ in 0..10 {
            let mut tree = strategy.new_tree(&mut runner).expect("a pair");
            for step in 0..200 {
                let pair = tree.current();
                assert!([&pair.a, &pair.b].into_iter().flatten().flatten().all(|x| f64::from(*x as f32) == *x), "{pair:?}");
                assert!(
                    pair.dimension == 3 || [&pair.a, &pair.b].into_iter().flatten().all(|point| point[2] == 0.0),
                    "{pair:?}"
                );
                assert_eq!(pair.true_class(), Some(pair.class));
                let goes_on = if step % 3 == 0 { tree.complicate() } else { tree.simplify() };
                if !goes_on {
                    break;
                }
            }
        }
    }
}

#[test]
fn a_posed_pair_is_as_large_as_before() {
    let mut runner = runner(3);
    let extent = |points: &[Point]| {
        let square = |p: &Point, q: &Point| (0..3).map(|axis| (p[axis] - q[axis]).powi(2)).sum::<f64>();
        points.iter().flat_map(|p| points.iter().map(move |q| square(p, q))).fold(0.0, f64::max).sqrt()
    };
    for _ in 0..20 {
        let pair = pairs("generic").posed().new_tree(&mut runner).expect("a pair").current();
        let number = |part: usize| pair.name.split(['.', '-']).nth(part).and_then(|text| text.parse().ok()).expect("a number");
        let case = gjk_cases::family::named("generic").expect("a family").case(number(1), Arithmetic::F64, number(2));
        let (moved, before) = (extent(&pair.a), extent(case.a.points()));
        assert!((moved - before).abs() < 1e-13 * before && pair.a != case.a.points(), "{moved} {before}");
    }
}

/// What a test fails on at last whose property is this.
fn shrunk(strategy: impl Strategy<Value = Pair>, holds: impl Fn(&Pair) -> bool) -> Pair {
    let found = runner(4).run(&strategy, |pair| {
        if holds(&pair) { Ok(()) } else { Err(proptest::test_runner::TestCaseError::fail("it does not hold")) }
    });
    let Err(TestError::Fail(_, pair)) = found else { panic!("it fails: {found:?}") };
    pair
}

#[test]
fn what_fails_always_shrinks_to_the_least_of_its_class() {
    // Five and four points are the least that overlap in space and in the plane; a triangle through another one has one more.
    for (family, class, points) in [
        ("generic", Class::Separated, 2),
        ("touch-vertex-face", Class::Touching, 2),
        ("deep-overlap", Class::Overlapping, 6),
        ("overlap-2d", Class::Overlapping, 4),
    ] {
        let pair = shrunk(pairs(family), |pair| pair.class != class);
        let count = pair.a.len() + pair.b.len();
        let is_small = [&pair.a, &pair.b].into_iter().flatten().flatten().all(|x| x.trunc() == *x && x.abs() <= 1.0);
        assert!(count <= points && is_small, "{family}: {pair:?}");
    }
}

#[test]
fn what_fails_by_an_absolute_tolerance_shrinks_to_a_pair_that_small() {
    // Who takes bodies for touching that are within a thousandth.
    let pair = shrunk(pairs("gap"), |pair| {
        let distance = gjk_truth::truth::Truth::of(&pair.case()).distance_f64();
        pair.class != Class::Separated || distance > 1e-3
    });
    assert!(pair.a.len() + pair.b.len() <= 6, "{pair:?}");
}

#[test]
fn bodies_are_those_of_pairs() {
    let mut runner = runner(5);
    let body = bodies("generic").new_tree(&mut runner).expect("a body").current();
    assert_eq!(body.len(), 8);
}

#[test]
#[should_panic(expected = "there is no family \"gnp\"; there are ")]
fn a_family_that_there_is_not_is_named() {
    let _ = pairs("gnp");
}

#[test]
#[should_panic(expected = "the bodies of curved are no hulls of points")]
fn bodies_that_are_no_hulls_are_refused() {
    let _ = pairs("curved");
}
