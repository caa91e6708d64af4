//! Ratios of times, case by case.
//!
//! The ratio of a case is the time in the new study over that in the old one, if the answer is right in both and the query has
//! the same form. A family is represented by its median, and the ratio of a variant is the geometric mean over families with
//! equal weights.
//!
//! Two runs differ in more than the program: the processor's clock, its temperature, and the other load of the machine. In both
//! runs the variants take turns on each case, so such a *drift* affects the times of all of them. The *relative* ratio of a
//! case is the ratio divided by the median of the ratios of the other variants on that case. It shows the change of this
//! variant alone.
//!
//! The interval is Student's t interval at 95 % for the mean of the logarithms of the families' medians. Cases of a family are
//! much alike and are timed one after the other, so they are not treated as independent: only families are. The interval covers
//! the differences between families. It does not cover effects that are the same for all families: the drift, if the ratio is
//! not relative, and differences between processes, such as the place of code and data in memory. Two runs of one program
//! differ by such effects: a tenth for one variant in forty is usual.
//!
//! So one run of each program shows by how much times differ, but not whether the program is the reason. More runs of the old
//! program show that: a variant is *slower* if its relative ratio is greater than every relative ratio of any variant in those
//! k runs. If NEW is also a run of the old program, all k + 1 runs are alike, and each is as likely as any other to have the
//! greatest ratio. So a false alarm has a probability of at most 1/(k + 1), for all variants together.

use std::collections::{BTreeMap, HashMap};

use gjk_clock::median;
use gjk_records::{CORPUS, Form, Ruling, Timing};

use super::Selection;
use crate::distinct::distinct;
use crate::sorted::sort_by_key;
use crate::student::mean_of;

/// The fewest other variants from which a drift is computed.
const CONTROLS: usize = 3;

/// A geometric mean of ratios over families.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The mean.
    pub ratio: f64,
    /// The ends of its interval at 95 %, if there are at least two families.
    pub interval: Option<[f64; 2]>,
}

/// The times of a variant in a scalar in two studies.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeRow {
    /// The variant.
    pub variant: String,
    /// The scalar.
    pub scalar: String,
    /// The number of families in the ratio.
    pub families: usize,
    /// Cases that were timed in both studies and are right in both.
    pub cases: usize,
    /// New over old.
    pub ratio: Ratio,
    /// New over old, relative to the other variants; `None` if there are too few of them.
    pub relative: Option<Ratio>,
}

/// The times of two studies, compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    /// The machines of the old and the new times.
    pub machines: [String; 2],
    /// One row per variant and scalar, in the order of the new study.
    pub rows: Vec<TimeRow>,
    /// The drift of each scalar: the median of the ratios of all variants.
    pub drifts: Vec<(String, f64)>,
    /// The spread of more runs of the old program, if there are any.
    pub repeats: Option<Repeats>,
    /// The number of times that are left out because the query was typed in one study and erased in the other.
    pub other_form: usize,
}

/// More runs of the old program, each compared with the old one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repeats {
    /// The number of runs.
    pub runs: usize,
    /// The least and the greatest relative ratio of any variant in any of the runs.
    pub range: [f64; 2],
}

impl Repeats {
    /// An upper bound of the probability that an unchanged program has a variant called slower; the same bound holds for
    /// faster.
    pub fn level(&self) -> f64 {
        1.0 / (self.runs + 1) as f64
    }
}

/// The machine with the most timings, and its timings; the first one if several have the most.
fn of_machine(timings: &[Timing]) -> (&str, Vec<&Timing>) {
    let machines = distinct(timings.iter().map(|timing| timing.machine.as_str()));
    let of = |machine: &str| timings.iter().filter(|timing| timing.machine == machine).collect::<Vec<_>>();
    let mut all: Vec<(&str, Vec<&Timing>)> = machines.into_iter().map(|machine| (machine, of(machine))).collect();
    sort_by_key(&mut all, |(_, timings)| std::cmp::Reverse(timings.len()));
    all.into_iter().next().unwrap_or_default()
}

fn is_of_use(timing: &Timing) -> bool {
    timing.ruling == Ruling::Right && timing.nanoseconds > 0.0 && timing.nanoseconds.is_finite()
}

/// The logarithms of the ratios of the variants, by scalar, family and case.
type Cases<'a> = BTreeMap<[&'a str; 3], Vec<(&'a str, f64)>>;

/// The logarithms of the ratios of cases, family by family.
type ByFamily<'a> = BTreeMap<&'a str, Vec<f64>>;

/// The logarithms of the ratios by scalar and variant.
type ByVariant<'a> = BTreeMap<[&'a str; 2], ByFamily<'a>>;

