use gjk_numbers::{Euclidean, Rational, SplitMix64};
use gjk_support::Hull;

use super::*;

type Here<T, const D: usize> = Euclidean<T, D>;

fn hull<T: Scalar, const D: usize>(points: &[[f64; 3]]) -> Hull<Here<T, D>> {
    Hull::new(points.iter().map(|p| Here::<T, D>::vector(|i| T::from_f64(p[i]))).collect()).expect("points")
}

/// Collects the facets of the answer.
#[derive(Default)]
struct Facets(Vec<Pairs>);

impl<S: Space> Observer<S> for Facets {
    fn facet(&mut self, corners: &Pairs) {
        self.0.push(*corners);
    }
}

/// The translation, after checks of the witness points, the weights and the facets.
fn translation<T: Scalar, const D: usize>(variant: &Epa, a: &[[f64; 3]], b: &[[f64; 3]]) -> Option<[f64; D]>
where
    Here<T, D>: Oriented<Scalar = T, Vector = nalgebra::SVector<T, D>>,
{
    let (a, b) = (hull::<T, D>(a), hull::<T, D>(b));
    let mut facets = Facets::default();
    let outcome = variant.solve_erased(&a, &b, &Start::Default, &mut facets);
    let Signed::Overlapping(found) = outcome.answer? else { panic!("they meet") };
    let at = |v: &nalgebra::SVector<T, D>, i: usize| v[i].to_f64();
    let off = |i: usize| at(&found.on_a, i) - at(&found.on_b, i) - at(&found.translation, i);
    let size = (0..D).map(|i| at(&found.on_a, i).abs()).fold(0.0, f64::max);
    assert!((0..D).all(|i| off(i).abs() <= 1e-5 * size), "{found:?}");
    let sum = found.weights.iter().fold(T::zero(), |sum, weight| sum.plus(weight)).to_f64();
    assert!((sum - 1.0).abs() < 1e-6, "{found:?}");
    if let Some(first) = facets.0.first() {
        assert_eq!(*first, found.simplex, "the facet of the answer comes first");
        assert!(facets.0.iter().all(|facet| facet.len() == D));
    }
    Some(std::array::from_fn(|i| found.translation[i].to_f64()))
}

fn length<const D: usize>(v: [f64; D]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn cube(center: [f64; 3], half: f64) -> Vec<[f64; 3]> {
    (0..8).map(|i| std::array::from_fn(|k| center[k] + if i >> k & 1 == 1 { half } else { -half })).collect()
}

fn depths(a: &[[f64; 3]], b: &[[f64; 3]]) -> [f64; 3] {
    let common = Epa::common();
    [
        length(translation::<f32, 3>(&common, a, b).expect("an answer")),
        length(translation::<f64, 3>(&common, a, b).expect("an answer")),
        length(translation::<Rational, 3>(&common, a, b).expect("an answer")),
    ]
}

#[test]
fn cubes_have_the_depth_of_their_least_overlap_whatever_gjk_ends_with() {
    for (center, half, depth) in [
        ([0.0; 3], 1.0, 2.0),
        ([0.25, 1.5, 0.5], 1.0, 0.5),
        ([0.25, 0.125, 0.0], 0.5, 1.25),
        ([0.0, 0.0, 1.75], 0.0, -0.75),
        ([0.0, 0.0, 0.75], 0.0, 0.25),
        ([0.5, 0.0, 0.0], 1.0, 1.5),
        ([2.0, 0.5, 0.25], 1.0, 0.0),
        ([2.0, 2.0, 2.0], 1.0, 0.0),
    ] {
        if depth >= 0.0 {
            let b = if half == 0.0 { vec![center] } else { cube(center, half) };
            assert_eq!(depths(&cube([0.0; 3], 1.0), &b), [depth; 3], "{center:?} {half}");
        }
    }
}

#[test]
fn flat_differences_have_depth_zero() {
    let square = |x: f64| vec![[x, 0.0, 0.0], [x + 2.0, 0.0, 0.0], [x + 2.0, 2.0, 0.0], [x, 2.0, 0.0]];
    assert_eq!(depths(&square(0.0), &square(1.0)), [0.0; 3]);
    assert_eq!(depths(&[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]], &[[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]]), [0.0; 3]);
    assert_eq!(depths(&[[1.0, 2.0, 3.0]], &[[1.0, 2.0, 3.0]]), [0.0; 3]);
    assert_eq!(depths(&[[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]], &[[-2.0, -2.0, -2.0], [0.5, 0.5, 0.5]]), [0.0; 3]);
}

#[test]
fn polygons_of_the_plane_have_the_depth_of_their_least_overlap() {
    let square = |x: f64, y: f64| vec![[x, y, 0.0], [x + 2.0, y, 0.0], [x + 2.0, y + 2.0, 0.0], [x, y + 2.0, 0.0]];
    let common = Epa::common();
    for (x, y, depth) in [(1.5, 0.0, 0.5), (0.0, 0.0, 2.0), (-0.5, 1.75, 0.25), (2.0, 1.0, 0.0), (1.0, 1.0, 1.0)] {
        let (a, b) = (square(0.0, 0.0), square(x, y));
        assert_eq!(length(translation::<f64, 2>(&common, &a, &b).expect("an answer")), depth, "{x} {y}");
        assert_eq!(length(translation::<f32, 2>(&common, &a, &b).expect("an answer")), depth, "{x} {y}");
        assert_eq!(length(translation::<Rational, 2>(&common, &a, &b).expect("an answer")), depth, "{x} {y}");
    }
    let segment = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    assert_eq!(length(translation::<f64, 2>(&common, &segment, &segment).expect("an answer")), 0.0);
}

