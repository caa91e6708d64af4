//! Floors: the true gaps range from below the tolerance to half of the hull, on both sides of contact, and are in the column
//! that rows have for them.

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{GapColumn, named};
use gjk_truth::truth::Truth;

const SEED: u64 = 99;
const CASES: u64 = 1000;

/// The true gaps of a family, in units of u·D.
fn gaps(name: &str, arithmetic: Arithmetic) -> Vec<(Case, f64)> {
    let family = named(name).expect("it is embedded");
    assert_eq!(family.gap_column(), Some(GapColumn::Gap));
    let gap = |index| {
        let case = family.case(SEED, arithmetic, index);
        let gap = Truth::of(&case).relative_gap().unwrap_or_else(|| panic!("{}: a depth that is a bracket", case.id));
        (case, gap / arithmetic.unit())
    };
    (0..CASES).map(gap).collect()
}

#[test]
fn gaps_of_floors_reach_from_below_the_tolerance_to_half_of_the_hull() {
    for name in ["floor", "floor-2d"] {
        for (arithmetic, most) in [(Arithmetic::F32, 4), (Arithmetic::F64, 13)] {
            let gaps = gaps(name, arithmetic);
            let share = |is: &dyn Fn(f64) -> bool| gaps.iter().filter(|(_, gap)| is(*gap)).count() as f64 / CASES as f64;
            let place = format!("{name} {arithmetic}");
            let [apart, deep] = [share(&|gap| gap > 0.0), share(&|gap| gap < 0.0)];
            assert!(apart > 0.45 && deep > 0.45, "{place}: {apart} are apart, {deep} overlap");
            let tiny = share(&|gap| gap.abs() < 64.0);
            assert!((0.07..0.15).contains(&tiny), "{place}: {tiny} are below the tolerance");
            // Every decade from 64 u·D on has cases of both signs, up to half of a hull that is a hundredth of the face: D/200.
            // Larger gaps require one of the few larger hulls.
            for decade in 2..=most {
                let [low, high] = [decade, decade + 1].map(|exponent| 10.0_f64.powi(exponent));
                for side in [1.0, -1.0] {
                    let share = share(&|gap| (low..high).contains(&(side * gap)));
                    assert!(share > 0.01, "{place}: {share} of the gaps are {side} 10^{decade} u·D");
                }
            }
            let greatest = gaps.iter().map(|(_, gap)| gap.abs()).fold(0.0, f64::max);
            assert!((0.05..0.3).contains(&(greatest * arithmetic.unit())), "{place}: the greatest is {greatest:e} u·D");
        }
    }
}

#[test]
fn a_floor_along_the_axes_has_the_gap_of_two_coordinates() {
    for (name, arithmetic) in [("floor", Arithmetic::F32), ("floor", Arithmetic::F64), ("floor-2d", Arithmetic::F64)] {
        let mut standing = 0;
        for (case, gap) in gaps(name, arithmetic) {
            let dimension = usize::from(case.dimension);
            let ends = |points: &[[f64; 3]], axis: usize| {
                let coordinates = || points.iter().map(|point| point[axis]);
                [coordinates().fold(f64::INFINITY, f64::min), coordinates().fold(f64::NEG_INFINITY, f64::max)]
            };
            let [a, b] = [case.a.points(), case.b.points()];
            let is_larger = ends(a, 0)[1] - ends(a, 0)[0] > ends(b, 0)[1] - ends(b, 0)[0];
            let [floor, hull] = if is_larger { [a, b] } else { [b, a] };
            let has_face = |axis: &usize| {
                let top = ends(floor, *axis)[1];
                floor.iter().filter(|point| point[*axis] == top).count() == 1 << (dimension - 1)
            };
            // Bodies that are apart are separated along the normal of the face only.
            let axes: Vec<usize> = (0..dimension).filter(has_face).collect();
            if gap <= 0.0 || axes.is_empty() {
                continue;
            }
            standing += 1;
            let exact = axes.iter().map(|axis| ends(hull, *axis)[0] - ends(floor, *axis)[1]).fold(f64::NEG_INFINITY, f64::max);
            let length = gap * arithmetic.unit() * Truth::of(&case).size().to_f64();
            assert!((length / exact - 1.0).abs() < 1e-14, "{} {arithmetic}: {length:e} is not {exact:e}", case.id);
        }
        assert!((200..300).contains(&standing), "{name} {arithmetic}: {standing}");
    }
}
