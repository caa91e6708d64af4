//! Warm starts: what the last answer about a moving pair is worth to the next query.
//!
//! A variant goes through the frames of a trace three times: from its own start in every frame, along the axis of its last
//! answer, and from the vertices of its last answer's simplex. Every answer is judged; what the starts cost is compared over
//! the frames that the variant gets right from all three, so that none of them is cheap by being wrong.

use std::time::Instant;

use gjk_records::{Ruling, SCHEMA, TraceTally};
use rayon::prelude::*;

use crate::timing::{Effort, median};
use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::Motion;
use gjk_solvers::entry::{Bodies, Entry, Home, Roster};
use gjk_solvers::in_space;
use gjk_solvers::reply::Reply;
use gjk_solvers::trial::Trial;
use gjk_variants::{Evidence, Scalar, Space, Start};

/// Where the queries of a trace start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The variant's own start in every frame.
    Cold,
    /// Along the axis of the last answer. Where there is none, since there was no answer or the bodies met: cold.
    Direction,
    /// At the vertices of the last answer's simplex; along its axis where it has no simplex; cold after a run without answer.
    Vertices,
}

impl Way {
    /// Every way, in the order of tables.
    pub const ALL: [Way; 3] = [Way::Cold, Way::Direction, Way::Vertices];

    /// The way as records spell it.
    pub fn name(self) -> &'static str {
        match self {
            Way::Cold => "cold",
            Way::Direction => "direction",
            Way::Vertices => "vertices",
        }
    }

    /// The start after a run with this evidence.
    pub fn after<S: Space>(self, last: Option<&Evidence<S>>) -> Start<S> {
        let Some(last) = last else { return Start::Default };
        match (self, last) {
            (Way::Cold, _) | (Way::Direction, Evidence::Intersecting { .. }) => Start::Default,
            (_, Evidence::Disjoint { axis }) => Start::Direction(S::negated(axis)),
            (Way::Direction, Evidence::Apart(nearest) | Evidence::Within(nearest)) => {
                Start::Direction(S::negated(&nearest.nearest))
            }
            (Way::Vertices, Evidence::Apart(nearest) | Evidence::Within(nearest)) => Start::Vertices(nearest.simplex),
            (Way::Vertices, Evidence::Intersecting { simplex }) => Start::Vertices(*simplex),
        }
    }
}

/// A frame of a trace in the numbers of a space, with its truth.
pub struct Frame<S: Space> {
    /// The case and its truth.
    pub trial: Trial,
    /// The bodies.
    pub bodies: Bodies<S>,
}

/// The frames of these cases, which are hulls of points in the arithmetic; none where one is not.
pub fn pose<S: Home>(cases: &[Case], arithmetic: Arithmetic) -> Option<Vec<Frame<S>>>
where
    S::Scalar: Scalar,
{
    let frame = |case: &Case| {
        let trial = Trial::pose(case, arithmetic)?;
        let bodies = Bodies::of(&trial.case).filter(|_| case.is_of_hulls())?;
        Some(Frame { trial, bodies })
    };
    cases.iter().map(frame).collect()
}

/// What a variant made of a frame.
pub struct Passage<S: Space> {
    /// Where it started.
    pub start: Start<S>,
    /// Its reply.
    pub reply: Reply,
    /// What the judge makes of it.
    pub ruling: Ruling,
}

/// A variant's way through the frames; empty where it is not applicable. The tolerance is in units of u·D.
pub fn follow<S: Home>(entry: &Entry, frames: &[Frame<S>], way: Way, tolerance: f64) -> Vec<Passage<S>>
where
    S::Scalar: Scalar,
{
    let mut start = Start::Default;
    let mut passages = Vec::with_capacity(frames.len());
    for Frame { trial, bodies } in frames {
        let Some((reply, evidence)) = bodies.ask_from(entry, &start) else { break };
        let ruling = trial.judge(&reply, tolerance).ruling;
        let next = way.after(evidence.as_ref());
        passages.push(Passage { start: std::mem::replace(&mut start, next), reply, ruling });
    }
    passages
}

