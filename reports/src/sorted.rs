//! Sorting that is compiled once.
//!
//! The standard library's stable sort is five kilobytes of code for each type and each order, which was an eighth of this
//! package. Reports sort rows of tables and points of figures, so the time of calls through a pointer is not noticeable.

use std::cmp::Ordering;

/// Sorts a list, as [`slice::sort_by`] does.
pub(crate) fn sort_by<T>(list: &mut Vec<T>, compare: &mut dyn FnMut(&T, &T) -> Ordering) {
    let order = order(list.len(), &mut |i, j| compare(&list[i], &list[j]));
    let mut items: Vec<Option<T>> = std::mem::take(list).into_iter().map(Some).collect();
    list.extend(order.into_iter().filter_map(|place| items[place].take()));
}

/// Sorts a list, as [`slice::sort_by_key`] does.
pub(crate) fn sort_by_key<T, K: Ord>(list: &mut Vec<T>, key: impl Fn(&T) -> K) {
    sort_by(list, &mut |one, other| key(one).cmp(&key(other)));
}

/// The places 0, 1, … below `count` in the order of their items.
fn order(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&i, &j| compare(i, j));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_items_stay_in_their_order() {
        let words = ["pear", "fig", "plum", "kiwi", "date", "lime", "yew", "ash"];
        let (mut ours, mut theirs) = (words.to_vec(), words.to_vec());
        sort_by_key(&mut ours, |word| word.len());
        theirs.sort_by_key(|word| word.len());
        assert_eq!(ours, theirs);
        sort_by(&mut ours, &mut |one, other| other.cmp(one));
        theirs.sort_by(|one, other| other.cmp(one));
        assert_eq!(ours, theirs);
    }
}
