//! Reports on a running hunt, and its findings so far.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use gjk_hunt::hunt::{Reached, Watch};
use indicatif::ProgressBar;

use super::part::Part;
use crate::output;
use crate::progress::{self, Due, Progress, number, time};

/// The observer of a hunt for the command line.
pub struct Follower {
    /// Number of cases to be searched, if it is known.
    cases: Option<u64>,
    /// Shows the progress of the search.
    text: ProgressBar,
    due: Due,
    shrinking: Mutex<Option<Progress>>,
    part: Mutex<Option<Part>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Follower {
    /// Follows a hunt whose findings are kept in `part` until it is over.
    pub fn new(cases: Option<u64>, part: Option<Part>) -> Follower {
        let (text, part) = (progress::text(), Mutex::new(part));
        Follower { cases, text, due: Due::default(), shrinking: Mutex::default(), part }
    }

    /// Ends the display, and returns the findings that were kept so far.
    pub fn end(self) -> Option<Part> {
        self.text.finish_and_clear();
        locked(&self.shrinking).take().iter().for_each(Progress::finish);
        self.part.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch for Follower {
    fn searched(&self, reached: &Reached<'_>) {
        locked(&self.part).iter_mut().for_each(|part| part.follow(reached));
        if self.text.is_hidden() {
            if self.due.is_due(reached.elapsed) {
                output::tell(line(reached, self.cases));
            }
            return;
        }
        reached.new.iter().for_each(|defect| self.text.println(format!("met: {defect}")));
        self.text.set_message(line(reached, self.cases));
        if reached.is_over {
            self.text.finish_and_clear();
        }
    }

    fn shrinks(&self, modes: usize) {
        *locked(&self.shrinking) = Some(Progress::new("shrinking", "failure modes", modes as u64, modes as u64));
    }

    fn shrunk(&self) {
        locked(&self.shrinking).iter().for_each(|progress| progress.advance(1));
    }
}

/// The progress of a search, in words.
fn line(reached: &Reached<'_>, all: Option<u64>) -> String {
    text([reached.cases, reached.own], all, reached.modes(), reached.elapsed, reached.left)
}

fn text([cases, own]: [u64; 2], all: Option<u64>, modes: usize, elapsed: Duration, left: Option<Duration>) -> String {
    let seconds = elapsed.as_secs_f64().max(1e-9);
    let of = all.map_or_else(String::new, |all| format!(" of {all}"));
    // Without a budget of time, the remaining time is extrapolated from the number of cases.
    let by_cases = all.filter(|_| cases > 0).map(|all| seconds * all.saturating_sub(cases) as f64 / cases as f64);
    let left = left.map(|left| left.as_secs_f64()).or(by_cases);
    let left = left.map_or_else(String::new, |left| format!(", {} left", time(left)));
    let modes = match modes {
        1 => "1 failure mode".to_owned(),
        modes => format!("{modes} failure modes"),
    };
    format!("hunting: {cases}{of} cases, {} per second, {modes} met{left}", number(own as f64 / seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_progress_line_states_the_cases_done_and_the_time_left() {
        let (two, fifty) = (Duration::from_secs(2), Some(Duration::from_secs(50)));
        assert_eq!(text([30, 30], None, 1, two, fifty), "hunting: 30 cases, 15 per second, 1 failure mode met, 50 s left");
        assert_eq!(
            text([30, 10], Some(90), 0, two, None),
            "hunting: 30 of 90 cases, 5.0 per second, 0 failure modes met, 4 s left"
        );
        assert_eq!(text([0, 0], Some(90), 0, two, None), "hunting: 0 of 90 cases, 0.0 per second, 0 failure modes met");
    }
}
