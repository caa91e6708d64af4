//! The corpus: inputs from the field, pinned with their coordinates, their sources and their exact answers.
//!
//! Most were reported in a public thread because an implementation answered them wrongly, without end or not at all; some come from
//! the tests of one, or stand beside such a report as the pair that it got right.

use crate::case::Case;
use crate::format::{Reading, read};

/// The case file, as it is in the repository.
const WILD: &str = include_str!("corpus/wild.jsonl");

/// The failures reported in the field, in the order of the file: each with its source and the expected answer.
pub fn wild() -> Vec<Case> {
    wild_reading().cases
}

/// The same with the problems of the file, of which there are none.
pub fn wild_reading() -> Reading {
    read(WILD, "corpus/wild.jsonl")
}
