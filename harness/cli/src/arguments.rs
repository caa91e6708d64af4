//! The arguments of the commands.

mod compare;
mod map;
mod report;
mod sweep;

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use gjk_cases::case::{Arithmetic, Class, decimal};
use gjk_hunt::search::Wanted;
use gjk_records::{Column, Measure, Question, Ruling};
use gjk_study::experiment::{EXPERIMENTS, Experiment};
use gjk_truth::judge::TOLERANCE;

use crate::shard::Shard;
pub use compare::{Compare, Denied};
pub use map::Map;
pub use report::Report;
pub use sweep::Way;

/// Verification and benchmark harness for GJK variants: every answer is judged in exact arithmetic.
#[derive(Debug, Parser)]
#[command(
    name = "gjk",
    args_conflicts_with_subcommands = true,
    after_help = "Without a command, `study` runs. A CASE is FILE, FILE#ID, FAMILY:SEED:INDEX or FAMILY.SEED.INDEX, corpus, corpus#ID, or - for \
                  standard input. A FILE holds cases (.jsonl) or is a mesh (.obj, .stl, .ply, .off, .glb, .dae): every pair of its objects, \
                  and of several files; ONE.obj+TWO.stl is each object of ONE with each of TWO. ROBOT.urdf is every pair of \
                  links, with its joints at zero or at ROBOT.urdf@NAME=VALUE,… A FILE.csv holds queries of the \
                  continuous-collision benchmark: both poses of each."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub study: Study,
    /// Use only the vector instructions that every processor of the target has, except in the package of the certified
    /// variants; the answers are the same to the bit
    #[arg(long, global = true)]
    pub no_simd: bool,
    /// Add an external program as a variant: it reads cases and writes answers, as one line of JSON each
    #[arg(long = "program", global = true, value_name = "NAME=COMMAND", value_parser = program)]
    pub programs: Vec<(String, String)>,
    /// Add a shared library as a variant: its function is the one declared in adapters/library/gjk.h, and is called in a
    /// separate process
    #[arg(long = "library", global = true, value_name = "NAME=FILE", value_parser = library)]
    pub libraries: Vec<(String, String)>,
}

fn program(text: &str) -> Result<(String, String), String> {
    named(text, "command", "mine='python3 mine.py'")
}

fn library(text: &str) -> Result<(String, String), String> {
    named(text, "file", "mine=./libmine.so")
}

/// A name and the text after its `=`.
fn named(text: &str, what: &str, example: &str) -> Result<(String, String), String> {
    let (name, command) = text.split_once('=').ok_or_else(|| format!("a name, `=` and a {what}, such as {example}"))?;
    let allowed = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || matches!(letter, '-' | '.' | '_');
    if name.is_empty() || !name.chars().all(allowed) {
        return Err(format!("a name has lower-case letters, digits, '-', '.' and '_', and this is {name:?}"));
    }
    if command.trim().is_empty() {
        return Err(format!("there is no {what} after the `=`"));
    }
    // It becomes part of the records of a study, which may be printed on any terminal.
    if !command.chars().all(|letter| gjk_records::is_seen(letter) || matches!(letter, '\n' | '\t')) {
        return Err(format!("the {what} has control characters, or others that are invisible"));
    }
    Ok((name.to_owned(), command.to_owned()))
}

impl Command {
    /// True if the command asks external programs, or names them in its output.
    pub fn asks_programs(&self) -> bool {
        match self {
            Command::Study(study) => {
                let asks = |one: &&dyn Experiment| {
                    one.asks_programs() && (study.parts.is_empty() || study.parts.iter().any(|part| part == one.name()))
                };
                EXPERIMENTS.iter().any(asks)
            }
            // A merged study names the worst errors of all given variants.
            Command::List(_)
            | Command::Check(_)
            | Command::Hunt(_)
            | Command::Replay(_)
            | Command::Map(_)
            | Command::Merge(_) => true,
            Command::Generate(_)
            | Command::Export(_)
            | Command::Judge(_)
            | Command::Claims(_)
            | Command::Endure(_)
            | Command::Certify(_)
            | Command::Report(_)
            | Command::Compare(_) => false,
        }
    }

