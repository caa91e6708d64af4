//! Campaigns: the same bytes with any interruption and any division, and a clear message otherwise.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Output};
use std::time::{Duration, Instant};

use crate::accept::assert_pinned;
use crate::common::{Folder, refused, succeeded, wait_while};

fn folder(name: &str) -> Folder {
    Folder::new(&format!("campaigns/{name}"), &[])
}

impl Folder {
    /// Runs a study into a folder.
    fn study(&self, out: &str, campaign: &[&str], more: &[&str]) -> Output {
        self.gjk(&[&["study", "--out", out], campaign, more].concat())
    }

    fn begin(&self, out: &str, campaign: &[&str]) -> Child {
        self.command(&[&["study", "--out", out], campaign].concat()).spawn().expect("the program is there")
    }
}

/// A small campaign of the parts with the same results on every machine.
const SMALL: [&str; 6] = ["--cases", "70", "--family", "needle", "--part", "answers,loops"];

/// The same campaign with fewer figures: a figure takes longer to draw than its cases to judge.
const QUICK: [&str; 7] = ["--cases", "70", "--family", "needle", "--part", "answers,loops", "--quick"];

/// The checksums of its rows, with or without optimisation, on every machine whose floats are IEEE.
///
/// They change with the answers of a variant, a truth or the columns. Then `cargo test` and `cargo test --release` must give
/// the same new ones.
const ROWS: &str = include_str!("rows.txt");

/// The units of a journal that have rows, each with the checksum of these.
fn rows(journal: &str) -> String {
    let lines = journal.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let checksums = lines.filter_map(|line| {
        let unit = line["unit"].as_str()?.strip_prefix("needle/")?;
        Some(format!("{unit} {}\n", line["rows"]["crc32"].as_str()?))
    });
    checksums.collect()
}

/// Asserts that both have the same files with the same bytes.
fn assert_same(one: &BTreeMap<PathBuf, Vec<u8>>, other: &BTreeMap<PathBuf, Vec<u8>>, what: &str) {
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>(), "{what}");
    for (path, bytes) in one {
        assert!(other[path] == *bytes, "{what}: {} differs", path.display());
    }
}

