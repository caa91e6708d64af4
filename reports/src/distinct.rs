//! Values without repetitions.

use std::collections::HashSet;
use std::hash::Hash;

/// The distinct values, in the order of their first occurrence.
pub(crate) fn distinct<T: Clone + Eq + Hash>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut seen = HashSet::new();
    values.into_iter().filter(|value| seen.insert(value.clone())).collect()
}
