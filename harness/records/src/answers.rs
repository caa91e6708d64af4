//! What the answers to some cases of a family come to: all that tables and figures read of them.
//!
//! Tallies of disjoint sets of cases are added. The sums are integers, so the order does not matter but for the largest errors, of
//! which the first among equal ones is kept.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::cell::Cell;
use crate::worst::Worst;
use crate::{Counts, Record, Ruling};

/// How often each value occurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<(K, u64)>", into = "Vec<(K, u64)>", bound(serialize = "K: Ord + Copy + Serialize"))]
#[serde(bound(deserialize = "K: Ord + Deserialize<'de>"))]
pub struct Histogram<K: Ord>(BTreeMap<K, u64>);

impl<K: Ord> Default for Histogram<K> {
    fn default() -> Histogram<K> {
        Histogram(BTreeMap::new())
    }
}

impl<K: Ord> From<Vec<(K, u64)>> for Histogram<K> {
    fn from(counts: Vec<(K, u64)>) -> Histogram<K> {
        Histogram(counts.into_iter().collect())
    }
}

impl<K: Ord> From<Histogram<K>> for Vec<(K, u64)> {
    fn from(histogram: Histogram<K>) -> Vec<(K, u64)> {
        histogram.0.into_iter().collect()
    }
}

impl<K: Ord + Copy> Histogram<K> {
    /// Counts a value so many times.
    pub fn count(&mut self, value: K, times: u64) {
        *self.0.entry(value).or_default() += times;
    }

    /// The values in their order, and how often each occurs.
    pub fn iter(&self) -> impl Iterator<Item = (K, u64)> + '_ {
        self.0.iter().map(|(value, count)| (*value, *count))
    }

    fn add(&mut self, other: &Histogram<K>) {
        other.iter().for_each(|(value, count)| self.count(value, count));
    }
}

/// The answers to some cases of a family in one scalar.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answers {
    /// Name of the family.
    pub family: String,
    /// Name of the scalar.
    pub scalar: String,
    /// What each variant answered, in the order of the roster.
    pub variants: Vec<VariantAnswers>,
    /// The cases with a knob, cell by cell.
    pub knobs: Vec<KnobCell>,
}

/// The applicable answers to the cases whose knobs are in one cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnobCell {
    /// The cell.
    pub cell: Cell,
    /// The least knob.
    pub least: f64,
    /// Applicable answers of each variant, in the order of [`Answers::variants`].
    #[serde(with = "runs")]
    pub cases: Vec<u64>,
    /// Those of them that are failures.
    #[serde(with = "runs")]
    pub failures: Vec<u64>,
}

/// The answers of one variant.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct VariantAnswers {
    /// Name of the variant.
    pub variant: String,
    /// Whether any answer gives a distance.
    pub distance: bool,
    /// How often each ruling was given.
    pub counts: Counts,
    /// The finite length errors, in units, of answers with a right verdict.
    pub errors: Histogram<Cell>,
    /// Answers with a right verdict whose length error is infinite or not a number.
    pub endless_errors: u64,
    /// Applicable answers by the number of points of the larger body, taken down to a power of two, and by iterations.
    pub iterations: Histogram<(usize, usize)>,
    /// Applicable answers to cases without a knob, or with one that is not finite.
    pub without_knob: u64,
    /// The largest errors.
    pub worst: Vec<Worst>,
}

/// Numbers of points between two powers of two count for the lower one.
pub fn octave(points: usize) -> usize {
    1 << points.max(1).ilog2()
}

impl Answers {
    /// No answers yet.
    pub fn new(family: &str, scalar: &str) -> Answers {
        Answers { family: family.to_owned(), scalar: scalar.to_owned(), ..Answers::default() }
    }

    fn place(&mut self, variant: &str, near: usize) -> usize {
        // Records come in the order of the roster, again and again.
        if self.variants.get(near).is_some_and(|known| known.variant == variant) {
            return near;
        }
        self.variants.iter().position(|known| known.variant == variant).unwrap_or_else(|| {
            self.variants.push(VariantAnswers { variant: variant.to_owned(), ..VariantAnswers::default() });
            for knob in &mut self.knobs {
                knob.cases.push(0);
                knob.failures.push(0);
            }
            self.variants.len() - 1
        })
    }

    fn knob(&mut self, cell: Cell, least: f64) -> &mut KnobCell {
        let place = match self.knobs.binary_search_by_key(&cell, |knob| knob.cell) {
            Ok(place) => place,
            Err(place) => {
                let none = vec![0; self.variants.len()];
                self.knobs.insert(place, KnobCell { cell, least, cases: none.clone(), failures: none });
                place
            }
        };
        let knob = &mut self.knobs[place];
        knob.least = knob.least.min(least);
        knob
    }

    /// Counts the answers to one case, which were judged with a tolerance in units of u·D.
    pub fn count(&mut self, records: &[Record], tolerance: f64) {
        for (near, record) in records.iter().enumerate() {
            let place = self.place(&record.variant, near);
            let mine = &mut self.variants[place];
            mine.count(record, tolerance);
            if record.ruling == Ruling::NotApplicable {
                continue;
            }
            match record.knob.and_then(|knob| Some((Cell::of(knob)?, knob))) {
                None => mine.without_knob += 1,
                Some((cell, knob)) => {
                    let found = self.knob(cell, knob);
                    found.cases[place] += 1;
                    found.failures[place] += u64::from(record.ruling.is_failure());
                }
            }
        }
    }

