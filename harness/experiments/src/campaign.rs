//! Campaigns: every variant on every case of the families and the corpus, judged, and what else is counted, cut into units of work.
//!
//! How much there is to do is fixed by the plan, never by the clock, and what comes of a unit is a pure function of the plan and the
//! unit's name: neither threads nor the machine have a say, if its floats are IEEE. So any process on any machine can do any unit.

use std::ops::Range;

use gjk_records::{Answers, CORPUS, CensusTally, Found, Record, Rows};

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::{Family, GapColumn};
use gjk_solvers::{PosedCase, Roster};

use crate::{loops, trace};

/// What is done.
pub struct Plan<'a> {
    /// The variants.
    pub roster: &'a Roster,
    /// The loops around the distance subalgorithms.
    pub loop_roster: &'a Roster,
    /// The families.
    pub families: &'a [Box<dyn Family>],
    /// Cases that belong to no family; none if they are left out.
    pub corpus: &'a [Case],
    /// The scalars in which the corpus is posed.
    pub corpus_scalars: &'a [Arithmetic],
    /// Seed of the families.
    pub seed: u64,
    /// In units of u·D.
    pub tolerance: f64,
    /// Cases of each family, by arithmetic.
    pub cases: Vec<(Arithmetic, u64)>,
    /// Cases of each family on which the loops are compared, by arithmetic.
    pub loops: Vec<(Arithmetic, u64)>,
    /// Counts where the origin lies when DoSimplex is entered; none if it is not counted.
    pub census: Option<&'a (dyn Fn() -> Vec<CensusTally> + Sync)>,
    /// Pairs that move; none if they are left out.
    pub traces: Option<trace::Plan<'a>>,
    /// Which answers get a row.
    pub kept: Kept,
}

/// Which answers get a row. Every answer is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// All of them.
    All,
    /// Those that are failures.
    Failures,
    /// None of them.
    Nothing,
}

/// A piece of work.
pub struct Unit<'a> {
    /// Its name, which determines it within the plan.
    pub name: String,
    /// About how much it is: cases.
    pub size: u64,
    work: Work<'a>,
}

