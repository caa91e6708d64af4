//! False answers of every kind, and evidence that proves something else: a false answer is never ruled right, and evidence that
//! does not prove the verdict is never certified.

use dashu_int::IBig;
use dashu_ratio::RBig;
use gjk_cases::case::Point;
use gjk_records::Ruling;
use gjk_truth::answer::{Says, Values};
use gjk_truth::judge::Judgement;

use crate::answers::{ROUNDED, cube_and_segment, exact, of_axis, of_distance, of_lengths, rational, rounded};

/// The judgements of these witness points, with the right distance, in every arithmetic; lengths in units of D.
fn of_witnesses(witnesses: [Point; 2]) -> Vec<(Ruling, f64, f64)> {
    let case = cube_and_segment(2.0);
    let in_rationals = of_lengths(RBig::ONE, witnesses.map(|p| p.map(rational)));
    let mut found = vec![(exact(&case, Says::Apart, &[], in_rationals), 1.0)];
    for arithmetic in ROUNDED {
        found.push((rounded(&case, arithmetic, Says::Apart, &[], of_lengths(1.0, witnesses)), arithmetic.unit()));
    }
    let sizes = |(found, unit): (Judgement, f64)| {
        (found.ruling, found.error.expect("an error") * unit, found.infeasibility.expect("witness points") * unit)
    };
    found.into_iter().map(sizes).collect()
}

#[test]
fn witness_points_off_a_body_are_off_though_their_distance_is_right() {
    for (witnesses, off) in [
        // Each point is on the other body.
        ([[0.0, 0.0, 2.0], [0.0, 0.0, 1.0]], 1.0),
        // A's point is off its body, B's is on its own; and the reverse.
        ([[0.0, 0.0, 1.5], [0.0, 0.0, 2.5]], 0.5),
        ([[0.5, 0.0, 1.0], [0.5, 0.0, 2.0]], 0.5),
        // Both points are off; the farther one counts.
        ([[3.0, 0.0, 1.0], [3.0, 0.0, 2.0]], 3.0),
        ([[0.0, -0.5, 5.0], [0.0, -0.5, 6.0]], 4.0),
        ([[0.0, 0.0, -9.0], [0.0, 0.0, -8.0]], 10.0),
    ] {
        for (ruling, error, infeasibility) in of_witnesses(witnesses) {
            assert_eq!((ruling, error), (Ruling::Off, 0.0), "{witnesses:?}");
            assert!((infeasibility - off / 4.0).abs() < 1e-15, "{witnesses:?}: {infeasibility}");
        }
    }
}

#[test]
fn witness_points_at_another_distance_are_off_though_both_are_on_their_bodies() {
    for (witnesses, distance) in [
        ([[0.0, 0.0, 1.0], [0.0, 0.0, 3.0]], 2.0),
        ([[0.0, 0.0, 0.0], [0.0, 0.0, 2.0]], 2.0),
        ([[1.0, 0.0, 1.0], [0.0, 0.0, 2.0]], f64::sqrt(2.0)),
    ] {
        for (ruling, error, infeasibility) in of_witnesses(witnesses) {
            assert_eq!((ruling, infeasibility), (Ruling::Off, 0.0), "{witnesses:?}");
            assert!((error - (distance - 1.0) / 4.0).abs() < 1e-15, "{witnesses:?}: {error}");
        }
    }
}

#[test]
fn the_greater_error_counts_whichever_length_has_it() {
    let case = cube_and_segment(2.0);
    let (right, wrong) = ([[0.0, 0.0, 1.0], [0.0, 0.0, 2.0]], [[0.0, 0.0, 1.0], [0.0, 0.0, 2.5]]);
    for (distance, witnesses) in [(1.5, right), (1.0, wrong), (1.25, wrong), (1.5, wrong), (0.5, right)] {
        let numbers = of_lengths(rational(distance * distance), witnesses.map(|p| p.map(rational)));
        assert_eq!(exact(&case, Says::Apart, &[], numbers).error, Some(0.125), "{distance}");
        for arithmetic in ROUNDED {
            let found = rounded(&case, arithmetic, Says::Apart, &[], of_lengths(distance, witnesses));
            assert_eq!(found.error, Some(0.125 / arithmetic.unit()), "{distance}");
        }
    }
}

#[test]
fn an_exact_error_is_off_beyond_half_the_digits_of_a_double() {
    let case = cube_and_segment(2.0);
    let half = RBig::from(4) / RBig::from(1 << 26);
    let tiny = RBig::ONE / RBig::from(IBig::ONE << 90);
    for (error, expected) in
        [(&half - &tiny, Ruling::Inaccurate), (half.clone(), Ruling::Inaccurate), (&half + &tiny, Ruling::Off)]
    {
        for distance in [RBig::ONE + &error, RBig::ONE - &error] {
            assert_eq!(exact(&case, Says::Apart, &[], of_distance(&distance * &distance)).ruling, expected, "{error}");
        }
    }
}

