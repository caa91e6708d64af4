//! The competitors: anything that can be asked about the cases of a set and timed on them, and its [`Terms`].
//!
//! Every competitor on common terms gets the same points, with nothing prepared but what its own scan needs, in the coordinates
//! of the world, and starts in the direction from the centre of A to that of B. A competitor that differs in one of these is a
//! separate row.

use std::hint::black_box;
use std::sync::Arc;

use gjk_cases::case::{Arithmetic, Case};
use gjk_clock::Task;
use gjk_records::{Question, Ruling};
use gjk_solvers::peers::is_peer;
use gjk_solvers::{
    Climbable, Climbing, ErasedVariant, Hulls, OtherTerms, PosedCase, Program, Reply, Roster, Solver, Source, ask, question_of,
};
use gjk_truth::judge::TOLERANCE;
use gjk_variants::{Hull, Observer, Promise, Solid, Space, Start, SupportMap};

use crate::on_all_cores::on_all_cores;

/// The variant whose support calls `scan-alone` makes again.
const SCANNED: &str = "signed-volumes";

/// The least number of points of bodies that are climbed.
pub const CLIMBED_FROM: usize = 32;

/// The most pairs whose charts and graphs are built for the clock: a pair takes as long as thousands of queries, and with all
/// pairs of a set this row took three quarters of the time of a comparison.
pub const CHARTED: usize = 2;

/// The terms on which a competitor is timed.
///
/// Competitors on different terms are not ranked with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// The same points, nothing prepared, and the same start for all competitors.
    Common,
    /// From the variant's own start, if that differs.
    OwnStart,
    /// With a chart and a graph that were built before.
    Prepared,
    /// A peer's algorithm on the scan of ours, in vector instructions.
    VectorScan,
    /// An algorithm of ours on the scan of the peers, point by point.
    PlainScan,
    /// In a process of its own, by a clock of that process: a shared library from outside.
    ///
    /// It has the same points and the same start.
    OwnProcess,
    /// With a pose applied to each support point, as users of the peer have it; it is the identity here.
    Posed,
    /// It answers nothing: the support points of a variant without its algorithm.
    Bound,
    /// It answers nothing: two bodies are made from their points.
    ///
    /// A query is a pair of bodies.
    Preparation,
}

impl Terms {
    /// The terms as records spell them.
    pub fn name(self) -> &'static str {
        match self {
            Terms::Common => "common",
            Terms::OwnStart => "own-start",
            Terms::Prepared => "prepared",
            Terms::VectorScan => "vector-scan",
            Terms::PlainScan => "plain-scan",
            Terms::OwnProcess => "own-process",
            Terms::Posed => "posed",
            Terms::Bound => "bound",
            Terms::Preparation => "preparation",
        }
    }
}

/// A variant, a peer or a bound on the cases of a set, in any space.
pub struct Competitor<'a> {
    /// Its name.
    pub name: &'a str,
    /// The terms on which it is timed.
    pub terms: Terms,
    /// The promise that it is judged by; `None` for a row that answers nothing.
    pub promise: Option<Promise>,
    /// Its answers, case by case; `None` for a row that only marks a bound.
    pub answers: Option<Vec<JudgedReply>>,
    /// Whether it may be timed: a library that has ended while it was timed is not asked again.
    pub(super) is_asked: bool,
    /// The question that it is asked.
    question: Question,
    /// The largest number of cases that it is timed on.
    pub(super) most: usize,
    task: TaskOf<'a>,
}

/// Makes a task of one query of each of these cases.
type TaskOf<'a> = Box<dyn Fn(&[usize]) -> Task<'a> + 'a>;

/// The judged answer of a competitor to a case.
pub struct JudgedReply {
    /// Its reply, if it has one.
    pub reply: Option<Reply>,
    /// The judge's ruling.
    pub ruling: Ruling,
}

impl<'a> Competitor<'a> {
    /// Whether its answer [may be timed](Question::times), case by case; `None` for a competitor that answers nothing, or is
    /// not asked.
    pub fn right(&self) -> Option<Vec<bool>> {
        let answers = self.answers.as_ref().filter(|_| self.is_asked)?;
        Some(answers.iter().map(|answer| self.question.times(answer.ruling)).collect())
    }

    /// The number of its answers with this ruling.
    pub fn count(&self, ruling: Ruling) -> usize {
        self.answers.iter().flatten().filter(|answer| answer.ruling == ruling).count()
    }

