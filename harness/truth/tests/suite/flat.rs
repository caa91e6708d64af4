//! Bodies that overlap within a common plane or line, called apart: ruled `contact`, with the depth within the plane recorded.

use gjk_cases::case::{Arithmetic, Body, Case, Point};
use gjk_records::Ruling;
use gjk_truth::answer::{Says, Values};
use gjk_truth::judge::Judgement;

use crate::answers::{exact, rounded};

fn judged(case: &Case, arithmetic: Arithmetic, says: Says) -> Judgement {
    match arithmetic {
        Arithmetic::Exact => exact(case, says, &[], Values::none()),
        _ => rounded(case, arithmetic, says, &[], Values::none()),
    }
}

/// A square of side 4 in the plane z = x, with edges of length 4 along y and edges of length 4√2 across.
fn square(x: f64) -> Vec<Point> {
    [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]].map(|[u, y]| [x + u, y, x + u]).to_vec()
}

#[test]
fn a_false_apart_in_a_common_plane_is_contact_and_its_flat_depth_is_recorded() {
    // The squares overlap by 3 √2 across and by 4 along y; D is 5.
    let pair = Case::of_points("flat", 3, square(0.0), square(1.0));
    for arithmetic in Arithmetic::ALL {
        let found = judged(&pair, arithmetic, Says::Apart);
        let expected = if arithmetic == Arithmetic::Exact { Ruling::Wrong } else { Ruling::Contact };
        assert_eq!((found.ruling, found.margin), (expected, Some(0.0)), "{arithmetic}");
        let depth = found.flat_depth.expect("a flat depth") * arithmetic.unit() * 5.0;
        assert!((depth - 4.0).abs() < 1e-14, "{arithmetic}: {depth}");
        let right = judged(&pair, arithmetic, Says::Intersecting);
        assert_eq!((right.ruling, right.flat_depth), (Ruling::Right, None));
    }
}

#[test]
fn flat_depth_requires_a_wrong_apart_verdict_and_a_flat_difference() {
    let of = |a: Vec<Point>, b: Vec<Point>, says: Says| judged(&Case::of_points("pair", 3, a, b), Arithmetic::F64, says);
    assert_eq!(of(square(0.0), square(4.0), Says::Apart).flat_depth, Some(0.0), "an edge on an edge");
    assert_eq!(of(square(0.0), square(5.0), Says::Apart).flat_depth, None, "apart");
    assert_eq!(of(square(0.0), square(5.0), Says::Intersecting).flat_depth, None, "a false intersecting");
    let with_apex = [square(0.0), vec![[0.0, 0.0, 9.0]]].concat();
    assert_eq!(of(with_apex, square(1.0), Says::Apart).flat_depth, None, "a body on a plate");
}

#[test]
fn bodies_with_radii_are_not_flat_and_a_union_has_the_depth_of_its_deepest_pair() {
    let mut pair = Case::of_points("pair", 3, square(0.0), square(1.0));
    pair.a = Body::Rounded { points: square(0.0), radius: 0.5 };
    let found = judged(&pair, Arithmetic::F64, Says::Apart);
    assert_eq!((found.ruling, found.flat_depth), (Ruling::Wrong, None));
    // The overlap is 4, and √2 / 2 across; D is 7.5.
    pair.a = Body::Union(vec![Body::Points(square(0.0)), Body::Points(square(-2.5))]);
    let found = judged(&pair, Arithmetic::F64, Says::Apart);
    assert_eq!((found.ruling, found.margin), (Ruling::Contact, Some(0.0)));
    let depth = found.flat_depth.expect("a flat depth") * Arithmetic::F64.unit() * 7.5;
    assert!((depth - 4.0).abs() < 1e-14, "{depth}");
}
