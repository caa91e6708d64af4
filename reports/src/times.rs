//! The timings of a study.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use gjk_clock::{geometric_mean, median};
use gjk_records::{Form, Ruling, Timing};

use crate::distinct::distinct;
use crate::sorted::sort_by_key;

/// For each variant: nanoseconds, and the ruling of the answer.
type ByVariant = Vec<Option<(f64, Ruling)>>;

/// The median time of some cases and their number, by family, variant and scalar.
type Medians = BTreeMap<[usize; 3], (f64, usize)>;

/// One timed case, with the time of every variant.
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
    /// The number of timings that are left out because they are not positive finite numbers.
    pub odd: usize,
    /// Scalars and families with times of the typed form, or of a form that is not recorded.
    typed: BTreeSet<[usize; 2]>,
    /// Scalars and families with times of the erased form.
    erased: BTreeSet<[usize; 2]>,
    /// Medians over cases that are answered right.
    right: Medians,
    /// Medians over cases that are failures.
    pub(crate) failed: Medians,
}

/// Two variants compared over the cases that both get right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeRatio {
    pub scalar: usize,
    pub family: usize,
    /// Points of each body; `None` if cases of all sizes are taken together.
    pub points: Option<usize>,
    pub variant: usize,
    /// The variant with which it is compared.
    pub other: usize,
    /// The number of cases that both get right.
    pub cases: usize,
    /// Median of the ratio of the variant's time to the other's; for an even number, the geometric mean of the middle two, so
    /// that the ratio with the variants exchanged is the inverse.
    pub ratio: f64,
}

impl Times {
    /// Groups timings by machine and by case; the machine with the most timed queries is first.
    ///
    /// Each timing comes with its places among the families, the variants and the scalars.
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
        // Times by scalar, family, points and case.
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

    /// The given families whose times are taken together.
    ///
    /// The erased form takes longer than the typed form, for some variants more than for others, so a mean over both would
    /// represent neither. If some of the families have times of the typed form, families with times of the erased form are left
    /// out.
    pub(crate) fn of_one_form(&self, families: &[usize], scalar: usize) -> impl Iterator<Item = usize> {
        let all = !families.iter().any(|&family| self.typed.contains(&[scalar, family]) && !self.is_erased(family, scalar));
        families.iter().copied().filter(move |&family| all || !self.is_erased(family, scalar))
    }

    /// The number of these families that a mean leaves out because their times have the erased form; `None` if no times have
    /// it.
    pub(crate) fn left_out(&self, families: &[usize], scalar: usize) -> Option<usize> {
        let is_any = families.iter().any(|&family| self.is_erased(family, scalar));
        is_any.then(|| families.len() - self.of_one_form(families, scalar).count())
    }

    /// A sentence on the times of the erased form in these families, if there are any: it states that all times have this form,
    /// or the number of families that a mean leaves out for this reason.
    pub fn erased_note(&self, families: &[usize], scalar: usize) -> Option<String> {
        Some(match self.left_out(families, scalar)? {
            0 => {
                "Times are of queries in the erased form, compiled once for all kinds of bodies, which takes longer.".to_owned()
            }
            left_out => {
                format!("Times leave out {left_out} of the {} families: their queries have the erased form.", families.len())
            }
        })
    }

    /// The note on the erased form as the next sentence of a text; empty if no family has such times.
    pub fn erased_sentence(&self, families: &[usize], scalar: usize) -> String {
        self.erased_note(families, scalar).map_or_else(String::new, |note| format!(" {note}"))
    }

    /// The geometric mean over `families` of the medians of a variant over the timed cases that it gets right, and the numbers
    /// of families and cases behind it.
    pub fn pooled(&self, families: &[usize], variant: usize, scalar: usize) -> Option<(f64, usize, usize)> {
        self.mean(&self.right, families, variant, scalar)
    }

    /// The geometric mean of other medians, such as the medians of failures: the cost of a failure.
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

    /// The time of a variant over the time of another: for each family with timed cases that both get right, the median over
    /// these cases; and the number of these cases.
    ///
    /// `None` if there are none. Exchanging the variants gives the inverses.
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

    /// The geometric mean of these ratios.
    ///
    /// It is the number that is printed wherever the times of two variants are compared.
    pub(crate) fn ratio(&self, families: &[usize], scalar: usize, pair: [usize; 2]) -> Option<f64> {
        geometric_mean(self.ratios_of(families, scalar, pair)?.0)
    }

    /// Every ordered pair of variants over the cases of a family that both get right; separately by points if wanted.
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
