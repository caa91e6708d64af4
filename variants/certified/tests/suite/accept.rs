//! Pinned texts: what a test found once, and holds to.
//!
//! `GJK_ACCEPT=1 cargo test …` writes what is found now in their place. The difference is then read, as that of any other file.

use std::path::Path;

/// Whether pinned texts are to be written as they are found.
pub fn is_accepting() -> bool {
    std::env::var_os("GJK_ACCEPT").is_some_and(|value| value == "1")
}

/// Writes a pinned file of this source tree.
pub fn accept(file: impl AsRef<Path>, text: &str) {
    let file = file.as_ref();
    std::fs::write(file, text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    eprintln!("accepted: {}", file.display());
}

/// Fails where a pinned text is not what was found, unless that is accepted.
#[allow(dead_code, reason = "some of the programs that have this file pin other things")]
pub fn assert_pinned(file: &str, pinned: &str, found: &str) {
    match found == pinned {
        true => {}
        false if is_accepting() => accept(file, found),
        false => panic!("{file} is not what was found (GJK_ACCEPT=1 writes it):\n{found}"),
    }
}
