//! The truth of the exact image of bodies that are posed or scaled, in addition to the truth of the rounded points.

use dashu_int::IBig;
use dashu_ratio::RBig;
use gjk_cases::case::{Body, Case, Class};
use gjk_cases::given::{ExactPart, PosedBody};
use gjk_numbers::Big;

use super::halfspace::{Reach, lie};
use super::hulls::HullTruth;
use crate::exact::Scaled;
use crate::lattice::Lattice;

/// How the exact images of two bodies lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImageTruth {
    /// For unions, the class of the nearest or deepest pair.
    pub class: Class,
    /// Their distance, in units of the coordinates.
    pub distance: Scaled,
}

impl ImageTruth {
    /// The truth of a case with a body that is posed or scaled, in integers of any size. `None` for other cases, and for curved
    /// bodies.
    pub fn of(case: &Case) -> Option<ImageTruth> {
        if case.given.iter().all(Option::is_none) {
            return None;
        }
        let parts = |body: &Body, given: &Option<std::sync::Arc<PosedBody>>| match given {
            Some(given) => given.image(),
            None => body.parts().iter().map(|part| PosedBody::plain(part.clone()).image()?.pop()).collect(),
        };
        let (a, b) = (parts(&case.a, &case.given[0])?, parts(&case.b, &case.given[1])?);
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| of_pair(case.dimension, a, b)));
        let pairs: Vec<ImageTruth> = pairs.collect::<Option<_>>()?;
        let any = |class: &Class| pairs.iter().any(|pair| pair.class == *class);
        let class = [Class::Overlapping, Class::Touching].into_iter().find(any).unwrap_or(Class::Separated);
        Some(ImageTruth { class, distance: pairs.iter().map(|pair| pair.distance).min()? })
    }
}

fn of_pair(dimension: u8, a: &ExactPart, b: &ExactPart) -> Option<ImageTruth> {
    match (a, b) {
        (ExactPart::Hull(a, radius_a), ExactPart::Hull(b, radius_b)) => Some(of_hulls(dimension, [a, b], radius_a + radius_b)),
        (ExactPart::Hull(points, radius), ExactPart::Halfspace(normal, offset)) => {
            let into = normal.each_ref().map(|x| -x);
            let dot = |p: &[RBig; 3], q: &[RBig; 3]| p.iter().zip(q).fold(RBig::ZERO, |sum, (p, q)| sum + p * q);
            let r = points.iter().map(|p| dot(p, &into)).max()?;
            let (class, height) = lie(&[Reach { r, q: radius * radius * dot(normal, normal) }], normal, offset);
            Some(ImageTruth { class, distance: height.max(Scaled::ZERO) })
        }
        // A half-space is always B.
        (ExactPart::Halfspace(..), _) => None,
    }
}

fn of_hulls(dimension: u8, bodies: [&Vec<[RBig; 3]>; 2], radii: RBig) -> ImageTruth {
    let numbers = bodies.into_iter().flatten().flatten().chain([&radii]);
    let unit = numbers.fold(IBig::ONE, |unit, x| {
        let denominator = IBig::from(x.denominator().clone());
        // Most numbers have the denominator of the pose.
        if (&unit % &denominator) == IBig::ZERO {
            unit
        } else {
            RBig::from_parts_signed(unit, denominator).numerator() * IBig::from(x.denominator().clone())
        }
    });
    let integer = |x: &RBig| Big(x.numerator() * (&unit / IBig::from(x.denominator().clone())));
    let [a, b] = bodies.map(|points| points.iter().map(|p| p.each_ref().map(integer)).collect());
    let cores = HullTruth::of_big(Lattice::of_bodies(dimension.into(), a, b, 0, [0.0; 3]));
    let unit = RBig::from(unit);
    let (class, distance) = cores.lie_with_radii(&(radii * &unit));
    ImageTruth { class, distance: distance.over(Scaled::of_rational(&unit)) }
}
