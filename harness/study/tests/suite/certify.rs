//! The variants that prove their answers, on the first cases of the stated mixture.

use gjk_cases::case::Arithmetic;
use gjk_records::{CertifyTally, Line, Question};
use gjk_solvers::Roster;
use gjk_study::certify::{Mixture, tallies};

const CASES: u64 = 4000;

fn of(roster: &Roster, arithmetic: Arithmetic, cases: std::ops::Range<u64>) -> Vec<CertifyTally> {
    tallies(roster, &Mixture::new(1, Vec::new()), arithmetic, cases, None)
}

#[test]
fn one_question_alone_has_the_counts_that_it_has_next_to_the_other() {
    let (roster, mixture) = (Roster::builtin(), Mixture::new(1, Vec::new()));
    let asked = |question| {
        let found = tallies(&roster, &mixture, Arithmetic::F64, 0..800, question);
        assert!(found.iter().all(|tally| tally.question == question));
        CertifyTally::sum(&found)
    };
    let [both, distance, depth] = [None, Some(Question::Distance), Some(Question::Depth)].map(asked);
    assert!(both.apart > 200 && both.overlapping > 200 && both.touching > 20 && both.passed_over > 0, "{both:?}");
    assert!(both.depths_by_integers > 0 && both.distances_by_integers > 0, "{both:?}");
    assert_eq!(both.greatest_error, distance.greatest_error.max(depth.greatest_error));
    let of_distance =
        CertifyTally { overlapping: 0, depths_by_integers: 0, greatest_error: distance.greatest_error, ..both.clone() };
    assert_eq!(distance, of_distance);
    let of_depth = CertifyTally {
        source: both.source.clone(),
        cases: both.cases - both.apart,
        passed_over: both.passed_over + both.apart,
        touching: both.touching,
        overlapping: both.overlapping,
        depths_by_integers: both.depths_by_integers,
        greatest_error: depth.greatest_error,
        ..CertifyTally::default()
    };
    assert_eq!(depth, of_depth);
}

#[test]
fn no_cast_is_missed_late_or_early_by_more_than_a_unit() {
    let (roster, mixture) = (Roster::builtin(), Mixture::of_casts(1, Vec::new()));
    for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
        let found = tallies(&roster, &mixture, arithmetic, 0..2000, Some(Question::Cast));
        let sum = CertifyTally::sum(&found);
        assert_eq!((sum.count_of_faults(), &sum.faults[..]), (0, &[][..]));
        assert_eq!(sum.cases + sum.passed_over, 2000);
        assert!(sum.hits > 500 && sum.touching > 50 && sum.overlapping > 50, "{sum:?}");
        assert!(sum.hits < sum.cases && sum.casts_by_integers < sum.cases && sum.greatest_error > 0.9, "{sum:?}");
        for source in ["corpus", "neighbours", "scaled", "two-sizes", "bits", "cast-sliding", "cast-floor"] {
            assert!(found.iter().any(|tally| tally.source == source && tally.hits > 0), "{source}");
        }
    }
}

#[test]
fn no_answer_is_wrong_unproven_or_beyond_a_unit() {
    for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
        let found = of(&Roster::builtin(), arithmetic, 0..CASES);
        let sum = CertifyTally::sum(&found);
        assert_eq!((sum.count_of_faults(), &sum.faults[..]), (0, &[][..]));
        assert_eq!(sum.cases + sum.passed_over, CASES);
        // The mixture reaches every stage, contact and the slack.
        assert!(sum.apart > 1000 && sum.touching > 100, "{sum:?}");
        assert!(sum.distances_by_integers > 500 && sum.verdicts_by_integers > 500 && sum.distances_by_integers < sum.cases / 2);
        // Bodies that are apart are asked about at three lengths, bodies that meet at zero and the next number.
        assert!(sum.thresholds > 2 * sum.cases && sum.thresholds <= 3 * sum.cases, "{sum:?}");
        assert!(sum.within_slack > 0 && sum.greatest_error > 0.4, "{sum:?}");
        for source in ["corpus", "neighbours", "scaled", "two-sizes", "bits", "generic", "needle-2d"] {
            assert!(found.iter().any(|tally| tally.source == source && tally.cases > 0), "{source}");
        }
    }
}

#[test]
fn the_tallies_of_units_add_up_to_those_of_one_run() {
    let roster = Roster::builtin();
    let whole = of(&roster, Arithmetic::F64, 0..CASES);
    let mut sum = Vec::new();
    for range in [0..1234, 1234..1235, 1235..CASES] {
        CertifyTally::gather(&mut sum, of(&roster, Arithmetic::F64, range));
    }
    assert_eq!(whole, sum);
}

#[test]
fn an_answer_that_is_not_the_package_s_is_found_out() {
    use gjk_variants::{About, Ericson, Gjk, Plane, Promise, Solid};
    // Ericson's subalgorithm under the other's name: it proves nothing, and its distances are off by more than a unit.
    let about = About { name: "certified", title: "", citation: "", promise: Promise::Distance };
    let mut roster = Roster::builtin();
    roster.add_in::<Plane<f64>>(Gjk::new(Ericson).called(about));
    roster.add_in::<Solid<f64>>(Gjk::new(Ericson).called(about));
    let found = CertifyTally::sum(&of(&roster, Arithmetic::F64, 0..CASES));
    assert!(found.wrong > 0 && found.unproven > 0 && found.beyond_unit > 0, "{found:?}");
    // The first few are described, with their cases.
    assert_eq!(found.faults.len(), 10);
    assert!(found.faults.iter().all(|fault| fault.contains(" in f64 on {\"id\":")), "{:?}", found.faults);
}

#[test]
fn a_depth_that_is_not_the_package_s_is_found_out_only_where_it_is_asked_for() {
    use gjk_variants::{About, Ericson, Gjk, Promise, Solid};
    let about = About { name: "certified-depth", title: "", citation: "", promise: Promise::Distance };
    let mut roster = Roster::builtin();
    roster.add_in::<Solid<f64>>(Gjk::new(Ericson).called(about));
    let mixture = Mixture::new(1, Vec::new());
    let faults = |question| CertifyTally::sum(&tallies(&roster, &mixture, Arithmetic::F64, 0..400, question)).count_of_faults();
    assert_eq!(faults(Some(Question::Distance)), 0);
    assert!(faults(Some(Question::Depth)) > 0 && faults(None) > 0);
}
