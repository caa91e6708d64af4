//! A fair comparison on a noisy machine: variants and peers in turns, on the same cases, in one process and on one core.
//!
//! # Cases
//! Each [`cell::Cell`] is a set of pairs of one kind of body, number of points and gap, in one scalar in which the coordinates
//! are exact; the gap is brought about by moving one body away from the other in a random direction, so that the nearest
//! features are what they happen to be. Everybody gets the points in the coordinates of the world and starts from the centres.
//!
//! # Judged first
//! Every answer of every contestant is judged before anything is timed. A case that a timed contestant gets wrong is timed for
//! nobody; who gets too many wrong is left out of the cell ([`field::choose`]). Both are in the output.
//!
//! # Timed in turns
//! A round is a turn of each contestant over the whole set; what counts is the median over the rounds, and for ratios the
//! median of the quotients within rounds, with its interval ([`rounds`]).
//!
//! The row `scan-alone` answers nothing: it makes the support calls of `signed-volumes` again, without the algorithm.

pub mod arguments;
pub mod cell;
pub mod contestant;
pub mod count;
pub mod field;
pub mod judged;
pub mod output;
pub mod rounds;
pub mod statistics;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use gjk_harness::case::Arithmetic;
use gjk_harness::entry::Roster;
use gjk_records::Ruling;
use gjk_variants::{Oriented, Promise, Scalar, Solid};

use arguments::Arguments;
use cell::{Cell, cells};
use contestant::{Arena, CLIMBED_FROM, Posed, contestants};
use field::{Standing, choose};
use judged::Judged;
use output::{Row, summary, table};
use rounds::{Effort, ratio, times};
use statistics::median;

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
    let comparison = Comparison { baseline: baseline(&roster, arguments)?, roster, arguments, commit: commit() };
    let mut json = match &arguments.json {
        Some(path) => Some((from_users_folder(path), create(&from_users_folder(path))?)),
        None => None,
    };
    // The cells of one scalar, shape and number of points follow one another.
    for group in chosen.chunk_by(|one, other| (one.scalar, one.shape, one.points) == (other.scalar, other.shape, other.points))
    {
        let mut rows = Vec::new();
        for cell in group {
            let of_cell = match cell.scalar {
                Arithmetic::F32 => comparison.compare::<Solid<f32>>(cell),
                _ => comparison.compare::<Solid<f64>>(cell),
            };
            println!("{}", table(&format!("duel/{cell}"), &of_cell));
            if let Some((path, file)) = &mut json {
                write(file, &of_cell).map_err(|error| format!("{}: {error}", path.display()))?;
            }
            rows.extend(of_cell);
        }
        let first = group[0];
        println!("{}", summary(&format!("duel/{}/{}/*/{}", first.family(), first.points, first.scalar), &rows));
    }
    if let Some((path, _)) = json {
        println!("{}", path.display());
    }
    Ok(())
}

/// The baseline asked for, or the peer in double precision, or the first of our own.
fn baseline(roster: &Roster, arguments: &Arguments) -> Result<String, String> {
    let default = if roster.named("parry3d-f64").is_some() { "parry3d-f64" } else { "signed-volumes" };
    let name = arguments.baseline.as_deref().unwrap_or(default);
    let mut names: Vec<&str> = contestants::<Solid<f64>>(roster, CLIMBED_FROM).iter().map(|one| one.name).collect();
    for contestant in contestants::<Solid<f32>>(roster, CLIMBED_FROM) {
        if !names.contains(&contestant.name) {
            names.push(contestant.name);
        }
    }
    if names.contains(&name) {
        return Ok(name.to_owned());
    }
    Err(format!("no contestant is called {name} (peers take part with --features peers); there are {}", names.join(", ")))
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

fn write(file: &mut impl Write, rows: &[Row]) -> std::io::Result<()> {
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

struct Comparison<'a> {
    roster: Roster,
    baseline: String,
    arguments: &'a Arguments,
    commit: Option<String>,
}

impl Comparison<'_> {
    /// The baseline in a scalar: where the one asked for is of the other scalar only, its twin (parry has one for each).
    fn baseline<'a>(&'a self, names: &[&'a str]) -> &'a str {
        let twin = match self.baseline.as_str() {
            "parry3d-f64" => "parry3d",
            "parry3d" => "parry3d-f64",
            other => other,
        };
        if names.contains(&self.baseline.as_str()) { &self.baseline } else { twin }
    }

    fn effort(&self) -> Effort {
        if self.arguments.quick {
            Effort { seconds: 0.0, least: 3, most: 3, turn: 1e-5 }
        } else {
            Effort { seconds: self.arguments.seconds, least: 15, most: 1001, turn: 1e-4 }
        }
    }

    fn compare<S: Arena + Oriented>(&self, cell: &Cell) -> Vec<Row>
    where
        S::Scalar: Scalar,
    {
        let contestants = contestants::<S>(&self.roster, cell.points);
        let names: Vec<&str> = contestants.iter().map(|contestant| contestant.name).collect();
        let baseline = self.baseline(&names);
        let count = if self.arguments.quick { 4 } else { cell.count() };
        let cases = (0..count as u64).map(|index| cell.case(self.arguments.seed, index));
        let posed: Vec<Posed<S>> = cases.filter_map(|case| Posed::new(&case, cell.scalar, &self.roster)).collect();
        let judged: Vec<Judged> = contestants.iter().map(|contestant| Judged::new(contestant, &posed)).collect();
        let standings: Vec<Standing> =
            names.iter().zip(&judged).map(|(name, judged)| Standing { name, right: judged.right() }).collect();
        let field = choose(&standings, posed.len(), baseline);
        let set: Vec<&Posed<S>> = field.cases.iter().map(|&case| &posed[case]).collect();
        let timed: Vec<usize> = (0..names.len()).filter(|&place| field.is_timed[place] && !set.is_empty()).collect();
        let times = times(&timed.iter().map(|&place| &contestants[place]).collect::<Vec<_>>(), &set, self.effort());
        let times_of = |name: &str| timed.iter().position(|&place| names[place] == name).map(|place| times[place].as_slice());

        let row = |place: usize| {
            let own = times_of(names[place]);
            let ratio = own.and_then(|own| ratio(own, times_of(baseline)?));
            let judged = &judged[place];
            Row {
                family: cell.family(),
                points: cell.points,
                gap: cell.gap.name(),
                scalar: cell.scalar.name(),
                variant: names[place].to_owned(),
                median_ns: own.and_then(median),
                ratio: ratio.map(|ratio| ratio.median),
                low: ratio.map(|ratio| ratio.low),
                high: ratio.map(|ratio| ratio.high),
                timed: own.map_or(0, |_| set.len()),
                left_out: standings[place].wrong(),
                promise: self.promise(names[place]),
                cases: posed.len(),
                gave_up: judged.count(Ruling::GaveUp),
                inaccurate: judged.count(Ruling::Inaccurate),
                rounds: own.map_or(0, <[f64]>::len),
                supports: judged.mean(&field.cases, |_, reply| reply.supports),
                iterations: judged.mean(&field.cases, |_, reply| reply.iterations),
                products: judged.mean(&field.cases, |case, reply| reply.supports * posed[case].points()),
                seed: self.arguments.seed,
                baseline: baseline.to_owned(),
                commit: self.commit.clone(),
            }
        };
        (0..names.len()).map(row).collect()
    }

    fn promise(&self, name: &str) -> Option<&'static str> {
        self.roster.named(name).map(|entry| match entry.about.promise {
            Promise::Distance => "distance",
            Promise::Verdict => "verdict",
        })
    }
}
