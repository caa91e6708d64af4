//! A statement that was checked, and its role in its claim.

use gjk_cases::case::{Arithmetic, Case};

/// The role of a check in its claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The claim itself, or one of its statements: the claim fails if this is broken once.
    Literal,
    /// The claim under its condition: it holds only if this is never broken.
    Inside,
    /// The claim states that this goes wrong: the claim fails if this is never broken.
    Needed,
    /// The repaired variant or statement under the same search: if this is broken, the search proves nothing.
    Repaired,
    /// Another reading or arithmetic, measured for the evidence.
    Measured,
}

/// A statement and the result of its runs.
#[derive(Clone, Debug)]
pub struct Check {
    /// The statement.
    pub what: String,
    /// Its role in the claim.
    pub role: Role,
    /// The arithmetic of the runs.
    pub arithmetic: Arithmetic,
    /// Runs within the statement's domain.
    pub runs: u64,
    /// Runs that break it.
    pub broken: u64,
    /// The number of the first run that breaks it, which finds it again; for a walk, the number of the sample from which it
    /// starts.
    pub first: Option<u64>,
    /// Whether the runs are drawn independently of each other, so that their rate has an interval: false for walks and given
    /// cases.
    pub is_sampled: bool,
    /// The simplest case that breaks it, shrunk.
    pub case: Option<Case>,
}

impl Check {
    /// Whether this contradicts the claim.
    pub fn breaks(&self) -> bool {
        match self.role {
            Role::Literal => self.broken > 0,
            Role::Needed => self.broken == 0,
            _ => false,
        }
    }

    /// The interval of the rate of breaks at 95 %, one-sided if no run breaks it or every run does; `None` if the runs are not
    /// independent samples.
    fn rate(&self) -> Option<String> {
        if !self.is_sampled || self.runs == 0 {
            return None;
        }
        let (broken, runs) = (self.broken as f64, self.runs as f64);
        if self.broken == 0 {
            // At this rate, as many runs without a break have a probability of 5 %: the rate is nearly three over their number.
            return Some(format!("below {:.1e}", 1.0 - 0.05_f64.powf(1.0 / runs)));
        }
        let [low, high] = wilson(broken, runs);
        Some(if self.broken == self.runs { format!("above {low:.3}") } else { format!("{} to {}", digits(low), digits(high)) })
    }

    /// The result in words.
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

/// Two digits for a rare rate, three decimals otherwise.
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
    fn zero_breaks_are_reported_with_the_bound_from_the_number_of_runs() {
        // Three over the number of runs.
        assert_eq!(check(300_000, 0, true).evidence(), "it: broken in 0 of 300000 runs (95 %: below 1.0e-5)");
        assert_eq!(check(10, 0, true).evidence(), "it: broken in 0 of 10 runs (95 %: below 2.6e-1)");
        assert_eq!(check(10, 0, false).evidence(), "it: broken in 0 of 10 runs");
        assert_eq!(check(0, 0, true).evidence(), "it: broken in 0 of 0 runs");
    }

    #[test]
    fn a_rate_is_printed_with_its_interval() {
        // Wilson's interval of 5 in 100.
        let [low, high] = wilson(5.0, 100.0);
        assert!((low - 0.02154).abs() < 1e-5 && (high - 0.11175).abs() < 1e-5, "{low} {high}");
        assert_eq!(check(100, 5, true).evidence(), "it: broken in 5 of 100 runs (95 %: 0.022 to 0.112)");
        assert_eq!(check(1_000_000, 60, true).evidence(), "it: broken in 60 of 1000000 runs (95 %: 4.7e-5 to 7.7e-5)");
        assert_eq!(check(100, 100, true).evidence(), "it: broken in 100 of 100 runs (95 %: above 0.963)");
    }
}
