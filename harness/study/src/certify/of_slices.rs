//! What the package of the certified variants says through its own interface: of two slices of points, not of hulls.

use certified::{Distance, Points, Stage, Start, Verdict};
use gjk_cases::case::{Arithmetic, Body, Case};
use gjk_truth::answer::{Answered, Numbers, Says, Values};
use gjk_truth::lattice::Pair;

/// What the package says of two slices of points.
pub struct OfSlices {
    /// Its answer to the distance.
    pub distance: Answered,
    /// Whether integers had to decide that.
    pub distance_by_integers: bool,
    /// Its verdict, asked for alone.
    pub says: Says,
    /// Whether integers had to decide that.
    pub verdict_by_integers: bool,
}

impl OfSlices {
    /// Asks the package in rounded arithmetic about two hulls; none where it takes no such bodies.
    pub fn ask(case: &Case, arithmetic: Arithmetic) -> Option<OfSlices> {
        match (case.dimension, arithmetic) {
            (_, Arithmetic::Exact) => None,
            (2, Arithmetic::F32) => ask::<f32, 2>(case),
            (2, Arithmetic::F64) => ask::<f64, 2>(case),
            (_, Arithmetic::F32) => ask::<f32, 3>(case),
            (_, Arithmetic::F64) => ask::<f64, 3>(case),
        }
    }
}

fn ask<T: certified::Number, const D: usize>(case: &Case) -> Option<OfSlices> {
    let points = |body: &Body| -> Vec<[T; D]> {
        body.points().iter().map(|point| std::array::from_fn(|k| T::nearest(point[k]))).collect()
    };
    let (a, b) = (points(&case.a), points(&case.b));
    let (a, b) = (Points::new(&a).ok()?, Points::new(&b).ok()?);
    let (says, of_verdict) = match certified::verdict_of(&a, &b, &Start::Centers, &mut ()) {
        Verdict::Apart { stage, .. } => (Says::Apart, stage),
        Verdict::Meets(meets) => (Says::Intersecting, meets.stage),
    };
    let (says_distance, simplex, values, of_distance) = match certified::distance_of(&a, &b, &Start::Centers, &mut ()) {
        Distance::Apart(apart) => {
            let point = |p: [T; D]| std::array::from_fn(|k| if k < D { p[k].widened() } else { 0.0 });
            let values = Values {
                distance: Some(apart.distance.widened()),
                witnesses: Some([apart.on_a, apart.on_b].map(point)),
                weights: apart.weights.to_vec(),
                ..Values::none()
            };
            (Says::Apart, apart.simplex, values, apart.stage)
        }
        Distance::Meets(meets) => (Says::Intersecting, meets.simplex, Values::none(), meets.stage),
    };
    let simplex = simplex.as_slice().iter().map(|&(a, b)| Pair { a: a as usize, b: b as usize }).collect();
    Some(OfSlices {
        distance: Answered::of_bodies(says_distance, simplex, Numbers::Rounded(values)),
        distance_by_integers: of_distance == Stage::Integers,
        says,
        verdict_by_integers: of_verdict == Stage::Integers,
    })
}
