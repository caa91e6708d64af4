//! Compares the rules of an expanding polytope: begin × tolerance × limit × points that count as seen × reported answer × GJK
//! that ends before it, each combination on the same overlaps.
//!
//! ```sh
//! cargo run --release -p gjk-study --example depth_rules -- 300 1
//! ```
//! The arguments are the number of cases of a family and the seed; families after them replace all families that are made of
//! overlaps. The scalar is `f64`. The output has first the common rules, and each of their rules changed alone; then, for each
//! value of a rule, the least and the greatest share over all combinations of the other rules. Shares are in % of the cases,
//! over families with equal numbers of cases.

use gjk_cases::case::Arithmetic;
use gjk_cases::family::named;
use gjk_records::{Column, Measure, Ruling};
use gjk_solvers::{PosedCase, Roster, SolverSpace};
use gjk_truth::judge::TOLERANCE;
use gjk_variants::epa::{Begin, Epa, EpaRules, Expansion, Limit, Report, Sight, Tolerance};
use gjk_variants::{About, Ericson, Gjk, Johnson, Oriented, Plane, Promise, Scalar, SignedVolumes, Solid};
use rayon::prelude::*;

const FAMILIES: [&str; 13] = [
    "deep-overlap",
    "overlap-2d",
    "shallow",
    "symmetric",
    "symmetric-2d",
    "prisms",
    "concentric",
    "depth-tie",
    "off-centre",
    "unit-of-length",
    "plates",
    "inside",
    "deep-2d",
];

