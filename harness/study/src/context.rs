//! The context of an experiment: which variants are asked, about what, and how often.

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{Family, GapColumn, Motion};
use gjk_records::{Question, Record};
use gjk_solvers::{Fault, JudgedVariant, PosedCase, Roster};
use gjk_truth::judge::TOLERANCE;

use crate::experiment::{EXPERIMENTS, Experiment};

/// The variants that experiments ask, the cases that they are asked about, and the number of these.
///
/// The context fixes the amount of work, never the clock (except for the rounds of the contest), and so every result except
/// times.
pub struct Context {
    /// The variants.
    pub roster: Roster,
    /// The names that were asked for, of variants and of the subalgorithms of loops; all of them if there are none.
    pub variants: Vec<String>,
    /// The families.
    pub families: Vec<Box<dyn Family>>,
    /// The families of pairs that move.
    pub motions: Vec<Motion>,
    /// Cases that belong to no family; empty if they are left out.
    pub corpus: Vec<Case>,
    /// The scalars.
    pub scalars: Vec<Arithmetic>,
    /// Seed of the families.
    pub seed: u64,
    /// The tolerance in units of u·D.
    pub tolerance: f64,
    /// The size of the study.
    pub size: Size,
    /// The number of cases of each family in a scalar, if it is given; everything else is in proportion.
    pub cases: Option<u64>,
    /// The answers that get a row.
    pub kept: KeptRows,
    /// The names of the experiments that are run.
    pub parts: Vec<&'static str>,
    /// The number of processes that take the times of the contest, one after the other.
    pub processes: u16,
    /// The machine, for experiments that take times.
    pub machine: String,
    /// The commit of the program, for records that have it in each line.
    pub commit: Option<String>,
    /// The one question that the experiment `certify` asks; both if there is none.
    pub question: Option<Question>,
    /// The command that gives the same results.
    pub command: String,
}

/// The size of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// A look at everything.
    Quick,
    /// The usual amount of work.
    Usual,
    /// About ten times the usual amount.
    Full,
}

/// The answers that get a row.
///
/// Every answer is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptRows {
    /// All of them.
    All,
    /// Only failures.
    Failures,
    /// None of them.
    Nothing,
}

/// Cases of each family in f32 and in f64, by [`Size`].
const CASES: [u64; 3] = [24, 1_000, 10_000];

impl Context {
    /// A context with these variants and no cases yet.
    pub fn new(roster: Roster) -> Context {
        Context {
            roster,
            variants: Vec::new(),
            families: Vec::new(),
            motions: Vec::new(),
            corpus: Vec::new(),
            scalars: Arithmetic::ALL.to_vec(),
            seed: 1,
            tolerance: TOLERANCE,
            size: Size::Usual,
            cases: None,
            kept: KeptRows::All,
            parts: Vec::new(),
            processes: 1,
            machine: String::new(),
            commit: None,
            question: None,
            command: String::new(),
        }
    }

    /// Whether an experiment is run.
    pub fn has(&self, part: &str) -> bool {
        self.parts.contains(&part)
    }

    /// The experiments that are run, in their order.
    pub fn experiments(&self) -> impl Iterator<Item = &'static dyn Experiment> {
        EXPERIMENTS.iter().copied().filter(|experiment| self.has(experiment.name()))
    }

    /// The scalars that round.
    pub fn rounded(&self) -> impl Iterator<Item = Arithmetic> {
        self.scalars.iter().copied().filter(|scalar| *scalar != Arithmetic::Exact)
    }

    /// The value for the size of the study.
    pub fn of_size<T: Copy>(&self, of: [T; 3]) -> T {
        of[self.size as usize]
    }

    /// Cases of each family in f32 and in f64.
    pub fn cases(&self) -> u64 {
        self.cases.unwrap_or(self.of_size(CASES))
    }

    /// The count of each size, in proportion to the cases, rounded up.
    pub fn count(&self, of: [u64; 3]) -> u64 {
        let [count, cases, usual] = [self.of_size(of), self.cases(), self.of_size(CASES)].map(u128::from);
        (count * cases).div_ceil(usual) as u64
    }

    /// Whether a name is among those that were asked for.
    pub fn is_chosen(&self, variant: &str) -> bool {
        self.variants.is_empty() || self.variants.iter().any(|name| name == variant)
    }
}

/// The judged answers of the variants to a case in an arithmetic.
pub struct Judging<'a> {
    /// The case as it is posed in that arithmetic.
    pub posed: PosedCase,
    /// The judged reply of each variant.
    pub findings: Vec<JudgedVariant<'a>>,
    name: &'a str,
    gap_column: Option<GapColumn>,
}

impl<'a> Judging<'a> {
    /// Asks all variants about a case of a family, or of the corpus if `family` is `None`.
    ///
    /// Returns `None` if the case overflows the arithmetic: it is not applicable there, and has no truth there either.
    pub fn of(
        context: &'a Context,
        case: &Case,
        arithmetic: Arithmetic,
        family: Option<&'a dyn Family>,
    ) -> Option<Judging<'a>> {
        let posed = PosedCase::pose(case, arithmetic)?;
        let (name, gap_column) = family.map_or((gjk_records::CORPUS, None), |family| (family.name(), family.gap_column()));
        let findings = posed.ask(&context.roster, context.tolerance, |_| true);
        Some(Judging { posed, findings, name, gap_column })
    }

    /// The record of a variant's judged reply.
    pub fn record(&self, finding: &JudgedVariant, fault: Option<Fault>) -> Record {
        self.posed.record(finding, self.name, self.gap_column, fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_in_proportion_to_the_cases() {
        let count = |size, cases| Context { size, cases, ..Context::new(Roster::default()) }.count([20, 300, 3_000]);
        assert_eq!([Size::Quick, Size::Usual, Size::Full].map(|size| count(size, None)), [20, 300, 3_000]);
        assert_eq!([1, 10, 300, 2_000].map(|cases| count(Size::Usual, Some(cases))), [1, 3, 90, 600]);
    }
}
