//! The state of a distance run: its simplex, the nearest point of it, and what they come to at the end.

use gjk_numbers::{Ring, Scalar, Space};
use gjk_support::SupportMap;

use super::rules::{ROUNDING, Rules, Safeguards};
use crate::answer::{Nearest, Outcome, Separation, Stop};
use crate::observe::Observer;
use crate::simplex::{CAPACITY, Pairs, Simplex, Subset, Vertex, combination, no_weights};
use crate::subalgorithm::{Projection, Subalgorithm};
use crate::variant::Start;

/// How a run ended.
pub enum End {
    /// The simplex holds the origin.
    Meets,
    /// At the nearest point that was reached.
    At(Stop),
    /// Without answer.
    Without(Stop),
}

impl End {
    /// Whether nothing more is wrong than that the last support point did not help.
    #[inline(always)]
    pub(super) fn lacks_progress(&self) -> bool {
        matches!(self, End::At(_) | End::Without(Stop::NoRegion))
    }
}

/// The nearest point that a run has come to. While there is no simplex, v is where the run starts from, and no answer.
pub(super) struct Iterate<S: Space> {
    pub v: S::Vector,
    /// |v|∞.
    pub size: S::Scalar,
    pub length_squared: S::Scalar,
    /// By position among the vertices that the subalgorithm saw.
    pub weights: [S::Scalar; CAPACITY],
    /// What the subalgorithm kept of them: the simplex.
    pub kept: Subset,
}

impl<S: Space> Iterate<S> {
    /// Before there is a simplex.
    #[inline(always)]
    fn at_start(v: S::Vector, size: S::Scalar) -> Self {
        Iterate { v, size, length_squared: S::Scalar::zero(), weights: no_weights(), kept: Subset(0) }
    }
}

/// The state of a run.
pub struct State<'a, S: Space, A: ?Sized, B: ?Sized> {
    a: &'a A,
    b: &'a B,
    /// What the bodies called their last support points.
    near: (Option<usize>, Option<usize>),
    pub(super) simplex: Simplex<S>,
    /// The points of A and B by position, where these do not know them by name.
    copies: [Option<[S::Vector; 2]>; CAPACITY],
    pub(super) iterate: Iterate<S>,
    /// E, the greatest coordinate of the support points seen.
    extent: S::Scalar,
    /// Whether v is tested before there is a simplex.
    pub(super) tests_first: bool,
}

impl<'a, S: Space<Scalar: Scalar>, A: SupportMap<S> + ?Sized, B: SupportMap<S> + ?Sized> State<'a, S, A, B> {
    /// The state of a run that has not begun.
    #[inline(always)]
    pub(super) fn new(a: &'a A, b: &'a B) -> Self {
        State {
            a,
            b,
            near: (None, None),
            simplex: Simplex::new(),
            copies: [None, None, None, None, None],
            iterate: Iterate::at_start(S::zero(), S::Scalar::zero()),
            extent: S::Scalar::zero(),
            tests_first: false,
        }
    }

    /// K u.
    #[inline(always)]
    fn allowance() -> S::Scalar {
        S::Scalar::from_f64(ROUNDING).times(&S::Scalar::unit_roundoff())
    }

    /// K u E.
    #[inline(always)]
    pub(super) fn noise(&self) -> S::Scalar {
        Self::allowance().times(&self.extent)
    }

    /// K u |v|∞ E.
    #[inline(always)]
    pub(super) fn noise_of_gap(&self) -> S::Scalar {
        Self::allowance().times(&self.iterate.size).times(&self.extent)
    }

    /// The support point of M in a direction, and those of A and B.
    #[inline(always)]
    pub(super) fn support(&mut self, toward: &S::Vector) -> (Vertex<S>, [S::Vector; 2]) {
        let on_a = self.a.support(toward, self.near.0);
        let on_b = self.b.support(&S::negated(toward), self.near.1);
        self.near = (Some(on_a.1), Some(on_b.1));
        (Vertex::new(&on_a, &on_b), [on_a.0, on_b.0])
    }

