//! How much a study does.

use std::time::Duration;

use crate::arguments::Study;

/// How much a study does: fixed by the arguments, never by the clock, but for the rounds of the duel.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    /// Cases of each family in f32 and in f64.
    pub cases: u64,
    /// Cases of each family in exact arithmetic.
    pub exact: u64,
    /// Cases of each family on which the loops around the subalgorithms are compared, in f32 and in f64.
    pub loops: u64,
    /// Samples of the census of Voronoi regions.
    pub census: u64,
    /// Traces of each family, step and scalar that are run from each start, and how many of them are timed.
    pub traces: [u64; 2],
    /// Powers of two between the steps of successive traces.
    pub stride: usize,
    /// Cases of each family that are timed, in f32 and in f64.
    pub timed: u64,
    /// Time of one turn of a timing.
    pub turn: Duration,
    /// Turns of each variant on a case.
    pub rounds: usize,
    pub duel: DuelMode,
}

/// How much of the duel a study runs.
#[derive(Clone, Copy, Debug)]
pub struct DuelMode {
    /// Sets of cases with bodies of at most this many points.
    pub points: usize,
    /// Cases of a set, at most.
    pub cases: usize,
    /// About how long the clock runs on a set.
    pub budget: Duration,
    /// Rounds on a set, at least.
    pub rounds: usize,
}

impl Mode {
    /// What the arguments ask for.
    pub fn of(arguments: &Study) -> Mode {
        let micros = Duration::from_micros;
        let all = DuelMode { points: usize::MAX, cases: usize::MAX, budget: Duration::from_millis(100), rounds: 9 };
        let mode = if arguments.quick {
            let (traces, stride) = ([2, 1], 5);
            let duel = DuelMode { points: 128, cases: 8, budget: Duration::ZERO, rounds: 5 };
            let (cases, exact, loops, census) = (60, 30, 20, 100_000);
            Mode { cases, exact, loops, census, traces, stride, timed: 6, turn: micros(5), rounds: 5, duel }
        } else if arguments.full {
            let (cases, exact, loops, census) = (10_000, 4_000, 3_000, 10_000_000);
            let (traces, stride) = ([200, 40], 1);
            let duel = DuelMode { budget: Duration::from_secs(1), rounds: 15, ..all };
            Mode { cases, exact, loops, census, traces, stride, timed: 200, turn: micros(20), rounds: 11, duel }
        } else {
            let (cases, exact, loops, census) = (1_000, 400, 300, 1_000_000);
            let (traces, stride) = ([24, 8], 2);
            Mode { cases, exact, loops, census, traces, stride, timed: 100, turn: micros(20), rounds: 11, duel: all }
        };
        arguments.cases.map_or(mode, |cases| mode.scaled(cases))
    }

    /// The same with another number of cases, and all other counts in proportion, rounded up. What is timed stays as it is.
    fn scaled(self, cases: u64) -> Mode {
        let scaled = |count: u64| (u128::from(count) * u128::from(cases)).div_ceil(u128::from(self.cases)) as u64;
        let traces = [scaled(self.traces[0]), self.traces[1].min(scaled(self.traces[0]))];
        Mode { cases, exact: scaled(self.exact), loops: scaled(self.loops), census: scaled(self.census), traces, ..self }
    }
}
