//! The command line of the harness as a library, which makes every command available to your own variant:
//!
//! ```no_run
//! # use gjk_variants::{Gjk, Johnson};
//! fn main() -> std::process::ExitCode {
//!     gjk::main_with(|roster| roster.add(Gjk::new(Johnson)))
//! }
//! ```

//! A function of two sets of points can be added, too:
//!
//! ```no_run
//! use gjk::{Answer, Promise};
//!
//! /// Of single points.
//! fn mine(a: &[[f64; 3]], b: &[[f64; 3]]) -> Answer {
//!     let squared: f64 = (0..3).map(|axis| (a[0][axis] - b[0][axis]).powi(2)).sum();
//!     if squared > 0.0 { Answer::apart(squared.sqrt()) } else { Answer::meeting() }
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     gjk::main_with(|roster| roster.add_function("mine", Promise::Distance, mine))
//! }
//! ```
//!
//! [`Roster::add_cast`] adds a function that also gets the motion of A, and answers when the bodies first touch.

#![forbid(unsafe_code)]

mod address;
mod arguments;
mod certify;
mod check;
mod claims;
mod compare;
mod endure;
mod expectation;
mod experiment;
mod export;
mod failure;
mod generate;
mod hunt;
mod interrupt;
mod judge;
mod list;
mod map;
mod merge;
mod output;
mod progress;
mod proofs;
mod replay;
mod report;
mod rulings;
mod shard;
mod study;
mod sweep;
mod truth_table;
mod worst;

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, FromArgMatches};
use gjk_solvers::{Function, Program, Source, library};
use gjk_variants::Instructions;

pub use gjk_cases::format::{Answer, Penetration};
pub use gjk_solvers::Roster;
pub use gjk_variants::Promise;

use arguments::{Arguments, Command};
use failure::Failure;

/// The text of `--version`.
const VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("GJK_COMMIT"), ", features: ", env!("GJK_FEATURES"), ")");

/// Reads the arguments; the first one is the name of the program.
fn parse(mut words: Vec<OsString>) -> Result<Arguments, clap::Error> {
    let command = Arguments::command().version(VERSION);
    // An option before a command would be read as one of `study`, but the option of all commands is allowed there.
    let is_command = |word: &OsString| command.get_subcommands().any(|command| *word == *command.get_name());
    if words.get(1).is_some_and(|word| word == "--no-simd") && words.get(2).is_some_and(is_command) {
        words.swap(1, 2);
    }
    Arguments::from_arg_matches(&command.try_get_matches_from(words)?)
}

/// Runs the command line with the built-in variants, the compiled-in peers, and the variants that `add` adds.
pub fn main_with(add: impl FnOnce(&mut Roster)) -> ExitCode {
    // Another process of this program has started this one, which communicates only with that process.
    if let Some(file) = library::served() {
        return library::serve(&file);
    }
    // The caller may have changed the mode of this thread, and threads that are started here inherit it.
    let callers = gjk_mode::Mode::of_this_thread();
    if !callers.is_default() {
        output::tell(format_args!(
            "the arithmetic of this program is not the default one: {callers}. Everything here is done in the default one."
        ));
    }
    gjk_mode::ours(|| in_default_mode(add))
}

fn in_default_mode(add: impl FnOnce(&mut Roster)) -> ExitCode {
    gjk_records::pasted::called(&std::env::args().next().unwrap_or_default());
    let mut roster = Roster::with_peers();
    roster.close_supplied();
    gjk_mode::theirs(|| add(&mut roster));
    watch_functions(&roster);
    match run(roster, parse(std::env::args_os().collect()).unwrap_or_else(|error| error.exit())) {
        Ok(code) => code,
        // The reader has closed the pipe.
        Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(Failure::Messages(messages)) => {
            messages.iter().for_each(|message| output::tell(format_args!("error: {message}")));
            ExitCode::from(2)
        }
    }
}

/// Reports faults of a function under its name.
fn watch_functions(roster: &Roster) {
    if roster.functions().is_empty() {
        return;
    }
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        // A panic in a function is a missing answer, and its text is printed at the end.
        if !gjk_solvers::is_in_a_function() {
            usual(panic);
        }
    }));
    gjk_solvers::watch_functions(|text| output::tell(text));
}

