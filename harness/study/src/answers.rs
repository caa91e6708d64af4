//! Every variant on every case of the families and of the corpus, judged: a row for each answer, and what they come to.

use std::ops::Range;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::Family;
use gjk_records::{CORPUS, Found, Record, Rows, Study};
use serde_json::{Value, json};

use crate::context::{Context, Kept};
use crate::experiment::{Experiment, Outcome, Unit, ranges};
use crate::worst;

/// Cases of each family in exact arithmetic, by size of the study.
const EXACT: [u64; 3] = [30, 400, 4_000];

/// What the variants answer.
pub struct Answers;

impl Experiment for Answers {
    fn name(&self) -> &'static str {
        "answers"
    }

    fn about(&self) -> &'static str {
        "Every variant on the cases of the families and the corpus"
    }

    fn asks_programs(&self) -> bool {
        true
    }

    fn plan(&self, context: &Context) -> Vec<(&'static str, Value)> {
        vec![("cases", json!(context.cases())), ("cases in exact arithmetic", json!(context.count(EXACT)))]
    }

    /// Family by family, scalar by scalar; then the corpus.
    fn units<'a>(&self, context: &'a Context) -> Vec<Unit<'a>> {
        let mut units = Vec::new();
        for family in context.families.iter().map(Box::as_ref) {
            for &arithmetic in &context.scalars {
                let cases = if arithmetic == Arithmetic::Exact { context.count(EXACT) } else { context.cases() };
                units.extend(ranges(cases).map(|cases| {
                    let name = format!("{}/{arithmetic}/{:09}", family.name(), cases.start);
                    let size = cases.end - cases.start;
                    let case = move |number| family.independent_case(context.seed, arithmetic, number);
                    Unit::new(name, size, move || answers(context, Some(family), arithmetic, &cases, &case))
                }));
            }
        }
        let corpus = &context.corpus;
        let all = corpus.len() as u64;
        units.extend(context.scalars.iter().filter(|_| all > 0).map(|&arithmetic| {
            let case = |index: u64| corpus[index as usize].clone();
            Unit::new(format!("{CORPUS}/{arithmetic}/{:09}", 0), all, move || {
                answers(context, None, arithmetic, &(0..all), &case)
            })
        }));
        units
    }

    /// The largest errors, with their cases.
    fn beside(&self) -> &'static [&'static str] {
        &[worst::FILE]
    }

    fn texts(&self, context: &Context, study: &Study) -> Vec<String> {
        vec![worst::of_answers(context, study)]
    }
}

fn answers(
    context: &Context,
    family: Option<&dyn Family>,
    arithmetic: Arithmetic,
    &Range { start: first, end }: &Range<u64>,
    case: &dyn Fn(u64) -> Case,
) -> std::io::Result<Outcome> {
    let mut rows = Rows::new();
    let mut tally = gjk_records::Answers::new(family.map_or(CORPUS, |family| family.name()), arithmetic.name());
    for index in first..end {
        let records = context.judged(&case(index), arithmetic, family);
        tally.count(&records, context.tolerance);
        let kept = |record: &&Record| match context.kept {
            Kept::All => true,
            Kept::Failures => record.ruling.is_failure(),
            Kept::Nothing => false,
        };
        records.iter().filter(kept).try_for_each(|record| rows.push(record))?;
    }
    let rows = if context.kept == Kept::Nothing { None } else { Some(rows.finish()?) };
    Ok(Outcome { rows, found: Found::Answers { first, end, tally } })
}
