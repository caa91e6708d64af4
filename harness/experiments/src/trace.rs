//! Warm starts: what the last answer about a moving pair is worth to the next query.
//!
//! A variant goes through the frames of a trace three times: from its own start in every frame, along the axis of its last
//! answer, and from the vertices of its last answer's simplex. Every answer is judged; what the starts cost is compared over
//! the frames that the variant gets right from all three, so that none of them is cheap by being wrong.

use std::fmt;

use gjk_clock::{Schedule, Task, geometric_mean, median, medians};
use gjk_records::{Ruling, SCHEMA, TraceTally};

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::Motion;
use gjk_solvers::{ErasedVariant, Hulls, PosedCase, Reply, Roster, SolverSpace, in_space};
use gjk_variants::{Evidence, Space, Start};

/// Where the queries of a trace start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartRule {
    /// The variant's own start in every frame.
    Cold,
    /// Along the axis of the last answer. Where there is none, since there was no answer or the bodies met: cold.
    Direction,
    /// At the vertices of the last answer's simplex; along its axis where it has no simplex; cold after a run without answer.
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
        let (axis, simplex) = match last {
            None => (None, None),
            Some(Evidence::Intersecting { simplex }) => (None, Some(simplex)),
            Some(Evidence::Disjoint { axis, .. }) => (Some(axis), None),
            Some(Evidence::Apart(separation)) => (Some(&separation.nearest), Some(&separation.simplex)),
        };
        match (self, axis, simplex) {
            (StartRule::Vertices, _, Some(simplex)) => Start::Vertices(*simplex),
            (StartRule::Direction | StartRule::Vertices, Some(axis), _) => Start::Direction(S::negated(axis)),
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

/// The frames of these cases, which are hulls of points in the arithmetic; none where one is not.
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
    /// Where it started.
    pub start: Start<S>,
    /// Its reply.
    pub reply: Reply,
    /// What the judge makes of it.
    pub ruling: Ruling,
}

/// A variant's queries about the frames, one after the other; empty where it is not applicable. The tolerance is in units of u·D.
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

/// What is run: traces of every motion with every step, in single and double precision.
pub struct Plan<'a> {
    /// The variants.
    pub roster: &'a Roster,
    /// The families of traces.
    pub motions: &'a [Motion],
    /// Single and double precision, as far as they are wanted.
    pub scalars: &'a [Arithmetic],
    /// The steps from frame to frame.
    pub steps: &'a [f64],
    /// Seed of the families.
    pub seed: u64,
    /// In units of u·D.
    pub tolerance: f64,
    /// Traces of each motion, step and arithmetic, and how many of them are timed.
    pub traces: [u64; 2],
    /// How long each query is timed.
    pub schedule: Schedule,
}

/// The traces of one motion with one step in one arithmetic.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    motion: &'a Motion,
    arithmetic: Arithmetic,
    step: f64,
}

/// The name: that of the motion, the arithmetic and the step.
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

impl<'a> Plan<'a> {
    /// Motion by motion, arithmetic by arithmetic, step by step.
    pub fn settings(&self) -> Vec<Setting<'a>> {
        let mut settings = Vec::new();
        for motion in self.motions {
            for &arithmetic in self.scalars {
                settings.extend(self.steps.iter().map(|&step| Setting { motion, arithmetic, step }));
            }
        }
        settings
    }

    /// The judged answers about the traces of a setting, from each start, without times; only of variants that are applicable.
    /// The same on every machine whose floats are IEEE.
    pub fn judged(&self, setting: &Setting) -> Vec<TraceTally> {
        in_space!(3, setting.arithmetic, S => self.judge::<S>(setting))
    }

    /// Times queries of the settings on one core, and writes the times of this machine into their tallies. `done` is told of each
    /// setting.
    pub fn time(&self, tallies: &mut [TraceTally], machine: &str, done: impl Fn()) {
        for setting in self.settings() {
            let own = (setting.motion.name(), setting.arithmetic.name(), setting.step);
            let is_own = |tally: &&mut TraceTally| (&tally.family[..], &tally.scalar[..], tally.step) == own;
            let mut mine: Vec<&mut TraceTally> = tallies.iter_mut().filter(is_own).collect();
            in_space!(3, setting.arithmetic, S => self.time_setting::<S>(&setting, &mut mine));
            mine.into_iter().filter(|tally| tally.timed > 0).for_each(|tally| machine.clone_into(&mut tally.machine));
            done();
        }
    }

    fn frames<S: SolverSpace>(&self, setting: &Setting, number: u64) -> Vec<PosedFrame<S>> {
        let &Setting { motion, arithmetic, step } = setting;
        // The families' coordinates are exact in their arithmetic, so there is always something to pose.
        pose(&motion.frames(self.seed, arithmetic, number, step), arithmetic).unwrap_or_default()
    }

    fn judge<S: SolverSpace>(&self, setting: &Setting) -> Vec<TraceTally> {
        let applicable = self.roster.entries().iter().filter(|entry| entry.solver::<S>().is_some());
        let blank = |entry| (entry, StartRule::ALL.map(|rule| setting.blank(entry, rule)));
        let mut all: Vec<(&ErasedVariant, [TraceTally; 3])> = applicable.map(blank).collect();
        for number in 0..self.traces[0] {
            let frames = self.frames::<S>(setting, number);
            for (entry, tallies) in &mut all {
                let by_rule = StartRule::ALL.map(|rule| follow(entry, &frames, rule, self.tolerance));
                for frame in 1..frames.len() {
                    count(tallies, by_rule.each_ref().map(|queries| &queries[frame]));
                }
            }
        }
        let mut tallies: Vec<TraceTally> = all.into_iter().flat_map(|(_, tallies)| tallies).collect();
        tallies.iter_mut().for_each(into_means);
        tallies
    }

    /// Fills in the times, three tallies of each variant.
    fn time_setting<S: SolverSpace>(&self, setting: &Setting, tallies: &mut [&mut TraceTally]) {
        let traces: Vec<Vec<PosedFrame<S>>> = (0..self.traces[1]).map(|number| self.frames(setting, number)).collect();
        for tallies in tallies.chunks_exact_mut(StartRule::ALL.len()) {
            let Some(entry) = self.roster.named(&tallies[0].variant) else { continue };
            let mut times: [Vec<f64>; 3] = Default::default();
            for frames in &traces {
                let by_rule = StartRule::ALL.map(|rule| follow(entry, frames, rule, self.tolerance));
                for (i, frame) in frames.iter().enumerate().skip(1) {
                    let queries = by_rule.each_ref().map(|queries| &queries[i]);
                    if are_right(queries)
                        && let Some(medians) = time(entry, &frame.bodies, queries.map(|query| &query.start), self.schedule)
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
}

/// Whether a frame is shared.
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

/// Fills in the times from a start, frame by frame, beside those of cold ones.
fn fill_in(tally: &mut TraceTally, times: &[f64], cold: &[f64]) {
    let ratios: Vec<f64> = times.iter().zip(cold).map(|(time, cold)| time / cold).collect();
    tally.timed = times.len() as u64;
    tally.time_ratio = geometric_mean(&ratios);
    tally.nanoseconds = median(times);
}

/// The median time of a query from each start, the starts taking turns; none where the variant is not applicable.
fn time<S: SolverSpace>(
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
