//! Who follows a hunt while it lasts.

use std::time::Duration;

use gjk_cases::case::Case;

use super::Hunt;
use super::findings::{Defect, Failures};

/// Who follows a hunt.
pub trait Watch: Sync {
    /// A wave of cases is done.
    fn searched(&self, _: &Reached<'_>) {}

    /// The search is over, and so many failure modes are to be shrunk.
    fn shrinks(&self, _modes: usize) {}

    /// One more of them is shrunk. From any thread.
    fn shrunk(&self) {}
}

/// Nobody follows.
impl Watch for () {}

/// How far a search is.
pub struct Reached<'a> {
    pub(super) hunt: &'a Hunt<'a>,
    pub(super) failures: &'a Failures,
    /// How many cases it reached.
    pub cases: u64,
    /// How many of these it searched: all of them, or those of its share.
    pub own: u64,
    /// For how long it has searched.
    pub elapsed: Duration,
    /// How long it goes on at most, where it has a time.
    pub left: Option<Duration>,
    /// The defects that the last wave was the first to show.
    pub new: &'a [Defect],
    /// Whether this was the last wave.
    pub is_over: bool,
}

impl Reached<'_> {
    /// How many defects it has met.
    pub fn modes(&self) -> usize {
        self.failures.defects().count()
    }

    /// For each defect the simplest case that shows it, as it was met.
    pub fn as_met(&self) -> Vec<Case> {
        self.failures.as_met(self.hunt)
    }
}