enum Work<'a> {
    Family { family: &'a dyn Family, arithmetic: Arithmetic, cases: Range<u64> },
    Corpus { arithmetic: Arithmetic },
    Loops { family: &'a dyn Family, arithmetic: Arithmetic, cases: u64 },
    Census,
    Traces(trace::Setting<'a>),
}

/// What came of a unit.
pub struct Outcome {
    /// The bytes of the file of its rows; none where it makes no rows.
    pub rows: Option<Vec<u8>>,
    /// The rest.
    pub found: Found,
}

/// Cases of a unit of a family of so many. A unit is what is lost when a process dies, and what is dealt out; a file of its rows should
/// neither be one of too many nor too long.
fn unit_of(cases: u64) -> u64 {
    let (most_units, many_units) = (64, 1024);
    let size = |units: u64| cases.div_ceil(units).next_power_of_two();
    size(most_units).clamp(64, 2048).max(size(many_units))
}

impl<'a> Plan<'a> {
    /// Answers to the cases of families, and nothing else.
    pub fn new(
        roster: &'a Roster,
        families: &'a [Box<dyn Family>],
        cases: Vec<(Arithmetic, u64)>,
        seed: u64,
        tolerance: f64,
    ) -> Plan<'a> {
        Plan {
            roster,
            loop_roster: roster,
            families,
            corpus: &[],
            corpus_scalars: &[],
            seed,
            tolerance,
            cases,
            loops: Vec::new(),
            census: None,
            traces: None,
            kept: Kept::All,
        }
    }

    /// All units in their order: families by arithmetics, the corpus, loops, census, traces.
    pub fn units(&self) -> Vec<Unit<'a>> {
        let mut units = Vec::new();
        for family in self.families {
            let family = family.as_ref();
            for &(arithmetic, cases) in &self.cases {
                let size = unit_of(cases);
                units.extend((0..cases).step_by(size as usize).map(|first| {
                    let cases = first..(first + size).min(cases);
                    // Names sort as the units do.
                    let name = format!("{}/{arithmetic}/{first:09}", family.name());
                    Unit { name, size: cases.end - first, work: Work::Family { family, arithmetic, cases } }
                }));
            }
        }
        if !self.corpus.is_empty() {
            units.extend(self.corpus_scalars.iter().map(|&arithmetic| Unit {
                name: format!("{CORPUS}/{arithmetic}/{:09}", 0),
                size: self.corpus.len() as u64,
                work: Work::Corpus { arithmetic },
            }));
        }
        for family in self.families {
            let family = family.as_ref();
            units.extend(self.loops.iter().filter(|(_, cases)| *cases > 0).map(|&(arithmetic, cases)| Unit {
                name: format!("loops/{}/{arithmetic}", family.name()),
                // Many loops are asked.
                size: 10 * cases,
                work: Work::Loops { family, arithmetic, cases },
            }));
        }
        units.extend(self.census.map(|_| Unit { name: "census".to_owned(), size: 1000, work: Work::Census }));
        for setting in self.traces.iter().flat_map(|traces| traces.settings()) {
            units.push(Unit { name: format!("traces/{setting}"), size: 1000, work: Work::Traces(setting) });
        }
        units
    }

    /// Does a unit.
    ///
    /// # Errors
    /// Rows cannot be written: there is no memory left for them.
    pub fn run(&self, unit: &Unit) -> std::io::Result<Outcome> {
        let found = match &unit.work {
            Work::Family { family, arithmetic, cases } => {
                let case = |number| family.independent_case(self.seed, *arithmetic, number);
                return self.answers((family.name(), family.gap_column()), *arithmetic, cases, &case);
            }
            Work::Corpus { arithmetic } => {
                let case = |index| self.corpus[index as usize].clone();
                return self.answers((CORPUS, None), *arithmetic, &(0..self.corpus.len() as u64), &case);
            }
            Work::Loops { family, arithmetic, cases } => {
                Found::Loops(loops::tally(self.loop_roster, *family, *arithmetic, *cases, self.seed, self.tolerance))
            }
            Work::Census => Found::Census(self.census.map(|count| count()).unwrap_or_default()),
            Work::Traces(setting) => {
                Found::Traces(self.traces.as_ref().map(|traces| traces.judged(setting)).unwrap_or_default())
            }
        };
        Ok(Outcome { rows: None, found })
    }

    fn answers(
        &self,
        (family, gap_column): (&str, Option<GapColumn>),
        arithmetic: Arithmetic,
        &Range { start: first, end }: &Range<u64>,
        case: &dyn Fn(u64) -> Case,
    ) -> std::io::Result<Outcome> {
        let mut rows = Rows::new();
        let mut tally = Answers::new(family, arithmetic.name());
        for index in first..end {
            let records = self.judged(&case(index), arithmetic, family, gap_column);
            tally.count(&records, self.tolerance);
            let kept = |record: &&Record| match self.kept {
                Kept::All => true,
                Kept::Failures => record.ruling.is_failure(),
                Kept::Nothing => false,
            };
            records.iter().filter(kept).try_for_each(|record| rows.push(record))?;
        }
        let rows = if self.kept == Kept::Nothing { None } else { Some(rows.finish()?) };
        Ok(Outcome { rows, found: Found::Answers { first, end, tally } })
    }

    /// A record for each variant on a case; none where the case overflows the arithmetic.
    pub fn judged(&self, case: &Case, arithmetic: Arithmetic, family: &str, gap_column: Option<GapColumn>) -> Vec<Record> {
        // What overflows an arithmetic is not applicable there, and has no truth there either.
        let Some(posed) = PosedCase::pose(case, arithmetic) else { return Vec::new() };
        let findings = posed.ask(self.roster, self.tolerance, |_| true);
        let record = |finding| {
            let fault = posed.fault_of(finding, self.tolerance);
            posed.record(finding, family, gap_column, fault)
        };
        findings.iter().map(record).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_neither_many_nor_long() {
        assert_eq!([1, 60, 1_000, 4_000, 10_000].map(unit_of), [64, 64, 64, 64, 256]);
        assert_eq!([100_000, 1_000_000, 100_000_000].map(unit_of), [2048, 2048, 131_072]);
        for cases in [1, 63, 64, 65, 5_000, 131_073, 3_000_000] {
            let size = unit_of(cases);
            assert!(cases.div_ceil(size) <= 1024, "{cases}: {size}");
        }
    }
}