    /// The mean cost of an answer over these cases; `None` if there is no case, or no reply to one.
    pub fn mean(&self, cases: &[usize], cost: impl Fn(&Reply) -> usize) -> Option<f64> {
        let answers = self.answers.as_ref().filter(|_| self.is_asked)?;
        let costs = cases.iter().map(|&case| answers[case].reply.as_ref().map(&cost));
        let sum: usize = costs.sum::<Option<usize>>()?;
        (!cases.is_empty()).then(|| sum as f64 / cases.len() as f64)
    }

    /// The timed cases that it is timed on: the first ones, if it is not timed on all.
    pub fn timed<'c>(&self, cases: &'c [usize]) -> &'c [usize] {
        &cases[..cases.len().min(self.most)]
    }

    /// The approximate time of a query in seconds, from the first few of these cases: the least of several measurements, so that a
    /// disturbance does not count.
    pub(super) fn pace(&self, cases: &[usize], clock: fn() -> f64) -> f64 {
        let few = &cases[..cases.len().min(4)];
        let task = self.task(few);
        task.run();
        let seconds = (0..5).map(|_| {
            let begin = clock();
            task.run();
            clock() - begin
        });
        seconds.fold(f64::INFINITY, f64::min) / few.len() as f64
    }

    /// One query of each of these cases, as far as it is [timed](Competitor::timed) on them, unwatched, for the clock.
    pub fn task(&self, cases: &[usize]) -> Task<'a> {
        (self.task)(self.timed(cases))
    }
}

/// All competitors on cases whose bodies have this many points, in the order of the roster.
///
/// The coordinates are exact in the scalar.
pub fn competitors<'a>(
    roster: &'a Roster,
    cases: &[Case],
    question: Question,
    points: usize,
    scalar: Arithmetic,
) -> Vec<Competitor<'a>> {
    match scalar {
        Arithmetic::F32 => of_space::<Solid<f32>>(roster, cases, question, points, scalar),
        _ => of_space::<Solid<f64>>(roster, cases, question, points, Arithmetic::F64),
    }
}

/// A new competitor is a line here.
fn of_space<'a, S: Climbable>(
    roster: &'a Roster,
    cases: &[Case],
    question: Question,
    points: usize,
    scalar: Arithmetic,
) -> Vec<Competitor<'a>>
where
    S::Surface: Sync,
{
    let climbs = points >= CLIMBED_FROM && question == Question::Distance;
    let scanned = scanned(roster);
    let pose = |place: usize| {
        PreparedCase::<S>::new(&cases[place], scalar, &scanned).expect("the coordinates are exact in the scalar")
    };
    let mut posed: Vec<PreparedCase<S>> = on_all_cores(cases.len(), &pose);
    if climbs {
        build_surfaces(&mut posed);
    }
    let set = Set { posed: posed.into_iter().map(Arc::new).collect(), question };
    let mut competitors = Vec::new();
    for entry in roster.entries().iter().filter(|entry| question_of(entry.about.promise).contest() == question) {
        if let Some(program) = entry.program() {
            competitors.extend(set.elsewhere(entry.about.name, entry.about.promise, program, scalar));
        } else if let Some(solver) = entry.solver::<S>() {
            competitors.extend(set.of_variant(entry, solver));
        }
    }
    // The parts that explain the differences are timed once, with the distances.
    if question == Question::Distance {
        competitors.extend(set.on_other_bodies(roster, climbs));
        competitors.extend(set.bounds(climbs));
    }
    competitors
}

/// Whether a variant begins elsewhere than along the line of the centres: our boolean variants do, as their sources leave the
/// start open.
fn begins_elsewhere(entry: &ErasedVariant) -> bool {
    entry.about.promise == Promise::Verdict && !is_peer(entry.about.name)
}

/// A case with everything prepared that competitors need.
struct PreparedCase<S: Climbable> {
    case: PosedCase,
    bodies: Hulls<S>,
    /// The bodies scanned point by point.
    plain: Option<[Hull<S>; 2]>,
    /// The bodies with their surfaces, if those [are built](build_surfaces); not for few points, where climbing is not worth
    /// it.
    surfaces: Option<[S::Surface; 2]>,
    /// The directions in which [`SCANNED`] asks for support points of M.
    directions: Vec<S::Vector>,
    /// The start along the line of the centres.
    ///
    /// It is formed before the clock starts: a variant that reads it in one piece right after its parts were stored waits for
    /// them (store forwarding). That wait is not part of its algorithm, and took `certified-boolean` 16 ns.
    from_centres: Start<S>,
}