    /// The number of threads to run on; `None` if no number is given.
    pub fn threads(&self) -> Option<usize> {
        match self {
            Command::Study(study) => study.threads,
            Command::Endure(endure) => endure.threads,
            Command::Certify(certify) => certify.threads,
            _ => None,
        }
    }

    /// The variants that are named in the arguments.
    pub fn variants(&self) -> &[String] {
        match self {
            Command::Study(study) => &study.variants,
            Command::Check(check) => &check.variants,
            Command::Hunt(hunt) => &hunt.variants,
            Command::Replay(replay) => std::slice::from_ref(&replay.variant),
            Command::Map(map) => &map.variants,
            _ => &[],
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// The main task: judge every variant on every family and on the corpus, time the variants, and write records, tables and
    /// figures
    Study(Study),
    /// List the variants, families, claims and figures, or the joints of a robot
    List(List),
    /// Judge variants on cases
    Check(Check),
    /// Write cases of families, for a GJK in any language
    Generate(Generate),
    /// Judge answers that were computed elsewhere
    Judge(Judge),
    /// Search for inputs that a variant gets wrong, and simplify them
    Hunt(Hunt),
    /// Decide the claims of the sources by running them
    Claims(Claims),
    /// Run every variant on very many cases without judging; no run may panic or exceed the iteration limit of its variant
    Endure(Endure),
    /// Check the variants that prove their answers, in exact arithmetic: verdicts, proofs, and errors in units in the last
    /// place
    Certify(Certify),
    /// Show one run, iteration by iteration
    Replay(Replay),
    /// Write a case as a Wavefront OBJ file, to view it in another program
    Export(Export),
    /// Draw the failure map: a case with one vertex moved by units in the last place, judged in each position
    Map(Map),
    /// Make tables and figures from stored records
    Report(Report),
    /// Merge the shards of a campaign into the results of one run
    Merge(Merge),
    /// Compare two studies, such as before and after a change: rates, changed rulings, ratios of times
    Compare(Compare),
}

fn arithmetic(name: &str) -> Result<Arithmetic, String> {
    Arithmetic::named(name).ok_or_else(|| "the scalars are f32, f64 and exact".to_owned())
}

fn rounded(name: &str) -> Result<Arithmetic, String> {
    arithmetic(name).ok().filter(|&scalar| scalar != Arithmetic::Exact).ok_or_else(|| "the scalars are f32 and f64".to_owned())
}

fn tolerance(text: &str) -> Result<f64, String> {
    let value = text.parse::<f64>().ok().filter(|value| value.is_finite() && *value >= 0.0);
    value.ok_or_else(|| "a tolerance is a number of units u·D, not negative".to_owned())
}

/// A ruling that `check` and `judge` deny, or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeniedRuling {
    /// All answers with this ruling.
    Of(Ruling),
    /// A wrong verdict of this direction: missed or phantom.
    Wrong(Column),
    /// An answer about the depth that is off in this way.
    Off(Measure),
}

fn denied_ruling(name: &str) -> Result<DeniedRuling, String> {
    let column = [Column::Missed, Column::Phantom].into_iter().find(|column| column.name() == name);
    let off_by = Measure::OFF.into_iter().find(|off_by| off_by.off() == name);
    let found = Ruling::named(name).map(DeniedRuling::Of).or(column.map(DeniedRuling::Wrong)).or(off_by.map(DeniedRuling::Off));
    found.ok_or_else(|| {
        let columns = [Column::Missed, Column::Phantom].map(Column::name);
        let parts = columns.into_iter().chain(Measure::OFF.map(Measure::off));
        let names: Vec<&str> = Ruling::ALL.iter().map(|ruling| ruling.name()).chain(parts).collect();
        format!("{}there are {}", everyday(name), names.join(", "))
    })
}

/// Advice for an everyday word that is not a ruling; empty for other words.
fn everyday(name: &str) -> &'static str {
    match name.trim_end_matches('s') {
        "fail" | "failed" | "failure" => "a failure is off, wrong or gave-up: write off,wrong,gave-up; ",
        "missed" | "phantom" => "missed and phantom are the two kinds of wrong: write wrong; ",
        "no-answer" | "none" => "no answer is gave-up; ",
        _ => "",
    }
}

