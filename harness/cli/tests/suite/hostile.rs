//! Untrusted records: a clear message at once, and no harm.

use std::os::unix::fs::symlink;
use std::process::Command;
use std::time::{Duration, Instant};

use gjk_records::sealed_journal;

use crate::common::{Folder, refused, succeeded};

const TINY: [&str; 6] = ["--cases", "4", "--family", "gap", "--part", "answers"];

fn folder(name: &str) -> Folder {
    Folder::new(&format!("hostile/{name}"), &[])
}

/// The message of a run that is refused at once, which uses little memory and has no effect on a terminal.
fn refused_at_once(folder: &Folder, arguments: &[&str]) -> String {
    let begin = Instant::now();
    // A run that reads endless input fails here, and does not use the memory of the whole machine.
    let line = format!("ulimit -v 4000000; exec '{}' \"$@\"", env!("CARGO_BIN_EXE_gjk"));
    let run = Command::new("timeout").args(["60", "sh", "-c", &line, "sh"]).args(arguments).current_dir(&folder.0).output();
    let run = run.expect("a shell");
    let said = refused(&run);
    assert!(begin.elapsed() < Duration::from_secs(30), "{arguments:?}: {said}");
    for text in [&said, &String::from_utf8_lossy(&run.stdout).into_owned()] {
        let does_more = |letter: char| letter != '\n' && (letter.is_control() || ('\u{202a}'..='\u{202e}').contains(&letter));
        assert!(!text.chars().any(does_more), "{arguments:?}: {text:?}");
    }
    said
}

#[test]
fn paths_that_are_not_files_are_refused_by_report_merge_and_study() {
    let scratch = folder("kinds");
    for shard in ["1/2", "2/2"] {
        let out = format!("shard-{}", &shard[..1]);
        succeeded(&scratch.gjk(&[&["study", "--out", &out, "--shard", shard][..], &TINY].concat()));
    }
    succeeded(&scratch.gjk(&[&["study", "--out", "whole"][..], &TINY].concat()));
    assert!(Command::new("mkfifo").arg(scratch.join("fifo")).status().expect("mkfifo").success());
    for kind in ["/dev/zero", "../fifo", ".."] {
        for (name, commands) in [
            ("shard-1/journal.jsonl", &[&["merge", "shard-1", "shard-2", "--out", "merged"][..]][..]),
            ("whole/journal.jsonl", &[&["report", "whole", "--out", "r"], &["study", "--out", "whole"]]),
            ("whole/study.json", &[&["report", "whole", "--out", "r"]]),
        ] {
            let (path, aside) = (scratch.join(name), scratch.join("aside"));
            std::fs::rename(&path, &aside).expect("it is there");
            symlink(kind, &path).expect("a link");
            for command in commands {
                let more: &[&str] = if command[0] == "study" { &TINY } else { &[] };
                let said = refused_at_once(&scratch, &[command, more].concat());
                assert!(said.contains("is a folder, a device, a pipe or a socket"), "{kind} {name} {command:?}: {said}");
            }
            std::fs::rename(&aside, &path).expect("it was there");
        }
        let kind = kind.trim_start_matches("../");
        if kind != ".." {
            refused_at_once(&scratch, &["report", kind, "--out", "r"]);
        }
    }
    // The rows of a shard.
    let rows = scratch.join("shard-2/records/gap.f64.csv.gz");
    std::fs::remove_file(&rows).expect("they are there");
    symlink("../../fifo", &rows).expect("a link");
    refused_at_once(&scratch, &["merge", "shard-1", "shard-2", "--out", "merged"]);
    assert!(!scratch.join("r").join("summary.md").exists() && !scratch.join("merged").join("journal.jsonl").exists());
}

