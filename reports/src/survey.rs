//! A study counted: which variants, families and scalars occur, and how often each ruling was given.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::ops::AddAssign;

use gjk_records::{Record, Ruling, SCALARS, Study, Tally, Timing};

use crate::style::Colour;
use crate::summary::{Rate, pooled, wilson};
use crate::times::Times;

/// The name under which the pinned failures reported in the field stand in records.
pub(crate) const CORPUS: &str = "corpus";

/// A variant that occurs in a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// Whether it gives distances, as opposed to verdicts only.
    pub distance: bool,
}

/// A family that occurs in a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its name.
    pub name: String,
    /// What its knob is, with the unit.
    pub knob: String,
    /// Whether the knob goes over orders of magnitude.
    pub logarithmic: bool,
    /// Whether it takes part in rates over several families.
    pub pooled: bool,
    /// So many successive cases are frames of one trace.
    pub frames: u64,
}

impl Variant {
    /// What it gives, as tables spell it.
    pub(crate) fn kind(&self) -> &'static str {
        if self.distance { "distance" } else { "boolean" }
    }
}

/// What was found of some answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How often each ruling was given.
    pub rulings: Tally,
    /// False `apart`s of bodies that overlap by more than the tolerance within a common plane or line. Their ruling is counted
    /// as well: `contact` or worse.
    pub flat_missed: u64,
    /// Answers whose own evidence proves the verdict.
    pub certified: u64,
    /// Failures that are the algorithm's, rounding's and the number range's fault, and those of which it is not known.
    pub faults: [u64; 4],
}

/// Whose fault a failure is.
pub(crate) struct Fault {
    /// As records spell it.
    pub name: &'static str,
    /// The column of a table that counts it.
    pub column: &'static str,
    /// As figures say it.
    pub whose: &'static str,
    pub colour: Colour,
}

/// The faults, in the order of [`Counts::faults`].
pub(crate) const FAULTS: [Fault; 4] = [
    Fault { name: "algorithm", column: "fault_algorithm", whose: "the algorithm's", colour: (20, 60, 110) },
    Fault { name: "rounding", column: "fault_rounding", whose: "rounding's", colour: (235, 150, 60) },
    Fault { name: "range", column: "fault_range", whose: "the number range's", colour: (190, 215, 165) },
    Fault { name: "unknown", column: "fault_unknown", whose: "unknown", colour: (200, 200, 200) },
];

impl Counts {
    fn count(&mut self, record: &Record, tolerance: f64) {
        self.rulings.count(record.column());
        if record.ruling == Ruling::NotApplicable {
            return;
        }
        self.certified += u64::from(record.certified == Some(true));
        self.flat_missed += u64::from(record.is_flat_missed(tolerance));
        if record.ruling.is_failure() {
            let fault = record.fault.as_deref().unwrap_or_default();
            self.faults[FAULTS.iter().position(|known| known.name == fault).unwrap_or(3)] += 1;
        }
    }

    /// Answers to cases that could be posed: what every rate is of.
    pub fn applicable(&self) -> u64 {
        self.rulings.applicable()
    }

    /// Answers that are failures.
    pub fn failures(&self) -> u64 {
        self.rulings.failures()
    }
}

impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        self.rulings += &other.rulings;
        self.certified += other.certified;
        self.flat_missed += other.flat_missed;
        self.faults.iter_mut().zip(other.faults).for_each(|(ours, theirs)| *ours += theirs);
    }
}

/// A record with the places of its family, variant and scalar.
pub(crate) struct Row<'a> {
    pub family: usize,
    pub variant: usize,
    pub scalar: usize,
    pub record: &'a Record,
}

/// A study with its names put in order and its rulings counted.
pub struct Survey<'a> {
    /// The study.
    pub study: &'a Study,
    /// Variants in the order of the roster; those that the facts do not name come last.
    pub variants: Vec<Variant>,
    /// Families in their order; those that the facts do not name come last.
    pub families: Vec<Family>,
    /// Scalars: `f32`, `f64`, `exact`, as far as they occur.
    pub scalars: Vec<String>,
    /// What the timings say.
    pub times: Times,
    pub(crate) rows: Vec<Row<'a>>,
    counts: Vec<Counts>,
}

