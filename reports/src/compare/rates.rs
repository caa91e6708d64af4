//! Rates of a variant in a scalar in two studies, over the families that both studies have.

use gjk_records::{Column, Counts};

use crate::Survey;
use crate::summary::{Mean, mean};

/// Rates of the old and the new study.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// The number of families in the means, which have equal weights.
    pub families: usize,
    /// Wrong verdicts: missed and phantom.
    pub wrong: [Mean; 2],
    /// Wrong or missing verdicts.
    pub no_right_verdict: [Mean; 2],
    /// Failures.
    pub failure: [Mean; 2],
    /// Right answers.
    pub right: [Mean; 2],
}

/// The counts of a variant in a family and scalar, if the study has all three.
pub(super) fn counts<'a>(survey: &Survey<'a>, family: &str, variant: &str, scalar: &str) -> Option<&'a Counts> {
    let family = survey.families.iter().position(|known| known.name == family)?;
    let variant = survey.variants.iter().position(|known| known.name == variant)?;
    let scalar = survey.scalars.iter().position(|known| known == scalar)?;
    survey.answers(family, variant, scalar).map(|answers| &answers.counts)
}

/// Whether a variant accepts at least half of the cases, as in a league.
fn is_compared(counts: &Counts) -> bool {
    counts.applicable() > 0 && counts.applicable() >= counts.offered() - counts.applicable()
}

impl Rates {
    /// The rates over those of the given families in which the variant accepts at least half of the cases in both studies.
    ///
    /// `None` without such a family.
    pub(super) fn of(surveys: [&Survey; 2], families: &[&str], variant: &str, scalar: &str) -> Option<Rates> {
        let mut all = Vec::new();
        for family in families {
            let [Some(old), Some(new)] = surveys.map(|survey| counts(survey, family, variant, scalar)) else { continue };
            if is_compared(old) && is_compared(new) {
                all.push([(old, surveys[0].frames(family)), (new, surveys[1].frames(family))]);
            }
        }
        let rate = |hits: fn(&Counts) -> u64| {
            let of = |side: usize| mean(all.iter().map(|both| (hits(both[side].0), both[side].0.applicable(), both[side].1)));
            Some([of(0)?, of(1)?])
        };
        Some(Rates {
            families: all.len(),
            wrong: rate(Counts::wrong)?,
            no_right_verdict: rate(|counts| counts.wrong() + counts.rulings[Column::GaveUp])?,
            failure: rate(Counts::failures)?,
            right: rate(|counts| counts.rulings[Column::Right])?,
        })
    }

    /// Whether the bounds of a rate do not overlap, in one direction: each bound is one-sided at 95 %.
    pub(super) fn is_apart(&self, is_worse: bool) -> bool {
        [self.no_right_verdict, self.failure].iter().any(|[old, new]| {
            let [low, high] = if is_worse { [old, new] } else { [new, old] };
            high.rate().low > low.rate().high
        })
    }
}
