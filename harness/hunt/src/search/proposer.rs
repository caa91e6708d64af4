//! Sources of cases for a search.

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{Family, RandomSource};

use super::candidate::Candidate;
use super::sample::{NAME, Sample};

/// A source of cases. Case number `index` is a pure function of the seed, the arithmetic and the index, so a search can be
/// split in any way and repeated from its seed and its number of cases.
pub trait Proposer: Send + Sync {
    /// Case number `index`, exact in the arithmetic; `None` if the source has no case with this number.
    fn propose(&self, seed: u64, arithmetic: Arithmetic, index: u64) -> Option<Case>;
}

/// The cases of a family.
impl Proposer for Box<dyn Family> {
    fn propose(&self, seed: u64, arithmetic: Arithmetic, index: u64) -> Option<Case> {
        Some(self.case(seed, arithmetic, index))
    }
}

/// Small integer lattices: [`Sample`]s from the default start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lattices;

impl Proposer for Lattices {
    fn propose(&self, seed: u64, _: Arithmetic, index: u64) -> Option<Case> {
        Some(Sample::at(seed, index).candidate().case(format!("{NAME}.{seed}.{index}")))
    }
}

/// Given cases, each unchanged, and then their mutations: a few points removed, a few coordinates moved a little, integers by
/// up to four and other numbers by up to four units in the last place. Cases whose bodies are not all hulls of points have no
/// mutations.
#[derive(Clone, Debug)]
pub struct Mutations(pub Vec<Case>);

impl Proposer for Mutations {
    fn propose(&self, seed: u64, arithmetic: Arithmetic, index: u64) -> Option<Case> {
        let count = self.0.len() as u64;
        let case = self.0.get((index.checked_rem(count)?) as usize)?.posed(arithmetic)?;
        if index < count {
            return Some(case);
        }
        let mut candidate = Candidate::of(&case)?;
        let mut draw = RandomSource::new("around", case.dimension, seed, arithmetic, index);
        for body in &mut candidate.bodies {
            if body.len() > 1 && draw.chance(0.25) {
                body.remove(draw.below(body.len() as u64) as usize);
            }
        }
        for _ in 0..1 + draw.below(3) {
            let body = &mut candidate.bodies[usize::from(!draw.chance(0.5))];
            let which = draw.below(body.len() as u64) as usize;
            let x = &mut body[which][draw.below(u64::from(case.dimension)) as usize];
            let step = draw.integer(1, 4) as f64 * if draw.chance(0.5) { 1.0 } else { -1.0 };
            let unit = if arithmetic == Arithmetic::Exact { Arithmetic::F64.unit() } else { arithmetic.unit() };
            let moved = if x.fract() == 0.0 && x.abs() < 1e3 { *x + step } else { *x + x.abs() * 2.0 * unit * step };
            if moved.is_finite() {
                *x = moved;
            }
        }
        let mut near = candidate.case(format!("{}.near.{seed}.{index}", case.id));
        near.family = case.family;
        near.posed(arithmetic)
    }
}
