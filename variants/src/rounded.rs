//! Bodies with a radius: the evidence about two cores made one about the cores swept by balls.
//!
//! Distance variants solve the cores. The distance of the bodies is that of the cores less the sum of the radii, and the
//! comparison |v|² ≤ (r_A + r_B)² needs no root, so it is exact in exact arithmetic ([`Evidence::with_radii`]); witness points
//! stay on the cores. Cores that are apart by no more than the radii prove that the bodies meet: evidence of its own
//! ([`Evidence::Within`]), and the reason why a shallow contact of rounded bodies is easy where that of polytopes is hard (van
//! den Bergen, Collision Detection in Interactive 3D Environments, 2003).
//!
//! Boolean variants have no distance to compare, and see the swept body through its support mapping, which takes a root
//! ([`crate::Swept`]).

use crate::answer::Evidence;
use gjk_numbers::{Ring, Space};

impl<S: Space> Evidence<S> {
    /// The evidence about two bodies with radii, from that about their cores and the sum of the radii: cores no farther apart
    /// than that meet within their radii. None where the square of the sum is not finite, so that nothing can be compared.
    pub fn with_radii(self, sum: &S::Scalar) -> Option<Evidence<S>> {
        let squared = sum.times(sum);
        match self {
            _ if !squared.is_finite() => None,
            Evidence::Apart(separation) if separation.distance_squared <= squared => Some(Evidence::Within(separation)),
            Evidence::Measured { separation, distance } if distance <= *sum => Some(Evidence::Within(separation)),
            other => Some(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Gjk, Hull, Johnson, Rational, Scalar, Solid, Start, Variant};

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

    #[test]
    fn radii_whose_square_overflows_compare_with_nothing() {
        let point = |x: f64| Hull::<Solid<f64>>::new(vec![Solid::<f64>::vector(|i| if i == 0 { x } else { 0.0 })]).unwrap();
        let evidence =
            || Gjk::new(Johnson).solve(&point(0.0), &point(3.0), &Start::Default, &mut ()).answer.unwrap().evidence();
        assert!(evidence().with_radii(&1e200).is_none() && evidence().with_radii(&4.0).is_some());
    }
}
