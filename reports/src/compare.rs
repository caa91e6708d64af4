//! Two studies compared: the effect of a change of a variant, a compiler or a processor.
//!
//! Answers are deterministic, so an unchanged variant has no changed case. If both studies have rows of the same cases, each
//! case is compared with itself ([`Pairs`]), and the exact sign test decides whether more of them became worse than better.
//! Without such rows the rates are compared, and a difference counts if their bounds do not overlap ([`Rates`]). Times are
//! compared case by case ([`Times`]).

mod facts;
mod figure;
mod files;
mod pairs;
mod print;
mod rates;
mod readings;
mod side;
#[cfg(test)]
mod tests;
mod text;
mod times;

use std::collections::BTreeMap;

use gjk_records::{CORPUS, Facts, Kinds, Timing};

pub use crate::Selection;
use crate::Survey;
use crate::selection::{Part, parts};
use crate::sorted::sort_by_key;
pub use pairs::{Changed, Pairs, Seen};
pub use rates::Rates;
pub use side::Side;
pub use times::{Ratio, Repeats, TimeRow, Times};

use pairs::{Match, Matches};
use rates::counts;

impl Selection {
    /// The selected part of what both studies have.
    fn of(&self, both: &Selection) -> Selection {
        let chosen = |all: &[String], wanted: &[String]| -> Vec<String> {
            all.iter().filter(|name| Selection::has(wanted, name)).cloned().collect()
        };
        Selection {
            variants: chosen(&both.variants, &self.variants),
            families: chosen(&both.families, &self.families),
            scalars: chosen(&both.scalars, &self.scalars),
        }
    }

    /// Every pair of a variant and a scalar.
    fn pairs(&self) -> impl Iterator<Item = (&String, &String)> {
        self.variants.iter().flat_map(|variant| self.scalars.iter().map(move |scalar| (variant, scalar)))
    }
}

/// The finding about a variant in a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// More of its cases became worse than better, by the test; or the bounds of a rate do not overlap.
    Worse,
    /// More of its cases became better than worse, by the test, or the bounds of a rate show it; and it is not worse.
    Better,
    /// There are changes, or rates that are not compared case by case, but no decision.
    Open,
    /// No ruling changed.
    Unchanged,
}

impl Finding {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Finding::Worse => "worse",
            Finding::Better => "better",
            Finding::Open => "open",
            Finding::Unchanged => "unchanged",
        }
    }
}

/// A variant in a scalar that both studies have.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The variant.
    pub variant: String,
    /// The scalar.
    pub scalar: String,
    /// Whether the row is over the families made of overlaps for the sake of their depth.
    ///
    /// These families have a row of their own, since they are in no rate over other families.
    pub is_of_overlaps: bool,
    /// Rates over the families that both studies have, without the corpus unless it is all that they have.
    ///
    /// They are the rates of `summary.csv` if both have the same families.
    pub rates: Option<Rates>,
    /// Changes in the cases of all families that are compared case by case.
    ///
    /// `None` without such a family.
    pub pairs: Option<Pairs>,
    /// Changes in the cases of the corpus.
    pub corpus: Option<Pairs>,
    /// Rates over the families that cannot be compared case by case.
    pub unpaired: Option<Rates>,
    /// The finding.
    pub finding: Finding,
}

impl Row {
    /// The counts of both tests, for the families and for the corpus.
    fn tests(&self) -> impl Iterator<Item = [u64; 2]> + '_ {
        [self.pairs, self.corpus].into_iter().flatten().flat_map(|pairs| pairs.tests())
    }

    fn found(&mut self, has_change: bool) {
        let paired = [self.pairs, self.corpus];
        let any = |of: fn(&Pairs) -> bool| paired.iter().flatten().any(of);
        let is_apart = |is_worse| self.unpaired.is_some_and(|rates| rates.is_apart(is_worse));
        self.finding = if any(Pairs::is_worse) || is_apart(true) {
            Finding::Worse
        } else if any(Pairs::is_better) || is_apart(false) {
            Finding::Better
        } else if has_change || self.unpaired.is_some() {
            Finding::Open
        } else {
            Finding::Unchanged
        };
    }
}

