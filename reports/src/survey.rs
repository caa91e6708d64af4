//! A study counted: which variants, families and scalars occur, and how often each ruling was given.

use std::collections::HashMap;

use gjk_records::{Record, Ruling, SCALARS, Timing};

use crate::summary::{Rate, pooled, wilson};
use crate::{Study, Times};

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
}

/// How often each ruling was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// In the order of [`Ruling::ALL`].
    pub rulings: [u64; 6],
    /// Answers whose own evidence proves the verdict.
    pub certified: u64,
    /// Failures that are the algorithm's, rounding's and the number range's fault, and those of which it is not known.
    pub faults: [u64; 4],
}

/// The names of the faults, in the order of [`Tally::faults`].
pub(crate) const FAULTS: [&str; 4] = ["algorithm", "rounding", "range", "unknown"];

impl Tally {
    fn count(&mut self, record: &Record) {
        self.rulings[record.ruling as usize] += 1;
        if record.ruling == Ruling::NotApplicable {
            return;
        }
        self.certified += u64::from(record.certified == Some(true));
        if record.ruling.is_failure() {
            let fault = record.fault.as_deref().unwrap_or_default();
            self.faults[FAULTS.iter().position(|name| *name == fault).unwrap_or(3)] += 1;
        }
    }

    /// How often a ruling was given.
    pub fn of(&self, ruling: Ruling) -> u64 {
        self.rulings[ruling as usize]
    }

    /// Answers to cases that could be posed: what every rate is of.
    pub fn applicable(&self) -> u64 {
        self.rulings.iter().sum::<u64>() - self.of(Ruling::NotApplicable)
    }

    /// Answers ruled `wrong` or `gave-up`.
    pub fn failures(&self) -> u64 {
        self.of(Ruling::Wrong) + self.of(Ruling::GaveUp)
    }

    /// The rate of failures with its Wilson interval; `None` without an applicable case.
    pub fn failure_rate(&self) -> Option<Rate> {
        wilson(self.failures(), self.applicable())
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
    tallies: Vec<Tally>,
}

/// Names in the order given first, then in the order of first occurrence; only those that occur.
struct Names<'a> {
    places: HashMap<&'a str, usize>,
    names: Vec<&'a str>,
    occurs: Vec<bool>,
}

impl<'a> Names<'a> {
    fn new(known: impl Iterator<Item = &'a str>) -> Self {
        let mut names = Names { places: HashMap::new(), names: Vec::new(), occurs: Vec::new() };
        for name in known {
            names.place(name, false);
        }
        names
    }

    fn place(&mut self, name: &'a str, occurs: bool) -> usize {
        let next = self.names.len();
        let place = *self.places.entry(name).or_insert(next);
        if place == next {
            self.names.push(name);
            self.occurs.push(false);
        }
        self.occurs[place] |= occurs;
        place
    }

    /// Drops the names that do not occur: the names left, and the new place of each old one.
    fn settle(self) -> (Vec<&'a str>, Vec<usize>) {
        let mut left = Vec::new();
        let mut places = Vec::new();
        for (name, occurs) in self.names.into_iter().zip(self.occurs) {
            places.push(left.len());
            if occurs {
                left.push(name);
            }
        }
        (left, places)
    }
}

