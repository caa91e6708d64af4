//! The arguments of `gjk compare`.

use std::path::PathBuf;

use clap::Args;
use gjk_cases::case::Arithmetic;

use super::arithmetic;
use super::report::width;

/// Compares the answers of the variants in two studies. If both have rows of the same cases (one --seed), each case is compared
/// with itself; otherwise rates are compared. Exit 0; 1 if a finding named in --deny occurs; 2 if the studies cannot be
/// compared.
#[derive(Debug, Args)]
pub struct Compare {
    /// The folder of the study before the change, which `study` or `merge` wrote
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// The folder of the study after the change
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
    /// Only this variant (may be repeated)
    #[arg(long = "variant", value_name = "NAME")]
    pub variants: Vec<String>,
    /// Only this family, or `corpus` (may be repeated)
    #[arg(long = "family", value_name = "NAME")]
    pub families: Vec<String>,
    /// Only this scalar: f32, f64 or exact (may be repeated)
    #[arg(long = "scalar", value_name = "SCALAR", value_parser = arithmetic)]
    pub scalars: Vec<Arithmetic>,
    /// Another run of the old program (may be repeated), to measure how much times differ without a change
    #[arg(long = "again", value_name = "DIR")]
    pub again: Vec<PathBuf>,
    /// Exit 1 if one of these findings occurs
    #[arg(long, value_name = "WHAT,…", value_delimiter = ',', value_enum)]
    pub deny: Vec<Denied>,
    /// Also write compare.md, rates.csv, changed.csv and time-ratios.csv to this folder, and for papers, per scalar, a table
    /// (LaTeX) and a figure
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Width of the figures, with the unit mm, cm, in or pt
    #[arg(long, value_name = "LENGTH", default_value = "178mm", value_parser = width, requires = "out")]
    pub width: f64,
}

/// A finding that `compare` denies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Denied {
    /// A variant is worse: by the sign test of its changed cases at 5 %, or since the bounds of a rate do not overlap
    Worse,
    /// Any case newly fails or is newly refused
    Any,
    /// A variant is slower, relative to the others, than any variant in the runs of --again
    Slower,
}

impl Denied {
    /// Its spelling on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Denied::Worse => "worse",
            Denied::Any => "any",
            Denied::Slower => "slower",
        }
    }
}
