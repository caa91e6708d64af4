//! The choice of variants to draw if all of them are too many: the variants with the least ranks in the study.

use gjk_records::Kinds;

use crate::Survey;
use crate::sorted::sort_by_key;

/// At most `most` of some variants, in the order of the study.
pub(crate) fn chosen(survey: &Survey, mut variants: Vec<usize>, most: usize) -> Vec<usize> {
    sort_by_key(&mut variants, |&v| survey.variants[v].rank);
    variants.truncate(most);
    variants.sort_unstable();
    variants
}

/// At most `most` of some names.
///
/// Rows without the facts of their study have no ranks; the first names are then drawn.
pub(crate) fn chosen_names<'a>(kinds: &Kinds, mut names: Vec<&'a str>, most: usize) -> Vec<&'a str> {
    let before: Vec<&str> = names.clone();
    sort_by_key(&mut names, |name| kinds.variants.get(*name).map_or(0, |kind| kind.rank));
    names.truncate(most);
    sort_by_key(&mut names, |name| before.iter().position(|other| other == name));
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::kinds;

    #[test]
    fn variants_with_the_lowest_ranks_are_drawn_including_those_of_users() {
        let kinds = kinds(&[("muratori", 8), ("johnson", 12), ("mine", 0), ("ericson", 2)]);
        assert_eq!(chosen_names(&kinds, vec!["muratori", "johnson", "mine", "ericson"], 2), ["mine", "ericson"]);
        assert_eq!(chosen_names(&kinds, vec!["muratori", "johnson"], 5), ["muratori", "johnson"]);
        // Variants without a rank keep their order, and the first are drawn.
        assert_eq!(chosen_names(&Kinds::default(), vec!["a", "b"], 1), ["a"]);
    }
}
