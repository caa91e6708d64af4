//! Queries whose products leave the number range, repeated for bodies scaled to a size near one.
//!
//! # Why
//! Subalgorithms multiply up to six lengths (a product of two signed volumes), and a squared normal is a product of four. If E,
//! the size of M, is far from one, such products overflow or vanish although every coordinate is an ordinary number: in single
//! precision E⁶ leaves the range at 10⁻⁶ and at 10⁶. A product that overflows ends a run without an answer. Products that
//! vanish make a full simplex hold anything, and leave no plane to test.
//!
//! # Rule
//! The rule applies to a run that ends without an answer or with a full simplex, and whose E is not within 2^±k, with 8 k the
//! greatest exponent of the scalar. The run is repeated with both bodies multiplied by the power of two that brings E to
//! between one half and one. This rounds nothing, unless a coordinate falls below the range; it is then below 2⁻¹⁰⁰ of E. The
//! answer is scaled back. A run that ends with a plane that separates has its verdict, and is not repeated. Queries within the
//! range therefore pay two comparisons if they end with a full simplex.
//!
//! # Where it fails
//! A distance whose square leaves the range has no answer: the run remains without one. A run whose last v does not separate
//! goes to the last step unscaled, and a distance that lost digits in a run that ended apart is not repaired.
//!
//! # Reference
//! None for GJK. LAPACK's equilibration (xGEEQUB) scales by powers of the radix in the same way, so that nothing is rounded.

use gjk_numbers::{Ring, Scalar, Space};

use crate::answer::{Nearest, Outcome, Separation};
use crate::difference::{Names, Obstacle, SupportPoint};

/// The greatest exponent of a scalar, rounded down so that the reciprocal is in the range as well.
#[inline(always)]
fn greatest_exponent<T: Scalar>() -> i32 {
    if T::unit_roundoff() < T::from_f64(1e-10) { 1022 } else { 126 }
}

/// Whether products of eight lengths of this size leave the range; never for exact numbers.
#[inline(always)]
pub(crate) fn is_left<T: Scalar>(size: &T) -> bool {
    let within = 2.0_f64.powi(greatest_exponent::<T>() / 8);
    !T::EXACT && *size > T::zero() && (*size > T::from_f64(within) || *size < T::from_f64(1.0 / within))
}

/// The greatest coordinate of M, from support points along the axes.
pub(crate) fn size<S: Space<Scalar: Scalar>>(m: &dyn Obstacle<S>) -> S::Scalar {
    let mut greatest = S::Scalar::zero();
    for axis in 0..S::DIMENSION {
        for toward in [S::unit(axis), S::negated(&S::unit(axis))] {
            let size = S::max_norm(&m.support(&toward, None).vertex.point);
            greatest = if size > greatest { size } else { greatest };
        }
    }
    greatest
}

/// The power of two that brings an M of this size to a size of between one half and one.
pub(crate) fn factor<T: Scalar>(size: &T) -> T {
    let greatest = f64::from(greatest_exponent::<T>());
    let exponent = size.to_f64().log2().ceil().clamp(-greatest, greatest);
    T::from_f64((-exponent).exp2())
}

/// The difference of two bodies, each multiplied by a number. It is formed from their points: the difference of the unscaled
/// bodies may leave the range.
pub(crate) struct Scaled<'a, S: Space> {
    pub of: &'a dyn Obstacle<S>,
    pub factor: &'a S::Scalar,
}

impl<S: Space> Scaled<'_, S> {
    fn scaled(&self, points: [S::Vector; 2]) -> [S::Vector; 2] {
        points.map(|point| S::scaled(&point, self.factor))
    }
}

impl<S: Space> Obstacle<S> for Scaled<'_, S> {
    fn support(&self, direction: &S::Vector, near: Option<Names>) -> SupportPoint<S> {
        let SupportPoint { vertex, points } = self.of.support(direction, near);
        let [on_a, on_b] = self.scaled(points);
        SupportPoint::new((on_a, vertex.index_a()), (on_b, vertex.index_b()))
    }
    fn centers(&self) -> [S::Vector; 2] {
        self.scaled(self.of.centers())
    }
    fn points(&self, names: Names) -> Option<[S::Vector; 2]> {
        self.of.points(names).map(|points| self.scaled(points))
    }
    fn knows_points(&self) -> bool {
        self.of.knows_points()
    }
}

