//! Noticing that a run goes in circles.

use crate::simplex::Simplex;
use gjk_numbers::Space;

/// Brent's cycle detection: the run is a function of simplex and direction, so a state that comes again comes for ever; it is
/// enough to remember one state, and a later one each time the steps since then have doubled. Unlike a set of all states it
/// needs no allocation.
pub(crate) struct Cycle<S: Space> {
    seen: Option<(Simplex<S>, S::Vector)>,
    since: usize,
    period: usize,
}

impl<S: Space> Cycle<S> {
    /// Nothing seen yet.
    pub fn new() -> Self {
        Cycle { seen: None, since: 0, period: 1 }
    }

    /// Whether this state was seen; remembers it for later.
    pub fn closes(&mut self, simplex: &Simplex<S>, direction: &S::Vector) -> bool {
        if let Some((before, toward)) = &self.seen
            && toward == direction
            && before == simplex
        {
            return true;
        }
        self.since += 1;
        if self.since == self.period {
            self.since = 0;
            self.period *= 2;
            self.seen = Some((simplex.clone(), direction.clone()));
        }
        false
    }
}
