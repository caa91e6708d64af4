//! Folders for tests.

use std::path::PathBuf;

/// A folder for the files of one test, which does not exist at first and is removed with the value.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let scratch = Scratch(std::env::temp_dir().join(format!("gjk-records-{}-{name}", std::process::id())));
        let _ = std::fs::remove_dir_all(&scratch.0);
        scratch
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
