//! What a run gave: its answer, and what it took.

use gjk_truth::answer::Answered;
use gjk_variants::Stop;

/// What a run gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// How it ended; none for answers made elsewhere.
    pub stop: Option<Stop>,
    /// Iterations of the run, over all pairs of parts of unions; 0 for answers made elsewhere.
    pub iterations: usize,
    /// Evaluations of the support mapping of M, likewise.
    pub supports: usize,
    /// The answer, if there is one.
    pub answer: Option<Answered>,
}

impl Reply {
    /// The reply of a program that says nothing of how its run went.
    pub fn elsewhere(answer: Option<Answered>) -> Reply {
        Reply { stop: None, iterations: 0, supports: 0, answer }
    }
}
