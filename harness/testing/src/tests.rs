//! The result of shrinking for a faulty GJK, and the contents of strategies.

use gjk_cases::case::{Arithmetic, Case, Class, Point};
use gjk_mode::Mode;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};

use crate::pair::in_space;
use crate::{Answer, Pair, Pairs, Promise, bodies, pairs, pairs_in_plane};

fn runner(seed: u64) -> TestRunner {
    let config = Config { rng_seed: RngSeed::Fixed(seed), failure_persistence: None, cases: 4000, ..Config::default() };
    TestRunner::new(config)
}

fn are_cases_of_their_names<const D: usize>(strategy: Pairs<D>, family: &str, class: Class) {
    let mut runner = runner(1);
    for _ in 0..20 {
        let pair = strategy.new_tree(&mut runner).expect("a pair").current();
        let [seed, index] =
            [1, 2].map(|part| pair.name.split('.').nth(part).and_then(|text| text.parse().ok()).expect("a number"));
        let case = gjk_cases::family::named(family).expect("a family").case(seed, Arithmetic::F64, index);
        assert_eq!((in_space(&pair.a), in_space(&pair.b)), (case.a.points().to_vec(), case.b.points().to_vec()));
        assert_eq!((pair.class, usize::from(case.dimension)), (class, D), "{pair:?}");
    }
}

#[test]
fn a_pair_is_the_case_that_its_name_says_and_its_class_is_exact() {
    are_cases_of_their_names(pairs("deep-overlap"), "deep-overlap", Class::Overlapping);
    are_cases_of_their_names(pairs("touch-edge-edge"), "touch-edge-edge", Class::Touching);
    are_cases_of_their_names(pairs_in_plane("overlap-2d"), "overlap-2d", Class::Overlapping);
}

fn stay_singles<const D: usize>(strategy: Pairs<D>) {
    let mut runner = runner(2);
    for _ in 0..10 {
        let mut tree = strategy.new_tree(&mut runner).expect("a pair");
        for step in 0..200 {
            let pair = tree.current();
            assert!([&pair.a, &pair.b].into_iter().flatten().flatten().all(|x| f64::from(*x as f32) == *x), "{pair:?}");
            let case = Case::of_points("x", D as u8, in_space(&pair.a), in_space(&pair.b));
            assert_eq!(gjk_truth::truth::Truth::of(&case).decided(), Some(pair.class));
            let goes_on = if step % 3 == 0 { tree.complicate() } else { tree.simplify() };
            if !goes_on {
                break;
            }
        }
    }
}

#[test]
fn pairs_in_singles_are_singles_also_where_they_are_posed_and_while_they_shrink_in_their_class() {
    stay_singles(pairs("gap").in_f32());
    stay_singles(pairs_in_plane("gap-2d").in_f32().posed());
}

/// The modes that engines and audio code set.
const MODES: [Mode; 3] = [Mode::FLUSHING, Mode::UPWARD, Mode::TOWARD_ZERO];

