//! The corpus: inputs that are worth keeping, pinned with their coordinates, their sources and their exact answers.
//!
//! Most were reported in a public thread because an implementation answered them wrongly, without end or not at all; some come from
//! the tests of one, or stand beside such a report as the pair that it got right. Those about the penetration depth are overlaps and
//! contacts, each of which tells apart what implementations do.

use crate::case::Case;
use crate::format::{Reading, read};

/// The case files, as they are in the repository.
const WILD: &str = include_str!("corpus/wild.jsonl");
const DEPTH: &str = include_str!("corpus/depth.jsonl");

/// All of the corpus: the failures reported in the field, and then the cases about the depth.
pub fn all() -> Vec<Case> {
    all_reading().cases
}

/// The same with the problems of the files, of which there are none.
pub fn all_reading() -> Reading {
    let (wild, mut depth) = (wild_reading(), depth_reading());
    let mut reading = wild;
    reading.cases.append(&mut depth.cases);
    reading.problems.append(&mut depth.problems);
    reading
}

/// The failures reported in the field, in the order of the file: each with its source and the expected answer.
pub fn wild() -> Vec<Case> {
    wild_reading().cases
}

/// The same with the problems of the file, of which there are none.
pub fn wild_reading() -> Reading {
    read(WILD, "corpus/wild.jsonl")
}

/// Overlaps and contacts with their exact depth, with the source where there is one.
pub fn depth() -> Vec<Case> {
    depth_reading().cases
}

/// The same with the problems of the file, of which there are none.
pub fn depth_reading() -> Reading {
    read(DEPTH, "corpus/depth.jsonl")
}