/// What is run: traces of every motion with every step, in single and double precision.
pub struct Plan<'a> {
    /// The variants.
    pub roster: &'a Roster,
    /// The families of traces.
    pub motions: &'a [Motion],
    /// The steps from frame to frame.
    pub steps: &'a [f64],
    /// Seed of the families.
    pub seed: u64,
    /// In units of u·D.
    pub tolerance: f64,
    /// Traces of each motion, step and arithmetic, and how many of them are timed.
    pub traces: [u64; 2],
    /// How long each query is timed.
    pub effort: Effort,
}

/// The traces of one motion with one step in one arithmetic.
type Cell<'a> = (&'a Motion, Arithmetic, f64);

impl Plan<'_> {
    fn cells(&self) -> Vec<Cell<'_>> {
        let mut cells = Vec::new();
        for motion in self.motions {
            for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
                cells.extend(self.steps.iter().map(|&step| (motion, arithmetic, step)));
            }
        }
        cells
    }

    /// How often `done` is called.
    pub fn len(&self) -> u64 {
        2 * self.cells().len() as u64
    }

    /// Whether there is nothing to run.
    pub fn is_empty(&self) -> bool {
        self.cells().is_empty()
    }

    /// Judges the answers on all cores, then times queries on one. In the order of motions, arithmetics, steps, variants and
    /// starts; only variants that are applicable. All but the times is the same on every machine whose floats are IEEE.
    pub fn run(&self, done: impl Fn() + Sync) -> Vec<TraceTally> {
        let cells = self.cells();
        let judge = |&(motion, arithmetic, step): &Cell<'_>| {
            let tallies = in_space!(3, arithmetic, S => self.judge::<S>(motion, arithmetic, step));
            done();
            tallies
        };
        let mut tallies: Vec<Vec<TraceTally>> = cells.par_iter().with_max_len(1).map(judge).collect();
        for (&(motion, arithmetic, step), tallies) in cells.iter().zip(&mut tallies) {
            in_space!(3, arithmetic, S => self.time::<S>(motion, arithmetic, step, tallies));
            done();
        }
        tallies.into_iter().flatten().collect()
    }

    fn frames<S: Home>(&self, motion: &Motion, arithmetic: Arithmetic, number: u64, step: f64) -> Vec<Frame<S>>
    where
        S::Scalar: Scalar,
    {
        // The families' coordinates are exact in their arithmetic, so there is always something to pose.
        pose(&motion.frames(self.seed, arithmetic, number, step), arithmetic).unwrap_or_default()
    }

    fn judge<S: Home>(&self, motion: &Motion, arithmetic: Arithmetic, step: f64) -> Vec<TraceTally>
    where
        S::Scalar: Scalar,
    {
        let applicable = self.roster.entries().iter().filter(|entry| S::solver(entry).is_some());
        let mut all: Vec<(&Entry, [TraceTally; 3])> = applicable
            .map(|entry| (entry, Way::ALL.map(|way| blank(motion.name(), arithmetic, step, entry.about.name, way))))
            .collect();
        for number in 0..self.traces[0] {
            let frames = self.frames::<S>(motion, arithmetic, number, step);
            for (entry, tallies) in &mut all {
                let ways = Way::ALL.map(|way| follow(entry, &frames, way, self.tolerance));
                for frame in 1..frames.len() {
                    count(tallies, ways.each_ref().map(|passages| &passages[frame]));
                }
            }
        }
        let mut tallies: Vec<TraceTally> = all.into_iter().flat_map(|(_, tallies)| tallies).collect();
        for tally in tallies.iter_mut().filter(|tally| tally.shared > 0) {
            for sum in [&mut tally.iterations, &mut tally.supports] {
                *sum = sum.map(|sum| sum / tally.shared as f64);
            }
        }
        tallies
    }

    /// Fills in the times, three tallies of each variant.
    fn time<S: Home>(&self, motion: &Motion, arithmetic: Arithmetic, step: f64, tallies: &mut [TraceTally])
    where
        S::Scalar: Scalar,
    {
        let traces: Vec<Vec<Frame<S>>> =
            (0..self.traces[1]).map(|number| self.frames(motion, arithmetic, number, step)).collect();
        for tallies in tallies.chunks_exact_mut(Way::ALL.len()) {
            let Some(entry) = self.roster.named(&tallies[0].variant) else { continue };
            let mut times: [Vec<f64>; 3] = Default::default();
            for frames in &traces {
                let ways = Way::ALL.map(|way| follow(entry, frames, way, self.tolerance));
                for (i, frame) in frames.iter().enumerate().skip(1) {
                    let passages = ways.each_ref().map(|passages| &passages[i]);
                    if are_right(passages)
                        && let Some(medians) = time(entry, &frame.bodies, passages.map(|passage| &passage.start), self.effort)
                    {
                        (0..3).for_each(|way| times[way].push(medians[way]));
                    }
                }
            }
            let cold = times[0].clone();
            for (tally, times) in tallies.iter_mut().zip(times) {
                tally.timed = times.len() as u64;
                tally.time_ratio = mean_ratio(&times, &cold);
                tally.nanoseconds = median(times);
            }
        }
    }
}

