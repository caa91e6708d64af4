//! Scans by coordinate compared with the scan one by one.

use nalgebra::SVector;
use proptest::prelude::*;

use crate::*;
use gjk_numbers::{Euclidean, Integer, Solid, Space};

/// Numbers that tie, cancel, overflow, vanish, or are NaN.
fn awkward() -> impl Strategy<Value = f64> {
    prop_oneof![
        8 => (-3..=3).prop_map(f64::from),
        8 => -1.0..1.0,
        2 => prop::sample::select(vec![0.0, -0.0, 1e-320, -1e-320, 1e308, -1e308, 1e200, 1e-200]),
        1 => prop::sample::select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY]),
    ]
}

/// Numbers among which most products tie.
fn small() -> impl Strategy<Value = f64> {
    (-1..=1).prop_map(f64::from)
}

fn points(number: impl Strategy<Value = f64> + 'static, len: usize) -> impl Strategy<Value = Vec<[f64; 3]>> {
    let number = number.boxed();
    prop::collection::vec([number.clone(), number.clone(), number], len)
}

/// One to a hundred and forty points of either kind, and a direction.
fn cloud() -> impl Strategy<Value = (Vec<[f64; 3]>, [f64; 3])> {
    let cloud = (1..=140_usize).prop_flat_map(|len| prop_oneof![points(awkward(), len), points(small(), len)]);
    let direction = prop_oneof![[awkward(), awkward(), awkward()], [small(), small(), small()]];
    (cloud, direction)
}

/// A hull and a direction in D-dimensional space over T. Conversion to f32 turns some numbers into infinities and zeros.
fn posed<T: Scalar, const D: usize>((points, direction): &(Vec<[f64; 3]>, [f64; 3])) -> (Hull<Euclidean<T, D>>, SVector<T, D>) {
    let vector = |x: &[f64; 3]| SVector::<T, D>::from_fn(|i, _| T::from_f64(x[i]));
    (Hull::new(points.iter().map(vector).collect()).unwrap(), vector(direction))
}

/// Whether every scan of this processor agrees with the scan one by one.
fn every_scan_agrees<T: Scalar, const D: usize>(case: &(Vec<[f64; 3]>, [f64; 3])) -> Result<(), TestCaseError> {
    let (hull, direction) = posed::<T, D>(case);
    let hull = hull.scanned_in(None).unwrap();
    let expected = hull.support(&direction, None).1;
    let all_beyond = |hull: &Hull<_>, least: &T| {
        let mut found = vec![];
        hull.each_beyond(&direction, least, |index| found.push(index));
        found
    };
    for instructions in Instructions::ALL.into_iter().filter(|instructions| instructions.available()) {
        let scanned = hull.clone().scanned_in(Some(instructions)).unwrap();
        prop_assert_eq!(scanned.support(&direction, None).1, expected, "{:?}", instructions);
        // The greatest product itself, and the product of another point.
        for point in [&hull.points()[expected], &hull.points()[hull.points().len() / 2]] {
            let least = Euclidean::<T, D>::dot(point, &direction);
            prop_assert_eq!(all_beyond(&scanned, &least), all_beyond(&hull, &least), "{:?}", instructions);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn scans_agree_with_one_by_one(case in cloud()) {
        every_scan_agrees::<f32, 2>(&case)?;
        every_scan_agrees::<f32, 3>(&case)?;
        every_scan_agrees::<f64, 2>(&case)?;
        every_scan_agrees::<f64, 3>(&case)?;
    }
}

#[test]
fn a_scan_finds_the_greatest_point_at_every_position() {
    // One point is the greatest, alone or repeated: each position is in some lane of some step.
    for len in 1..=150 {
        for place in 0..len {
            for second in [place, (place + 7) % len, (place + 16) % len] {
                let mut points = vec![[0.25, -0.5, 0.125]; len];
                points[place] = [1.0; 3];
                points[second] = [1.0; 3];
                let case = (points, [1.0; 3]);
                every_scan_agrees::<f32, 2>(&case).unwrap();
                every_scan_agrees::<f64, 3>(&case).unwrap();
            }
        }
    }
}

#[test]
fn a_search_finds_the_points_beyond_a_product_at_every_position() {
    // The words of one call hold 512 points.
    for len in [511, 512, 513, 700, 1024, 1100] {
        for step in [1, 7, 64, 100, 511] {
            let mut points = vec![[0.25, -0.5, 0.125]; len];
            points.iter_mut().step_by(step).for_each(|point| *point = [1.0; 3]);
            let case = (points, [1.0; 3]);
            every_scan_agrees::<f32, 2>(&case).unwrap();
            every_scan_agrees::<f32, 3>(&case).unwrap();
            every_scan_agrees::<f64, 3>(&case).unwrap();
        }
    }
}

#[test]
fn the_first_of_equals_wins_and_no_number_never_does() {
    let nan = f64::NAN;
    for (products, expected) in [
        (vec![1.0, 2.0, 2.0], 1),
        (vec![-0.0, 0.0], 0),
        (vec![nan, 1.0, 2.0], 0),
        (vec![1.0, nan, 1.0, 3.0, nan, 3.0], 3),
        (vec![f64::NEG_INFINITY; 40], 0),
        ((0..40).map(f64::from).chain([f64::INFINITY, nan, f64::INFINITY]).collect(), 40),
    ] {
        let case = (products.iter().map(|&x| [x, 0.0, 0.0]).collect(), [1.0, 0.0, 0.0]);
        let (hull, direction) = posed::<f64, 3>(&case);
        for instructions in Instructions::ALL.into_iter().filter(|instructions| instructions.available()) {
            let hull = hull.clone().scanned_in(Some(instructions)).unwrap();
            assert_eq!(hull.support(&direction, None).1, expected, "{instructions:?} {products:?}");
        }
    }
}

#[test]
fn exact_numbers_are_scanned_one_by_one() {
    type S = Solid<Integer>;
    let point = |x: i64| S::vector(|_| Integer::new(x));
    let hull = Hull::<S>::with_center(vec![point(1), point(3), point(3), point(2)], point(2)).unwrap();
    assert_eq!(hull.support(&point(1), None).1, 1);
    assert!(hull.scanned_in(Some(Instructions::Portable)).is_none());
}

#[test]
fn a_coordinate_that_is_not_finite_stays_in_the_extent_wherever_it_is() {
    for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for place in 0..3 {
            let mut points = vec![SVector::from([1.0, 2.0]); 3];
            points[place][0] = odd;
            let hull = Hull::<Euclidean<f64, 2>>::with_center(points, SVector::zeros()).expect("it has points");
            assert!(!hull.extent()[0].is_finite() && hull.extent()[1] == 2.0, "{odd} at {place}: {:?}", hull.extent());
        }
    }
}
