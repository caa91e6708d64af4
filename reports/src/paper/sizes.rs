//! Numbers of points of a body, rounded down to powers of two.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::sorted::sort_by_key;

/// Families, each with the powers of two that occur in it.
pub(super) type Sizes = Vec<(usize, BTreeSet<usize>)>;

/// The families whose numbers of points span at least two octaves, such as 8 to 32, with those over the most octaves first.
pub(super) fn widest(sizes: impl IntoIterator<Item = (usize, BTreeSet<usize>)>) -> Sizes {
    let octaves =
        |sizes: &BTreeSet<usize>| sizes.last().map_or(0, |last| last.ilog2()) - sizes.first().map_or(0, |first| first.ilog2());
    let mut families: Sizes = sizes.into_iter().filter(|(_, sizes)| octaves(sizes) > 1).collect();
    sort_by_key(&mut families, |(family, sizes)| (Reverse(octaves(sizes)), *family));
    families
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_over_most_octaves_come_first() {
        let sizes = |list: &[usize]| list.iter().copied().collect::<BTreeSet<usize>>();
        let all = [(0, sizes(&[8, 16])), (1, sizes(&[8, 32])), (2, sizes(&[4, 1024])), (3, sizes(&[16, 64])), (4, sizes(&[]))];
        assert_eq!(widest(all).iter().map(|(family, _)| *family).collect::<Vec<_>>(), [2, 1, 3]);
    }
}
