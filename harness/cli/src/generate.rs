//! `gjk generate`: the independent cases of families that a study judges, in the case format, on standard output.

use std::io::Write;
use std::process::ExitCode;

use gjk_cases::family::{Family, families, named};
use gjk_cases::format;

use crate::address::unknown_family;
use crate::arguments::Generate;
use crate::failure::Failure;
use crate::output;

pub fn run(arguments: &Generate) -> Result<ExitCode, Failure> {
    let chosen: Vec<Box<dyn Family>> = if arguments.families == ["all"] {
        families()
    } else {
        arguments.families.iter().map(|name| named(name).ok_or_else(|| unknown_family(name))).collect::<Result<_, _>>()?
    };
    let mut out = output::stdout();
    for family in chosen {
        for number in 0..arguments.cases {
            writeln!(out, "{}", format::write(&family.independent_case(arguments.seed, arguments.scalar, number)))?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