    /// Takes the size of a support point into E.
    #[inline(always)]
    pub(super) fn see(&mut self, w: &Vertex<S>) {
        let size = S::max_norm_of_numbers(&w.point);
        if size > self.extent {
            self.extent = size;
        }
    }

    /// Adds the newest vertex, which is the difference of these points.
    #[inline(always)]
    pub(super) fn push(&mut self, w: Vertex<S>, points: [S::Vector; 2]) {
        if !(self.a.knows_vertices() && self.b.knows_vertices()) {
            self.copies[self.simplex.len()] = Some(points);
        }
        self.simplex.push(w);
    }

    /// Keeps the vertices of a subset, in their order.
    #[inline(always)]
    pub(super) fn keep(&mut self, kept: Subset) {
        if !(self.a.knows_vertices() && self.b.knows_vertices()) {
            for (place, position) in kept.positions().enumerate() {
                self.copies.swap(place, position);
            }
        }
        self.simplex.keep(kept);
    }

    /// The points of A and B that the vertex at this position is the difference of.
    #[inline(always)]
    fn points(&self, position: usize) -> [S::Vector; 2] {
        let vertex = &self.simplex.vertices()[position];
        let by_name = || Some([self.a.vertex(vertex.index_a())?, self.b.vertex(vertex.index_b())?]);
        // Where a body does not know its vertices, there is a copy of each.
        self.copies[position].clone().or_else(by_name).unwrap_or_else(|| [S::zero(), S::zero()])
    }

    /// The witness points, as combinations of the vertices by weights by position.
    #[inline(always)]
    pub(super) fn witnesses(&self, kept: Subset, weights: &[S::Scalar; CAPACITY]) -> [S::Vector; 2] {
        let points: [[S::Vector; 2]; CAPACITY] =
            std::array::from_fn(
                |position| if kept.contains(position) { self.points(position) } else { [S::zero(), S::zero()] },
            );
        [0, 1].map(|body| combination::<S>(kept.positions().map(|position| (&points[position][body], &weights[position]))))
    }

    /// Begins a run: with the centres, with a direction, or with the vertices of an earlier answer. Gives the end of the run where
    /// the simplex of these holds the origin already.
    #[inline(always)]
    pub(super) fn begin<R: Rules, P: Subalgorithm<S>, O: Observer<S> + ?Sized>(
        &mut self,
        subalgorithm: &P,
        start: &Start<S>,
        observer: &mut O,
    ) -> Option<End> {
        if R::Safeguards::RECALLS
            && let Start::Vertices(pairs) = start
            && let Some(end) = self.recall(subalgorithm, pairs, observer)
        {
            return Some(end);
        }
        if self.simplex.is_empty() {
            let toward = start.direction(self.a, self.b);
            self.tests_first = R::Safeguards::TESTS_CENTERS && toward.is_none();
            let v = toward.map_or_else(|| S::minus(&self.a.center(), &self.b.center()), |toward| S::negated(&toward));
            let size = if self.tests_first { S::max_norm_of_numbers(&v) } else { S::Scalar::zero() };
            self.iterate = Iterate::at_start(v, size);
        }
        None
    }

    /// Begins with the vertices of an earlier answer.
    ///
    /// A vertex joins as a support point does, and under the same conditions: its product with v is below v·v by more than the
    /// noise, and the nearest point comes nearer by it. So whatever vertices come and in whatever order, the simplex is one that
    /// the loop could have made itself: affinely independent, each vertex needed, the newest in the nearest face, as some
    /// subalgorithms require. What does not join is forgotten, and no stop rule looks at it.
    #[inline(never)]
    fn recall<P: Subalgorithm<S>, O: Observer<S> + ?Sized>(
        &mut self,
        subalgorithm: &P,
        pairs: &Pairs,
        observer: &mut O,
    ) -> Option<End> {
        for (i, j) in pairs.iter() {
            let (Some(on_a), Some(on_b)) = (self.a.vertex(i), self.b.vertex(j)) else { continue };
            let w = Vertex::new(&(on_a.clone(), i), &(on_b.clone(), j));
            let extent = self.extent.clone();
            let Some((length_squared, projection)) = self.join(w, [on_a, on_b], subalgorithm, observer) else {
                self.extent = extent;
                continue;
            };
            let Projection { point: v, kept, weights } = projection;
            if kept == Subset::first(S::DIMENSION + 1) {
                return Some(End::Meets);
            }
            self.keep(kept);
            let size = S::max_norm_of_numbers(&v);
            if size <= self.noise() {
                return Some(End::Meets);
            }
            self.iterate = Iterate { v, size, length_squared, weights, kept };
        }
        None
    }

