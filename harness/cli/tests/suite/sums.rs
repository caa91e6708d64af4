//! Experiments whose lines add up: a run that was killed, divided into shards, or merged without its rows gives the same sums.

use std::path::Path;

use crate::common::{Folder, wait_while};

/// Commands of one experiment, each with the file of its lines.
const COMMANDS: [([&str; 3], &str); 2] =
    [(["certify", "--cases", "600"], "certify.jsonl"), (["endure", "--cases", "500"], "endure.jsonl")];

#[test]
fn certify_and_endure_go_on_and_their_shards_come_to_one_run() {
    for (command, file) in COMMANDS {
        let (name, command) = (command[0], &command[..]);
        let scratch = Folder::new(&format!("sums/{name}"), &[]);
        let kept =
            |journal: &'static str, more: &[&'static str]| scratch.printed(&[command, &["--journal", journal], more].concat());
        let printed = kept("whole", &[]);
        assert_eq!(printed, scratch.printed(command), "{name}: with a journal and without one");
        let whole = scratch.files("whole");
        assert!(whole.contains_key(Path::new(file)), "{:?}", whole.keys());
        // Killed when a unit is done.
        let mut child =
            scratch.command(&[command, &["--journal", "killed", "--threads", "1"]].concat()).spawn().expect("a program");
        wait_while(|| scratch.units_done("killed") == 0);
        child.kill().expect("it has not ended");
        child.wait().expect("a child");
        let done = scratch.units_done("killed");
        let run = scratch.gjk(&[command, &["--journal", "killed"]].concat());
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.success() && said.contains(&format!("continuing: {done} of ")), "{said}");
        assert_eq!(String::from_utf8_lossy(&run.stdout), printed, "{name}");
        assert!(scratch.files("killed") == whole, "{name}: to the byte");
        // In shards.
        kept("one", &["--shard", "1/2"]);
        kept("two", &["--shard", "2/2"]);
        assert_ne!(scratch.read(&format!("one/{file}")), scratch.read(&format!("two/{file}")));
        scratch.printed(&["merge", "two", "one", "--out", "merged"]);
        let merged = scratch.files("merged");
        for path in ["journal.jsonl", "study.json", file].map(Path::new) {
            assert!(merged[path] == whole[path], "{name}: {} of two shards", path.display());
        }
        if name == "certify" {
            assert_eq!(scratch.printed(&["certify", "--cases", "0", "--from", "merged/certify.jsonl"]), printed);
            // A journal of both questions is not one of the distance only.
            let of_distance = [command, &["--question", "distance", "--journal", "whole"]].concat();
            assert!(scratch.refused(&of_distance).contains("--fresh"));
            assert!(scratch.files("whole") == whole);
        }
        // Results of another command stay, unless they are replaced with `--fresh`.
        let other: &[&str] = &[name, "--cases", "150", "--journal", "whole"];
        assert!(scratch.refused(other).contains("--fresh"));
        assert!(scratch.files("whole") == whole);
        scratch.printed(&[other, &["--fresh"]].concat());
        assert!(scratch.files("whole") != whole);
    }
}

#[test]
fn tallies_of_continuity_are_those_of_their_shards_and_of_an_archive() {
    let scratch = Folder::new("sums/continuity", &[]);
    let campaign = ["study", "--part", "continuity", "--cases", "150", "--variant", "ericson", "--variant", "johnson"];
    let families = ["--family", "gap", "--family", "parallel-edges", "--family", "touch-vertex-face"];
    let study =
        |out: &'static str, more: &[&'static str]| scratch.printed(&[&campaign[..], &families, &["--out", out], more].concat());
    study("whole", &[]);
    let whole = scratch.files("whole");
    let [tallies, jumps] = ["whole/continuity.csv", "whole/jumps.jsonl"].map(|name| scratch.read(name));
    // One line for each of three families and the corpus, two scalars, two variants and three steps.
    assert!(tallies.lines().count() <= 1 + 4 * 2 * 2 * 3 && jumps.lines().count() > 4, "{tallies}");
    study("one", &["--shard", "1/3"]);
    study("two", &["--shard", "2/3"]);
    study("three", &["--shard", "3/3"]);
    scratch.printed(&["merge", "three", "one", "two", "--out", "merged"]);
    let merged = scratch.files("merged");
    assert_eq!(merged.keys().collect::<Vec<_>>(), whole.keys().collect::<Vec<_>>());
    for (path, bytes) in &whole {
        assert!(merged[path] == *bytes, "{} of three shards", path.display());
    }
    // Without rows, only the journal has the lines.
    scratch.printed(&["merge", "whole", "--summed", "--out", "archive"]);
    assert!(!scratch.join("archive/records").exists());
    scratch.printed(&["report", "whole", "--out", "of-whole"]);
    scratch.printed(&["report", "archive", "--out", "of-archive"]);
    assert!(scratch.files("of-whole") == scratch.files("of-archive"));
}
