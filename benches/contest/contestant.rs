//! Who takes part: anything that can be put to the cases of a cell.

use std::hint::black_box;

use gjk_harness::answer::Reply;
use gjk_harness::case::{Arithmetic, Case};
use gjk_harness::entry::{Bodies, Home, Roster};
use gjk_harness::judge::{Judgement, TOLERANCE, judge};
use gjk_harness::trial::Trial;
use gjk_variants::{Observer, Scalar, Space, Start, SupportMap};

/// The variant whose support calls [`scan_alone`] makes again.
const SCANNED: &str = "signed-volumes";

/// A case with all that contestants need prepared.
pub struct Posed<S: Space> {
    /// The case and its truth.
    pub trial: Trial,
    /// The bodies in the numbers of the space.
    pub bodies: Bodies<S>,
    /// The directions in which [`SCANNED`] asks for support points of M.
    directions: Vec<S::Vector>,
}

impl<S: Home> Posed<S>
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
        Some(Posed { trial, bodies, directions: seen.0 })
    }

    /// What the judge makes of a reply.
    pub fn judge(&self, reply: &Reply) -> Judgement {
        judge(&self.trial.case, &self.trial.truth, reply, self.trial.arithmetic, TOLERANCE)
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
pub struct Contestant<'a, S: Space> {
    /// Its name.
    pub name: &'a str,
    /// How it answers; none for what only marks a bound.
    pub reply: Option<Answer<'a, S>>,
    /// What is timed.
    pub turn: Turn<'a, S>,
}

/// Everybody, in the order of the roster; a new contestant is a line here.
pub fn contestants<S: Home>(roster: &Roster) -> Vec<Contestant<'_, S>>
where
    S::Scalar: Scalar,
{
    let mut contestants: Vec<Contestant<S>> = Vec::new();
    for entry in roster.entries() {
        let Some(solver) = S::solver(entry) else { continue };
        contestants.push(Contestant {
            name: entry.about.name,
            reply: Some(Box::new(|posed| posed.bodies.ask(entry))),
            turn: Box::new(|set| set.iter().for_each(|posed| solver.time(&posed.bodies.a, &posed.bodies.b))),
        });
    }
    contestants.push(scan_alone());
    contestants
}

/// The support points of [`SCANNED`] in their order, without its algorithm: what the support mapping alone takes.
fn scan_alone<'a, S: Space>() -> Contestant<'a, S> {
    let replay = |posed: &Posed<S>| {
        let (a, b) = (black_box(&posed.bodies.a), black_box(&posed.bodies.b));
        let (mut near_a, mut near_b) = (None, None);
        for direction in &posed.directions {
            let (on_a, index_a) = a.support(black_box(direction), near_a);
            let (on_b, index_b) = b.support(&S::negated(direction), near_b);
            (near_a, near_b) = (Some(index_a), Some(index_b));
            black_box(S::minus(&on_a, &on_b));
        }
    };
    Contestant { name: "scan-alone", reply: None, turn: Box::new(move |set| set.iter().for_each(|posed| replay(posed))) }
}
