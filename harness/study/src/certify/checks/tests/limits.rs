use super::*;

#[test]
fn a_face_is_nearest_but_for_the_slack_that_is_stated_and_no_more() {
    // Along (1, t, 0) the point (1, t − s, 0) is lower than (1, t, 0) by t s, where the size is one.
    let face = |share: f64, of_roster: bool| {
        let t = 2.0_f64.powi(-28);
        let pair = posed(Arithmetic::F64, &[[1.0, t, 0.0], [1.0, t - share * 2.0_f64.powi(-29), 0.0]], &[[0.0; 3]]);
        let mut answers = honest(&pair);
        assert_eq!((faults(&counted(&pair, answers.clone())), counted(&pair, answers.clone()).within_slack), (NOTHING, 0));
        let answer = to_distance(&mut answers, of_roster);
        answer.simplex = vec![Pair { a: 0, b: 0 }];
        *values(answer) = Values {
            distance: Some(1.0),
            witnesses: Some([[1.0, t, 0.0], [0.0; 3]]),
            weights: vec![1.0, 0.0, 0.0],
            ..Values::none()
        };
        let found = counted(&pair, answers);
        (faults(&found), found.within_slack)
    };
    // 3/4 of 2⁻⁵⁷, and 3/2 of it. The face of the package is counted.
    assert_eq!([face(0.75, false), face(0.75, true)], [(NOTHING, 1), (NOTHING, 0)]);
    assert_eq!([face(1.5, false), face(1.5, true)], [(UNPROVEN, 1), (UNPROVEN, 0)]);
}

#[test]
fn an_infinity_is_the_length_that_rounds_to_one_and_no_other() {
    for (arithmetic, greatest, half) in
        [(Arithmetic::F32, f64::from(f32::MAX), 2.0_f64.powi(103)), (Arithmetic::F64, f64::MAX, 2.0_f64.powi(970))]
    {
        // Beyond the greatest number by half a unit in its last place, and by a quarter.
        let [tie, below] = [half, half / 2.0].map(|more| posed(arithmetic, &[[greatest, 0.0, 0.0]], &[[-more, 0.0, 0.0]]));
        for (pair, x, expected) in [
            (&tie, f64::INFINITY, NOTHING),
            (&tie, greatest, NOTHING),
            (&tie, f64::NEG_INFINITY, BEYOND),
            (&below, f64::INFINITY, BEYOND),
            (&below, greatest, NOTHING),
        ] {
            let distance = move |answer: &mut Answered| values(answer).distance = Some(x);
            assert_found_out(pair, to_distance, vec![lie("a distance at the end of the range", distance, expected)]);
        }
        // Cubes around each other: the depth is the sum of half of their edges.
        let cube = |half: f64| corners([-half; 3], [half; 3]);
        let [tie, below] = [half, half / 2.0].map(|more| posed(arithmetic, &cube(greatest), &cube(more)));
        for (pair, x, expected) in [
            (&tie, f64::INFINITY, NOTHING),
            (&tie, greatest, NOTHING),
            (&tie, f64::NEG_INFINITY, BEYOND),
            (&below, f64::INFINITY, BEYOND),
            (&below, greatest, NOTHING),
        ] {
            let depth = move |answer: &mut Answered| values(answer).depth = Some(x);
            assert_found_out(pair, to_depth, vec![lie("a depth at the end of the range", depth, expected)]);
        }
    }
}

#[test]
fn counts_are_of_the_case_and_the_question() {
    for (posed, [apart, touching, overlapping]) in
        [(apart(Arithmetic::F64), [1, 0, 0]), (touching(Arithmetic::F64), [0, 1, 0]), (overlapping(Arithmetic::F64), [0, 0, 1])]
    {
        for by_integers in [false, true] {
            let mut answers = honest(&posed);
            let asked = answers.package.of_distance.as_mut().expect("it was asked");
            (asked.distance_by_integers, asked.verdict_by_integers) = (by_integers, !by_integers);
            answers.package.of_depth.as_mut().expect("it was asked").1 = by_integers;
            let found = counted(&posed, answers);
            assert_eq!((found.cases, found.apart, found.touching, found.overlapping), (1, apart, touching, overlapping));
            let counts = [found.distances_by_integers, found.verdicts_by_integers, found.depths_by_integers];
            // Bodies that are apart have no depth.
            assert_eq!(counts, [u64::from(by_integers), u64::from(!by_integers), u64::from(by_integers && apart == 0)]);
            assert_eq!(found.thresholds, if apart == 1 { 3 } else { 2 });
        }
    }
    // The greatest error may come from a distance or from a depth.
    for (posed, target, x) in
        [(apart(Arithmetic::F64), to_distance as Target, 5.0), (overlapping(Arithmetic::F64), to_depth, 0.5)]
    {
        for of_roster in [false, true] {
            let mut answers = honest(&posed);
            assert_eq!(counted(&posed, answers.clone()).greatest_error, 0.0);
            let numbers = values(target(&mut answers, of_roster));
            let length = if x == 5.0 { &mut numbers.distance } else { &mut numbers.depth };
            *length = Some(f64::next_up(x));
            assert_eq!(counted(&posed, answers).greatest_error, 1.0);
        }
    }
}

#[test]
fn the_errors_of_witness_points_are_the_greatest_of_both_answers() {
    let posed = apart(Arithmetic::F64);
    for of_roster in [false, true] {
        let mut answers = honest(&posed);
        let found = counted(&posed, answers.clone());
        assert_eq!((found.greatest_of_witnesses, found.greatest_of_nearest), (0.0, 0.0));
        // A point of the other edge of A, away by 2⁻⁴⁰ of that edge: within the promise.
        let (answer, share) = (to_distance(&mut answers, of_roster), 2.0_f64.powi(-40));
        answer.simplex.push(Pair { a: 1, b: 0 });
        *values(answer) = Values {
            weights: vec![1.0 - share, share, 0.0],
            witnesses: Some([[3.0 + 6.0 * share, 4.0, 0.0], [0.0; 3]]),
            ..values(answer).clone()
        };
        let found = counted(&posed, answers);
        assert_eq!(faults(&found), UNPROVEN, "the face is not the nearest one: {found:?}");
        // The point moves along x by 6 share, 3/5 of it outwards. L is 9: the greatest coordinate is 9, the edge is 6 long.
        let units = 3.6 * share / 9.0 / (f64::EPSILON / 2.0);
        assert!((found.greatest_of_witnesses / units - 1.0).abs() < 1e-3, "{found:?} {units}");
    }
}

#[test]
fn threshold_tests_agree_with_exact_squares() {
    // At a distance of one exactly, and at the square root of two.
    for far in [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0]] {
        let truth = HullTruth::of_points(3, &[far], &[[0.0; 3]]);
        let distance = truth.core_distance.to_f64();
        for most in [0.0, f64::from_bits(1), distance.next_down(), distance, distance.next_up(), 2.0, f64::MAX] {
            let exact = RBig::try_from(most).is_ok_and(|most| truth.core_distance_squared() <= &most * &most);
            assert_eq!(are_within(&truth, &OnceCell::new(), most), exact, "{far:?} {most:e}");
        }
    }
    let truth = HullTruth::of_points(3, &[[1.0, 0.0, 0.0]], &[[1.0, 0.0, 0.0]]);
    assert!([0.0, f64::from_bits(1)].iter().all(|most| are_within(&truth, &OnceCell::new(), *most)));
}
