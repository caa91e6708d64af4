//! The command line of the contest ([`gjk_experiments::contest`]): which cells, for how long, and the tables and lines of JSON.

pub mod arguments;
pub mod count;
pub mod output;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use gjk_cases::case::Arithmetic;
use gjk_experiments::contest::Contest;
use gjk_experiments::contest::cell::{Cell, cells, pairs};
use gjk_experiments::contest::rounds::Effort;
use gjk_records::Duel;
use gjk_solvers::entry::Roster;

use arguments::Arguments;
use output::{summary, table};

/// Runs the comparison that the command line asks for. Bad arguments end it with code 2.
pub fn main() -> ExitCode {
    let run = Arguments::read(std::env::args().skip(1)).and_then(|arguments| run(&arguments));
    match run {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    if arguments.help {
        print!("{}", arguments::HELP);
        return Ok(());
    }
    let roster = Roster::with_peers();
    if let Some(address) = &arguments.callgrind {
        return count::run(&roster, address, arguments.seed, arguments.repeats);
    }
    let chosen: Vec<Cell> = cells().into_iter().filter(|cell| arguments.selects(&cell.to_string())).collect();
    if arguments.list {
        chosen.iter().for_each(|cell| println!("duel/{cell}: benchmark"));
        return Ok(());
    }
    let contest = Contest {
        roster: &roster,
        baseline: baseline(&roster, arguments)?,
        seed: arguments.seed,
        effort: effort(arguments),
        cases: if arguments.quick { 4 } else { usize::MAX },
        commit: commit(),
    };
    let mut json = match &arguments.json {
        Some(path) => Some((from_users_folder(path), create(&from_users_folder(path))?)),
        None => None,
    };
    // The cells of one shape and number of points follow one another.
    for group in chosen.chunk_by(|one, other| (one.shape, one.points) == (other.shape, other.points)) {
        let mut rows = Vec::new();
        for pair in pairs(group) {
            let of_pair = contest.compare(pair);
            for of_cell in of_pair.chunk_by(|one, other| one.scalar == other.scalar) {
                println!("{}", table(of_cell));
            }
            if let Some((path, file)) = &mut json {
                write(file, &of_pair).map_err(|error| format!("{}: {error}", path.display()))?;
            }
            rows.extend(of_pair);
        }
        for scalar in [Arithmetic::F64, Arithmetic::F32] {
            let of_scalar: Vec<Duel> = rows.iter().filter(|row| row.scalar == scalar.name()).cloned().collect();
            if !of_scalar.is_empty() {
                println!("{}", summary(&of_scalar));
            }
        }
    }
    if let Some((path, _)) = json {
        println!("{}", path.display());
    }
    Ok(())
}

/// The baseline asked for, if there is one of that name.
fn baseline(roster: &Roster, arguments: &Arguments) -> Result<String, String> {
    let name = arguments.baseline.as_deref().unwrap_or(Contest::default_baseline(roster));
    let names = Contest::names(roster);
    if names.contains(&name) {
        return Ok(name.to_owned());
    }
    Err(format!("no contestant is called {name} (peers take part with --features peers); there are {}", names.join(", ")))
}

fn effort(arguments: &Arguments) -> Effort {
    if arguments.quick {
        Effort { seconds: 0.0, least: 3, most: 3, turn: 1e-5 }
    } else {
        Effort { seconds: arguments.seconds, least: 15, most: 1001, turn: 1e-4 }
    }
}

/// A relative path as the user means it: cargo starts benchmarks in the folder of their package.
fn from_users_folder(path: &Path) -> PathBuf {
    let is_started_by_cargo = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from) == std::env::current_dir().ok();
    match std::env::var_os("PWD") {
        Some(folder) if is_started_by_cargo => PathBuf::from(folder).join(path),
        _ => path.to_owned(),
    }
}

fn create(path: &Path) -> Result<BufWriter<File>, String> {
    File::create(path).map(BufWriter::new).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(file: &mut impl Write, rows: &[Duel]) -> std::io::Result<()> {
    for row in rows {
        serde_json::to_writer(&mut *file, row)?;
        writeln!(file)?;
    }
    file.flush()
}

/// The commit of the folder that the benchmark is of, if git knows it.
fn commit() -> Option<String> {
    let git = ["-C", env!("CARGO_MANIFEST_DIR"), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"];
    let output = Command::new("git").args(git).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
