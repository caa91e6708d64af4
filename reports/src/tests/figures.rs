//! The plotted numbers of figures, compared with numbers by hand.

use super::leagues::{ALL_RIGHT, study};
use super::{invented, of_sheets, points, small};
fn number(text: &str) -> f64 {
    text.parse().unwrap()
}

#[test]
fn a_bin_without_a_failure_is_on_zero_and_a_mean_without_one_at_its_bound() {
    let study = invented();
    let (mut zeros, mut others) = (0, 0);
    for point in points(&study, "failure-knob") {
        let [failures, rate, drawn] = [5, 6, 9].map(|column| number(&point[column]));
        // A bound would be higher for a bin with fewer cases, and look like a rate.
        assert_eq!((drawn, rate == 0.0), (rate, failures == 0.0), "{point:?}");
        *(if failures > 0.0 { &mut others } else { &mut zeros }) += 1;
    }
    assert!(zeros > 0 && others > 0, "{zeros} {others}");
    zeros = 0;
    for point in points(&study, "frontier") {
        let [rate, high, drawn] = [5, 7, 11].map(|column| number(&point[column]));
        assert_eq!(drawn, if rate > 0.0 { rate } else { high }, "{point:?}");
        zeros += usize::from(rate == 0.0);
    }
    assert!(zeros > 0);
}

#[test]
fn a_profile_is_that_of_three_queries_by_hand() {
    // `near` takes 300, 500 and 10 ns and is right; `sign` takes 100 and 250 ns, and 10 ns for a wrong verdict.
    let drawn = points(&small(), "profile");
    let share = |variant: &str, factor: &str| {
        let mine = |point: &&Vec<String>| point[..3] == ["verdicts", "f64", variant] && point[5] == factor;
        number(&drawn.iter().find(mine).unwrap()[6])
    };
    for (variant, factor, queries) in [
        ("near", "1", 1.0),
        ("near", "2", 2.0),
        ("near", "3", 3.0),
        ("near", "inf", 3.0),
        ("sign", "1", 2.0),
        ("sign", "10", 2.0),
        ("sign", "inf", 2.0),
    ] {
        assert!((share(variant, factor) - queries / 3.0).abs() < 1e-12, "{variant} {factor}: {}", share(variant, factor));
    }
    // Only `near` is asked for distances, so it is the fastest.
    let distances: Vec<&Vec<String>> = drawn.iter().filter(|point| point[0] == "distances").collect();
    assert!(distances.iter().all(|point| point[2] == "near" && point[4] == "3" && point[6] == "1"), "{distances:?}");
}

/// Three families of 20 cases.
///
/// The first has a missed case, a case without an answer and an off case, the second has a missed case, and the third has no
/// failure.
fn study_of_three() -> crate::Study {
    study(&[("any", ["mgo.................", "m...................", ALL_RIGHT])])
}

#[test]
fn the_parts_of_a_ruling_are_counted_for_the_question_that_is_asked() {
    let drawn = points(&study_of_three(), "rulings");
    let of = |question: &str, part: &str| {
        let mine = |point: &&Vec<String>| point[1] == "any" && point[4] == question && point[5] == part;
        60.0 * number(&drawn.iter().find(mine).unwrap_or_else(|| panic!("{question} {part}: {drawn:?}"))[6])
    };
    for (question, part, cases) in [
        ("verdict", "missed", 2.0),
        ("verdict", "phantom", 0.0),
        ("verdict", "no answer", 1.0),
        ("distance", "wrong verdict", 2.0),
        ("distance", "off", 1.0),
        ("distance", "no answer", 1.0),
        ("distance", "inaccurate", 0.0),
    ] {
        assert!((of(question, part) - cases).abs() < 1e-9, "{question} {part}: {}", of(question, part));
    }
}

#[test]
fn pairs_are_compared_over_the_families_of_their_kind() {
    let drawn = points(&small(), "pairwise");
    // The median of two ratios is √(100 / 300 · 250 / 500); there is one row per pair.
    assert_eq!(drawn.len(), 1);
    assert_eq!(drawn[0][..6], ["f64", "hulls in space", "sign", "near", "1", "2"]);
    assert!((number(&drawn[0][6]) - (1.0_f64 / 6.0).sqrt()).abs() < 1e-12, "{drawn:?}");
    // In an invented study the plane is compared separately.
    let drawn = points(&invented(), "pairwise");
    let most =
        |bodies: &str| drawn.iter().filter(|point| point[1] == bodies).map(|point| number(&point[4])).fold(0.0, f64::max);
    assert_eq!([most("hulls in space"), most("hulls in the plane")], [20.0, 6.0]);
}

#[test]
fn faults_have_the_weights_of_families() {
    // `sign` fails both cases of one family and none of the other, by rounding.
    let drawn = points(&small(), "faults");
    let mine = drawn.iter().find(|point| point[..3] == ["f64", "sign", "rounding"]).unwrap();
    assert_eq!(mine[3..], ["2", "0.5", "2"]);
    assert!(drawn.iter().all(|point| point[0] != "exact"));
}

#[test]
fn the_bound_of_a_heatmap_is_that_of_the_cases_that_were_judged() {
    // A study asks for a number of cases; in exact arithmetic, or after an interruption, it has fewer.
    let mut study = study(&[("any", ["....................", "...", ""])]);
    study.facts.cases_per_family = 1000;
    let foot = of_sheets(&study, "heatmap", |sheet| vec![sheet.foot]).concat();
    // 1 − 0.05^(1/20) = 13.911 %, rounded up.
    assert!(foot.contains("With 0 failures in 20 cases, the rate is below 13.92 %"), "{foot}");
}
