use gjk_cases::case::Point;

use super::*;

fn asked(dimension: u8, arithmetic: Arithmetic, [a, b]: [Vec<Point>; 2], wanted: [bool; 2]) -> Option<OfSlices> {
    OfSlices::ask(&Case::of_points("pair", dimension, a, b), arithmetic, wanted)
}

fn values(answer: &Answered) -> &Values<f64> {
    match &answer.numbers {
        Numbers::Rounded(values) => values,
        Numbers::Exact(_) => panic!("it is in floats"),
    }
}

const ROUNDED: [Arithmetic; 2] = [Arithmetic::F32, Arithmetic::F64];

#[test]
fn only_the_questions_that_are_wanted_are_asked_and_none_in_exact_arithmetic() {
    let pair = || [vec![[3.0, 4.0, 0.0]], vec![[0.0; 3]]];
    for (distance, depth) in [(false, false), (false, true), (true, false), (true, true)] {
        for (dimension, arithmetic) in [2, 3].into_iter().flat_map(|dimension| ROUNDED.map(|scalar| (dimension, scalar))) {
            let found = asked(dimension, arithmetic, pair(), [distance, depth]).expect("it takes points");
            assert_eq!((found.of_distance.is_some(), found.of_depth.is_some()), (distance, depth));
        }
        assert!(asked(3, Arithmetic::Exact, pair(), [distance, depth]).is_none());
    }
    assert!(asked(3, Arithmetic::F64, [vec![[f64::INFINITY, 0.0, 0.0]], vec![[0.0; 3]]], [true; 2]).is_none());
}

#[test]
fn the_lengths_that_are_asked_about_are_the_distance_and_its_neighbours() {
    for arithmetic in ROUNDED {
        let within = |x: f64, y: f64| {
            let found = asked(3, arithmetic, [vec![[x, y, 0.0]], vec![[0.0; 3]]], [true, false]);
            found.and_then(|found| found.of_distance).expect("it is asked").within
        };
        let [least, greatest] = arithmetic.range().expect("a float");
        let (low, high) = match arithmetic {
            Arithmetic::F32 => (f64::from(5.0_f32.next_down()), f64::from(5.0_f32.next_up())),
            _ => (5.0_f64.next_down(), 5.0_f64.next_up()),
        };
        assert_eq!(within(3.0, 4.0), [(low, false), (5.0, true), (high, true)]);
        // No length is negative, and none is infinite.
        assert_eq!(within(0.0, 0.0), [(0.0, true), (least, true)]);
        assert_eq!(within(least, 0.0), [(0.0, false), (least, true), (2.0 * least, true)]);
        let at_the_end = within(greatest, 0.0);
        assert_eq!(at_the_end.iter().map(|(_, says)| *says).collect::<Vec<_>>(), [false, true]);
        assert_eq!(at_the_end[1].0, greatest);
    }
}

#[test]
fn answers_are_those_of_the_package_in_every_space() {
    for arithmetic in ROUNDED {
        for dimension in [2, 3] {
            let found = asked(dimension, arithmetic, [vec![[3.0, 4.0, 0.0], [9.0, 4.0, 0.0]], vec![[0.0; 3]]], [true; 2])
                .expect("points");
            let of_distance = found.of_distance.expect("it is asked");
            assert_eq!((of_distance.says, of_distance.distance.says), (Says::Apart, Says::Apart));
            assert!(!of_distance.distance_by_integers && !of_distance.verdict_by_integers);
            assert_eq!(of_distance.distance.simplex, [Pair { a: 0, b: 0 }]);
            let found_values = values(&of_distance.distance);
            assert_eq!((found_values.distance, found_values.witnesses), (Some(5.0), Some([[3.0, 4.0, 0.0], [0.0; 3]])));
            assert_eq!(found_values.weights[0], 1.0);
            let (of_depth, by_integers) = found.of_depth.expect("it is asked");
            assert_eq!((of_depth.says, by_integers, values(&of_depth).distance), (Says::Apart, false, Some(5.0)));

            // A square or a cube around a point that is 1/4 from one of its sides.
            let cube: Vec<Point> = gjk_cases::family::corners([-1.0; 3], [1.0; 3]);
            let points = if dimension == 2 { cube[..4].iter().map(|[x, y, _]| [*x, *y, 0.0]).collect() } else { cube };
            let found = asked(dimension, arithmetic, [points, vec![[0.75, 0.0, 0.0]]], [true; 2]).expect("points");
            let of_distance = found.of_distance.expect("it is asked");
            assert_eq!((of_distance.says, of_distance.distance.says), (Says::Intersecting, Says::Intersecting));
            let (of_depth, _) = found.of_depth.expect("it is asked");
            let found_values = values(&of_depth);
            assert_eq!(
                (of_depth.says, found_values.depth, found_values.translation),
                (Says::Intersecting, Some(0.25), Some([0.25, 0.0, 0.0]))
            );
            let [x, y, z] = found_values.normal.expect("a normal");
            assert!(x > 0.0 && y == 0.0 && z == 0.0);
            assert_eq!(found_values.witnesses.map(|[on_a, on_b]| [on_a[0], on_b[0]]), Some([1.0, 0.75]));
            assert!(
                of_depth.shell.len() >= usize::from(dimension) * usize::from(dimension + 1)
                    && of_depth.shell.len() % usize::from(dimension) == 0
            );
            assert!(!of_depth.simplex.is_empty() && found_values.weights.len() >= of_depth.simplex.len());
        }
    }
}
