//! The libraries, as a program in C uses them. Without a compiler for C nothing is tested, and a line says so.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The output of a command that succeeds.
fn output(command: &mut Command) -> String {
    let done = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{command:?}: {}\n{errors}", done.status);
    String::from_utf8(done.stdout).expect("text")
}

fn is_there(compiler: &str) -> bool {
    Command::new(compiler).arg("--version").output().is_ok_and(|done| done.status.success())
}

/// The folder of the libraries. Cargo does not build them for a test, since the test does not link them.
fn built() -> PathBuf {
    let program = std::env::current_exe().expect("this program");
    let folder = program.parent().and_then(Path::parent).expect("the folder of the profile");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--lib", "--offline", "--quiet", "--target-dir"]).arg(folder.parent().expect("the target folder"));
    if folder.ends_with("release") {
        cargo.arg("--release");
    }
    output(cargo.current_dir(env!("CARGO_MANIFEST_DIR")));
    folder.to_owned()
}

#[test]
fn programs_in_c_get_the_same_answers_from_both_libraries() {
    if cfg!(windows) || !is_there("cc") {
        println!("left out: there is no cc, or it is not that of Unix");
        return;
    }
    let folder = built();
    let shared = folder.join(format!("libgjk_certified.{}", if cfg!(target_os = "macos") { "dylib" } else { "so" }));
    let expected = [include_str!("every.txt"), "1.1180339887498949 apart, between 1.1180339887498947 and 1.1180339887498951\n"];
    for (source, expected) in ["tests/every.c", "example.c"].iter().zip(expected) {
        for library in [folder.join("libgjk_certified.a"), shared.clone()] {
            let program = folder.join("library-in-c");
            let mut cc = Command::new("cc");
            cc.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I.", source]).arg(&library);
            cc.args(["-lpthread", "-ldl", "-lm", "-o"]).arg(&program);
            output(cc.current_dir(env!("CARGO_MANIFEST_DIR")));
            let found = output(&mut Command::new(&program));
            assert!(found.starts_with(expected), "{source} with {}:\n{found}", library.display());
            assert!(*source == "example.c" || found == expected, "{source} with {}:\n{found}", library.display());
        }
    }
}

#[test]
fn the_header_is_one_of_c_plus_plus_as_well() {
    if cfg!(windows) || !is_there("c++") {
        println!("left out: there is no c++, or it is not that of Unix");
        return;
    }
    let mut cc = Command::new("c++");
    cc.args(["-std=c++11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", "-x", "c++", "gjk_certified.h"]);
    // A header that is compiled by itself has no main file.
    cc.arg("-Wno-pragma-once-outside-header");
    output(cc.current_dir(env!("CARGO_MANIFEST_DIR")));
}
