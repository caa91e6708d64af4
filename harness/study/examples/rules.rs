//! The effect of verified verdicts and of a refined v: the common loop as it is, MuJoCo's two rules, and the loops that verify,
//! around the distance subalgorithms, on the first independent cases of each family with a seed.
//!
//! The output has the sums over the families, with those of `scale` apart, since failures there come from the range; then every
//! wrong verdict of the verified loop outside `scale`, by name.
//!
//! ```sh
//! cargo run --release -p gjk-study --example rules -- 600 5150
//! cargo run --release -p gjk-study --example rules -- 1000 5150 touch-2d needle-2d
//! ```
//! Without families: all families of hulls in space.

use gjk_cases::case::Arithmetic;
use gjk_cases::family::{Family, families, named};
use gjk_records::{Column, Tally};
use gjk_solvers::{PosedCase, Roster, SolverSpace};
use gjk_truth::judge::TOLERANCE;
use gjk_variants::gjk::rules::{DirectionRule, LoopRules, NearestRule, Safeguards, StopRule};
use gjk_variants::{
    About, Ericson, Gjk, Johnson, JohnsonBackup, LeastSquares, Oriented, Plane, Promise, Scalar, SignedVolumes, Solid,
    Subalgorithm,
};
use rayon::prelude::*;

/// Families whose bodies are not hulls of points.
const NO_HULLS: [&str; 3] = ["rounded", "curved", "unions"];
/// The loop whose wrong verdicts are named.
const VERIFIED: &str = "verifying, refined";

fn around<S, P>(roster: &mut Roster, subalgorithm: P)
where
    S: SolverSpace + Oriented<Scalar: Scalar>,
    P: Subalgorithm<S> + Copy + 'static,
{
    let mut add = |safeguards, nearest, loop_name: &str| {
        let name: &'static str = format!("{}: {loop_name}", subalgorithm.about().name).leak();
        let about = About { name, title: name, citation: "", promise: Promise::Distance };
        let rules = LoopRules { stop: StopRule::Relative, safeguards, nearest, direction: DirectionRule::Plain };
        roster.add_in::<S>(Gjk::under(rules, subalgorithm).called(about));
    };
    add(Safeguards::DOUBTING, NearestRule::FromSimplex, "doubting, simplex");
    add(Safeguards::DOUBTING.separating(), NearestRule::FromNormal, "doubting+separating, normal");
    add(Safeguards::VERIFYING, NearestRule::FromSimplex, "verifying, simplex");
    add(Safeguards::VERIFYING, NearestRule::FromNormal, "verifying, normal");
    add(Safeguards::VERIFYING, NearestRule::Refined, VERIFIED);
}

fn in_space<S: SolverSpace + Oriented<Scalar: Scalar>>(roster: &mut Roster) {
    around::<S, _>(roster, LeastSquares);
    around::<S, _>(roster, Johnson);
    around::<S, _>(roster, JohnsonBackup);
    around::<S, _>(roster, Ericson);
    around::<S, _>(roster, SignedVolumes);
}

/// The results of a variant: rulings and iterations of all families, and rulings of `scale`.
#[derive(Clone, Default)]
struct Sum {
    all: Tally,
    iterations: u64,
    scale: Tally,
}

const COLUMNS: [Column; 7] =
    [Column::Missed, Column::Phantom, Column::GaveUp, Column::Off, Column::Inaccurate, Column::Contact, Column::Right];

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |what: &str| arguments.next().and_then(|text| text.parse::<u64>().ok()).ok_or(format!("{what}?"));
    let (cases, seed) = (number("how many cases of a family")?, number("which seed")?);
    let chosen =
        arguments.map(|name| named(&name).ok_or(format!("there is no family `{name}`"))).collect::<Result<Vec<_>, _>>()?;
    let is_of_hulls = |family: &dyn Family| family.dimension() == 3 && !NO_HULLS.contains(&family.name());
    let chosen = if chosen.is_empty() { families().into_iter().filter(|f| is_of_hulls(f.as_ref())).collect() } else { chosen };
    let mut roster = Roster::default();
    in_space::<Solid<f32>>(&mut roster);
    in_space::<Solid<f64>>(&mut roster);
    in_space::<Plane<f32>>(&mut roster);
    in_space::<Plane<f64>>(&mut roster);

    let mut wrong = Vec::new();
    print!("{:46} {:7}", "", "cases");
    COLUMNS.iter().for_each(|column| print!(" {:>10}", column.name()));
    println!("  iterations  scale: missed, phantom");
    for arithmetic in [Arithmetic::F64, Arithmetic::F32] {
        let mut sums = vec![Sum::default(); roster.entries().len()];
        for family in &chosen {
            let of_case = |number: u64| {
                let posed = PosedCase::pose(&family.independent_case(seed, arithmetic, number), arithmetic);
                let judged = posed.iter().flat_map(|posed| posed.ask(&roster, TOLERANCE, |_| true));
                let found = judged.enumerate().filter_map(|(place, judged)| {
                    let (reply, judgement) = judged.outcome?;
                    let margin = judgement.margin.unwrap_or_default();
                    Some((place, reply.column(judgement.ruling), reply.iterations as u64, margin))
                });
                let id = posed.as_ref().map(|posed| posed.case.id.clone()).unwrap_or_default();
                (id, found.collect::<Vec<_>>())
            };
            let found: Vec<_> = (0..cases).into_par_iter().map(of_case).collect();
            for (id, found) in found {
                for (place, column, iterations, margin) in found {
                    let sum = &mut sums[place];
                    sum.all.count(column);
                    sum.iterations += iterations;
                    let name = roster.entries()[place].about.name;
                    if family.name() == "scale" {
                        sum.scale.count(column);
                    } else if name.ends_with(VERIFIED) && matches!(column, Column::Missed | Column::Phantom) {
                        wrong.push(format!("{arithmetic} {id} {name}: {}, margin {margin:.3e} u·D", column.name()));
                    }
                }
            }
        }
        for (entry, Sum { all, iterations, scale }) in roster.entries().iter().zip(&sums) {
            if all.is_empty() {
                continue;
            }
            print!("{arithmetic:4} {:41} {:7}", entry.about.name, all.applicable());
            COLUMNS.iter().for_each(|column| print!(" {:10}", all[*column]));
            let mean = *iterations as f64 / all.applicable() as f64;
            println!("  {mean:10.3}  {}, {}", scale[Column::Missed], scale[Column::Phantom]);
        }
    }
    wrong.iter().for_each(|line| println!("{line}"));
    Ok(())
}
