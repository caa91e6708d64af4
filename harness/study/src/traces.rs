//! Warm starts: how much the last answer about a moving pair helps the next query.
//!
//! A variant goes through the frames of a trace three times: from its own start in every frame, along the axis of its last
//! answer, and from the vertices of its last answer's simplex. Every answer is judged; the costs of the starts are compared
//! over the frames that the variant gets right from all three, so that no start is cheap by being wrong.

use std::fmt;
use std::time::Instant;

use gjk_clock::{Schedule, Task, geometric_mean, median, medians};
use gjk_records::{Ruling, SCHEMA, Study, TraceTally};
use serde_json::{Value, json};

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{Motion, motions};
use gjk_solvers::{ErasedVariant, Hulls, PosedCase, Reply, Roster, SolverSpace, in_space};
use gjk_variants::{Evidence, Space, Start};

use crate::context::Context;
use crate::experiment::{Experiment, Sample, Unit, no_rounded};
use crate::runner::Watch;
use crate::times::{self, Times};

/// The start of the queries of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartRule {
    /// The variant's own start in every frame.
    Cold,
    /// Along the axis of the last answer; cold if there is no axis, since there was no answer or the bodies met.
    Direction,
    /// At the vertices of the last answer's simplex; along its axis if it has no simplex; cold after a run without an answer.
    Vertices,
}

impl StartRule {
    /// Every rule, in the order of tables.
    pub const ALL: [StartRule; 3] = [StartRule::Cold, StartRule::Direction, StartRule::Vertices];

    /// The rule as records spell it.
    pub fn name(self) -> &'static str {
        match self {
            StartRule::Cold => "cold",
            StartRule::Direction => "direction",
            StartRule::Vertices => "vertices",
        }
    }

    /// The start after a run with this evidence.
    pub fn after<S: Space>(self, last: Option<&Evidence<S>>) -> Start<S> {
        // For bodies that meet, the direction in which they come apart soonest.
        let soonest = || last?.penetration().map(|penetration| penetration.normal.clone());
        let direction = last.and_then(Evidence::axis).map(S::negated).or_else(soonest);
        let simplex = last.and_then(Evidence::simplex);
        match (self, direction, simplex) {
            (StartRule::Vertices, _, Some(simplex)) => Start::Vertices(*simplex),
            (StartRule::Direction | StartRule::Vertices, Some(direction), _) => Start::Direction(direction),
            _ => Start::Default,
        }
    }
}

/// A frame of a trace in the numbers of a space, with its truth.
pub struct PosedFrame<S: Space> {
    /// The case and its truth.
    pub posed: PosedCase,
    /// The bodies.
    pub bodies: Hulls<S>,
}

/// The frames of these cases, which are hulls of points in the arithmetic; `None` if one of them is not.
pub fn pose<S: SolverSpace>(cases: &[Case], arithmetic: Arithmetic) -> Option<Vec<PosedFrame<S>>> {
    let frame = |case: &Case| {
        let posed = PosedCase::pose(case, arithmetic)?;
        let bodies = Hulls::of(&posed.case).filter(|_| case.is_of_hulls())?;
        Some(PosedFrame { posed, bodies })
    };
    cases.iter().map(frame).collect()
}

/// A query about a frame.
pub struct Query<S: Space> {
    /// The start of the query.
    pub start: Start<S>,
    /// Its reply.
    pub reply: Reply,
    /// The judge's ruling.
    pub ruling: Ruling,
}

/// A variant's queries about the frames, one after the other; empty if it is not applicable.
///
/// The tolerance is in units of u·D.
pub fn follow<S: SolverSpace>(
    entry: &ErasedVariant,
    frames: &[PosedFrame<S>],
    rule: StartRule,
    tolerance: f64,
) -> Vec<Query<S>> {
    let mut start = Start::Default;
    let mut queries = Vec::with_capacity(frames.len());
    for PosedFrame { posed, bodies } in frames {
        let Some((reply, evidence)) = bodies.ask_from(entry, &start) else { break };
        let ruling = posed.judge(&reply, tolerance).ruling;
        let next = rule.after(evidence.as_ref());
        queries.push(Query { start: std::mem::replace(&mut start, next), reply, ruling });
    }
    queries
}

