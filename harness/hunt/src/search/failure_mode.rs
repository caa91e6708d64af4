//! A failure mode: the property by which a search distinguishes failures, and which shrinking preserves.

use std::cmp::Ordering;
use std::fmt;

use gjk_records::{Measure, Question, Ruling};
use gjk_variants::Stop;

use gjk_cases::case::{Class, HIT, NEVER};
use gjk_solvers::Reply;
use gjk_truth::answer::Says;
use gjk_truth::judge::Judgement;
use gjk_truth::truth::Truth;

/// A criterion for failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Every answer with this ruling.
    Ruling(Ruling),
    /// An answer that is off by this measure of its claim.
    OffBy(Measure),
}

impl Wanted {
    /// The default criteria of a hunt.
    pub fn usual() -> impl Iterator<Item = Wanted> {
        [Ruling::Wrong, Ruling::GaveUp].map(Wanted::Ruling).into_iter().chain(Measure::OFF.map(Wanted::OffBy))
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Wanted::Ruling(ruling) => ruling.name(),
            Wanted::OffBy(off_by) => off_by.off(),
        }
    }

    /// All criteria.
    pub fn all() -> impl Iterator<Item = Wanted> {
        Ruling::ALL.into_iter().map(Wanted::Ruling).chain(Measure::OFF.map(Wanted::OffBy))
    }

    /// Whether a failure mode satisfies this criterion.
    pub fn holds(self, mode: &FailureMode) -> bool {
        match self {
            Wanted::Ruling(ruling) => mode.ruling == ruling,
            Wanted::OffBy(off_by) => mode.off_by == Some(off_by),
        }
    }
}

/// The failure of a run, and the class of the bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailureMode {
    /// The ruling of the judge.
    pub ruling: Ruling,
    /// The measure of its claim by which an answer is off.
    pub off_by: Option<Measure>,
    /// How the run ended.
    pub stop: Option<Stop>,
    /// The verdict of the run; `None` if it gave up.
    pub says: Option<Says>,
    /// The true class of the bodies; of a cast, of B and the space that A sweeps.
    pub class: Class,
    /// Whether A moves.
    pub is_cast: bool,
}

impl FailureMode {
    /// The mode in which a reply fails.
    pub fn of(judgement: &Judgement, reply: &Reply, truth: &Truth) -> FailureMode {
        let (ruling, off_by) = (judgement.ruling, judgement.off_by);
        let says = reply.answer.as_ref().map(|answer| answer.says);
        FailureMode { ruling, off_by, stop: reply.stop, says, class: truth.class(), is_cast: truth.cast().is_some() }
    }

    /// The name of a verdict.
    fn verdict(&self, says: Says) -> &'static str {
        says.name_for(if self.is_cast { Question::Cast } else { Question::Verdict })
    }

    /// The true class in a word: of a cast, whether the bodies touch.
    fn truth(&self) -> &'static str {
        match (self.is_cast, self.class) {
            (false, class) => class.name(),
            (true, Class::Separated) => NEVER,
            (true, Class::Touching | Class::Overlapping) => HIT,
        }
    }

    fn rank(&self) -> (Ruling, Option<Measure>, Option<u8>, Option<bool>, u8) {
        (
            self.ruling,
            self.off_by,
            self.stop.map(|stop| stop as u8),
            self.says.map(|says| says == Says::Apart),
            self.class as u8,
        )
    }

    /// The mode as a part of an id: letters and hyphens.
    pub fn slug(&self) -> String {
        if let Some(off_by) = self.off_by {
            return format!("{}-{}", off_by.off(), self.truth());
        }
        let end = match (self.says, self.stop) {
            (Some(says), _) => format!("{}-{}", self.ruling.name(), self.verdict(says)),
            (None, Some(stop)) => stop.name().to_owned(),
            (None, None) => self.ruling.name().to_owned(),
        };
        format!("{end}-{}", self.truth())
    }
}

/// Ordered by ruling, end, answer and class, so that reports are the same in every run.
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
    /// `gave-up (cycled) on separated bodies`, `wrong (apart, converged) on touching bodies`, `shallow (intersecting, stalled)
    /// on overlapping bodies`, `wrong (never, converged) on casts whose truth is hit`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.off_by.map_or(self.ruling.name(), Measure::off))?;
        let ends: Vec<&str> = self.says.map(|says| self.verdict(says)).into_iter().chain(self.stop.map(Stop::name)).collect();
        if !ends.is_empty() {
            write!(f, " ({})", ends.join(", "))?;
        }
        match self.is_cast {
            true => write!(f, " on casts whose truth is {}", self.truth()),
            false => write!(f, " on {} bodies", self.class),
        }
    }
}
