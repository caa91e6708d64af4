//! Starts from an earlier answer: right from anywhere, and shorter if the bodies have hardly moved.

use gjk_variants::gjk::Doubted;
use gjk_variants::gjk::rules::{LoopRules, Rules, Safeguards};
use gjk_variants::{
    Answer, BooleanGjk, Ericson, Euclidean, Evidence, Gjk, Hull, Johnson, LeastSquares, Nearest, Oriented, Outcome, Pairs,
    Plane, Rational, Register, Scalar, SignedVolumes, Solid, Space, SplitMix64, Start, Stop, TrueRegion, Variant, roster,
};
use nalgebra::{SVector, Vector3};
use proptest::prelude::*;

/// The squared distance of an answer; zero for bodies that meet.
fn distance_squared<S: Space>(outcome: Outcome<impl Answer<S>>) -> Option<S::Scalar>
where
    S::Scalar: Scalar,
{
    Some(match outcome.answer?.evidence() {
        Evidence::Apart(separation) => separation.distance_squared,
        _ => gjk_variants::Ring::zero(),
    })
}

/// Asserts that the variants whose every start is right in exact arithmetic give the same distance from these vertices as the
/// default start of least squares.
struct FromAnywhere<'a, S: Space> {
    a: &'a Hull<S>,
    b: &'a Hull<S>,
    start: Start<S>,
    truth: S::Scalar,
}

/// The common loop and the accelerated one.
const RIGHT: [&str; 7] =
    ["least-squares", "johnson", "johnson-backup", "ericson", "signed-volumes", "nesterov", "nesterov-normalised"];

impl<S: Space> Register<S> for FromAnywhere<'_, S>
where
    S::Scalar: Scalar,
{
    fn add<V: Variant<S> + 'static>(&mut self, variant: V) {
        if !RIGHT.contains(&variant.about().name) {
            return;
        }
        let outcome = variant.solve_erased(self.a, self.b, &self.start, &mut ());
        assert_eq!(outcome.stop, Stop::Converged, "{}", variant.about().name);
        assert_eq!(distance_squared(outcome).as_ref(), Some(&self.truth), "{}", variant.about().name);
    }
}

fn check<const D: usize>(a: &[Vec<i64>], b: &[Vec<i64>], pairs: &[(usize, usize)])
where
    Euclidean<Rational, D>: Oriented<Scalar = Rational, Vector = SVector<Rational, D>>,
{
    let body = |points: &[Vec<i64>]| {
        let point = |site: &Vec<i64>| SVector::from_fn(|i, _| Rational::integer(site[i]));
        Hull::<Euclidean<Rational, D>>::new(points.iter().map(point).collect()).expect("there are points")
    };
    let (a, b) = (body(a), body(b));
    let default = Gjk::new(LeastSquares).solve_erased(&a, &b, &Start::Default, &mut ());
    let truth = distance_squared(default).expect("it always ends");
    let start = Start::Vertices(Pairs::new(pairs.iter().copied()));
    assert_eq!(meet(&a, &b, &start), Some(truth == Rational::integer(0)), "true region");
    let mut anywhere = FromAnywhere { a: &a, b: &b, start, truth };
    roster::distance::<Rational, D>(&mut anywhere);
    roster::geometric(&mut anywhere);
}

/// Whether the bodies meet, by a boolean variant that is right from any direction.
fn meet<S: Oriented>(a: &Hull<S>, b: &Hull<S>, start: &Start<S>) -> Option<bool> {
    let outcome = BooleanGjk::new(TrueRegion).solve_erased(a, b, start, &mut ());
    Some(matches!(outcome.answer?.evidence(), Evidence::Intersecting { .. }))
}

/// Points on a small lattice, so that vertices coincide and simplices are flat more often than not.
fn points(dimension: usize) -> impl Strategy<Value = Vec<Vec<i64>>> {
    prop::collection::vec(prop::collection::vec(-3..=3_i64, dimension), 1..7)
}

