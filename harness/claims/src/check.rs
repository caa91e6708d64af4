//! A statement that was checked, and what it is to its claim.

use gjk_cases::case::{Arithmetic, Case};

/// What a check is to its claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The claim as it stands, or one of its statements: it fails if this is broken once.
    Literal,
    /// The claim under its condition: it holds only if this is never broken.
    Inside,
    /// The claim says that this goes wrong: it fails if this is never broken.
    Needed,
    /// The repaired variant or statement under the same search: if this is broken, the search proves nothing.
    Repaired,
    /// Another reading or arithmetic, for the evidence.
    Measured,
}

/// A statement and what the runs say of it.
#[derive(Clone, Debug)]
pub struct Check {
    /// What was checked.
    pub what: String,
    /// What it is to the claim.
    pub role: Role,
    /// In which the runs are.
    pub arithmetic: Arithmetic,
    /// Runs within the statement's domain.
    pub runs: u64,
    /// Runs that break it.
    pub broken: u64,
    /// The number of the first run that breaks it, of a walk that of the sample from which it starts: it finds it again.
    pub first: Option<u64>,
    /// Whether the runs are drawn one independently of the other, so that their rate has an interval: not those of a walk, nor given ones.
    pub is_sampled: bool,
    /// The simplest that breaks it, shrunk.
    pub case: Option<Case>,
}

impl Check {
    /// Whether this says against the claim.
    pub fn breaks(&self) -> bool {
        match self.role {
            Role::Literal => self.broken > 0,
            Role::Needed => self.broken == 0,
            _ => false,
        }
    }

    /// What the runs leave of the rate of breaks at 95 %: what is beyond their counts in neither direction; none where they are no sample.
    fn rate(&self) -> Option<String> {
        if !self.is_sampled || self.runs == 0 {
            return None;
        }
        let (broken, runs) = (self.broken as f64, self.runs as f64);
        if self.broken == 0 {
            // As many runs without a break have a probability of 5 % at this rate: nearly three over their number.
            return Some(format!("below {:.1e}", 1.0 - 0.05_f64.powf(1.0 / runs)));
        }
        let [low, high] = wilson(broken, runs);
        Some(if self.broken == self.runs { format!("above {low:.3}") } else { format!("{} to {}", digits(low), digits(high)) })
    }

    /// What was found, in words.
    pub fn evidence(&self) -> String {
        let kind = match self.role {
            Role::Literal | Role::Needed => "",
            Role::Inside => "under the condition, ",
            Role::Repaired => "repaired, ",
            Role::Measured => "besides, ",
        };
        let first = self.first.map(|first| format!(", the first at sample {first}")).unwrap_or_default();
        let rate = self.rate().map(|rate| format!(" (95 %: {rate})")).unwrap_or_default();
        format!("{kind}{}: broken in {} of {} runs{rate}{first}", self.what, self.broken, self.runs)
    }
}

/// Wilson's interval of a rate at 95 %.
fn wilson(broken: f64, runs: f64) -> [f64; 2] {
    const Z: f64 = 1.959_964;
    let (rate, square) = (broken / runs, Z * Z / runs);
    let half = Z * ((rate * (1.0 - rate) + square / 4.0) / runs).sqrt();
    [-1.0, 1.0].map(|side| (rate + square / 2.0 + side * half) / (1.0 + square))
}

/// Two digits of a rare rate, and a part of one elsewhere.
fn digits(rate: f64) -> String {
    if rate < 0.01 { format!("{rate:.1e}") } else { format!("{rate:.3}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(runs: u64, broken: u64, is_sampled: bool) -> Check {
        let (what, role, arithmetic) = ("it".to_owned(), Role::Literal, Arithmetic::Exact);
        Check { what, role, arithmetic, runs, broken, first: None, is_sampled, case: None }
    }

    #[test]
    fn zero_breaks_are_told_with_the_bound_that_their_number_leaves() {
        // Three over the number of runs.
        assert_eq!(check(300_000, 0, true).evidence(), "it: broken in 0 of 300000 runs (95 %: below 1.0e-5)");
        assert_eq!(check(10, 0, true).evidence(), "it: broken in 0 of 10 runs (95 %: below 2.6e-1)");
        assert_eq!(check(10, 0, false).evidence(), "it: broken in 0 of 10 runs");
        assert_eq!(check(0, 0, true).evidence(), "it: broken in 0 of 0 runs");
    }

    #[test]
    fn a_rate_is_told_with_its_interval() {
        // Wilson's interval of 5 in 100.
        let [low, high] = wilson(5.0, 100.0);
        assert!((low - 0.02154).abs() < 1e-5 && (high - 0.11175).abs() < 1e-5, "{low} {high}");
        assert_eq!(check(100, 5, true).evidence(), "it: broken in 5 of 100 runs (95 %: 0.022 to 0.112)");
        assert_eq!(check(1_000_000, 60, true).evidence(), "it: broken in 60 of 1000000 runs (95 %: 4.7e-5 to 7.7e-5)");
        assert_eq!(check(100, 100, true).evidence(), "it: broken in 100 of 100 runs (95 %: above 0.963)");
    }
}
