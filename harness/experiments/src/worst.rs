//! The largest known errors: of each variant and scalar the answer of a study that is off by most, with its case.
//!
//! They are lower bounds. Nobody knows that there is no larger one: the file says how bad a variant can be at least.

use std::collections::BTreeMap;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::Family;
use gjk_cases::format::write;
use gjk_records::{Record, Ruling};
use gjk_solvers::{PosedCase, Roster};
use gjk_truth::judge::Judgement;

/// What is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// The error of the length that a right verdict comes with, if it is more than the ruling allows.
    Length,
    /// The margin of a wrong verdict: the least translation that would make it true.
    Margin,
}

impl Quantity {
    const ALL: [Quantity; 2] = [Quantity::Length, Quantity::Margin];

    /// As ids spell it.
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Length => "length",
            Quantity::Margin => "margin",
        }
    }

    /// The quantity with this name.
    pub fn named(name: &str) -> Option<Quantity> {
        Quantity::ALL.into_iter().find(|quantity| quantity.name() == name)
    }

    /// Its value in a record, in units of u·D (exact arithmetic: D), if it is more than nothing.
    fn of_record(self, record: &Record) -> Option<f64> {
        self.of(record.ruling, record.error_units, record.margin_units)
    }

    /// Its value in a judgement.
    pub fn of_judgement(self, judgement: &Judgement) -> Option<f64> {
        self.of(judgement.ruling, judgement.error, judgement.margin)
    }

    fn of(self, ruling: Ruling, error: Option<f64>, margin: Option<f64>) -> Option<f64> {
        let value = match (self, ruling) {
            (_, Ruling::GaveUp | Ruling::NotApplicable) => None,
            // Far from the origin a right answer has witness points that are off by what rounding them costs.
            (Quantity::Length, Ruling::Right) => None,
            (Quantity::Length, _) => error.filter(|_| margin.is_none()),
            (Quantity::Margin, _) => margin,
        };
        value.filter(|value| *value != 0.0)
    }
}

/// The largest errors that were kept with the project.
pub const KEPT: &str = include_str!("worst.jsonl");

/// What stands above the cases.
const HEAD: &str = "\
# The largest known errors of each variant and scalar: lower bounds, found by a study, of what an answer can be off by.
# A case's id is VARIANT.SCALAR.length for right verdicts and VARIANT.SCALAR.margin for wrong ones; its note begins with the
# value in units of u·D (exact arithmetic: D). Where the largest one is the number range's fault, the largest of those that are
# not follows with the id VARIANT.SCALAR.QUANTITY.in-range.
";

/// Where in a roster's order, in what scalar and what is off; at last whether faults of the number range are left out.
type Place<'r> = (usize, &'r str, Quantity, bool);

/// The file of the largest errors among the records of a study, in the case format. Cases are looked up in these families and
/// in these other cases.
pub fn of_records(
    roster: &Roster,
    records: &[Record],
    families: &[Box<dyn Family>],
    others: &[Case],
    seed: u64,
    source: &str,
) -> String {
    let mut worst: BTreeMap<Place<'_>, (&Record, f64)> = BTreeMap::new();
    for record in records {
        let Some(variant) = roster.entries().iter().position(|entry| entry.about.name == record.variant) else { continue };
        for quantity in Quantity::ALL {
            let Some(value) = quantity.of_record(record) else { continue };
            let is_of_range = record.fault.as_deref() == Some("range");
            for in_range in [false, true].into_iter().filter(|in_range| !(*in_range && is_of_range)) {
                let kept = worst.entry((variant, &record.scalar, quantity, in_range)).or_insert((record, value));
                // A NaN is more than every number.
                if value.total_cmp(&kept.1).is_gt() {
                    *kept = (record, value);
                }
            }
        }
    }
    let is_another = |&(variant, scalar, quantity, in_range): &Place<'_>, record: &Record| {
        !in_range || worst.get(&(variant, scalar, quantity, false)).is_none_or(|any| any.0.case != record.case)
    };
    let line = |(place, &(record, value)): (&Place<'_>, &(&Record, f64))| {
        let (quantity, in_range) = (place.2, if place.3 { ".in-range" } else { "" });
        if !is_another(place, record) {
            return None;
        }
        let arithmetic = Arithmetic::named(&record.scalar)?;
        let found = case_of(record, families, others, seed, arithmetic)?;
        let lies = if record.truth_class.is_empty() { "undecided" } else { &record.truth_class };
        let verdict = record.verdict.as_deref().unwrap_or_default();
        let unit = if arithmetic == Arithmetic::Exact { "D" } else { "u·D" };
        Some(write(&Case {
            id: format!("{}.{}.{}{in_range}", record.variant, record.scalar, quantity.name()),
            home: (arithmetic != Arithmetic::Exact).then_some(arithmetic),
            expect: None,
            source: Some(format!("{source}: {}", record.case)),
            note: Some(format!("{value} {unit}: {lies}, answered {verdict}")),
            ..found
        }))
    };
    worst.iter().filter_map(line).fold(HEAD.to_owned(), |text, line| text + &line + "\n")
}

/// The case of a record.
fn case_of(record: &Record, families: &[Box<dyn Family>], others: &[Case], seed: u64, arithmetic: Arithmetic) -> Option<Case> {
    let Some(family) = families.iter().find(|family| family.name() == record.family) else {
        return others.iter().find(|case| case.id == record.case).cloned();
    };
    let index = record.case.rsplit(':').next()?.parse().ok()?;
    let case = family.case(seed, arithmetic, index);
    (case.id == record.case).then_some(case)
}

/// The value of a kept case as it is now: that of its variant's answer, and none if there is no such variant, answer or quantity.
pub fn replayed(roster: &Roster, case: &Case, tolerance: f64) -> Option<f64> {
    let mut parts = case.id.split('.');
    let (variant, scalar, quantity) = (parts.next()?, parts.next()?, parts.next()?);
    let posed = PosedCase::pose(case, Arithmetic::named(scalar)?)?;
    let judged = posed.ask(roster, tolerance, |entry| entry.about.name == variant).into_iter().next()?;
    let (_, judgement) = judged.outcome?;
    Quantity::named(quantity)?.of_judgement(&judgement)
}
