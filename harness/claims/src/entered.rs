//! Runs of the boolean variants in rounded arithmetic, watched, and held against exact predicates: the simplices that they come to
//! are points with binary coordinates, and where the origin lies to them is a matter of integers.

use gjk_cases::case::{Arithmetic, Case, Class, Point};
use gjk_solvers::{Hulls, SolverSpace};
use gjk_truth::certificate;
use gjk_truth::lattice::{AnyLattice, Pair, enlarged};
use gjk_truth::oracle::nearest::nearest_face;
use gjk_truth::truth::Truth;
use gjk_variants::{Big, Observer, Ring, Scalar, Simplex, Space, Start};

use crate::finding::{Check, Role};
use crate::posed::Kind;
use crate::rounded::{FAMILIES, PLANE, roster};
use crate::search::{Cases, Search};

/// The arithmetics that round.
pub const FLOATS: [Arithmetic; 2] = [Arithmetic::F64, Arithmetic::F32];

/// A point of a simplex on a common grid.
pub type Vertex = [Big; 3];

/// Shows each simplex that is entered, as points on a grid of its own.
struct Entered<'f> {
    dimension: usize,
    seen: &'f mut dyn FnMut(&[Vertex]),
}

impl<S: Space<Scalar: Scalar>> Observer<S> for Entered<'_> {
    fn entered(&mut self, simplex: &Simplex<S>) {
        let point = |i: usize| -> Point {
            let coordinate = |k: usize| S::coordinate(simplex.point(i), k).to_f64();
            std::array::from_fn(|k| if k < S::DIMENSION { coordinate(k) } else { 0.0 })
        };
        let points: Vec<Point> = (0..simplex.len()).map(point).collect();
        if points.iter().flatten().all(|x| x.is_finite()) {
            (self.seen)(&on_a_grid(self.dimension, &points));
        }
    }
}

/// The points in units of a power of two that all of their coordinates are multiples of.
fn on_a_grid(dimension: usize, points: &[Point]) -> Vec<Vertex> {
    let pairs = (0..points.len()).map(|a| Pair { a, b: 0 });
    match AnyLattice::of_points(dimension, points, &[[0.0; 3]]) {
        AnyLattice::Wide(lattice) => pairs.map(|pair| enlarged(&lattice.difference(pair))).collect(),
        AnyLattice::Big(lattice) => pairs.map(|pair| lattice.difference(pair)).collect(),
    }
}

/// Shows every simplex that a variant of the roster comes to on a case, the newest vertex last, and says how the bodies lie; none
/// where the variant is not applicable.
pub fn entries(name: &str, arithmetic: Arithmetic, case: &Case, seen: &mut dyn FnMut(&[Vertex])) -> Option<Class> {
    fn run<S: SolverSpace>(name: &str, case: &Case, seen: &mut dyn FnMut(&[Vertex])) -> Option<()> {
        let solver = roster().named(name)?.solver::<S>()?;
        let bodies = Hulls::<S>::of(case)?;
        let mut observer = Entered { dimension: usize::from(case.dimension), seen };
        solver.explain(&bodies.a, &bodies.b, &Start::Default, &mut observer);
        Some(())
    }
    let case = case.posed(arithmetic)?;
    gjk_solvers::in_space!(case.dimension, arithmetic, S => run::<S>(name, &case, seen))?;
    Some(Truth::of(&case).class())
}

/// Powers of two that lattices are multiplied with: down to where products, and products of products, leave the number range.
fn powers(arithmetic: Arithmetic) -> &'static [i32] {
    if arithmetic == Arithmetic::F32 { &[0, -20, -40, -60, -80] } else { &[0, -140, -280, -420, -560] }
}

/// The cases on which a statement about runs is checked in floats: families, and small lattices multiplied by powers of two.
pub fn sources<'s>(search: &'s Search, kind: Kind, arithmetic: Arithmetic, count: u64) -> [(&'static str, Cases<'s>); 2] {
    let lattices = search.scaled_in(kind, powers(arithmetic), arithmetic, 20 * count);
    let (names, cases) = match kind {
        Kind::Plane => ("families of the plane", search.families(&PLANE, arithmetic, 5 * count)),
        _ => ("families of space", search.families(&FAMILIES, arithmetic, count)),
    };
    [(names, cases), ("small lattices times powers of two down to underflow", lattices)]
}

/// The checks of a statement on every simplex that a variant comes to in floats: whether it holds, and none where it says nothing.
pub fn at_entries(
    search: &Search,
    kind: Kind,
    name: &str,
    what: &str,
    role: Role,
    of: fn(Class) -> bool,
    holds: impl Fn(&[Vertex]) -> Option<bool> + Sync,
) -> Vec<Check> {
    let in_arithmetic = |arithmetic: Arithmetic| {
        sources(search, kind, arithmetic, 200).map(|(on, cases)| {
            cases.check(role, format!("{name} in {arithmetic}, {on}: {what}"), |case| {
                let mut all: Option<bool> = None;
                let mut seen = |points: &[Vertex]| {
                    if all != Some(false) {
                        all = holds(points).or(all);
                    }
                };
                let class = entries(name, arithmetic, case, &mut seen)?;
                all.filter(|_| of(class))
            })
        })
    };
    FLOATS.into_iter().flat_map(in_arithmetic).collect()
}

/// The scalar product.
pub fn dot(v: &Vertex, w: &Vertex) -> Big {
    v[0].times(&w[0]).plus(&v[1].times(&w[1])).plus(&v[2].times(&w[2]))
}

/// v − w.
pub fn minus(v: &Vertex, w: &Vertex) -> Vertex {
    std::array::from_fn(|i| v[i].minus(&w[i]))
}

/// The third coordinate of v × w.
pub fn turn(v: &Vertex, w: &Vertex) -> Big {
    v[0].times(&w[1]).minus(&v[1].times(&w[0]))
}

/// Whether the strip between the perpendiculars at the ends of a segment holds the origin.
pub fn is_in_slab(points: &[Vertex]) -> bool {
    let edge = minus(&points[1], &points[0]);
    let zero = Big::zero();
    dot(&edge, &points[0]) <= zero && dot(&edge, &points[1]) >= zero
}

/// Whether the closed Voronoi region of one of these faces, by the masks of their vertices, holds the origin.
pub fn is_in_region_of(points: &[Vertex], faces: &[u8]) -> bool {
    // In exact arithmetic there is a nearest face.
    let Some((face, axis)) = nearest_face(points) else { return false };
    if faces.contains(&face) {
        return true;
    }
    let zero = Big::zero();
    let chosen =
        |face: u8| -> Vec<Vertex> { (0..points.len()).filter(|i| face >> i & 1 == 1).map(|i| points[i].clone()).collect() };
    if axis.iter().all(|x| *x == zero) {
        return faces.iter().any(|face| certificate::holds_origin(&chosen(*face)));
    }
    let level = dot(&axis, &points[face.trailing_zeros() as usize]);
    faces.iter().any(|face| {
        let chosen = chosen(*face);
        // The face lies in the supporting plane, and its own nearest point is on P's ray.
        chosen.iter().all(|point| dot(&axis, point) == level)
            && nearest_face(&chosen).is_some_and(|(_, own)| {
                let is_parallel =
                    [(0, 1), (1, 2), (2, 0)].iter().all(|&(i, j)| own[i].times(&axis[j]) == own[j].times(&axis[i]));
                is_parallel && dot(&own, &axis) > zero
            })
    })
}
