//! The command line of the benchmark `program`.

use std::path::PathBuf;

use clap::{CommandFactory, FromArgMatches, Parser};

use crate::criterion_options::accepting_criterions;

/// The number of turns if the command line does not say.
const TURNS: u16 = 3;

/// Times commands of the program that this tree makes, next to those of another build of it.
#[derive(Clone, Debug, Parser, PartialEq)]
#[command(
    name = "program",
    override_usage = "cargo bench --bench program -- [OPTIONS] [FILTERS]...",
    after_help = "Options of criterion are ignored. Without an option or filter nothing is timed: `-- program/` times all commands of this tree's program alone."
)]
pub struct Arguments {
    /// Compare with the program of this commit, which is built in target/against
    #[arg(long, value_name = "COMMIT", conflicts_with = "against_program")]
    pub against: Option<String>,
    /// Compare with this program
    #[arg(long, value_name = "FILE")]
    pub against_program: Option<PathBuf>,
    /// How often each command runs (default: 3)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    turns: Option<u16>,
    /// Run each command once, on the smallest input, and check that it succeeds
    #[arg(long)]
    pub test: bool,
    /// Name the commands
    #[arg(long)]
    pub list: bool,
    /// The commands whose name, program/COMMAND, contains one of these texts
    filters: Vec<String>,
}

impl Arguments {
    /// Reads a command line, the program's name first.
    pub fn read(words: impl IntoIterator<Item = String>) -> Result<Arguments, clap::Error> {
        let command = accepting_criterions(Arguments::command());
        Arguments::from_arg_matches(&command.try_get_matches_from(words)?)
    }

    /// Whether this command is selected.
    ///
    /// Without a filter every command is.
    pub fn selects(&self, command: &str) -> bool {
        let name = format!("program/{command}");
        self.filters.is_empty() || self.filters.iter().any(|filter| name.contains(filter.as_str()))
    }

    /// Whether anything is to be run: cargo starts this benchmark with all others, and minutes are spent only on demand.
    pub fn is_asked_to_run(&self) -> bool {
        self.test
            || self.against.is_some()
            || self.against_program.is_some()
            || self.turns.is_some()
            || !self.filters.is_empty()
    }

    /// The number of runs of each command; one in a test.
    pub fn turns(&self) -> usize {
        if self.test { 1 } else { usize::from(self.turns.unwrap_or(TURNS)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Arguments, String> {
        let words = ["program"].into_iter().chain(line.split_whitespace()).map(str::to_owned);
        Arguments::read(words).map_err(|error| error.to_string())
    }

    #[test]
    fn options_are_read_and_those_of_criterion_ignored() {
        let arguments = read("--bench --against 77be09c --turns 5 --save-baseline x check --noplot").unwrap();
        assert_eq!((arguments.against.as_deref(), arguments.turns()), (Some("77be09c"), 5));
        assert!(arguments.selects("check-f64") && !arguments.selects("hunt"));
        let arguments = read("--against-program a/gjk").unwrap();
        assert_eq!((arguments.against_program, arguments.against), (Some(PathBuf::from("a/gjk")), None));
        assert_eq!([read("").unwrap().turns(), read("--test --turns 9").unwrap().turns()], [3, 1]);
    }

    #[test]
    fn minutes_are_spent_only_on_demand() {
        for line in ["", "--bench", "--bench --save-baseline before", "--bench --quick --noplot"] {
            assert!(!read(line).unwrap().is_asked_to_run(), "{line}");
        }
        for line in ["--test", "--against x", "--against-program x", "--turns 1", "program/", "hunt"] {
            assert!(read(line).unwrap().is_asked_to_run(), "{line}");
        }
        // A filter for another benchmark selects no command.
        assert!(!read("query/gap/8/f64").unwrap().selects("check-f64"));
    }

    #[test]
    fn bad_arguments_are_named() {
        for line in ["--turns 0", "--turns x", "--against", "--agianst x", "--against x --against-program y"] {
            let word = line.split(' ').next().unwrap();
            let error = read(line).expect_err(line);
            assert!(error.contains(word), "{error}");
        }
    }
}
