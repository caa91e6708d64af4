//! The families of the duel: found by name, different from the other families, and with the gap that they state.

use gjk_cases::case::{Arithmetic, Case, Class};
use gjk_cases::family::{DuelFamily, Family, Gap, duel_families, families, named};
use gjk_truth::truth::{First, Truth};

use crate::answers::ROUNDED;

/// Twice the greatest distance of a point from the mean of its body.
fn size(case: &Case) -> f64 {
    let size = |points: &[[f64; 3]]| {
        let sum = points.iter().fold([0.0; 3], |sum, p| std::array::from_fn(|i| sum[i] + p[i]));
        let mean = sum.map(|x: f64| x / points.len() as f64);
        let distance = |p: &[f64; 3]| (0..3).map(|i| (p[i] - mean[i]).powi(2)).sum::<f64>().sqrt();
        2.0 * points.iter().map(distance).fold(0.0, f64::max)
    };
    size(case.a.points()).max(size(case.b.points()))
}

#[test]
fn names_lead_back_and_are_not_those_of_the_study() {
    let of_study: Vec<String> = families().iter().map(|family| family.name().to_owned()).collect();
    assert_eq!(duel_families().len(), 5 * 6 + 2 + 4 * 2);
    for family in duel_families() {
        let found = named(family.name()).expect("a family known by its name");
        assert_eq!(found.name(), family.name());
        assert!(!of_study.contains(&family.name().to_owned()));
        assert!(!family.description().contains('\n'));
        for arithmetic in Arithmetic::ALL {
            let (case, again) = (family.case(7, arithmetic, 3), found.case(7, arithmetic, 3));
            assert_eq!(case, again);
            assert_eq!(case.id, format!("{}:7:3", family.name()));
            assert_eq!(case.posed(arithmetic).as_ref(), Some(&case), "the coordinates are exact in {arithmetic}");
        }
        assert_eq!(family.case(7, Arithmetic::Exact, 3), family.case(7, Arithmetic::F64, 3));
    }
}

#[test]
fn cases_lie_as_their_name_says() {
    for family in duel_families().iter().filter(|family| family.points <= 128) {
        for arithmetic in ROUNDED {
            for index in 0..6 {
                lies_as_it_says(family, arithmetic, index);
            }
        }
    }
}

fn lies_as_it_says(family: &DuelFamily, arithmetic: Arithmetic, index: u64) {
    let case = family.case(1, arithmetic, index);
    let (name, truth, size) = (&case.id, Truth::of(&case), size(&case));
    assert_eq!((case.a.points().len(), case.b.points().len()), (family.points, family.points));
    let knob = case.knob.expect("a generated case");
    assert_eq!(knob.asked, family.gap.distance(arithmetic));
    if family.gap.is_of_casts() {
        return moves_as_it_says(&case, &truth, family.gap, size, arithmetic);
    }
    if family.gap == Gap::Overlap {
        assert_eq!((truth.class(), knob.achieved), (Class::Overlapping, Some(0.0)), "{name} {arithmetic}");
        return;
    }
    // Half a unit of the grid in each coordinate. Without a grid, each coordinate of both bodies is rounded four times, by up
    // to an eighth of a unit.
    let rounding = if family.shape.is_raw() { 2.0 } else { 0.9 };
    let unit = if arithmetic == Arithmetic::F32 { 2.0_f64.powi(-21) } else { 2.0_f64.powi(-50) };
    let distance = truth.distance_f64();
    let excess = distance - knob.asked * size;
    assert!(
        excess.abs() <= rounding * unit + 1e-13 * distance + 2e-14,
        "{name} {arithmetic}: {distance:e} is off by {excess:e}"
    );
    if family.shape.is_raw() {
        assert_eq!(knob.achieved, None, "{name} {arithmetic}: rounding tilts the faces");
        return;
    }
    let achieved = knob.achieved.expect("it is known") * size;
    assert!((achieved - distance).abs() <= 1e-3 * distance, "{name} {arithmetic}: {achieved:e} is not {distance:e}");
}

/// A hits B deeply from a gap of one size, or passes it at the distance that is asked for.
fn moves_as_it_says(case: &Case, truth: &Truth, gap: Gap, size: f64, arithmetic: Arithmetic) {
    let cast = truth.cast().expect("A moves");
    let (start, swept) = (cast.start.distance_f64(), cast.swept.distance_f64());
    let (name, first) = (&case.id, cast.first(case));
    let grid = if arithmetic == Arithmetic::F32 { 2.0_f64.powi(-20) } else { 2.0_f64.powi(-49) };
    match gap {
        Gap::Hit => {
            assert!((start - size).abs() <= grid + 1e-13, "{name} {arithmetic}: {start} is not {size}");
            let First::At(first) = first else { panic!("{name} {arithmetic}: no hit") };
            let time = first.low.to_f64().value();
            assert!(time > 0.3 && time < 0.95, "{name} {arithmetic}: {time}");
        }
        _ => {
            assert!(matches!(first, First::Never), "{name} {arithmetic}");
            // The plane bounds M; elsewhere the way may be farther from it.
            assert!(swept >= 1e-2 * size - grid && swept < 2e-2 * size, "{name} {arithmetic}: {swept} of {size}");
            assert!(start > size, "{name} {arithmetic}: {start}");
        }
    }
}

#[test]
fn the_bodies_of_a_number_are_the_same_at_every_gap() {
    for of_size in duel_families().chunk_by(|one, other| (one.shape, one.points) == (other.shape, other.points)) {
        let sizes: Vec<f64> = of_size.iter().map(|family| size(&family.case(7, Arithmetic::F64, 3))).collect();
        assert!(sizes.iter().all(|size| (size - sizes[0]).abs() < 1e-12), "{sizes:?}");
    }
}

#[test]
fn raw_families_have_the_bodies_of_those_on_the_grid_without_the_grid() {
    let near = |shape, points| {
        let mut families = duel_families().iter();
        families.find(|other| (other.shape, other.points, other.gap) == (shape, points, Gap::Near)).expect("it is there")
    };
    for raw in duel_families().iter().filter(|family| family.shape.is_raw()) {
        let on_grid = near(raw.shape.on_grid(), raw.points);
        for (arithmetic, unit) in [(Arithmetic::F64, 2.0_f64.powi(-50)), (Arithmetic::F32, 2.0_f64.powi(-21))] {
            let (mut wide, count) = (0, 200);
            for index in 0..count {
                let [case, other] = [raw, on_grid].map(|family| family.case(1, arithmetic, index));
                let points = |case: &Case| [case.a.points(), case.b.points()].concat().concat();
                let (raw, on_grid) = (points(&case), points(&other));
                // Half a unit of the grid twice, and finer roundings.
                assert!(raw.iter().zip(&on_grid).all(|(x, y)| (x - y).abs() <= 1.5 * unit), "{} {arithmetic}", case.id);
                assert!(on_grid.iter().all(|x| x % unit == 0.0), "{} {arithmetic}", other.id);
                wide += usize::from(raw.iter().any(|x| x % (unit / 16.0) != 0.0));
            }
            assert_eq!(wide, count as usize, "{} {arithmetic}", raw.name());
        }
    }
}
