//! What the timings of a study say.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use gjk_clock::{geometric_mean, median};
use gjk_records::{Form, Ruling, Timing};

use crate::distinct::distinct;
use crate::sorted::sort_by_key;

/// For each variant: nanoseconds, and what the answer is.
type ByVariant = Vec<Option<(f64, Ruling)>>;

/// By family, variant and scalar: the median of some cases, and their number.
type Medians = BTreeMap<[usize; 3], (f64, usize)>;

/// One timed case: what every variant took.
#[derive(Debug)]
pub(crate) struct Timed {
    pub family: usize,
    pub scalar: usize,
    pub points: usize,
    pub by_variant: ByVariant,
}

impl Timed {
    /// The time of a variant, if its answer is right.
    pub fn right(&self, variant: usize) -> Option<f64> {
        self.by_variant[variant].filter(|(_, ruling)| *ruling == Ruling::Right).map(|(time, _)| time)
    }
}

/// The timings of one machine by case: times of different machines are never compared.
#[derive(Debug, Default)]
pub struct Times {
    pub machine: String,
    pub(crate) cases: Vec<Timed>,
    /// Timings that are not positive finite numbers, and so are left out.
    pub odd: usize,
    /// Scalars and families with times of the typed form, or of a form that is not recorded.
    typed: BTreeSet<[usize; 2]>,
    /// Those with times of the erased form.
    erased: BTreeSet<[usize; 2]>,
    /// Of the cases that are answered right.
    right: Medians,
    /// Of the cases that are failures.
    pub(crate) failed: Medians,
}

/// Two variants compared over the cases that both get right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeRatio {
    pub scalar: usize,
    pub family: usize,
    /// Points of each body; `None` where cases of all sizes are taken together.
    pub points: Option<usize>,
    pub variant: usize,
    /// The variant that it is compared with.
    pub other: usize,
    /// Cases that both get right.
    pub cases: usize,
    /// Median of the ratio of the variant's time to the other's; between two ratios their geometric mean, so that the ratio of
    /// the other to the variant is its inverse.
    pub ratio: f64,
}

