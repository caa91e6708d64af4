//! Answers that were made elsewhere: what is no answer does not pass, and many are judged in a moment.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of this test's own with a case and these answers to it.
fn folder(name: &str, answers: impl AsRef<[u8]>) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("answers").join(name);
    std::fs::create_dir_all(&folder).expect("a folder for tests");
    let case = r#"{"id":"c","dim":3,"a":{"points":[[0,0,0]]},"b":{"points":[[1,0,0]]}}"#;
    std::fs::write(folder.join("case.jsonl"), case).expect("a file for tests");
    std::fs::write(folder.join("none.jsonl"), "# no case\n").expect("a file for tests");
    std::fs::write(folder.join("answers.jsonl"), answers).expect("a file for tests");
    folder
}

fn gjk(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gjk")).current_dir(folder).args(arguments).output().expect("gjk runs")
}

fn judge(folder: &Path) -> (Option<i32>, String) {
    let run = gjk(folder, &["judge", "case.jsonl", "answers.jsonl", "--deny", "wrong,gave-up"]);
    (run.status.code(), String::from_utf8(run.stderr).expect("UTF-8"))
}

#[test]
fn no_answer_is_an_error() {
    for (name, text) in [("empty", ""), ("comments", "\u{feff}\n  # an answer may follow\n")] {
        let (code, message) = judge(&folder(name, text));
        assert_eq!(code, Some(2), "{name}");
        assert!(message.starts_with("error: answers.jsonl: there is no answer to judge"), "{message}");
    }
    let folder = folder("no-case", r#"{"case":"c","verdict":"apart"}"#);
    for arguments in [&["judge", "none.jsonl", "answers.jsonl"][..], &["check", "none.jsonl"]] {
        let run = gjk(&folder, arguments);
        assert_eq!(run.status.code(), Some(2));
        let message = String::from_utf8(run.stderr).expect("UTF-8");
        assert!(
            message.starts_with("error: none.jsonl: there is no case to judge") || message.contains("answers.jsonl:1: case: ")
        );
    }
}

#[test]
fn a_line_that_is_no_answer_is_named() {
    let repeated = r#"{"case":"c","verdict":"apart","verdict":"intersecting"}"#;
    assert_eq!(judge(&folder("repeated", repeated)), (Some(2), "error: answers.jsonl:1: verdict: repeated field\n".to_owned()));
    let bytes = [b"\xff\n", &br#"{"case":"c","verdict":"apart","distance":1}"#[..]].concat();
    assert_eq!(judge(&folder("bytes", bytes)), (Some(2), "error: answers.jsonl:1: not UTF-8\n".to_owned()));
    let good = "\u{feff}{\"case\":\"c\",\"verdict\":\"apart\",\"distance\":1}\n  # indented\n";
    assert_eq!(judge(&folder("good", good)), (Some(0), String::new()));
}

#[test]
fn many_variants_are_counted_in_linear_time() {
    let line = |i: u32| format!("{{\"case\":\"c\",\"variant\":\"v{i}\",\"verdict\":\"apart\",\"distance\":1}}\n");
    let folder = folder("many", (0..20_000).map(line).collect::<String>());
    let run = gjk(&folder, &["judge", "case.jsonl", "answers.jsonl"]);
    assert!(run.status.success());
    let table = String::from_utf8(run.stdout).expect("UTF-8");
    assert_eq!(table.lines().count(), 20_002, "a head, a line for each variant, and the tolerance");
}

#[test]
fn a_long_name_does_not_widen_the_table() {
    let name = "x".repeat(1_000_000);
    let folder = folder("long", format!(r#"{{"case":"c","variant":"{name}","verdict":"intersecting"}}"#));
    let run = gjk(&folder, &["judge", "case.jsonl", "answers.jsonl"]);
    assert!(run.status.success() && run.stdout.len() < 2_000, "{} bytes", run.stdout.len());
}
