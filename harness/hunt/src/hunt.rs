//! Hunting: a search over several variants, arithmetics and sources of cases, on all cores, with what it found made simple.
//!
//! The cases of a hunt are numbered: a *round* takes a few cases of every source in every arithmetic, and many small lattices in
//! exact arithmetic, which are a thousand times cheaper. What is found among the first N cases is a function of the seed and N.
//! For each [`Defect`] the simplest few failures are kept and shrunk, and the simplest result is reported.

mod findings;
mod schedule;
mod target;

pub use findings::{Counterexample, Defect, Findings};
pub use schedule::Share;
pub use target::Target;

use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::search::{Candidate, FailureMode, Proposer, Wanted};
use crate::shrink::{Limits, shrink};
use gjk_cases::case::{Arithmetic, Class};
use gjk_solvers::{ErasedVariant, Roster};

use findings::Failures;
use schedule::{Schedule, Task, applies};

/// What is hunted, and where.
pub struct Hunt<'a> {
    /// The variants stand here.
    pub roster: &'a Roster,
    /// The names of those that are hunted; every one if empty.
    pub variants: Vec<String>,
    /// Where cases come from, besides the small lattices of `lattices`.
    pub sources: Vec<Box<dyn Proposer>>,
    /// Whether small lattices are sampled.
    pub lattices: bool,
    /// The arithmetics.
    pub scalars: Vec<Arithmetic>,
    /// The seed of every source.
    pub seed: u64,
    /// The tolerance of the rulings in units of u·D.
    pub tolerance: f64,
    /// What counts.
    pub wanted: Vec<Wanted>,
    /// The classes of bodies on which a failure counts.
    pub classes: Vec<Class>,
    /// Whether the hunt is to come to an end: it is asked again and again. The wave of cases that runs is finished, since what is
    /// found is a function of the number of cases; what was found is shrunk no further.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// Pairs that are tried for each failure once a hunt is to end: enough to leave out a first direction that does not matter.
const LAST_PAIRS: u64 = 48;

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// After so many cases, of which one share alone is searched.
    Cases(u64, Share),
    /// After this time.
    Time(Duration),
    /// As soon as every variant was found to fail in every arithmetic that it runs in, and after this time at the latest.
    First(Duration),
}

impl Hunt<'_> {
    /// Whether a failure mode counts.
    pub fn counts(&self, mode: &FailureMode) -> bool {
        self.wanted.iter().any(|wanted| wanted.holds(mode)) && self.classes.contains(&mode.class)
    }

    /// The hunted variants.
    pub fn entries(&self) -> impl Iterator<Item = &ErasedVariant> {
        let is_named = |entry: &&ErasedVariant| self.variants.iter().any(|name| name == entry.about.name);
        self.roster.entries().iter().filter(move |entry| self.variants.is_empty() || is_named(entry))
    }

    /// The simplest pair that is reached before the hunt is to end.
    fn shrunk(&self, candidate: Candidate, limits: Limits, fails: impl Fn(&Candidate) -> bool) -> Candidate {
        if (self.stop)() {
            return shrink(candidate, Limits { pairs: LAST_PAIRS, steps: 0 }, &fails);
        }
        shrink(candidate, limits, &|other| !(self.stop)() && fails(other))
    }

    fn target(&self, defect: &Defect) -> Option<Target<'_>> {
        Target::new(self.roster, defect.variant, defect.arithmetic, self.tolerance)
    }

    /// Searches, shrinks what was found, and reports it. `seen` is told of each new defect as soon as a wave of cases that
    /// showed it is done.
    pub fn run(&self, budget: Budget, mut seen: impl FnMut(&Defect)) -> Findings {
        let schedule = Schedule::of(self);
        let begin = Instant::now();
        let (end, share) = match budget {
            Budget::Cases(limit, share) => (limit, share),
            Budget::Time(_) | Budget::First(_) => (u64::MAX, Share::ALL),
        };
        let mut failures = Failures::default();
        let (mut cases, mut own, mut first, mut rounds) = (0, 0, 0, 1);
        // Nothing to search through: no round.
        let mut ended = schedule.round == 0;
        while !ended {
            let wave = Instant::now();
            cases = end.min((first + rounds) * schedule.round);
            let tasks = schedule.tasks(first, rounds, cases, share);
            own += tasks.iter().map(Task::len).sum::<u64>();
            let found = tasks.par_iter().with_max_len(1).map(Task::run).reduce(Failures::default, Failures::merged);
            found.defects().filter(|defect| failures.defects().all(|known| known != *defect)).for_each(&mut seen);
            failures = failures.merged(found);
            first += rounds;
            ended = match budget {
                Budget::Cases(..) => cases >= end,
                Budget::Time(limit) => begin.elapsed() >= limit,
                Budget::First(limit) => begin.elapsed() >= limit || self.all_failed(&failures),
            } || (self.stop)();
            // Waves of about a tenth of a second.
            let took = wave.elapsed().as_secs_f64().max(1e-6);
            rounds = ((rounds as f64 * 0.1 / took) as u64).clamp(1, 4 * rounds);
        }
        failures.shrunk(self, [cases, own], begin.elapsed())
    }

    fn all_failed(&self, failures: &Failures) -> bool {
        let failed =
            |variant, scalar| failures.defects().any(|defect| (defect.variant, defect.arithmetic) == (variant, scalar));
        self.entries().all(|entry| {
            let mut scalars = self.scalars.iter().filter(|scalar| applies(entry, **scalar));
            scalars.all(|scalar| failed(entry.about.name, *scalar))
        })
    }
}
