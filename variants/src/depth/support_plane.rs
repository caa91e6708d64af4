//! A plane across which M is supported.

use gjk_numbers::{Ring, Scalar, Space};

/// A plane with a normal of any length.
#[derive(Clone, Debug)]
pub(super) struct SupportPlane<S: Space> {
    /// The outward normal n.
    pub normal: S::Vector,
    /// h, the product of n with the points of the plane.
    pub level: S::Scalar,
    /// |n|².
    pub length_squared: S::Scalar,
    /// h |h| / |n|²: the square of the plane's distance from the origin, negative where the origin is beyond it.
    pub signed_square: S::Scalar,
}

impl<S: Space<Scalar: Scalar>> SupportPlane<S> {
    #[inline(always)]
    pub fn new(normal: S::Vector, level: S::Scalar) -> Self {
        let length_squared = S::dot(&normal, &normal);
        let signed_square = level.times(&level.magnitude()).over(&length_squared);
        SupportPlane { normal, level, length_squared, signed_square }
    }

    /// The foot of the perpendicular from the origin; the origin itself where it is beyond the plane.
    pub fn foot(&self) -> S::Vector {
        if self.level > S::Scalar::zero() { S::scaled(&self.normal, &self.level.over(&self.length_squared)) } else { S::zero() }
    }
}
