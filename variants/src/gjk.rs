//! The distance iteration around a subalgorithm.
//!
//! # Iteration
//! M = A − B is the set of all differences of points, and v the point of the simplex nearest to the origin. An iteration finds
//! w, the support point of M along −v, and adds it to the simplex. The plane through w across v bounds the distance of M from
//! below: v·w / |v| ≤ dist(M) ≤ |v|. The duality gap |v|² − v·w = v·(v−w) therefore bounds the error of |v| by gap / |v|.
//!
//! # Rules
//! Each choice in which published loops differ is a rule ([`rules`]), so that it can be measured alone:
//!
//! - when to stop ([`StopRule`](rules::StopRule)),
//! - which safeguards hold ([`Safeguards`](rules::Safeguards)),
//! - how v is formed ([`NearestRule`](rules::NearestRule)),
//! - in which direction to look ([`DirectionRule`](rules::DirectionRule)).
//!
//! The common loop, shared by all variants that differ only in the subalgorithm, has the rules of [`Common`].
//! [`Tolerance`](rules::Tolerance) serves to measure the tolerance that a loop needs.
//!
//! # Start
//! By default, a run starts from the centres of the bodies: v is c_A − c_B until there is a simplex. A start from the vertices
//! of an earlier answer begins with the nearest point of the simplex that these vertices form in the current bodies. In exact
//! arithmetic every start of the common loop ends with the exact nearest point.
//!
//! # Ends
//! Below, u is the unit roundoff, E the greatest coordinate of the support points so far, and K = [`rules::ROUNDING`].
//!
//! - *Converged*: the stop rule is met. In exact arithmetic u = 0, and the common loop ends with the exact nearest point.
//! - *Intersecting*: the subalgorithm keeps dimension + 1 vertices, or |v|∞ ≤ K u E, so that v is rounding noise.
//! - *Repeated* and *stalled*: the ends that the safeguards add. Both keep the current answer. In exact arithmetic neither
//!   occurs. All vertices of the simplex have the product v·v with v, and w has a smaller one. So w is new, the simplex stays
//!   affinely independent, and |v| falls strictly.
//!
//! # Verdicts
//! Near contact v is a short sum of long vectors, so its direction has an error of about u E / |v|. There the normal of its
//! face refines v ([`NearestRule::Refined`](rules::NearestRule::Refined)).
//!
//! The verdict *apart* requires a plane that separates the bodies. If the last support point has v·w > 0, the plane through it
//! is such a plane. If not, a last step tries the faces of the simplex (`last_step.rs`). A simplex of dimension + 1 vertices is
//! not accepted as evidence of contact if its newest vertex shows that M lies behind the origin. If the subalgorithm finds no
//! feasible face in a step whose gap is rounding noise, the run ends *stalled* with the previous answer
//! ([`Safeguards::VERIFYING`](rules::Safeguards::VERIFYING)). In exact arithmetic these rules change nothing: v is the exact
//! nearest point, and its plane separates.
//!
//! # The previous loop
//! Until November 2026 the common loop *doubted* each step whose gap was rounding noise
//! ([`Safeguards::DOUBTING`](rules::Safeguards::DOUBTING)) and formed v as the weighted sum of its vertices. In the hard
//! families that loop missed one contact per hundred cases and lost digits in five cases per hundred. These failures of the
//! loop were counted against subalgorithms (`docs/mujoco.md`). The loop is kept as [`Doubted`], for the experiment that
//! compares loops.
//!
//! # Where it fails
//! The loop fails where its last step fails: on slivers, and if squared lengths leave the number range.
//!
//! # Comparison with the source
//! The common loop is not published anywhere: its rules come from several sources, each cited at its rule. [`GilbertFoo`]
//! deviates from Linahan's sketch in three points:
//!
//! - The gap is P·(P − V) in place of |P|² − P·V, which is the same in exact arithmetic and has smaller rounding errors.
//! - The first P, "any point", is the difference of the centres.
//! - There is an iteration limit, and a run ends before a simplex gets a sixth vertex.
//!
//! For [`DivideAndConquer`] see [`LeastSquares`](crate::LeastSquares).
//!
//! # Reference
//! - E. G. Gilbert, D. W. Johnson, S. S. Keerthi: A fast procedure for computing the distance between complex objects in
//!   three-dimensional space. IEEE Journal of Robotics and Automation 4 (1988), 193–203.
//! - G. van den Bergen: A fast and robust GJK implementation for collision detection of convex objects. Journal of Graphics
//!   Tools 4 (1999), 7–25: the relative stop and the repeated support point.

