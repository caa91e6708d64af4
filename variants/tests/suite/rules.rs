//! Rules that no variant's loop has: v from the normal, and a last v that must separate.

use gjk_variants::gjk::rules::{DirectionRule, LoopRules, NearestRule, Reference, Rules, Safeguards, StopRule, Tolerance};
use gjk_variants::gjk::{Accelerated, Common, DivideAndConquer, Doubted, GilbertFoo, Normalised};
use gjk_variants::simplex::no_weights;
use gjk_variants::{
    About, Ericson, Gjk, Hull, Nearest, Observer, Outcome, Projection, Promise, Rational, Ring, SignedVolumes, Simplex, Solid,
    Space, SplitMix64, Start, Stop, Subalgorithm, Subset, Variant,
};

type Exact = Solid<Rational>;

/// Small pseudorandom integers, the same in every run.
struct Integers(SplitMix64);

impl Integers {
    fn next(&mut self) -> i64 {
        self.0.below(9) as i64 - 4
    }

    /// A hull of `count` points, moved along x.
    fn hull(&mut self, count: usize, shift: i64) -> Hull<Exact> {
        let mut point = || <Exact as Space>::vector(|axis| Rational::integer(self.next() + if axis == 0 { shift } else { 0 }));
        Hull::new((0..count).map(|_| point()).collect()).expect("points")
    }
}

/// The squared distance and v; `None` if the bodies meet.
type Found = Option<(Rational, <Exact as Space>::Vector)>;

/// The rules of the relative loop with these safeguards and this way to form v, along −v.
fn relative(safeguards: Safeguards, nearest: NearestRule) -> LoopRules {
    LoopRules { stop: StopRule::Relative, safeguards, nearest, direction: DirectionRule::Plain }
}

/// These rules, along accelerated directions.
fn accelerated(rules: LoopRules) -> LoopRules {
    LoopRules { direction: DirectionRule::Accelerated, ..rules }
}

fn found(subalgorithm: impl Subalgorithm<Exact>, rules: LoopRules, a: &Hull<Exact>, b: &Hull<Exact>) -> Found {
    let outcome = Gjk::under(rules, subalgorithm).solve_erased(a, b, &Start::Default, &mut ());
    match outcome.answer.unwrap_or_else(|| panic!("{:?} without an answer: {a:?} {b:?}", outcome.stop)) {
        Nearest::Apart(separation) => Some((separation.distance_squared, separation.nearest)),
        Nearest::Intersecting { .. } => None,
    }
}

#[test]
fn in_exact_arithmetic_the_rules_change_no_answer() {
    let [guarded, doubting] = [Safeguards::GUARDED, Safeguards::DOUBTING];
    let [verifying, bare] = [Safeguards::VERIFYING, Safeguards::BARE];
    let mut integers = Integers(SplitMix64(5));
    let (mut apart, mut touching) = (0, 0);
    for round in 0..300 {
        let (a, b) = (integers.hull(1 + round % 7, round as i64 % 6), integers.hull(1 + round % 5, 0));
        let expected = found(SignedVolumes, relative(doubting, NearestRule::FromSimplex), &a, &b);
        apart += usize::from(expected.is_some());
        let all = [
            found(SignedVolumes, relative(guarded, NearestRule::FromNormal), &a, &b),
            found(Ericson, relative(doubting, NearestRule::FromNormal), &a, &b),
            found(Ericson, relative(bare, NearestRule::FromNormal), &a, &b),
            found(SignedVolumes, relative(doubting.separating(), NearestRule::FromSimplex), &a, &b),
            found(Ericson, relative(guarded.separating(), NearestRule::FromNormal), &a, &b),
            found(SignedVolumes, accelerated(relative(doubting.separating(), NearestRule::FromNormal)), &a, &b),
            found(SignedVolumes, relative(verifying, NearestRule::Refined), &a, &b),
            found(Ericson, relative(verifying, NearestRule::FromSimplex), &a, &b),
            found(SignedVolumes, accelerated(relative(verifying, NearestRule::Refined)), &a, &b),
        ];
        assert!(all.iter().all(|found| *found == expected), "{a:?} {b:?}: {expected:?}, but {all:?}");
        touching += usize::from(expected.is_none());
    }
    assert!(apart > 100 && touching > 30, "{apart} {touching}");
}

/// A subalgorithm that keeps the newest vertex alone, so that the loop makes no progress.
#[derive(Clone, Copy)]
struct Newest;

impl<S: Space> Subalgorithm<S> for Newest {
    fn about(&self) -> About {
        About { name: "newest", title: "the newest vertex", citation: "", promise: Promise::Distance }
    }

