//! A wave of cases: it runs on all threads, in the order of the numbers, and is cut between two cases if the time is over.
//!
//! A case that has begun is completed. So the cases of a wave that is cut are also all those below some number, and the
//! findings among them are a function of the seed and that number.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::findings::Failures;
use super::schedule::{Schedule, Task};
use super::share::Share;

/// The intended duration of a wave, in seconds.
const LENGTH: f64 = 0.1;

/// The outcome of a wave.
pub struct Wave {
    /// The failures.
    pub failures: Failures,
    /// The number of the first case that was not reached.
    pub end: u64,
    /// The number of cases searched: all of those reached, or those of a share.
    pub own: u64,
}

impl Wave {
    /// Searches the cases of these numbers that belong to a share. The argument of `is_over` states whether this wave has found
    /// something.
    pub fn run(schedule: &Schedule<'_>, numbers: Range<u64>, share: Share, is_over: &(dyn Fn(bool) -> bool + Sync)) -> Wave {
        let tasks = schedule.tasks(numbers.clone(), share);
        let next = AtomicUsize::new(0);
        let work = |_| {
            let mut failures = Failures::default();
            while !is_over(failures.count() > 0) {
                let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                task.run(&mut failures);
            }
            failures
        };
        let threads = 0..rayon::current_num_threads();
        let failures = threads.into_par_iter().with_max_len(1).map(work).reduce(Failures::default, Failures::merged);
        let done = next.into_inner().min(tasks.len());
        let end = tasks.get(done).map_or(numbers.end, Task::first);
        Wave { failures, end, own: tasks[..done].iter().map(Task::len).sum() }
    }
}

/// The number of cases of the first wave: it is short, however long they take.
pub fn first() -> u64 {
    4 * rayon::current_num_threads() as u64
}

/// The number of cases of the next wave, if `cases` cases took `seconds` seconds.
pub fn next(cases: u64, seconds: f64) -> u64 {
    let cases = cases.max(1);
    ((cases as f64 * LENGTH / seconds.max(1e-6)) as u64).clamp(first(), cases.saturating_mul(4).max(first()))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use gjk_solvers::Roster;

    use super::super::schedule::tests::hunt;
    use super::*;

    #[test]
    fn a_cut_wave_has_found_exactly_the_failures_of_the_cases_below_its_end() {
        let roster = Roster::builtin();
        let hunt = hunt(&roster);
        let schedule = Schedule::of(&hunt);
        for share in [Share::ALL, Share { number: 2, of: 3 }] {
            let tasks = schedule.tasks(5..60_000, share).len() as u64;
            // The last few tasks are ranges of small lattices on machine integers.
            for looks in [0, 1, 9, tasks / 2, tasks - 3, tasks - 1] {
                let asked = AtomicU64::new(0);
                let is_over = |_| asked.fetch_add(1, Ordering::SeqCst) >= looks;
                let cut = Wave::run(&schedule, 5..60_000, share, &is_over);
                assert!((5..60_000).contains(&cut.end) && cut.own <= cut.end - 5, "{looks}: {}", cut.end);
                assert_eq!(cut.own == 0, looks == 0);
                let whole = Wave::run(&schedule, 5..cut.end, share, &|_| false);
                assert_eq!((whole.end, whole.own), (cut.end, cut.own));
                assert_eq!(whole.failures.counts(), cut.failures.counts(), "{looks} of {share:?}");
            }
        }
    }

    #[test]
    fn a_wave_may_end_once_it_has_found_something() {
        let roster = Roster::builtin();
        let hunt = hunt(&roster);
        let wave = Wave::run(&Schedule::of(&hunt), 0..1 << 18, Share::ALL, &|has_found| has_found);
        assert!(wave.failures.count() > 0 && wave.end < 1 << 18);
    }

    #[test]
    fn waves_grow_to_a_tenth_of_a_second_and_are_never_less_than_four_cases_a_thread() {
        let least = first();
        assert_eq!(next(1000, 0.1), 1000.max(least));
        assert_eq!(next(1000, 0.0), 4000);
        assert_eq!(next(100_000, 0.2), 50_000.max(least));
        assert_eq!([next(least, 20.0), next(0, 0.0)], [least; 2]);
        assert_eq!(next(u64::MAX, 1e-9), u64::MAX);
    }
}
