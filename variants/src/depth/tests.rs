//! Shared parts of the tests of the depth: bodies, and checks of a translation.

use gjk_numbers::{Euclidean, Oriented, Scalar, Space, SplitMix64};
use gjk_support::Hull;
use nalgebra::SVector;

use crate::answer::{Answer, Evidence, Penetration, Stop};
use crate::start::Start;
use crate::variant::Variant;

/// The hull of these points, whose third coordinate is dropped in the plane.
pub(super) fn hull<T: Scalar, const D: usize>(points: &[[f64; 3]]) -> Hull<Euclidean<T, D>> {
    Hull::new(points.iter().map(|p| Euclidean::<T, D>::vector(|i| T::from_f64(p[i]))).collect()).expect("points")
}

/// The end, and the length of the translation; the distance times −1 for bodies that are apart.
pub(super) fn signed<T: Scalar, const D: usize, V>(variant: &V, a: &[[f64; 3]], b: &[[f64; 3]]) -> (Stop, Option<f64>)
where
    Euclidean<T, D>: Oriented<Scalar = T, Vector = SVector<T, D>>,
    V: Variant<Euclidean<T, D>>,
{
    let outcome = variant.solve_erased(&hull(a), &hull(b), &Start::Default, &mut ());
    let length = outcome.answer.map(|answer| match answer.evidence() {
        Evidence::Apart(separation) => -separation.distance_squared.to_f64().sqrt(),
        Evidence::Contact(_) => unreachable!("it is about bodies at rest"),
        Evidence::Overlapping(found) => {
            assert_weights(&found);
            length(&found.translation)
        }
        Evidence::Disjoint { .. } => f64::NEG_INFINITY,
        Evidence::Intersecting { .. } => panic!("no depth"),
    });
    (outcome.stop, length)
}

fn assert_weights<S: Space<Scalar: Scalar>>(found: &Penetration<S>) {
    let sum: f64 = found.weights[..found.simplex.len()].iter().map(Scalar::to_f64).sum();
    assert!((sum - 1.0).abs() < 1e-5 && !found.simplex.is_empty(), "{found:?}");
}

/// Whether the difference of the witness points is v, up to rounding.
pub(super) fn is_between_witnesses<S: Space<Scalar: Scalar>>(found: &Penetration<S>) -> bool {
    let off = S::minus(&S::minus(&found.on_a, &found.on_b), &found.translation);
    S::max_norm(&off).to_f64() <= 1e-5 * (1.0 + S::max_norm(&found.on_a).to_f64())
}

pub(super) fn length<T: Scalar, const D: usize>(v: &SVector<T, D>) -> f64 {
    v.iter().map(|x| x.to_f64() * x.to_f64()).sum::<f64>().sqrt()
}

pub(super) fn cube(center: [f64; 3], half: f64) -> Vec<[f64; 3]> {
    (0..8).map(|i| std::array::from_fn(|k| center[k] + if i >> k & 1 == 1 { half } else { -half })).collect()
}

/// The box of `depth-cases.jsonl` with a point in it: the depth is 1, and the ray from the centre through the point leaves
/// after 2.
pub(super) fn point_in_box() -> [Vec<[f64; 3]>; 2] {
    let corner = |i: usize| std::array::from_fn(|k| if i >> k & 1 == 1 { k as f64 + 1.0 } else { -(k as f64) - 1.0 });
    [(0..8).map(corner).collect(), vec![[0.0, 0.0, 1.0]]]
}

/// Random points, `count` of them, whose coordinates are integers of absolute value at most `reach`.
pub(super) fn lattice(numbers: &mut SplitMix64, count: usize, reach: u64) -> Vec<[f64; 3]> {
    let mut coordinate = || numbers.below(2 * reach + 1) as f64 - reach as f64;
    (0..count).map(|_| [coordinate(), coordinate(), coordinate()]).collect()
}
