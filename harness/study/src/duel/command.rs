//! The command line of the benchmark `duel`.
//!
//! Cargo hands it criterion's options as well; they are accepted and ignored.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser};
use gjk_cases::case::Arithmetic;
use gjk_clock::{Schedule, Task, system};
use gjk_records::{Duel, Question};
use gjk_solvers::Roster;

use crate::benchmarks::duration;
use crate::criterion_options::accepting_criterions;

use super::table::{summary, table};
use super::{CaseSet, Tournament, by_family, case_sets, competitors, processes};

/// Times variants and peers interleaved on the same cases.
#[derive(Clone, Debug, Parser, PartialEq)]
#[command(
    name = "duel",
    override_usage = "cargo bench [--features peers,native-peers] --bench duel -- [OPTIONS] [FILTERS]...",
    after_help = "Options of criterion are ignored."
)]
struct Arguments {
    /// Baseline of the ratios (default: parry3d-f64 where compiled in, else signed-volumes)
    #[arg(long, short, value_name = "NAME")]
    baseline: Option<String>,
    /// Write a line of JSON for each competitor on each set of cases
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Another set of cases
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Approximate time that the clock runs on a set
    #[arg(long, value_name = "S", default_value = "3", value_parser = seconds)]
    seconds: Duration,
    /// Number of processes that measure, one after the other; the figures are their medians
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    processes: u16,
    /// Print only the lines of JSON, as one of several processes
    #[arg(long, hide = true)]
    lines: bool,
    /// Few cases, few rounds
    #[arg(long, visible_alias = "test")]
    quick: bool,
    /// Name the sets of cases
    #[arg(long)]
    list: bool,
    /// Run one competitor on the cases of one set that it gets right, for valgrind to count its instructions
    #[arg(long, value_name = "FAMILY/POINTS/GAP/SCALAR/VARIANT")]
    callgrind: Option<String>,
    /// Number of runs for --callgrind
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    repeats: u32,
    /// The sets whose name, duel/[depth/]FAMILY/POINTS/GAP/SCALAR, contains one of these texts (default: distances in f64 of up
    /// to 128 points; with --json, --processes or --baseline all; `duel/` selects all)
    filters: Vec<String>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| (0.0..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "there are 0 to 3600 seconds".to_owned())
}

impl Arguments {
    /// Reads a command line, the program's name first.
    fn read(words: impl IntoIterator<Item = String>) -> Result<Arguments, clap::Error> {
        let command = accepting_criterions(Arguments::command());
        Arguments::from_arg_matches(&command.try_get_matches_from(words)?)
    }

    /// Whether this set is asked for.
    fn selects(&self, set: &CaseSet) -> bool {
        let name = format!("duel/{set}");
        match self.filters.is_empty() {
            true => !self.is_a_look() || is_of_a_look(set),
            false => self.filters.iter().any(|filter| name.contains(filter.as_str())),
        }
    }

    /// Whether the command asks only for what `cargo bench` shows, which is a selection of the sets.
    fn is_a_look(&self) -> bool {
        let is_for_records = self.json.is_some() || self.lines || self.list || self.processes > 1 || self.baseline.is_some();
        self.filters.is_empty() && !self.quick && !is_for_records
    }

    fn schedule(&self) -> Schedule {
        if self.quick {
            Schedule::rounds(Duration::from_micros(10), 3)
        } else {
            Schedule { turn: Duration::from_micros(100), budget: self.seconds, least: 15, most: 1001, clock: system }
        }
    }
}

/// Whether a set belongs to the selection of `cargo bench`: distances in double precision, of boxes and of hulls of up to 128
/// points, at every gap.
fn is_of_a_look(set: &CaseSet) -> bool {
    let is_on_the_grid = matches!(set.family.shape.name(), "box" | "hull");
    set.question == Question::Distance && set.scalar == Arithmetic::F64 && set.family.points <= 128 && is_on_the_grid
}

/// Runs the comparison that the command line asks for; the commit of `folder` is recorded.
///
/// Bad arguments end it with code 2.
pub fn main(folder: &str) -> ExitCode {
    let arguments = match Arguments::read(std::env::args()) {
        Ok(arguments) => arguments,
        Err(error) => error.exit(),
    };
    if let Err(message) = run(&arguments, folder) {
        clap::Error::raw(ErrorKind::InvalidValue, message + "\n").exit();
    }
    ExitCode::SUCCESS
}

