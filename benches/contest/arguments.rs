//! The command line of `duel`. It shares it with criterion, whose options it reads over.

use std::path::PathBuf;

/// What `--help` says.
pub const HELP: &str = "\
Times variants and peers interleaved on the same cases.

usage: cargo bench [--features peers,native-peers] --bench duel -- [options] [filters]

  --baseline NAME        whose time the ratios are of (parry3d-f64 where compiled in, else signed-volumes)
  --json FILE            writes a line of JSON for each contestant in each cell
  --seed N               another set of cases (1)
  --seconds S            about how long the clock runs in a cell (3)
  --quick, --test        few cases, few rounds
  --list                 names the cells
  --callgrind-cell FAMILY/POINTS/GAP/SCALAR/VARIANT
                         runs one contestant on one cell, for valgrind to count its instructions
  --repeats N            how often it does (10)

A filter chooses the cells whose name, duel/FAMILY/POINTS/GAP/SCALAR, holds it. Options of criterion are ignored.
";

/// What was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Arguments {
    /// Whose time the ratios are of.
    pub baseline: Option<String>,
    /// Where the lines of JSON go.
    pub json: Option<PathBuf>,
    /// The seed of the cases.
    pub seed: u64,
    /// Seconds on the clock in a cell.
    pub seconds: f64,
    /// Few cases, few rounds.
    pub quick: bool,
    /// Only name the cells.
    pub list: bool,
    /// Only say how it is used.
    pub help: bool,
    /// Only run this contestant on this cell, this often: `CELL/VARIANT`.
    pub callgrind: Option<String>,
    /// How often.
    pub repeats: usize,
    /// Texts of which a cell's name must hold one, if there are any.
    pub filters: Vec<String>,
}

/// Criterion's options, which mean nothing here. `--baseline` is ours.
const IGNORED: [&str; 12] = [
    "--bench",
    "--verbose",
    "-v",
    "--quiet",
    "--noplot",
    "-n",
    "--discard-baseline",
    "--ignored",
    "--exact",
    "--nocapture",
    "--show-output",
    "--include-ignored",
];
const IGNORED_WITH_VALUE: [&str; 18] = [
    "--color",
    "--colour",
    "-c",
    "--save-baseline",
    "-s",
    "--load-baseline",
    "--baseline-lenient",
    "--format",
    "--profile-time",
    "--sample-size",
    "--warm-up-time",
    "--measurement-time",
    "--nresamples",
    "--noise-threshold",
    "--confidence-level",
    "--significance-level",
    "--output-format",
    "--plotting-backend",
];

impl Arguments {
    /// Reads a command line, without the program's name. The error is a sentence for the user.
    pub fn read(words: impl IntoIterator<Item = String>) -> Result<Arguments, String> {
        let mut arguments = Arguments {
            baseline: None,
            json: None,
            seed: 1,
            seconds: 3.0,
            quick: false,
            list: false,
            help: false,
            callgrind: None,
            repeats: 10,
            filters: Vec::new(),
        };
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let (name, attached) = match word.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name.to_owned(), Some(value.to_owned())),
                _ => (word.clone(), None),
            };
            let mut value = || attached.clone().or_else(|| words.next()).ok_or_else(|| format!("{name} needs a value"));
            match name.as_str() {
                "--baseline" | "-b" => arguments.baseline = Some(value()?),
                "--json" => arguments.json = Some(value()?.into()),
                "--seed" => arguments.seed = number(&name, &value()?, |_| true)?,
                "--seconds" => arguments.seconds = number(&name, &value()?, |seconds: &f64| (0.0..=3600.0).contains(seconds))?,
                "--callgrind-cell" => arguments.callgrind = Some(value()?),
                "--repeats" => arguments.repeats = number(&name, &value()?, |repeats: &usize| *repeats > 0)?,
                "--quick" | "--test" => arguments.quick = true,
                "--list" => arguments.list = true,
                "--help" | "-h" => arguments.help = true,
                ignored if IGNORED.contains(&ignored) => {}
                ignored if IGNORED_WITH_VALUE.contains(&ignored) => drop(value()?),
                unknown if unknown.starts_with('-') => return Err(format!("unknown option {unknown}; --help lists them")),
                _ => arguments.filters.push(word),
            }
        }
        Ok(arguments)
    }

    /// Whether the cell of this name (`FAMILY/POINTS/GAP/SCALAR`) is asked for.
    pub fn selects(&self, cell: &str) -> bool {
        let name = format!("duel/{cell}");
        self.filters.is_empty() || self.filters.iter().any(|filter| name.contains(filter.as_str()))
    }
}

fn number<T: std::str::FromStr>(name: &str, text: &str, is_good: impl Fn(&T) -> bool) -> Result<T, String> {
    text.parse().ok().filter(is_good).ok_or_else(|| format!("{name} cannot be {text:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Arguments, String> {
        Arguments::read(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_read_and_those_of_criterion_read_over() {
        let arguments =
            read("--bench --baseline parry3d-f64 --json x.jsonl --sample-size 10 --seed=7 hull/32 --noplot").unwrap();
        assert_eq!(arguments.baseline.as_deref(), Some("parry3d-f64"));
        assert_eq!(arguments.json, Some(PathBuf::from("x.jsonl")));
        assert_eq!((arguments.seed, arguments.quick), (7, false));
        assert_eq!(arguments.filters, ["hull/32"]);
        assert!(read("--bench --test").unwrap().quick);
    }

    #[test]
    fn filters_choose_cells_and_those_of_other_benchmarks_choose_none() {
        assert!(read("").unwrap().selects("box/8/far/f64"));
        let some = read("duel/box").unwrap();
        assert!(some.selects("box/8/far/f64") && !some.selects("hull/8/far/f64"));
        assert!(!read("query/gap/8/f64").unwrap().selects("box/8/far/f64"));
    }

    #[test]
    fn bad_arguments_are_named() {
        for line in ["--basline x", "--json", "--seed minus", "--seconds -1", "--seconds NaN", "--repeats 0", "-z"] {
            let word = line.split(' ').next().unwrap();
            let error = read(line).expect_err(line);
            assert!(error.contains(word), "{error}");
        }
    }
}
