//! The vertices of a run's simplex with the points whose differences they are, and the end of a run.

use gjk_numbers::{Ring, Scalar, Space};

use super::rules::nearest_across;
use crate::answer::Stop;
use crate::difference::{Obstacle, SupportPoint};
use crate::simplex::{CAPACITY, Simplex, Subset};

/// The end of a run.
pub enum End {
    /// The simplex holds the origin.
    Meets,
    /// The run ended at the nearest point reached.
    At(Stop),
    /// The run ended at a nearest point that does not separate the bodies, under a rule that requires it: they are reported to
    /// meet.
    NotSeparated(Stop),
    /// The run ended without an answer.
    Without(Stop),
}

impl End {
    /// Whether the only defect is that the last support point did not help.
    #[inline(always)]
    pub(super) fn lacks_progress(&self) -> bool {
        matches!(self, End::At(_) | End::NotSeparated(_) | End::Without(Stop::NoRegion))
    }

    /// This end for a run whose v separates the bodies, or does not.
    #[inline(always)]
    pub(super) fn separated(self, is_separated: bool) -> End {
        match self {
            End::At(stop) if !is_separated => End::NotSeparated(stop),
            other => other,
        }
    }
}

/// The simplex of a run, and the points of the two bodies whose differences its vertices are.
pub struct Vertices<S: Space, M> {
    pub(super) m: M,
    pub(super) simplex: Simplex<S>,
    /// The points of A and B by position, if the bodies do not know them by name.
    copies: Copies<S>,
}

type Copies<S> = [Option<[<S as Space>::Vector; 2]>; CAPACITY];

impl<S: Space<Scalar: Scalar>, M: Obstacle<S>> Vertices<S, M> {
    /// Storage without vertices.
    #[inline(always)]
    pub(super) fn new(m: M) -> Self {
        Vertices { m, simplex: Simplex::new(), copies: [None, None, None, None, None] }
    }

    /// Moves the vertices out, into a form that knows only the space of M: code that few runs need is compiled once for this
    /// form.
    pub(super) fn take_erased(&mut self) -> Vertices<S, &dyn Obstacle<S>> {
        let (simplex, copies) = (std::mem::take(&mut self.simplex), std::mem::take(&mut self.copies));
        Vertices { m: &self.m, simplex, copies }
    }

    /// Stores a support point as the one offered to W.
    #[inline(always)]
    pub(super) fn offer(&mut self, SupportPoint { vertex, points }: SupportPoint<S>) {
        if !self.m.knows_points() {
            self.copies[self.simplex.len()] = Some(points);
        }
        self.simplex.offer(vertex);
    }

    /// Replaces W by the kept vertices of W and the offered support point.
    #[inline(always)]
    pub(super) fn join(&mut self, kept: Subset) {
        self.keep_copies(kept);
        self.simplex.join(kept);
    }

    /// Keeps the vertices of a subset, in their order.
    pub(super) fn keep(&mut self, kept: Subset) {
        self.keep_copies(kept);
        self.simplex.keep(kept);
    }

    #[inline(always)]
    fn keep_copies(&mut self, kept: Subset) {
        if !self.m.knows_points() {
            for (place, position) in kept.positions().enumerate() {
                self.copies.swap(place, position);
            }
        }
    }

    /// The points of A and B whose difference is the vertex at this position.
    #[inline(always)]
    fn points(&self, position: usize) -> [S::Vector; 2] {
        if self.m.knows_points() {
            if let Some(points) = self.m.points(self.simplex.names(position)) {
                return points;
            }
        } else if let Some(points) = &self.copies[position] {
            return points.clone();
        }
        [S::zero(), S::zero()]
    }

    /// The point of the affine hull of these vertices nearest to the origin, if the differences of the vertices determine it.
    ///
    /// The difference of two vertices is formed as the difference of two points of A minus the difference of two points of B. A
    /// vertex is rounded, which moves it by u E, a large share of a short edge. Formed this way, the normal of a sliver is as
    /// good as the points are.
    pub(super) fn nearest_of_hull(&self, face: Subset) -> Option<S::Vector> {
        let mut edges: [S::Vector; CAPACITY] = std::array::from_fn(|_| S::zero());
        let (mut last, mut count): (Option<[S::Vector; 2]>, usize) = (None, 0);
        let mut positions = face.positions();
        let first = face.positions().next()?;
        for position in &mut positions {
            let [on_a, on_b] = self.points(position);
            if let Some([a, b]) = &last {
                edges[count] = S::minus(&S::minus(&on_a, a), &S::minus(&on_b, b));
                count += 1;
            }
            last = Some([on_a, on_b]);
        }
        nearest_across::<S>(self.simplex.point(first), &mut edges[..count])
    }

    /// The witness points, as combinations of the vertices and the offered support point, from weights by position.
    ///
    /// The loop is written out: a closure of an iterator is a function of its own, and when the compiler did not inline it, a
    /// query of two iterations in single precision took 48 ns in place of 40.
    #[inline(always)]
    pub(super) fn witnesses(&self, kept: Subset, weights: &[S::Scalar; CAPACITY]) -> [S::Vector; 2] {
        let mut first: Option<[S::Vector; 2]> = None;
        let mut offsets: Option<[S::Vector; 2]> = None;
        let mut rest = kept;
        while let Some(position) = rest.take_first() {
            let [on_a, on_b] = self.points(position);
            let Some([a, b]) = &first else {
                first = Some([on_a, on_b]);
                continue;
            };
            let weight = &weights[position];
            let [p, q] = [S::scaled(&S::minus(&on_a, a), weight), S::scaled(&S::minus(&on_b, b), weight)];
            offsets = Some(match offsets {
                Some([on_a, on_b]) => [S::plus(&on_a, &p), S::plus(&on_b, &q)],
                None => [p, q],
            });
        }
        match (first, offsets) {
            (Some([a, b]), Some([p, q])) => [S::plus(&a, &p), S::plus(&b, &q)],
            (Some(alone), None) => alone,
            (None, _) => [S::zero(), S::zero()],
        }
    }
}

/// The reason why a support point of M that may not be finite, or whose product is not, ends a run.
#[cold]
pub(super) fn out_of_range<S: Space>(point: &S::Vector, product: &S::Scalar) -> End {
    let size = S::max_norm(point);
    not_finite(if size.is_finite() { product } else { &size })
}

/// The reason why a value that is not finite ends a run.
pub(super) fn not_finite<T: Ring>(value: &T) -> End {
    End::Without(Stop::of_not_finite(value))
}
