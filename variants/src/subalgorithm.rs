//! Distance subalgorithms: the point of a simplex nearest to the origin, and the smallest face that contains it.

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
    /// Name and promise of the common iteration around this subalgorithm.
    fn about(&self) -> About;

    /// The point of W ∪ {w} nearest to the origin; `None` if the subalgorithm finds no feasible face. Never a guess.
    ///
    /// `older` is W, which may be empty, and `newest` is the point w. Positions count the vertices of W in their order, and
    /// then w.
    fn project<O: Observer<S> + ?Sized>(
        &self,
        older: &Simplex<S>,
        newest: &S::Vector,
        observer: &mut O,
    ) -> Option<Projection<S>>;
}

/// The projection that a subalgorithm finds for a whole simplex, with the newest vertex last; `None` for an empty simplex. It
/// is compiled once for a space, since no loop calls it at every iteration.
pub fn project_whole<S: Space>(
    subalgorithm: &dyn ErasedSubalgorithm<S>,
    simplex: &Simplex<S>,
    observer: &mut dyn Observer<S>,
) -> Option<Projection<S>> {
    let (older, newest) = simplex.split_newest()?;
    subalgorithm.project_erased(&older, &newest.point, observer)
}
