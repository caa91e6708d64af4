//! Campaigns: every variant on every case of the families and the corpus, judged, on all cores.
//!
//! How many cases there are is fixed by the plan, never by the clock, and a case does not depend on which thread judges it: the
//! records of a plan are the same on every machine whose floats are IEEE.

use gjk_records::{Record, Ruling};
use rayon::prelude::*;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::Family;
use gjk_solvers::{Fault, PosedCase, Roster};

/// What is judged.
pub struct Plan<'a> {
    /// The variants.
    pub roster: &'a Roster,
    /// The families.
    pub families: &'a [Box<dyn Family>],
    /// Cases that belong to no family, and what records call their family.
    pub corpus: Option<(&'a str, &'a [Case])>,
    /// Seed of the families.
    pub seed: u64,
    /// In units of u·D.
    pub tolerance: f64,
    /// Cases of each family, by arithmetic.
    pub cases: [(Arithmetic, u64); 3],
}

/// One piece of work: consecutive cases of a family in an arithmetic, or one case of the corpus in every arithmetic.
enum Task<'a> {
    Family { family: &'a dyn Family, arithmetic: Arithmetic, first: u64, last: u64 },
    Corpus { name: &'a str, case: &'a Case },
}

const CHUNK: u64 = 16;

impl Plan<'_> {
    /// How many pairs of case and arithmetic there are.
    pub fn len(&self) -> u64 {
        let generated = self.families.len() as u64 * self.cases.iter().map(|(_, cases)| cases).sum::<u64>();
        generated + self.corpus.map_or(0, |(_, cases)| (cases.len() * Arithmetic::ALL.len()) as u64)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Judges everything; records come in the order of families, arithmetics, cases and variants. `done` is told how many
    /// pairs of case and arithmetic were finished, from any thread.
    pub fn run(&self, done: impl Fn(u64) + Sync) -> Vec<Record> {
        let mut tasks = Vec::new();
        for family in self.families {
            for &(arithmetic, cases) in &self.cases {
                let firsts = (0..cases).step_by(CHUNK as usize);
                tasks.extend(firsts.map(|first| {
                    let last = (first + CHUNK).min(cases);
                    Task::Family { family: family.as_ref(), arithmetic, first, last }
                }));
            }
        }
        if let Some((name, cases)) = self.corpus {
            tasks.extend(cases.iter().map(|case| Task::Corpus { name, case }));
        }
        let records: Vec<Vec<Record>> = tasks
            .par_iter()
            .with_max_len(1)
            .map(|task| match *task {
                Task::Family { family, arithmetic, first, last } => {
                    let mut records = Vec::new();
                    for index in first..last {
                        let case = family.case(self.seed, arithmetic, index);
                        records.extend(self.judge(&case, arithmetic, family.name(), family.knob_is_gap()));
                    }
                    done(last - first);
                    records
                }
                Task::Corpus { name, case } => {
                    let all = Arithmetic::ALL.iter();
                    let records = all.flat_map(|&arithmetic| self.judge(case, arithmetic, name, false)).collect();
                    done(Arithmetic::ALL.len() as u64);
                    records
                }
            })
            .collect();
        records.into_iter().flatten().collect()
    }

    fn judge(&self, case: &Case, arithmetic: Arithmetic, family: &str, knob_is_gap: bool) -> Vec<Record> {
        // What overflows an arithmetic is not applicable there, and has no truth there either.
        let Some(posed) = PosedCase::pose(case, arithmetic) else { return Vec::new() };
        let findings = posed.ask(self.roster, self.tolerance, |_| true);
        let record = |finding| {
            let fault = fault_of(&posed, finding, self.tolerance);
            posed.record(finding, family, knob_is_gap, fault)
        };
        findings.iter().map(record).collect()
    }
}

/// Whose fault a failure is; none where there is no failure.
fn fault_of(posed: &PosedCase, finding: &gjk_solvers::Judged<'_>, tolerance: f64) -> Option<Fault> {
    let failed = finding.outcome.as_ref().is_some_and(|(_, judgement)| Ruling::is_failure(judgement.ruling));
    failed.then(|| posed.fault(finding.variant, tolerance))
}