/// Any names: stale, twice, out of range, too many.
fn names() -> impl Strategy<Value = Vec<(usize, usize)>> {
    prop::collection::vec((0..8_usize, prop_oneof![9 => 0..8_usize, 1 => Just(usize::MAX)]), 0..7)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn any_vertices_lead_to_the_nearest_point_in_the_plane(a in points(2), b in points(2), names in names(), apart in 0..5_i64) {
        let b: Vec<_> = b.into_iter().map(|site| vec![site[0] + apart, site[1]]).collect();
        check::<2>(&a, &b, &names);
    }

    #[test]
    fn any_vertices_lead_to_the_nearest_point_in_space(a in points(3), b in points(3), names in names(), apart in 0..5_i64) {
        let b: Vec<_> = b.into_iter().map(|site| vec![site[0] + apart, site[1], site[2]]).collect();
        check::<3>(&a, &b, &names);
    }
}

type Space3 = Solid<f64>;

fn cloud(random: &mut SplitMix64, at: f64) -> Vec<Vector3<f64>> {
    (0..12).map(|_| Vector3::new(at + random.symmetric(), random.symmetric(), random.symmetric())).collect()
}

fn hull(points: &[Vector3<f64>]) -> Hull<Space3> {
    Hull::new(points.to_vec()).expect("there are points")
}

/// The distance of two hulls, from exact arithmetic.
fn distance(a: &Hull<Space3>, b: &Hull<Space3>) -> f64 {
    let exactly = |hull: &Hull<Space3>| {
        let points = hull.points().iter().map(|point| point.map(Rational::from_f64)).collect();
        Hull::<Solid<Rational>>::new(points).expect("there are points")
    };
    let outcome = Gjk::new(LeastSquares).solve_erased(&exactly(a), &exactly(b), &Start::Default, &mut ());
    distance_squared(outcome).expect("it always ends").to_f64().sqrt()
}

/// The iterations and wrong answers of a variant on bodies that drift together: from its last answer, and from the default
/// start.
#[derive(Debug, Default)]
struct Drift {
    iterations: [usize; 2],
    wrong: [usize; 2],
}

fn drift<V: Variant<Space3, Answer = Nearest<Space3>>>(variant: &V) -> Drift {
    let mut random = SplitMix64(1);
    let mut drift = Drift::default();
    for _ in 0..20 {
        let (a, mut b) = (hull(&cloud(&mut random, 0.0)), cloud(&mut random, 2.5));
        let mut start = Start::Default;
        for _ in 0..20 {
            b.iter_mut().for_each(|point| *point += Vector3::new(-0.05, 0.01, 0.005));
            let b = hull(&b);
            let truth = distance(&a, &b);
            let outcomes = [&start, &Start::Default].map(|start| variant.solve_erased(&a, &b, start, &mut ()));
            start = outcomes[0].answer.as_ref().map_or(Start::Default, Nearest::start);
            for (way, outcome) in outcomes.into_iter().enumerate() {
                drift.iterations[way] += outcome.iterations;
                let found = distance_squared(outcome).map(f64::sqrt);
                drift.wrong[way] += usize::from(found.is_none_or(|found| (found - truth).abs() > 1e-14));
            }
        }
    }
    drift
}

#[test]
fn a_drifting_pair_needs_few_iterations_from_its_last_answer() {
    let drifts = [drift(&Gjk::new(LeastSquares)), drift(&Gjk::new(Johnson)), drift(&Gjk::new(SignedVolumes))];
    for Drift { iterations: [warm, cold], wrong } in &drifts {
        assert!(2 * warm < *cold, "{drifts:?}");
        // Faces of M that are parallelograms make flat tetrahedra, on which the subalgorithms are sometimes wrong.
        assert!(wrong.iter().all(|&wrong| wrong <= 1), "{drifts:?}");
    }
    // The accelerated loop tries its own direction first, which confirms nothing.
    let Drift { iterations: [warm, cold], wrong } = drift(&Gjk::accelerated(SignedVolumes));
    assert!(4 * warm < 3 * cold && wrong.iter().all(|&wrong| wrong <= 1), "{warm} {cold} {wrong:?}");
}

