//! Units of campaigns: pure functions of the plan and their name, cut as the plan says.

use std::collections::BTreeMap;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::corpus;
use gjk_cases::family::{Family, motions, named};
use gjk_records::{Answers, CensusTally, LoopTally, Record, Rows, Ruling, TraceTally, UnitResult};
use gjk_solvers::Roster;
use gjk_study::experiment::{Experiment, Outcome, Unit};
use gjk_study::{Context, Judging, KeptRows, Size, answers, runner};
use gjk_truth::judge::TOLERANCE;

/// A context of these parts and families, with this number of cases of each family.
fn context(parts: &[&'static str], families: &[&str], scalars: &[Arithmetic], cases: u64) -> Context {
    Context {
        parts: parts.to_vec(),
        families: families.iter().map(|name| named(name).expect("a family")).collect(),
        scalars: scalars.to_vec(),
        cases: Some(cases),
        ..Context::new(Roster::builtin())
    }
}

fn run(unit: &Unit) -> Outcome {
    unit.run().expect("there is memory")
}

#[test]
fn units_cut_the_cases_and_their_tallies_add_up() {
    let scalars = [Arithmetic::F32, Arithmetic::Exact];
    let mut context = context(&["answers"], &["gap", "needle"], &scalars, 150);
    context.corpus = corpus::wild()[..5].to_vec();
    let units = runner::units(&context);
    let names: Vec<&str> = units.iter().map(|unit| &unit.name[..]).collect();
    let of = |family: &str| {
        ["f32/000000000", "f32/000000064", "f32/000000128", "exact/000000000"].map(|name| format!("{family}/{name}"))
    };
    let corpus = ["corpus/f32/000000000", "corpus/exact/000000000"].map(str::to_owned);
    assert_eq!(names, [&of("gap")[..], &of("needle"), &corpus].concat());
    // There are 100 cases in exact arithmetic for 1000 in another, and each is worth ten of these.
    assert_eq!(units.iter().map(|unit| unit.size).sum::<u64>(), 2 * (150 + 10 * 15) + (5 + 10 * 5));

    let mut sums: BTreeMap<(String, String), Answers> = BTreeMap::new();
    for unit in &units {
        let (outcome, again) = (run(unit), run(unit));
        assert!(outcome.rows == again.rows && outcome.found == again.found, "{}", unit.name);
        let UnitResult::Answers { first, end, tally } = outcome.found else { panic!("{}", unit.name) };
        let worth = if tally.scalar == "exact" { 10 } else { 1 };
        assert_eq!(worth * (end - first), unit.size);
        let sum = sums
            .entry((tally.family.clone(), tally.scalar.clone()))
            .or_insert_with(|| Answers::new(&tally.family, &tally.scalar));
        sum.add(&tally);
    }
    // The sum is the tally of the cases one by one.
    for family in &context.families {
        for (arithmetic, cases) in [(Arithmetic::F32, 150), (Arithmetic::Exact, 15)] {
            let mut tally = Answers::new(family.name(), arithmetic.name());
            let (mut failures, mut answers) = (0, 0);
            for index in 0..cases {
                let records = records(&context, &family.case(1, arithmetic, index), arithmetic, family.as_ref());
                tally.count(&records, TOLERANCE);
                failures += records.iter().filter(|record| record.ruling.is_failure()).count() as u64;
                answers += records.iter().filter(|record| record.ruling != Ruling::NotApplicable).count() as u64;
            }
            let sum = &sums[&(family.name().to_owned(), arithmetic.name().to_owned())];
            assert_eq!(without_faults(sum), without_faults(&tally));
            assert_eq!(sum.applicable(), answers);
            assert_eq!(sum.variants.iter().map(|v| v.counts.failures()).sum::<u64>(), failures);
            let by_knob =
                |of: usize| sum.knobs.iter().flat_map(|k| (0..sum.variants.len()).map(move |v| k.of(v)[of])).sum::<u64>();
            assert_eq!((by_knob(1), by_knob(0)), (failures, answers));
            let iterations = sum.variants.iter().flat_map(|v| v.iterations.iter()).map(|(_, count)| count).sum::<u64>();
            assert_eq!(iterations, answers);
        }
    }
}

/// The records of a case, without the causes of failures.
fn records(context: &Context, case: &Case, arithmetic: Arithmetic, family: &dyn Family) -> Vec<Record> {
    let judging = Judging::of(context, case, arithmetic, Some(family)).expect("it is applicable");
    judging.findings.iter().map(|finding| judging.record(finding, None)).collect()
}

/// The tally without the causes of failures, which are determined only for some of them.
fn without_faults(tally: &Answers) -> Answers {
    let mut tally = tally.clone();
    tally.variants.iter_mut().for_each(|variant| variant.counts.faults = Default::default());
    tally
}

#[test]
fn one_frame_of_each_trace_is_judged() {
    let context = context(&["answers"], &["tumbling"], &[Arithmetic::F64], 64);
    let tumbling = context.families[0].as_ref();
    let UnitResult::Answers { tally, .. } = run(&runner::units(&context)[0]).found else { panic!("answers") };
    let of = |case: &dyn Fn(u64) -> Case| {
        let mut tally = Answers::new("tumbling", "f64");
        let judged = |number| records(&context, &case(number), Arithmetic::F64, tumbling);
        (0..64).for_each(|number| tally.count(&judged(number), TOLERANCE));
        without_faults(&tally)
    };
    assert_eq!(without_faults(&tally), of(&|number| tumbling.independent_case(1, Arithmetic::F64, number)));
    assert_ne!(without_faults(&tally), of(&|number| tumbling.case(1, Arithmetic::F64, number)));
}

#[test]
fn rows_of_failures_are_rows_of_all_answers() {
    let run = |kept| {
        let context = Context { kept, ..context(&["answers"], &["needle"], &[Arithmetic::F32], 64) };
        run(&answers::Answers.units(&context)[0])
    };
    let text = |kept| {
        let outcome = run(kept);
        let path = std::env::temp_dir().join(format!("gjk-units-{}-{kept:?}.csv.gz", std::process::id()));
        let rows = [Rows::head().expect("a header"), outcome.rows.expect("answers have rows")].concat();
        std::fs::write(&path, rows).expect("a folder for temporary files");
        let study = gjk_records::Study::read(&path).expect("rows are read back");
        std::fs::remove_file(path).expect("it is there");
        (outcome.found, study.answers)
    };
    let (all, failures) = (text(KeptRows::All), text(KeptRows::Failures));
    assert_eq!(all.0, failures.0, "every answer is counted");
    let UnitResult::Answers { tally, .. } = all.0 else { panic!("answers") };
    for variant in tally.variants.iter().filter(|variant| variant.counts.failures() > 0) {
        let kept = failures.1[0].variants.iter().find(|kept| kept.variant == variant.variant).expect("it fails");
        assert_eq!(kept.counts.applicable(), variant.counts.failures(), "{}", variant.variant);
        assert_eq!(kept.counts.faults, variant.counts.faults);
    }
    assert_eq!(all.1[0].applicable(), tally.applicable());
    let nothing = run(KeptRows::Nothing);
    assert_eq!((nothing.rows, nothing.found), (None, failures.0));
}

#[test]
fn loops_census_and_traces_are_units_of_their_own() {
    let scalars = [Arithmetic::F64, Arithmetic::Exact];
    let mut context = context(&["traces", "census", "loops"], &["gap"], &scalars, 20);
    (context.size, context.motions) = (Size::Quick, motions());
    context.motions.truncate(1);
    let units = runner::units(&context);
    let found: Vec<(&str, u64)> = units.iter().map(|unit| (&unit.name[..], unit.size)).collect();
    let motion = context.motions[0].name();
    let traces = (0..=20).step_by(5).map(|power| format!("traces/{motion}/f64/{}", 0.5_f64.powi(power)));
    let traces: Vec<String> = traces.collect();
    let traces = traces.iter().map(|name| (&name[..], 1000));
    // Loops have 10 cases where a quick study has 24: for 20 cases they have 9, each worth ten.
    let expected: Vec<(&str, u64)> = [("loops/gap/f64", 90), ("census", 1000)].into_iter().chain(traces).collect();
    assert_eq!(found, expected);
    for unit in &units {
        let UnitResult::Lines(lines) = run(unit).found else { panic!("{}", unit.name) };
        match unit.name.split('/').next() {
            Some("loops") => assert!(lines.of::<LoopTally>().is_some_and(|tallies| tallies.iter().all(|t| t.cases <= 9))),
            Some("census") => assert!(lines.of::<CensusTally>().is_some_and(|tallies| !tallies.is_empty())),
            _ => {
                let is_of_it = |tally: &TraceTally| unit.name.ends_with(&format!("/{}", tally.step));
                assert!(lines.of::<TraceTally>().is_some_and(|tallies| tallies.iter().all(is_of_it)));
            }
        }
    }
}