/// Whether a frame is shared.
fn are_right<S: Space>(passages: [&Passage<S>; 3]) -> bool {
    passages.iter().all(|passage| passage.ruling == Ruling::Right)
}

/// Counts a frame from all three starts; the costs are sums until the end.
fn count<S: Space>(tallies: &mut [TraceTally; 3], passages: [&Passage<S>; 3]) {
    let is_shared = are_right(passages);
    for (tally, passage) in tallies.iter_mut().zip(passages) {
        tally.frames += 1;
        tally.warm += u64::from(passage.start != Start::Default);
        tally.rulings.count(passage.ruling);
        if is_shared {
            tally.shared += 1;
            *tally.iterations.get_or_insert_default() += passage.reply.iterations as f64;
            *tally.supports.get_or_insert_default() += passage.reply.supports as f64;
        }
    }
}

/// The median time of a query from each start, the starts taking turns; none where the variant is not applicable.
fn time<S: Home>(entry: &Entry, bodies: &Bodies<S>, starts: [&Start<S>; 3], effort: Effort) -> Option<[f64; 3]> {
    let solver = S::solver(entry)?;
    let turn = |start: &Start<S>, repeats: u32| {
        let begin = Instant::now();
        for _ in 0..repeats {
            solver.time(&bodies.a, &bodies.b, start);
        }
        begin.elapsed().as_nanos() as f64 / f64::from(repeats)
    };
    let repeats = starts.map(|start| {
        turn(start, 1);
        (effort.turn.as_nanos() as f64 / turn(start, 3).max(1.0)).clamp(1.0, 1e6) as u32
    });
    let mut times: [Vec<f64>; 3] = Default::default();
    for _ in 0..effort.rounds {
        for way in 0..3 {
            times[way].push(turn(starts[way], repeats[way]));
        }
    }
    let [cold, direction, vertices] = times.map(median);
    Some([cold?, direction?, vertices?])
}

/// The geometric mean of the ratios of times to others; none of none.
fn mean_ratio(times: &[f64], others: &[f64]) -> Option<f64> {
    let ratios = times.iter().zip(others).map(|(time, other)| (time / other).ln());
    (!times.is_empty()).then(|| (ratios.sum::<f64>() / times.len() as f64).exp())
}

fn blank(family: &str, arithmetic: Arithmetic, step: f64, variant: &str, way: Way) -> TraceTally {
    TraceTally {
        schema: SCHEMA,
        family: family.to_owned(),
        step,
        scalar: arithmetic.name().to_owned(),
        variant: variant.to_owned(),
        start: way.name().to_owned(),
        ..TraceTally::default()
    }
}