#[test]
fn one_support_point_confirms_the_answer_if_nothing_moved() {
    let mut random = SplitMix64(1);
    let a = hull(&cloud(&mut random, 0.0));
    let b = cloud(&mut random, 0.0);
    let mut seen = [false; 2];
    for step in 0..40 {
        let b: Vec<_> = b.iter().map(|point| point + Vector3::new(0.1 * f64::from(step), 0.0, 0.0)).collect();
        let b = hull(&b);
        let first = Gjk::new(LeastSquares).solve(&a, &b, &Start::Default, &mut ()).answer.expect("it is easy");
        let second = Gjk::new(LeastSquares).solve(&a, &b, &first.start(), &mut ());
        let meets = matches!(first, Nearest::Intersecting { .. });
        // A tetrahedron that holds the origin needs no support point.
        assert_eq!(second.iterations, usize::from(!meets));
        assert_eq!(matches!(second.answer, Some(Nearest::Intersecting { .. })), meets);
        seen[usize::from(meets)] = true;
    }
    assert_eq!(seen, [true; 2]);
}

#[test]
fn without_a_vertex_that_there_is_the_start_is_the_default_one() {
    let mut random = SplitMix64(5);
    let (a, b) = (hull(&cloud(&mut random, 0.0)), hull(&cloud(&mut random, 3.0)));
    for pairs in [Pairs::default(), Pairs::new([(12, 0), (0, usize::MAX)])] {
        let variant = Gjk::new(Johnson);
        let (warm, cold) =
            (variant.solve_erased(&a, &b, &Start::Vertices(pairs), &mut ()), variant.solve(&a, &b, &Start::Default, &mut ()));
        assert_eq!((warm.stop, warm.iterations, warm.answer), (cold.stop, cold.iterations, cold.answer));
    }
}

#[test]
fn warm_starts_from_vertices_that_are_not_numbers_still_end() {
    let broken = Vector3::new(f64::NAN, 0.0, 0.0);
    let huge = Vector3::repeat(f64::MAX);
    let (a, b) = (hull(&[broken, huge, Vector3::x()]), hull(&[-huge, Vector3::zeros()]));
    for pairs in [[(0, 1), (2, 1)], [(1, 0), (2, 1)], [(2, 1), (1, 0)], [(2, 1), (0, 0)]] {
        let outcome = Gjk::new(SignedVolumes).solve_erased(&a, &b, &Start::Vertices(Pairs::new(pairs)), &mut ());
        // The result of a support mapping for such a body is not tested; here it is enough that the run ends and reports how.
        assert_eq!(outcome.stop.has_answer(), outcome.answer.is_some());
    }
}

#[test]
fn a_start_direction_is_not_a_point_of_m() {
    // The published loops test the first v before there is a simplex. The v of the centres is in M; an earlier axis is not, and
    // if the bodies have hardly moved it would be treated as the nearest point.
    let corners = |at: f64| -> Vec<Vector3<f64>> {
        let end = |bits: usize, axis: usize| (bits >> axis & 1) as f64;
        (0..8).map(|bits| Vector3::new(at + end(bits, 0), end(bits, 1), end(bits, 2))).collect()
    };
    let (a, b) = (hull(&corners(0.0)), hull(&corners(3.0)));
    let variant = Gjk::<_, gjk_variants::gjk::DivideAndConquer>::with_rules(LeastSquares);
    let Some(Nearest::Apart(cold)) = variant.solve_erased(&a, &b, &Start::Default, &mut ()).answer else { panic!("apart") };
    let start = Start::Direction(-cold.nearest);
    let Some(Nearest::Apart(warm)) = variant.solve_erased(&a, &b, &start, &mut ()).answer else { panic!("apart") };
    assert_eq!((cold.distance_squared, warm.distance_squared), (4.0, 4.0));
}

#[test]
fn an_axis_that_separated_is_asked_first() {
    let square = |at: f64| {
        let corner = |x: f64, y: f64| SVector::<f64, 2>::new(at + x, y);
        Hull::<Plane<f64>>::new(vec![corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)]).expect("points")
    };
    let variant = BooleanGjk::new(TrueRegion);
    let first = variant.solve_erased(&square(0.0), &square(1.5), &Start::Default, &mut ()).answer.expect("it is easy");
    let second = variant.solve_erased(&square(0.0), &square(1.25), &first.start(), &mut ());
    // The first support point only determines the next direction; the second one decides.
    assert_eq!(second.iterations, 2);
    assert!(matches!(second.answer.map(Answer::evidence), Some(Evidence::Disjoint { .. })));
}

