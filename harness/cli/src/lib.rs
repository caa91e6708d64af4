//! The command line of the harness, as a library, so that somebody's own variant has every command:
//!
//! ```no_run
//! # use gjk_variants::{Gjk, Johnson};
//! fn main() -> std::process::ExitCode {
//!     gjk::main_with(|roster| roster.add(Gjk::new(Johnson)))
//! }
//! ```

mod address;
mod arguments;
mod certify;
mod check;
mod claims;
mod duel;
mod endure;
mod failure;
mod generate;
mod hunt;
mod interrupt;
mod judge;
mod list;
mod merge;
mod output;
mod progress;
mod proofs;
mod replay;
mod report;
mod rulings;
mod shard;
mod study;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use gjk_solvers::{Program, Roster};
use gjk_variants::Instructions;

use arguments::{Arguments, Command};
use failure::Failure;

/// What `--version` says.
const VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("GJK_COMMIT"), ", features: ", env!("GJK_FEATURES"), ")");

/// Reads the arguments, the name of the program first.
fn parse(mut words: Vec<OsString>) -> Result<Arguments, clap::Error> {
    let command = Arguments::command().version(VERSION);
    // An option before a command is taken for one of `study`. The option of all commands may stand there all the same.
    let is_command = |word: &OsString| command.get_subcommands().any(|command| *word == *command.get_name());
    if words.get(1).is_some_and(|word| word == "--no-simd") && words.get(2).is_some_and(is_command) {
        words.swap(1, 2);
    }
    Arguments::from_arg_matches(&command.try_get_matches_from(words)?)
}

/// Runs the command line with the built-in variants, the peers that are compiled in, and those that `add` takes in.
pub fn main_with(add: impl FnOnce(&mut Roster)) -> ExitCode {
    let mut roster = Roster::with_peers();
    add(&mut roster);
    let arguments = parse(std::env::args_os().collect()).unwrap_or_else(|error| error.exit());
    Instructions::hold_to_baseline(arguments.no_simd);
    let asked = arguments.command.as_ref().map_or(&arguments.study.variants[..], Command::variants);
    asked.iter().for_each(|name| roster.take_in_derived(name));
    for (name, command) in &arguments.programs {
        if roster.named(name).is_some() {
            output::tell(format_args!("error: --program {name}: there is a variant of this name; give the program another"));
            return ExitCode::from(2);
        }
        match Program::start(command) {
            Ok(program) => roster.add_program(name, program),
            Err(message) => {
                output::tell(format_args!("error: --program {name}: {message}"));
                return ExitCode::from(2);
            }
        }
    }
    let run = match arguments.command {
        None => study::run(roster, &arguments.study),
        Some(Command::Study(study)) => study::run(roster, &study),
        Some(Command::Merge(merge)) => merge::run(&roster, &merge),
        Some(Command::List(list)) => list::run(&roster, &list),
        Some(Command::Check(check)) => check::run(&roster, &check),
        Some(Command::Generate(generate)) => generate::run(&generate),
        Some(Command::Judge(judge)) => judge::run(&judge),
        Some(Command::Hunt(hunt)) => hunt::run(&roster, &hunt),
        Some(Command::Claims(claims)) => claims::run(&claims),
        Some(Command::Certify(certify)) => certify::run(&roster, &certify),
        Some(Command::Endure(endure)) => endure::run(&roster, &endure),
        Some(Command::Replay(replay)) => replay::run(&roster, &replay),
        Some(Command::Report(report)) => report::run(&report),
    };
    match run {
        Ok(code) => code,
        // Whoever reads has seen enough.
        Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(Failure::Said(messages)) => {
            for message in messages {
                output::tell(format_args!("error: {message}"));
            }
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn no_simd(line: &str) -> Result<bool, String> {
        let words = line.split(' ').map(Into::into).collect();
        parse(words).map(|arguments| arguments.no_simd).map_err(|error| error.to_string())
    }

    #[test]
    fn the_option_of_all_commands_stands_before_or_after_the_command() {
        for line in ["gjk --no-simd", "gjk --no-simd --quick", "gjk --quick --no-simd", "gjk --no-simd study --quick"] {
            assert_eq!(no_simd(line), Ok(true), "{line}");
        }
        for line in ["gjk --no-simd check a", "gjk check --no-simd a", "gjk check a --no-simd", "gjk endure --no-simd"] {
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