impl<S: Climbable> PreparedCase<S> {
    fn new(case: &Case, scalar: Arithmetic, scanned: &ErasedVariant) -> Option<Self> {
        let case = PosedCase::pose(case, scalar)?;
        let bodies = Hulls::<S>::of(&case.case)?;
        let mut seen = Directions(Vec::new());
        if let Some(solver) = scanned.solver::<S>() {
            solver.explain(&bodies.a, &bodies.b, &Start::Default, &mut seen);
        }
        let plain = |body: &Hull<S>| body.clone().scanned_in(None);
        let plain = plain(&bodies.a).zip(plain(&bodies.b)).map(|(a, b)| [a, b]);
        let from_centres = gjk_solvers::from_centres(&bodies.a, &bodies.b);
        Some(PreparedCase { case, bodies, plain, surfaces: None, directions: seen.0, from_centres })
    }
}

/// The variant whose support calls `scan-alone` makes again: that of the roster or, if it is not compared, the built-in one,
/// unseen.
///
/// Without its directions the row would time nothing.
fn scanned(roster: &Roster) -> ErasedVariant {
    roster.named(SCANNED).or(Roster::builtin().named(SCANNED)).expect("it is built in").clone()
}

/// Builds the surfaces of all bodies, on all cores: they take longer than all queries that are judged.
fn build_surfaces<S: Climbable>(posed: &mut [PreparedCase<S>]) {
    let bodies: Vec<&Hulls<S>> = posed.iter().map(|posed| &posed.bodies).collect();
    let built = on_all_cores(bodies.len(), &|place| [S::surface(&bodies[place].a), S::surface(&bodies[place].b)]);
    posed.iter_mut().zip(built).for_each(|(posed, surfaces)| posed.surfaces = Some(surfaces));
}

struct Directions<S: Space>(Vec<S::Vector>);

impl<S: Space> Observer<S> for Directions<S> {
    fn support(&mut self, direction: &S::Vector, _: &S::Vector) {
        self.0.push(direction.clone());
    }
}

/// The cases of a set in the numbers of a space, and the question about them.
struct Set<S: Climbable> {
    posed: Vec<Arc<PreparedCase<S>>>,
    question: Question,
}