impl Times {
    /// Groups timings by machine, the one with most timed queries first, and by case. Each comes with its places among the families, among
    /// so many variants, and among the scalars.
    pub(crate) fn by_machine<'a>(variants: usize, timed: impl Iterator<Item = ([usize; 3], &'a Timing)>) -> Vec<Times> {
        let timed: Vec<_> = timed.collect();
        let machines = distinct(timed.iter().map(|(_, timing)| timing.machine.as_str()));
        let of = |machine| Times::of(machine, variants, timed.iter().filter(|(_, timing)| timing.machine == machine));
        let mut all: Vec<Times> = machines.into_iter().map(of).collect();
        sort_by_key(&mut all, |times| Reverse(times.queries()));
        all
    }

    fn queries(&self) -> usize {
        self.cases.iter().map(|case| case.by_variant.iter().flatten().count()).sum()
    }

    fn of<'t>(machine: &str, variants: usize, timed: impl Iterator<Item = &'t ([usize; 3], &'t Timing)>) -> Times {
        // By scalar, family, points and case.
        let mut cases: BTreeMap<(usize, usize, usize, &str), ByVariant> = BTreeMap::new();
        let (mut right, mut failed) = (BTreeMap::new(), BTreeMap::new());
        let (mut odd, mut typed, mut erased) = (0, BTreeSet::new(), BTreeSet::new());
        for &(places, timing) in timed {
            if !(timing.nanoseconds > 0.0 && timing.nanoseconds.is_finite()) {
                odd += 1;
                continue;
            }
            let [family, variant, scalar] = places;
            let form = if timing.form == Some(Form::Erased) { &mut erased } else { &mut typed };
            form.insert([scalar, family]);
            let key = (scalar, family, timing.points, timing.case.as_str());
            let by_variant = cases.entry(key).or_insert_with(|| vec![None; variants]);
            by_variant[variant] = Some((timing.nanoseconds, timing.ruling));
            let add = |all: &mut BTreeMap<[usize; 3], Vec<f64>>| all.entry(places).or_default().push(timing.nanoseconds);
            match timing.ruling {
                Ruling::Right => add(&mut right),
                ruling if ruling.is_failure() => add(&mut failed),
                _ => {}
            }
        }
        let medians = |all: BTreeMap<[usize; 3], Vec<f64>>| {
            all.into_iter().filter_map(|(k, v)| median(&v).map(|m| (k, (m, v.len())))).collect()
        };
        let cases = cases
            .into_iter()
            .map(|((scalar, family, points, _), by_variant)| Timed { family, scalar, points, by_variant })
            .collect();
        Times { machine: machine.to_owned(), cases, odd, typed, erased, right: medians(right), failed: medians(failed) }
    }

    pub fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    fn is_erased(&self, family: usize, scalar: usize) -> bool {
        self.erased.contains(&[scalar, family])
    }

    /// The families of these whose times are taken together. The erased form takes longer than the typed one, for some variants
    /// more than for others, so that a mean over both would be of neither: where some of the families have times of the
    /// typed form, those with times of the erased one are left out.
    pub(crate) fn of_one_form(&self, families: &[usize], scalar: usize) -> impl Iterator<Item = usize> {
        let all = !families.iter().any(|&family| self.typed.contains(&[scalar, family]) && !self.is_erased(family, scalar));
        families.iter().copied().filter(move |&family| all || !self.is_erased(family, scalar))
    }

    /// The number of these families that a mean leaves out since their times are of the erased form; none if no times are of it.
    pub(crate) fn left_out(&self, families: &[usize], scalar: usize) -> Option<usize> {
        let is_any = families.iter().any(|&family| self.is_erased(family, scalar));
        is_any.then(|| families.len() - self.of_one_form(families, scalar).count())
    }

    /// A sentence on the times of the erased form in these families, if there are any: that all times are such, or how many families a
    /// mean leaves out for it.
    pub fn erased_note(&self, families: &[usize], scalar: usize) -> Option<String> {
        Some(match self.left_out(families, scalar)? {
            0 => "Times are those of queries in the erased form, compiled once for all kinds of bodies, which takes longer."
                .to_owned(),
            left_out => {
                format!("Times leave out {left_out} of the {} families, whose queries have the erased form.", families.len())
            }
        })
    }

    /// The same as the next sentence of a text; empty if no family has such times.
    pub fn erased_sentence(&self, families: &[usize], scalar: usize) -> String {
        self.erased_note(families, scalar).map_or_else(String::new, |note| format!(" {note}"))
    }

    /// The geometric mean over `families` of the medians of a variant over the timed cases that it gets right, and the number of
    /// families and cases it is over.
    pub fn pooled(&self, families: &[usize], variant: usize, scalar: usize) -> Option<(f64, usize, usize)> {
        self.mean(&self.right, families, variant, scalar)
    }

    /// The same of other medians, such as those of failures: what a failure costs.
    pub(crate) fn mean(
        &self,
        medians: &Medians,
        families: &[usize],
        variant: usize,
        scalar: usize,
    ) -> Option<(f64, usize, usize)> {
        let families = self.of_one_form(families, scalar);
        let medians: Vec<_> = families.filter_map(|family| medians.get(&[family, variant, scalar])).collect();
        let mean = geometric_mean(medians.iter().map(|m| m.0))?;
        Some((mean, medians.len(), medians.iter().map(|m| m.1).sum()))
    }

    /// The time of a variant over that of another: the median of each family over the timed cases that both get right, of those of the families
    /// that have one, and how many cases that is. None where there is no such case. Exchanging the variants gives the inverse.
    pub(crate) fn ratios_of(
        &self,
        families: &[usize],
        scalar: usize,
        [variant, other]: [usize; 2],
    ) -> Option<(Vec<f64>, usize)> {
        let (mut medians, mut cases) = (Vec::new(), 0);
        for family in self.of_one_form(families, scalar) {
            let of_family = self.cases.iter().filter(|case| case.scalar == scalar && case.family == family);
            let ratios: Vec<f64> =
                of_family.filter_map(|case| Some((case.right(variant)? / case.right(other)?).ln())).collect();
            cases += ratios.len();
            medians.extend(median(&ratios).map(f64::exp));
        }
        (cases > 0).then_some((medians, cases))
    }

    /// The geometric mean of these ratios: the one number for how much slower a variant is than another, wherever it is printed.
    pub(crate) fn ratio(&self, families: &[usize], scalar: usize, pair: [usize; 2]) -> Option<f64> {
        geometric_mean(self.ratios_of(families, scalar, pair)?.0)
    }

    /// Every ordered pair of variants over the cases of a family that both get right; apart by points if wanted.
    pub fn ratios(&self, by_points: bool) -> Vec<TimeRatio> {
        // Logarithms of ratios by scalar, family and points, and within these by pair.
        let mut ratios: BTreeMap<[usize; 5], Vec<f64>> = BTreeMap::new();
        for case in &self.cases {
            let right = |v: usize| case.right(v);
            let timed: Vec<(usize, f64)> = (0..case.by_variant.len()).filter_map(|v| right(v).map(|t| (v, t))).collect();
            let points = if by_points { case.points } else { 0 };
            for &(variant, time) in &timed {
                for &(other, reference) in timed.iter().filter(|(other, _)| *other != variant) {
                    let key = [case.scalar, case.family, points, variant, other];
                    ratios.entry(key).or_default().push((time / reference).ln());
                }
            }
        }
        ratios
            .into_iter()
            .filter_map(|([scalar, family, points, variant, other], ratios)| {
                let (cases, points) = (ratios.len(), by_points.then_some(points));
                let ratio = median(&ratios)?.exp();
                Some(TimeRatio { scalar, family, points, variant, other, cases, ratio })
            })
            .collect()
    }
}
