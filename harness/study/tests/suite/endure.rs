//! Endurance: shards add up to one run, threads change nothing, and every kind of fault is counted.

use gjk_records::EndureTally;
use gjk_solvers::Roster;
use gjk_study::{Context, endure, runner};
use gjk_variants::epa::LIMIT as EXPANSIONS;
use gjk_variants::gjk::LIMIT;
use gjk_variants::{About, Observer, Outcome, Promise, Space, Start, Stop, SupportMap, Variant, Verdict};
use rayon::ThreadPoolBuilder;

fn context(roster: Roster, seed: u64) -> Context {
    Context { seed, ..Context::new(roster) }
}

/// The tallies of the units that are taken.
fn run(context: &Context, cases: u64, takes: impl Fn(usize) -> bool) -> Vec<EndureTally> {
    let units = endure::units(context, cases).into_iter().enumerate().filter(|(place, _)| takes(*place));
    let units: Vec<_> = units.map(|(_, unit)| unit).collect();
    runner::run_in_memory(context, &units, &()).expect("nothing fails").of().to_vec()
}

fn whole(roster: Roster, cases: u64, seed: u64) -> Vec<EndureTally> {
    run(&context(roster, seed), cases, |_| true)
}

#[test]
fn shards_add_up_to_one_run() {
    let (cases, context) = (401, context(Roster::builtin(), 1));
    let one = run(&context, cases, |_| true);
    assert_eq!(one.len(), 2 * context.roster.entries().len());
    let queries: u64 = one.iter().map(EndureTally::queries).sum();
    assert!(one.iter().all(|tally| tally.cases == cases) && queries > 20 * cases, "{one:?}");
    assert_ne!(one, whole(Roster::builtin(), cases, 2), "the seed counts");
    for of in [2, 7] {
        let mut sum = Vec::new();
        for shard in 0..of {
            gjk_records::Line::gather(&mut sum, run(&context, cases, |place| place % of == shard));
        }
        assert_eq!(sum, one, "{of} shards");
    }
}

#[test]
fn every_builtin_variant_ends_within_the_limit() {
    let tallies = whole(Roster::builtin(), 1_000, 3);
    for tally in &tallies {
        assert_eq!((tally.count_of_faults(), &tally.faults[..]), (0, &[][..]));
    }
    let of = |name: &str| tallies.iter().find(|tally| tally.variant == name).expect(name);
    // Each variant has its own limit: the loops, the polytope after a loop, rays; the number of axes depends on the bodies.
    let limits = ["johnson", "epa-common", "mpr", "sat", "certified"].map(|name| of(name).limit);
    assert_eq!(limits, [Some(LIMIT), Some(LIMIT + EXPANSIONS), Some(256), None, Some(64)]);
    assert!(tallies.iter().any(|tally| tally.most_iterations == LIMIT), "no run comes near the limit: {tallies:?}");
    assert!(tallies.iter().all(|tally| tally.limit.is_none_or(|limit| tally.most_iterations <= limit * PAIRS)));
}

const OWN: usize = 77;

/// The most pairs of convex parts of a case.
const PAIRS: usize = 16;

/// A variant with a fault of this kind.
#[derive(Clone, Copy)]
enum Faulty {
    Panics,
    Endless,
    AnswersNothing,
}

impl<S: Space> Variant<S> for Faulty {
    type Answer = Verdict<S>;

    fn about(&self) -> About {
        let name = match self {
            Faulty::Panics => "panics",
            Faulty::Endless => "endless",
            Faulty::AnswersNothing => "answers-nothing",
        };
        About { name, title: name, citation: "none", promise: Promise::Verdict }
    }

    /// A limit of its own, which is not that of the loops.
    fn most_iterations(&self) -> Option<usize> {
        Some(if matches!(self, Faulty::Endless) { OWN } else { LIMIT })
    }

    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        _: &A,
        _: &B,
        _: &Start<S>,
        _: &mut O,
    ) -> Outcome<Verdict<S>> {
        match self {
            // Not by `panic!`, whose message would be printed among the test's own.
            Faulty::Panics => std::panic::resume_unwind(Box::new("on purpose")),
            Faulty::Endless => Outcome { stop: Stop::Exhausted, iterations: OWN + 1, answer: None },
            Faulty::AnswersNothing => Outcome { stop: Stop::Converged, iterations: 1, answer: None },
        }
    }
}

#[test]
fn every_kind_of_fault_is_counted_and_described() {
    let cases = 60;
    for (variant, kind, words) in [
        (Faulty::Panics, [cases, 0, 0], "panics panics (on purpose) on {\"id\":"),
        (Faulty::Endless, [0, cases, 0], "endless takes 78 iterations on {"),
        (Faulty::AnswersNothing, [0, 0, cases], "answers-nothing ends as converged without an answer on {"),
    ] {
        let mut roster = Roster::default();
        roster.add(variant);
        for tally in whole(roster, cases, 1) {
            assert_eq!([tally.panics, tally.beyond_limit, tally.contradictions], kind, "{:?}", tally.faults);
            assert_eq!((tally.queries(), tally.count_of_faults()), (cases, cases));
            assert_eq!(tally.faults.len(), 10);
            assert!(tally.faults[0].starts_with(words), "{}", tally.faults[0]);
        }
    }
}

#[test]
fn threads_change_nothing() {
    let on = |threads| {
        let mut roster = Roster::builtin();
        roster.add(Faulty::AnswersNothing);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| whole(roster, 200, 5))
    };
    let one = on(1);
    assert_eq!(one, on(2));
    assert_eq!(one, on(16));
}