fn wanted(name: &str) -> Result<Wanted, String> {
    Wanted::all().find(|wanted| wanted.name() == name).ok_or_else(|| {
        let names: Vec<&str> = Wanted::all().map(Wanted::name).collect();
        format!("{}there are {}", everyday(name), names.join(", "))
    })
}

fn scene(name: &str) -> Result<String, String> {
    let is_scene = gjk_cases::format::is_scene(name);
    if is_scene { Ok(name.to_owned()) } else { Err("the name of a scene file ends in .scene".to_owned()) }
}

fn class(name: &str) -> Result<Class, String> {
    Class::named(name).ok_or_else(|| "the classes are separated, touching and overlapping".to_owned())
}

/// A time: a number with the unit ms, s or m, or without a unit in seconds.
fn time(text: &str) -> Result<Duration, String> {
    let at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let unit = match &text[at..] {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        _ => f64::NAN,
    };
    let seconds = text[..at].parse::<f64>().ok().map(|number| number * unit);
    let time = seconds.filter(|seconds| *seconds > 0.0).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "a time such as 60s, 500ms or 2m".to_owned())
}

/// A whole number, which may be written with an exponent: 1000000 or 1e6.
fn number(text: &str) -> Result<u64, String> {
    whole(text).ok_or_else(|| "a whole number from 0 below 2^64, such as 1000000 or 1e6".to_owned())
}

fn number_from_one(text: &str) -> Result<u64, String> {
    let number = whole(text).filter(|number| *number > 0);
    number.ok_or_else(|| "a whole number from 1 below 2^64, such as 1000000 or 1e6".to_owned())
}

fn whole(text: &str) -> Option<u64> {
    text.parse().ok().or_else(|| {
        let (digits, exponent) = decimal(text)?;
        let digits: u64 = digits.to_string().parse().ok()?;
        digits.checked_mul(10_u64.checked_pow(u32::try_from(exponent).ok()?)?)
    })
}

/// The greatest number of threads that are started.
///
/// More than a few per core are of no use, and thousands of threads slow down the machine.
const THREADS: usize = 256;

fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=THREADS).contains(number));
    number.ok_or_else(|| format!("a whole number from 1 to {THREADS}, the most threads that are started"))
}

#[derive(Clone, Debug, Args)]
pub struct Study {
    /// Run a short study of everything, about 20 s on two cores; it draws only the figures that a reader opens first, and `gjk
    /// report DIR --out DIR` draws all
    #[arg(long, conflicts_with = "full")]
    pub quick: bool,
    /// Run ten times as many cases
    #[arg(long)]
    pub full: bool,
    /// Seed of the families
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number, allow_negative_numbers = true)]
    pub seed: u64,
    /// Tolerance of the rulings in units of u·D
    #[arg(long, value_name = "K", default_value_t = TOLERANCE, value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: f64,
    /// Also use real convex hulls (may be repeated, one family per file): the objects of this mesh (.obj, .stl, …), or the
    /// records of this file, each a little-endian u32 count and as many points of three f32
    #[arg(long, value_name = "FILE")]
    pub hulls: Vec<PathBuf>,
    /// Number of cases of each family, in f32 and in f64; all other parts are scaled in proportion
    #[arg(long, value_name = "N", value_parser = number_from_one, allow_negative_numbers = true)]
    pub cases: Option<u64>,
    /// Only this family, or `corpus` (may be repeated)
    #[arg(long = "family", value_name = "NAME")]
    pub families: Vec<String>,
    /// Only this variant (may be repeated)
    #[arg(long = "variant", value_name = "NAME")]
    pub variants: Vec<String>,
    /// Only this scalar: f32, f64 or exact (may be repeated)
    #[arg(long = "scalar", value_name = "SCALAR", value_parser = arithmetic)]
    pub scalars: Vec<Arithmetic>,
    /// Only these parts (default: all but certify and endure; a shard measures no times and no duel)
    #[arg(long = "part", value_name = "PART,…", value_delimiter = ',', value_parser = parts())]
    pub parts: Vec<String>,
    /// Number of processes that measure the times of the part `duel`, one after the other; its figures are medians over the
    /// processes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub processes: u16,
    /// Measure the times of the part `duel` and print its lines of JSON, as one of several processes
    #[arg(long, hide = true)]
    pub lines: bool,
    /// The answers that get a row; all answers are counted
    #[arg(long, value_enum, default_value_t = Rows::All)]
    pub rows: Rows,
    /// Do share K of N of the work; `gjk merge` merges the shares
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE)]
    pub shard: Shard,
    /// Begin anew if the folder holds an unfinished campaign, or the results of another one
    #[arg(long)]
    pub fresh: bool,
    /// Number of threads that judge (default: one per core)
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
    /// Folder for records, tables and figures (default: reports/out, with --quick reports/quick)
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

