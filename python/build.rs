//! Passes the commit of the build to the module, in the spelling of `gjk --version`.

use std::path::Path;
use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn main() {
    let is_clean = || git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|text| text.is_empty());
    let commit = match git(&["rev-parse", "--short=12", "HEAD"]) {
        None => "unknown".to_owned(),
        Some(commit) if is_clean() => commit,
        Some(commit) => commit + "-dirty",
    };
    println!("cargo:rustc-env=GJK_COMMIT={commit}");
    println!("cargo:rerun-if-changed=build.rs");
    if let Some(folder) = git(&["rev-parse", "--absolute-git-dir"]) {
        for name in ["HEAD", "logs/HEAD", "index"] {
            let path = Path::new(&folder).join(name);
            if path.exists() {
                println!("cargo:rerun-if-changed={}", path.display());
            }
        }
    }
}
