//! Every variant in exact arithmetic on every family and the corpus, judged with a tolerance of zero.
//!
//! ```text
//! cargo run --release -p gjk-study --example exact [-- CASES]
//! ```
//!
//! CASES (100 000 unless given) is the least number of cases, the corpus included; the families have equal shares. Prints for
//! each variant how many answers are right and certified, and where they are not: about 2½ minutes on two cores. Exit 0; 1 if
//! `least-squares`, `johnson` or `ericson` is not right and certified on one of the cases; 2 for bad arguments.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::corpus;
use gjk_cases::family::families;
use gjk_records::Ruling;
use gjk_solvers::{Judged, PosedCase, Roster};
use rayon::prelude::*;

const SEED: u64 = 1;
/// Without an exception: in exact arithmetic these are proven to end with the nearest points.
const NO_EXCEPTION: [&str; 3] = ["least-squares", "johnson", "ericson"];

/// What the answers of one variant came to.
#[derive(Clone, Default)]
struct Tally {
    /// Of those that are applicable.
    rulings: BTreeMap<Ruling, u64>,
    certified: u64,
    /// The first case that is not both right and certified.
    exception: Option<String>,
}

impl Tally {
    fn of(&self, ruling: Ruling) -> u64 {
        self.rulings.get(&ruling).copied().unwrap_or(0)
    }

    fn cases(&self) -> u64 {
        self.rulings.values().sum()
    }

    /// The sum; the exception of the left one comes first.
    fn plus(mut self, other: &Tally) -> Tally {
        other.rulings.iter().for_each(|(ruling, count)| *self.rulings.entry(*ruling).or_default() += count);
        self.certified += other.certified;
        self.exception = self.exception.or_else(|| other.exception.clone());
        self
    }
}

/// One tally a variant, in the order of the roster.
type Tallies = Vec<Tally>;

fn sum(left: Tallies, right: Tallies) -> Tallies {
    if left.is_empty() || right.is_empty() {
        return if left.is_empty() { right } else { left };
    }
    left.into_iter().zip(&right).map(|(left, right)| left.plus(right)).collect()
}

fn judge(case: &Case, roster: &Roster) -> Tallies {
    let posed = PosedCase::pose(case, Arithmetic::Exact).expect("exact arithmetic takes every finite case");
    let tally = |found: &Judged| {
        let Some((_, judgement)) = &found.outcome else { return Tally::default() };
        let certified = judgement.certified == Some(true);
        let is_exception = judgement.ruling != Ruling::Right || !certified;
        Tally {
            rulings: BTreeMap::from([(judgement.ruling, 1)]),
            certified: u64::from(certified),
            exception: is_exception.then(|| case.id.clone()),
        }
    };
    posed.ask(roster, 0.0, |_| true).iter().map(tally).collect()
}

fn main() -> ExitCode {
    let argument = std::env::args().nth(1).map_or(Ok(100_000), |text| text.parse::<u64>());
    let Ok(wanted) = argument else {
        eprintln!("CASES must be a whole number, the least number of cases\nusage: exact [CASES]");
        return ExitCode::from(2);
    };
    let (roster, mut families, wild) = (Roster::builtin(), families(), corpus::wild());
    // Curved bodies have no exact support points: of such a family no case is applicable, and of the unions some are not.
    families.retain(|family| {
        let first = (0..16).map(|index| judge(&family.case(SEED, Arithmetic::Exact, index), &roster));
        first.flatten().any(|tally| tally.cases() > 0)
    });
    let share = (wanted + wanted / 50).saturating_sub(wild.len() as u64).div_ceil(families.len() as u64);
    println!("exact arithmetic, tolerance zero: {} corpus cases, {} families of {share} cases", wild.len(), families.len());

    let begin = Instant::now();
    let mut results: BTreeMap<&str, Tallies> = BTreeMap::new();
    results.insert("corpus", wild.par_iter().map(|case| judge(case, &roster)).reduce(Vec::new, sum));
    for family in &families {
        let cases = (0..share).into_par_iter();
        let tallies = cases.map(|index| judge(&family.case(SEED, Arithmetic::Exact, index), &roster));
        results.insert(family.name(), tallies.reduce(Vec::new, sum));
        eprint!(".");
        // A dot more or less is no reason to stop.
        let _ = std::io::stderr().flush();
    }
    eprintln!();

    let total = results.values().cloned().reduce(sum).unwrap_or_default();
    println!("{:24}{HEADER}", "variant");
    for (entry, tally) in roster.entries().iter().zip(&total) {
        println!("{:24}{}", entry.about.name, row(tally));
    }
    let mut exceptions = String::new();
    for (place, entry) in roster.entries().iter().enumerate() {
        for (family, tallies) in &results {
            let Some(tally) = tallies.get(place) else { continue };
            if let Some(case) = &tally.exception {
                exceptions += &format!("{:24}{family:24}{}  {case}\n", entry.about.name, row(tally));
            }
        }
    }
    if !exceptions.is_empty() {
        println!("\nwhere not every answer is right and certified, with the first such case:");
        print!("{:24}{:24}{HEADER}  case\n{exceptions}", "variant", "family");
    }

    let cases = total.iter().map(Tally::cases).max().unwrap_or(0);
    let broken: Vec<&str> = NO_EXCEPTION
        .into_iter()
        .filter(|name| {
            let place = roster.entries().iter().position(|entry| entry.about.name == *name);
            let tally = place.and_then(|place| total.get(place));
            tally.is_none_or(|tally| tally.exception.is_some() || tally.cases() != cases)
        })
        .collect();
    println!(
        "\n{cases} cases, {} answers in {:.1} s",
        total.iter().map(Tally::cases).sum::<u64>(),
        begin.elapsed().as_secs_f64()
    );
    if broken.is_empty() {
        println!("{} are right and certified on all {cases}", NO_EXCEPTION.join(", "));
        return ExitCode::SUCCESS;
    }
    println!("not right and certified on all {cases}: {}", broken.join(", "));
    ExitCode::FAILURE
}

const HEADER: &str = "   cases    right certified inaccurate  contact    wrong  gave-up";

fn row(tally: &Tally) -> String {
    format!(
        "{:8} {:8} {:9} {:10} {:8} {:8} {:8}",
        tally.cases(),
        tally.of(Ruling::Right),
        tally.certified,
        tally.of(Ruling::Inaccurate),
        tally.of(Ruling::Contact),
        tally.of(Ruling::Wrong),
        tally.of(Ruling::GaveUp)
    )
}
