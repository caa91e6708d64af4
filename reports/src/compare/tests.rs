//! Comparisons of invented studies, whose numbers are computed by hand.

mod answers;
mod timed;

use gjk_records::{Answers, CORPUS, Campaign, Column, Facts, FamilyFact, Form, Record, Ruled, RuledCases, Study, Timing};

use super::*;

/// A builder of an invented study.
struct Invented {
    facts: Facts,
    rows: &'static str,
    corpus: u64,
    tallies: Vec<Answers>,
    units: Vec<RuledCases>,
    timings: Vec<Timing>,
    /// The knobs that the rows state: those that were asked for and those that were achieved.
    asked: f64,
    knob: f64,
}

/// Answers, one after the other.
fn times_of(count: usize, column: Column) -> Vec<Column> {
    vec![column; count]
}

fn record(family: &str, case: &str, variant: &str, column: Column) -> Record {
    let says = match column {
        Column::Phantom => Some("intersecting"),
        Column::GaveUp | Column::NotApplicable | Column::Refused => None,
        _ => Some("apart"),
    };
    Record {
        schema: 4,
        family: family.to_owned(),
        case: case.to_owned(),
        dimension: 3,
        scalar: "f64".to_owned(),
        variant: variant.to_owned(),
        ruling: column.ruling(),
        verdict: says.map(str::to_owned),
        ..Record::default()
    }
}

impl Invented {
    fn new() -> Invented {
        Invented {
            facts: Facts { seed: 1, tolerance: 64.0, cases_per_family: 8, ..Facts::default() },
            rows: "all",
            corpus: 3,
            tallies: Vec::new(),
            units: Vec::new(),
            timings: Vec::new(),
            asked: 0.5,
            knob: 0.5,
        }
    }

    fn seed(mut self, seed: u64) -> Invented {
        self.facts.seed = seed;
        self
    }

    fn rows(mut self, rows: &'static str) -> Invented {
        self.rows = rows;
        self
    }

    /// Adds the answers of variants to the cases of a family from 0 on.
    fn family(mut self, family: &str, variants: &[(&str, Vec<Column>)]) -> Invented {
        let mut tally = Answers::new(family, "f64");
        let mut rows = Vec::new();
        let cases = variants.iter().map(|(_, columns)| columns.len()).max().unwrap_or(0);
        for number in 0..cases {
            let seed = self.facts.seed;
            let case = if family == CORPUS { format!("pinned-{number}") } else { format!("{family}:{seed}:{number}") };
            let of = |(variant, columns): &(&str, Vec<Column>)| Some(record(family, &case, variant, *columns.get(number)?));
            let records: Vec<Record> = variants.iter().filter_map(of).collect();
            tally.count(&records, 64.0);
            let is_kept = |record: &&Record| self.rows == "all" || record.ruling.is_failure();
            rows.extend(records.iter().filter(is_kept).map(|record| Ruled {
                case: record.case.clone(),
                dimension: 3,
                variant: record.variant.clone(),
                knob_asked: Some(self.asked),
                knob: Some(self.knob),
                ruling: record.ruling,
                verdict: record.verdict.clone(),
                ..Ruled::default()
            }));
        }
        self.tallies.push(tally);
        let rows = (self.rows != "none").then_some(rows);
        self.units.push(RuledCases { family: family.to_owned(), scalar: "f64".to_owned(), first: 0, end: cases as u64, rows });
        self.facts.families.push(FamilyFact { name: family.to_owned(), frames: 1, ..FamilyFact::default() });
        self
    }

    /// Adds the time of one right answer.
    fn time(mut self, family: &str, case: usize, variant: &str, nanoseconds: f64) -> Invented {
        self.timings.push(Timing {
            family: family.to_owned(),
            case: format!("{family}:1:{case}"),
            scalar: "f64".to_owned(),
            variant: variant.to_owned(),
            ruling: gjk_records::Ruling::Right,
            machine: "a processor".to_owned(),
            nanoseconds,
            ..Timing::default()
        });
        self
    }

    fn side(self) -> Side {
        let mut campaign = Campaign { facts: self.facts.clone(), finished: true, ..Campaign::default() };
        campaign.plan.insert("rows".to_owned(), self.rows.into());
        campaign.plan.insert("corpus".to_owned(), self.corpus.into());
        let study = Study { facts: self.facts, answers: self.tallies, ..Study::default() }.with(self.timings);
        Side::of("a folder", &campaign, study, self.units)
    }
}

/// The comparison of two whole studies.
fn compared(old: Invented, new: Invented) -> Comparison {
    Comparison::new(&old.side(), &new.side(), &Selection::default())
}

/// The comparison of a variant `x` in one family.
fn of_x(old: Vec<Column>, new: Vec<Column>) -> Comparison {
    compared(Invented::new().family("gap", &[("x", old)]), Invented::new().family("gap", &[("x", new)]))
}