mod enclosure;
mod last_step;
mod loops;
pub(crate) mod range;
pub mod rules;
mod state;
mod vertices;

pub use loops::{Accelerated, Common, DivideAndConquer, Doubted, GilbertFoo, Normalised};

use gjk_numbers::{Ring, Scalar, Space};
use gjk_support::SupportMap;

use crate::answer::{Nearest, Outcome, Stop};
use crate::difference::{Difference, Obstacle};
use crate::observe::Observer;
use crate::simplex::{CAPACITY, Subset};
use crate::start::Start;
use crate::subalgorithm::{ErasedSubalgorithm, Subalgorithm};
use crate::variant::{About, Promise, Variant};
use last_step::{is_behind, last_step};
use rules::{Heading, LoopRules, Rules};
use state::{Iterate, State};
use vertices::{End, Vertices, not_finite, out_of_range};

/// The iteration limit.
///
/// Near contact, hulls of 1024 points need about 20 iterations in double precision.
pub const LIMIT: usize = 256;

/// Distance GJK: a subalgorithm in a loop with these rules.
#[derive(Clone, Copy, Debug)]
pub struct Gjk<P, R = Common> {
    subalgorithm: P,
    about: Option<About>,
    rules: R,
}

/// GJK with Nesterov's acceleration: the common loop along accelerated directions.
pub type Nesterov<P> = Gjk<P, Accelerated>;
/// GJK with Nesterov's acceleration, along directions whose parts have length one.
pub type NesterovNormalised<P> = Gjk<P, Normalised>;

impl<P> Gjk<P> {
    /// Distance GJK around this subalgorithm, with the common loop.
    pub fn new(subalgorithm: P) -> Self {
        Gjk::with_rules(subalgorithm)
    }
}

impl<P> Nesterov<P> {
    /// Accelerated GJK around this subalgorithm.
    pub fn accelerated(subalgorithm: P) -> Self {
        Gjk::with_rules(subalgorithm).called(About {
            name: "nesterov",
            title: "Nesterov-accelerated GJK (with signed volumes)",
            citation: "Montaut, Le Lidec, Petrik, Sivic, Carpentier: Collision Detection Accelerated: An Optimization \
                       Perspective (2022), algorithm 3",
            promise: Promise::Distance,
        })
    }
}

impl<P> NesterovNormalised<P> {
    /// Accelerated GJK around this subalgorithm, with normalised directions.
    pub fn normalised(subalgorithm: P) -> Self {
        Gjk::with_rules(subalgorithm).called(About {
            name: "nesterov-normalised",
            title: "Nesterov-accelerated GJK, normalised directions (with signed volumes)",
            citation: "Montaut, Le Lidec, Petrik, Sivic, Carpentier: Collision Detection Accelerated: An Optimization \
                       Perspective (2022), as the authors' library coal has it for meshes (gjk.cpp, \
                       normalize_support_direction)",
            promise: Promise::Distance,
        })
    }
}

impl<P, R> Gjk<P, R> {
    /// Distance GJK around this subalgorithm, in a loop with the rules of type `R`, under the subalgorithm's name.
    pub fn with_rules(subalgorithm: P) -> Self
    where
        R: Default,
    {
        Gjk::under(R::default(), subalgorithm)
    }

    /// Distance GJK around this subalgorithm, in a loop with the rules given as a value.
    pub fn under(rules: R, subalgorithm: P) -> Self {
        Gjk { subalgorithm, about: None, rules }
    }

