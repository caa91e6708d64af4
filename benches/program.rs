//! The command line itself, compared with an earlier build: processor time and peak memory of the commands that people
//! wait for.
//!
//! ```text
//! cargo bench --bench program -- --against 77be09c               builds that commit in target/against, then both run in turns
//! cargo bench --bench program -- --against-program ../old/gjk    beside a program that is built
//! cargo bench --bench program -- program/                        this tree's program alone
//! cargo bench --bench program -- --against 77be09c check hunt    the commands whose names contain one of these texts
//! cargo bench -- --test                                          each command once, on the smallest input
//! ```
//!
//! Without an option or a filter, as in plain `cargo bench`, nothing is timed. This tree's program is the one that
//! `cargo build --release -p gjk` makes, which runs first; both files are named. In each turn each program runs each
//! command once, and the program that begins alternates. The ratio is the median over the turns of this tree's
//! processor time divided by the other program's time in the same turn: below 1, this tree is faster. If other work
//! shares the machine, wall times mean little, and processor times still differ by some percent from turn to turn; the
//! range shows these differences.
//!
//! Processor time is user time plus system time, including child processes. Peak memory is the resident memory of the
//! largest process. The kernel reports both for exactly this process at its end (`wait4`). On systems other than Unix
//! there are only wall times.
//!
//! A command or option that a program does not know is not a failure; its cells in the table state it. This tree's
//! program makes the inputs, in a folder in `target` that is removed at the end; `report` draws a study made by the
//! same program.

#[path = "program/build.rs"]
mod build;
#[path = "program/process.rs"]
mod process;
#[path = "program/workload.rs"]
mod workload;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gjk_study::programs::{Arguments, ComparedCommand, Runs, table};
use workload::{Command, Folder, commands};

fn main() -> ExitCode {
    let arguments = match Arguments::read(std::env::args()) {
        Ok(arguments) => arguments,
        Err(error) => error.exit(),
    };
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("program: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let chosen: Vec<Command> = commands(arguments.test).into_iter().filter(|command| arguments.selects(command.name)).collect();
    if arguments.list {
        chosen.iter().for_each(|command| println!("program/{}: benchmark", command.name));
        return Ok(());
    }
    if !arguments.is_asked_to_run() {
        println!("program: times {} commands of the command line, on demand only; they take minutes.", chosen.len());
        println!("  cargo bench --bench program -- --against COMMIT    beside the program of a commit");
        println!("  cargo bench --bench program -- program/            this tree's program alone\n");
        return Ok(());
    }
    if chosen.is_empty() {
        return Ok(());
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the package lies in no folder")?;
    let own = build::program(root, None)?;
    let other = match (arguments.test, &arguments.against, &arguments.against_program) {
        (false, Some(commit), _) => Some(build::of_commit(root, commit)?),
        (false, None, Some(file)) => Some(existing(file)?),
        _ => None,
    };
    println!("this tree's program: {}", own.display());
    other.iter().for_each(|other| println!("the other's:         {}", other.display()));
    let programs: Vec<PathBuf> = [Some(own), other].into_iter().flatten().collect();
    let rows = measure(&programs, &chosen, arguments)?;
    if arguments.test {
        chosen.iter().for_each(|command| println!("program/{}: ok", command.name));
        return Ok(());
    }
    let turns = match arguments.turns() {
        1 => "Of one turn".to_owned(),
        turns => format!("Medians of {turns} turns"),
    };
    println!("\n{turns}; ratio: this tree's CPU seconds over the other's in the same turn.\n");
    println!("{}", table(&rows, arguments.turns()));
    chosen.iter().for_each(|command| println!("{}: gjk {}", command.name, command.words));
    Ok(())
}

/// Runs all commands with all programs, in turns.
fn measure(programs: &[PathBuf], commands: &[Command], arguments: &Arguments) -> Result<Vec<ComparedCommand>, String> {
    let folder = Folder::new(&programs[0])?;
    folder.prepare(programs, commands, arguments.test)?;
    let mut runs: Vec<Vec<Runs>> = commands.iter().map(|_| vec![Runs::Measured(Vec::new()); programs.len()]).collect();
    for turn in 0..arguments.turns() {
        for (place, command) in commands.iter().enumerate() {
            for step in 0..programs.len() {
                let number = (turn + place + step) % programs.len();
                eprintln!("turn {} of {}: {}, {}", turn + 1, arguments.turns(), command.name, programs[number].display());
                match folder.run(&programs[number], number, command)? {
                    Some(usage) => {
                        if let Runs::Measured(usages) = &mut runs[place][number] {
                            usages.push(usage);
                        }
                    }
                    None if arguments.test => {
                        return Err(format!("this tree's program does not know `gjk {}`", command.words));
                    }
                    None => runs[place][number] = Runs::Unknown,
                }
            }
        }
    }
    let row = |(command, mut runs): (&Command, Vec<Runs>)| {
        let other = (runs.len() > 1).then(|| runs.remove(1));
        ComparedCommand { name: command.name.to_owned(), own: runs.remove(0), other }
    };
    Ok(commands.iter().zip(runs).map(row).collect())
}

/// The path of an existing program. Cargo starts benchmarks in the folder of their package; `PWD` is the user's own
/// folder.
fn existing(file: &Path) -> Result<PathBuf, String> {
    let path = std::env::var_os("PWD").map_or_else(|| file.to_owned(), |folder| PathBuf::from(folder).join(file));
    path.canonicalize().map_err(|error| format!("--against-program {}: {error}", path.display()))
}