#[test]
fn unsafe_texts_are_refused_or_escaped_in_every_output() {
    let scratch = folder("texts");
    succeeded(&scratch.gjk(&[&["study", "--out", "whole"][..], &TINY].concat()));
    let journal = scratch.read("whole/journal.jsonl");
    // Sealed again and without the checksums of files, as anyone can write it.
    let mut unsealed = String::new();
    for line in journal.lines() {
        let line = line.rsplit_once(",\"crc32\":").expect("a seal").0;
        unsealed += line.split_once(",\"files\":").map_or(line, |(before, _)| before);
        unsealed += "}\n";
    }
    scratch.write("whole/journal.jsonl", sealed_journal(&unsealed));
    succeeded(&scratch.gjk(&["report", "whole", "--out", "r"]));
    std::fs::remove_dir_all(scratch.join("r")).expect("a report");
    for bad in [
        "\\u001b]0;x\\u0007",
        "\\u009b31m",
        "a\\u202eb",
        "<script>alert(1)</script>",
        "a|b",
        "`x`",
        "[x](javascript:x)",
        "=1+1",
        "@x",
    ] {
        for old in ["\"variant\":\"johnson\"", "\"family\":\"gap\""] {
            let field = old.split('"').nth(1).expect("a field");
            scratch.write("whole/journal.jsonl", sealed_journal(&unsealed.replace(old, &format!("\"{field}\":\"{bad}\""))));
            let said = refused_at_once(&scratch, &["report", "whole", "--out", "r"]);
            assert!(said.contains("whole/journal.jsonl: line ") && said.contains(&format!("field `{field}`")), "{bad}: {said}");
        }
    }
    assert!(!scratch.join("r").join("summary.md").exists());
    // Names of files are escaped as well, since they may hold anything.
    let said = refused_at_once(&scratch, &["report", "a\u{1b}[2Jb"]);
    assert!(said.contains("a\\u{1b}[2Jb"), "{said}");
    let said = refused_at_once(&scratch, &["judge", "a\u{1b}b", "answers.jsonl"]);
    assert!(said.contains("a\\u{1b}b"), "{said}");
    // A command may have any visible characters, and is printed only in its place.
    scratch.write("whole/journal.jsonl", sealed_journal(&unsealed));
    let facts = scratch.read("whole/study.json");
    let end = "\\n| `x` |\\n\\n<b>`";
    let command = facts.replace("-- study", &format!("-- study{end}"));
    assert_ne!(facts, command);
    scratch.write("whole/study.json", command);
    succeeded(&scratch.gjk(&["report", "whole", "--out", "r"]));
    let summary = scratch.read("r/summary.md");
    let line = summary.lines().find(|line| line.starts_with("| command |")).expect("the command");
    assert!(
        line.starts_with("| command | `` cargo run") && line.contains("\\| `x` \\|  <b>`") && line.ends_with("`` |"),
        "{line}"
    );
}

#[test]
fn the_greeting_and_command_of_a_program_are_checked() {
    let scratch = folder("greeting");
    scratch.write("cases.jsonl", crate::common::CASE);
    for (field, text) in [("version", "\\u001b[2J"), ("program", "<b>"), ("version", "=1"), ("title", "a\\u202eb")] {
        let other = if field == "program" { "" } else { "\"program\":\"test\"," };
        scratch
            .write("program.sh", format!("echo '{{{other}\"{field}\":\"{text}\"}}'; cat >/dev/null\n").replace('\\', "\\\\"));
        let said = refused_at_once(&scratch, &["check", "cases.jsonl", "--program", "test=sh program.sh"]);
        assert!(said.contains(&format!("what the program says of itself: {field}: ")), "{said}");
    }
    let run = scratch.gjk(&["check", "cases.jsonl", "--program", "test=sh \u{1b}"]);
    assert!(refused(&run).contains("the command has control characters"), "{run:?}");
}