impl Study {
    /// The folder for records, tables and figures: a quick study does not replace a full one.
    pub fn folder(&self) -> PathBuf {
        let default = if self.quick { "reports/quick" } else { "reports/out" };
        self.out.clone().unwrap_or_else(|| PathBuf::from(default))
    }
}

/// The parts of a study, each with a description of its question.
fn parts() -> PossibleValuesParser {
    PossibleValuesParser::new(EXPERIMENTS.iter().map(|one| PossibleValue::new(one.name()).help(one.about())))
}

/// The answers that get a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Rows {
    /// Every answer
    All,
    /// Answers that are off or wrong, and missing answers
    Failures,
    /// No answers
    None,
}

#[derive(Debug, Args)]
pub struct Merge {
    /// The folders of all shards of a campaign
    #[arg(required = true, value_name = "DIR")]
    pub shards: Vec<PathBuf>,
    /// A file of hulls that was given to the campaign
    #[arg(long, value_name = "FILE")]
    pub hulls: Vec<PathBuf>,
    /// Folder for records, tables and figures
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Replace the results of another plan in that folder
    #[arg(long)]
    pub fresh: bool,
    /// Merge shards that used different files of a program or library; the journal then names the files of all shards
    #[arg(long)]
    pub mixed: bool,
    /// Keep one compressed tally for each family and scalar, and no rows: an archive that suffices for tables and figures
    #[arg(long)]
    pub summed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum What {
    Variants,
    Families,
    Claims,
    Figures,
    /// The joints of a robot: `gjk list joints ROBOT.urdf`
    Joints,
}

#[derive(Debug, Args)]
pub struct List {
    /// List only this kind (default: all but joints)
    #[arg(value_enum)]
    pub what: Option<What>,
    /// The robot whose joints are listed
    #[arg(value_name = "ROBOT.urdf", required_if_eq("what", "joints"))]
    pub robot: Option<PathBuf>,
    /// Print one JSON object per line
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Check {
    /// FILE, FILE#ID, FAMILY:SEED:INDEX, corpus, corpus#ID, or - for standard input; a FILE may be a mesh (.obj, .stl, .ply,
    /// .off, .glb, .dae) or a robot (.urdf), with a pose and joints as in arm.urdf@elbow=90deg@xyz=1,0,0; several of them are one
    /// scene
    #[arg(required_unless_present = "scene", value_name = "CASE")]
    pub cases: Vec<String>,
    /// Add the robots and meshes of this scene file, which has one of them per line
    #[arg(long, value_name = "FILE.scene", value_parser = scene)]
    pub scene: Option<String>,
    /// Leave out the pairs of links that this semantic description of a robot disables (may be repeated)
    #[arg(long, value_name = "FILE.srdf")]
    pub srdf: Vec<PathBuf>,
    /// Allow values of joints beyond the limits that a robot states
    #[arg(long)]
    pub beyond_limits: bool,
    /// Answer about the rest of a scene if one of its files cannot be read
    #[arg(long)]
    pub skip: bool,
    /// Print the truth over the way of a joint: at N values from A to B, in radians, with `deg` in degrees, or in metres; of two
    /// robots with such a joint, ROBOT.JOINT is one of them
    #[arg(long, value_name = "JOINT=A:B:N", value_parser = sweep::way, conflicts_with_all = ["variants", "deny", "proofs", "json", "points"])]
    pub sweep: Option<Way>,
    /// Draw the distances of the nearest pairs over the way of the joint of --sweep
    #[arg(long, value_name = "OUT.png", requires = "sweep")]
    pub png: Option<PathBuf>,
    /// Judge only this variant (may be repeated), or `all` of them (default: for files certified, certified-depth, ericson,
    /// epa-common, mpr and your own; for families and the corpus all)
    #[arg(long = "variant", value_name = "NAME")]
    pub variants: Vec<String>,
    /// Only this scalar: f32, f64 or exact (may be repeated; default: for a case of a file its own, f64 if it has none; for
    /// families, the corpus and --proofs all)
    #[arg(long = "scalar", value_name = "SCALAR", value_parser = arithmetic)]
    pub scalars: Vec<Arithmetic>,
    /// Print the exact truth of each case, and judge no variant
    #[arg(long, conflicts_with_all = ["variants", "deny"])]
    pub truth: bool,
    /// Print all rows of the table of the truth, not only the first 20
    #[arg(long)]
    pub all: bool,
    /// Print the nearest points of bodies that do not overlap as well
    #[arg(long)]
    pub points: bool,
    /// Write the truth of each case as comma-separated values, with all digits (- for standard output)
    #[arg(long, value_name = "OUT.csv")]
    pub csv: Option<PathBuf>,
    /// Also write a page for a browser: which bodies meet and where, and a view that turns of each of the first 60 pairs
    #[arg(long, value_name = "OUT.html", conflicts_with = "sweep")]
    pub html: Option<PathBuf>,
    /// Tolerance of the rulings in units of u·D
    #[arg(long, value_name = "K", default_value_t = TOLERANCE, value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: f64,
    /// Exit with 1 if one of these rulings occurs, or a part of one: missed or phantom (of wrong), shallow or excess (of off)
    #[arg(long, value_name = "RULING,…", value_delimiter = ',', value_parser = denied_ruling)]
    pub deny: Vec<DeniedRuling>,
    /// Write one line of JSON for each case, variant and scalar (- for standard output)
    #[arg(long, value_name = "OUT.jsonl")]
    pub json: Option<PathBuf>,
    /// Write the proof of the truth of each case in each scalar, as one line of JSON (- for standard output);
    /// harness/validate.py and harness/proved check these proofs
    #[arg(long, value_name = "FILE.jsonl")]
    pub proofs: Option<PathBuf>,
}

impl Check {
    /// The addresses of all cases.
    pub fn addresses(&self) -> Vec<String> {
        self.cases.iter().chain(&self.scene).cloned().collect()
    }
}

#[derive(Debug, Args)]
pub struct Generate {
    /// Names of families, or `all` for all of them
    #[arg(required = true, value_name = "FAMILY")]
    pub families: Vec<String>,
    /// Number of cases of each family
    #[arg(long, value_name = "N", value_parser = number_from_one, allow_negative_numbers = true)]
    pub cases: u64,
    /// Seed of the families
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number, allow_negative_numbers = true)]
    pub seed: u64,
    /// The scalar in which the coordinates are exact
    #[arg(long, value_name = "SCALAR", default_value = "f64", value_parser = arithmetic)]
    pub scalar: Arithmetic,
}

