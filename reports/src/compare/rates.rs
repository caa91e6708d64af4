//! Rates of a variant in a scalar in two studies, over the families that both have.

use gjk_records::{Column, Counts};

use crate::Survey;
use crate::summary::{Mean, mean};

/// Rates of the old study and of the new one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Families that they are means of, with equal weights.
    pub families: usize,
    /// Verdicts that are wrong: missed and phantom.
    pub wrong: [Mean; 2],
    /// Verdicts that are wrong or missing.
    pub no_right_verdict: [Mean; 2],
    /// Failures.
    pub failure: [Mean; 2],
    /// Right answers.
    pub right: [Mean; 2],
}

/// The counts of a variant in a family and scalar, if the study has the three.
pub(super) fn counts<'a>(survey: &Survey<'a>, family: &str, variant: &str, scalar: &str) -> Option<&'a Counts> {
    let family = survey.families.iter().position(|known| known.name == family)?;
    let variant = survey.variants.iter().position(|known| known.name == variant)?;
    let scalar = survey.scalars.iter().position(|known| known == scalar)?;
    survey.answers(family, variant, scalar).map(|answers| &answers.counts)
}

/// Whether a variant takes half of the cases or more, as in a league.
fn is_compared(counts: &Counts) -> bool {
    counts.applicable() > 0 && counts.applicable() >= counts.offered() - counts.applicable()
}

impl Rates {
    /// Over those of these families of which the variant takes half of the cases or more in both studies. None where there is none.
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

    /// Whether the bounds of a rate are apart in one direction: each is one-sided at 95 %.
    pub(super) fn is_apart(&self, is_worse: bool) -> bool {
        [self.no_right_verdict, self.failure].iter().any(|[old, new]| {
            let [low, high] = if is_worse { [old, new] } else { [new, old] };
            high.rate().low > low.rate().high
        })
    }
}
