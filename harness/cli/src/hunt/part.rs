//! `FILE.part`: the finds of a hunt that is not over, as they were met, so that none is lost where it is killed.
//!
//! It is written when the search is over, before anything is shrunk, and in a long search every few seconds in which another failure mode
//! was met. It goes when the finds are in FILE. One that is there when a hunt begins is another hunt's, and is left alone.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gjk_cases::format;
use gjk_hunt::hunt::Reached;
use gjk_records::Pasted;
use gjk_records::pasted::quoted;

use crate::failure::Failure;
use crate::output::{self, Destination};

/// Between two writes during the search.
const PAUSE: Duration = Duration::from_secs(5);
/// What is found before this time is found again as fast.
const FIRST: Duration = Duration::from_secs(2);

/// The file.
pub struct Part {
    path: PathBuf,
    /// Whether this hunt made it.
    is_own: bool,
    /// Whether it cannot be written, which was said.
    is_lost: bool,
    /// Whether failure modes were met since it was written.
    is_behind: bool,
    written: Option<Instant>,
}

impl Part {
    /// The one beside this file; none beside a device or a pipe.
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
                "{}: it holds the finds of a hunt that was killed, or of one that still runs; `{check}` judges them, \
                 `cat {part} >> {file} && rm {part}` keeps them",
                path.display()
            )));
        }
        Ok(Some(Part { path, is_own: false, is_lost: false, is_behind: false, written: None }))
    }

    /// Writes the finds of a search, where it is time to.
    pub fn follow(&mut self, reached: &Reached<'_>) {
        self.is_behind |= !reached.new.is_empty();
        let is_due = self.written.map_or(reached.elapsed >= FIRST, |written| written.elapsed() >= PAUSE);
        if self.is_lost || reached.modes() == 0 || !(reached.is_over || is_due && self.is_behind) {
            return;
        }
        let text: String = reached.as_met().iter().map(|case| format::write(case) + "\n").collect();
        if let Err(message) = self.write(&text) {
            let path = self.path.display();
            output::tell(format_args!("{path}: {message}; what is found is written when the hunt is over, and not before"));
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
            Failure::Said(messages) => messages.join("; "),
            Failure::ClosedPipe => "it cannot be written".to_owned(),
        })
    }

    /// The finds could not be written elsewhere: the same failure, and where they are.
    pub fn kept(self, failure: Failure) -> Failure {
        if self.is_lost || self.written.is_none() {
            self.remove();
            return failure;
        }
        failure.and(&format!("what was found is in {} as it was met", self.path.display()))
    }

    /// The finds are elsewhere now.
    pub fn remove(self) {
        if self.is_own {
            // A file that stays says itself what it is, when the next hunt begins.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
