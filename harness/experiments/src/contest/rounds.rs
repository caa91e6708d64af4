//! The clock: contestants take turns, each on the whole set of its cell, round after round.
//!
//! What disturbs a machine for longer than a round disturbs all contestants alike, and what is shorter is outvoted by the
//! other rounds. Each round begins with another contestant. Before each turn its contestant goes over the set once without the
//! clock: otherwise who comes after somebody that reads the same memory (one climber after another) would find it in the caches,
//! and who comes after the scans would not.

use std::time::Instant;

use super::statistics::{interval, median};

/// A contestant on the set of a cell.
pub struct Timed<'a> {
    /// One query of each case, unwatched.
    pub turn: Box<dyn Fn() + 'a>,
    /// How many queries that is.
    pub queries: usize,
}

/// How much is measured in a cell, or in cells that share their rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// About how long they may take, in seconds.
    pub seconds: f64,
    /// At least this many rounds.
    pub least: usize,
    /// At most this many.
    pub most: usize,
    /// A turn goes over the set until it takes about this long, in seconds.
    pub turn: f64,
}

/// Nanoseconds per query of each contestant, round by round.
pub fn times(contestants: &[Timed], effort: Effort) -> Vec<Vec<f64>> {
    let start = Instant::now();
    times_by(contestants, effort, || start.elapsed().as_secs_f64())
}

/// The same by any clock, in seconds.
fn times_by(contestants: &[Timed], effort: Effort, now: impl Fn() -> f64) -> Vec<Vec<f64>> {
    let turn = |contestant: &Timed, repeats: usize| {
        let start = now();
        (0..repeats).for_each(|_| (contestant.turn)());
        now() - start
    };
    let once: Vec<f64> = contestants
        .iter()
        .map(|contestant| {
            turn(contestant, 1);
            turn(contestant, 1).max(1e-7)
        })
        .collect();
    let all: f64 = once.iter().sum();
    // As many for everybody, as far as the caches forget the beginning of a set before its end.
    let repeats = (effort.turn * once.len() as f64 / all).ceil().max(1.0);
    let rounds = ((effort.seconds / (all * (repeats + 1.0))) as usize).clamp(effort.least, effort.most);
    let mut times: Vec<Vec<f64>> = contestants.iter().map(|_| Vec::with_capacity(rounds)).collect();
    for round in 0..rounds {
        for step in 0..contestants.len() {
            let place = (round + step) % contestants.len();
            turn(&contestants[place], 1);
            let seconds = turn(&contestants[place], repeats as usize);
            times[place].push(1e9 * seconds / (repeats * contestants[place].queries as f64));
        }
    }
    times
}

/// What the rounds say of one contestant beside another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The median over the rounds of the quotient within a round.
    pub median: f64,
    /// The lower end of the interval that holds the true median with a probability of 95 %.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The ratio of two contestants' times, round by round. None without rounds.
pub fn ratio(times: &[f64], baseline: &[f64]) -> Option<Ratio> {
    let ratios: Vec<f64> = times.iter().zip(baseline).map(|(time, base)| time / base).collect();
    let (low, high) = interval(&ratios)?;
    Some(Ratio { median: median(&ratios)?, low, high })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn everybody_is_charged_for_its_own_queries() {
        let clock = Cell::new(0.0);
        let calls = [Cell::new(0), Cell::new(0)];
        let contestant = |place: usize, seconds: f64, queries: usize| Timed {
            turn: Box::new({
                let (clock, calls) = (&clock, &calls);
                move || {
                    clock.set(clock.get() + seconds);
                    calls[place].set(calls[place].get() + 1);
                }
            }),
            queries,
        };
        let effort = Effort { seconds: 0.0, least: 3, most: 9, turn: 1e-3 };
        let times = times_by(&[contestant(0, 2e-6, 1), contestant(1, 6e-6, 4)], effort, || clock.get());
        for (times, expected) in times.iter().zip([2e3, 1.5e3]) {
            assert_eq!(times.len(), 3);
            assert!(times.iter().all(|time| (time - expected).abs() < 1e-3), "{times:?}");
        }
        assert_eq!(calls[0].get(), calls[1].get());
        assert!(times_by(&[], effort, || clock.get()).is_empty());
    }

    #[test]
    fn a_disturbance_of_whole_rounds_leaves_the_ratio_alone() {
        let baseline: Vec<f64> = (0..40).map(|round| if round % 3 == 0 { 900.0 } else { 100.0 }).collect();
        let times: Vec<f64> = baseline.iter().map(|time| 0.5 * time).collect();
        assert_eq!(ratio(&times, &baseline), Some(Ratio { median: 0.5, low: 0.5, high: 0.5 }));
        assert_eq!(ratio(&[], &[]), None);
    }
}
