//! Time per query of the depth: `depth/FAMILY/POINTS/SCALAR/VARIANT`, where POINTS is the number of points of a body.
//!
//! ```text
//! cargo bench --bench depth                                    the default selection: 2 sets in f64, every variant
//! cargo bench --bench depth -- depth/                          everything
//! cargo bench --bench depth -- depth/hull/32/f64               one comparison
//! cargo bench --features native-peers --bench depth            with the libraries that give the depth
//! ```
//!
//! The sets `generic` contain the cases of that family that overlap; the sets `box` and `hull` come from the duel:
//! boxes, and hulls of points on ellipsoids, whose centres are at most a tenth of their size apart. Every variant is
//! compared that promises the least translation, or some translation, that separates bodies. A query is a complete one,
//! including GJK.
//!
//! Iterations and times are as in `query`. All answers are judged before any is timed, and an answer may be timed if it
//! is not a failure: an inaccurate depth may be timed, a shallow one may not. A variant that promises some translation
//! is judged only by the overlap that its translation leaves. A set contains the cases on which no variant fails; a
//! variant that would remove too many cases is left out, as in `query`.

#[path = "shared/queries.rs"]
mod queries;
mod shared;

use gjk_cases::case::{Arithmetic, Case, Class};
use gjk_cases::family::{Family, cases_of_size, duel_families, named};
use gjk_records::Question;
use gjk_solvers::Roster;
use gjk_truth::truth::Truth;
use gjk_variants::Solid;
use queries::judge_queries;
use shared::{ELEMENTS, SEED, is_asked_for, is_default, run};

/// The families, as the names of benchmarks spell them, and their numbers of points.
const SETS: [(&str, usize); 6] = [("generic", 8), ("box", 8), ("hull", 8), ("hull", 32), ("hull", 128), ("hull", 256)];

/// The largest number of points of one body times cases of a set, as in `query`.
const POINTS: usize = 1 << 15;

/// The sets that are measured without a filter, in `f64`: few points and many.
const FIRST: [(&str, usize); 2] = [("hull", 8), ("hull", 32)];

fn main() {
    let roster = Roster::with_peers();
    let (chosen, scalars): (&[_], &[_]) =
        if is_default() { (&FIRST, &[Arithmetic::F64]) } else { (&SETS, &[Arithmetic::F32, Arithmetic::F64]) };
    let mut sets = Vec::new();
    for (family, points) in chosen {
        for &arithmetic in scalars {
            let name = format!("depth/{family}/{points}/{arithmetic}");
            if !is_asked_for(&name) {
                continue;
            }
            let cases = overlaps(family, *points, arithmetic);
            sets.push(match arithmetic {
                Arithmetic::F32 => judge_queries::<Solid<f32>>(&roster, &name, &cases, arithmetic, Question::Depth),
                _ => judge_queries::<Solid<f64>>(&roster, &name, &cases, arithmetic, Question::Depth),
            });
        }
    }
    run("depth", "the time of a query of the depth, by variant.", sets);
}

/// The cases of a set; all of them have overlapping bodies.
fn overlaps(family: &str, points: usize, arithmetic: Arithmetic) -> Vec<Case> {
    let most = ELEMENTS.min(POINTS / points);
    let of_duel = duel_families().iter().find(|known| known.name() == format!("duel-{family}-{points}-overlap"));
    match (of_duel, named(family)) {
        (Some(family), _) => (0..most as u64).map(|index| family.case(SEED, arithmetic, index)).collect(),
        (None, Some(family)) => {
            let mut cases = cases_of_size(family.as_ref(), SEED, arithmetic, points, usize::MAX);
            cases.retain(|case| Truth::of(case).decided() == Some(Class::Overlapping));
            cases.truncate(most);
            cases
        }
        (None, None) => Vec::new(),
    }
}