/// An `apart` in rationals with the right distance and these witness points, and weights for a simplex.
fn with_weights(witnesses: [Point; 2], simplex: &[[usize; 2]], weights: &[f64]) -> Judgement {
    let weights = weights.iter().copied().map(rational).collect();
    let numbers = Values { weights, ..of_lengths(RBig::ONE, witnesses.map(|p| p.map(rational))) };
    exact(&cube_and_segment(2.0), Says::Apart, simplex, numbers)
}

#[test]
fn exact_weights_prove_the_points_that_they_combine_to_and_no_others() {
    // Corners 4, 5, 6 and 7 are the corners of the face z = 1.
    let (foot, above) = ([0.0, 0.0, 1.0], [0.0, 0.0, 2.0]);
    for (truth, simplex, weights) in [
        ("two opposite corners", &[[4, 0], [7, 0]][..], &[0.5, 0.5][..]),
        ("all four", &[[4, 0], [5, 0], [6, 0], [7, 0]], &[0.375, 0.125, 0.125, 0.375]),
        ("a weight of zero", &[[4, 0], [0, 1], [7, 0]], &[0.5, 0.0, 0.5]),
        ("a vertex named twice", &[[4, 0], [4, 0], [7, 0]], &[0.25, 0.25, 0.5]),
    ] {
        let right = with_weights([foot, above], simplex, weights);
        assert_eq!((right.ruling, right.infeasibility), (Ruling::Right, Some(0.0)), "{truth}");
    }
    for (lie, witnesses, simplex, weights, off) in [
        ("a negative weight", [[2.0, 2.0, 1.0], [2.0, 2.0, 2.0]], [[4, 0], [7, 0]], [-0.5, 1.5], f64::sqrt(8.0)),
        ("weights that sum to two", [[0.0, 0.0, 2.0], [0.0, 0.0, 3.0]], [[4, 0], [7, 0]], [1.0, 1.0], 1.0),
        ("weights that sum to a half", [[0.0, 0.0, 0.5], [0.0, 0.0, 1.5]], [[4, 0], [7, 0]], [0.25, 0.25], 0.5),
        ("weights of another point", [[0.0, 0.0, 1.5], [0.0, 0.0, 2.5]], [[4, 0], [7, 0]], [0.5, 0.5], 0.5),
        ("a vertex that there is not", [[0.0, 0.0, 1.5], [0.0, 0.0, 2.5]], [[4, 0], [8, 2]], [0.5, 0.5], 0.5),
    ] {
        let found = with_weights(witnesses, &simplex, &weights);
        assert_eq!((found.ruling, found.error), (Ruling::Off, Some(0.0)), "{lie}");
        let infeasibility = found.infeasibility.expect("witness points");
        assert!((infeasibility - off / 4.0).abs() < 1e-15, "{lie}: {infeasibility}");
    }
    // The points are in the bodies, though the weights do not show it.
    for (simplex, weights) in [(&[[4, 0], [6, 0]][..], &[0.5, 0.5][..]), (&[[4, 0], [7, 0]], &[]), (&[], &[])] {
        let unproven = with_weights([foot, above], simplex, weights);
        assert_eq!((unproven.ruling, unproven.infeasibility), (Ruling::Right, Some(0.0)), "{simplex:?} {weights:?}");
    }
}

#[test]
fn an_exact_axis_is_taken_as_it_is() {
    let case = cube_and_segment(2.0);
    let ratio = |(p, q): (i32, i32)| RBig::from(p) / RBig::from(q);
    // Along (x, y, −1) the bodies are apart where |x| + |y| < 1.
    for (x, y, separates) in [
        ((1, 2), (1, 3), true),
        ((-2, 3), (1, 4), true),
        ((1, 2), (1, 2), false),
        ((2, 3), (1, 3), false),
        ((1, 3), (-2, 3), false),
        ((3, 4), (2, 7), false),
        ((0, 1), (-6, 7), true),
    ] {
        let axis = of_axis([ratio(x), ratio(y), ratio((-1, 1))]);
        assert_eq!(exact(&case, Says::Apart, &[], axis).certified, Some(separates), "{x:?} {y:?}");
    }
}

