//! Time per query: `query/FAMILY/POINTS/SCALAR/VARIANT`, POINTS being those of the larger body.
//!
//! ```text
//! cargo bench --bench query                       the default selection
//! cargo bench --bench query -- query/gap/8/f64    one comparison
//! cargo bench --bench query -- query/touch        all families that begin so, at all numbers of points
//! cargo bench -- --test                           each once, without measuring
//! ```
//!
//! Where filters begin with `query/` and (the beginning of) a family's name, such families are registered instead of the
//! default selection, at every number of points that a fair share of their cases have.
//!
//! An iteration is one query for each case of the set, each through one virtual call ([`Solver::time`]) to code that is
//! compiled for the scalar, the space and the variant. A set holds the cases that every variant of the comparison answers
//! `right`, as the judge finds before anything is timed. A variant that would remove too many is left out instead: one that
//! is not right on more than an eighth of the candidates that half of the variants or more get right. What was removed and
//! left out is said on standard error.
//!
//! [`Solver::time`]: gjk_solvers::entry::Solver::time

use criterion::{Criterion, Throughput};
use gjk_benches::{cases, compare, filters, is_asked_for, settings, sizes};
use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{families, named};
use gjk_records::Ruling;
use gjk_solvers::entry::{Bodies, Home, Roster};
use gjk_solvers::in_space;
use gjk_solvers::trial::Trial;
use gjk_truth::judge::TOLERANCE;
use gjk_variants::{Scalar, Start};

/// Without a filter, this many benchmarks at most: beside those of the other two targets, fewer than 300.
const BUDGET: usize = 230;

/// What is registered without a filter, the most telling first, as far as [`BUDGET`] goes: families and numbers of points.
const DEFAULT: [(&str, usize); 12] = [
    ("generic", 8),
    ("smooth", 128),
    ("gap", 8),
    ("generic-2d", 8),
    ("boxes-rotated", 8),
    ("smooth", 1024),
    ("smooth", 32),
    ("touch-vertex-face", 8),
    ("needle", 8),
    ("near-duplicates", 16),
    ("offset", 8),
    ("parallel-edges", 8),
];

const SCALARS: [Arithmetic; 2] = [Arithmetic::F32, Arithmetic::F64];

fn main() {
    let mut criterion = settings();
    let roster = Roster::builtin();
    for (family, points) in selection(&roster) {
        for arithmetic in SCALARS {
            let name = format!("query/{family}/{points}/{arithmetic}");
            let Some(family) = named(&family).filter(|_| is_asked_for(&name)) else { continue };
            let cases = cases(family.as_ref(), points, arithmetic);
            in_space!(family.dimension(), arithmetic, S => register::<S>(&mut criterion, &roster, &name, &cases, arithmetic));
        }
    }
    criterion.final_summary();
}

/// Families and numbers of points: those that a filter names, or else the default ones.
fn selection(roster: &Roster) -> Vec<(String, usize)> {
    let filters = filters();
    let names = filters.iter().filter_map(|filter| filter.strip_prefix("query/")?.split('/').next());
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    let mut selection = Vec::new();
    if !names.is_empty() {
        for family in families().iter().filter(|family| names.iter().any(|name| family.name().starts_with(name))) {
            selection.extend(sizes(family.as_ref()).into_iter().map(|points| (family.name().to_owned(), points)));
        }
        return selection;
    }
    let mut left = BUDGET;
    for (name, points) in DEFAULT {
        let dimension = named(name).expect("an embedded family").dimension();
        let variants = |arithmetic| roster.entries().iter().filter(|entry| entry.applies(dimension, arithmetic)).count();
        let Some(rest) = left.checked_sub(SCALARS.into_iter().map(variants).sum()) else { break };
        left = rest;
        selection.push((name.to_owned(), points));
    }
    selection
}

fn register<S: Home>(criterion: &mut Criterion, roster: &Roster, name: &str, cases: &[Case], arithmetic: Arithmetic)
where
    S::Scalar: Scalar,
{
    let mut bodies = Vec::new();
    let entries = roster.entries().iter().filter(|entry| S::solver(entry).is_some());
    let mut answers: Vec<(&'static str, Vec<bool>)> = entries.map(|entry| (entry.about.name, Vec::new())).collect();
    // What overflows the arithmetic is not applicable there.
    for trial in cases.iter().filter_map(|case| Trial::pose(case, arithmetic)) {
        let findings = trial.ask(roster, TOLERANCE, |_| true);
        let judgements = findings.iter().filter_map(|finding| finding.outcome.as_ref());
        for ((_, right), (_, judgement)) in answers.iter_mut().zip(judgements) {
            right.push(judgement.ruling == Ruling::Right);
        }
        bodies.extend(Bodies::<S>::of(&trial.case));
    }
    let comparison = compare(name, bodies, &answers);
    if comparison.elements.is_empty() {
        eprintln!("{name}: nothing to time");
        return;
    }
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(comparison.elements.len() as u64));
    for variant in comparison.variants {
        let Some(solver) = roster.named(variant).and_then(S::solver) else { continue };
        group.bench_function(variant, |bencher| {
            bencher.iter(|| {
                for bodies in &comparison.elements {
                    solver.time(&bodies.a, &bodies.b, &Start::Default);
                }
            });
        });
    }
    group.finish();
}
