//! Subalgorithms behind a pointer, so that a loop around any of them is compiled once.

use gjk_numbers::Space;

use super::{Projection, Subalgorithm};
use crate::observe::Observer;
use crate::simplex::Simplex;
use crate::variant::About;

/// A subalgorithm whose type is erased except for its space. Every [`Subalgorithm`] implements it.
pub trait ErasedSubalgorithm<S: Space>: Send + Sync {
    /// [`Subalgorithm::about`].
    fn about_erased(&self) -> About;
    /// [`Subalgorithm::project`].
    fn project_erased(&self, older: &Simplex<S>, newest: &S::Vector, observer: &mut dyn Observer<S>) -> Option<Projection<S>>;
}

impl<S: Space, P: Subalgorithm<S>> ErasedSubalgorithm<S> for P {
    fn about_erased(&self) -> About {
        self.about()
    }

    fn project_erased(&self, older: &Simplex<S>, newest: &S::Vector, observer: &mut dyn Observer<S>) -> Option<Projection<S>> {
        self.project(older, newest, observer)
    }
}

impl<S: Space> Subalgorithm<S> for &dyn ErasedSubalgorithm<S> {
    fn about(&self) -> About {
        (**self).about_erased()
    }

    #[inline(always)]
    fn project<O: Observer<S> + ?Sized>(
        &self,
        older: &Simplex<S>,
        newest: &S::Vector,
        mut observer: &mut O,
    ) -> Option<Projection<S>> {
        (**self).project_erased(older, newest, &mut observer)
    }
}
