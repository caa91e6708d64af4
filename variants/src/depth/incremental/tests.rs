use gjk_numbers::{Rational, Solid, SplitMix64};

use super::*;
use crate::answer::Signed;
use crate::depth::tests::{cube, hull, is_between_witnesses, lattice, point_in_box, signed};
use crate::epa::Epa;
use crate::variant::Variant;

fn depths(a: &[[f64; 3]], b: &[[f64; 3]]) -> [f64; 3] {
    let incremental = Incremental::default();
    [
        signed::<f32, 3, _>(&incremental, a, b),
        signed::<f64, 3, _>(&incremental, a, b),
        signed::<Rational, 3, _>(&incremental, a, b),
    ]
    .map(|(stop, found)| found.unwrap_or_else(|| panic!("{stop:?}")))
}

#[test]
fn cubes_have_the_depth_of_the_face_that_the_first_ray_leaves_through() {
    assert_eq!(depths(&cube([0.0; 3], 1.0), &cube([0.25, 1.5, 0.5], 1.0)), [0.5; 3]);
    assert_eq!(depths(&cube([0.0; 3], 1.0), &cube([0.0; 3], 1.0)), [2.0; 3]);
    assert_eq!(depths(&cube([0.0; 3], 1.0), &cube([0.0, 0.0, 5.0], 1.0)), [-3.0; 3]);
}

#[test]
fn a_local_minimum_is_answered_and_a_hint_leads_to_another_one() {
    let [a, b] = point_in_box();
    assert_eq!(depths(&a, &b), [2.0; 3]);
    let [a, b] = [a, b].map(|points| hull::<Rational, 3>(&points));
    for (hint, squared) in [([1.0, 0.25, 0.5], 1.0), ([0.25, 1.0, 0.125], 4.0), ([0.0, 0.0, -1.0], 16.0)] {
        let direction = Start::Direction(Solid::<Rational>::vector(|i| Rational::from_f64(hint[i])));
        match Incremental::default().solve_erased(&a, &b, &direction, &mut ()).answer {
            Some(Signed::Overlapping(found)) => {
                assert!(is_between_witnesses(&found));
                assert_eq!(Solid::<Rational>::dot(&found.translation, &found.translation).to_f64(), squared, "{hint:?}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn polygons_of_the_plane_have_the_depth_of_a_side() {
    let square = |x: f64, y: f64| [[x, y, 0.0], [x + 2.0, y, 0.0], [x + 2.0, y + 2.0, 0.0], [x, y + 2.0, 0.0]];
    let incremental = Incremental::default();
    for (x, y, expected) in [(1.5, 0.25, 0.5), (-0.5, 1.75, 0.25), (0.0, 0.0, 2.0), (-1.0, 0.0, 1.0), (3.0, 1.0, -1.0)] {
        let (a, b) = (square(0.0, 0.0), square(x, y));
        assert_eq!(signed::<f64, 2, _>(&incremental, &a, &b).1, Some(expected), "{x} {y}");
        assert_eq!(signed::<Rational, 2, _>(&incremental, &a, &b).1, Some(expected), "{x} {y}");
    }
}

#[test]
fn the_answer_is_never_shorter_than_the_depth_in_exact_arithmetic() {
    let mut numbers = SplitMix64(5);
    let (mut overlaps, mut least, mut lost) = (0, 0, 0);
    for round in 0..600 {
        let (a, b) = (lattice(&mut numbers, 4 + round % 5, 4), lattice(&mut numbers, 1 + round % 5, 4));
        let [a, b] = [&a, &b].map(|points| hull::<Rational, 3>(points));
        let square = |found: &Penetration<Solid<Rational>>| Solid::<Rational>::dot(&found.translation, &found.translation);
        let Some(Signed::Overlapping(found)) = Epa::common().solve_erased(&a, &b, &Start::Default, &mut ()).answer else {
            continue;
        };
        let depth = square(&found);
        if depth == Rational::zero() {
            continue;
        }
        overlaps += 1;
        match Incremental::default().solve_erased(&a, &b, &Start::Default, &mut ()).answer {
            Some(Signed::Overlapping(found)) => {
                assert!(square(&found) >= depth, "{a:?} {b:?}");
                least += usize::from(square(&found) == depth);
            }
            Some(other) => panic!("{other:?}"),
            None => lost += 1,
        }
    }
    // Both cases occur.
    assert!(overlaps > 100 && least > overlaps / 3 && least < overlaps, "{overlaps} {least} {lost}");
    assert_eq!(lost, 0);
}
