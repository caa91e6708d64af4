//! Who takes part: anything that can be put to the cases of a cell.

use std::hint::black_box;

use gjk_cases::case::{Arithmetic, Case};
use gjk_solvers::entry::{Bodies, Home, Roster, ask_variant};
use gjk_solvers::reply::Reply;
use gjk_solvers::trial::Trial;
use gjk_truth::judge::{Judgement, TOLERANCE};
use gjk_variants::{
    Ericson, Float, Gjk, Hull, Observer, Oriented, Polytope, Promise, Scalar, SignedVolumes, Solid, Space, Start, SupportMap,
    Variant, fast,
};
use nalgebra::SVector;

/// The variant whose support calls [`scan_alone`] makes again.
const SCANNED: &str = "signed-volumes";

/// The spaces of the contest: those whose bodies can be climbed.
pub trait Arena: Home {
    /// The hull of points with its surface.
    type Surface: SupportMap<Self>;
    /// The surface of a hull.
    fn surface(hull: &Hull<Self>) -> Self::Surface;
}

impl<T: Float> Arena for Solid<T>
where
    Solid<T>: Home<Vector = SVector<T, 3>>,
{
    type Surface = Polytope<T>;

    fn surface(hull: &Hull<Self>) -> Polytope<T> {
        Polytope::of(hull.clone())
    }
}

/// The least number of points of bodies that are climbed.
pub const CLIMBED_FROM: usize = 32;

/// A case with all that contestants need prepared.
pub struct Posed<S: Arena> {
    /// The case and its truth.
    pub trial: Trial,
    /// The bodies in the numbers of the space.
    pub bodies: Bodies<S>,
    /// The bodies with their surfaces; none for few points, where to climb is not worth it.
    surfaces: Option<[S::Surface; 2]>,
    /// The directions in which [`SCANNED`] asks for support points of M.
    directions: Vec<S::Vector>,
}

impl<S: Arena> Posed<S>
where
    S::Scalar: Scalar,
{
    /// A case posed in an arithmetic; none where a coordinate overflows.
    pub fn new(case: &Case, arithmetic: Arithmetic, roster: &Roster) -> Option<Self> {
        let trial = Trial::pose(case, arithmetic)?;
        let bodies = Bodies::<S>::of(&trial.case)?;
        let mut seen = Directions(Vec::new());
        if let Some(solver) = roster.named(SCANNED).and_then(S::solver) {
            solver.explain(&bodies.a, &bodies.b, &Start::Default, &mut seen);
        }
        let is_large = bodies.a.points().len().max(bodies.b.points().len()) >= CLIMBED_FROM;
        let surfaces = is_large.then(|| [S::surface(&bodies.a), S::surface(&bodies.b)]);
        Some(Posed { trial, bodies, surfaces, directions: seen.0 })
    }

    /// What the judge makes of a reply.
    pub fn judge(&self, reply: &Reply) -> Judgement {
        self.trial.judge(reply, TOLERANCE)
    }

    /// Points of both bodies: the products of one support point of M by plain scans.
    pub fn points(&self) -> usize {
        self.bodies.a.points().len() + self.bodies.b.points().len()
    }
}

struct Directions<S: Space>(Vec<S::Vector>);

impl<S: Space> Observer<S> for Directions<S> {
    fn support(&mut self, direction: &S::Vector, _: &S::Vector) {
        self.0.push(direction.clone());
    }
}

/// How a contestant answers a case, for the judge; it may have no answer.
pub type Answer<'a, S> = Box<dyn Fn(&Posed<S>) -> Option<Reply> + 'a>;
/// One query of each case, unwatched, for the clock.
pub type Turn<'a, S> = Box<dyn Fn(&[&Posed<S>]) + 'a>;

/// Whoever takes part.
pub struct Contestant<'a, S: Arena> {
    /// Its name.
    pub name: &'a str,
    /// What it promises, and is judged by; none for what answers nothing.
    pub promise: Option<Promise>,
    /// How it answers; none for what only marks a bound.
    pub reply: Option<Answer<'a, S>>,
    /// What is timed.
    pub turn: Turn<'a, S>,
}

/// Everybody who takes part with bodies of so many points, in the order of the roster; a new contestant is a line here.
pub fn contestants<S: Arena + Oriented>(roster: &Roster, points: usize) -> Vec<Contestant<'_, S>>
where
    S::Scalar: Scalar,
{
    let mut contestants: Vec<Contestant<S>> = Vec::new();
    for entry in roster.entries() {
        let Some(solver) = S::solver(entry) else { continue };
        contestants.push(Contestant {
            name: entry.about.name,
            promise: Some(entry.about.promise),
            reply: Some(Box::new(|posed| posed.bodies.ask(entry))),
            turn: Box::new(|set| set.iter().for_each(|posed| solver.time(&posed.bodies.a, &posed.bodies.b, &Start::Default))),
        });
    }
    if points >= CLIMBED_FROM {
        contestants.push(climbing("ericson-climbing", Gjk::new(Ericson)));
        contestants.push(climbing("signed-volumes-climbing", Gjk::new(SignedVolumes)));
    }
    contestants.push(scan_alone());
    contestants
}

/// A distance variant on bodies whose support points are found by climbing over their surfaces.
fn climbing<'a, S: Arena>(name: &'a str, variant: impl Variant<S> + Copy + 'static) -> Contestant<'a, S>
where
    S::Scalar: Scalar,
{
    let reply = move |posed: &Posed<S>| {
        let [a, b] = posed.surfaces.as_ref()?;
        ask_variant(variant, a, b)
    };
    let turn = move |set: &[&Posed<S>]| {
        for [a, b] in set.iter().filter_map(|posed| posed.surfaces.as_ref()) {
            black_box(&fast::solve(&variant, black_box(a), black_box(b), &Start::Default, &mut ()));
        }
    };
    Contestant { name, promise: Some(variant.about().promise), reply: Some(Box::new(reply)), turn: Box::new(turn) }
}

/// The support points of [`SCANNED`] in their order, without its algorithm: what the support mapping alone takes. As in a run,
/// a direction is not known before the support points in the last one are.
fn scan_alone<'a, S: Arena>() -> Contestant<'a, S> {
    let replay = |posed: &Posed<S>| {
        let (a, b) = (black_box(&posed.bodies.a), black_box(&posed.bodies.b));
        let (mut near_a, mut near_b) = (None, None);
        let (no_bit, mut last) = (black_box(0), 0);
        for place in 0..posed.directions.len() {
            let direction = &posed.directions[place + (last & no_bit)];
            let (on_a, index_a) = a.support(direction, near_a);
            let (on_b, index_b) = b.support(&S::negated(direction), near_b);
            (near_a, near_b) = (Some(index_a), Some(index_b));
            last = index_a ^ index_b;
            black_box(S::minus(&on_a, &on_b));
        }
    };
    Contestant {
        name: "scan-alone",
        promise: None,
        reply: None,
        turn: Box::new(move |set| set.iter().for_each(|posed| replay(posed))),
    }
}
