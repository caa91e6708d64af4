//! The variants that prove their answers, on the first cases of the stated mixture.

use gjk_cases::case::Arithmetic;
use gjk_records::{CertifyTally, Line};
use gjk_solvers::Roster;
use gjk_study::certify::{Mixture, tallies};

const CASES: u64 = 4000;

fn of(roster: &Roster, arithmetic: Arithmetic, cases: std::ops::Range<u64>) -> Vec<CertifyTally> {
    tallies(roster, &Mixture::new(1, Vec::new()), arithmetic, cases)
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
        // Of bodies apart at three lengths, of those that meet at zero and the next number.
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
