//! Ctrl-C: asks a command to come to an end with what it has; a second one ends it at once.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::output::tell;

/// The exit code of a command that was interrupted: 128 and the number of the signal, as shells have it.
pub const EXIT: u8 = 130;

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C asks. Where no handler can be set it ends the command at once, as before.
pub fn watch() {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        let _ = ctrlc::set_handler(|| {
            if ASKED.swap(true, Ordering::SeqCst) {
                std::process::exit(EXIT.into());
            }
            tell("interrupted: coming to an end with what there is; a second time ends at once");
        });
    });
}

/// Whether an end was asked for.
pub fn is_asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}
