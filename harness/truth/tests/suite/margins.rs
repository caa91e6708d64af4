//! The margin of a false `apart` if the penetration depth is found by a search that may end early.

use gjk_cases::case::{Case, Point};
use gjk_records::Ruling;
use gjk_truth::answer::{Says, Values};
use gjk_truth::judge::judge;
use gjk_truth::truth::Truth;

use crate::answers::{ROUNDED, exact, in_floats, rounded};

#[test]
fn a_margin_is_good_to_a_millionth_where_the_search_for_the_depth_ends_early() {
    // A ball of many faces, and a point away from its middle: the search passes through far wider brackets.
    let ball: Vec<Point> = (0..120)
        .map(|i| {
            let (z, turn) = ((f64::from(i) + 0.5) / 60.0 - 1.0, f64::from(i) * 2.4);
            let ring = (1.0 - z * z).sqrt();
            [ring * turn.cos(), ring * turn.sin(), z].map(|x| (x * 1024.0).round())
        })
        .collect();
    // Points deep inside and just inside, and a pair as small as its units.
    for (at, unit) in [
        ([64.0, 100.0, -32.0], 1.0),
        ([740.0, 540.0, -320.0], 1.0),
        ([0.0, -930.0, 310.0], 1.0),
        ([64.0, 100.0, -32.0], 2.0_f64.powi(-30)),
    ] {
        let small = |p: &Point| p.map(|x| x * unit);
        let pair = Case::of_points("case", 3, ball.iter().map(small).collect(), vec![small(&at)]);
        let truth = Truth::of(&pair);
        let depth = truth.hulls().and_then(|hulls| hulls.core_depth()).expect("they overlap");
        let expected = depth.over(truth.size()).to_f64();
        for arithmetic in ROUNDED {
            let margin = rounded(&pair, arithmetic, Says::Apart, &[], Values::none()).margin.expect("a margin");
            assert!((margin * arithmetic.unit() - expected).abs() <= 1e-15 * expected, "{margin}");
        }
        let margin = exact(&pair, Says::Apart, &[], Values::none()).margin.expect("a margin");
        assert!((margin - expected).abs() <= 1e-15 * expected, "{margin}");
    }
}

#[test]
fn a_bracket_of_the_depth_around_the_tolerance_decides_nothing() {
    // A flat roof: the plane of its eaves is at one, its ridge a little higher, and the depth is that of the planes at the
    // ridge.
    let height = 1.0 + 2.0_f64.powi(-22);
    let body = [[8.0, 8.0, 1.0], [-8.0, 8.0, 1.0], [-8.0, -8.0, 1.0], [8.0, -8.0, 1.0], [0.0, 0.0, -8.0], [0.0, 0.0, height]];
    let pair = Case::of_points("case", 3, body.to_vec(), vec![[0.0; 3]]);
    let truth = Truth::of(&pair);
    let depth = truth.hulls().and_then(|hulls| hulls.core_depth()).expect("they overlap").to_f64();
    assert!(1.0 < depth && depth < height);
    for arithmetic in ROUNDED {
        let tolerance = |length: f64| length / (8.0 * arithmetic.unit());
        for (allowed, expected) in [
            (0.5 + 0.5 * depth, Ruling::Wrong),
            (depth.next_down(), Ruling::Wrong),
            (depth.next_up(), Ruling::Contact),
            (height, Ruling::Contact),
        ] {
            let answer = in_floats(Says::Apart, &[], Values::none());
            let found = judge(&pair, &truth, Some(&answer), arithmetic, tolerance(allowed));
            assert_eq!(found.ruling, expected, "{arithmetic}: {allowed}");
        }
    }
}
