//! Tallies of the answers to some cases of a family: all the input of tables and figures.
//!
//! Tallies of disjoint sets of cases are added. The sums are integers, so the order matters only for the largest errors: among
//! equal ones the first is kept.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::cell::Cell;
use crate::worst::Worst;
use crate::{Counts, Measure, NOT_ASKED, Part, Question, Record, Ruling, Signatures};

/// How often each value occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<(K, u64)>", into = "Vec<(K, u64)>", bound(serialize = "K: Ord + Copy + Serialize"))]
#[serde(bound(deserialize = "K: Ord + Deserialize<'de>"))]
pub struct Histogram<K: Ord>(BTreeMap<K, u64>);

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
    /// Counts a value `times` times.
    pub fn count(&mut self, value: K, times: u64) {
        let count = self.0.entry(value).or_default();
        *count = count.saturating_add(times);
    }

    /// The values in their order, each with the number of times that it occurs.
    pub fn iter(&self) -> impl Iterator<Item = (K, u64)> + '_ {
        self.0.iter().map(|(value, count)| (*value, *count))
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
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
    /// Answers of each variant, in the order of the roster.
    pub variants: Vec<VariantAnswers>,
    /// The cases with a knob, cell by cell.
    pub knobs: Vec<KnobCell>,
    /// Sets of variants that had no right verdict together; empty if the study did not count them.
    #[serde(default, skip_serializing_if = "Signatures::is_empty")]
    pub signatures: Signatures,
    /// Sets of variants that had no right verdict or left overlap together, among those that state a depth.
    #[serde(default, skip_serializing_if = "Signatures::is_empty")]
    pub depth_signatures: Signatures,
    /// Sets of variants that had no right verdict or were late together, among those that state the time of a first contact.
    #[serde(default, skip_serializing_if = "Signatures::is_empty")]
    pub time_signatures: Signatures,
}

/// The applicable answers to the cases whose knobs are in one cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "KnobLine", into = "KnobLine")]
pub struct KnobCell {
    /// The cell.
    pub cell: Cell,
    /// The least knob.
    pub least: f64,
    /// Applicable answers and failures among them, for the variants that have any, by their places in [`Answers::variants`].
    counts: Vec<(usize, [u64; 2])>,
}

/// A knob cell as a file has it: a list of all variants up to the last one with an answer.
#[derive(Serialize, Deserialize)]
struct KnobLine {
    cell: Cell,
    least: f64,
    cases: Vec<u64>,
    failures: Vec<u64>,
}

impl TryFrom<KnobLine> for KnobCell {
    type Error = &'static str;

    fn try_from(line: KnobLine) -> Result<KnobCell, &'static str> {
        let KnobLine { cell, least, cases, failures } = line;
        if cases.len() != failures.len() {
            return Err("the cells of `knobs` do not belong to `variants`");
        }
        let counts = cases.into_iter().zip(failures).map(|(cases, failures)| [cases, failures]).enumerate();
        Ok(KnobCell { cell, least, counts: counts.filter(|(_, counts)| *counts != [0; 2]).collect() })
    }
}

impl From<KnobCell> for KnobLine {
    fn from(knob: KnobCell) -> KnobLine {
        let end = knob.counts.last().map_or(0, |(place, _)| place + 1);
        let list = |of: usize| (0..end).map(|place| knob.of(place)[of]).collect();
        KnobLine { cell: knob.cell, least: knob.least, cases: list(0), failures: list(1) }
    }
}

impl KnobCell {
    /// Applicable answers of the variant at a place of [`Answers::variants`], and the failures among them.
    pub fn of(&self, place: usize) -> [u64; 2] {
        self.counts.binary_search_by_key(&place, |(place, _)| *place).map_or([0; 2], |at| self.counts[at].1)
    }