    /// Adds a vertex of an earlier answer where it brings the simplex nearer to the origin, and gives the nearest point.
    #[inline(always)]
    fn join<P: Subalgorithm<S>, O: Observer<S> + ?Sized>(
        &mut self,
        w: Vertex<S>,
        points: [S::Vector; 2],
        subalgorithm: &P,
        observer: &mut O,
    ) -> Option<(S::Scalar, Projection<S>)> {
        if !S::max_norm(&w.point).is_finite() {
            return None;
        }
        self.see(&w);
        let begun = !self.simplex.is_empty();
        if begun {
            let gap = S::dot(&self.iterate.v, &S::minus(&self.iterate.v, &w.point));
            // Written so that a NaN fails.
            let is_beyond = gap > self.noise_of_gap() && gap.is_finite();
            if !is_beyond || self.simplex.holds(&w.point) {
                return None;
            }
        }
        self.push(w, points);
        observer.entered(&self.simplex);
        let projection = subalgorithm.project(&self.simplex, observer);
        let nearest = projection.map(|projection| (S::dot(&projection.point, &projection.point), projection));
        let nearest = nearest.filter(|(length_squared, _)| {
            length_squared.is_finite() && (!begun || *length_squared < self.iterate.length_squared)
        });
        if nearest.is_none() {
            self.simplex.pop();
        }
        nearest
    }

    /// What a run that ended so comes to.
    #[inline(always)]
    pub(super) fn outcome(self, end: End, iterations: usize) -> Outcome<Nearest<S>> {
        let (stop, meets) = match end {
            End::Without(stop) => return Outcome::abandoned(stop, iterations),
            End::Meets => (Stop::Converged, true),
            End::At(stop) => (stop, false),
        };
        if self.simplex.is_empty() {
            return Outcome::answered(stop, iterations, of_centers(self.a.center(), self.b.center()));
        }
        let simplex = Pairs::from(&self.simplex);
        if meets || self.iterate.length_squared == S::Scalar::zero() || self.simplex.len() == S::DIMENSION + 1 {
            return Outcome::answered(stop, iterations, Nearest::Intersecting { simplex });
        }
        let weights = self.iterate.kept.moved_up(&self.iterate.weights);
        let [on_a, on_b] = self.witnesses(self.simplex.all(), &weights);
        let Iterate { v: nearest, length_squared: distance_squared, .. } = self.iterate;
        let separation = Separation { distance_squared, nearest, on_a, on_b, simplex, weights };
        Outcome::answered(stop, iterations, Nearest::Apart(separation))
    }
}

/// The answer of a loop that takes the centres for the nearest points: there is no simplex.
#[cold]
fn of_centers<S: Space>(on_a: S::Vector, on_b: S::Vector) -> Nearest<S> {
    let nearest = S::minus(&on_a, &on_b);
    let distance_squared = S::dot(&nearest, &nearest);
    let simplex = Pairs::default();
    if distance_squared == S::Scalar::zero() {
        return Nearest::Intersecting { simplex };
    }
    Nearest::Apart(Separation { distance_squared, nearest, on_a, on_b, simplex, weights: no_weights() })
}

/// Why a support point of M that may not be finite, or whose product is not, ends a run.
#[cold]
pub(super) fn out_of_range<S: Space>(point: &S::Vector, product: &S::Scalar) -> End {
    let size = S::max_norm(point);
    not_finite(if size.is_finite() { product } else { &size })
}

/// Why a number that is not finite ends a run.
pub(super) fn not_finite<T: Ring>(value: &T) -> End {
    End::Without(Stop::of_not_finite(value))
}
