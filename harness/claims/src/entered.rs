//! Runs of the boolean variants in rounded arithmetic, observed and compared with exact predicates: the simplices that they
//! reach are points with binary coordinates, so integers decide where the origin lies relative to them.

use gjk_cases::case::{Arithmetic, Case, Class, Point};
use gjk_truth::lattice::{AnyLattice, Pair, enlarged};
use gjk_truth::truth::Truth;
use gjk_variants::vector::Vector;
use gjk_variants::{Big, Observer, Scalar, Simplex, Space, Vertex};

use crate::check::{Check, Role};
use crate::observed::{also, points_of};
use crate::posed::Kind;
use crate::rounded::{FAMILIES, PLANE, watch};
use crate::search::Search;

/// The arithmetics that round.
pub const FLOATS: [Arithmetic; 2] = [Arithmetic::F64, Arithmetic::F32];

/// Passes on each simplex that is entered, as points on a grid of its own.
struct OnGrids<F> {
    dimension: usize,
    seen: F,
}

impl<S: Space<Scalar: Scalar>, F: FnMut(&[Vector<Big>])> Observer<S> for OnGrids<F> {
    fn entered(&mut self, older: &Simplex<S>, newest: &Vertex<S>) {
        let simplex = &older.with(newest);
        let points = points_of(simplex).map(|point| point.map(|x| x.to_f64()));
        let points = &points[..simplex.len()];
        if points.iter().flatten().all(|x| x.is_finite()) {
            (self.seen)(&on_a_grid(self.dimension, points));
        }
    }
}

/// The points in units of a power of two that divides all their coordinates.
fn on_a_grid(dimension: usize, points: &[Point]) -> Vec<Vector<Big>> {
    let pairs = (0..points.len()).map(|a| Pair { a, b: 0 });
    match AnyLattice::of_points(dimension, points, &[[0.0; 3]]) {
        AnyLattice::Wide(lattice) => pairs.map(|pair| enlarged(&lattice.difference(pair))).collect(),
        AnyLattice::Big(lattice) => pairs.map(|pair| lattice.difference(pair)).collect(),
    }
}

/// Passes every simplex that a variant of the roster reaches on a case to `seen`, the newest vertex last, and returns how the
/// bodies lie; `None` if the variant is not applicable.
pub fn entries(name: &str, arithmetic: Arithmetic, case: &Case, seen: impl FnMut(&[Vector<Big>])) -> Option<Class> {
    let mut observer = OnGrids { dimension: usize::from(case.dimension), seen };
    let (_, case) = watch(name, arithmetic, case, &mut observer)?;
    Some(Truth::of(&case).class())
}

/// Powers of two by which lattices are multiplied: down to where products, and products of products, leave the number range.
fn powers(arithmetic: Arithmetic) -> &'static [i32] {
    if arithmetic == Arithmetic::F32 { &[0, -20, -40, -60, -80] } else { &[0, -140, -280, -420, -560] }
}

/// The checks of a statement about runs in each float, on families and on small lattices multiplied by powers of two; the
/// argument of `what` names the float and the cases.
pub fn in_floats(
    search: &Search,
    kind: Kind,
    (role, count): (Role, u64),
    what: impl Fn(&str) -> String,
    holds: impl Fn(Arithmetic, &Case) -> Option<bool> + Sync,
) -> Vec<Check> {
    let in_arithmetic = |arithmetic: Arithmetic| {
        let of_families = match kind {
            Kind::Plane => ("families of the plane", search.families(&PLANE, arithmetic, 5 * count)),
            _ => ("families of space", search.families(&FAMILIES, arithmetic, count)),
        };
        let lattices = search.scaled_in(kind, powers(arithmetic), arithmetic, 20 * count);
        [of_families, ("small lattices times powers of two down to underflow", lattices)]
            .map(|(on, cases)| cases.check(role, what(&format!("in {arithmetic}, {on}")), |case| holds(arithmetic, case)))
    };
    FLOATS.into_iter().flat_map(in_arithmetic).collect()
}

/// The checks of a statement about every simplex that a variant reaches in floats, for runs on bodies of certain classes;
/// `holds` returns `None` if the statement does not apply.
pub fn at_entries(
    search: &Search,
    kind: Kind,
    name: &str,
    what: &str,
    of: fn(Class) -> bool,
    holds: impl Fn(&[Vector<Big>]) -> Option<bool> + Sync,
) -> Vec<Check> {
    let what = |place: &str| format!("{name} {place}: {what}");
    in_floats(search, kind, (Role::Literal, 200), what, |arithmetic, case| {
        let mut all = None;
        let class = entries(name, arithmetic, case, |points| also(&mut all, || holds(points)))?;
        all.filter(|_| of(class))
    })
}
