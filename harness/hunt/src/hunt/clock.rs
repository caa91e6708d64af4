//! The clock of a hunt: the end of the search, and the distribution of the time for shrinking.
//!
//! Clock and stop are checked between cases and between the steps of shrinking. Four fifths of a [`Budget::Time`] are for the
//! search, and one fifth is kept for shrinking; a search without findings continues until the time is over. Every defect gets a
//! fair part of the time for shrinking: the remaining time, divided by the number of waiting defects. A defect that is done
//! early leaves the rest of its part to the others.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::share::Share;

/// The longest time for shrinking after a stop is requested.
pub const LAST: Duration = Duration::from_secs(2);

/// The condition for the end of a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// The search ends after this number of cases, and covers only one share of them. Shrinking takes as long as it takes.
    Cases(u64, Share),
    /// Search and shrinking together take this time.
    Time(Duration),
    /// The search ends as soon as every variant was found to fail in every arithmetic that it runs in, and after this time at
    /// the latest. Shrinking takes at most the same time again.
    First(Duration),
}

impl Budget {
    /// The maximum duration of the search.
    pub fn search(self, has_found: bool) -> Option<Duration> {
        match self {
            Budget::Cases(..) => None,
            Budget::Time(all) if has_found => Some(all - all / 5),
            Budget::Time(all) | Budget::First(all) => Some(all),
        }
    }

    /// The maximum duration of shrinking after a search of this length.
    pub fn shrinking(self, searched: Duration) -> Option<Duration> {
        match self {
            Budget::Cases(..) => None,
            Budget::Time(all) => Some(all.saturating_sub(searched)),
            Budget::First(all) => Some(all),
        }
    }
}

/// A running clock.
pub(super) struct Clock<'a> {
    begin: Instant,
    budget: Budget,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// The time at which a request to stop was first seen.
    asked: OnceLock<Instant>,
    /// The time at which shrinking has to end.
    end: OnceLock<Option<Instant>>,
}

impl<'a> Clock<'a> {
    /// A clock that starts now.
    pub fn new(budget: Budget, stop: &'a (dyn Fn() -> bool + Sync)) -> Clock<'a> {
        Clock { begin: Instant::now(), budget, stop, asked: OnceLock::new(), end: OnceLock::new() }
    }

    /// The time since the beginning.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Whether a stop is requested.
    pub fn is_stopped(&self) -> bool {
        self.asked().is_some()
    }

    fn asked(&self) -> Option<Instant> {
        if self.asked.get().is_none() && (self.stop)() {
            return Some(*self.asked.get_or_init(Instant::now));
        }
        self.asked.get().copied()
    }

    /// Whether the search has to end.
    pub fn ends_search(&self, has_found: bool) -> bool {
        self.is_stopped() || self.budget.search(has_found).is_some_and(|limit| self.elapsed() >= limit)
    }

    /// The remaining time of the search.
    pub fn left(&self, has_found: bool) -> Option<Duration> {
        self.budget.search(has_found).map(|limit| limit.saturating_sub(self.elapsed()))
    }

    /// Ends the search and begins the shrinking.
    pub fn begin_shrinking(&self) {
        self.end.get_or_init(|| Instant::now().checked_add(self.budget.shrinking(self.elapsed())?));
    }

    /// The time for shrinking the next defect while `waiting` defects wait, including that one.
    pub fn turn(&self, waiting: usize) -> Turn<'_> {
        let now = Instant::now();
        let end = self.end.get().copied().flatten();
        Turn {
            clock: self,
            begin: now,
            part: part(waiting),
            end: end.map(|end| now + end.saturating_duration_since(now).mul_f64(part(waiting))),
        }
    }
}

/// The part of the remaining time for one of `waiting` defects, which are shrunk on all threads.
fn part(waiting: usize) -> f64 {
    part_on(rayon::current_num_threads(), waiting)
}

fn part_on(threads: usize, waiting: usize) -> f64 {
    (threads as f64 / waiting.max(1) as f64).min(1.0)
}

/// The time in which one defect is shrunk.
pub(super) struct Turn<'a> {
    clock: &'a Clock<'a>,
    begin: Instant,
    part: f64,
    end: Option<Instant>,
}

impl Turn<'_> {
    /// Whether the turn is over. It is soon over after a stop is requested.
    pub fn is_over(&self) -> bool {
        let asked = self.clock.asked();
        if self.end.is_none() && asked.is_none() {
            return false;
        }
        let now = Instant::now();
        // A defect that begins late shares the rest of the last seconds.
        let last = asked.map(|asked| {
            let from = asked.max(self.begin);
            from + (asked + LAST).saturating_duration_since(from).mul_f64(self.part)
        });
        self.end.is_some_and(|end| now >= end) || last.is_some_and(|last| now >= last)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn a_fifth_of_the_time_is_kept_for_shrinking_where_there_is_something_to_shrink() {
        let (time, first) = (Budget::Time(MINUTE), Budget::First(MINUTE));
        let cases = Budget::Cases(1000, Share::ALL);
        let seconds = |seconds: u64| Some(Duration::from_secs(seconds));
        assert_eq!([false, true].map(|has_found| time.search(has_found)), [seconds(60), seconds(48)]);
        assert_eq!([false, true].map(|has_found| first.search(has_found)), [seconds(60); 2]);
        assert_eq!([false, true].map(|has_found| cases.search(has_found)), [None; 2]);
        let shrinking = |budget: Budget| [48, 59, 61].map(|searched| budget.shrinking(Duration::from_secs(searched)));
        assert_eq!(shrinking(time), [seconds(12), seconds(1), seconds(0)]);
        assert_eq!(shrinking(first), [seconds(60); 3]);
        assert_eq!(shrinking(cases), [None; 3]);
    }

    #[test]
    fn each_waiting_defect_gets_its_part_and_the_time_that_others_leave() {
        assert_eq!([1, 2, 4, 8].map(|waiting| part_on(4, waiting)), [1.0, 1.0, 1.0, 0.5]);
        // If every turn on one thread uses all of its part, the parts are equal.
        let mut left = 1.0;
        for waiting in (1..=10).rev() {
            let took = left * part_on(1, waiting);
            assert!((took - 0.1_f64).abs() < 1e-12, "{waiting}: {took}");
            left -= took;
        }
    }

    #[test]
    fn without_a_time_and_a_stop_nothing_is_over_and_with_them_everything_is() {
        let asked = AtomicBool::new(false);
        let stop = || asked.load(Ordering::SeqCst);
        let clock = Clock::new(Budget::Cases(1, Share::ALL), &stop);
        clock.begin_shrinking();
        assert!(!clock.ends_search(true) && !clock.turn(1).is_over());
        asked.store(true, Ordering::SeqCst);
        assert!(clock.ends_search(true) && clock.is_stopped());

        let clock = Clock::new(Budget::Time(Duration::ZERO), &|| false);
        clock.begin_shrinking();
        assert!(clock.ends_search(false) && clock.turn(1).is_over() && !clock.is_stopped());
    }
}