/// Two studies compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The folders.
    pub names: [String; 2],
    /// Facts of the new run, with the command of the comparison.
    facts: Facts,
    /// The facts that both runs share, in one line.
    pub same: String,
    /// The facts that differ, one per line.
    pub differences: Vec<String>,
    /// The limits of the comparison.
    pub notes: Vec<String>,
    /// The tolerance of both, in units of u·D; `None` if they differ.
    pub tolerance: Option<f64>,
    /// Rows, by variant and scalar.
    pub rows: Vec<Row>,
    /// Cases whose ruling changed, the worst first.
    pub changed: Vec<Changed>,
    /// Times.
    pub times: Times,
    /// The options with which the new study added variants, by the variants' names.
    taking_in: BTreeMap<String, String>,
}

/// The variants, families and scalars that both studies have.
pub fn common(old: &Side, new: &Side) -> Selection {
    let [old, new] = [old, new].map(|side| Survey::new(&side.study));
    let families = new.families.iter().filter(|family| old.families.iter().any(|known| known.name == family.name));
    let variants = new.variants.iter().filter(|variant| old.variants.iter().any(|known| known.name == variant.name));
    Selection {
        variants: variants.map(|variant| variant.name.clone()).collect(),
        families: families.map(|family| family.name.clone()).collect(),
        scalars: new.scalars.iter().filter(|scalar| old.scalars.contains(scalar)).cloned().collect(),
    }
}

/// Families of two studies, and how they are compared.
struct Families<'a> {
    surveys: [&'a Survey<'a>; 2],
    /// Names, and the part of each in rates.
    names: &'a [String],
    parts: Vec<Part>,
    /// Families that are compared case by case.
    matches: Matches<'a>,
    /// Families in which a name belongs to different cases in the two studies.
    otherwise: Matches<'a>,
}

impl<'a> Families<'a> {
    fn of(sides: [&'a Side; 2], surveys: [&'a Survey<'a>; 2], selected: &'a Selection) -> Families<'a> {
        let Selection { families, scalars, .. } = selected;
        let all: Matches = families
            .iter()
            .flat_map(|family| scalars.iter().map(move |scalar| (family.as_str(), scalar.as_str())))
            .filter_map(|(family, scalar)| Some(((family, scalar), Match::of(sides, family, scalar)?)))
            .collect();
        // If one name of a family belongs to two different cases, the cases without a row differ as well. The corpus is a list,
        // so its other cases are unaffected.
        let (matches, otherwise) =
            all.into_iter().partition(|((family, _), matched)| *family == CORPUS || matched.posed_otherwise == 0);
        let [old, new] = sides;
        let mut kinds = new.study.facts.kinds.clone();
        kinds.complete(old.study.facts.kinds.clone());
        let parts = parts(&families.iter().map(String::as_str).collect::<Vec<_>>(), &kinds);
        Families { surveys, names: families, parts, matches, otherwise }
    }

    /// Compares a variant in a scalar over the families of a part: its row, and the cases whose ruling changed.
    ///
    /// `None` if there is nothing to compare.
    fn row(&self, variant: &str, scalar: &str, of: Part) -> Option<(Row, Vec<Changed>)> {
        let [mut pairs, mut corpus] = [None::<Pairs>; 2];
        let (mut in_rates, mut unpaired, mut changed) = (Vec::new(), Vec::new(), Vec::new());
        for (family, part) in self.names.iter().zip(&self.parts) {
            let is_corpus = *part == Part::Corpus;
            if *part != of && !(is_corpus && of == Part::Rates) {
                continue;
            }
            let [Some(was), Some(is)] = self.surveys.map(|survey| counts(survey, family, variant, scalar)) else { continue };
            if !is_corpus {
                in_rates.push(family.as_str());
            }
            match self.matches.get(&(family.as_str(), scalar)) {
                Some(matched) => {
                    let (of_family, changed_ones) = matched.pairs(variant, was.applicable().min(is.applicable()));
                    let sum = if is_corpus { &mut corpus } else { &mut pairs };
                    sum.get_or_insert_default().add(&of_family);
                    changed.extend(changed_ones);
                }
                None if !is_corpus => unpaired.push(family.as_str()),
                None => {}
            }
        }
        let mut row = Row {
            variant: variant.to_owned(),
            scalar: scalar.to_owned(),
            is_of_overlaps: of == Part::OneQuestion,
            rates: Rates::of(self.surveys, &in_rates, variant, scalar),
            pairs,
            corpus,
            unpaired: Rates::of(self.surveys, &unpaired, variant, scalar),
            finding: Finding::Unchanged,
        };
        row.found(!changed.is_empty());
        let is_paired = [row.pairs, row.corpus].iter().flatten().any(|pairs| pairs.cases > 0);
        (row.rates.is_some() || is_paired || !changed.is_empty()).then_some((row, changed))
    }
}

