//! The error bounds of a face: the constants are those of the tables, and each condition changes at its bound.

use super::*;
use crate::body::Points;

const U: f64 = f64::EPSILON / 2.0;

/// The face of these points of A, each with the point of B of the same number, or with B's only point.
fn face_of<T: Number>(a: &[[T; 3]], b: &[[T; 3]]) -> Option<Face> {
    let pairs = Pairs::new((0..a.len() as u32).map(|i| (i, i.min(b.len() as u32 - 1))));
    Face::of(&Points::new(a).expect("a body"), &Points::new(b).expect("a body"), &pairs)
}

fn power(exponent: i32) -> f64 {
    crate::integer::exact_power(exponent)
}

fn times(points: &[Vector], factor: f64) -> Vec<Vector> {
    points.iter().map(|point| point.map(|x| factor * x)).collect()
}

#[test]
fn the_errors_of_a_face_are_those_of_the_table() {
    let point = face_of(&[[3.0, -8.0, 1.0]], &[[1.0, 0.0, 0.0]]).expect("a point");
    assert_eq!((point.error, point.off, point.reach, point.sizes), (1.01 * U * 8.0, 0.0, 8.0, [0.0, 0.0, 8.0]));

    // Mₑ is 20 + 12, M_w of the first point is 8 and of the second one 16.
    let (a, b) = ([[-1.0, 8.0, 4.0], [2.0, 8.0, -16.0]], [[0.0; 3], [-12.0, 0.0, 0.0]]);
    let edge = face_of(&a, &b).expect("an edge");
    assert_eq!((edge.sizes, edge.error), ([32.0, 32.0, 8.0], 37.0 * U * 32.0 * 32.0 * 8.0));
    assert_eq!((edge.off, edge.reach, edge.ties), (18.5 * U * 16.0 * 32.0 * 32.0, 32.0, false));
    let (a, b) = ([[-2.0, 8.0, 4.0], [2.0, 8.0, 4.0]], [[0.0; 3]]);
    let edge = face_of(&a, &b).expect("an edge");
    assert_eq!((edge.off, edge.reach, edge.ties), (18.5 * U * 8.0 * 4.0 * 4.0, 8.0, true));

    // Mₑ is 4, M_f 2, the third edge 4; M_w is 16.
    let triangle = face_of(&[[-1.0, -0.5, 16.0], [3.0, -0.5, 16.0], [-1.0, 1.5, 16.0]], &[[0.0; 3]]).expect("a triangle");
    assert_eq!((triangle.sizes, triangle.error), ([4.0, 2.0, 16.0], 12.5 * U * 4.0 * 2.0));
    assert_eq!((triangle.off, triangle.reach, triangle.ties), (171.0 * U * 4.0 * 2.0 * 4.0 * 16.0 * 4.0, 16.0, true));
    // The second edge is longer, and the third one longest; M_w is 0.5, and that of the second point is 3.5.
    let triangle = face_of(&[[-0.5, -0.5, 0.25], [3.5, -0.5, 0.25], [-2.5, 7.5, 0.25]], &[[0.0; 3]]).expect("a triangle");
    assert_eq!((triangle.sizes, triangle.error), ([4.0, 8.0, 0.5], 12.5 * U * 4.0 * 8.0));
    assert_eq!((triangle.off, triangle.reach), (171.0 * U * 4.0 * 8.0 * 8.0 * 3.5 * 8.0, 8.0));
    let edges = [[4.0, 0.0, 0.0], [-2.0, 8.0, 0.0]];
    // Points of both bodies: first each of the two edges belongs to one body, then only the first does.
    let pairs = |b: &[Vector], pairs: [(u32, u32); 3]| {
        let a = [[-0.5, -0.5, 0.25], [3.5, -0.5, 0.25], [-2.5, 7.5, 0.25]];
        Face::of(&Points::new(&a).expect("a body"), &Points::new(b).expect("a body"), &Pairs::new(pairs)).map(|face| face.ties)
    };
    let opposite = edges[1].map(|x: f64| -x);
    assert_eq!(pairs(&[[0.0; 3], opposite], [(0, 0), (1, 0), (0, 1)]), Some(true));
    let half = opposite.map(|x| 0.5 * x);
    assert_eq!(pairs(&[[0.0; 3], half], [(0, 0), (1, 0), (2, 1)]), Some(false));
}

