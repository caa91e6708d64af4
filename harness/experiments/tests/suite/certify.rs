//! The variants that prove their answers, on the first cases of the stated mixture.

use gjk_cases::case::Arithmetic;
use gjk_experiments::certify::{Mixture, Tallies, run};
use gjk_solvers::Roster;

const CASES: u64 = 4000;

/// Of every `of`th case from `first` on.
fn tallies(arithmetic: Arithmetic, first: u64, of: u64) -> Tallies {
    let count = (CASES - first).div_ceil(of);
    run(&Roster::builtin(), &Mixture::new(1, Vec::new()), arithmetic, count, |position| first + of * position, || {})
}

#[test]
fn no_answer_is_wrong_unproven_or_beyond_a_unit() {
    for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
        let found = tallies(arithmetic, 0, 1);
        assert!(found.faults.is_empty(), "{:?}", found.faults);
        let sum = found.sum();
        assert_eq!(sum.faults(), 0);
        assert_eq!(sum.cases + sum.passed_over, CASES);
        // The mixture reaches every stage, contact and the slack.
        assert!(sum.apart > 1000 && sum.touching > 100, "{sum:?}");
        assert!(sum.distances_by_integers > 500 && sum.verdicts_by_integers > 500 && sum.distances_by_integers < sum.cases / 2);
        assert!(sum.within_slack > 0 && sum.greatest_error > 0.4, "{sum:?}");
        for source in ["corpus", "neighbours", "scaled", "bits", "generic", "needle-2d"] {
            assert!(found.iter().any(|tally| tally.source == source && tally.cases > 0), "{source}");
        }
    }
}

#[test]
fn the_tallies_of_shards_add_up_to_those_of_one_run() {
    let whole = tallies(Arithmetic::F64, 0, 1);
    let mut sum = Tallies::default();
    for shard in 0..3 {
        tallies(Arithmetic::F64, shard, 3).iter().for_each(|tally| sum.add(tally));
    }
    assert!(whole.iter().eq(sum.iter()));
}

#[test]
fn an_answer_that_is_not_the_package_s_is_found_out() {
    use gjk_variants::{About, Ericson, Gjk, Plane, Promise, Solid};
    // Ericson's subalgorithm under the other's name: it proves nothing, and its distances are off by more than a unit.
    let about = About { name: "certified", title: "", citation: "", promise: Promise::Distance };
    let mut roster = Roster::builtin();
    roster.add_in::<Plane<f64>>(Gjk::new(Ericson).called(about));
    roster.add_in::<Solid<f64>>(Gjk::new(Ericson).called(about));
    let found = run(&roster, &Mixture::new(1, Vec::new()), Arithmetic::F64, CASES, |position| position, || {}).sum();
    assert!(found.wrong > 0 && found.unproven > 0 && found.beyond_unit > 0, "{found:?}");
}