    fn count(&mut self, place: usize, [cases, failures]: [u64; 2]) {
        let at = self.counts.binary_search_by_key(&place, |(place, _)| *place).unwrap_or_else(|at| {
            if self.counts.is_empty() {
                self.counts.reserve_exact(1);
            }
            self.counts.insert(at, (place, [0; 2]));
            at
        });
        let counts = &mut self.counts[at].1;
        *counts = [counts[0].saturating_add(cases), counts[1].saturating_add(failures)];
    }
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
    /// Errors of this histogram and of `endless_errors` that the rulings are based on.
    ///
    /// The others are from rows without such errors: raw errors, which include the possible cost of rounding the witness points
    /// but not the distances of these points from the bodies.
    pub judged_errors: u64,
    /// Answers with a right verdict whose length error is infinite or not a number.
    pub endless_errors: u64,
    /// Applicable answers by iterations and by the number of points of the larger body, rounded down to a power of two.
    pub iterations: Histogram<(usize, usize)>,
    /// Applicable answers to cases without a knob, or with one that is not finite.
    pub without_knob: u64,
    /// The largest errors.
    pub worst: Vec<Worst>,
    /// The first case without an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unanswered: Option<String>,
    /// The residuals of answers that state a depth, in units; empty if there are no such answers.
    #[serde(default, skip_serializing_if = "Histogram::is_empty")]
    pub residuals: Histogram<Cell>,
    /// Residuals that are infinite or not a number; they are not in the histogram.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub endless_residuals: u64,
    /// Relative excess |v|/δ − 1 of the translations that leave no overlap beyond half of the digits, for bodies with a
    /// positive depth δ.
    ///
    /// The cells, eight per octave, are of |v|/δ − 1, to distinguish a ratio near one from one.
    #[serde(default, skip_serializing_if = "Histogram::is_empty")]
    pub farther: Histogram<Cell>,
    /// Excesses that are infinite or not a number; they are not in the histogram.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub endless_farther: u64,
    /// The lengths in units by which the times of hits are late; empty if there are no casts.
    #[serde(default, skip_serializing_if = "Histogram::is_empty")]
    pub late: Histogram<Cell>,
    /// The lengths in units by which these times are early.
    #[serde(default, skip_serializing_if = "Histogram::is_empty")]
    pub early: Histogram<Cell>,
    /// The greatest [`held_units`](Record::held_units); `None` if no answer has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_units: Option<Endless>,
}

/// A number that may be infinite; JSON has no such number, so a file has the text `inf`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(from = "EndlessText", into = "EndlessText")]
pub struct Endless(pub f64);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum EndlessText {
    Number(f64),
    Text(Infinite),
}

#[derive(Serialize, Deserialize)]
enum Infinite {
    #[serde(rename = "inf")]
    Infinite,
}

impl From<EndlessText> for Endless {
    fn from(text: EndlessText) -> Endless {
        Endless(if let EndlessText::Number(number) = text { number } else { f64::INFINITY })
    }
}

