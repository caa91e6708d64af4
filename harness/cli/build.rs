//! Passes the commit, the compiler and the features of the build to the program.

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
    let is_on = |name: &&str| std::env::var_os(format!("CARGO_FEATURE_{}", name.to_uppercase().replace('-', "_"))).is_some();
    let features: Vec<&str> = ["peers", "native-peers"].into_iter().filter(is_on).collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(" ") };
    println!("cargo:rustc-env=GJK_FEATURES={features}");
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
