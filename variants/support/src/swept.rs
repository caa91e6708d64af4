//! A core swept by a ball, for variants that have no distance to compare with the radius.

use gjk_numbers::{Real, Ring, Scalar, Space};

use crate::{Hull, SupportMap};

/// A core swept by a ball of this radius, as a support mapping.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept<B, T> {
    /// The core.
    pub core: B,
    /// The radius, not negative.
    pub radius: T,
}

impl<S: Space, B: SupportMap<S>> SupportMap<S> for Swept<B, S::Scalar>
where
    S::Scalar: Real,
{
    /// The core's point and its index, moved out along the direction by the radius.
    fn support(&self, direction: &S::Vector, near: Option<usize>) -> (S::Vector, usize) {
        let (point, index) = self.core.support(direction, near);
        // The greatest coordinate is divided out, so that no square overflows or vanishes.
        let size = S::max_norm(direction);
        if size == S::Scalar::zero() {
            return (point, index);
        }
        let unit = S::vector(|i| Scalar::over(S::coordinate(direction, i), &size));
        let reach = Scalar::over(&self.radius, &S::dot(&unit, &unit).root());
        (S::plus(&point, &S::scaled(&unit, &reach)), index)
    }

    fn center(&self) -> S::Vector {
        self.core.center()
    }

    fn as_rounded_hull(&self) -> Option<(&Hull<S>, Option<&S::Scalar>)> {
        let (hull, radius) = self.core.as_rounded_hull()?;
        // A core that has a radius itself is not a hull.
        radius.is_none().then_some((hull, Some(&self.radius)))
    }

    fn motion(&self) -> Option<&S::Vector> {
        self.core.motion()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gjk_numbers::Solid;
    use nalgebra::Vector3;

    #[test]
    fn a_swept_point_is_a_ball() {
        let core = Hull::<Solid<f64>>::new(vec![Vector3::new(1.0, 2.0, 3.0)]).unwrap();
        let ball = Swept { core, radius: 5.0 };
        for scale in [1.0, 1e200, 1e-200] {
            let (point, index) = SupportMap::<Solid<f64>>::support(&ball, &(Vector3::new(3.0, 0.0, -4.0) * scale), None);
            assert_eq!((point, index), (Vector3::new(4.0, 2.0, -1.0), 0));
        }
    }
}
