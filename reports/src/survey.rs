//! A study by family, variant and scalar: the names that occur, the answers and the times.

use std::collections::{BTreeMap, HashMap, HashSet};

use gjk_records::{
    Answers, CORPUS, Counts, Endless, FamilyFact, FamilyKind, Question, SCALARS, Signatures, Study, Terms, Timing,
    VariantAnswers, VariantKind,
};

use crate::distinct::distinct;
use crate::draw::{Style, styles};
use crate::selection::{Part, parts};
use crate::summary::{Mean, Rate, mean, wilson};
use crate::times::Times;

/// A variant that occurs in a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    pub name: String,
    /// Its promise, as the study states it; for rows without the facts of their study, as its answers suggest.
    pub promise: Question,
    /// Its style in every figure.
    pub style: Style,
    /// Its place in the choice of variants for figures without room for all.
    pub rank: u32,
}

impl Variant {
    /// Whether it promises distances, as opposed to verdicts alone, and to claims about bodies that meet.
    pub(crate) fn gives_distances(&self) -> bool {
        self.promise == Question::Distance
    }

    /// Whether it makes the claim that a question asks for, as a whole or in part: an answer about the depth is the least
    /// translation that separates the bodies, or another one.
    pub(crate) fn claims(&self, question: Question) -> bool {
        self.promise.claims_the_same(question)
    }
}

/// Answers with nearly the same knob.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct KnobCases {
    /// The least knob of a cell, which represents all of its knobs.
    pub knob: f64,
    /// Applicable answers.
    pub cases: u64,
    /// Applicable answers that are failures.
    pub failures: u64,
}

impl KnobCases {
    pub fn add(&mut self, other: &KnobCases) {
        self.cases += other.cases;
        self.failures += other.failures;
    }
}

/// The answers of a variant in a tally.
#[derive(Clone, Copy)]
struct FamilyAnswers<'a> {
    tally: &'a Answers,
    /// Its place among the variants of the tally.
    place: usize,
    answers: &'a VariantAnswers,
}

/// A study with its names in order.
pub struct Survey<'a> {
    pub study: &'a Study,
    /// The names of the variants that were asked for; empty if all were.
    pub wanted: Vec<String>,
    /// Variants in the order of the roster; those that the facts do not name come last.
    pub variants: Vec<Variant>,
    /// Families in their order; those that the facts do not name come last.
    pub families: Vec<FamilyFact>,
    /// Scalars: `f32`, `f64`, `exact`, as far as they occur.
    pub scalars: Vec<String>,
    /// The times of the machine with the most timed queries, or of the first such machine.
    pub times: Times,
    /// The times of the other machines.
    pub other_times: Vec<Times>,
    /// The rates in which each family counts.
    parts: Vec<Part>,
    /// The answers by family, variant and scalar.
    found: HashMap<[usize; 3], FamilyAnswers<'a>>,
    /// The counts if there is no answer.
    nothing: Counts,
}

