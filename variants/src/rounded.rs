//! Bodies with a radius: a core swept by a ball.
//!
//! Distance variants solve the cores. The distance of the bodies is that of the cores less the sum of the radii, and the
//! comparison |v|² ≤ (r_A + r_B)² needs no root, so it is exact in exact arithmetic ([`Evidence::with_radii`]); witness points
//! stay on the cores. Cores that are apart by no more than the radii prove that the bodies meet: evidence of its own
//! ([`Evidence::Within`]), and the reason why a shallow contact of rounded bodies is easy where that of polytopes is hard (van
//! den Bergen, Collision Detection in Interactive 3D Environments, 2003).
//!
//! Boolean variants have no distance to compare, and see the swept body through its support mapping, which takes a root
//! ([`Swept`]).

use crate::answer::Evidence;
use crate::ring::{Real, Ring};
use crate::space::Space;
use crate::support::SupportMap;

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
        // The greatest coordinate is divided out, lest a square overflow or vanish.
        let size = S::max_norm(direction);
        if size == S::Scalar::zero() {
            return (point, index);
        }
        let unit = S::vector(|i| crate::ring::Scalar::over(S::coordinate(direction, i), &size));
        let reach = crate::ring::Scalar::over(&self.radius, &S::dot(&unit, &unit).root());
        (S::plus(&point, &S::scaled(&unit, &reach)), index)
    }

    fn center(&self) -> S::Vector {
        self.core.center()
    }
}

impl<S: Space> Evidence<S> {
    /// The evidence about two bodies with radii, from that about their cores and the sum of the radii: cores no farther apart
    /// than that meet within their radii. None where the square of the sum is not finite, so that nothing can be compared.
    pub fn with_radii(self, sum: &S::Scalar) -> Option<Evidence<S>> {
        let squared = sum.times(sum);
        match self {
            _ if !squared.is_finite() => None,
            Evidence::Apart(separation) if separation.distance_squared <= squared => Some(Evidence::Within(separation)),
            other => Some(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;
    use crate::{Answer, Gjk, Hull, Johnson, Scalar, Solid, Start, Variant};
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

    #[test]
    fn cores_exactly_as_far_apart_as_the_radii_are_long_meet() {
        let point = |x: f64| {
            Hull::<Solid<Rational>>::new(vec![Solid::<Rational>::vector(|i| Rational::from_f64(if i == 0 { x } else { 0.0 }))])
                .unwrap()
        };
        let evidence =
            || Gjk::new(Johnson).solve(&point(0.0), &point(3.0), &Start::Default, &mut ()).answer.unwrap().evidence();
        let with = |sum: f64| evidence().with_radii(&Rational::from_f64(sum)).unwrap();
        assert!(matches!(with(3.0), Evidence::Within(_)));
        assert!(matches!(with(3.0_f64.next_down()), Evidence::Apart(_)));
    }
}
