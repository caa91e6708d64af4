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
mod check;
mod claims;
mod duel;
mod failure;
mod generate;
mod hunt;
mod interrupt;
mod judge;
mod list;
mod output;
mod progress;
mod proofs;
mod replay;
mod report;
mod rulings;
mod study;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use gjk_solvers::Roster;

use arguments::{Arguments, Command};
use failure::Failure;

/// What `--version` says.
const VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("GJK_COMMIT"), ", features: ", env!("GJK_FEATURES"), ")");

/// Runs the command line with the built-in variants, the peers that are compiled in, and those that `add` takes in.
pub fn main_with(add: impl FnOnce(&mut Roster)) -> ExitCode {
    let mut roster = Roster::with_peers();
    add(&mut roster);
    let matches = Arguments::command().version(VERSION).get_matches();
    let arguments = match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments,
        Err(error) => error.exit(),
    };
    let run = match arguments.command {
        None => study::run(&roster, &arguments.study),
        Some(Command::Study(study)) => study::run(&roster, &study),
        Some(Command::List(list)) => list::run(&roster, &list),
        Some(Command::Check(check)) => check::run(&roster, &check),
        Some(Command::Generate(generate)) => generate::run(&generate),
        Some(Command::Judge(judge)) => judge::run(&judge),
        Some(Command::Hunt(hunt)) => hunt::run(&roster, &hunt),
        Some(Command::Claims(claims)) => claims::run(&claims),
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
