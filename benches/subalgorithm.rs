//! Time per projection: `subalgorithm/SIMPLEX/SCALAR/VARIANT`, where SIMPLEX is the number of vertices.
//!
//! ```text
//! cargo bench --bench subalgorithm                         the default selection: triangles and tetrahedra in f64
//! cargo bench --bench subalgorithm -- subalgorithm/        everything
//! cargo bench --bench subalgorithm -- subalgorithm/4/f64   one comparison
//! ```
//!
//! The simplices come from converging runs of the distance variants of the roster, in turn, on `generic`. An iteration
//! is one projection of each simplex of the set. Before they are timed, all projections are compared with the exact
//! one. A projection is right if its point is the combination of its kept vertices with nonnegative weights, and is as
//! far from the origin as the exact point, each within the judge's tolerance (in units of the greatest coordinate of
//! the simplex times u). A set contains the simplices on which all subalgorithms are right; a subalgorithm that would
//! remove too many is left out, as in `query`.

mod shared;

use std::hint::black_box;

use gjk_cases::case::Arithmetic;
use gjk_cases::family::named;
use gjk_solvers::{Hulls, Roster, SolverSpace};
use gjk_truth::judge::TOLERANCE;
use gjk_variants::roster::{self, RegisterSubalgorithm};
use gjk_variants::subalgorithm::project_whole;
use gjk_variants::{
    LeastSquares, Observer, Oriented, Projection, Promise, Rational, Ring, Scalar, Simplex, Solid, Space, Start, Stop,
    Subalgorithm, Vertex,
};
use shared::{Contender, ELEMENTS, Prepared, SEED, is_asked_for, is_default, prepare, run};

type Exact = Solid<Rational>;

/// The numbers of vertices that are measured without a filter, in `f64`: projections of these simplices need most of
/// the time.
const FIRST: [usize; 2] = [3, 4];

fn main() {
    let mut sets = Vec::new();
    if !is_default() {
        sets.extend(sets_of::<Solid<f32>>(Arithmetic::F32));
    }
    sets.extend(sets_of::<Solid<f64>>(Arithmetic::F64));
    run("subalgorithm", "the time of the projection of the origin onto a simplex, by subalgorithm.", sets);
}

fn sets_of<S: SolverSpace + Oriented>(arithmetic: Arithmetic) -> Vec<Prepared<'static>> {
    let mut sets = Vec::new();
    for (simplices, size) in record::<S>(arithmetic).into_iter().zip(1..) {
        let name = format!("subalgorithm/{size}/{arithmetic}");
        if !is_asked_for(&name) || is_default() && !FIRST.contains(&size) {
            continue;
        }
        let exact: Vec<_> = simplices.iter().map(nearest).collect();
        let entries: Vec<_> = simplices.iter().map(entry).collect();
        let mut contenders = Contenders { simplices: &simplices, entries: &entries, exact: &exact, list: Vec::new() };
        roster::subalgorithms(&mut contenders);
        let contenders = contenders.list;
        sets.push(prepare(&name, entries, contenders));
    }
    sets
}

/// The subalgorithms, to be timed on a set of simplices.
struct Contenders<'a, S: Space> {
    simplices: &'a [Simplex<S>],
    entries: &'a [Entry<S>],
    exact: &'a [Projection<Exact>],
    list: Vec<Contender<'static, Entry<S>>>,
}

impl<S: SolverSpace> RegisterSubalgorithm<S> for Contenders<'_, S> {
    fn add<P: Subalgorithm<S> + 'static>(&mut self, subalgorithm: P) {
        let name = subalgorithm.about().name;
        let project = move |(older, newest): &Entry<S>| subalgorithm.project(older, newest, &mut ());
        let is_right = |((simplex, entry), exact)| project(entry).is_some_and(|found| is_right(simplex, &found, exact));
        let right = self.simplices.iter().zip(self.entries).zip(self.exact).map(is_right).collect();
        let pass = move |set: &[Entry<S>]| set.iter().for_each(|entry| drop(black_box(project(black_box(entry)))));
        self.list.push(Contender { name, right, pass: Box::new(pass) });
    }
}

/// W and the point w, as a loop passes them to a subalgorithm.
type Entry<S> = (Simplex<S>, <S as Space>::Vector);

fn entry<S: Space>(simplex: &Simplex<S>) -> Entry<S> {
    let (older, newest) = simplex.split_newest().expect("a simplex that is entered has a vertex");
    (older, newest.point.clone())
}

