//! The search of a check: the cases that it poses, the counts, and the simplest case that breaks the statement.

use std::ops::Range;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{self, Family};
use gjk_hunt::search::sample::{Sample, Samples};
use gjk_hunt::search::{Candidate, Size};
use gjk_hunt::shrink::{Limits, shrink};
use gjk_variants::SplitMix64;
use rayon::prelude::*;

use crate::check::{Check, Role};
use crate::pair::LatticePair;
use crate::posed::{Kind, is_small, moved, moving};

/// The extent of the runs, and their cases.
#[derive(Clone, Debug)]
pub struct Search {
    /// The seed of every search.
    pub seed: u64,
    /// The full number of runs is divided by this.
    pub divisor: u64,
    /// These cases only, instead of a search.
    pub given: Option<Vec<Case>>,
    /// Only the samples of small lattices with these numbers.
    pub window: Option<Range<u64>>,
}

/// Whether a statement holds for a pair; `None` outside its domain.
pub type Holds<'c> = &'c (dyn Fn(&LatticePair<'_>) -> Option<bool> + Sync);

/// Whether a statement holds for a case; `None` outside its domain.
type HoldsOn<'c> = &'c (dyn Fn(&Case) -> Option<bool> + Sync);

/// Runs within the domain, runs that break the statement, and the simplest few of the latter.
#[derive(Default)]
struct Tally {
    runs: u64,
    broken: u64,
    /// The least number of a run that breaks it.
    first: Option<u64>,
    kept: Vec<(Size, u64, Candidate)>,
}

impl Tally {
    /// The number of runs that break a statement and are shrunk.
    const KEPT: usize = 3;

    fn see(&mut self, holds: Option<bool>, index: u64, candidate: impl FnOnce() -> Candidate) {
        self.runs += u64::from(holds.is_some());
        if holds == Some(false) {
            self.broken += 1;
            self.first = Some(self.first.map_or(index, |first| first.min(index)));
            let candidate = candidate();
            self.keep((candidate.size(), index, candidate));
        }
    }

    fn keep(&mut self, (size, index, candidate): (Size, u64, Candidate)) {
        let place = self.kept.partition_point(|(other, number, _)| (*other, *number) <= (size, index));
        if place < Self::KEPT {
            self.kept.insert(place, (size, index, candidate));
            self.kept.truncate(Self::KEPT);
        }
    }

    fn merged(mut self, other: Self) -> Self {
        self.runs += other.runs;
        self.broken += other.broken;
        self.first = [self.first, other.first].into_iter().flatten().min();
        other.kept.into_iter().for_each(|kept| self.keep(kept));
        self
    }

    /// The tally of a range of numbers, in chunks of a size: the same for any number of threads.
    fn of(numbers: Range<u64>, chunk: u64, work: impl Fn(Range<u64>, &mut Tally) + Sync) -> Tally {
        let chunks = (0..(numbers.end - numbers.start).div_ceil(chunk)).into_par_iter().map(|number| {
            let mut tally = Tally::default();
            let start = numbers.start + number * chunk;
            work(start..numbers.end.min(start + chunk), &mut tally);
            tally
        });
        chunks.reduce(Tally::default, Tally::merged)
    }
}

impl Search {
    /// The whole search from a seed.
    pub fn full(seed: u64) -> Search {
        Search { seed, divisor: 1, given: None, window: None }
    }

    /// A fraction of the whole search.
    pub fn reduced(seed: u64, divisor: u64) -> Search {
        Search { seed, divisor, given: None, window: None }
    }

    /// The part of the whole search from a seed that has only the samples of small lattices with these numbers, and one case of
    /// each other source.
    pub fn windowed(seed: u64, window: Range<u64>) -> Search {
        Search { seed, divisor: u64::MAX, given: None, window: Some(window) }
    }

    /// No search: the statements are checked on these cases.
    pub fn on_cases(cases: Vec<Case>) -> Search {
        Search { seed: 0, divisor: 1, given: Some(cases), window: None }
    }

    /// This many runs, divided by the divisor.
    pub fn share(&self, count: u64) -> u64 {
        (count / self.divisor).max(1)
    }

    /// Pairs of small lattices.
    pub fn lattice(&self, kind: Kind, count: u64) -> Lattice<'_> {
        let numbers = self.window.clone().unwrap_or(0..self.share(count));
        Lattice { search: self, kind, numbers, walk: None, arithmetic: Arithmetic::Exact }
    }

    /// Cases of families, posed in an arithmetic, `count` of each.
    pub fn families(&self, names: &[&str], arithmetic: Arithmetic, count: u64) -> Cases<'_> {
        let sources: Vec<Box<dyn Family>> = names.iter().filter_map(|name| family::named(name)).collect();
        let (count, families) = (self.share(count) * sources.len() as u64, sources.len() as u64);
        let make = move |index| sources[(index % families) as usize].case(self.seed, arithmetic, index / families);
        Cases { search: self, count, posed: arithmetic, arithmetic, make: Box::new(make) }
    }

    /// Lattice samples multiplied by powers of two, posed in doubles.
    pub fn scaled<'s>(&'s self, kind: Kind, powers: &'s [i32], count: u64) -> Cases<'s> {
        self.scaled_in(kind, powers, Arithmetic::F64, count)
    }

    /// Lattice samples multiplied by powers of two, posed in an arithmetic.
    pub fn scaled_in<'s>(&'s self, kind: Kind, powers: &'s [i32], arithmetic: Arithmetic, count: u64) -> Cases<'s> {
        let make = move |index: u64| {
            // If the sample is not of the kind, the next sample that is.
            let sample = (0..).find_map(|turn: u64| kind.pose(Sample::at(self.seed.wrapping_add(turn << 32), index)));
            let Some(sample) = sample else { unreachable!("one sample in eight is of the rarer kind") };
            Candidate { start: None, ..sample.candidate() }
        };
        self.lattices((powers, arithmetic, count), Box::new(make))
    }

    /// Casts of lattice samples, multiplied by powers of two, posed in an arithmetic.
    pub fn casts<'s>(&'s self, powers: &'s [i32], arithmetic: Arithmetic, count: u64) -> Cases<'s> {
        let make = |index| moving(&Sample::at(self.seed, index), &mut self.random(index));
        self.lattices((powers, arithmetic, count), Box::new(make))
    }

    /// Candidates of the lattice, multiplied by powers of two, posed in an arithmetic.
    fn lattices<'s>(
        &'s self,
        (powers, arithmetic, count): (&'s [i32], Arithmetic, u64),
        candidate: Box<dyn Fn(u64) -> Candidate + Sync + 's>,
    ) -> Cases<'s> {
        let make = move |index: u64| {
            let unit = 2.0_f64.powi(powers[(index % powers.len() as u64) as usize]);
            let mut candidate = candidate(index);
            candidate.vectors_mut().flatten().for_each(|x| *x *= unit);
            candidate.case(format!("lattice.{}.{index}", self.seed))
        };
        Cases { search: self, count: self.share(count), posed: arithmetic, arithmetic, make: Box::new(make) }
    }

    /// Random numbers of their own for the sample with this number.
    fn random(&self, index: u64) -> SplitMix64 {
        SplitMix64(self.seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Counts the runs of a search or of the given cases, and shrinks the breaks that a search found. `on` is the statement
    /// about a candidate; it returns `None` outside its domain. `is_drawn` states whether the runs of a search are drawn
    /// independently.
    fn check(
        &self,
        (role, arithmetic, what): (Role, Arithmetic, String),
        is_drawn: bool,
        on: &(dyn Fn(&Candidate) -> Option<bool> + Sync),
        search: &dyn Fn() -> Tally,
    ) -> Check {
        let Tally { runs, broken, first, kept } = match &self.given {
            Some(cases) => {
                let mut tally = Tally::default();
                let given = (0..).zip(cases.iter().filter_map(Candidate::of));
                given.for_each(|(index, candidate)| tally.see(on(&candidate), index, || candidate.clone()));
                Tally { kept: Vec::new(), ..tally }
            }
            None => search(),
        };
        let fails = |candidate: &Candidate| on(candidate) == Some(false);
        let shrunk = kept.into_par_iter().map(|(.., found)| shrink(found, Limits::ROUNDED, &fails));
        let case = shrunk.collect::<Vec<_>>().into_iter().min_by_key(Candidate::size).map(|candidate| {
            let start = candidate.start.map(|d| format!("; first direction ({}, {}, {})", d[0], d[1], d[2]));
            Case {
                note: Some(format!("{what}{}", start.unwrap_or_default())),
                source: Some(format!("gjk claims --seed {}, shrunk", self.seed)),
                ..candidate.case(String::from("counterexample"))
            }
        });
        let is_sampled = is_drawn && self.given.is_none();
        Check { what, role, arithmetic, runs, broken, first, is_sampled, case }
    }
}

/// Pairs of small lattices.
pub struct Lattice<'s> {
    search: &'s Search,
    kind: Kind,
    numbers: Range<u64>,
    walk: Option<(Holds<'s>, u64)>,
    arithmetic: Arithmetic,
}

impl<'s> Lattice<'s> {
    /// Random walks instead of the samples, starting from samples that are `near` to breaking a statement: one to three
    /// coordinates are moved by one or two, and the walk continues from there if that sample is near as well.
    pub fn around(self, near: Holds<'s>, steps: u64) -> Lattice<'s> {
        Lattice { walk: Some((near, steps)), ..self }
    }

    /// Declares that the statement is about runs in this arithmetic, and not in exact arithmetic.
    pub fn running_in(self, arithmetic: Arithmetic) -> Lattice<'s> {
        Lattice { arithmetic, ..self }
    }

    /// Checks a statement.
    pub fn check(&self, role: Role, what: impl Into<String>, holds: impl Fn(&LatticePair<'_>) -> Option<bool> + Sync) -> Check {
        self.checked(role, what.into(), &holds)
    }

    /// Compiled once, not for each statement.
    fn checked(&self, role: Role, what: String, holds: Holds<'_>) -> Check {
        let on = |candidate: &Candidate| {
            let fits = self.kind.takes(candidate.dimension);
            if fits { LatticePair::holds_of(candidate, holds) } else { None }
        };
        // The number of a walk is the number of its first sample.
        let steps = self.walk.map_or(1, |(_, steps)| steps);
        self.search.check((role, self.arithmetic, what), self.walk.is_none(), &on, &|| {
            let tally = self.tally(holds);
            Tally { first: tally.first.map(|first| first / steps), ..tally }
        })
    }

    fn tally(&self, holds: Holds<'_>) -> Tally {
        let see = |sample: &Sample, index, tally: &mut Tally| {
            tally.see(holds(&LatticePair::of(sample)), index, || sample.candidate());
        };
        Tally::of(self.numbers.clone(), 8_192, |range, tally| {
            let mut samples = Samples::new(self.search.seed, range.start);
            for index in range {
                let Some(mut base) = self.kind.pose(samples.draw()) else { continue };
                let Some((near, steps)) = self.walk else {
                    see(&base, index, tally);
                    continue;
                };
                let is_near = |sample: &Sample| near(&LatticePair::of(sample)) == Some(true);
                if !is_near(&base) {
                    continue;
                }
                let mut random = self.search.random(index);
                for turn in 0..steps {
                    let other = moved(&base, &mut random);
                    see(&other, index * steps + turn, tally);
                    if is_small(&other) && is_near(&other) {
                        base = other;
                    }
                }
            }
        })
    }
}

/// Cases with any coordinates.
pub struct Cases<'s> {
    search: &'s Search,
    count: u64,
    /// The arithmetic in which the coordinates are exact.
    posed: Arithmetic,
    /// The arithmetic of the statement's runs.
    arithmetic: Arithmetic,
    make: Box<dyn Fn(u64) -> Case + Sync + 's>,
}

impl Cases<'_> {
    /// The same cases for a statement about runs in exact arithmetic.
    pub fn exactly(self) -> Self {
        Cases { arithmetic: Arithmetic::Exact, ..self }
    }

    /// Checks a statement; `holds` returns `None` outside its domain.
    pub fn check(self, role: Role, what: impl Into<String>, holds: impl Fn(&Case) -> Option<bool> + Sync) -> Check {
        self.checked(role, what.into(), &holds)
    }

    /// Compiled once, not for each statement.
    fn checked(&self, role: Role, what: String, holds: HoldsOn<'_>) -> Check {
        let on = |candidate: &Candidate| {
            let is_case = candidate.start.is_none() && candidate.coordinates().all(f64::is_finite);
            let case = is_case.then(|| candidate.case(String::new())).filter(|case| self.is_posed(case))?;
            holds(&case)
        };
        self.search.check((role, self.arithmetic, what), true, &on, &|| self.tally(holds))
    }

    /// The numbers of runs within the statement's domain, and of those that break it.
    pub fn counts(self, holds: impl Fn(&Case) -> Option<bool> + Sync) -> (u64, u64) {
        let tally = self.tally(&holds);
        (tally.runs, tally.broken)
    }

    fn tally(&self, holds: HoldsOn<'_>) -> Tally {
        let see = |index, tally: &mut Tally| {
            let case = (self.make)(index);
            if let Some(candidate) = Candidate::of(&case).filter(|_| self.is_posed(&case)) {
                tally.see(holds(&case), index, || candidate);
            }
        };
        Tally::of(0..self.count, 1, |range, tally| range.for_each(|index| see(index, tally)))
    }

    /// Whether the coordinates are numbers of the arithmetic.
    fn is_posed(&self, case: &Case) -> bool {
        case.posed(self.posed).is_some_and(|posed| posed == *case)
    }
}
