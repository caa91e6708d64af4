//! Hunting: a search over several variants, arithmetics and sources of cases, on all cores, with what it found made simple.
//!
//! The cases of a hunt are numbered: a *round* takes a few cases of every source in every arithmetic, and many small lattices in
//! exact arithmetic, which are a thousand times cheaper. What is found among the first N cases is a function of the seed and N.
//! For each variant, arithmetic and [`Way`] of failing the simplest few are kept, shrunk, and the simplest result is reported.

mod catch;
mod strand;

pub use catch::{Catch, Covered, Find};

use std::time::{Duration, Instant};

use gjk_records::Ruling;
use gjk_variants::About;
use rayon::prelude::*;

use crate::search::{Proposer, Shelf, Way};
use gjk_cases::case::{Arithmetic, Class};
use gjk_solvers::entry::{Entry, Roster};

use catch::Net;
use strand::{Schedule, Task};

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
    /// The rulings that count.
    pub rulings: Vec<Ruling>,
    /// The classes of bodies on which a failure counts.
    pub classes: Vec<Class>,
}

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// After so many cases.
    Cases(u64),
    /// After this time.
    Time(Duration),
    /// As soon as every variant was found to fail in every arithmetic that it runs in, and after this time at the latest.
    First(Duration),
}

impl Hunt<'_> {
    /// Whether a variant is hunted.
    pub fn hunts(&self, about: &About) -> bool {
        self.variants.is_empty() || self.variants.iter().any(|name| name == about.name)
    }

    /// Whether this way of failing counts.
    pub fn counts(&self, way: &Way) -> bool {
        self.rulings.contains(&way.ruling) && self.classes.contains(&way.class)
    }

    /// The hunted variants.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.roster.entries().iter().filter(|entry| self.hunts(&entry.about))
    }

    /// The hunted variants that run on machine integers: those of the roster, not others of the same name.
    fn shelf(&self) -> Shelf {
        let of_roster = |about: &About| self.roster.named(about.name).is_some_and(|entry| entry.about == *about);
        Shelf::builtin().only(|about| self.hunts(about) && of_roster(about))
    }

    /// Searches, shrinks what was found, and reports it. `seen` is told of each new way of failing as soon as a wave of cases
    /// that met it is done.
    pub fn run(&self, budget: Budget, mut seen: impl FnMut(&str, Arithmetic, &Way)) -> Catch {
        let shelf = self.shelf();
        let schedule = Schedule::of(self, &shelf);
        let begin = Instant::now();
        let mut net = Net::default();
        let mut cases = 0;
        if schedule.round > 0 {
            let (mut first, mut rounds) = (0, 1);
            loop {
                let last = match budget {
                    Budget::Cases(limit) => limit.min((first + rounds) * schedule.round),
                    _ => (first + rounds) * schedule.round,
                };
                let wave = Instant::now();
                let tasks = schedule.tasks(first, rounds, last);
                let caught =
                    tasks.par_iter().with_max_len(1).map(|task| self.work(task, &shelf)).reduce(Net::default, Net::merged);
                for (name, arithmetic, way) in caught.keys().filter(|key| !net.has(key)) {
                    seen(name, *arithmetic, way);
                }
                net = net.merged(caught);
                cases = last;
                first += rounds;
                let ended = match budget {
                    Budget::Cases(limit) => last >= limit,
                    Budget::Time(limit) => begin.elapsed() >= limit,
                    Budget::First(limit) => begin.elapsed() >= limit || self.all_failed(&net),
                };
                if ended {
                    break;
                }
                // Waves of about a tenth of a second.
                let took = wave.elapsed().as_secs_f64().max(1e-6);
                rounds = ((rounds as f64 * 0.1 / took) as u64).clamp(1, 4 * rounds);
            }
        }
        let searched = begin.elapsed();
        net.haul(self, cases, searched)
    }

    fn all_failed(&self, net: &Net) -> bool {
        let applies = |entry: &Entry, scalar| entry.applies(2, scalar) || entry.applies(3, scalar);
        self.entries().all(|entry| {
            let mut scalars = self.scalars.iter().filter(|scalar| applies(entry, **scalar));
            scalars.all(|scalar| net.keys().any(|(name, arithmetic, _)| *name == entry.about.name && arithmetic == scalar))
        })
    }

    fn work(&self, task: &Task<'_>, shelf: &Shelf) -> Net {
        let mut net = Net::default();
        task.run(self, shelf, &mut net);
        net
    }
}