impl<'a> Survey<'a> {
    /// Counts a study.
    pub fn new(study: &'a Study) -> Survey<'a> {
        let facts = &study.facts;
        let mut variants = Names::new(facts.variants.iter().map(String::as_str));
        let mut families = Names::new(facts.families.iter().map(|f| f.name.as_str()));
        let mut scalars = Names::new(SCALARS.into_iter());
        let mut rows: Vec<Row> = Vec::with_capacity(study.records.len());
        for record in &study.records {
            let family = families.place(&record.family, true);
            let variant = variants.place(&record.variant, true);
            let scalar = scalars.place(&record.scalar, true);
            rows.push(Row { family, variant, scalar, record });
        }
        let mut timed: Vec<([usize; 3], &Timing)> = Vec::with_capacity(study.timings.len());
        for timing in &study.timings {
            let family = families.place(&timing.family, true);
            let variant = variants.place(&timing.variant, true);
            let scalar = scalars.place(&timing.scalar, true);
            timed.push(([family, variant, scalar], timing));
        }
        let (families, new_family) = families.settle();
        let (variants, new_variant) = variants.settle();
        let (scalars, new_scalar) = scalars.settle();

        let mut distance = vec![false; variants.len()];
        let mut tallies = vec![Tally::default(); families.len() * variants.len() * scalars.len()];
        for row in &mut rows {
            row.family = new_family[row.family];
            row.variant = new_variant[row.variant];
            row.scalar = new_scalar[row.scalar];
            distance[row.variant] |= row.record.distance.is_some() || row.record.error_units.is_some();
            tallies[(row.family * variants.len() + row.variant) * scalars.len() + row.scalar].count(row.record);
        }
        for (places, _) in &mut timed {
            *places = [new_family[places[0]], new_variant[places[1]], new_scalar[places[2]]];
        }
        let times = Times::new([families.len(), variants.len(), scalars.len()], &timed);

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
                }
            })
            .collect();
        let named = |(name, distance): (&str, bool)| Variant { name: name.to_owned(), distance };
        let variants = variants.into_iter().zip(distance).map(named).collect();
        let scalars = scalars.into_iter().map(str::to_owned).collect();
        Survey { study, variants, families, scalars, times, rows, tallies }
    }

    /// The counts of a family, variant and scalar.
    pub fn tally(&self, family: usize, variant: usize, scalar: usize) -> &Tally {
        &self.tallies[(family * self.variants.len() + variant) * self.scalars.len() + scalar]
    }

    /// The counts of a variant and scalar over all families together, for numbers of cases; rates are pooled by
    /// [`pooled`](Survey::pooled) instead.
    pub fn total(&self, variant: usize, scalar: usize) -> Tally {
        let mut total = Tally::default();
        for family in 0..self.families.len() {
            let tally = self.tally(family, variant, scalar);
            (0..6).for_each(|i| total.rulings[i] += tally.rulings[i]);
            (0..4).for_each(|i| total.faults[i] += tally.faults[i]);
            total.certified += tally.certified;
        }
        total
    }

    /// The families that take part in rates over several families and in which the variant has an applicable case.
    pub fn pooled_families(&self, variant: usize, scalar: usize) -> Vec<usize> {
        let takes_part = |f: &usize| self.families[*f].pooled && self.tally(*f, variant, scalar).applicable() > 0;
        (0..self.families.len()).filter(takes_part).collect()
    }

    /// The rate of what `hits` counts, over the families that take part, with equal weights.
    pub fn pooled(&self, variant: usize, scalar: usize, hits: impl Fn(&Tally) -> u64) -> Option<Rate> {
        let families = self.pooled_families(variant, scalar);
        pooled(families.into_iter().map(|family| {
            let tally = self.tally(family, variant, scalar);
            (hits(tally), tally.applicable())
        }))
    }

    /// The weight of one answer of a family, so that families weigh the same and all weights of a variant and scalar make 1.
    pub(crate) fn weights(&self, variant: usize, scalar: usize) -> Vec<f64> {
        let mut weights = vec![0.0; self.families.len()];
        let families = self.pooled_families(variant, scalar);
        for &family in &families {
            weights[family] = 1.0 / (families.len() as f64 * self.tally(family, variant, scalar).applicable() as f64);
        }
        weights
    }

    /// How many families take part for any variant of this scalar.
    pub fn family_count(&self, scalar: usize) -> usize {
        let any = |f: usize| (0..self.variants.len()).any(|v| self.tally(f, v, scalar).applicable() > 0);
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
}
