//! What doubt is worth: each distance variant of the common loop, and of the accelerated one, with and without it, on as many cases
//! as asked; then every phantom contact and every run without an answer of the loops with doubt, by name.
//!
//! ```sh
//! cargo run --release -p gjk-experiments --example doubt -- 10000 gap resting
//! ```

use std::collections::BTreeMap;

use gjk_cases::case::Arithmetic;
use gjk_cases::family::named;
use gjk_records::{Column, Tally};
use gjk_solvers::{PosedCase, Roster, SolverSpace};
use gjk_truth::judge::TOLERANCE;
use gjk_variants::gjk::rules::{Accelerated, DirectionRule, Doubting, FromSimplex, Guarded, Plain, Relative, Rule, Safeguards};
use gjk_variants::{
    About, Ericson, Gjk, Johnson, JohnsonBackup, LeastSquares, Oriented, Promise, Scalar, SignedVolumes, Solid, Subalgorithm,
};
use rayon::prelude::*;

/// Takes in a subalgorithm in the relative loop with these safeguards and this direction.
fn add<S, P, G: Safeguards, D: DirectionRule>(roster: &mut Roster, subalgorithm: P, name: &'static str)
where
    S: SolverSpace + Oriented<Scalar: Scalar>,
    P: Subalgorithm<S> + 'static,
{
    let about = About { name, title: name, citation: "", promise: Promise::Distance };
    roster.add_in::<S>(Gjk::<P, Rule<Relative, G, FromSimplex, D>>::with_rules(subalgorithm).called(about));
}

fn with<S: SolverSpace + Oriented<Scalar: Scalar>, G: Safeguards>(roster: &mut Roster, names: [&'static str; 6]) {
    add::<S, _, G, Plain>(roster, LeastSquares, names[0]);
    add::<S, _, G, Plain>(roster, Johnson, names[1]);
    add::<S, _, G, Plain>(roster, JohnsonBackup, names[2]);
    add::<S, _, G, Plain>(roster, Ericson, names[3]);
    add::<S, _, G, Plain>(roster, SignedVolumes, names[4]);
    add::<S, _, G, Accelerated>(roster, SignedVolumes, names[5]);
}

const DOUBTING: [&str; 6] = ["least-squares", "johnson", "johnson-backup", "ericson", "signed-volumes", "nesterov"];
const GUARDED: [&str; 6] = [
    "least-squares, without",
    "johnson, without",
    "johnson-backup, without",
    "ericson, without",
    "signed-volumes, without",
    "nesterov, without",
];

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let cases: u64 = arguments.next().and_then(|text| text.parse().ok()).ok_or("how many cases?")?;
    let families =
        arguments.map(|name| named(&name).ok_or(format!("there is no family `{name}`"))).collect::<Result<Vec<_>, _>>()?;
    let mut roster = Roster::default();
    with::<Solid<f32>, Doubting>(&mut roster, DOUBTING);
    with::<Solid<f32>, Guarded>(&mut roster, GUARDED);
    with::<Solid<f64>, Doubting>(&mut roster, DOUBTING);
    with::<Solid<f64>, Guarded>(&mut roster, GUARDED);
    println!(
        "family              scalar variant                     cases phantom  missed     off gave-up inaccur contact   right"
    );
    let mut singled_out = Vec::new();
    for family in &families {
        for arithmetic in [Arithmetic::F64, Arithmetic::F32] {
            let of_case = |index: u64| {
                let posed = PosedCase::pose(&family.case(1, arithmetic, index), arithmetic);
                let judged = posed.iter().flat_map(|posed| posed.ask(&roster, TOLERANCE, |_| true));
                let column = judged.filter_map(|judged| {
                    let (reply, judgement) = judged.outcome?;
                    let stop = reply.stop.map_or("", |stop| stop.name());
                    Some((judged.variant.about.name, reply.column(judgement.ruling), stop, judgement.margin))
                });
                column.map(|found| (index, found)).collect::<Vec<_>>()
            };
            let all: Vec<_> = (0..cases).into_par_iter().flat_map_iter(of_case).collect();
            let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
            for (index, (name, column, stop, margin)) in all {
                tallies.entry(name).or_default().count(column);
                if DOUBTING.contains(&name) && matches!(column, Column::Phantom | Column::GaveUp) {
                    let margin = margin.map_or(String::new(), |margin| format!(", {margin:.3e} u·D"));
                    let case = format!("{}:1:{index}", family.name());
                    singled_out.push(format!("{case} {arithmetic} {name}: {} ({stop}{margin})", column.name()));
                }
            }
            for name in GUARDED.iter().zip(DOUBTING).flat_map(|(guarded, doubting)| [*guarded, doubting]) {
                let Some(tally) = tallies.get(name) else { continue };
                print!("{:19} {:6} {name:25} {:7}", family.name(), arithmetic.name(), tally.applicable());
                for column in [
                    Column::Phantom,
                    Column::Missed,
                    Column::Off,
                    Column::GaveUp,
                    Column::Inaccurate,
                    Column::Contact,
                    Column::Right,
                ] {
                    print!(" {:7}", tally[column]);
                }
                println!();
            }
        }
    }
    singled_out.iter().for_each(|line| println!("{line}"));
    Ok(())
}