    /// Adds the answers to other cases of the same family and scalar.
    pub fn add(&mut self, other: &Answers) {
        let places: Vec<usize> =
            other.variants.iter().enumerate().map(|(near, theirs)| self.place(&theirs.variant, near)).collect();
        for (&place, theirs) in places.iter().zip(&other.variants) {
            self.variants[place].add(theirs);
        }
        for theirs in &other.knobs {
            let ours = self.knob(theirs.cell, theirs.least);
            for (i, &place) in places.iter().enumerate() {
                ours.cases[place] += theirs.cases[i];
                ours.failures[place] += theirs.failures[i];
            }
        }
    }

    /// Puts the variants in the order of a list; those that are not in it come last.
    pub fn sort(&mut self, order: &[String]) {
        let mut sorted = Answers::new(&self.family, &self.scalar);
        for (near, variant) in order.iter().filter(|name| self.variants.iter().any(|v| v.variant == **name)).enumerate() {
            sorted.place(variant, near);
        }
        sorted.add(self);
        *self = sorted;
    }

    /// The answers of some of the variants.
    pub fn only(&self, wanted: impl Fn(&str) -> bool) -> Answers {
        let kept: Vec<usize> = (0..self.variants.len()).filter(|&v| wanted(&self.variants[v].variant)).collect();
        let of_kept = |counts: &[u64]| kept.iter().map(|&v| counts[v]).collect();
        let knob = |knob: &KnobCell| KnobCell { cases: of_kept(&knob.cases), failures: of_kept(&knob.failures), ..*knob };
        Answers {
            variants: kept.iter().map(|&v| self.variants[v].clone()).collect(),
            knobs: self.knobs.iter().map(knob).collect(),
            ..Answers::new(&self.family, &self.scalar)
        }
    }

    /// Whether the lists of every cell speak of every variant, as what was read from a file need not.
    pub(crate) fn is_sound(&self) -> bool {
        let variants = self.variants.len();
        self.knobs.iter().all(|knob| knob.cases.len() == variants && knob.failures.len() == variants)
            && self.knobs.is_sorted_by(|one, next| one.cell < next.cell)
    }

    /// How many answers there are, those that are not applicable not counted.
    pub fn applicable(&self) -> u64 {
        self.variants.iter().map(|variant| variant.counts.applicable()).sum()
    }
}

impl VariantAnswers {
    fn count(&mut self, record: &Record, tolerance: f64) {
        self.counts.count(record, tolerance);
        self.distance |= record.distance.is_some() || record.error_units.is_some();
        if record.ruling == Ruling::NotApplicable {
            return;
        }
        self.iterations.count((octave(record.points_a.max(record.points_b)), record.iterations), 1);
        let verdict_is_right =
            record.margin_units.is_none() && matches!(record.ruling, Ruling::Right | Ruling::Inaccurate | Ruling::Off);
        if verdict_is_right {
            // Without an error a right answer has no number that could be off; one that is off lacks the number it promised.
            let missing = if record.ruling == Ruling::Off { f64::NAN } else { 0.0 };
            match Cell::of(record.error_units.unwrap_or(missing)) {
                Some(cell) => self.errors.count(cell, 1),
                None => self.endless_errors += 1,
            }
        }
        for worst in Worst::of(record) {
            self.keep(worst);
        }
    }

    fn keep(&mut self, worst: Worst) {
        match self.worst.iter_mut().find(|known| known.key() == worst.key()) {
            None => {
                self.worst.push(worst);
                self.worst.sort_by_key(Worst::key);
            }
            // A NaN is more than every number.
            Some(known) if worst.value.total_cmp(&known.value).is_gt() => *known = worst,
            Some(_) => {}
        }
    }

    fn add(&mut self, other: &VariantAnswers) {
        self.distance |= other.distance;
        self.counts += &other.counts;
        self.errors.add(&other.errors);
        self.endless_errors += other.endless_errors;
        self.iterations.add(&other.iterations);
        self.without_knob += other.without_knob;
        other.worst.iter().for_each(|worst| self.keep(worst.clone()));
    }
}

/// A list as runs of equal numbers, each with its length: most variants agree on most cells.
mod runs {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// More variants than this are a damaged file.
    const MOST: usize = 10_000;

    pub fn serialize<S: Serializer>(list: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
        let runs: Vec<(usize, u64)> = list.chunk_by(|one, next| one == next).map(|run| (run.len(), run[0])).collect();
        runs.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
        let mut list = Vec::new();
        for (length, number) in Vec::<(usize, u64)>::deserialize(deserializer)? {
            if length > MOST - list.len() {
                return Err(D::Error::custom(format_args!("more than {MOST} variants")));
            }
            list.resize(list.len() + length, number);
        }
        Ok(list)
    }
}
