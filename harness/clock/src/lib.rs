//! The clock: tasks take turns, round after round, on one core.
//!
//! A disturbance of the machine that lasts longer than a round slows all tasks alike. A shorter one does not move the median over
//! the rounds. Each round begins with another task. Each turn begins with an untimed warm-up pass: without it a task would profit
//! from the caches if the task before it reads the same memory. A turn repeats its pass so often that the resolution of the
//! system's clock does not matter.
//!
//! Compare times of one call of [`measure`]: by their medians, and two tasks by their [`Ratio`] within rounds.

mod statistics;

use std::time::{Duration, Instant};

pub use statistics::{Ratio, geometric_mean, interval, median};

/// What takes turns.
pub struct Task<'a> {
    /// How many queries a pass is.
    pub queries: usize,
    pass: Box<dyn Fn() + 'a>,
}

impl<'a> Task<'a> {
    /// A task whose pass is so many queries. What it computes has to go through [`std::hint::black_box`].
    pub fn new(queries: usize, pass: impl Fn() + 'a) -> Task<'a> {
        Task { queries, pass: Box::new(pass) }
    }

    /// Makes one pass.
    pub fn run(&self) {
        (self.pass)();
    }
}

/// How long is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// About how long a turn takes; at least one pass.
    pub turn: Duration,
    /// About how long all rounds take together, within the limits of their number.
    pub budget: Duration,
    /// At least this many rounds.
    pub least: usize,
    /// At most this many.
    pub most: usize,
}

impl Schedule {
    /// So many rounds, however long they take.
    pub fn rounds(turn: Duration, rounds: usize) -> Schedule {
        Schedule { turn, budget: Duration::ZERO, least: rounds, most: rounds }
    }
}

/// Nanoseconds a query of each task, round by round.
pub fn measure(tasks: &[Task], schedule: Schedule) -> Vec<Vec<f64>> {
    let start = Instant::now();
    measure_by(tasks, schedule, || start.elapsed().as_secs_f64())
}

/// The median nanoseconds a query of each task over the rounds of a schedule, which has at least one.
pub fn medians(tasks: &[Task], schedule: Schedule) -> Vec<f64> {
    measure(tasks, schedule).iter().map(|times| median(times).expect("a schedule has a round")).collect()
}

/// The same by any clock, in seconds.
fn measure_by(tasks: &[Task], schedule: Schedule, now: impl Fn() -> f64) -> Vec<Vec<f64>> {
    // The untimed pass, then so many in how many seconds.
    let turn = |task: &Task, passes: usize| {
        task.run();
        let start = now();
        (0..passes).for_each(|_| task.run());
        now() - start
    };
    let once: Vec<f64> = tasks.iter().map(|task| (turn(task, 3) / 3.0).max(1e-9)).collect();
    let passes: Vec<usize> =
        once.iter().map(|once| (schedule.turn.as_secs_f64() / once).ceil().clamp(1.0, 1e6) as usize).collect();
    let round: f64 = once.iter().zip(&passes).map(|(once, passes)| once * (passes + 1) as f64).sum();
    let rounds = ((schedule.budget.as_secs_f64() / round) as usize).clamp(schedule.least, schedule.most);
    let mut times: Vec<Vec<f64>> = tasks.iter().map(|_| Vec::with_capacity(rounds)).collect();
    for first in 0..rounds {
        for step in 0..tasks.len() {
            let place = (first + step) % tasks.len();
            let seconds = turn(&tasks[place], passes[place]);
            times[place].push(1e9 * seconds / (passes[place] * tasks[place].queries) as f64);
        }
    }
    times
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn each_task_is_charged_for_its_own_queries_and_has_the_turn_it_should() {
        let clock = Cell::new(0.0);
        let passes = [Cell::new(0), Cell::new(0)];
        let task = |place: usize, seconds: f64, queries: usize| {
            let (clock, passes) = (&clock, &passes);
            Task::new(queries, move || {
                clock.set(clock.get() + seconds);
                passes[place].set(passes[place].get() + 1);
            })
        };
        let schedule = Schedule::rounds(Duration::from_nanos(11_500), 3);
        let times = measure_by(&[task(0, 2e-6, 1), task(1, 6e-6, 4)], schedule, || clock.get());
        for (times, expected) in times.iter().zip([2e3, 1.5e3]) {
            assert_eq!(times.len(), 3);
            assert!(times.iter().all(|time| (time - expected).abs() < 1e-3), "{times:?}");
        }
        // Four passes to begin with; then in each round one untimed pass, and 6 of 2 µs or 2 of 6 µs.
        assert_eq!(passes.map(|passes| passes.get()), [4 + 3 * 7, 4 + 3 * 3]);
        assert!(measure_by(&[], schedule, || clock.get()).is_empty());
    }

    #[test]
    fn a_budget_is_spent_within_the_limits_of_the_rounds() {
        let clock = Cell::new(0.0);
        let task = || Task::new(1, || clock.set(clock.get() + 1e-3));
        let rounds = |budget: u64| {
            let budget = Duration::from_millis(budget);
            let schedule = Schedule { turn: Duration::ZERO, budget, least: 3, most: 9 };
            measure_by(&[task()], schedule, || clock.get())[0].len()
        };
        assert_eq!([rounds(0), rounds(11), rounds(1000)], [3, 5, 9]);
    }
}