/// The simplices that a run passes to its subalgorithm.
struct Recorder<S: Space<Scalar: Scalar>>(Vec<Simplex<S>>);

impl<S: Space<Scalar: Scalar>> Observer<S> for Recorder<S> {
    fn entered(&mut self, older: &Simplex<S>, newest: &Vertex<S>) {
        self.0.push(older.with(newest));
    }
}

/// The simplices of the first runs, by number of vertices from one to four.
fn record<S: SolverSpace>(arithmetic: Arithmetic) -> [Vec<Simplex<S>>; 4] {
    let roster = Roster::builtin();
    let entries = roster.entries().iter().filter(|entry| entry.about.promise == Promise::Distance);
    let solvers: Vec<_> = entries.filter_map(|entry| entry.solver::<S>()).collect();
    let family = named("generic").expect("an embedded family");
    let mut recorded: [Vec<Simplex<S>>; 4] = std::array::from_fn(|_| Vec::new());
    for (index, solver) in (0..64 * ELEMENTS as u64).zip(solvers.iter().cycle()) {
        if recorded.iter().all(|of_size| of_size.len() >= ELEMENTS) {
            break;
        }
        let Some(bodies) = Hulls::<S>::of(&family.case(SEED, arithmetic, index)) else { continue };
        let mut recorder = Recorder(Vec::new());
        let outcome = solver.explain(&bodies.a, &bodies.b, &Start::Default, &mut recorder);
        // A run that is stuck would fill the sets with one simplex.
        if outcome.stop == Stop::Converged {
            for simplex in recorder.0 {
                recorded[simplex.len() - 1].push(simplex);
            }
        }
    }
    recorded.iter_mut().for_each(|of_size| of_size.truncate(ELEMENTS));
    recorded
}

fn exactly<S: Space<Scalar: Scalar>>(v: &S::Vector) -> <Exact as Space>::Vector {
    Exact::vector(|i| Rational::from_f64(S::coordinate(v, i).to_f64()))
}

/// The exact projection of a simplex of rounded points. Its optimality is checked: it is a combination of the vertices
/// with nonnegative weights that sum to one, and no vertex has a smaller scalar product with it than the projection
/// itself.
fn nearest<S: Space<Scalar: Scalar>>(simplex: &Simplex<S>) -> Projection<Exact> {
    let points: Vec<_> = simplex.vertices().iter().map(|vertex| exactly::<S>(&vertex.point)).collect();
    let simplex = Simplex::<Exact>::of_points(&points);
    let nearest = project_whole(&LeastSquares, &simplex, &mut ()).expect("an exact projection");
    let (zero, point) = (Rational::zero(), &nearest.point);
    assert!(nearest.weights.iter().all(|weight| *weight >= zero));
    assert_eq!(nearest.weights.iter().fold(zero.clone(), |sum, weight| sum.plus(weight)), Rational::one());
    assert_eq!(simplex.combination(nearest.kept, &nearest.weights), *point);
    assert!(points.iter().all(|vertex| Exact::dot(point, &Exact::minus(vertex, point)) >= zero));
    nearest
}

fn is_right<S: Space<Scalar: Scalar>>(simplex: &Simplex<S>, found: &Projection<S>, exact: &Projection<Exact>) -> bool {
    let size = simplex.vertices().iter().map(|vertex| S::max_norm(&vertex.point).to_f64()).fold(0.0, f64::max);
    let tolerance = TOLERANCE * S::Scalar::unit_roundoff().to_f64() * size;
    let length = |v: &<Exact as Space>::Vector| Exact::dot(v, v).to_f64().sqrt();
    let point = exactly::<S>(&found.point);
    let has_length = (length(&point) - length(&exact.point)).abs() <= tolerance;
    let weights = found.weights.clone().map(|weight| Rational::from_f64(weight.to_f64()));
    let zero = Rational::zero();
    if weights.iter().all(|weight| *weight == zero) {
        // The origin, found to be inside by sides alone.
        return has_length && point == Exact::zero();
    }
    let points: Vec<_> = simplex.vertices().iter().map(|vertex| exactly::<S>(&vertex.point)).collect();
    let combined = points
        .iter()
        .zip(&weights)
        .fold(Exact::zero(), |sum, (vertex, weight)| Exact::plus(&sum, &Exact::scaled(vertex, weight)));
    let is_combination = length(&Exact::minus(&point, &combined)) <= tolerance;
    has_length && is_combination && weights.iter().all(|weight| *weight >= zero)
}