#[test]
fn an_axis_that_separates_by_a_rounding_does_so_at_any_length() {
    let case = cube_and_segment(2.0);
    let ulp = f64::EPSILON / 4.0;
    for arithmetic in ROUNDED {
        for (y, separates) in [(0.5 - ulp, true), (0.5, false), (0.5 + 2.0 * ulp, false), (0.25, true), (0.75, false)] {
            for length in [1.0, f64::MIN_POSITIVE * 4.0, 2.0_f64.powi(1023), 3.0] {
                let axis = of_axis([0.5, y, -1.0].map(|x| x * length));
                let found = rounded(&case, arithmetic, Says::Apart, &[], axis);
                assert_eq!(found.certified, Some(separates), "{y} {length:e}");
            }
        }
    }
}

#[test]
fn evidence_of_the_other_verdict_proves_nothing() {
    let (far, near) = (cube_and_segment(2.0), cube_and_segment(0.5));
    let axis = Some([0.0, 0.0, -1.0]);
    let witnesses = Some([[0.0, 0.0, 1.0], [0.0, 0.0, 2.0]]);
    let around: [[usize; 2]; 4] = [[0, 0], [3, 0], [4, 0], [7, 0]];
    for arithmetic in ROUNDED {
        // The bodies are apart, as the axis shows; it does not show that they meet.
        let found = rounded(&far, arithmetic, Says::Intersecting, &[], Values { axis, witnesses, ..Values::none() });
        assert_eq!((found.ruling, found.certified), (Ruling::Wrong, Some(false)));
        assert_eq!((found.axis_overlap, found.witness_error), (None, None));
        let found = rounded(&near, arithmetic, Says::Apart, &around, Values::none());
        assert_eq!((found.ruling, found.certified), (Ruling::Wrong, Some(false)));
        let found = rounded(&near, arithmetic, Says::Intersecting, &around, Values { axis, ..Values::none() });
        assert_eq!((found.ruling, found.certified), (Ruling::Right, Some(true)));
    }
    // A simplex that does not hold the origin, one with vertices that do not exist, and one that names a vertex four times.
    for simplex in [&[[0, 0], [1, 0], [2, 0], [3, 0]][..], &[[8, 0], [0, 2], [9, 9]], &[[4, 0]; 4], &[]] {
        for (arithmetic, case) in ROUNDED.iter().flat_map(|arithmetic| [(*arithmetic, &near), (*arithmetic, &far)]) {
            let found = rounded(case, arithmetic, Says::Intersecting, simplex, Values::none());
            assert_eq!(found.certified, Some(false), "{simplex:?}");
        }
    }
}

#[test]
fn weights_in_doubles_bound_a_witness_point_that_is_within_the_tolerance() {
    let case = cube_and_segment(2.0);
    for arithmetic in ROUNDED {
        let unit = 4.0 * arithmetic.unit();
        let with = |x: f64, weights: &[f64]| {
            let numbers = Values { weights: weights.to_vec(), ..of_lengths(1.0, [[x, 0.0, 1.0], [x, 0.0, 2.0]]) };
            let found = rounded(&case, arithmetic, Says::Apart, &[[4, 0], [7, 0]], numbers);
            (found.ruling, found.infeasibility)
        };
        // The points are off B, and off the combination on A, by the same distance.
        assert_eq!(with(3.0 * unit, &[0.5, 0.5]), (Ruling::Right, Some(3.0)));
        assert_eq!(with(3.0 * unit, &[2.0, 2.0]), (Ruling::Right, Some(3.0)), "the weights need not sum to one");
        assert_eq!(with(5.0 * unit, &[0.5, 0.5]), (Ruling::Inaccurate, Some(5.0)));
        // Weights that are all zero have no combination.
        assert_eq!(with(0.0, &[0.0, 0.0]), (Ruling::Right, Some(0.0)));
        // Twice a corner minus another one is (3, 3, 1), and minus a corner is not in the cube at all.
        for (at, weights) in [([3.0, 3.0, 1.0], [-1.0, 2.0]), ([1.0, 1.0, 3.0], [-1.0, -1.0])] {
            let numbers = Values { weights: weights.to_vec(), ..of_lengths(1.0, [at, [at[0], at[1], at[2] + 1.0]]) };
            assert_eq!(rounded(&case, arithmetic, Says::Apart, &[[4, 0], [7, 0]], numbers).ruling, Ruling::Off, "{weights:?}");
        }
        // A's point is in the cube, two units from the combination of its weights: the bound is reported.
        let numbers =
            Values { witnesses: Some([[0.0, 2.0 * unit, 1.0], [0.0, 0.0, 2.0]]), weights: vec![0.5, 0.5], ..Values::none() };
        let found = rounded(&case, arithmetic, Says::Apart, &[[4, 0], [7, 0]], numbers);
        assert_eq!((found.ruling, found.infeasibility), (Ruling::Right, Some(2.0)));
    }
}
