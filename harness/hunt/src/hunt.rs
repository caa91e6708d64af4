//! A hunt: a search over several variants, arithmetics and sources of cases, on all cores, whose findings are simplified.
//!
//! The cases of a hunt are numbered: a *round* contains a few cases of every source in every arithmetic, and many small
//! lattices in exact arithmetic, which are a thousand times cheaper. The findings among the first N cases are a function of the
//! seed and N. For each [`Defect`] the simplest few failures are kept and shrunk, and the simplest result is reported. A
//! [`Budget`] limits the time.

mod clock;
mod findings;
mod schedule;
mod share;
mod target;
mod watch;
mod wave;

pub use clock::Budget;
pub use findings::{Counterexample, Defect, Findings};
pub use share::Share;
pub use target::Target;
pub use watch::{Reached, Watch};

use std::time::Instant;

use crate::search::{FailureMode, Proposer, Wanted};
use gjk_cases::case::{Arithmetic, Class};
use gjk_solvers::{ErasedVariant, Roster};

use clock::Clock;
use findings::{Failures, Shrunken};
use schedule::{Schedule, applies};
use wave::Wave;

/// The parameters of a hunt.
pub struct Hunt<'a> {
    /// The roster of the variants.
    pub roster: &'a Roster,
    /// The names of the hunted variants; every variant if empty.
    pub variants: Vec<String>,
    /// The sources of cases, in addition to the small lattices of `lattices`.
    pub sources: Vec<Box<dyn Proposer>>,
    /// Whether small lattices are sampled.
    pub lattices: bool,
    /// The arithmetics.
    pub scalars: Vec<Arithmetic>,
    /// The seed of every source.
    pub seed: u64,
    /// The tolerance of the rulings in units of u·D.
    pub tolerance: f64,
    /// The rulings and measures that count as failures.
    pub wanted: Vec<Wanted>,
    /// The classes of bodies on which a failure counts.
    pub classes: Vec<Class>,
    /// Whether the hunt has to end.
    ///
    /// The function is called between cases and between the steps of shrinking. Cases that have begun are completed, and the
    /// findings are shrunk for at most two more seconds.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Hunt<'_> {
    /// Whether a failure of this mode counts as a finding.
    pub fn counts(&self, mode: &FailureMode) -> bool {
        self.wanted.iter().any(|wanted| wanted.holds(mode)) && self.classes.contains(&mode.class)
    }

    /// The hunted variants.
    pub fn entries(&self) -> impl Iterator<Item = &ErasedVariant> {
        let is_named = |entry: &&ErasedVariant| self.variants.iter().any(|name| name == entry.about.name);
        self.roster.entries().iter().filter(move |entry| self.variants.is_empty() || is_named(entry))
    }

    fn target(&self, defect: &Defect) -> Option<Target<'_>> {
        Target::new(self.roster, defect.variant, defect.arithmetic, self.tolerance)
    }

    /// Searches, shrinks the findings, and reports them.
    pub fn run(&self, budget: Budget, watch: &dyn Watch) -> Findings {
        let schedule = Schedule::of(self);
        let clock = Clock::new(budget, self.stop);
        let (end, share) = match budget {
            Budget::Cases(limit, share) => (limit, share),
            Budget::Time(_) | Budget::First(_) => (u64::MAX, Share::ALL),
        };
        let mut failures = Failures::default();
        let (mut cases, mut own, mut size) = (0_u64, 0, wave::first());
        // If there is nothing to search, there is no wave.
        let mut is_over = schedule.round == 0;
        while !is_over {
            let begin = Instant::now();
            let has_found = failures.count() > 0;
            let numbers = cases..end.min(cases.saturating_add(size));
            let wave = Wave::run(&schedule, numbers, share, &|finds| clock.ends_search(has_found || finds));
            let new: Vec<Defect> = wave.failures.defects().filter(|defect| !failures.knows(defect)).copied().collect();
            failures = failures.merged(wave.failures);
            (cases, own) = (wave.end, own + wave.own);
            let has_found = failures.count() > 0;
            let has_all = matches!(budget, Budget::First(_)) && self.all_failed(&failures);
            is_over = cases >= end || has_all || clock.ends_search(has_found);
            let (elapsed, left) = (clock.elapsed(), clock.left(has_found));
            watch.searched(&Reached { hunt: self, failures: &failures, cases, own, elapsed, left, new: &new, is_over });
            size = wave::next(size, begin.elapsed().as_secs_f64());
        }
        let searched = clock.elapsed();
        clock.begin_shrinking();
        let Shrunken { counterexamples, covered } = failures.shrunk(self, &clock, watch);
        Findings { cases, own, searched, counterexamples, covered, stopped: clock.is_stopped() }
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
