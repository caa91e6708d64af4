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

    /// What was found, in words.
    pub fn evidence(&self) -> String {
        let kind = match self.role {
            Role::Literal | Role::Needed => "",
            Role::Inside => "under the condition, ",
            Role::Repaired => "repaired, ",
            Role::Measured => "besides, ",
        };
        let first = self.first.map(|first| format!(", the first at sample {first}")).unwrap_or_default();
        format!("{kind}{}: broken in {} of {} runs{first}", self.what, self.broken, self.runs)
    }
}
