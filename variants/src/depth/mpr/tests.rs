use gjk_numbers::{Rational, Solid, SplitMix64};

use super::*;
use crate::answer::Signed;
use crate::depth::tests::{cube, hull, lattice, length, point_in_box, signed};
use crate::epa::Epa;

const BOTH: [fn() -> Portals; 2] = [Portals::snethen, Portals::libccd];

/// The length of the translation, equal in all three arithmetics.
fn way(portals: &Portals, a: &[[f64; 3]], b: &[[f64; 3]]) -> f64 {
    let found =
        [signed::<f32, 3, _>(portals, a, b), signed::<f64, 3, _>(portals, a, b), signed::<Rational, 3, _>(portals, a, b)];
    let [single, double, exact] = found.map(|(stop, found)| found.unwrap_or_else(|| panic!("{stop:?}")));
    assert!((single - exact).abs() < 1e-5 && (double - exact).abs() < 1e-9 || single == double && double == exact, "{found:?}");
    exact
}

#[test]
fn cubes_are_taken_apart_through_the_face_that_the_ray_leaves_through() {
    for portals in BOTH.map(|portals| portals()) {
        let from = |center: [f64; 3]| way(&portals, &cube([0.0; 3], 1.0), &cube(center, 1.0));
        assert_eq!(from([1.5, 0.25, 0.5]), 0.5);
        assert_eq!(from([0.25, 1.5, 0.5]), 0.5);
        assert_eq!(from([0.0, 0.0, -1.75]), 0.25);
        assert_eq!(from([5.0, 0.0, 0.0]), f64::NEG_INFINITY, "apart");
        // The centres coincide: the ray is along the first axis.
        assert_eq!(from([0.0; 3]), 2.0);
    }
}

#[test]
fn a_point_in_a_box_goes_out_through_the_wrong_face() {
    let [a, b] = point_in_box();
    for portals in BOTH.map(|portals| portals()) {
        assert_eq!(way(&portals, &a, &b), 2.0);
        assert_eq!(way(&portals, &b, &a), 2.0);
    }
}

#[test]
fn the_nearest_point_of_a_portal_may_be_farther_than_its_plane() {
    // A wedge whose upper face slopes, over a point near its end.
    let wedge = [[-4.0, -1.0, 0.0], [4.0, -1.0, 0.0], [-4.0, 1.0, 0.0], [4.0, 1.0, 0.0], [4.0, -1.0, 4.0], [4.0, 1.0, 4.0]];
    let point = [[-3.0, 0.0, 0.25]];
    let [plane, nearest] = BOTH.map(|portals| way(&portals(), &wedge, &point));
    assert!(plane <= nearest, "{plane} {nearest}");
}

#[test]
fn the_verdict_on_touching_bodies_depends_on_the_first_test() {
    let square = |x: f64, y: f64| vec![[x, y, 0.0], [x + 2.0, y, 0.0], [x + 2.0, y + 2.0, 0.0], [x, y + 2.0, 0.0]];
    for portals in BOTH.map(|portals| portals()) {
        // A portal in a face that contains the origin is no farther than the origin.
        assert_eq!(way(&portals, &cube([0.0; 3], 1.0), &cube([0.5, 0.25, 2.0], 1.0)), 0.0);
        // The product of the first support point is zero, or that of the second.
        assert_eq!(way(&portals, &cube([0.0; 3], 1.0), &cube([0.0, 0.0, 2.0], 1.0)), f64::NEG_INFINITY);
        assert_eq!(way(&portals, &square(0.0, 0.0), &square(1.0, 0.5)), f64::NEG_INFINITY);
        // The ray runs through the first support point, and no other point is computed.
        assert_eq!(way(&portals, &square(0.0, 0.0), &square(1.0, 0.0)), 1.0);
    }
}

#[test]
fn polygons_of_the_plane_are_taken_apart() {
    let square = |x: f64, y: f64| [[x, y, 0.0], [x + 2.0, y, 0.0], [x + 2.0, y + 2.0, 0.0], [x, y + 2.0, 0.0]];
    for portals in BOTH.map(|portals| portals()) {
        for (x, y, expected) in
            [(1.5, 0.25, 0.5), (-0.5, 1.75, 0.25), (0.0, 0.0, 2.0), (-1.0, 0.0, 1.0), (3.0, 1.0, f64::NEG_INFINITY)]
        {
            let (a, b) = (square(0.0, 0.0), square(x, y));
            assert_eq!(signed::<f64, 2, _>(&portals, &a, &b), (Stop::Converged, Some(expected)), "{x} {y}");
            assert_eq!(signed::<Rational, 2, _>(&portals, &a, &b), (Stop::Converged, Some(expected)), "{x} {y}");
        }
    }
    // The origin is not within the angle of the first two support points.
    let flat = [[-1.3, -0.1, 0.0], [0.9, 0.0, 0.0], [0.5, 0.2, 0.0], [-0.1, -0.1, 0.0]];
    let (stop, way) = signed::<f64, 2, _>(&Portals::snethen(), &flat, &[[0.05, 0.0866, 0.0]]);
    assert!(stop == Stop::Converged && way.is_some_and(|way| way > 0.0 && way < 0.1), "{way:?}");
}

#[test]
fn the_way_is_never_shorter_than_the_depth_in_exact_arithmetic() {
    let mut numbers = SplitMix64(5);
    let (mut overlaps, mut farther) = (0, 0);
    for round in 0..600 {
        let (a, b) = (lattice(&mut numbers, 4 + round % 5, 4), lattice(&mut numbers, 1 + round % 5, 4));
        let [a, b] = [&a, &b].map(|points| hull::<Rational, 3>(points));
        let Some(Signed::Overlapping(least)) = Epa::common().solve_erased(&a, &b, &Start::Default, &mut ()).answer else {
            continue;
        };
        let depth = S::dot(&least.translation, &least.translation);
        if depth == Rational::zero() {
            continue;
        }
        overlaps += 1;
        for portals in BOTH.map(|portals| portals()) {
            let outcome = portals.solve_erased(&a, &b, &Start::Default, &mut ());
            let Some(Resolved::Overlapping(found)) = outcome.answer else { panic!("{a:?} {b:?}: {:?}", outcome.stop) };
            assert!(S::dot(&found.translation, &found.translation) >= depth, "{a:?} {b:?}");
            farther += usize::from(length(&found.translation) > 1.001 * length(&least.translation));
        }
    }
    assert!(overlaps > 100 && farther > 30, "{overlaps} {farther}");
}

type S = Solid<Rational>;
