//! Distance subalgorithms: the point of a simplex that is nearest to the origin, and the smallest face that holds it.

mod erased;
mod ericson;
pub(crate) mod johnson;
pub(crate) mod least_squares;
mod signed_volumes;
#[cfg(test)]
mod tests;

pub use erased::ErasedSubalgorithm;
pub use ericson::Ericson;
pub use johnson::{Johnson, JohnsonBackup};
pub use least_squares::{LeastSquares, PublishedLeastSquares};
pub use signed_volumes::SignedVolumes;

use crate::observe::Observer;
pub use crate::projection::Projection;
use crate::simplex::Simplex;
use crate::variant::About;
use gjk_numbers::Space;

/// A distance subalgorithm.
pub trait Subalgorithm<S: Space>: Send + Sync {
    /// What the common iteration around this subalgorithm is called.
    fn about(&self) -> About;

    /// The point of W ∪ {w} that is nearest to the origin; none where the subalgorithm finds no feasible face. Never a guess.
    ///
    /// `older` is W, which may be empty, and `newest` the point w. Positions count the vertices of W in their order, and then w.
    fn project<O: Observer<S> + ?Sized>(
        &self,
        older: &Simplex<S>,
        newest: &S::Vector,
        observer: &mut O,
    ) -> Option<Projection<S>>;
}

/// The projection that a subalgorithm finds of a whole simplex, whose newest vertex is the last; none of an empty one. It is compiled once for a
/// space: no loop asks for it at every iteration.
pub fn project_whole<S: Space>(
    subalgorithm: &dyn ErasedSubalgorithm<S>,
    simplex: &Simplex<S>,
    observer: &mut dyn Observer<S>,
) -> Option<Projection<S>> {
    let (older, newest) = simplex.split_newest()?;
    subalgorithm.project_erased(&older, &newest.point, observer)
}
