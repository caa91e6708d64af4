//! Observation of a run: every method does nothing unless an observer overrides it, and `()` costs nothing.
//!
//! Evidence: instruction counts under callgrind, with every call of an observer cut out of the sources and with `()`, on hulls
//! of 8 points in `f64` at gaps as those of `benches/duel.rs`, which documents the counting. Least squares, Johnson's,
//! Ericson's, Muratori's and the three-plane variant execute exactly the same number of instructions in both. Signed volumes
//! and the accelerated loop differ by up to 0.2 %, in either direction.

use crate::projection::Projection;
use crate::simplex::{Pairs, Simplex, Vertex};
use gjk_numbers::Space;

/// Receives the steps of a variant.
pub trait Observer<S: Space> {
    /// The support mapping of M was evaluated in this direction (its greatest point along it) and returned the newest vertex,
    /// which is about to join the simplex.
    #[inline(always)]
    fn support(&mut self, _direction: &S::Vector, _point: &S::Vector) {}

    /// A subalgorithm or DoSimplex is about to receive W ∪ {w}, this simplex and its newest vertex ([`Simplex::with`]).
    #[inline(always)]
    fn entered(&mut self, _older: &Simplex<S>, _newest: &Vertex<S>) {}

    /// The subalgorithm found the nearest point of the simplex.
    #[inline(always)]
    fn projected(&mut self, _projection: &Projection<S>) {}

    /// A region of the simplex was chosen. The name is the variant's own.
    #[inline(always)]
    fn region(&mut self, _region: &'static str) {}

    /// A boolean variant asks a question whose answer decides its next step. The name is the variant's own. The reference
    /// ([`TrueRegion`](crate::TrueRegion)), which does without the sources' tests, and the variants for the plane do not report
    /// their questions.
    #[inline(always)]
    fn tested(&mut self, _question: &'static str) {}

    /// Called after an answer about overlapping bodies, once for each facet of the polytope around the origin that gave the
    /// answer: the facet by the names of its vertices, wound outwards. The facet of the answer comes first.
    #[inline(always)]
    fn facet(&mut self, _corners: &Pairs) {}

    /// Whether [`Observer::facet`] does anything; otherwise the facets are not enumerated.
    #[inline(always)]
    fn sees_facets(&self) -> bool {
        true
    }

    /// Called before each expansion of a polytope, once for each of its facets, the facet nearest to the origin first: the facet by
    /// its corners, wound outwards. Portal refinement reports the portal first, and then its sides with v₀.
    #[inline(always)]
    fn expanding(&mut self, _corners: &[&S::Vector]) {}

    /// Whether [`Observer::expanding`] does anything; otherwise the facets are not enumerated.
    #[inline(always)]
    fn sees_polytopes(&self) -> bool {
        false
    }
}

impl<S: Space> Observer<S> for () {
    #[inline(always)]
    fn sees_facets(&self) -> bool {
        false
    }
}

impl<S: Space, O: Observer<S> + ?Sized> Observer<S> for &mut O {
    #[inline(always)]
    fn support(&mut self, direction: &S::Vector, point: &S::Vector) {
        (**self).support(direction, point);
    }

    #[inline(always)]
    fn entered(&mut self, older: &Simplex<S>, newest: &Vertex<S>) {
        (**self).entered(older, newest);
    }

    #[inline(always)]
    fn projected(&mut self, projection: &Projection<S>) {
        (**self).projected(projection);
    }

    #[inline(always)]
    fn region(&mut self, region: &'static str) {
        (**self).region(region);
    }

    #[inline(always)]
    fn tested(&mut self, question: &'static str) {
        (**self).tested(question);
    }

    #[inline(always)]
    fn facet(&mut self, corners: &Pairs) {
        (**self).facet(corners);
    }

    #[inline(always)]
    fn sees_facets(&self) -> bool {
        (**self).sees_facets()
    }

    #[inline(always)]
    fn expanding(&mut self, corners: &[&S::Vector]) {
        (**self).expanding(corners);
    }

    #[inline(always)]
    fn sees_polytopes(&self) -> bool {
        (**self).sees_polytopes()
    }
}

/// Counts that do not depend on a machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    /// Evaluations of the support mapping of M.
    pub supports: usize,
    /// Simplices that a subalgorithm or DoSimplex received.
    pub entries: usize,
    /// Questions that a boolean variant asked.
    pub tests: usize,
}

impl<S: Space> Observer<S> for Counter {
    fn support(&mut self, _: &S::Vector, _: &S::Vector) {
        self.supports += 1;
    }

    fn entered(&mut self, _: &Simplex<S>, _: &Vertex<S>) {
        self.entries += 1;
    }

    fn tested(&mut self, _: &'static str) {
        self.tests += 1;
    }
}
