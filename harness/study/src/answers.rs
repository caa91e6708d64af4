//! Every variant on every case of the families and of the corpus, judged: one row per answer, and their tallies.

use std::collections::HashMap;
use std::ops::Range;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::family::Family;
use gjk_records::{CORPUS, Record, Rows, Study, UnitResult};
use gjk_solvers::{Fault, JudgedVariant};
use serde_json::{Value, json};

use crate::context::{Context, Judging, KeptRows};
use crate::experiment::{Experiment, Outcome, Sample, Unit, ranges, samples};
use crate::worst;

/// Cases of each family in exact arithmetic, by size of the study.
///
/// They support the statement that a variant has no failure at all: if 100 cases of a family have none, its rate is below 3 %
/// (95 %), and if 100 of each of 35 families have none, the mean of the rates is below 0.09 %. Four times as many cases, a
/// fifth of the time of a study, would give 0.02 %.
const EXACT: [u64; 3] = [3, 100, 1_000];

/// The approximate number of failures whose cause is determined, for each variant on a family in a scalar, by size of the
/// study.
///
/// The runs in exact arithmetic that determine it take longer than all judging where a variant fails by design. A share of 32
/// is known to within 18 % (95 %).
const ASKED: [u64; 3] = [2, 32, 32];

/// The answers of the variants.
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

    /// The units family by family, scalar by scalar; then those of the corpus.
    fn units<'a>(&self, context: &'a Context) -> Vec<Unit<'a>> {
        let mut units = Vec::new();
        for family in context.families.iter().map(Box::as_ref) {
            for &arithmetic in &context.scalars {
                units.extend(ranges(cases(context, arithmetic)).map(|cases| {
                    let name = format!("{}/{arithmetic}/{:09}", family.name(), cases.start);
                    let size = weight(arithmetic) * (cases.end - cases.start);
                    let case = move |number| family.independent_case(context.seed, arithmetic, number);
                    Unit::new(name, size, move || answers(context, Some(family), arithmetic, &cases, &case, None))
                }));
            }
        }
        let corpus = &context.corpus;
        let all = corpus.len() as u64;
        units.extend(context.scalars.iter().filter(|_| all > 0).map(|&arithmetic| {
            let case = |index: u64| corpus[index as usize].clone();
            Unit::new(format!("{CORPUS}/{arithmetic}/{:09}", 0), weight(arithmetic) * all, move || {
                answers(context, None, arithmetic, &(0..all), &case, None)
            })
        }));
        units
    }

    fn samples<'a>(&self, context: &'a Context) -> Vec<Sample<'a>> {
        let of = |&arithmetic: &Arithmetic| {
            samples(context, 4, cases(context, arithmetic), move |family, range| {
                let case = move |number| family.independent_case(context.seed, arithmetic, number);
                // The cause of few failures is determined: here of none.
                Unit::new(String::new(), 1, move || answers(context, Some(family), arithmetic, &range, &case, Some(0)))
            })
        };
        context.scalars.iter().flat_map(of).collect()
    }

    /// The largest errors, with their cases.
    fn beside(&self) -> &'static [&'static str] {
        &[worst::FILE]
    }

    fn texts(&self, context: &Context, study: &Study) -> Vec<String> {
        vec![worst::of_answers(context, study)]
    }
}

/// The number of failures of each variant whose cause was determined, within a unit.
///
/// They are the first ones of the unit: the number of a case says nothing about the case, and every process that does the unit
/// determines the cause of the same ones.
struct FaultQuota<'a> {
    family: Option<&'a dyn Family>,
    arithmetic: Arithmetic,
    /// The largest number in this unit.
    most: u64,
    by_variant: HashMap<&'static str, u64>,
}

impl<'a> FaultQuota<'a> {
    fn of(context: &Context, family: Option<&'a dyn Family>, arithmetic: Arithmetic) -> FaultQuota<'a> {
        // The cases of the corpus are not a sample of anything, so none stands for another.
        let most = family.map_or(u64::MAX, |_| asked_in_unit(context.of_size(ASKED), cases(context, arithmetic)));
        FaultQuota { family, arithmetic, most, by_variant: HashMap::new() }
    }

    /// The records of a case, counted.
    fn judged(&mut self, context: &Context, case: &Case, tally: &mut gjk_records::Answers) -> Vec<Record> {
        let (tolerance, arithmetic) = (context.tolerance, self.arithmetic);
        let Some(judged) = Judging::of(context, case, arithmetic, self.family) else { return Vec::new() };
        let mut fault = |finding: &JudgedVariant| {
            finding.outcome.as_ref().filter(|(_, judgement)| judgement.ruling.is_failure())?;
            let asked = self.by_variant.entry(finding.variant.about.name).or_default();
            // In exact arithmetic the cause is known.
            if arithmetic != Arithmetic::Exact && *asked >= self.most {
                return Some(Fault::NotAsked);
            }
            *asked += 1;
            judged.posed.fault_of(finding, tolerance)
        };
        let records: Vec<Record> = judged.findings.iter().map(|finding| judged.record(finding, fault(finding))).collect();
        tally.count(&records, tolerance);
        // The largest error that is not the number range's fault is kept apart, and any failure may have it.
        for (near, (finding, record)) in judged.findings.iter().zip(&records).enumerate() {
            if tally.may_be_worst_in_range(near, record) && !judged.posed.is_fault_of_range(finding.variant, tolerance) {
                tally.keep_in_range(near, record);
            }
        }
        records
    }
}

/// The approximate cost of a case, in cases in doubles.
fn weight(arithmetic: Arithmetic) -> u64 {
    if arithmetic == Arithmetic::Exact { 10 } else { 1 }
}

/// Cases of a family in an arithmetic.
fn cases(context: &Context, arithmetic: Arithmetic) -> u64 {
    if arithmetic == Arithmetic::Exact { context.count(EXACT) } else { context.cases() }
}

/// The number of failures of a variant whose cause is determined in each unit of a family with `cases` cases, if it is
/// determined for `all` failures in total.
fn asked_in_unit(all: u64, cases: u64) -> u64 {
    all.div_ceil(ranges(cases).count() as u64)
}

fn answers(
    context: &Context,
    family: Option<&dyn Family>,
    arithmetic: Arithmetic,
    &Range { start: first, end }: &Range<u64>,
    case: &dyn Fn(u64) -> Case,
    most_asked: Option<u64>,
) -> std::io::Result<Outcome> {
    let (mut rows, mut asked) = (Rows::new(), FaultQuota::of(context, family, arithmetic));
    asked.most = most_asked.unwrap_or(asked.most);
    let mut tally = gjk_records::Answers::new(family.map_or(CORPUS, |family| family.name()), arithmetic.name());
    for index in first..end {
        let records = asked.judged(context, &case(index), &mut tally);
        let kept = |record: &&Record| match context.kept {
            KeptRows::All => true,
            KeptRows::Failures => record.ruling.is_failure(),
            KeptRows::Nothing => false,
        };
        records.iter().filter(kept).try_for_each(|record| rows.push(record))?;
    }
    let rows = if context.kept == KeptRows::Nothing { None } else { Some(rows.finish()?) };
    Ok(Outcome { rows, found: UnitResult::Answers { first, end, tally } })
}

#[cfg(test)]
mod tests {
    use gjk_cases::family;
    use gjk_records::NOT_ASKED;
    use gjk_solvers::Roster;