    /// This loop with its own name and description, instead of those of its subalgorithm.
    pub fn called(self, about: About) -> Self {
        Gjk { about: Some(about), ..self }
    }
}

impl<S: Space<Scalar: Scalar>, P: Subalgorithm<S>, R: Rules> Variant<S> for Gjk<P, R> {
    type Answer = Nearest<S>;

    fn about(&self) -> About {
        self.about.unwrap_or_else(|| self.subalgorithm.about())
    }

    fn most_iterations(&self) -> Option<usize> {
        Some(LIMIT)
    }

    #[inline(always)]
    fn solve<A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized, O: Observer<S> + ?Sized>(
        &self,
        a: &A,
        b: &B,
        start: &Start<S>,
        observer: &mut O,
    ) -> Outcome<Nearest<S>> {
        self.solve_obstacle(Difference::new(a, b), start, observer)
    }

    fn solve_erased(
        &self,
        a: &dyn SupportMap<S>,
        b: &dyn SupportMap<S>,
        start: &Start<S>,
        observer: &mut dyn Observer<S>,
    ) -> Outcome<Nearest<S>> {
        self.solve_erased_obstacle(&Difference::new(a, b), start, observer)
    }
}

/// The loop with any rules around any subalgorithm, compiled once per space.
#[inline(never)]
fn solve_around<S: Space<Scalar: Scalar>>(
    subalgorithm: &dyn ErasedSubalgorithm<S>,
    rules: LoopRules,
    m: &dyn Obstacle<S>,
    start: &Start<S>,
    observer: &mut dyn Observer<S>,
) -> Outcome<Nearest<S>> {
    Gjk::under(rules, subalgorithm).solve_obstacle(m, start, observer)
}

impl<P, R: Rules> Gjk<P, R> {
    /// The rules of the loop.
    #[inline(always)]
    pub fn rules(&self) -> LoopRules {
        self.rules.rules()
    }

    /// Solves a query about M itself, as [`Variant::solve`] does about two bodies.
    #[inline(always)]
    pub fn solve_obstacle<S: Space<Scalar: Scalar>, O: Observer<S> + ?Sized>(
        &self,
        m: impl Obstacle<S>,
        start: &Start<S>,
        mut observer: &mut O,
    ) -> Outcome<Nearest<S>>
    where
        P: Subalgorithm<S>,
    {
        const { assert!(S::DIMENSION < CAPACITY, "a simplex has room for spaces of at most four dimensions") };
        let mut vertices = Vertices::new(m);
        let LoopRules { safeguards, direction, .. } = self.rules();
        let (mut state, end) = State::begin(&mut vertices, &self.subalgorithm, start, &self.rules, observer);
        if let Some(end) = end {
            return state.outcome(&vertices, end, 0);
        }
        let mut direction = Heading::starting_from(&state.iterate.v, direction);
        // `1..=LIMIT` would test twice per iteration whether the end is reached.
        for before in 0..LIMIT {
            let iteration = before + 1;
            let Err(end) = self.step(&mut vertices, &mut state, &mut direction, observer) else { continue };
            if end.lacks_progress() && direction.falls_back() {
                continue;
            }
            match end {
                End::NotSeparated(stop) if safeguards.verifies && !state.is_close() => {
                    return last_step(&self.subalgorithm, vertices, state, stop, iteration, &mut observer);
                }
                End::Without(stop) if safeguards.scales => {
                    return ask_scaled(&self.subalgorithm, self.rules(), &vertices.m, start, (stop, iteration), &mut observer);
                }
                _ => {}
            }
            return state.outcome(&vertices, end, iteration);
        }
        Outcome::abandoned(Stop::Exhausted, LIMIT)
    }

    /// [`Gjk::solve_obstacle`] compiled once per space, for all subalgorithms and rules.
    ///
    /// It is the counterpart of [`Variant::solve_erased`] for M itself.
    pub fn solve_erased_obstacle<S: Space<Scalar: Scalar>>(
        &self,
        m: &dyn Obstacle<S>,
        start: &Start<S>,
        observer: &mut dyn Observer<S>,
    ) -> Outcome<Nearest<S>>
    where
        P: Subalgorithm<S>,
    {
        solve_around(&self.subalgorithm, self.rules(), m, start, observer)
    }

