//! Endurance: every variant on very many queries, for its end alone. No panic, no more iterations than the limit.
//!
//! Half of the cases are those of the families, in equal shares. The other half are of random bits ([`bits`]). A case is a query
//! to each variant that runs on it. Nothing is judged.

pub mod bits;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{Family, families};
use gjk_cases::format;
use gjk_solvers::{Bodies, ErasedVariant, Roster, SolverSpace, in_space};
use gjk_variants::Stop;
use gjk_variants::gjk::LIMIT;
use rayon::prelude::*;

/// How many faults are described.
const DESCRIBED: usize = 10;

/// Which queries are run.
pub struct Plan<'a> {
    /// The variants.
    pub roster: &'a Roster,
    /// The number of cases in each arithmetic.
    pub cases: u64,
    /// The seed of the cases.
    pub seed: u64,
    /// Which of the cases are run, by their numbers from zero.
    pub takes: &'a (dyn Fn(u64) -> bool + Sync),
}

/// How the runs ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The cases that were posed.
    pub cases: u64,
    /// By variant of the roster, then by end in the order of [`Stop::ALL`].
    pub ends: Vec<[u64; Stop::ALL.len()]>,
    /// The most iterations of a run, by variant.
    pub most_iterations: Vec<usize>,
    /// The runs that panicked.
    pub panics: u64,
    /// The runs that took more iterations than the limit.
    pub beyond_limit: u64,
    /// The runs that have an answer where their end says that there is none, or none where it says that there is one.
    pub contradictions: u64,
    /// The first few of these faults, each with its case.
    pub faults: Vec<String>,
}

impl Tally {
    /// No runs, of so many variants.
    pub fn new(variants: usize) -> Tally {
        Tally { ends: vec![[0; Stop::ALL.len()]; variants], most_iterations: vec![0; variants], ..Tally::default() }
    }

    /// The runs of both, of the same roster: those of the other after these.
    pub fn plus(mut self, other: Tally) -> Tally {
        self.cases += other.cases;
        self.ends.iter_mut().flatten().zip(other.ends.iter().flatten()).for_each(|(sum, count)| *sum += count);
        let most = self.most_iterations.iter_mut().zip(other.most_iterations);
        most.for_each(|(most, iterations)| *most = iterations.max(*most));
        self.panics += other.panics;
        self.beyond_limit += other.beyond_limit;
        self.contradictions += other.contradictions;
        self.faults.extend(other.faults);
        self.faults.truncate(DESCRIBED);
        self
    }

    /// The runs, those that panicked included.
    pub fn queries(&self) -> u64 {
        self.ends.iter().flatten().sum::<u64>() + self.panics
    }

    /// How much went wrong: a run may count more than once.
    pub fn count_of_faults(&self) -> u64 {
        self.panics + self.beyond_limit + self.contradictions
    }

    fn describe(&mut self, fault: String, case: &Case) {
        if self.faults.len() < DESCRIBED {
            self.faults.push(format!("{fault} on {}", format::write(case).trim_end()));
        }
    }

    /// Asks one variant about the bodies of a case.
    fn ask<S: SolverSpace>(&mut self, case: &Case, bodies: &Bodies<S>, place: usize, variant: &ErasedVariant) {
        let name = variant.about.name;
        // The run changes nothing outside, so there is nothing that a panic could leave half-done.
        let reply = match catch_unwind(AssertUnwindSafe(|| bodies.ask(variant))) {
            Ok(Some(reply)) => reply,
            Ok(None) => return,
            Err(payload) => {
                self.panics += 1;
                self.describe(format!("{name} panics ({})", message(payload.as_ref())), case);
                return;
            }
        };
        // Programs from outside say nothing of how they ended.
        let Some(stop) = reply.stop else { return };
        self.ends[place].iter_mut().zip(Stop::ALL).for_each(|(count, other)| *count += u64::from(stop == other));
        self.most_iterations[place] = self.most_iterations[place].max(reply.iterations);
        if reply.iterations > LIMIT * case.a.parts().len() * case.b.parts().len() {
            self.beyond_limit += 1;
            self.describe(format!("{name} takes {} iterations", reply.iterations), case);
        }
        if stop.has_answer() != reply.answer.is_some() {
            self.contradictions += 1;
            let with = if reply.answer.is_some() { "with" } else { "without" };
            self.describe(format!("{name} ends as {} {with} an answer", stop.name()), case);
        }
    }
}

impl Plan<'_> {
    /// Runs the cases in one arithmetic, on all threads; `done` is told of each. What it comes to does not depend on the threads.
    pub fn run(&self, arithmetic: Arithmetic, done: impl Fn() + Sync) -> Tally {
        let (families, variants) = (families(), self.roster.entries().len());
        let own = (0..self.cases).into_par_iter().filter(|index| (self.takes)(*index));
        let tallies = own.fold(
            || Tally::new(variants),
            |mut tally, index| {
                let case = case(&families, self.seed, arithmetic, index);
                tally.cases += 1;
                in_space!(case.dimension, arithmetic, S => {
                    let bodies = Bodies::<S>::of(&case);
                    for (place, variant) in self.roster.entries().iter().enumerate() {
                        tally.ask(&case, &bodies, place, variant);
                    }
                });
                done();
                tally
            },
        );
        tallies.reduce(|| Tally::new(variants), Tally::plus)
    }
}

/// Case number `index`: even ones are of the families in turn, odd ones of random bits.
pub fn case(families: &[Box<dyn Family>], seed: u64, arithmetic: Arithmetic, index: u64) -> Case {
    let half = index / 2;
    if index % 2 == 1 {
        return bits::case(seed, arithmetic, half);
    }
    let count = families.len() as u64;
    families[(half % count) as usize].independent_case(seed, arithmetic, half / count)
}

/// What a panic says.
fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}
