//! The state of a distance run: its simplex, the simplex's nearest point, and the outcome that they give at the end.

use gjk_numbers::{Ring, Scalar, Space};

use super::enclosure::is_beyond_doubt;
use super::rules::{LoopRules, Rules, rounding};
use super::vertices::{End, Vertices};
use crate::answer::{Nearest, Outcome, Separation, Stop};
use crate::difference::{Names, Obstacle, SupportPoint};
use crate::observe::Observer;
use crate::simplex::{CAPACITY, Pairs, Subset, no_weights};
use crate::start::Start;
use crate::subalgorithm::Subalgorithm;

/// The multiple of K u E within which bodies count as touching: with K = 8 and the error of a point, half of the judge's
/// allowance.
const CLOSE: f64 = 4.0;

/// The nearest point that a run has reached. While there is no simplex, v is the starting point of the run, and not an answer.
pub(super) struct Iterate<S: Space> {
    pub v: S::Vector,
    /// |v|∞.
    pub size: S::Scalar,
    pub length_squared: S::Scalar,
    /// The weights by position among the vertices that the subalgorithm received.
    pub weights: [S::Scalar; CAPACITY],
    /// The vertices that the subalgorithm kept: the simplex.
    pub kept: Subset,
}

impl<S: Space> Iterate<S> {
    /// The state before there is a simplex. The lengths are zero if v is only a direction.
    #[inline(always)]
    fn at_start(v: S::Vector, size: S::Scalar, length_squared: S::Scalar) -> Self {
        Iterate { v, size, length_squared, weights: no_weights(), kept: Subset(0) }
    }
}

/// The state of a run apart from its simplex.
pub(super) struct State<S: Space> {
    pub iterate: Iterate<S>,
    /// E, the greatest coordinate of the support points seen.
    pub extent: S::Scalar,
    /// The names of the last support point.
    pub near: Option<Names>,
    /// Whether v is tested before there is a simplex.
    pub tests_first: bool,
}

impl<S: Space<Scalar: Scalar>> State<S> {
    #[inline(always)]
    fn new(iterate: Iterate<S>, extent: S::Scalar, tests_first: bool) -> Self {
        State { iterate, extent, near: None, tests_first }
    }

    /// K u E.
    #[inline(always)]
    pub fn noise(&self) -> S::Scalar {
        rounding::<S::Scalar>().times(&self.extent)
    }

    /// Whether a point of M whose greatest coordinate is this size counts as contact.
    #[inline(always)]
    pub fn is_contact(&self, size: &S::Scalar) -> bool {
        *size <= S::Scalar::from_f64(CLOSE).times(&self.noise())
    }

    /// Whether v counts as contact.
    #[inline(always)]
    pub fn is_close(&self) -> bool {
        self.is_contact(&self.iterate.size)
    }

    /// This share of |v|∞ E.
    #[inline(always)]
    pub fn share_of_gap(&self, share: S::Scalar) -> S::Scalar {
        share.times(&self.iterate.size).times(&self.extent)
    }

    /// K u E |v − w|∞, the error of a computed gap v·(v − w): each coordinate of v is good only to about u E.
    #[inline(always)]
    pub fn noise_of_product(&self, v_minus_w: &S::Vector) -> S::Scalar {
        self.noise().times(&S::max_norm_of_numbers(v_minus_w))
    }

    /// Updates E with the size of a support point.
    #[inline(always)]
    pub fn see(&mut self, w: &S::Vector) {
        let size = S::max_norm_of_numbers(w);
        self.extent = if size > self.extent { size } else { self.extent.clone() };
    }

    /// Begins a run: with the centres, with a direction, or with the vertices of an earlier answer. Returns the end of the run
    /// if the simplex of these vertices already holds the origin.
    #[inline(always)]
    pub fn begin<P: Subalgorithm<S>, M: Obstacle<S>, O: Observer<S> + ?Sized>(
        vertices: &mut Vertices<S, M>,
        subalgorithm: &P,
        start: &Start<S>,
        rules: &impl Rules,
        observer: &mut O,
    ) -> (Self, Option<End>) {
        let safeguards = rules.rules().safeguards;
        if safeguards.recalls
            && let Start::Vertices(pairs) = start
        {
            let (state, end) = Self::recall(vertices, subalgorithm, pairs, rules, observer);
            if end.is_some() || !vertices.simplex.is_empty() {
                return (state, end);
            }
        }
        let toward = start.direction(&vertices.m);
        let tests_first = safeguards.tests_centers && toward.is_none();
        let v = toward.map_or_else(|| vertices.m.center(), |toward| S::negated(&toward));
        let (size, length_squared) =
            if tests_first { (S::max_norm_of_numbers(&v), S::dot(&v, &v)) } else { (S::Scalar::zero(), S::Scalar::zero()) };
        (State::new(Iterate::at_start(v, size, length_squared), S::Scalar::zero(), tests_first), None)
    }

