//! Time per query, every variant on the same cases, interleaved.
//!
//! A shared machine is noisy, and its noise drifts; so the variants take turns on a case, round after round, and the median
//! over rounds is kept: a disturbance hits all of them or is outvoted. A turn repeats the query so often that the clock's
//! resolution does not matter. Times are taken on one core, after judging, and each carries its ruling: whoever compares times
//! decides over which cases.

use std::time::{Duration, Instant};

use gjk_records::{Record, SCHEMA, Timing};

use gjk_cases::case::{Arithmetic, Case};
use gjk_solvers::entry::{Bodies, Entry, Home, Roster};
use gjk_solvers::in_space;
use gjk_variants::{Scalar, Start};

/// How long a turn should take, and how many turns each variant has on a case.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How long a turn should take.
    pub turn: Duration,
    /// Turns of each variant on a case; the median over them is kept.
    pub rounds: usize,
}

/// Times every applicable variant on a case that is posed in the arithmetic. In the order of the roster; none where a variant
/// is not applicable, and for bodies that are not hulls of points.
pub fn time(roster: &Roster, case: &Case, arithmetic: Arithmetic, effort: Effort) -> Vec<Option<f64>> {
    in_space!(case.dimension, arithmetic, S => time_in::<S>(roster, case, effort))
}

fn time_in<S: Home>(roster: &Roster, case: &Case, effort: Effort) -> Vec<Option<f64>>
where
    S::Scalar: Scalar,
{
    let Some(bodies) = Bodies::<S>::of(case).filter(|_| case.is_of_hulls()) else {
        return vec![None; roster.entries().len()];
    };
    let turn = |entry: &Entry, repeats: u32| -> Option<f64> {
        let solver = S::solver(entry)?;
        let start = Instant::now();
        for _ in 0..repeats {
            solver.time(&bodies.a, &bodies.b, &Start::Default);
        }
        Some(start.elapsed().as_nanos() as f64 / f64::from(repeats))
    };
    // One query warms the caches and says how many a turn takes.
    let repeats: Vec<u32> = roster
        .entries()
        .iter()
        .map(|entry| {
            turn(entry, 1);
            let once = turn(entry, 3).unwrap_or(1.0).max(1.0);
            (effort.turn.as_nanos() as f64 / once).clamp(1.0, 1e6) as u32
        })
        .collect();
    let mut times: Vec<Vec<f64>> = vec![Vec::with_capacity(effort.rounds); roster.entries().len()];
    for _ in 0..effort.rounds {
        for ((entry, times), &repeats) in roster.entries().iter().zip(&mut times).zip(&repeats) {
            times.extend(turn(entry, repeats));
        }
    }
    times.into_iter().map(median).collect()
}

/// The middle one, the upper of two.
pub(crate) fn median(mut times: Vec<f64>) -> Option<f64> {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}

/// The timings of a case, beside the records of its judging (those of this case and arithmetic, in the order of the roster).
pub fn timings(roster: &Roster, case: &Case, arithmetic: Arithmetic, records: &[&Record], effort: Effort) -> Vec<Timing> {
    let times = time(roster, case, arithmetic, effort);
    let points = case.a.points().len().max(case.b.points().len());
    let mut timings = Vec::new();
    for (entry, nanoseconds) in roster.entries().iter().zip(times) {
        let record = records.iter().find(|record| record.variant == entry.about.name);
        if let (Some(nanoseconds), Some(record)) = (nanoseconds, record) {
            timings.push(Timing {
                schema: SCHEMA,
                family: record.family.clone(),
                case: record.case.clone(),
                points,
                scalar: arithmetic.name().to_owned(),
                variant: record.variant.clone(),
                ruling: record.ruling,
                iterations: record.iterations,
                nanoseconds,
            });
        }
    }
    timings
}
