//! Pinned texts: findings of a test that later runs have to reproduce.
//!
//! `GJK_ACCEPT=1 cargo test …` replaces them by the current findings. The difference is then reviewed like that of any other
//! file.

use std::path::Path;

/// Whether pinned texts are to be replaced by the current findings.
pub fn is_accepting() -> bool {
    std::env::var_os("GJK_ACCEPT").is_some_and(|value| value == "1")
}

/// Writes a pinned file of this source tree.
pub fn accept(file: impl AsRef<Path>, text: &str) {
    let file = file.as_ref();
    std::fs::write(file, text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    eprintln!("accepted: {}", file.display());
}

/// Fails if a pinned text differs from the finding, unless the finding is accepted.
#[allow(dead_code, reason = "some of the programs that have this file pin other things")]
pub fn assert_pinned(file: &str, pinned: &str, found: &str) {
    match found == pinned {
        true => {}
        false if is_accepting() => accept(file, found),
        false => panic!("{file} is not what was found (GJK_ACCEPT=1 writes it):\n{found}"),
    }
}