    fn project<O: Observer<S> + ?Sized>(&self, older: &Simplex<S>, newest: &S::Vector, _: &mut O) -> Option<Projection<S>> {
        let mut weights = no_weights();
        weights[older.len()] = S::Scalar::one();
        Some(Projection { point: newest.clone(), kept: Subset::only(older.len()), weights })
    }
}

type Here = Solid<f64>;

fn stuck_under(rules: LoopRules, points: &[[f64; 3]]) -> Outcome<Nearest<Here>> {
    let a = Hull::<Here>::new(points.iter().map(|p| Here::vector(|i| p[i])).collect()).expect("points");
    let origin = Hull::<Here>::new(vec![Here::zero()]).expect("a point");
    Gjk::under(rules, Newest).solve_erased(&a, &origin, &Start::Default, &mut ())
}

fn stuck(safeguards: Safeguards, points: &[[f64; 3]]) -> Outcome<Nearest<Here>> {
    stuck_under(relative(safeguards, NearestRule::FromSimplex), points)
}

#[test]
fn bodies_are_called_apart_only_if_the_last_v_separates_them() {
    for safeguards in [Safeguards::GUARDED, Safeguards::DOUBTING] {
        let across = [[-1.0, 0.0, 0.0], [2.0, 0.0, 0.0]];
        // The loop moves from v = (−1, 0, 0) to the other end, which is not nearer: it is stuck, although the bodies meet.
        let believing = stuck(safeguards, &across);
        assert!(matches!(believing.answer, Some(Nearest::Apart(_))) && believing.stop == Stop::Stalled);
        let asking = stuck(safeguards.separating(), &across);
        assert!(matches!(asking.answer, Some(Nearest::Intersecting { .. })) && asking.stop == Stop::Stalled);
        // v = w = (1, 0, 0): the bodies are apart, and v separates them.
        let beside = [[1.0, 0.0, 0.0], [1.0, -9.0, 0.0], [1.5, 0.0, 0.0]];
        let [believing, asking] = [safeguards, safeguards.separating()].map(|safeguards| stuck(safeguards, &beside));
        assert!(matches!(believing.answer, Some(Nearest::Apart(_))));
        assert_eq!((asking.answer, asking.stop, asking.iterations), (believing.answer, believing.stop, believing.iterations));
    }
}

fn answer(rules: LoopRules, a: &[[f64; 3]], b: &[[f64; 3]]) -> Option<Nearest<Here>> {
    let hull =
        |points: &[[f64; 3]]| Hull::<Here>::new(points.iter().map(|p| Here::vector(|i| p[i])).collect()).expect("points");
    Gjk::under(rules, Ericson).solve_erased(&hull(a), &hull(b), &Start::Default, &mut ()).answer
}

/// Two needles that cross each other, found by a search: near the origin v is a sum of great terms whose direction is noise.
const CROSSING: [&[[f64; 3]]; 2] = [
    &[
        [-0.026803839951753616, 0.684877872467041, -0.4276692867279053],
        [0.42171385884284973, 0.27166380593553185, 1.4770842310972512],
    ],
    &[
        [0.0; 3],
        [-0.31369447708129883, -0.9146934002637863, -0.7599742796737701],
        [0.39284703188968706, 1.1454921960830688, 0.9517337679862976],
    ],
];

#[test]
fn a_contact_that_noise_hides_is_not_missed_where_the_verdict_is_verified() {
    let [a, b] = CROSSING;
    let of = |safeguards, nearest| answer(relative(safeguards, nearest), a, b);
    let doubting = of(Safeguards::DOUBTING, NearestRule::FromSimplex);
    assert!(matches!(doubting, Some(Nearest::Apart(_))), "it puts nobody to the test");
    for nearest in [NearestRule::FromSimplex, NearestRule::Refined] {
        assert!(matches!(of(Safeguards::VERIFYING, nearest), Some(Nearest::Intersecting { .. })));
    }
}

