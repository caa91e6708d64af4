//! Endurance: shards add up to one run, threads change nothing, and every kind of fault is counted.

use gjk_cases::case::Arithmetic;
use gjk_experiments::endurance::{Plan, Tally};
use gjk_solvers::Roster;
use gjk_variants::gjk::LIMIT;
use gjk_variants::{About, Observer, Outcome, Promise, Space, Start, Stop, SupportMap, Variant, Verdict};
use rayon::ThreadPoolBuilder;

const ROUNDED: [Arithmetic; 2] = [Arithmetic::F32, Arithmetic::F64];

fn run(roster: &Roster, cases: u64, seed: u64, takes: &(dyn Fn(u64) -> bool + Sync)) -> Vec<Tally> {
    let plan = Plan { roster, cases, seed, takes };
    ROUNDED.map(|arithmetic| plan.run(arithmetic, || {})).into()
}

fn whole(roster: &Roster, cases: u64, seed: u64) -> Vec<Tally> {
    run(roster, cases, seed, &|_| true)
}

#[test]
fn shards_add_up_to_one_run() {
    let roster = Roster::builtin();
    let cases = 401;
    let one = whole(&roster, cases, 1);
    assert!(one.iter().all(|tally| tally.cases == cases && tally.queries() > 10 * cases), "{one:?}");
    assert_ne!(one, whole(&roster, cases, 2), "the seed counts");
    for of in [2, 7] {
        let nothing = || vec![Tally::new(roster.entries().len()); ROUNDED.len()];
        let sum = (0..of).fold(nothing(), |sum, shard| {
            let own = run(&roster, cases, 1, &|index| index % of == shard);
            assert!(own.iter().all(|tally| tally.cases.abs_diff(cases / of) <= 1), "{own:?}");
            sum.into_iter().zip(own).map(|(sum, own)| sum.plus(own)).collect()
        });
        assert_eq!(sum, one, "{of} shards");
    }
}

#[test]
fn every_builtin_variant_ends_within_the_limit() {
    for tally in whole(&Roster::builtin(), 1_000, 3) {
        assert_eq!((tally.count_of_faults(), &tally.faults[..]), (0, &[][..]));
        assert!(tally.most_iterations.contains(&LIMIT), "no run comes near the limit: {:?}", tally.most_iterations);
    }
}

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

    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        _: &A,
        _: &B,
        _: &Start<S>,
        _: &mut O,
    ) -> Outcome<Verdict<S>> {
        match self {
            // Not by `panic!`, whose message would stand among the test's own.
            Faulty::Panics => std::panic::resume_unwind(Box::new("on purpose")),
            Faulty::Endless => Outcome { stop: Stop::Exhausted, iterations: LIMIT + 1, answer: None },
            Faulty::AnswersNothing => Outcome { stop: Stop::Converged, iterations: 1, answer: None },
        }
    }
}

#[test]
fn every_kind_of_fault_is_counted_and_described() {
    let cases = 60;
    for (variant, kind, words) in [
        (Faulty::Panics, [cases, 0, 0], "panics panics (on purpose) on {\"id\":"),
        (Faulty::Endless, [0, cases, 0], "endless takes 257 iterations on {"),
        (Faulty::AnswersNothing, [0, 0, cases], "answers-nothing ends as converged without an answer on {"),
    ] {
        let mut roster = Roster::default();
        roster.add(variant);
        for tally in whole(&roster, cases, 1) {
            assert_eq!([tally.panics, tally.beyond_limit, tally.contradictions], kind, "{:?}", tally.faults);
            assert_eq!((tally.queries(), tally.count_of_faults()), (cases, cases));
            assert_eq!(tally.faults.len(), 10);
            assert!(tally.faults[0].starts_with(words), "{}", tally.faults[0]);
        }
    }
}

#[test]
fn threads_change_nothing() {
    let mut roster = Roster::builtin();
    roster.add(Faulty::AnswersNothing);
    let on = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| whole(&roster, 200, 5))
    };
    let one = on(1);
    assert_eq!(one, on(2));
    assert_eq!(one, on(16));
}
