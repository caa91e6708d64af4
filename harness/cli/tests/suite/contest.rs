//! The contest of a study, in one process and in several.

use std::path::Path;

use gjk_records::{Duel, parse_lines};

use crate::common::Folder;

const CONTEST: [&str; 9] = ["study", "--quick", "--part", "duel", "--scalar", "f64", "--variant", "ericson", "--variant"];

fn lines(text: &str) -> Vec<Duel> {
    parse_lines(text.as_bytes(), Path::new("duel.jsonl")).expect("lines of a contest")
}

#[test]
fn several_processes_measure_the_same_as_one_and_the_table_says_so() {
    let folder = Folder::new("contest", &[]);
    folder.printed(&[&CONTEST[..], &["signed-volumes", "--processes", "2", "--out", "out"]].concat());
    let several = lines(&folder.read("out/duel.jsonl"));
    // The lines that one of them prints.
    let one = lines(&folder.printed(&[&CONTEST[..], &["signed-volumes", "--lines", "--out", "nowhere"]].concat()));
    assert!(!folder.join("nowhere").exists());
    assert!(several.len() == one.len() && one.len() > 50, "{} and {}", several.len(), one.len());
    for (several, one) in several.iter().zip(&one) {
        assert_eq!((&several.variant, &several.gap, several.timed), (&one.variant, &one.gap, one.timed));
        assert_eq!((several.process_ns.len(), one.process_ns.len()), (2, 0), "{}", one.variant);
    }
    let table = folder.read("out/duel.md");
    assert!(table.contains("of medians of 2 processes") && table.contains(" from one process to another: "), "{table}");
    // The command that gives the same results.
    assert!(table.contains(" --processes 2`"), "{table}");
}

#[test]
fn processes_without_a_contest_are_refused() {
    let folder = Folder::new("no-contest", &[]);
    for chosen in [["--part", "answers"], ["--family", "gap"]] {
        let said = folder.refused(&[&["study", "--processes", "3", "--out", "out"], &chosen[..]].concat());
        assert!(said.contains("--processes") && said.contains("`duel`"), "{said}");
    }
    let said = folder.refused(&["study", "--processes", "0"]);
    assert!(said.contains("--processes"), "{said}");
    assert!(!folder.join("out").exists());
}
