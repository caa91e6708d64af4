//! The package of the certified variants, called through its own interface: with two slices of points, not with hulls.
//!
//! It is a separate package, which no change in a variant causes to be compiled again.

#![forbid(unsafe_code)]

use gjk_cases::case::{Arithmetic, Body, Case};
use gjk_certified::{Cast, Depth, Distance, Pairs, Points, Stage, Start, Verdict, Workspace};
use gjk_records::Question;
use gjk_truth::answer::{Answered, Numbers, Says, Values};
use gjk_truth::lattice::Pair;

/// The answers of the package about two slices of points, as far as they were requested.
#[derive(Clone)]
pub struct OfSlices {
    /// The distance, and the questions that belong to it.
    pub of_distance: Option<OfDistance>,
    /// The answer to the depth, with the shell, and whether integers contributed to it.
    pub of_depth: Option<(Answered, bool)>,
}

/// The distance reported by the package, and the answers to related questions.
#[derive(Clone)]
pub struct OfDistance {
    /// The answer to the distance.
    pub distance: Answered,
    /// Whether integers had to decide it.
    pub distance_by_integers: bool,
    /// Whether the package reports that the bodies are within these lengths: its distance and the neighbouring numbers; for
    /// bodies that meet, zero and the least positive number.
    pub within: Vec<(f64, bool)>,
    /// The verdict, requested by itself.
    pub says: Says,
    /// Whether integers had to decide it.
    pub verdict_by_integers: bool,
}

impl OfSlices {
    /// Asks the package, in rounded arithmetic, for the distance and the depth of two hulls as far as they are `wanted`; `None`
    /// if it does not accept such bodies.
    pub fn ask(case: &Case, arithmetic: Arithmetic, wanted: [bool; 2]) -> Option<OfSlices> {
        match (case.dimension, arithmetic) {
            (_, Arithmetic::Exact) => None,
            (2, Arithmetic::F32) => ask::<f32, 2>(case, wanted),
            (2, Arithmetic::F64) => ask::<f64, 2>(case, wanted),
            (_, Arithmetic::F32) => ask::<f32, 3>(case, wanted),
            (_, Arithmetic::F64) => ask::<f64, 3>(case, wanted),
        }
    }
}

/// Asks the package for the first contact of two hulls, in rounded arithmetic. The second part tells whether integers had to
/// decide it. `None` if the package does not accept such bodies, or A does not move.
pub fn cast(case: &Case, arithmetic: Arithmetic) -> Option<(Answered, bool)> {
    match (case.dimension, arithmetic) {
        (_, Arithmetic::Exact) => None,
        (2, Arithmetic::F32) => cast_in::<f32, 2>(case),
        (2, Arithmetic::F64) => cast_in::<f64, 2>(case),
        (_, Arithmetic::F32) => cast_in::<f32, 3>(case),
        (_, Arithmetic::F64) => cast_in::<f64, 3>(case),
    }
}

fn cast_in<T: gjk_certified::Number, const D: usize>(case: &Case) -> Option<(Answered, bool)> {
    let motion = case.cast?;
    let points = |body: &Body| -> Vec<[T; D]> {
        body.points().iter().map(|point| std::array::from_fn(|k| T::nearest(point[k]))).collect()
    };
    let point = |p: [T; D]| std::array::from_fn(|k| if k < D { p[k].widened() } else { 0.0 });
    let motion = std::array::from_fn(|k| T::nearest(motion[k]));
    let (says, simplex, values, by_integers) = match gjk_certified::first_contact(&points(&case.a), &points(&case.b), &motion)
        .ok()?
    {
        Cast::Meets(meets) => (Says::Intersecting, pairs(&meets.simplex), Values { time: Some(0.0), ..Values::none() }, true),
        Cast::Never { axis, stage, .. } => {
            (Says::Apart, Vec::new(), Values { axis: Some(point(axis)), ..Values::none() }, stage == Stage::Integers)
        }
        Cast::At(contact) => {
            let values = Values {
                time: Some(contact.time.widened()),
                normal: Some(point(contact.normal)),
                witnesses: Some([contact.on_a, contact.on_b].map(point)),
                weights: contact.weights.to_vec(),
                ..Values::none()
            };
            (Says::Intersecting, pairs(&contact.simplex), values, true)
        }
    };
    let answer = Answered::of_bodies(says, simplex, Numbers::Rounded(values));
    Some((Answered { promise: Question::Cast, ..answer }, by_integers))
}

