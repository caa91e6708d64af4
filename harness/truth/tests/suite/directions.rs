//! The direction from A to B, along which the bodies are nearest or the least translation separates them.

use gjk_cases::case::{Body, Case, Point};
use gjk_truth::truth::Truth;

fn direction(a: Body, b: Body) -> Option<Point> {
    let case = Case::of_bodies("case", 3, a, b);
    Truth::of(&case).direction(&case)
}

fn points(points: &[Point]) -> Body {
    Body::Points(points.to_vec())
}

/// A box around this centre with these half extents.
fn cuboid(center: Point, half: Point) -> Body {
    let corner = |index: usize| std::array::from_fn(|i| center[i] + if index >> i & 1 == 0 { -half[i] } else { half[i] });
    Body::Points((0..8).map(corner).collect())
}

fn ball(center: Point, radius: f64) -> Body {
    Body::Rounded { points: vec![center], radius }
}

#[test]
fn the_direction_is_from_a_to_b_for_bodies_that_are_apart_touch_or_overlap() {
    let one = [1.0; 3];
    assert_eq!(direction(points(&[[0.0; 3]]), points(&[[3.0, 4.0, 0.0]])), Some([0.6, 0.8, 0.0]));
    assert_eq!(direction(cuboid([0.0; 3], one), cuboid([0.0, 2.0, 0.0], one)), Some([0.0, 1.0, 0.0]));
    assert_eq!(direction(cuboid([0.0; 3], one), cuboid([1.5, 0.0, 0.0], one)), Some([1.0, 0.0, 0.0]));
    // They overlap by the radius alone: the cores are apart.
    assert_eq!(direction(ball([0.0, 0.0, -1.75], 1.0), cuboid([0.0; 3], one)), Some([0.0, 0.0, 1.0]));
    // B is below the plane z = 1.
    let halfspace = || Body::Halfspace { normal: [0.0, 0.0, 2.0], offset: 2.0 };
    for height in [0.0, 3.0] {
        assert_eq!(direction(points(&[[0.0, 0.0, height]]), halfspace()), Some([0.0, 0.0, -1.0]));
    }
}

#[test]
fn the_direction_of_a_union_is_that_of_its_nearest_pair_of_parts_and_is_unknown_where_the_union_meets() {
    let union = || Body::Union(vec![points(&[[0.0, 9.0, 0.0]]), points(&[[2.0, 0.0, 0.0]])]);
    assert_eq!(direction(points(&[[0.0; 3]]), union()), Some([1.0, 0.0, 0.0]));
    assert_eq!(direction(points(&[[2.0, 0.0, 0.0]]), union()), None);
}
