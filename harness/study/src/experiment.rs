//! Experiments: the questions that are asked of cases, each in a file of its own.
//!
//! An experiment states the work that there is in a [`Context`], cut into units, and the results that each unit leaves behind.
//! Threads, the journal, shards, interrupts and progress belong to the [runner](crate::runner). The results are lines of one
//! kind ([`gjk_records::Line`]), which the records store and the reports draw without the experiment. A new experiment needs
//! its lines in the records, a file here, a figure in the reports, and an entry in the list of each.

use std::ops::Range;

use gjk_cases::family::Family;
use gjk_records::{Study, UnitResult};
use serde_json::Value;

use crate::answers::Answers;
use crate::census::Census;
use crate::certify::Certify;
use crate::context::{Context, Size};
use crate::continuity::Continuity;
use crate::duel::Duels;
use crate::endure::Endure;
use crate::loops::Loops;
use crate::runner::Watch;
use crate::times::Times;
use crate::traces::Traces;

/// Every experiment, in the order in which a study runs them.
pub const EXPERIMENTS: &[&dyn Experiment] =
    &[&Answers, &Loops, &Census, &Traces, &Continuity, &Times, &Duels, &Certify, &Endure];

/// The experiment of this name.
pub fn named(name: &str) -> Option<&'static dyn Experiment> {
    EXPERIMENTS.iter().copied().find(|experiment| experiment.name() == name)
}

/// A question that is asked of cases.
pub trait Experiment: Sync {
    /// Its name: `--part NAME`.
    fn name(&self) -> &'static str;

    /// The question, in one line.
    fn about(&self) -> &'static str;

    /// The condition on which a study runs it without being told to.
    fn usual(&self) -> Usual {
        Usual::Always
    }

    /// Whether it asks programs from outside.
    fn asks_programs(&self) -> bool {
        false
    }

    /// The reason why it has nothing to do in a context, in words that say what would give it work; `None` if it has work.
    fn idle(&self, _: &Context) -> Option<String> {
        None
    }

    /// Whether taking times is all that it does ([`Experiment::time`]).
    fn is_timed(&self) -> bool {
        false
    }

    /// The parameters of its results other than those that are common to all experiments, by name, such as the number of cases.
    ///
    /// A journal whose plan differs is not continued.
    fn plan(&self, context: &Context) -> Vec<(&'static str, Value)>;

    /// Its work.
    ///
    /// The result of a unit is a pure function of the plan and the unit's name, so that any process on any machine can do any
    /// unit.
    fn units<'a>(&self, _: &'a Context) -> Vec<Unit<'a>> {
        Vec::new()
    }

    /// Small parts of its work, from which the time of all of it on this machine is estimated.
    ///
    /// Together they are a small share of a study.
    fn samples<'a>(&self, _: &'a Context) -> Vec<Sample<'a>> {
        Vec::new()
    }

    /// The approximate time of its measurements in seconds, if nothing else runs.
    ///
    /// It is mostly the clock's, hence fixed.
    fn clocked(&self, _: &Context) -> f64 {
        0.0
    }

    /// Takes times when all units are done, on one core of this machine, and adds them to the study.
    ///
    /// It is cut short on a request to stop.
    ///
    /// # Errors
    /// A description of what failed.
    fn time(&self, _: &Context, _: &mut Study, _: &dyn Watch) -> Result<(), String> {
        Ok(())
    }

    /// The names of files that are made of all of its lines and are stored next to them.
    fn beside(&self) -> &'static [&'static str] {
        &[]
    }

    /// The texts of these files.
    fn texts(&self, _: &Context, _: &Study) -> Vec<String> {
        Vec::new()
    }
}

/// The reason why an experiment that asks in rounded arithmetic alone has nothing to do.
pub(crate) fn no_rounded(context: &Context) -> Option<String> {
    context.rounded().next().is_none().then(|| "it asks in f32 and f64 only: add --scalar f64".to_owned())
}

/// The reason why an experiment that asks only these variants has nothing to do, if other variants were asked for by name.
pub(crate) fn none_of(context: &Context, asked: &[&str]) -> Option<String> {
    let is_idle = !context.variants.is_empty() && context.variants.iter().all(|name| !asked.contains(&&name[..]));
    is_idle.then(|| format!("it asks only {}, and none of these is chosen by --variant", asked.join(", ")))
}

