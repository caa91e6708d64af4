//! No command replaces results of another plan without `--fresh`.

use std::path::Path;

use crate::common::{Folder, wait_while};

/// A small campaign with additional arguments.
fn study<'a>(out: &'a str, change: &[&'a str]) -> Vec<&'a str> {
    [&["study", "--cases", "20", "--family", "gap", "--part", "answers", "--scalar", "f32", "--out", out], change].concat()
}

#[test]
fn a_finished_study_is_replaced_by_one_of_the_same_plan_alone() {
    let scratch = Folder::new("replaced/study", &[]);
    scratch.printed(&study("out", &[]));
    let before = scratch.files("out");
    let said = scratch.refused(&study("out", &["--seed", "2"]));
    for part in ["out: holds the results of another campaign", "seed: 2 here, 1 there", "--out", "--fresh"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(scratch.refused(&study("out", &["--shard", "1/2"])).contains("shard: 1/2 here, 1/1 there"));
    assert!(scratch.files("out") == before, "nothing was touched");
    scratch.printed(&study("out", &[]));
    assert!(scratch.files("out") == before, "the same plan gives the same");
    scratch.printed(&study("out", &["--seed", "2", "--fresh"]));
    assert!(scratch.files("out") != before);
}

#[test]
fn a_quick_look_has_a_folder_of_its_own_and_says_where_it_writes() {
    let scratch = Folder::new("replaced/quick", &[]);
    let run = scratch.gjk(&["study", "--quick", "--family", "gap", "--part", "answers"]);
    assert!(run.status.success());
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(said.starts_with("writing to reports/quick\n"), "{said}");
    assert!(scratch.join("reports/quick/summary.md").exists() && !scratch.join("reports/out").exists());
}

#[test]
fn shards_are_put_together_in_none_of_them() {
    let scratch = Folder::new("replaced/shard", &[]);
    for (name, shard) in [("one", "1/2"), ("two", "2/2")] {
        scratch.printed(&study(name, &["--shard", shard]));
    }
    let before = ["one", "two"].map(|name| scratch.files(name));
    let mut places = vec!["one".to_owned(), "two/../one".to_owned(), "./two/".to_owned()];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(scratch.join("two"), scratch.join("link")).expect("a link");
        places.push("link".to_owned());
    }
    for out in &places {
        for fresh in [&[][..], &["--fresh"]] {
            let said = scratch.refused(&[&["merge", "one", "two", "--out", out], fresh].concat());
            assert!(said.contains("is one of the shards to be merged"), "{out}: {said}");
        }
    }
    assert!(["one", "two"].map(|name| scratch.files(name)) == before, "nothing was touched");
}

#[test]
fn shards_are_put_together_over_nothing_but_the_same_plan() {
    let scratch = Folder::new("replaced/merge", &[]);
    for (name, shard) in [("one", "1/2"), ("two", "2/2")] {
        scratch.printed(&study(name, &["--shard", shard]));
    }
    let merge = |more: &[&'static str]| [&["merge", "one", "two", "--out", "out"], more].concat();
    // Over the results of another seed.
    scratch.printed(&study("out", &["--seed", "2"]));
    scratch.write("out/notes.txt", "mine");
    let before = scratch.files("out");
    let said = scratch.refused(&merge(&[]));
    assert!(said.contains("out: holds the results of another campaign") && said.contains("--fresh"), "{said}");
    assert!(scratch.files("out") == before, "nothing was touched");
    scratch.printed(&merge(&["--fresh"]));
    let merged = scratch.files("out");
    assert_eq!(merged[Path::new("notes.txt")], b"mine");
    scratch.printed(&study("whole", &[]));
    let mut whole = scratch.files("whole");
    whole.insert("notes.txt".into(), b"mine".to_vec());
    assert!(merged == whole, "to the byte what one run gives: {:?} {:?}", merged.keys(), whole.keys());
    scratch.printed(&merge(&[]));
    assert!(scratch.files("out") == whole, "the same plan takes its place");
    // Over an unfinished campaign, of any plan.
    let campaign = ["study", "--cases", "5000", "--family", "gap", "--part", "answers", "--out", "running"];
    let mut child = scratch.command(&campaign).spawn().expect("it runs");
    wait_while(|| !scratch.join("running/journal.jsonl").exists());
    child.kill().expect("it runs");
    child.wait().expect("a child");
    let said = scratch.refused(&["merge", "one", "two", "--out", "running"]);
    assert!(said.contains("running: holds an unfinished campaign"), "{said}");
}

#[test]
fn a_report_is_not_drawn_over_that_of_a_campaign() {
    let scratch = Folder::new("replaced/report", &[]);
    scratch.printed(&study("one", &[]));
    scratch.printed(&study("two", &["--seed", "2"]));
    let before = scratch.files("one");
    for records in [&["two"][..], &["one", "two"]] {
        let said = scratch.refused(&[&["report", "--out", "one"], records].concat());
        assert!(said.contains("one: holds a campaign, whose tables and figures would be replaced"), "{said}");
    }
    assert!(scratch.files("one") == before, "nothing was touched");
    // The figures of its own campaign are drawn again.
    scratch.printed(&["report", "one", "--out", "one"]);
    assert!(scratch.files("one") == before);
}

#[test]
fn a_file_of_rows_that_is_gone_or_shorter_is_noticed() {
    let scratch = Folder::new("replaced/rows", &[]);
    scratch.printed(&study("out", &["--shard", "1/1"]));
    let rows = "out/records/gap.f32.csv.gz";
    let whole = std::fs::read(scratch.join(rows)).expect("rows");
    scratch.printed(&["report", "out", "--out", "report"]);
    scratch.write(rows, &whole[1..]);
    for _ in 0..2 {
        let said = scratch.refused(&["report", "out", "--out", "report"]);
        assert!(said.contains("gap.f32.csv.gz: is missing, or is not as long as it was"), "{said}");
        let said = scratch.refused(&["merge", "out", "--out", "merged"]);
        assert!(said.contains("gap.f32.csv.gz"), "{said}");
        let _ = std::fs::remove_file(scratch.join(rows));
    }
}
