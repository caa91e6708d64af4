//! Peers that panic.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// The result, or `None` if the peer panics.
///
/// Such a panic prints nothing on standard error: it is an answer, and is counted.
#[inline]
pub fn guarded<T>(query: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| {
            if !IS_GUARDED.get() {
                usual(info);
            }
        }));
    });
    IS_GUARDED.set(true);
    let result = catch_unwind(AssertUnwindSafe(query)).ok();
    IS_GUARDED.set(false);
    result
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn a_panic_is_not_a_result_and_the_next_query_has_one() {
        assert_eq!(guarded(|| -> i32 { panic!("a peer's assertion") }), None);
        assert_eq!(guarded(|| 7), Some(7));
    }
}