/// A number and its neighbours.
trait Around: Sized {
    fn around(self) -> [Self; 3];
}

impl Around for f32 {
    fn around(self) -> [f32; 3] {
        [self.next_down(), self, self.next_up()]
    }
}

impl Around for f64 {
    fn around(self) -> [f64; 3] {
        [self.next_down(), self, self.next_up()]
    }
}

fn ask<T: gjk_certified::Number + Around, const D: usize>(case: &Case, [distance, depth]: [bool; 2]) -> Option<OfSlices> {
    let points = |body: &Body| -> Vec<[T; D]> {
        body.points().iter().map(|point| std::array::from_fn(|k| T::nearest(point[k]))).collect()
    };
    let (a, b) = (points(&case.a), points(&case.b));
    let (a, b) = (Points::new(&a).ok()?, Points::new(&b).ok()?);
    Some(OfSlices { of_distance: distance.then(|| of_distance(&a, &b)), of_depth: depth.then(|| of_depth(&a, &b)) })
}

fn of_distance<T: gjk_certified::Number + Around, const D: usize>(a: &Points<T, D>, b: &Points<T, D>) -> OfDistance {
    let (says, of_verdict) = match gjk_certified::verdict_of(a, b, &Start::Centers, &mut ()) {
        Verdict::Apart { stage, .. } => (Says::Apart, stage),
        Verdict::Meets(meets) => (Says::Intersecting, meets.stage),
    };
    let (says_distance, simplex, values, of_distance) = match gjk_certified::distance_of(a, b, &Start::Centers, &mut ()) {
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
    let simplex = pairs(&simplex);
    let distance = values.distance.map_or_else(T::default, T::nearest);
    let within = T::around(distance).into_iter().filter(|most| (0.0..=T::GREATEST).contains(&most.widened()));
    let is_within = |most: T| gjk_certified::rounded_verdict_of(a, b, [most, T::default()], &Start::Centers, &mut ()).meets();
    let within = within.map(|most| (most.widened(), is_within(most))).collect();
    OfDistance {
        within,
        distance: Answered::of_bodies(says_distance, simplex, Numbers::Rounded(values)),
        distance_by_integers: of_distance == Stage::Integers,
        says,
        verdict_by_integers: of_verdict == Stage::Integers,
    }
}

fn pairs(simplex: &Pairs) -> Vec<Pair> {
    simplex.as_slice().iter().map(|&(a, b)| Pair { a: a as usize, b: b as usize }).collect()
}

/// The answer to the depth, and whether integers contributed to it.
fn of_depth<T: gjk_certified::Number, const D: usize>(a: &Points<T, D>, b: &Points<T, D>) -> (Answered, bool) {
    let mut workspace = Workspace::default();
    let point = |p: [T; D]| std::array::from_fn(|k| if k < D { p[k].widened() } else { 0.0 });
    match gjk_certified::depth_of(a, b, &Start::Centers, &mut workspace, &mut ()) {
        Depth::Apart(apart) => {
            let values = Values { distance: Some(apart.distance.widened()), ..Values::none() };
            let answer = Answered::of_bodies(Says::Apart, pairs(&apart.simplex), Numbers::Rounded(values));
            (answer, apart.stage == Stage::Integers)
        }
        Depth::Overlaps(overlap) => {
            let values = Values {
                witnesses: Some([overlap.on_a, overlap.on_b].map(point)),
                weights: overlap.weights.to_vec(),
                translation: Some(point(overlap.translation)),
                normal: Some(point(overlap.normal)),
                depth: Some(overlap.depth.widened()),
                ..Values::none()
            };
            let answer = Answered::of_bodies(Says::Intersecting, pairs(&overlap.simplex), Numbers::Rounded(values));
            let shell = workspace.shell().flat_map(|facet| pairs(&facet)).collect();
            (Answered { shell, ..answer }, overlap.stage == Stage::Integers)
        }
    }
}

#[cfg(test)]
mod tests;