/// Three orthogonal directions of length one.
fn frame(random: &mut SplitMix64) -> [Vector3<f64>; 3] {
    let unit = |v: Vector3<f64>| v / v.dot(&v).sqrt();
    let normal = unit(Vector3::from_fn(|_, _| random.symmetric()));
    let across = unit(normal.cross(&Vector3::from_fn(|_, _| random.symmetric())));
    [normal, across, normal.cross(&across)]
}

/// The number of answers of this variant that report the origin inside a quadrilateral whose plane misses the origin, from a
/// start with all four vertices.
fn phantoms<V: Variant<Space3, Answer = Nearest<Space3>>>(variant: &V) -> usize {
    let mut random = SplitMix64(3);
    let start = Start::Vertices(Pairs::new((0..4).map(|i| (i, 0))));
    let origin = hull(&[Vector3::zeros()]);
    let meets = |_: usize| {
        let [normal, across, along] = frame(&mut random);
        let corner = |_| normal * 0.0141 + across * random.symmetric() + along * random.symmetric();
        let flat = hull(&(0..4).map(corner).collect::<Vec<_>>());
        matches!(variant.solve_erased(&flat, &origin, &start, &mut ()).answer, Some(Nearest::Intersecting { .. }))
    };
    (0..3000).map(meets).filter(|&meets| meets).count()
}

#[test]
fn flat_vertices_of_an_earlier_answer_are_doubted() {
    let believing = LoopRules { safeguards: Safeguards::GUARDED, ..Doubted.rules() };
    let without = phantoms(&Gjk::under(believing, Ericson));
    assert!(without > 10, "{without}: the quadrilaterals put nobody to the test");
    assert_eq!(phantoms(&Gjk::new(Ericson)), 0);
    assert_eq!(phantoms(&Gjk::new(SignedVolumes)), 0);
}

/// The number of frames for which the answer reports that two boxes meet. One box turns on the other, this far above it, and
/// each frame starts from the vertices of the previous frame.
fn phantoms_at_rest<V: Variant<Space3, Answer = Nearest<Space3>>>(variant: &V, gap: f64) -> usize {
    let mut random = SplitMix64(11);
    let sign = |i: usize, axis: usize| if i >> axis & 1 == 1 { 1.0 } else { -1.0 };
    let mut phantoms = 0;
    for _ in 0..40 {
        let (size, turn) = (1.0 + 0.5 * random.symmetric(), 3.0 * random.symmetric());
        let [up, across, along] = frame(&mut random);
        let turned = |x: f64, y: f64, z: f64| across * x + along * y + up * z;
        let floor = hull(&(0..8).map(|i| turned(2.0 * sign(i, 0), 2.0 * sign(i, 1), sign(i, 2) - 1.0)).collect::<Vec<_>>());
        let mut start = Start::Default;
        for step in 0..20 {
            let angle = turn + 1e-3 * f64::from(step);
            let corner = |i: usize| {
                let (x, y) = (0.4 * size * sign(i, 0), 0.3 * size * sign(i, 1));
                let (x, y) = (x * angle.cos() - y * angle.sin(), x * angle.sin() + y * angle.cos());
                turned(x, y, gap + 0.5 * size * (1.0 + sign(i, 2)))
            };
            let above = hull(&(0..8).map(corner).collect::<Vec<_>>());
            let answer = variant.solve_erased(&above, &floor, &start, &mut ()).answer.expect("an answer");
            phantoms += usize::from(matches!(answer, Nearest::Intersecting { .. }));
            start = answer.start();
        }
    }
    phantoms
}

#[test]
fn a_box_at_rest_is_not_said_to_meet_from_the_vertices_of_the_frame_before() {
    for gap in [1e-12, 1e-10, 1e-8] {
        assert_eq!(phantoms_at_rest(&Gjk::new(Ericson), gap), 0, "{gap}");
    }
}
