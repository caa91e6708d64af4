//! The order of a hunt's cases, and the work on a range of them.

use std::collections::HashSet;
use std::ops::Range;

use gjk_cases::case::Arithmetic;
use gjk_solvers::{ErasedVariant, PosedCase};
use gjk_truth::truth::Truth;

use crate::search::sample::NAME;
use crate::search::{Candidate, FailureMode, IntegerRoster, Lattices, Proposer, Samples};

use super::Hunt;
use super::findings::{Defect, FailingCase, Failures};
use super::share::Share;

/// The numbers of small lattices on machine integers per round, and per task.
const ON_INTEGERS: u64 = 65_536;
const TASK_ON_INTEGERS: u64 = 4_096;
/// The numbers per round of small lattices in rounded arithmetic, and of cases of each other source.
const ROUNDED: u64 = 16;
const OF_SOURCE: u64 = 4;
/// The numbers per round in exact arithmetic on rationals.
const EXACT: u64 = 4;
const EXACT_OF_SOURCE: u64 = 1;
/// The number of consecutive cases of a source that belong to the same share.
const DEALT: u64 = 4;

/// One source in one arithmetic.
struct Stream<'a> {
    /// The source; `None` for small lattices on machine integers.
    source: Option<&'a dyn Proposer>,
    arithmetic: Arithmetic,
    /// The names of the variants that are run.
    variants: HashSet<&'static str>,
    /// The number of its cases per round.
    share: u64,
    /// The number of its first case in the first round.
    offset: u64,
}

/// The streams of a hunt.
pub struct Schedule<'a> {
    hunt: &'a Hunt<'a>,
    integers: IntegerRoster,
    streams: Vec<Stream<'a>>,
    /// The number of cases per round.
    pub round: u64,
}

/// A piece of work that is completed or not begun: one case, or a range of the small lattices on machine integers.
pub struct Task<'a> {
    schedule: &'a Schedule<'a>,
    stream: &'a Stream<'a>,
    /// Indices within the stream.
    indices: Range<u64>,
}

impl Stream<'_> {
    /// The number of its cases below a number of the hunt, whose rounds have this length.
    fn below(&self, number: u64, round: u64) -> u64 {
        number / round * self.share + (number % round).saturating_sub(self.offset).min(self.share)
    }
}

impl<'a> Schedule<'a> {
    /// The streams of a hunt.
    ///
    /// The slow ones come first, so that the first few cases already include every kind.
    pub fn of(hunt: &'a Hunt<'a>) -> Schedule<'a> {
        // The variants of the roster, not different ones of the same name.
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

    /// The tasks that belong to a share, from the cases of these numbers, in order.
    ///
    /// A share consists of ranges, not of single cases, because samples are drawn one after the other. Ranges of a stream begin
    /// at multiples of their length, regardless of where a wave of cases begins, so the assignment does not depend on the
    /// clock. Each stream is dealt out starting at a different share; otherwise a short hunt would lie entirely in the first
    /// share.
    pub fn tasks(&self, numbers: Range<u64>, share: Share) -> Vec<Task<'_>> {
        let mut tasks = Vec::new();
        for (place, stream) in self.streams.iter().enumerate() {
            let [from, last] = [numbers.start, numbers.end].map(|number| stream.below(number, self.round));
            let is_on_integers = stream.source.is_none();
            let step = if is_on_integers { TASK_ON_INTEGERS } else { DEALT };
            let own = (from / step..last.div_ceil(step)).filter(|stretch| share.takes(stretch + place as u64));
            for stretch in own {
                let indices = from.max(stretch * step)..last.min((stretch + 1) * step);
                let task = |indices| Task { schedule: self, stream, indices };
                if is_on_integers {
                    tasks.push(task(indices));
                } else {
                    tasks.extend(indices.map(|index| task(index..index + 1)));
                }
            }
        }
        tasks.sort_by_key(Task::first);
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

    /// The number of the task's first case in the whole hunt.
    pub fn first(&self) -> u64 {
        self.number(self.indices.start)
    }

    /// The number of the task's cases.
    pub fn len(&self) -> u64 {
        self.indices.end.saturating_sub(self.indices.start)
    }

    /// Adds the failures of every variant on each of the task's cases.
    pub fn run(&self, failures: &mut Failures) {
        match self.stream.source {
            None => self.run_on_integers(failures),
            Some(source) => self.run_cases(source, failures),
        }
    }