/// The queries about a trace from each start; `None` if the variant does not accept its bodies.
fn followed<S: SolverSpace>(entry: &ErasedVariant, frames: &[PosedFrame<S>], tolerance: f64) -> Option<[Vec<Query<S>>; 3]> {
    let by_rule = StartRule::ALL.map(|rule| follow(entry, frames, rule, tolerance));
    by_rule.iter().all(|queries| queries.len() == frames.len()).then_some(by_rule)
}

/// The traces of one motion with one step in one arithmetic.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The motion.
    pub motion: &'a Motion,
    /// Single or double precision.
    pub arithmetic: Arithmetic,
    /// The step from frame to frame.
    pub step: f64,
}

/// The name: the names of the motion and the arithmetic, and the step.
impl fmt::Display for Setting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.motion.name(), self.arithmetic, self.step)
    }
}

impl Setting<'_> {
    /// The tally of a variant, with nothing counted.
    fn blank(&self, entry: &ErasedVariant, rule: StartRule) -> TraceTally {
        TraceTally {
            schema: SCHEMA,
            family: self.motion.name().to_owned(),
            step: self.step,
            scalar: self.arithmetic.name().to_owned(),
            variant: entry.about.name.to_owned(),
            start: rule.name().to_owned(),
            ..TraceTally::default()
        }
    }
}

/// The number of traces of each motion, step and arithmetic, and the number of timed ones, by size of the study.
const TRACES: [[u64; 2]; 3] = [[1, 1], [16, 6], [200, 40]];
/// Powers of two between the steps of successive traces, by size of the study.
const STRIDE: [usize; 3] = [5, 2, 1];
/// The approximate clock time of a query of a trace in microseconds, for any variant.
const TRACE_MICROS: f64 = 8.0;
/// The approximate cost of a setting, in cases.
const SIZE: u64 = 1000;

/// Moving pairs from cold and warm starts.
pub struct Traces;

impl Experiment for Traces {
    fn name(&self) -> &'static str {
        "traces"
    }

    fn about(&self) -> &'static str {
        "Moving pairs from cold and warm starts"
    }

    fn plan(&self, context: &Context) -> Vec<(&'static str, Value)> {
        vec![("traces", json!([run(context), timed(context)])), ("steps of traces", json!(steps(context)))]
    }

    fn idle(&self, context: &Context) -> Option<String> {
        let moving = || motions().iter().map(|motion| format!("--family {}", motion.name())).collect::<Vec<_>>().join(" ");
        let why = || format!("it asks only of pairs that move; write {} (or one of them)", moving());
        no_rounded(context).or_else(|| context.motions.is_empty().then(why))
    }

    fn units<'a>(&self, context: &'a Context) -> Vec<Unit<'a>> {
        let unit = |setting: Setting<'a>| {
            Unit::of_lines(format!("traces/{setting}"), SIZE, move || {
                judged(&context.roster, &setting, context.seed, context.tolerance, run(context))
            })
        };
        settings(context).into_iter().map(unit).collect()
    }

    fn samples<'a>(&self, context: &'a Context) -> Vec<Sample<'a>> {
        let mut settings = settings(context);
        let all = settings.len();
        let step = (all / 4).max(1);
        settings = settings.into_iter().skip(step / 2).step_by(step).collect();
        let times = all as f64 / settings.len().max(1) as f64 * run(context) as f64;
        let sample = |setting: Setting<'a>| {
            let work = move || judged(&context.roster, &setting, context.seed, context.tolerance, 1);
            Sample { unit: Unit::of_lines(String::new(), 1, work), times }
        };
        settings.into_iter().map(sample).collect()
    }

    fn clocked(&self, context: &Context) -> f64 {
        if !context.has(Times.name()) {
            return 0.0;
        }
        // A trace has about forty frames; each variant is asked about each frame from three starts.
        let queries =
            (settings(context).len() as u64 * timed(context) * 40) as f64 * 3.0 * context.roster.entries().len() as f64;
        queries * 1.0e-6 * TRACE_MICROS
    }

    /// Traces are timed only if other queries are timed too.
    fn time(&self, context: &Context, study: &mut Study, watch: &dyn Watch) -> Result<(), String> {
        if !context.has(Times.name()) || watch.is_asked_to_stop() {
            return Ok(());
        }
        let (begin, settings) = (Instant::now(), settings(context));
        // A query of a trace is timed briefly, as there are many.
        let schedule = Schedule::rounds(times::schedule(context).turn / 10, 3);
        watch.begin("traces", settings.len() as u64, 0);
        for setting in &settings {
            time(context, setting, study.of_mut(), timed(context), schedule);
            watch.advance(1);
        }
        watch.end();
        let seconds = begin.elapsed().as_secs_f64();
        watch.say(&format_args!("timed moving pairs from cold and warm starts in {seconds:.1} s"));
        Ok(())
    }
}

