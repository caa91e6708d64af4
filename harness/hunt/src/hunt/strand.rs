//! The order of a hunt's cases, and the work on a stretch of them.

use std::collections::HashSet;

use crate::search::subject::way_of_fate;
use crate::search::{Candidate, Lattices, Proposer, Samples, Scratch, Shelf, Way};
use gjk_cases::case::Arithmetic;
use gjk_solvers::trial::Trial;
use gjk_truth::truth::Truth;

use super::Hunt;
use super::catch::{Net, Prey};

/// Small lattices of a round on machine integers.
const QUICK: u64 = 65_536;
/// Small lattices of a round in rounded arithmetic, and cases of each other source.
const ROUNDED: u64 = 16;
const OF_SOURCE: u64 = 4;
/// The same in exact arithmetic on rationals.
const EXACT: u64 = 4;
const EXACT_OF_SOURCE: u64 = 1;

/// One source in one arithmetic.
struct Strand<'a> {
    /// The source; none for small lattices on machine integers.
    source: Option<&'a dyn Proposer>,
    arithmetic: Arithmetic,
    /// The names of the variants that are asked.
    variants: HashSet<&'static str>,
    /// Cases of a round.
    share: u64,
    /// The number of its first case in the first round.
    offset: u64,
}

/// The strands of a hunt.
pub struct Schedule<'a> {
    strands: Vec<Strand<'a>>,
    /// Cases of a round.
    pub round: u64,
}

/// A stretch of a strand.
pub struct Task<'a> {
    strand: &'a Strand<'a>,
    round: u64,
    /// Indices of the strand's own.
    first: u64,
    last: u64,
}

impl<'a> Schedule<'a> {
    /// The strands of a hunt: what is slow first, so that the first few cases already are of every kind.
    pub fn of(hunt: &'a Hunt<'_>, shelf: &Shelf) -> Schedule<'a> {
        let mut schedule = Schedule { strands: Vec::new(), round: 0 };
        let quick: HashSet<&str> = shelf.names().into_iter().collect();
        for &arithmetic in &hunt.scalars {
            let runs = hunt.entries().filter(|entry| entry.applies(2, arithmetic) || entry.applies(3, arithmetic));
            let all: HashSet<&'static str> = runs.map(|entry| entry.about.name).collect();
            let exact = arithmetic == Arithmetic::Exact;
            for source in &hunt.sources {
                schedule.add(Some(source.as_ref()), arithmetic, all.clone(), if exact { EXACT_OF_SOURCE } else { OF_SOURCE });
            }
            if hunt.lattices {
                let slow: HashSet<_> = all.into_iter().filter(|name| !exact || !quick.contains(name)).collect();
                schedule.add(Some(&Lattices), arithmetic, slow, if exact { EXACT } else { ROUNDED });
            }
        }
        if hunt.lattices && hunt.scalars.contains(&Arithmetic::Exact) {
            schedule.add(None, Arithmetic::Exact, shelf.names().into_iter().collect(), QUICK);
        }
        schedule
    }

    fn add(&mut self, source: Option<&'a dyn Proposer>, arithmetic: Arithmetic, variants: HashSet<&'static str>, share: u64) {
        if !variants.is_empty() {
            self.strands.push(Strand { source, arithmetic, variants, share, offset: self.round });
            self.round += share;
        }
    }

    /// The tasks of some rounds, but for cases from number `end` on.
    pub fn tasks(&self, first: u64, rounds: u64, end: u64) -> Vec<Task<'_>> {
        let mut tasks = Vec::new();
        for strand in &self.strands {
            // Only the last round may be cut.
            let whole = (end / self.round).min(first + rounds);
            let rest =
                if whole < first + rounds { (end % self.round).saturating_sub(strand.offset).min(strand.share) } else { 0 };
            let last = whole * strand.share + rest;
            let chunk = if strand.source.is_none() { 4_096 } else { 4 };
            let mut from = first * strand.share;
            while from < last {
                let to = (from + chunk).min(last);
                tasks.push(Task { strand, round: self.round, first: from, last: to });
                from = to;
            }
        }
        tasks
    }
}

impl Task<'_> {
    /// The number of a case of this strand in the whole hunt.
    fn number(&self, index: u64) -> u64 {
        index / self.strand.share * self.round + self.strand.offset + index % self.strand.share
    }

    /// Asks every variant on every case of the stretch.
    pub fn run(&self, hunt: &Hunt<'_>, shelf: &Shelf, net: &mut Net) {
        match self.strand.source {
            None => self.run_quick(hunt, shelf, net),
            Some(source) => self.run_trials(hunt, source, net),
        }
    }

    fn run_quick(&self, hunt: &Hunt<'_>, shelf: &Shelf, net: &mut Net) {
        let mut samples = Samples::new(hunt.seed, self.first);
        let mut scratch = Scratch::default();
        for index in self.first..self.last {
            let sample = samples.draw();
            let mut class = None;
            scratch.run(shelf, &sample, |name, fate| {
                let truth = || *class.get_or_insert_with(|| Truth::of(&sample.case(String::new())).class());
                if let Some(way) = way_of_fate(fate, truth)
                    && hunt.counts(&way)
                {
                    let prey = || Prey {
                        number: self.number(index),
                        name: format!("{}.{}.{index}", crate::search::sample::NAME, hunt.seed),
                        case: sample.case(String::new()),
                        candidate: Some(Candidate::of_sample(&sample)),
                    };
                    net.take((name, self.strand.arithmetic, way), prey);
                }
            });
        }
    }

    fn run_trials(&self, hunt: &Hunt<'_>, source: &dyn Proposer, net: &mut Net) {
        let arithmetic = self.strand.arithmetic;
        for index in self.first..self.last {
            let Some(trial) = source.propose(hunt.seed, arithmetic, index).and_then(|case| Trial::pose(&case, arithmetic))
            else {
                continue;
            };
            let chosen = |entry: &gjk_solvers::entry::Entry| self.strand.variants.contains(entry.about.name);
            for finding in trial.ask(hunt.roster, hunt.tolerance, chosen) {
                let Some((reply, judgement)) = &finding.outcome else { continue };
                let way = Way::of(judgement.ruling, reply, trial.truth.class());
                if hunt.counts(&way) {
                    let prey = || Prey {
                        number: self.number(index),
                        name: trial.case.id.clone(),
                        case: trial.case.clone(),
                        candidate: Candidate::of(&trial.case),
                    };
                    net.take((finding.entry.about.name, arithmetic, way), prey);
                }
            }
        }
    }
}
