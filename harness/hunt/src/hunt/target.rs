//! The question that a hunt repeats: does this variant fail on this pair, and how?

use gjk_cases::case::{Arithmetic, Case};
use gjk_solvers::{ErasedVariant, Reply, Roster, replies};
use gjk_truth::truth::{HullTruth, Truth};

use crate::search::{Candidate, FailureMode, IntegerRoster};
use crate::shrink::{Limits, shrink};

/// A variant in an arithmetic, with the tolerance of its judgement.
pub struct Target<'a> {
    entry: &'a ErasedVariant,
    arithmetic: Arithmetic,
    tolerance: f64,
    /// Only this variant, if it runs on machine integers.
    integers: Option<IntegerRoster>,
}

impl<'a> Target<'a> {
    /// The variant of this name in an arithmetic, judged with a tolerance in units of u·D; `None` if it is not in the roster.
    /// Built-in boolean variants in exact arithmetic run on machine integers if the coordinates allow it.
    pub fn new(roster: &'a Roster, variant: &str, arithmetic: Arithmetic, tolerance: f64) -> Option<Target<'a>> {
        let entry = roster.named(variant)?;
        let integers = (arithmetic == Arithmetic::Exact).then(|| IntegerRoster::builtin().only(|about| *about == entry.about));
        Some(Target { entry, arithmetic, tolerance, integers: integers.filter(|integers| !integers.names().is_empty()) })
    }

    /// The variant's result, whatever the ruling; `None` if it is right on machine integers or not applicable, or if the
    /// coordinates are not numbers of the arithmetic.
    pub fn failure_mode(&self, candidate: &Candidate) -> Option<FailureMode> {
        let Some((integers, [a, b])) = self.integers.as_ref().zip(candidate.sites()) else { return self.replayed(candidate) };
        let start = candidate.start.map(|direction| direction.map(|x| x as i64));
        let mut outcome = None;
        integers.run(candidate.dimension, [&a, &b], start.as_ref(), |_, found| outcome = Some(found));
        let [of_a, of_b] = &candidate.bodies;
        outcome?.failure_mode(|| HullTruth::of_points(usize::from(candidate.dimension), of_a, of_b).class())
    }

    /// Whether the variant fails in this mode. It is faster than [`Target::failure_mode`]: the truth is computed only for runs
    /// whose end and verdict are those of the mode.
    pub fn fails(&self, candidate: &Candidate, mode: &FailureMode) -> bool {
        if self.runs_on_integers() && candidate.sites().is_some() {
            return self.failure_mode(candidate).as_ref() == Some(mode);
        }
        let Some((case, reply)) = self.run(candidate) else { return false };
        let says = reply.answer.as_ref().map(|answer| answer.says);
        (reply.stop, says) == (mode.stop, mode.says) && self.judged(&case, &reply) == *mode
    }

    /// The failure mode as `gjk check` and `gjk replay` see it: in the arithmetic's own numbers, from the default start.
    pub fn replayed(&self, candidate: &Candidate) -> Option<FailureMode> {
        self.run(candidate).map(|(case, reply)| self.judged(&case, &reply))
    }

    /// The candidate as a case and the variant's reply; `None` if the variant is not applicable, if the candidate has a first
    /// direction of its own, or if its coordinates are not numbers of the arithmetic.
    fn run(&self, candidate: &Candidate) -> Option<(Case, Reply)> {
        if candidate.start.is_some() || !candidate.coordinates().all(f64::is_finite) {
            return None;
        }
        let case = candidate.case(String::new());
        let posed = case.posed(self.arithmetic).filter(|posed| *posed == case)?;
        let reply = replies(&posed, self.arithmetic, &[self.entry]).pop()??;
        Some((posed, reply))
    }

    fn judged(&self, case: &Case, reply: &Reply) -> FailureMode {
        let truth = Truth::of(case);
        let judgement = reply.judged(case, &truth, self.arithmetic, self.tolerance);
        FailureMode::of(&judgement, reply, &truth)
    }

    /// The simplest pair that shrinking reaches from a pair that fails in this mode.
    pub fn shrunk(&self, candidate: &Candidate, mode: &FailureMode) -> Candidate {
        shrink(candidate.clone(), self.limits(), &|other| self.fails(other, mode))
    }

    /// The limits of shrinking for this target, such that it takes at most a few seconds.
    pub fn limits(&self) -> Limits {
        match self.arithmetic {
            Arithmetic::Exact if self.runs_on_integers() => Limits::INTEGER,
            Arithmetic::Exact => Limits::RATIONAL,
            _ => Limits::ROUNDED,
        }
    }

    /// Whether the variant runs on machine integers if all coordinates are small integers.
    pub fn runs_on_integers(&self) -> bool {
        self.integers.is_some()
    }
}
