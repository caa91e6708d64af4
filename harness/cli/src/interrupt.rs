//! Signals that ask a command to finish with the results that it has: Ctrl-C, TERM, and HUP of a terminal that is closed.
//!
//! A signal that comes a second or more after the first one ends the command at once. An earlier one is treated as a
//! repetition: a terminal that is closed sends several, and so does a program that kills a process with its group.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, Once, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::output::tell;

/// Time after the first signal from which another one ends the command at once.
const AGAIN: Duration = Duration::from_secs(1);

/// The number of the signal of Ctrl-C.
const INT: u8 = 2;

/// The number of the first signal; 0 before it.
static ASKED: AtomicU8 = AtomicU8::new(0);

/// Held while something is written that must not be left incomplete.
static WRITING: Mutex<()> = Mutex::new(());

/// The exit code of a command that was asked to end: 128 plus the number of the signal, as in shells.
///
/// 130 for Ctrl-C, 143 for TERM, 129 for HUP.
pub struct Exit;

/// The exit code of this command, which was asked to end.
pub const EXIT: Exit = Exit;

impl From<Exit> for ExitCode {
    fn from(_: Exit) -> ExitCode {
        ExitCode::from(code(ASKED.load(Ordering::SeqCst)))
    }
}

fn code(signal: u8) -> u8 {
    128 + if signal == 0 { INT } else { signal }
}

/// Handles the signals from now on; if no handler can be set, they end the command at once, as before.
pub fn watch() {
    static WATCH: Once = Once::new();
    WATCH.call_once(listen);
}

/// True if the command was asked to end.
pub fn is_asked() -> bool {
    ASKED.load(Ordering::SeqCst) != 0
}

/// Completes this work, even if another signal ends the command at once.
pub fn whole<T>(work: impl FnOnce() -> T) -> T {
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    work()
}

/// Handles a signal.
fn asked(signal: u8) {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let since = FIRST.get_or_init(Instant::now).elapsed();
    let is_first = ASKED.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst).is_ok();
    if is_first {
        let what = match signal {
            15 => "terminated",
            1 => "hung up",
            _ => "interrupted",
        };
        tell(format_args!("{what}: finishing with what there is; another signal, a second or more from now, ends at once"));
    } else if since >= AGAIN {
        whole(|| std::process::exit(code(ASKED.load(Ordering::SeqCst)).into()));
    }
}

/// Passes on the signals from a thread of its own; HUP remains ignored if it was (`nohup`).
#[cfg(unix)]
fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let taken = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| *signal != SIGHUP || !is_ignored(*signal));
    if let Ok(mut signals) = signal_hook::iterator::Signals::new(taken) {
        std::thread::spawn(move || signals.forever().for_each(|signal| asked(u8::try_from(signal).unwrap_or(INT))));
    }
}

#[cfg(not(unix))]
fn listen() {
    let _ = ctrlc::set_handler(|| asked(INT));
}

/// True if this process was started with a signal ignored, or if the system does not report it.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    std::fs::read_to_string("/proc/self/status").map_or(true, |status| is_among_ignored(&status, signal))
}

/// True if a signal is ignored by the text of `/proc/self/status`: bit n − 1 of a hexadecimal number is signal n.
#[cfg(unix)]
fn is_among_ignored(status: &str, signal: i32) -> bool {
    let mask = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    mask.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_read_from_the_status_of_the_process() {
        let status = "Name:\tgjk\nSigBlk:\t0000000000000001\nSigIgn:\t0000000000001001\nSigCgt:\t0000000000000002\n";
        assert_eq!([1, 2, 13, 15].map(|signal| is_among_ignored(status, signal)), [true, false, true, false]);
        assert!(!is_among_ignored("SigIgn:\t0000000000001000\n", 1));
        assert!(is_among_ignored("Name:\tgjk\n", 1), "unknown is left alone");
    }

    #[test]
    fn exit_codes_are_those_of_shells() {
        assert_eq!([0, 2, 15, 1].map(code), [130, 130, 143, 129]);
    }
}
