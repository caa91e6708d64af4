//! A hunt that is ended by Ctrl-C, and one whose findings do not fit the disk.

use std::process::Command;
use std::time::Duration;

use crate::common::{Folder, refused, wait_while};

/// The number of cases in a file, none of them refused.
fn cases(folder: &Folder, file: &str) -> usize {
    folder.printed(&["check", file, "--variant", "johnson", "--scalar", "exact", "--json", "-"]).lines().count()
}

#[test]
fn what_was_found_before_an_interrupt_is_printed_and_saved() {
    let folder = Folder::new("interrupt/ctrl-c", &[]);
    let hunt = ["hunt", "--variant", "linahan-three-plane", "--scalar", "exact", "--budget", "3600s", "--save", "found.jsonl"];
    let child = folder.command(&hunt).spawn().expect("gjk runs");
    // The file is made just before the search begins.
    wait_while(|| !folder.join("found.jsonl").exists());
    std::thread::sleep(Duration::from_secs(2));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(kill.success(), "it ended by itself");
    let run = child.wait_with_output().expect("it ends");
    let (text, messages) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert_eq!(run.status.code(), Some(130), "{messages}");
    assert!(messages.starts_with("interrupted: "), "{messages}");
    assert!(text.contains("The same again: --seed 1 --cases "), "{text}");
    assert!(text.contains("gjk replay found.jsonl#linahan-three-plane-exact-"), "{text}");
    assert!(cases(&folder, "found.jsonl") > 0);
}

#[test]
fn half_a_line_is_never_left_behind() {
    let folder = Folder::new("interrupt/full", &[]);
    // Without a line feed at its end, and of 400 bytes.
    let mut before = r#"{"id":"c","dim":3,"a":{"points":[[0,0,0]]},"b":{"points":[[1,0,0]]},"note":""#.to_owned();
    before.push_str(&"x".repeat(400 - before.len() - 2));
    before.push_str("\"}");
    folder.write("found.jsonl", &before);
    // A file may have one block of 512 bytes, or of 1024; what is found takes more.
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    let hunt = "hunt --variant linahan-three-plane --scalar exact --cases 200000 --save found.jsonl".split(' ');
    let mut command = Command::new("sh");
    command.current_dir(&folder.0).args(["-c", limited, env!("CARGO_BIN_EXE_gjk")]).args(hunt);
    let run = command.output().expect("sh runs");
    let messages = refused(&run);
    assert!(messages.starts_with("error: found.jsonl: ") && messages.contains("is as it was before"), "{messages}");
    assert_eq!(folder.read("found.jsonl"), before);
    // What was found is printed all the same, with the cases themselves.
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(text.contains("echo '{\"id\":") && !text.contains("found.jsonl#"), "{text}");
    assert_eq!(cases(&folder, "found.jsonl"), 1);
}
