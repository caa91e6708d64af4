//! Sources of cases for a search.

use std::path::Path;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{Family, RandomSource};

use super::candidate::Candidate;
use super::sample::{NAME, Sample};

/// A source of cases. Case number `index` is a pure function of the seed, the arithmetic and the index, so that a search can be
/// split in any way and repeated from its seed and its number of cases.
pub trait Proposer: Send + Sync {
    /// The name on the command line and in reports.
    fn name(&self) -> &str;
    /// Case number `index`, exact in the arithmetic; none where there is none of this number.
    fn propose(&self, seed: u64, arithmetic: Arithmetic, index: u64) -> Option<Case>;
}

/// Small integer lattices: [`Sample`]s from the default start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lattices;

impl Proposer for Lattices {
    fn name(&self) -> &str {
        NAME
    }

    fn propose(&self, seed: u64, _: Arithmetic, index: u64) -> Option<Case> {
        Some(Sample::at(seed, index).case(format!("{NAME}.{seed}.{index}")))
    }
}

/// The cases of a family.
pub struct OfFamily(pub Box<dyn Family>);

impl Proposer for OfFamily {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn propose(&self, seed: u64, arithmetic: Arithmetic, index: u64) -> Option<Case> {
        Some(self.0.case(seed, arithmetic, index))
    }
}

/// Given cases, each as it is, and then their neighbours: a few points left out, a few coordinates moved a little.
pub struct Around {
    name: String,
    cases: Vec<Case>,
}

impl Around {
    /// The neighbourhood of the cases of a file.
    pub fn new(file: &Path, cases: Vec<Case>) -> Around {
        Around { name: file.display().to_string(), cases }
    }
}

impl Proposer for Around {
    fn name(&self) -> &str {
        &self.name
    }

    fn propose(&self, seed: u64, arithmetic: Arithmetic, index: u64) -> Option<Case> {
        let count = self.cases.len() as u64;
        let case = self.cases.get((index.checked_rem(count)?) as usize)?.posed(arithmetic)?;
        if index < count {
            return Some(case);
        }
        let mut candidate = Candidate::of(&case)?;
        let mut draw = RandomSource::new("around", case.dimension, seed, arithmetic, index);
        for body in [&mut candidate.a, &mut candidate.b] {
            if body.len() > 1 && draw.chance(0.25) {
                body.remove(draw.below(body.len() as u64) as usize);
            }
        }
        let axes = u64::from(case.dimension);
        for _ in 0..1 + draw.below(3) {
            let body = if draw.chance(0.5) { &mut candidate.a } else { &mut candidate.b };
            let which = draw.below(body.len() as u64) as usize;
            let x = &mut body[which][draw.below(axes) as usize];
            let step = draw.integer(1, 4) as f64 * if draw.chance(0.5) { 1.0 } else { -1.0 };
            *x = if x.fract() == 0.0 && x.abs() < 1e3 { *x + step } else { nudged(*x, step, arithmetic) };
        }
        let mut near = candidate.case(format!("{}.near.{seed}.{index}", case.id));
        near.family = case.family;
        near.posed(arithmetic)
    }
}

/// x moved by this many units in its last place.
fn nudged(x: f64, steps: f64, arithmetic: Arithmetic) -> f64 {
    let moved = x + x.abs() * 2.0 * arithmetic_unit(arithmetic) * steps;
    if moved.is_finite() { moved } else { x }
}

fn arithmetic_unit(arithmetic: Arithmetic) -> f64 {
    if arithmetic == Arithmetic::Exact { Arithmetic::F64.unit() } else { arithmetic.unit() }
}
