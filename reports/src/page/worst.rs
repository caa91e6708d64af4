//! The choice of the worst cases of a study: one of each variant for each kind of failure, as far as there is room.

use std::collections::{BTreeMap, HashMap};

use gjk_records::{Column, Quantity, Study, Worst};

use super::html::id_of;
use crate::Survey;

/// The most cases that a page shows.
pub const MOST: usize = 40;
/// The most of them of one family.
const OF_A_FAMILY: usize = 4;

/// A kind of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FailureKind {
    /// A wrong verdict.
    Verdict,
    /// A length that is off.
    Length,
    /// No answer.
    Unanswered,
}

impl FailureKind {
    /// The kinds, in the order in which they are chosen.
    const ALL: [FailureKind; 3] = [FailureKind::Verdict, FailureKind::Length, FailureKind::Unanswered];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            FailureKind::Verdict => "wrong verdict",
            FailureKind::Length => "length",
            FailureKind::Unanswered => "no answer",
        }
    }
}

/// A case that a variant gets wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct WorstCase {
    /// The variant.
    pub variant: String,
    /// The family; `corpus` for the corpus.
    pub family: String,
    /// The scalar.
    pub scalar: String,
    /// The name of the case.
    pub case: String,
    /// The kind of failure.
    pub kind: FailureKind,
    /// The error or the margin in units of u·D (exact arithmetic: D); 0 without an answer.
    pub value: f64,
}

impl WorstCase {
    /// The id of its part of a page.
    pub(super) fn id(&self) -> String {
        format!("case-{}", id_of(&format!("{}-{}-{}-{}", self.variant, self.scalar, self.kind.words(), self.case)))
    }
}

/// The worst cases of a study, at most 40.
///
/// The candidates of a variant are, for each kind of failure, its largest error whose cause is not the number range, in `f64` if
/// it has one there, else in `f32` or in exact arithmetic: a margin beyond the tolerance, or an error beyond half of the digits
/// (√u·D); and its first case without an answer. The kinds take turns, and within
/// a kind the questions; of one question and kind the largest comes first. No family has more than four cases, unless there is
/// room.
pub fn worst_cases(study: &Study, variants: &[String]) -> Vec<WorstCase> {
    let survey = Survey::of(study, variants);
    // The worst case for each kind, question and variant.
    let mut candidates: BTreeMap<(FailureKind, usize, usize), WorstCase> = BTreeMap::new();
    let scalars = ["f64", "f32", "exact"].map(|name| survey.scalars.iter().position(|scalar| scalar == name));
    for (variant, about) in survey.variants.iter().enumerate() {
        for kind in FailureKind::ALL {
            let found = scalars.into_iter().flatten().find_map(|scalar| worst_of(&survey, variant, scalar, kind));
            if let Some(found) = found {
                candidates.insert((kind, about.promise as usize, variant), found);
            }
        }
    }
    // Groups take turns: one of each kind and question.
    let mut groups: BTreeMap<(usize, usize), Vec<WorstCase>> = BTreeMap::new();
    for ((kind, question, _), found) in candidates {
        let turn = FailureKind::ALL.iter().position(|other| *other == kind).unwrap_or_default();
        groups.entry((question, turn)).or_default().push(found);
    }
    for group in groups.values_mut() {
        group.sort_by(|one, other| other.value.total_cmp(&one.value));
    }
    let longest = groups.values().map(Vec::len).max().unwrap_or(0);
    let turns = (0..longest).flat_map(|place| groups.values().filter_map(move |group| group.get(place)));
    let (mut chosen, mut left, mut of_family) = (Vec::new(), Vec::new(), HashMap::<&str, usize>::new());
    for case in turns {
        let count = of_family.entry(&case.family).or_default();
        *count += 1;
        if *count <= OF_A_FAMILY { chosen.push(case.clone()) } else { left.push(case.clone()) }
    }
    chosen.extend(left);
    chosen.truncate(MOST);
    chosen
}

/// The worst case of a variant in a scalar with a kind of failure, over all families.
fn worst_of(survey: &Survey, variant: usize, scalar: usize, kind: FailureKind) -> Option<WorstCase> {
    let of = |family: usize| {
        let answers = survey.answers(family, variant, scalar)?;
        let named = |case: &str, value: f64| WorstCase {
            variant: survey.variants[variant].name.clone(),
            family: survey.families[family].name.clone(),
            scalar: survey.scalars[scalar].clone(),
            case: case.to_owned(),
            kind,
            value,
        };
        let quantity = match kind {
            FailureKind::Verdict => Quantity::Margin,
            FailureKind::Length => Quantity::Length,
            FailureKind::Unanswered => return answers.unanswered.as_deref().map(|case| named(case, 0.0)),
        };
        // The largest error of a variant without failures is no failure.
        let has_failures = match kind {
            FailureKind::Verdict => answers.counts.wrong() > 0,
            _ => answers.counts.rulings[Column::Off] > 0,
        };
        // Errors that are no failures are kept as well: those of contacts and of inaccurate answers.
        let least = match (kind, &survey.scalars[scalar][..]) {
            (_, "exact") => 0.0,
            (FailureKind::Length, "f32") => 2.0_f64.powi(12),
            (FailureKind::Length, _) => 2.0_f64.powf(26.5),
            _ => survey.study.facts.tolerance,
        };
        let is_failure =
            |worst: &&Worst| worst.quantity == quantity && worst.in_range && (worst.value > least || worst.value.is_nan());
        let worst = answers.worst.iter().find(is_failure).filter(|_| has_failures)?;
        Some(named(&worst.case, worst.value))
    };
    let all = (0..survey.families.len()).filter_map(of);
    // The first of equal ones: families come in their order, and the corpus last.
    all.reduce(|worst, next| if next.value.total_cmp(&worst.value).is_gt() { next } else { worst })
}