fn run(arguments: &Arguments, folder: &str) -> Result<(), String> {
    let roster = Roster::with_peers();
    if let Some(address) = &arguments.callgrind {
        return count(&roster, address, arguments);
    }
    let chosen: Vec<CaseSet> = case_sets().into_iter().filter(|set| arguments.selects(set)).collect();
    if arguments.list {
        chosen.iter().for_each(|set| println!("duel/{set}: benchmark"));
        return Ok(());
    }
    let tournament = Tournament {
        roster: &roster,
        baseline: baseline(&roster, arguments)?,
        seed: arguments.seed,
        schedule: arguments.schedule(),
        cases: if arguments.quick { 4 } else { usize::MAX },
        commit: commit(folder),
    };
    if !arguments.lines && !arguments.quick && !chosen.is_empty() {
        foretell(arguments, chosen.len());
    }
    if arguments.lines {
        return by_family(&chosen)
            .try_for_each(|sets| processes::print(&tournament.compare(sets)))
            .map_err(|error| error.to_string());
    }
    let json = arguments.json.as_deref().map(from_users_folder);
    compare(&tournament, &chosen, arguments.processes, json.as_deref())?;
    if let Some(path) = json {
        println!("{}", path.display());
    }
    Ok(())
}

/// Prints what is compared and how long it takes, before the comparison begins.
fn foretell(arguments: &Arguments, sets: usize) {
    let seconds = arguments.seconds.as_secs_f64() * f64::from(arguments.processes) * sets as f64;
    println!("duel: {sets} sets of cases, about {}: variants and peers in turns.", duration(seconds));
    if arguments.is_a_look() {
        println!("The filter duel/ selects all {} sets.", case_sets().len());
    }
    println!();
}

/// Compares all competitors on these sets, in this process or in several, and prints a table of each set.
///
/// The rows so far are written after each family.
fn compare(tournament: &Tournament, chosen: &[CaseSet], processes: u16, json: Option<&Path>) -> Result<(), String> {
    let mut duels: Vec<Duel> = Vec::new();
    let mut write = |rows: &[Duel]| {
        duels.extend_from_slice(rows);
        json.map_or(Ok(()), |path| gjk_records::write_lines(path, &duels)).map_err(|error| error.to_string())
    };
    // A path that cannot be written is found out now, and not after an hour.
    write(&[])?;
    let of_several = match processes {
        1 => None,
        several => Some(processes::of_this_program(several)?),
    };
    let compare = |sets: &[CaseSet]| match &of_several {
        Some(duels) => duels.iter().filter(|duel| sets.iter().any(|set| set.is_of(duel))).cloned().collect(),
        None => tournament.compare(sets),
    };
    let size = |set: &CaseSet| (set.question, set.family.shape, set.family.points);
    for of_size in chosen.chunk_by(|one, other| size(one) == size(other)) {
        let mut rows = Vec::new();
        for sets in by_family(of_size) {
            let of_family = compare(sets);
            for of_set in of_family.chunk_by(|one, other| one.scalar == other.scalar) {
                println!("{}", table(of_set));
            }
            write(&of_family)?;
            rows.extend(of_family);
        }
        // The depth has one gap class.
        if of_size.iter().all(|set| set.question == Question::Distance) {
            print_summaries(&rows);
        }
    }
    Ok(())
}

/// Prints the ratios of all gaps, in one table per scalar.
fn print_summaries(rows: &[Duel]) {
    for scalar in [Arithmetic::F64, Arithmetic::F32] {
        let of_scalar: Vec<Duel> = rows.iter().filter(|row| row.scalar == scalar.name()).cloned().collect();
        if !of_scalar.is_empty() {
            println!("{}", summary(&of_scalar));
        }
    }
}

/// The baseline asked for, if there is one of that name.
fn baseline(roster: &Roster, arguments: &Arguments) -> Result<String, String> {
    let name = arguments.baseline.as_deref().unwrap_or(Tournament::default_baseline(roster));
    let names = Tournament::names(roster);
    if names.contains(&name) {
        return Ok(name.to_owned());
    }
    Err(format!("no competitor has the name {name} (peers are included with --features peers); there are {}", names.join(", ")))
}

