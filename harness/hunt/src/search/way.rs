//! A way of failing: what a search tells failures apart by, and what shrinking keeps.

use std::cmp::Ordering;
use std::fmt;

use gjk_records::Ruling;
use gjk_variants::Stop;

use gjk_cases::case::Class;
use gjk_solvers::reply::Reply;
use gjk_truth::answer::Says;

/// How a run failed, and on bodies of which class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// What the judge found.
    pub ruling: Ruling,
    /// How the run ended.
    pub stop: Option<Stop>,
    /// What it answered; none where it gave up.
    pub says: Option<Says>,
    /// How the bodies truly lie.
    pub class: Class,
}

impl Way {
    /// The way in which a reply fails.
    pub fn of(ruling: Ruling, reply: &Reply, class: Class) -> Way {
        Way { ruling, stop: reply.stop, says: reply.answer.as_ref().map(|answer| answer.says), class }
    }

    fn rank(&self) -> (Ruling, usize, Option<bool>, usize) {
        let stop = self.stop.and_then(|stop| Stop::ALL.iter().position(|other| *other == stop));
        let class = Class::ALL.iter().position(|other| *other == self.class);
        (
            self.ruling,
            stop.unwrap_or(Stop::ALL.len()),
            self.says.map(|says| says == Says::Apart),
            class.unwrap_or(Class::ALL.len()),
        )
    }

    /// The way as a part of an id: letters and hyphens.
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
impl Ord for Way {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Way {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Way {
    /// `gave-up (cycled) on separated bodies`, `wrong (apart, converged) on touching bodies`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ruling.name())?;
        match (self.says, self.stop) {
            (Some(says), Some(stop)) => write!(f, " ({}, {})", says.name(), stop.name())?,
            (Some(says), None) => write!(f, " ({})", says.name())?,
            (None, Some(stop)) => write!(f, " ({})", stop.name())?,
            (None, None) => {}
        }
        write!(f, " on {} bodies", self.class)
    }
}
