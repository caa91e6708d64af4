//! The question that a search asks again and again: does this variant fail on this pair, and how?

use std::cell::RefCell;

use gjk_records::Ruling;

use crate::answer::Says;
use crate::case::{Arithmetic, Class};
use crate::entry::{Entry, Roster};
use crate::trial::Trial;
use crate::truth::Truth;

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

    /// The same as `gjk check` and `gjk replay` see it: in the arithmetic's own numbers, from the default start.
    pub fn tried(&self, candidate: &Candidate) -> Option<Way> {
        if candidate.start.is_some() || !candidate.coordinates().all(f64::is_finite) {
            return None;
        }
        let case = candidate.case(String::new());
        let trial = Trial::pose(&case, self.arithmetic).filter(|trial| trial.case == case)?;
        let findings = trial.ask(self.roster, self.tolerance, |entry| entry.about.name == self.entry.about.name);
        let (reply, judgement) = findings.into_iter().next()?.outcome?;
        Some(Way::of(judgement.ruling, &reply, trial.truth.class()))
    }

    /// How many steps a random walk may take for this subject: as many as take a fraction of a second.
    pub fn steps(&self) -> usize {
        if self.is_quick() { 50_000 } else { 500 }
    }

    /// Whether this subject runs on machine integers.
    pub fn is_quick(&self) -> bool {
        self.shelf.is_some()
    }
}

fn truth(candidate: &Candidate) -> Truth {
    Truth::of_points(usize::from(candidate.dimension), &candidate.a, &candidate.b)
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