#[test]
fn threads_and_vector_instructions_and_shards_change_no_byte() {
    let scratch = folder("bytes");
    succeeded(&scratch.study("one", &SMALL, &["--threads", "1"]));
    let one = scratch.files("one");
    assert!(one.len() > 20 && one.contains_key(Path::new("records/needle.f64.csv.gz")), "{:?}", one.keys());
    let journal = String::from_utf8(one[Path::new("journal.jsonl")].clone()).expect("JSON");
    assert_pinned(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/rows.txt"), ROWS, &rows(&journal));
    for (name, more) in [("sixteen", &["--threads", "16"][..]), ("plain", &["--threads", "2", "--no-simd"])] {
        succeeded(&scratch.study(name, &SMALL, more));
        assert_same(&one, &scratch.files(name), name);
    }
    let names: Vec<String> = (1..=7).map(|shard| format!("shard-{shard}")).collect();
    for (shard, name) in (1..).zip(&names) {
        succeeded(&scratch.study(name, &SMALL, &["--shard", &format!("{shard}/7")]));
    }
    // In any order.
    let mut folders: Vec<&str> = names.iter().rev().map(String::as_str).collect();
    let merge = |folders: &[&str]| scratch.gjk(&[&["merge", "--out", "merged"], folders].concat());
    succeeded(&merge(&folders));
    assert_same(&one, &scratch.files("merged"), "7 shards");

    let without = refused(&merge(&folders[1..]));
    assert!(without.contains("missing: shard 7/7"), "{without}");
    folders.push("shard-3");
    let twice = refused(&merge(&folders));
    assert!(twice.contains("shard 3/7 is there twice: shard-3 and shard-3"), "{twice}");
    folders.pop();
    succeeded(&scratch.study("shard-4", &SMALL, &["--shard", "4/7", "--seed", "2", "--fresh"]));
    let other = refused(&merge(&folders));
    assert!(other.contains("shard-4: belongs to another campaign") && other.contains("seed: 1 here, 2 there"), "{other}");
    scratch.write("shard-2/records/damaged", "");
    let times = refused(&scratch.study("times", &["--part", "times"], &["--shard", "1/2"]));
    assert!(times.contains("times are measured by one process alone"), "{times}");
}

#[test]
fn a_killed_campaign_continues_where_it_stopped() {
    let scratch = folder("killed");
    succeeded(&scratch.study("whole", &QUICK, &[]));
    let (whole, mut kills) = (scratch.files("whole"), 0);
    let begin = Instant::now();
    // The run is killed each time one more unit is done.
    loop {
        let before = scratch.units_done("killed");
        let mut child = scratch.begin("killed", &QUICK);
        while scratch.units_done("killed") <= before && child.try_wait().expect("a child").is_none() {
            assert!(begin.elapsed() < Duration::from_secs(300), "nothing is done any more");
            std::thread::sleep(Duration::from_millis(2));
        }
        if child.try_wait().expect("a child").is_some_and(|status| status.success()) {
            break;
        }
        let _ = child.kill();
        let output = child.wait_with_output().expect("a child");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(before == 0 || said.contains(&format!("continuing: {before} of")), "{before}: {said}");
        kills += 1;
        if kills == 1 {
            // A torn line, whether or not this kill has torn one.
            let journal = std::fs::OpenOptions::new().append(true).open(scratch.join("killed/journal.jsonl"));
            journal.expect("a journal").write_all(b"{\"unit\":\"torn").expect("a line");
        }
        // An unfinished campaign is neither a study nor a shard.
        let report = scratch.refused(&["report", "killed", "--out", "report"]);
        assert!(report.contains("killed: the campaign is not finished: continue it with the same command"), "{report}");
        let merged = scratch.refused(&["merge", "killed", "--out", "merged"]);
        assert!(merged.contains("units are done; continue with"), "{merged}");
        let other = refused(&scratch.study("killed", &QUICK, &["--seed", "2"]));
        assert!(other.contains("holds an unfinished campaign") && other.contains("seed: 2 here, 1 there"), "{other}");
    }
    assert!(kills >= 3, "{kills}");
    assert_same(&whole, &scratch.files("killed"), "killed");
    scratch.printed(&["report", "killed", "--out", "report"]);
    for name in ["summary.csv", "failures.csv", "figures/heatmap-f64.csv"] {
        assert_eq!(std::fs::read(scratch.join("report").join(name)).ok(), whole.get(Path::new(name)).cloned(), "{name}");
    }
}

#[test]
fn two_runs_in_one_folder_are_one_too_many() {
    let scratch = folder("two");
    let campaign = ["--cases", "1000", "--part", "answers"];
    let mut child = scratch.begin("out", &campaign);
    wait_while(|| scratch.units_done("out") == 0);
    let said = refused(&scratch.study("out", &campaign, &[]));
    assert!(said.contains("another process runs a campaign in this folder"), "{said}");
    child.kill().expect("it runs");
    child.wait().expect("a child");
    // The lock ended with its process.
    let other = refused(&scratch.study("out", &campaign, &["--rows", "failures"]));
    assert!(other.contains("rows: \"failures\" here, \"all\" there"), "{other}");
}

#[test]
fn an_older_report_does_not_pass_for_a_new_campaigns() {
    let scratch = folder("older");
    succeeded(&scratch.study("out", &QUICK, &[]));
    let mut child = scratch.begin("out", &["--cases", "5000", "--part", "answers", "--fresh"]);
    wait_while(|| scratch.join("out/summary.csv").exists() || scratch.units_done("out") == 0);
    child.kill().expect("it runs");
    child.wait().expect("a child");
    let left: Vec<PathBuf> = scratch.files("out").into_keys().collect();
    assert_eq!(left.iter().map(|path| path.to_string_lossy()).collect::<Vec<_>>(), [".rows", "columns.md", "journal.jsonl"]);
}

#[test]
fn hulls_are_not_taken_for_a_family() {
    let scratch = folder("hulls");
    let hull = [1_u32.to_le_bytes(), 0_f32.to_le_bytes(), 0_f32.to_le_bytes(), 0_f32.to_le_bytes()].concat();
    scratch.write("needle.bin", [&hull[..], &hull].concat());
    let said = refused(&scratch.study("out", &SMALL, &["--hulls", "needle.bin"]));
    assert!(said.contains("needle.bin: there is already a family `needle`"), "{said}");
}

#[test]
fn an_archive_without_rows_gives_the_same_tables() {
    let scratch = folder("archive");
    let chosen = ["--family", "gap", "--family", "resting", "--variant", "ericson", "--variant", "muratori", "--scalar", "f32"];
    succeeded(&scratch.study("whole", &["--cases", "200", "--part", "answers,loops,times,traces", "--quick"], &chosen));
    scratch.printed(&["merge", "whole", "--out", "archive", "--summed"]);
    scratch.printed(&["report", "whole", "--out", "of-whole"]);
    scratch.printed(&["report", "archive", "--out", "of-archive"]);
    let whole = scratch.files("of-whole");
    assert!(whole.len() > 10);
    assert_same(&whole, &scratch.files("of-archive"), "archive");
    let archive = scratch.files("archive");
    assert!(!scratch.join("archive/records").exists() && archive.contains_key(Path::new("journal.jsonl.gz")));
    assert!(archive.values().map(Vec::len).sum::<usize>() < 2_000_000);
}
