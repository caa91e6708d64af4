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

    /// The point of a simplex of at least one vertex that is nearest to the origin; none where the subalgorithm finds no
    /// feasible face. Never a guess.
    fn project<O: Observer<S> + ?Sized>(&self, simplex: &Simplex<S>, observer: &mut O) -> Option<Projection<S>>;

    /// The same for a simplex whose newest vertex is at this point. The loop has that point in registers, and a subalgorithm
    /// that is to be fast takes it from there: it was just stored in the simplex, and a load would wait for the stores.
    #[inline(always)]
    fn project_with_newest<O: Observer<S> + ?Sized>(
        &self,
        simplex: &Simplex<S>,
        _newest: &S::Vector,
        observer: &mut O,
    ) -> Option<Projection<S>> {
        self.project(simplex, observer)
    }
}