#[test]
fn underflow_is_part_of_the_error_bounds() {
    let (edge, triangle) = ([[-1.0, 1.0, 0.0], [1.0, 1.0, 0.0]], [[-1.0, -1.0, 1.0], [2.0, -1.0, 1.0], [-1.0, 2.0, 1.0]]);
    let of = |points: &[Vector], exponent| face_of(&times(points, power(exponent)), &[[0.0; 3]]);
    // Products of degree two, and of degree four, compared with 2⁻⁶⁰⁰.
    assert!(of(&edge, -310).is_none() && of(&triangle, -155).is_none());
    assert!(of(&edge, -290).is_some() && of(&triangle, -145).is_some());
    assert_eq!(of(&edge, -290).map(|face| face.error), Some(power(-600)));
    let face = Face { sizes: [0.0; 3], ..of(&edge, 0).expect("an edge") };
    assert_eq!(face.error_of_product(1.0), power(-600));
    // Weights in 106 bits: their sum here is 2⁻⁵⁷⁸, and 2⁻⁶⁰⁰ is more than 2⁻⁴² of that.
    let small = Face { sizes: [0.0; 3], ..of(&edge, -290).expect("an edge") };
    assert_eq!((small.precise_parts::<false, f64>(), small.precise_parts::<false, f32>().is_some()), (None, false));
    assert!(face.precise_parts::<false, f64>().is_some());
}

#[test]
fn a_weight_as_small_as_its_error_is_not_certainly_positive() {
    // w₁·e, then −w₀·e is 37u, which is 18.5u M_w Mₑ; then each is twice that.
    for factor in [1.0, 2.0] {
        let x = factor * 37.0 * U;
        assert_eq!(face_of(&[[x - 1.0, 0.0, 2.0], [x, 0.0, 2.0]], &[[0.0; 3]]).is_some(), factor > 1.0);
        assert_eq!(face_of(&[[-x, 0.0, 2.0], [1.0 - x, 0.0, 2.0]], &[[0.0; 3]]).is_some(), factor > 1.0);
        // The third weight of a triangle with edges of length one is 171u, and M_w is one.
        let y = factor * 171.0 * U;
        let triangle = [[-0.25, -y, 1.0], [0.75, -y, 1.0], [-0.25, 1.0 - y, 1.0]];
        assert_eq!(face_of(&triangle, &[[0.0; 3]]).is_some(), factor > 1.0);
    }
}

#[test]
fn errors_of_products_with_a_normal_are_those_of_the_table() {
    let face = |len| Face {
        len,
        a: [[0.0; 3]; 3],
        b: [[0.0; 3]; 3],
        normal: [3.0, 0.0, -2.0],
        error: 0.0,
        parts: [1.0; 3],
        ties: true,
        sizes: [4.0, 8.0, 16.0],
        off: 0.0,
        reach: 1.0,
        seems_high: true,
    };
    let u2 = U * U;
    assert_eq!(face(1).error_of_product(32.0), 73.0 * u2 * 16.0 * 32.0);
    assert_eq!(face(2).error_of_product(32.0), 728.0 * u2 * 4.0 * 4.0 * 16.0 * 32.0);
    assert_eq!(face(3).error_of_product(32.0), 273.0 * u2 * 4.0 * 8.0 * 32.0);
    // The normal itself, and in singles the rounding of each coordinate; scaled by a power of two at the ends of their range.
    let normal = face(1).normal;
    assert_eq!(outward::<f64, 3>(&normal, 0.125), (normal, [0.125; 3]));
    let single = f64::from(f32::EPSILON) / 2.0;
    let rounding = |x: f64| 1.01 * (single * x.abs() + f32::UNDERFLOW);
    assert_eq!(outward::<f32, 3>(&normal, 0.125), ([3.0, 0.0, -2.0], normal.map(|x| 0.125 + rounding(x))));
    assert_eq!(outward::<f32, 3>(&normal, 0.0).1, normal.map(rounding));
    for exponent in [-60, 60] {
        let scaled = [1.5, 0.0, -1.0];
        let expected = ([1.5, 0.0, -1.0], scaled.map(|x| 0.0625 + rounding(x)));
        assert_eq!(outward::<f32, 3>(&normal.map(|x| x * power(exponent)), 0.125 * power(exponent)), expected);
    }
}