    use super::*;

    fn context() -> Context {
        let mut roster = Roster::builtin();
        roster.retain(|entry| ["epa-split", "ericson", "johnson-gilbert-foo"].contains(&entry.about.name));
        Context { cases: Some(640), ..Context::new(roster) }
    }

    #[test]
    fn units_together_ask_about_as_many_failures_as_are_wanted() {
        assert_eq!([1, 64, 65, 300, 1_000, 10_000].map(|cases| asked_in_unit(32, cases)), [32, 32, 16, 7, 2, 1]);
        for cases in [1, 64, 100, 1_000, 2_000, 100_000] {
            let units = ranges(cases).count() as u64;
            let all = units * asked_in_unit(32, cases);
            assert!(all >= 32 && all < 32 + units, "{cases}: {all} in {units} units");
        }
    }

    #[test]
    fn the_first_failures_of_a_unit_are_asked_and_no_number_but_that_of_faults_depends_on_it() {
        let (context, family) = (context(), family::named("deep-overlap").expect("a family"));
        let family = family.as_ref();
        let tally_of = |most| {
            let mut asked = FaultQuota { most, ..FaultQuota::of(&context, Some(family), Arithmetic::F64) };
            let mut tally = gjk_records::Answers::new(family.name(), "f64");
            let records: Vec<Record> = (0..40)
                .flat_map(|number| asked.judged(&context, &family.case(1, Arithmetic::F64, number), &mut tally))
                .filter(|record| record.ruling.is_failure())
                .collect();
            (tally, records)
        };
        let ((all, _), (some, records)) = (tally_of(u64::MAX), tally_of(3));
        let split: Vec<&str> = records
            .iter()
            .filter(|record| record.variant == "epa-split")
            .filter_map(|record| record.fault.as_deref())
            .collect();
        assert!(split.len() > 10 && split[..3].iter().all(|fault| *fault != NOT_ASKED), "{split:?}");
        assert!(split[3..].iter().all(|fault| *fault == NOT_ASKED), "{split:?}");
        for (all, some) in all.variants.iter().zip(&some.variants) {
            assert_eq!(
                (all.counts.failures_asked(), some.counts.failures_asked()),
                (all.counts.failures(), all.counts.failures().min(3))
            );
            let but_faults = |tally: &gjk_records::VariantAnswers| {
                let mut tally = tally.clone();
                tally.counts.faults = Default::default();
                tally
            };
            assert_eq!(but_faults(all), but_faults(some), "{}", all.variant);
        }
    }

    #[test]
    fn the_largest_error_within_the_range_is_found_without_asking_about_every_failure() {
        // Cases of size one, and the same cases so small that squares of lengths underflow: some variants fail only there.
        let (context, family) = (context(), family::named("gap").expect("a family"));
        let tally_of = |most| {
            let mut asked = FaultQuota { most, ..FaultQuota::of(&context, Some(family.as_ref()), Arithmetic::F64) };
            let mut tally = gjk_records::Answers::new("gap", "f64");
            for number in 0..60 {
                let mut case = family.case(1, Arithmetic::F64, number);
                let scale = if number % 2 == 0 { 2f64.powi(-600) } else { 1.0 };
                [&mut case.a, &mut case.b].into_iter().for_each(|body| body.each_length(&mut |x| *x *= scale));
                asked.judged(&context, &case, &mut tally);
            }
            tally
        };
        let (all, none) = (tally_of(u64::MAX), tally_of(0));
        let worst = |tally: &gjk_records::Answers| -> Vec<(String, Vec<gjk_records::Worst>)> {
            tally.variants.iter().map(|of| (of.variant.clone(), of.worst.clone())).collect()
        };
        assert_eq!(worst(&all), worst(&none));
        let of_range: u64 = all.variants.iter().map(|of| of.counts.faults[2]).sum();
        assert!(of_range > 0 && worst(&all).iter().any(|(_, worst)| !worst.is_empty()), "{of_range} {:?}", worst(&all));
    }
}