/// The values of a rule, by name; the common one first.
type Choices<T> = [(&'static str, T)];

const BEGINS: &Choices<Begin> = &[("spanning", Begin::Spanning), ("tetrahedron", Begin::Simplex)];
const TOLERANCES: &Choices<Tolerance> = &[
    ("relative", Tolerance::Relative),
    ("1e-6", Tolerance::Absolute(1e-6)),
    ("1e-4", Tolerance::Absolute(1e-4)),
    ("1e-3", Tolerance::Absolute(1e-3)),
];
const LIMITS: &Choices<Limit> = &[
    ("none", Limit::Answering(1 << 12)),
    ("128", Limit::Answering(128)),
    ("64", Limit::Answering(64)),
    ("35", Limit::Answering(35)),
];
const SIGHTS: &Choices<Sight> = &[("rounding", Sight::WithRounding), ("strict", Sight::Strictly)];
const REPORTS: &Choices<Report> = &[("best", Report::Best), ("support", Report::Support), ("facet", Report::Facet)];
const GJKS: [&str; 3] = ["ericson", "signed-volumes", "johnson"];

/// The rules, with the indices of their values, and after these the index of the GJK.
fn combinations() -> Vec<([usize; 6], EpaRules)> {
    let mut all = Vec::new();
    for (i, (_, begin)) in BEGINS.iter().enumerate() {
        for (j, (_, tolerance)) in TOLERANCES.iter().enumerate() {
            for (k, (_, limit)) in LIMITS.iter().enumerate() {
                for (l, (_, sight)) in SIGHTS.iter().enumerate() {
                    for (m, (_, report)) in REPORTS.iter().enumerate() {
                        let rules = EpaRules {
                            begin: *begin,
                            tolerance: *tolerance,
                            expansion: Expansion::Horizon,
                            sight: *sight,
                            report: *report,
                            limit: *limit,
                        };
                        all.extend((0..GJKS.len()).map(|n| ([i, j, k, l, m, n], rules)));
                    }
                }
            }
        }
    }
    all
}

fn fill<S: SolverSpace + Oriented<Scalar: Scalar>>(roster: &mut Roster, all: &[([usize; 6], EpaRules)]) {
    for (places, rules) in all {
        let name: &'static str = format!("{places:?}").leak();
        let about = About { name, title: name, citation: "", promise: Promise::Depth };
        match places[5] {
            0 => roster.add_in::<S>(Epa::new(Gjk::new(Ericson), *rules, about)),
            1 => roster.add_in::<S>(Epa::new(Gjk::new(SignedVolumes), *rules, about)),
            _ => roster.add_in::<S>(Epa::new(Gjk::new(Johnson), *rules, about)),
        }
    }
}

/// The outcomes that are counted: wrong verdicts, shallow, excess, given up, inaccurate, right.
const COUNTED: [&str; 6] = ["wrong", "shallow", "excess", "gave-up", "inaccurate", "right"];

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |what: &str| arguments.next().and_then(|text| text.parse::<u64>().ok()).ok_or(format!("{what}?"));
    let (cases, seed) = (number("how many cases of a family")?, number("which seed")?);
    let asked: Vec<String> = arguments.collect();
    let names = if asked.is_empty() { FAMILIES.map(str::to_owned).to_vec() } else { asked };
    let all = combinations();
    let mut roster = Roster::default();
    fill::<Solid<f64>>(&mut roster, &all);
    fill::<Plane<f64>>(&mut roster, &all);

    let mut counts = vec![[0_u64; COUNTED.len()]; all.len()];
    let mut total = 0;
    for name in &names {
        let family = named(name).ok_or(format!("there is no family `{name}`"))?;
        let of_case = |number: u64| {
            let posed = PosedCase::pose(&family.independent_case(seed, Arithmetic::F64, number), Arithmetic::F64)?;
            let judged = posed.ask(&roster, TOLERANCE, |_| true).into_iter();
            Some(
                judged
                    .map(|judged| {
                        let (reply, judgement) = judged.outcome?;
                        let off_by = judgement.off_by;
                        Some(match (reply.column(judgement.ruling), judgement.ruling) {
                            (Column::Missed | Column::Phantom, _) => 0,
                            (_, Ruling::Off) if off_by == Some(Measure::Residual) => 1,
                            (_, Ruling::Off) => 2,
                            (_, Ruling::GaveUp) => 3,
                            (_, Ruling::Right) => 5,
                            _ => 4,
                        })
                    })
                    .collect::<Vec<Option<usize>>>(),
            )
        };
        let found: Vec<_> = (0..cases).into_par_iter().filter_map(of_case).collect();
        total += found.len();
        for case in found {
            for (count, kind) in counts.iter_mut().zip(case) {
                if let Some(kind) = kind {
                    count[kind] += 1;
                }
            }
        }
    }

    let share = |count: u64| 100.0 * count as f64 / total as f64;
    println!("{total} overlaps of {} families, f64, seed {seed}\n", names.len());
    print!("{:34}", "the common rules, but for");
    COUNTED.iter().for_each(|title| print!(" {title:>10}"));
    println!();
    let titles: [(&str, Vec<&str>); 6] = [
        ("begin", BEGINS.iter().map(|(name, _)| *name).collect()),
        ("tolerance", TOLERANCES.iter().map(|(name, _)| *name).collect()),
        ("limit", LIMITS.iter().map(|(name, _)| *name).collect()),
        ("sees", SIGHTS.iter().map(|(name, _)| *name).collect()),
        ("answers", REPORTS.iter().map(|(name, _)| *name).collect()),
        ("after", GJKS.to_vec()),
    ];
    for ((places, _), count) in all.iter().zip(&counts) {
        let changed: Vec<usize> = (0..6).filter(|rule| places[*rule] != 0).collect();
        let title = match changed[..] {
            [] => "nothing".to_owned(),
            [rule] => format!("{} {}", titles[rule].0, titles[rule].1[places[rule]]),
            _ => continue,
        };
        print!("{title:34}");
        count.iter().for_each(|count| print!(" {:>10.2}", share(*count)));
        println!();
    }
    println!();
    print!("{:34}", "over all combinations of the rest");
    COUNTED.iter().for_each(|title| print!(" {title:>14}"));
    println!();
    for (rule, (name, values)) in titles.iter().enumerate() {
        for (value, of) in values.iter().enumerate() {
            print!("{:34}", format!("{name} {of}"));
            for kind in 0..COUNTED.len() {
                let of_value = all.iter().zip(&counts).filter(|((places, _), _)| places[rule] == value);
                let shares: Vec<f64> = of_value.map(|(_, count)| share(count[kind])).collect();
                let [least, greatest] = [f64::min, f64::max].map(|of| shares.iter().copied().reduce(of).unwrap_or_default());
                print!(" {:>14}", format!("{least:.2}–{greatest:.2}"));
            }
            println!();
        }
    }
    Ok(())
}
