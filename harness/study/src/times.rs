//! Time per query: every variant in turns on the same case.
//!
//! Times are taken on one core, after judging, and each carries its ruling: a reader of the records decides over which cases
//! times are compared.

use std::time::{Duration, Instant};

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{Family, points_of};
use gjk_clock::{Schedule, Task, medians};
use gjk_records::{Record, SCHEMA, Study, Timing};
use gjk_solvers::{ErasedVariant, Hulls, Roster, SolverSpace, in_space};
use gjk_variants::Start;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::context::Context;
use crate::experiment::Experiment;
use crate::runner::Watch;

/// Cases of each family that are timed in f32 and in f64, by size of the study.
const CASES: [u64; 3] = [6, 100, 200];
/// Microseconds of a turn, and turns of each variant on a case, by size of the study.
const TURNS: [(u64, usize); 3] = [(5, 5), (20, 11), (20, 11)];

/// Times of queries.
pub struct Times;

impl Experiment for Times {
    fn name(&self) -> &'static str {
        "times"
    }

    fn about(&self) -> &'static str {
        "Times of queries"
    }

    fn is_timed(&self) -> bool {
        true
    }

    fn plan(&self, context: &Context) -> Vec<(&'static str, Value)> {
        vec![("timed cases", json!(context.of_size(CASES)))]
    }

    fn time(&self, context: &Context, study: &mut Study, watch: &dyn Watch) -> Result<(), String> {
        let (begin, cases) = (Instant::now(), context.of_size(CASES).min(context.cases()));
        watch.begin("timing", (context.families.len() * context.rounded().count()) as u64 * cases, 0);
        for family in context.families.iter().map(Box::as_ref) {
            for arithmetic in context.rounded().take_while(|_| !watch.is_asked_to_stop()) {
                study.of_mut().extend(of_family(context, family, arithmetic, cases, schedule(context)));
                watch.advance(cases);
            }
        }
        watch.end();
        let (count, seconds) = (study.of::<Timing>().len(), begin.elapsed().as_secs_f64());
        watch.say(&format_args!("timed {count} queries in {seconds:.1} s"));
        Ok(())
    }
}

/// How long each query is timed.
pub(crate) fn schedule(context: &Context) -> Schedule {
    let (micros, rounds) = context.of_size(TURNS);
    Schedule::rounds(Duration::from_micros(micros), rounds)
}

/// The timings of the first independent cases of a family in one scalar, the same numbers in every scalar, one case after the other:
/// parallel timings would measure each other. None of cases that overflow the scalar.
pub fn of_family(
    context: &Context,
    family: &dyn Family,
    arithmetic: Arithmetic,
    cases: u64,
    schedule: Schedule,
) -> Vec<Timing> {
    // The rulings are found on all cores.
    let judge = |index| {
        let case = family.independent_case(context.seed, arithmetic, index);
        let records = context.judged(&case, arithmetic, Some(family));
        (case, records)
    };
    let judged: Vec<(Case, Vec<Record>)> = (0..cases).into_par_iter().map(judge).collect();
    let judged = judged.iter().filter(|(_, records)| !records.is_empty());
    let (roster, machine) = (&context.roster, &context.machine);
    judged.flat_map(|(case, records)| timings(roster, case, arithmetic, records, schedule, machine)).collect()
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