#[test]
fn the_faces_are_asked_before_bodies_are_said_to_meet() {
    // The subalgorithm keeps the newest vertex, so that the loop is stuck at v = (1, 9, 0) with w = (1, −9, 0): v·w < 0. The
    // edge between the two separates.
    let apart = [[1.0, 9.0, 0.0], [1.0, -9.0, 0.0]];
    let separating = stuck(Safeguards::GUARDED.separating(), &apart);
    assert!(matches!(separating.answer, Some(Nearest::Intersecting { .. })), "{separating:?}");
    let verifying = stuck(Safeguards::VERIFYING, &apart);
    let Some(Nearest::Apart(separation)) = verifying.answer else { panic!("{verifying:?}") };
    assert!(separation.nearest[0] > 0.0 && separation.nearest[1].abs() < 1e-12, "the plane of the edge: {separation:?}");
    // An end that has a proof needs no further iteration.
    let beside = [[1.0, 0.0, 0.0], [1.0, -9.0, 0.0], [1.5, 0.0, 0.0]];
    assert_eq!(stuck(Safeguards::VERIFYING, &beside).iterations, stuck(Safeguards::GUARDED, &beside).iterations);
    // If no face separates, the bodies are reported to meet.
    let across = stuck(Safeguards::VERIFYING, &[[-1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]);
    assert!(matches!(across.answer, Some(Nearest::Intersecting { .. })), "{across:?}");
}

/// Reports for every tetrahedron that it holds the origin, as a subalgorithm may for a flat one; otherwise it is Ericson's.
#[derive(Clone, Copy)]
struct Believer;

impl Subalgorithm<Here> for Believer {
    fn about(&self) -> About {
        About { name: "believer", title: "every tetrahedron holds the origin", citation: "", promise: Promise::Distance }
    }

    fn project<O: Observer<Here> + ?Sized>(
        &self,
        older: &Simplex<Here>,
        newest: &<Here as Space>::Vector,
        observer: &mut O,
    ) -> Option<Projection<Here>> {
        if older.len() == 3 {
            return Some(Projection { point: Here::zero(), kept: Subset::first(4), weights: no_weights() });
        }
        Ericson.project(older, newest, observer)
    }
}

#[test]
fn a_full_simplex_that_lies_behind_its_newest_support_point_is_not_believed() {
    fn solve(safeguards: Safeguards, height: f64) -> Outcome<Nearest<Here>> {
        // A face with the origin below it, and a fourth vertex nearer to the origin, at this height.
        let points = [[4.0, 0.0, 3.0], [-3.0, 4.0, 3.0], [-3.0, -4.0, 3.0], [0.0, 0.0, height]];
        let a = Hull::<Here>::new(points.iter().map(|p| Here::vector(|i| p[i])).collect()).expect("points");
        let origin = Hull::<Here>::new(vec![Here::zero()]).expect("a point");
        // The start has the three vertices of the face: the fourth is then the newest.
        let start = Start::Vertices(gjk_variants::Pairs::new([(0, 0), (1, 0), (2, 0)]));
        Gjk::under(relative(safeguards, NearestRule::FromSimplex), Believer).solve_erased(&a, &origin, &start, &mut ())
    }
    let believing = solve(Safeguards::GUARDED, 1.0);
    assert!(matches!(believing.answer, Some(Nearest::Intersecting { .. })), "it puts nobody to the test: {believing:?}");
    let verifying = solve(Safeguards::VERIFYING, 1.0);
    assert!(matches!(verifying.answer, Some(Nearest::Apart(_))) && verifying.stop == Stop::Stalled, "{verifying:?}");
    // If the fourth vertex is below the origin, the simplex is accepted.
    let meeting = solve(Safeguards::VERIFYING, -1.0);
    assert!(matches!(meeting.answer, Some(Nearest::Intersecting { .. })), "{meeting:?}");
}

/// Ericson's subalgorithm with an error of this size along x in its point.
#[derive(Clone, Copy)]
struct Noisy(f64);

/// Within the error that a sum may have.
const NOISE: f64 = 4.0 * f64::EPSILON;

impl Subalgorithm<Here> for Noisy {
    fn about(&self) -> About {
        About { name: "noisy", title: "Ericson's with noise", citation: "", promise: Promise::Distance }
    }

    fn project<O: Observer<Here> + ?Sized>(
        &self,
        older: &Simplex<Here>,
        newest: &<Here as Space>::Vector,
        observer: &mut O,
    ) -> Option<Projection<Here>> {
        let projection = Ericson.project(older, newest, observer)?;
        let point = Here::vector(|i| projection.point[i] + if i == 0 { self.0 } else { 0.0 });
        Some(Projection { point, ..projection })
    }
}

#[test]
fn v_is_refined_where_it_is_short_and_only_where_the_normal_agrees_with_it() {
    fn v_over(nearest: NearestRule, height: f64, noise: f64) -> [f64; 3] {
        let points = [[1.0, 0.0, height], [-1.0, 1.0, height], [-1.0, -1.0, height]];
        let a = Hull::<Here>::new(points.iter().map(|p| Here::vector(|i| p[i])).collect()).expect("points");
        let origin = Hull::<Here>::new(vec![Here::zero()]).expect("a point");
        let rules = relative(Safeguards::GUARDED, nearest);
        let outcome = Gjk::under(rules, Noisy(noise)).solve_erased(&a, &origin, &Start::Default, &mut ());
        let Some(Nearest::Apart(separation)) = outcome.answer else { panic!("{outcome:?}") };
        separation.nearest.into()
    }
    // Near the face the noise of the point turns v; the normal does not.
    let near = 1e-9;
    assert_eq!(v_over(NearestRule::FromSimplex, near, NOISE), [NOISE, 0.0, near], "it puts nobody to the test");
    assert_eq!(v_over(NearestRule::Refined, near, NOISE), [0.0, 0.0, near]);
    // A point farther off than the error of a sum belongs to another face, and is kept.
    assert_eq!(v_over(NearestRule::Refined, near, 1e-12), [1e-12, 0.0, near]);
    // From a thousandth of E on, v is the point.
    assert_eq!(v_over(NearestRule::Refined, 0.5, NOISE), [NOISE, 0.0, 0.5]);
}

#[test]
fn a_direction_that_is_a_guess_ends_nothing_whether_v_separates_or_not() {
    let across = [[-1.0, 0.0, 0.0], [2.0, 0.0, 0.0]];
    let rules = relative(Safeguards::GUARDED.separating(), NearestRule::FromSimplex);
    // Stuck along −v; and along the guess, and then along −v.
    let [plain, guessing] = [rules, accelerated(rules)].map(|rules| stuck_under(rules, &across));
    assert_eq!((plain.iterations, guessing.iterations), (2, 3));
    assert_eq!((guessing.answer, guessing.stop), (plain.answer, Stop::Stalled));
}

#[test]
fn a_tolerance_relative_to_the_distance_holds_of_the_centers_too() {
    // v = (4.5, 0, 0) and w = (4, 0, 0): the gap is 2.25, and |v|² is 20.25.
    let a =
        Hull::<Here>::new([4.0, 5.0].map(|x| Here::vector(|axis| if axis == 0 { x } else { 0.0 })).to_vec()).expect("points");
    let origin = Hull::<Here>::new(vec![Here::zero()]).expect("a point");
    let end = |epsilon| {
        let stop = StopRule::Within(Tolerance { epsilon, of: Reference::Distance });
        let rules = LoopRules { stop, ..relative(Safeguards::BARE, NearestRule::FromSimplex) };
        let outcome = Gjk::under(rules, SignedVolumes).solve_erased(&a, &origin, &Start::Default, &mut ());
        let Some(Nearest::Apart(separation)) = outcome.answer else { panic!("they are apart") };
        (outcome.iterations, separation.distance_squared)
    };
    assert_eq!((end(0.125), end(0.0625)), ((1, 20.25), (2, 16.0)));
}

#[test]
fn a_safeguard_more_is_a_name_more() {
    let of = [Safeguards::DOUBTING, Safeguards::GUARDED, Safeguards::BARE, Safeguards::VERIFYING];
    let names = of.map(|safeguards| safeguards.separating().name);
    assert_eq!(names, ["doubting+separating", "guarded+separating", "bare+separating", "verifying"]);
}

/// The number of pairs that a loop with these rules calls apart. Checks that a loop with the same rules chosen at run time, and
/// the erased loop, agree to the bit.
fn same_when_told<R: Rules>(rules: R) -> usize {
    let mut integers = Integers(SplitMix64(9));
    let mut point = |shift: i64| Here::vector(|axis| (integers.next() + if axis == 0 { shift } else { 0 }) as f64 / 7.0);
    let mut hull = |count, shift| Hull::<Here>::new((0..count).map(|_| point(shift)).collect()).expect("points");
    let mut apart = 0;
    for round in 0..200 {
        let (a, b) = (hull(1 + round % 7, round as i64 % 9), hull(1 + round % 5, 0));
        let known = Gjk::under(rules, SignedVolumes).solve(&a, &b, &Start::Default, &mut ());
        let told = Gjk::under(rules.rules(), SignedVolumes).solve(&a, &b, &Start::Default, &mut ());
        let parts = |outcome: &Outcome<Nearest<Here>>| (outcome.stop, outcome.iterations, outcome.answer.clone());
        assert_eq!(parts(&known), parts(&told), "{rules:?}: {a:?} {b:?}");
        let erased = Gjk::under(rules, SignedVolumes).solve_erased(&a, &b, &Start::Default, &mut ());
        assert_eq!(parts(&known), parts(&erased), "{rules:?}: {a:?} {b:?}");
        apart += usize::from(matches!(known.answer, Some(Nearest::Apart(_))));
    }
    apart
}

#[test]
fn rules_that_are_known_when_the_loop_is_compiled_are_the_same_rules() {
    let apart = [
        same_when_told(Common),
        same_when_told(Doubted),
        same_when_told(GilbertFoo),
        same_when_told(DivideAndConquer),
        same_when_told(Accelerated),
        same_when_told(Normalised),
    ];
    assert!(apart.iter().all(|&count| (50..200).contains(&count)), "{apart:?}");
}
