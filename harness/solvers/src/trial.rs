//! A trial: a case posed in an arithmetic, its truth, and what each variant of a roster makes of it.

use gjk_records::{Record, Ruling, SCHEMA};

use crate::entry::{Entry, Roster};
use crate::in_space;
use crate::reply::Reply;
use crate::scene::Scene;
use gjk_cases::case::{Arithmetic, Case};
use gjk_truth::judge::{Judgement, judge};
use gjk_truth::truth::Truth;
use gjk_variants::float::ldexp;

/// A case in the coordinates of an arithmetic, with the truth for exactly these.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The case in the coordinates of the arithmetic.
    pub case: Case,
    /// The arithmetic.
    pub arithmetic: Arithmetic,
    /// The truth for these coordinates.
    pub truth: Truth,
}

/// What one variant made of a trial. Reply and judgement are absent where the variant is not applicable.
#[derive(Clone, Debug)]
pub struct Finding<'a> {
    /// The variant.
    pub entry: &'a Entry,
    /// Its reply and what the judge makes of it; none where it is not applicable.
    pub outcome: Option<(Reply, Judgement)>,
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.about.name)
    }
}

/// Whose fault a failure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The variant fails on the same coordinates in exact arithmetic.
    Algorithm,
    /// Scaled by a power of two to size one, the case is no failure: a product overflowed or underflowed.
    Range,
    /// The rest.
    Rounding,
}

impl Fault {
    /// The fault as records spell it.
    pub fn name(self) -> &'static str {
        match self {
            Fault::Algorithm => "algorithm",
            Fault::Range => "range",
            Fault::Rounding => "rounding",
        }
    }
}

impl Trial {
    /// Poses a case. None where a coordinate overflows the arithmetic.
    pub fn pose(case: &Case, arithmetic: Arithmetic) -> Option<Trial> {
        let case = case.posed(arithmetic)?;
        let truth = Truth::of(&case);
        Some(Trial { case, arithmetic, truth })
    }

    /// Asks the variants that pass the filter, and judges their replies.
    pub fn ask<'a>(&self, roster: &'a Roster, tolerance: f64, chosen: impl Fn(&Entry) -> bool) -> Vec<Finding<'a>> {
        let mut findings = Vec::with_capacity(roster.entries().len());
        in_space!(self.case.dimension, self.arithmetic, S => {
            let scene = Scene::<S>::of(&self.case);
            for entry in roster.entries().iter().filter(|entry| chosen(entry)) {
                let outcome = scene.ask(entry).map(|reply| {
                    let judgement = self.judge(&reply, tolerance);
                    (reply, judgement)
                });
                findings.push(Finding { entry, outcome });
            }
        });
        findings
    }

    /// What the judge makes of a reply. The tolerance is in units of u·D.
    pub fn judge(&self, reply: &Reply, tolerance: f64) -> Judgement {
        judge(&self.case, &self.truth, reply.answer.as_ref(), self.arithmetic, tolerance)
    }

    /// The ruling of one variant; none where it is not applicable.
    fn ruling(&self, entry: &Entry, tolerance: f64) -> Option<Ruling> {
        in_space!(self.case.dimension, self.arithmetic, S => {
            let reply = Scene::<S>::of(&self.case).ask(entry)?;
            Some(self.judge(&reply, tolerance).ruling)
        })
    }

    /// Whose fault a failure of this variant on this trial is.
    pub fn fault(&self, entry: &Entry, tolerance: f64) -> Fault {
        if self.arithmetic == Arithmetic::Exact {
            return Fault::Algorithm;
        }
        let failed = |trial: &Trial| trial.ruling(entry, tolerance).is_some_and(Ruling::is_failure);
        let exact = Trial { case: self.case.clone(), arithmetic: Arithmetic::Exact, truth: self.truth.clone() };
        if failed(&exact) {
            return Fault::Algorithm;
        }
        match self.to_size_one() {
            Some(scaled) if !failed(&scaled) => Fault::Range,
            _ => Fault::Rounding,
        }
    }

    /// The same case scaled by a power of two to a size between one half and one; none where that is not exact.
    fn to_size_one(&self) -> Option<Trial> {
        let size = self.truth.size();
        if size.is_zero() {
            return None;
        }
        let exponent = size.exponent() + 1;
        let (mut case, mut is_exact) = (self.case.clone(), true);
        for body in [&mut case.a, &mut case.b] {
            body.each_length(&mut |x| {
                let scaled = ldexp(*x, -exponent);
                is_exact &= ldexp(scaled, exponent) == *x;
                *x = scaled;
            });
        }
        if !is_exact {
            return None;
        }
        let posed = case.posed(self.arithmetic)?;
        (posed == case).then(|| Trial { truth: Truth::of(&posed), case: posed, arithmetic: self.arithmetic })
    }

    /// The record of a finding.
    pub fn record(&self, finding: &Finding<'_>, family: &str, knob_is_gap: bool, fault: Option<Fault>) -> Record {
        let (reply, judgement) = match &finding.outcome {
            Some((reply, judgement)) => (Some(reply), Some(judgement)),
            None => (None, None),
        };
        let answer = reply.and_then(|reply| reply.answer.as_ref());
        let knob = self.case.knob;
        Record {
            schema: SCHEMA,
            family: family.to_owned(),
            case: self.case.id.clone(),
            dimension: self.case.dimension,
            points_a: self.case.a.count(),
            points_b: self.case.b.count(),
            scalar: self.arithmetic.name().to_owned(),
            variant: finding.entry.about.name.to_owned(),
            knob_asked: knob.map(|knob| knob.asked),
            knob: knob.and_then(|knob| if knob_is_gap { Some(self.truth.relative_distance()) } else { knob.achieved }),
            ruling: judgement.map_or(Ruling::NotApplicable, |judgement| judgement.ruling),
            certified: judgement.and_then(|judgement| judgement.certified),
            verdict: answer.map(|answer| answer.says.name().to_owned()),
            distance: answer.and_then(gjk_truth::answer::Answered::distance),
            error_units: judgement.and_then(|judgement| judgement.error),
            margin_units: judgement.and_then(|judgement| judgement.margin),
            axis_overlap_units: judgement.and_then(|judgement| judgement.axis_overlap),
            witness_error_units: judgement.and_then(|judgement| judgement.witness_error),
            stop: reply.and_then(|reply| reply.stop).map_or_else(String::new, |stop| stop.name().to_owned()),
            iterations: reply.map_or(0, |reply| reply.iterations),
            supports: reply.map_or(0, |reply| reply.supports),
            fault: fault.map(|fault| fault.name().to_owned()),
            truth_class: self.truth.class_name().to_owned(),
            truth_distance: self.truth.distance_f64(),
            truth_width_units: self.truth.relative_width() / self.arithmetic.unit(),
        }
    }
}