    /// Begins with the vertices of an earlier answer.
    ///
    /// A vertex joins as a support point does, and under the same conditions: its product with v is below v·v by more than the
    /// noise, and the nearest point comes nearer by it. So for any vertices in any order, the simplex is one that the loop
    /// could have made itself: affinely independent, each vertex needed, and the newest vertex in the nearest face, as some
    /// subalgorithms require. A vertex that does not join is dropped, and no stop rule sees it.
    ///
    /// It is compiled for each subalgorithm, as the loop is: behind pointers to the bodies and the subalgorithm it took longer
    /// than the iterations that it saves.
    #[inline(never)]
    fn recall<P: Subalgorithm<S>, M: Obstacle<S>, O: Observer<S> + ?Sized>(
        vertices: &mut Vertices<S, M>,
        subalgorithm: &P,
        pairs: &Pairs,
        rules: &impl Rules,
        observer: &mut O,
    ) -> (Self, Option<End>) {
        let mut state = Self::new(Iterate::at_start(S::zero(), S::Scalar::zero(), S::Scalar::zero()), S::Scalar::zero(), false);
        for names in pairs.iter() {
            let Some(w) = vertices.m.vertex(names) else { continue };
            let extent = state.extent.clone();
            let Some(iterate) = state.nearer(vertices, w, subalgorithm, rules, observer) else {
                state.extent = extent;
                continue;
            };
            vertices.join(iterate.kept);
            if iterate.kept == Subset::first(S::DIMENSION + 1) || iterate.size <= state.noise() {
                return (state, Some(End::Meets));
            }
            state.iterate = iterate;
        }
        (state, None)
    }

    /// Offers a vertex of an earlier answer, and returns the nearest point if the vertex brings the simplex nearer to the
    /// origin. The point is formed as the loop forms it: if its direction were noise, the next support points could make a flat
    /// simplex that no safeguard doubts.
    fn nearer<P: Subalgorithm<S>, M: Obstacle<S>, O: Observer<S> + ?Sized>(
        &mut self,
        vertices: &mut Vertices<S, M>,
        w: SupportPoint<S>,
        subalgorithm: &P,
        rules: &impl Rules,
        observer: &mut O,
    ) -> Option<Iterate<S>> {
        let LoopRules { safeguards, nearest, .. } = rules.rules();
        let point = &w.vertex.point;
        if !S::max_norm(point).is_finite() {
            return None;
        }
        self.see(point);
        let begun = !vertices.simplex.is_empty();
        let mut in_doubt = false;
        if begun {
            let v_minus_w = S::minus(&self.iterate.v, point);
            let gap = S::dot(&self.iterate.v, &v_minus_w);
            // Written so that a NaN fails.
            let is_beyond = gap > self.share_of_gap(rounding()) && gap.is_finite();
            if !is_beyond || vertices.simplex.holds(point) {
                return None;
            }
            in_doubt = safeguards.doubts && gap <= self.noise_of_product(&v_minus_w);
        }
        let newest = point.clone();
        vertices.offer(w);
        observer.entered(&vertices.simplex, vertices.simplex.offered());
        let projection = subalgorithm.project(&vertices.simplex, &newest, observer);
        let iterate = projection.map(|projection| {
            let witnesses = || vertices.witnesses(projection.kept, &projection.weights);
            let (v, size) = nearest.form(&vertices.simplex, &projection, &self.extent, witnesses);
            let length_squared = S::dot(&v, &v);
            Iterate { v, size, length_squared, weights: projection.weights, kept: projection.kept }
        });
        iterate.filter(|Iterate::<S> { length_squared, kept, .. }| {
            let is_nearer = length_squared.is_finite() && (!begun || *length_squared < self.iterate.length_squared);
            let is_full = *kept == Subset::first(S::DIMENSION + 1);
            is_nearer && !((in_doubt || safeguards.verifies) && is_full && !is_beyond_doubt(&vertices.simplex.with_offered()))
        })
    }

    /// The outcome of a run with this end.
    #[inline(always)]
    pub fn outcome<M: Obstacle<S>>(self, vertices: &Vertices<S, M>, end: End, iterations: usize) -> Outcome<Nearest<S>> {
        let (stop, meets) = match end {
            End::Without(stop) => return Outcome::abandoned(stop, iterations),
            End::Meets => (Stop::Converged, true),
            End::NotSeparated(stop) => (stop, true),
            End::At(stop) => (stop, false),
        };
        if vertices.simplex.is_empty() && !meets {
            return Outcome::answered(stop, iterations, of_centers(vertices.m.centers()));
        }
        let simplex = Pairs::from(&vertices.simplex);
        let Iterate { v: nearest, length_squared: distance_squared, weights, kept, .. } = self.iterate;
        if meets || distance_squared == S::Scalar::zero() || simplex.len() == S::DIMENSION + 1 {
            return Outcome::answered(stop, iterations, Nearest::Intersecting { simplex });
        }
        let [on_a, on_b] = vertices.witnesses(vertices.simplex.all(), &kept.moved_up(&weights));
        // Computed again, straight into the answer: a copy of the values just stored in parts would wait for the stores.
        let weights = kept.moved_up(&weights);
        let separation = Separation { distance_squared, nearest, on_a, on_b, simplex, weights, proved: None };
        Outcome::answered(stop, iterations, Nearest::Apart(separation))
    }
}

/// The answer of a loop that treats the centres as the nearest points: there is no simplex.
#[cold]
fn of_centers<S: Space>([on_a, on_b]: [S::Vector; 2]) -> Nearest<S> {
    let nearest = S::minus(&on_a, &on_b);
    let distance_squared = S::dot(&nearest, &nearest);
    let simplex = Pairs::default();
    if distance_squared == S::Scalar::zero() {
        return Nearest::Intersecting { simplex };
    }
    Nearest::Apart(Separation { distance_squared, nearest, on_a, on_b, simplex, weights: no_weights(), proved: None })
}
