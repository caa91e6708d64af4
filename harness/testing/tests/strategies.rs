//! Two tests as a user of the package writes them: with `assert_right!`, and with proptest.

use gjk_testing::{Answer, Pair, assert_right, pairs, pairs_in_plane, prop_assert_right};
use proptest::prelude::*;

/// Whether the balls around the bodies' first points, as far as their points reach, are apart; and no more than that.
fn apart_by_balls<const D: usize>(pair: &Pair<D>) -> Answer {
    let distance = |p: &[f64; D], q: &[f64; D]| (0..D).map(|k| (p[k] - q[k]) * (p[k] - q[k])).sum::<f64>().sqrt();
    let radius = |points: &[[f64; D]]| points.iter().map(|p| distance(p, &points[0])).fold(0.0, f64::max);
    let are_apart = distance(&pair.a[0], &pair.b[0]) > (1.0 + 1e-9) * (radius(&pair.a) + radius(&pair.b));
    Answer { distance: None, ..if are_apart { Answer::apart(0.0) } else { Answer::meeting() } }
}

#[test]
fn two_points_are_as_far_apart_as_pythagoras_says() {
    assert_right!(Answer::apart(5.0), &[[0.0, 0.0, 0.0]], &[[3.0, 4.0, 0.0]]);
    assert_right!(Answer::apart(5.0), &[[0.0, 0.0]], &[[3.0, 4.0]]);
    assert_right!(Answer::overlapping(1.0, [0.0, -1.0, 0.0]), &[[0.0, 0.0], [4.0, 0.0], [2.0, 4.0]], &[[2.0, 1.0]], promise: Depth);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bodies_in_balls_that_are_apart_are_apart(pair in pairs("generic").posed()) {
        let answer = apart_by_balls(&pair);
        if answer.meets == Some(false) {
            prop_assert_right!(answer, &pair.a, &pair.b, promise: Verdict);
        }
    }

    #[test]
    fn so_are_bodies_in_the_plane(pair in pairs_in_plane("generic-2d").in_f32()) {
        let answer = apart_by_balls(&pair);
        if answer.meets == Some(false) {
            prop_assert_right!(answer, &pair.a, &pair.b, promise: Verdict, f32);
        }
    }
}