/// The cases of these families that are right and have the same form in both studies, and the number of right ones whose forms
/// differ.
fn cases<'a>(old: &[&'a Timing], new: &[&'a Timing], families: &[String]) -> (Cases<'a>, usize) {
    let key = |timing: &'a Timing| [&timing.scalar[..], &timing.family, &timing.case, &timing.variant];
    let of_use = old.iter().filter(|timing| is_of_use(timing));
    // All times from before forms were recorded are typed.
    let time = |timing: &Timing| (timing.nanoseconds, timing.form.unwrap_or(Form::Typed));
    let before: HashMap<_, (f64, Form)> = of_use.map(|timing| (key(timing), time(timing))).collect();
    let (mut cases, mut other_form) = (Cases::new(), 0);
    let is_meant = |timing: &&&Timing| is_of_use(timing) && families.contains(&timing.family);
    for timing in new.iter().filter(is_meant) {
        let [scalar, family, case, variant] = key(timing);
        let Some(&(before, form)) = before.get(&[scalar, family, case, variant]) else { continue };
        if form == time(timing).1 {
            cases.entry([scalar, family, case]).or_default().push((variant, (timing.nanoseconds / before).ln()));
        } else {
            other_form += 1;
        }
    }
    (cases, other_form)
}

/// The ratios of each variant, and its ratios relative to the other variants if there are enough of them.
fn by_variant<'a>(cases: &Cases<'a>) -> [ByVariant<'a>; 2] {
    let (mut plain, mut relative) = (ByVariant::new(), ByVariant::new());
    let add = |all: &mut ByVariant<'a>, [scalar, family, variant]: [&'a str; 3], ratio: f64| {
        all.entry([scalar, variant]).or_default().entry(family).or_default().push(ratio);
    };
    for ([scalar, family, _], ratios) in cases {
        for &(variant, ratio) in ratios {
            add(&mut plain, [scalar, family, variant], ratio);
            let others = ratios.iter().filter(|(other, _)| *other != variant);
            let others: Vec<f64> = others.map(|(_, ratio)| *ratio).collect();
            if others.len() >= CONTROLS
                && let Some(drift) = median(&others)
            {
                add(&mut relative, [scalar, family, variant], ratio - drift);
            }
        }
    }
    [plain, relative]
}

/// The geometric mean of the families' medians.
fn over_families(by_family: &ByFamily) -> Option<Ratio> {
    let medians: Vec<f64> = by_family.values().filter_map(|ratios| median(ratios)).collect();
    let mean = mean_of(&medians)?;
    Some(Ratio { ratio: mean.mean.exp(), interval: mean.interval.map(|ends| ends.map(f64::exp)) })
}

impl Times {
    /// Whether a variant is slower than any variant in any run of the old program.
    pub fn is_slower(&self, row: &TimeRow) -> bool {
        self.repeats.zip(row.relative).is_some_and(|(repeats, relative)| relative.ratio > repeats.range[1])
    }

    /// Whether a variant is faster than any variant in any run of the old program.
    pub fn is_faster(&self, row: &TimeRow) -> bool {
        self.repeats.zip(row.relative).is_some_and(|(repeats, relative)| relative.ratio < repeats.range[0])
    }

    pub(super) fn finding(&self, row: &TimeRow) -> &'static str {
        match (self.is_slower(row), self.is_faster(row)) {
            (true, _) => "slower",
            (_, true) => "faster",
            _ => "",
        }
    }

    /// Adds more runs of the old program, each compared with the old study.
    ///
    /// They are used only if all of them were timed on its machine.
    pub(super) fn repeat(&mut self, runs: &[Times]) {
        let relative = runs.iter().flat_map(|run| &run.rows).filter_map(|row| row.relative).map(|relative| relative.ratio);
        let [least, most] =
            relative.fold([f64::INFINITY, 0.0], |[least, most]: [f64; 2], ratio| [least.min(ratio), most.max(ratio)]);
        let is_of_use = |run: &Times| run.machines[0] == run.machines[1] && run.rows.iter().any(|row| row.relative.is_some());
        let is_there = runs.iter().all(is_of_use);
        self.repeats = (!runs.is_empty() && is_there).then_some(Repeats { runs: runs.len(), range: [least, most] });
    }

    /// Compares the selected variants, families and scalars.
    ///
    /// The drift is over all variants in these families.
    pub(super) fn of(timings: [&[Timing]; 2], selected: &Selection) -> Times {
        let [(old_machine, old), (new_machine, new)] = timings.map(of_machine);
        // The corpus is a collection of failures: its times represent nothing.
        let families: Vec<String> = selected.families.iter().filter(|family| *family != CORPUS).cloned().collect();
        let (cases, other_form) = cases(&old, &new, &families);
        let [plain, relative] = by_variant(&cases);
        let drift = |scalar: &String| {
            let of_scalar = plain.iter().filter(|([of, _], _)| of == scalar);
            let ratios: Vec<f64> = of_scalar.filter_map(|(_, all)| over_families(all)).map(|all| all.ratio.ln()).collect();
            Some((scalar.clone(), median(&ratios)?.exp()))
        };
        let row = |(variant, scalar): (&String, &String)| {
            let by_family = plain.get(&[&scalar[..], variant])?;
            Some(TimeRow {
                variant: variant.clone(),
                scalar: scalar.clone(),
                families: by_family.len(),
                cases: by_family.values().map(Vec::len).sum(),
                ratio: over_families(by_family)?,
                relative: relative.get(&[&scalar[..], variant]).and_then(over_families),
            })
        };
        Times {
            machines: [old_machine, new_machine].map(str::to_owned),
            rows: selected.pairs().filter_map(row).collect(),
            drifts: selected.scalars.iter().filter_map(drift).collect(),
            repeats: None,
            other_form,
        }
    }
}