impl<S: Climbable> Set<S>
where
    S::Surface: Sync,
{
    /// Judges the replies on all cores: nothing is timed yet.
    fn judge(&self, ask: &(dyn Fn(&PreparedCase<S>) -> Option<Reply> + Sync)) -> Vec<JudgedReply> {
        on_all_cores(self.posed.len(), &|place| {
            let posed = &self.posed[place];
            let reply = ask(posed);
            let ruling = reply.as_ref().map_or(Ruling::GaveUp, |reply| posed.case.judge(reply, TOLERANCE).ruling);
            JudgedReply { reply, ruling }
        })
    }

    fn competitor<'a>(
        &self,
        name: &'a str,
        terms: Terms,
        judged: Option<(Promise, Vec<JudgedReply>)>,
        query: impl Fn(&PreparedCase<S>) + Copy + 'a,
    ) -> Competitor<'a>
    where
        S: 'a,
    {
        let all = self.posed.clone();
        let task = move |cases: &[usize]| {
            let chosen: Vec<Arc<PreparedCase<S>>> = cases.iter().map(|&case| Arc::clone(&all[case])).collect();
            Task::new(chosen.len(), move || chosen.iter().for_each(|posed| query(posed)))
        };
        let (promise, answers) = judged.unzip();
        let (question, most, is_asked) = (self.question, usize::MAX, true);
        Competitor { name, terms, promise, answers, is_asked, question, most, task: Box::new(task) }
    }

    /// A shared library; `None` for a program that speaks in lines, which is not timed, and for one that does not accept such
    /// cases.
    fn elsewhere<'a>(&self, name: &'a str, promise: Promise, program: &'a Program, scalar: Arithmetic) -> Option<Competitor<'a>>
    where
        S: 'a,
    {
        if !matches!(program.source(), Source::Library(_)) || !program.greeting().computes(3, scalar) {
            return None;
        }
        let is_asked = !program.has_ended_while_timed();
        let answers = if is_asked { self.judge(&|posed| program.ask(&posed.case.case, scalar)) } else { Vec::new() };
        let all = self.posed.clone();
        let task = move |cases: &[usize]| {
            let chosen: Vec<&Case> = cases.iter().map(|&case| &all[case].case.case).collect();
            let timer = program.timer(&chosen, scalar);
            Task::elsewhere(cases.len(), move |passes| timer.as_ref()?.seconds(passes))
        };
        Some(Competitor {
            name,
            terms: Terms::OwnProcess,
            promise: Some(promise),
            answers: Some(answers),
            is_asked,
            question: self.question,
            most: usize::MAX,
            task: Box::new(task),
        })
    }

    /// A variant of the roster from its own start, from the common one where that differs, and on other terms.
    fn of_variant<'a>(&self, entry: &'a ErasedVariant, solver: &'a dyn Solver<S>) -> Vec<Competitor<'a>>
    where
        S: 'a,
    {
        let (name, promise) = (entry.about.name, entry.about.promise);
        let answers = self.judge(&|posed| posed.bodies.ask(entry));
        let terms = if begins_elsewhere(entry) { Terms::OwnStart } else { Terms::Common };
        let query = |posed: &PreparedCase<S>| solver.time(&posed.bodies.a, &posed.bodies.b, &Start::Default);
        let mut competitors = vec![self.competitor(name, terms, Some((promise, answers)), query)];
        if terms == Terms::OwnStart {
            let from_centres = Roster::from_centres(entry);
            let answers = self.judge(&|posed| posed.bodies.ask(&from_centres));
            let query = |posed: &PreparedCase<S>| {
                solver.time(&posed.bodies.a, &posed.bodies.b, &posed.from_centres);
            };
            let name = from_centres.about.name;
            competitors.push(self.competitor(name, Terms::Common, Some((promise, answers)), query));
        }
        for other in solver.on_other_terms() {
            let query = |posed: &PreparedCase<S>| (other.time)(&posed.bodies.a, &posed.bodies.b);
            let terms = match other.terms {
                OtherTerms::VectorScan => Terms::VectorScan,
                OtherTerms::Posed => Terms::Posed,
            };
            let answers = self.judge(&|posed| posed.bodies.ask(entry));
            competitors.push(self.competitor(other.name, terms, Some((promise, answers)), query));
        }
        competitors
    }

    /// Variants of the roster on bodies that are scanned point by point, and on bodies that are climbed.
    fn on_other_bodies<'a>(&self, roster: &'a Roster, climbs: bool) -> Vec<Competitor<'a>>
    where
        S: 'a,
    {
        let mut competitors = Vec::new();
        if let Some(entry) = roster.named("ericson")
            && let Some(solver) = entry.solver::<S>()
        {
            let time = |a: &Hull<S>, b: &Hull<S>| solver.time(a, b, &Start::Default);
            competitors.push(self.on_bodies("ericson-plain-scan", Terms::PlainScan, entry, |posed| posed.plain.as_ref(), time));
        }
        for Climbing { name, variant, time } in S::climbing() {
            if let Some(entry) = roster.named(variant).filter(|_| climbs) {
                competitors.push(self.on_bodies(name, Terms::Prepared, entry, |posed| posed.surfaces.as_ref(), time));
            }
        }
        competitors
    }

    /// Rows that answer nothing: the parts of a query, and the preparations for it.
    fn bounds<'a>(&self, climbs: bool) -> Vec<Competitor<'a>>
    where
        S: 'a,
    {
        let scan = self.competitor("scan-alone", Terms::Bound, None, |posed| {
            S::scan_alone(&posed.bodies.a, &posed.bodies.b, &posed.directions);
        });
        let layout = self.competitor("layout-of-scan", Terms::Preparation, None, |posed| {
            S::lay_out(posed.bodies.a.points(), posed.bodies.b.points());
        });
        let mut competitors = vec![scan, layout];
        if climbs {
            let charts = self.competitor("chart-and-graph", Terms::Preparation, None, |posed| {
                for body in [&posed.bodies.a, &posed.bodies.b] {
                    black_box(S::surface(black_box(body)));
                }
            });
            competitors.push(Competitor { most: CHARTED, ..charts });
        }
        competitors
    }

    /// A variant of the roster on other bodies than the hulls, with the same answers.
    fn on_bodies<'a, B: SupportMap<S> + 'a>(
        &self,
        name: &'a str,
        terms: Terms,
        variant: &ErasedVariant,
        bodies: fn(&PreparedCase<S>) -> Option<&[B; 2]>,
        time: impl Fn(&B, &B) + Copy + 'a,
    ) -> Competitor<'a>
    where
        S: 'a,
    {
        let answers = self.judge(&|posed| {
            let [a, b] = bodies(posed)?;
            ask(variant, a, b)
        });
        let query = move |posed: &PreparedCase<S>| {
            if let Some([a, b]) = bodies(posed) {
                time(a, b);
            }
        };
        self.competitor(name, terms, Some((variant.about.promise, answers)), query)
    }
}

#[cfg(test)]
mod tests;