impl From<Endless> for EndlessText {
    fn from(Endless(number): Endless) -> EndlessText {
        if number.is_finite() { EndlessText::Number(number) } else { EndlessText::Text(Infinite::Infinite) }
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Rounds a number of points down to a power of two.
pub fn octave(points: usize) -> usize {
    1 << points.max(1).ilog2()
}

impl Answers {
    /// No answers.
    pub fn new(family: &str, scalar: &str) -> Answers {
        Answers { family: family.to_owned(), scalar: scalar.to_owned(), ..Answers::default() }
    }

    fn place(&mut self, variant: &str, near: usize) -> usize {
        // The records of each case come in the order of the roster.
        if self.variants.get(near).is_some_and(|known| known.variant == variant) {
            return near;
        }
        self.variants.iter().position(|known| known.variant == variant).unwrap_or_else(|| {
            // The memory of a variant is much larger than its row in a file, so the spare capacity is small.
            if self.variants.len() == self.variants.capacity() {
                self.variants.reserve_exact(1 + self.variants.len() / 4);
            }
            self.variants.push(VariantAnswers { variant: variant.to_owned(), ..VariantAnswers::default() });
            self.variants.len() - 1
        })
    }

    fn knob(&mut self, cell: Cell, least: f64) -> &mut KnobCell {
        let place = match self.knobs.binary_search_by_key(&cell, |knob| knob.cell) {
            Ok(place) => place,
            Err(place) => {
                if self.knobs.is_empty() {
                    self.knobs.reserve_exact(1);
                }
                self.knobs.insert(place, KnobCell { cell, least, counts: Vec::new() });
                place
            }
        };
        let knob = &mut self.knobs[place];
        knob.least = knob.least.min(least);
        knob
    }

    /// Counts all answers to one case, judged with a tolerance in units of u·D.
    pub fn count(&mut self, records: &[Record], tolerance: f64) {
        let (mut parts, mut of_depth, mut of_time) = (Vec::new(), Vec::new(), Vec::new());
        for (near, record) in records.iter().enumerate() {
            let place = self.place(&record.variant, near);
            if parts.len() <= place {
                parts.resize(place + 1, Part::Untaken);
                of_depth.resize(place + 1, Part::Untaken);
                of_time.resize(place + 1, Part::Untaken);
            }
            parts[place] = record.part(Question::Verdict);
            of_depth[place] = record.part(Question::Depth);
            of_time[place] = record.part(Question::Cast);
            let mine = &mut self.variants[place];
            mine.count(record, tolerance);
            if !record.ruling.is_taken() {
                continue;
            }
            match record.knob.and_then(|knob| Some((Cell::of(knob)?, knob))) {
                None => mine.without_knob += 1,
                Some((cell, knob)) => {
                    self.knob(cell, knob).count(place, [1, u64::from(record.ruling.is_failure())]);
                }
            }
        }
        self.signatures.count(parts, 1);
        if of_depth.contains(&Part::Sound) {
            self.depth_signatures.count(of_depth, 1);
        }
        if of_time.contains(&Part::Sound) {
            self.time_signatures.count(of_time, 1);
        }
    }

    /// True if a failure whose cause was not looked for would be the largest error within the number range, should its cause
    /// not be the range.
    ///
    /// `near` is the place of the variant's record.
    pub fn may_be_worst_in_range(&self, near: usize, record: &Record) -> bool {
        let known = self.variants.get(near).filter(|known| known.variant == record.variant);
        let known = known.or_else(|| self.variants.iter().find(|known| known.variant == record.variant));
        record.fault.as_deref() == Some(NOT_ASKED)
            && Worst::in_range(record).any(|worst| {
                let least = known.and_then(|known| known.worst.iter().find(|known| known.key() == worst.key()));
                least.is_none_or(|least| worst.value.total_cmp(&least.value).is_gt())
            })
    }

    /// Keeps the error of a failure whose cause is known not to be the number range.
    pub fn keep_in_range(&mut self, near: usize, record: &Record) {
        let place = self.place(&record.variant, near);
        Worst::in_range(record).for_each(|worst| self.variants[place].keep(worst));
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
            for &(place, counts) in &theirs.counts {
                ours.count(places[place], counts);
            }
        }
        self.signatures.add(&other.signatures, &places);
        self.depth_signatures.add(&other.depth_signatures, &places);
        self.time_signatures.add(&other.time_signatures, &places);
    }

    /// Puts the variants in the order of their ranks; those without one come last.
    pub fn sort(&mut self, rank: impl Fn(&str) -> Option<usize>) {
        let ranks = self.variants.iter().map(|variant| rank(&variant.variant).unwrap_or(usize::MAX));
        if ranks.is_sorted() {
            return;
        }
        let mut names: Vec<&str> = self.variants.iter().map(|variant| &variant.variant[..]).collect();
        names.sort_by_key(|name| rank(name).unwrap_or(usize::MAX));
        let mut sorted = Answers::new(&self.family, &self.scalar);
        for (near, name) in names.into_iter().enumerate() {
            sorted.place(name, near);
        }
        sorted.add(self);
        *self = sorted;
    }

    /// The answers of some of the variants.
    pub fn only(&self, wanted: impl Fn(&str) -> bool) -> Answers {
        let kept: Vec<usize> = (0..self.variants.len()).filter(|&v| wanted(&self.variants[v].variant)).collect();
        let of_kept = |&(place, counts): &(usize, [u64; 2])| Some((kept.binary_search(&place).ok()?, counts));
        let knob = |knob: &KnobCell| KnobCell { counts: knob.counts.iter().filter_map(of_kept).collect(), ..*knob };
        Answers {
            variants: kept.iter().map(|&v| self.variants[v].clone()).collect(),
            knobs: self.knobs.iter().map(knob).collect(),
            signatures: self.signatures.only(&kept),
            depth_signatures: self.depth_signatures.only(&kept),
            time_signatures: self.time_signatures.only(&kept),
            ..Answers::new(&self.family, &self.scalar)
        }
    }

    /// The sets of variants that were wrong together about a question: by their verdicts, or also by a claim that is not sound.
    pub fn signatures_of(&self, question: Question) -> &Signatures {
        match question.soundness() {
            Some(Measure::Residual) => &self.depth_signatures,
            Some(Measure::Late) => &self.time_signatures,
            _ => &self.signatures,
        }
    }

    /// True if the cells are sorted and every list refers to existing variants with different names, which a file does not
    /// guarantee.
    pub(crate) fn is_sound(&self) -> bool {
        let variants = self.variants.len();
        let names: HashSet<&str> = self.variants.iter().map(|variant| &variant.variant[..]).collect();
        names.len() == variants
            && self.knobs.iter().all(|knob| knob.counts.last().is_none_or(|(place, _)| *place < variants))
            && self.signatures.variants() <= variants
            && self.depth_signatures.variants() <= variants
            && self.time_signatures.variants() <= variants
            && self.knobs.is_sorted_by(|one, next| one.cell < next.cell)
    }

    /// Number of applicable answers.
    pub fn applicable(&self) -> u64 {
        self.variants.iter().fold(0, |sum, variant| sum.saturating_add(variant.counts.applicable()))
    }
}

impl VariantAnswers {
    /// True if the rulings are based on all of its errors.
    pub fn has_judged_errors(&self) -> bool {
        let errors = self.errors.iter().fold(self.endless_errors, |sum, (_, count)| sum.saturating_add(count));
        self.judged_errors >= errors
    }

