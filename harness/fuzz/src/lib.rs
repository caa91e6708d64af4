//! Tests every reader of the harness on mutated inputs.
//!
//! A [`Reader`] accepts any bytes and processes them as the program processes a file. It must neither panic nor hang,
//! and must not use more memory than [`Reader::memory`] allows. The [`Mutator`] makes inputs from seeds, always the
//! same ones; the targets of cargo-fuzz in `fuzz/` call the same functions. `docs/fuzzing.md` describes how to run
//! both, and their findings.

mod memory;
mod mutator;
mod readers;

pub use memory::Counting;
pub use mutator::Mutator;
pub use readers::{READERS, Reader, reader};

use std::path::{Path, PathBuf};

/// The seeds of a reader with their names: the files of its folder, and for a kind of lines its smallest file.
pub fn seeds(reader: &Reader) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(reader.name);
    let files = std::fs::read_dir(&folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a folder that can be read").path()).collect();
    paths.sort();
    let read = |path: PathBuf| (path.clone(), std::fs::read(&path).expect("a file that can be read"));
    let seeds: Vec<(PathBuf, Vec<u8>)> = paths.into_iter().map(read).chain(reader.seed.clone()).collect();
    assert!(!seeds.is_empty(), "{}: no seeds", folder.display());
    seeds
}
