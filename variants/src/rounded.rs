//! Bodies with a radius: conclusions from the evidence about two cores for the cores swept by balls.
//!
//! Distance variants solve the cores. The distance of the bodies is the distance of the cores less the sum of the radii. The
//! comparison |v|² ≤ (r_A + r_B)² needs no root, so it is exact in exact arithmetic ([`Evidence::meets_within`]); witness
//! points stay on the cores. Nearest points of cores that are apart by no more than the radii thus prove that the bodies meet.
//! This is why a shallow contact of rounded bodies is easy where a shallow contact of polytopes is hard (van den Bergen,
//! Collision Detection in Interactive 3D Environments, 2003).
//!
//! Boolean variants have no distance to compare, and query the swept body through its support mapping, which needs a root
//! ([`crate::Swept`]).

use crate::answer::Evidence;
use gjk_numbers::{Ring, Space};

impl<S: Space> Evidence<S> {
    /// Whether two bodies meet, given this evidence about their cores and the sum of their radii: true if the cores meet or are
    /// no farther apart than the sum. `None` if the square of the sum is not finite, so that no comparison is possible.
    pub fn meets_within(&self, radii: &S::Scalar) -> Option<bool> {
        let squared = radii.times(radii);
        squared.is_finite().then(|| match self.separation() {
            Some(separation) => match &separation.proved {
                Some(distance) => distance <= radii,
                None => separation.distance_squared <= squared,
            },
            None => self.axis().is_none(),
        })
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
        let meet = |radii: f64| evidence().meets_within(&Rational::from_f64(radii));
        assert_eq!([meet(3.0), meet(3.0_f64.next_down())], [Some(true), Some(false)]);
    }

    #[test]
    fn radii_whose_square_overflows_compare_with_nothing() {
        let point = |x: f64| Hull::<Solid<f64>>::new(vec![Solid::<f64>::vector(|i| if i == 0 { x } else { 0.0 })]).unwrap();
        let evidence =
            || Gjk::new(Johnson).solve(&point(0.0), &point(3.0), &Start::Default, &mut ()).answer.unwrap().evidence();
        assert_eq!([1e200, 4.0].map(|radii| evidence().meets_within(&radii)), [None, Some(true)]);
    }
}
