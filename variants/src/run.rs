//! What the distance loops share: how a run ends, and the answer that is made of its state.

use crate::answer::Stop;
use crate::ring::Ring;
use crate::simplex::{CAPACITY, Simplex, Subset, no_weights};
use crate::space::Space;

/// The nearest point that a run has come to, beside the simplex that it lies in.
pub(crate) struct Reached<S: Space> {
    pub v: S::Vector,
    pub length_squared: S::Scalar,
    /// By position among the vertices that the subalgorithm saw.
    pub weights: [S::Scalar; CAPACITY],
    /// What the subalgorithm kept of them: the simplex.
    pub kept: Subset,
}

impl<S: Space> Reached<S> {
    /// Nothing yet.
    #[inline(always)]
    pub fn nothing() -> Self {
        Reached { v: S::zero(), length_squared: S::Scalar::zero(), weights: no_weights(), kept: Subset(0) }
    }
}

/// How a run ended.
pub(crate) struct End {
    pub stop: Stop,
    pub iterations: usize,
    /// Whether the simplex holds the origin, for the ends that have an answer.
    pub meets: bool,
}

impl End {
    /// Without answer.
    #[inline(always)]
    pub fn abandoned(stop: Stop, iterations: usize) -> Self {
        debug_assert!(!stop.has_answer());
        End { stop, iterations, meets: false }
    }

    /// The simplex holds the origin.
    #[inline(always)]
    pub fn meets(iterations: usize) -> Self {
        End { stop: Stop::Converged, iterations, meets: true }
    }

    /// At the nearest point that was reached.
    #[inline(always)]
    pub fn at(stop: Stop, iterations: usize) -> Self {
        End { stop, iterations, meets: false }
    }
}

impl<S: Space> Reached<S> {
    /// The witness points on A and B, and the weights by position in the simplex.
    #[inline(always)]
    pub fn witnesses(&mut self, simplex: &Simplex<S>) -> (S::Vector, S::Vector) {
        settle(self.kept, &mut self.weights);
        let on_a = simplex.combination(simplex.all(), &self.weights, |vertex| &vertex.on_a);
        let on_b = simplex.combination(simplex.all(), &self.weights, |vertex| &vertex.on_b);
        (on_a, on_b)
    }
}

/// The weights by position in the simplex of the kept vertices: they move up as the vertices did.
#[inline(always)]
fn settle<T: Ring>(kept: Subset, weights: &mut [T; CAPACITY]) {
    let mut len = 0;
    for position in 0..CAPACITY {
        if kept.contains(position) {
            weights.swap(len, position);
            len += 1;
        }
    }
    for (position, weight) in weights.iter_mut().enumerate() {
        if position >= len {
            *weight = T::zero();
        }
    }
}

/// Why a number that is not finite ends a run.
pub(crate) fn not_finite<T: Ring>(value: &T) -> Stop {
    if value.is_nan() { Stop::NotANumber } else { Stop::Range }
}
