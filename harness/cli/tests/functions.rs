//! Functions that harm their process.
//!
//! This program starts itself. Started with a command of `gjk`, it is a program with such a function, like a user's own
//! program.

#![cfg_attr(not(unix), allow(dead_code, unused_imports))]

use std::path::PathBuf;
use std::process::{Command, ExitCode, Output};
use std::time::Duration;

use gjk::{Answer, Promise};
use gjk_mode::Mode;

/// Names the fault that the function has.
const FAULT: &str = "GJK_TEST_FAULT";

/// A function with this fault, which answers that the bodies meet.
fn with(fault: &str) -> Answer {
    match fault {
        "flushes" => Mode::FLUSHING.set(),
        "panics" => panic!("no \u{1b}[31mred\u{1b}[0m answer"),
        "moves" => std::env::set_current_dir("/").expect("a folder that there is"),
        "ends" => std::process::exit(0),
        "waits" => std::thread::sleep(Duration::from_millis(2_600)),
        _ => {}
    }
    Answer::meeting()
}

fn main() -> ExitCode {
    if let Ok(fault) = std::env::var(FAULT) {
        if fault == "flushed-before" {
            Mode::FLUSHING.set();
        }
        let code = gjk::main_with(|roster| roster.add_function("engine", Promise::Verdict, move |_, _| with(&fault)));
        if std::env::var(FAULT).is_ok_and(|fault| fault == "flushed-before") {
            assert_eq!(Mode::of_this_thread(), Mode::FLUSHING, "the caller's mode is put back");
        }
        return code;
    }
    #[cfg(unix)]
    {
        // As in libtest, a filter that names other tests runs none of these.
        let filters: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
        let tests: [(&str, fn()); 5] = [
            (
                "another_mode_is_told_once_and_changes_no_answer_of_others",
                another_mode_is_told_once_and_changes_no_answer_of_others,
            ),
            (
                "the_text_of_a_panic_is_told_without_its_control_characters",
                the_text_of_a_panic_is_told_without_its_control_characters,
            ),
            ("another_working_folder_does_not_move_the_results", another_working_folder_does_not_move_the_results),
            ("a_program_that_a_function_ends_has_failed", a_program_that_a_function_ends_has_failed),
            ("a_call_that_does_not_come_back_is_told", a_call_that_does_not_come_back_is_told),
        ];
        for (name, test) in
            tests.iter().filter(|(name, _)| filters.is_empty() || filters.iter().any(|filter| name.contains(filter)))
        {
            test();
            println!("test {name} ... ok");
        }
    }
    ExitCode::SUCCESS
}

/// A new folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("functions-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Runs this program with a function of this fault in a folder; returns the output and the folder.
fn gjk(fault: &str, words: &str) -> (Output, PathBuf) {
    let folder = folder(&format!("{fault}-{}", words.split(' ').next().unwrap_or_default()));
    let this = std::env::current_exe().expect("a program");
    let output = Command::new(this).args(words.split(' ')).env(FAULT, fault).current_dir(&folder).output().expect("it starts");
    (output, folder)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The rows of all other variants on the two families with the smallest numbers, and standard error.
fn rows_of_others(fault: &str) -> (Vec<String>, String) {
    let words = "check scale:1:0 scale:1:5 scale:1:6 gap:1:3 gap:1:40 --scalar f64 --json rows.jsonl";
    let (output, folder) = gjk(fault, words);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let rows = std::fs::read_to_string(folder.join("rows.jsonl")).expect("rows");
    (rows.lines().filter(|row| !row.contains("\"engine\"")).map(str::to_owned).collect(), text(&output.stderr))
}

fn another_mode_is_told_once_and_changes_no_answer_of_others() {
    let (usual, silent) = rows_of_others("");
    let (flushed, told) = rows_of_others("flushes");
    assert!(usual.len() > 50 && usual == flushed && silent.is_empty(), "{silent}");
    let line =
        "engine: it leaves another arithmetic behind: it flushes subnormal results to zero, it reads subnormal numbers as zero";
    assert_eq!(
        told.matches(if cfg!(target_arch = "x86_64") { line } else { "engine: it leaves another arithmetic behind: " }).count(),
        1,
        "{told}"
    );
    let (before, told) = rows_of_others("flushed-before");
    assert!(before == usual && told.starts_with("the arithmetic of this program is not the default one: it flushes"), "{told}");
}

fn the_text_of_a_panic_is_told_without_its_control_characters() {
    let (output, _) = gjk("panics", "check gap:1:3 gap:1:4 --scalar f64 --variant engine");
    let told = text(&output.stderr);
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(
        told.starts_with("engine: cases without an answer: 2; the first: its answer to gap:1:3: it panicked: no "),
        "{told}"
    );
    assert!(!told.contains('\u{1b}') && told.contains("red"), "{told}");
}

fn another_working_folder_does_not_move_the_results() {
    let (output, folder) =
        gjk("moves", "study --family gap --cases 4 --scalar f64 --variant engine --part answers --out results");
    let told = text(&output.stderr);
    assert!(output.status.success(), "{told}");
    assert!(folder.join("results/journal.jsonl").exists() && folder.join("results/summary.csv").exists(), "{told}");
    assert!(told.contains("engine: it changes the working folder of the program; the folder was restored"), "{told}");
}

fn a_program_that_a_function_ends_has_failed() {
    let (output, folder) =
        gjk("ends", "study --family gap --cases 4 --scalar f64 --variant engine --part answers --out results");
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("error: engine: it has ended the whole program, by a call of `exit`"), "{told}");
    assert!(!folder.join("results/summary.csv").exists());
}

fn a_call_that_does_not_come_back_is_told() {
    let (output, _) = gjk("waits", "check gap:1:3 --scalar f64 --variant engine");
    let told = text(&output.stderr);
    assert!(told.contains("engine: no answer to gap:1:3 in 2s yet.") && told.contains("`--library engine=FILE`"), "{told}");
}
