//! The program, run in a folder for a test.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Two points at distance one.
pub const CASE: &str = r#"{"id":"c","dim":3,"a":{"points":[[0,0,0]]},"b":{"points":[[1,0,0]]}}"#;
/// The right answer.
pub const ANSWER: &str = r#"{"case":"c","verdict":"apart","distance":1}"#;

/// A folder in which the program runs; it is new at first, and is not removed.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        let _ = std::fs::remove_dir_all(&folder.0);
        std::fs::create_dir_all(&folder.0).expect("a folder for tests");
        files.iter().for_each(|(name, text)| folder.write(name, text));
        folder
    }

    /// The folder that several tests write to, each to its own files.
    pub fn shared() -> Folder {
        Folder(env!("CARGO_TARGET_TMPDIR").into())
    }

    pub fn join(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.join(name), bytes).expect("a file for tests");
    }

    pub fn read(&self, name: &str) -> String {
        String::from_utf8(std::fs::read(self.join(name)).expect(name)).expect("UTF-8")
    }

    /// Every file below a folder with its bytes, except the lock.
    pub fn files(&self, name: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let (root, mut files) = (self.join(name), BTreeMap::new());
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for path in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
                if path.is_dir() {
                    folders.push(path);
                } else if !path.ends_with(".lock") {
                    files.insert(path.strip_prefix(&root).expect("below").to_owned(), std::fs::read(&path).expect("a file"));
                }
            }
        }
        files
    }

    /// Number of finished units of a campaign: complete lines of its journal, without the first.
    pub fn units_done(&self, out: &str) -> usize {
        let journal = std::fs::read_to_string(self.join(out).join("journal.jsonl"));
        journal.map_or(0, |text| text.matches('\n').count().saturating_sub(1))
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gjk"));
        command.current_dir(&self.0).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn gjk(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("gjk runs")
    }

    /// The standard output of a run, which must succeed.
    pub fn printed(&self, arguments: &[&str]) -> String {
        succeeded(&self.gjk(arguments))
    }

    /// The standard error of a run, which must be refused.
    pub fn refused(&self, arguments: &[&str]) -> String {
        refused(&self.gjk(arguments))
    }
}

/// The standard output of a run, which must have succeeded.
pub fn succeeded(run: &Output) -> String {
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8_lossy(&run.stdout).into_owned()
}

/// The standard error of a run, which must have been refused.
pub fn refused(run: &Output) -> String {
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(2), "{said}");
    said
}

/// Waits while a condition holds, at most a minute.
pub fn wait_while(holds: impl Fn() -> bool) {
    let begin = Instant::now();
    while holds() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
}
