//! Tells the program which commit and compiler it was built from.

use std::path::Path;
use std::process::Command;

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn main() {
    let commit = output("git", &["rev-parse", "--short=12", "HEAD"]).map_or_else(
        || "unknown".to_owned(),
        |commit| {
            let clean = output("git", &["status", "--porcelain", "--untracked-files=no"]).is_some_and(|text| text.is_empty());
            if clean { commit } else { format!("{commit}-dirty") }
        },
    );
    let compiler = std::env::var("RUSTC").ok().and_then(|rustc| output(&rustc, &["--version"])).unwrap_or_default();
    println!("cargo:rustc-env=GJK_COMMIT={commit}");
    println!("cargo:rustc-env=GJK_COMPILER={compiler}");
    println!("cargo:rerun-if-changed=build.rs");
    // The commit changes with HEAD and with the branch that it names; without a repository there is nothing to watch.
    if let Some(directory) = output("git", &["rev-parse", "--absolute-git-dir"]) {
        for name in ["HEAD", "logs/HEAD", "index"] {
            let path = Path::new(&directory).join(name);
            if path.exists() {
                println!("cargo:rerun-if-changed={}", path.display());
            }
        }
    }
}
