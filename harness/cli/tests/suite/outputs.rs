//! Files that options name: links are followed, pipes and devices are written to, and text for a reader is written elsewhere.

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::process::{Command, Output};

use crate::common::{ANSWER, CASE, Folder, succeeded};

fn folder(name: &str) -> Folder {
    Folder::new(&format!("outputs/{name}"), &[("case.jsonl", CASE), ("answers.jsonl", ANSWER)])
}

/// The commands that write, each without the name of the file.
const CHECK: [&str; 7] = ["check", "case.jsonl", "--variant", "johnson", "--scalar", "f64", "--json"];
const PROOFS: [&str; 7] = ["check", "case.jsonl", "--variant", "johnson", "--scalar", "f64", "--proofs"];
const JUDGE: [&str; 4] = ["judge", "case.jsonl", "answers.jsonl", "--json"];
const CLAIMS: [&str; 3] = ["claims", "dyn-worked-example", "--json"];
const REPLAY: [&str; 5] = ["replay", "case.jsonl", "--variant", "johnson", "--png"];

impl Folder {
    /// Runs a command with a file to write to.
    fn to(&self, command: &[&str], file: &str) -> Output {
        self.gjk(&[command, &[file]].concat())
    }
}

fn is_json(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    !text.is_empty() && text.lines().all(|line| line.starts_with('{') && line.ends_with('}'))
}

#[test]
fn a_link_stays_and_its_target_is_replaced() {
    for (name, command) in
        [("check", &CHECK[..]), ("proofs", &PROOFS), ("judge", &JUDGE), ("claims", &CLAIMS), ("replay", &REPLAY)]
    {
        let folder = folder(name);
        fs::create_dir(folder.join("there")).expect("a folder");
        fs::write(folder.join("there/target"), "before").expect("a file");
        fs::set_permissions(folder.join("there/target"), PermissionsExt::from_mode(0o600)).expect("permissions");
        symlink("there/second", folder.join("link")).expect("a link");
        symlink("target", folder.join("there/second")).expect("a link to which a link leads");
        symlink("there/new", folder.join("dangling")).expect("a link to nothing");
        for (file, target) in [("link", "there/target"), ("dangling", "there/new")] {
            succeeded(&folder.to(command, file));
            assert!(folder.join(file).is_symlink(), "{name}: {file}");
            let written = fs::read(folder.join(target)).expect("it was written");
            assert!(if name == "replay" { written.starts_with(b"\x89PNG") } else { is_json(&written) }, "{name}: {file}");
        }
        let mode = fs::metadata(folder.join("there/target")).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}: the permissions of the file are kept");
        assert_eq!(fs::read_dir(folder.join("there")).expect("a folder").count(), 3, "{name}: nothing else is left");
    }
}

#[test]
fn a_pipe_is_written_to_and_stays_one() {
    let folder = folder("pipe");
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().expect("mkfifo runs").success());
    symlink("pipe", folder.join("link")).expect("a link");
    for file in ["pipe", "link"] {
        for command in [&CHECK[..], &PROOFS, &JUDGE, &REPLAY] {
            let path = folder.join("pipe");
            let reader = std::thread::spawn(move || {
                let mut bytes = Vec::new();
                File::open(path).and_then(|mut pipe| pipe.read_to_end(&mut bytes)).expect("a pipe is read");
                bytes
            });
            succeeded(&folder.to(command, file));
            let bytes = reader.join().expect("it was read");
            assert!(is_json(&bytes) || bytes.starts_with(b"\x89PNG"), "{command:?}");
            assert!(fs::symlink_metadata(folder.join("pipe")).expect("a pipe").file_type().is_fifo(), "{command:?}");
        }
    }
    assert!(folder.join("link").is_symlink());
}

#[test]
fn a_full_device_is_an_error_that_names_it() {
    // Through a link: if something were replaced, it would be the link.
    let folder = folder("full");
    symlink("/dev/full", folder.join("full")).expect("a link");
    for file in ["full", "none/out.jsonl", "."] {
        let said = folder.refused(&[&CHECK[..], &[file]].concat());
        assert!(said.starts_with(&format!("error: {file}: ")), "{said}");
    }
    assert!(folder.join("full").is_symlink());
}

#[test]
fn text_for_a_reader_is_not_mixed_into_json_output() {
    let folder = folder("streams");
    for (command, table) in
        [(&CHECK[..], "tolerance 64"), (&PROOFS, "tolerance 64"), (&JUDGE, "tolerance 64"), (&REPLAY, "ruling")]
    {
        for name in ["-", "/dev/stdout", "/dev/fd/1"] {
            let run = folder.to(command, name);
            succeeded(&run);
            assert!(is_json(&run.stdout) || run.stdout.starts_with(b"\x89PNG"), "{command:?} {name}");
            assert!(String::from_utf8_lossy(&run.stderr).contains(table), "{command:?} {name}");
        }
        // The same holds if standard output is a file, which is not replaced while it is written to.
        let file = File::create(folder.join("out")).expect("a file");
        let run = folder.command(&[command, &["/dev/stdout"]].concat()).stdout(file).output().expect("gjk runs");
        assert!(String::from_utf8_lossy(&run.stderr).contains(table), "{command:?}");
        let written = fs::read(folder.join("out")).expect("a file");
        assert!(is_json(&written) || written.starts_with(b"\x89PNG"), "{command:?}");
    }
    let both = folder.refused(&[&CHECK[..], &["out.jsonl", "--proofs", "./out.jsonl"]].concat());
    assert!(both.contains("the same file"), "{both}");
}
