//! The largest known errors: for each variant and scalar, the answer of a study that is off by most, with its case.
//!
//! They are lower bounds: there may be a larger error. The file says how bad a variant can be at least.

use std::collections::BTreeMap;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::format::write;
use gjk_records::{Answers, Quantity, Study, Worst};
use gjk_solvers::{ErasedVariant, PosedCase, Roster};

use crate::context::Context;

/// The largest errors that were kept with the project.
pub const KEPT: &str = include_str!("worst.jsonl");

/// The file of a study.
pub const FILE: &str = "worst.jsonl";

/// The header above the cases.
const HEAD: &str = "\
# The largest known errors of each variant and scalar, found by a study: lower bounds of the variant's largest error.
# A case's id is VARIANT.SCALAR.length for right verdicts and VARIANT.SCALAR.margin for wrong ones; its note begins with the
# value in units of u·D (exact arithmetic: D). If the number range causes the largest error, the largest error with another
# cause follows with the id VARIANT.SCALAR.QUANTITY.in-range.
";

/// The file of the largest errors in the tallies of a study, in the case format, variant by variant in the order of the roster.
pub fn of_answers(context: &Context, study: &Study) -> String {
    let roster = &context.roster;
    // The key is the index in the roster, the scalar, the quantity that is off, and last whether faults of the number range are
    // left out.
    let mut worst: BTreeMap<(usize, &str, Quantity, bool), (&Answers, &Worst)> = BTreeMap::new();
    for tally in &study.answers {
        for of_variant in &tally.variants {
            let is_of_it = |entry: &ErasedVariant| entry.about.name == of_variant.variant;
            let Some(variant) = roster.entries().iter().position(is_of_it) else { continue };
            for error in &of_variant.worst {
                let kept = worst.entry((variant, &tally.scalar, error.quantity, error.in_range)).or_insert((tally, error));
                // A NaN is more than every number.
                if error.value.total_cmp(&kept.1.value).is_gt() {
                    *kept = (tally, error);
                }
            }
        }
    }
    let mut text = HEAD.to_owned();
    for (&(variant, scalar, quantity, in_range), (tally, error)) in &worst {
        // If the largest error is not the range's fault, it is also the largest error within the range.
        if in_range && worst.get(&(variant, scalar, quantity, false)).is_some_and(|(_, any)| any.case == error.case) {
            continue;
        }
        let Some(arithmetic) = Arithmetic::named(scalar) else { continue };
        let Some(found) = case_of(tally, &error.case, context, arithmetic) else { continue };
        let lies = if error.truth_class.is_empty() { "undecided" } else { &error.truth_class };
        let unit = if arithmetic == Arithmetic::Exact { "D" } else { "u·D" };
        let suffix = if in_range { ".in-range" } else { "" };
        text += &write(&Case {
            id: format!("{}.{scalar}.{}{suffix}", roster.entries()[variant].about.name, quantity.name()),
            home: (arithmetic != Arithmetic::Exact).then_some(arithmetic),
            expect: None,
            source: Some(format!("{}: {}", context.command, error.case)),
            note: Some(format!("{} {unit}: {lies}, answered {}", error.value, error.verdict)),
            ..found
        });
        text.push('\n');
    }
    text
}

/// The case of this name among those that were tallied.
fn case_of(tally: &Answers, name: &str, context: &Context, arithmetic: Arithmetic) -> Option<Case> {
    let Some(family) = context.families.iter().find(|family| family.name() == tally.family) else {
        return context.corpus.iter().find(|case| case.id == name).cloned();
    };
    let index = name.rsplit(':').next()?.parse().ok()?;
    let case = family.case(context.seed, arithmetic, index);
    (case.id == name).then_some(case)
}

/// The value of a kept case as it is now, from its variant's answer; `None` if there is no such variant, answer or quantity.
pub fn replayed(roster: &Roster, case: &Case, tolerance: f64) -> Option<f64> {
    let mut parts = case.id.split('.');
    let (variant, scalar, quantity) = (parts.next()?, parts.next()?, parts.next()?);
    let posed = PosedCase::pose(case, Arithmetic::named(scalar)?)?;
    let judged = posed.ask(roster, tolerance, |entry| entry.about.name == variant).into_iter().next()?;
    let (_, judgement) = judged.outcome?;
    Quantity::named(quantity)?.of(judgement.ruling, judgement.error, judgement.margin)
}
