//! What the distance loops share: a run whose state is the answer in the making, and how it ends.

use crate::answer::{Nearest, Outcome, Separation, Stop};
use crate::ring::Ring;
use crate::simplex::{CAPACITY, Simplex, Subset, no_weights};
use crate::space::Space;

/// How a run ended.
pub(crate) struct End {
    pub stop: Stop,
    pub iterations: usize,
    /// Whether the simplex holds the origin, for the ends that have an answer.
    pub meets: bool,
}

impl End {
    /// An end without answer.
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

    /// The run ends at the nearest point that it has come to: of the vertices that the subalgorithm saw, those that it `kept`
    /// are left, and the weights are still by position among all of them.
    #[inline(always)]
    pub fn at<S: Space>(stop: Stop, iterations: usize, reached: &mut Separation<S>, kept: Subset) -> Self {
        if reached.distance_squared == S::Scalar::zero() || reached.simplex.len() == S::DIMENSION + 1 {
            return End { stop, iterations, meets: true };
        }
        settle(kept, &mut reached.weights);
        let simplex = &reached.simplex;
        reached.on_a = simplex.combination(simplex.all(), &reached.weights, |vertex| &vertex.on_a);
        reached.on_b = simplex.combination(simplex.all(), &reached.weights, |vertex| &vertex.on_b);
        End { stop, iterations, meets: false }
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

/// The outcome of a run that forms its answer where the caller wants it: an answer is large, and moving it about would cost as
/// much as an iteration. What is not yet known of the separation is blank, and the simplex empty.
#[inline(always)]
pub(crate) fn in_place<S: Space>(run: impl FnOnce(&mut Separation<S>) -> End) -> Outcome<Nearest<S>> {
    let reached = Separation {
        distance_squared: S::Scalar::zero(),
        nearest: S::zero(),
        on_a: S::zero(),
        on_b: S::zero(),
        simplex: Simplex::new(),
        weights: no_weights(),
    };
    let mut outcome = Outcome { stop: Stop::Exhausted, iterations: 0, answer: Some(Nearest::Apart(reached)) };
    if let Some(Nearest::Apart(reached)) = &mut outcome.answer {
        let End { stop, iterations, meets } = run(reached);
        (outcome.stop, outcome.iterations) = (stop, iterations);
        if !stop.has_answer() {
            outcome.answer = None;
        } else if meets {
            let simplex = std::mem::take(&mut reached.simplex);
            outcome.answer = Some(Nearest::Intersecting { simplex });
        }
    }
    outcome
}

/// Why a number that is not finite ends a run.
pub(crate) fn not_finite<T: Ring>(value: &T) -> Stop {
    if value.is_nan() { Stop::NotANumber } else { Stop::Range }
}
