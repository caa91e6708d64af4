//! A variant that is asked about a case: the ruling on its answer in one line, its run for a picture, and the case for a page.

use std::fmt::Write as _;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::format;
use gjk_records::{Measure, Pasted, Run};
use gjk_reports::ShownCase;
use gjk_solvers::{ErasedVariant, PosedCase, Reply, Roster, in_space};
use gjk_truth::judge::Judgement;
use gjk_truth::truth::Truth;

use super::{evidence, picture};
use crate::hunt::asking;
use crate::rulings::{brief, length};

/// A variant, and the command that asks it.
pub struct Asked<'a> {
    pub roster: &'a Roster,
    pub entry: &'a ErasedVariant,
    /// The name of the case on the command line.
    pub address: &'a str,
    pub scalar: Arithmetic,
    /// The tolerance of the ruling, in units of u·D.
    pub tolerance: f64,
}

impl Asked<'_> {
    /// The lengths by which an answer is off, with their names, and the greatest error that is allowed to witness points, in
    /// units; and the unit.
    fn lengths(&self, found: &Judgement) -> (Vec<(&'static str, f64)>, &'static str) {
        let unit = if self.scalar == Arithmetic::Exact { "D" } else { "u·D" };
        let lengths = [
            ("error", found.error),
            ("off body", found.infeasibility),
            ("margin", found.margin),
            ("flat depth", found.flat_depth),
            ("axis overlap", found.axis_overlap),
            ("witness error", found.witness_error),
        ];
        let of_claims = Measure::printed().map(|(measure, name, _)| (name, found.measures[measure]));
        let allowed = found.witness_allowance.filter(|allowance| *allowance > self.tolerance);
        let all = lengths.into_iter().chain(of_claims).chain([("allowed to witness points", allowed)]);
        (all.filter_map(|(name, value)| Some((name, value?))).collect(), unit)
    }

    /// The ruling on an answer in one line: its evidence, and every length that it is off by.
    pub fn ruling(&self, reply: &Reply, found: &Judgement, truth: &Truth) -> String {
        let mut line = format!("ruling     {}", found.ruling.name());
        if let Some(off_by) = found.off_by {
            let _ = write!(line, " ({})", off_by.off());
        }
        line.push_str(evidence(reply, found));
        let (lengths, unit) = self.lengths(found);
        for (name, value) in lengths {
            let _ = write!(line, "; {name} {} ({} {unit})", brief(length(truth, self.scalar, value)), brief(value));
        }
        let _ = write!(line, " (tolerance {} u·D)", if self.scalar == Arithmetic::Exact { 0.0 } else { self.tolerance });
        line
    }

    /// The run for a picture, or the answer if there are no steps; without the name of the case.
    pub fn run(&self, posed: &PosedCase, reply: &Reply, found: &Judgement) -> Run {
        let (entry, name, scalar) = (self.entry, self.entry.about.name, self.scalar);
        let run = in_space!(posed.case.dimension, scalar, S => picture::record::<S>(entry, posed, reply.answer.as_ref()));
        let begun = match self.address {
            "-" => Pasted::new("replay").fed_with(format::write(&posed.case).trim_end()),
            address => Pasted::new("replay").word(address),
        };
        let command = asking(begun, self.roster, name, scalar);
        let stop = reply.stop.filter(|_| run.stop.is_empty()).map_or(run.stop.clone(), |stop| stop.name().to_owned());
        Run {
            variant: name.to_owned(),
            scalar: scalar.name().to_owned(),
            verdict: reply.answer.as_ref().map(|answer| answer.says.name_for(answer.promise).to_owned()),
            ruling: found.ruling.name().to_owned(),
            truth_class: posed.truth.class_name().to_owned(),
            truth_distance: posed.truth.at_start().distance_f64(),
            command: command.within(self.tolerance).to_string(),
            stop,
            ..run
        }
    }

    /// The case for a page: the run, the run of the same variant in exact arithmetic, and the lengths that the answer is off by.
    pub fn shown(&self, id: &str, posed: &PosedCase, reply: &Reply, found: &Judgement) -> ShownCase {
        let (lengths, unit) = self.lengths(found);
        // The margin tells how wrong a verdict is; the error of a length is then about something else.
        let is_told = |(name, _): &(&str, f64)| found.margin.is_none() || !matches!(*name, "error" | "witness error");
        let text = |(name, value): (&str, f64)| {
            (name.to_owned(), format!("{} ({} {unit})", brief(length(&posed.truth, self.scalar, value)), brief(value)))
        };
        let run = Run { case: id.to_owned(), ..self.run(posed, reply, found) };
        // Without steps there is nothing to compare.
        let exact = if run.steps.is_empty() { None } else { self.exact(&posed.case) };
        let line = format::write(&Case { id: id.to_owned(), ..posed.case.clone() }).trim_end().to_owned();
        ShownCase {
            run,
            exact,
            lengths: lengths.into_iter().filter(is_told).map(text).collect(),
            line,
            text: String::new(),
            names: None,
        }
    }

    /// The run of the same variant on the same numbers in exact arithmetic; `None` if it is not defined there.
    fn exact(&self, case: &Case) -> Option<Run> {
        let (exact, entry) = (Arithmetic::Exact, self.entry);
        if self.scalar == exact || !entry.applies(case.dimension, exact) {
            return None;
        }
        let posed = PosedCase::pose(case, exact)?;
        let found = posed.ask(self.roster, 0.0, |other| other.about.name == entry.about.name).into_iter().next()?;
        let (reply, _) = found.outcome?;
        let run = in_space!(case.dimension, exact, S => picture::record::<S>(entry, &posed, reply.answer.as_ref()));
        let verdict = reply.answer.as_ref().map(|answer| answer.says.name_for(answer.promise).to_owned());
        Some(Run { scalar: exact.name().to_owned(), verdict, ..run })
    }
}