#[test]
fn pairs_and_rulings_are_those_of_the_default_mode_in_whichever_mode_the_thread_is() {
    let drawn = || -> Vec<Pair<3>> {
        let mut runner = runner(6);
        let pairs: [Pairs<3>; 3] = [pairs("scale"), pairs("gap").posed(), pairs("needle").in_f32()];
        let mut shown = Vec::new();
        for strategy in pairs {
            for _ in 0..5 {
                let mut tree = strategy.new_tree(&mut runner).expect("a pair");
                for step in 0..40 {
                    let _ = if step % 3 == 0 { tree.complicate() } else { tree.simplify() };
                }
                shown.push(tree.current());
            }
        }
        shown
    };
    // 1e-310 apart, with a size of 1e-300: far beyond the tolerance, and zero if subnormal numbers are flushed.
    let [a, b] = [[[1e-300, 0.0, 0.0]], [[1e-300, 1e-310, 0.0]]];
    let ruled =
        || crate::check(&Answer::meeting(), Promise::Verdict, &a, &b, Arithmetic::F64).map_err(|wrong| wrong.to_string());
    let (usual_pairs, usual_ruling) = (drawn(), ruled());
    assert!(
        usual_ruling.as_ref().is_err_and(|text| text.contains("wrong") && text.contains("1.0000e-310")),
        "{usual_ruling:?}"
    );
    for mode in MODES {
        mode.set();
        let (pairs, ruling, left) = (drawn(), ruled(), Mode::of_this_thread());
        Mode::DEFAULT.set();
        assert_eq!((left, ruling), (mode, usual_ruling.clone()), "{mode}");
        assert!(pairs == usual_pairs, "{mode}");
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

/// The final failing pair of a test with this property, and whether all its coordinates are 0, 1 and −1.
fn shrunk<const D: usize>(strategy: Pairs<D>, holds: impl Fn(&Pair<D>) -> bool) -> (Pair<D>, bool) {
    let found = runner(4).run(&strategy, |pair| {
        if holds(&pair) { Ok(()) } else { Err(proptest::test_runner::TestCaseError::fail("it does not hold")) }
    });
    let Err(TestError::Fail(_, pair)) = found else { panic!("it fails: {found:?}") };
    let is_small = [&pair.a, &pair.b].into_iter().flatten().flatten().all(|x| x.trunc() == *x && x.abs() <= 1.0);
    (pair, is_small)
}

#[test]
fn a_test_that_always_fails_shrinks_to_the_least_pair_of_its_class() {
    // Overlap requires at least five points in space and four in the plane; a triangle through another one needs one more.
    for (family, class, points) in
        [("generic", Class::Separated, 2), ("touch-vertex-face", Class::Touching, 2), ("deep-overlap", Class::Overlapping, 6)]
    {
        let (pair, is_small) = shrunk(pairs(family), |pair| pair.class != class);
        assert!(pair.a.len() + pair.b.len() <= points && is_small, "{family}: {pair:?}");
    }
    let (pair, is_small) = shrunk(pairs_in_plane("overlap-2d"), |_| false);
    assert!(pair.a.len() + pair.b.len() <= 4 && is_small, "{pair:?}");
}

#[test]
fn a_failure_of_an_absolute_tolerance_shrinks_to_few_points() {
    // A test that treats bodies within a thousandth as touching.
    let (pair, _) = shrunk(pairs("gap"), |pair| {
        let case = Case::of_points("x", 3, pair.a.clone(), pair.b.clone());
        pair.class != Class::Separated || gjk_truth::truth::Truth::of(&case).distance_f64() > 1e-3
    });
    assert!(pair.a.len() + pair.b.len() <= 6, "{pair:?}");
}

#[test]
fn pairs_that_move_have_the_motion_of_their_case_and_keep_their_class_while_they_shrink() {
    let mut runner = runner(7);
    for strategy in [pairs("cast-grazing"), pairs("cast-just-miss").in_f32(), pairs("cast-gap-start").posed()] {
        let mut tree = strategy.new_tree(&mut runner).expect("a pair");
        let of = |pair: &Pair<3>| {
            let case = Case::of_points("x", 3, pair.a.clone(), pair.b.clone()).cast_along(pair.motion);
            let truth = gjk_truth::truth::Truth::of(&case);
            (truth.at_start().decided(), truth.decided())
        };
        let (first, mut last) = (tree.current(), tree.current());
        if !first.name.ends_with("-posed") {
            let number = |part: usize| first.name.split('.').nth(part).and_then(|text| text.parse().ok()).expect("a number");
            let arithmetic = if first.name.starts_with("cast-just") { Arithmetic::F32 } else { Arithmetic::F64 };
            let family = first.name.split('.').next().expect("a family");
            let case = gjk_cases::family::named(family).expect("a family").case(number(1), arithmetic, number(2));
            assert_eq!((Some(first.motion), &first.a[..]), (case.cast, case.a.points()));
        }
        while tree.simplify() {
            last = tree.current();
            assert_eq!(of(&last), of(&first), "{last:?}");
        }
        assert!(last.motion != [0.0; 3] && last.a.len() + last.b.len() < first.a.len() + first.b.len(), "{last:?}");
        assert!(format!("{last:?}").contains("\"cast\":{\"translation\":["), "{last:?}");
    }
    // A posed motion is as long as before.
    let pair = pairs("cast-head-on").posed().new_tree(&mut runner).expect("a pair").current();
    let number =
        |part: usize| pair.name.split(['.', '-']).rev().nth(part).and_then(|text| text.parse().ok()).expect("a number");
    let case = gjk_cases::family::named("cast-head-on").expect("a family").case(number(2), Arithmetic::F64, number(1));
    let length = |v: Point| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let (posed, before) = (length(pair.motion), length(case.cast.expect("it moves")));
    assert!((posed - before).abs() < 1e-13 * before && Some(pair.motion) != case.cast, "{posed} {before}");
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
#[should_panic(expected = "the bodies of curved are not hulls of points")]
fn bodies_that_are_not_hulls_are_refused() {
    let _ = pairs("curved");
}

#[test]
#[should_panic(expected = "the bodies of gap-2d are of the plane: `pairs_in_plane` has them")]
fn bodies_of_the_other_space_are_refused() {
    let _ = pairs("gap-2d");
}
