//! Time per query: `query/FAMILY/POINTS/SCALAR/VARIANT`, where POINTS is the number of points of the larger body.
//!
//! ```text
//! cargo bench --bench query                       the default selection: 4 sets in f64, every variant
//! cargo bench --bench query -- query/             8 families and sizes, in f32 and f64
//! cargo bench --bench query -- query/gap/8/f64    one comparison
//! cargo bench --bench query -- query/touch        all families that begin so, at all numbers of points
//! cargo bench -- --test                           each once, without measuring
//! ```
//!
//! If filters begin with `query/` and the name of a family, or the beginning of its name, those families are registered
//! instead of the usual ones. Each is registered at every number of points that at least one in 32 of its first 256
//! cases have.
//!
//! An iteration is one query: the time of passes over a whole set is divided by the number of its cases. A query is one
//! virtual call ([`Solver::time`]) to code that is compiled for the scalar, the space and the variant.
//!
//! A set contains the cases that every variant of the comparison answers `right`; the judge finds this out before any
//! variant is timed. A variant that would remove too many cases is left out of the comparison instead: it is not right
//! on more than an eighth of the candidates that at least half of the variants get right. Removed cases and omitted
//! variants are reported on standard error.
//!
//! [`Solver::time`]: gjk_solvers::Solver::time

#[path = "shared/queries.rs"]
mod queries;
mod shared;

use gjk_cases::case::Arithmetic;
use gjk_cases::family::{cases_of_size, families, named, sizes};
use gjk_records::Question;
use gjk_solvers::{Roster, in_space};
use queries::judge_queries;
use shared::{ELEMENTS, SEED, filters, is_asked_for, is_default, run};

/// The sets that are registered if no filter names a family: families and numbers of points.
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

/// The largest product of the number of points of a body and the number of cases of a set.
///
/// The bodies of a set then fit into a cache of 2 MiB in double precision.
const POINTS: usize = 1 << 15;

/// The sets that are measured in `f64` without a filter: hulls of three sizes and bodies that touch, with every
/// variant.
///
/// A user who chooses a variant needs its time on few points, on many points, and at contact; the other sets answer
/// narrower questions.
const FIRST: [(&str, usize); 4] = [("generic", 8), ("smooth", 32), ("smooth", 128), ("touch-vertex-face", 8)];

fn main() {
    let roster = Roster::builtin();
    let scalars: &[Arithmetic] = if is_default() { &[Arithmetic::F64] } else { &[Arithmetic::F32, Arithmetic::F64] };
    let mut sets = Vec::new();
    for (family, points) in selection() {
        for &arithmetic in scalars {
            let name = format!("query/{family}/{points}/{arithmetic}");
            let Some(family) = named(&family).filter(|_| is_asked_for(&name)) else { continue };
            let most = ELEMENTS.min(POINTS / points.max(1)).max(1);
            let cases = cases_of_size(family.as_ref(), SEED, arithmetic, points, most);
            sets.push(in_space!(family.dimension(), arithmetic, S => judge_queries::<S>(&roster, &name, &cases, arithmetic, Question::Distance)));
        }
    }
    run(
        "query",
        "the time of a query, by variant. Boolean variants answer the verdict alone. \
         Queries in the plane are timed in the erased form, compiled once for all kinds of bodies, which takes longer.",
        sets,
    );
}

/// The families and numbers of points that a filter names, or else the default ones.
fn selection() -> Vec<(String, usize)> {
    if is_default() {
        return FIRST.map(|(name, points)| (name.to_owned(), points)).to_vec();
    }
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
