//! Progress reports of a hunt.

use std::time::Duration;

use gjk_cases::case::Case;

use super::Hunt;
use super::findings::{Defect, Failures};

/// A receiver of progress reports of a hunt.
pub trait Watch: Sync {
    /// A wave of cases is done.
    fn searched(&self, _: &Reached<'_>) {}

    /// The search is over, and this number of failure modes will be shrunk.
    fn shrinks(&self, _modes: usize) {}

    /// One more of them is shrunk. Called from any thread.
    fn shrunk(&self) {}
}

/// Ignores all reports.
impl Watch for () {}

/// The progress of a search.
pub struct Reached<'a> {
    pub(super) hunt: &'a Hunt<'a>,
    pub(super) failures: &'a Failures,
    /// The number of cases reached.
    pub cases: u64,
    /// The number of cases searched: all of those reached, or only the hunt's share of them.
    pub own: u64,
    /// The duration of the search so far.
    pub elapsed: Duration,
    /// The maximum remaining duration, if the budget has a time.
    pub left: Option<Duration>,
    /// The defects that appeared first in the last wave.
    pub new: &'a [Defect],
    /// Whether this was the last wave.
    pub is_over: bool,
}

impl Reached<'_> {
    /// The number of defects found so far.
    pub fn modes(&self) -> usize {
        self.failures.defects().count()
    }

    /// The simplest case of each defect, as it was found.
    pub fn as_met(&self) -> Vec<Case> {
        self.failures.as_met(self.hunt)
    }
}