/// The condition on which a study runs an experiment without being told to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usual {
    /// Always.
    Always,
    /// If the study covers every variant and family: the experiment has cases of its own.
    OfEverything,
    /// Never.
    Never,
}

/// A piece of work: the amount that is lost when a process dies, and that is dealt out to shards.
pub struct Unit<'a> {
    /// Its name, which determines it within the plan.
    ///
    /// Names sort as units do.
    pub name: String,
    /// Its approximate size, in cases.
    pub size: u64,
    work: Box<dyn Fn() -> std::io::Result<Outcome> + Send + Sync + 'a>,
}

impl<'a> Unit<'a> {
    /// This work under a name.
    pub fn new(name: String, size: u64, work: impl Fn() -> std::io::Result<Outcome> + Send + Sync + 'a) -> Unit<'a> {
        Unit { name, size, work: Box::new(work) }
    }

    /// Work that leaves lines behind.
    pub fn of_lines<T: gjk_records::Line>(name: String, size: u64, work: impl Fn() -> Vec<T> + Send + Sync + 'a) -> Unit<'a> {
        Unit::new(name, size, move || Ok(Outcome { rows: None, found: UnitResult::lines(work()) }))
    }

    /// Does the work.
    ///
    /// # Errors
    /// Rows cannot be written: there is no memory left for them.
    pub fn run(&self) -> std::io::Result<Outcome> {
        (self.work)()
    }
}

/// Work that represents a whole.
pub struct Sample<'a> {
    /// The work.
    pub unit: Unit<'a>,
    /// The size of the whole over that of the sample.
    pub times: f64,
}

/// One case of every `step`-th family, which represents all cases of all families.
pub(crate) fn samples<'a>(
    context: &'a Context,
    step: usize,
    cases: u64,
    work: impl Fn(&'a dyn Family, Range<u64>) -> Unit<'a>,
) -> Vec<Sample<'a>> {
    // A quick study is soon over, and its forecast too.
    let step = if context.size == Size::Quick { 3 * step } else { step };
    let families = context.families.iter().map(Box::as_ref);
    let chosen: Vec<&dyn Family> = families.skip(step.min(context.families.len()) / 2).step_by(step).collect();
    let times = (context.families.len() as u64 * cases) as f64 / chosen.len().max(1) as f64;
    // Each family is sampled at another place of its knob.
    let sample = |(family, number): (&'a dyn Family, u64)| Sample { unit: work(family, number..number + 1), times };
    chosen.into_iter().zip(0..).map(sample).collect()
}

/// The result of a unit.
pub struct Outcome {
    /// The bytes of the file of its rows; `None` if it makes no rows.
    pub rows: Option<Vec<u8>>,
    /// All other results.
    pub found: UnitResult,
}

/// The number of cases of a unit, for this many cases in total.
///
/// The files of rows should be neither too many nor too long.
pub(crate) fn unit_of(cases: u64) -> u64 {
    let (most_units, many_units) = (64, 1024);
    let size = |units: u64| cases.div_ceil(units).next_power_of_two();
    size(most_units).clamp(64, 2048).max(size(many_units))
}

/// Ranges of cases, one per unit, which together are this many.
pub(crate) fn ranges(cases: u64) -> impl Iterator<Item = Range<u64>> {
    let size = unit_of(cases);
    (0..cases).step_by(size as usize).map(move |first| first..(first + size).min(cases))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_neither_many_nor_long() {
        assert_eq!([1, 60, 1_000, 4_000, 10_000].map(unit_of), [64, 64, 64, 64, 256]);
        assert_eq!([100_000, 1_000_000, 100_000_000].map(unit_of), [2048, 2048, 131_072]);
        for cases in [1, 63, 64, 65, 5_000, 131_073, 3_000_000] {
            let size = unit_of(cases);
            assert!(cases.div_ceil(size) <= 1024, "{cases}: {size}");
            assert_eq!(ranges(cases).flatten().count() as u64, cases);
        }
    }

    #[test]
    fn names_are_those_of_one_experiment() {
        for (place, experiment) in EXPERIMENTS.iter().enumerate() {
            assert!(EXPERIMENTS[..place].iter().all(|other| other.name() != experiment.name()), "{}", experiment.name());
            assert!(named(experiment.name()).is_some());
        }
    }
}
