//! Cases of bare points, rulings, and the settings of properties.

pub mod brute;
pub mod expected;

use gjk_cases::case::{Arithmetic, Case, Point};
use gjk_records::Ruling;
use gjk_solvers::{ErasedVariant, JudgedVariant, PosedCase, Roster};
use gjk_truth::judge::TOLERANCE;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The distance variants around the common iteration, and the boolean variants: those whose rulings the tests pin.
///
/// Properties of every variant are tested on the whole roster.
pub const PINNED: [&str; 6] = ["least-squares", "johnson", "ericson", "muratori", "linahan-three-plane", "linahan-face-first"];

/// Whether the tests pin this variant's rulings.
pub fn pinned(variant: &ErasedVariant) -> bool {
    PINNED.contains(&variant.about.name)
}

/// The case of two hulls of points.
pub fn case(dimension: u8, a: Vec<Point>, b: Vec<Point>) -> Case {
    Case::of_points("case", dimension, a, b)
}

/// The ruling of every variant that is applicable to a case, and whether its evidence proves the verdict.
pub fn rulings(roster: &Roster, case: &Case, arithmetic: Arithmetic) -> Vec<(&'static str, Ruling, Option<bool>)> {
    let posed = PosedCase::pose(case, arithmetic).unwrap_or_else(|| panic!("{} has no {arithmetic} coordinates", case.id));
    let ruling = |JudgedVariant { variant, outcome, .. }: JudgedVariant| {
        outcome.map(|(_, judgement)| (variant.about.name, judgement.ruling, judgement.certified))
    };
    posed.ask(roster, TOLERANCE, |_| true).into_iter().filter_map(ruling).collect()
}

/// Bodies of one to six points with coordinates of at most 1, 3 or 8, in the plane with a third coordinate of zero.
pub fn integer_case() -> impl Strategy<Value = Case> {
    (2..=3_u8, prop_oneof![Just(1), Just(3), Just(8)]).prop_flat_map(|(dimension, most)| {
        let coordinates = prop::collection::vec(-most..=most, usize::from(dimension));
        let point = coordinates.prop_map(|x: Vec<i32>| std::array::from_fn(|i| x.get(i).map_or(0.0, |x| f64::from(*x))));
        let body = prop::collection::vec(point, 1..=6);
        (body.clone(), body).prop_map(move |(a, b)| case(dimension, a, b))
    })
}

/// The settings of a property: this number of cases, always the same ones.
///
/// A failure belongs in a test as values, not as a seed.
pub fn cases(count: u32) -> ProptestConfig {
    ProptestConfig { cases: count, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() }
}
