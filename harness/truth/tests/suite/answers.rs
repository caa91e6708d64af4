//! Answers made by hand, and their judgements with a tolerance of four units.

use dashu_ratio::RBig;
use gjk_cases::case::{Arithmetic, Case, Point};
use gjk_cases::family::corners;
use gjk_records::Measure;
use gjk_truth::answer::{Answered, Numbers, Says, Values};
use gjk_truth::judge::{Judgement, judge};
use gjk_truth::lattice::Pair;
use gjk_truth::truth::Truth;

pub const ROUNDED: [Arithmetic; 2] = [Arithmetic::F32, Arithmetic::F64];

pub fn cube(low: f64, high: f64) -> Vec<Point> {
    corners([low; 3], [high; 3])
}

/// A cube and a segment above its middle, from this height to three: with the height two the distance is 1, and D is 4.
pub fn cube_and_segment(height: f64) -> Case {
    Case::of_points("case", 3, cube(-1.0, 1.0), vec![[0.0, 0.0, height], [0.0, 0.0, 3.0]])
}

pub fn of_distance<T>(distance: T) -> Values<T> {
    Values { distance: Some(distance), ..Values::none() }
}

pub fn of_lengths<T>(distance: T, witnesses: [[T; 3]; 2]) -> Values<T> {
    Values { witnesses: Some(witnesses), ..of_distance(distance) }
}

pub fn of_axis<T>(axis: [T; 3]) -> Values<T> {
    Values { axis: Some(axis), ..Values::none() }
}

pub fn rational(x: f64) -> RBig {
    RBig::try_from(x).expect("a finite number")
}

fn pairs(simplex: &[[usize; 2]]) -> Vec<Pair> {
    simplex.iter().map(|&[a, b]| Pair { a, b }).collect()
}

/// An answer about the bodies in floating point.
pub fn in_floats(says: Says, simplex: &[[usize; 2]], values: Values<f64>) -> Answered {
    Answered::of_bodies(says, pairs(simplex), Numbers::Rounded(values))
}

/// An answer about the bodies in rationals.
pub fn in_rationals(says: Says, simplex: &[[usize; 2]], values: Values<RBig>) -> Answered {
    Answered::of_bodies(says, pairs(simplex), Numbers::Exact(Box::new(values)))
}

pub fn judged(case: &Case, arithmetic: Arithmetic, answer: &Answered) -> Judgement {
    judge(case, &Truth::of(case), Some(answer), arithmetic, 4.0)
}

pub fn rounded(case: &Case, arithmetic: Arithmetic, says: Says, simplex: &[[usize; 2]], values: Values<f64>) -> Judgement {
    judged(case, arithmetic, &in_floats(says, simplex, values))
}

pub fn exact(case: &Case, says: Says, simplex: &[[usize; 2]], values: Values<RBig>) -> Judgement {
    judged(case, Arithmetic::Exact, &in_rationals(says, simplex, values))
}

/// The measures of a depth, by their names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    pub claimed: f64,
    pub truth: f64,
    pub truth_width: f64,
    pub residual: f64,
    pub excess: f64,
    pub normal_reach: Option<f64>,
    pub is_flat_depth: bool,
    pub is_proved: bool,
    pub promises_least: bool,
    pub off_by: Option<Measure>,
}

/// The measures of the depth in a judgement; `None` if no depth was claimed.
pub fn depth(judgement: &Judgement) -> Option<Depth> {
    let measures = &judgement.measures;
    let found = Depth {
        claimed: measures[Measure::Depth]?,
        truth: measures[Measure::TruthDepth].expect("it is beside the claim"),
        truth_width: measures[Measure::TruthDepthWidth].expect("it is beside the claim"),
        residual: measures[Measure::Residual].expect("it is beside the claim"),
        excess: measures[Measure::Excess].expect("it is beside the claim"),
        normal_reach: measures[Measure::NormalReach],
        is_flat_depth: measures.is(Measure::IsFlatDepth).expect("it is beside the claim"),
        is_proved: measures.is(Measure::DepthCertified).expect("it is beside the claim"),
        promises_least: measures.is(Measure::PromisesLeast).expect("it is beside the claim"),
        off_by: judgement.off_by,
    };
    let ratio = (found.truth > 0.0).then(|| found.claimed / found.truth);
    assert!(measures[Measure::ExcessRatio].map(f64::to_bits) == ratio.map(f64::to_bits), "{measures:?}");
    Some(found)
}
