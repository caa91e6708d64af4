//! Columns of variants; variants with equal columns share one.

use crate::Survey;
use crate::figure::label;
use crate::sorted::sort_by_key;

/// One variant, or variants that share a column.
pub(crate) struct Column {
    /// The variant whose numbers the column shows.
    pub variant: usize,
    /// The names of all its variants.
    pub name: String,
}

/// One column per variant, in the order of figures: variants that give distances first, variants with claims about bodies that
/// meet last, and within each promise the variant of the least rank first.
///
/// Two variants of one kind with the same `key` share a column; a variant without a key has none.
pub(crate) fn columns<K: PartialEq>(survey: &Survey, key: impl Fn(usize) -> Option<K>) -> Vec<Column> {
    let mut order: Vec<usize> = (0..survey.variants.len()).collect();
    let kind = |v: usize| {
        let promise = survey.variants[v].promise;
        // A whole claim comes before a part of it.
        (promise.claim().map(|claim| claim.name), !promise.is_whole())
    };
    sort_by_key(&mut order, |&v| (kind(v), !survey.is_first_of_its_promise(v)));
    let mut columns: Vec<(Column, K)> = Vec::new();
    for variant in order {
        let Some(own) = key(variant) else { continue };
        let name = label(&survey.variants[variant].name);
        let is_like = |known: &&mut (Column, K)| known.1 == own && kind(known.0.variant) == kind(variant);
        match columns.iter_mut().find(is_like) {
            Some((column, _)) if names(&column.name) < 2 => column.name = format!("{}, {name}", column.name),
            _ => columns.push((Column { variant, name }, own)),
        }
    }
    columns.into_iter().map(|(column, _)| column).collect()
}

/// The number of names in a column.
fn names(text: &str) -> usize {
    text.matches(", ").count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ones_of_a_kind_share_a_column_two_at_most() {
        let study = crate::tests::invented();
        let survey = Survey::new(&study);
        let names = |key: &dyn Fn(usize) -> Option<usize>| {
            columns(&survey, key).into_iter().map(|column| column.name).collect::<Vec<_>>()
        };
        let ours = ["least-squares, johnson", "ericson", "muratori, linahan-three-plane", "linahan-face-first"];
        assert_eq!(names(&|_| Some(0)), [&ours[..], &["deep, shallow", "portal", "prompt, sampling"]].concat());
        assert_eq!(names(&|v| (v == 1).then_some(v)), ["johnson"]);
        assert_eq!(names(&Some).len(), 11);
    }
}
