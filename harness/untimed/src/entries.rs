//! Lists of the variants of one space, each erased.

use std::sync::Arc;

use gjk_variants::gjk::rules::LoopRules;
use gjk_variants::{About, Oriented, Register, Scalar, Space, Variant, roster};

use crate::solver::{Solver, Timed, Untimed};

/// A variant in one space.
pub type Entry<S> = (About, Arc<dyn Solver<S>>);

/// A loop of the experiment in one space.
pub type Loop<S> = (About, LoopRules, Arc<dyn Solver<S>>);

/// Variants of a space, to be timed in the erased form.
pub struct ErasedEntries<S: Space>(pub Vec<Entry<S>>);

/// Variants of a space, to be timed in the typed form.
pub struct TypedEntries<S: Space>(pub Vec<Entry<S>>);

impl<S: Space> Default for ErasedEntries<S> {
    fn default() -> Self {
        ErasedEntries(Vec::new())
    }
}

impl<S: Space> Default for TypedEntries<S> {
    fn default() -> Self {
        TypedEntries(Vec::new())
    }
}

impl<S: Space> Register<S> for ErasedEntries<S> {
    fn add<V: Variant<S> + 'static>(&mut self, variant: V) {
        self.0.push((variant.about(), Arc::new(Untimed(variant))));
    }
}

impl<S: Space> Register<S> for TypedEntries<S> {
    fn add<V: Variant<S> + 'static>(&mut self, variant: V) {
        self.0.push((variant.about(), Arc::new(Timed(variant))));
    }
}

/// Loops around each distance subalgorithm. Their cost is counted in iterations; none is timed.
pub fn loops<S: Oriented<Scalar: Scalar>>() -> Vec<Loop<S>> {
    let erased = |variant: roster::ErasedLoop<S>| -> Loop<S> {
        (Variant::<S>::about(&variant), variant.rules(), Arc::new(Untimed(variant)))
    };
    roster::loops::<S>().into_iter().map(erased).collect()
}
