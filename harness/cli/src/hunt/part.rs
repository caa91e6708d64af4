//! `FILE.part`: the findings of a running hunt before shrinking, so that none is lost if the hunt is killed.
//!
//! The file is written when the search is over, before anything is shrunk. In a long search it is also written every few
//! seconds in which another failure mode was met. It is removed when the findings are in FILE. A file that exists when a hunt
//! begins belongs to another hunt, and is left alone.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gjk_cases::format;
use gjk_hunt::hunt::Reached;
use gjk_records::Pasted;
use gjk_records::pasted::quoted;

use crate::failure::Failure;
use crate::output::{self, Destination};

/// Time between two writes during the search.
const PAUSE: Duration = Duration::from_secs(5);
/// Findings before this time are found again as fast.
const FIRST: Duration = Duration::from_secs(2);

/// The file.
pub struct Part {
    path: PathBuf,
    /// Whether this hunt has created it.
    is_own: bool,
    /// Whether it cannot be written, which was reported.
    is_lost: bool,
    /// Whether failure modes were met since the last write.
    is_behind: bool,
    written: Option<Instant>,
}

impl Part {
    /// The part of this file; `None` for a device or a pipe.
    pub fn beside(file: &Path) -> Result<Option<Part>, Failure> {
        if !matches!(Destination::of(file), Destination::File(_)) {
            return Ok(None);
        }
        let mut path = file.as_os_str().to_owned();
        path.push(".part");
        let path = PathBuf::from(path);
        if path.metadata().is_ok_and(|there| there.len() > 0) {
            let check = Pasted::new("check").word(path.display());
            let [part, file] = [&path, &file.to_owned()].map(|path| quoted(&path.display().to_string()));
            return Err(Failure::new(format_args!(
                "{}: it holds the findings of a hunt that was killed or still runs; `{check}` judges them, \
                 `cat {part} >> {file} && rm {part}` keeps them",
                path.display()
            )));
        }
        Ok(Some(Part { path, is_own: false, is_lost: false, is_behind: false, written: None }))
    }

    /// Writes the findings of a search, if a write is due.
    pub fn follow(&mut self, reached: &Reached<'_>) {
        self.is_behind |= !reached.new.is_empty();
        let is_due = self.written.map_or(reached.elapsed >= FIRST, |written| written.elapsed() >= PAUSE);
        if self.is_lost || reached.modes() == 0 || !(reached.is_over || is_due && self.is_behind) {
            return;
        }
        let text: String = reached.as_met().iter().map(|case| format::write(case) + "\n").collect();
        if let Err(message) = self.write(&text) {
            let path = self.path.display();
            output::tell(format_args!("{path}: {message}; findings are written only when the hunt is over"));
            self.is_lost = true;
        }
        (self.is_behind, self.written) = (false, Some(Instant::now()));
    }

    fn write(&mut self, text: &str) -> Result<(), String> {
        if !self.is_own {
            let made = OpenOptions::new().create(true).append(true).open(&self.path).map_err(|error| error.to_string())?;
            if made.metadata().map_err(|error| error.to_string())?.len() > 0 {
                return Err("another hunt writes it".to_owned());
            }
            self.is_own = true;
        }
        output::write(&self.path, text).map_err(|failure| match failure {
            Failure::Messages(messages) => messages.join("; "),
            Failure::ClosedPipe => "it cannot be written".to_owned(),
        })
    }

    /// Adds the place of the findings to the failure to write them elsewhere.
    pub fn with_place(self, failure: Failure) -> Failure {
        if self.is_lost || self.written.is_none() {
            self.remove();
            return failure;
        }
        failure.and(&format!("the findings are in {}, in the order in which they were met", self.path.display()))
    }

    /// Removes the file, since the findings are elsewhere now.
    pub fn remove(self) {
        if self.is_own {
            // The next hunt reports a file that remains.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
