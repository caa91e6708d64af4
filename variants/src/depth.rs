//! The penetration depth by methods other than an expanding polytope, and separating translations that need not be least.
//!
//! | variant | answer | least |
//! | --- | --- | --- |
//! | [`SeparatingAxes`] | the overlap along every normal that the difference of two small hulls can have | always |
//! | [`Portals`] | the face through which one ray leaves M | seldom |
//! | [`Incremental`] | that face, then the face along its normal, until a step gains nothing | at a local minimum |
//!
//! The expanding polytope has its own module, [`crate::epa`]. It and the incremental depth are rules that run after GJK
//! ([`Deepened`]). The other two are not: separating axes decide the verdict themselves, and portals find it on the way.

pub(crate) mod deepened;
mod incremental;
mod mpr;
mod portal;
mod sat;
mod support_plane;
#[cfg(test)]
mod tests;

use gjk_numbers::Oriented;

pub use deepened::{Deepened, DepthRule};
pub use incremental::Incremental;
pub use mpr::Portals;
pub use sat::SeparatingAxes;
pub(crate) use support_plane::SupportPlane;

/// A vector of the plane, turned to the right by a right angle: its product with the third axis.
#[inline(always)]
pub(crate) fn right<S: Oriented>(v: &S::Vector) -> S::Vector {
    S::turned(&S::cross(&S::unit(1), &S::unit(0)), v)
}

/// The cross product in space.
#[inline(always)]
pub(crate) fn cross<S: Oriented>(v: &S::Vector, w: &S::Vector) -> S::Vector {
    S::normal(&S::cross(v, w)).unwrap_or_else(S::zero)
}