#[derive(Debug, Args)]
pub struct Judge {
    /// A file of cases, or - for standard input
    #[arg(value_name = "CASES")]
    pub cases: String,
    /// Answers, one JSON object per line: case, verdict, distance, on_a, on_b, axis; for bodies that meet also depth and
    /// normal, or translation; if there are several variants, also variant (an answer that names a body as refused is believed,
    /// since the program cannot be asked again)
    #[arg(value_name = "ANSWERS.jsonl")]
    pub answers: PathBuf,
    /// The scalar in which the answers were computed: f32 or f64
    #[arg(long, value_name = "SCALAR", default_value = "f64", value_parser = rounded)]
    pub scalar: Arithmetic,
    /// Tolerance of the rulings in units of u·D
    #[arg(long, value_name = "K", default_value_t = TOLERANCE, value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: f64,
    /// Exit with 1 if one of these rulings occurs, or a part of one: missed or phantom (of wrong), shallow or excess (of off)
    #[arg(long, value_name = "RULING,…", value_delimiter = ',', value_parser = denied_ruling)]
    pub deny: Vec<DeniedRuling>,
    /// Write one line of JSON for each case and variant (- for standard output)
    #[arg(long, value_name = "OUT.jsonl")]
    pub json: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Hunt {
    /// Only this variant (may be repeated)
    #[arg(long = "variant", value_name = "NAME")]
    pub variants: Vec<String>,
    /// Only cases of this family, or `lattice` for small integer lattices (may be repeated; default: all of them)
    #[arg(long = "family", value_name = "NAME")]
    pub families: Vec<String>,
    /// Only this scalar: f32, f64 or exact (may be repeated)
    #[arg(long = "scalar", value_name = "SCALAR", value_parser = arithmetic)]
    pub scalars: Vec<Arithmetic>,
    /// Search and shrink for this long in all, such as 60s, of which a fifth is kept for shrinking (default: search until every
    /// variant has failed in every scalar, for at most 60s, and then shrink for at most 60s)
    #[arg(long, value_name = "TIME", conflicts_with = "cases", value_parser = time)]
    pub budget: Option<Duration>,
    /// Search this many cases, and shrink without a limit: the result depends only on this number and the seed
    #[arg(long, value_name = "N", value_parser = number_from_one, allow_negative_numbers = true)]
    pub cases: Option<u64>,
    /// Search only share K of N of the --cases: each case belongs to one share, and each share shrinks and prints by itself, so
    /// several may find the same failure mode
    #[arg(long, value_name = "K/N", requires = "cases", conflicts_with = "budget", default_value_t = Shard::WHOLE)]
    pub shard: Shard,
    /// Seed of the search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number, allow_negative_numbers = true)]
    pub seed: u64,
    /// Rulings that count as failures; `shallow` and `excess` are parts of `off`
    #[arg(long = "ruling", value_name = "RULING,…", value_delimiter = ',', value_parser = wanted,
          default_value = "wrong,gave-up,shallow,excess")]
    pub wanted: Vec<Wanted>,
    /// Only failures on bodies of this class: separated, touching or overlapping (may be repeated)
    #[arg(long = "class", value_name = "CLASS", value_delimiter = ',', value_parser = class)]
    pub classes: Vec<Class>,
    /// Tolerance of the rulings in units of u·D
    #[arg(long, value_name = "K", default_value_t = TOLERANCE, value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: f64,
    /// Start from the cases of this file and search around them
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Add the shrunken cases to this file; until the hunt ends, FILE.part holds the simplest case of each failure mode before
    /// shrinking, also if the hunt is killed
    #[arg(long, value_name = "FILE.jsonl")]
    pub save: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Claims {
    /// Ids of claims (default: all)
    #[arg(value_name = "ID")]
    pub ids: Vec<String>,
    /// Do one run in forty, for a quick check: rare counterexamples may be missed, so a claim that fails may seem to hold
    #[arg(long)]
    pub quick: bool,
    /// Decide only share K of N of the claims: claim number i, counted from 0, belongs to share (i mod N) + 1
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE)]
    pub shard: Shard,
    /// Seed of the searches
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number, allow_negative_numbers = true)]
    pub seed: u64,
    /// Write one line of JSON for each claim (- for standard output)
    #[arg(long, value_name = "OUT.jsonl")]
    pub json: Option<PathBuf>,
}

