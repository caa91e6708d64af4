use gjk_numbers::{Oriented, Plane, Rational, Ring, Scalar, Solid, SplitMix64};
use gjk_support::Swept;

use super::*;
use crate::depth::tests::{cube, hull, is_between_witnesses, lattice, point_in_box, signed};
use crate::epa::Epa;

const SAT: fn() -> SeparatingAxes = SeparatingAxes::default;

/// The depths in all three arithmetics.
fn depths(a: &[[f64; 3]], b: &[[f64; 3]]) -> [f64; 3] {
    let sat = SAT();
    [signed::<f32, 3, _>(&sat, a, b), signed::<f64, 3, _>(&sat, a, b), signed::<Rational, 3, _>(&sat, a, b)]
        .map(|(stop, found)| found.unwrap_or_else(|| panic!("{stop:?}")))
}

#[test]
fn cubes_have_the_depth_of_their_least_overlap() {
    for (center, half, depth) in [
        ([0.0; 3], 1.0, 2.0),
        ([0.25, 1.5, 0.5], 1.0, 0.5),
        ([0.25, 0.125, 0.0], 0.5, 1.25),
        ([0.5, 0.0, 0.0], 1.0, 1.5),
        ([2.0, 0.5, 0.25], 1.0, 0.0),
        ([2.0, 2.0, 2.0], 1.0, 0.0),
        ([0.0, 5.0, 6.0], 1.0, -5.0),
    ] {
        assert_eq!(depths(&cube([0.0; 3], 1.0), &cube(center, half)), [depth; 3], "{center:?} {half}");
    }
    let [a, b] = point_in_box();
    assert_eq!(depths(&a, &b), [1.0; 3]);
    assert_eq!(depths(&b, &a), [1.0; 3]);
}

#[test]
fn two_edges_hold_bodies_apart_where_no_face_does() {
    // Two tetrahedra, each with an edge across the other's, a quarter of a unit deep.
    let upper = [[-1.0, 0.0, -0.25], [1.0, 0.0, -0.25], [0.0, -1.0, 4.0], [0.0, 1.0, 4.0]];
    let lower = [[0.0, -1.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, -4.0], [1.0, 0.0, -4.0]];
    assert_eq!(depths(&upper, &lower), [0.25; 3]);
    assert_eq!(depths(&lower, &upper), [0.25; 3]);
    let raised = upper.map(|[x, y, z]| [x, y, z + 0.5]);
    assert_eq!(depths(&raised, &lower), [-0.25; 3]);
}

#[test]
fn bodies_without_an_interior_have_a_depth_in_one_that_has_and_none_with_each_other() {
    let square = |x: f64| vec![[x, 0.0, 0.0], [x + 2.0, 0.0, 0.0], [x + 2.0, 2.0, 0.0], [x, 2.0, 0.0]];
    let at = |points: &[[f64; 3]], z: f64| points.iter().map(|p| [p[0], p[1], p[2] + z]).collect::<Vec<_>>();
    assert_eq!(depths(&square(0.0), &square(1.0)), [0.0; 3], "coplanar");
    assert_eq!(depths(&square(0.0), &square(3.0)), [-1.0; 3], "coplanar and apart");
    assert_eq!(depths(&at(&square(0.0), 0.5), &square(1.0)), [-0.5; 3], "parallel");
    let standing: Vec<[f64; 3]> = square(0.0).iter().map(|p| [p[0] - 0.5, 1.0, p[1] - 0.25]).collect();
    assert_eq!(depths(&square(0.0), &standing), [0.25; 3], "across");
    let segment = vec![[-2.0, 0.0, 0.0], [2.0, 0.0, 0.0]];
    assert_eq!(depths(&cube([0.0; 3], 1.0), &segment), [1.0; 3]);
    assert_eq!(depths(&segment, &[[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]]), [0.0; 3], "crossing");
    assert_eq!(depths(&segment, &[[1.0, 0.0, 0.0], [3.0, 0.0, 0.0]]), [0.0; 3], "in line");
    assert_eq!(depths(&segment, &[[3.0, 0.0, 0.0], [4.0, 0.0, 0.0]]), [-1.0; 3], "in line and apart");
    assert_eq!(depths(&[[1.0, 2.0, 3.0]], &[[1.0, 2.0, 3.0]]), [0.0; 3]);
    assert_eq!(depths(&[[1.0, 2.0, 3.0]], &[[1.0, 2.0, 5.0]]), [-2.0; 3]);
    assert_eq!(depths(&[[2.0, 3.0, 4.0]; 3], &segment), [-5.0; 3]);
}