/// The outcome for the bodies, from the outcome for the bodies multiplied by this factor; `None` if its numbers leave the
/// range.
pub(crate) fn scaled_back<S: Space<Scalar: Scalar>>(
    outcome: Outcome<Nearest<S>>,
    factor: &S::Scalar,
) -> Option<Outcome<Nearest<S>>> {
    let Outcome { stop, iterations, answer: Some(answer) } = outcome else { return None };
    let Nearest::Apart(separation) = answer else { return Some(Outcome::answered(stop, iterations, answer)) };
    let inverse = S::Scalar::one().over(factor);
    let [nearest, on_a, on_b] =
        [&separation.nearest, &separation.on_a, &separation.on_b].map(|point| S::scaled(point, &inverse));
    let distance_squared = separation.distance_squared.times(&inverse).times(&inverse);
    // Written so that a NaN fails.
    let is_in_range = distance_squared > S::Scalar::zero() && distance_squared.is_finite();
    let separation = Separation { distance_squared, nearest, on_a, on_b, proved: None, ..separation };
    is_in_range.then(|| Outcome::answered(stop, iterations, Nearest::Apart(separation)))
}

#[cfg(test)]
mod tests {
    use gjk_numbers::{Rational, Solid};
    use gjk_support::Hull;

    use super::*;
    use crate::gjk::{Doubted, Gjk};
    use crate::start::Start;
    use crate::subalgorithm::{Ericson, SignedVolumes, Subalgorithm};
    use crate::variant::Variant;

    #[test]
    fn the_range_is_left_where_eight_lengths_leave_it() {
        assert!([1.0, 1e38, 1e-38, 0.0, f64::NAN].iter().all(|size| !is_left(size)));
        assert!([2.0_f64.powi(130), 2.0_f64.powi(-130), f64::INFINITY].iter().all(is_left));
        assert!([1.0, 3e4, 4e-5].iter().all(|size: &f32| !is_left(size)));
        assert!([4e4, 2e-5].iter().all(|size: &f32| is_left(size)));
        assert!(!is_left(&Rational::from_f64(1e300)));
    }

    #[test]
    fn the_factor_is_a_power_of_two_that_brings_the_size_near_to_one() {
        assert_eq!((factor(&2.0_f64.powi(300)), factor(&2.0_f64.powi(-300))), (2.0_f64.powi(-300), 2.0_f64.powi(300)));
        assert_eq!((factor(&1e5_f32), factor(&1e-5_f32)), (2.0_f32.powi(-17), 2.0_f32.powi(16)));
        assert!([f32::MAX, f32::INFINITY, f32::MIN_POSITIVE].iter().all(|size| factor(size).is_normal()));
    }

    /// Two boxes of edge `size`, without rotation. The second is shifted by `shift` edges along the first axis, and by a tenth
    /// of that along the others.
    fn boxes(size: f64, shift: f64) -> [Hull<Solid<f64>>; 2] {
        let corner = |i: usize, axis: usize| f64::from(u8::from(i >> axis & 1 == 1));
        [0.0, shift].map(|shift| {
            let point = |i| Solid::vector(|axis| size * (corner(i, axis) + if axis == 0 { shift } else { 0.1 * shift }));
            Hull::new((0..8).map(point).collect()).expect("eight points")
        })
    }

    fn answer<P: Subalgorithm<Solid<f64>>, R>(
        variant: &Gjk<P, R>,
        size: f64,
        shift: f64,
    ) -> Option<(Nearest<Solid<f64>>, usize)>
    where
        Gjk<P, R>: Variant<Solid<f64>, Answer = Nearest<Solid<f64>>>,
    {
        let [a, b] = boxes(size, shift);
        let outcome = variant.solve(&a, &b, &Start::Default, &mut ());
        outcome.answer.map(|answer| (answer, outcome.iterations))
    }

    #[test]
    fn an_overlap_whose_products_leave_the_range_is_found_as_one_within_it_is() {
        for size in [2.0_f64.powi(-330), 2.0_f64.powi(-200), 2.0_f64.powi(200), 2.0_f64.powi(330)] {
            let (ours, _) = answer(&Gjk::<_>::new(Ericson), size, 0.75).expect("an answer");
            assert!(matches!(ours, Nearest::Intersecting { .. }), "{size:e}");
            let (ours, _) = answer(&Gjk::<_>::new(SignedVolumes), size, 0.75).expect("an answer");
            assert!(matches!(ours, Nearest::Intersecting { .. }), "{size:e}");
        }
        // Without scaling the run ends without an answer.
        assert!(answer(&Gjk::<_, Doubted>::with_rules(Ericson), 2.0_f64.powi(330), 0.75).is_none());
    }

    #[test]
    fn an_answer_is_scaled_back() {
        let (one, large) = (1.0, 2.0_f64.powi(330));
        let [(near, _), (far, iterations)] =
            [one, large].map(|size| answer(&Gjk::<_>::new(Ericson), size, 3.5).expect("an answer"));
        let (Nearest::Apart(near), Nearest::Apart(far)) = (near, far) else { panic!("they are apart") };
        assert_eq!(far.nearest, near.nearest * large);
        assert_eq!((far.on_a, far.on_b), (near.on_a * large, near.on_b * large));
        assert_eq!((far.distance_squared, far.simplex), (near.distance_squared * large * large, near.simplex));
        assert!(iterations > 0);
    }
}