#[test]
fn a_case_and_a_robot_name_regular_files() {
    let scratch = folder("named");
    symlink("/dev/zero", scratch.join("zero.obj")).expect("a link");
    assert!(Command::new("mkfifo").arg(scratch.join("fifo.obj")).status().expect("mkfifo").success());
    for (name, kind) in [("/dev/zero", "a device"), ("zero.obj", "a device"), ("fifo.obj", "a pipe")] {
        scratch.write(
            "cases.jsonl",
            crate::common::CASE.replacen("\"points\":[[0,0,0]]", &format!(r#""mesh":{{"file":"{name}"}}"#), 1),
        );
        let said = refused_at_once(&scratch, &["check", "cases.jsonl"]);
        assert!(said.contains("cases.jsonl:1: a.mesh.file: ") && said.contains(kind), "{name}: {said}");
        let link = |filename: &str, link: &str| {
            format!(r#"<link name="{link}"><collision><geometry><mesh filename="{filename}"/></geometry></collision></link>"#)
        };
        scratch.write("robot.urdf", format!("<robot>{}{}</robot>", link(name, "a"), link(name, "b")));
        let said = refused_at_once(&scratch, &["check", "robot.urdf"]);
        assert!(said.contains("robot.urdf:1: <mesh>: ") && said.contains(kind), "{name}: {said}");
    }
}

#[test]
fn a_path_on_the_command_line_may_not_be_an_endless_device() {
    let scratch = folder("given");
    symlink("/dev/zero", scratch.join("zero.stl")).expect("a link");
    symlink("/dev/urandom", scratch.join("random.urdf")).expect("a link");
    for path in ["/dev/zero", "/dev/urandom", "/dev/full", "zero.stl", "random.urdf"] {
        let said = refused_at_once(&scratch, &["check", path]);
        assert!(said.contains(path) && said.contains("it is a device"), "{path}: {said}");
    }
    let said = refused_at_once(&scratch, &["check", "/dev/null"]);
    assert!(!said.contains("device, which"), "{said}");
    // A pipe is read like standard input, also for a mesh.
    scratch.write("case.jsonl", crate::common::CASE);
    scratch.write("bodies.obj", "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no b\nv 0 0 1\nv 1 0 1\nv 0 1 1\nf 4 5 6\n");
    assert!(Command::new("mkfifo").arg(scratch.join("pipe.obj")).status().expect("mkfifo").success());
    let gjk = env!("CARGO_BIN_EXE_gjk");
    for line in [
        "cat case.jsonl | GJK check -",
        "cat case.jsonl | GJK check /dev/stdin",
        "GJK check /dev/stdin <case.jsonl",
        "cat bodies.obj >pipe.obj & GJK check pipe.obj",
    ] {
        let line = line.replace("GJK", gjk);
        let run = Command::new("timeout").args(["60", "sh", "-c", &line]).current_dir(&scratch.0).output().expect("a shell");
        assert!(succeeded(&run).contains("right"), "{line}");
    }
    let line = format!("{gjk} check - </dev/zero");
    let run =
        Command::new("timeout").args(["60", "sh", "-c", &format!("ulimit -v 4000000; {line}")]).output().expect("a shell");
    assert!(refused(&run).contains("standard input: it is a device"), "{run:?}");
}

#[test]
fn a_robot_has_no_more_pairs_than_a_bound_and_each_is_found_by_its_name() {
    let scratch = folder("pairs");
    let robot = |links: usize, spheres: usize| {
        let sphere = r#"<collision><geometry><sphere radius="1"/></geometry></collision>"#.repeat(spheres);
        let link = |i| format!(r#"<link name="l{i}">{sphere}</link>"#);
        format!("<robot>{}</robot>", (0..links).map(link).collect::<String>())
    };
    scratch.write("large.urdf", robot(20_000, 1));
    let said = refused_at_once(&scratch, &["check", "large.urdf"]);
    assert!(said.contains("its 20000 bodies make more than 500000 pairs; choose one with large.urdf#A--B"), "{said}");
    let run = scratch.gjk(&["check", "large.urdf#l19999--l7", "--variant", "johnson", "--scalar", "f64"]);
    assert!(succeeded(&run).contains("right"), "{run:?}");
    let said = refused_at_once(&scratch, &["check", "large.urdf#l19999--l77777"]);
    assert!(said.contains("there is no pair `l19999--l77777`") && said.contains("did you mean `l19999--l7777`?"), "{said}");
    let said = refused_at_once(&scratch, &["check", "large.urdf#l1--l1"]);
    assert!(said.contains("there is no pair `l1--l1`"), "{said}");
    scratch.write("parts.urdf", robot(2, 1000));
    let said = refused_at_once(&scratch, &["check", "parts.urdf"]);
    assert!(said.contains("the collision elements of l0 and l1 make more than 500000 pairs, and each is judged"), "{said}");
}