/// The options that add variants, by the variants' names.
fn taking_in(kinds: &Kinds) -> BTreeMap<String, String> {
    kinds.variants.iter().filter_map(|(name, kind)| Some((name.clone(), kind.option.clone()?))).collect()
}

impl Comparison {
    /// The times of the variant of a row.
    ///
    /// They are over the other families, so a row of overlaps has no times.
    fn time_of(&self, row: &Row) -> Option<&TimeRow> {
        let is_mine = |time: &&TimeRow| time.variant == row.variant && time.scalar == row.scalar && !row.is_of_overlaps;
        self.times.rows.iter().find(is_mine)
    }

    /// Compares the selected part of two studies.
    ///
    /// A name that is missing in one of them selects nothing.
    pub fn new(old: &Side, new: &Side, selection: &Selection) -> Comparison {
        let sides = [old, new];
        let surveys = sides.map(|side| Survey::new(&side.study));
        let surveys = [&surveys[0], &surveys[1]];
        let selected = selection.of(&common(old, new));
        let families = Families::of(sides, surveys, &selected);
        let all = selected.pairs().flat_map(|pair| [(pair, Part::Rates), (pair, Part::OneQuestion)]);
        let (rows, changed): (Vec<Row>, Vec<Vec<Changed>>) =
            all.filter_map(|((variant, scalar), of)| families.row(variant, scalar, of)).unzip();
        let mut changed: Vec<Changed> = changed.into_iter().flatten().collect();
        // The sort is stable: equal severities keep their order.
        sort_by_key(&mut changed, |changed: &Changed| std::cmp::Reverse(changed.severity()));
        Comparison {
            names: sides.map(|side| side.name.clone()),
            facts: Facts { command: format!("gjk compare {} {}", old.name, new.name), ..new.facts.clone() },
            same: facts::same(sides),
            differences: facts::differences(sides),
            notes: facts::notes(sides, &families),
            tolerance: (old.facts.tolerance == new.facts.tolerance).then_some(new.facts.tolerance),
            rows,
            changed,
            times: Times::of(sides.map(|side| side.study.of::<Timing>()), &selected),
            taking_in: taking_in(&new.study.facts.kinds),
        }
    }

    /// Compares the old study with more runs of its program, so that times can be called slower or faster.
    pub fn repeat(&mut self, old: &Side, runs: &[Side], selection: &Selection) {
        let of = |run: &Side| Times::of([old.study.of::<Timing>(), run.study.of::<Timing>()], &selection.of(&common(old, run)));
        self.times.repeat(&runs.iter().map(of).collect::<Vec<_>>());
    }

    /// The rows with this finding.
    pub fn found(&self, finding: Finding) -> Vec<&Row> {
        self.rows.iter().filter(|row| row.finding == finding).collect()
    }

    /// The cases that became failures, or are refused now, and were neither before.
    pub fn new_failures(&self) -> Vec<&Changed> {
        self.changed.iter().filter(|changed| changed.is_new_failure()).collect()
    }

    /// Whether every family that both have is compared case by case.
    pub fn is_paired(&self) -> bool {
        self.rows.iter().all(|row| row.unpaired.is_none())
    }

    /// The number of tests that could decide: those with six changes or more.
    fn tests(&self) -> usize {
        self.rows.iter().flat_map(Row::tests).filter(|[worse, better]| worse + better >= 6).count()
    }
}
