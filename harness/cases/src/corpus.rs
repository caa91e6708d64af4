//! The corpus: inputs that are worth keeping, pinned with their coordinates, their sources and their exact answers.
//!
//! Most inputs were reported in a public thread because an implementation answered them wrongly, did not end, or gave
//! no answer. Some come from the tests of an implementation, or accompany such a report as the pair that it got right.
//! The inputs about the penetration depth are overlaps and contacts, and each distinguishes behaviours of
//! implementations. The inputs with a body that moves are casts with their exact times.

use crate::case::Case;
use crate::format::{Reading, read};

/// The case files, as they are in the repository.
const WILD: &str = include_str!("corpus/wild.jsonl");
const DEPTH: &str = include_str!("corpus/depth.jsonl");
const CASTS: &str = include_str!("corpus/casts.jsonl");

/// The whole corpus: the failures reported in the field, followed by the cases about the depth and by the casts.
pub fn all() -> Vec<Case> {
    all_reading().cases
}

/// The whole corpus with the problems of its files; there are no problems.
pub fn all_reading() -> Reading {
    let mut all = wild_reading();
    for mut more in [depth_reading(), casts_reading()] {
        all.cases.append(&mut more.cases);
        all.problems.append(&mut more.problems);
    }
    all
}

/// The failures reported in the field, in the order of the file: each with its source and the expected answer.
pub fn wild() -> Vec<Case> {
    wild_reading().cases
}

/// The failures reported in the field with the problems of their file; there are no problems.
pub fn wild_reading() -> Reading {
    read(WILD, "corpus/wild.jsonl")
}

/// Overlaps and contacts with their exact depth, and with their source if there is one.
pub fn depth() -> Vec<Case> {
    depth_reading().cases
}

/// The cases about the depth with the problems of their file; there are no problems.
pub fn depth_reading() -> Reading {
    read(DEPTH, "corpus/depth.jsonl")
}

/// Casts with the exact time of their first contact, and with their source if there is one.
pub fn casts() -> Vec<Case> {
    casts_reading().cases
}

/// The casts with the problems of their file; there are no problems.
pub fn casts_reading() -> Reading {
    read(CASTS, "corpus/casts.jsonl")
}