/// Runs every variant on cases in f32 and on as many cases in f64.
///
/// Half of the cases are of the families, in equal shares. The other half are of random bits: any finite coordinates, including
/// subnormal ones, for hulls, rounded and curved bodies, and unions. Prints how the runs ended.
///
/// The exit status is 0, or 1 if a run breaks a rule: it panics; it takes more iterations than its variant's own limit; or it
/// has an answer although its end states that there is none, or the reverse.
#[derive(Debug, Args)]
pub struct Endure {
    #[arg(long = "variant", hide = true)]
    pub variants: Vec<String>,
    /// Number of cases in each scalar; a case is one query for each variant
    #[arg(long, value_name = "N", default_value_t = 400_000, value_parser = number_from_one, allow_negative_numbers = true)]
    pub cases: u64,
    /// Only share K of N of the cases: the counts of all N shards add up to those of one run
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE)]
    pub shard: Shard,
    /// Seed of the cases
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number, allow_negative_numbers = true)]
    pub seed: u64,
    /// Keep finished work in this folder: the same command continues after an interrupt, and `gjk merge` merges shards
    #[arg(long, value_name = "DIR")]
    pub journal: Option<PathBuf>,
    /// Begin anew if that folder holds an unfinished campaign, or the results of another one
    #[arg(long, requires = "journal")]
    pub fresh: bool,
    /// Number of threads that run (default: one per core)
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
}

