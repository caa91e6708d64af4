//! The relation of two bodies does not depend on how they are written down, where they are, or in what unit: the truth and the
//! exact distance answers follow every such change.
//!
//! Boolean answers have to follow as far as their runs end.

use crate::common::{case, cases, integer_case, pinned};
use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Case, Class, Point};
use gjk_solvers::{PosedCase, Roster};
use gjk_truth::answer::{Answered, Numbers, Says};
use gjk_truth::truth::Truth;
use gjk_variants::Promise;
use proptest::prelude::*;

/// The class and the squared distance that the oracle finds.
fn truth(case: &Case) -> (Class, RBig) {
    let truth = Truth::of(case);
    (truth.class(), truth.distance_squared().expect("two hulls"))
}

/// A variant's name, and its answer in exact arithmetic: the verdict, and the squared distance if it gives one.
///
/// `None` if a boolean variant's run goes in circles.
type Named = (&'static str, Option<(Says, Option<RBig>)>);

fn answers(roster: &Roster, case: &Case) -> Vec<Named> {
    let posed = PosedCase::pose(case, Arithmetic::Exact).expect("nothing overflows");
    let squared = |answer: &Answered| match &answer.numbers {
        Numbers::Exact(numbers) => numbers.distance.clone(),
        Numbers::Rounded(_) => panic!("exact numbers"),
    };
    let answer = |finding: gjk_solvers::JudgedVariant| {
        let (reply, _) = finding.outcome.expect("every variant is applicable");
        assert!(reply.answer.is_some() || finding.variant.about.promise == Promise::Verdict);
        (finding.variant.about.name, reply.answer.map(|answer| (answer.says, squared(&answer))))
    };
    posed.ask(roster, 0.0, pinned).into_iter().map(answer).collect()
}

/// Asserts that a changed case has the truth of the other one times a factor, and that the exact answers follow.
fn follows(roster: &Roster, case: &Case, changed: &Case, factor: &RBig) -> Result<(), TestCaseError> {
    let ((class, squared), (new_class, new_squared)) = (truth(case), truth(changed));
    prop_assert_eq!(new_class, class);
    prop_assert_eq!(new_squared, squared * factor);
    for ((name, before), (_, after)) in answers(roster, case).into_iter().zip(answers(roster, changed)) {
        if let (Some((says, distance)), Some((new_says, new_distance))) = (before, after) {
            prop_assert_eq!(new_says, says, "{}", name);
            prop_assert_eq!(new_distance, distance.map(|distance| distance * factor), "{}", name);
        }
    }
    Ok(())
}

/// The case with both bodies changed by a function of the points and the dimension.
fn with(original: &Case, mut change: impl FnMut(&[Point], usize) -> Vec<Point>) -> Case {
    let dimension = usize::from(original.dimension);
    let (a, b) = (change(original.a.points(), dimension), change(original.b.points(), dimension));
    case(original.dimension, a, b)
}

fn moved(points: &[Point], mut change: impl FnMut(&Point) -> Point) -> Vec<Point> {
    points.iter().map(&mut change).collect()
}

/// Runs a property on integer cases with eight random numbers.
fn check(count: u32, property: impl Fn(&Roster, &Case, &[usize; 8]) -> Result<(), TestCaseError>) {
    let roster = Roster::builtin();
    let mut runner = proptest::test_runner::TestRunner::new(cases(count));
    let strategy = (integer_case(), prop::array::uniform8(0..1000_usize));
    if let Err(failure) = runner.run(&strategy, |(case, numbers)| property(&roster, &case, &numbers)) {
        panic!("{failure}");
    }
}

#[test]
fn the_bodies_may_be_exchanged() {
    check(200, |roster, original, _| {
        let swapped = case(original.dimension, original.b.points().to_vec(), original.a.points().to_vec());
        follows(roster, original, &swapped, &RBig::ONE)
    });
}

#[test]
fn points_may_come_in_any_order_and_more_than_once() {
    check(200, |roster, original, numbers| {
        let mut numbers = numbers.iter().cycle();
        let mut number = || *numbers.next().expect("there is no end");
        let rewritten = with(original, |points, _| {
            let mut rest: Vec<Point> = points.to_vec();
            rest.extend((0..number() % 3).map(|i| points[i % points.len()]));
            let count = rest.len();
            (0..count).map(|_| rest.swap_remove(number() % rest.len())).collect()
        });
        follows(roster, original, &rewritten, &RBig::ONE)
    });
}

#[test]
fn points_inside_a_body_make_no_difference() {
    check(200, |roster, original, numbers| {
        let added = with(original, |points, _| {
            let mut points = points.to_vec();
            for pair in numbers.chunks(2) {
                // Midpoints are exact, also midpoints of midpoints.
                let (p, q) = (points[pair[0] % points.len()], points[pair[1] % points.len()]);
                points.insert(pair[0] % points.len(), std::array::from_fn(|i| (p[i] + q[i]) / 2.0));
            }
            points
        });
        follows(roster, original, &added, &RBig::ONE)
    });
}

#[test]
fn the_bodies_may_be_moved_together() {
    check(200, |roster, original, numbers| {
        for scale in [1.0, 0.015625, 1_048_576.0] {
            let shift = [0, 1, 2].map(|i| (numbers[i] as f64 - 500.0) * scale);
            let moved = with(original, |points, dimension| {
                moved(points, |p| std::array::from_fn(|i| if i < dimension { p[i] + shift[i] } else { p[i] }))
            });
            follows(roster, original, &moved, &RBig::ONE)?;
        }
        Ok(())
    });
}

#[test]
fn the_unit_of_length_may_be_any_power_of_two() {
    check(200, |roster, original, _| {
        for exponent in [-1000, -30, -1, 1, 30, 1000] {
            let factor = 2.0_f64.powi(exponent);
            let scaled = with(original, |points, _| moved(points, |p| p.map(|x| x * factor)));
            let square = RBig::try_from(factor).expect("a finite number").sqr();
            follows(roster, original, &scaled, &square)?;
        }
        Ok(())
    });
}

#[test]
fn axes_may_be_permuted_and_turned_round() {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [1, 2, 0], [2, 1, 0], [2, 0, 1], [0, 2, 1]];
    check(60, |roster, original, _| {
        // In the plane, the first two of the orders.
        let orders = if original.dimension == 2 { &ORDERS[..2] } else { &ORDERS[..] };
        for order in orders {
            for signs in 0..1 << original.dimension {
                let turned = with(original, |points, _| {
                    moved(points, |p| std::array::from_fn(|i| if signs >> i & 1 == 1 { -p[order[i]] } else { p[order[i]] }))
                });
                follows(roster, original, &turned, &RBig::ONE)?;
            }
        }
        Ok(())
    });
}

#[test]
fn a_larger_body_is_not_farther_away() {
    check(300, |roster, original, numbers| {
        let coordinate = |i: usize| (numbers[i] % 17) as f64 - 8.0;
        let new = [coordinate(0), coordinate(1), if original.dimension == 2 { 0.0 } else { coordinate(2) }];
        let mut a = original.a.points().to_vec();
        a.insert(numbers[3] % a.len(), new);
        let larger = case(original.dimension, a, original.b.points().to_vec());
        let ((class, squared), (new_class, new_squared)) = (truth(original), truth(&larger));
        prop_assert!(new_squared <= squared);
        // From separated to touching to overlapping.
        let rank = |class| Class::ALL.iter().position(|other| *other == class);
        prop_assert!(rank(new_class) >= rank(class));
        for ((name, before), (_, after)) in answers(roster, original).into_iter().zip(answers(roster, &larger)) {
            if let (Some((says, distance)), Some((new_says, new_distance))) = (before, after) {
                prop_assert!(says == Says::Apart || new_says == Says::Intersecting, "{}", name);
                prop_assert!(new_distance <= distance, "{}", name);
            }
        }
        Ok(())
    });
}
