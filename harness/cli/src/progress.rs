//! How far the work is: a bar on a terminal, a line a minute elsewhere.

use std::fmt::Display;
use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use gjk_study::runner::Watch;
use indicatif::{ProgressBar, ProgressStyle};

use crate::{interrupt, output};

/// A bar with a label; it stays silent where standard error is no terminal.
pub fn bar(label: &str, length: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template("{msg:10} {bar:40} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    bar.set_message(label.to_owned());
    bar
}

/// Shows how far the work of experiments is, and stops it where somebody asks for it.
#[derive(Default)]
pub struct Watcher(Mutex<Option<Progress>>);

impl Watcher {
    fn shown(&self) -> MutexGuard<'_, Option<Progress>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Watch for Watcher {
    fn is_asked_to_stop(&self) -> bool {
        interrupt::is_asked()
    }

    fn begin(&self, label: &'static str, length: u64, before: u64) {
        *self.shown() = Some(Progress::new(label, length, length - before));
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

/// Between two lines where there is no terminal.
const PAUSE: Duration = Duration::from_secs(60);

/// How far long work is, of which a part may have been done before.
pub struct Progress {
    bar: ProgressBar,
    label: &'static str,
    all: u64,
    /// What was done before.
    before: u64,
    begin: Instant,
    /// When the last line was written.
    said: Mutex<Instant>,
}

impl Progress {
    /// Nothing of what is left is done yet.
    pub fn new(label: &'static str, all: u64, left: u64) -> Progress {
        let bar = bar(label, all);
        bar.set_position(all - left);
        bar.reset_eta();
        let begin = Instant::now();
        Progress { bar, label, all, before: all - left, begin, said: Mutex::new(begin) }
    }

    /// So much more is done. From any thread.
    pub fn advance(&self, by: u64) {
        self.bar.inc(by);
        let mut said = self.said.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if self.bar.is_hidden() && said.elapsed() >= PAUSE {
            *said = Instant::now();
            eprintln!("{}", line(self.label, self.all, self.before, self.bar.position() - self.before, self.begin.elapsed()));
        }
    }

    /// It is over.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// What is done, the rate, what is left and when it is expected to end.
fn line(label: &str, all: u64, before: u64, done: u64, elapsed: Duration) -> String {
    let rate = done as f64 / elapsed.as_secs_f64().max(1e-9);
    let left = all - before - done;
    let minutes = left as f64 / rate / 60.0;
    let end = if minutes < 120.0 { format!("{minutes:.0} min") } else { format!("{:.1} h", minutes / 60.0) };
    let share = 100.0 * (before + done) as f64 / all.max(1) as f64;
    format!("{label}: {} of {all} cases ({share:.1} %), {rate:.0} a second, {left} left, about {end}", before + done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_counts_what_was_done_before_but_not_in_the_rate() {
        let text = line("judging", 1000, 400, 100, Duration::from_secs(10));
        assert_eq!(text, "judging: 500 of 1000 cases (50.0 %), 10 a second, 500 left, about 1 min");
        assert!(line("judging", 1_000_000, 0, 10, Duration::from_secs(10)).ends_with("about 277.8 h"));
    }
}