#[test]
fn duplicates_and_points_within_change_nothing() {
    let mut crowded = cube([0.0; 3], 1.0);
    crowded.extend(cube([0.0; 3], 1.0));
    crowded.extend([[0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [0.5, 0.25, 0.0]]);
    assert_eq!(depths(&crowded, &cube([0.25, 1.5, 0.5], 1.0)), [0.5; 3]);
}

#[test]
fn a_body_has_the_facets_and_edges_of_its_hull() {
    let count = |points: &[[f64; 3]]| {
        let of = |points: &[_]| {
            let features = Features::<Solid<f64>>::of(&Points::of(points));
            (features.facets.len(), features.edges.len())
        };
        of(hull::<f64, 3>(points).points())
    };
    let octahedron = [[2.0, 0.0, 0.0], [-2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, -2.0, 0.0], [0.0, 0.0, 2.0], [0.0, 0.0, -2.0]];
    assert_eq!(count(&cube([3.0, 4.0, 5.0], 1.0)), (6, 12));
    assert_eq!(count(&octahedron), (8, 12));
    // A square has two sides and four normals within its plane; a segment has four normals around it.
    assert_eq!(count(&cube([0.0; 3], 1.0)[..4]), (6, 8));
    assert_eq!(count(&octahedron[..2]), (4, 4));
    assert_eq!(count(&octahedron[..1]), (0, 0));
    let pentagon = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [3.0, 1.0, 0.0], [1.0, 3.0, 0.0], [1.0, 1.0, 0.0]];
    let of_plane = Features::<Plane<f64>>::of(&Points::of(hull::<f64, 2>(&pentagon).points()));
    assert_eq!((of_plane.facets.len(), of_plane.edges.len()), (4, 0));
}

#[test]
fn polygons_of_the_plane_have_the_depth_of_their_least_overlap() {
    let square = |x: f64, y: f64| [[x, y, 0.0], [x + 2.0, y, 0.0], [x + 2.0, y + 2.0, 0.0], [x, y + 2.0, 0.0]];
    let sat = SAT();
    for (x, y, depth) in
        [(1.5, 0.0, 0.5), (0.0, 0.0, 2.0), (-0.5, 1.75, 0.25), (2.0, 1.0, 0.0), (1.0, 1.0, 1.0), (5.0, 6.0, -5.0)]
    {
        let (a, b) = (square(0.0, 0.0), square(x, y));
        assert_eq!(signed::<f64, 2, _>(&sat, &a, &b).1, Some(depth), "{x} {y}");
        assert_eq!(signed::<f32, 2, _>(&sat, &a, &b).1, Some(depth), "{x} {y}");
        assert_eq!(signed::<Rational, 2, _>(&sat, &a, &b).1, Some(depth), "{x} {y}");
    }
    let segment = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    assert_eq!(signed::<f64, 2, _>(&sat, &segment, &segment).1, Some(0.0));
}

