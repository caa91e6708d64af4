//! How many samples of the lattice decide a statement.
//!
//! A statement that is broken is decided by its first counterexample. So a search for it draws [`EXPECTED`] times the samples in
//! which one breaks it. A statement that nothing may break is asked as often as the rival that must be found out by the same
//! search: if it were as wrong as the rival, the search would see it. Both draw [`LEAST`] samples at least, so that
//! a rate has digits and zero breaks have a bound. No number of samples proves a statement: what zero breaks say is the bound
//! that the evidence prints.

use crate::check::Role;

/// The breaks that a search is expected to see. A search sees none in spite of it with the probability e⁻⁸, once in 3,000 seeds.
const EXPECTED: u64 = 8;

/// The least number of samples where a run is one of machine integers: zero breaks in as many runs leave less than 3 in a million at 95 %.
const LEAST: u64 = 1_000_000;

/// The same where a run is one of fractions, or looks at all subsimplices, and takes ten times as long: less than 1.5 in 100,000.
const LEAST_OF_FRACTIONS: u64 = 200_000;

/// The samples for a statement that is never broken and whose rival has none either, or for one that is broken often.
pub const MANY: u64 = to_find(1);

/// The samples for a statement on runs of fractions that is never broken, or is broken often.
pub const OF_FRACTIONS: u64 = LEAST_OF_FRACTIONS;

/// The samples for a statement that one in so many breaks, and for the repaired one beside it.
pub const fn to_find(once_in: u64) -> u64 {
    let samples = EXPECTED * once_in;
    if samples < LEAST { LEAST } else { samples }
}

/// The samples for a statement whose simplest counterexample is kept, and takes so many to be found: it is the simplest of all that
/// a search meets. What is not broken beside it is asked no more often for that.
pub const fn to_simplify(of: Role, samples: u64, otherwise: u64) -> u64 {
    match of {
        Role::Literal | Role::Needed => samples,
        _ => otherwise,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_breaks_is_expected_eight_times_and_what_does_not_has_a_bound() {
        assert_eq!([to_find(1), to_find(125_000), to_find(125_001)], [1_000_000, 1_000_000, 1_000_008]);
        // The probability that no run of a search breaks what one in so many breaks.
        let missed = |once_in: u64| (1.0 - 1.0 / once_in as f64).powf(to_find(once_in) as f64);
        assert!([10, 1_000, 1_000_000, 3_000_000].into_iter().all(|once_in| missed(once_in) < 1.0 / 2_900.0));
        let bound = |samples: u64| 1.0 - 0.05_f64.powf(1.0 / samples as f64);
        assert!(bound(MANY) < 3e-6 && bound(OF_FRACTIONS) < 1.5e-5);
    }

    #[test]
    fn only_what_the_claim_says_is_asked_more_often_for_a_simple_counterexample() {
        let roles = [Role::Literal, Role::Needed, Role::Inside, Role::Repaired, Role::Measured];
        assert_eq!(roles.map(|role| to_simplify(role, 7, 3)), [7, 7, 3, 3, 3]);
    }
}