/// Names that occur: first the names of a list in its order, then the others in the order of their occurrence.
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
    pub fn new(study: &'a Study) -> Survey<'a> {
        Survey::of(study, &[])
    }

    /// The survey of these variants alone, if any are named.
    pub fn of(study: &'a Study, wanted: &[String]) -> Survey<'a> {
        let Study { facts, answers: tallies, .. } = study;
        let timings: &[Timing] = study.of();
        let of_tally = |tally: &'a Answers| {
            tally.variants.iter().zip(0..).map(move |(answers, place)| FamilyAnswers { tally, place, answers })
        };
        let is_wanted = |found: &FamilyAnswers| wanted.is_empty() || wanted.contains(&found.answers.variant);
        let found: Vec<FamilyAnswers> = tallies.iter().flat_map(of_tally).filter(is_wanted).collect();
        let occurring = |of_answers: fn(&FamilyAnswers<'a>) -> &'a str, of_timing: fn(&'a Timing) -> &'a str| {
            found.iter().map(of_answers).chain(timings.iter().map(of_timing))
        };
        let families = Names::new(facts.families.iter().map(|f| &f.name[..]), occurring(|a| &a.tally.family, |t| &t.family));
        let variants = Names::new(facts.variants.iter().map(|v| &v[..]), occurring(|a| &a.answers.variant, |t| &t.variant));
        let scalars = Names::new(SCALARS.into_iter(), occurring(|a| &a.tally.scalar, |t| &t.scalar));
        let places = |family: &str, variant: &str, scalar: &str| {
            [families.places[family], variants.places[variant], scalars.places[scalar]]
        };

        // For rows without the facts of their study: whether each variant gives distances, whether it gives translations, and
        // whether it promises only some translation.
        let mut gives = vec![[false; 4]; variants.names.len()];
        let mut by_place = HashMap::new();
        for found in &found {
            let place = places(&found.tally.family, &found.answers.variant, &found.tally.scalar);
            let depth = &found.answers.counts.depth;
            let casts = found.answers.counts.time.answers > 0;
            let found_here = [found.answers.distance, depth.answers > 0, depth.some > 0, casts];
            gives[place[1]].iter_mut().zip(found_here).for_each(|(gives, found)| *gives |= found);
            by_place.insert(place, *found);
        }
        let timed = timings.iter().map(|timing| (places(&timing.family, &timing.variant, &timing.scalar), timing));
        let mut other_times = Times::by_machine(variants.names.len(), timed);
        let times = if other_times.is_empty() { Times::default() } else { other_times.remove(0) };

        let (families, variants, scalars) = (families.names, variants.names, scalars.names);
        let family = |name: &str| {
            let fact = facts.families.iter().find(|fact| fact.name == name).cloned();
            let (name, knob) = (name.to_owned(), "knob".to_owned());
            fact.unwrap_or(FamilyFact { name, knob, logarithmic: false, frames: 1 })
        };
        let parts = parts(&families, &facts.kinds);
        let families = families.into_iter().map(family).collect();
        let named = |((name, gives), style): ((&&str, [bool; 4]), Style)| {
            let said = facts.kinds.variants.get(*name);
            let guessed = match gives {
                [.., true] => Question::Cast,
                [_, true, true, _] => Question::Translation,
                [_, true, false, _] => Question::Depth,
                [true, false, ..] => Question::Distance,
                [false, false, ..] => Question::Verdict,
            };
            let promise = said.and_then(|kind| kind.promise).unwrap_or(guessed);
            Variant { name: (*name).to_owned(), promise, style, rank: said.map_or(0, |kind| kind.rank) }
        };
        let styles = styles(&facts.kinds, &variants);
        let variants = variants.iter().zip(gives).zip(styles).map(named).collect();
        let scalars = scalars.into_iter().map(str::to_owned).collect();
        let (wanted, nothing) = (wanted.to_vec(), Counts::default());
        Survey { study, wanted, variants, families, scalars, times, other_times, parts, found: by_place, nothing }
    }

    fn found(&self, family: usize, variant: usize, scalar: usize) -> Option<&FamilyAnswers<'a>> {
        self.found.get(&[family, variant, scalar])
    }

    /// The answers of a variant to the cases of a family in a scalar.
    pub(crate) fn answers(&self, family: usize, variant: usize, scalar: usize) -> Option<&'a VariantAnswers> {
        self.found(family, variant, scalar).map(|found| found.answers)
    }

    /// Whether a family counts in rates over several families.
    pub(crate) fn is_pooled(&self, family: usize) -> bool {
        self.parts[family] == Part::Rates
    }

    /// The facts of the study about a family; `None` for the corpus.
    pub(crate) fn family_kind(&self, family: usize) -> Option<&'a FamilyKind> {
        self.study.facts.kinds.families.get(&self.families[family].name)
    }

    /// The facts of the study about a variant; `None` for rows without the facts of their study, for which only styles and
    /// ranks are known.
    fn variant_kind(&self, variant: usize) -> Option<&'a VariantKind> {
        let kind = self.study.facts.kinds.variants.get(&self.variants[variant].name);
        kind.filter(|kind| !kind.version.is_empty())
    }

    fn terms(&self, variant: usize) -> Option<&'a Terms> {
        self.study.facts.terms.get(&self.variants[variant].name)
    }

    /// The name and version of the library that a variant stands for; `None` for this project's variants.
    pub(crate) fn library(&self, variant: usize) -> Option<&'a str> {
        self.terms(variant).map(|terms| &terms.version[..])
    }

    /// The slack: by how much the verdicts of a variant may be wrong, if its documentation states that as a length.
    pub(crate) fn slack(&self, variant: usize) -> Option<&'a str> {
        match self.variant_kind(variant) {
            Some(kind) => kind.slack.as_deref(),
            None => self.terms(variant)?.slack.as_deref(),
        }
    }

    /// The change that a variant makes to the bodies it is given, if it holds others.
    pub(crate) fn holds(&self, variant: usize) -> Option<&'a str> {
        self.variant_kind(variant)?.holds.as_deref()
    }

    /// The changes that some variants make to the bodies they are given, in words; empty if none of them holds other bodies.
    pub(crate) fn held_bodies(&self, variants: impl IntoIterator<Item = usize>) -> String {
        let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
        for (name, holds) in variants.into_iter().filter_map(|v| Some((&self.variants[v].name[..], self.holds(v)?))) {
            match all.iter_mut().find(|(known, _)| *known == holds) {
                Some((_, names)) => names.push(name),
                None => all.push((holds, vec![name])),
            }
        }
        all.iter().map(|(holds, names)| format!("{}: {holds}", names.join(", "))).collect::<Vec<_>>().join("; ")
    }

    /// The tolerance at which the loop of a library stops, if it has one.
    pub(crate) fn stops_at(&self, variant: usize) -> Option<&'a str> {
        self.variant_kind(variant)?.stops_at.as_deref()
    }

    /// Whether it has the least rank among the variants with the same promise that no user added.
    ///
    /// Such a variant is shown wherever there is a choice.
    pub(crate) fn is_first_of_its_promise(&self, variant: usize) -> bool {
        let Variant { promise, rank, .. } = self.variants[variant];
        let mut of_the_same = self.variants.iter().filter(|other| other.promise == promise && other.rank > 0);
        rank > 0 && of_the_same.all(|other| other.rank >= rank)
    }

    /// The families of a question's own: families of overlaps, for a question about the separation of bodies.
    ///
    /// Empty if a question has none.
    pub(crate) fn families_over(&self, question: Question) -> Vec<usize> {
        let Some(is_of_it) = question.over() else { return Vec::new() };
        (0..self.families.len()).filter(|&f| self.family_kind(f).is_some_and(is_of_it)).collect()
    }

    /// Whether the measures of every claim that a question asks for, about bodies of a family, are known.
    ///
    /// Older archives did not record them.
    pub(crate) fn is_measured(&self, question: Question, family: usize, scalar: usize) -> bool {
        let claims = || (0..self.variants.len()).map(|v| self.counts(family, v, scalar).claims(question));
        claims().all(|claims| claims.measured >= claims.answers) && claims().any(|claims| claims.measured > 0)
    }

    pub(crate) fn has_no_answers(&self) -> bool {
        self.found.is_empty()
    }

    /// The answers whose knob has a place on the axis of the family, by ascending knob, and the number of the other ones.
    pub(crate) fn by_knob(&self, family: usize, variant: usize, scalar: usize) -> (Vec<KnobCases>, u64) {
        let Some(&FamilyAnswers { tally, place, answers }) = self.found(family, variant, scalar) else {
            return (Vec::new(), 0);
        };
        let cells = tally.knobs.iter().map(|cell| {
            let [cases, failures] = cell.of(place);
            KnobCases { knob: cell.least, cases, failures }
        });
        let has_place = |cell: &KnobCases| !self.families[family].logarithmic || cell.knob >= 0.0;
        let (on_axis, others): (Vec<_>, Vec<_>) = cells.filter(|cell| cell.cases > 0).partition(has_place);
        (on_axis, answers.without_knob + others.iter().map(|cell| cell.cases).sum::<u64>())
    }

    pub fn counts(&self, family: usize, variant: usize, scalar: usize) -> &Counts {
        self.answers(family, variant, scalar).map_or(&self.nothing, |answers| &answers.counts)
    }

    /// The number of cases of the family of this name that count as one independent case.
    pub(crate) fn frames(&self, family: &str) -> u64 {
        self.study.facts.families.iter().find(|fact| fact.name == family).map_or(1, |fact| fact.frames)
    }

    /// The rate of failures with its Wilson interval; `None` without an applicable case.
    pub fn failure_rate(&self, family: usize, variant: usize, scalar: usize) -> Option<Rate> {
        let counts = self.counts(family, variant, scalar);
        wilson(counts.failures(), counts.applicable(), self.families[family].frames)
    }

    /// The counts of a variant and scalar over all families together, for numbers of cases; rates are pooled by
    /// [`pooled`](Survey::pooled) instead.
    pub fn total(&self, variant: usize, scalar: usize) -> Counts {
        let mut total = Counts::default();
        (0..self.families.len()).for_each(|family| total += self.counts(family, variant, scalar));
        total
    }

    /// The corpus, if it is in no rate over several families.
    pub(crate) fn corpus(&self) -> Option<usize> {
        (0..self.families.len()).find(|&f| self.families[f].name == CORPUS && !self.is_pooled(f))
    }

    /// The families that count in rates over several families.
    pub(crate) fn families_in_rates(&self) -> Vec<usize> {
        (0..self.families.len()).filter(|&f| self.is_pooled(f)).collect()
    }

    /// The families that count in rates over several families and in which the variant accepts at least half of the cases.
    ///
    /// The few accepted cases of another family may not represent it.
    pub fn pooled_families(&self, variant: usize, scalar: usize) -> Vec<usize> {
        self.families_in_rates().into_iter().filter(|&f| self.is_compared(f, variant, scalar)).collect()
    }

    /// Whether a variant accepts at least half of the cases of a family that could be posed to it.
    pub(crate) fn is_compared(&self, family: usize, variant: usize, scalar: usize) -> bool {
        let counts = self.counts(family, variant, scalar);
        counts.applicable() > 0 && counts.applicable() >= counts.offered() - counts.applicable()
    }

    /// The families that count in rates over several families and have a case that could be posed to the variant.
    pub(crate) fn offered_families(&self, variant: usize, scalar: usize) -> Vec<usize> {
        self.families_in_rates().into_iter().filter(|&f| self.counts(f, variant, scalar).offered() > 0).collect()
    }

    /// The signatures of a family that a variant was asked about, which record the variants that were wrong together for a
    /// question, and the variant's place in them.
    pub(crate) fn signatures(
        &self,
        question: Question,
        family: usize,
        variant: usize,
        scalar: usize,
    ) -> Option<(&'a Signatures, usize)> {
        self.found(family, variant, scalar).map(|found| (found.tally.signatures_of(question), found.place))
    }

    /// The greatest distance, in any family, of the bodies that a variant held from those it was asked about; `None` if it did
    /// not report it.
    pub(crate) fn held_units(&self, variant: usize, scalar: usize) -> Option<f64> {
        let of_families = (0..self.families.len()).filter_map(|family| self.answers(family, variant, scalar));
        of_families.filter_map(|answers| answers.held_units).map(|Endless(units)| units).max_by(f64::total_cmp)
    }

    /// Whether any answer misses an overlap within a common plane or line.
    pub(crate) fn has_flat_missed(&self) -> bool {
        self.found.values().any(|found| found.answers.counts.flat_missed > 0)
    }

    /// The mean rate of the answers that `hits` counts, over the variant's families in rates, with equal weights.
    pub fn pooled(&self, variant: usize, scalar: usize, hits: impl Fn(&Counts) -> u64) -> Option<Mean> {
        self.pooled_over(&self.pooled_families(variant, scalar), variant, scalar, hits)
    }

    /// The mean rate of failures with a given cause (by its place in [`gjk_records::FAULTS`]), over the variant's families in
    /// rates, with equal weights.
    ///
    /// In each family, the failures whose cause was looked for represent the others.
    pub(crate) fn pooled_fault(&self, variant: usize, scalar: usize, fault: usize) -> Option<f64> {
        let families = self.pooled_families(variant, scalar);
        let rate = |&family: &usize| {
            let counts = self.counts(family, variant, scalar);
            counts.failures_by(fault) / counts.applicable() as f64
        };
        (!families.is_empty()).then(|| families.iter().map(rate).sum::<f64>() / families.len() as f64)
    }

    /// The mean rate of the answers that `hits` counts, over the given families.
    pub(crate) fn pooled_over(
        &self,
        families: &[usize],
        variant: usize,
        scalar: usize,
        hits: impl Fn(&Counts) -> u64,
    ) -> Option<Mean> {
        mean(families.iter().map(|&family| {
            let counts = self.counts(family, variant, scalar);
            (hits(counts), counts.applicable(), self.families[family].frames)
        }))
    }

    /// A histogram of a variant's answers in a scalar over its families in rates: for each key, the number of answers and their
    /// weight.
    ///
    /// Families have equal weights, and all answers together weigh 1.
    pub(crate) fn weighted<K: Ord, I: Iterator<Item = (K, u64)>>(
        &self,
        variant: usize,
        scalar: usize,
        counts: impl Fn(&'a VariantAnswers) -> I,
    ) -> BTreeMap<K, (u64, f64)> {
        let families = self.pooled_families(variant, scalar);
        let mut all: BTreeMap<K, (u64, f64)> = BTreeMap::new();
        for found in families.iter().filter_map(|&family| self.answers(family, variant, scalar)) {
            let weight = 1.0 / (families.len() as f64 * found.counts.applicable() as f64);
            for (key, count) in counts(found) {
                let (answers, sum) = all.entry(key).or_default();
                *answers += count;
                *sum += weight * count as f64;
            }
        }
        all
    }

    /// The sum of `hits` over these families.
    pub fn sum(&self, families: &[usize], variant: usize, scalar: usize, hits: impl Fn(&Counts) -> u64) -> u64 {
        families.iter().map(|&family| hits(self.counts(family, variant, scalar))).sum()
    }

    /// The number of families in rates with an applicable case for any variant in this scalar.
    pub fn family_count(&self, scalar: usize) -> usize {
        let any = |f: usize| (0..self.variants.len()).any(|v| self.counts(f, v, scalar).applicable() > 0);
        (0..self.families.len()).filter(|&f| self.is_pooled(f) && any(f)).count()
    }

    /// The scalars with at least one applicable answer.
    pub(crate) fn judged_scalars(&self) -> Vec<usize> {
        let any = |s: &usize| (0..self.variants.len()).any(|v| self.total(v, *s).applicable() > 0);
        (0..self.scalars.len()).filter(any).collect()
    }

    /// The judged scalars that round.
    pub(crate) fn float_scalars(&self) -> Vec<usize> {
        self.judged_scalars().into_iter().filter(|&s| self.scalars[s] != "exact").collect()
    }
}
