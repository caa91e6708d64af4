//! The programs that are compared: the programs of this tree and of a commit.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use gjk_study::programs::executable;

/// The program that cargo builds from a tree, in the given target folder if there is one. Cargo builds only the parts
/// that have changed.
pub fn program(tree: &Path, target: Option<&Path>) -> Result<PathBuf, String> {
    eprintln!("cargo build --release -p gjk, in {}", tree.display());
    let mut command = Command::new(env!("CARGO"));
    command.args(["build", "--release", "-p", "gjk", "--message-format=json-render-diagnostics"]).current_dir(tree);
    if let Some(target) = target {
        command.env("CARGO_TARGET_DIR", target);
    }
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| format!("{}: {error}", env!("CARGO")))?;
    if !output.status.success() {
        return Err(format!("{}: cargo build --release -p gjk: {}", tree.display(), output.status));
    }
    let file = executable(&String::from_utf8_lossy(&output.stdout), "gjk");
    file.map(PathBuf::from).ok_or_else(|| format!("{}: cargo names no program gjk", tree.display()))
}

/// The program of a commit, in a separate work tree under `target/against`.
pub fn of_commit(root: &Path, commit: &str) -> Result<PathBuf, String> {
    let hash = git(root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{commit}^{{commit}}")])
        .map_err(|_| format!("--against {commit}: git knows no such commit"))?;
    let tree = root.join("target/against").join(hash.get(..12).unwrap_or(&hash));
    if !tree.join("Cargo.toml").exists() {
        // `--force` is needed if git still lists a work tree whose folder was removed with `target`.
        git(root, &["worktree", "add", "--quiet", "--force", "--detach", &tree.to_string_lossy(), &hash])?;
    }
    program(&tree, Some(&tree.join("target")))
}

fn git(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git").arg("-C").arg(root).args(arguments).output();
    let output = output.map_err(|error| format!("git: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    Err(format!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim()))
}
