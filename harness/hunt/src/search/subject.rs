//! The question that a search asks again and again: does this variant fail on this pair, and how?

use std::cell::RefCell;

use gjk_records::Ruling;

use crate::shrink::Effort;
use gjk_cases::case::{Arithmetic, Case, Class};
use gjk_solvers::entry::{Entry, Roster};
use gjk_solvers::in_space;
use gjk_solvers::scene::Scene;
use gjk_solvers::trial::Trial;
use gjk_truth::answer::Says;
use gjk_truth::judge::judge;
use gjk_truth::truth::{HullTruth, Truth};

use super::candidate::Candidate;
use super::quick::{Fate, Scratch, Shelf};
use super::way::Way;

/// A variant in an arithmetic, with what counts as a failure.
pub struct Subject<'a> {
    /// The roster of the variant.
    pub roster: &'a Roster,
    /// The variant.
    pub entry: &'a Entry,
    /// The arithmetic.
    pub arithmetic: Arithmetic,
    /// In units of u·D.
    pub tolerance: f64,
    shelf: Option<Shelf>,
    scratch: RefCell<Scratch>,
}

impl<'a> Subject<'a> {
    /// A variant in an arithmetic, judged with a tolerance in units of u·D. Built-in boolean variants in exact arithmetic run on
    /// machine integers where the coordinates allow it.
    pub fn new(roster: &'a Roster, entry: &'a Entry, arithmetic: Arithmetic, tolerance: f64) -> Subject<'a> {
        let shelf = (arithmetic == Arithmetic::Exact).then(|| Shelf::builtin().only(|about| *about == entry.about));
        let shelf = shelf.filter(|shelf| !shelf.is_empty());
        Subject { roster, entry, arithmetic, tolerance, shelf, scratch: RefCell::default() }
    }

    /// How the variant answers, whatever the ruling; none where it is right on machine integers, not applicable, or where the
    /// coordinates are not those of the arithmetic.
    pub fn way(&self, candidate: &Candidate) -> Option<Way> {
        match &self.shelf {
            Some(shelf) => match candidate.sites() {
                Some([a, b]) => {
                    let start = candidate.start.map(|direction| direction.map(|x| x as i64));
                    let mut fate = None;
                    let see = |_: &str, found| fate = Some(found);
                    self.scratch.borrow_mut().run_pair(shelf, candidate.dimension, [&a, &b], start.as_ref(), see);
                    way_of_fate(fate?, || truth(candidate).class())
                }
                None => self.tried(candidate),
            },
            None => self.tried(candidate),
        }
    }

    /// Whether the variant fails in this way. Faster than [`Subject::way`]: the truth is asked only of runs that end as the way
    /// says.
    pub fn fails(&self, candidate: &Candidate, way: &Way) -> bool {
        if self.is_quick() && candidate.sites().is_some() {
            return self.way(candidate).as_ref() == Some(way);
        }
        let Some(case) = self.posed(candidate) else { return false };
        let reply = in_space!(case.dimension, self.arithmetic, S => Scene::<S>::of(&case).ask(self.entry));
        let Some(reply) = reply else { return false };
        let says = reply.answer.as_ref().map(|answer| answer.says);
        if (reply.stop, says) != (way.stop, way.says) {
            return false;
        }
        let truth = Truth::of(&case);
        truth.class() == way.class
            && judge(&case, &truth, reply.answer.as_ref(), self.arithmetic, self.tolerance).ruling == way.ruling
    }

    /// The candidate as a case; none where it does not start as all do, or its coordinates are not those of the arithmetic.
    fn posed(&self, candidate: &Candidate) -> Option<Case> {
        if candidate.start.is_some() || !candidate.coordinates().all(f64::is_finite) {
            return None;
        }
        let case = candidate.case(String::new());
        case.posed(self.arithmetic).filter(|posed| *posed == case)
    }

    /// The same as `gjk check` and `gjk replay` see it: in the arithmetic's own numbers, from the default start.
    pub fn tried(&self, candidate: &Candidate) -> Option<Way> {
        let trial = Trial::pose(&self.posed(candidate)?, self.arithmetic)?;
        let findings = trial.ask(self.roster, self.tolerance, |entry| entry.about.name == self.entry.about.name);
        let (reply, judgement) = findings.into_iter().next()?.outcome?;
        Some(Way::of(judgement.ruling, &reply, trial.truth.class()))
    }

    /// How much may be tried for this subject, so that it is done in a few seconds at most.
    pub fn effort(&self) -> Effort {
        match self.arithmetic {
            Arithmetic::Exact if self.is_quick() => Effort::QUICK,
            Arithmetic::Exact => Effort::RATIONAL,
            _ => Effort::ROUNDED,
        }
    }

    /// Whether this subject runs on machine integers.
    pub fn is_quick(&self) -> bool {
        self.shelf.is_some()
    }
}

fn truth(candidate: &Candidate) -> HullTruth {
    HullTruth::of_points(usize::from(candidate.dimension), &candidate.a, &candidate.b)
}

/// The way of failing of an exact boolean run; none for a right answer. The class is asked for only where it matters.
pub fn way_of_fate(fate: Fate, class: impl FnOnce() -> Class) -> Option<Way> {
    match fate {
        Fate::Proven(_) => None,
        Fate::GaveUp(stop) => Some(Way { ruling: Ruling::GaveUp, stop: Some(stop), says: None, class: class() }),
        Fate::Unproven(says, stop) => {
            let class = class();
            let wrong = (says == Says::Apart) != (class == Class::Separated);
            wrong.then_some(Way { ruling: Ruling::Wrong, stop: Some(stop), says: Some(says), class })
        }
    }
}
