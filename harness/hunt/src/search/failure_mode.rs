//! A failure mode: what a search tells failures apart by, and what shrinking keeps.

use std::cmp::Ordering;
use std::fmt;

use gjk_records::Ruling;
use gjk_variants::Stop;

use gjk_cases::case::Class;
use gjk_solvers::Reply;
use gjk_truth::answer::Says;

/// How a run failed, and on bodies of which class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailureMode {
    /// What the judge found.
    pub ruling: Ruling,
    /// How the run ended.
    pub stop: Option<Stop>,
    /// What it answered; none where it gave up.
    pub says: Option<Says>,
    /// How the bodies truly lie.
    pub class: Class,
}

impl FailureMode {
    /// The mode in which a reply fails.
    pub fn of(ruling: Ruling, reply: &Reply, class: Class) -> FailureMode {
        FailureMode { ruling, stop: reply.stop, says: reply.answer.as_ref().map(|answer| answer.says), class }
    }

    fn rank(&self) -> (Ruling, Option<u8>, Option<bool>, u8) {
        (self.ruling, self.stop.map(|stop| stop as u8), self.says.map(|says| says == Says::Apart), self.class as u8)
    }

    /// The mode as a part of an id: letters and hyphens.
    pub fn slug(&self) -> String {
        let end = match (self.says, self.stop) {
            (Some(says), _) => format!("{}-{}", self.ruling.name(), says.name()),
            (None, Some(stop)) => stop.name().to_owned(),
            (None, None) => self.ruling.name().to_owned(),
        };
        format!("{end}-{}", self.class)
    }
}

/// By ruling, end, answer and class, so that reports are the same in every run.
impl Ord for FailureMode {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for FailureMode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for FailureMode {
    /// `gave-up (cycled) on separated bodies`, `wrong (apart, converged) on touching bodies`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ruling.name())?;
        let ends: Vec<&str> = self.says.map(Says::name).into_iter().chain(self.stop.map(Stop::name)).collect();
        if !ends.is_empty() {
            write!(f, " ({})", ends.join(", "))?;
        }
        write!(f, " on {} bodies", self.class)
    }
}