#[test]
fn a_depth_is_found_at_the_ends_of_the_range() {
    for k in [-300, -100, 0, 100, 300] {
        let unit = 2.0_f64.powi(k);
        let scaled = |points: Vec<[f64; 3]>| points.into_iter().map(|p| p.map(|x| x * unit)).collect::<Vec<_>>();
        let (a, b) = (scaled(cube([0.0; 3], 1.0)), scaled(cube([0.25, 1.5, 0.5], 1.0)));
        let found = translation::<f64, 3>(&Epa::common(), &a, &b).expect("an answer");
        assert_eq!(found, [0.0, 0.5 * unit, 0.0], "{k}");
    }
}

#[test]
fn the_polytope_of_many_points_is_as_good_in_doubles_as_in_rationals() {
    let mut numbers = SplitMix64(7);
    for round in 0..40 {
        let mut points = |count: usize| -> Vec<[f64; 3]> {
            let mut coordinate = || (numbers.below(2001) as f64 - 1000.0) / 1024.0;
            (0..count).map(|_| [coordinate(), coordinate(), coordinate()]).collect()
        };
        let (a, b) = (points(4 + round % 20), points(4 + round % 7));
        let common = Epa::common();
        let [hull_a, hull_b] = [&a, &b].map(|points| hull::<f64, 3>(points));
        if !matches!(common.solve_erased(&hull_a, &hull_b, &Start::Default, &mut ()).answer, Some(Signed::Overlapping(_))) {
            continue;
        }
        let [f32, f64, exact] = depths(&a, &b);
        assert!((f64 - exact).abs() <= 1e-14 && (f32 - exact).abs() <= 1e-5, "{f32} {f64} {exact}");
    }
}

#[test]
fn each_rule_that_implementations_break_has_the_expected_effect() {
    // Two boxes with one centre: GJK ends with fewer vertices than a tetrahedron has.
    let (a, b) = (cube([0.0; 3], 1.0), cube([0.0; 3], 1.0));
    let [a, b] = [&a, &b].map(|points| hull::<f64, 3>(points));
    let outcome = Epa::tutorial().solve_erased(&a, &b, &Start::Default, &mut ());
    assert_eq!((outcome.stop, outcome.answer), (Stop::NoPolytope, None));
    // An absolute tolerance decides nothing about small bodies.
    let small = |points: &[[f64; 3]]| points.iter().map(|p| p.map(|x| x * 1e-7)).collect::<Vec<_>>();
    let ball: Vec<[f64; 3]> = (0..100)
        .map(|i| {
            let (z, turn) = ((f64::from(i) + 0.5) / 50.0 - 1.0, f64::from(i) * 2.4);
            let ring = (1.0 - z * z).sqrt();
            [ring * turn.cos(), ring * turn.sin(), z]
        })
        .collect();
    let deep = |variant: &Epa| {
        length(translation::<f64, 3>(variant, &small(&ball), &small(&[[0.01, 0.02, 0.03]])).expect("an answer"))
    };
    assert!(deep(&Epa::absolute()) < 0.8 * deep(&Epa::common()));
    // A polytope that is not convex has facets too near to the origin.
    let [a, b] = [&ball[..], &[[0.01, 0.02, 0.03]]].map(hull::<f64, 3>);
    let deep = |variant: &Epa| match variant.solve_erased(&a, &b, &Start::Default, &mut ()).answer {
        Some(Signed::Overlapping(found)) => found.translation.dot(&found.translation).sqrt(),
        _ => panic!("they meet"),
    };
    assert!(deep(&Epa::split()) < 0.9 * deep(&Epa::common()));
    assert!((deep(&Epa::absolute()) - deep(&Epa::common())).abs() < 1e-6);
}

/// The greatest coordinate of all support points and of all corners of polytopes.
#[derive(Default)]
struct Sizes([f64; 2]);

impl Observer<Here<f64, 3>> for Sizes {
    fn support(&mut self, _: &nalgebra::Vector3<f64>, point: &nalgebra::Vector3<f64>) {
        self.0[0] = self.0[0].max(point.amax());
    }

    fn expanding(&mut self, corners: &[&nalgebra::Vector3<f64>]) {
        self.0[1] = corners.iter().fold(self.0[1], |most, corner| most.max(corner.amax()));
    }

    fn sees_polytopes(&self) -> bool {
        true
    }
}

#[test]
fn an_observer_sees_the_points_of_bodies_whose_products_leave_the_range() {
    let tiny = 2.0_f64.powi(-700);
    let cube = |x: f64| -> Vec<[f64; 3]> {
        let corner = |i: usize| {
            std::array::from_fn(|axis| tiny * (if i >> axis & 1 == 1 { 1.0 } else { 0.0 } + if axis == 0 { x } else { 0.0 }))
        };
        (0..8).map(corner).collect()
    };
    let (a, b) = (hull::<f64, 3>(&cube(0.0)), hull::<f64, 3>(&cube(0.75)));
    let mut sizes = Sizes::default();
    let outcome = Epa::common().solve_erased(&a, &b, &Start::Default, &mut sizes);
    assert!(matches!(outcome.answer, Some(Signed::Overlapping(_))), "{:?}", outcome.stop);
    let [supports, corners] = sizes.0.map(|size| size / tiny);
    assert!((1.0..=2.0).contains(&supports) && (1.0..=2.0).contains(&corners), "{supports} {corners}");
}
