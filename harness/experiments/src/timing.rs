//! Time per query: every variant in turns on the same case.
//!
//! Times are taken on one core, after judging, and each carries its ruling: a reader of the records decides over which cases
//! times are compared.

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{Family, points_of};
use gjk_clock::{Schedule, Task, medians};
use gjk_records::{Record, SCHEMA, Timing};
use gjk_solvers::{ErasedVariant, Hulls, Roster, SolverSpace, in_space};
use gjk_variants::Start;
use rayon::prelude::*;

use crate::campaign;

/// What is timed: the first independent cases of a family, the same numbers in every scalar.
pub struct Plan<'a> {
    /// Whose rulings stand beside the times.
    pub campaign: &'a campaign::Plan<'a>,
    /// Cases of each family and scalar.
    pub cases: u64,
    /// How long each query is timed.
    pub schedule: Schedule,
    /// The machine, for the records.
    pub machine: String,
}

impl Plan<'_> {
    /// The timings of a family in one scalar, one case after the other: parallel timings would measure each other. None of cases
    /// that overflow the scalar.
    pub fn of_family(&self, family: &dyn Family, arithmetic: Arithmetic) -> Vec<Timing> {
        // The rulings are found on all cores.
        let judged: Vec<(Case, Vec<Record>)> = (0..self.cases)
            .into_par_iter()
            .map(|index| {
                let case = family.independent_case(self.campaign.seed, arithmetic, index);
                let records = self.campaign.judged(&case, arithmetic, family.name(), family.gap_column());
                (case, records)
            })
            .collect();
        let judged = judged.iter().filter(|(_, records)| !records.is_empty());
        let roster = self.campaign.roster;
        judged.flat_map(|(case, records)| timings(roster, case, arithmetic, records, self.schedule, &self.machine)).collect()
    }
}

/// The timings of a case that is posed in the arithmetic, beside the records of its judging (those of this case and arithmetic).
/// In the order of the roster, of the variants that are applicable; none for bodies that are not hulls of points.
pub fn timings(
    roster: &Roster,
    case: &Case,
    arithmetic: Arithmetic,
    records: &[Record],
    schedule: Schedule,
    machine: &str,
) -> Vec<Timing> {
    let times = in_space!(case.dimension, arithmetic, S => time::<S>(roster, case, schedule));
    let timing = |(entry, nanoseconds): (&ErasedVariant, f64)| {
        let record = records.iter().find(|record| record.variant == entry.about.name)?;
        Some(Timing {
            schema: SCHEMA,
            family: record.family.clone(),
            case: record.case.clone(),
            points: points_of(case),
            scalar: arithmetic.name().to_owned(),
            variant: record.variant.clone(),
            ruling: record.ruling,
            iterations: record.iterations,
            machine: machine.to_owned(),
            nanoseconds,
        })
    };
    times.into_iter().filter_map(timing).collect()
}

/// The median time of each variant that is applicable, in nanoseconds.
fn time<'a, S: SolverSpace>(roster: &'a Roster, case: &Case, schedule: Schedule) -> Vec<(&'a ErasedVariant, f64)> {
    let Some(bodies) = Hulls::<S>::of(case).filter(|_| case.is_of_hulls()) else { return Vec::new() };
    let bodies = &bodies;
    let task = |entry: &'a ErasedVariant| {
        let solver = entry.solver::<S>()?;
        Some((entry, Task::new(1, move || solver.time(&bodies.a, &bodies.b, &Start::Default))))
    };
    let (entries, tasks): (Vec<&ErasedVariant>, Vec<Task>) = roster.entries().iter().filter_map(task).unzip();
    entries.into_iter().zip(medians(&tasks, schedule)).collect()
}