/// The questions of `certify`.
fn certified_question() -> impl TypedValueParser<Value = Question> {
    let all = [
        (Question::Distance, "Whether the bodies meet, how far apart they are, and whether they are within a length"),
        (Question::Depth, "The depth of bodies that meet; other cases are skipped"),
        (Question::Cast, "When a moving body first touches another; in cases of their own"),
    ];
    let values = all.map(|(question, help)| PossibleValue::new(question.name()).help(help));
    PossibleValuesParser::new(values).map(|name| Question::named(&name).unwrap_or_default())
}

#[derive(Debug, Args)]
pub struct Certify {
    #[arg(long = "variant", hide = true)]
    pub variants: Vec<String>,
    /// Number of cases in each scalar, of the documented mixture; may be 0 with --from
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = number, allow_negative_numbers = true)]
    pub cases: u64,
    /// The question to ask (default: the distance and the depth)
    #[arg(long, value_parser = certified_question(), value_name = "QUESTION")]
    pub question: Option<Question>,
    /// Only share K of N of the cases: the tallies of all N shards add up to those of one run
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE)]
    pub shard: Shard,
    /// Seed of the cases
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number, allow_negative_numbers = true)]
    pub seed: u64,
    /// Add the tallies that an earlier run or shard wrote (may be repeated)
    #[arg(long, value_name = "TALLIES.jsonl")]
    pub from: Vec<PathBuf>,
    /// Write the tallies to this file
    #[arg(long, value_name = "TALLIES.jsonl")]
    pub out: Option<PathBuf>,
    /// Keep finished work in this folder: the same command continues after an interrupt, and `gjk merge` merges shards
    #[arg(long, value_name = "DIR")]
    pub journal: Option<PathBuf>,
    /// Begin anew if that folder holds an unfinished campaign, or the results of another one
    #[arg(long, requires = "journal")]
    pub fresh: bool,
    /// Number of threads that run (default: one per core)
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
}

#[derive(Debug, Args)]
pub struct Export {
    /// FILE#ID, FAMILY:SEED:INDEX, corpus#ID, or - for a single case on standard input
    #[arg(value_name = "CASE")]
    pub case: String,
    /// The file to write (- for standard output)
    #[arg(value_name = "OUT.obj")]
    pub out: PathBuf,
    /// The scalar of the coordinates: f32, f64 or exact
    #[arg(long, value_name = "SCALAR", default_value = "f64", value_parser = arithmetic)]
    pub scalar: Arithmetic,
}

#[derive(Debug, Args)]
pub struct Replay {
    /// FILE#ID, FAMILY:SEED:INDEX, corpus#ID, or - for a single case on standard input
    #[arg(value_name = "CASE")]
    pub case: String,
    /// The variant
    #[arg(long, value_name = "NAME")]
    pub variant: String,
    /// The scalar: f32, f64 or exact
    #[arg(long, value_name = "SCALAR", default_value = "f64", value_parser = arithmetic)]
    pub scalar: Arithmetic,
    /// Tolerance of the ruling in units of u·D
    #[arg(long, value_name = "K", default_value_t = TOLERANCE, value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: f64,
    /// Also draw the run
    #[arg(long, value_name = "OUT.png")]
    pub png: Option<PathBuf>,
    /// Also write a page for a browser: the bodies and the run in a view that turns, iteration by iteration, next to the run of
    /// the variant in exact arithmetic
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,
}
