//! The least-squares subalgorithm in one to four dimensions: it does not depend on the dimension, and its source runs the
//! published loop in any.

use gjk_variants::gjk::DivideAndConquer;
use gjk_variants::{
    Answer, Euclidean, Evidence, Gjk, Hull, LeastSquares, PublishedLeastSquares, Rational, Scalar, Space, SplitMix64, Start,
    SupportMap, Variant,
};

/// Small pseudorandom integers, the same in every run.
struct Integers(SplitMix64);

impl Integers {
    fn next(&mut self) -> f64 {
        self.0.below(41) as f64 - 20.0
    }

    fn points<const D: usize>(&mut self, count: usize, shift: f64) -> Vec<[f64; D]> {
        (0..count).map(|_| std::array::from_fn(|axis| self.next() + if axis == 0 { shift } else { 0.0 })).collect()
    }
}

fn hull<T: Scalar, const D: usize>(points: &[[f64; D]]) -> Hull<Euclidean<T, D>> {
    Hull::new(points.iter().map(|p| Euclidean::<T, D>::vector(|i| T::from_f64(p[i]))).collect()).expect("points")
}

/// v of an answer; `None` if the bodies meet.
fn nearest<S: Space, V: Variant<S>>(variant: &V, a: &Hull<S>, b: &Hull<S>) -> Option<S::Vector>
where
    Hull<S>: SupportMap<S>,
{
    let outcome = variant.solve_erased(a, b, &Start::Default, &mut ());
    match outcome.answer.map(Answer::evidence) {
        Some(Evidence::Apart(separation)) => Some(separation.nearest),
        Some(Evidence::Intersecting { .. }) => None,
        other => panic!("{:?} without an answer: {other:?}", outcome.stop),
    }
}

/// The number of separated pairs. Checks on each that the exact v of the common loop is the nearest point of M (every m of M
/// has v·m ≥ v·v), and that the published loop in doubles has that distance.
fn published_loop_agrees_with_exact_distances<const D: usize>() -> usize {
    let published = Gjk::<_, DivideAndConquer>::with_rules(PublishedLeastSquares);
    let mut integers = Integers(SplitMix64(D as u64));
    let mut separated = 0;
    for index in 0..60 {
        let (a, b) = (integers.points::<D>(6, 0.0), integers.points::<D>(7, if index % 3 == 0 { 12.0 } else { 45.0 }));
        let exact = nearest(&Gjk::new(LeastSquares), &hull::<Rational, D>(&a), &hull::<Rational, D>(&b));
        let Some(v) = exact else { continue };
        separated += 1;
        let squared = Euclidean::<Rational, D>::dot(&v, &v);
        for (p, q) in a.iter().flat_map(|p| b.iter().map(move |q| (p, q))) {
            let m = Euclidean::<Rational, D>::vector(|i| Rational::from_f64(p[i] - q[i]));
            assert!(Euclidean::<Rational, D>::dot(&v, &m) >= squared, "case {index} in dimension {D}");
        }
        let found = nearest(&published, &hull::<f64, D>(&a), &hull::<f64, D>(&b)).expect("they are apart");
        let (found, expected) = (Euclidean::<f64, D>::dot(&found, &found).sqrt(), squared.to_f64().sqrt());
        // Coordinates differ by up to 85: the allowance covers the absolute stop of 1e-12 on a squared length, and rounding.
        assert!((found - expected).abs() <= 1e-11, "case {index} in dimension {D}: {found} is not {expected}");
    }
    separated
}

#[test]
fn the_published_loop_works_in_one_to_four_dimensions() {
    let separated = [
        published_loop_agrees_with_exact_distances::<1>(),
        published_loop_agrees_with_exact_distances::<2>(),
        published_loop_agrees_with_exact_distances::<3>(),
        published_loop_agrees_with_exact_distances::<4>(),
    ];
    assert!(separated.iter().all(|count| *count >= 35), "{separated:?}");
}