    /// One iteration.
    ///
    /// An end that lacks progress leaves the simplex unchanged.
    #[inline(always)]
    fn step<S: Space<Scalar: Scalar>, M: Obstacle<S>, O: Observer<S> + ?Sized>(
        &self,
        vertices: &mut Vertices<S, M>,
        state: &mut State<S>,
        direction: &mut Heading<S>,
        observer: &mut O,
    ) -> Result<(), End>
    where
        P: Subalgorithm<S>,
    {
        let LoopRules { stop, safeguards, nearest, .. } = self.rules();
        let begun = !vertices.simplex.is_empty();
        let toward = direction.toward(&state.iterate.v, begun);
        let w = vertices.m.next_support(&toward, &mut state.near, observer);
        let point = &w.vertex.point;

        // The ends below assume that w was found along −v. If it was found along another direction, the caller falls back to −v
        // before it accepts an end that lacks progress.
        let at = |stop, v: &S::Vector, w: &S::Vector| {
            End::At(stop).separated(!safeguards.separates || S::dot(v, w) > S::Scalar::zero())
        };
        let mut in_doubt = false;
        // If w is not a number, or not finite, the run ends before any other step uses E.
        state.see(point);
        if begun || state.tests_first {
            let v = &state.iterate.v;
            let v_minus_w = S::minus(v, point);
            let gap = S::dot(v, &v_minus_w);
            if stop.is_met(&gap, &state.iterate.length_squared, |share| state.share_of_gap(share)) {
                if !gap.is_finite() {
                    return Err(out_of_range::<S>(point, &gap));
                }
                // This is v·w > 0, tested with values that are already computed.
                if !safeguards.separates || gap < state.iterate.length_squared {
                    return Err(End::At(Stop::Converged));
                }
                vertices.offer(w);
                return Err(End::NotSeparated(Stop::Converged));
            }
            // If the support point is not finite, neither is the gap.
            if !is_below_infinity(&gap) {
                return Err(out_of_range::<S>(point, &gap));
            }
            in_doubt = safeguards.doubts && begun && gap <= state.noise_of_product(&v_minus_w);
        } else if !S::max_norm(point).is_finite() {
            return Err(not_finite(&S::max_norm(point)));
        }
        if safeguards.ends_repeated && vertices.simplex.holds(point) {
            return Err(at(Stop::Repeated, &state.iterate.v, point));
        } else if !safeguards.ends_repeated && vertices.simplex.len() == CAPACITY {
            return Err(End::Without(Stop::NoRegion));
        }
        direction.accept(point);

        // A copy, so that a subalgorithm has it in registers and does not wait for the store in progress.
        let newest = point.clone();
        let is_behind = || is_behind::<S>(&toward, &newest);
        vertices.offer(w);
        observer.entered(&vertices.simplex, vertices.simplex.offered());
        let Some(projection) = self.subalgorithm.project(&vertices.simplex, &newest, observer) else {
            let is_noise = || {
                let v_minus_w = S::minus(&state.iterate.v, &newest);
                S::dot(&state.iterate.v, &v_minus_w) <= state.noise_of_product(&v_minus_w)
            };
            let is_excused = in_doubt || (safeguards.verifies && begun && is_noise());
            return Err(if is_excused { at(Stop::Stalled, &state.iterate.v, &newest) } else { End::Without(Stop::NoRegion) });
        };
        observer.projected(&projection);
        if safeguards.looks && projection.kept == Subset::first(S::DIMENSION + 1) {
            let length_squared = S::dot(&projection.point, &projection.point);
            if !length_squared.is_finite() {
                return Err(not_finite(&length_squared));
            }
            let is_doubted = in_doubt && !enclosure::is_beyond_doubt(&vertices.simplex.with_offered());
            if is_doubted || (safeguards.verifies && is_behind()) {
                return Err(at(Stop::Stalled, &state.iterate.v, &newest));
            }
            let is_in_range = !safeguards.scales || !range::is_left(&state.extent);
            if !is_in_range {
                return Err(End::Without(Stop::Range));
            }
            vertices.join(projection.kept);
            return Err(End::Meets);
        }
        let witnesses = || vertices.witnesses(projection.kept, &projection.weights);
        let (v, size) = nearest.form(&vertices.simplex, &projection, &state.extent, witnesses);
        let length_squared = S::dot(&v, &v);
        // Written so that a NaN counts as no progress, with only one comparison if there is progress.
        if !(begun && length_squared < state.iterate.length_squared) {
            if !length_squared.is_finite() {
                return Err(not_finite(&length_squared));
            }
            if safeguards.looks && begun {
                return Err(at(Stop::Stalled, &state.iterate.v, &newest));
            }
        }
        vertices.join(projection.kept);
        if stop.is_zero(&size, || state.noise()) {
            return Err(End::Meets);
        }
        state.iterate = Iterate { v, size, length_squared, weights: projection.weights, kept: projection.kept };
        Ok(())
    }
}

