//! A plane of support of M.

use gjk_numbers::{Ring, Scalar, Space};

/// A plane with a normal of any length.
#[derive(Clone, Debug)]
pub(crate) struct SupportPlane<S: Space> {
    /// The outward normal n.
    pub normal: S::Vector,
    /// h, the product of n with the points of the plane.
    pub height: S::Scalar,
    /// |n|².
    pub length_squared: S::Scalar,
    /// h |h| / |n|²: the square of the plane's distance from the origin, negative if the origin is beyond the plane.
    pub signed_square: S::Scalar,
}

impl<S: Space<Scalar: Scalar>> SupportPlane<S> {
    #[inline(always)]
    pub fn new(normal: S::Vector, height: S::Scalar) -> Self {
        let length_squared = S::dot(&normal, &normal);
        SupportPlane::of_length(normal, height, length_squared)
    }

    /// The plane with the same normal at another height.
    #[inline(always)]
    pub fn at(&self, height: S::Scalar) -> Self {
        SupportPlane::of_length(self.normal.clone(), height, self.length_squared.clone())
    }

    #[inline(always)]
    fn of_length(normal: S::Vector, height: S::Scalar, length_squared: S::Scalar) -> Self {
        let signed_square = height.times(&height.magnitude()).over(&length_squared);
        SupportPlane { normal, height, length_squared, signed_square }
    }

    /// The foot of the perpendicular from the origin; the origin itself if it is beyond the plane.
    pub fn foot(&self) -> S::Vector {
        if self.height > S::Scalar::zero() {
            S::scaled(&self.normal, &self.height.over(&self.length_squared))
        } else {
            S::zero()
        }
    }
}
