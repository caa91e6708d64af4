//! The commands that are timed, and the files that they read and write.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

use gjk_study::programs::{Usage, does_not_know};

use crate::process::run;

/// A command of the command line. `{cases}` is a file of cases, `{study}` is a study made by the same program, and
/// `{out}` is a new folder.
pub struct Command {
    pub name: &'static str,
    pub words: &'static str,
}

/// Families in space and in the plane, with hulls of up to 1,024 points, and easy and degenerate cases; with 100 cases
/// each, they are 2,000 cases.
const FAMILIES: &str = "generic boxes-aligned boxes-rotated parallel-edges touch-vertex-vertex touch-edge-edge touch-vertex-face gap \
    shallow posed raw-doubles needle flat sliver coplanar duplicates offset smooth generic-2d gap-2d";

/// Each command with its arguments, and with its arguments in a test.
const COMMANDS: [(&str, &str, &str); 11] = [
    ("check-all-scalars", "check {cases}", "check {cases}"),
    ("check-f64", "check {cases} --scalar f64", "check {cases} --scalar f64"),
    ("check-one-variant", "check {cases} --variant ericson", "check {cases} --variant ericson"),
    ("study", "study --quick --out {out}", "study --quick --part answers --family gap --cases 4 --out {out}"),
    ("certify", "certify --cases 10000", "certify --cases 20"),
    ("certify-distance", "certify --cases 10000 --question distance", "certify --cases 20 --question distance"),
    // Cheap claims: all claims in full take half an hour.
    ("claims", "claims dyn-worked-example gao-monotone mpr-least", "claims dyn-worked-example"),
    ("claims-quick", "claims --quick", "claims --quick dyn-worked-example"),
    ("hunt", "hunt --cases 500", "hunt --cases 10 --variant johnson-gilbert-foo"),
    ("generate", "generate all --cases 2000", "generate all --cases 1"),
    ("report", "report {study} --out {out}", "report {study} --out {out}"),
];

/// All commands; in a test, on the smallest inputs.
pub fn commands(test: bool) -> Vec<Command> {
    COMMANDS.map(|(name, words, of_test)| Command { name, words: if test { of_test } else { words } }).into()
}

/// The folder of all files that the runs read and write. It is removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    /// A new folder in the folder `target` that contains the program.
    pub fn new(program: &Path) -> Result<Folder, String> {
        let target = program.ancestors().nth(2).ok_or_else(|| format!("{} lies in no folder", program.display()))?;
        let path = target.join(format!("program-bench-{}", process::id()));
        fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Folder(path))
    }

    /// Makes the inputs that these commands read.
    pub fn prepare(&self, programs: &[PathBuf], commands: &[Command], test: bool) -> Result<(), String> {
        let is_read = |input: &str| commands.iter().any(|command| command.words.contains(input));
        if is_read("{cases}") {
            let words = self.words(&format!("generate {FAMILIES} --cases {}", if test { 1 } else { 100 }), 0, &self.0);
            self.start(&programs[0], &words, &self.0.join("cases.jsonl"))?
                .ok_or("this tree's program cannot generate cases")?;
        }
        for (number, program) in programs.iter().enumerate().filter(|_| is_read("{study}")) {
            eprintln!("a study to report on: {}", program.display());
            let (_, words, of_test) = COMMANDS.iter().find(|(name, ..)| *name == "study").ok_or("no command is a study")?;
            let words = if test { of_test } else { words };
            let words = self.words(words, number, &self.study(number));
            self.start(program, &words, &self.0.join("output"))?
                .ok_or_else(|| format!("{} knows no study", program.display()))?;
        }
        Ok(())
    }

    /// Runs a command with the program of this number. `None` if the program does not know the command or an option.
    pub fn run(&self, program: &Path, number: usize, command: &Command) -> Result<Option<Usage>, String> {
        let out = self.0.join("out");
        let words = self.words(command.words, number, &out);
        let usage = self.start(program, &words, &self.0.join("output"))?;
        if out.exists() {
            fs::remove_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
        }
        Ok(usage)
    }

    /// The words of a command for the program of this number, with file names in place of the placeholders. A path may
    /// contain spaces.
    fn words(&self, words: &str, number: usize, out: &Path) -> Vec<String> {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let file = |word: &str| match word {
            "{cases}" => text(&self.0.join("cases.jsonl")),
            "{study}" => text(&self.study(number)),
            "{out}" => text(out),
            word => word.to_owned(),
        };
        words.split_whitespace().map(file).collect()
    }

    fn study(&self, number: usize) -> PathBuf {
        self.0.join(format!("study-{number}"))
    }

    /// Runs a program with these arguments in this folder; its output goes to that file.
    fn start(&self, program: &Path, words: &[String], output: &Path) -> Result<Option<Usage>, String> {
        let create = |path: &Path| File::create(path).map_err(|error| format!("{}: {error}", path.display()));
        let errors = self.0.join("errors");
        let mut command = process::Command::new(program);
        command.args(words).current_dir(&self.0).stdin(Stdio::null());
        command.stdout(create(output)?).stderr(create(&errors)?);
        let (status, usage) = run(&mut command).map_err(|error| format!("{}: {error}", program.display()))?;
        if status.success() {
            return Ok(Some(usage));
        }
        let message = fs::read(&errors).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        if does_not_know(status.code(), &message) {
            return Ok(None);
        }
        let last: Vec<&str> = message.lines().rev().take(5).collect();
        let last = last.into_iter().rev().collect::<Vec<_>>().join("\n");
        Err(format!("{} {}: {status}\n{last}", program.display(), words.join(" ")))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            eprintln!("{}: {error}", self.0.display());
        }
    }
}