    fn run_on_integers(&self, failures: &mut Failures) {
        let seed = self.schedule.hunt.seed;
        let mut samples = Samples::new(seed, self.indices.start);
        for index in self.indices.clone() {
            let sample = samples.draw();
            let mut class = None;
            self.schedule.integers.run(sample.dimension, sample.bodies(), sample.start.as_ref(), |variant, outcome| {
                let truth = || *class.get_or_insert_with(|| Truth::of(&sample.candidate().case(String::new())).class());
                if let Some(mode) = outcome.failure_mode(truth)
                    && self.schedule.hunt.counts(&mode)
                {
                    let candidate = sample.candidate();
                    let case = candidate.case(format!("{NAME}.{seed}.{index}"));
                    let failing = FailingCase { number: self.number(index), case, candidate: Some(candidate) };
                    failures.add(Defect { variant, arithmetic: Arithmetic::Exact, mode }, failing);
                }
            });
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
                let mode = FailureMode::of(judgement, reply, &posed.truth);
                if hunt.counts(&mode) {
                    let candidate = Candidate::of(&posed.case);
                    let failing = FailingCase { number: self.number(index), case: posed.case.clone(), candidate };
                    failures.add(Defect { variant: finding.variant.about.name, arithmetic, mode }, failing);
                }
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;

    use crate::search::Wanted;
    use gjk_cases::case::{Arithmetic, Class};
    use gjk_cases::family;
    use gjk_solvers::Roster;
    use gjk_truth::judge::TOLERANCE;

    use super::*;

    /// A hunt of every variant in two families and on small lattices.
    pub fn hunt(roster: &Roster) -> Hunt<'_> {
        Hunt {
            roster,
            variants: Vec::new(),
            sources: vec![Box::new(family::named("touch-2d").unwrap()), Box::new(family::named("generic").unwrap())],
            lattices: true,
            scalars: Arithmetic::ALL.to_vec(),
            seed: 3,
            tolerance: TOLERANCE,
            wanted: Wanted::usual().collect(),
            classes: Class::ALL.to_vec(),
            stop: &|| false,
        }
    }

    /// The tasks of a share among the cases below `end`, in waves that begin at these numbers.
    fn tasks<'a>(schedule: &'a Schedule<'_>, end: u64, waves: &[u64], share: Share) -> Vec<Task<'a>> {
        let ends = waves[1..].iter().copied().chain([end]);
        waves.iter().zip(ends).flat_map(|(first, last)| schedule.tasks((*first).min(end)..last.min(end), share)).collect()
    }

    #[test]
    fn every_case_belongs_to_exactly_one_share_whatever_the_waves() {
        let roster = Roster::builtin();
        let hunt = hunt(&roster);
        let schedule = Schedule::of(&hunt);
        // The last case is in the middle of a stream of the last round.
        for end in [25, 3 * schedule.round + 30, 4 * schedule.round + 20_000] {
            for of in [1, 2, 7] {
                let mut all = BTreeSet::new();
                for number in 1..=of {
                    let share = Share { number, of };
                    let numbers = |waves: &[u64]| -> Vec<u64> {
                        let tasks = tasks(&schedule, end, waves, share);
                        tasks.iter().flat_map(|task| task.indices.clone().map(|index| task.number(index))).collect()
                    };
                    // Waves that begin in the middle of a range, and in the middle of a round.
                    let own = numbers(&[0, 7, 22, 61, schedule.round + 1, 3 * schedule.round, 3 * schedule.round + 5_000]);
                    let count: u64 = tasks(&schedule, end, &[0], share).iter().map(Task::len).sum();
                    assert_eq!(count, own.len() as u64);
                    let sorted: BTreeSet<u64> = own.iter().copied().collect();
                    assert_eq!(sorted, numbers(&[0]).into_iter().collect(), "{number}/{of} of {end}");
                    for case in own {
                        assert!(all.insert(case), "case {case} of {end} belongs to {number}/{of} and to another one");
                    }
                }
                assert_eq!(all, (0..end).collect(), "{of} shares");
            }
        }
    }

    #[test]
    fn shares_together_find_the_same_failures_as_one_hunt() {
        let roster = Roster::builtin();
        let hunt = hunt(&roster);
        let schedule = Schedule::of(&hunt);
        let found = |share| {
            let tasks = tasks(&schedule, 9_000, &[0], share);
            let mut failures = Failures::default();
            tasks.iter().for_each(|task| task.run(&mut failures));
            failures
        };
        let one = found(Share::ALL).counts();
        assert!(one.len() > 3 && one.iter().any(|(_, count, _)| *count > 3), "{one:?}");
        let shares = (1..=3).map(|number| found(Share { number, of: 3 }));
        assert_eq!(shares.fold(Failures::default(), Failures::merged).counts(), one);
    }
}
