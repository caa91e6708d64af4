//! Time per query: every variant in turns on the same case.
//!
//! Times are taken on one core, after judging, and each carries its ruling: a reader of the records decides over which cases
//! times are compared.

use std::time::{Duration, Instant};

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{Family, points_of};
use gjk_clock::{Schedule, Task, medians};
use gjk_records::{Form, Record, SCHEMA, Study, Timing};
use gjk_solvers::{ErasedVariant, Hulls, Roster, SolverSpace, in_space};
use gjk_variants::Start;
use serde_json::{Value, json};

use crate::context::{Context, Judging};
use crate::experiment::{Experiment, no_rounded};
use crate::on_all_cores::on_all_cores;
use crate::runner::Watch;

/// Cases of each family that are timed in f32 and in f64, by size of the study.
const CASES: [u64; 3] = [2, 50, 200];
/// Microseconds of a turn, and turns of each variant on a case, by size of the study.
const TURNS: [(u64, usize); 3] = [(5, 5), (10, 9), (20, 11)];
/// Microseconds of a query beyond which it is slow, and has [fewer](FEW) turns: its turn is one query, whose time does not
/// depend on the resolution of the clock.
const SLOW: f64 = 100.0;
/// Turns of a slow query.
const FEW: usize = 3;

/// Approximate microseconds of a query in addition to its turns: it is judged, and slow queries are timed.
const OTHER_MICROS: f64 = 60.0;

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

    fn idle(&self, context: &Context) -> Option<String> {
        no_rounded(context)
    }

    fn plan(&self, context: &Context) -> Vec<(&'static str, Value)> {
        vec![("timed cases", json!(context.of_size(CASES)))]
    }

    fn clocked(&self, context: &Context) -> f64 {
        let cases = context.of_size(CASES).min(context.cases()) as f64;
        let queries = (context.families.len() * context.rounded().count() * context.roster.entries().len()) as f64 * cases;
        let Schedule { turn, least, .. } = schedule(context);
        // Half of the variants apply to a case, and a turn is a little longer than it is meant to be.
        0.6 * queries * (least as f64 * turn.as_secs_f64() + OTHER_MICROS * 1e-6)
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

/// The schedule by which each query is timed.
pub(crate) fn schedule(context: &Context) -> Schedule {
    let (micros, rounds) = context.of_size(TURNS);
    Schedule::rounds(Duration::from_micros(micros), rounds)
}

/// The timings of the first independent cases of a family in one scalar, the same numbers in every scalar, one case after the
/// other: parallel timings would disturb each other.
///
/// Cases that overflow the scalar have no timings.
pub fn of_family(
    context: &Context,
    family: &dyn Family,
    arithmetic: Arithmetic,
    cases: u64,
    schedule: Schedule,
) -> Vec<Timing> {
    // The rulings are found on all cores.
    let judge = |index: usize| {
        let case = family.independent_case(context.seed, arithmetic, index as u64);
        let judging = Judging::of(context, &case, arithmetic, Some(family));
        // The cause of a failure is not needed here.
        let records = judging.iter().flat_map(|judging| judging.findings.iter().map(|finding| judging.record(finding, None)));
        let records: Vec<Record> = records.collect();
        (case, records)
    };
    let judged: Vec<(Case, Vec<Record>)> = on_all_cores(cases as usize, &judge);
    let judged = judged.iter().filter(|(_, records)| !records.is_empty());
    let (roster, machine) = (&context.roster, &context.machine);
    judged.flat_map(|(case, records)| timings(roster, case, arithmetic, records, schedule, machine)).collect()
}

/// The timings of a case that is posed in the arithmetic, by the records of its judging (those of this case and arithmetic).
///
/// They are in the order of the roster, for the variants that are applicable; empty for bodies that are not hulls of points.
pub fn timings(
    roster: &Roster,
    case: &Case,
    arithmetic: Arithmetic,
    records: &[Record],
    schedule: Schedule,
    machine: &str,
) -> Vec<Timing> {
    let times = in_space!(case.dimension, arithmetic, S => time::<S>(roster, case, schedule));
    let timing = |(entry, form, nanoseconds): (&ErasedVariant, Form, f64)| {
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
            form: Some(form),
        })
    };
    times.into_iter().filter_map(timing).collect()
}