    fn count(&mut self, record: &Record, tolerance: f64) {
        self.counts.count(record, tolerance);
        self.distance |= record.distance.is_some() || record.error_units.is_some();
        self.hold(record.held_units.map(Endless));
        if !record.ruling.is_taken() {
            return;
        }
        self.iterations.count((octave(record.points_a.max(record.points_b)), record.iterations), 1);
        let verdict_is_right =
            record.margin_units.is_none() && matches!(record.ruling, Ruling::Right | Ruling::Inaccurate | Ruling::Off);
        if verdict_is_right {
            // A right answer without an error has no number that could be off.
            let error = record.judged_error().unwrap_or(0.0);
            // An answer that is off, but not by its error, lacks a number that it promised.
            let is_missing = record.ruling == Ruling::Off && error <= if record.scalar == "exact" { 0.0 } else { tolerance };
            match Cell::of(error).filter(|_| !is_missing) {
                Some(cell) => self.errors.count(cell, 1),
                None => self.endless_errors += 1,
            }
            self.judged_errors += u64::from(record.has_judged_error());
        }
        if let Some(residual) = record.residual_units {
            match Cell::of(residual) {
                Some(cell) => self.residuals.count(cell, 1),
                None => self.endless_residuals += 1,
            }
        }
        if let Some(ratio) = record.excess_ratio.filter(|_| record.part(Question::Depth) == Part::Sound) {
            match Cell::of(ratio - 1.0) {
                Some(cell) => self.farther.count(cell, 1),
                None => self.endless_farther += 1,
            }
        }
        for (units, counted) in [(record.late_units, &mut self.late), (record.early_units, &mut self.early)] {
            if let Some(cell) = units.and_then(Cell::of) {
                counted.count(cell, 1);
            }
        }
        for worst in Worst::of(record) {
            self.keep(worst);
        }
        if record.ruling == Ruling::GaveUp {
            self.keep_unanswered(&record.case);
        }
    }

    /// Keeps the first case without an answer, in whatever order they come: numbers grow with their digits.
    fn keep_unanswered(&mut self, case: &str) {
        let key = |case: &str| (case.len(), case.to_owned());
        if self.unanswered.as_deref().is_none_or(|known| key(case) < key(known)) {
            self.unanswered = Some(case.to_owned());
        }
    }

    /// Keeps the greatest value.
    fn hold(&mut self, units: Option<Endless>) {
        // `None` is less than every number.
        if units > self.held_units {
            self.held_units = units;
        }
    }

    fn keep(&mut self, worst: Worst) {
        match self.worst.iter_mut().find(|known| known.key() == worst.key()) {
            None => {
                self.worst.reserve_exact(if self.worst.is_empty() { 2 } else { 1 });
                self.worst.push(worst);
                self.worst.sort_by_key(Worst::key);
            }
            // A NaN is greater than every number.
            Some(known) if worst.value.total_cmp(&known.value).is_gt() => *known = worst,
            Some(_) => {}
        }
    }

    fn add(&mut self, other: &VariantAnswers) {
        self.distance |= other.distance;
        self.hold(other.held_units);
        self.counts += &other.counts;
        self.errors.add(&other.errors);
        self.residuals.add(&other.residuals);
        self.endless_residuals = self.endless_residuals.saturating_add(other.endless_residuals);
        self.farther.add(&other.farther);
        self.late.add(&other.late);
        self.early.add(&other.early);
        self.endless_farther = self.endless_farther.saturating_add(other.endless_farther);
        self.judged_errors = self.judged_errors.saturating_add(other.judged_errors);
        self.endless_errors = self.endless_errors.saturating_add(other.endless_errors);
        self.iterations.add(&other.iterations);
        self.without_knob = self.without_knob.saturating_add(other.without_knob);
        other.worst.iter().for_each(|worst| self.keep(worst.clone()));
        other.unanswered.iter().for_each(|case| self.keep_unanswered(case));
    }
}

#[cfg(test)]
mod tests;
