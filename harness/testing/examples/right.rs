//! An answer is judged without an expected number: `assert_right!` finds the truth in exact arithmetic.

use gjk_testing::{Answer, Promise, assert_right, check};

/// The distance of two boxes with edges along the axes, each given by its corners.
fn boxes(a: &[[f64; 3]], b: &[[f64; 3]]) -> Answer {
    let ends = |points: &[[f64; 3]], axis: usize| {
        points.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], p| [low.min(p[axis]), high.max(p[axis])])
    };
    let gaps: [f64; 3] = std::array::from_fn(|axis| {
        let ([low_a, high_a], [low_b, high_b]) = (ends(a, axis), ends(b, axis));
        (low_a - high_b).max(low_b - high_a).max(0.0)
    });
    let distance = gaps.iter().map(|gap| gap * gap).sum::<f64>().sqrt();
    if distance > 0.0 { Answer::apart(distance) } else { Answer::meeting() }
}

fn cuboid(low: [f64; 3], high: [f64; 3]) -> Vec<[f64; 3]> {
    (0..8).map(|corner| std::array::from_fn(|k| if corner >> k & 1 == 0 { low[k] } else { high[k] })).collect()
}

fn main() {
    let a = cuboid([0.0; 3], [1.0; 3]);
    for b in [
        cuboid([1.5, 2.5, -0.25], [2.0, 3.0, 0.75]),    // apart along two axes
        cuboid([1.0, 0.25, 0.25], [2.0, 0.75, 0.75]),   // touching
        cuboid([0.1 + 0.2, 0.0, 0.0], [2.0, 1.0, 1.0]), // overlapping
    ] {
        assert_right!(boxes(&a, &b), &a, &b);
    }
    // The message for an answer that is not right.
    let b = cuboid([2.0, 0.0, 0.0], [3.0, 1.0, 1.0]);
    let wrong = check(&Answer::apart(1.0 + 1e-9), Promise::Distance, &a, &b, gjk_testing::Arithmetic::F64);
    println!("{}", wrong.expect_err("it is not right"));
}