/// Solves the query for scaled bodies after a run that ended without an answer, if products of the size of M leave the number
/// range.
#[cold]
#[inline(never)]
fn ask_scaled<S: Space<Scalar: Scalar>>(
    subalgorithm: &dyn ErasedSubalgorithm<S>,
    mut rules: LoopRules,
    m: &dyn Obstacle<S>,
    start: &Start<S>,
    (stop, iterations): (Stop, usize),
    observer: &mut dyn Observer<S>,
) -> Outcome<Nearest<S>> {
    let size = range::size(m);
    if range::is_left(&size) {
        rules.safeguards.scales = false;
        let factor = &range::factor(&size);
        let outcome = solve_around(subalgorithm, rules, &range::Scaled { of: m, factor }, start, observer);
        if let Some(outcome) = range::scaled_back(outcome, factor) {
            return Outcome { iterations: iterations + outcome.iterations, ..outcome };
        }
    }
    Outcome::abandoned(stop, iterations)
}

/// Whether a value is a number and not positive infinity, by one comparison; `is_finite` takes six instructions.
///
/// In `f64` the greatest finite number is also rejected.
#[inline(always)]
fn is_below_infinity<T: Scalar>(value: &T) -> bool {
    T::EXACT || *value < T::from_f64(f64::MAX)
}

#[cfg(test)]
mod tests {
    use gjk_numbers::Solid;
    use gjk_support::Hull;

    use super::*;
    use crate::observe::Counter;
    use crate::simplex::Pairs;
    use crate::subalgorithm::{Johnson, SignedVolumes};

    type Here = Solid<f64>;

    fn hull(points: &[[f64; 3]]) -> Hull<Here> {
        Hull::new(points.iter().map(|point| Here::vector(|i| point[i])).collect()).expect("there are points")
    }

    #[test]
    fn the_accelerated_loop_has_a_name_of_its_own() {
        assert_eq!(Variant::<Here>::about(&Nesterov::accelerated(SignedVolumes)).name, "nesterov");
        assert_eq!(Variant::<Here>::about(&Gjk::new(SignedVolumes)).name, "signed-volumes");
    }

    #[test]
    fn a_vertex_of_a_warm_start_that_brings_nothing_is_passed_over_before_anything_is_projected() {
        let (a, b) = (hull(&[[1.0, 0.0, 0.0], [3.0, 0.0, 0.0]]), hull(&[[0.0; 3]]));
        let mut counter = Counter::default();
        let pairs = Pairs::new([(0, 0), (1, 0)]);
        assert!(!pairs.is_empty() && Pairs::default().is_empty());
        let outcome = Gjk::new(Johnson).solve(&a, &b, &Start::Vertices(pairs), &mut counter);
        assert_eq!((outcome.stop, outcome.iterations), (Stop::Converged, 1));
        assert_eq!((counter.entries, counter.supports), (1, 1));
    }
}
