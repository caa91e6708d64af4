//! The clock: tasks run in turns, round after round, on one core.
//!
//! A disturbance of the machine that lasts longer than a round slows all tasks alike. A shorter one affects few rounds, and
//! does not move the median over the rounds. Successive rounds begin with different tasks. Each turn begins with an untimed
//! warm-up pass: without it, a task would profit from the caches if the preceding task reads the same memory. A turn repeats
//! its pass so often that the resolution of the system's clock does not matter.
//!
//! Compare only times from one call of [`measure`]: by their medians or, for two tasks, by their [`Ratio`] within rounds.

#![forbid(unsafe_code)]

mod statistics;

use std::sync::LazyLock;
use std::time::{Duration, Instant};

pub use statistics::{Ratio, geometric_mean, interval, median};

/// A unit of work that is timed in turns.
pub struct Task<'a> {
    /// The number of queries in a pass.
    pub queries: usize,
    passes: Passes<'a>,
}

enum Passes<'a> {
    /// One pass, in this process.
    Here(Box<dyn Fn() + 'a>),
    /// Makes this number of passes in another process and returns their seconds; `None` if that process has ended.
    Elsewhere(Box<dyn Fn(usize) -> Option<f64> + 'a>),
}

impl<'a> Task<'a> {
    /// A task whose pass makes `queries` queries.
    ///
    /// The pass has to send its results through [`std::hint::black_box`].
    pub fn new(queries: usize, pass: impl Fn() + 'a) -> Task<'a> {
        Task { queries, passes: Passes::Here(Box::new(pass)) }
    }

    /// A task whose passes are made by another process, which measures their time in seconds by its own clock.
    ///
    /// The time of the communication, which exceeds the time of many queries, is then not counted. `passes` returns `None` if
    /// the process has ended.
    pub fn elsewhere(queries: usize, passes: impl Fn(usize) -> Option<f64> + 'a) -> Task<'a> {
        Task { queries, passes: Passes::Elsewhere(Box::new(passes)) }
    }

    /// Makes one pass, and returns whether it was made.
    pub fn run(&self) -> bool {
        match &self.passes {
            // A floating-point [mode](gjk_mode) that the pass sets ends with it.
            Passes::Here(pass) => {
                gjk_mode::theirs(pass);
                true
            }
            Passes::Elsewhere(passes) => passes(1).is_some(),
        }
    }

    /// The time of this number of passes, in seconds.
    fn seconds(&self, passes: usize, clock: fn() -> f64) -> Option<f64> {
        match &self.passes {
            Passes::Here(pass) => {
                let start = clock();
                gjk_mode::theirs(|| (0..passes).for_each(|_| pass()));
                Some(clock() - start)
            }
            Passes::Elsewhere(elsewhere) => elsewhere(passes),
        }
    }
}

/// The duration of a measurement, and its clock.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// The approximate duration of the timed passes of a turn, of which there is at least one.
    pub turn: Duration,
    /// The approximate duration of all rounds together, within the limits on their number.
    pub budget: Duration,
    /// The minimum number of rounds.
    pub least: usize,
    /// The maximum number of rounds.
    pub most: usize,
    /// Returns the seconds since a fixed moment: [`system`], or in tests a clock that they control.
    pub clock: fn() -> f64,
}

impl Schedule {
    /// A schedule of exactly this number of rounds, however long they take, by the system's clock.
    pub fn rounds(turn: Duration, rounds: usize) -> Schedule {
        Schedule { turn, budget: Duration::ZERO, least: rounds, most: rounds, clock: system }
    }
}

/// The seconds since the first call, by the system's clock.
pub fn system() -> f64 {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    FIRST.elapsed().as_secs_f64()
}

/// The nanoseconds per query of each task, by round.
///
/// A task that ends has no times from that round on, so it has fewer rounds than the others.
pub fn measure(tasks: &[Task], schedule: Schedule) -> Vec<Vec<f64>> {
    // The untimed pass, then the seconds of the timed passes.
    let turn = |task: &Task, passes: usize| if task.run() { task.seconds(passes, schedule.clock) } else { None };
    let begun: Vec<Option<f64>> = tasks.iter().map(|task| turn(task, 3)).collect();
    let mut goes_on: Vec<bool> = begun.iter().map(Option::is_some).collect();
    let once: Vec<f64> = begun.into_iter().map(|seconds| (seconds.unwrap_or_default() / 3.0).max(1e-9)).collect();
    let passes: Vec<usize> =
        once.iter().map(|once| (schedule.turn.as_secs_f64() / once).ceil().clamp(1.0, 1e6) as usize).collect();
    let round: f64 = once.iter().zip(&passes).map(|(once, passes)| once * (passes + 1) as f64).sum();
    let rounds = ((schedule.budget.as_secs_f64() / round) as usize).clamp(schedule.least, schedule.most);
    let mut times: Vec<Vec<f64>> = tasks.iter().map(|_| Vec::with_capacity(rounds)).collect();
    for first in 0..rounds {
        for step in 0..tasks.len() {
            let place = (first + step) % tasks.len();
            let seconds = if goes_on[place] { turn(&tasks[place], passes[place]) } else { None };
            goes_on[place] = seconds.is_some();
            times[place].extend(seconds.map(|seconds| 1e9 * seconds / (passes[place] * tasks[place].queries) as f64));
        }
    }
    times
}

/// The median nanoseconds per query of each task over the rounds of a schedule, which has at least one.
pub fn medians(tasks: &[Task], schedule: Schedule) -> Vec<f64> {
    measure(tasks, schedule).iter().map(|times| median(times).expect("a schedule has a round")).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::*;

    thread_local! {
        static NOW: Cell<f64> = const { Cell::new(0.0) };
    }

    /// A schedule whose clock advances only in passes.
    fn by_passes(turn: Duration, rounds: usize) -> Schedule {
        Schedule { clock: || NOW.get(), ..Schedule::rounds(turn, rounds) }
    }

    fn spend(seconds: f64) {
        NOW.set(NOW.get() + seconds);
    }

    fn are_near(found: &[f64], expected: &[f64]) -> bool {
        found.len() == expected.len() && found.iter().zip(expected).all(|(x, y)| (x - y).abs() < 1e-6 * y)
    }

    #[test]
    fn each_task_is_charged_for_its_own_queries_and_has_the_turn_it_should() {
        let passes = [Cell::new(0), Cell::new(0)];
        let task = |place: usize, seconds: f64, queries: usize| {
            let passes = &passes;
            Task::new(queries, move || {
                spend(seconds);
                passes[place].set(passes[place].get() + 1);
            })
        };
        let times = measure(&[task(0, 2e-6, 1), task(1, 6e-6, 4)], by_passes(Duration::from_nanos(11_500), 3));
        assert!(are_near(&times[0], &[2e3; 3]) && are_near(&times[1], &[1.5e3; 3]), "{times:?}");
        // Four passes at the beginning; then in each round one untimed pass, and 6 passes of 2 µs or 2 of 6 µs.
        assert_eq!(passes.map(|passes| passes.get()), [4 + 3 * 7, 4 + 3 * 3]);
        assert!(measure(&[], by_passes(Duration::ZERO, 3)).is_empty());
    }

    #[test]
    fn the_mode_that_a_pass_sets_is_not_there_in_another_tasks_turn() {
        let modes = RefCell::new(Vec::new());
        let flushes = Task::new(1, || gjk_mode::Mode::FLUSHING.set());
        let looks = Task::new(1, || modes.borrow_mut().push(gjk_mode::Mode::of_this_thread()));
        measure(&[flushes, looks], by_passes(Duration::ZERO, 3));
        assert!(modes.take().iter().all(|mode| mode.is_default()) && gjk_mode::Mode::of_this_thread().is_default());
    }

    #[test]
    fn each_round_begins_with_another_task() {
        let turns = RefCell::new(Vec::new());
        let task = |place: usize| {
            let turns = &turns;
            Task::new(1, move || {
                spend(1e-3);
                turns.borrow_mut().push(place);
            })
        };
        measure(&[task(0), task(1), task(2)], by_passes(Duration::ZERO, 4));
        // Four passes of each at the beginning; then turns of one untimed pass and one timed pass.
        let turns: Vec<usize> = turns.take()[12..].chunks(2).map(|turn| turn[0].min(turn[1])).collect();
        assert_eq!(turns.chunks(3).collect::<Vec<_>>(), [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]);
    }

    #[test]
    fn the_time_of_the_first_pass_of_a_turn_is_not_counted() {
        let last = Cell::new(9);
        // A pass takes ten times as long if it follows a pass of another task, as if the caches were cold.
        let task = |place: usize, seconds: f64| {
            let last = &last;
            Task::new(1, move || spend(if last.replace(place) == place { seconds } else { 10.0 * seconds }))
        };
        let times = measure(&[task(0, 1e-3), task(1, 3e-3)], by_passes(Duration::from_millis(6), 4));
        assert!(are_near(&times[0], &[1e6; 4]) && are_near(&times[1], &[3e6; 4]), "{times:?}");
    }

    #[test]
    fn the_time_of_passes_elsewhere_is_the_reported_one() {
        let asked = RefCell::new(Vec::new());
        let elsewhere = Task::elsewhere(2, |passes| {
            asked.borrow_mut().push(passes);
            // The time of the communication is not counted.
            spend(1.0);
            Some(4e-6 * passes as f64)
        });
        let times = measure(&[elsewhere], by_passes(Duration::from_micros(12), 2));
        assert!(are_near(&times[0], &[2e3; 2]), "{times:?}");
        assert_eq!(asked.take(), [1, 3, 1, 3, 1, 3], "an untimed pass, then three in 12 µs");
    }

    #[test]
    fn a_task_that_ended_elsewhere_has_no_more_times_and_is_not_asked_again() {
        let asked = Cell::new(0);
        // The passes before the task ends: two at the beginning, and two per round.
        let ending = |passes: usize| {
            asked.set(0);
            let asked = &asked;
            Task::elsewhere(1, move |_| {
                asked.set(asked.get() + 1);
                (asked.get() <= passes).then_some(1e-6)
            })
        };
        for (passes, rounds) in [(0, 0), (1, 0), (2, 0), (3, 0), (4, 1), (7, 2), (100, 4)] {
            let here = Task::new(1, || spend(1e-6));
            let times = measure(&[ending(passes), here], by_passes(Duration::ZERO, 4));
            assert_eq!([times[0].len(), times[1].len()], [rounds, 4], "{passes}");
            assert_eq!(asked.get(), (passes + 1).min(10), "asked once more than it answers");
        }
    }

    #[test]
    fn no_pass_is_repeated_for_ever() {
        let passes = Cell::new(0_u64);
        measure(&[Task::new(1, || passes.set(passes.get() + 1))], by_passes(Duration::from_secs(1), 1));
        assert_eq!(passes.get(), 4 + 1_000_001, "of a pass that takes no time");
    }

    #[test]
    fn rounds_are_in_their_order_and_the_median_is_over_them() {
        // A round of this schedule has two passes, one of them timed. After four passes at the beginning, the passes of the
        // four rounds take 1, 5, 2 and 9 ms each.
        let (passes, takes) = (Cell::new(0), [1e-3, 5e-3, 2e-3, 9e-3]);
        let task = || {
            passes.set(0);
            Task::new(2, || {
                let pass = passes.replace(passes.get() + 1);
                spend(if pass < 4 { 1e-3 } else { takes[(pass - 4) / 2] });
            })
        };
        let schedule = by_passes(Duration::ZERO, 4);
        assert!(are_near(&measure(&[task()], schedule)[0], &[0.5e6, 2.5e6, 1e6, 4.5e6]));
        assert!(are_near(&medians(&[task()], schedule), &[1.75e6]));
    }

    #[test]
    fn a_budget_is_spent_within_the_limits_of_the_rounds() {
        let task = |seconds: f64| Task::new(1, move || spend(seconds));
        let rounds = |budget: u64, tasks: &[Task]| {
            let schedule =
                Schedule { budget: Duration::from_millis(budget), least: 3, most: 9, ..by_passes(Duration::ZERO, 0) };
            measure(tasks, schedule)[0].len()
        };
        // A round with a pass of 1 ms takes 2 ms, including the untimed pass; with another task's pass of 2 ms as well, it
        // takes 6 ms.
        assert_eq!([0, 11, 1000].map(|budget| rounds(budget, &[task(1e-3)])), [3, 5, 9]);
        assert_eq!([20, 26, 55].map(|budget| rounds(budget, &[task(1e-3), task(2e-3)])), [3, 4, 9]);
    }

    #[test]
    fn the_system_clock_never_goes_back() {
        let first = system();
        assert!(first >= 0.0 && system() >= first);
    }
}