#[test]
fn weights_come_from_106_bits_where_doubles_are_not_enough() {
    let (edge, triangle) = ([[-1.0, 1.0, 0.0], [3.0, 1.0, 0.0]], [[-1.0, -1.0, 1.0], [3.0, -1.0, 1.0], [-1.0, 1.0, 1.0]]);
    let (edge, triangle) =
        (face_of(&edge, &[[0.0; 3]]).expect("an edge"), face_of(&triangle, &[[0.0; 3]]).expect("a triangle"));
    let normalised = |parts: [f64; 3]| parts.map(|part| part / (parts[0] + parts[1] + parts[2]));
    for share in [power(-42), f64::from(f32::EPSILON) / 2.0] {
        let is_single = share > power(-42);
        let weights = |face: &Face| {
            let square = face.square::<false>(None)?;
            let nearest = if is_single { face.nearest::<false, f32>(square) } else { face.nearest::<false, f64>(square) };
            nearest.map(|nearest| nearest.weights)
        };
        let parts = |face: &Face| {
            if is_single { face.precise_parts::<false, f32>() } else { face.precise_parts::<false, f64>() }
        };
        // Deliberately wrong parts show which parts are used: those from doubles up to share · L · Σ, with L 4 and the sum 7.
        let wrong = [4.0, 2.0, 1.0];
        for (factor, is_from_doubles) in [(0.99, true), (1.01, false)] {
            let face = Face { parts: wrong, off: factor * share * 4.0 * 7.0, reach: 4.0, ..triangle };
            let expected = if is_from_doubles { normalised(wrong) } else { [0.25, 0.25, 0.5] };
            assert_eq!(weights(&face), Some(expected));
            // In 106 bits: 180u² Mₑ Mₑ for an edge, whose length squared is 16; 2700u² Mₑ M_f times the longer one squared for
            // a triangle, where n·n is 64.
            let of_edge = (factor * share * 16.0 / (180.0 * U * U)).sqrt();
            let face = Face { sizes: [of_edge, 1.0, 1.0], ..edge };
            assert_eq!(parts(&face), is_from_doubles.then_some([12.0, 4.0, 0.0]));
            let of_triangle = factor * share * 64.0 / (2700.0 * U * U);
            for ratio in [0.25, 4.0] {
                // One edge is `ratio` times the other: Mₑ M_f max² = Mₑ⁴ · ratio · max(1, ratio)².
                let of_e = (of_triangle / (ratio * f64::max(1.0, ratio).powi(2))).powf(0.25);
                let face = Face { sizes: [of_e, ratio * of_e, 1.0], ..triangle };
                assert_eq!(parts(&face), is_from_doubles.then_some([16.0, 16.0, 32.0]), "{ratio}");
            }
        }
    }
    // The rest of the sum after two small weights is less than one by both of them, half a unit in the last place each.
    let small = power(-54);
    let face = face_of(&[[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]], &[[0.0; 3]]);
    assert!(face.is_none(), "the nearest point is a vertex");
    let face = Face { a: [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]], b: [[small, small, 0.0]; 3], ..triangle };
    assert_eq!(face.precise_parts::<false, f64>(), Some([1.0 - 2.0 * small, small, small]));
}

#[test]
fn a_distance_that_may_be_rounding_is_none() {
    let square = |points: &[Vector]| {
        let face = face_of(points, &[[0.0; 3]]).expect("a face");
        let (plain, fused) = (face.square::<false>(None), face.square::<true>(None));
        assert_eq!(plain, fused);
        assert_eq!(plain, face.square::<false>(Some(&face.precise::<false>())));
        (face.seems_high, plain.is_some())
    };
    // |g| is 2h, M_w is 1 and Mₑ 2.
    let edge = |h: f64| square(&[[-1.0, h, 0.0], [1.0, h, 0.0]]);
    assert_eq!((edge(62.0 * TIMES), edge(64.0 * TIMES)), ((false, false), (true, true)));
    // h is 9 times the height, M_w is 1 and Mₑ and M_f are 3.
    let triangle = |h: f64| square(&[[-1.0, -1.0, h], [2.0, -1.0, h], [-1.0, 2.0, h]]);
    assert_eq!((triangle(272.0 * TIMES), triangle(274.0 * TIMES)), ((false, false), (true, true)));
    // A square near the end of the range.
    assert_eq!(square(&[[power(-401), 0.0, 0.0]]), (true, false));
    assert_eq!(square(&[[power(-400), 0.0, 0.0]]), (true, true));
}