/// Prints the messages about functions and external variants at the end of a command.
fn tell_of_others(functions: &[(&'static str, Arc<Function>)]) {
    for (name, function) in functions {
        function.messages().iter().for_each(|text| output::tell(format_args!("{name}: {text}")));
    }
    for (name, mode) in gjk_mode::seen() {
        output::tell(format_args!(
            "{name}: it leaves another arithmetic behind: {mode}. Everything else was done in the default one."
        ));
    }
}

fn run(mut roster: Roster, arguments: Arguments) -> Result<ExitCode, Failure> {
    Instructions::hold_to_baseline(arguments.no_simd);
    let command = arguments.command.unwrap_or(Command::Study(arguments.study));
    command.variants().iter().for_each(|name| roster.take_in_derived(name));
    let mut programs = Vec::new();
    let of_programs = arguments.programs.into_iter().map(|(name, line)| (name, Source::Command(line)));
    let of_libraries = arguments.libraries.into_iter().map(|(name, file)| (name, Source::Library(file)));
    for (name, source) in of_programs.chain(of_libraries) {
        let option = format!("{} {name}", source.option());
        let failure = |message: &str| Failure::new(format_args!("{option}: {message}"));
        if roster.named(&name).is_some() {
            return Err(failure("there is a variant of this name; choose another"));
        }
        if !command.asks_programs() {
            return Err(failure("this command asks no program; leave the option out (`study` asks it in its part `answers`)"));
        }
        let named = option.clone();
        let tell = move |text: &str| output::tell(format_args!("{named}: {text}"));
        let program = Arc::new(Program::start(source, tell).map_err(|message| failure(&message))?);
        roster.add_program(&name, program.clone());
        programs.push((option, program));
    }
    let is_said = command.threads().is_some() || std::env::var_os("RAYON_NUM_THREADS").is_some();
    if !programs.is_empty() && !is_said {
        // A thread that asks a program waits for it half of the time: with one thread per core, two of seven cases per second
        // were lost.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        on_threads(Some(2 * cores))?;
    }
    let functions = roster.functions();
    let code = obey(roster, command);
    tell_of_others(&functions);
    for (option, program) in &programs {
        if let Some(failed) = program.failed() {
            output::tell(format_args!("{option}: {failed}"));
        }
    }
    // A command with an error has already reported it.
    match programs.iter().find_map(|(option, program)| Some(format!("{option}: {}", program.fault()?))) {
        Some(fault) if code.is_ok() => Err(Failure::new(fault)),
        _ => code,
    }
}

/// Executes a command.
fn obey(roster: Roster, command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Study(study) => study::run(roster, &study),
        Command::Merge(merge) => merge::run(roster, &merge),
        Command::List(list) => list::run(&roster, &list),
        Command::Check(check) => match &check.sweep {
            Some(way) => sweep::run(&check, way),
            None => check::run(&roster, &check),
        },
        Command::Generate(generate) => generate::run(&generate),
        Command::Judge(judge) => judge::run(&judge),
        Command::Hunt(hunt) => hunt::run(&roster, &hunt),
        Command::Claims(claims) => claims::run(&claims),
        Command::Certify(certify) => certify::run(roster, &certify),
        Command::Endure(endure) => endure::run(roster, &endure),
        Command::Replay(replay) => replay::run(&roster, &replay),
        Command::Export(export) => export::run(&export),
        Command::Map(map) => map::run(&roster, &map),
        Command::Report(report) => report::run(&roster, &report),
        Command::Compare(compare) => compare::run(&compare),
    }
}

/// Sets the number of threads, if one is given.
fn on_threads(threads: Option<usize>) -> Result<(), Failure> {
    let Some(threads) = threads else { return Ok(()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    pool.map_err(|error| Failure::new(format_args!("--threads {threads}: {error}")))
}

/// Compiles the examples of the page for implementers, and runs those that can be run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/for-implementers.md")]
struct ForImplementers;

#[cfg(test)]
mod tests {
    use super::parse;

    fn no_simd(line: &str) -> Result<bool, String> {
        let words = line.split(' ').map(Into::into).collect();
        parse(words).map(|arguments| arguments.no_simd).map_err(|error| error.to_string())
    }

    #[test]
    fn the_global_option_may_precede_or_follow_the_command() {
        let of_study = ["gjk --no-simd", "gjk --no-simd --quick", "gjk --quick --no-simd", "gjk --no-simd study --quick"];
        let of_others = ["gjk --no-simd check a", "gjk check --no-simd a", "gjk check a --no-simd", "gjk endure --no-simd"];
        for line in [of_study, of_others].concat() {
            assert_eq!(no_simd(line), Ok(true), "{line}");
        }
        for line in ["gjk", "gjk --quick", "gjk check a", "gjk study"] {
            assert_eq!(no_simd(line), Ok(false), "{line}");
        }
        for line in ["gjk --quick check a", "gjk --no-simd --quick check a", "gjk --no-simd nothing"] {
            assert!(no_simd(line).is_err(), "{line}");
        }
    }
}
