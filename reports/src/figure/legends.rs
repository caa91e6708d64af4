//! Legends of variants.

use crate::Survey;
use crate::draw::LegendEntry;
use crate::figure::label;
use crate::survey::Variant;

/// Legend entries of some variants. Marks of distance variants are filled, those of boolean ones hollow.
pub(crate) fn entries(survey: &Survey, variants: &[usize]) -> Vec<LegendEntry> {
    let entry = |Variant { name, distance, depth, style }: &Variant| LegendEntry {
        text: label(name),
        style: *style,
        filled: *distance || *depth,
    };
    variants.iter().map(|&v| entry(&survey.variants[v])).collect()
}
