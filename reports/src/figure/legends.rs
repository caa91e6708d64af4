//! Legends of variants.

use gjk_records::Question;

use crate::Survey;
use crate::draw::LegendEntry;
use crate::figure::label;

/// Legend entries of some variants.
///
/// Marks of those that promise verdicts alone are hollow.
pub(crate) fn entries(survey: &Survey, variants: &[usize]) -> Vec<LegendEntry> {
    let entry = |v: &usize| {
        let variant = &survey.variants[*v];
        LegendEntry { text: label(&variant.name), style: variant.style, filled: variant.promise != Question::Verdict }
    };
    variants.iter().map(entry).collect()
}
