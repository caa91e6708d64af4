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
//! An iteration is one query; the time of passes over the whole set is divided by the number of its cases. A query is one
//! virtual call ([`Solver::time`]) to code that is compiled for the scalar, the space and the variant. A set holds the cases
//! that every variant of the comparison answers `right`, as the judge finds before anything is timed. A variant that would
//! remove too many is left out instead: one that is not right on more than an eighth of the candidates that half of the
//! variants or more get right. What was removed and left out is said on standard error.
//!
//! [`Solver::time`]: gjk_solvers::Solver::time

mod shared;

use criterion::Criterion;
use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{cases_of_size, families, named, sizes};
use gjk_records::Ruling;
use gjk_solvers::{ErasedVariant, Hulls, PosedCase, Roster, SolverSpace, in_space};
use gjk_study::duel::Question;
use gjk_truth::judge::TOLERANCE;
use gjk_variants::Start;
use shared::{Contender, ELEMENTS, SEED, compare, filters, is_asked_for, settings};

/// What is registered without a filter: families and numbers of points.
const DEFAULT: [(&str, usize); 8] = [
    ("generic", 8),
    ("smooth", 128),
    ("gap", 8),
    ("generic-2d", 8),
    ("boxes-rotated", 8),
    ("smooth", 1024),
    ("smooth", 32),
    ("touch-vertex-face", 8),
];

/// The most points of one body times cases of a set: the bodies of a set fit a cache of 2 MiB in double precision.
const POINTS: usize = 1 << 15;

fn main() {
    let mut criterion = settings();
    let roster = Roster::builtin();
    for (family, points) in selection() {
        for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
            let name = format!("query/{family}/{points}/{arithmetic}");
            let Some(family) = named(&family).filter(|_| is_asked_for(&name)) else { continue };
            let most = ELEMENTS.min(POINTS / points.max(1)).max(1);
            let cases = cases_of_size(family.as_ref(), SEED, arithmetic, points, most);
            in_space!(family.dimension(), arithmetic, S => register::<S>(&mut criterion, &roster, &name, &cases, arithmetic));
        }
    }
    criterion.final_summary();
}

/// Families and numbers of points: those that a filter names, or else the default ones.
fn selection() -> Vec<(String, usize)> {
    let filters = filters();
    let names = filters.iter().filter_map(|filter| filter.strip_prefix("query/")?.split('/').next());
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    if names.is_empty() {
        return DEFAULT.map(|(name, points)| (name.to_owned(), points)).to_vec();
    }
    let mut selection = Vec::new();
    for family in families().iter().filter(|family| names.iter().any(|name| family.name().starts_with(name))) {
        selection.extend(sizes(family.as_ref(), SEED).into_iter().map(|points| (family.name().to_owned(), points)));
    }
    selection
}

fn register<'a, S: SolverSpace>(
    criterion: &mut Criterion,
    roster: &'a Roster,
    name: &str,
    cases: &[Case],
    arithmetic: Arithmetic,
) {
    let contender = |entry: &'a ErasedVariant| -> Option<Contender<Hulls<S>>> {
        let solver = entry.solver::<S>()?;
        let query = move |bodies: &Hulls<S>| solver.time(&bodies.a, &bodies.b, &Start::Default);
        let pass = Box::new(move |set: &[Hulls<S>]| set.iter().for_each(query));
        Some(Contender { name: entry.about.name, right: Vec::new(), pass })
    };
    // The depth has a benchmark of its own.
    let takes_part = |entry: &ErasedVariant| Question::Distance.is_answered_by(entry.about.promise);
    let mut contenders: Vec<_> = roster.entries().iter().filter(|entry| takes_part(entry)).filter_map(contender).collect();
    let mut bodies = Vec::new();
    // What overflows the arithmetic is not applicable there.
    for posed in cases.iter().filter_map(|case| PosedCase::pose(case, arithmetic)) {
        let findings = posed.ask(roster, TOLERANCE, takes_part);
        let judgements = findings.iter().filter_map(|finding| finding.outcome.as_ref());
        for (contender, (_, judgement)) in contenders.iter_mut().zip(judgements) {
            contender.right.push(judgement.ruling == Ruling::Right);
        }
        bodies.extend(Hulls::<S>::of(&posed.case));
    }
    compare(criterion, name, bodies, contenders);
}