/// Runs the competitor of `SET/VARIANT` on the cases that it gets right, and prints the number of queries.
fn count(roster: &Roster, address: &str, arguments: &Arguments) -> Result<(), String> {
    let (set, variant) = address.rsplit_once('/').unwrap_or((address, ""));
    let found = case_sets().into_iter().find(|other| other.to_string() == set);
    let set = found.ok_or_else(|| format!("there is no set of cases {set:?}; --list names them"))?;
    let competitors = competitors(roster, &set.cases(arguments.seed, usize::MAX), set.question, set.family.points, set.scalar);
    let names = || competitors.iter().map(|one| one.name).collect::<Vec<_>>().join(", ");
    let found = competitors.iter().find(|one| one.name == variant);
    let competitor = found.ok_or_else(|| format!("no competitor is called {variant:?} here; there are {}", names()))?;
    let right = competitor.right().unwrap_or_else(|| vec![true; set.count()]);
    let cases: Vec<usize> = (0..right.len()).filter(|case| right[*case]).collect();
    counted_turns(&competitor.task(&cases), arguments.repeats);
    println!("{} queries", cases.len() * arguments.repeats as usize);
    Ok(())
}

/// The function whose instructions are counted: it keeps its name.
#[inline(never)]
fn counted_turns(task: &Task, repeats: u32) {
    for _ in 0..repeats {
        task.run();
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

/// The commit of a folder, if git knows it.
fn commit(folder: &str) -> Option<String> {
    let git = ["-C", folder, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"];
    let output = Command::new("git").args(git).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Arguments, String> {
        let words = ["duel"].into_iter().chain(line.split_whitespace()).map(str::to_owned);
        Arguments::read(words).map_err(|error| error.to_string())
    }

    #[test]
    fn options_are_read_and_those_of_criterion_ignored() {
        let arguments =
            read("--bench --baseline parry3d-f64 --json x.jsonl --sample-size 10 --seed=7 hull/32 --noplot -v").unwrap();
        assert_eq!(arguments.baseline.as_deref(), Some("parry3d-f64"));
        assert_eq!(arguments.json, Some(PathBuf::from("x.jsonl")));
        assert_eq!((arguments.seed, arguments.quick, arguments.processes, arguments.lines), (7, false, 1, false));
        assert_eq!(arguments.filters, ["hull/32"]);
        assert!(read("--bench --test").unwrap().quick);
        let of_several = read("--lines --bench --processes 3").unwrap();
        assert_eq!((of_several.processes, of_several.lines), (3, true));
    }

    #[test]
    fn filters_choose_sets_and_those_of_other_benchmarks_choose_none() {
        let set = |name: &str| case_sets().into_iter().find(|set| set.to_string() == name).expect("there is such a set");
        let selects = |line: &str, name: &str| read(line).unwrap().selects(&set(name));
        assert!(selects("duel/box", "box/8/far/f64") && !selects("duel/box", "hull/8/far/f64"));
        assert!(selects("hull/32", "hull/32/1e-2/f32"));
        assert!(!selects("query/gap/8/f64", "box/8/far/f64"));
        assert!(selects("duel/depth", "depth/box/8/overlap/f64") && !selects("duel/depth", "box/8/overlap/f64"));
    }

    #[test]
    fn a_look_is_at_some_sets_and_records_lists_and_tests_are_of_all() {
        let count = |line: &str| {
            let arguments = read(line).unwrap();
            case_sets().iter().filter(|set| arguments.selects(set)).count()
        };
        let all = case_sets().len();
        // Boxes, and hulls of three sizes, at five gaps.
        assert_eq!(["", "--bench", "--bench --save-baseline x"].map(count), [20; 3]);
        for line in ["--json x", "--processes 3", "--baseline ericson", "--list", "--test", "--lines", "duel/"] {
            assert_eq!(count(line), all, "{line}");
        }
    }

    #[test]
    fn bad_arguments_are_named() {
        for line in
            ["--basline x", "--json", "--seed minus", "--seconds=-1", "--seconds NaN", "--repeats 0", "--processes 0", "-z"]
        {
            let word = line.split([' ', '=']).next().unwrap();
            let error = read(line).expect_err(line);
            assert!(error.contains(word), "{error}");
        }
    }
}
