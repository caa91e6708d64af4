//! Units of campaigns: pure functions of the plan and their name, cut as the plan says.

use std::collections::BTreeMap;
use std::time::Duration;

use gjk_cases::case::{Arithmetic, Case};
use gjk_cases::corpus;
use gjk_cases::family::{motions, named};
use gjk_clock::Schedule;
use gjk_experiments::campaign::{Kept, Plan};
use gjk_experiments::trace;
use gjk_records::{Answers, CensusTally, Found, Rows, Ruling};
use gjk_solvers::Roster;
use gjk_truth::judge::TOLERANCE;

#[test]
fn units_cut_the_cases_and_their_tallies_add_up() {
    let roster = Roster::builtin();
    let families = [named("gap").expect("a family"), named("needle").expect("a family")];
    let wild = &corpus::wild()[..5];
    let cases = vec![(Arithmetic::F32, 150), (Arithmetic::F64, 70)];
    let mut plan = Plan::new(&roster, &families, cases, 1, TOLERANCE);
    plan.corpus = wild;
    plan.corpus_scalars = &[Arithmetic::F64];
    let units = plan.units();
    let names: Vec<&str> = units.iter().map(|unit| &unit.name[..]).collect();
    let of = |family: &str| {
        ["f32/000000000", "f32/000000064", "f32/000000128", "f64/000000000", "f64/000000064"]
            .map(|name| format!("{family}/{name}"))
    };
    assert_eq!(names, [&of("gap")[..], &of("needle"), &["corpus/f64/000000000".to_owned()]].concat());
    assert_eq!(units.iter().map(|unit| unit.size).sum::<u64>(), 2 * 220 + 5);

    let mut sums: BTreeMap<(String, String), Answers> = BTreeMap::new();
    for unit in &units {
        let outcome = plan.run(unit).expect("there is memory");
        let again = plan.run(unit).expect("there is memory");
        assert!(outcome.rows == again.rows && outcome.found == again.found, "{}", unit.name);
        let Found::Answers { first, end, tally } = outcome.found else { panic!("{}", unit.name) };
        assert_eq!(end - first, unit.size);
        let sum = sums
            .entry((tally.family.clone(), tally.scalar.clone()))
            .or_insert_with(|| Answers::new(&tally.family, &tally.scalar));
        sum.add(&tally);
    }
    // The sum is the tally of the cases one by one.
    for family in &families {
        for (arithmetic, cases) in [(Arithmetic::F32, 150), (Arithmetic::F64, 70)] {
            let mut tally = Answers::new(family.name(), arithmetic.name());
            let (mut failures, mut answers) = (0, 0);
            for index in 0..cases {
                let records = plan.judged(&family.case(1, arithmetic, index), arithmetic, family.name(), family.gap_column());
                tally.count(&records, TOLERANCE);
                failures += records.iter().filter(|record| record.ruling.is_failure()).count() as u64;
                answers += records.iter().filter(|record| record.ruling != Ruling::NotApplicable).count() as u64;
            }
            let sum = &sums[&(family.name().to_owned(), arithmetic.name().to_owned())];
            assert_eq!(*sum, tally);
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

#[test]
fn of_each_trace_one_frame_is_judged() {
    let roster = Roster::builtin();
    let families = [named("tumbling").expect("a family")];
    let [tumbling] = &families;
    let plan = Plan::new(&roster, &families, vec![(Arithmetic::F64, 64)], 1, TOLERANCE);
    let Found::Answers { tally, .. } = plan.run(&plan.units()[0]).expect("there is memory").found else { panic!("answers") };
    let of = |case: &dyn Fn(u64) -> Case| {
        let mut tally = Answers::new("tumbling", "f64");
        let judged = |number| plan.judged(&case(number), Arithmetic::F64, "tumbling", tumbling.gap_column());
        (0..64).for_each(|number| tally.count(&judged(number), TOLERANCE));
        tally
    };
    assert_eq!(tally, of(&|number| tumbling.independent_case(1, Arithmetic::F64, number)));
    assert_ne!(tally, of(&|number| tumbling.case(1, Arithmetic::F64, number)));
}

#[test]
fn rows_of_failures_are_rows_of_all_answers() {
    let roster = Roster::builtin();
    let families = [named("needle").expect("a family")];
    let run = |kept| {
        let plan = Plan { kept, ..Plan::new(&roster, &families, vec![(Arithmetic::F32, 64)], 1, TOLERANCE) };
        plan.run(&plan.units()[0]).expect("there is memory")
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
    let (all, failures) = (text(Kept::All), text(Kept::Failures));
    assert_eq!(all.0, failures.0, "every answer is counted");
    let Found::Answers { tally, .. } = all.0 else { panic!("answers") };
    for variant in tally.variants.iter().filter(|variant| variant.counts.failures() > 0) {
        let kept = failures.1[0].variants.iter().find(|kept| kept.variant == variant.variant).expect("it fails");
        assert_eq!(kept.counts.applicable(), variant.counts.failures(), "{}", variant.variant);
        assert_eq!(kept.counts.faults, variant.counts.faults);
    }
    assert_eq!(all.1[0].applicable(), tally.applicable());
    let nothing = run(Kept::Nothing);
    assert_eq!((nothing.rows, nothing.found), (None, failures.0));
}

#[test]
fn loops_census_and_traces_are_units_of_their_own() {
    let roster = Roster::builtin();
    let families = [named("gap").expect("a family")];
    let motions = motions();
    let traces = trace::Plan {
        roster: &roster,
        motions: &motions[..1],
        scalars: &[Arithmetic::F32, Arithmetic::F64],
        steps: &[1.0, 0.25],
        seed: 1,
        tolerance: TOLERANCE,
        traces: [1, 0],
        schedule: Schedule::rounds(Duration::ZERO, 1),
    };
    let census = || vec![CensusTally::default()];
    let plan = Plan {
        loops: vec![(Arithmetic::F32, 0), (Arithmetic::F64, 7)],
        census: Some(&census),
        traces: Some(traces),
        ..Plan::new(&roster, &families, Vec::new(), 1, TOLERANCE)
    };
    let units = plan.units();
    let found: Vec<(&str, u64)> = units.iter().map(|unit| (&unit.name[..], unit.size)).collect();
    let motion = motions[0].name();
    let traces = ["f32/1", "f32/0.25", "f64/1", "f64/0.25"].map(|setting| format!("traces/{motion}/{setting}"));
    let traces = traces.iter().map(|name| (&name[..], 1000));
    let expected: Vec<(&str, u64)> = [("loops/gap/f64", 70), ("census", 1000)].into_iter().chain(traces).collect();
    assert_eq!(found, expected);
    for unit in &units {
        match plan.run(unit).expect("there is memory").found {
            Found::Loops(tallies) => assert!(unit.name.starts_with("loops/") && tallies.iter().all(|tally| tally.cases <= 7)),
            Found::Census(tallies) => assert_eq!((&unit.name[..], tallies.len()), ("census", 1)),
            Found::Traces(tallies) => assert!(tallies.iter().all(|tally| unit.name.ends_with(&format!("/{}", tally.step)))),
            Found::Answers { .. } => panic!("{}", unit.name),
        }
    }
}
