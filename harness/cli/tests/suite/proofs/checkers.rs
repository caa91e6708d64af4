//! The two programs that check proofs, if they can run.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use crate::common::Folder;

const VALIDATOR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../validate.py");
const BUILD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../proved/build.sh");

/// The text that a checker prints, and its exit code.
pub type Printed = (String, Option<i32>);

fn printed(run: Output) -> Printed {
    (String::from_utf8([run.stdout, run.stderr].concat()).expect("UTF-8"), run.status.code())
}

/// The interpreter itself, as the one in the path may be a script that searches for it at each start.
fn python() -> Option<&'static str> {
    static PROGRAM: OnceLock<Option<String>> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| {
        let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        let Ok(found) = asked else {
            eprintln!("skipped: there is no python3 to run validate.py");
            return None;
        };
        assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
        Some(String::from_utf8(found.stdout).expect("UTF-8").trim().to_owned())
    });
    program.as_deref()
}

/// The result of `validate.py`; `None` if there is no Python.
pub fn validated(proofs: &Path, cases: Option<&Path>) -> Option<Printed> {
    let run = Command::new(python()?).arg(VALIDATOR).arg(proofs).args(cases).output();
    Some(printed(run.expect("python3 runs")))
}

/// The result of the proved checker, built for these tests; `None` if there is no OCaml with Zarith.
pub fn proved(proofs: &Path) -> Option<Printed> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| {
        if !Command::new("ocamlfind").args(["query", "zarith"]).output().is_ok_and(|run| run.status.success()) {
            eprintln!("skipped: there is no OCaml with Zarith to build harness/proved");
            return None;
        }
        let folder = Folder::shared().join("proved");
        let build = Command::new("sh").arg(BUILD).arg(&folder).output().expect("sh runs");
        assert!(build.status.success(), "{}", String::from_utf8_lossy(&build.stderr));
        Some(folder.join("check"))
    });
    let program = program.as_ref()?;
    Some(printed(Command::new(program).arg(proofs).output().expect("the checker runs")))
}

/// The result of each available checker, with its name.
pub fn checked(proofs: &Path) -> Vec<(&'static str, String, Option<i32>)> {
    let found = [("validate.py", validated(proofs, None)), ("the proved checker", proved(proofs))];
    found.into_iter().filter_map(|(name, found)| found.map(|(text, code)| (name, text, code))).collect()
}
