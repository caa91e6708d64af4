//! Boxes compared with scans of their corners.

use proptest::prelude::*;

use crate::*;
use gjk_numbers::Integer;
use gjk_numbers::{Euclidean, Plane, Solid};

fn config() -> ProptestConfig {
    ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() }
}

fn integers<const D: usize>(x: &[i64]) -> <Euclidean<Integer, D> as Space>::Vector {
    Euclidean::vector(|i| Integer::new(x[i]))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn an_exact_box_answers_the_first_of_its_highest_corners(
        center in [-9..9_i64, -9..9, -9..9],
        halves in prop::collection::vec([-2..=2_i64, -2..=2, -2..=2], 0..=3),
        direction in [-2..=2_i64, -2..=2, -2..=2],
    ) {
        let edges: Vec<_> = halves.iter().map(|half| integers::<3>(half)).collect();
        let cuboid = Cuboid::<Solid<Integer>>::new(integers::<3>(&center), &edges).unwrap();
        prop_assert_eq!(cuboid.corners().len(), 1 << halves.len());
        let hull = Hull::<Solid<Integer>>::with_center(cuboid.corners().to_vec(), cuboid.center()).unwrap();
        let direction = integers::<3>(&direction);
        prop_assert_eq!(cuboid.support(&direction, None), hull.support(&direction, None));
    }

    #[test]
    fn a_rounded_box_answers_a_corner_that_is_highest_but_for_rounding(
        numbers in prop::collection::vec(-1.0..1.0_f64, 15),
    ) {
        let vector = |i: usize| nalgebra::Vector3::new(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
        let cuboid = Cuboid::<Solid<f64>>::new(vector(0), &[vector(1), vector(2), vector(3)]).unwrap();
        let hull = Hull::<Solid<f64>>::new(cuboid.corners().to_vec()).unwrap();
        let direction = vector(4);
        let (point, number) = cuboid.support(&direction, None);
        prop_assert_eq!(point, cuboid.corners()[number]);
        // Coordinates are at most 4; each coordinate of a corner has three roundings, and a product three more.
        prop_assert!(point.dot(&direction) >= hull.support(&direction, None).0.dot(&direction) - 100.0 * f64::EPSILON);
    }
}

#[test]
fn boxes_have_up_to_three_half_edges_and_no_trouble_with_directions() {
    type S = Plane<f64>;
    let half = |x: f64, y: f64| nalgebra::Vector2::new(x, y);
    assert!(Cuboid::<S>::new(half(0.0, 0.0), &[half(1.0, 0.0); 4]).is_none());
    let rectangle = Cuboid::<S>::new(half(5.0, 6.0), &[half(2.0, 0.0), half(0.0, 1.0)]).unwrap();
    assert_eq!(rectangle.support(&half(1.0, -1.0), None), (half(7.0, 5.0), 1));
    assert_eq!(rectangle.support(&half(0.0, 1.0), None), (half(3.0, 7.0), 2));
    assert_eq!(rectangle.support(&half(f64::NAN, f64::NAN), None).1, 0);
    assert_eq!(rectangle.center(), half(5.0, 6.0));
}
