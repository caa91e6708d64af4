//! The number of pairs that shrinking may still try, and whether its time is over.

use std::cell::Cell;

/// The pairs that may still be tried.
pub(super) struct Tries<'f> {
    left: Cell<u64>,
    is_over: &'f dyn Fn() -> bool,
    is_cut: Cell<bool>,
}

impl<'f> Tries<'f> {
    /// A budget of `pairs` tries, as long as the time is not over.
    pub fn new(pairs: u64, is_over: &'f dyn Fn() -> bool) -> Tries<'f> {
        Tries { left: Cell::new(pairs), is_over, is_cut: Cell::new(false) }
    }

    /// The remaining number of tries: zero once the time is over.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Whether the time ended while tries remained.
    pub fn is_cut(&self) -> bool {
        self.is_cut.get()
    }

    /// Whether one more pair may be tried, which is counted.
    pub fn next(&self) -> bool {
        let may = self.left.get() > 0 && self.is_in_time();
        self.left.set(self.left.get().saturating_sub(1));
        may
    }

    /// Whether the time is not over. Once it is over, no tries remain.
    pub fn is_in_time(&self) -> bool {
        if !self.is_cut.get() && (self.is_over)() {
            self.is_cut.set(true);
            self.left.set(0);
        }
        !self.is_cut.get()
    }
}
