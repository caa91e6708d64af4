//! The effect of doubt: each distance variant of the common loop, and of the accelerated one, with and without it, on the
//! requested number of cases, and the sums over the families.
//!
//! Then every phantom contact and every run without an answer of the loops with doubt, by name, with its cause: how far the
//! nearest point v before the last step is off the nearest point of its own simplex, in units of u E, where the loop allows for
//! 8; and the gap of that step in units of the noise at which doubt begins.
//!
//! ```sh
//! cargo run --release -p gjk-study --example doubt -- 10000 gap resting
//! ```

use std::collections::BTreeMap;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::named;
use gjk_records::{Column, Tally};
use gjk_solvers::{Hulls, PosedCase, Roster, SolverSpace};
use gjk_truth::judge::TOLERANCE;
use gjk_variants::gjk::rules::{DirectionRule, LoopRules, NearestRule, Safeguards, StopRule};
use gjk_variants::{
    About, Ericson, Gjk, Hull, Johnson, JohnsonBackup, LeastSquares, Nearest, Observer, Oriented, Projection, Promise,
    Rational, Ring, Scalar, SignedVolumes, Simplex, Solid, Space, Start, Subalgorithm, Variant, Vertex,
};
use nalgebra::SVector;
use rayon::prelude::*;

/// Adds the subalgorithms in the relative loop with these safeguards; the last one along accelerated directions.
fn with<S: SolverSpace + Oriented<Scalar: Scalar>>(roster: &mut Roster, safeguards: Safeguards, names: [&'static str; 6]) {
    fn add<S: SolverSpace>(
        roster: &mut Roster,
        rules: LoopRules,
        subalgorithm: impl Subalgorithm<S> + 'static,
        name: &'static str,
    ) {
        let about = About { name, title: name, citation: "", promise: Promise::Distance };
        roster.add_in::<S>(Gjk::under(rules, subalgorithm).called(about));
    }
    let (stop, nearest, direction) = (StopRule::Relative, NearestRule::FromSimplex, DirectionRule::Plain);
    let rules = LoopRules { stop, safeguards, nearest, direction };
    add::<S>(roster, rules, LeastSquares, names[0]);
    add::<S>(roster, rules, Johnson, names[1]);
    add::<S>(roster, rules, JohnsonBackup, names[2]);
    add::<S>(roster, rules, Ericson, names[3]);
    add::<S>(roster, rules, SignedVolumes, names[4]);
    add::<S>(roster, LoopRules { direction: DirectionRule::Accelerated, ..rules }, SignedVolumes, names[5]);
}

const DOUBTING: [&str; 6] = ["least-squares", "johnson", "johnson-backup", "ericson", "signed-volumes", "nesterov"];

/// The last two steps of a run.
struct Trail<T: Scalar> {
    /// The points that the subalgorithm kept, and v.
    before: (Vec<SVector<T, 3>>, SVector<T, 3>),
    last: (Vec<SVector<T, 3>>, SVector<T, 3>),
    entered: Vec<SVector<T, 3>>,
    support: SVector<T, 3>,
    /// E, before the last support point and with it.
    extents: [f64; 2],
}

impl<T: Scalar> Observer<Solid<T>> for Trail<T>
where
    Solid<T>: Space<Scalar = T, Vector = SVector<T, 3>>,
{
    fn support(&mut self, _: &SVector<T, 3>, point: &SVector<T, 3>) {
        self.support = point.clone();
        self.extents = [self.extents[1], point.iter().fold(self.extents[1], |most, x| most.max(x.to_f64().abs()))];
        self.before = self.last.clone();
    }

    fn entered(&mut self, older: &Simplex<Solid<T>>, newest: &Vertex<Solid<T>>) {
        self.entered = older.with(newest).vertices().iter().map(|vertex| vertex.point.clone()).collect();
    }

    fn projected(&mut self, projection: &Projection<Solid<T>>) {
        let kept =
            self.entered.iter().enumerate().filter(|(i, _)| projection.kept.contains(*i)).map(|(_, point)| point.clone());
        self.last = (kept.collect(), projection.point.clone());
    }
}

/// The steps that led to the end of a run.
fn why<T: Scalar>(roster: &Roster, name: &str, case: &Case) -> Option<String>
where
    Solid<T>: SolverSpace + Space<Scalar = T, Vector = SVector<T, 3>>,
{
    let bodies = Hulls::<Solid<T>>::of(case)?;
    let zero = || (Vec::new(), SVector::from_fn(|_, _| T::zero()));
    let mut trail = Trail { before: zero(), last: zero(), entered: Vec::new(), support: zero().1, extents: [0.0; 2] };
    roster.named(name)?.solver::<Solid<T>>()?.explain(&bodies.a, &bodies.b, &Start::Default, &mut trail);
    let (points, v) = &trail.before;
    let exactly = |point: &SVector<T, 3>| SVector::from_fn(|i, _| Rational::from_f64(point[i].to_f64()));
    let origin = Hull::<Solid<Rational>>::new(vec![SVector::from_fn(|_, _| Rational::zero())])?;
    let simplex = Hull::<Solid<Rational>>::new(points.iter().map(exactly).collect())?;
    let nearest = match Gjk::new(LeastSquares).solve(&simplex, &origin, &Start::Default, &mut ()).answer? {
        Nearest::Apart(separation) => separation.nearest,
        Nearest::Intersecting { .. } => SVector::from_fn(|_, _| Rational::zero()),
    };
    let unit = T::unit_roundoff().to_f64();
    let off = (0..3).map(|i| (v[i].to_f64() - nearest[i].to_f64()).abs()).fold(0.0, f64::max) / (unit * trail.extents[0]);
    let across: Vec<f64> = (0..3).map(|i| v[i].to_f64() - trail.support[i].to_f64()).collect();
    let gap: f64 = (0..3).map(|i| v[i].to_f64() * across[i]).sum();
    let widest = across.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let noise = gap / (8.0 * unit * trail.extents[1] * widest);
    Some(format!(": v {off:.1} u E off, gap {noise:.2} of the noise"))
}

/// Prints a line of counts.
fn line(family: &str, scalar: &str, name: &str, tally: &Tally) {
    print!("{family:19} {scalar:6} {name:25} {:7}", tally.applicable());
    let columns =
        [Column::Phantom, Column::Missed, Column::Off, Column::GaveUp, Column::Inaccurate, Column::Contact, Column::Right];
    println!("{}", columns.map(|column| format!(" {:7}", tally[column])).concat());
}

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let cases: u64 = arguments.next().and_then(|text| text.parse().ok()).ok_or("how many cases?")?;
    let families =
        arguments.map(|name| named(&name).ok_or(format!("there is no family `{name}`"))).collect::<Result<Vec<_>, _>>()?;
    let guarded = DOUBTING.map(|name| &*format!("{name}, without").leak());
    let mut roster = Roster::default();
    with::<Solid<f32>>(&mut roster, Safeguards::DOUBTING, DOUBTING);
    with::<Solid<f32>>(&mut roster, Safeguards::GUARDED, guarded);
    with::<Solid<f64>>(&mut roster, Safeguards::DOUBTING, DOUBTING);
    with::<Solid<f64>>(&mut roster, Safeguards::GUARDED, guarded);
    println!(
        "family              scalar variant                     cases phantom  missed     off gave-up inaccur contact   right"
    );
    let mut singled_out = Vec::new();
    let mut sums: BTreeMap<(&str, &str), Tally> = BTreeMap::new();
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
                sums.entry((arithmetic.name(), name)).or_default().count(column);
                if DOUBTING.contains(&name) && matches!(column, Column::Phantom | Column::GaveUp) {
                    let margin = margin.map_or(String::new(), |margin| format!(", {margin:.3e} u·D"));
                    let case = family.case(1, arithmetic, index);
                    let why = match arithmetic {
                        Arithmetic::F32 => why::<f32>(&roster, name, &case),
                        _ => why::<f64>(&roster, name, &case),
                    };
                    let why = why.unwrap_or_default();
                    singled_out.push(format!("{} {arithmetic} {name}: {} ({stop}{margin}){why}", case.id, column.name()));
                }
            }
            for name in guarded.into_iter().zip(DOUBTING).flat_map(|(guarded, doubting)| [guarded, doubting]) {
                let Some(tally) = tallies.get(name) else { continue };
                line(family.name(), arithmetic.name(), name, tally);
            }
        }
    }
    for (&(scalar, name), tally) in &sums {
        line("all families", scalar, name, tally);
    }
    singled_out.iter().for_each(|line| println!("{line}"));
    Ok(())
}