/// The median time of each variant that is applicable, in nanoseconds, and the form of the query.
fn time<'a, S: SolverSpace>(roster: &'a Roster, case: &Case, schedule: Schedule) -> Vec<(&'a ErasedVariant, Form, f64)> {
    let Some(bodies) = Hulls::<S>::of(case).filter(|_| case.is_of_hulls()) else { return Vec::new() };
    let bodies = &bodies;
    let task = |entry: &'a ErasedVariant| {
        let solver = entry.solver::<S>().filter(|_| entry.answers_about(case))?;
        let form = if solver.is_timed_erased() { Form::Erased } else { Form::Typed };
        Some(((entry, form), Task::new(1, move || solver.time(&bodies.a, &bodies.b, &Start::Default))))
    };
    let (entries, tasks): (Vec<_>, Vec<Task>) = roster.entries().iter().filter_map(task).unzip();
    entries.into_iter().zip(by_pace(tasks, schedule)).map(|((entry, form), time)| (entry, form, time)).collect()
}

/// The median nanoseconds of each task, which is one query.
///
/// The slow tasks take turns among themselves, and fewer: their times are not compared round by round.
fn by_pace(tasks: Vec<Task>, schedule: Schedule) -> Vec<f64> {
    let is_slow: Vec<bool> = once(&tasks, schedule.clock).into_iter().map(|seconds| 1e6 * seconds > SLOW).collect();
    let few = Schedule { least: schedule.least.min(FEW), most: schedule.most.min(FEW), ..schedule };
    let (slow, fast): (Vec<_>, Vec<_>) = tasks.into_iter().zip(&is_slow).partition(|(_, is_slow)| **is_slow);
    let mut times = [(fast, schedule), (slow, few)].map(|(tasks, schedule)| {
        let tasks: Vec<Task> = tasks.into_iter().map(|(task, _)| task).collect();
        medians(&tasks, schedule).into_iter()
    });
    is_slow.iter().filter_map(|&is_slow| times[usize::from(is_slow)].next()).collect()
}

/// The seconds of one pass of each task, after another pass.
fn once(tasks: &[Task], clock: fn() -> f64) -> Vec<f64> {
    let seconds = |task: &Task| {
        task.run();
        let begin = clock();
        task.run();
        clock() - begin
    };
    tasks.iter().map(seconds).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::*;

    thread_local! {
        static NOW: Cell<f64> = const { Cell::new(0.0) };
    }

    #[test]
    fn slow_queries_have_fewer_turns_and_each_has_its_own_time() {
        let passes = RefCell::new([0; 3]);
        let task = |place: usize, seconds: f64| {
            let passes = &passes;
            Task::new(1, move || {
                NOW.set(NOW.get() + seconds);
                passes.borrow_mut()[place] += 1;
            })
        };
        let tasks = vec![task(0, 2e-6), task(1, 2e-3), task(2, 5e-6)];
        let schedule = Schedule { clock: || NOW.get(), ..Schedule::rounds(Duration::from_nanos(9_500), 9) };
        let times = by_pace(tasks, schedule);
        for (found, expected) in times.iter().zip([2e3, 2e6, 5e3]) {
            assert!((found - expected).abs() < 1e-3 * expected, "{times:?}");
        }
        // Two passes for the pace, four to begin with; then turns with an untimed pass each: nine of 9.5 µs, or three of one query.
        assert_eq!(passes.take(), [6 + 9 * 6, 6 + 3 * 2, 6 + 9 * 3]);
    }
}
