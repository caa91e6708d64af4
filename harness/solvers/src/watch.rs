//! The observer of a run that is judged.

use gjk_truth::lattice::Pair;
use gjk_variants::{Observer, Pairs, Space};

/// The support points and facets of a run.
#[derive(Default)]
pub(crate) struct Watch {
    /// Evaluations of the support mapping of M.
    pub supports: usize,
    /// The facets of the polytope by which the depth was found, one after the other.
    pub shell: Vec<Pair>,
}

impl<S: Space> Observer<S> for Watch {
    fn support(&mut self, _: &S::Vector, _: &S::Vector) {
        self.supports += 1;
    }

    fn facet(&mut self, corners: &Pairs) {
        self.shell.extend(corners.iter().map(|(a, b)| Pair { a, b }));
    }
}
