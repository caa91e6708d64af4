//! Time per projection: `subalgorithm/SIMPLEX/SCALAR/VARIANT`, SIMPLEX being the number of vertices.
//!
//! ```text
//! cargo bench --bench subalgorithm                         everything
//! cargo bench --bench subalgorithm -- subalgorithm/4/f64   one comparison
//! ```
//!
//! The simplices are those that the distance variants of the roster, in turn, meet in runs on `generic` that converge. An
//! iteration is one projection of each simplex of the set. Before they are timed, all projections are compared with the exact
//! one: a projection is right where its point is the combination of its kept vertices with non-negative weights, and as far
//! from the origin as the exact one, each within the judge's tolerance (in units of the greatest coordinate of the simplex
//! times u). A set holds the simplices on which all are right; a subalgorithm that would remove too many is left out, as in
//! `query`.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use gjk_benches::{ELEMENTS, SEED, compare, is_asked_for, settings};
use gjk_cases::case::Arithmetic;
use gjk_cases::family::named;
use gjk_solvers::entry::{Bodies, Home, Roster};
use gjk_truth::judge::TOLERANCE;
use gjk_variants::{
    Ericson, Johnson, JohnsonBackup, LeastSquares, Observer, Projection, Promise, PublishedLeastSquares, Rational, Ring,
    Scalar, SignedVolumes, Simplex, Solid, Space, Start, Stop, Subalgorithm,
};

type Exact = Solid<Rational>;

fn main() {
    let mut criterion = settings();
    register(&mut criterion, Arithmetic::F32, &contenders::<f32>());
    register(&mut criterion, Arithmetic::F64, &contenders::<f64>());
    criterion.final_summary();
}

/// The subalgorithms of the distance variants: a new one is a line here.
fn contenders<T: Scalar>() -> [&'static dyn Contender<Solid<T>>; 6] {
    [&LeastSquares, &PublishedLeastSquares, &Johnson, &JohnsonBackup, &Ericson, &SignedVolumes]
}

/// A subalgorithm, erased.
trait Contender<S: Space> {
    fn name(&self) -> &'static str;
    /// One projection.
    fn find(&self, simplex: &Simplex<S>) -> Option<Projection<S>>;
    /// A projection of each simplex, in one virtual call; the results go nowhere.
    fn time(&self, simplices: &[Simplex<S>]);
}

impl<S: Space, P: Subalgorithm<S>> Contender<S> for P {
    fn name(&self) -> &'static str {
        self.about().name
    }

    fn find(&self, simplex: &Simplex<S>) -> Option<Projection<S>> {
        self.project(simplex, &mut ())
    }

    fn time(&self, simplices: &[Simplex<S>]) {
        for simplex in simplices {
            black_box(self.project(black_box(simplex), &mut ()));
        }
    }
}

fn register<S: Home>(criterion: &mut Criterion, arithmetic: Arithmetic, contenders: &[&dyn Contender<S>])
where
    S::Scalar: Scalar,
{
    let recorded = record::<S>(arithmetic);
    for (simplices, size) in recorded.into_iter().zip(1..) {
        let name = format!("subalgorithm/{size}/{arithmetic}");
        if !is_asked_for(&name) {
            continue;
        }
        let exact: Vec<_> = simplices.iter().map(nearest).collect();
        let answers: Vec<_> = contenders
            .iter()
            .map(|contender| {
                let pairs = simplices.iter().zip(&exact);
                (contender.name(), pairs.map(|(simplex, exact)| is_right(*contender, simplex, exact)).collect())
            })
            .collect();
        let comparison = compare(&name, simplices, &answers);
        let mut group = criterion.benchmark_group(&name);
        group.throughput(Throughput::Elements(comparison.elements.len() as u64));
        for contender in contenders.iter().filter(|contender| comparison.variants.contains(&contender.name())) {
            group.bench_function(contender.name(), |bencher| bencher.iter(|| contender.time(&comparison.elements)));
        }
        group.finish();
    }
}

/// The simplices that a run hands to its subalgorithm.
struct Recorder<S: Space>(Vec<Simplex<S>>);

impl<S: Space> Observer<S> for Recorder<S> {
    fn entered(&mut self, simplex: &Simplex<S>) {
        self.0.push(simplex.clone());
    }
}

/// The simplices of the first runs, by number of vertices from one to four.
fn record<S: Home>(arithmetic: Arithmetic) -> [Vec<Simplex<S>>; 4]
where
    S::Scalar: Scalar,
{
    let roster = Roster::builtin();
    let entries = roster.entries().iter().filter(|entry| entry.about.promise == Promise::Distance);
    let solvers: Vec<_> = entries.filter_map(|entry| S::solver(entry)).collect();
    let family = named("generic").expect("an embedded family");
    let mut recorded: [Vec<Simplex<S>>; 4] = std::array::from_fn(|_| Vec::new());
    for (index, solver) in (0..64 * ELEMENTS as u64).zip(solvers.iter().cycle()) {
        if recorded.iter().all(|of_size| of_size.len() >= ELEMENTS) {
            break;
        }
        let Some(bodies) = Bodies::<S>::of(&family.case(SEED, arithmetic, index)) else { continue };
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

fn exactly<S: Space>(v: &S::Vector) -> <Exact as Space>::Vector
where
    S::Scalar: Scalar,
{
    Exact::vector(|i| Rational::from_f64(S::coordinate(v, i).to_f64()))
}

/// The exact projection of a simplex of rounded points, with its optimality checked: a combination of the vertices with
/// weights that are not negative and sum to one, and no vertex has a smaller product with it than itself.
fn nearest<S: Space>(simplex: &Simplex<S>) -> Projection<Exact>
where
    S::Scalar: Scalar,
{
    let points: Vec<_> = simplex.vertices().iter().map(|vertex| exactly::<S>(&vertex.point)).collect();
    let simplex = Simplex::<Exact>::of_points(&points);
    let nearest = LeastSquares.project(&simplex, &mut ()).expect("an exact projection");
    let (zero, point) = (Rational::zero(), &nearest.point);
    assert!(nearest.weights.iter().all(|weight| *weight >= zero));
    assert_eq!(nearest.weights.iter().fold(zero.clone(), |sum, weight| sum.plus(weight)), Rational::one());
    assert_eq!(simplex.combination(nearest.kept, &nearest.weights), *point);
    assert!(points.iter().all(|vertex| Exact::dot(point, &Exact::minus(vertex, point)) >= zero));
    nearest
}

fn is_right<S: Space>(contender: &dyn Contender<S>, simplex: &Simplex<S>, exact: &Projection<Exact>) -> bool
where
    S::Scalar: Scalar,
{
    let Some(found) = contender.find(simplex) else { return false };
    let size = simplex.vertices().iter().map(|vertex| S::max_norm(&vertex.point).to_f64()).fold(0.0, f64::max);
    let tolerance = TOLERANCE * S::Scalar::unit_roundoff().to_f64() * size;
    let length = |v: &<Exact as Space>::Vector| Exact::dot(v, v).to_f64().sqrt();
    let point = exactly::<S>(&found.point);
    let has_length = (length(&point) - length(&exact.point)).abs() <= tolerance;
    let weights = found.weights.clone().map(|weight| Rational::from_f64(weight.to_f64()));
    let zero = Rational::zero();
    if weights.iter().all(|weight| *weight == zero) {
        // The origin, found inside by sides alone.
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
