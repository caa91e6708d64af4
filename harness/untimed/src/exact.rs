//! The variants of the roster in exact arithmetic.

use std::sync::Arc;

use gjk_variants::{About, Plane, Rational, Register, Solid, Space, Variant, roster};

use crate::solver::{Solver, Untimed};

/// A variant in one space.
pub type Entry<S> = (About, Arc<dyn Solver<S>>);

struct Entries<S: Space>(Vec<Entry<S>>);

impl<S: Space> Register<S> for Entries<S> {
    fn add<V: Variant<S> + 'static>(&mut self, variant: V) {
        self.0.push((variant.about(), Arc::new(Untimed(variant))));
    }
}

/// Those in the plane.
pub fn in_plane() -> Vec<Entry<Plane<Rational>>> {
    let mut entries = Entries(Vec::new());
    roster::in_plane(&mut entries);
    entries.0
}

/// Those in space.
pub fn in_space() -> Vec<Entry<Solid<Rational>>> {
    let mut entries = Entries(Vec::new());
    roster::in_space(&mut entries);
    entries.0
}