/// The exact v.
fn exactly<S: Oriented<Scalar: Scalar>, V: Variant<S, Answer = Signed<S>>>(
    variant: &V,
    a: &Hull<S>,
    b: &Hull<S>,
) -> Option<S::Scalar> {
    match variant.solve_erased(a, b, &Start::Default, &mut ()).answer? {
        Signed::Apart(apart) => Some(apart.distance_squared.negated()),
        Signed::Overlapping(found) => {
            assert!(is_between_witnesses(&found), "{found:?}");
            Some(S::dot(&found.translation, &found.translation))
        }
    }
}

#[test]
fn exact_arithmetic_agrees_with_the_expanding_polytope_on_small_lattices() {
    let mut numbers = SplitMix64(11);
    let (mut overlaps, mut touching) = (0, 0);
    for round in 0..800 {
        let reach = 1 + numbers.below(4);
        let (a, b) = (lattice(&mut numbers, 1 + round % 8, reach), lattice(&mut numbers, 1 + round % 5, reach));
        let [a, b] = [&a, &b].map(|points| hull::<Rational, 3>(points));
        let ours = exactly::<Solid<Rational>, _>(&SAT(), &a, &b).expect("an answer");
        assert_eq!(Some(ours.clone()), exactly::<Solid<Rational>, _>(&Epa::common(), &a, &b), "{a:?} {b:?}");
        overlaps += usize::from(ours > Rational::zero());
        touching += usize::from(ours == Rational::zero());
    }
    assert!(overlaps >= 200 && touching >= 50, "{overlaps} {touching}");
}

#[test]
fn a_depth_is_found_at_the_ends_of_the_range() {
    for k in [-300, -100, 0, 100, 300] {
        let unit = 2.0_f64.powi(k);
        let scaled = |points: Vec<[f64; 3]>| points.into_iter().map(|p| p.map(|x| x * unit)).collect::<Vec<_>>();
        let (a, b) = (scaled(cube([0.0; 3], 1.0)), scaled(cube([0.25, 1.5, 0.5], 1.0)));
        assert_eq!(signed::<f64, 3, _>(&SAT(), &a, &b).1, Some(0.5 * unit), "{k}");
    }
}

#[test]
fn more_points_and_radii_are_not_applicable() {
    let points: Vec<[f64; 3]> = (0..33).map(|i| [f64::from(i), f64::from(i * i), 0.0]).collect();
    assert_eq!(signed::<f64, 3, _>(&SAT(), &points, &points[..1]).0, Stop::Unsupported);
    assert_eq!(signed::<f64, 3, _>(&SAT(), &points[..32], &points[..1]), (Stop::Converged, Some(0.0)));
    let ball = Swept { core: hull::<f64, 3>(&points[..1]), radius: 1.0 };
    let outcome = Variant::<Solid<f64>>::solve(&SAT(), &ball, &ball, &Start::Default, &mut ());
    assert_eq!(outcome.stop, Stop::Unsupported);
}

#[test]
fn the_face_of_a_translation_is_found_though_four_of_its_corners_span_nothing() {
    // Rotated cubes with one centre: v lies within two parallel faces.
    let half = [
        [0.9367439657426075, 0.32129104557952815, -1.4210147102248811],
        [1.4515732607733298, -0.9441180503154101, 0.039701079038422904],
        [0.4070103707299495, 1.6826528993233296, -0.05497070599631115],
        [0.9218396657615813, 0.4172438034283914, 1.4057450832669929],
    ];
    let a: Vec<[f64; 3]> = half.into_iter().chain(half.map(|p| p.map(|x| -x))).collect();
    for b in [cube([0.0; 3], 1.0), cube([0.0; 3], 0.75), a.clone()] {
        let [a, b] = [&a, &b].map(|points| hull::<f64, 3>(points));
        match SAT().solve_erased(&a, &b, &Start::Default, &mut ()).answer {
            Some(Signed::Overlapping(found)) => {
                let off = found.on_a - found.on_b - found.translation;
                let off = off.dot(&off).sqrt();
                assert!(off < 1e-14, "{off:e} {found:?}");
            }
            other => panic!("{other:?}"),
        }
    }
}
