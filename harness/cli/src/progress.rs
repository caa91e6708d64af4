//! Progress of the work: a bar on a terminal; elsewhere a line after 2 s, after 10 s, and then each minute.

use std::fmt::Display;
use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gjk_study::runner::Watch;
use indicatif::{ProgressBar, ProgressStyle};

use crate::{interrupt, output};

/// A bar with a label, which is hidden if standard error is not a terminal.
pub fn bar(label: &str, length: u64) -> ProgressBar {
    styled(ProgressBar::new(length), "{msg:10} {bar:40} {pos}/{len} {eta}", label)
}

/// A text that the next one replaces, which is hidden if standard error is not a terminal.
pub fn text() -> ProgressBar {
    styled(ProgressBar::new_spinner(), "{msg}", "")
}

fn styled(bar: ProgressBar, template: &str, message: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message(message.to_owned());
    bar
}

/// Shows the progress of experiments, and stops them on request.
#[derive(Default)]
pub struct Watcher(Mutex<Option<Progress>>);

impl Watcher {
    fn shown(&self) -> MutexGuard<'_, Option<Progress>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch for Watcher {
    fn is_asked_to_stop(&self) -> bool {
        interrupt::is_asked()
    }

    fn begin(&self, label: &'static str, length: u64, before: u64) {
        *self.shown() = Some(Progress::new(label, "cases", length, length - before));
    }

    fn advance(&self, by: u64) {
        self.shown().iter().for_each(|progress| progress.advance(by));
    }

    fn end(&self) {
        self.shown().take().into_iter().for_each(|progress| progress.finish());
    }

    fn say(&self, message: &dyn Display) {
        output::tell(message);
    }
}

/// The times at which lines are due without a terminal.
#[derive(Default)]
pub struct Due(Mutex<Duration>);

impl Due {
    /// True if a line is due after this time, which then counts as written.
    pub fn is_due(&self, elapsed: Duration) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let due = last_due(elapsed);
        let is_due = due > *last;
        *last = due.max(*last);
        is_due
    }
}

/// The last time up to this one at which a line is due, or zero if there is none.
fn last_due(elapsed: Duration) -> Duration {
    Duration::from_secs(match elapsed.as_secs() {
        0..2 => 0,
        2..10 => 2,
        10..60 => 10,
        seconds => seconds / 60 * 60,
    })
}

/// Progress of long work that may have been done in part before.
pub struct Progress {
    bar: ProgressBar,
    label: &'static str,
    /// The name of the counted items.
    what: &'static str,
    all: u64,
    /// Number of items that were done before.
    before: u64,
    begin: Instant,
    due: Due,
}

impl Progress {
    /// Progress of work with `left` items still to be done.
    pub fn new(label: &'static str, what: &'static str, all: u64, left: u64) -> Progress {
        let bar = bar(label, all);
        bar.set_position(all - left);
        bar.reset_eta();
        Progress { bar, label, what, all, before: all - left, begin: Instant::now(), due: Due::default() }
    }

    /// Adds a number of finished items; may be called from any thread.
    pub fn advance(&self, by: u64) {
        self.bar.inc(by);
        let elapsed = self.begin.elapsed();
        let done = self.bar.position().saturating_sub(self.before);
        if self.bar.is_hidden() && self.before + done < self.all && self.due.is_due(elapsed) {
            output::tell(line((self.label, self.what), self.all, self.before, done, elapsed));
        }
    }

    /// Number of finished items, including those that were done before.
    pub fn done(&self) -> u64 {
        self.bar.position()
    }

    /// Ends the display.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The number of finished items, the rate, the number of remaining items, and the expected end.
fn line((label, what): (&str, &str), all: u64, before: u64, done: u64, elapsed: Duration) -> String {
    let rate = done as f64 / elapsed.as_secs_f64().max(1e-9);
    let left = all.saturating_sub(before + done);
    let share = 100.0 * (before + done) as f64 / all.max(1) as f64;
    let end = if done == 0 { String::new() } else { format!(", about {}", time(left as f64 / rate)) };
    format!("{label}: {} of {all} {what} ({share:.1} %), {} per second, {left} left{end}", before + done, number(rate))
}

/// A rate, with a decimal if it is small.
pub fn number(rate: f64) -> String {
    if rate < 10.0 { format!("{rate:.1}") } else { format!("{rate:.0}") }
}

/// A time in seconds, for a reader.
pub fn time(seconds: f64) -> String {
    match seconds {
        _ if seconds < 120.0 => format!("{seconds:.0} s"),
        _ if seconds < 7200.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_progress_line_counts_earlier_work_but_not_in_its_rate() {
        let judging = |all, before, done| line(("judging", "cases"), all, before, done, Duration::from_secs(10));
        assert_eq!(judging(1000, 400, 100), "judging: 500 of 1000 cases (50.0 %), 10 per second, 500 left, about 50 s");
        assert!(judging(10_000, 0, 100).ends_with(" 10 per second, 9900 left, about 16 min"));
        assert!(judging(1_000_000, 0, 10).ends_with(" 1.0 per second, 999990 left, about 277.8 h"));
        assert_eq!(judging(10, 2, 0), "judging: 2 of 10 cases (20.0 %), 0.0 per second, 8 left");
    }

    #[test]
    fn lines_are_due_after_2_s_after_10_s_and_then_each_minute() {
        let due = Due::default();
        let at = |tenths: u64| due.is_due(Duration::from_millis(100 * tenths));
        let said: Vec<u64> = (0..2000).filter(|tenths| at(*tenths)).collect();
        assert_eq!(said, [20, 100, 600, 1200, 1800]);
        // After a pause there is one line, not several.
        let due = Due::default();
        assert_eq!([130, 131].map(|seconds| due.is_due(Duration::from_secs(seconds))), [true, false]);
    }
}