/// The number of traces of each setting that are run.
fn run(context: &Context) -> u64 {
    context.count(TRACES.map(|[run, _]| run))
}

/// The number of traces of each setting that are timed.
fn timed(context: &Context) -> u64 {
    context.of_size(TRACES)[1].min(run(context))
}

fn steps(context: &Context) -> Vec<f64> {
    (0..=20).step_by(context.of_size(STRIDE)).map(|exponent| 0.5_f64.powi(exponent)).collect()
}

/// The settings, motion by motion, arithmetic by arithmetic, step by step.
fn settings(context: &Context) -> Vec<Setting<'_>> {
    let mut settings = Vec::new();
    for motion in &context.motions {
        for arithmetic in context.rounded() {
            settings.extend(steps(context).into_iter().map(|step| Setting { motion, arithmetic, step }));
        }
    }
    settings
}

/// The judged answers about this number of traces of a setting, from each start, without times; only of variants that are
/// applicable.
///
/// They are the same on every machine whose floats are IEEE.
pub fn judged(roster: &Roster, setting: &Setting, seed: u64, tolerance: f64, traces: u64) -> Vec<TraceTally> {
    in_space!(3, setting.arithmetic, S => judge::<S>(roster, setting, seed, tolerance, traces))
}

/// Times queries of this number of traces of a setting on one core, and writes the times of this machine into its tallies.
pub fn time(context: &Context, setting: &Setting, tallies: &mut [TraceTally], traces: u64, schedule: Schedule) {
    let own = (setting.motion.name(), setting.arithmetic.name(), setting.step);
    let is_own = |tally: &&mut TraceTally| (&tally.family[..], &tally.scalar[..], tally.step) == own;
    let mut mine: Vec<&mut TraceTally> = tallies.iter_mut().filter(is_own).collect();
    in_space!(3, setting.arithmetic, S => time_setting::<S>(context, setting, &mut mine, traces, schedule));
    mine.into_iter().filter(|tally| tally.timed > 0).for_each(|tally| context.machine.clone_into(&mut tally.machine));
}

fn frames<S: SolverSpace>(setting: &Setting, seed: u64, number: u64) -> Vec<PosedFrame<S>> {
    let &Setting { motion, arithmetic, step } = setting;
    // The families' coordinates are exact in their arithmetic, so there is always something to pose.
    pose(&motion.frames(seed, arithmetic, number, step), arithmetic).unwrap_or_default()
}

