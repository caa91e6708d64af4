//! Detection of runs that cycle.

use crate::simplex::Simplex;
use gjk_numbers::Space;

/// Brent's cycle detection. The run is a function of simplex and direction, so a state that repeats once repeats for ever. It
/// is enough to remember one state, and to replace it by the current one each time the number of steps since then has doubled.
/// Unlike a set of all states, this needs no allocation.
pub(crate) struct Cycle<S: Space> {
    seen: Option<(Simplex<S>, S::Vector)>,
    since: usize,
    period: usize,
}

impl<S: Space> Cycle<S> {
    /// A detection that has seen no state.
    pub fn new() -> Self {
        Cycle { seen: None, since: 0, period: 1 }
    }

    /// Whether this state is the remembered one; otherwise counts the step and, when the period is over, remembers this state.
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
