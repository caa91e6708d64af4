//! The order of a hunt's cases, and the work on a stretch of them.

use std::collections::HashSet;

use gjk_cases::case::Arithmetic;
use gjk_solvers::{ErasedVariant, PosedCase};
use gjk_truth::truth::Truth;

use crate::search::sample::NAME;
use crate::search::{Candidate, FailureMode, IntegerRoster, Lattices, Proposer, Samples};

use super::Hunt;
use super::findings::{Defect, FailingCase, Failures};

/// Small lattices of a round on machine integers, and in a task.
const ON_INTEGERS: u64 = 65_536;
const TASK_ON_INTEGERS: u64 = 4_096;
/// Small lattices of a round in rounded arithmetic, and cases of each other source.
const ROUNDED: u64 = 16;
const OF_SOURCE: u64 = 4;
/// The same in exact arithmetic on rationals.
const EXACT: u64 = 4;
const EXACT_OF_SOURCE: u64 = 1;
/// Cases in a task.
const TASK: u64 = 4;

/// One source in one arithmetic.
struct Stream<'a> {
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

/// The streams of a hunt.
pub struct Schedule<'a> {
    hunt: &'a Hunt<'a>,
    integers: IntegerRoster,
    streams: Vec<Stream<'a>>,
    /// Cases of a round.
    pub round: u64,
}

/// A stretch of a stream.
pub struct Task<'a> {
    schedule: &'a Schedule<'a>,
    stream: &'a Stream<'a>,
    /// Indices of the stream's own.
    indices: std::ops::Range<u64>,
}

impl<'a> Schedule<'a> {
    /// The streams of a hunt: what is slow first, so that the first few cases already are of every kind.
    pub fn of(hunt: &'a Hunt<'a>) -> Schedule<'a> {
        // The variants of the roster, not others of the same name.
        let integers = IntegerRoster::builtin().only(|about| hunt.entries().any(|entry| entry.about == *about));
        let on_integers = integers.names();
        let mut schedule = Schedule { hunt, integers, streams: Vec::new(), round: 0 };
        for &arithmetic in &hunt.scalars {
            let mut variants: HashSet<&'static str> =
                hunt.entries().filter(|entry| applies(entry, arithmetic)).map(|entry| entry.about.name).collect();
            let exact = arithmetic == Arithmetic::Exact;
            for source in &hunt.sources {
                let share = if exact { EXACT_OF_SOURCE } else { OF_SOURCE };
                schedule.add(Some(source.as_ref()), arithmetic, variants.clone(), share);
            }
            if hunt.lattices {
                variants.retain(|name| !exact || !on_integers.contains(name));
                schedule.add(Some(&Lattices), arithmetic, variants, if exact { EXACT } else { ROUNDED });
            }
        }
        if hunt.lattices && hunt.scalars.contains(&Arithmetic::Exact) {
            schedule.add(None, Arithmetic::Exact, on_integers, ON_INTEGERS);
        }
        schedule
    }

    fn add(&mut self, source: Option<&'a dyn Proposer>, arithmetic: Arithmetic, variants: HashSet<&'static str>, share: u64) {
        if !variants.is_empty() {
            self.streams.push(Stream { source, arithmetic, variants, share, offset: self.round });
            self.round += share;
        }
    }

    /// The tasks of some rounds, but for cases from number `end` on.
    pub fn tasks(&self, first: u64, rounds: u64, end: u64) -> Vec<Task<'_>> {
        let mut tasks = Vec::new();
        for stream in &self.streams {
            // Only the last round may be cut.
            let full = (end / self.round).min(first + rounds);
            let rest =
                if full < first + rounds { (end % self.round).saturating_sub(stream.offset).min(stream.share) } else { 0 };
            let last = full * stream.share + rest;
            let step = if stream.source.is_none() { TASK_ON_INTEGERS } else { TASK };
            let stretches = (first * stream.share..last).step_by(step as usize);
            tasks.extend(stretches.map(|from| Task { schedule: self, stream, indices: from..last.min(from + step) }));
        }
        tasks
    }
}

/// Whether a variant runs in an arithmetic.
pub(super) fn applies(entry: &ErasedVariant, arithmetic: Arithmetic) -> bool {
    entry.applies(2, arithmetic) || entry.applies(3, arithmetic)
}

impl Task<'_> {
    /// The number of a case of this stream in the whole hunt.
    fn number(&self, index: u64) -> u64 {
        index / self.stream.share * self.schedule.round + self.stream.offset + index % self.stream.share
    }

    /// The failures of every variant on every case of the stretch.
    pub fn run(&self) -> Failures {
        let mut failures = Failures::default();
        match self.stream.source {
            None => self.run_on_integers(&mut failures),
            Some(source) => self.run_cases(source, &mut failures),
        }
        failures
    }

    fn run_on_integers(&self, failures: &mut Failures) {
        let seed = self.schedule.hunt.seed;
        let mut samples = Samples::new(seed, self.indices.start);
        for index in self.indices.clone() {
            let sample = samples.draw();
            let mut class = None;
            self.schedule.integers.run(
                sample.dimension,
                [sample.a(), sample.b()],
                sample.start.as_ref(),
                |variant, outcome| {
                    let truth = || *class.get_or_insert_with(|| Truth::of(&sample.candidate().case(String::new())).class());
                    if let Some(mode) = outcome.failure_mode(truth)
                        && self.schedule.hunt.counts(&mode)
                    {
                        let candidate = sample.candidate();
                        let case = candidate.case(format!("{NAME}.{seed}.{index}"));
                        let failing = FailingCase { number: self.number(index), case, candidate: Some(candidate) };
                        failures.add(Defect { variant, arithmetic: Arithmetic::Exact, mode }, failing);
                    }
                },
            );
        }
    }

    fn run_cases(&self, source: &dyn Proposer, failures: &mut Failures) {
        let Schedule { hunt, .. } = self.schedule;
        let arithmetic = self.stream.arithmetic;
        for index in self.indices.clone() {
            let case = source.propose(hunt.seed, arithmetic, index);
            let Some(posed) = case.and_then(|case| PosedCase::pose(&case, arithmetic)) else { continue };
            let chosen = |entry: &ErasedVariant| self.stream.variants.contains(entry.about.name);
            for finding in posed.ask(hunt.roster, hunt.tolerance, chosen) {
                let Some((reply, judgement)) = &finding.outcome else { continue };
                let mode = FailureMode::of(judgement.ruling, reply, posed.truth.class());
                if hunt.counts(&mode) {
                    let candidate = Candidate::of(&posed.case);
                    let failing = FailingCase { number: self.number(index), case: posed.case.clone(), candidate };
                    failures.add(Defect { variant: finding.variant.about.name, arithmetic, mode }, failing);
                }
            }
        }
    }
}