/// The distinct values, in the order in which they come.
pub(crate) fn distinct<T: Clone + Eq + Hash>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut seen = HashSet::new();
    values.into_iter().filter(|value| seen.insert(value.clone())).collect()
}

/// Names that occur: first those of a list in its order, then the others in the order in which they come.
struct Names<'a> {
    names: Vec<&'a str>,
    places: HashMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    fn new(listed: impl Iterator<Item = &'a str>, occurring: impl Iterator<Item = &'a str>) -> Names<'a> {
        let occurring = distinct(occurring);
        let occurs: HashSet<&str> = occurring.iter().copied().collect();
        let names = distinct(listed.filter(|name| occurs.contains(name)).chain(occurring));
        let places = names.iter().enumerate().map(|(place, name)| (*name, place)).collect();
        Names { names, places }
    }
}

impl<'a> Survey<'a> {
    /// Counts a study.
    pub fn new(study: &'a Study) -> Survey<'a> {
        let Study { facts, records, timings, .. } = study;
        let occurring = |of_record: fn(&Record) -> &str, of_timing: fn(&Timing) -> &str| {
            records.iter().map(of_record).chain(timings.iter().map(of_timing))
        };
        let families = Names::new(facts.families.iter().map(|f| &f.name[..]), occurring(|r| &r.family, |t| &t.family));
        let variants = Names::new(facts.variants.iter().map(|v| &v[..]), occurring(|r| &r.variant, |t| &t.variant));
        let scalars = Names::new(SCALARS.into_iter(), occurring(|r| &r.scalar, |t| &t.scalar));
        let places = |family: &str, variant: &str, scalar: &str| {
            [families.places[family], variants.places[variant], scalars.places[scalar]]
        };

        let [families_len, variants_len, scalars_len] = [&families, &variants, &scalars].map(|names| names.names.len());
        let mut distance = vec![false; variants_len];
        let mut counts = vec![Counts::default(); families_len * variants_len * scalars_len];
        let mut rows: Vec<Row> = Vec::with_capacity(records.len());
        for record in records {
            let [family, variant, scalar] = places(&record.family, &record.variant, &record.scalar);
            distance[variant] |= record.distance.is_some() || record.error_units.is_some();
            counts[(family * variants_len + variant) * scalars_len + scalar].count(record, facts.tolerance);
            rows.push(Row { family, variant, scalar, record });
        }
        let timed = timings.iter().map(|timing| (places(&timing.family, &timing.variant, &timing.scalar), timing));
        let times = Times::new(variants_len, timed);

        let (families, variants, scalars) = (families.names, variants.names, scalars.names);
        let only_corpus = families.iter().all(|name| *name == CORPUS);
        let families = families
            .into_iter()
            .map(|name| {
                let fact = facts.families.iter().find(|fact| fact.name == name);
                Family {
                    name: name.to_owned(),
                    knob: fact.map_or_else(|| "knob".to_owned(), |fact| fact.knob.clone()),
                    logarithmic: fact.is_some_and(|fact| fact.logarithmic),
                    pooled: only_corpus || name != CORPUS,
                    frames: fact.map_or(1, |fact| fact.frames),
                }
            })
            .collect();
        let named = |(name, distance): (&str, bool)| Variant { name: name.to_owned(), distance };
        let variants = variants.into_iter().zip(distance).map(named).collect();
        let scalars = scalars.into_iter().map(str::to_owned).collect();
        Survey { study, variants, families, scalars, times, rows, counts }
    }

    /// The counts of a family, variant and scalar.
    pub fn counts(&self, family: usize, variant: usize, scalar: usize) -> &Counts {
        &self.counts[(family * self.variants.len() + variant) * self.scalars.len() + scalar]
    }

    /// So many successive cases of the family of this name are frames of one trace.
    pub(crate) fn frames(&self, family: &str) -> u64 {
        self.study.facts.families.iter().find(|fact| fact.name == family).map_or(1, |fact| fact.frames)
    }

    /// The rate of failures with its Wilson interval; `None` without an applicable case.
    pub fn failure_rate(&self, family: usize, variant: usize, scalar: usize) -> Option<Rate> {
        self.rate(family, self.counts(family, variant, scalar), Counts::failures)
    }

    /// The rate of what `hits` counts among the applicable answers to a family.
    fn rate(&self, family: usize, counts: &Counts, hits: impl Fn(&Counts) -> u64) -> Option<Rate> {
        wilson(hits(counts), counts.applicable(), self.families[family].frames)
    }

    /// The counts of a variant and scalar over all families together, for numbers of cases; rates are pooled by
    /// [`pooled`](Survey::pooled) instead.
    pub fn total(&self, variant: usize, scalar: usize) -> Counts {
        let mut total = Counts::default();
        (0..self.families.len()).for_each(|family| total += self.counts(family, variant, scalar));
        total
    }

    /// The families that take part in rates over several families.
    pub(crate) fn families_in_rates(&self) -> Vec<usize> {
        (0..self.families.len()).filter(|&f| self.families[f].pooled).collect()
    }

    /// The families that take part in rates over several families and in which the variant has an applicable case.
    pub fn pooled_families(&self, variant: usize, scalar: usize) -> Vec<usize> {
        let takes_part = |f: &usize| self.families[*f].pooled && self.counts(*f, variant, scalar).applicable() > 0;
        (0..self.families.len()).filter(takes_part).collect()
    }

    /// Whether any answer misses an overlap within a common plane or line.
    pub(crate) fn has_flat_missed(&self) -> bool {
        self.counts.iter().any(|counts| counts.flat_missed > 0)
    }

    /// The rate of what `hits` counts, over the families that take part, with equal weights.
    pub fn pooled(&self, variant: usize, scalar: usize, hits: impl Fn(&Counts) -> u64) -> Option<Rate> {
        self.pooled_over(&self.pooled_families(variant, scalar), variant, scalar, hits)
    }

    /// The same over these families.
    pub(crate) fn pooled_over(
        &self,
        families: &[usize],
        variant: usize,
        scalar: usize,
        hits: impl Fn(&Counts) -> u64,
    ) -> Option<Rate> {
        pooled(families.iter().filter_map(|&family| self.rate(family, self.counts(family, variant, scalar), &hits)))
    }

    /// The weight of one answer of a family, so that families weigh the same and all weights of a variant and scalar make 1.
    pub(crate) fn weights(&self, variant: usize, scalar: usize) -> Vec<f64> {
        let mut weights = vec![0.0; self.families.len()];
        let families = self.pooled_families(variant, scalar);
        for &family in &families {
            weights[family] = 1.0 / (families.len() as f64 * self.counts(family, variant, scalar).applicable() as f64);
        }
        weights
    }

    /// How many families take part for any variant of this scalar.
    pub fn family_count(&self, scalar: usize) -> usize {
        let any = |f: usize| (0..self.variants.len()).any(|v| self.counts(f, v, scalar).applicable() > 0);
        (0..self.families.len()).filter(|&f| self.families[f].pooled && any(f)).count()
    }

    /// Names of the variants, for styles.
    pub(crate) fn variant_names(&self) -> Vec<&str> {
        self.variants.iter().map(|v| v.name.as_str()).collect()
    }

    /// The scalars with at least one applicable answer.
    pub(crate) fn judged_scalars(&self) -> Vec<usize> {
        let any = |s: &usize| (0..self.variants.len()).any(|v| self.total(v, *s).applicable() > 0);
        (0..self.scalars.len()).filter(any).collect()
    }

    /// Those of them that round.
    pub(crate) fn float_scalars(&self) -> Vec<usize> {
        self.judged_scalars().into_iter().filter(|&s| self.scalars[s] != "exact").collect()
    }
}
