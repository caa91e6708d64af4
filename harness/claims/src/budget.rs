//! The number of samples of the lattice that decides a statement.
//!
//! A statement that is broken is decided by its first counterexample. So a search for it draws [`EXPECTED`] times the samples
//! in which one breaks it. A statement that nothing may break is tested as often as its rival, whose error the same search must
//! find: if it were as wrong as the rival, the search would find it. Both draw at least [`LEAST`] samples, so that a rate has
//! digits and zero breaks have a bound. No number of samples proves a statement: zero breaks give only the bound that the
//! evidence prints.

use crate::check::Role;

/// The breaks that a search is expected to see. The probability that it sees none is e⁻⁸: once in 3,000 seeds.
const EXPECTED: u64 = 8;

/// The least number of samples if runs use machine integers: zero breaks leave less than 3 in a million at 95 %.
const LEAST: u64 = 1_000_000;

/// The least number of samples if runs use fractions, or examine all subsimplices, and take ten times as long: zero breaks
/// leave less than 1.5 in 100,000.
const LEAST_OF_FRACTIONS: u64 = 200_000;

/// The samples for a statement that neither the variant nor its rival ever breaks, or that is broken often.
pub const MANY: u64 = to_find(1);

/// The samples for a statement on runs of fractions that is never broken, or is broken often.
pub const OF_FRACTIONS: u64 = LEAST_OF_FRACTIONS;

/// The samples for a statement that one sample in `once_in` breaks, and for its repaired counterpart.
pub const fn to_find(once_in: u64) -> u64 {
    let samples = EXPECTED * once_in;
    if samples < LEAST { LEAST } else { samples }
}

/// The samples for a statement whose simplest counterexample is kept: the more a search draws, the simpler is the simplest that
/// it meets. Checks in other roles, which need no counterexample, draw `otherwise` samples.
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
    fn a_known_break_is_expected_eight_times_and_unbroken_claims_have_a_bound() {
        assert_eq!([to_find(1), to_find(125_000), to_find(125_001)], [1_000_000, 1_000_000, 1_000_008]);
        // The probability that a search does not find a break that occurs once in `once_in` samples.
        let missed = |once_in: u64| (1.0 - 1.0 / once_in as f64).powf(to_find(once_in) as f64);
        assert!([10, 1_000, 1_000_000, 3_000_000].into_iter().all(|once_in| missed(once_in) < 1.0 / 2_900.0));
        let bound = |samples: u64| 1.0 - 0.05_f64.powf(1.0 / samples as f64);
        assert!(bound(MANY) < 3e-6 && bound(OF_FRACTIONS) < 1.5e-5);
    }

    #[test]
    fn only_the_claim_itself_gets_more_samples_for_a_simple_counterexample() {
        let roles = [Role::Literal, Role::Needed, Role::Inside, Role::Repaired, Role::Measured];
        assert_eq!(roles.map(|role| to_simplify(role, 7, 3)), [7, 7, 3, 3, 3]);
    }
}