fn judge<S: SolverSpace>(roster: &Roster, setting: &Setting, seed: u64, tolerance: f64, traces: u64) -> Vec<TraceTally> {
    let applicable = roster.entries().iter().filter(|entry| entry.solver::<S>().is_some());
    let blank = |entry| (entry, StartRule::ALL.map(|rule| setting.blank(entry, rule)));
    let mut all: Vec<(&ErasedVariant, [TraceTally; 3])> = applicable.map(blank).collect();
    for number in 0..traces {
        let frames = frames::<S>(setting, seed, number);
        for (entry, tallies) in &mut all {
            let Some(by_rule) = followed(entry, &frames, tolerance) else { continue };
            for frame in 1..frames.len() {
                count(tallies, by_rule.each_ref().map(|queries| &queries[frame]));
            }
        }
    }
    let mut tallies: Vec<TraceTally> = all.into_iter().flat_map(|(_, tallies)| tallies).collect();
    tallies.retain(|tally| tally.frames > 0 || traces == 0);
    tallies.iter_mut().for_each(into_means);
    tallies
}

/// Fills in the times, three tallies of each variant.
fn time_setting<S: SolverSpace>(
    context: &Context,
    setting: &Setting,
    tallies: &mut [&mut TraceTally],
    traces: u64,
    schedule: Schedule,
) {
    let traces: Vec<Vec<PosedFrame<S>>> = (0..traces).map(|number| frames(setting, context.seed, number)).collect();
    for tallies in tallies.chunks_exact_mut(StartRule::ALL.len()) {
        let Some(entry) = context.roster.named(&tallies[0].variant) else { continue };
        let mut times: [Vec<f64>; 3] = Default::default();
        for frames in &traces {
            let Some(by_rule) = followed(entry, frames, context.tolerance) else { continue };
            for (i, frame) in frames.iter().enumerate().skip(1) {
                let queries = by_rule.each_ref().map(|queries| &queries[i]);
                if are_right(queries)
                    && let Some(medians) = medians_of(entry, &frame.bodies, queries.map(|query| &query.start), schedule)
                {
                    (0..3).for_each(|rule| times[rule].push(medians[rule]));
                }
            }
        }
        for (tally, of_start) in tallies.iter_mut().zip(&times) {
            fill_in(tally, of_start, &times[0]);
        }
    }
}

/// Whether a frame is right from all three starts, and so shared.
fn are_right<S: Space>(queries: [&Query<S>; 3]) -> bool {
    queries.iter().all(|query| query.ruling == Ruling::Right)
}

/// Counts a frame from all three starts; the costs are sums until the end.
fn count<S: Space>(tallies: &mut [TraceTally; 3], queries: [&Query<S>; 3]) {
    let is_shared = are_right(queries);
    for (tally, query) in tallies.iter_mut().zip(queries) {
        tally.frames += 1;
        tally.warm += u64::from(query.start != Start::Default);
        tally.rulings.count(query.reply.column(query.ruling));
        if is_shared {
            tally.shared += 1;
            *tally.iterations.get_or_insert_default() += query.reply.iterations as f64;
            *tally.supports.get_or_insert_default() += query.reply.supports as f64;
        }
    }
}

/// Turns the sums of costs into means over the shared frames.
fn into_means(tally: &mut TraceTally) {
    for sum in [&mut tally.iterations, &mut tally.supports] {
        *sum = sum.map(|sum| sum / tally.shared as f64);
    }
}

/// Fills in the times from a start, frame by frame, and their ratios to those of cold starts.
fn fill_in(tally: &mut TraceTally, times: &[f64], cold: &[f64]) {
    let ratios: Vec<f64> = times.iter().zip(cold).map(|(time, cold)| time / cold).collect();
    tally.timed = times.len() as u64;
    tally.time_ratio = geometric_mean(ratios.iter().copied());
    tally.nanoseconds = median(times);
}

/// The median time of a query from each start, the starts taking turns; `None` if the variant is not applicable.
fn medians_of<S: SolverSpace>(
    entry: &ErasedVariant,
    bodies: &Hulls<S>,
    starts: [&Start<S>; 3],
    schedule: Schedule,
) -> Option<Vec<f64>> {
    let solver = entry.solver::<S>()?;
    let task = |start| Task::new(1, move || solver.time(&bodies.a, &bodies.b, start));
    Some(medians(&starts.map(task), schedule))
}

#[cfg(test)]
mod tests;
