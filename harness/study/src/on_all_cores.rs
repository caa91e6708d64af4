//! Work that is shared among all cores.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

/// The values of a function at 0, 1, … below `count`.
///
/// Loops of rayon are compiled for each function and each type that they hand out, which was a seventh of this package. This one is
/// compiled once. A call through a pointer costs nothing next to work that is worth a core.
pub(crate) fn on_all_cores<T: Send>(count: usize, value: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    let values: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    each(count, &|place| {
        let value = value(place);
        *values[place].lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
    });
    let value = |of: Mutex<Option<T>>| of.into_inner().unwrap_or_else(PoisonError::into_inner);
    values.into_iter().map(|of| value(of).expect("every place was come to")).collect()
}

fn each(count: usize, act: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().with_max_len(1).for_each(act);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_order() {
        assert_eq!(on_all_cores(1000, &|place| place.to_string()), (0..1000).map(|n| n.to_string()).collect::<Vec<_>>());
        assert!(on_all_cores(0, &|place| place).is_empty());
    }
}
