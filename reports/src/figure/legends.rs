//! Legends of variants.

use crate::Survey;
use crate::draw::LegendEntry;
use crate::figure::label;

/// Legend entries of some variants. Marks of distance variants are filled, those of boolean ones hollow.
pub(crate) fn entries(survey: &Survey, variants: &[usize]) -> Vec<LegendEntry> {
    let entry = |v: &usize| {
        let variant = &survey.variants[*v];
        LegendEntry { text: label(&variant.name), style: variant.style, filled: variant.distance || variant.separates() }
    };
    variants.iter().map(entry).collect()
}
