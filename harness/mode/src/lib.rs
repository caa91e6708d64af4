//! The mode of a thread's floating-point arithmetic: how it rounds, and whether it flushes subnormal numbers to zero.
//!
//! IEEE 754's default is to round to nearest, ties to even, and to keep subnormal numbers. Engines and audio code set other
//! modes, for the whole thread, and a new thread inherits the mode of its parent. In another mode exact arithmetic is no longer
//! exact: error-free sums have an error, and products of integers are rounded. So all work of the harness runs in the default
//! mode ([`ours`]), in every thread. Foreign code is called in the default mode as well, and a mode that it sets ends with the
//! call ([`theirs`]). So its answer does not depend on the thread.
//!
//! ```
//! use gjk_mode::Mode;
//! Mode::of_this_thread().set(); // It changes nothing.
//! assert_eq!(gjk_mode::ours(|| 1e-310 / 2.0), 5e-311);
//! ```
//!
//! # Processors
//! On x86-64 the mode is read from and written to the register MXCSR, which SSE and AVX obey; on AArch64, the register FPCR. On
//! other processors no mode can be set: the results of a few sums and products reveal a different mode, and the work then ends
//! with a panic, since its numbers would be wrong.

mod word;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

pub use word::Mode;

impl Mode {
    /// Whether arithmetic in this mode is that of the default.
    pub fn is_default(self) -> bool {
        self == Mode::DEFAULT
    }
}

impl fmt::Display for Mode {
    /// The differences from the default, in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let differences: Vec<&str> = self.differences().collect();
        f.write_str(if differences.is_empty() { "it rounds to nearest and keeps subnormal numbers" } else { "" })?;
        f.write_str(&differences.join(", "))
    }
}

/// Sets a mode when it goes out of scope, also in a panic.
struct Back(Mode);

impl Drop for Back {
    fn drop(&mut self) {
        if Mode::of_this_thread() != self.0 {
            self.0.set();
        }
    }
}

/// Does work of the harness in the default mode, and restores the mode of the caller.
pub fn ours<R>(work: impl FnOnce() -> R) -> R {
    let callers = Mode::of_this_thread();
    if callers.is_default() {
        return work();
    }
    let _back = Back(callers);
    Mode::DEFAULT.set();
    apart(work)
}

/// Calls foreign code in the default mode, and restores the previous mode.
pub fn theirs<R>(call: impl FnOnce() -> R) -> R {
    watched(call, |_| ())
}

/// Calls foreign code as [`theirs`] does, and remembers for [`seen`] the mode that the code of this name leaves behind, if it
/// is not the default.
pub fn theirs_as<R>(name: impl FnOnce() -> &'static str, call: impl FnOnce() -> R) -> R {
    watched(call, |left| remember(name(), left))
}

/// Result of a call; `leaves` receives the mode that the call leaves behind, if it is not the default.
#[inline(always)]
fn watched<R>(call: impl FnOnce() -> R, leaves: impl FnOnce(Mode)) -> R {
    let (mut call, mut result) = (Some(call), None);
    if let Some(left) = watched_erased(&mut || result = call.take().map(|call| call())) {
        leaves(left);
    }
    let Some(result) = result else { unreachable!("the call is made once") };
    result
}

/// Mode that a call leaves behind, if it is not the default. Compiled once for all calls.
fn watched_erased(call: &mut dyn FnMut()) -> Option<Mode> {
    let before = Mode::of_this_thread();
    let back = Back(before);
    if !before.is_default() {
        Mode::DEFAULT.set();
    }
    apart(call);
    let left = Mode::of_this_thread();
    // The mode is restored before anything else is computed.
    drop(back);
    (!left.is_default()).then_some(left)
}

/// Kept out of line, so that none of its arithmetic is moved to where the mode differs.
#[inline(never)]
fn apart<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// First mode that foreign code of each name left behind.
static SEEN: Mutex<BTreeMap<&'static str, Mode>> = Mutex::new(BTreeMap::new());

#[cold]
fn remember(name: &'static str, left: Mode) {
    SEEN.lock().unwrap_or_else(PoisonError::into_inner).entry(name).or_insert(left);
}

/// Names of foreign code that left another mode behind in this process so far, each with the first such mode.
pub fn seen() -> Vec<(&'static str, Mode)> {
    SEEN.lock().unwrap_or_else(PoisonError::into_inner).iter().map(|(name, mode)| (*name, *mode)).collect()
}

#[cfg(test)]
mod tests;
